"""Resolve which units the text of a list attaches to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList, ParsedUnit, Words
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.matching.phrases import get_group_by_word
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.roster_data import RosterData

Row = RosterData  # a unit as the roster has it
Pair = tuple[ParsedUnit, Row]
MayJoin = Callable[[Row, Row], bool]
"""A function that returns whether the datasheets of the first row let it attach to the second."""


def resolve_attachments(
    parsed: ParsedList,
    account: Account,
    pairs: list[Pair],
    roster: type[MusterRoster],
    may_join: MayJoin = lambda unit, target: True,
) -> RosterData:
    """Return the roster keys that say which units are attached to which.

    `pairs` are the units as read from the text, with their roster rows. Units are attached to the
    bodyguard of their block, and to the unit that their line names. `may_join` returns whether the
    datasheets allow an attachment. Attached units and targets that are not in the list are reported
    as unread.
    """
    attacher = _Attacher(account, pairs, may_join)
    listed = {fold(unit.name) for unit in parsed.units}
    for unit in parsed.units:
        for words in unit.led:
            if fold(words.text) not in listed:
                account.mark_unread(words.line, "unread_attachment", given=words.text)
    for block in dict.fromkeys(unit.block for unit, _ in pairs if unit.block):
        attacher.attach_block([pair for pair in pairs if pair[0].block == block])
    for unit, row in pairs:
        for words in unit.leads:
            attacher.attach_by_name(row, words)
    parsed.attached = len(attacher.attached)
    return roster.make_attachment_keys(attacher.attached or None)


def may_attach(own: Datasheet, host: Datasheet, further: Iterable[str]) -> bool:
    """Return whether a unit of the datasheet `own` may be attached to one of `host`.

    It may if its datasheet says so by name or keyword, as its leader or otherwise. `further` are
    names of units that something else allows it to be attached to.
    """
    names = [*own.leads, *own.supports, *further, *(own.joins.units if own.joins else ())]
    if fold(host.name) in map(fold, names):
        return True
    keywords = set(map(fold, (*host.keywords, *host.faction_keywords)))
    if own.joins and not keywords.isdisjoint(map(fold, own.joins.keywords)):
        return True
    return any(set(map(fold, wanted)) <= keywords for wanted in own.leads_keywords)


class _Attacher(msgspec.Struct):
    """The attachments found so far, and what they are found by."""

    account: Account
    pairs: list[Pair]
    may_join: MayJoin
    attached: dict[str, str] = {}
    ids: _UnitIds = msgspec.field(default_factory=lambda: _UnitIds())

    def attach_block(self, members: list[Pair]) -> None:
        """Attach the units in one block of the list to the block's bodyguard, if it can be told.

        `members` are the units that stand under one title. Lines that state a unit's role are
        marked as read.
        """
        host = _find_bodyguard(members, self.may_join)
        for unit, row in members:
            if unit.role is not None:
                self.account.source.mark_mapped(unit.role.line)
            if host is not None and row is not host:
                self.attached[self.ids.get_id(row)] = self.ids.get_id(host)

    def attach_by_name(self, row: Row, words: Words) -> None:
        """Attach the unit `row` to the unit that `words` names; report an unknown name.

        The name may stand behind words that say how it is attached, such as those of a rule. If the
        line has a number, the unit of that name and number is taken, else the first one that
        nothing is attached to. Some programs print the line at both units. So if `row` can't be
        attached to the other unit but that unit can to `row`, the attachment is recorded the other
        way round.
        """
        wanted = fold(words.text)
        hosts = [
            host_row
            for unit, host_row in self.pairs
            if wanted in (fold(unit.name), fold(unit.ref)) and host_row is not row
        ]
        if not hosts and words.number is not None:
            hosts = [
                host_row
                for unit, host_row in self.pairs
                if wanted.endswith(f" {fold(unit.name)}") and host_row is not row
            ]
        if not hosts:
            self.account.mark_unread(words.line, "unread_attachment", given=words.text)
            return
        self.account.source.mark_mapped(words.line)
        if words.number is not None and words.number <= len(hosts):
            hosts = [hosts[words.number - 1]]
        get_id = self.ids.get_id
        may_lead = any(self.may_join(row, host) for host in hosts)
        if not may_lead and any(self.may_join(host, row) for host in hosts):
            own_id = get_id(row)
            free = [host for host in hosts if get_id(host) not in self.attached]
            if free and not any(self.attached.get(get_id(host)) == own_id for host in hosts):
                self.attached[get_id(free[0])] = own_id
            return
        if get_id(row) in self.attached:
            return
        free = [host for host in hosts if get_id(host) not in self.attached.values()]
        self.attached[get_id(row)] = get_id((free or hosts)[0])


def _find_bodyguard(members: list[Pair], may_join: MayJoin) -> Row | None:
    """Return the roster row of the bodyguard among the units of a block, or None.

    It is the unit with that role, else the only unit without a role, else the first that all others
    may join.
    """
    if len(members) < 2:
        return None
    stated = [row for unit, row in members if unit.role and find_role(unit.role) == "bodyguard"]
    free = [row for unit, row in members if unit.role is None or find_role(unit.role) is None]
    if len(stated) == 1 or (not stated and len(free) == 1 and len(free) < len(members)):
        return (stated or free)[0]
    able = [
        row
        for _, row in members
        if all(may_join(member_row, row) for _, member_row in members if member_row is not row)
    ]
    return able[0] if able else None


def find_role(words: Words) -> str | None:
    """Return the role that `words` state, such as `leader` for `Leader (Character)`, or None."""
    return get_group_by_word("roles").get(fold(words.text.partition("(")[0]))


class _UnitIds:
    """The ids of the units that others refer to."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def get_id(self, row: Row) -> str:
        """Return the id of a roster row; a row without an id is given a new one."""
        if "id" not in row:
            base = row["datasheet"].rpartition("/")[2]
            name, number = base, 1
            while name in self._taken:
                number += 1
                name = f"{base}-{number}"
            self._taken.add(name)
            row["id"] = name
        return str(row["id"])
