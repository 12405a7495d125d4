"""A faction whose army is made of regiments, and what it may bring beside its own units.

How armies of renown and regiments of renown are written down, in short. (warscroll.py has the units.)

Armies of renown stand in the file of each faction that may play them and replace what the faction has: its `units`
are all there are (an id, or `other-faction/id`), its formations are none, its tables, lores and terrain are its own.
A faction's terrain or regiment of renown that the army does not list is not for it. In detail:

    adds_keywords: [Gorechosen Champions]       every unit of the army has the keyword, and options may ask for it
    regiments: {vampire-lord: {can_lead: false}}   this profile instead of the warscroll's own, whole
    extra_warscrolls: [...]                     units that exist in this army alone; their ids stand in `units` too
    copied_warscrolls: [{id: black-coach-hero, name: Black Coach (Hero), points: 200, same_as: black-coach,
                         adds_keywords: [Hero], regiment: {options: [{keywords: [Cavalry]}]}}]
    universal_manifestations: false             not the manifestation lores of the generic file

Its `restrictions`:

    required_units: [[morathi-khaine], [the-shadow-queen]]           both must be in the army
    required_units: [[iridan-the-witness, scourge-of-aqshy-iridan-the-witness]]      either of the two must be
    required_general: [king-brodd]                                   the general is one of these
    limits: [{units: [doktor-festus, festus-the-leechlord], max: 1}]                 at most so many of them together
    ratios: [{allow: {keywords: [Duardin]}, count: 1, per: {keywords: [Sigmarite]}}]
        at most one unit with the keyword for each unit with the other
    ratios: [{allow: {units: [swampcalla-shaman-with-pot-grot]}, count: 1, per: {keywords: [Monster, Hero, Kruleboyz]}}]
        at most one of these units (together, where there are several) for each unit with all three keywords
    ratios: [{allow: {keywords: [Troggoth]}, count: 2}]              at most two in the army
    equal_regiments_led_by: [Ironjawz, Kruleboyz]                    as many regiments led by the one as by the other

Regiments of renown stand in one file for all factions and are taken as they are, for one price:

    {id: da-kountin-krew, points: 320, factions: [...], units: [{unit: kruleboyz/swampboss-skumdrekk, models: 1},
     {unit: kruleboyz/hobgrot-slittaz, models: 10, count: 2}]}       two units of ten
    {unit: kruleboyz/beast-skewer-killbow, models: 1, adds_keywords: [Hero]}         a hero in this regiment
    {units: [...], manifestations: [Hyshian Twinstones]}             may summon those
    {units: [...], faction_terrain: [Feculent Gnarlmaw]}             brings that

Their own warscrolls (`regiments-of-renown/gotrek-gurnisson`) cost 0 points: the regiment's price pays for them. The
one regiment without a price is bought hero by hero: each of its units is `optional` and costs its own points.
"""

from __future__ import annotations

from functools import cached_property

from listbuilder.games.regiments.warscroll import Manifestation, RegimentProfile, Warscroll, WarscrollCopy
from listbuilder.model.base import Model


class BattleFormation(Model):
    id: str
    name: str
    points: int = 0
    legends: bool = False
    battlepacks: tuple[str, ...] = ()
    """Only in these seasons; empty is always. So it is wherever `battlepacks` stands."""


class Bearer(Model):
    """Who may bear what stands in an enhancement table. Empty fields ask for nothing."""

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
    """What one enhancement asks of its bearer beyond its table: to be one of these (ids)."""

    units: tuple[str, ...]


class Enhancement(Model):
    """One line of a table. The same name may stand twice, with its own id and price for each season."""

    id: str
    name: str
    points: int = 0
    set: str | None = None
    """The heading under which the book prints it inside the table; no rule asks for it."""
    battlepacks: tuple[str, ...] = ()
    requires: EnhancementRequires | None = None


class EnhancementTable(Model):
    """One type of enhancement: an army has one from each table, a unit at most one of a type."""

    id: str
    name: str
    applies_to: Bearer
    choices: tuple[Enhancement, ...]


