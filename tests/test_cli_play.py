"""`kitgen play` in a real terminal and through pipes, and `kitgen narrate`, by the words of the command line."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from conftest import LANGUAGES

from kitgen.cli import main

PATIENCE = 40
"""Seconds to wait for a prompt, on a busy machine."""

SHORT = ["--set", "set_up.days={2: 2, 3: 2, 4: 2, 5: 2, 6: 2}"]
COMMAND = [sys.executable, "-m", "kitgen.cli"]


def run(*arguments: str | Path, folder: Path, typed: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run kitgen with its input from a pipe."""
    told = subprocess.run(
        [*COMMAND, *map(str, arguments)], cwd=folder, input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True, timeout=2 * PATIENCE, env=environment(),
    )  # fmt: skip
    return subprocess.CompletedProcess(told.args, told.returncode, told.stdout.decode(), told.stderr.decode())


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "xterm", "COLUMNS": "120"}


Call = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Calls kitgen in this process, which is quicker, with an empty folder to work in and nothing to type."""

    def by_argv(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["kitgen", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, int(left.value.code or 0), out, err)

    return by_argv


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str | Path) -> None:
        self.master, slave = pty.openpty()
        self.seen = ""
        self.read_to = 0

        def own_terminal() -> None:
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)], cwd=folder, stdin=slave, stdout=slave, stderr=slave,
            preexec_fn=own_terminal, env=environment(),
        )  # fmt: skip
        os.close(slave)

    def read(self) -> bool:
        """Read what there is; False at the end."""
        ready, _, _ = select.select([self.master], [], [], 0.5)
        if not ready:
            return self.process.poll() is None
        try:
            data = os.read(self.master, 65_536)
        except OSError:
            return False
        self.seen += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)

    def wait(self, *endings: str) -> str:
        """What came since the last wait, up to one of these endings; or all of it, when the program ends."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            new = self.seen[self.read_to :]
            if new.endswith(endings):
                break
            if not self.read():
                break
        else:
            raise AssertionError(f"no prompt after {self.seen[-300:]!r}")
        new = self.seen[self.read_to :]
        self.read_to = len(self.seen)
        return new

    def type(self, text: str) -> None:
        """Type a line; the terminal shows it."""
        os.write(self.master, f"{text}\n".encode())

    def press(self, key: bytes) -> None:
        """Press a key."""
        os.write(self.master, key)

    def press_until_it_ends(self, key: bytes) -> int:
        """Press a key, and again after a while: one that falls between two reads of the terminal may get lost."""
        until = time.monotonic() + PATIENCE
        again = 0.0
        while self.process.poll() is None and time.monotonic() < until:
            if time.monotonic() >= again:
                self.press(key)
                again = time.monotonic() + 3
            self.read()
        return self.end()

    def end(self) -> int:
        """The exit code, when the program has ended."""
        until = time.monotonic() + PATIENCE
        while self.read() and time.monotonic() < until:
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self.master)


PROMPT, CONFIRM = "> ", "undo to take it back: "


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[type[Terminal]]:
    """Makes terminals that are closed afterwards."""
    opened: list[Terminal] = []

    class Closing(Terminal):
        def __init__(self, *arguments: str | Path) -> None:
            super().__init__(tmp_path, *arguments)
            opened.append(self)

    yield Closing  # type: ignore[misc]
    for one in opened:
        one.close()


def policy(shown: str, bought: int) -> str:
    """A simple player: a fish and an ingredient a day, then passes; cooks what it can, else throws fish."""
    table = shown[shown.rindex("Day ") :] if "Day " in shown else shown
    if "throw 2" in table:
        if re.search(r"^ +1 [A-Z].*size \d", table, re.MULTILINE):
            return "cook 1"
        mine = re.search(r"^  \w+ \(you\) .*?fish ([1-6])", table, re.MULTILINE)
        assert mine, table
        return f"throw {mine.group(1)}"
    for row in re.findall(r"^  \* ([1-6PBGRYW]) .*left$", table, re.MULTILINE):
        if bought == 0 and row.isdigit():
            return f"fish {row}"
        if bought == 1 and not row.isdigit():
            return str(row)
    return "pass"


