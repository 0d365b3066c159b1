"""Bad input end to end: one clear message, the right exit code, and nothing left behind.

Most runs go through ``kitgen.cli.main`` in this process, some through a process of their own as a user starts it.
"""

from __future__ import annotations

import errno
import json
import os
import re
import socket
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from source.marked import INTERNALS, marked

from kitgen import cli, pipeline
from kitgen.diagnostics import Severity
from kitgen.errors import FilesError, VariantError
from kitgen.games.fish_cook.examples import examples
from kitgen.pipeline import load
from kitgen.render.folder import write_folder
from kitgen.source.resources import resource_folder

FINE, VARIANT, USAGE, PREFLIGHT, FILES, INTERRUPTED = 0, 1, 2, 3, 4, 130
HEAD = "extends: classic\n"


@dataclass(frozen=True)
class Outcome:
    """What a run left in the terminal."""

    code: int
    out: str
    err: str


def tree(folder: Path) -> dict[str, object]:
    """Everything below a folder: files with their bytes, links with their targets."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        else:
            found[name] = path.read_bytes() if path.is_file() else "folder" if path.is_dir() else "something else"
    return found


def squashed(text: str) -> str:
    """A text without its spaces: where lines break is the layout's affair."""
    return "".join(text.split())


def page_texts(file: Path) -> list[str]:
    """The text of each page of a PDF, without spaces."""
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]
    # pdfium marks a hyphen at the end of a line so.
    return [squashed(re.sub("[\x02\ufffe]", "-", text)) for text in texts]


def pdf_text(file: Path) -> str:
    """All text of a PDF, without spaces."""
    return "".join(page_texts(file))


@dataclass(frozen=True)
class Workshop:
    """An empty working folder in which kitgen runs."""

    folder: Path
    run: Callable[..., Outcome]

    def write(self, name: str, content: str | bytes) -> Path:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def refused(self, *arguments: str, code: int) -> str:
        """Run a build that must fail: what it said, after all that is true of every clean failure."""
        before = tree(self.folder)
        outcome = self.run("build", *arguments)
        assert outcome.code == code, outcome.err
        assert outcome.out == ""
        assert not INTERNALS.search(outcome.err), outcome.err
        assert all(line.isprintable() for line in outcome.err.split("\n")), repr(outcome.err)
        assert re.search("[Ee]rror", outcome.err)
        assert tree(self.folder) == before
        return outcome.err

    def refused_folder(self, path: str) -> str:
        """Write a small kit to a folder that must be refused: what is said."""
        before = tree(self.folder)
        with pytest.raises(FilesError) as refused:
            write_folder(Path(path), {"manifest.json": b'{"kitgen": 1}', "tokens.pdf": b"%PDF"}.items())
        assert tree(self.folder) == before
        assert refused.value.message.isprintable()
        assert "--out" in refused.value.hint
        return refused.value.message

    def built(self, *arguments: str) -> str:
        """Run a build that must succeed: what it said on the side."""
        outcome = self.run("build", *arguments)
        assert outcome.code == FINE, outcome.err
        return outcome.err


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Workshop]:
    """kitgen in this process, in a new folder."""
    folder = tmp_path / "workshop"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("KITGEN_PATH", raising=False)

    def run(*arguments: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["kitgen", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        said = capsys.readouterr()
        return Outcome(int(stopped.value.code or 0), said.out, said.err)

    yield Workshop(folder, run)
    # Nothing was written beside the working folder either.
    assert [path.name for path in tmp_path.iterdir()] == ["workshop"]


def process(folder: Path, *arguments: str, timeout: float = 60, **environment: str) -> Outcome:
    """kitgen in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "kitgen.cli", *arguments],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=timeout,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


# The file


def test_a_missing_file(workshop: Workshop) -> None:
    assert "nix.yaml" in workshop.refused("nix.yaml", code=FILES)


def test_a_folder_in_place_of_a_file(workshop: Workshop) -> None:
    (workshop.folder / "games.yaml").mkdir()
    (workshop.folder / "games").mkdir()
    for name in ("games.yaml", "games", "."):
        assert "folder" in workshop.refused(name, code=FILES)


def test_a_file_that_cannot_be_read(workshop: Workshop) -> None:
    """A socket: even root cannot read it."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.yaml")
        assert "socket.yaml" in workshop.refused("socket.yaml", code=FILES)


def test_a_link_that_leads_nowhere(workshop: Workshop) -> None:
    (workshop.folder / "link.yaml").symlink_to("nowhere.yaml")
    assert "link.yaml" in workshop.refused("link.yaml", code=FILES)


@pytest.mark.parametrize(
    "name",
    ["clasic", "", "x" * 5_000, "~nobody-of-this-name/x.yaml", f"{'x' * 300}.yaml", "-", "\udcff.yaml"],
    ids=lambda name: ascii(name[:8]),
)
def test_a_name_that_means_nothing(workshop: Workshop, name: str) -> None:
    workshop.refused("--", name, code=FILES if "yaml" in name else USAGE)


BROKEN_TEXTS = {
    "not UTF-8": (b"extends: classic\ntitle: cr\xe8me\n", "UTF-8"),
    "UTF-16": ("extends: classic\n".encode("utf-16"), "UTF-8"),
    "NUL": (b"extends: classic\ntitle: a\0b\n", "control character"),
    "tabs": (b"extends: classic\nset_up:\n\tmoney: 50\n", "spaces"),
    "empty": (b"", "empty"),
    "two documents": (b"extends: classic\n---\ntitle: x\n", "second"),
    "a list": (b"- extends: classic\n", "mapping"),
    "duplicate keys": (b"extends: classic\ntitle: a\nset_up: {}\ntitle: b\n", "line 2 and on line 4"),
    "unquoted colour": (b"extends: classic\ntitle: #ff0000\n", 'quote it: "#ff0000"'),
    "unquoted colour in braces": (b"extends: classic\nkinds: {egg: {colour: #ff0000}}\n", "quoted"),
    "not a number": (b"extends: classic\nset_up: {money: .nan}\n", ".nan"),
    "infinite": (b"extends: classic\nset_up: {money: .inf}\n", ".inf"),
    "negative": (b"extends: classic\ntokens: {per_kind: -17}\n", "-17"),
    "a fraction": (b"extends: classic\nmarket: {fish: {dice: 12.5}}\n", "12.5"),
    "exponent": (b"extends: classic\nset_up: {money: 1e3}\n", "1e3"),
    "a python tag": (b"extends: classic\ntitle: !!python/object/apply:os.system ['touch hacked']\n", "tag"),
    "a tag on a key": (b"extends: classic\n!!python/object/apply:os.system title: x\n", "tag"),
    "a merge key": (b"x: &x {money: 50}\nextends: classic\nset_up:\n  <<: *x\n", "'<<'"),
    "an alias of itself": (b"extends: classic\nkinds: &k {egg: *k}\n", "*k"),
    "an id with ../": (
        b"extends: classic\nrecipes: {../../x: {size: 1, ingredients: [egg], main: 1, bonus: 3}}\n", "'../../x'"),
    "an id with NUL": (
        b'extends: classic\nrecipes: {"a\\0b": {size: 1, ingredients: [egg], main: 1, bonus: 3}}\n', "no id"),
    "a food with ../": (b"extends: classic\nkinds: {egg: {foods: [../../etc/passwd, lemon]}}\n", "'../../etc/passwd'"),
    "a game with ../": (b"game: ../../x\n", "fish-cook"),
    "a game that is a mapping": (b"game: {a: b}\n", "fish-cook"),
    "an odd key": (b'extends: classic\n"?x": 1\n', "'?x'"),
    "a terminal's command": (b'extends: classic\ncards: {format: "\\e]0;hi\\a"}\n', "poker"),
    "nested 500 deep": (b"extends: classic\ntitle: " + b"[" * 500, "deep"),
    "nested 100,000 deep": (b"extends: classic\ntitle: " + b"[" * 100_000, "nest"),
    "nested 100,000 deep and closed": (b"{a: " * 100_000 + b"}" * 100_000, "deep"),
    "an alias bomb": (b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
        b"%c: &%c [%s]\n" % (97 + n, 97 + n, b",".join([b"*%c" % (96 + n)] * 9)) for n in range(1, 10)), "alias"),
    "a huge file": (b"extends: classic\n" + b"# comment\n" * 200_000, "bytes"),
    "60,000 duplicate keys": (b"extends: classic\n" + b"title: x\n" * 60_000, "twice"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "says"), BROKEN_TEXTS.values(), ids=list(BROKEN_TEXTS))
