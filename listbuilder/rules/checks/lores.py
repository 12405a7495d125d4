"""Check that each kind has few enough lores, of this faction, and somebody to use them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from listbuilder.games.aos.army import ArmyChoice, RegimentArmy
from listbuilder.games.aos.price import LORE_KINDS
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.params import Count
from listbuilder.rules.regiment_fixes import drop_army_choice
from listbuilder.rules.unavailable import report_unavailable

Kind = Literal["spell", "prayer", "manifestation"]


class Users(Model):
    """The keywords of the units that each kind of lore serves."""

    spell: tuple[str, ...] = ()
    prayer: tuple[str, ...] = ()
    manifestation: tuple[str, ...] = ()

    def get_keywords(self, kind: str) -> tuple[str, ...]:
        """Return the keywords of the units that can use a lore of `kind`.

        Kinds are "spell", "prayer" and "manifestation".
        """
        by_kind = {"spell": self.spell, "prayer": self.prayer, "manifestation": self.manifestation}
        return by_kind[kind]


class Params(Model):
    """The most lores of a kind, and whom they serve.

    `users`: by kind of lore, keywords of whom it serves; `users_of_faction`: these kinds serve only
    units who share the general's faction keyword.
    """

    max: Count
    users: Users
    users_of_faction: tuple[Kind, ...] = ()


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report lores that were not available, are of another faction, too many or useless.

    The limit is for each kind of lore. A lore is useless if no unit of the army can use it; that is
    information only.
    """
    yield from report_unavailable(army, "spell_lore", "prayer_lore", "manifestation_lore")
    for kind, lores in army.lores.items():
        for lore in lores:
            if lore.standing == "foreign":
                args: MessageArgs = {
                    "lore": lore.name,
                    "home": lore.home,
                    "army": army.faction_name,
                }
                yield Finding(
                    key="foreign", path=lore.path, args=args, fixes=(drop_army_choice(army, lore),)
                )
        if len(lores) > params.max:
            args = {
                "kind": LORE_KINDS[kind],
                "max": params.max,
                "lores": [lore.name for lore in lores],
            }
            fixes = (drop_army_choice(army, lores[-1]),) if len(lores) == params.max + 1 else ()
            path, excess = lores[params.max].path, len(lores) - params.max
            yield Finding(
                key="several", path=path, args=args, fixes=fixes, about=kind, excess=excess
            )
            continue
        for lore in lores:
            if lore.standing == "own":
                yield from _check_users(army, kind, lore, params)


def _check_users(
    army: RegimentArmy, kind: str, lore: ArmyChoice, params: Params
) -> Iterator[Finding]:
    """Yield a finding (information) if no unit of the army can use the lore.

    A unit can if it has one of the keywords for `kind`, and for some kinds also the faction keyword
    of the general.
    """
    keywords = params.users.get_keywords(kind)
    wanted = frozenset(map(fold, keywords))
    shared = _get_faction_keyword(army) if kind in params.users_of_faction else None
    users = (unit for unit in army.regiment_units if not wanted.isdisjoint(unit.tags))
    if not any(shared is None or unit.has_keyword(shared) for unit in users):
        args = {"lore": lore.name, "users": list(keywords), "keyword": shared}
        key = "nobody_of_faction" if shared is not None else "nobody"
        yield Finding(key=key, path=lore.path, args=args, severity="info")


def _get_faction_keyword(army: RegimentArmy) -> str:
    """Return the faction keyword of the general's faction, if the general has that keyword.

    Otherwise return that of the army's faction.
    """
    general = army.general
    keyword = army.keywords_of_homes.get(general.home) if general else None
    if general and keyword and general.has_keyword(keyword):
        return keyword
    return army.faction.faction_keyword
