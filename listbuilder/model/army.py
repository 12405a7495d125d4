"""The army as the checks see it: its units in one flat list, with effective keywords and prices.

Games build on these: each adds to `Unit` and `Army` what its own checks need, and shared checks use
only what is here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from listbuilder.model.base import Path, fold
from listbuilder.model.deployment import Declarations, Role
from listbuilder.model.edit import Step, drop_assumed_key
from listbuilder.model.finding import Note
from listbuilder.model.message_args import MessageArgs
from listbuilder.model.rulebook import RuleBook

if TYPE_CHECKING:
    from listbuilder.model.windows import Gone


class Group(msgspec.Struct, frozen=True):
    """Models of one kind in a unit.

    Counts of wargear are over the whole group; None is the default wargear.
    """

    model: str
    count: int
    wargear: dict[str, int] | None = None


class Unit(msgspec.Struct, kw_only=True):
    """A unit of an army, with its models, effective keywords and points."""

    id: str
    path: Path
    name: str
    datasheet_id: str
    home: str = ""  # id of the faction or box whose data it is from, where the game has such
    groups: tuple[Group, ...] = ()
    tags: frozenset[str] = frozenset()  # effective keywords and names, folded
    points: int | None = 0  # everything included; None where the data has no price for it
    custom_name: str | None = None
    legends: bool = False
    own_max: int | None = None  # how many of it an army may have by its own data
    # ... and by the rule that lets it in, where it is of another faction
    guest_max: int | None = None
    own_id: bool = False  # the roster itself gives the id
    # id of the unit that this is a part of, where that is split before the battle
    whole: str | None = None
    squad: int = 0  # which of its parts it is, where these have no names but numbers
    # set where the roster declares battle formations, or something in it has to be attached
    role: Role | None = None

    @property
    def sheet_id(self) -> str:
        """The id of the unit's datasheet without the faction's id before it."""
        return self.datasheet_id.rpartition("/")[2]

    @property
    def leads_army(self) -> bool:
        """True if the unit is the Warlord or general; fixes remove such a unit last."""
        return False

    @property
    def removal(self) -> Path | None:
        """The path to remove from the roster to remove this unit alone.

        None if the unit can't be removed alone, because other units depend on it.
        """
        return self.path

    @property
    def upgrades(self) -> tuple[str, ...]:
        """The names of the unit's upgrades that may grant abilities unknown to the data."""
        return ()

    @property
    def enhancement_names(self) -> tuple[str, ...]:
        """The names of the enhancements that the unit has, whatever the game calls them."""
        return ()

    @property
    def cost(self) -> int:
        """The unit's points as part of a sum: 0 if the data has no price for it."""
        return self.points or 0

    @property
    def models(self) -> int:
        """The number of models in the unit."""
        if len(self.groups) == 1:
            return self.groups[0].count
        return sum([group.count for group in self.groups])

    def has_keyword(self, keyword: str) -> bool:
        """Return whether `keyword` is one of the unit's names or effective keywords.

        Case and accents don't matter.
        """
        return fold(keyword) in self.tags

    def has_item(self, item: str) -> bool:
        """Return whether a model of the unit has the item called `item` in its stated wargear."""
        wanted = fold(item)
        return any(fold(name) == wanted for group in self.groups for name in group.wargear or ())


class Extra(msgspec.Struct, kw_only=True):
    """Something on the roster that is no unit and may have a price.

    `kind` is what the rules call it.
    """

    kind: str
    name: str
    path: Path
    points: int = 0
    removal: Path | None = None  # as of a unit

    @property
    def cost(self) -> int:
        """The points that this thing adds to a sum."""
        return self.points


class UnavailableThing(msgspec.Struct, frozen=True, kw_only=True):
    """A thing on the roster that was not available on the army's date: too early, or too late."""

    kind: str  # as the rules call it: unit, detachment, enhancement, ...
    path: Path
    gone: Gone
    # where the roster names it by an id that another one can take the place of
    at: Path | None = None
    unit: Unit | None = None  # the unit that it is, or that has it
    known: tuple[str, ...] = ()  # names of what could be chosen instead
    silent: bool = False  # something else that was not available brings it along


