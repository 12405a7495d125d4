"""The model of a datasheet: what a unit is made of, costs, carries and joins. No rules text."""

# Without `from __future__ import annotations`: msgspec would compile each of these annotations
# again in every process, which takes a `check` longer than reading its data.

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from listbuilder.model.base import Model, fold
from listbuilder.model.cache import Memo
from listbuilder.model.limits import VERDICTS_KEPT
from listbuilder.model.transport import Transport
from listbuilder.model.wargear import DefaultWargear, Option, SizeRange, get_item_name

if TYPE_CHECKING:
    from listbuilder.model.army import Group

Number = int | str | None
FurtherCopy = Annotated[int, msgspec.Meta(ge=2)]


class ModelLine(Model):
    """One line of the unit composition: from `min` to `max` models called `name`.

    `transport_slots` is the number of places one such model takes in a transport (default: 1).
    """

    name: str
    min: int
    max: int
    transport_slots: int = 1


class Size(Model):
    min: int
    max: int


class Needs(Model):
    model: str
    min: int


class CompositionRule(Model):
    """A unit with `count` or more of `model` also needs at least `needs.min` of `needs.model`."""

    model: str
    count: int
    needs: Needs


class When(Model):
    """The conditions of a cost: it applies if all the keys given here match.

    `army: ally` requires the unit to be an ally in an army with the faction keyword `keyword`.
    `detachment` is a detachment's name, `army_faction` the army's faction keyword. `copy_from:
    2` means the second copy of the datasheet in the army and every later one.
    """

    army: Literal["ally"] | None = None
    keyword: str | None = None
    detachment: str | None = None
    army_faction: str | None = None  # the faction keyword of the army
    copy_from: FurtherCopy | None = None  # that copy of it in the army, and every later one


class Price(Model, kw_only=True):
    """The cost of a unit of up to `models` models, of an exact mix (`of`), or of an addition.

    `of` gives the number of each model. `add_model` and `add_item` name the model or item that
    costs extra. With `when`, the row applies only in some armies; without it, in every army.
    """

    models: int | None = None
    of: dict[str, int] = {}
    add_model: str | None = None
    add_item: str | None = None
    points: int
    when: When | None = None


def sort_by_conditions(rows: Iterable[Price]) -> tuple[tuple[tuple[object, ...], Price], ...]:
    """Return the price rows sorted by number of conditions, fewest first, each with a key.

    The key says what a row prices (models, mix of models, added model or item). Rows with an equal
    key price the same thing under different conditions.
    """

    def count_conditions(row: Price) -> int:
        """Return the number of conditions under which the row applies."""
        if row.when is None:
            return 0
        return sum(value is not None for value in msgspec.structs.astuple(row.when))

    return tuple(
        ((row.models, tuple(sorted(row.of.items())), row.add_model, row.add_item), row)
        for row in sorted(rows, key=count_conditions)
    )


class Stats(Model):
    name: str
    m: Number = None
    t: Number = None
    sv: Number = None
    w: Number = None
    ld: Number = None
    oc: Number = None


class Weapon(Model):
    item: str
    type: Literal["ranged", "melee"]
    profile: str | None = None
    range: Number = None
    a: Number = None
    skill: Number = None
    s: Number = None
    ap: Number = None
    d: Number = None
    keywords: tuple[str, ...] = ()


class Bearer(Model):
    """How a piece of wargear changes the characteristics of the model that carries it.

    `m`, `sv`, `w` and `invuln` replace the value on the datasheet; `more_w` is added to its
    wounds. Keys left out change nothing.
    """

    m: int | None = None
    sv: int | None = None
    w: int | None = None
    more_w: int | None = None
    invuln: int | None = None


class LeadsIf(Model):
    unit: str
    item: str


class LedWithRules(Model):
    units: tuple[str, ...] = ()
    not_same: bool = False
    unlimited: bool = False


