"""The rules of a team event: how many players a team has, and what its lists may not share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from listbuilder.event.desk_row import DeskRow
from listbuilder.event.entry import Entry, Remark
from listbuilder.event.message import say
from listbuilder.event.players import Player
from listbuilder.i18n.messages import Lang
from listbuilder.model.base import fold
from listbuilder.reports.event import TeamRules


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A team of the event: its players, how many lists it has, and what is wrong with it."""

    name: str
    players: int
    lists: int
    problems: list[str]


def check_teams(
    rows: Sequence[DeskRow], players: Iterable[Player], rules: TeamRules, lang: Lang
) -> list[Team]:
    """Return the teams of the event by name, with a sentence for each problem with `rules`.

    If a list shares something with another of its team, it also gets a remark and is marked: the
    team has to say which of them changes.
    """
    members: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        if player.team:
            members[player.team].append(player)
    lists: dict[str, list[DeskRow]] = defaultdict(list)
    for row in rows:
        if row.team:
            lists[row.team].append(row)
    teams = []
    for name in sorted(members, key=str.casefold):
        problems = []
        count = len(members[name])
        if rules.size is not None and count != rules.size:
            problems.append(say("team.size", lang, count=count, size=rules.size))
        for kind in rules.unique:
            for thing, sharing in _find_shared(lists[name], kind).items():
                names = [row.player for row in sharing]
                problems.append(say("team.shared", lang, thing=thing, names=names))
                _mark_shared(sharing, thing, lang)
        teams.append(Team(name=name, players=count, lists=len(lists[name]), problems=problems))
    return teams


def _find_shared(rows: Iterable[DeskRow], kind: str) -> Mapping[str, list[DeskRow]]:
    """Return the factions or detachments that several lists of a team share, with these lists.

    `kind`: "faction" if factions are compared.
    """
    found: dict[str, list[DeskRow]] = defaultdict(list)
    names: dict[str, str] = {}
    for row in rows:
        for name in dict.fromkeys(_list_names(row.entry, kind)):
            names.setdefault(fold(name), name)
            found[fold(name)].append(row)
    return {names[key]: sharing for key, sharing in found.items() if len(sharing) > 1}


def _list_names(entry: Entry, kind: str) -> list[str]:
    """Return the faction of a list, or its detachments and the like, as `kind` says."""
    if kind == "faction":
        return [entry.faction] if entry.faction else []
    return [label for label in entry.labels if label != entry.faction]


def _mark_shared(rows: Sequence[DeskRow], thing: str, lang: Lang) -> None:
    """Add a remark to each of `rows` that names the others of the team with the same thing."""
    for row in rows:
        others = [other.player for other in rows if other is not row]
        row.remarks.append(Remark(say("remark.team", lang, thing=thing, names=others)))
        row.shares_in_team = True
