"""Leaders that the text of a list attaches to units."""

from __future__ import annotations

from typing import Any

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import ParsedList, ParsedUnit
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.model.base import fold


def attach(
    made: ParsedList, account: Account, pairs: list[tuple[ParsedUnit, dict[str, Any]]], roster: type[MusterRoster]
) -> dict[str, Any]:
    """The part of the roster that says it. `pairs`: units as written, and as the roster has them.

    Each is attached to the first unit of that name that no one leads yet.
    """
    ids = _Ids()
    attached: dict[str, str] = {}
    listed = {fold(unit.name) for unit in made.units}
    for words in [words for unit in made.units for words in unit.led if fold(words.text) not in listed]:
        account.unread(words.line, "unread_attachment", given=words.text)
    for unit, leader in pairs:
        for words in unit.leads:
            wanted = fold(words.text)
            named = [done for other, done in pairs if fold(other.name) == wanted]
            target = next((done for done in named if done is not leader), None)
            if target is None:
                account.unread(words.line, "unread_attachment", given=words.text)
                continue
            free = [done for done in named if ids.of(done) not in attached.values()]
            attached[ids.of(leader)] = ids.of(free[0] if free else target)
            account.source.mapped(words.line)
    return roster.attaching(attached or None)


class _Ids:
    """Ids for the units that others refer to."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, made: dict[str, Any]) -> str:
        if "id" not in made:
            base = made["datasheet"].rpartition("/")[2]
            name, number = base, 1
            while name in self._taken:
                number += 1
                name = f"{base}-{number}"
            self._taken.add(name)
            made["id"] = name
        return str(made["id"])
