"""The builder on a terminal that can't show it, and on the console of Linux."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from rich.cells import cell_len
from textual.drivers.headless_driver import HeadlessDriver

from listbuilder.cli import edit
from listbuilder.model.problem import Unreadable
from listbuilder.tui.linux_console import SIGNS, make_plain_driver


def test_a_terminal_that_only_prints_lines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(edit, "sys", SimpleNamespace(stdin=terminal, stdout=terminal))
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    monkeypatch.setenv("TERM", "dumb")
    with pytest.raises(Unreadable) as refused:
        edit._require_screen()
    assert refused.value.problems[0].key == "dumb_terminal"
    monkeypatch.setenv("TERM", "xterm")
    edit._require_screen()


def test_signs_of_the_console_take_as_many_cells() -> None:
    for code, sign in SIGNS.items():
        assert cell_len(chr(code)) == cell_len(str(sign)), sign


def test_the_console_gets_plain_signs() -> None:
    written: list[str] = []

    class Kept(HeadlessDriver):
        def write(self, data: str) -> None:
            written.append(data)

    make_plain_driver(Kept).write(SimpleNamespace(), "✓ LEGAL ‹ 5 ›")  # type: ignore[arg-type]
    assert written == ["√ LEGAL < 5 >"]