class LeaderAs(Model):
    """Units that can lead `unit` can also lead this unit.

    A leader must have one of the keywords or names in `leader_any` and none of those in
    `leader_none`. An empty list sets no condition.
    """

    unit: str
    leader_any: tuple[str, ...] = ()
    leader_none: tuple[str, ...] = ()


class Bodyguard(Model):
    max_leaders: int
    unit_size: SizeRange | None = None
    needs_one_of: tuple[str, ...] = ()
    not_same: bool = False
    max_of_keyword: dict[str, int] = {}


class Joins(Model):
    """The units that this unit can join without being their leader.

    It can join a unit listed in `units` or a unit with one of the `keywords`. With
    `led_by_keyword`, it can also join a unit whose leader has one of those keywords. All keys
    are optional.
    """

    units: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    led_by_keyword: tuple[str, ...] = ()
    must: bool = False
    max_per_unit: int | None = None
    counts_with: tuple[str, ...] = ()
    only_with: tuple[str, ...] = ()
    not_attached: bool = False
    no_transport: bool = False
    transport_slots: int | None = None


class MaxOfUnits(Model):
    units: tuple[str, ...]
    max: int


class Excludes(Model):
    keywords: tuple[str, ...]
    unless: tuple[str, ...] = ()


class FreeSlot(Model):
    """Lets allies join an army without taking one of the places for allies of the kind `slot`.

    One unit called `unit` is free for each allied unit with all the keywords in `per_keyword`.
    """

    per_keyword: tuple[str, ...]
    unit: str
    slot: str


class ArmyLimits(Model):
    """What this datasheet requires of its army. Keys left out set no limit.

    `warlord: must` means that the unit has to be the Warlord, `never` that it can't be.
    `enhancements: false` means that it can't have one. `max` is the maximum number of this unit
    in an army.
    """

    warlord: Literal["must", "never"] | None = None
    enhancements: bool = True
    max: int | None = None
    max_of_keyword: dict[str, int] = {}
    max_of_units: MaxOfUnits | None = None
    excludes: tuple[Excludes, ...] = ()
    choose_keyword: tuple[str, ...] = ()
    choose_keyword_items: dict[str, str] = {}
    free_slot: FreeSlot | None = None
    ally_points: dict[str, int] = {}


class SplitRule(Model):
    """The ways a unit can split when battle formations are declared.

    `sizes` gives the number of models in each part, `models` the names of the models in each
    part. With `must: true`, the unit always splits if it has models for both parts.
    """

    sizes: tuple[int, ...] = ()
    models: tuple[tuple[str, ...], ...] = ()
    must: bool = False  # it always splits, if it has models for both parts


