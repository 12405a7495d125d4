"""The comparison of the open list with another one, by what they mean."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.games.common.editor import Text
from listbuilder.i18n.messages import add_remark
from listbuilder.model.army import Extra, Unit
from listbuilder.model.finding import Amount
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from listbuilder.tui.actions.open_file import refuse_missing_file
from listbuilder.tui.screens.dialogs import Answer, Ask, Info, Type
from listbuilder.tui.widgets.rows import Line
from listbuilder.tui.widgets.verdict import format_headline
from listbuilder.workspace import folders
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from listbuilder.advice.diff import Diff, Difference, UnitDiff, Value
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.tui.text import Words

NOTHING = "–"
LIST_BYTES = 30_000_000


async def compare_with_another(screen: BuilderScreen) -> None:
    """Ask for a list of any program, and show in a dialog how it differs from the open roster.

    A notice says so if one of them can't be read, or if they are of different games.
    """
    words, path = screen.words, await _ask_file(screen)
    if path is None:
        return
    try:
        other_position = await asyncio.to_thread(_read_list, path, screen)
    except Unreadable as error:
        screen.notify(words.describe_problem(error.problems[0]), severity="error")
        return
    own_position = screen.session.position
    if own_position.army is None or other_position.army is None:
        problems = [*own_position.problems, *other_position.problems]
        screen.notify(
            words.describe_problem(problems[0]) if problems else words("cannot_edit"),
            severity="error",
        )
        return
    if own_position.army.book.system != other_position.army.book.system:
        screen.notify(
            words(
                "compare.two_games",
                mine=own_position.army.book.name,
                other=other_position.army.book.name,
            ),
            severity="error",
        )
        return
    from listbuilder.advice.diff import compare_lists

    diff = await asyncio.to_thread(compare_lists, own_position, other_position, with_notes=True)
    lines = list(_yield_lines(diff, screen.session.name or words("unnamed"), path.name, words))
    screen.app.push_screen(Info(words("compare.title", name=path.name), lambda _: lines))


async def _ask_file(screen: BuilderScreen) -> Path | None:
    """Ask for a file to compare with, and return its path; None if the player gives up.

    The recent files are offered first, without the open one; the player may type another path.
    """
    words = screen.words
    recent_files = [
        path
        for path in folders.list_recent_files()
        if folders.is_there(path) and path != screen.session.path
    ]
    if recent_files:
        answers = [
            Answer(key=str(path), left=path.name, right=str(path.parent), words=(str(path),))
            for path in recent_files
        ]
        answers.append(Answer(key="", left=words("another_file")))
        chosen = await screen.app.push_screen_wait(
            Ask(words("compare.ask"), answers, placeholder=words("search_files"))
        )
        if chosen or chosen is None:
            return Path(chosen) if chosen else None
    typed = await screen.app.push_screen_wait(
        Type(words("compare.ask"), f"{Path.cwd()}/", partial(refuse_missing_file, words))
    )
    return Path(typed.strip()).expanduser() if typed else None


def _read_list(path: Path, screen: BuilderScreen) -> Position:
    """Return the list in the file at `path`, a roster or a list of another program, as a position.

    Raises Unreadable. A file that is named like a roster is not imported as another program's list.
    """
    from listbuilder.data.is_roster_file import is_named_as_ours
    from listbuilder.formats import import_list

    session, name = screen.session, str(path)
    most_bytes = reader.ROSTER_BYTES if is_named_as_ours(name) else LIST_BYTES
    raw = reader.read_bytes(path, most_bytes)
    position = Position.read(raw, name, session.library, session.as_of)
    if position.army is not None or is_named_as_ours(name):
        return position
    imported = import_list.import_list(raw, name, session.library)
    if imported.document is None:
        raise Unreadable(imported.account.unread)
    return Position(imported.document, session.library, file=name, as_of=session.as_of)


def _yield_lines(diff: Diff, own_name: str, other_name: str, words: Words) -> Iterator[Line]:
    """Yield the lines of the comparison: both verdicts, then differences and changed findings.

    If the lists don't differ, a line says so.
    """
    for name, position in ((own_name, diff.before), (other_name, diff.after)):
        text, look = format_headline(position, words)
        yield Line(left=name, right=text, look=look)
    yield Line()
    if diff.is_alike:
        yield Line(left=words("compare.alike"), look="dim", wrap=True)
        return
    for change in diff.army:
        yield Line(left=_format_change(change, words), mark="~", wrap=True)
    for unit in diff.units:
        yield from _yield_unit(unit, words)
    for extra in diff.extras:
        part = extra.after or extra.before
        if part is not None:
            mark, look = _choose_sign(extra.before, extra.after)
            yield Line(
                left=words.translate_name(part.name),
                right=_format_points(extra.before, extra.after),
                mark=mark,
                mark_look=look,
            )
    if diff.same:
        yield Line(left=words("day.same", count=diff.same), look="dim", wrap=True)
    for finding in diff.effect.against:
        yield Line(
            left=f"{finding.code} {words.describe_finding(finding)}",
            mark="✗",
            mark_look="bad",
            wrap=True,
        )
    for finding in diff.effect.cured:
        text = words("day.cured", what=f"{finding.code} {words.describe_finding(finding)}")
        yield Line(left=text, mark="✓", mark_look="good", look="dim", wrap=True)


def _yield_unit(unit: UnitDiff, words: Words) -> Iterator[Line]:
    """Yield the line of a unit that differs, and below it the lines of its differences.

    A unit that only one list has is marked as added or removed.
    """
    part = unit.after or unit.before
    if part is None:
        return
    mark, look = _choose_sign(unit.before, unit.after)
    name = words.translate_name(part.name)
    if part.custom_name:
        name = add_remark(name, part.custom_name, words.lang)
    models = ""
    if part.models > 1 and None in (unit.before, unit.after):
        models = f"{part.models} "
    yield Line(
        left=f"{models}{name}",
        right=_format_points(unit.before, unit.after),
        mark=mark,
        mark_look=look,
    )
    if unit.before is not None and unit.after is not None:
        for change in unit.changes:
            yield Line(left=_format_change(change, words), look="dim", indent=4, wrap=True)
    if unit.why is not None:
        yield Line(
            left=words.describe_problem(unit.why, place=False), look="warn", indent=4, wrap=True
        )


def _choose_sign(before: object, after: object) -> tuple[str, str]:
    """Return (sign, colour) of a change.

    It is an addition if `before` is None, a removal if `after` is None, and else a difference.
    """
    if before is None:
        return "+", "good"
    if after is None:
        return "-", "bad"
    return "~", "warn"


def _format_points(before: Unit | Extra | None, after: Unit | Extra | None) -> str:
    """Return the points before and after as `90 → 100`, or once if they are equal or only one is
    given.

    Unknown points are a question mark.
    """
    costs = [
        "?" if part.points is None else str(part.points)
        for part in (before, after)
        if part is not None
    ]
    return costs[0] if len(set(costs)) == 1 else " → ".join(costs)


def _format_change(change: Difference, words: Words) -> str:
    """Return the line for one difference, with the values before and after; None stands for no
    value.
    """
    before, after = (_format_value(value, words) for value in (change.before, change.after))
    if change.what in ("trait", "label", "fact"):
        if change.before is None:
            return f"+ {after}"
        if change.after is None:
            return f"- {before}"
        return f"{before} → {after}"
    return words("compare.change", what=words(f"compare.{change.what}"), before=before, after=after)


def _format_value(value: Value, words: Words) -> str:
    """Return `value` in the current language; a dash for None and for an empty map of counts."""
    if isinstance(value, Text):
        return words.format_text(value)
    if isinstance(value, dict):
        return (
            words("listed", items=[Amount(count, name) for name, count in value.items()]) or NOTHING
        )
    return NOTHING if value is None else words.translate_name(str(value))
