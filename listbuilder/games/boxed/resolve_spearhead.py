"""The way from a Spearhead roster to an army: the box with what the roster chooses."""

from __future__ import annotations

from listbuilder.games.boxed import show
from listbuilder.games.boxed.army import BoxArmy, BoxOffer
from listbuilder.games.boxed.catalog import BoxShelf
from listbuilder.games.boxed.chosen_options import (
    note_doubtful_loadouts,
    note_doubtful_picks,
    read_commander,
    read_pick,
)
from listbuilder.games.boxed.comparable_unit import find_doubt
from listbuilder.games.boxed.patrol import Sources
from listbuilder.games.boxed.resolve import UnitReader
from listbuilder.games.boxed.roster import SpearheadRoster
from listbuilder.games.boxed.spearhead import BoxAbility, SpearheadBox
from listbuilder.games.game import Reading
from listbuilder.model.finding import Note
from listbuilder.yamlio.reader import YamlDocument


def read_spearhead(
    document: YamlDocument, roster: SpearheadRoster, shelf: BoxShelf[SpearheadBox]
) -> Reading:
    """Return the army that the roster makes, the problems found, and the data file used.

    Raises Unreadable if its box is unknown.
    """
    box = show.find_box_of_roster(document, "box", roster.box, shelf)
    reader = UnitReader(document, shelf, shelf.make_contents(box))
    sources = shelf.load_sources()
    army = BoxArmy(
        book=shelf.load_rulebook(),
        name=roster.name or "",
        faction_id=box.id,
        faction_name=box.name,
        units=[],
        counts_points=False,
        priced_on=box.as_of,
        kind_names=[box.faction, box.alliance],
    )
    reader.fill_army(army, roster.units, roster.choices)
    for unit in army.box_units:
        if unit.part.home == box.id:
            unit.facts = box.unit_by_id.get(unit.part.id)
    for part in army.box_parts:
        unsure = list(box.unit_by_id[part.id].keywords_unsure)
        if unsure:
            args = {"unit": part.name, "keywords": unsure}
            army.not_checked.append(Note(key="doubt_keyword", args=args))
    _read_picks(army, roster, box, reader, sources)
    army.commander = read_commander(
        reader, army, "general", roster.general, reader.contents.parts[box.general]
    )
    enhancement = army.picks["enhancement"].chosen
    general = next((unit for unit in army.box_units if unit.commander), None)
    if enhancement and general:
        general.enhancement = enhancement.name
    source = find_doubt(sources, box.count_source)
    if army.listed and source:
        army.not_checked.append(Note(key="doubt_counts", args={"box": box.name, "source": source}))
    note_doubtful_loadouts(army)
    opened = shelf.open_box(box.id)
    return Reading(army, reader.problems, [opened] if opened else [])


def _read_picks(
    army: BoxArmy, roster: SpearheadRoster, box: SpearheadBox, reader: UnitReader, sources: Sources
) -> None:
    """Record the regiment ability and the enhancement that the roster picks in `army.picks`.

    Doubtful data about them is noted in `army`.
    """

    def make_offer(ability: BoxAbility) -> BoxOffer:
        """Return an ability or enhancement as an offer, with the doubt about its source."""
        return BoxOffer(ability.id, ability.name, find_doubt(sources, ability.source))

    abilities = list(map(make_offer, box.regiment_abilities))
    enhancements = list(map(make_offer, box.enhancements))
    army.picks["regiment_ability"] = read_pick(
        reader,
        "regiment_ability",
        roster.regiment_ability,
        abilities,
        lambda other_box: map(make_offer, other_box.regiment_abilities),
    )
    army.picks["enhancement"] = read_pick(
        reader,
        "enhancement",
        roster.enhancement,
        enhancements,
        lambda other_box: map(make_offer, other_box.enhancements),
    )
    for pick in army.picks.values():
        note_doubtful_picks(army, pick)
