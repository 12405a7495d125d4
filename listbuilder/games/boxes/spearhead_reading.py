"""From a roster of a spearhead to an army: the box with what the roster chooses of it."""

from __future__ import annotations

from listbuilder.games.base import Reading
from listbuilder.games.boxes import sections
from listbuilder.games.boxes.army import BoxArmy, Offer
from listbuilder.games.boxes.parts import doubt
from listbuilder.games.boxes.patrol import Sources
from listbuilder.games.boxes.picks import note_doubts, note_loadouts, read_commander, read_pick
from listbuilder.games.boxes.resolve import UnitReader
from listbuilder.games.boxes.roster import SpearheadRoster
from listbuilder.games.boxes.shelf import BoxShelf
from listbuilder.games.boxes.spearhead import BoxAbility, SpearheadBox
from listbuilder.model.finding import Note
from listbuilder.store.reader import Document


def reading(document: Document, roster: SpearheadRoster, shelf: BoxShelf[SpearheadBox]) -> Reading:
    box = sections.box_of(document, "box", roster.box, shelf)
    reader = UnitReader(document, shelf, shelf.contents(box))
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