def play_on(game: Terminal, shown: str) -> str:
    """Play by the policy from a prompt to the end of the program; what came last."""
    bought, turns = 0, 0
    while shown.endswith(PROMPT):
        turns += 1
        assert turns < 200, game.seen[-2_000:]
        typed = policy(shown, bought)
        bought = 0 if typed.startswith(("cook", "throw")) else bought + 1
        game.type(typed)
        assert game.wait(CONFIRM, PROMPT).endswith(CONFIRM)
        game.type("")
        shown = game.wait(PROMPT)
    return shown


def test_a_whole_game_in_a_terminal(terminal: type[Terminal], tmp_path: Path) -> None:
    """Wrong inputs, a refused move and its rule, undo, save; then on to the end, and a transcript that replays."""
    game = terminal("play", "classic", "--bots", "random", "--players", "2", "--seed", "3", *SHORT)
    first = game.wait(PROMPT)
    assert "Type help" in first
    assert "Day 1 of 2 · morning" in first
    for typed, answer in (
        ("", ""), ("sell my shoes", "I do not understand 'sell my shoes'"), ("fish 17", "which fish?"),
        ("\x1b[A", "I do not understand"), ("help", "save FILE"), ("cook 1", "No. FC-3.1"),
        ("why", "FC-3.1: Take turns."),
        ("why FC-7.2", "FC-7.2: "), ("save kept.json", "Saved in kept.json"), ("table", "Day 1 of 2"),
    ):  # fmt: skip
        game.type(typed)
        assert answer in game.wait(PROMPT), typed
    game.type("pass")
    assert "Pass." in game.wait(CONFIRM)
    game.type("undo")
    assert "Taken back." in game.wait(PROMPT)
    last = play_on(game, first)
    assert game.end() == 0
    assert "The game is over." in last
    assert re.search(r"wins? with|share the win", last)
    (file,) = set(tmp_path.glob("*.json")) - {tmp_path / "kept.json"}
    assert f"The transcript is in {file.name}." in last
    told = json.loads(file.read_text(encoding="utf-8"))
    assert told["players"] == ["you", "random"]
    assert len(told["scores"]) == 2
    replayed = run("narrate", "classic", "--replay", file, *SHORT, folder=tmp_path)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert f"{len(told['turns'])} moves, the same end." in replayed.stdout


