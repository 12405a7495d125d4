"""The changes of an answer as the terminal lists them: what to do to which unit, on which line, and for how many points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path as FilePath

import msgspec

from listbuilder.advice import said
from listbuilder.advice.moves import OPEN
from listbuilder.advice.plan import Clash, Move, OfField, OfFinding, Plan
from listbuilder.advice.state import Answer
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.model.base import Path
from listbuilder.model.finding import Fix, Stamped
from listbuilder.store import words
from listbuilder.store.words import Lang

LineOf = Callable[[Path], int | None]
_OWN = FilePath(__file__).parent / "moves.yaml"
_REMOVALS = ("drop_unit", "drop_copies", "drop_units", "drop", "drop_thing")  # fixes that take units out


class AnswerLine(msgspec.Struct, frozen=True, kw_only=True):
    """One change. `text` says all of it: “remove Lychguard, 5 models (line 8)”.

    `unit` and `change` are its two halves, “Lychguard” and “remove”; both are empty for a change that has no such halves.
    `points`: the change of the total; None if the game counts no points, or the change is only possible with the next one.
    """

    text: str
    unit: str = ""
    change: str = ""
    points: int | None = None
    removes: int = 0  # units


def lines_of(answer: Answer, start: Position, lang: Lang, line_of: LineOf | None = None) -> list[AnswerLine]:
    """Return the changes of an answer to `start`. `line_of`: the line of a place of `start` in the player's file."""
    lines = line_of or line_in(start)
    totals = _totals(answer.moves, start)
    found = []
    for place, move in enumerate(answer.moves):
        before, after = totals[place], totals[place + 1]
        if before is None and after is not None:  # with those before it, which are not possible alone
            before = next((total for total in reversed(totals[: place + 1]) if total is not None), None)
        points = None if before is None or after is None else after - before
        found.append(msgspec.structs.replace(_line(move, start, lang, lines), points=points))
    return found


def line_of_fix(finding: Stamped, fix: Fix, start: Position, lang: Lang) -> AnswerLine:
    """Return the change of one fix of a finding, without its points."""
    units = start.army.units if start.army else ()
    gone = {step.path for step in fix.edit.steps if step.op == "remove"}
    lost = frozenset(unit.path for unit in units if (unit.removal or unit.path) in gone)
    part = next((unit.path for unit in units for step in fix.edit.steps if step.path[: len(unit.path)] == unit.path), ())
    return _line(Move(edit=fix.edit, title=OfFinding(fix, finding), lost=lost, part=part), start, lang, line_in(start))


def line_in(position: Position) -> LineOf:
    """Return what tells the line of a place in the file that a position was read from."""

    def line_of(path: Path) -> int | None:
        mark = position.document.mark(path) if position.document else None
        return mark[0] if mark else None

    return line_of


def _totals(moves: Sequence[Move], start: Position) -> list[int | None]:
    """Return the points before the first change and after each one; None where these changes do not go without the next."""
    counts = start.army is not None and start.army.counts_points
    found: list[int | None] = [start.points if counts else None]
    for count in range(1, len(moves) + 1):
        found.append(_points_after(moves[:count], start) if counts else None)
    return found


def _points_after(moves: Sequence[Move], start: Position) -> int | None:
    try:
        after = start.apply(Plan(start.data, moves).edit)
    except (Clash, KeyError, IndexError, TypeError):
        return None
    return after.points if after.army is not None else None


# --- one change ---


def _line(move: Move, start: Position, lang: Lang, line_of: LineOf) -> AnswerLine:
    units = start.army.units if start.army else []
    gone = [unit for unit in units if unit.path in move.lost]
    if gone and _removes(move, gone):
        what = listed_units(gone, lang, line_of)
        removal = AnswerLine(text=_say("remove", lang, units=what), removes=len(gone))
        if len(gone) > 1:
            return removal
        name = _called(gone[0], units, lang, line_of)
        return msgspec.structs.replace(removal, unit=name, change=_say("change.remove", lang))
    text = said.phrase(move, start.system, lang)
    unit = start.unit_at(move.part)
    if unit is None:
        return AnswerLine(text=text, removes=len(gone))
    name = _called(unit, units, lang, line_of)
    if name != words.local(unit.name, lang) and (line := line_of(unit.path)) is not None:
        text = words.bracketed(text, _lines([line], lang), lang)
    change = _change(move, start, lang)
    return AnswerLine(text=text, unit=name if change else "", change=change, removes=len(gone))


