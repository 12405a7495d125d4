"""How other programs write names (history/aliases/<faction>.yaml), and which day their data is of (history/versions.yaml).

    sources: {bsdata: spelling in BSData}           what `source` below stands for
    units:
      Terrax-Pattern Terminte: {is: terrax-pattern-termite, until: "2023-07-24", source: bsdata}

`is` is an id of today's data or of the history. A window says when the program wrote it so; it chooses between
candidates. What a program prints under a unit:

    items:
      mortifiers:
        2 Heavy Bolters: {is: heavy bolter, from: "2023-06-18", kind: upgrade}                  an item
        Penitent Buzz-Blade and Penitent Flail: {items: [penitent buzz-blade, penitent flail], ...}     several at once
        Mortifier w/ Flail: {model: Mortifier, ...}                                             a model
        Veteran w/ Vox: {unnamed_model: true, ...}                        a model, of which the data has no name
        Storm of Blades: {from: "2023-06-18", kind: upgrade}              a choice without content of its own
"""

from __future__ import annotations

from listbuilder.model.base import Model


class Alias(Model, kw_only=True, rename={"is_": "is", "from_": "from"}):
    """A name as another program, language or edition of the data writes it."""

    is_: str
    from_: str | None = None
    until: str | None = None
    source: str
    why: str | None = None
    """What speaks for it, where names were paired by other signs."""
    points_2023_06: int | None = None
    price_agrees: bool | None = None
    renamed_to: str | None = None


class ItemAlias(Model, kw_only=True, rename={"is_": "is", "from_": "from"}):
    """What another program prints under a unit."""

    is_: str | None = None
    items: tuple[str, ...] = ()
    model: str | None = None
    unnamed_model: bool = False
    by: str | None = None
    kind: str | None = None
    """What the program takes it for; an upgrade where nothing else is said."""
    from_: str
    until: str | None = None


Names = dict[str, Alias]  # as written
ItemNames = dict[str, dict[str, ItemAlias]]  # unit -> as written


class Language(Model):
    units: Names = {}
    detachments: Names = {}
    enhancements: Names = {}
    items: dict[str, str] = {}
    """Models and wargear: as written -> as the data writes it."""


class FactionAliases(Model, kw_only=True):
    """One history/aliases/<faction>.yaml of an army of datasheets. `items` by datasheet id."""

    system: str
    id: str
    sources: dict[str, str] = {}
    units: Names = {}
    detachments: Names = {}
    enhancements: Names = {}
    items: ItemNames = {}
    languages: dict[str, Language] = {}


class WarscrollAliases(Model, kw_only=True):
    """One history/aliases/<faction>.yaml of an army of warscrolls. `unit_options` by name of the unit.

    What belongs to an army of renown is written `army:id`. `abbreviations` stand before or after the name of a warscroll.
    """

    system: str
    id: str
    sources: dict[str, str] = {}
    warscrolls: Names = {}
    battle_formations: Names = {}
    enhancements: Names = {}
    spell_lores: Names = {}
    prayer_lores: Names = {}
    manifestation_lores: Names = {}
    lores: Names = {}
    armies_of_renown: Names = {}
    unit_options: ItemNames = {}
    abbreviations: dict[str, str] = {}


class Release(Model):
    """A day on which prices changed, and what the sources say of it."""

    day: str
    document: str | None = None
    """What the points document of the day calls itself. Two days may share a label: a page re-priced without a new one."""
    changes: int | None = None
    app_first_seen: str | None = None
    bsdata_first_day: str | None = None
    points_history_label: str | None = None


class AppVersion(Model):
    """A version of the official app's data. One between two rows has the prices of the row before."""

    version: int
    prices_of: str
    app_versions: tuple[str, ...] = ()
    points_history_label: str | None = None
    app_export_first_seen: str | None = None
    dates_yaml_said: str | None = None


Revisions = tuple[tuple[int, str], ...]


class Versions(Model):
    """history/versions.yaml. `catalogues` of BattleScribe and New Recruit: (revision, first day it had) of each."""

    system: str
    as_of: str
    edition_began: str
    releases: tuple[Release, ...]
    app_data: tuple[AppVersion, ...]
    catalogues: dict[str, Revisions] = {}
    complete_since: str | None = None
    """From that day on the histories have every change of any kind, so no day since is less known than today."""
    exact_since: str | None = None
    """From that day on they have the very days on which things came and went, as documents print them."""
