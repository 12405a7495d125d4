"""The editor of rosters of heroes: who comes, and where each begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.common.editor import (
    Added,
    Field,
    Offer,
    Option,
    ShelfEditor,
    Text,
    append_to_list,
    make_choice_field,
    make_text_field,
    set_or_remove,
)
from listbuilder.games.heroes.army import Hero, HeroArmy
from listbuilder.model.army import Army
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.limits import MOST_OWNED
from listbuilder.model.roster_data import RosterData


class HeroEditor(ShelfEditor[Any]):
    """The editor for games of a few heroes."""

    asks_faction = False

    def list_fields(self, data: RosterData, army: Army, path: Path) -> list[Field]:
        """Return the fields of the hero at `path`, or else those of the roster and the collection.

        The fields of a hero are his slot, name and notes.
        """
        assert isinstance(army, HeroArmy)
        hero = next((hero for hero in army.heroes if path and hero.path == path[:2]), None)
        if hero is not None:
            return [
                make_choice_field("slot", list(_yield_slot_options(data, army, hero))),
                *(make_text_field(data, (*hero.path, key)) for key in ("name", "notes")),
            ]
        return [*super().list_fields(data, army, ()), *self._yield_collection_fields(data)]

    def _yield_collection_fields(self, data: RosterData) -> Iterator[Field]:
        """Yield a field for each hero in the data: how many of this hero the player owns."""
        owned = get_at_path(data, ("collection",))
        for hero_id, (card, _) in self.shelf.collect_cards().items():
            now = owned.get(hero_id, 0) if isinstance(owned, dict) else None
            options = [
                Option(
                    label=Text("plain", {"text": str(count)}),
                    edit=_set_owned_count(data, hero_id, count),
                    chosen=now == count,
                )
                for count in range(MOST_OWNED + 1)
            ]
            yield make_choice_field(
                "pick", options, args={"name": card.name}, group=Text("field.owned")
            )

    def list_offers(self, army: Army) -> list[Offer]:
        """Return every hero of the data as an offer to add."""
        hero_offers = []
        for hero_id, (card, home) in self.shelf.collect_cards().items():
            words = (card.name, *card.epithet.values(), home)
            hero_offers.append(Offer(id=hero_id, name=card.name, role="heroes", words=words))
        return hero_offers

    def add_offer(
        self,
        data: RosterData,
        army: Army,
        offer: str,
        models: int | None = None,
        at: Path | None = None,
    ) -> list[Added]:
        """Return the edit that adds the hero `offer`, in the first free slot of the table.

        If all slots are taken, the hero has no slot. `models` and `at` are ignored.
        """
        assert isinstance(army, HeroArmy)
        taken = {hero.slot for hero in army.heroes}
        free = next((slot for slot in army.slots if slot not in taken), None)
        entry = {"hero": offer} if free is None else {"hero": offer, "slot": free}
        return [append_to_list(data, ("heroes",), entry)]

    def copy_part(self, data: RosterData, army: Army, path: Path) -> Added | None:
        """Return the edit that adds the hero at `path` once more. None if no hero is there.

        The copy gets the first free slot if there is one.
        """
        entry = get_at_path(data, path[:2])
        if not isinstance(entry, dict) or path[:1] != ("heroes",):
            return None
        (added,) = self.add_offer(data, army, str(entry["hero"]))
        return added

    def move_part(self, data: RosterData, army: Army, path: Path, by: int) -> Added | None:
        """Return the edit that moves the hero at `path` by `by` slots, or None.

        A hero who already has that slot gets this hero's slot. None if this hero has no slot, or if
        the table has no slot that far along.
        """
        assert isinstance(army, HeroArmy)
        hero = next((hero for hero in army.heroes if hero.path == path), None)
        if hero is None or hero.slot not in army.slots:
            return None
        place = army.slots.index(hero.slot) + by
        if not 0 <= place < len(army.slots):
            return None
        return Added(_move_to_slot(army, hero, army.slots[place]), path)

    def make_blank_roster(self, faction: str, day: str | None = None) -> RosterData:
        """Return a new roster that contains nothing but the game.

        `faction` and `day` are ignored.
        """
        return {"system": self.system.id, "heroes": []}


def _yield_slot_options(data: RosterData, army: HeroArmy, hero: Hero) -> Iterator[Option]:
    """Yield an option for no slot, and an option for each slot of the table.

    If another hero has the slot, the label names him; choosing the slot makes the two swap.
    """
    yield Option(
        label=Text("none"), edit=set_or_remove(data, hero.slot_path, None), chosen=hero.slot is None
    )
    for slot in army.slots:
        others = [other for other in army.heroes if other.slot == slot and other is not hero]
        here = hero.slot == slot  # who else is there does not go from it
        label = Text("slot", {"slot": slot})
        if others and not here:
            label = Text("slot_of", {"slot": slot, "name": others[0].name})
        yield Option(label=label, edit=_move_to_slot(army, hero, slot), chosen=here)


def _move_to_slot(army: HeroArmy, hero: Hero, slot: int) -> Edit:
    """Return the edit that moves `hero` to `slot`.

    A hero who already has that slot gets the slot that `hero` had, or none if `hero` had none.
    """
    steps = [Step("set", hero.slot_path, slot)]
    for other in army.heroes:
        if other.slot != slot or other is hero:
            continue
        if hero.slot is None:
            steps.append(Step("remove", other.slot_path))
        else:
            steps.append(Step("set", other.slot_path, hero.slot))
    return Edit(tuple(steps))


def _set_owned_count(data: RosterData, hero_id: str, count: int) -> Edit:
    """Return the edit that sets how many of the hero `hero_id` the player owns to `count`."""
    owned = get_at_path(data, ("collection",))
    if isinstance(owned, dict):
        return Edit((Step("set", ("collection", hero_id), count),))
    return Edit((Step("set", ("collection",), {hero_id: count}),))
