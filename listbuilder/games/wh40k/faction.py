"""The data model of a faction: its detachments and datasheets, whom it lets in, what it grants."""

# Without `from __future__ import annotations`: msgspec would compile each of these annotations
# again in every process, which takes a `check` longer than reading its data.

from functools import cached_property
from typing import Literal

from listbuilder.matching.requirements import Keyword, Requires
from listbuilder.model.base import Model
from listbuilder.model.datasheet import Datasheet, Price

BySize = dict[str, int]  # battle size id -> number


class DatedRule(Model):
    """A rule of which the data may say since which day it holds."""

    since: str | None = None  # None: only of today is it known

    def is_known_on(self, day: str) -> bool:
        """Return whether the rule is known to have held on that past day."""
        return self.since is not None and self.since <= day


class Enhancement(Model, kw_only=True):
    id: str
    name: str
    points: int
    requires: Requires = Requires()
    bearer: str | None = None
    bearer_unknown: bool = False  # no source says who may bear it: not checked
    epic_hero: bool = False  # an Epic Hero may bear it: nobody else fits what its card asks
    # Units let in that are like these may bear it, although the rule that lets them in says no.
    guests: tuple[Keyword, ...] = ()
    tags: tuple[str, ...] = ()
    upgrade: bool = False  # need not go to a Character, and the same one may be taken several times
    leader_to: tuple[str, ...] = ()  # its bearer may be attached to these as a leader ...
    support_to: tuple[str, ...] = ()  # ... or as a support
    faction_keyword_becomes: str | None = None
    # Its bearer's unit is free of the limit of reserves.
    reserves_not_counted: Literal["unit"] | None = None
    basis: str | None = None


class GainKeyword(Model):
    keyword: str
    all: tuple[Keyword, ...] = ()
    any: tuple[Keyword, ...] = ()
    none: tuple[Keyword, ...] = ()
    units: tuple[str, ...] = ()


class GainCharacter(Model):
    """The units that gain the Character keyword: those in `units` and those with all of `keywords`.

    `max` is the maximum number of such units; without it, all of them gain the keyword.
    """

    keywords: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    max: int | None = None


class ForbiddenChoice(Model, rename={"for_": "for"}):
    keyword: str
    for_: str


class ChooseKeyword(Model):
    """Each unit of the army has to choose one of the keywords in `of`.

    Units that match an entry in `not_for` don't choose.
    """

    of: tuple[str, ...]
    not_for: tuple[str, ...] = ()
    forbidden: tuple[ForbiddenChoice, ...] = ()
    leader_must_share: bool = False
    transport_must_share: bool = False


class EnhancementBearer(Model):
    keyword: str
    unit: bool = False


class MustInclude(Model):
    keyword: str
    min: int


class Include(DatedRule, rename={"from_": "from"}):
    """The units of other factions that this faction or detachment can include.

    `points` is the maximum by battle size; without it, there is no points limit.
    `points_unknown: true` means that a limit exists but isn't printed in the sources.
    """

    units: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    keywords_any: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    from_: str | None = None
    points: BySize | None = None
    points_unknown: bool = False
    warlord: bool = True
    enhancements: bool = True
    faction_keyword_becomes: str | None = None
    prices: dict[str, tuple[Price, ...]] = {}
    price_source: str | None = None


class OneOf(Model):
    keywords: tuple[str, ...]
    max: int


class AsAllies(DatedRule):
    """When units of this faction can be allies in another army, and how many of them.

    `points` is the maximum by battle size; without it, there is no points limit. With `warlord:
    false` or `enhancements: false`, these allies can't be the Warlord or have an enhancement.
    """

    army_keyword: str | None = None
    every_other_unit_has: str | None = None  # what the army must be once such a unit is in it
    every_other_unit_has_any: tuple[str, ...] = ()  # the same; one of these keywords is enough
    army_keyword_any: tuple[str, ...] = ()
    slots: dict[str, BySize] = {}
    unlimited_keywords: tuple[str, ...] = ()
    one_of: tuple[OneOf, ...] = ()
    points: BySize | None = None
    warlord: bool = True
    enhancements: bool = True
    non_battleline_at_most_battleline_per_keyword: tuple[str, ...] = ()
    basis: str | None = None


