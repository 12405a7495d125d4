"""A visitor of the page: a headless Chromium that pastes lists and reads what the page shows."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

from tests.formats.write.browser import Browser

PHONE = (390, 844)
_PATIENCE = 120  # seconds; only a page that is broken takes as long


class Visitor(Browser):
    """A browser on the page, as a player uses it."""

    def visit(self, link: str, size: tuple[int, int] = PHONE, dark: bool = False) -> None:
        """Open the page at `link` and wait until the paste box is there."""
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._call("Emulation.setEmulatedMedia", media="screen", features=scheme)
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=size[0],
            height=size[1],
            deviceScaleFactor=1,
            mobile=size[0] < 600,
        )
        self._call("Page.navigate", url="about:blank")
        self.said.clear()
        self._call("Page.navigate", url=link)
        self.wait("document.readyState === 'complete' && !!document.getElementById('text')")

    def wait(self, condition: str) -> None:
        """Wait until `condition`, in JavaScript, is true."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            with suppress(AssertionError):  # while one page goes and the next comes
                if self.ask(f"!!({condition})"):
                    return
            time.sleep(0.05)
        told = self.ask("document.getElementById('state').textContent")
        raise AssertionError(f"never true: {condition}; the page says {told!r} and {self.said[:3]}")

    def wait_for_engine(self) -> None:
        """Wait until the engine has started."""
        self.wait("document.documentElement.dataset.ready === 'yes'")

    def paste(self, text: str) -> None:
        """Put `text` into the box, press the button and wait for the verdict."""
        self.ask("delete document.documentElement.dataset.milliseconds")
        self.ask(f"document.getElementById('text').value = {json.dumps(text)}; 0")
        self.ask("document.getElementById('check').click()")
        self.wait_for_verdict()

    def wait_for_verdict(self) -> None:
        """Wait until a verdict is shown that was not there when it was last asked for."""
        self.wait("'milliseconds' in document.documentElement.dataset")

    def forget_verdict(self) -> None:
        """Say that the verdict shown now is an old one."""
        self.ask("delete document.documentElement.dataset.milliseconds")

    def read(self, place: str) -> str:
        """Return the visible text of the element with the id `place`."""
        return str(self.ask(f"document.getElementById({json.dumps(place)}).innerText")).strip()

    def read_all(self, selector: str) -> list[str]:
        """Return the text of every element that `selector` finds."""
        found: list[str] = self.ask(
            f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.textContent)"
        )
        return found

    def click(self, selector: str) -> None:
        """Click the first element that `selector` finds."""
        self.ask(f"document.querySelector({json.dumps(selector)}).click()")

    def find_barriers(self, axe: str) -> list[dict[str, Any]]:
        """Return what axe-core, whose source is `axe`, has against the page as it is shown now."""
        self.ask(f"{axe}; 0")
        found: list[dict[str, Any]] = self.ask(
            "axe.run(document, {iframes: false}).then((told) => told.violations.map((each) =>"
            " ({id: each.id, nodes: each.nodes.map((node) => node.html.slice(0, 120))})))"
        )
        return found
