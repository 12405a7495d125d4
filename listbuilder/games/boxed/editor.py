"""The changes that a player can make in an army of one box: its choices and its formations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.boxed.army import BoxArmy, BoxPick, BoxUnit
from listbuilder.games.boxed.patrol import PatrolUnit
from listbuilder.games.common import deployment_fields
from listbuilder.games.common.editor import (
    NOWHERE,
    Field,
    Offer,
    Option,
    ShelfEditor,
    Text,
    make_choice_field,
    make_name_text,
    make_text_field,
    set_or_remove,
)
from listbuilder.games.common.mission_fields import make_battle_ready_field, make_mission_field
from listbuilder.matching.requirements import has_all_tags
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.roster_data import RosterData


class BoxEditor(ShelfEditor[Any]):
    """The editor of rosters for games in which an army is one box."""

    asks: tuple[str, ...] = ("regiment_ability", "enhancement")
    keys: tuple[str, ...] = ()  # what this game's roster has beside the choices

    def list_fields(self, data: RosterData, army: Army, path: Path) -> list[Field]:
        """Return the fields of the listed unit at `path`, or those of the roster.

        Empty for a unit that the roster doesn't list.
        """
        assert isinstance(army, BoxArmy)
        if path and isinstance(get_at_path(data, path), dict):
            return [make_text_field(data, (*path, key)) for key in ("name", "notes")]
        return [] if path[:1] == (NOWHERE,) else list(self._yield_roster_fields(data, army))

    def _yield_roster_fields(self, data: RosterData, army: BoxArmy) -> Iterator[Field]:
        """Yield the fields of the roster that can be edited, each with its options.

        These are its name, enhancement and abilities, commander, choices of units, player and
        notes; and mission and battle-ready if the game has them.
        """
        yield make_text_field(data, ("name",))
        for field, pick in army.picks.items():
            yield make_choice_field(field, list(_yield_pick_options(data, field, pick)))
        if army.commander is not None:
            yield make_choice_field(
                army.commander.field, list(_yield_commander_options(data, army))
            )
        for choice_of_unit in army.choices:
            if choice_of_unit.options:
                path: Path = ("choices", choice_of_unit.slot)
                options = [
                    Option(
                        label=make_name_text(part.name),
                        edit=self._set_choice(data, path, part.id),
                        chosen=choice_of_unit.chosen is part,
                    )
                    for part in choice_of_unit.options
                ]
                yield make_choice_field(
                    "choice",
                    options,
                    args={"slot": " / ".join(part.name for part in choice_of_unit.options)},
                )
        if "mission" in self.keys and army.book.missions:
            yield make_mission_field(data, army)
        if "battle_ready" in self.keys:
            yield make_battle_ready_field(data)
        yield make_text_field(data, ("player",))
        yield make_text_field(data, ("notes",))

    def _set_choice(self, data: RosterData, path: Path, value: str) -> Any:
        """Return the edit that sets the choice at `path` to `value`.

        If the roster has no mapping of choices yet, the edit adds that too.
        """
        from listbuilder.model.edit import Edit, Step

        if isinstance(get_at_path(data, path[:-1]), dict):
            return set_or_remove(data, path, value)
        return Edit((Step("set", path[:-1], {path[-1]: value}),))

    def list_foreign_offers(self, army: Army) -> list[Offer]:
        """Return the units of all other boxes, none of which can be added to this army."""
        heads = [
            head
            for box_id in self.shelf.list_ids()
            if (head := self.shelf.head(box_id)) and box_id != army.faction_id
        ]
        return [
            Offer(
                id=f"{head.entry.id}/{name}",
                name=name,
                role="units",
                home=head.name,
                source=head.entry.id,
            )
            for head in heads
            for name in head.entry.also
        ]

    def list_search_words(self, faction: str) -> tuple[str, ...]:
        """Return other words to find the box by, such as its faction.

        Empty if the box is unknown.
        """
        head = self.shelf.head(faction)
        return head.entry.keywords if head else ()

    def make_blank_roster(self, faction: str, day: str | None = None) -> RosterData:
        """Return a new roster that contains nothing but the game and the box `faction`."""
        box_key: str = self.system.box_key  # type: ignore[attr-defined]
        return {"system": self.system.id, box_key: faction}


class PatrolEditor(BoxEditor):
    """The editor of Combat Patrol rosters."""

    keys: tuple[str, ...] = ("mission", "battle_ready", "formations")
    reserves: tuple[str, ...] = ("reserves",)  # the lists of what waits, in `formations`

    def list_deployment_fields(
        self, data: RosterData, army: Army, about: Unit | None = None
    ) -> list[Field]:
        """Return the fields of the units' battle formations; a box has so few that all are."""
        assert isinstance(army, BoxArmy)
        return [
            field
            for unit in army.box_units
            for field in _yield_formation_fields(data, army, unit, self.reserves)
        ]

    def list_joins(self) -> list[tuple[str, Path]]:
        """Return the ways to join another unit, each with its path in the roster.

        The ways are attached and embarked.
        """
        return [(key, ("formations", key)) for key in ("attached", "embarked")]