class IfChapter(DatedRule):
    """What an army of this chapter can't take from the parent faction.

    `except_units` are the names of units it can take nevertheless. Keys left out forbid
    nothing.
    """

    forbid_keywords: tuple[tuple[str, ...], ...] = ()
    forbid_units: tuple[str, ...] = ()
    forbid_units_of_parent: tuple[str, ...] = ()
    forbid_detachments: tuple[str, ...] = ()
    except_units: tuple[str, ...] = ()  # it may take them beside the places of allies
    own_detachments_bind_to_chapter: bool = False


class Chapter(Model):
    id: str
    name: str


class UnitPriceChange(Model):
    """Points that each unit called `unit` costs more with this detachment.

    The costs of the datasheet already include them.
    """

    name: str
    unit: str
    points: int


class ReservesNotCounted(Model):
    """Units with all of these keywords don't count towards the limit on Reserves."""

    keywords: tuple[str, ...]


class ParentDetachment(Model):
    """A detachment of the parent faction that this faction can choose.

    `id` is its id in the parent's file, `dp` its cost in detachment points for this faction.
    """

    id: str
    dp: int


class Detachment(Model):
    id: str
    name: str
    keyword: str | None = None
    dp: int | None = None  # detachment points, where detachments are bought with them
    dispositions: tuple[str, ...] = ()
    unique: str | None = None  # a tag that only one detachment of an army may carry
    include: Include | None = None
    include_forbidden: bool = False
    battleline: tuple[str, ...] = ()
    gain_keyword: tuple[GainKeyword, ...] = ()
    gain_character: GainCharacter | None = None
    must_include: MustInclude | None = None
    must_include_any: tuple[str, ...] = ()
    warlord_one_of: tuple[str, ...] = ()
    warlord_keyword: str | None = None
    warlord_allowed: tuple[str, ...] = ()
    if_warlord: tuple[str, ...] = ()
    max_per_datasheet: dict[str, int] = {}
    choose_keyword: ChooseKeyword | None = None
    enhancement_bearer: EnhancementBearer | None = None
    price_changes: tuple[str, ...] = ()
    unit_price_changes: tuple[UnitPriceChange, ...] = ()
    enhancements_not_counted: bool = False  # its enhancements are free of the army's limit
    reserves_not_counted: ReservesNotCounted | None = None
    enhancements: tuple[Enhancement, ...] = ()
    basis: str | None = None  # where its price and its enhancements are from ...
    rule_basis: str | None = None  # ... and where what it grants and asks for is


class Faction(Model, dict=True, kw_only=True):
    """The file of one faction: its detachments, datasheets and allies."""

    system: str
    id: str
    name: str
    parent: str | None = None
    faction_keyword: str
    as_of: str
    until: str | None = None  # of a book of the past: the day from which another one holds
    allies: tuple[str, ...] = ()
    as_allies: AsAllies | None = None
    include: Include | None = None
    gain_keyword: tuple[GainKeyword, ...] = ()
    army_faction_forbidden: tuple[str, ...] = ()
    max_chapters: int | None = None
    chapter_keyword_index: int | None = None
    chapters: tuple[Chapter, ...] = ()
    parent_detachments: tuple[ParentDetachment, ...] = ()
    parent_units_excluded: tuple[str, ...] = ()  # names of the parent's that it may not take
    if_chapter: dict[str, IfChapter] = {}
    detachments: tuple[Detachment, ...] = ()
    datasheets: tuple[Datasheet, ...] = ()

    @cached_property
    def detachment_by_id(self) -> dict[str, Detachment]:
        """The detachments of the faction by their ids."""
        return {detachment.id: detachment for detachment in self.detachments}
