"""The pages in a real browser, on a phone and on a desktop: paste, fix, hand in, a live desk, published lists."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("httpx2", reason="needs the extra web")

from tests.desk.conftest import EVENT, LEGAL, PLAYERS
from tests.desk.running import Server, hand_in, read_codes
from tests.desk.test_hand_in import LEGAL_10E_TOO_DEAR
from tests.formats.write.browser import Browser

WIDTHS = [390, 1400]


class Visitor(Browser):
    """A browser that visits addresses."""

    def visit(self, address: str, width: int) -> None:
        """Open an address and wait until it is loaded."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=844,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self._events.clear()
        self._call("Page.navigate", url=address)
        while "Page.loadEventFired" not in self._events:
            self._receive()

    def forget(self) -> None:
        """Forget all cookies."""
        self._call("Network.enable")
        self._call("Network.clearBrowserCookies")

    def wait(self, words: str) -> None:
        """Wait until an expression is true. While a page is replaced, it can't be asked."""
        for _ in range(600):
            with contextlib.suppress(AssertionError):
                if self.ask(f"!!({words})"):
                    return
            time.sleep(0.1)
        raise AssertionError(words)

    def click(self, selector: str) -> None:
        """Click on what `selector` finds, once it is there."""
        self.wait(
            f"(() => {{const found = document.querySelector({json.dumps(selector)});"
            "if (!found || document.readyState !== 'complete') return false;"
            "found.click(); return true})()"
        )

    def check_look(self) -> None:
        """Check that nothing has to be scrolled sideways, and that no message is on the console."""
        root = "document.documentElement"
        self.wait(
            f"{root} && document.readyState === 'complete' && {root}.scrollWidth <= {root}.clientWidth"
        )
        assert self.said == []


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "event.yaml").write_text(EVENT, encoding="utf-8")
    (tmp_path / "players.csv").write_text(PLAYERS, encoding="utf-8")
    server = Server(tmp_path / "event.yaml", "--jobs", "1", "--rate", "0")
    yield server
    server.stop()


@pytest.fixture
def browser() -> Iterator[Visitor]:
    browser = Visitor()
    yield browser
    browser.close()


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_an_evening(server: Server, browser: Visitor, tmp_path: Path, width: int) -> None:
    codes = read_codes(tmp_path)
    browser.visit(f"{server.players}#Anna%20Schmidt/{codes['Anna Schmidt']}", width)
    browser.check_look()
    browser.click("form.box button")
    browser.wait("document.querySelector('#text') && document.readyState === 'complete'")
    browser.ask(
        "(() => {const box = document.querySelector('#text');"
        f"box.value = {json.dumps(LEGAL_10E_TOO_DEAR)};"
        "box.dispatchEvent(new Event('input', {bubbles: true})); return 1})()"
    )
    browser.wait("document.querySelector('#verdict .verdict.illegal')")  # without a click
    browser.check_look()
    browser.click("[hx-post='/fix']")
    browser.wait("document.querySelector('#verdict .verdict.legal')")
    browser.click(".button.main")
    browser.wait("document.querySelector('.versions a')")
    browser.check_look()
    browser.visit(server.desk, width)
    browser.wait("document.querySelector('.desk tbody tr')")
    browser.wait("document.querySelector('[data-live].on')")
    browser.check_look()
    browser.click("[data-filters] button")
    jo = server.enter("Björn Åkesson", codes["Björn Åkesson"])
    hand_in(jo, LEGAL_10E_TOO_DEAR)
    browser.wait("document.querySelectorAll('.desk tbody tr').length === 2")  # without a click
    browser.wait("document.querySelector('[data-filters] [aria-pressed=true]')")
    browser.ask(
        "(() => {const field = document.querySelector('.ask [name=note]'); field.value = 'agreed';"
        "field.closest('form').querySelector('[value=accept]').click(); return 1})()"
    )
    browser.wait("document.querySelectorAll('.desk tr.legal .mark').length === 1")
    browser.click(".desk a.player")
    browser.wait("document.querySelector('pre.source')")
    browser.check_look()
    browser.visit(server.desk, width)
    browser.click("button[value=publish]")
    browser.wait("document.querySelector('button[value=hide]')")
    browser.forget()
    browser.visit(f"{server.players}lists", width)
    browser.check_look()
    browser.click("a.player")
    browser.wait("document.querySelector('table, .units')")
    browser.check_look()


@pytest.mark.slow
def test_what_is_typed_is_not_lost_by_an_update(
    server: Server, browser: Visitor, tmp_path: Path
) -> None:
    codes = read_codes(tmp_path)
    hand_in(server.enter("Anna Schmidt", codes["Anna Schmidt"]), LEGAL_10E_TOO_DEAR)
    browser.visit(server.desk, 1400)
    browser.wait("document.querySelector('.ask [name=note]') && document.querySelector('.on')")
    browser.ask(
        "(() => {const field = document.querySelector('.ask [name=note]');"
        "field.focus(); field.value = 'half a no'; return 1})()"
    )
    hand_in(server.enter("Björn Åkesson", codes["Björn Åkesson"]), LEGAL)
    time.sleep(3)
    assert browser.ask("document.querySelector('.ask [name=note]').value") == "half a no"
    assert browser.ask("document.querySelectorAll('.desk tbody tr').length") == 1
    browser.ask("document.activeElement.blur()")
    browser.wait("document.querySelectorAll('.desk tbody tr').length === 2")
