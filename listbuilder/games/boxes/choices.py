"""What a player can change in an army of one box: what it offers to choose from, and its formations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.boxes.army import BoxArmy, BoxUnit, Pick
from listbuilder.games.boxes.patrol import PatrolUnit
from listbuilder.games.shared import declaration_fields
from listbuilder.games.shared.choices import (
    NOWHERE,
    Field,
    Offer,
    Option,
    ShelfEditor,
    Text,
    choice,
    named,
    setting,
    text_field,
)
from listbuilder.games.shared.match import matches_all
from listbuilder.games.shared.terms_fields import battle_ready_field, mission_field
from listbuilder.model.army import Army
from listbuilder.model.base import Path, at


class BoxEditor(ShelfEditor[Any]):
    """What a roster of a box offers to choose."""

    asks: tuple[str, ...] = ("regiment_ability", "enhancement")
    keys: tuple[str, ...] = ()  # what this game's roster has beside the choices

    def fields(self, data: Any, army: Army, path: Path) -> list[Field]:
        assert isinstance(army, BoxArmy)
        if path and isinstance(at(data, path), dict):
            return [text_field(data, (*path, key)) for key in ("name", "notes")]
        return [] if path[:1] == (NOWHERE,) else list(self._roster_fields(data, army))

    def _roster_fields(self, data: Any, army: BoxArmy) -> Iterator[Field]:
        yield text_field(data, ("name",))
        for field, pick in army.picks.items():
            yield choice(field, list(_pick_options(data, field, pick)))
        if army.commander is not None:
            yield choice(army.commander.field, list(_commanders(data, army)))
        for each in army.choices:
            if each.options:
                path: Path = ("choices", each.slot)
                options = [
                    Option(label=named(part.name), edit=self._chosen(data, path, part.id), chosen=each.chosen is part)
                    for part in each.options
                ]
                yield choice("choice", options, args={"slot": " / ".join(part.name for part in each.options)})
        if "mission" in self.keys and army.book.missions:
            yield mission_field(data, army)
        if "battle_ready" in self.keys:
            yield battle_ready_field(data)
        yield text_field(data, ("player",))
        yield text_field(data, ("notes",))

    def _chosen(self, data: Any, path: Path, value: str) -> Any:
        from listbuilder.model.edit import Edit, Step

        if isinstance(at(data, path[:-1]), dict):
            return setting(data, path, value)
        return Edit((Step("set", path[:-1], {path[-1]: value}),))

    def formations(self, data: Any, army: Army) -> list[Field]:
        assert isinstance(army, BoxArmy)
        if "formations" not in self.keys:
            return []
        return [field for unit in army.box_units for field in _formation_fields(data, army, unit)]

    def strangers(self, army: Army) -> list[Offer]:
        """The units of the other boxes: nothing of them can be added here."""
        heads = [head for each in self.shelf.ids() if (head := self.shelf.head(each)) and each != army.faction_id]
        return [
            Offer(id=f"{head.entry.id}/{name}", name=name, role="units", home=head.name, source=head.entry.id)
            for head in heads
            for name in head.entry.also
        ]

    def found_by(self, faction: str) -> tuple[str, ...]:
        """The faction it is of."""
        head = self.shelf.head(faction)
        return head.entry.keywords if head else ()

    def blank(self, faction: str, day: str | None = None) -> dict[str, Any]:
        box_key: str = self.system.box_key  # type: ignore[attr-defined]
        return {"system": self.system.id, box_key: faction}


class PatrolEditor(BoxEditor):
    keys = ("mission", "battle_ready", "formations")

    def joins(self) -> list[tuple[str, Path]]:
        return [(key, ("formations", key)) for key in ("attached", "embarked")]


def _pick_options(data: Any, field: str, pick: Pick) -> Iterator[Option]:
    for offer in pick.offered:
        chosen = pick.chosen is not None and pick.chosen.id == offer.id
        yield Option(label=named(offer.name), edit=setting(data, (field,), offer.id), chosen=chosen)


def _commanders(data: Any, army: BoxArmy) -> Iterator[Option]:
    """The box names one; another is only what the roster says, and the law speaks of it."""
    commander = army.commander
    assert commander is not None
    given = commander.given
    default = Text("default_of", {"name": commander.part.name})
    yield Option(label=default, edit=setting(data, (commander.field,), None), chosen=given in (None, commander.part.id))
    for part in army.box_parts:
        if part.id != commander.part.id:
            yield Option(label=named(part.name), edit=setting(data, (commander.field,), part.id), chosen=given == part.id)


def _formation_fields(data: Any, army: BoxArmy, unit: BoxUnit) -> Iterator[Field]:
    """A unit that is split is spoken of by its parts."""
    facts = unit.facts
    if not isinstance(facts, PatrolUnit):
        return
    there = [each for each in army.standing_units if isinstance(each, BoxUnit)]
    squads = [each for each in there if each.whole == unit.id]
    if facts.patrol_squads:
        spoken_of = [path for squad in squads for path in army.mentions.get(squad.id, ())]
        of_whole = [path for path in army.mentions.get(unit.id, ()) if path[1:2] not in (("attached",), ("split",))]
        yield declaration_fields.listed_or_not(data, unit, "split", spoken_of, () if squads else of_whole)
    parts = squads or [unit]
    for part in parts:
        others = [other for other in there if other not in parts]
        hosts = [other for other in others if other.name in unit.may_lead]
        yield from declaration_fields.link(data, ("formations", "attached"), part, hosts)
        rides = [other for other in others if _may_ride(part, other)]
        yield from declaration_fields.link(data, ("formations", "embarked"), part, rides)
        yield declaration_fields.waiting(data, part, ("reserves",))


def _may_ride(unit: BoxUnit, other: BoxUnit) -> bool:
    transport = other.facts.transport if isinstance(other.facts, PatrolUnit) else None
    if transport is None:
        return False
    loads = (*transport.takes, *(keywords for load in (*transport.also, *transport.instead) for keywords in load.takes))
    return not loads or any(matches_all(unit.tags, keywords) for keywords in loads)
