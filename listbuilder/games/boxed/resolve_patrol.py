"""The way from a Combat Patrol roster to an army: the box, what the roster chooses and declares."""

from __future__ import annotations

from typing import Any

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
from listbuilder.games.boxed.deployment import declare_patrol
from listbuilder.games.boxed.patrol import Patrol, PatrolEnhancement
from listbuilder.games.boxed.resolve import UnitReader
from listbuilder.games.boxed.roster import PatrolMissionRoster, PatrolRoster
from listbuilder.games.common.roster_values import resolve_mission
from listbuilder.games.game import Reading
from listbuilder.model.finding import Note
from listbuilder.yamlio.reader import YamlDocument


class PatrolReader:
    """Reads one Combat Patrol roster."""

    def __init__(
        self,
        document: YamlDocument,
        roster: PatrolRoster | PatrolMissionRoster,
        shelf: BoxShelf[Patrol],
    ) -> None:
        """Prepare to read `roster` and find its box. Raises Unreadable if the box is unknown."""
        self.roster = roster
        self.shelf = shelf
        self.patrol = show.find_box_of_roster(document, "patrol", roster.patrol, shelf)
        self.reader = UnitReader(document, shelf, shelf.make_contents(self.patrol))

    def read_army(self) -> Reading:
        """Return the army that the roster makes, the problems found, and the data file used."""
        patrol, roster = self.patrol, self.roster
        army = BoxArmy(
            book=self.shelf.load_rulebook(),
            name=roster.name or "",
            faction_id=patrol.id,
            faction_name=patrol.name,
            units=[],
            counts_points=False,
            priced_on=patrol.as_of,
            kind_names=list(filter(None, (patrol.faction, patrol.subfaction))),
            mission=self._find_mission(),
            battle_ready=roster.battle_ready,
            objectives=tuple(objective.name for objective in patrol.secondary_objectives),
            stratagems=dict(patrol.stratagems),
        )
        self.reader.fill_army(army, roster.units, roster.choices)
        for unit in army.box_units:
            if unit.part.home == patrol.id:
                unit.facts = patrol.unit_by_id.get(unit.part.id)
        enhancement = self._read_enhancement(army)
        self._read_warlord(army, enhancement)
        self._note_assumptions(army, enhancement)
        declare_patrol(army, patrol, roster.formations, self.reader.document, self.reader.problems)
        self._note_doubtful_leaders(army)
        opened = self.shelf.open_box(patrol.id)
        return Reading(army, self.reader.problems, [opened] if opened else [])

    def _find_mission(self) -> str | None:
        """Return the mission of the box, or the one that the roster chooses, or None."""
        if isinstance(self.roster, PatrolRoster):
            return resolve_mission(self.roster.mission, self.shelf.load_rulebook())
        return self.patrol.mission

    def _read_enhancement(self, army: BoxArmy) -> PatrolEnhancement | None:
        """Return the enhancement that the army has: the picked one, otherwise the box's default.

        None if the box has no default and none is picked yet. The enhancement is also recorded in
        `army.picks` and on the unit that bears it.
        """
        offered = list(map(self._make_offer, self.patrol.enhancements))
        pick = read_pick(
            self.reader,
            "enhancement",
            self.roster.enhancement,
            offered,
            lambda box: map(self._make_offer, box.enhancements),
        )
        default = self.patrol.default_enhancement
        pick.default = self._make_offer(default) if default is not None else None
        army.picks["enhancement"] = pick
        note_doubtful_picks(army, pick)
        if pick.chosen is None:
            return None
        enhancement = self.patrol.enhancement_by_id[pick.chosen.id]
        for unit in army.box_units:
            if unit.matched and unit.part.id == enhancement.bearer:
                unit.enhancement = enhancement.name
                break
        return enhancement

    def _read_warlord(self, army: BoxArmy, enhancement: PatrolEnhancement | None) -> None:
        """Set the army's Warlord, whom `enhancement` can decide.

        If another enhancement would make the unit that the roster names the Warlord, that is
        recorded too.
        """
        patrol = self.patrol
        chosen = enhancement.id if enhancement is not None else None
        part = self.reader.contents.parts[patrol.find_warlord(chosen)]
        commander = read_commander(self.reader, army, "warlord", self.roster.warlord, part)
        if part.id == patrol.warlord and len(patrol.unit_by_id[part.id].model_counts) > 1:
            commander.model = patrol.warlord_model
        for other in patrol.enhancements:
            is_other = other.bearer_is_warlord and other.id != chosen
            if is_other and other.bearer == commander.given:
                commander.other_pick = self._make_offer(other)
                commander.pick = "enhancement"
        army.commander = commander

    def _note_assumptions(self, army: BoxArmy, enhancement: PatrolEnhancement | None) -> None:
        """Add notes to `army` on what the roster leaves open and on doubtful data.

        The verdict depends on both.
        """
        patrol, sources = self.patrol, self.shelf.load_sources()
        is_default = enhancement is not None and not army.picks["enhancement"].given
        default_doubt = find_doubt(sources, patrol.default_source)
        args: dict[str, Any] = {}
        if enhancement is not None and is_default:
            args = {"enhancement": enhancement.name}
            if default_doubt:
                args["source"] = default_doubt
            key = "default_enhancement_doubt" if default_doubt else "default_enhancement"
            army.assumed.append(Note(key=key, args=args))
        source = find_doubt(sources, patrol.count_source)
        if army.listed and source:
            args = {"box": patrol.name, "source": source}
            army.not_checked.append(Note(key="doubt_counts", args=args))
        commander = army.commander
        assert commander is not None, "it is read before"
        source = find_doubt(sources, patrol.warlord_source)
        if source:
            args = {"unit": commander.part.name, "source": source}
            notes = army.assumed if commander.given is None else army.not_checked
            notes.append(Note(key="doubt_commander", args=args))
        source = find_doubt(sources, patrol.warlord_model_source)
        if commander.model and source:
            args = {"model": commander.model, "unit": commander.part.name, "source": source}
            army.assumed.append(Note(key="doubt_commander_model", args=args))
        if enhancement is not None and enhancement.bearer_is_warlord:
            rests_on_default = commander.given is not None and is_default
            if rests_on_default and default_doubt:
                args = {"enhancement": enhancement.name, "source": default_doubt}
                army.not_checked.append(Note(key="doubt_default", args=args))
        note_doubtful_loadouts(army)

    def _note_doubtful_leaders(self, army: BoxArmy) -> None:
        """Add a note to `army` for each attached leader whose data on whom it leads is doubtful."""
        declarations, sources = army.declarations, self.shelf.load_sources()
        for unit in army.box_units:
            facts = unit.facts
            if declarations is None or unit.id not in declarations.attached or facts is None:
                continue
            source = find_doubt(sources, facts.leads_source)
            if source:
                args: dict[str, Any] = {"unit": unit.name, "source": source}
                path = declarations.make_attached_path(unit.id)
                army.not_checked.append(Note(key="doubt_leader", args=args, path=path))

    def _make_offer(self, enhancement: PatrolEnhancement) -> BoxOffer:
        """Return an enhancement as something the box offers."""
        doubt = find_doubt(self.shelf.load_sources(), enhancement.source)
        return BoxOffer(enhancement.id, enhancement.name, doubt)
