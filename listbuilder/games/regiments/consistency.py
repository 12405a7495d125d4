"""What the schemas of an army's files cannot see: do its references exist, does every option and table mean something?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from listbuilder.games.regiments.allegiance import (
    ArmyOfRenown,
    EnhancementTable,
    RegimentsOfRenown,
    Restrictions,
    WarscrollFaction,
)
from listbuilder.games.regiments.data import RenownData, Shelf
from listbuilder.games.regiments.warscroll import RegimentOption, RegimentProfile, Warscroll
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem
from listbuilder.model.rule import RuleBook
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

Names = dict[str, str]  # folded name -> name


def faction_problems(document: Document, faction: WarscrollFaction, shelf: Shelf) -> Iterator[Problem]:
    """Errors for what cannot be right, warnings for what may be meant."""
    yield from _Checker(document, shelf).faction(faction)


def renown_problems(document: Document, file: RegimentsOfRenown, shelf: Shelf) -> Iterator[Problem]:
    yield from _Checker(document, shelf).renown(file)


def rules_problems(document: Document, book: RuleBook, shelf: Shelf) -> Iterator[Problem]:
    yield from _Checker(document, shelf).rules(book)


class _Checker:
    def __init__(self, document: Document, shelf: Shelf) -> None:
        self.document = document
        self.shelf = shelf
        self.battlepacks = [pack.id for pack in shelf.battlepacks()]

    def _error(self, key: str, path: Path, **args: Any) -> Problem:
        return self.document.problem(key, path, **args)

    def _warning(self, key: str, path: Path, **args: Any) -> Problem:
        return msgspec.structs.replace(self.document.problem(key, path, **args), severity="warning")

    def faction(self, faction: WarscrollFaction) -> Iterator[Problem]:
        stem = self.document.stem
        if faction.id != stem:
            yield self._error("data_id_is_not_file", ("id",), given=faction.id, file=stem)
        for key in ("warscrolls", "battle_formations", "spell_lores", "prayer_lores", "manifestation_lores", "faction_terrain"):
            yield from self._twice((key,), [each.id for each in getattr(faction, key)])
        yield from self._twice(("armies_of_renown",), [army.id for army in faction.armies_of_renown])
        for where, pack in self._packs(faction):
            if pack not in self.battlepacks:
                yield self._unknown(where, pack, self.battlepacks)
        renown = self.shelf.renown()
        for place, each in enumerate(faction.regiments_of_renown):
            if renown and each not in renown.regiments:
                yield self._unknown(("regiments_of_renown", place), each, renown.regiments)
        pool = list(faction.warscrolls)
        for place, sheet in enumerate(faction.warscrolls):
            yield from self._warscroll(sheet, ("warscrolls", place), pool)
            yield from self._titles(sheet, ("warscrolls", place), faction.sub_hero_categories)
        yield from self._tables(faction.enhancement_tables, ("enhancement_tables",), pool)
        for place, army in enumerate(faction.armies_of_renown):
            yield from self._army(army, ("armies_of_renown", place), faction)

    def rules(self, book: RuleBook) -> Iterator[Problem]:
        for season_id, season in book.seasons.items():
            if season.battlepack not in self.battlepacks:
                yield self._unknown(("seasons", season_id, "battlepack"), season.battlepack, self.battlepacks)

    def renown(self, file: RegimentsOfRenown) -> Iterator[Problem]:
        yield from self._twice(("regiments",), [each.id for each in file.regiments])
        own = {sheet.id: sheet for sheet in file.warscrolls}
        for place, regiment in enumerate(file.regiments):
            path: Path = ("regiments", place)
            for inside, unit in enumerate(regiment.units):
                home, _, warscroll_id = unit.unit.rpartition("/")
                here = (*path, "units", inside, "unit")
                if home == RenownData.ID:
                    known: Iterable[str] = own
                else:
                    data = self.shelf.faction(home)
                    if data is None:
                        yield self._unknown(here, home, self.shelf.ids())
                        continue
                    known = data.index
                if warscroll_id not in known:
                    yield self._unknown(here, warscroll_id, known)
            for inside, faction_id in enumerate(regiment.factions):
                if self.shelf.faction(faction_id) is None:
                    yield self._unknown((*path, "factions", inside), faction_id, self.shelf.ids())
            if regiment.points is None and not all(unit.optional for unit in regiment.units):
                yield self._error("data_renown_no_price", path, regiment=regiment.name)

    def _unknown(self, path: Path, given: str, known: Iterable[str]) -> Problem:
        return self._error("data_unknown_id", path, given=given, near=nearest(given, known))

    def _twice(self, path: Path, ids: list[str]) -> Iterator[Problem]:
        for place, each in enumerate(ids):
            if each in ids[:place]:
                yield self._error("data_id_twice", (*path, place, "id"), given=each)

    def _packs(self, faction: WarscrollFaction) -> Iterator[tuple[Path, str]]:
        for place, sheet in enumerate(faction.warscrolls):
            if sheet.battlepack:
                yield ("warscrolls", place, "battlepack"), sheet.battlepack
        for key in ("battle_formations", "spell_lores", "prayer_lores"):
            for place, each in enumerate(getattr(faction, key)):
                for inside, pack in enumerate(each.battlepacks):
                    yield (key, place, "battlepacks", inside), pack
        for t, table in enumerate(faction.enhancement_tables):
            for c, choice in enumerate(table.choices):
                for inside, pack in enumerate(choice.battlepacks):
                    yield ("enhancement_tables", t, "choices", c, "battlepacks", inside), pack

    def _warscroll(self, sheet: Warscroll, path: Path, pool: list[Warscroll]) -> Iterator[Problem]:
        ids = {each.id for each in pool}
        named = [(("variant_of",), sheet.variant_of)] if sheet.variant_of else []
        references: list[tuple[Path, str]] = [((*path, *where), each) for where, each in named]
        references += [((*path, "exclusive_with", place), each) for place, each in enumerate(sheet.exclusive_with)]
        if sheet.max_per:
            references.append(((*path, "max_per", "unit"), sheet.max_per.unit))
        for where, each in references:
            if each not in ids:
                yield self._unknown(where, each, ids)
        for place, each in enumerate(sheet.exclusive_with):
            other = next((unit for unit in pool if unit.id == each), None)
            if other and sheet.id not in other.exclusive_with:
                yield self._error("data_one_sided", (*path, "exclusive_with", place), unit=sheet.name, other=other.name)
        yield from self._profile(sheet.regiment, sheet.name, (*path, "regiment"), pool)

    def _profile(self, profile: RegimentProfile, name: str, path: Path, pool: list[Warscroll]) -> Iterator[Problem]:
        names = {fold(unit.name): unit.name for unit in pool}
        for key in ("joins_leaders", "only_in_regiment_of", "requires_in_regiment"):
            for place, each in enumerate(getattr(profile, key)):
                yield from self._named(each, (*path, key, place), names)
        for place, option in enumerate(profile.options):
            here = (*path, "options", place)
            for each in option.units:
                yield from self._named(each, (*here, "units"), names)
            for each in option.none_of_units:
                if not any(fold(each) in unit.tags for unit in pool):  # a keyword says what holds anyway
                    yield from self._named(each, (*here, "none_of_units"), names)
            if not any(_matches(option, unit) for unit in pool):
                yield self._warning("data_option_empty", here, unit=name, option=option.title)

    def _titles(self, sheet: Warscroll, path: Path, known: tuple[str, ...]) -> Iterator[Problem]:
        """No hero that lists a title misspelt elsewhere would take its bearer."""
        for place, title in enumerate(sheet.regiment.joins_as):
            if fold(title) not in map(fold, known):
                here = (*path, "regiment", "joins_as", place)
                yield self._warning("data_unknown_title", here, unit=sheet.name, given=title, near=nearest(title, known))

    def _named(self, name: str, path: Path, names: Names) -> Iterator[Problem]:
        if fold(name) not in names:
            yield self._warning("data_unknown_name", path, given=name, near=nearest(name, names.values()))

    def _tables(self, tables: tuple[EnhancementTable, ...], path: Path, pool: list[Warscroll]) -> Iterator[Problem]:
        seen: list[str] = []
        ids = {unit.id for unit in pool}
        for t, table in enumerate(tables):
            here = (*path, t)
            bearer = table.applies_to
            for key, listed in (("units", bearer.units), ("none_of_units", bearer.none_of_units)):
                for each in listed:
                    if each not in ids:
                        yield self._unknown((*here, "applies_to", key), each, ids)
            if not any(_may_bear(table, unit) for unit in pool):
                yield self._warning("data_table_empty", here, table=table.name)
            for c, choice in enumerate(table.choices):
                if choice.id in seen:
                    yield self._error("data_id_twice", (*here, "choices", c, "id"), given=choice.id)
                seen.append(choice.id)
                for each in choice.requires.units if choice.requires else ():
                    if each not in ids:
                        yield self._unknown((*here, "choices", c, "requires"), each, ids)

    def _army(self, army: ArmyOfRenown, path: Path, faction: WarscrollFaction) -> Iterator[Problem]:
        pool: dict[str, Warscroll] = {}
        extra = {each.id: each for each in army.extra_warscrolls}
        by_id = faction.warscroll_by_id
        for copy in army.copied_warscrolls:
            original = by_id.get(copy.same_as)
            if original is None:
                yield self._unknown((*path, "copied_warscrolls"), copy.same_as, by_id)
                continue
            keywords = (*original.keywords, *copy.adds_keywords)
            made = msgspec.structs.replace(original, id=copy.id, name=copy.name, keywords=keywords, regiment=copy.regiment)
            extra[copy.id] = made
        for place, unit_id in enumerate(army.units):
            found = extra.get(unit_id) or by_id.get(unit_id) or self._foreign(unit_id)
            if found is None:
                yield self._unknown((*path, "units", place), unit_id, {*extra, *by_id})
            else:
                keywords = (*found.keywords, *army.adds_keywords)
                pool[unit_id] = msgspec.structs.replace(found, keywords=keywords)
        for unit_id in army.regiments:
            if unit_id not in pool:
                yield self._unknown((*path, "regiments", unit_id), unit_id, pool)
        for unit_id in _asked(army.restrictions):
            if unit_id not in pool and unit_id in by_id:
                yield self._warning("data_not_in_army", (*path, "restrictions"), unit=by_id[unit_id].name, army=army.name)
            elif unit_id not in pool:
                yield self._unknown((*path, "restrictions"), unit_id, pool)
        for unit_id, profile in army.regiments.items():
            if unit_id in pool:
                here = (*path, "regiments", unit_id)
                yield from self._profile(profile, pool[unit_id].name, here, list(pool.values()))
        for place, each in enumerate(army.faction_terrain):
            terrain = [known.id for known in faction.faction_terrain]
            if each not in terrain:
                yield self._unknown((*path, "faction_terrain", place), each, terrain)
        yield from self._tables(army.enhancement_tables, (*path, "enhancement_tables"), list(pool.values()))

    def _foreign(self, unit_id: str) -> Warscroll | None:
        home, slash, warscroll_id = unit_id.rpartition("/")
        data = self.shelf.faction(home) if slash else None
        return data.sheet(warscroll_id) if data else None


def _asked(asks: Restrictions) -> list[str]:
    groups = [*asks.required_units, asks.required_general, *(limit.units for limit in asks.limits)]
    selections = [each for ratio in asks.ratios for each in (ratio.allow, ratio.per) if each]
    return [each for group in (*groups, *(selection.units for selection in selections)) for each in group]


def _matches(option: RegimentOption, unit: Warscroll) -> bool:
    hero = "hero" in unit.tags
    named = any(fold(name) == fold(unit.name) for name in option.units)
    if hero:
        titles = {fold(title) for title in unit.regiment.joins_as}
        return option.for_heroes and (named or any(fold(each) in titles for each in option.sub_heroes))
    if option.for_heroes or named:
        return named and not option.for_heroes
    return bool(option.keywords) and all(fold(each) in unit.tags for each in option.keywords)


def _may_bear(table: EnhancementTable, unit: Warscroll) -> bool:
    bearer = table.applies_to
    tags = unit.tags
    return (
        all(fold(each) in tags for each in bearer.all)
        and (not bearer.any or any(fold(each) in tags for each in bearer.any))
        and not any(fold(each) in tags for each in bearer.none)
        and (not bearer.units or unit.id in bearer.units)
        and unit.id not in bearer.none_of_units
    )
