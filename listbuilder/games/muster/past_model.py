"""What a faction's datasheets, detachments and enhancements were on other days (history/<faction>.yaml).

How it is written down, in short. Today's file is the last state; the history leads back from it:

    prices: [{from: "2023-09-07", points: {5: 90, 10: 180}}]     oldest first; from that day, models in the unit -> points
    changes: [{until: "2024-06-20", was: {leads: [Immortals], army: null}}]      newest first; before that day, these keys
        were as written, and `null` is: the datasheet did not have the key

The state of a day: take today's datasheet (or the `sheet` of one that is gone), go through `changes` from the top, and
for each whose `until` is later than the day put its values. `unread` names keys of which it is known that they were
different, but not how.

Where prices rise with the copy, a state is the whole price list of a points document:

    prices: [{from: "2026-06-17", points: {3: 95}, repeat: {from_copy: 2, points: {3: 115}}, add: {psycannon: 5}}]

Today's price list may hold more than a state can say: prices as an ally, in a detachment. When new prices take its place,
the state before them keeps it:

    prices: [{from: "2025-06-11", points: {1: 95}, whole_on: "2025-06-11",
              whole: [{models: 1, points: 95}, {models: 1, points: 110, when: {...}}]},
             {from: "2025-09-10", points: {1: 90}}]

There a new codex changes more than prices. The book it replaced stands whole in history/books/<faction>-<day>.yaml, in the
form of a faction file: before that day it is what the states lead back from.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from listbuilder.games.shared.match import Requires
from listbuilder.model.base import Model
from listbuilder.model.datasheet import (
    ArmyLimits,
    Bodyguard,
    CompositionRule,
    FurtherCopy,
    Joins,
    LeaderAs,
    LeadsIf,
    LedWithRules,
    ModelLine,
    Price,
    Size,
    When,
)
from listbuilder.model.past import DayPoints, Thing
from listbuilder.model.transport import Transport
from listbuilder.model.wargear import DefaultWargear, Option

Keys = tuple[str, ...]


class Further(Model):
    """What that copy in the army and every later one costs: models in the unit -> points."""

    from_copy: FurtherCopy
    points: dict[int, int]


class Brackets(Model, rename={"from_": "from"}):
    """From that day: models in the unit -> points. A unit pays the first bracket that is large enough."""

    from_: str
    points: dict[int, int] = {}
    repeat: Further | None = None
    add: dict[str, int] = {}
    """Points of each such item ..."""
    add_model: dict[str, int] = {}
    """... and of each such model, which is not counted for the size."""
    rows: tuple[Price, ...] = ()
    """In place of `points` and `repeat`, where two mixes of one size have two prices."""
    whole: tuple[Price, ...] | None = None
    """All that the datasheet's price list held until the next state, where it held more than is said here."""
    whole_on: str = ""
    """The day of the data that had it: from that on it is known, before it what is not said here may have been otherwise."""

    def price_list(self, ally: str | None = None) -> tuple[Price, ...]:
        """As a datasheet has it. `ally`: in armies of that keyword that it is an ally of."""
        further = self.repeat.points if self.repeat else {}
        first = When(army="ally", keyword=ally) if ally else None
        later = When(army="ally" if ally else None, keyword=ally, copy_from=self.repeat.from_copy if self.repeat else None)
        return (
            *self.rows,
            *(Price(models=models, points=points, when=first) for models, points in sorted(self.points.items())),
            *(Price(models=models, points=points, when=later) for models, points in sorted(further.items())),
            *(Price(add_model=model, points=points, when=first) for model, points in self.add_model.items()),
            *(Price(add_item=item, points=points, when=first) for item, points in self.add.items()),
        )


class AllyPrices(Model):
    """A second price list: in armies of that keyword that it is an ally of."""

    keyword: str
    prices: tuple[Brackets, ...]