@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
@pytest.mark.parametrize("asked", ["prompt", "confirmation"])
def test_leaving_saves_and_the_game_resumes(
    terminal: type[Terminal], tmp_path: Path, key: bytes, code: int, asked: str
) -> None:
    """At the prompt and before a confirmation; the unsent choice is not saved."""
    game = terminal("play", "--bots", "random", "--players", "2", "--seed", "5", "--save", "mine.json", *SHORT)
    game.wait(PROMPT)
    game.type("pass")
    game.wait(CONFIRM)
    game.type("")
    game.wait(PROMPT)
    if asked == "confirmation":
        game.type("blind")
        game.wait(CONFIRM)
    assert game.press_until_it_ends(key) == code
    assert "Saved in mine.json." in game.seen
    assert "Traceback" not in game.seen
    told = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
    assert [turn["move"] for turn in told["turns"] if turn["seat"] == 0] == ["pass"]
    assert told["scores"] == []

    again = terminal("play", "--resume", "mine.json", *SHORT)
    shown = again.wait(PROMPT)
    assert "Day 1 of 2" in shown
    if key == b"\x04" and asked == "prompt":
        last = play_on(again, shown)
        assert again.end() == 0
        assert "The game is over." in last
        told = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
        assert len(told["scores"]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_through_pipes(tmp_path: Path, language: str) -> None:
    """Far more passes than there are turns, with every size of fish thrown whenever that is possible."""
    typed = "pass\n\n" + "".join(f"throw {size}\n\n" for size in range(1, 7)) + "nonsense\n"
    told = run("play", "--bots", "random", "--players", "3", "--lang", language, "--save", "piped.json", *SHORT,
               folder=tmp_path, typed=typed * 60)  # fmt: skip
    assert (told.returncode, told.stderr) == (0, "")
    assert {"en": "The game is over.", "fr": "La partie est finie."}[language] in told.stdout
    assert len(json.loads((tmp_path / "piped.json").read_text(encoding="utf-8"))["scores"]) == 3


def test_the_end_of_input_saves_and_leaves(tmp_path: Path) -> None:
    told = run("play", "--bots", "random", "--save", "half.json", folder=tmp_path, typed="fish")
    assert told.returncode == 0
    assert "Saved in half.json" in told.stdout
    assert "Traceback" not in told.stderr
    assert (tmp_path / "half.json").exists()


def test_bytes_that_are_no_text_do_not_end_the_game(tmp_path: Path) -> None:
    told = run("play", "--bots", "random", "--players", "2", "--save", "x.json", folder=tmp_path,
               typed=b"\xff\xfe\npass\n\nquit\n")  # fmt: skip
    assert told.returncode == 0
    assert "kitgen: error" not in told.stderr


def test_quit_saves_and_leaves(tmp_path: Path) -> None:
    told = run("play", "--bots", "random", "--save", "q.json", folder=tmp_path, typed="quit\n")
    assert (told.returncode, told.stderr) == (0, "")
    assert "Go on with: kitgen play --resume q.json" in told.stdout


# ── Resuming ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of random bots."""
    folder = tmp_path_factory.mktemp("told")
    told = run("narrate", "--bots", "random", "--players", "3", "--seed", "9", "--json", folder=folder)
    assert (told.returncode, told.stderr) == (0, "")
    (folder / "told.json").write_text(told.stdout, encoding="utf-8")
    return folder / "told.json"


def cut(file: Path, folder: Path, turns: int) -> Path:
    """The game as it was after some turns."""
    told = json.loads(file.read_text(encoding="utf-8"))
    told["turns"], told["scores"], told["winners"] = told["turns"][:turns], [], []
    (folder / "cut.json").write_text(json.dumps(told), encoding="utf-8")
    return folder / "cut.json"


def test_a_finished_game_is_resumed_at_its_end(finished: Path, tmp_path: Path) -> None:
    told = run("play", "--resume", finished, "--save", "again.json", folder=tmp_path)
    assert told.returncode == 0
    assert "The game is over." in told.stdout


def test_a_game_without_a_person_is_resumed_or_refused_cleanly(finished: Path, tmp_path: Path) -> None:
    """A transcript of bots only, not finished: they play on, or it is said that there is no seat for you."""
    told = run("play", "--resume", cut(finished, tmp_path, 3), "--save", "again.json", folder=tmp_path)
    assert told.returncode in (0, 2), told.stderr
    assert "this is a fault of kitgen's" not in told.stderr


def test_a_changed_variant_is_not_resumed(finished: Path, call: Call, tmp_path: Path) -> None:
    told = call("play", "--resume", cut(finished, tmp_path, 5), "--set", "set_up.money=99")
    assert told.returncode == 2
    assert "departs at set-up" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    ("text", "code"), [(None, 4), ("{}", 2), ("nonsense", 2), ('{"kitgen": 99}', 2)],
    ids=["missing", "empty", "no-json", "another-format"],
)  # fmt: skip
@pytest.mark.parametrize("option", [["play", "--resume"], ["narrate", "--replay"]], ids=["play", "narrate"])
def test_broken_files_are_clean_errors(
    call: Call, tmp_path: Path, option: list[str], text: str | None, code: int
) -> None:
    if text is not None:
        (tmp_path / "game.json").write_text(text, encoding="utf-8")
    told = call(*option, "game.json")
    assert (told.returncode, told.stdout) == (code, "")
    assert "game.json" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_variant_named_by_a_broken_file_is_a_clean_error(finished: Path, call: Call, tmp_path: Path) -> None:
    for name in ("nothing-like-it", "../../x", "a\0b", ""):
        told = json.loads(finished.read_text(encoding="utf-8"))
        told["variant"] = name
        (tmp_path / "game.json").write_text(json.dumps(told), encoding="utf-8")
        result = call("play", "--resume", "game.json")
        assert result.returncode in (2, 4), (name, result.stderr)