class Army(msgspec.Struct, kw_only=True):
    """An army, resolved from a roster against the data of its date."""

    book: RuleBook
    name: str
    faction_id: str
    faction_name: str
    units: list[Unit]
    extras: list[Extra] = []
    limit: int | None = None
    size_id: str | None = None  # the battle size, in games that have them
    counts_points: bool = True  # else the game has none
    declarations: Declarations | None = None  # None: the roster does not declare them
    mission: str | None = None  # as the roster names it
    battle_ready: bool | None = None  # whether the army is fully painted, as the roster says
    mentions: dict[str, list[Path]] = {}  # where else in the roster a unit's id stands
    priced_on: str = ""  # the date of the prices used
    past_day: bool = False  # whether that is another than today's
    assumed: list[Note] = []  # what the roster leaves open and how it was read
    # of the roster: another program's list did not say them, and whoever read it took them
    assumed_keys: tuple[str, ...] = ()
    not_checked: list[Note] = []
    # what of that day is not known, so that today's is used: keys, by place
    by_today: dict[Path, frozenset[str]] = {}
    # what another program's list says a unit costs, where no day and no order explains it
    misstated: dict[Path, int] = {}
    away: list[UnavailableThing] = []  # what the roster names that was not available that day
    # points that rest on a price nobody knows for that day, by the place of what costs them
    unsure: dict[Path, int] = {}

    @property
    def sure_points(self) -> int:
        """The points of the army without those that depend on prices unknown for its date.

        The army costs at least so much.
        """
        return self.points - sum(self.unsure.values())

    def note_unavailable(
        self,
        kind: str,
        gone: Gone | None,
        path: Path,
        *,
        at: Path | None = None,
        unit: Unit | None = None,
        known: tuple[str, ...] = (),
        silent: bool = False,
    ) -> None:
        """Record that something in the army was not available on its date.

        Nothing is recorded if `gone` is None, because it was available.

        `kind` says what it is, and `path` where it is in the roster; `at` is where its id can be
        replaced. `unit` is the unit that it is or belongs to. `known` are names of what could be
        chosen instead. `silent` means that something else unavailable brought it along. If the
        thing was there under an earlier name, only a note is added to `assumed`.
        """
        if gone is None:
            return
        if gone.by_another_name:
            args = {"name": gone.name, "day": self.priced_on, "since": gone.not_before}
            self.assumed.append(Note(key="away_before", args=args, path=path))
        else:
            self.away.append(
                UnavailableThing(
                    kind=kind, path=path, gone=gone, at=at, unit=unit, known=known, silent=silent
                )
            )

    def list_unavailable_notes(self) -> list[Note]:
        """Return a note for each thing that was not available on the army's date.

        They are used to compare dates.
        """
        notes = []
        for unavailable in self.away:
            gone = unavailable.gone
            args = {
                "name": gone.name,
                "day": self.priced_on,
                "since": gone.not_before or gone.until,
            }
            key = "away_since"
            if gone.not_before:
                key = "away_before"
            elif gone.now:
                key, args["now"] = "away_since_now", gone.now
            notes.append(Note(key=key, args=args, path=unavailable.path))
        return notes

    def is_unavailable(self, path: Path) -> bool:
        """Return whether the thing that the roster names at `path` is noted as unavailable.

        It was not available on the army's date then.
        """
        return any(unavailable.path == path for unavailable in self.away)

    def drop_assumed_key(self, key: str) -> tuple[Step, ...]:
        """Return the steps that remove `key` from the roster's list of assumed keys.

        Use them when the player states what was assumed. Empty if `key` is not in the list.
        """
        return drop_assumed_key(self.assumed_keys, key)

    def list_unsure_names(self) -> list[str]:
        """Return the names of the parts whose price, or that of something in them, is unknown."""
        return [
            part.name
            for part in self.parts
            if any(path[: len(part.path)] == part.path for path in self.unsure)
        ]

    @property
    def parts(self) -> list[Unit | Extra]:
        """All units and extras, in the order in which their points are added up."""
        return [*self.units, *self.extras]

    @property
    def points(self) -> int:
        """The points of all units and extras together."""
        return sum([unit.points or 0 for unit in self.units]) + sum(
            [extra.points for extra in self.extras]
        )

    def list_legends(self) -> list[tuple[str, Path]]:
        """Return the name and path of every unit in the army that is Legends."""
        return [(unit.name, unit.path) for unit in self.units if unit.legends]

    def is_own(self, unit: Unit) -> bool:
        """Return whether `unit` has the army's own faction keyword.

        True in games whose armies have no such keyword.
        """
        return True

    def can_be_warlord(self, unit: Unit) -> bool:
        """Return whether `unit` is allowed to be the Warlord by its faction.

        It must be of the army's own faction, or a detachment must name it.
        """
        return self.is_own(unit)

    def find_priced_in_other_order(self, stated: Mapping[Path, int]) -> set[Path]:
        """Return the paths of units whose `stated` points are right if the units are reordered.

        That can happen in games where further copies of a unit cost more: another copy may be the
        dear one. Empty in all other games.
        """
        return set()

    @property
    def standing_units(self) -> list[Unit]:
        """The units as they start the battle: the parts of a split unit in place of the whole."""
        return self.units

    def list_known_units(self) -> list[Unit]:
        """Return every unit that an id in the roster may refer to."""
        return self.units

    def describe_place(self, unit: Unit) -> tuple[str, MessageArgs] | None:
        """Return the place of `unit` in the army, as a key of the game's wording with arguments.

        None in games where a unit's place is no choice.
        """
        return None

    def hide_secrets(self) -> Army:
        """Return the army as other players may see it before battle formations are declared."""
        return self

    def list_labels(self) -> list[str]:
        """Return the names that a heading gives for the army, such as its faction."""
        return [self.faction_name]

    def count_detachment_points(self) -> tuple[int, int] | None:
        """Return the points spent on detachments and how many there are to spend.

        None in games without such points.
        """
        return None

    def list_own_labels(self) -> list[str]:
        """Return the names of what was chosen for the whole army, such as its detachments.

        Left out are the faction, and the size and season, which others in a battle share.
        """
        shared_labels = {size.name for size in self.book.battle_sizes}
        shared_labels |= {season.name for season in self.book.seasons.values()}
        return [label for label in self.list_labels()[1:] if label and label not in shared_labels]

    def get_battle_size_name(self) -> str | None:
        """Return the name of the battle size; None if the game has none or the roster says none."""
        for size in self.book.battle_sizes:
            if size.id == self.size_id:
                return size.name
        return None
