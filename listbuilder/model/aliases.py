"""Names as other programs write them, and the date that their data is of.

Read from history/aliases/<faction>.yaml and history/versions.yaml:

    sources: {bsdata: spelling in BSData}           what `source` below stands for
    units:
      Terrax-Pattern Terminte: {is: terrax-pattern-termite, until: "2023-07-24", source: bsdata}

`is` is an id of today's data or of the history. A window says when the program wrote it so; it
chooses between candidates. What a program prints under a unit, by the id of the unit:

    items:
      mortifiers:
        2 Heavy Bolters: {is: heavy bolter, from: "2023-06-18", kind: upgrade}       an item
        Penitent Buzz-Blade and Penitent Flail: {items: [penitent buzz-blade, penitent flail], ...}
                                                                              several at once
        Mortifier w/ Flail: {model: Mortifier, ...}                                   a model
        Veteran w/ Vox: {unnamed_model: true, ...}    a model, of which the data has no name
        Storm of Blades: {from: "2023-06-18", kind: upgrade}   a choice without content of its own
"""

from __future__ import annotations

from listbuilder.model.base import Model


class Alias(Model, kw_only=True, rename={"is_": "is", "from_": "from"}):
    """A name as another app, language or version of the data writes it.

    `is` is an id from today's data or from the history. `from` and `until` are the dates
    between which the name was in use; a date left out sets no limit. `source` is one of the
    keys in `sources`.
    """

    is_: str
    from_: str | None = None
    until: str | None = None
    source: str
    why: str | None = None
    """The evidence, if the two names were paired by other signs."""
    points_2023_06: int | None = None
    price_agrees: bool | None = None
    renamed_to: str | None = None


class ItemAlias(Model, kw_only=True, rename={"is_": "is", "from_": "from"}):
    """What another app prints under a unit.

    It is an item (`is`), several items at once (`items`), a model (`model`), or a model without
    a name in the data (`unnamed_model: true`). With none of these keys, it is a choice without
    wargear. `kind` is what the app calls it (default: upgrade).
    """

    is_: str | None = None
    items: tuple[str, ...] = ()
    model: str | None = None
    unnamed_model: bool = False
    by: str | None = None
    kind: str | None = None
    """The program's word for the kind of thing; an upgrade if it has none."""
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
    """The file history/aliases/<faction>.yaml: how other apps write the names of a faction.

    `items` is sorted by the id of the datasheet. `sources` explains the values of `source`.
    """

    system: str
    id: str
    sources: dict[str, str] = {}
    units: Names = {}
    detachments: Names = {}
    enhancements: Names = {}
    items: ItemNames = {}
    languages: dict[str, Language] = {}


class WarscrollAliases(Model, kw_only=True):
    """The file history/aliases/<faction>.yaml: how other apps write the names of a faction.

    `unit_options` is sorted by the name of the unit. Write names from an Army of Renown as
    `army:id`. `abbreviations` are used before or after the name of a warscroll. `sources`
    explains the values of `source`.
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
    """A date on which points changed, and how the sources label it.

    `document` is the title of the points document. Two dates can have the same title, but not
    the same `digest`, a hash of all prices.
    """

    day: str
    document: str | None = None
    """The title that the points document of the date gives itself.

    Two dates may share a title: a page re-priced without a new one.
    """
    digest: str | None = None
    """A hash of all prices of the game from that date on, which no two releases share."""
    changes: int | None = None
    app_first_seen: str | None = None
    bsdata_first_day: str | None = None
    points_history_label: str | None = None


class AppVersion(Model):
    """A version of the official app's data, and the date of the points it contains.

    A version between two rows has the points of the earlier row.
    """

    version: int
    prices_of: str
    app_versions: tuple[str, ...] = ()
    points_history_label: str | None = None
    app_export_first_seen: str | None = None
    dates_yaml_said: str | None = None


Revisions = tuple[tuple[int, str], ...]


class Versions(Model):
    """The file history/versions.yaml: dates of points documents and of other apps' data.

    `catalogues` lists the revisions of each BattleScribe or New Recruit catalogue, each with
    the first date it was in use. `complete_since` and `exact_since` are the dates from which
    the histories contain every change, and its exact date.
    """

    system: str
    as_of: str
    edition_began: str
    releases: tuple[Release, ...]
    app_data: tuple[AppVersion, ...]
    catalogues: dict[str, Revisions] = {}
    complete_since: str | None = None
    """The date from which the histories have every change of any kind.

    No date since then is less known than today.
    """
    exact_since: str | None = None
    """The date from which the histories have the exact dates of all changes, as documents print
    them.
    """
