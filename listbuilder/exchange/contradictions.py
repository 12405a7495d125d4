"""What a list says of itself twice, and not the same: such a list is neither legal nor illegal, for nobody knows which it is.

Only the list's own statements are compared. That its prices are not today's is no contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.games.shared.numbers import ROUND, bracket, priced
from listbuilder.model.base import Path
from listbuilder.model.rule import BattleSize


def of_nothing(made: ParsedList, account: Account) -> None:
    """ "0x Aberrants": something is listed, and there is none of it. It is left out, and nothing below it counts."""
    for unit in made.units:
        if unit.models == 0:
            _nothing(unit.line, unit.name, unit.lines_below(), account)
        else:
            unit.entries = _something(unit.entries, account)
    made.units = [unit for unit in made.units if unit.models != 0]


def _something(entries: list[Listed], account: Account) -> list[Listed]:
    for entry in entries:
        if entry.count == 0:
            _nothing(entry.line, entry.name, entry.lines_below(), account)
        else:
            entry.children = _something(entry.children, account)
    return [entry for entry in entries if entry.count != 0]


def _nothing(line: int, name: str, below: Iterable[int], account: Account) -> None:
    account.unread(line, "contradiction_nothing", thing=name)
    account.source.unread(*below)


def of_models(unit: ParsedUnit, listed: int, account: Account, path: Path) -> None:
    """So many models are said, and others are listed."""
    if unit.models is not None and unit.models != listed:
        args = {"unit": unit.name, "stated": unit.models, "listed": listed}
        account.unread(unit.line, "contradiction_models", path, **args)


def of_units(made: ParsedList, account: Account) -> None:
    """The head says how many units there are."""
    if made.unit_count is not None and made.unit_count != len(made.units) and not _lost_points(made, account):
        line = made.unit_count_line or made.units[0].line
        account.unread(line, "contradiction_units", stated=made.unit_count, listed=len(made.units))


def of_size(size: BattleSize, words: Words, account: Account) -> None:
    """ "Strike Force (1000 points)": the name is that of one battle size, and the points are not its own."""
    found = bracket(words.text, ROUND)  # in files of trees it is still a part of the name
    stated = found[1] if found else words.points
    if stated is not None and stated != size.points:
        account.unread(words.line, "contradiction_limit", ("battle_size",), size=size.name, points=size.points, stated=stated)


def of_total(made: ParsedList, account: Account, unprinted: Iterable[Iterable[int]] = ()) -> None:
    """The total against the prices that the list itself prints.

    Programs differ in what they count: the prices of enhancements are inside of their unit's or, by the form, beside it; lores
    and the like are counted or not, and not always printed (`unprinted`: what each such thing may cost). The total is
    contradicted where no such reading leads to it.
    """
    if not made.total or any(unit.points is None for unit in made.units) or _lost_points(made, account):
        return
    units = sum(unit.points or 0 for unit in made.units)
    if made.adds_enhancements:
        units += sum(words.points or 0 for unit in made.units for words in unit.enhancements)
    listed = units + sum(words.points or 0 for words in _things(made)) + made.fee
    sums = {units, listed}
    for prices in unprinted:
        sums = {each + price for each in sums for price in {0, *prices}}
    if made.total not in sums:
        line = made.total_line or (made.name.line if made.name else made.units[0].line)
        account.unread(line, "contradiction_total", stated=made.total, listed=listed, count=len(made.units))


_UNPRICED = ("unread_thing", "unread_formation")  # what is not known, and has points in some lists and not in others


def _things(made: ParsedList) -> Iterable[Words]:
    """What has a place in the total and is no unit."""
    return (*made.heads, *(words for _, words in made.lores), *made.terrain, *made.tactics)


def _lost_points(made: ParsedList, account: Account) -> bool:
    """Whether a line with points could not be read that is no unit's, or a thing whose points nobody prints: it would explain
    the difference.
    """
    if any(problem.key in _UNPRICED for problem in account.problems):
        return True
    units = {unit.line for unit in made.units}
    lost = (line for line in account.source.lines if line.fate in (None, "unread") and line.number not in units)
    return any(priced(line.words) for line in lost)
