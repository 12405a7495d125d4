"""The roster files of games whose armies are mustered from datasheets under detachments.

What they all have is in MusterRoster. An edition has a model of its own where its rosters are
written differently, and that model alone knows where detachments and attachments stand.
"""

# Without `from __future__ import annotations`: msgspec would compile each of these annotations
# again in every process.

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from listbuilder.games.common.roster import RosterGroup, RosterHead
from listbuilder.games.common.split_units import SplitList
from listbuilder.model.base import Model, Path
from listbuilder.model.limits import Count, Groups, Notes, Pairs, Units, Word


class RosterUnit(Model):
    datasheet: Word
    id: Word | None = None
    models: Count | Groups[RosterGroup] | None = None
    warlord: bool | Word = False  # in a unit of several kinds of models the one that is the warlord
    enhancement: Word | Units[Word] | None = None
    keyword: Word | None = None
    keywords: Units[Word] = ()
    """Keywords that the list of another app gives the unit and that the data doesn't know."""
    name: Word | None = None
    notes: Notes | None = None
    keep: bool = False  # `fix` touches it last


class BearingUnit(RosterUnit):
    bearer: Word | None = None  # of several kinds of models the one that has the enhancement


class Formations(Model):
    """The battle formations declared before the battle, by ids of units.

    They are secret until then. `attached` and `embarked` give the unit that each unit is
    attached to or embarked in. Leave out `formations` if nothing is declared yet.
    """

    attached: Pairs = {}
    embarked: Pairs = {}
    strategic_reserves: Units[Word] = ()
    reserves: Units[Word] = ()
    hover: Units[Word] = ()
    split: SplitList = ()


class ReserveFormations(Model):
    """The battle formations declared before the battle, by ids of units.

    `embarked` gives the transport of each unit. This edition has only Strategic Reserves, and
    attached units are in the key `attached` of the roster.
    """

    embarked: Pairs = {}
    strategic_reserves: Units[Word] = ()
    split: SplitList = ()


class MusterRoster(RosterHead):
    chapter: Word | None = None
    # No size is a number; one is read so that it can be said which was meant.
    battle_size: Word | int | None = None
    assumed: Units[Literal["battle_size", "warlord", "prices"]] = ()
    """The parts that the list of another app, from which this roster was made, left open.

    `prices`: the stated total is from another source.
    """
    mission: Word | None = None
    battle_ready: bool | None = None
    """True if the army is fully painted."""
    units: Units[RosterUnit] = ()

    DETACHMENTS: ClassVar[Path] = ("detachment",)
    """The path of the detachments in the roster."""
    SEVERAL: ClassVar[bool] = False
    """True if a roster may have more than one detachment."""
    ATTACHED: ClassVar[Path] = ("formations", "attached")
    RESERVES: ClassVar[tuple[str, ...]] = ("strategic_reserves", "reserves")
    """The lists of what waits, in `formations`."""
    HOVER: ClassVar[bool] = True
    BEARERS: ClassVar[bool] = False
    """True if a unit of several kinds of models says which of them has its enhancement."""

    def list_detachments(self) -> list[tuple[str, Path]]:
        """Return the detachments that the roster names, each with the path of its name."""
        raise NotImplementedError

    def get_disposition(self) -> str | None:
        """Return the disposition that the roster names, or None.

        Always None in editions without dispositions.
        """
        return None

    def get_declarations(self) -> dict[str, Any] | None:
        """Return which units the roster declares as attached, embarked or in reserve.

        None if the roster does not say.
        """
        raise NotImplementedError

    def has_formations(self) -> bool:
        """Return whether the roster declares battle formations, which are secret until the
        battle.
        """
        raise NotImplementedError

    @classmethod
    def make_detachment_keys(cls, detachments: Sequence[str]) -> dict[str, Any]:
        """Return the keys and values by which a roster names these detachments."""
        raise NotImplementedError

    @classmethod
    def make_attachment_keys(cls, pairs: Mapping[str, str] | None) -> dict[str, Any]:
        """Return the keys by which a roster attaches units: `pairs` of unit id and host.

        None means that it is not known which units are attached.
        """
        raise NotImplementedError


