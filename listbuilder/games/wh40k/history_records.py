"""The data model of what a faction's data was on other days (history/<faction>.yaml).

It holds datasheets, detachments and enhancements. How it is written down, in short: today's file is
the last state; the history leads back from it:

   prices: [{from: "2023-09-07", points: {5: 90, 10: 180}}]     oldest first; from that day, models
   in the unit -> points changes: [{until: "2024-06-20", was: {leads: [Immortals], army: null}}]
   newest first; before that day, these keys were as written, and `null` is: the datasheet did not
   have the key

The state of a day: take today's datasheet (or the `sheet` of one that is gone), go through
`changes` from the top, and for each whose `until` is later than the day put its values. `unread`
names keys of which it is known that they were different, but not how.

If prices rise with the copy, a state is the whole price list of a points document:

   prices: [{from: "2026-06-17", points: {3: 95}, repeat: {from_copy: 2, points: {3: 115}}, add:
   {psycannon: 5}}]

Today's price list may hold more than a state can say: prices as an ally, in a detachment. When new
prices take its place, the state before them keeps it:

   prices: [{from: "2025-06-11", points: {1: 95}, whole_on: "2025-06-11",
             whole: [{models: 1, points: 95}, {models: 1, points: 110, when: {...}}]},
            {from: "2025-09-10", points: {1: 90}}]

A new codex changes more than prices. The book it replaced stands whole in
history/books/<faction>-<day>.yaml, in the form of a faction file: before that day it is what the
states lead back from.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from listbuilder.history.state_on_date import PastState
from listbuilder.matching.requirements import Requires
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
from listbuilder.model.transport import Transport
from listbuilder.model.wargear import DefaultWargear, Option
from listbuilder.model.windows import DayPoints, Thing

Keys = tuple[str, ...]


class Further(Model):
    """The cost of the copy `from_copy` in an army and of every later copy, by number of models."""

    from_copy: FurtherCopy
    points: dict[int, int]


class Brackets(Model, rename={"from_": "from"}):
    """The costs of a datasheet from the date in `from`.

    `points` gives the cost by number of models; a unit pays for the first number that is large
    enough. `add` and `add_model` give the cost of each such item or model. `rows` replaces
    `points` and `repeat` if two mixes of the same size have different costs.
    """

    from_: str
    points: dict[int, int] = {}
    repeat: Further | None = None
    add: dict[str, int] = {}
    """Points of each such item ..."""
    add_model: dict[str, int] = {}
    """... and of each such model, which is not counted for the size."""
    rows: tuple[Price, ...] = ()
    """Price rows that replace `points` and `repeat` if two mixes of one size have two prices."""
    whole: tuple[Price, ...] | None = None
    """All that the datasheet's price list held until the next state, where it held more than is
    said here.
    """
    whole_on: str = ""
    """The day of the data that had it: from that on it is known, before it what is not said here
    may have been otherwise.
    """

    def list_prices(self, ally: str | None = None) -> tuple[Price, ...]:
        """Return the prices in the form of a datasheet's price list.

        With `ally`, a faction keyword, each price holds only for an ally in armies with that
        keyword.
        """
        first = When(army="ally", keyword=ally) if ally else None
        rows = list(self.rows)
        for models, points in sorted(self.points.items()):
            rows.append(Price(models=models, points=points, when=first))
        if self.repeat:
            army: Literal["ally"] | None = "ally" if ally else None
            later = When(army=army, keyword=ally, copy_from=self.repeat.from_copy)
            for models, points in sorted(self.repeat.points.items()):
                rows.append(Price(models=models, points=points, when=later))
        for model, points in self.add_model.items():
            rows.append(Price(add_model=model, points=points, when=first))
        for item, points in self.add.items():
            rows.append(Price(add_item=item, points=points, when=first))
        return tuple(rows)


class AllyPrices(Model):
    """The costs of the datasheet as an ally in armies with the faction keyword `keyword`."""

    keyword: str
    prices: tuple[Brackets, ...]


class SheetState(PastState, kw_only=True):
    """Keys of a datasheet, written as in a faction file.

    A key left out didn't change. Null means that the datasheet didn't have the key.
    """

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
    supports: tuple[str, ...] | UnsetType | None = UNSET
    led_with: tuple[str, ...] | UnsetType | None = UNSET
    led_with_rules: LedWithRules | UnsetType | None = UNSET
    must_attach: bool | UnsetType | None = UNSET
    leader_as: LeaderAs | UnsetType | None = UNSET
    bodyguard: Bodyguard | UnsetType | None = UNSET
    joins: Joins | UnsetType | None = UNSET
    army: ArmyLimits | UnsetType | None = UNSET
    transport: Transport | UnsetType | None = UNSET


class SheetChange(Model):
    until: str
    was: SheetState = SheetState()
    unread: Keys = ()


class ItemGone(Model, kw_only=True, rename={"from_": "from"}):
    """Wargear that was removed from the datasheet.

    `from` and `until` are the dates between which it was available; `renamed_to` is its new
    name.
    """

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
    """The cost of a detachment in detachment points (`dp`) from the date in `from`.

    `raises` gives the points it adds to the cost of units, by the name in the points document.
    """

    from_: str
    dp: int
    dispositions: tuple[str, ...]
    unique: str | None = None
    raises: dict[str, int] = {}
    """The amounts by which it raises the prices of units, by the names the documents give these
    raises.
    """


class PastDetachment(Thing, kw_only=True):
    source: str
    states: tuple[DetachmentState, ...] = ()
    """Oldest first."""
    of_parent: bool = False
    """The parent's, at this faction's price; its enhancements are in the parent's history."""
    matched_play: bool = True
    enhancement_names: int | None = None
    """The number of enhancements that the sources name for a detachment that is gone."""


