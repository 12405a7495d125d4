"""A warscroll: one unit of an army made of regiments, its price, the units it can lead and join.

This page shows how an army of regiments is written in the data. (faction.py has the rest: armies
and regiments of renown.)

Regiment options. A regiment is a hero and the units that the hero's options allow. An option says
which units (exactly one of `keywords`, `units` and `sub_heroes`, or units and sub-heroes that share
its slots) and how many:

    {keywords: [Infantry]}
        any number of units with INFANTRY
    {keywords: [Sigmarite, War Machine], max: 1}
        0-1 units with both keywords
    {keywords: [Skink], none_of_keywords: [Monster]}
        any number of SKINK units that are not MONSTERs
    {units: [Gryph-hounds], max: 1}
        0-1 units of that name

Keywords never allow heroes, whatever keywords a hero has. Units are named as the book names them,
and a season's variant is always named beside its standard: {units: [Black Coach, "Scourge of Aqshy:
Black Coach"], max: 1} is one slot for the one or the other. Without `max`, any number is allowed.

Joining heroes. A hero is in another hero's regiment only by an option for heroes:

    {sub_heroes: [Stormcast Exemplar], max: 1}
        0-1 heroes whose `joins_as` contains that title
    {units: [Cogsmith], hero: true, max: 1}
        that hero by name; its `joins_leaders` names the leader back
    {units: [Skink Starpriest], sub_heroes: [Favoured Spawning], hero: true, max: 1,
     label: Skink Starpriest or Favoured Spawning}
        one slot for the one or the other

and takes one of the places in the regiment. `joins_as` contains titles, not keywords of the
warscroll.

Companions. A warscroll of 0 points is paid for by the hero it comes with. `only_in_regiment_of`
names that hero; the hero's option for it has `min: 1`, which makes it compulsory, and neither can
be auxiliary:

    hero:       {options: [{units: [Neave's Companions], min: 1, max: 1}, ...],
                 cannot_be_auxiliary: true}
    companion:  {only_in_regiment_of: [Neave Blacktalon], cannot_be_auxiliary: true}

`requires_in_regiment`, `max_per_regiment` and `uses_slot: false` are for units that accompany
another unit of the same regiment and take none of its places. No hero names them; the keywords that
allow the other unit allow them too:

    {cannot_be_auxiliary: true, requires_in_regiment: [Freeguild Command Corps Adjutants],
     max_per_regiment: 1, uses_slot: false}

Variants. A season's version of a warscroll is a warscroll of its own with `battlepack` (the season
it is for) and `variant_of` (the id of the standard one), such as scourge-of-aqshy-megaboss,
variant_of: megaboss.

Exclusives. `exclusive_with` lists ids, and the other warscroll lists this one back:
radukar-the-beast has exclusive_with: [radukar-the-wolf]. Only one of them can be in an army.

Extra units. `max_per: {unit: knight-draconis, count: 1}` on an undersized unit: at most one of it
for each such unit in the army.
"""

from __future__ import annotations

from functools import cached_property

from listbuilder.model.base import Model, fold


class Stats(Model):
    """The characteristics at the top of the warscroll, as printed.

    For a manifestation, `control` is the banishment value, as `7+`.
    """

    move: str | None = None
    health: int | None = None
    save: str | None = None
    control: int | str | None = None


class Weapon(Model, kw_only=True):
    """One weapon of the warscroll, as printed.

    A weapon with a `range` is a ranged weapon; all others are melee weapons.
    """

    name: str
    range: str | None = None
    attacks: int | str
    hit: str
    wound: str
    rend: int | str | None = None
    damage: int | str

    @property
    def is_ranged(self) -> bool:
        """Return whether the weapon is a ranged weapon, which is one with a range."""
        return self.range is not None


class RegimentOption(Model, dict=True):
    """One regiment option of a hero: the units it allows, and how many in one regiment.

    Each option has `keywords`, `units` or `sub_heroes`. Without `max`, any number is allowed;
    `min: 1` means that the unit has to be taken. `keywords` never allow heroes.
    """

    keywords: tuple[str, ...] = ()
    """Units that are no heroes and have all of these keywords."""
    sub_heroes: tuple[str, ...] = ()
    """Heroes that join as one of these."""
    units: tuple[str, ...] = ()
    """Units with one of these names; heroes if `hero` is set."""
    hero: bool = False
    """True if the names in `units` are names of heroes. (Sub-heroes always are.)"""
    none_of_keywords: tuple[str, ...] = ()
    """Keywords that shut out a unit which is admitted by its keywords."""
    none_of_units: tuple[str, ...] = ()
    """Names of units that are shut out though their keywords admit them."""
    min: int = 0
    """1 for a companion that has to be taken."""
    max: int | None = None
    """The maximum in one regiment of all units that this option admits; None is any number."""
    label: str | None = None
    """The words of the book where they do not follow from the other fields."""

    @cached_property
    def is_for_heroes(self) -> bool:
        """Return whether the option allows heroes, and heroes only."""
        return self.hero or bool(self.sub_heroes)

    @cached_property
    def folded_unit_names(self) -> frozenset[str]:
        """The names in `units`, folded for comparing."""
        return frozenset(map(fold, self.units))

    @cached_property
    def folded_keywords(self) -> frozenset[str]:
        """The keywords that a unit needs all of, folded for comparing."""
        return frozenset(map(fold, self.keywords))

    @cached_property
    def excluded_keywords(self) -> frozenset[str]:
        """The keywords that exclude a unit, folded for comparing."""
        return frozenset(map(fold, self.none_of_keywords))

    @cached_property
    def excluded_unit_names(self) -> frozenset[str]:
        """The names of the units that are excluded, folded for comparing."""
        return frozenset(map(fold, self.none_of_units))

    @property
    def title(self) -> str:
        """The option as the book words it, without numbers: `Sigmarite War Machine`, `A or B`."""
        if self.label is not None:
            return self.label
        if self.keywords:
            excluded = [f"non-{keyword}" for keyword in self.none_of_keywords]
            return " ".join([*excluded, *self.keywords])
        return " or ".join(self.sub_heroes) if self.sub_heroes else self.units[0]


