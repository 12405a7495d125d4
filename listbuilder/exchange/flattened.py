"""What some tools print twice, told by how deep it stands: where a paste lost that, it is told by names and counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import Listed, ParsedUnit
from listbuilder.games.muster.sheet_names import SheetNames
from listbuilder.games.shared.likeness import key
from listbuilder.games.shared.names import Match
from listbuilder.games.shared.numbers import BARE_COUNT

MOST_PARTS = 30  # of one choice; no option of any datasheet comes near that
_JOINT = re.compile(r",? and |, ")


def mend(unit: ParsedUnit, names: SheetNames, model: Callable[[Listed], Match | None], account: Account) -> None:
    """Takes out of a flat unit what says again what another line says."""
    if not unit.flat:
        return
    twice = [*_echoes(unit, model), *_headings(unit, names)]
    account.source.mapped(*(entry.line for entry in twice))
    left_out = set(map(id, twice))
    unit.entries = [entry for entry in unit.entries if id(entry) not in left_out]


def _echoes(unit: ParsedUnit, model: Callable[[Listed], Match | None]) -> list[Listed]:
    """The name of the models once more among what they carry: with them the unit would have more than it is said to have."""
    named = [(entry, found.target) for entry in unit.entries if (found := model(entry))]
    surplus = sum(entry.count for entry, _ in named) - (unit.models or 0)
    echoes: list[Listed] = []
    for (above, before), (entry, again) in pairwise(named):
        if before == again and above.count == entry.count <= surplus:
            echoes.append(entry)
            surplus -= entry.count
    return echoes if unit.models and not surplus else []


def _headings(unit: ParsedUnit, names: SheetNames) -> list[Listed]:
    """`2 ectoplasma cannons`, `Ectoplasma cannon and claws`: the name of a choice, and behind it just what was chosen."""
    found: list[Listed] = []
    for place, entry in enumerate(unit.entries):
        if entry.counted or entry.token or entry.children:
            continue
        below = unit.entries[place + 1 : place + 1 + MOST_PARTS]
        if BARE_COUNT.match(entry.name):
            said = [(match.target, count) for match, count in names.items_in(entry.name)]
            repeated = said and said == [
                (match.target, each.count) for each in below[:1] for match, _ in names.items_in(each.name)
            ]
        else:
            repeated = _all_named(_JOINT.split(entry.name), [each.name for each in below])
        found += [entry] if repeated else []
    return found


def _all_named(parts: list[str], listed: list[str]) -> bool:
    """Whether the next lines are what the parts of a name say, one each."""
    if not 1 < len(parts) <= len(listed):
        return False
    left = [set(key(name).split()) for name in listed[: len(parts)]]
    for words in (set(key(part).split()) for part in parts):
        fitting = next((each for each in left if words <= each), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return True
