"""Writing a variant in an editor: the server behind VS Code's YAML extension and many others, with kitgen's schema."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from kitgen import pipeline
from kitgen.source.resources import resource_folder

pytestmark = pytest.mark.tools

PACKAGE = "yaml-language-server@1.25.0"
"""Node 18, which is Debian's, is enough for it; version 2 needs 22."""

MODELINE = "# yaml-language-server: $schema=fish-cook.schema.json\n"
SHIPPED = sorted((resource_folder("variants") / "fish-cook").glob("*.yaml"))
PATIENCE = 60
"""Seconds for one answer; then the server is ended, and reading from it fails."""

HERE = "█"
"""The cursor in a text."""

Json = dict[str, Any]


class Editor:
    """As much of an editor as the server needs: it opens files, and asks at a cursor. Lines count from 1."""

    def __init__(self, program: Path, folder: Path, schemas: dict[str, str] | None = None) -> None:
        self.folder, self._numbers = folder, count(1)
        on = {"validate": True, "completion": True, "hover": True}
        self._settings = {"yaml": {**on, "schemas": schemas or {}, "schemaStore": {"enable": False}}}
        self._server = subprocess.Popen(
            ["node", program, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
        )
        able = {"completion": {"completionItem": {"snippetSupport": True}}, "hover": {"contentFormat": ["markdown"]}}
        self._ask(
            "initialize",
            processId=None,
            rootUri=folder.as_uri(),
            capabilities={"workspace": {"configuration": True}, "textDocument": able},
        )
        self._send(method="initialized", params={})
        self._wait(lambda message: message.get("method") == "workspace/configuration")

    def close(self) -> None:
        """End the server."""
        self._server.kill()
        self._server.communicate()

    def faults(self, text: str) -> list[tuple[int, str]]:
        """What the server says against a file: line and message."""
        return self._open(MODELINE + text)[1]

    def faults_without_modeline(self, text: str) -> list[tuple[int, str]]:
        """The same where only the settings can tell the schema."""
        return self._open(text)[1]

    def offers(self, text: str) -> dict[str, Json]:
        """What may stand at the cursor, by label."""
        return {item["label"]: item for item in self._at_cursor("completion", text)["items"]}

    def hover(self, text: str) -> str:
        """What is said of the word at the cursor."""
        return str(self._at_cursor("hover", text)["contents"]["value"])

    def _at_cursor(self, what: str, text: str) -> Any:
        before, _, after = (MODELINE + text).partition(HERE)
        lines = before.split("\n")
        uri, _ = self._open(before + after)
        return self._ask(
            f"textDocument/{what}",
            textDocument={"uri": uri},
            position={"line": len(lines) - 1, "character": len(lines[-1])},
        )

    def _open(self, text: str) -> tuple[str, list[tuple[int, str]]]:
        """Open a new file beside the schema and wait for what is said of it."""
        uri = (self.folder / f"mine-{next(self._numbers)}.yaml").as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._send(method="textDocument/didOpen", params={"textDocument": document})
        told = self._wait(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri
            )
        )["params"]["diagnostics"]
        return uri, sorted((fault["range"]["start"]["line"] + 1, fault["message"]) for fault in told)

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._send(id=number, method=method, params=params)
        answer = self._wait(lambda message: message.get("id") == number and "method" not in message)
        assert "error" not in answer, answer
        return answer["result"]

    def _send(self, **message: Any) -> None:
        assert self._server.stdin
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._server.stdin.flush()

    def _wait(self, wanted: Callable[[Json], bool]) -> Json:
        """Read on to the message that is wanted."""
        guard = Timer(PATIENCE, self._server.kill)
        guard.start()
        try:
            while not wanted(message := self._read()):
                pass
            return message
        finally:
            guard.cancel()

    def _read(self) -> Json:
        """The next message; where it is a question of the server, it is answered."""
        stream, length = self._server.stdout, 0
        assert stream
        while (line := stream.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, "the server has ended, or says nothing"
        found = json.loads(stream.read(length))
        assert isinstance(found, dict)
        if "id" in found and "method" in found:
            self._send(id=found["id"], result=self._answer(found))
        return found

    def _answer(self, asked: Json) -> Any:
        """What an editor answers: its settings, and otherwise nothing."""
        if asked["method"] != "workspace/configuration":
            return None
        return [self._settings.get(item.get("section")) for item in asked["params"]["items"]]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's program, freshly installed."""
    npm = shutil.which("npm")
    assert npm, "needs npm"
    assert shutil.which("node"), "needs Node"
    folder = tmp_path_factory.mktemp("yaml-language-server")
    quiet = ("--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts", "--fetch-retries=1")
    made = subprocess.run(
        [npm, "install", "--prefix", folder, *quiet, PACKAGE], capture_output=True, text=True, timeout=300, check=False
    )
    if made.returncode:
        away = (
            "ENOTFOUND",
            "EAI_AGAIN",
            "ECONNREFUSED",
            "ECONNRESET",
            "ETIMEDOUT",
            "ENETUNREACH",
            "ERR_SOCKET_TIMEOUT",
        )
        if found := next((code for code in away if code in made.stderr), None):
            pytest.skip(f"npm cannot reach its registry: {found}")
        pytest.fail(made.stderr)
    return folder / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"


@pytest.fixture(scope="session")
def editor(server: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor in a folder with the schema, as an author makes it."""
    folder = tmp_path_factory.mktemp("editor")
    with (folder / "fish-cook.schema.json").open("wb") as schema:
        subprocess.run(
            [sys.executable, "-m", "kitgen.cli", "schema", "fish-cook"], stdout=schema, cwd=folder, check=True
        )
    found = Editor(server, folder)
    yield found
    found.close()


def test_the_settings_may_name_the_schema_instead(server: Path, editor: Editor) -> None:
    text = "extends: classic\nmonney: 3\n"
    assert editor.faults_without_modeline(text) == []
    other = Editor(server, editor.folder, {"./fish-cook.schema.json": "mine-*.yaml"})
    try:
        assert other.faults_without_modeline(text) == [(2, "Property monney is not allowed.")]
    finally:
        other.close()


# ── completion ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", [HERE, f"extends: classic\n{HERE}", f"extends: classic\nset_up:\n  money: 80\n{HERE}"])
def test_at_the_top_it_offers_groups_and_what_is_no_part_of_the_game(editor: Editor, text: str) -> None:
    offered = editor.offers(text)
    assert {"remove", "title", "market", "evening", "next_chef", "recipes"} <= set(offered)
    assert ("extends" in offered) == ("extends" not in text)
    assert ("set_up" in offered) == ("set_up" not in text)
    assert offered["market"]["documentation"].startswith("Both markets. Rules: ")


def test_within_a_group_it_offers_its_keys_with_what_they_are(editor: Editor) -> None:
    offered = editor.offers(f"extends: classic\nset_up:\n  {HERE}")
    assert set(offered) == {"money", "recipes_dealt", "days"}
    assert offered["money"]["documentation"].startswith(
        "Dollars each player starts with. Takes 0 to 9,999. Plays well with 50 to 200."
    )
    assert offered["money"]["insertText"] == "money: ${1:100}", "the classic's"


def test_deep_within_it_offers_keys_too(editor: Editor) -> None:
    assert set(editor.offers(f"market:\n  farm:\n    rows:\n      wine:\n        {HERE}")) == {"prices", "fill"}
    assert set(editor.offers(f"evening:\n  steal:\n    {HERE}")) == {"die", "succeeds_on"}
    keys = {"name", "size", "ingredients", "main", "bonus"}
    assert set(editor.offers(f"recipes:\n  grilled-eel:\n    {HERE}")) == keys
    assert set(editor.offers(f"kinds:\n  wine:\n    {HERE}")) == {"letter", "colour", "badge", "foods"}


def test_a_choice_offers_its_words(editor: Editor) -> None:
    offered = editor.offers(f"extends: classic\nnext_chef: {HERE}")
    assert set(offered) == {"after-ringer", "clockwise", "loser"}
    assert all(offered[word]["insertText"] == word for word in offered)
    assert set(editor.offers(f"evening: {{steal: {{die: {HERE}}}}}")) == {"d4", "d6", "d8", "d10"}
    assert {"bonus", "never"} <= set(editor.offers(f"evening:\n  steal:\n    succeeds_on: {HERE}"))


def test_a_switch_offers_yes_and_no_without_quotes(editor: Editor) -> None:
    offered = editor.offers(f"evening:\n  fish_keep: {HERE}\n")
    assert {"yes", "no"} <= set(offered) <= {"yes", "no", "true", "false"}
    assert all(offered[word]["insertText"] == word for word in offered)


def test_a_parent_is_offered_by_name(editor: Editor) -> None:
    assert set(editor.offers(f"extends: {HERE}")) == {file.stem for file in SHIPPED}


def test_a_mapping_is_offered_whole(editor: Editor) -> None:
    whole = "2: 3\n  3: 4\n  4: 4\n  5: 5\n  6: 5"
    assert editor.offers(f"set_up:\n  {HERE}")["days"]["insertText"] == f"days:\n  {whole}"
    offered = editor.offers(f"set_up:\n  days: {HERE}")
    assert {label: item["insertText"] for label, item in offered.items()} == {
        "{2: 3, 3: 4, 4: 4, 5: 5, 6: 5}": f"\n  {whole}"
    }
    assert set(editor.offers(f"end:\n  menu_bonus: {HERE}")) == {"{1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}", "none"}


@pytest.mark.parametrize("key", ["recipes", "kinds", "set_up", "market"])
def test_what_holds_other_things_goes_on_in_the_next_line(editor: Editor, key: str) -> None:
    assert editor.offers(HERE)[key]["insertText"] == f"{key}:\n  "


def test_hovering_tells_what_a_key_is(editor: Editor) -> None:
    told = editor.hover(f"extends: classic\nset_up:\n  mon{HERE}ey: 100\n")
    assert "Dollars each player starts with. Takes 0 to 9,999. Plays well with 50 to 200. Rules: FC-1.1." in told
    assert told.replace("\\", "").startswith("#### set_up.money\n")
    told = editor.hover(f"extends: classic\nrecipes:\n  grilled-eel: {{ma{HERE}in: 36}}\n")
    assert "Dollars that the cook earns." in told


# ── faults ──────────────────────────────────────────────────────────────────────────────────────────────────────────

FINE = """extends: classic
title: 1812
about: no
set_up:
  money: 120
  days: {2: 3}
evening: {fish_keep: yes, bigger_fish: no}
bank:
  open: off
market: {fish: {dice: {2: 10, 3: 12}}}
end: {menu_bonus: none}
tokens: {size: 0.75in}
remove: [recipes.sole-meuniere]
recipes:
  grilled-eel: {name: {en: Grilled Eel, fr: Anguille}, size: 6, ingredients: [wine, egg], main: 36, bonus: 4}
"""


@pytest.mark.parametrize("text", [FINE, "extends: ./mine.yaml\nrecipes: mine.csv\n", "extends: classic\n"])
def test_a_homebrew_is_fine(editor: Editor, text: str) -> None:
    assert editor.faults(text) == []


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_shipped_variants_are_fine(editor: Editor, file: Path) -> None:
    assert editor.faults(file.read_text(encoding="utf-8")) == []


def test_a_new_file_is_fine(editor: Editor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert editor.faults(pipeline.new_variant("my-game").read_text(encoding="utf-8")) == []


FAULTS = [
    ("monney: 3", "Property monney is not allowed."),
    ("set_up: {mony: 3}", "Property mony is not allowed."),
    ("playing_time: 601", "Value is above the maximum of 600."),
    ("school: {cards: -1}", "Value is below the minimum of 0."),
    ("next_chef: sideways", 'Value is not accepted. Valid values: "after-ringer", "clockwise", "loser".'),
    ("morning: {empty_fish_market_ends: maybe}", "Wanted yes or no."),
    ("end: {menu_tie: [all]}", 'Value is not accepted. Valid values: "all", "split", "nobody".'),
    ("bank: {notes: [1, 2, 3, 4, 5, 6, 7]}", "Array has too many items. Expected 6 or fewer."),
    ("market: {fish: {ladders: {9: [1]}}}", "Property 9 is not allowed."),
    ("evening:", 'Incorrect type. Expected "evening: a group of keys".'),
    ("title:", "Wanted a text."),
    ("kinds: kinds.txt", "Wanted a mapping by id, or the name of a .csv file."),
    ("recipes: {Grilled Eel: {main: 36}}", "An id is lower-case letters and digits with single hyphens between."),
]


def test_faults_are_told_on_their_lines_once(editor: Editor) -> None:
    lines = [line for line, _ in FAULTS]
    told = editor.faults("\n".join(["extends: classic", *lines, ""]))
    assert told == [(number, message) for number, (_, message) in enumerate(FAULTS, start=3)]


def test_one_word_is_said_where_extends_is_forgotten(editor: Editor) -> None:
    told = editor.faults("title: Mine\nset_up: {money: 80}\n")
    assert told == [(2, 'Missing property "extends".')]


def test_what_a_whole_game_lacks_is_told(editor: Editor) -> None:
    classic = next(file for file in SHIPPED if file.stem == "classic").read_text(encoding="utf-8")
    told = editor.faults(classic.replace("\nnext_chef:", "\n# next_chef:"))
    assert [message for _, message in told] == ['Missing property "next_chef".']