def _removes(move: Move, gone: Sequence[Unit]) -> bool:
    """Return whether all that the move does is to take out these units, each named in its title."""
    title = move.title
    if not isinstance(title, OfFinding) or title.kind not in _REMOVALS:
        return False
    args = title.fix.args
    names = list(args["units"]) if "units" in args else [args["unit"]] * int(args.get("count", 1))
    return sorted(names) == sorted(unit.name for unit in gone)


def _called(unit: Unit, units: Sequence[Unit], lang: Lang, line_of: LineOf) -> str:
    """Return the name of a unit, with its line where the army has another one of that name."""
    name = words.local(unit.name, lang)
    line = line_of(unit.path)
    if line is None or sum(each.name == unit.name for each in units) < 2:
        return name
    return words.bracketed(name, _lines([line], lang), lang)


def _change(move: Move, start: Position, lang: Lang) -> str:
    """Return what becomes of the unit, without its name; empty if only the whole sentence says it."""
    title = move.title
    if isinstance(title, OfFinding) and title.kind in ("drop_enhancement", "drop_free_enhancement"):
        return _say("change.without", lang, names=title.fix.args["enhancement"])
    if not isinstance(title, OfField):
        return ""
    before, after = title.field.value, title.choice
    if before.key == after.key == "models" and before.args.keys() == after.args.keys() == {"count"}:
        return _say("change.models", lang, before=before.args["count"], after=after.args["count"])
    if after.key in OPEN and before.key == "name_points" and not title.gives:
        return _say("change.without", lang, names=said.choice_text(before, start.system, lang, priced=False))
    return ""


# --- units in words ---


def listed_units(units: Sequence[Unit], lang: Lang, line_of: LineOf) -> str:
    """Return units as a list in which equal ones are counted: “3 × Lychguard, 5 models each (lines 8–10)”."""
    groups: dict[tuple[str, int], list[Unit]] = {}
    for unit in units:
        groups.setdefault((unit.name, unit.models), []).append(unit)
    return words.listed([_counted(group, lang, line_of) for group in groups.values()], lang)


def counted_units(units: Sequence[Unit], lang: Lang, line_of: LineOf) -> str:
    """Return units as a list, counted by name. One without a line is new: “5 × Lychguard (lines 8–11 and the new one)”."""
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(unit.name, []).append(unit)
    said = []
    for name, group in groups.items():
        text = _say("units.each" if len(group) > 1 else "units.one", lang, count=len(group), name=name)
        lines = [line for unit in group if (line := line_of(unit.path)) is not None]
        if lines:
            where = _lines(lines, lang)
            where = _say("units.and_new", lang, where=where) if len(lines) < len(group) else where
            text = words.bracketed(text, where, lang)
        said.append(text)
    return words.listed(said, lang)


def _counted(units: Sequence[Unit], lang: Lang, line_of: LineOf) -> str:
    unit = units[0]
    key = ("each" if len(units) > 1 else "one") + ("_of" if unit.models > 1 else "")
    text = _say(f"units.{key}", lang, count=len(units), name=unit.name, models=unit.models)
    lines = [line for each in units if (line := line_of(each.path)) is not None]
    return words.bracketed(text, _lines(lines, lang), lang) if len(lines) == len(units) else text


def _lines(lines: Iterable[int], lang: Lang) -> str:
    """Return line numbers in words, neighbours as a range: “lines 8–11, 14”."""
    ranges: list[tuple[int, int]] = []
    for line in sorted(set(lines)):
        if ranges and ranges[-1][1] == line - 1:
            ranges[-1] = (ranges[-1][0], line)
        else:
            ranges.append((line, line))
    numbers = [str(first) if first == last else f"{first}–{last}" for first, last in ranges]
    return _say("line" if len(ranges) == 1 and ranges[0][0] == ranges[0][1] else "lines", lang, lines=numbers)


def _say(key: str, lang: Lang, **args: object) -> str:
    return words.say(_OWN, key, lang, args)
