"""A faction whose army is made of regiments, and what it can bring beside its own units.

This page shows how armies of renown and regiments of renown are written in the data. (warscroll.py
has the units.)

Armies of renown stand in the file of each faction that can play them and replace what the faction
has: `units` lists all units they can have (an id, or `other-faction/id`), they have no formations,
and their tables, lores and terrain are their own. An army of renown can't use a terrain or regiment
of renown of the faction that it doesn't list. In detail:

    adds_keywords: [Gorechosen Champions]
        every unit of the army has the keyword, and options can ask for it
    regiments: {vampire-lord: {can_lead: false}}
        this whole profile replaces the warscroll's own
    extra_warscrolls: [...]
        units that exist in this army alone; their ids stand in `units` too
    copied_warscrolls: [{id: black-coach-hero, name: Black Coach (Hero), points: 200,
                         same_as: black-coach, adds_keywords: [Hero],
                         regiment: {options: [{keywords: [Cavalry]}]}}]
    universal_manifestations: false
        not the manifestation lores of the generic file

Its `restrictions`:

    required_units: [[morathi-khaine], [the-shadow-queen]]
        both must be in the army
    required_units: [[iridan-the-witness, scourge-of-aqshy-iridan-the-witness]]
        one of the two must be
    required_general: [king-brodd]
        the general is one of these
    limits: [{units: [doktor-festus, festus-the-leechlord], max: 1}]
        at most this many of them in total
    ratios: [{allow: {keywords: [Duardin]}, count: 1, per: {keywords: [Sigmarite]}}]
        at most one unit with the keyword for each unit with the other
    ratios: [{allow: {units: [swampcalla-shaman-with-pot-grot]}, count: 1,
              per: {keywords: [Monster, Hero, Kruleboyz]}}]
        at most one of these units (in total, if there are several) for each unit with all
        three keywords
    ratios: [{allow: {keywords: [Troggoth]}, count: 2}]
        at most two in the army
    equal_regiments_led_by: [Ironjawz, Kruleboyz]
        as many regiments led by the one as by the other

Regiments of renown stand in one file for all factions. They are taken as they are, for one price:

    {id: da-kountin-krew, points: 320, factions: [...],
     units: [{unit: kruleboyz/swampboss-skumdrekk, models: 1},
             {unit: kruleboyz/hobgrot-slittaz, models: 10, count: 2}]}
        the second are two units of ten
    {unit: kruleboyz/beast-skewer-killbow, models: 1, adds_keywords: [Hero]}
        a hero in this regiment
    {units: [...], manifestations: [Hyshian Twinstones]}
        can summon these
    {units: [...], faction_terrain: [Feculent Gnarlmaw]}
        brings this

Their own warscrolls (`regiments-of-renown/gotrek-gurnisson`) cost 0 points, because the regiment's
price pays for them. The one regiment without a price is bought hero by hero: each of its units is
`optional` and costs its own points.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain

from listbuilder.games.aos.warscroll import Manifestation, RegimentProfile, Warscroll, WarscrollCopy
from listbuilder.model.base import Model


class BattleFormation(Model):
    id: str
    name: str
    points: int = 0
    legends: bool = False
    battlepacks: tuple[str, ...] = ()
    """The seasons in which it can be chosen; empty means all. The same holds for every key of
    this name.
    """


class Bearer(Model):
    """Which units can have an enhancement from the table. Empty lists set no condition.

    A unit needs all keywords in `all`, one of `any` and none of `none`. It must be one of the
    ids in `units` and none of those in `none_of_units`.
    """

    all: tuple[str, ...] = ()
    """Has all of these keywords; `Standard Bearer` is met by `Standard Bearer (1/5)`."""
    any: tuple[str, ...] = ()
    """Has one of these keywords."""
    none: tuple[str, ...] = ()
    """Has none of these keywords."""
    units: tuple[str, ...] = ()
    """Is one of these (ids)."""
    none_of_units: tuple[str, ...] = ()
    """Is none of these (ids)."""


class EnhancementRequires(Model):
    """A further condition for one enhancement: the unit must be one of these ids."""

    units: tuple[str, ...]


class Enhancement(Model):
    """One enhancement of a table.

    The same name can occur twice, with a different id and cost for each season. `battlepacks`
    lists the seasons it is for; an empty list means all.
    """

    id: str
    name: str
    points: int = 0
    set: str | None = None
    """The heading under which the book prints it inside the table; no rule asks for it."""
    battlepacks: tuple[str, ...] = ()
    requires: EnhancementRequires | None = None


class EnhancementTable(Model):
    """One type of enhancement. `applies_to` says which units can have it.

    An army can have one enhancement from each table, and a unit at most one of each type.
    """

    id: str
    name: str
    applies_to: Bearer
    choices: tuple[Enhancement, ...]


class Lore(Model, kw_only=True):
    """A spell lore or prayer lore. `contents` lists the names of its spells or prayers.

    `battlepacks` lists the seasons it is for; an empty list means all.
    """

    id: str
    name: str
    points: int = 0
    legends: bool = False
    battlepacks: tuple[str, ...] = ()
    contents: tuple[str, ...]


class ManifestationLore(Model, kw_only=True):
    """A manifestation lore. `manifestations` lists the names of what it summons.

    They are in this file, in the generic file or in another faction's file. In an Army of
    Renown, an entry can be the name of the one spell that summons them.
    """

    id: str
    name: str
    points: int = 0
    legends: bool = False
    manifestations: tuple[str, ...]


class FactionTerrain(Model):
    id: str
    name: str
    points: int = 0


class Attachment(Model):
    """An object on the battlefield that a player never chooses.

    It comes with the terrain whose id is in `comes_with`.
    """

    id: str
    name: str
    comes_with: str


class RegimentLimit(Model):
    """A regiment can have at most `max` units with all of these keywords.

    The limit doesn't apply if the regiment's hero has all of `unless_leader_keywords`.
    """

    keywords: tuple[str, ...]
    max: int
    unless_leader_keywords: tuple[str, ...] = ()


class Selection(Model):
    """Units with all of these keywords, or with one of these ids."""

    keywords: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


class UnitsLimit(Model):
    """The army can have at most `max` of these units (ids) in total."""

    units: tuple[str, ...]
    max: int


class Ratio(Model):
    """The army can have at most `count` units of `allow` for every `per_count` units of `per`.

    Without `per`, `count` is the maximum for the whole army.
    """

    allow: Selection
    count: int
    per: Selection | None = None
    per_count: int = 1


class Restrictions(Model):
    """What an Army of Renown requires. Keys left out set no condition.

    `required_units`: from each group of ids, one unit must be in the army. `required_general`:
    one of these ids must be the general. `equal_regiments_led_by`: for each of these keywords,
    the same number of regiments must be led by units with it.
    """

    required_units: tuple[tuple[str, ...], ...] = ()
    """Groups of ids: the army needs one unit of each group."""
    required_general: tuple[str, ...] = ()
    """One of these (ids) is the general."""
    limits: tuple[UnitsLimit, ...] = ()
    ratios: tuple[Ratio, ...] = ()
    equal_regiments_led_by: tuple[str, ...] = ()
    """Keywords: as many regiments have a leader with the one as with the other."""

    def list_units(self) -> list[str]:
        """Return the ids of all units that the restrictions mention, some of them repeatedly."""
        groups = [*self.required_units, self.required_general]
        groups += [limit.units for limit in self.limits]
        for ratio in self.ratios:
            groups.append(ratio.allow.units)
            if ratio.per:
                groups.append(ratio.per.units)
        return list(chain.from_iterable(groups))


class ArmyOfRenown(Model, dict=True):
    id: str
    name: str
    legends: bool = False
    adds_keywords: tuple[str, ...] = ()
    """Every unit of the army has these too."""
    restrictions: Restrictions = Restrictions()
    universal_manifestations: bool = True
    """May use the manifestation lores of the generic file."""
    faction_terrain: tuple[str, ...] = ()
    """Ids of the faction's terrain that it may take; none is none."""
    regiments_of_renown: tuple[str, ...] = ()
    """Ids of those it may take; none is none."""
    units: tuple[str, ...] = ()
    """Ids of all it may take: of the faction's file, of its own warscrolls, or `other-faction/id`.
    """
    regiments: dict[str, RegimentProfile] = {}
    """Id as in `units` -> the profile that replaces the warscroll's own."""
    enhancement_tables: tuple[EnhancementTable, ...] = ()
    spell_lores: tuple[Lore, ...] = ()
    prayer_lores: tuple[Lore, ...] = ()
    manifestation_lores: tuple[ManifestationLore, ...] = ()
    copied_warscrolls: tuple[WarscrollCopy, ...] = ()
    extra_warscrolls: tuple[Warscroll, ...] = ()


