"""Five heroes in their slots along the edge of the table."""

from __future__ import annotations

from collections import Counter
from typing import Any

from listbuilder.games.heroes.hero import HeroCard, HeroTerms
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path

PLAGUE_MARINE = "Plague Marine"  # what a card's `plague_marine` is called in rules.yaml


class Hero(Unit, kw_only=True):
    card: HeroCard
    cards_name: str  # of the file the card is from
    slot: int | None = None

    @property
    def known(self) -> bool:
        """Whether the data has its card. Any model the player owns may come."""
        return bool(self.cards_name)

    @property
    def slot_path(self) -> Path:
        return (*self.path, "slot")


class HeroArmy(Army, kw_only=True):
    terms: HeroTerms
    collection: dict[str, int] | None = None
    owned_names: dict[str, str] = {}  # of the heroes in the collection
    likely_meant: dict[str, HeroCard] = {}  # of ids without a card, taken or owned: the card that is called nearly so

    @property
    def slots(self) -> tuple[int, ...]:
        """Those the table has."""
        return self.terms.slots.numbers

    @property
    def heroes(self) -> list[Hero]:
        return self.units  # type: ignore[return-value]

    def labels(self) -> list[str]:
        return list(dict.fromkeys(hero.cards_name for hero in self.heroes if hero.known))

    def place_of(self, unit: Unit) -> tuple[str, dict[str, Any]] | None:
        assert isinstance(unit, Hero)
        return None if unit.slot is None else ("section.slot", {"slot": unit.slot})

    def owned(self, hero: Hero) -> int | None:
        """How many of it the player owns; None where no collection is given."""
        return None if self.collection is None else self.collection.get(hero.datasheet_id, 0)

    def beyond_collection(self) -> list[Hero]:
        """Heroes taken more often than they are owned."""
        taken: Counter[str] = Counter()
        beyond = []
        for hero in self.heroes:
            taken[hero.datasheet_id] += 1
            owned = self.owned(hero)
            if owned is not None and taken[hero.datasheet_id] > owned:
                beyond.append(hero)
        return beyond

    def without_place(self) -> list[Hero]:
        """Heroes without a slot, in one that the table does not have, or in one already taken."""
        taken: set[int] = set()
        found = []
        for hero in self.heroes:
            if hero.slot is None or hero.slot not in self.slots or hero.slot in taken:
                found.append(hero)
            else:
                taken.add(hero.slot)
        return found

    def surplus(self, most: int) -> list[Hero]:
        """Whom to leave out when there are more than `most`: those not owned before those without a place, both before others."""
        count = len(self.units) - most
        if count <= 0:
            return []
        beyond, lost = self.beyond_collection(), self.without_place()
        ranked = sorted(self.heroes, key=lambda hero: (hero not in beyond, hero not in lost, -self.heroes.index(hero)))
        return sorted(ranked[:count], key=self.heroes.index)