class OneDetachmentRoster(MusterRoster):
    detachment: Word | None = None
    formations: Formations | None = None

    MOVED: ClassVar[dict[str, str]] = {
        "detachments": "detachment: ...",
        "attached": "formations: {attached: {...}}",
        "disposition": "",
        "*.unit": "datasheet: ...",
    }

    def list_detachments(self) -> list[tuple[str, Path]]:
        """Return the roster's detachment with its path, as a list of one; empty if none."""
        if self.detachment is None:
            return []
        return [(self.detachment, self.DETACHMENTS)]

    def get_declarations(self) -> dict[str, Any] | None:
        """Return the declared formations, attached units included; None if there are none."""
        return msgspec.structs.asdict(self.formations) if self.formations is not None else None

    def has_formations(self) -> bool:
        """Return whether the roster declares battle formations, which are secret until the
        battle.
        """
        return self.formations is not None

    @classmethod
    def make_detachment_keys(cls, detachments: Sequence[str]) -> dict[str, Any]:
        """Return the key and value by which a roster names the first of `detachments`.

        Empty if there are no detachments.
        """
        return {"detachment": detachments[0]} if detachments else {}

    @classmethod
    def make_attachment_keys(cls, pairs: Mapping[str, str] | None) -> dict[str, Any]:
        """Return the formations by which a roster attaches units: `pairs` of unit id and host.

        Empty if no units are attached, or if that is not known.
        """
        return {"formations": {"attached": dict(pairs)}} if pairs else {}


class DetachmentsRoster(MusterRoster):
    """A roster with one or more detachments. `attached` gives the unit each unit is attached to.

    `attached: null` means that the list doesn't say which units are attached.
    """

    detachments: Units[Word] = ()
    disposition: Word | None = None
    units: Units[BearingUnit] = ()
    attached: Pairs | None = {}  # None: the list does not say
    formations: ReserveFormations | None = None

    DETACHMENTS: ClassVar[Path] = ("detachments",)
    SEVERAL: ClassVar[bool] = True
    ATTACHED: ClassVar[Path] = ("attached",)
    RESERVES: ClassVar[tuple[str, ...]] = ("strategic_reserves",)
    HOVER: ClassVar[bool] = False
    BEARERS: ClassVar[bool] = True
    MOVED: ClassVar[dict[str, str]] = {
        "detachment": "detachments: [...]",
        "formations.attached": "attached: {...}",
        "formations.reserves": "formations: {strategic_reserves: [...]}",
        "formations.hover": "",
        "*.unit": "datasheet: ...",
    }

    def list_detachments(self) -> list[tuple[str, Path]]:
        """Return the detachments that the roster names, each with the path of its name."""
        return [
            (detachment_id, (*self.DETACHMENTS, place))
            for place, detachment_id in enumerate(self.detachments)
        ]

    def get_disposition(self) -> str | None:
        """Return the disposition that the roster names, or None."""
        return self.disposition

    def get_declarations(self) -> dict[str, Any]:
        """Return the attached units and the declared battle formations of the roster."""
        formations = msgspec.structs.asdict(self.formations) if self.formations is not None else {}
        return {"attached": self.attached, **formations}

    def has_formations(self) -> bool:
        """Return whether the roster declares battle formations, which are secret until the battle.

        Attached units don't count: in this edition they are no secret.
        """
        return self.formations is not None

    @classmethod
    def make_detachment_keys(cls, detachments: Sequence[str]) -> dict[str, Any]:
        """Return the key and value by which a roster names these detachments."""
        return {"detachments": list(detachments)}

    @classmethod
    def make_attachment_keys(cls, pairs: Mapping[str, str] | None) -> dict[str, Any]:
        """Return the key by which a roster attaches units: `pairs` of unit id and host.

        None means that the list does not say which units are attached.
        """
        return {"attached": dict(pairs) if pairs is not None else None}