# ── narrate ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_narrate_tells_a_game(finished: Path, call: Call) -> None:
    for language, day in (("en", "Day 4 of 4"), ("fr", "Jour 4 sur 4")):
        told = call("narrate", "--bots", "random", "--players", "3", "--seed", "9", "--lang", language)
        assert (told.returncode, told.stderr) == (0, "")
        assert day in told.stdout
        replayed = call("narrate", "--replay", finished, "--lang", language)
        assert replayed.stdout.startswith(told.stdout)


def test_narrate_json_replays_to_the_same_end(finished: Path, call: Call) -> None:
    turns = len(json.loads(finished.read_text(encoding="utf-8"))["turns"])
    told = call("narrate", "classic", "--replay", finished)
    assert told.returncode == 0
    assert told.stdout.endswith(f"{turns} moves, the same end.\n")


def test_narrate_says_where_a_changed_variant_departs(finished: Path, call: Call) -> None:
    turns = json.loads(finished.read_text(encoding="utf-8"))["turns"]
    at = next(number for number, turn in enumerate(turns, start=1) if turn["move"] == "blind")
    told = call("narrate", "--replay", finished, "--set", "school.blind_price=4")
    assert f"departs at move {at}" in told.stdout + told.stderr
    assert "'blind'" in told.stdout + told.stderr


def test_narrate_of_an_unfinished_game_says_so(finished: Path, call: Call, tmp_path: Path) -> None:
    told = call("narrate", "--replay", cut(finished, tmp_path, 7))
    assert (told.returncode, told.stdout) == (0, "7 moves, the same; the game is not over.\n")


def test_an_edited_end_is_noticed(finished: Path, call: Call, tmp_path: Path) -> None:
    told = json.loads(finished.read_text(encoding="utf-8"))
    told["scores"][0] += 1
    (tmp_path / "edited.json").write_text(json.dumps(told), encoding="utf-8")
    assert call("narrate", "--replay", "edited.json").stdout.endswith("moves, another end.\n")


@pytest.mark.parametrize(
    "wrong",
    [["--players", "9"], ["--players", "x"], ["--seed", "-1"], ["--seed", "18446744073709551616"], ["--bots", "genius"],
     ["--bots", ""], ["--lang", "xx"], ["--set", "set_up.money=many"], ["no-such-variant"]],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize("verb", ["narrate", "play"])
def test_wrong_options_are_clean_errors(call: Call, tmp_path: Path, verb: str, wrong: Sequence[str]) -> None:
    arguments = wrong if "--bots" in wrong else [*wrong, "--bots", "random"]
    told = call(verb, *arguments)
    assert told.returncode == (1 if "--set" in wrong else 2), told.stderr
    assert told.stderr
    assert "Traceback" not in told.stderr
    assert "this is a fault of kitgen's" not in told.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_save_that_cannot_be_written_is_a_clean_error(tmp_path: Path) -> None:
    for name in ("nowhere/game.json", "."):
        told = run("play", "--bots", "random", "--save", name, folder=tmp_path, typed="quit\n")
        assert told.returncode == 4, (name, told.stderr)
        assert "Traceback" not in told.stderr
    assert list(tmp_path.iterdir()) == []
