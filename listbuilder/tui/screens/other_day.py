"""What the roster would be on another day, before the player takes that day."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from listbuilder.advice.other_day import Change, OtherDay, Part
from listbuilder.tui.screens.base import Fitting
from listbuilder.tui.widgets.army import SIGNS
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.verdict import headline
from listbuilder.tui.words import Words

NOT_THERE = "–"


class OtherDayScreen(Fitting, Screen[bool]):
    """Enter takes the day, escape leaves the roster as it is; the arrows only scroll."""

    DEFAULT_CSS = "OtherDayScreen Rows { height: 1fr; border: round $primary; border-title-style: bold; padding: 0 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, found: OtherDay, words: Words) -> None:
        super().__init__()
        self.found = found
        self.words = words

    def compose(self) -> ComposeResult:
        yield Rows(id="changes")
        yield KeyBar()

    def on_mount(self) -> None:
        rows, words = self.query_one(Rows), self.words
        rows.border_title = words("day.title")
        rows.show(list(_lines(self.found, words)))
        self.set_focus(rows)
        self.query_one(KeyBar).show([("take", "⏎", words("day.take")), ("leave", "Esc", words("day.leave"))])

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        self.dismiss(event.action == "take")

    def action_take(self) -> None:
        self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)


def _lines(found: OtherDay, words: Words) -> Iterator[Line]:
    for position in (found.before, found.after):
        day = words.dated(position.army) if position.army else ""
        text, look = headline(position, words)
        yield Line(left=day, right=text, look=look)
    yield Line()
    if not found.changes:
        yield Line(left=words("day.nothing"), look="dim", wrap=True)
    for change in found.changes:
        yield from _change(change, words)
    if found.changes and found.same:
        yield Line(left=words("day.same", count=found.same), look="dim", wrap=True)
    for problem in found.problems:
        yield Line(left=words.problem(problem, place=False), mark="✗", look="bad", wrap=True)
    yield from _findings(found, words)


def _change(change: Change, words: Words) -> Iterator[Line]:
    """Its price on both days; below it what is otherwise beside that."""
    before, after = change.before, change.after
    costs = (_points(before), _points(after))
    right = costs[0] if costs[0] == costs[1] else f"{costs[0]} → {costs[1]}"
    yield Line(left=words.name(change.name), right=right, look="bad" if after is None else "")
    if before is not None and after is not None and before.name != after.name:
        yield Line(left=words("day.renamed", name=words.name(after.name)), look="dim", indent=2, wrap=True)
    if change.why is not None:
        yield Line(left=words.problem(change.why, place=False), look="warn", indent=2, wrap=True)
    for note in change.remarks:
        yield Line(left=words.note(note), look="dim", indent=2, wrap=True)


def _points(part: Part | None) -> str:
    if part is None:
        return NOT_THERE
    return "?" if part.points is None else str(part.points)


def _findings(found: OtherDay, words: Words) -> Iterator[Line]:
    effect = found.effect
    if effect.against or effect.cured:
        yield Line()
    for finding in effect.against:
        sign, look = SIGNS[finding.severity]
        yield Line(left=f"{finding.code} {words.finding(finding)}", mark=sign, mark_look=look, wrap=True)
    for finding in effect.cured:
        text = words("day.cured", what=f"{finding.code} {words.finding(finding)}")
        yield Line(left=text, mark="✓", mark_look="good", look="dim", wrap=True)
