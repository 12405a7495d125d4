"""The checks of a game's data files that a schema can't make: references, options and tables.

Do the references exist, and does every option and table mean something?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from listbuilder.games.aos.catalog import RenownData, Shelf
from listbuilder.games.aos.faction import (
    ArmyOfRenown,
    EnhancementTable,
    RegimentsOfRenown,
    WarscrollFaction,
)
from listbuilder.games.aos.warscroll import RegimentOption, RegimentProfile, Warscroll
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem
from listbuilder.model.rulebook import RuleBook
from listbuilder.yamlio.reader import YamlDocument

Names = dict[str, str]  # folded name -> name


def check_faction(
    document: YamlDocument, faction: WarscrollFaction, shelf: Shelf
) -> Iterator[Problem]:
    """Yield the problems of the faction file `document`, checked against the other data files.

    What can't be right is an error. What may be intended is only a warning.
    """
    yield from _Checker(document, shelf).check_faction(faction)


def check_regiments_of_renown(
    document: YamlDocument, file: RegimentsOfRenown, shelf: Shelf
) -> Iterator[Problem]:
    """Yield the problems of the file of regiments of renown."""
    yield from _Checker(document, shelf).check_regiments_of_renown(file)


def check_rules(document: YamlDocument, book: RuleBook, shelf: Shelf) -> Iterator[Problem]:
    """Yield a problem for each season in the rules whose battlepack the generic file lacks."""
    yield from _Checker(document, shelf).check_rules(book)


class _Checker:
    """Checks one data file against the other files of its game."""

    def __init__(self, document: YamlDocument, shelf: Shelf) -> None:
        """Prepare to check the file `document` against the game's data files in `shelf`."""
        self.document = document
        self.shelf = shelf
        self.battlepacks = [pack.id for pack in shelf.load_battlepacks()]

    def _make_error(self, key: str, path: Path, **args: object) -> Problem:
        """Return an error with the message `key` at `path` of the checked file."""
        return self.document.make_problem(key, path, **args)

    def _make_warning(self, key: str, path: Path, **args: object) -> Problem:
        """Return a warning with the message `key` at `path` of the checked file."""
        return msgspec.structs.replace(
            self.document.make_problem(key, path, **args), severity="warning"
        )

    def check_faction(self, faction: WarscrollFaction) -> Iterator[Problem]:
        """Yield the problems of a whole faction file.

        These are wrong or repeated ids, unknown seasons and regiments of renown, and whatever is
        wrong with its units, enhancement tables and armies of renown.
        """
        stem = self.document.stem
        if faction.id != stem:
            yield self._make_error("data_id_is_not_file", ("id",), given=faction.id, file=stem)
        for key in (
            "warscrolls",
            "battle_formations",
            "spell_lores",
            "prayer_lores",
            "manifestation_lores",
            "faction_terrain",
        ):
            yield from self._find_repeated_ids(
                (key,), [thing.id for thing in getattr(faction, key)]
            )
        yield from self._find_repeated_ids(
            ("armies_of_renown",), [army.id for army in faction.armies_of_renown]
        )
        for where, pack in self._yield_battlepacks(faction):
            if pack not in self.battlepacks:
                yield self._report_unknown_id(where, pack, self.battlepacks)
        renown = self.shelf.load_regiments_of_renown()
        for place, regiment_id in enumerate(faction.regiments_of_renown):
            if renown and regiment_id not in renown.regiments:
                yield self._report_unknown_id(
                    ("regiments_of_renown", place), regiment_id, renown.regiments
                )
        pool = list(faction.warscrolls)
        for place, sheet in enumerate(faction.warscrolls):
            yield from self._check_warscroll(sheet, ("warscrolls", place), pool)
            yield from self._check_titles(sheet, ("warscrolls", place), faction.sub_hero_categories)
        yield from self._check_tables(faction.enhancement_tables, ("enhancement_tables",), pool)
        for place, army in enumerate(faction.armies_of_renown):
            yield from self._check_army_of_renown(army, ("armies_of_renown", place), faction)

    def check_rules(self, book: RuleBook) -> Iterator[Problem]:
        """Yield a problem for each season whose battlepack is unknown."""
        for season_id, season in book.seasons.items():
            if season.battlepack not in self.battlepacks:
                yield self._report_unknown_id(
                    ("seasons", season_id, "battlepack"), season.battlepack, self.battlepacks
                )

    def check_regiments_of_renown(self, file: RegimentsOfRenown) -> Iterator[Problem]:
        """Yield the problems of regiments of renown: repeated ids, unknown units, missing prices.

        Unknown factions are a problem too. A regiment can be without a price only if each of its
        units is optional.
        """
        yield from self._find_repeated_ids(
            ("regiments",), [regiment_of_renown.id for regiment_of_renown in file.regiments]
        )
        own_sheets = {sheet.id: sheet for sheet in file.warscrolls}
        for place, regiment in enumerate(file.regiments):
            path: Path = ("regiments", place)
            for inside, unit in enumerate(regiment.units):
                home, _, warscroll_id = unit.unit.rpartition("/")
                unit_path = (*path, "units", inside, "unit")
                if home == RenownData.ID:
                    valid_ids: Iterable[str] = own_sheets
                else:
                    data = self.shelf.load_faction(home)
                    if data is None:
                        yield self._report_unknown_id(unit_path, home, self.shelf.list_ids())
                        continue
                    valid_ids = data.index
                if warscroll_id not in valid_ids:
                    yield self._report_unknown_id(unit_path, warscroll_id, valid_ids)
            for inside, faction_id in enumerate(regiment.factions):
                if self.shelf.load_faction(faction_id) is None:
                    yield self._report_unknown_id(
                        (*path, "factions", inside), faction_id, self.shelf.list_ids()
                    )
            if regiment.points is None and not all(unit.optional for unit in regiment.units):
                yield self._make_error("data_renown_no_price", path, regiment=regiment.name)

    def _report_unknown_id(self, path: Path, given: str, known: Iterable[str]) -> Problem:
        """Return the error that `given` is none of the ids in `known`, with the nearest of them."""
        return self._make_error(
            "data_unknown_id", path, given=given, near=find_nearest(given, known)
        )

    def _find_repeated_ids(self, path: Path, ids: list[str]) -> Iterator[Problem]:
        """Yield an error for each id in `ids` that an earlier entry already has."""
        for place, thing_id in enumerate(ids):
            if thing_id in ids[:place]:
                yield self._make_error("data_id_twice", (*path, place, "id"), given=thing_id)

    def _yield_battlepacks(self, faction: WarscrollFaction) -> Iterator[tuple[Path, str]]:
        """Yield the id of each season named in the faction file, with its path in the file."""
        for place, sheet in enumerate(faction.warscrolls):
            if sheet.battlepack:
                yield ("warscrolls", place, "battlepack"), sheet.battlepack
        for key in ("battle_formations", "spell_lores", "prayer_lores"):
            for place, choice_with_seasons in enumerate(getattr(faction, key)):
                for inside, pack in enumerate(choice_with_seasons.battlepacks):
                    yield (key, place, "battlepacks", inside), pack
        for t, table in enumerate(faction.enhancement_tables):
            for c, choice in enumerate(table.choices):
                for inside, pack in enumerate(choice.battlepacks):
                    yield ("enhancement_tables", t, "choices", c, "battlepacks", inside), pack

    def _check_warscroll(
        self, sheet: Warscroll, path: Path, pool: list[Warscroll]
    ) -> Iterator[Problem]:
        """Yield the problems of a warscroll: unknown ids, one-sided exclusions, wrong options.

        An exclusion is one-sided if the other warscroll doesn't list this one back. `pool` are the
        units that can be in the army.
        """
        ids = {pool_unit.id for pool_unit in pool}
        references: list[tuple[Path, str]] = []
        if sheet.variant_of:
            references.append(((*path, "variant_of"), sheet.variant_of))
        for place, target_id in enumerate(sheet.exclusive_with):
            references.append(((*path, "exclusive_with", place), target_id))
        if sheet.max_per:
            references.append(((*path, "max_per", "unit"), sheet.max_per.unit))
        for where, target_id in references:
            if target_id not in ids:
                yield self._report_unknown_id(where, target_id, ids)
        for place, target_id in enumerate(sheet.exclusive_with):
            other = next((unit for unit in pool if unit.id == target_id), None)
            if other and sheet.id not in other.exclusive_with:
                yield self._make_error(
                    "data_one_sided",
                    (*path, "exclusive_with", place),
                    unit=sheet.name,
                    other=other.name,
                )
        yield from self._check_profile(sheet.regiment, sheet.name, (*path, "regiment"), pool)

    def _check_profile(
        self, profile: RegimentProfile, name: str, path: Path, pool: list[Warscroll]
    ) -> Iterator[Problem]:
        """Yield the problems of a regiment profile: unknown names, and options that fit no unit.

        `name` is the unit that has the profile; `pool` are the units that can be in the army. Among
        the excluded units, the name of a keyword is allowed: it only repeats what holds anyway.
        """
        names = {fold(unit.name): unit.name for unit in pool}
        for key in ("joins_leaders", "only_in_regiment_of", "requires_in_regiment"):
            for place, unit_name in enumerate(getattr(profile, key)):
                yield from self._check_name(unit_name, (*path, key, place), names)
        for place, option in enumerate(profile.options):
            option_path = (*path, "options", place)
            for unit_name in option.units:
                yield from self._check_name(unit_name, (*option_path, "units"), names)
            for unit_name in option.none_of_units:
                is_keyword = any(fold(unit_name) in unit.tags for unit in pool)
                if not is_keyword:
                    yield from self._check_name(unit_name, (*option_path, "none_of_units"), names)
            if not any(_is_unit_allowed(option, unit) for unit in pool):
                yield self._make_warning(
                    "data_option_empty", option_path, unit=name, option=option.title
                )

    def _check_titles(
        self, sheet: Warscroll, path: Path, faction_titles: tuple[str, ...]
    ) -> Iterator[Problem]:
        """Yield a warning for each title under which the hero joins that the faction doesn't list.

        Why: if a title is misspelt, no hero whose options list the correct title can take this
        hero.
        """
        for place, title in enumerate(sheet.regiment.joins_as):
            if fold(title) not in map(fold, faction_titles):
                title_path = (*path, "regiment", "joins_as", place)
                yield self._make_warning(
                    "data_unknown_title",
                    title_path,
                    unit=sheet.name,
                    given=title,
                    near=find_nearest(title, faction_titles),
                )

    def _check_name(self, name: str, path: Path, names: Names) -> Iterator[Problem]:
        """Yield a warning if `names` (name by folded name) has no unit called `name`."""
        if fold(name) not in names:
            yield self._make_warning(
                "data_unknown_name", path, given=name, near=find_nearest(name, names.values())
            )

    def _check_tables(
        self, tables: tuple[EnhancementTable, ...], path: Path, pool: list[Warscroll]
    ) -> Iterator[Problem]:
        """Yield the problems of enhancement tables: unknown units, repeated ids, unusable tables.

        A table is unusable if no unit of `pool` can have its enhancements. `pool` are the units
        that can be in the army.
        """
        seen: list[str] = []
        ids = {unit.id for unit in pool}
        for t, table in enumerate(tables):
            table_path = (*path, t)
            bearer = table.applies_to
            for key, listed in (("units", bearer.units), ("none_of_units", bearer.none_of_units)):
                for unit_id in listed:
                    if unit_id not in ids:
                        yield self._report_unknown_id(
                            (*table_path, "applies_to", key), unit_id, ids
                        )
            if not any(_can_bear_enhancement(table, unit) for unit in pool):
                yield self._make_warning("data_table_empty", table_path, table=table.name)
            for c, choice in enumerate(table.choices):
                if choice.id in seen:
                    yield self._make_error(
                        "data_id_twice", (*table_path, "choices", c, "id"), given=choice.id
                    )
                seen.append(choice.id)
                for unit_id in choice.requires.units if choice.requires else ():
                    if unit_id not in ids:
                        yield self._report_unknown_id(
                            (*table_path, "choices", c, "requires"), unit_id, ids
                        )

    def _check_army_of_renown(
        self, army: ArmyOfRenown, path: Path, faction: WarscrollFaction
    ) -> Iterator[Problem]:
        """Yield the problems of an army of renown: its units, restrictions, terrain and tables.

        Unknown ids are errors. If a restriction names a unit that the faction has but the army
        hasn't, that is only a warning.
        """
        pool: dict[str, Warscroll] = {}
        extra = {sheet.id: sheet for sheet in army.extra_warscrolls}
        by_id = faction.warscroll_by_id
        for copy in army.copied_warscrolls:
            original = by_id.get(copy.same_as)
            if original is None:
                yield self._report_unknown_id((*path, "copied_warscrolls"), copy.same_as, by_id)
                continue
            keywords = (*original.keywords, *copy.adds_keywords)
            copied = msgspec.structs.replace(
                original, id=copy.id, name=copy.name, keywords=keywords, regiment=copy.regiment
            )
            extra[copy.id] = copied
        for place, unit_id in enumerate(army.units):
            sheet_in_army = extra.get(unit_id) or by_id.get(unit_id)
            home, slash, warscroll_id = unit_id.rpartition("/")
            if sheet_in_army is None and slash:
                data = self.shelf.load_faction(home)
                sheet_in_army = data.get_sheet(warscroll_id) if data else None
            if sheet_in_army is None:
                yield self._report_unknown_id((*path, "units", place), unit_id, {*extra, *by_id})
            else:
                keywords = (*sheet_in_army.keywords, *army.adds_keywords)
                pool[unit_id] = msgspec.structs.replace(sheet_in_army, keywords=keywords)
        for unit_id in army.regiments:
            if unit_id not in pool:
                yield self._report_unknown_id((*path, "regiments", unit_id), unit_id, pool)
        for unit_id in army.restrictions.list_units():
            if unit_id not in pool and unit_id in by_id:
                yield self._make_warning(
                    "data_not_in_army",
                    (*path, "restrictions"),
                    unit=by_id[unit_id].name,
                    army=army.name,
                )
            elif unit_id not in pool:
                yield self._report_unknown_id((*path, "restrictions"), unit_id, pool)
        for unit_id, profile in army.regiments.items():
            if unit_id in pool:
                profile_path = (*path, "regiments", unit_id)
                yield from self._check_profile(
                    profile, pool[unit_id].name, profile_path, list(pool.values())
                )
        terrain = [faction_terrain.id for faction_terrain in faction.faction_terrain]
        for place, terrain_id in enumerate(army.faction_terrain):
            if terrain_id not in terrain:
                yield self._report_unknown_id(
                    (*path, "faction_terrain", place), terrain_id, terrain
                )
        yield from self._check_tables(
            army.enhancement_tables, (*path, "enhancement_tables"), list(pool.values())
        )


def _is_unit_allowed(option: RegimentOption, unit: Warscroll) -> bool:
    """Return whether a regiment option allows the unit, by keywords, names and titles.

    Keywords never allow heroes. The units that the option excludes aren't considered.
    """
    named = any(fold(name) == fold(unit.name) for name in option.units)
    if "hero" in unit.tags:
        titles = {fold(title) for title in unit.regiment.joins_as}
        by_title = any(fold(sub_hero) in titles for sub_hero in option.sub_heroes)
        return option.is_for_heroes and (named or by_title)
    if option.is_for_heroes:
        return False
    if named:
        return True
    return bool(option.keywords) and all(fold(keyword) in unit.tags for keyword in option.keywords)


def _can_bear_enhancement(table: EnhancementTable, unit: Warscroll) -> bool:
    """Return whether a unit can have an enhancement from `table`, by keywords and ids."""
    bearer = table.applies_to
    tags = unit.tags
    return (
        all(fold(keyword) in tags for keyword in bearer.all)
        and (not bearer.any or any(fold(keyword) in tags for keyword in bearer.any))
        and not any(fold(keyword) in tags for keyword in bearer.none)
        and (not bearer.units or unit.id in bearer.units)
        and unit.id not in bearer.none_of_units
    )