class SheetState(Model, kw_only=True):
    """Some keys of a datasheet, as it has them. What is not written is not spoken of."""

    keywords: tuple[str, ...] | UnsetType = UNSET
    faction_keywords: tuple[str, ...] | UnsetType = UNSET
    chapter: str | UnsetType | None = UNSET
    legends: bool | UnsetType | None = UNSET
    core_abilities: tuple[str, ...] | UnsetType | None = UNSET
    models: tuple[ModelLine, ...] | UnsetType | None = UNSET
    compositions: tuple[tuple[ModelLine, ...], ...] | UnsetType | None = UNSET
    size: Size | UnsetType = UNSET
    composition_rules: tuple[CompositionRule, ...] | UnsetType | None = UNSET
    points: tuple[Price, ...] | UnsetType | None = UNSET
    default_wargear: tuple[DefaultWargear, ...] | UnsetType | None = UNSET
    options: tuple[Option, ...] | UnsetType | None = UNSET
    options_incomplete: bool | UnsetType | None = UNSET
    leads: tuple[str, ...] | UnsetType | None = UNSET
    leads_keywords: tuple[tuple[str, ...], ...] | UnsetType | None = UNSET
    leads_if: tuple[LeadsIf, ...] | UnsetType | None = UNSET
    led_with: tuple[str, ...] | UnsetType | None = UNSET
    led_with_rules: LedWithRules | UnsetType | None = UNSET
    must_attach: bool | UnsetType | None = UNSET
    leader_as: LeaderAs | UnsetType | None = UNSET
    bodyguard: Bodyguard | UnsetType | None = UNSET
    joins: Joins | UnsetType | None = UNSET
    army: ArmyLimits | UnsetType | None = UNSET
    transport: Transport | UnsetType | None = UNSET

    def said(self) -> dict[str, Any]:
        return {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not UNSET}


class SheetChange(Model):
    until: str
    was: SheetState = SheetState()
    unread: Keys = ()


class ItemGone(Model, kw_only=True, rename={"from_": "from"}):
    """Wargear that the datasheet has no longer."""

    name: str
    from_: str
    until: str | None = None
    renamed_to: str | None = None


class PastDatasheet(Thing, kw_only=True):
    prices: tuple[Brackets, ...] = ()
    changes: tuple[SheetChange, ...] = ()
    items_gone: tuple[ItemGone, ...] = ()
    sheet: SheetState | None = None
    """The last state of one that is gone."""
    unread: Keys = ()
    """Keys that its last state had, of which it is not known how they were."""
    legends: bool = False
    guest_of: str | None = None
    """`faction/id`: that datasheet, in this army for prices of its own."""
    as_ally: AllyPrices | None = None


class DetachmentState(Model, kw_only=True, rename={"from_": "from"}):
    """From that day, where detachments are bought."""

    from_: str
    dp: int
    dispositions: tuple[str, ...]
    unique: str | None = None
    raises: dict[str, int] = {}
    """By how much it raises the prices of units, under the names that the documents give these raises."""


class PastDetachment(Thing, kw_only=True):
    source: str
    states: tuple[DetachmentState, ...] = ()
    """Oldest first."""
    of_parent: bool = False
    """The parent's, at this faction's price; its enhancements are in the parent's history."""
    matched_play: bool = True
    enhancement_names: int | None = None
    """How many enhancements the sources name for one that is gone."""


class EnhancementState(Model):
    requires: Requires


class EnhancementChange(Model):
    until: str
    was: EnhancementState


class PastEnhancement(Thing, kw_only=True):
    """`id` is `detachment/enhancement`."""

    detachment: str | None
    """Name of its detachment; None where no source says it."""
    points: DayPoints
    requires: Requires | None = None
    """Of one that is gone; today's says its own."""
    bearer: str | None = None
    changes: tuple[EnhancementChange, ...] = ()
    source: str


class BookBefore(Model, kw_only=True):
    """The book until that day, in history/books, and what the one that came then changed. All by name."""

    until: str
    renamed: dict[str, str] = {}
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    to_legends: tuple[str, ...] = ()
    from_legends: tuple[str, ...] = ()


class OtherPrice(Model, kw_only=True):
    """What another source prints of a datasheet; what is not here it prints as the data has it."""

    id: str
    points: dict[int, int] = {}
    surcharge: int | None = None
    """What a further copy costs more than the first."""
    from_copy: FurtherCopy | None = None
    add: dict[str, int] = {}


class OtherSource(Model, kw_only=True, rename={"from_": "from"}):
    """Prices that no points document confirms: a list that has them is told so, and is not wrong."""

    source: str
    from_: str
    prices: tuple[OtherPrice, ...]


class FormerKeyword(Model):
    """The faction keyword that armies of the faction had until that day."""

    until: str
    was: str


class FactionHistory(Model, kw_only=True):
    """One history/<faction>.yaml."""

    system: str
    id: str
    as_of: str
    faction_keyword: tuple[FormerKeyword, ...] = ()
    """Newest first."""
    books: tuple[BookBefore, ...] = ()
    """Newest first."""
    not_applied: tuple[OtherSource, ...] = ()
    detachments: tuple[PastDetachment, ...] = ()
    enhancements: tuple[PastEnhancement, ...] = ()
    datasheets: tuple[PastDatasheet, ...] = ()
