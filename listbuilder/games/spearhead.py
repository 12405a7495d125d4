"""Spearhead: an army is one box, with a regiment ability and an enhancement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.games.base import NewRoster, Reading
from listbuilder.games.boxes import consistency, sections
from listbuilder.games.boxes.army import BoxArmy, Offer
from listbuilder.games.boxes.game import BoxGame
from listbuilder.games.boxes.parts import doubt, spearhead_contents
from listbuilder.games.boxes.patrol import Sources
from listbuilder.games.boxes.picks import note_doubts, note_loadouts, read_commander, read_pick
from listbuilder.games.boxes.resolve import UnitReader
from listbuilder.games.boxes.roster import BoxRosterUnit
from listbuilder.games.boxes.shelf import RULES, SOURCES, BoxShelf, cut_box
from listbuilder.games.boxes.spearhead import BoxAbility, SpearheadBox
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.card import Card
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

ID = "spearhead"


class SpearheadRoster(Model):
    system: str
    box: str
    name: str | None = None
    player: str | None = None
    notes: str | None = None
    points_as_of: str | None = None
    regiment_ability: str | tuple[str, ...] | None = None
    enhancement: str | tuple[str, ...] | None = None
    general: str | None = None
    choices: dict[str, str] = {}
    units: tuple[BoxRosterUnit, ...] | None = None


def _cut(box: SpearheadBox) -> compiled.Sections:
    return cut_box(box, (box.faction, box.alliance))


BOX: Kind[SpearheadBox] = Kind("spearhead-box", SpearheadBox, _cut)


class Spearhead(BoxGame[SpearheadBox, SpearheadRoster]):
    id = ID
    army = BoxArmy
    roster = SpearheadRoster

    def make_shelf(self, library: Library) -> BoxShelf[SpearheadBox]:
        return BoxShelf(self.id, library, BOX, spearhead_contents)

    def data_kinds(self) -> dict[str, Kind[Any]]:
        return {"rules": RULES, "sources": SOURCES, "*": BOX}

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        roster = self.roster_of(document)
        shelf = self.shelf(library)
        box = sections.box_of(document, "box", roster.box, shelf)
        reader = UnitReader(document, shelf, shelf.contents(box))
        return _reading(roster, box, reader, shelf)

    def new(self, wanted: NewRoster, library: Library) -> str:
        box = sections.box_called(wanted.faction, self.shelf(library))
        head = sections.starting_head(self.id, "box", box, wanted.name)
        lines = [
            sections.starting_pick("regiment_ability", [each.id for each in box.regiment_abilities]),
            sections.starting_pick("enhancement", [each.id for each in box.enhancements]),
            *sections.starting_choices(box),
        ]
        return "\n".join([*head, *lines, ""])

    def cards(self, army: Army) -> list[Card]:
        from listbuilder.games.boxes import cards

        assert isinstance(army, BoxArmy)
        return cards.spearhead_cards(army)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        if isinstance(model, SpearheadBox):
            yield from consistency.spearhead_problems(document, model, self.shelf(library).sources())


def _reading(roster: SpearheadRoster, box: SpearheadBox, reader: UnitReader, shelf: BoxShelf[SpearheadBox]) -> Reading:
    sources = shelf.sources()
    army = BoxArmy(
        book=shelf.book(),
        name=roster.name or "",
        faction_id=box.id,
        faction_name=box.name,
        units=[],
        counts_points=False,
        priced_on=box.as_of,
        kind_names=[box.faction, box.alliance],
    )
    reader.fill(army, roster.units, roster.choices)
    for unit in army.box_units:
        unit.facts = box.unit_by_id.get(unit.part.id) if unit.part.home == box.id else None
    for part in army.box_parts:
        if unsure := box.unit_by_id[part.id].keywords_unsure:
            army.not_checked.append(Note(key="doubt_keyword", args={"unit": part.name, "keywords": list(unsure)}))
    _read_picks(army, roster, box, reader, sources)
    army.commander = read_commander(reader, army, "general", roster.general, reader.contents.parts[box.general])
    enhancement = army.picks["enhancement"].chosen
    general = next((unit for unit in army.box_units if unit.commander), None)
    if enhancement and general:
        general.enhancement = enhancement.name
    if army.listed and (found := doubt(sources, box.count_source)):
        army.not_checked.append(Note(key="doubt_counts", args={"box": box.name, "source": found}))
    note_loadouts(army)
    opened = shelf.open(box.id)
    return Reading(army, reader.problems, [opened] if opened else [])


def _read_picks(army: BoxArmy, roster: SpearheadRoster, box: SpearheadBox, reader: UnitReader, sources: Sources) -> None:
    def offer(ability: BoxAbility) -> Offer:
        return Offer(ability.id, ability.name, doubt(sources, ability.source))

    abilities = [offer(each) for each in box.regiment_abilities]
    enhancements = [offer(each) for each in box.enhancements]
    army.picks["regiment_ability"] = read_pick(
        reader, "regiment_ability", roster.regiment_ability, abilities, lambda other: map(offer, other.regiment_abilities)
    )
    army.picks["enhancement"] = read_pick(
        reader, "enhancement", roster.enhancement, enhancements, lambda other: map(offer, other.enhancements)
    )
    for pick in army.picks.values():
        note_doubts(army, pick)
