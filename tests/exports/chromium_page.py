"""A page in headless Chromium, driven over the DevTools protocol: two pipes, no port and no further package."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

KEYS = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9, " ": 32}
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb",
         "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe")  # fmt: skip
PATIENCE = 30


class Chromium:
    """A browser with one page. ``said`` takes errors, warnings, and what was asked of the network."""

    def __init__(self, to: int, come: int) -> None:
        self._to, self._from = to, come
        self._read = b""
        self._number = 0
        self._session = ""
        self.said: list[str] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the protocol, and its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            self._hear(answer)
        assert "error" not in answer, answer
        found: dict[str, Any] = answer["result"]
        return found

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._read:
            more = os.read(self._from, 1 << 20)
            assert more, "Chromium has gone"
            self._read += more
        message, _, self._read = self._read.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def _hear(self, event: dict[str, Any]) -> None:
        method, told = event.get("method"), event.get("params", {})
        if method in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
            self.said.append(json.dumps(told)[:600])
        elif method == "Network.requestWillBeSent" and not told["request"]["url"].startswith(("file:", "data:")):
            self.said.append(told["request"]["url"])

    def open(self, url: str, width: int = 1280, height: int = 900, *, phone: bool = False) -> None:
        """Load a page in a window of that size."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=url)
        until = time.monotonic() + PATIENCE
        while not self.run("location.href !== 'about:blank' && document.readyState === 'complete'"):
            assert time.monotonic() < until, "the page does not load"
        self.run("document.fonts.ready.then(() => 0)")

    def run(self, script: str) -> Any:
        """What an expression comes to."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """One key, down and up."""
        told: dict[str, Any] = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
        text = {"text": "\r" if key == "Enter" else key} if len(key) == 1 or key == "Enter" else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **told, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **told)

    def until(self, script: str) -> Any:
        """What an expression comes to, as soon as that is true; a machine that is busy may take a while."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(script)):
            assert time.monotonic() < end, f"it never comes true: {script}"
            time.sleep(0.05)
        return found

    def click(self, selector: str) -> None:
        """The mouse on the middle of an element, once that lies still."""
        where = (
            f"(() => {{const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]})()"
        )
        before, place = None, self.run(where)
        while place != before:
            self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")
            before, place = place, self.run(where)
        x, y = place
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def media(self, **features: str) -> None:
        """Preferences of the reader, as ``prefers_color_scheme="dark"``."""
        told = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.ask("Emulation.setEmulatedMedia", features=told)

    def picture(self, **clip: float) -> bytes:
        """A PNG of the window, or of a part of the page (x, y, width, height)."""
        more = {"clip": {**clip, "scale": clip.get("scale", 1)}, "captureBeyondViewport": True} if clip else {}
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png", **more)["data"])


@contextlib.contextmanager
def chromium() -> Iterator[Chromium]:
    """A browser for a while, with a profile of its own."""
    program = shutil.which("chromium")
    assert program, "needs Chromium"
    theirs_from, ours_to = os.pipe()
    ours_from, theirs_to = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = f'exec "$0" "$@" 3<&{theirs_from} 4>&{theirs_to}'
        running = subprocess.Popen(
            ["bash", "-c", command, program, *FLAGS, f"--user-data-dir={profile}"],
            pass_fds=(theirs_from, theirs_to), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(theirs_from)
        os.close(theirs_to)
        try:
            yield Chromium(ours_to, ours_from)
        finally:
            running.terminate()
            running.wait(PATIENCE)
            os.close(ours_to)
            os.close(ours_from)


def address(file: Path, place: str = "") -> str:
    """A file as a browser calls it."""
    return file.resolve().as_uri() + (f"#{place}" if place else "")
