"""Widgets alone, and how text is measured."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import ComposeResult

from listbuilder.data.library import Library
from listbuilder.tui.text import Words
from listbuilder.tui.widgets import verdict
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.terminal_cells import (
    cut_with_ellipsis,
    lay_out_columns,
    pad_text,
    wrap_lines,
)
from listbuilder.tui.widgets.verdict import draw_bar
from listbuilder.workspace.session import Session
from tests.own_state import ROOT
from tests.tui.driving import WidgetApp


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("Overlord", 8, "Overlord"),
        ("Overlord", 7, "Overlo…"),
        ("オーヴァーロード", 16, "オーヴァーロード"),
        ("オーヴァーロード", 15, "オーヴァーロー…"),
        ("オーヴァーロード", 14, "オーヴァーロ…"),
        ("超出", 1, " "),
        ("abc", 0, ""),
    ],
)
def test_cut(text: str, width: int, expected: str) -> None:
    assert cut_with_ellipsis(text, width) == expected
    assert cell_len(cut_with_ellipsis(text, width)) <= width


@pytest.mark.parametrize(
    "text",
    [
        "one two three",
        "太陽系にロスターがあります。",
        "混ぜた mixed text 文",
        "",
        "x" * 50,
        "ア" * 50,
    ],
)
@pytest.mark.parametrize("width", [2, 5, 11, 40])
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = wrap_lines(text, width)
    assert all(cell_len(line) <= width + (line[-1:] in "。、") for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_wrapped_breaks_between_words() -> None:
    assert wrap_lines("2015 points; the limit is 2000", 12) == [
        "2015 points;",
        "the limit is",
        "2000",
    ]


def test_padded_measures_cells() -> None:
    assert [cell_len(pad_text(text, 10)) for text in ("ab", "アーミー", "統帥統帥統帥")] == [
        10,
        10,
        10,
    ]


def test_columns_stay_within_the_width() -> None:
    rows = [
        ("Weapon", "Range", "A"),
        ("gauss flayer with a long name", '24"', "1"),
        ("クローク", "-", "12"),
    ]
    for width in (60, 24):
        lines = lay_out_columns(rows, width)
        assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize(
    ("points", "expected"),
    [(0, "░" * 10), (1000, "█" * 5 + "░" * 5), (2000, "█" * 10), (4000, "█" * 5 + "▚" * 5)],
)
def test_bar(points: int, expected: str) -> None:
    assert draw_bar(points, 2000, 10) == expected


class _One(WidgetApp):
    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = rows
        self.heard: list[Any] = []

    def compose(self) -> ComposeResult:
        yield self.rows

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        self.heard.append(event.key)

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        self.heard.append(("chosen", event.key))


def _lines(*keys: str) -> list[Line]:
    return [Line(left="head", look="head"), *(Line(key=key, left=key) for key in keys)]


def test_the_cursor_keeps_its_line_and_finds_the_next_when_it_is_gone() -> None:
    async def run() -> None:
        rows = Rows()
        app = _One(rows)
        async with app.run_test(size=(30, 10)) as pilot:
            rows.show_lines(_lines("a", "b", "c", "d"))
            rows.focus()
            await pilot.press("down", "down")
            assert rows.cursor == "c"
            found = []
            for keys in ("xacd", "xad", "x"):
                rows.show_lines(_lines(*keys))
                found.append(rows.cursor)
            assert found == ["c", "d", "x"]
            rows.show_lines([])
            assert rows.cursor is None
            rows.show_lines(_lines("a", "b"), "b")
            await pilot.press("down", "up", "home")
            assert rows.cursor == "a"

    asyncio.run(run())


def test_the_mouse_selects_and_chooses() -> None:
    async def run() -> None:
        rows = Rows()
        app = _One(rows)
        async with app.run_test(size=(30, 10)) as pilot:
            rows.show_lines(_lines("a", "b", "c"))
            await pilot.click(rows, offset=(2, 3))
            await pilot.click(rows, offset=(2, 3))
            await pilot.click(rows, offset=(2, 0))  # a heading is not chosen
            await pilot.pause()
            assert rows.cursor == "c"
            assert app.heard[-2:] == ["c", ("chosen", "c")]

    asyncio.run(run())


def test_only_changed_lines_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        rows = Rows()
        app = _One(rows)
        async with app.run_test(size=(30, 30)) as pilot:
            rows.show_lines([Line(key=i, left=f"line {i}") for i in range(20)])
            await pilot.pause()
            drawn: list[int] = []
            monkeypatch.setattr(rows, "refresh_line", drawn.append)
            rows.show_lines(
                [Line(key=i, left=f"line {i}" if i != 7 else "changed") for i in range(20)]
            )
            assert drawn == [7]

    asyncio.run(run())


def test_the_footer_shows_what_fits_and_can_be_clicked() -> None:
    pressed: list[str] = []

    class Footer(WidgetApp):
        def compose(self) -> ComposeResult:
            yield KeyBar()

        def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
            pressed.append(event.action)

    async def run() -> None:
        app = Footer()
        async with app.run_test(size=(20, 5)) as pilot:
            bar = app.query_one(KeyBar)
            bar.show_keys(
                [("one", "a", "追加"), ("two", "x", "外す"), ("three", "d", "too long for it")]
            )
            await pilot.pause()
            await pilot.click(bar, offset=(10, 0))
            await pilot.pause()
            await pilot.click(bar, offset=(18, 0))
            await pilot.pause()

    asyncio.run(run())
    assert pressed == ["two"]


def test_actions_know_no_widgets() -> None:
    script = "import sys, listbuilder.tui.keymap; print([m for m in sys.modules if m.split('.')[0] in ('textual', 'rich')])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"


def test_the_session_knows_no_screen() -> None:
    script = (
        "import sys, listbuilder.workspace.session, listbuilder.roster.commands, listbuilder.roster.effect;"
        "print([m for m in sys.modules if m.split('.')[0] in ('textual', 'rich')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"


def test_the_verdict_looks_for_the_fixes_of_the_first_findings_alone() -> None:
    wrong = {
        "datasheet": "immortals",
        "models": [{"model": "Immortal", "count": 5, "wargear": {"tesla carbine": 9}}],
    }
    roster = {"system": "warhammer-40k-10e", "faction": "necrons", "units": [wrong] * 300}
    session = Session(json.dumps(roster).encode(), Library(), autosave=False)
    lines = list(verdict.VerdictPane()._yield_lines(session, Words("en"), 40))
    with_fixes = {
        line.key[1] for line in lines if isinstance(line.key, tuple) and line.key[0] == "fix"
    }
    assert len(with_fixes) == verdict.WITH_FIXES
    assert sum("fixes are shown for the first 100 problems" in line.left for line in lines) == 1
    findings = [line for line in lines if isinstance(line.key, tuple) and line.key[0] == "finding"]
    assert len(findings) == len(session.position.findings) > 300