class Sources(Model):
    """The date and version of the sources of this file."""

    app_export: str
    bsdata: str


class WarscrollFaction(Model, dict=True):
    """The file of one faction: its warscrolls, formations, enhancements and lores."""

    system: str
    id: str
    name: str
    grand_alliance: str
    faction_keyword: str
    as_of: str
    sources: Sources | None = None
    legends: bool = False
    """The whole faction is."""
    universal_manifestations: bool = True
    """May use the manifestation lores of the generic file."""
    sub_hero_categories: tuple[str, ...] = ()
    """The titles under which its heroes join regiments (`joins_as`) outside armies of renown."""
    regiments_of_renown: tuple[str, ...] = ()
    """Ids of those it may take; each of them lists the faction."""
    battle_formations: tuple[BattleFormation, ...] = ()
    enhancement_tables: tuple[EnhancementTable, ...] = ()
    spell_lores: tuple[Lore, ...] = ()
    prayer_lores: tuple[Lore, ...] = ()
    manifestation_lores: tuple[ManifestationLore, ...] = ()
    faction_terrain: tuple[FactionTerrain, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    regiment_limits: tuple[RegimentLimit, ...] = ()
    """Hold in each of its regiments, whatever the options of the hero say."""
    manifestations: tuple[Manifestation, ...] = ()
    armies_of_renown: tuple[ArmyOfRenown, ...] = ()
    warscrolls: tuple[Warscroll, ...] = ()

    @cached_property
    def warscroll_by_id(self) -> dict[str, Warscroll]:
        """The faction's warscrolls by their ids."""
        return {warscroll.id: warscroll for warscroll in self.warscrolls}


class RenownUnit(Model):
    """A unit of a Regiment of Renown: `count` units (default: 1) with `models` models each.

    `unit` is `faction/id`, or `regiments-of-renown/id` for a warscroll of that file. A unit
    with `optional: true` can be left out.
    """

    unit: str
    models: int
    count: int = 1
    optional: bool = False
    adds_keywords: tuple[str, ...] = ()


class RegimentOfRenown(Model, kw_only=True):
    id: str
    name: str
    points: int | None = None
    """The points of the whole regiment; None if each unit is optional and costs its own points."""
    legends: bool = False
    units: tuple[RenownUnit, ...]
    manifestations: tuple[str, ...] = ()
    """Names of manifestations it may summon."""
    faction_terrain: tuple[str, ...] = ()
    """Names of terrain it brings."""
    factions: tuple[str, ...]
    """Ids of the factions that may take it."""


class RegimentsOfRenown(Model):
    """The file of all Regiments of Renown. `warscrolls` are units that exist only there."""

    system: str
    id: str
    as_of: str
    regiments: tuple[RegimentOfRenown, ...]
    warscrolls: tuple[Warscroll, ...] = ()


class BattleTacticsCard(Model):
    id: str
    name: str


class Battlepack(Model):
    """A season and its battle tactics cards.

    `id` is the value that `battlepack` has elsewhere in the data. The number of cards an army
    takes is in rules.yaml.
    """

    id: str
    name: str
    battle_tactics_cards: tuple[BattleTacticsCard, ...]
    current: bool = False


class GenericLores(Model):
    """The file of manifestation lores, manifestations and seasons that every faction can use."""

    system: str
    id: str
    as_of: str
    battlepacks: tuple[Battlepack, ...]
    manifestation_lores: tuple[ManifestationLore, ...]
    manifestations: tuple[Manifestation, ...]