class Lore(Model, kw_only=True):
    """A spell lore or a prayer lore; `contents` names the spells or prayers."""

    id: str
    name: str
    points: int = 0
    legends: bool = False
    battlepacks: tuple[str, ...] = ()
    contents: tuple[str, ...]


class ManifestationLore(Model, kw_only=True):
    """`manifestations` names what it summons: Manifestations of this file, of the generic one or of another faction.

    Where an army of renown replaces the lore, this may be the name of the one spell that summons them.
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
    """A thing on the battlefield that is never chosen: it comes with the terrain of that id."""

    id: str
    name: str
    comes_with: str


class RegimentLimit(Model):
    """In one regiment at most `max` units with all of these keywords, unless its hero has the others."""

    keywords: tuple[str, ...]
    max: int
    unless_leader_keywords: tuple[str, ...] = ()


class Selection(Model):
    """Units with all of these keywords, or with one of these ids."""

    keywords: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


class UnitsLimit(Model):
    """At most `max` of these units (ids) in the army, all of them together."""

    units: tuple[str, ...]
    max: int


class Ratio(Model):
    """At most `count` units of `allow` for every `per_count` units of `per`; without `per`, in the whole army."""

    allow: Selection
    count: int
    per: Selection | None = None
    per_count: int = 1


class Restrictions(Model):
    """What an army of renown asks of its army."""

    required_units: tuple[tuple[str, ...], ...] = ()
    """Of each group (ids) one is in the army."""
    required_general: tuple[str, ...] = ()
    """One of these (ids) is the general."""
    limits: tuple[UnitsLimit, ...] = ()
    ratios: tuple[Ratio, ...] = ()
    equal_regiments_led_by: tuple[str, ...] = ()
    """Keywords: as many regiments have a leader with the one as with the other."""


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
    """Ids of all it may take: of the faction's file, of its own warscrolls, or `other-faction/id`."""
    regiments: dict[str, RegimentProfile] = {}
    """Id as in `units` -> the profile that replaces the warscroll's own."""
    enhancement_tables: tuple[EnhancementTable, ...] = ()
    spell_lores: tuple[Lore, ...] = ()
    prayer_lores: tuple[Lore, ...] = ()
    manifestation_lores: tuple[ManifestationLore, ...] = ()
    copied_warscrolls: tuple[WarscrollCopy, ...] = ()
    extra_warscrolls: tuple[Warscroll, ...] = ()


class Sources(Model):
    """What was read for this file: date and version."""

    app_export: str
    bsdata: str


class WarscrollFaction(Model, dict=True):
    """One faction file."""

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
        return {warscroll.id: warscroll for warscroll in self.warscrolls}


class RenownUnit(Model):
    """`count` units of `models` models each. `unit` is `faction/id`, or `regiments-of-renown/id` for its own file."""

    unit: str
    models: int
    count: int = 1
    optional: bool = False
    adds_keywords: tuple[str, ...] = ()


class RegimentOfRenown(Model, kw_only=True):
    id: str
    name: str
    points: int | None = None
    """Of the whole; None where each unit is optional and costs its own points."""
    legends: bool = False
    units: tuple[RenownUnit, ...]
    manifestations: tuple[str, ...] = ()
    """Names of manifestations it may summon."""
    faction_terrain: tuple[str, ...] = ()
    """Names of terrain it brings."""
    factions: tuple[str, ...]
    """Ids of the factions that may take it."""


class RegimentsOfRenown(Model):
    """The one file of all regiments of renown; `warscrolls` are units that exist only there."""

    system: str
    id: str
    as_of: str
    regiments: tuple[RegimentOfRenown, ...]
    warscrolls: tuple[Warscroll, ...] = ()


class BattleTacticsCard(Model):
    id: str
    name: str


class Battlepack(Model):
    """A season, as the data names it (`battlepack`), and its battle tactics cards. How many of them, rules.yaml says."""

    id: str
    name: str
    battle_tactics_cards: tuple[BattleTacticsCard, ...]
    current: bool = False


class GenericLores(Model):
    """The one file of what every faction may use."""

    system: str
    id: str
    as_of: str
    battlepacks: tuple[Battlepack, ...]
    manifestation_lores: tuple[ManifestationLore, ...]
    manifestations: tuple[Manifestation, ...]