class EnhancementState(PastState, kw_only=True):
    """Keys of an enhancement, written as in a faction file.

    A key left out didn't change. Null means that the enhancement didn't have the key.
    """

    requires: Requires | UnsetType | None = UNSET
    bearer: str | UnsetType | None = UNSET
    tags: tuple[str, ...] | UnsetType | None = UNSET
    upgrade: bool | UnsetType | None = UNSET
    leader_to: tuple[str, ...] | UnsetType | None = UNSET
    support_to: tuple[str, ...] | UnsetType | None = UNSET


class EnhancementChange(Model):
    until: str
    was: EnhancementState


class PastEnhancement(Thing, kw_only=True):
    """An enhancement on earlier dates. Its `id` is `detachment/enhancement`.

    `points` gives the cost from each date; null means that it was removed on that date.
    """

    detachment: str | None
    """Name of its detachment; None where no source says it."""
    points: DayPoints
    requires: Requires | None = None
    """The condition of an enhancement that is gone; today's enhancement has its own."""
    bearer: str | None = None
    changes: tuple[EnhancementChange, ...] = ()
    source: str


class BookBefore(Model, kw_only=True):
    """A book that was replaced on the date in `until`, and what the new book changed.

    The old book is in history/books. All entries are names; `renamed` gives the new name of
    each old one.
    """

    until: str
    renamed: dict[str, str] = {}
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    to_legends: tuple[str, ...] = ()
    from_legends: tuple[str, ...] = ()


class OtherPrice(Model, kw_only=True):
    """The costs of one datasheet in another source.

    `points` gives the cost by number of models, `add` the cost of each item. `surcharge` is the
    extra cost of the copy in `from_copy` and of later ones. Costs left out are the same as in
    the data.
    """

    id: str
    points: dict[int, int] = {}
    surcharge: int | None = None
    """The amount that a further copy costs more than the first."""
    from_copy: FurtherCopy | None = None
    add: dict[str, int] = {}


class OtherSource(Model, kw_only=True, rename={"from_": "from"}):
    """Costs from a source that no points document confirms.

    If a list has such costs, a message says so; the list stays legal.
    """

    source: str
    from_: str
    prices: tuple[OtherPrice, ...]


class FormerKeyword(Model):
    """The faction keyword (`was`) that the faction's armies had until the date in `until`."""

    until: str
    was: str


class FactionHistory(Model, kw_only=True):
    """The file history/<faction>.yaml: what a faction's data was on earlier dates.

    It begins with today's data and gives the changes that lead back from it.
    """

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
