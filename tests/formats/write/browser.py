"""A headless Chromium that the tests talk to over a pipe, in the words of its DevTools protocol."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.needs import find_program

# Draws every character of the page as the page would, and compares it with a character that no font has.
_MISSING = """(() => {
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d", {willReadFrequently: true});
  canvas.width = canvas.height = 48;
  const drawn = (text) => {
    pen.clearRect(0, 0, 48, 48);
    pen.font = "24px " + getComputedStyle(document.body).fontFamily;
    pen.fillText(text, 8, 32);
    return pen.getImageData(0, 0, 48, 48).data.join();
  };
  const none = drawn("\\u{10FFFD}"), found = [];
  const unseen = /[\\u2066-\\u2069\\u2060\\ufe0f]/u;
  for (const character of new Set(document.body.innerText))
    if (character.trim() && !unseen.test(character) && drawn(character) === none) found.push(character);
  return found.join("");
})()"""


class Browser:
    """One page at a time. `said` are errors of the console and of the page's policy."""

    def __init__(self) -> None:
        program = find_program("chromium")
        self._folder = tempfile.TemporaryDirectory(
            prefix="listbuilder-chromium-", ignore_cleanup_errors=True
        )
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        words = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--no-first-run",
        ]
        words += ["--remote-debugging-pipe", f"--user-data-dir={self._folder.name}", "about:blank"]
        script = (
            f'exec 3<&{to_read} 4>&{to_write}; exec "$0" "$@"'  # where the protocol wants its pipe
        )
        self._process = subprocess.Popen(
            ["bash", "-c", script, program, *words],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._rest = b""
        self._count = 0
        self._session: str | None = None
        self.said: list[str] = []
        self._events: list[str] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log"):
            self._call(f"{domain}.enable")

    def close(self) -> None:
        os.close(self._out)
        self._process.terminate()
        self._process.wait(20)
        os.close(self._in)
        self._folder.cleanup()

    def open(self, file: Path, width: int, height: int, dark: bool = False) -> None:
        phone = width < 600
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=phone,
        )
        self._call("Emulation.setEmulatedMedia", media="screen", features=scheme)
        self.said.clear()
        self._events.clear()
        self._call("Page.navigate", url=file.resolve().as_uri())
        while "Page.loadEventFired" not in self._events:
            self._receive()
        self.ask("document.fonts.ready.then(() => 1)")

    def ask(self, words: str) -> Any:
        answer = self._call(
            "Runtime.evaluate", expression=words, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def missing(self) -> str:
        return str(self.ask(_MISSING))

    def picture(self, to: Path, whole: bool = True) -> Path:
        data = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)[
            "data"
        ]
        to.write_bytes(base64.b64decode(data))
        return to

    def paper(self, to: Path, width: float, height: float) -> Path:
        """As printed; inches."""
        self._call("Emulation.setEmulatedMedia", media="print", features=[])
        answer = self._call(
            "Page.printToPDF",
            paperWidth=width,
            paperHeight=height,
            preferCSSPageSize=False,
            printBackground=True,
        )
        to.write_bytes(base64.b64decode(answer["data"]))
        return to

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        self._count += 1
        number = self._count
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer)
                return dict(answer["result"])

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._in, 1 << 16)
            assert more, "the browser is gone"
            self._rest += more
        first, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        method, params = message.get("method", ""), message.get("params", {})
        if method:
            self._events.append(method)
        if method == "Log.entryAdded":
            self.said.append(params["entry"]["text"])
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.said.append(json.dumps(params))
        return message
