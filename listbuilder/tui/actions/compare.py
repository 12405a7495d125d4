"""This list against another one: what of it is different, by what it means."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.edit import folders
from listbuilder.games.shared.choices import Text
from listbuilder.law.position import Position
from listbuilder.model.army import Extra, Unit
from listbuilder.model.finding import Amount
from listbuilder.model.problem import Unreadable
from listbuilder.store import reader
from listbuilder.store.words import bracketed
from listbuilder.tui.screens.ask import Answer, Ask, Info, Type
from listbuilder.tui.widgets.rows import Line
from listbuilder.tui.widgets.verdict import headline

if TYPE_CHECKING:
    from listbuilder.advice.diff import Change, Diff, UnitDiff, Value
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.tui.words import Words

NOTHING = "–"
LIST_BYTES = 30_000_000


async def with_another(me: BuilderScreen) -> None:
    """Asks for a list of any program, and shows what is different in it."""
    words, path = me.words, await _ask(me)
    if path is None:
        return
    try:
        other = await asyncio.to_thread(_read, path, me)
    except Unreadable as error:
        me.notify(words.problem(error.problems[0]), severity="error", timeout=10)
        return
    mine = me.session.position
    if mine.army is None or other.army is None:
        problems = [*mine.problems, *other.problems]
        me.notify(words.problem(problems[0]) if problems else words("cannot_edit"), severity="error", timeout=10)
        return
    if mine.army.book.system != other.army.book.system:
        me.notify(words("compare.two_games", mine=mine.army.book.name, other=other.army.book.name), severity="error")
        return
    from listbuilder.advice.diff import between_lists

    found = await asyncio.to_thread(between_lists, mine, other)
    lines = list(_lines(found, me.session.name or words("unnamed"), path.name, words))
    me.app.push_screen(Info(words("compare.title", name=path.name), lambda _: lines))


async def _ask(me: BuilderScreen) -> Path | None:
    words = me.words
    known = [each for each in folders.recent() if folders.is_there(each) and each != me.session.path]
    if known:
        answers = [Answer(key=str(each), left=each.name, right=str(each.parent), words=(str(each),)) for each in known]
        answers.append(Answer(key="", left=words("another_file")))
        chosen = await me.app.push_screen_wait(Ask(words("compare.ask"), answers, placeholder=words("search_files")))
        if chosen or chosen is None:
            return Path(chosen) if chosen else None
    typed = await me.app.push_screen_wait(Type(words("compare.ask"), f"{Path.cwd()}/", me.builder.no_file))
    return Path(typed.strip()).expanduser() if typed else None


def _read(path: Path, me: BuilderScreen) -> Position:
    """A roster of ours, or whatever can be imported. Raises Unreadable."""
    from listbuilder.exchange import imports
    from listbuilder.store.ours import named_as_ours

    session, name = me.session, str(path)
    raw = reader.read_bytes(path, reader.ROSTER_BYTES if named_as_ours(name) else LIST_BYTES)
    own = Position.read(raw, name, session.library, session.as_of)
    if own.army is not None or named_as_ours(name):
        return own
    made = imports.import_list(raw, name, session.library)
    if made.document is None:
        raise Unreadable(made.account.unread)
    return Position(made.document, session.library, file=name, as_of=session.as_of)


def _lines(found: Diff, mine: str, other: str, words: Words) -> Iterator[Line]:
    for name, position in ((mine, found.before), (other, found.after)):
        text, look = headline(position, words)
        yield Line(left=name, right=text, look=look)
    yield Line()
    if found.alike:
        yield Line(left=words("compare.alike"), look="dim", wrap=True)
        return
    for change in found.army:
        yield Line(left=_said(change, words), mark="~", wrap=True)
    for unit in found.units:
        yield from _unit(unit, words)
    for extra in found.extras:
        part = extra.after or extra.before
        if part is not None:
            mark, look = _sign(extra.before, extra.after)
            yield Line(left=words.name(part.name), right=_points(extra.before, extra.after), mark=mark, mark_look=look)
    if found.same:
        yield Line(left=words("day.same", count=found.same), look="dim", wrap=True)
    for finding in found.effect.against:
        yield Line(left=f"{finding.code} {words.finding(finding)}", mark="✗", mark_look="bad", wrap=True)
    for finding in found.effect.cured:
        text = words("day.cured", what=f"{finding.code} {words.finding(finding)}")
        yield Line(left=text, mark="✓", mark_look="good", look="dim", wrap=True)


def _unit(unit: UnitDiff, words: Words) -> Iterator[Line]:
    part = unit.after or unit.before
    if part is None:
        return
    mark, look = _sign(unit.before, unit.after)
    name = bracketed(words.name(part.name), part.custom_name, words.lang) if part.custom_name else words.name(part.name)
    models = f"{part.models} " if part.models > 1 and None in (unit.before, unit.after) else ""
    yield Line(left=f"{models}{name}", right=_points(unit.before, unit.after), mark=mark, mark_look=look)
    for change in unit.changes if unit.before is not None and unit.after is not None else ():
        yield Line(left=_said(change, words), look="dim", indent=4, wrap=True)
    if unit.why is not None:
        yield Line(left=words.problem(unit.why, place=False), look="warn", indent=4, wrap=True)


def _sign(before: object, after: object) -> tuple[str, str]:
    return ("+", "good") if before is None else ("-", "bad") if after is None else ("~", "warn")


def _points(before: Unit | Extra | None, after: Unit | Extra | None) -> str:
    costs = ["?" if part.points is None else str(part.points) for part in (before, after) if part is not None]
    return costs[0] if len(set(costs)) == 1 else " → ".join(costs)


def _said(change: Change, words: Words) -> str:
    before, after = (_value(value, words) for value in (change.before, change.after))
    if change.what in ("trait", "label", "fact"):
        if change.before is None:
            return f"+ {after}"
        return f"- {before}" if change.after is None else f"{before} → {after}"
    return words("compare.change", what=words(f"compare.{change.what}"), before=before, after=after)


def _value(value: Value, words: Words) -> str:
    if isinstance(value, Text):
        return words.text(value)
    if isinstance(value, dict):
        return words("listed", items=[Amount(count, name) for name, count in value.items()]) or NOTHING
    return NOTHING if value is None else words.name(str(value))