class Datasheet(Model, dict=True, kw_only=True, eq=False):
    id: str
    name: str
    keywords: tuple[str, ...]
    faction_keywords: tuple[str, ...]
    chapter: str | None = None
    legends: bool = False
    forge_world: bool = False
    characters: tuple[str, ...] = ()  # which kinds of its models are CHARACTER, where not all are
    core_abilities: tuple[str, ...] = ()
    core_incomplete: bool = False  # not all core abilities are known
    models: tuple[ModelLine, ...] = ()
    compositions: tuple[tuple[ModelLine, ...], ...] = ()
    size: Size
    composition_rules: tuple[CompositionRule, ...] = ()
    points: tuple[Price, ...] = ()
    points_source: str | None = None
    default_wargear: tuple[DefaultWargear, ...] = ()
    options: tuple[Option, ...] = ()
    options_incomplete: bool = False
    leads: tuple[str, ...] = ()
    leads_keywords: tuple[tuple[str, ...], ...] = ()
    leads_if: tuple[LeadsIf, ...] = ()
    supports: tuple[str, ...] = ()  # as `leads`, but as a support beside the leader
    led_with: tuple[str, ...] = ()
    led_with_rules: LedWithRules | None = None
    must_attach: bool = False
    leader_as: LeaderAs | None = None
    led_by: tuple[str, ...] = ()
    needs_leader: tuple[str, ...] = ()
    bodyguard: Bodyguard | None = None
    joins: Joins | None = None
    army: ArmyLimits = ArmyLimits()
    starts_in_reserve: bool = False
    # free of the limit of reserves, passengers too
    reserves_not_counted: Literal["with_everyone_aboard"] | None = None
    transport: Transport | None = None
    # units of which this transport may split one, to carry a half of it
    splits: tuple[str, ...] = ()
    split: SplitRule | None = None
    stats: tuple[Stats, ...] = ()
    invuln: int | None = None
    item_stats: dict[str, Bearer] = {}
    weapons: tuple[Weapon, ...] = ()
    weapons_incomplete: bool = False  # not all items have their profiles
    base_size: str | dict[str, str] | None = None
    # where all but names, prices and attachments is from, if not from its card
    structure_source: str | None = None
    basis: str | None = None

    @cached_property
    def tags(self) -> frozenset[str]:
        """Every word by which a rule may mean this unit: all its keywords and its name, folded."""
        return frozenset(map(fold, (*self.keywords, *self.faction_keywords, self.name)))

    @cached_property
    def alternatives(self) -> tuple[tuple[ModelLine, ...], ...]:
        """The compositions (lists of models) that a unit can choose from; nearly always only
        one.
        """
        return self.compositions or (self.models,)

    @cached_property
    def groups_by_size(self) -> dict[int | None, tuple["Group", ...]]:
        """A cache: the models that a unit of a given size has by default, by size.

        It starts empty and is filled in by its users.
        """
        return {}

    @cached_property
    def legality_by_models(self) -> Memo[tuple[tuple[str, int], ...], bool]:
        """A cache: whether a mix of models is a legal unit, by the kinds and numbers of models.

        It starts empty and is filled in by its users.
        """
        return Memo(VERDICTS_KEPT)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Every number of models that the unit may have by its compositions and its size."""
        found: set[int] = set()
        for lines in self.alternatives:
            found.update(
                range(sum(line.min for line in lines), sum(line.max for line in lines) + 1)
            )
        return tuple(sorted(total for total in found if self.size.min <= total <= self.size.max))

    @cached_property
    def brackets(self) -> tuple[tuple[int, int], ...] | None:
        """The largest number of models and the points of each price bracket, the smallest first.

        None if the price depends on more than the number of models.
        """
        plain = [
            row
            for row in self.points
            if row.models is not None and not (row.of or row.add_model or row.add_item or row.when)
        ]
        if len(plain) < len(self.points):
            return None
        return tuple(sorted((row.models, row.points) for row in plain if row.models is not None))

    @cached_property
    def has_copy_surcharge(self) -> bool:
        """True if further copies of the datasheet have a price of their own."""
        return any(row.when and row.when.copy_from for row in self.points)

    @cached_property
    def has_several_prices(self) -> bool:
        """True if the price depends on the number of models."""
        return len({row.models for row in self.points if row.models}) > 1

    @cached_property
    def has_unknown_options(self) -> bool:
        """True if some of the wargear options are not known, or not understood."""
        return self.options_incomplete or any(option.unparsed for option in self.options)

    @cached_property
    def sorted_prices(self) -> tuple[tuple[tuple[object, ...], Price], ...]:
        """The price rows sorted by number of conditions, fewest first.

        Each has a key for what it prices.
        """
        return sort_by_conditions(self.points)

    @cached_property
    def must_choose(self) -> bool:
        """True if the datasheet has a compulsory option.

        The default wargear alone is not legal then.
        """
        return any(option.required for option in self.options)

    @cached_property
    def default_items(self) -> frozenset[str]:
        """The items that some model of the unit may carry by default.

        They are names, folded for comparison.
        """
        return frozenset(
            fold(get_item_name(item)) for row in self.default_wargear for item in row.items
        )

    @cached_property
    def model_names(self) -> dict[str, str]:
        """The names of the unit's kinds of models as the data spells them, by folded name."""
        return {fold(line.name): line.name for lines in self.alternatives for line in lines}
