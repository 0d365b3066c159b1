"""The examples of docs/api.md run, from top to bottom, and print what the page says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

from kitgen import pipeline

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


def examples() -> list[tuple[str, str]]:
    return EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))


def test_the_examples_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for code, said in examples():
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, str(PAGE), "exec"), names)
        assert out.getvalue() == said, code


def test_every_example_says_what_it_prints() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.count("```python") == len(examples()) >= 8


def test_every_function_on_the_page_is_one_of_the_pipelines() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"pipeline\.(\w+)", text)) | set(re.findall(r"^\| `(\w+)\(", text, re.MULTILINE))
    assert named <= set(pipeline.__all__)


@pytest.mark.parametrize("name", pipeline.__all__)
def test_everything_that_the_pipeline_offers_is_documented(name: str) -> None:
    offered = getattr(pipeline, name)
    assert (offered.__doc__ or "").strip()
    if callable(offered) and not isinstance(offered, type):
        hints = offered.__annotations__
        assert "return" in hints