def test_a_text_that_is_no_variant(workshop: Workshop, content: bytes, says: str) -> None:
    workshop.write("brew.yaml", content)
    said = workshop.refused("brew.yaml", code=VARIANT)
    assert says in said
    assert re.search(r"^brew\.yaml:\d+:\d+: error: ", said, re.MULTILINE)
    assert "nothing was written" in said
    assert len(said) < 100_000, "more than anybody reads"


def test_every_fault_is_told_in_one_run(workshop: Workshop) -> None:
    text = marked(
        HEAD + "set_up: {money: ▸.nan}\n▸marekt: {}\n"
        "market: {farm: {rows: {roe: {fill: [2, 3, 3, ▸2, 5, 5]}}}}\ncards: {format: ▸pokr}\n"
    )
    workshop.write("brew.yaml", text.text)
    said = workshop.refused("brew.yaml", code=VARIANT)
    places = re.findall(r"^brew\.yaml:(\d+):(\d+): error", said, re.MULTILINE)
    assert [(int(line), int(column)) for line, column in places] == list(text.places)
    assert "did you mean 'market'?" in said
    assert "did you mean 'poker'?" in said


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbf" + HEAD.encode(), b"extends: classic\r\ntitle: Mine\r\n"], ids=["BOM", "CRLF"]
)
def test_a_bom_and_crlf_are_accepted(workshop: Workshop, content: bytes) -> None:
    workshop.write("brew.yaml", content)
    assert workshop.built("brew.yaml", "--only", "tokens", "--out", "kit") == ""
    assert (workshop.folder / "kit" / "tokens.pdf").is_file()


def test_a_text_cut_off_by_a_comment_is_noted(workshop: Workshop) -> None:
    workshop.write("brew.yaml", f"{HEAD}title: Draw # cards\n")
    said = workshop.built("brew.yaml", "--only", "tokens", "--out", "kit")
    assert "brew.yaml:2:8: note: title: " in said
    assert '"Draw # cards"' in said


@pytest.mark.parametrize("setting", ["set_up.money=.nan", "zzz=1", "title=", "title=[", "game.x=1", "title=#ff0000"])
def test_a_bad_setting(workshop: Workshop, setting: str) -> None:
    said = workshop.refused("classic", "--set", setting, code=VARIANT)
    assert said.count("error: ") == 1


@pytest.mark.parametrize(
    "arguments",
    [("--set", "x"), ("--set", "=1"), ("--paper", "a5"), ("--paper", ""), ("--lang", "de"), ("--lang", "../fr"),
     ("--only", "card"), ("--only", "cards,,boards"), ("--oops",), ("--out",),
     ("--set", "extends=classic")],
)  # fmt: skip
def test_a_mistyped_command(workshop: Workshop, arguments: tuple[str, ...]) -> None:
    workshop.refused(*arguments, code=USAGE)


# Names


