"""Units that the text of a list attaches to each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import ParsedList, ParsedUnit, Words
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.shared.phrases import group
from listbuilder.model.base import fold

Row = dict[str, Any]  # a unit as the roster has it
Pair = tuple[ParsedUnit, Row]
MayJoin = Callable[[Row, Row], bool]
"""Whether the first may be attached to the second, by their datasheets."""


def attach(
    made: ParsedList,
    account: Account,
    pairs: list[Pair],
    roster: type[MusterRoster],
    may_join: MayJoin = lambda unit, target: True,
) -> dict[str, Any]:
    """The part of the roster that says it. `pairs`: units as written, and as the roster has them."""
    work = _Attaching(account, pairs, may_join)
    listed = {fold(unit.name) for unit in made.units}
    for words in [words for unit in made.units for words in unit.led if fold(words.text) not in listed]:
        account.unread(words.line, "unread_attachment", given=words.text)
    for block in dict.fromkeys(unit.block for unit, _ in pairs if unit.block):
        work.block([pair for pair in pairs if pair[0].block == block])
    for unit, row in pairs:
        for words in unit.leads:
            work.named(row, words)
    return roster.attaching(work.attached or None)


class _Attaching(msgspec.Struct):
    account: Account
    pairs: list[Pair]
    may_join: MayJoin
    attached: dict[str, str] = {}
    ids: _Ids = msgspec.field(default_factory=lambda: _Ids())

    def block(self, members: list[Pair]) -> None:
        """Units under one title are one attached unit: all but its bodyguard are attached to that."""
        host = _host(members, self.may_join)
        for unit, row in members:
            if unit.role is not None:
                self.account.source.mapped(unit.role.line)
            if host is not None and row is not host:
                self.attached[self.ids.of(row)] = self.ids.of(host)

    def named(self, row: Row, words: Words) -> None:
        """To the unit of that name and number, else to the first of that name whom no one leads yet.

        Some programs say it at both: what cannot be attached to the other is the one that the other is attached to.
        """
        wanted = fold(words.text)
        found = [done for other, done in self.pairs if fold(other.name) == wanted and done is not row]
        if not found:
            self.account.unread(words.line, "unread_attachment", given=words.text)
            return
        self.account.source.mapped(words.line)
        if words.number is not None and words.number <= len(found):
            found = [found[words.number - 1]]
        if not any(self.may_join(row, each) for each in found) and any(self.may_join(each, row) for each in found):
            mine = self.ids.of(row)
            free = [each for each in found if self.ids.of(each) not in self.attached]
            if free and not any(self.attached.get(self.ids.of(each)) == mine for each in found):
                self.attached[self.ids.of(free[0])] = mine
            return
        if self.ids.of(row) in self.attached:
            return
        free = [each for each in found if self.ids.of(each) not in self.attached.values()]
        self.attached[self.ids.of(row)] = self.ids.of((free or found)[0])


def _host(members: list[Pair], may_join: MayJoin) -> Row | None:
    """The bodyguard among them: the one that is said to be it, else the one that all others may join."""
    if len(members) < 2:
        return None
    said = [row for unit, row in members if unit.role and _role(unit.role) == "bodyguard"]
    free = [row for unit, row in members if unit.role is None or _role(unit.role) is None]
    if len(said) == 1 or (not said and len(free) == 1 and len(free) < len(members)):
        return (said or free)[0]
    able = [row for _, row in members if all(may_join(each, row) for _, each in members if each is not row)]
    return able[0] if able else None


def _role(words: Words) -> str | None:
    """`Leader (Character)` -> leader."""
    return group("roles").get(fold(words.text.partition("(")[0]))


class _Ids:
    """Ids for the units that others refer to."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, made: Row) -> str:
        if "id" not in made:
            base = made["datasheet"].rpartition("/")[2]
            name, number = base, 1
            while name in self._taken:
                number += 1
                name = f"{base}-{number}"
            self._taken.add(name)
            made["id"] = name
        return str(made["id"])
