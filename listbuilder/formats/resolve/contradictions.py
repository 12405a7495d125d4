"""Report what a list says of itself twice, and not the same.

Such a list is neither legal nor illegal, for nobody knows which it is. Only the list's own
statements are compared. That its prices are not today's is no contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.matching.numbers import ROUND, has_price, split_last_bracket
from listbuilder.model.base import Path
from listbuilder.model.rulebook import BattleSize


def drop_counts_of_zero(parsed: ParsedList, account: Account) -> None:
    """Remove units and entries that are listed zero times, and report each as a contradiction.

    "0x Aberrants": the list names something and says that there is none. The lines below it are
    marked as unread.
    """
    for unit in parsed.units:
        if unit.models == 0:
            _report_nothing(unit.line, unit.name, unit.iter_lines_below(), account)
        else:
            unit.entries = _drop_zero_entries(unit.entries, account)
    parsed.units = [unit for unit in parsed.units if unit.models != 0]


def _drop_zero_entries(entries: list[Listed], account: Account) -> list[Listed]:
    """Return `entries` without those that are listed zero times, at any depth; report those."""
    for entry in entries:
        if entry.count == 0:
            _report_nothing(entry.line, entry.name, entry.iter_lines_below(), account)
        else:
            entry.children = _drop_zero_entries(entry.children, account)
    return [entry for entry in entries if entry.count != 0]


def _report_nothing(line: int, name: str, below: Iterable[int], account: Account) -> None:
    """Report `line` as something listed zero times, and mark the lines `below` it as unread."""
    account.mark_unread(line, "contradiction_nothing", thing=name)
    account.source.mark_unread(*below)


def check_model_count(unit: ParsedUnit, listed: int, account: Account, path: Path) -> None:
    """Report a unit whose stated number of models differs from `listed`, that of its lines."""
    if unit.models is not None and unit.models != listed:
        args = {"unit": unit.name, "stated": unit.models, "listed": listed}
        account.mark_unread(unit.line, "contradiction_models", path, **args)


def check_unit_count(parsed: ParsedList, account: Account) -> None:
    """Report a list whose header states another number of units than the list has.

    Nothing is reported if a line with points could not be read, because that may be the missing
    unit. Some programs count a unit and those attached to it as one.
    """
    listed = len(parsed.units)
    if parsed.unit_count in (None, listed, listed - parsed.attached):
        return
    if not _has_unread_points(parsed, account):
        line = parsed.unit_count_line or parsed.units[0].line
        account.mark_unread(line, "contradiction_units", stated=parsed.unit_count, listed=listed)


def check_battle_size(size: BattleSize, words: Words, account: Account) -> None:
    """Report a battle size whose stated points differ from those that the size has.

    "Strike Force (1000 points)" is an example. In roster files the points are still a part of the
    name.
    """
    name_and_points = split_last_bracket(words.text, ROUND)
    stated = name_and_points[1] if name_and_points else words.points
    if stated is not None and stated != size.points:
        args = {"size": size.name, "points": size.points, "stated": stated}
        account.mark_unread(words.line, "contradiction_limit", ("battle_size",), **args)


def check_total(
    parsed: ParsedList, account: Account, unprinted: Iterable[Iterable[int]] = ()
) -> None:
    """Report a stated total that the list's own prices don't add up to in any way of counting.

    Ways of counting: prices of enhancements are in their unit's price or, in some forms, beside it;
    lores and the like are counted or not. `unprinted` has the possible prices of each thing that
    the list gives no price. Nothing is checked if a unit has no price, or if a line that may have
    points could not be read. The caller retracts the problem if only the surcharges of
    further copies are missing in the units' points.
    """
    if not parsed.total or any(unit.points is None for unit in parsed.units):
        return
    if _has_unread_points(parsed, account):
        return
    units = sum(unit.points or 0 for unit in parsed.units)
    if parsed.adds_enhancements:
        for unit in parsed.units:
            units += sum(words.points or 0 for words in unit.enhancements)
    lores = [words for _, words in parsed.lores]
    others = (*parsed.heads, *lores, *parsed.terrain, *parsed.tactics)
    listed = units + sum(words.points or 0 for words in others) + parsed.fee
    sums = {units, listed}
    for prices in unprinted:
        sums = {amount + price for amount in sums for price in {0, *prices}}
    if parsed.total not in sums:
        line = parsed.total_line or (parsed.name.line if parsed.name else parsed.units[0].line)
        account.mark_unread(
            line, "contradiction_total", stated=parsed.total, listed=listed, count=len(parsed.units)
        )


# What is not known, and has points in some lists and not in others.
_UNPRICED = ("unread_thing", "unread_formation")


def _has_unread_points(parsed: ParsedList, account: Account) -> bool:
    """Return whether a line with possible points was not understood.

    Why it matters: the points would explain a difference. Such a line is an unread line with points
    that is no unit's, or an unknown thing whose points lists don't print.
    """
    if any(problem.key in _UNPRICED for problem in account.problems):
        return True
    units = {unit.line for unit in parsed.units}
    for line in account.source.lines:
        is_lost = line.fate in (None, "unread") and line.number not in units
        if is_lost and has_price(line.words):
            return True
    return False