@pytest.fixture(scope="session")
def listener() -> Iterator[socket.socket]:
    """A server on this machine to which nobody must connect."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.setblocking(False)
        yield server


HOT = "*a* {{ 7*7 }} **b** <b> `c` [d](e)"
"""A name that means something to Jinja, Markdown and HTML alike."""


@dataclass(frozen=True)
class Odd:
    """A kit in which every name is odd."""

    folder: Path
    dishes: dict[str, str]
    title: str
    said: Outcome


@pytest.fixture(scope="session")
def odd_kit(tmp_path_factory: pytest.TempPathFactory, listener: socket.socket) -> Odd:
    """One build with an odd name on every card, on the boards and on the rule sheet."""
    folder = tmp_path_factory.mktemp("odd")
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    names = [
        "R&D <Lab> a<b", "*Chef*", "1. Soup", "{{ 7*7 }}", "{% if x %}", "{# x #}", f'<img src="{address}">',
        "**b** _c_ `d`", "[a](b) ![c](d)", "a | b", "# Head", "- dash", "[FC-3.2] x", "&amp; &lt;", "\\n \\( \\",
        "(a) % $1", "{amount} {name}", "Zażółć gęślą jaźń", "Łosoś w śmietanie", "Rindfleischsuppe", "Bœuf à l’œil",
        "½ € – …", "fi fl ffi", "Aunt Ada's \"it\"", "$&`'\"", "a — b", "<b>b</b>", "%(a)s {0}", "+1 (2) [3]",
        "~tilde^", "q/w;e:r", "!bang!", "@home", "100 %", "a\\b/c", "x=y",
    ]  # fmt: skip
    recipes = list(load("classic").model.recipes)
    dishes = dict(zip(recipes, names, strict=True))
    dishes[str(examples(load("classic").model)["own"]["recipe"])] = HOT
    title = "{{ 7*7 }} *F* <b> 1. [x](y) & {x}"
    lines = [f"  {recipe}: {{name: {json.dumps(name, ensure_ascii=False)}}}" for recipe, name in dishes.items()]
    text = f"{HEAD}title: {json.dumps(title)}\nrecipes:\n" + "\n".join(lines) + "\n"
    (folder / "odd.yaml").write_text(text, encoding="utf-8")
    words = 'foods: {roe: "*r* {{ 1 }}", egg: "<i>e</i>"}\nfish: {1: "1. {{ f }}"}\n'
    (folder / "words.en.yaml").write_text(words, encoding="utf-8")
    said = process(folder, "build", "odd.yaml", "--out", "kit")
    assert said.code == FINE, said.err
    return Odd(folder / "kit", dishes, title, said)


def test_odd_names_are_printed_literally_on_their_cards(odd_kit: Odd) -> None:
    text = pdf_text(odd_kit.folder / "cards.pdf")
    assert [name for name in odd_kit.dishes.values() if squashed(name) not in text] == []
    assert odd_kit.said.err == ""


def test_odd_names_are_printed_literally_in_the_worked_examples(odd_kit: Odd) -> None:
    assert squashed(HOT) in pdf_text(odd_kit.folder / "rules.pdf")


def test_an_odd_title_is_printed_literally_at_the_head_of_the_rules(odd_kit: Odd) -> None:
    """There it goes through the template and through Markdown; in the sheet's label it does not."""
    first = page_texts(odd_kit.folder / "rules.pdf")[0]
    assert first.count(squashed(odd_kit.title)) >= 2


