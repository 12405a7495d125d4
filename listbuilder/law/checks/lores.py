"""At most one lore of each kind, of those the faction may use; and whether anybody in the army can use it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from listbuilder.games.regiments.army import Chosen, RegimentArmy
from listbuilder.games.regiments.price import LORE_KINDS
from listbuilder.law.away import away_findings
from listbuilder.law.params import Count
from listbuilder.law.regiment_fixes import drop_chosen
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding

Kind = Literal["spell", "prayer", "manifestation"]


class Users(Model):
    spell: tuple[str, ...] = ()
    prayer: tuple[str, ...] = ()
    manifestation: tuple[str, ...] = ()

    def of(self, kind: str) -> tuple[str, ...]:
        return {"spell": self.spell, "prayer": self.prayer, "manifestation": self.manifestation}[kind]


class Params(Model):
    """`users`: by kind of lore, keywords of whom it serves; `users_of_faction`: these kinds serve only units who share
    the general's faction keyword."""

    max: Count
    users: Users
    users_of_faction: tuple[Kind, ...] = ()


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    yield from away_findings(army, "spell_lore", "prayer_lore", "manifestation_lore")
    for kind, lores in army.lores.items():
        for each in lores:
            if each.standing == "foreign":
                args: dict[str, Any] = {"lore": each.name, "home": each.home, "army": army.faction_name}
                yield Finding(key="foreign", path=each.path, args=args, fixes=(drop_chosen(army, each),))
        if len(lores) > params.max:
            args = {"kind": LORE_KINDS[kind], "max": params.max, "lores": [each.name for each in lores]}
            fixes = (drop_chosen(army, lores[-1]),) if len(lores) == params.max + 1 else ()
            path, excess = lores[params.max].path, len(lores) - params.max
            yield Finding(key="several", path=path, args=args, fixes=fixes, about=kind, excess=excess)
            continue
        for each in lores:
            if each.standing == "own":
                yield from _unused(army, kind, each, params)


def _unused(army: RegimentArmy, kind: str, lore: Chosen, params: Params) -> Iterator[Finding]:
    keywords = params.users.of(kind)
    wanted = frozenset(map(fold, keywords))
    shared = _faction_keyword(army) if kind in params.users_of_faction else None
    users = (unit for unit in army.regiment_units if not wanted.isdisjoint(unit.tags))
    if not any(shared is None or unit.has(shared) for unit in users):
        args = {"lore": lore.name, "users": list(keywords), "keyword": shared}
        key = "nobody_of_faction" if shared is not None else "nobody"
        yield Finding(key=key, path=lore.path, args=args, severity="info")


def _faction_keyword(army: RegimentArmy) -> str:
    """The faction keyword of the general: that of the file he is from, if he has it, else that of the army."""
    general = army.general
    keyword = army.keywords_of_homes.get(general.home) if general else None
    return keyword if general and keyword and general.has(keyword) else army.faction.faction_keyword
