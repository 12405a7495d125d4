"""From a roster of a patrol to an army: the box with what the roster chooses of it and declares."""

from __future__ import annotations

from listbuilder.games.base import Reading
from listbuilder.games.boxes import sections
from listbuilder.games.boxes.army import BoxArmy, Offer
from listbuilder.games.boxes.declarations import declare_patrol
from listbuilder.games.boxes.parts import doubt
from listbuilder.games.boxes.patrol import Patrol, PatrolEnhancement
from listbuilder.games.boxes.picks import note_doubts, note_loadouts, read_commander, read_pick
from listbuilder.games.boxes.resolve import UnitReader
from listbuilder.games.boxes.roster import PatrolRoster
from listbuilder.games.boxes.shelf import BoxShelf
from listbuilder.games.shared.values import mission
from listbuilder.model.finding import Note
from listbuilder.store.reader import Document


class PatrolReader:
    """Reads one roster."""

    def __init__(self, document: Document, roster: PatrolRoster, shelf: BoxShelf[Patrol]) -> None:
        self.roster = roster
        self.shelf = shelf
        self.patrol = sections.box_of(document, "patrol", roster.patrol, shelf)
        self.reader = UnitReader(document, shelf, shelf.contents(self.patrol))

    def reading(self) -> Reading:
        patrol, roster = self.patrol, self.roster
        army = BoxArmy(
            book=self.shelf.book(),
            name=roster.name or "",
            faction_id=patrol.id,
            faction_name=patrol.name,
            units=[],
            counts_points=False,
            priced_on=patrol.as_of,
            kind_names=[each for each in (patrol.faction, patrol.subfaction) if each],
            mission=mission(roster.mission, self.shelf.book()),
            battle_ready=roster.battle_ready,
            objectives=tuple(each.name for each in patrol.secondary_objectives),
            stratagems=dict(patrol.stratagems),
        )
        self.reader.fill(army, roster.units, roster.choices)
        for unit in army.box_units:
            unit.facts = patrol.unit_by_id.get(unit.part.id) if unit.part.home == patrol.id else None
        enhancement = self._enhancement(army)
        self._warlord(army, enhancement)
        self._note(army, enhancement)
        declare_patrol(army, patrol, roster.formations, self.reader.document, self.reader.problems)
        opened = self.shelf.open(patrol.id)
        return Reading(army, self.reader.problems, [opened] if opened else [])

    def _enhancement(self, army: BoxArmy) -> PatrolEnhancement:
        """The enhancement that holds."""
        offered = [_offer(each) for each in self.patrol.enhancements]
        pick = read_pick(self.reader, "enhancement", self.roster.enhancement, offered, lambda box: map(_offer, box.enhancements))
        pick.default = _offer(self.patrol.default_enhancement)
        army.picks["enhancement"] = pick
        note_doubts(army, pick)
        found = self.patrol.enhancement_by_id[(pick.chosen or pick.default).id]
        bearer = next((unit for unit in army.box_units if unit.matched and unit.part.id == found.bearer), None)
        if bearer:
            bearer.enhancement = found.name
        return found

    def _warlord(self, army: BoxArmy, enhancement: PatrolEnhancement) -> None:
        patrol = self.patrol
        part = self.reader.contents.parts[patrol.warlord_with(enhancement.id)]
        commander = read_commander(self.reader, army, "warlord", self.roster.warlord, part)
        if part.id == patrol.warlord and len(patrol.unit_by_id[part.id].model_counts) > 1:
            commander.model = patrol.warlord_model
        for other in patrol.enhancements:
            if other.bearer_is_warlord and other.bearer == commander.given and other.id != enhancement.id:
                commander.other_pick, commander.pick = _offer(other), "enhancement"
        army.commander = commander

    def _note(self, army: BoxArmy, enhancement: PatrolEnhancement) -> None:
        """What the roster leaves open, and marks that are not firm where the verdict rests on them."""
        patrol, sources = self.patrol, self.shelf.sources()
        default_doubt = doubt(sources, patrol.default_source)
        if not army.picks["enhancement"].given:
            told = {"enhancement": enhancement.name}
            note = Note(key="default_enhancement", args=told)
            if default_doubt:
                note = Note(key="default_enhancement_doubt", args={**told, "source": default_doubt})
            army.assumed.append(note)
        if army.listed and (found := doubt(sources, patrol.count_source)):
            army.not_checked.append(Note(key="doubt_counts", args={"box": patrol.name, "source": found}))
        commander = army.commander
        if commander is not None and (found := doubt(sources, patrol.warlord_source)):
            note = Note(key="doubt_commander", args={"unit": commander.part.name, "source": found})
            (army.assumed if commander.given is None else army.not_checked).append(note)
        if commander is not None and commander.model and (found := doubt(sources, patrol.warlord_model_source)):
            args = {"model": commander.model, "unit": commander.part.name, "source": found}
            army.assumed.append(Note(key="doubt_commander_model", args=args))
        rests = commander is not None and commander.given is not None and enhancement.bearer_is_warlord
        if rests and default_doubt and not army.picks["enhancement"].given:
            args = {"enhancement": enhancement.name, "source": default_doubt}
            army.not_checked.append(Note(key="doubt_default", args=args))
        note_loadouts(army)


def _offer(enhancement: PatrolEnhancement) -> Offer:
    return Offer(enhancement.id, enhancement.name)
