"""The roster files of games in which an army is one box."""

from __future__ import annotations

from typing import ClassVar

from listbuilder.games.boxed.deployment import PatrolFormations, PatrolReserveFormations
from listbuilder.games.common.roster import RosterGroup
from listbuilder.model.base import Model
from listbuilder.model.limits import Count, Groups, Notes, Pairs, Units, Word


class BoxRosterUnit(Model):
    """A unit of the box. `unit` is its id in the box.

    Without `models`, it has the models and wargear from the box.
    """

    unit: Word
    id: Word | None = None
    models: Count | Groups[RosterGroup] | None = None
    name: Word | None = None
    notes: Notes | None = None
    keep: bool = False  # `fix` touches it last


class _PatrolKeys(Model):
    """The keys that the rosters of both editions' patrols begin with."""

    system: Word
    patrol: Word
    name: Word | None = None
    player: Word | None = None
    notes: Notes | None = None
    points_as_of: Word | None = None
    enhancement: Word | Units[Word] | None = None
    warlord: Word | None = None
    choices: Pairs = {}
    units: Units[BoxRosterUnit] | None = None


class PatrolRoster(_PatrolKeys):
    """A roster for Combat Patrol. Only `system` and `patrol` are required.

    Every other key changes the default: leave out `units`, for example, to use all units of the
    box as they are.
    """

    mission: Word | None = None
    battle_ready: bool | None = None
    formations: PatrolFormations | None = None

    MOVED: ClassVar[dict[str, str]] = {
        "faction": "patrol: ...",
        "box": "patrol: ...",
        "*.datasheet": "unit: ...",
    }


class PatrolMissionRoster(_PatrolKeys):
    """A roster for the Combat Patrols that each have a mission of their own.

    Only `system` and `patrol` are required. Every other key changes the default: leave out
    `units`, for example, to use all units of the box as they are. Leave out `enhancement` to
    choose it before the battle.
    """

    battle_ready: bool | None = None
    formations: PatrolReserveFormations | None = None

    MOVED: ClassVar[dict[str, str]] = {
        **PatrolRoster.MOVED,
        "mission": "",
        "formations.reserves": "formations: {strategic_reserves: [...]}",
    }


class SpearheadRoster(Model):
    system: Word
    box: Word
    name: Word | None = None
    player: Word | None = None
    notes: Notes | None = None
    points_as_of: Word | None = None
    regiment_ability: Word | Units[Word] | None = None
    enhancement: Word | Units[Word] | None = None
    general: Word | None = None
    choices: Pairs = {}
    units: Units[BoxRosterUnit] | None = None

    MOVED: ClassVar[dict[str, str]] = {
        "faction": "box: ...",
        "patrol": "box: ...",
        "warlord": "general: ...",
        "*.datasheet": "unit: ...",
    }
