"""The screen that shows what another date would change, before the player takes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from listbuilder.advice.other_date import OtherDay, Part, PartChange
from listbuilder.tui.screens.base import Fitting
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.army import SIGNS
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.verdict import format_headline

NOT_THERE = "–"


class OtherDayScreen(Fitting, Screen[bool]):
    """The changes that another date brings.

    Enter takes the date, Escape leaves the roster as it is; the arrows only scroll.
    """

    DEFAULT_CSS = """
    OtherDayScreen Rows {
        height: 1fr; border: round $frame-focus; border-title-style: bold; padding: 0 1;
        border-title-color: $foreground;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, other_day: OtherDay, words: Words) -> None:
        """Show what `other_day` changes."""
        super().__init__()
        self.found = other_day
        self.words = words

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen: the changes and the footer."""
        yield Rows(id="changes")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the changes and the keys."""
        rows, words = self.query_one(Rows), self.words
        rows.border_title = words("day.title")
        rows.show_lines(list(_yield_lines(self.found, words)))
        self.set_focus(rows)
        self.query_one(KeyBar).show_keys(
            [("take", "⏎", words("day.take")), ("leave", "Esc", words("day.leave"))]
        )

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Answer with what was clicked in the footer."""
        self.dismiss(event.action == "take")

    def action_take(self) -> None:
        """Close the screen and take the date."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Close the screen and leave the roster as it is."""
        self.dismiss(False)


def _yield_lines(other_day: OtherDay, words: Words) -> Iterator[Line]:
    """Yield both verdicts, then a line for each change that the other date brings.

    These are changed parts, problems, and findings that come or go. A line says so if nothing
    changes.
    """
    for position in (other_day.before, other_day.after):
        day = words.describe_date(position.army) if position.army else ""
        text, look = format_headline(position, words)
        yield Line(left=day, right=text, look=look)
    yield Line()
    if not other_day.changes:
        yield Line(left=words("day.nothing"), look="dim", wrap=True)
    for change in other_day.changes:
        yield from _yield_change(change, words)
    if other_day.changes and other_day.same:
        yield Line(left=words("day.same", count=other_day.same), look="dim", wrap=True)
    for problem in other_day.problems:
        yield Line(
            left=words.describe_problem(problem, place=False), mark="✗", look="bad", wrap=True
        )
    yield from _yield_findings(other_day, words)


def _yield_change(change: PartChange, words: Words) -> Iterator[Line]:
    """Yield the line of a part with its points on both dates, and below it what else changes about
    it.
    """
    before, after = change.before, change.after
    costs = (_format_points(before), _format_points(after))
    right = costs[0] if costs[0] == costs[1] else f"{costs[0]} → {costs[1]}"
    yield Line(
        left=words.translate_name(change.name), right=right, look="bad" if after is None else ""
    )
    if before is not None and after is not None and before.name != after.name:
        yield Line(
            left=words("day.renamed", name=words.translate_name(after.name)),
            look="dim",
            indent=2,
            wrap=True,
        )
    if change.why is not None:
        yield Line(
            left=words.describe_problem(change.why, place=False), look="warn", indent=2, wrap=True
        )
    for note in change.remarks:
        yield Line(left=words.describe_note(note), look="dim", indent=2, wrap=True)


def _format_points(part: Part | None) -> str:
    """Return the points of a part; a dash if it is not there, `?` if they are not known."""
    if part is None:
        return NOT_THERE
    return "?" if part.points is None else str(part.points)


def _yield_findings(other_day: OtherDay, words: Words) -> Iterator[Line]:
    """Yield the findings that the other date causes, then those that it removes."""
    effect = other_day.effect
    if effect.against or effect.cured:
        yield Line()
    for finding in effect.against:
        sign, look = SIGNS[finding.severity]
        yield Line(
            left=f"{finding.code} {words.describe_finding(finding)}",
            mark=sign,
            mark_look=look,
            wrap=True,
        )
    for finding in effect.cured:
        text = words("day.cured", what=f"{finding.code} {words.describe_finding(finding)}")
        yield Line(left=text, mark="✓", mark_look="good", look="dim", wrap=True)