class PatrolMissionEditor(PatrolEditor):
    """The editor of rosters for Combat Patrols that each have a mission of their own."""

    keys = ("battle_ready", "formations")
    reserves = ("strategic_reserves",)


def _yield_pick_options(data: RosterData, field: str, pick: BoxPick) -> Iterator[Option]:
    """Yield an option for each thing that the box offers for the roster key `field`."""
    for offer in pick.offered:
        chosen = pick.chosen is not None and pick.chosen.id == offer.id
        yield Option(
            label=make_name_text(offer.name),
            edit=set_or_remove(data, (field,), offer.id),
            chosen=chosen,
        )


def _yield_commander_options(data: RosterData, army: BoxArmy) -> Iterator[Option]:
    """Yield the units that the roster can name as commander, the box's own commander first.

    The roster can name another unit than the box does; the check of the rules reports that then.
    """
    commander = army.commander
    assert commander is not None
    given = commander.given
    default = Text("default_of", {"name": commander.part.name})
    yield Option(
        label=default,
        edit=set_or_remove(data, (commander.field,), None),
        chosen=given in (None, commander.part.id),
    )
    for part in army.box_parts:
        if part.id != commander.part.id:
            yield Option(
                label=make_name_text(part.name),
                edit=set_or_remove(data, (commander.field,), part.id),
                chosen=given == part.id,
            )


def _yield_formation_fields(
    data: RosterData, army: BoxArmy, unit: BoxUnit, reserves: tuple[str, ...]
) -> Iterator[Field]:
    """Yield the battle formation fields of a unit: split, attached, embarked, in reserve.

    `reserves` are the lists of the roster in which a unit can wait. For a split unit, the last
    three are fields of its parts. Nothing is yielded for a unit of another box.
    """
    facts = unit.facts
    if not isinstance(facts, PatrolUnit):
        return
    standing = [
        standing_unit for standing_unit in army.standing_units if isinstance(standing_unit, BoxUnit)
    ]
    squads = [standing_unit for standing_unit in standing if standing_unit.whole == unit.id]
    if facts.patrol_squads:
        spoken_of = [path for squad in squads for path in army.mentions.get(squad.id, ())]
        of_whole = [
            path
            for path in army.mentions.get(unit.id, ())
            if path[1:2] not in (("attached",), ("split",))
        ]
        yield deployment_fields.make_list_field(
            data, unit, "split", spoken_of, () if squads else of_whole
        )
    parts = squads or [unit]
    for part in parts:
        others = [other_unit for other_unit in standing if other_unit not in parts]
        hosts = [other_unit for other_unit in others if other_unit.name in unit.may_lead]
        yield from deployment_fields.make_link_fields(data, ("formations", "attached"), part, hosts)
        rides = [other_unit for other_unit in others if _can_embark(part, other_unit)]
        yield from deployment_fields.make_link_fields(data, ("formations", "embarked"), part, rides)
        yield deployment_fields.make_reserve_field(data, part, reserves)


def _can_embark(unit: BoxUnit, other: BoxUnit) -> bool:
    """Return whether the unit can embark in `other`, by keywords alone."""
    transport = other.facts.transport if isinstance(other.facts, PatrolUnit) else None
    if transport is None:
        return False
    loads = (
        *transport.takes,
        *(keywords for load in (*transport.also, *transport.instead) for keywords in load.takes),
    )
    return not loads or any(has_all_tags(unit.tags, keywords) for keywords in loads)
