"""The changes of an answer as the terminal lists them.

Each says what to do to which unit, on which line, and for how many points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path as FilePath

import msgspec

from listbuilder.advice import move_text
from listbuilder.advice.fix_moves import OPEN
from listbuilder.advice.fix_plan import ChoiceTitle, Clash, FixTitle, Move, Plan
from listbuilder.advice.fix_state import Answer
from listbuilder.i18n import messages
from listbuilder.i18n.messages import Lang
from listbuilder.model.army import Unit
from listbuilder.model.base import Path
from listbuilder.model.finding import Fix, Stamped
from listbuilder.roster.position import Position

LineOf = Callable[[Path], int | None]
_OWN = FilePath(__file__).parent / "moves.yaml"
_REMOVALS = (
    "drop_unit",
    "drop_copies",
    "drop_units",
    "drop",
    "drop_thing",
)  # fixes that take units out


class AnswerLine(msgspec.Struct, frozen=True, kw_only=True):
    """One change. `text` says all of it: “remove Lychguard, 5 models (line 8)”.

    `unit` and `change` are its two halves, “Lychguard” and “remove”; both are empty for a change
    that has no such halves. `points`: the change of the total; None if the game counts no points,
    or the change is only possible with the next one.
    """

    text: str
    unit: str = ""
    change: str = ""
    points: int | None = None
    removes: int = 0  # units


def list_answer_lines(
    answer: Answer, start: Position, lang: Lang, line_of: LineOf | None = None
) -> list[AnswerLine]:
    """Return the changes of `answer` to the roster `start` as lines with their points.

    `line_of`: a function that tells on which line of the player's file a path of `start` is; None
    means the lines of the file of `start`.
    """
    lines = line_of or make_line_finder(start)
    totals = _list_totals(answer.moves, start)
    answer_lines = []
    for place, move in enumerate(answer.moves):
        before, after = totals[place], totals[place + 1]
        if (
            before is None and after is not None
        ):  # with those before it, which are not possible alone
            before = next(
                (total for total in reversed(totals[: place + 1]) if total is not None), None
            )
        points = None if before is None or after is None else after - before
        answer_lines.append(
            msgspec.structs.replace(_make_line(move, start, lang, lines), points=points)
        )
    return answer_lines


def make_fix_line(finding: Stamped, fix: Fix, start: Position, lang: Lang) -> AnswerLine:
    """Return the change that `fix`, a fix of `finding`, makes as a line without points."""
    units = start.army.units if start.army else ()
    gone = {step.path for step in fix.edit.steps if step.op == "remove"}
    lost = frozenset(unit.path for unit in units if (unit.removal or unit.path) in gone)
    part: Path = ()
    for unit in units:
        if any(step.path[: len(unit.path)] == unit.path for step in fix.edit.steps):
            part = unit.path
            break
    move = Move(edit=fix.edit, title=FixTitle(fix, finding), lost=lost, part=part)
    return _make_line(move, start, lang, make_line_finder(start))


def make_line_finder(position: Position) -> LineOf:
    """Return a function that tells on which line of the file a path of the roster is."""

    def find_line(path: Path) -> int | None:
        """Return the number of the line on which `path` is in the file; None if it is not known."""
        mark = position.document.find_mark(path) if position.document else None
        return mark[0] if mark else None

    return find_line


def _list_totals(moves: Sequence[Move], start: Position) -> list[int | None]:
    """Return the points of `start` before the first of `moves`, and after each one.

    An entry is None if the moves up to there can't be made without the next one. All are None if
    the game counts no points.
    """
    counts = start.army is not None and start.army.counts_points
    totals: list[int | None] = [start.points if counts else None]
    for count in range(1, len(moves) + 1):
        totals.append(_calculate_points_after(moves[:count], start) if counts else None)
    return totals


def _calculate_points_after(moves: Sequence[Move], start: Position) -> int | None:
    """Return the points of `start` after `moves`; None if they are not possible or give no army."""
    try:
        after = start.apply(Plan(start.data, moves).edit)
    except (Clash, KeyError, IndexError, TypeError):
        return None
    return after.points if after.army is not None else None


# --- one change ---


def _make_line(move: Move, start: Position, lang: Lang, line_of: LineOf) -> AnswerLine:
    """Return `move` as a line, without its points.

    A move that only removes units says so; any other is worded by its title. If the move is about
    one unit, the line's `unit` and `change` are set where the change can be said in a few words.
    """
    units = start.army.units if start.army else []
    gone = [unit for unit in units if unit.path in move.lost]
    if gone and _is_only_removal(move, gone):
        removed_units = format_units(gone, lang, line_of)
        removal = AnswerLine(
            text=_get_message("remove", lang, units=removed_units), removes=len(gone)
        )
        if len(gone) > 1:
            return removal
        name = _name_unit(gone[0], units, lang, line_of)
        return msgspec.structs.replace(
            removal, unit=name, change=_get_message("change.remove", lang)
        )
    text = move_text.format_phrase(move, start.system, lang)
    unit = start.find_unit(move.part)
    if unit is None:
        return AnswerLine(text=text, removes=len(gone))
    name = _name_unit(unit, units, lang, line_of)
    if (
        name != messages.translate_name(unit.name, lang)
        and (line := line_of(unit.path)) is not None
    ):
        text = messages.add_remark(text, _describe_lines([line], lang), lang)
    change = _describe_change(move, start, lang)
    return AnswerLine(text=text, unit=name if change else "", change=change, removes=len(gone))


def _is_only_removal(move: Move, gone: Sequence[Unit]) -> bool:
    """Return whether `move` only removes the units `gone`, exactly those its title names."""
    title = move.title
    if not isinstance(title, FixTitle) or title.kind not in _REMOVALS:
        return False
    args = title.fix.args
    names = list(args["units"]) if "units" in args else [args["unit"]] * int(args.get("count", 1))
    return sorted(names) == sorted(unit.name for unit in gone)


def _name_unit(unit: Unit, units: Sequence[Unit], lang: Lang, line_of: LineOf) -> str:
    """Return the name of `unit`, with its line if others of `units` have the same name."""
    name = messages.translate_name(unit.name, lang)
    line = line_of(unit.path)
    if line is None or sum(other.name == unit.name for other in units) < 2:
        return name
    return messages.add_remark(name, _describe_lines([line], lang), lang)


def _describe_change(move: Move, start: Position, lang: Lang) -> str:
    """Return what changes for the unit, in a few words without its name, or an empty string.

    Examples: without an enhancement, or another number of models. Empty if only a whole sentence
    can say the change.
    """
    title = move.title
    if isinstance(title, FixTitle) and title.kind in ("drop_enhancement", "drop_free_enhancement"):
        return _get_message("change.without", lang, names=title.fix.args["enhancement"])
    if not isinstance(title, ChoiceTitle):
        return ""
    before, after = title.field.value, title.choice
    if before.key == after.key == "models" and before.args.keys() == after.args.keys() == {"count"}:
        return _get_message(
            "change.models", lang, before=before.args["count"], after=after.args["count"]
        )
    if after.key in OPEN and before.key == "name_points" and not title.gives:
        return _get_message(
            "change.without",
            lang,
            names=move_text.format_choice(before, start.system, lang, priced=False),
        )
    return ""


# --- units in words ---


def format_units(units: Sequence[Unit], lang: Lang, line_of: LineOf) -> str:
    """Return `units` in words, equal ones counted: “3 × Lychguard, 5 models each”.

    The lines are added in brackets, such as (lines 8–10). Units are equal if they have the same
    name and number of models. `line_of`: tells the line of a unit's path.
    """
    groups: dict[tuple[str, int], list[Unit]] = {}
    for unit in units:
        groups.setdefault((unit.name, unit.models), []).append(unit)
    return messages.join_list(
        [_describe_equal_units(group, lang, line_of) for group in groups.values()], lang
    )


def format_units_by_name(units: Sequence[Unit], lang: Lang, line_of: LineOf) -> str:
    """Return `units` in words, counted by name: “5 × Lychguard (lines 8–11 and the new one)”.

    `line_of`: tells the line of a unit's path; a unit without a line is new.
    """
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(unit.name, []).append(unit)
    texts = []
    for name, group in groups.items():
        key = "units.each" if len(group) > 1 else "units.one"
        text = _get_message(key, lang, count=len(group), name=name)
        lines = [line for unit in group if (line := line_of(unit.path)) is not None]
        if lines:
            lines_text = _describe_lines(lines, lang)
            if len(lines) < len(group):
                lines_text = _get_message("units.and_new", lang, where=lines_text)
            text = messages.add_remark(text, lines_text, lang)
        texts.append(text)
    return messages.join_list(texts, lang)


def _describe_equal_units(units: Sequence[Unit], lang: Lang, line_of: LineOf) -> str:
    """Return `units`, all of one name and size, in words: their number, size and lines.

    The lines are left out if one of them is not known.
    """
    unit = units[0]
    key = ("each" if len(units) > 1 else "one") + ("_of" if unit.models > 1 else "")
    text = _get_message(f"units.{key}", lang, count=len(units), name=unit.name, models=unit.models)
    lines = [line for unit_of_group in units if (line := line_of(unit_of_group.path)) is not None]
    if len(lines) < len(units):
        return text
    return messages.add_remark(text, _describe_lines(lines, lang), lang)


def _describe_lines(lines: Iterable[int], lang: Lang) -> str:
    """Return line numbers in words, neighbours as a range: “lines 8–11, 14”."""
    ranges: list[tuple[int, int]] = []
    for line in sorted(set(lines)):
        if ranges and ranges[-1][1] == line - 1:
            ranges[-1] = (ranges[-1][0], line)
        else:
            ranges.append((line, line))
    numbers = [str(first) if first == last else f"{first}–{last}" for first, last in ranges]
    is_one_line = len(ranges) == 1 and ranges[0][0] == ranges[0][1]
    return _get_message("line" if is_one_line else "lines", lang, lines=numbers)


def _get_message(key: str, lang: Lang, **args: object) -> str:
    """Return the message `key` of moves.yaml in `lang`, with `args` filled in."""
    return messages.say(_OWN, key, lang, args)