class RegimentProfile(Model):
    """The units that a unit can lead, and the regiments that it can join.

    Keys left out set no condition. With `can_lead: false`, a hero can't lead a regiment.
    Without `options`, a hero leads a regiment that has no other units.
    """

    can_lead: bool = True
    """False for a hero that never leads; units that aren't heroes never do."""
    options: tuple[RegimentOption, ...] = ()
    """The units that its regiment may hold. A hero without options leads a regiment of itself
    alone.
    """
    joins_as: tuple[str, ...] = ()
    """Titles under which this hero may join the regiment of a hero with such a sub-hero option."""
    joins_leaders: tuple[str, ...] = ()
    """Names of heroes one of whose options names this hero; the other end of `units` with `hero`.
    """
    only_in_regiment_of: tuple[str, ...] = ()
    """Names of heroes: the unit is in the regiment of one of them or not in the army at all."""
    requires_in_regiment: tuple[str, ...] = ()
    """Names of units: one of them is in the same regiment."""
    max_per_regiment: int | None = None
    uses_slot: bool = True
    """False: takes none of the places in its regiment."""
    cannot_be_auxiliary: bool = False


class MaxPer(Model):
    """The army can have at most `count` of this unit for each unit with the id in `unit`."""

    unit: str
    count: int


class Warscroll(Model, dict=True):
    id: str
    name: str
    points: int
    """The points of the unit at its size; 0 if the hero or regiment it comes with pays for it."""
    models: int
    """The size; twice as many models and points when reinforced."""
    keywords: tuple[str, ...]
    """The keywords as printed, numbers included: `Wizard (2)`, `Ward (5+)`, `Musician (1/5)`."""
    can_be_reinforced: bool = False
    legends: bool = False
    legends_from: str | None = None
    """The day it becomes Legends, while it is not yet."""
    battlepack: str | None = None
    """The season in which alone it can be used: an id of the generic file."""
    variant_of: str | None = None
    """Id of the standard warscroll of which this is a season's version."""
    exclusive_with: tuple[str, ...] = ()
    """Ids that are not in the same army with this one."""
    max_per: MaxPer | None = None
    regiment: RegimentProfile = RegimentProfile()
    stats: Stats = Stats()
    weapons: tuple[Weapon, ...] = ()
    base_size: str | None = None

    @cached_property
    def keyword_values(self) -> dict[str, str]:
        """The value in brackets of each keyword, by the folded keyword without it.

        Examples: musician -> 1/5, ward -> 5+, hero -> ''. Here champions, musicians, standard
        bearers and the ward save are found: `1/5` is one for every five models, an empty value is
        one in the unit.
        """
        return parse_keyword_values(self.keywords)

    @cached_property
    def tags(self) -> frozenset[str]:
        """All keywords, folded; those with a number also without it: `wizard (2)` and `wizard`."""
        return frozenset((*map(fold, self.keywords), *self.keyword_values))


class WarscrollCopy(Model):
    """A copy of the warscroll `same_as` (an id) with additional keywords.

    An example is a war machine that counts as a hero. The copy has its own `points` and
    `regiment`.
    """

    id: str
    name: str
    points: int
    same_as: str
    adds_keywords: tuple[str, ...] = ()
    regiment: RegimentProfile = RegimentProfile()


class Manifestation(Model, dict=True):
    """A manifestation that a lore summons.

    It is never bought; it comes with each lore that lists its name.
    """

    id: str
    name: str
    models: int
    keywords: tuple[str, ...]
    lore: str | None = None
    """Name of one lore that summons it; there may be others."""
    stats: Stats = Stats()
    weapons: tuple[Weapon, ...] = ()
    base_size: str | None = None

    @cached_property
    def keyword_values(self) -> dict[str, str]:
        """The value in brackets of each keyword, by the folded keyword; "" if it has none."""
        return parse_keyword_values(self.keywords)


def parse_keyword_values(keywords: tuple[str, ...]) -> dict[str, str]:
    """Return the value in brackets of each keyword, by the folded keyword without it.

    The value is empty for a keyword without brackets: `Ward (5+)` gives ward -> 5+, `Hero` gives
    hero -> ''.
    """
    values = {}
    for keyword in keywords:
        name, _, value = keyword.partition(" (")
        values[fold(name)] = value.removesuffix(")")
    return values
