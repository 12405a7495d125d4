"""What a player can change in a roster of heroes: who comes, and where each begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.heroes.army import Hero, HeroArmy
from listbuilder.games.shared.choices import (
    Added,
    Field,
    Offer,
    Option,
    ShelfEditor,
    Text,
    appending,
    choice,
    setting,
    text_field,
)
from listbuilder.model.army import Army
from listbuilder.model.base import Path, at
from listbuilder.model.bounds import MOST_OWNED
from listbuilder.model.edit import Edit, Step


class HeroEditor(ShelfEditor[Any]):
    asks_faction = False

    def fields(self, data: Any, army: Army, path: Path) -> list[Field]:
        assert isinstance(army, HeroArmy)
        hero = next((hero for hero in army.heroes if path and hero.path == path[:2]), None)
        if hero is not None:
            return [
                choice("slot", list(_slots(data, army, hero))),
                *(text_field(data, (*hero.path, key)) for key in ("name", "notes")),
            ]
        return [*super().fields(data, army, ()), *self._collection(data)]

    def _collection(self, data: Any) -> Iterator[Field]:
        owned = at(data, ("collection",))
        for hero_id, (card, _) in self.shelf.cards().items():
            now = owned.get(hero_id, 0) if isinstance(owned, dict) else None
            options = [
                Option(label=Text("plain", {"text": str(count)}), edit=_owning(data, hero_id, count), chosen=now == count)
                for count in range(MOST_OWNED + 1)
            ]
            yield choice("pick", options, args={"name": card.name}, group=Text("field.owned"))

    def offers(self, army: Army) -> list[Offer]:
        found = []
        for hero_id, (card, home) in self.shelf.cards().items():
            words = (card.name, *card.epithet.values(), home)
            found.append(Offer(id=hero_id, name=card.name, role="heroes", words=words))
        return found

    def add(self, data: Any, army: Army, offer: str, models: int | None = None, at: Path | None = None) -> list[Added]:
        """Into the first free slot."""
        assert isinstance(army, HeroArmy)
        taken = {hero.slot for hero in army.heroes}
        free = next((slot for slot in army.slots if slot not in taken), None)
        return [appending(data, ("heroes",), {"hero": offer} if free is None else {"hero": offer, "slot": free})]

    def duplicate(self, data: Any, army: Army, path: Path) -> Added | None:
        entry = at(data, path[:2])
        if not isinstance(entry, dict) or path[:1] != ("heroes",):
            return None
        (added,) = self.add(data, army, str(entry["hero"]))
        return added

    def move(self, data: Any, army: Army, path: Path, by: int) -> Added | None:
        """To the next slot; who stands there comes here."""
        assert isinstance(army, HeroArmy)
        hero = next((hero for hero in army.heroes if hero.path == path), None)
        if hero is None or hero.slot not in army.slots:
            return None
        place = army.slots.index(hero.slot) + by
        if not 0 <= place < len(army.slots):
            return None
        return Added(_to_slot(army, hero, army.slots[place]), path)

    def blank(self, faction: str, day: str | None = None) -> dict[str, Any]:
        return {"system": self.system.id, "heroes": []}


def _slots(data: Any, army: HeroArmy, hero: Hero) -> Iterator[Option]:
    yield Option(label=Text("none"), edit=setting(data, hero.slot_path, None), chosen=hero.slot is None)
    for slot in army.slots:
        other = next((each for each in army.heroes if each.slot == slot and each is not hero), None)
        here = hero.slot == slot  # who else is there does not go from it
        label = Text("slot_of", {"slot": slot, "name": other.name}) if other and not here else Text("slot", {"slot": slot})
        yield Option(label=label, edit=_to_slot(army, hero, slot), chosen=here)


def _to_slot(army: HeroArmy, hero: Hero, slot: int) -> Edit:
    """Whoever is there changes places."""
    steps = [Step("set", hero.slot_path, slot)]
    for other in army.heroes:
        if other.slot == slot and other is not hero:
            steps.append(Step("remove", other.slot_path) if hero.slot is None else Step("set", other.slot_path, hero.slot))
    return Edit(tuple(steps))


def _owning(data: Any, hero_id: str, count: int) -> Edit:
    owned = at(data, ("collection",))
    if isinstance(owned, dict):
        return Edit((Step("set", ("collection", hero_id), count),))
    return Edit((Step("set", ("collection",), {hero_id: count}),))
