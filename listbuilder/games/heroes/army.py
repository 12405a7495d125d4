"""An army of five heroes in their slots along the edge of the table."""

from __future__ import annotations

from collections import Counter
from typing import Any

from listbuilder.games.heroes.hero import HeroCard, HeroTerms
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path

PLAGUE_MARINE = "Plague Marine"  # what a card's `plague_marine` is called in rules.yaml


class Hero(Unit, kw_only=True):
    """A hero of the army, with his card and his slot."""

    card: HeroCard
    cards_name: str  # of the file the card is from
    slot: int | None = None

    @property
    def has_card(self) -> bool:
        """Return whether the data has the hero's card.

        Heroes without a card are allowed too: any model that the player owns may take part.
        """
        return bool(self.cards_name)

    @property
    def slot_path(self) -> Path:
        """The path of the hero's slot in the roster."""
        return (*self.path, "slot")


class HeroArmy(Army, kw_only=True):
    """An army of heroes, with the terms of the game and the player's collection."""

    terms: HeroTerms
    collection: dict[str, int] | None = None
    owned_names: dict[str, str] = {}  # of the heroes in the collection
    # The card with the nearest id, by each id without a card, taken or owned.
    likely_meant: dict[str, HeroCard] = {}

    @property
    def slots(self) -> tuple[int, ...]:
        """The numbers of the slots that the table has."""
        return self.terms.slots.numbers

    @property
    def heroes(self) -> list[Hero]:
        """The heroes of the army."""
        return self.units  # type: ignore[return-value]

    def list_labels(self) -> list[str]:
        """Return the names of the files that the cards of the heroes are from, each once."""
        return list(dict.fromkeys(hero.cards_name for hero in self.heroes if hero.has_card))

    def describe_place(self, unit: Unit) -> tuple[str, dict[str, Any]] | None:
        """Return the key and arguments of the text for the hero's slot, or None if he has no
        slot.
        """
        assert isinstance(unit, Hero)
        return None if unit.slot is None else ("section.slot", {"slot": unit.slot})

    def count_owned(self, hero: Hero) -> int | None:
        """Return how many of the hero the player owns; None if no collection is given."""
        return None if self.collection is None else self.collection.get(hero.datasheet_id, 0)

    def list_heroes_beyond_collection(self) -> list[Hero]:
        """Return the heroes that the army has more often than the player owns them.

        Of several equal heroes, the last ones are returned. Empty if no collection is given.
        """
        taken: Counter[str] = Counter()
        beyond = []
        for hero in self.heroes:
            taken[hero.datasheet_id] += 1
            owned = self.count_owned(hero)
            if owned is not None and taken[hero.datasheet_id] > owned:
                beyond.append(hero)
        return beyond

    def list_heroes_without_place(self) -> list[Hero]:
        """Return the heroes without a place at the table.

        They have no slot, a slot that the table doesn't have, or a slot that an earlier hero has.
        """
        taken: set[int] = set()
        lost_heroes = []
        for hero in self.heroes:
            if hero.slot is None or hero.slot not in self.slots or hero.slot in taken:
                lost_heroes.append(hero)
            else:
                taken.add(hero.slot)
        return lost_heroes

    def choose_surplus_heroes(self, most: int) -> list[Hero]:
        """Return the heroes to leave out if the army has more than `most`. Empty if it hasn't.

        Heroes that the player doesn't own are left out first, then heroes without a place at the
        table, then others; among equals, the last in the roster first. The result is in the order
        of the roster.
        """
        count = len(self.units) - most
        if count <= 0:
            return []
        beyond = self.list_heroes_beyond_collection()
        lost = self.list_heroes_without_place()
        position = self.heroes.index
        ranked = sorted(
            self.heroes, key=lambda hero: (hero not in beyond, hero not in lost, -position(hero))
        )
        return sorted(ranked[:count], key=self.heroes.index)