def test_an_odd_title_is_printed_literally_on_every_sheet(odd_kit: Odd) -> None:
    for file in odd_kit.folder.glob("*.pdf"):
        for number, text in enumerate(page_texts(file), start=1):
            assert squashed(odd_kit.title) in text or not text, f"{file.name} page {number}"
        metadata = pypdf.PdfReader(file).metadata
        assert metadata is not None
        assert odd_kit.title in str(metadata.title)
    manifest = json.loads((odd_kit.folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["title"] == odd_kit.title
    assert odd_kit.title in odd_kit.said.out


def test_odd_words_are_printed_literally_on_the_boards(odd_kit: Odd) -> None:
    text = pdf_text(odd_kit.folder / "boards.pdf")
    assert [word for word in ("*r*{{1}}", "<i>e</i>", "1.{{f}}") if word not in text] == []


def test_nothing_is_fetched(odd_kit: Odd, listener: socket.socket) -> None:
    assert any("http://127.0.0.1" in name for name in odd_kit.dishes.values())
    with pytest.raises(BlockingIOError):
        listener.accept()


def test_words_that_yaml_would_turn_into_something_else(workshop: Workshop) -> None:
    names = ["no", "yes", "on", "null", "~", "1:30", "010", "0x1F", "1e3", "1_000", ".nan", "2024-01-01", "True"]
    recipes = list(load("classic").model.recipes)
    entries = "".join(f"  {recipe}: {{name: {name}}}\n" for recipe, name in zip(recipes, names, strict=False))
    workshop.write("brew.yaml", f"{HEAD}title: 010\nrecipes:\n{entries}")
    workshop.built("brew.yaml", "--only", "cards", "--out", "kit")
    pages = pypdfium2.PdfDocument(workshop.folder / "kit" / "cards.pdf")
    lines = [line.strip() for page in pages for line in page.get_textpage().get_text_range().splitlines()]
    # On a card a name of one word is a line of its own, perhaps behind the size in the corner.
    bare = {re.sub("^[1-6] ", "", line) for line in lines}
    assert [name for name in names if name not in bare] == []
    assert any(line.startswith("010 · brew") for line in lines)


@pytest.mark.parametrize("title", ["{variant} {digest}", "{part} {number}", "{side} of {count}", "{title}"])
def test_a_title_that_looks_like_the_label_it_stands_in(workshop: Workshop, title: str) -> None:
    workshop.write("brew.yaml", f'{HEAD}title: "{title}"\n')
    workshop.built("brew.yaml", "--only", "tokens", "--out", "kit")
    assert squashed(f"{title} · brew") in pdf_text(workshop.folder / "kit" / "tokens.pdf")


REFUSED_NAMES = {
    "ginger-simmered-sardines": ("Fish 🐟 soup", "U+1F41F"),
    "sardines-in-miso": ("鱼 soup", "U+9C7C"),
    "sardines-in-muscadet": ("حساء السمك", "U+062D"),
    "leeks-mimosa-with-anchovy": ("a\u202eb", "U+202E"),
    "wine-battered-smelts": ("x" * 400, None),
    "tsumire-sardine-soup": ("soup " * 80, None),
    "clay-pot-sea-bream-rice": ("Donaudampfschifffahrtsgesellschaftskapitänssuppe", None),
    "steamed-bream-with-ginger": ("\ue0000\ue001", "U+E000"),
}


def test_names_that_cannot_be_printed_are_all_refused_in_one_run(workshop: Workshop) -> None:
    entries = {recipe: {"name": name} for recipe, (name, _) in REFUSED_NAMES.items()}
    workshop.write("brew.yaml", f"{HEAD}recipes: {json.dumps(entries, ensure_ascii=False)}\n")
    said = workshop.refused("brew.yaml", code=PREFLIGHT)
    families = _families_on_the_cards(workshop)
    for recipe, (_, code_point) in REFUSED_NAMES.items():
        about = [line for line in said.splitlines() if f"'{recipe}'" in line and "'name'" in line]
        assert about, f"no word about the card {recipe}"
        if code_point is None:
            assert any(re.search(r"overflows .* by \d+\.\d mm", line) for line in about), about
        else:
            (first,) = [line for line in about if code_point in line]
            squeezed = re.sub(r"[^a-z]", "", first.lower())
            assert any(family in squeezed for family in families), f"the font is not named: {first}"


def _families_on_the_cards(workshop: Workshop) -> set[str]:
    """The families of the fonts embedded in the classic's cards, in small letters."""
    workshop.built("classic", "--only", "cards", "--out", "classic-kit")
    families = set()
    for page in pypdf.PdfReader(workshop.folder / "classic-kit" / "cards.pdf").pages:
        for font in page["/Resources"].get("/Font", {}).values():
            name = str(font.get_object()["/BaseFont"]).split("+")[-1].split("-")[0]
            families.add(re.sub(r"[^a-z]", "", name.lower()))
    return families


def test_right_to_left_text_reads_from_right_to_left_or_is_refused(workshop: Workshop) -> None:
    """The display font has Hebrew letters, so no glyph is missing."""
    name = "מרק דגים"
    workshop.write("brew.yaml", f"{HEAD}recipes: {{sardines-in-miso: {{name: {name}}}}}\n")
    outcome = workshop.run("build", "brew.yaml", "--only", "cards", "--out", "kit")
    if outcome.code == FINE:
        text = pypdfium2.PdfDocument(workshop.folder / "kit" / "cards.pdf")[0].get_textpage()
        signs = [
            (chr(pypdfium2.raw.FPDFText_GetUnicode(text, at)), text.get_charbox(at)[0])
            for at in range(text.count_chars())
        ]
        where = {sign: x for sign, x in signs if sign in name.replace(" ", "")}
        assert where["מ"] > where["ר"] > where["ק"] > where["ד"], "printed backwards"
    else:
        assert outcome.code == PREFLIGHT
        assert "'sardines-in-miso'" in outcome.err


@pytest.mark.parametrize("title", ["Fish 鱼", "a\x85b"], ids=["a glyph", "a control character"])
def test_a_title_that_only_the_sheet_labels_print_is_checked_too(workshop: Workshop, title: str) -> None:
    """Tokens carry no title; the label outside the trim does."""
    workshop.write("brew.yaml", f"{HEAD}title: {json.dumps(title)}\n")
    outcome = workshop.run("build", "brew.yaml", "--only", "tokens", "--out", "kit")
    assert outcome.code in (VARIANT, PREFLIGHT)
    assert not (workshop.folder / "kit").exists()


def test_a_long_title_does_not_run_off_the_paper(workshop: Workshop) -> None:
    workshop.write("brew.yaml", f"{HEAD}title: {'x' * 400}\n")
    outcome = workshop.run("build", "brew.yaml", "--only", "tokens", "--out", "kit")
    if outcome.code == FINE:
        page = pypdfium2.PdfDocument(workshop.folder / "kit" / "tokens.pdf")[0]
        text = page.get_textpage()
        boxes = [text.get_charbox(at) for at, sign in enumerate(text.get_text_range()) if sign == "x"]
        edge = 5 / 25.4 * 72
        assert boxes
        assert min(left for left, *_ in boxes) >= edge
        assert max(right for _, _, right, _ in boxes) <= page.get_width() - edge
    else:
        assert outcome.code == PREFLIGHT


# Art beside a variant


def svg(inside: str, *, box: str = "0 0 56 32", prolog: str = "") -> str:
    return f'{prolog}<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'


def png(width: int, height: int) -> bytes:
    """A valid black PNG of one bit a pixel, whatever its size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(1 + (width + 7) // 8)) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


SHAPE = '<path d="M 1 1 L 50 5 L 5 30 Z" fill="#000000"/>'
LAUGHS = '<!DOCTYPE svg [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {name} "{f"&{before};" * 9}">' for before, name in zip("abcdefgh", "bcdefghi", strict=True)
) + "]>"  # fmt: skip

BAD_SVG: dict[str, tuple[str | bytes, str]] = {
    "an external picture": (svg('<image href="http://127.0.0.1:9/a.png" width="5" height="5"/>'), "image"),
    "a local file": (svg('<image href="file:///etc/passwd" width="5" height="5"/>'), "image"),
    "xlink": ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
              '<use xlink:href="http://127.0.0.1:9/a.svg#x"/></svg>', "use"),
    "a script": (svg("<script>alert(1)</script>"), "script"),
    "an event": (svg('<path d="M0 0L1 1" onclick="x()"/>'), "onclick"),
    "a style sheet": (svg("<style>@import url(http://127.0.0.1:9/x.css);</style>"), "style"),
    "a style": (svg('<path d="M0 0L1 1" style="fill:url(http://127.0.0.1:9/)"/>'), "style"),
    "a gradient": (svg('<linearGradient id="g"/><path d="M0 0L9 9" fill="url(#g)"/>'), "linearGradient"),
    "a named colour": (svg('<path d="M0 0L1 1" fill="red"/>'), "colour"),
    "text": (svg('<text x="1" y="1">hi</text>'), "text"),
    "foreign objects": (svg("<foreignObject/>"), "foreignObject"),
    "a billion laughs": (svg("<title>&i;</title>" + SHAPE, prolog=LAUGHS), "entities"),
    "an external entity": (
        svg("<title>&a;</title>", prolog='<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'), "entities"),
    "an external DTD": (svg(SHAPE, prolog='<!DOCTYPE svg SYSTEM "http://127.0.0.1:9/x.dtd">'), "document type"),
    "laughs in UTF-16": (
        svg("<title>&d;</title>", prolog='<?xml version="1.0" encoding="utf-16"?>' + LAUGHS).encode("utf-16"), ""),
    "an encoding that Python refuses": (svg(SHAPE, prolog='<?xml version="1.0" encoding="utf-7"?>'), ""),
    "an encoding that nobody knows": (svg(SHAPE, prolog='<?xml version="1.0" encoding="klingon"?>'), ""),
    "an unfinished path": (svg('<path d="M 0 0 L 5" fill="#000000"/>'), ""),
    "an unfinished curve": (svg('<path d="M 0 0 C 1 1 2 2 Z" fill="#000000"/>'), ""),
    "a path of words": (svg('<path d="hello" fill="#000000"/>'), ""),
    "NaN in a path": (svg('<path d="M nan nan L 1 1 Z" fill="#000000"/>'), ""),
    "NaN in a circle": (svg('<circle cx="nan" cy="1" r="5" fill="#000000"/>'), ""),
    "NaN in a transform": (svg(f'<g transform="translate(nan)">{SHAPE}</g>'), ""),
    "NaN in a stroke": (svg('<path d="M 0 0 L 9 9" stroke="#000000" stroke-width="nan"/>'), ""),
    "infinity": (svg('<circle cx="1" cy="1" r="inf" fill="#000000"/>'), ""),
    "an infinite number": (svg('<path d="M 0 0 L 1e999 5 Z" fill="#000000"/>'), ""),
    "an unknown transform": (svg(f'<g transform="frobnicate(3)">{SHAPE}</g>'), ""),
    "a number of words": (svg('<circle cx="1" cy="1" r="five" fill="#000000"/>'), ""),
    "NaN in a dash": (svg('<path d="M 0 0 L 9 9" stroke="#000000" stroke-width="1" stroke-dasharray="nan 2"/>'), ""),
    "a dash of nothing": (svg('<path d="M 0 0 L 9 9" stroke="#000000" stroke-width="1" stroke-dasharray="0 0"/>'), ""),
    "a negative stroke": (svg('<path d="M 0 0 L 9 9" stroke="#000000" stroke-width="-1"/>'), ""),
    "a negative dash": (svg('<path d="M 0 0 L 9 9" stroke="#000000" stroke-width="1" stroke-dasharray="-1 2"/>'), ""),
    "no view box": ('<svg xmlns="http://www.w3.org/2000/svg"/>', "viewBox"),
    "an empty view box": (svg(SHAPE, box="0 0 0 0"), "viewBox"),
    "a view box of NaN": (svg(SHAPE, box="0 0 nan nan"), "viewBox"),
    "no SVG": ("<html/>", "SVG"),
    "no XML": ("hello", "XML"),
    "half a file": (svg(SHAPE)[:-10], "XML"),
    "an empty file": ("", "XML"),
    "too many shapes": (svg('<path d="M0 0L1 1Z"/>' * 20_001), ""),
    "too many bytes": (svg(f"<!--{'x' * 4_000_000}-->"), "bytes"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "says"), BAD_SVG.values(), ids=list(BAD_SVG))
def test_an_svg_that_cannot_be_used(workshop: Workshop, content: str | bytes, says: str) -> None:
    workshop.write("brew.yaml", HEAD)
    workshop.write("art/fish-1.svg", content)
    said = workshop.refused("brew.yaml", code=VARIANT)
    assert re.search(r"^art/fish-1\.svg:\d+:\d+: error: ", said, re.MULTILINE)
    assert says in said


@pytest.mark.parametrize(
    "shape",
    [
        '<path d="M 12.345678 23.456789 L 34.567891 45.678912 56.789123 67.891234; 3 4"/>',
        f'<path d="M {"1" * 400} 2 L x"/>',
        f'<path d="M 1 2 L {"1e" * 400}"/>',
        f'<g transform="translate({"1" * 400} x)"><path d="M 1 2 L 3 4"/></g>',
        f'<g transform="translate({"1," * 400}%)"><path d="M 1 2 L 3 4"/></g>',
        f'<polygon points="{"1" * 400};"/>',
        f'<path d="M 1 2 L 3 4" stroke="#000000" stroke-dasharray="{"1 " * 400};"/>',
    ],
    ids=["a slip in a path", "digits", "exponents", "a transform", "a long transform", "points", "dashes"],
)
def test_an_svg_with_a_slip_is_refused_at_once(tmp_path: Path, shape: str) -> None:
    """In a process of its own, since a reader that tries every way to split the digits would never come back."""
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "fish-1.svg").write_text(svg(shape), encoding="utf-8")
    (tmp_path / "brew.yaml").write_text(HEAD, encoding="utf-8")
    outcome = process(tmp_path, "build", "brew.yaml", timeout=10)
    assert outcome.code == VARIANT, outcome.err
    assert "fish-1.svg" in outcome.err


BAD_PICTURES = {
    "400 million pixels": (png(20_000, 20_000), "400 million"),
    "half a picture": (png(600, 400)[:60], ""),
    "nearly a whole picture": (png(600, 400)[:-30], ""),
    "an empty picture": (png(0, 0), ""),
    "an empty file": (b"", ""),
    "another kind of picture": (b"GIF89a" + bytes(100), ""),
}


@pytest.mark.parametrize(("content", "says"), BAD_PICTURES.values(), ids=list(BAD_PICTURES))
def test_a_picture_that_cannot_be_used(workshop: Workshop, content: bytes, says: str) -> None:
    assert len(content) < 1_000_000
    workshop.write("brew.yaml", HEAD)
    workshop.write("art/fish-1.png", content)
    said = workshop.refused("brew.yaml", code=VARIANT)
    assert "art/fish-1.png" in said
    assert says in said


def test_good_art_beside_a_variant_is_used(workshop: Workshop) -> None:
    workshop.write("brew.yaml", HEAD)
    workshop.write("art/fish-1.svg", svg(SHAPE))
    workshop.write("art/fish-2.png", png(70, 40))
    assert workshop.built("brew.yaml", "--only", "cards", "--out", "kit") == ""


@pytest.mark.parametrize("name", ["fish-1.svg", "fish-1.png"])
def test_a_folder_with_the_name_of_a_drawing(workshop: Workshop, name: str) -> None:
    workshop.write("brew.yaml", HEAD)
    (workshop.folder / "art" / name).mkdir(parents=True)
    assert name in workshop.refused("brew.yaml", code=VARIANT)


def test_a_drawing_that_cannot_be_read(workshop: Workshop) -> None:
    workshop.write("brew.yaml", HEAD)
    (workshop.folder / "art").mkdir()
    (workshop.folder / "art" / "fish-1.svg").symlink_to("nowhere.svg")
    assert "fish-1.svg" in workshop.refused("brew.yaml", code=VARIANT)
    (workshop.folder / "art" / "fish-1.svg").unlink()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("art/fish-1.svg")
        assert "fish-1.svg" in workshop.refused("brew.yaml", code=VARIANT)


def test_what_is_no_drawing_may_lie_in_the_art_folder(workshop: Workshop) -> None:
    workshop.write("brew.yaml", HEAD)
    workshop.write("art/old/fish-1.svg", "an attempt")
    workshop.write("art/README.txt", "notes")
    workshop.built("brew.yaml", "--only", "tokens", "--out", "kit")


def test_art_never_prints_outside_its_own_frame(workshop: Workshop) -> None:
    """A drawing that reaches out of its view box would otherwise black out its neighbours and the paper's edge."""
    workshop.write("brew.yaml", HEAD)
    workshop.write("art/fish-1.svg", svg('<rect x="-900" y="-900" width="2000" height="2000" fill="#000000"/>'))
    outcome = workshop.run("build", "brew.yaml", "--only", "cards", "--out", "kit")
    if outcome.code == FINE:
        picture = (
            pypdfium2.PdfDocument(workshop.folder / "kit" / "cards.pdf")[0].render(scale=1, grayscale=True).to_pil()
        )
        edge = [picture.getpixel((x, y)) for x in (3, picture.width - 4) for y in range(picture.height)]
        assert min(edge) == 255, "ink on the paper's edge"
    else:
        assert outcome.code in (VARIANT, PREFLIGHT)
        assert "fish-1" in outcome.err


def test_a_food_without_a_drawing_is_named_where_the_variant_says_it(workshop: Workshop) -> None:
    text = marked(HEAD + "kinds: {egg: {foods: [egg, ▸lemmon]}}\n")
    workshop.write("brew.yaml", text.text)
    said = workshop.refused("brew.yaml", code=VARIANT)
    assert "lemmon" in said
    assert "did you mean 'food-lemon'?" in said or "did you mean 'lemon'?" in said
    assert f"brew.yaml:{text.place.line}:{text.place.column}: error: " in said


# Words and templates beside a variant


@pytest.mark.parametrize(
    "content",
    [
        b"fish: [a]\n",
        b"fish: x\n",
        b"hello\n",
        b"fish: {1: [}\n",
        b"fish: {1: cr\xe8me}\n",
        b"board: x\n",
        b"money: {a: b}\n",
        b"",
    ],
)
def test_words_that_cannot_be_used(workshop: Workshop, content: bytes) -> None:
    workshop.write("brew.yaml", HEAD)
    workshop.write("words.en.yaml", content)
    assert "words.en.yaml" in workshop.refused("brew.yaml", code=VARIANT)


def test_a_folder_in_place_of_words(workshop: Workshop) -> None:
    workshop.write("brew.yaml", HEAD)
    (workshop.folder / "words.en.yaml").mkdir()
    assert "words.en.yaml" in workshop.refused("brew.yaml", code=VARIANT)


BAD_TEMPLATES = {
    "a division by zero": b"{{ 1 / 0 }}",
    "an unknown name": b"{{ zzz }}",
    "an unknown value": b"{{ v.zzz }}",
    "an unknown dish": b'{{ dish("zzz") }}',
    "a wrong call": b'{{ money("a", "b", "c") }}',
    "a wrong type": b'{{ 1 + "a" }}',
    "no end": b"{% if 1 %}",
    "endless recursion": b"{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    "a huge range": b"{% for i in range(10 ** 10) %}x{% endfor %}",
    "a huge text": b'{{ "x" * 10 ** 12 }}',
    "a way out": b"{{ v.__class__.__mro__ }}",
    "a file": b'{% include "/etc/passwd" %}',
    "a file above": b'{% include "../../../etc/passwd" %}',
    "not UTF-8": b"cr\xe8me",
    "an unknown figure": b"![](figure:zzz)\n",
    "a picture from elsewhere": b"![](http://127.0.0.1:9/x.png)\n",
    "a placeholder that is none": "\ue00099999\ue001".encode(),
}


@pytest.mark.parametrize("content", BAD_TEMPLATES.values(), ids=list(BAD_TEMPLATES))
def test_a_template_with_a_fault(workshop: Workshop, content: bytes) -> None:
    workshop.write("brew.yaml", HEAD)
    workshop.write("rules.en.md.j2", b"# Rules\n\n" + content + b"\n")
    outcome = workshop.run("build", "brew.yaml", "--only", "rules", "--out", "kit")
    assert outcome.code in (VARIANT, PREFLIGHT), outcome.err
    assert "rules.en.md.j2" in outcome.err or "rules" in outcome.err
    assert "Traceback" not in outcome.err
    assert not (workshop.folder / "kit").exists()


def test_markup_in_a_template_is_text(workshop: Workshop) -> None:
    workshop.write("brew.yaml", HEAD)
    workshop.write("rules.en.md.j2", '# Rules\n\nA <script>alert(1)</script> <img src="http://127.0.0.1:9/x.png"> B\n')
    workshop.built("brew.yaml", "--only", "rules", "--out", "kit")
    assert "A<script>alert(1)</script>" in pdf_text(workshop.folder / "kit" / "rules.pdf")


# The output folder

TOKENS = ("classic", "--only", "tokens", "--out")


def test_a_path_below_a_file(workshop: Workshop) -> None:
    """Not even root can write there."""
    workshop.write("file", "x")
    assert "file/kit" in workshop.refused(*TOKENS, "file/kit", code=FILES)
    assert "file/deep/kit" in workshop.refused_folder("file/deep/kit")


def test_a_path_that_is_a_file(workshop: Workshop) -> None:
    workshop.write("kit", "precious")
    assert "kit" in workshop.refused(*TOKENS, "kit", code=FILES)


def test_a_folder_that_is_not_ours(workshop: Workshop) -> None:
    workshop.write("kit/notes.txt", "precious")
    assert "kit" in workshop.refused(*TOKENS, "kit", code=FILES)


@pytest.mark.parametrize("name", ["kit/.hidden", "kit/inner/manifest.json"])
def test_a_folder_of_other_things(workshop: Workshop, name: str) -> None:
    workshop.write(name, "precious")
    assert "kit" in workshop.refused_folder("kit")


def test_a_folder_with_a_manifest_of_somebody_elses(workshop: Workshop) -> None:
    """Browser extensions and web apps have a manifest.json too; their folder must not be swapped away."""
    workshop.write("kit/manifest.json", '{"manifest_version": 3, "name": "An extension"}')
    workshop.write("kit/thesis.txt", "precious")
    assert "kit" in workshop.refused(*TOKENS, "kit", code=FILES)


@pytest.mark.parametrize("manifest", [b"[]", b"", b"no json", b"null", b'"kitgen"', b"\xff"])
def test_a_folder_with_a_manifest_that_is_none(workshop: Workshop, manifest: bytes) -> None:
    workshop.write("kit/manifest.json", manifest)
    workshop.write("kit/thesis.txt", "precious")
    workshop.refused_folder("kit")


def test_a_path_that_is_a_symbolic_link(workshop: Workshop) -> None:
    workshop.write("elsewhere/manifest.json", '{"kitgen": 1}')
    (workshop.folder / "link").symlink_to("elsewhere")
    assert "symbolic link" in workshop.refused(*TOKENS, "link", code=FILES)


@pytest.mark.parametrize(
    ("target", "path"), [("elsewhere", "link/"), ("elsewhere", "link/kit"), ("nowhere", "link"), ("file", "./link")]
)
def test_a_path_through_a_symbolic_link(workshop: Workshop, target: str, path: str) -> None:
    workshop.write("elsewhere/manifest.json", '{"kitgen": 1}')
    workshop.write("file", "precious")
    (workshop.folder / "link").symlink_to(target)
    assert "link" in workshop.refused_folder(path)


def test_the_usual_folder_as_a_symbolic_link(workshop: Workshop) -> None:
    (workshop.folder / "elsewhere").mkdir()
    (workshop.folder / "out").symlink_to("elsewhere")
    assert "symbolic link" in workshop.refused("classic", "--only", "tokens", code=FILES)


def test_the_folder_where_the_user_is(workshop: Workshop) -> None:
    workshop.write("mine.txt", "precious")
    assert "--out" in workshop.refused(*TOKENS, ".", code=FILES)


LONG = "x" * 300


@pytest.mark.parametrize(
    "path",
    ["", "/", "..", LONG, f"new/deep/{LONG}", "a/" * 2_500],
    ids=lambda path: path[:10],
)
def test_a_path_that_cannot_be(workshop: Workshop, path: str) -> None:
    """Whatever parents were made for it are gone again."""
    workshop.write("mine.txt", "precious")
    workshop.refused_folder(path)


def test_a_disk_that_is_full_leaves_the_old_kit(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.built(*TOKENS, "out/kit")

    def full(self: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert "No space" in workshop.refused(*TOKENS, "out/kit", code=FILES)
    workshop.refused(*TOKENS, "new/kit", code=FILES)


def test_an_interruption_leaves_nothing(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Path, data: bytes) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    before = tree(workshop.folder)
    outcome = workshop.run("build", *TOKENS, "kit")
    assert outcome.code == INTERRUPTED
    assert tree(workshop.folder) == before


def test_a_kit_is_replaced_by_the_next_and_an_empty_folder_is_filled(workshop: Workshop) -> None:
    (workshop.folder / "kit").mkdir()
    workshop.built(*TOKENS, "kit")
    first = tree(workshop.folder)
    assert set(first) == {"kit", "kit/manifest.json", "kit/tokens.pdf"}
    workshop.built(*TOKENS, "kit")
    assert tree(workshop.folder) == first
    workshop.built("classic", "--only", "boards", "--out", "kit")
    assert set(tree(workshop.folder)) == {"kit", "kit/manifest.json", "kit/boards.pdf"}


def test_a_refused_build_leaves_the_old_kit(workshop: Workshop) -> None:
    workshop.built(*TOKENS, "kit")
    workshop.write("brew.yaml", f"{HEAD}set_up: {{money: .nan}}\n")
    workshop.refused("brew.yaml", "--out", "kit", code=VARIANT)
    workshop.write("brew.yaml", f"{HEAD}title: Fish 鱼\n")
    workshop.refused("brew.yaml", "--out", "kit", code=PREFLIGHT)


# As a user starts it


def test_a_process_says_it_once_and_exits_so(tmp_path: Path) -> None:
    (tmp_path / "brew.yaml").write_text(f"{HEAD}set_up: {{money: .nan}}\n", encoding="utf-8")
    before = tree(tmp_path)
    outcome = process(tmp_path, "build", "brew.yaml")
    assert (outcome.code, outcome.out) == (VARIANT, "")
    assert outcome.err.startswith("brew.yaml:2:17: error: set_up.money: ")
    assert outcome.err.splitlines()[-1] == "kitgen: brew.yaml has errors; nothing was written"
    assert process(tmp_path, "build", "nix.yaml").code == FILES
    assert process(tmp_path, "build", "clasic").code == USAGE
    assert tree(tmp_path) == before


def test_a_terminal_that_knows_no_such_signs_gets_the_kit_all_the_same(tmp_path: Path) -> None:
    """As on Windows, where a redirected output is often not UTF-8."""
    (tmp_path / "brew.yaml").write_text(f"{HEAD}title: Łosoś\n", encoding="utf-8")
    outcome = process(
        tmp_path, "build", "brew.yaml", "--only", "tokens", "--out", "kit", PYTHONIOENCODING="cp1252", PYTHONUTF8="0"
    )
    assert (outcome.code, outcome.err) == (FINE, "")
    assert (tmp_path / "kit" / "tokens.pdf").is_file()
    (tmp_path / "brew.yaml").write_text(f"{HEAD}cards: {{format: Łosoś}}\n", encoding="utf-8")
    assert process(tmp_path, "build", "brew.yaml", PYTHONIOENCODING="cp1252", PYTHONUTF8="0").code == VARIANT


def test_shipped_files_are_never_touched(workshop: Workshop) -> None:
    shipped = {name: tree(resource_folder(name)) for name in ("templates", "variants")}
    workshop.write("brew.yaml", f"{HEAD}title: x\n")
    workshop.built("brew.yaml", "--only", "tokens", "--out", "kit")
    workshop.refused("brew.yaml", "--set", "set_up.money=.nan", code=VARIANT)
    assert {name: tree(resource_folder(name)) for name in ("templates", "variants")} == shipped


# ── One cause, one message ──────────────────────────────────────────────────────────────────────────────────────────

CASCADES = {
    "an unknown parent and a kind of its own": (
        "extends: clasic\nkinds: {tofu: {letter: T, colour: sky, badge: star, foods: [tofu, seaweed]}}\n",
        ["unknown-variant"],
    ),
    "a table that is not there": ("extends: classic\nremove: [recipes]\nrecipes: nowhere.csv\n", ["unknown-table"]),
    "kinds that are gone": (
        "extends: classic\nremove:\n  - market.farm.rows.roe\n  - kinds.roe\n",
        ["unknown-kind"],
    ),
    "rows that are gone": ("extends: classic\nremove: [market.farm.rows.roe]\n", ["never-sold"]),
    "a wider row": ("extends: classic\nmarket: {farm: {spaces: 6}}\n", ["ladder-length"]),
}


@pytest.mark.parametrize("what", CASCADES)
def test_one_cause_gives_one_message_at_the_authors_line(tmp_path: Path, what: str) -> None:
    text, codes = CASCADES[what]
    file = tmp_path / "brew.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as refused:
        pipeline.load(str(file))
    assert [finding.code for finding in refused.value.diagnostics] == codes
    (finding,) = refused.value.diagnostics
    assert finding.span is not None
    assert finding.span.file.endswith("brew.yaml")
    if "gone" in what:
        assert "remove: [recipes.ginger-simmered-sardines, " in finding.hint


@pytest.mark.parametrize(("name", "content", "says"), [
    ("words.en.yaml", "bogus: 1\n", "no words are called 'bogus'"),
    ("words.fr.yaml", "bogus: 1\n", "no words are called 'bogus'"),
    ("words.en.yaml", "money: x\n", "the words have lost {amount}"),
])  # fmt: skip
def test_a_check_tells_what_a_build_would_refuse(tmp_path: Path, name: str, content: str, says: str) -> None:
    file = tmp_path / "brew.yaml"
    file.write_text("extends: classic\n", encoding="utf-8")
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(VariantError) as refused:
        pipeline.check(pipeline.load(str(file)))
    assert says in str(refused.value.diagnostics[0])


def test_a_check_tells_of_a_drawing_that_nobody_made(tmp_path: Path) -> None:
    file = tmp_path / "brew.yaml"
    file.write_text("extends: classic\nkinds: {wine: {foods: [saffron, sake]}}\n", encoding="utf-8")
    for verb in (pipeline.check, lambda variant: pipeline.diff(variant, variant)):
        with pytest.raises(VariantError) as refused:
            verb(pipeline.load(str(file)))
        (finding,) = refused.value.diagnostics
        assert (finding.code, finding.path) == ("missing-art", "kinds.wine.foods[0]")
        assert finding.span is not None
        assert finding.span.line == 2
        assert "draw it in art/food-saffron.svg beside the variant" in finding.hint


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
@pytest.mark.parametrize("name", [b"art/\xff.svg", b"words.\xff.yaml", b"rules.\xff.md.j2"])
def test_a_file_beside_a_variant_whose_name_is_no_text_does_no_harm(tmp_path: Path, name: bytes) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / os.fsdecode(name)).touch()
    (tmp_path / "brew.yaml").write_text("extends: classic\n", encoding="utf-8")
    assert pipeline.load(str(tmp_path / "brew.yaml")).diagnostics == ()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes differ")
@pytest.mark.parametrize("name", ["art/x.svg", "words.xx.yaml", "page.md.j2"])
def test_a_pipe_beside_a_variant_is_not_waited_for(tmp_path: Path, name: str) -> None:
    (tmp_path / "art").mkdir()
    os.mkfifo(tmp_path / name)
    (tmp_path / "brew.yaml").write_text("extends: classic\n", encoding="utf-8")
    assert pipeline.load(str(tmp_path / "brew.yaml")).diagnostics == ()


def test_a_film_in_the_art_folder_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And counts by its size all the same."""
    (tmp_path / "art").mkdir()
    with (tmp_path / "art" / "film.svg").open("wb") as film:
        film.truncate(3_000_000_000)
    (tmp_path / "brew.yaml").write_text("extends: classic\n", encoding="utf-8")
    real = Path.read_bytes

    def read_bytes(file: Path) -> bytes:
        assert file.name != "film.svg"
        return real(file)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    before = pipeline.load(str(tmp_path / "brew.yaml")).digest
    with (tmp_path / "art" / "film.svg").open("wb") as film:
        film.truncate(2_000_000_000)
    assert pipeline.load(str(tmp_path / "brew.yaml")).digest != before


@pytest.mark.skipif(sys.platform != "linux", reason="devices differ")
@pytest.mark.parametrize(("command", "code"), [("list >/dev/full 2>/dev/full", 4), ("explain nosuch 2>/dev/full", 2)])
def test_the_exit_code_tells_where_nothing_else_can(command: str, code: int) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m kitgen.cli {command}"], stdout=subprocess.DEVNULL, check=False
    )
    assert done.returncode == code


@pytest.mark.skipif(sys.platform == "win32", reason="folders in use stay there")
def test_a_working_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f"cd {gone} && rmdir {gone} && {sys.executable} -m kitgen.cli list"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert done.returncode == 4
    assert b"the folder that you are in is gone" in done.stderr


def test_what_has_no_name_is_called_by_its_id_and_that_is_told(tmp_path: Path) -> None:
    (tmp_path / "brew.yaml").write_text("extends: classic\nrecipes: r.csv\n", encoding="utf-8")
    (tmp_path / "r.csv").write_text("id,size,ingredients,main,bonus\nsalt-eel,6,wine egg,36,4\n", encoding="utf-8")
    for language in ("en", "fr"):
        variant = pipeline.load(str(tmp_path / "brew.yaml"))
        built = pipeline.build(variant, only=["cards"], language=language, out=tmp_path / "kit")
        assert [(one.code, one.severity) for one in built.diagnostics] == [("missing-words", Severity.NOTE)]
        assert "dishes.salt-eel" in built.diagnostics[0].message
