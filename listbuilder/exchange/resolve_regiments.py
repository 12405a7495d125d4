"""A list of regiments, from names as written to a roster in our own format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from listbuilder.exchange import commas, contradictions
from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import ParsedList, ParsedUnit, Words
from listbuilder.exchange.resolve_borne import Borne
from listbuilder.exchange.resolve_renown import Renown
from listbuilder.games.base import Game
from listbuilder.games.regiments import names as regiment_names
from listbuilder.games.regiments.allegiance import ArmyOfRenown
from listbuilder.games.regiments.names import Index
from listbuilder.games.shared.names import Match, Names
from listbuilder.model.base import Path, fold
from listbuilder.store.library import Library

_YEARS = re.compile(r"(20\d\d) ?[-/–] ?(?:20)?(\d\d)")
LORE_KEYS = {"spell": "spell_lore", "prayer": "prayer_lore", "manifestation": "manifestation_lore"}


def resolve(made: ParsedList, account: Account, system: Game, library: Library, day: str | None = None) -> dict[str, Any] | None:
    """The roster document; None where not even the faction is known. `day`: a past one, whose names are meant."""
    return _Resolver(made, account, system, library, day).document()


class _Resolver:
    def __init__(self, made: ParsedList, account: Account, system: Game, library: Library, day: str | None) -> None:
        self.made = made
        self.account = account
        self.system = system
        self.index: Index = regiment_names.index(system, library).on(day)
        self.book = system.book(library)
        self.army: ArmyOfRenown | None = None
        self.pack: str | None = None

    def document(self) -> dict[str, Any] | None:
        made, data = self.made, {"system": self.system.id}  # type: ParsedList, dict[str, Any]
        if made.name and made.name.text:
            data["name"] = made.name.text
        faction = self._faction()
        if faction is None:
            names = [words.text for words in (*made.faction, *made.heads)][:3]
            self.account.unread(made.heads[0].line if made.heads else made.units[0].line, "unread_faction", given=names)
            return None
        self.faction = faction
        data["faction"] = faction
        self._army_of_renown(data)
        if made.limit:
            data["points_limit"] = made.limit
        else:
            data["assumed"] = ["points_limit"]
        self._season(data)
        self.pack = self.pack or self._pack_of_day()
        self.enhancements = regiment_names.enhancements(self.index, faction, self.army, self.pack)
        self.borne = Borne(self.index, faction, self.enhancements, self.account)
        self.renown = Renown(self.borne)
        self._chosen()
        self._formation(data)
        for key in LORE_KEYS.values():
            wanted = [words for kind, words in made.lores if LORE_KEYS[kind] == key]
            self._things(data, key, wanted)
        self._things(data, "faction_terrain", made.terrain)
        self._things(data, "battle_tactics", made.tactics)
        self._units(data)
        data = self._season_by_things(data)
        self.account.hidden(lambda name: any(self.index.warscrolls(each).find(name) for each in self.index.shelf.ids()))
        contradictions.of_total(made, self.account, self._unprinted(data))
        return data

    def _faction(self) -> str | None:
        """By name; by the name of an army of renown; by that of a combined book with the formation behind it."""
        made = self.made
        for words in (*made.faction, *made.heads):
            found = self.index.factions.find(words.text)
            if found and found.target:
                return self._take_faction(words, found.target)
        for words in made.heads:
            army = self.index.armies().get(fold(words.text))
            if army:
                self._above_is_talk(words)
                self.account.at(("faction",), words.line)
                return army[0]
        for words in made.heads:
            found = self.index.factions.guess(words.text)
            if found and found.target:
                title = self.index.data(found.target).head.name
                self.account.guess(words.text, title, words.line, ("faction",), found.distance)
                return self._take_faction(words, found.target)
        return self._voted()

    def _take_faction(self, words: Words, target: str) -> str:
        self.account.source.mapped(words.line)
        self.account.at(("faction",), words.line)
        self._above_is_talk(words)
        kept = [each for each in self.made.heads if each is not words]
        combined = self.index.factions.aliases
        self.made.heads = [
            each
            for each in kept
            if combined.get(fold(each.text), "") is not None or self.index.army_of(target, each.text) is not None
        ]
        return target

    def _above_is_talk(self, words: Words) -> None:
        """What stands above the faction is the list's name, or its player's."""
        for each in self.made.heads:
            if each.line < words.line:
                self.account.source.noise(each.line)
        self.made.heads = [each for each in self.made.heads if each.line >= words.line]

    def _voted(self) -> str | None:
        votes = {
            faction_id: sum(self.index.warscrolls(faction_id).find(unit.name) is not None for unit in self.made.units)
            for faction_id in self.index.shelf.ids()
        }
        best = max(votes, key=lambda each: votes[each], default=None)
        if best is None or not votes[best]:
            return None
        self.account.note("import_faction_by_units", faction=self.index.data(best).head.name)
        return best

    def _army_of_renown(self, data: dict[str, Any]) -> None:
        formations = regiment_names.of_army(self.index, self.faction, None, "battle_formation")
        for words in self.made.heads:
            if not self.made.army_of_renown and formations.find(words.text):
                continue  # some names are those of a formation and of an army of renown
            army_id = self.index.army_of(self.faction, words.text)
            if army_id:
                data["army_of_renown"] = army_id
                self.army = self.index.of_day(self.faction).army(army_id)
                self.account.source.mapped(words.line)
                self.account.at(("army_of_renown",), words.line)
                self.made.heads = [each for each in self.made.heads if each is not words]
                return

    def _season(self, data: dict[str, Any]) -> None:
        words = self.made.season
        if words is None:
            self._season_by_cards(data)
            return
        self.account.source.mapped(words.line)
        years = _YEARS.search(words.text)
        wanted = f"{years[1]}-{years[2]}" if years else ""
        packs = {pack.id: pack.name for pack in self.index.shelf.battlepacks()}
        if wanted in self.book.seasons:
            data["season"] = wanted
            self.pack = self.book.seasons[wanted].battlepack
            self.account.at(("season",), words.line)
        else:
            self.pack = next((each for each, name in packs.items() if years and fold(name).endswith(wanted)), None)
            self.account.note("import_season_not_known", season=words.text)

    def _season_by_cards(self, data: dict[str, Any]) -> None:
        """A list that names no season, but battle tactics cards of one."""
        named = [fold(words.text) for words in (*self.made.tactics, *self.made.chosen)]  # a row may hold several
        for pack in self.index.shelf.battlepacks():
            season = next((each for each, known in self.book.seasons.items() if known.battlepack == pack.id), None)
            if season and any(fold(card.name) in row for card in pack.battle_tactics_cards for row in named):
                data["season"], self.pack = season, pack.id
                self.account.note("import_season_by_cards", ("season",), season=pack.name)
                return

    def _pack_of_day(self) -> str | None:
        """Of two things of one name, the one of that day's season is meant."""
        season = self.book.season_on(self.index.day or regiment_names.NOW)
        return self.book.seasons[season].battlepack if season else None

    def _season_by_things(self, data: dict[str, Any]) -> dict[str, Any]:
        """A list that names no season, but things that are for one alone."""
        if "season" in data or self.made.season is not None:
            return data
        bound = {name: packs for name, packs in self._bound(data) if packs}
        common = set.intersection(*map(set, bound.values())) if bound else set()
        seasons = [each for each, season in self.book.seasons.items() if season.battlepack in common]
        seasons.sort(key=lambda each: self.book.seasons[each].battlepack != self.pack)
        if not seasons:
            return data
        self.account.note("import_season_by_things", ("season",), season=self.book.seasons[seasons[0]].name, names=list(bound))
        before = ("system", "name", "faction", "army_of_renown", "points_limit", "assumed")
        head = {key: data[key] for key in before if key in data}
        return {**head, "season": seasons[0], **data}

    def _bound(self, data: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What the list has that may be for one season, with the seasons it is for."""

        def packs(kind: str, thing_id: str) -> tuple[str, ...]:
            return regiment_names.battlepacks(self.index, self.faction, self.army, kind, thing_id)

        for key in ("battle_formation", *LORE_KEYS.values()):
            titles = regiment_names.of_army(self.index, self.faction, self.army, key, self.pack).titles
            for each in _listed(data.get(key)):
                yield titles.get(each, each), packs(key, each)
        regiments = [unit for each in data["regiments"] for unit in (each.get("hero"), *each.get("units", ())) if unit]
        for unit in (*regiments, *data.get("auxiliary", ())):
            sheet = self.index.sheet(unit["unit"], self.faction)
            if sheet is not None and sheet.battlepack:
                yield sheet.name, (sheet.battlepack,)
            for each in unit.get("enhancements", ()):
                yield self.enhancements.titles.get(each, each), packs("enhancements", each)

    def _formation(self, data: dict[str, Any]) -> None:
        names = regiment_names.of_army(self.index, self.faction, self.army, "battle_formation")
        left = list(self.made.heads)
        for how in (Names.find, Names.guess):
            for words in self.made.heads:
                found = how(names, words.text) or how(names, words.text.partition(" (")[0])
                if found and found.target and "battle_formation" not in data:
                    data["battle_formation"] = found.target
                    self._told(found, words, ("battle_formation",), names)
                    left.remove(words)
        for words in left:
            if self.account.source[words.line].fate != "noise" and not self._is_card(words):
                head = self.index.data(self.faction).head
                self.account.unread(words.line, "unread_formation", given=words.text, faction=head.name)

    def _is_card(self, words: Words) -> bool:
        """The second battle tactic card, on a line that lost its bullet."""
        cards = regiment_names.of_army(self.index, self.faction, self.army, "battle_tactics", self.pack)
        if found := bool(self.made.tactics) and cards.find(words.text) is not None:
            self.made.tactics.append(words)
            self.account.source.mapped(words.line)
        return found

    def _told(self, found: Match, words: Words, path: Path, names: Names) -> None:
        title = names.titles.get(found.target or "", words.text)
        self.account.found(found, words.text, title, words.line, path)
        self.account.at(path, words.line)

    def _chosen(self) -> None:
        """Choices of the army whose kind the source does not state: each is looked for in all kinds."""
        keys = ("battle_tactics", *LORE_KEYS.values(), "faction_terrain", "battle_formation")
        kinds = {key: regiment_names.of_army(self.index, self.faction, self.army, key, self.pack) for key in keys}
        for words in self.made.chosen:
            found = next((key for how in (Names.find, Names.guess) for key in keys if how(kinds[key], words.text)), None)
            if self.index.renown().find(words.text):
                self.made.units.append(ParsedUnit(name=words.text, line=words.line, points=words.points, post="renown"))
            elif found is not None:
                self._put(found, words)
            else:
                faction = self.index.data(self.faction).head.name
                self.account.unread(words.line, "unread_thing", given=words.text, faction=faction)

    def _put(self, key: str, words: Words) -> None:
        if key == "battle_tactics":
            self.made.tactics.append(words)
        elif key == "faction_terrain":
            self.made.terrain.append(words)
        elif key == "battle_formation":
            self.made.heads.append(words)
        else:
            kind = next(kind for kind, each in LORE_KEYS.items() if each == key)
            self.made.lores.append((kind, words))

    def _things(self, data: dict[str, Any], key: str, listed: list[Words]) -> None:
        """One id, or several: a row may hold names joined by commas and "and"."""
        names = regiment_names.of_army(self.index, self.faction, self.army, key, self.pack)
        ids: list[str] = []
        for words in listed:
            for part in commas.parts(words, names):
                found = names.find(part.text) or names.best(part.text.partition(" (")[0])
                if found is None or found.target is None:
                    if not self.borne.gone(part, (key,)):
                        faction = self.index.data(self.faction).head.name
                        self.account.unread(part.line, "unread_thing", (key,), given=part.text, faction=faction)
                    continue
                self._told(found, part, (key,), names)
                ids.append(found.target)
        if ids:
            data[key] = ids[0] if len(ids) == 1 else ids

    def _unprinted(self, data: dict[str, Any]) -> list[set[int]]:
        """What the things may cost whose price the list does not print, on any day: lores, terrain, formation, auxiliaries."""
        chosen = [(LORE_KEYS[kind], words) for kind, words in self.made.lores]
        chosen += [("faction_terrain", words) for words in self.made.terrain]
        chosen += [("battle_formation", words) for words in self.made.heads]
        found = []
        for kind, words in chosen:
            names = regiment_names.of_army(self.index, self.faction, self.army, kind)
            for part in commas.parts(words, names) if words.points is None else ():
                found.append(regiment_names.prices(self.index, self.faction, self.army, kind, part.text))
        if not self.made.fee and data.get("auxiliary"):
            books = (self.book.pricing, *(season.pricing for season in self.book.seasons.values()))
            found.append({pricing.auxiliary_surcharge(len(data["auxiliary"])) for pricing in books})
        return found

    def _units(self, data: dict[str, Any]) -> None:
        regiments: dict[int, dict[str, Any]] = {}
        data["regiments"] = []
        auxiliary: list[dict[str, Any]] = []
        renown: list[Any] = []
        for unit in self.borne.taken_for_units(self.made.units):
            if unit.post == "renown" or self._is_renown(unit, regiments):
                self.renown.read(unit, renown)
                continue
            if unit.post == "auxiliary" or unit.regiment is None:
                place: Path = ("auxiliary", len(auxiliary))
                found = self._unit(unit, place)
                auxiliary.extend([found] if found else [])
                for words in unit.members:
                    below = self._unit(ParsedUnit(words.text, words.line), ("auxiliary", len(auxiliary)))
                    auxiliary.extend([below] if below else [])
                continue
            self._in_regiment(unit, regiments, data["regiments"])
        if auxiliary:
            data["auxiliary"] = auxiliary
        if renown:
            data["regiment_of_renown"] = renown[0] if len(renown) == 1 else renown

    def _is_renown(self, unit: ParsedUnit, regiments: dict[int, Any]) -> bool:
        """A regiment of renown among the regiments, by its name and by the units listed under it."""
        if self.index.warscrolls(self.faction).find(unit.name) or not unit.members:
            return False
        return self.index.renown().find(unit.name) is not None

    def _in_regiment(self, unit: ParsedUnit, regiments: dict[int, dict[str, Any]], listed: list[Any]) -> None:
        number = unit.regiment or 0
        if number not in regiments:
            regiments[number] = {}
            listed.append(regiments[number])
        regiment = regiments[number]
        place = next(i for i, each in enumerate(listed) if each is regiment)
        members = regiment.setdefault("units", []) if "hero" in regiment else []
        path: Path = ("regiments", place, "hero") if "hero" not in regiment else ("regiments", place, "units", len(members))
        made = self._unit(unit, path)
        if made is None:
            self.account.source.unread(*unit.lines_below())
            return
        if "hero" in regiment:
            members.append(made)
        else:
            regiment["hero"] = made
        for words in unit.members:
            members = regiment.setdefault("units", [])
            bundled = ParsedUnit(name=words.text, line=words.line)
            below = self._unit(bundled, ("regiments", place, "units", len(members)))
            members.extend([below] if below else [])

    def _bulletless(self, unit: ParsedUnit) -> None:
        """Lines under a unit that are no unit of their own are what it bears, where a paste has lost its bullets."""
        for words in list(unit.members):
            known = self.index.unit(words.text, self.faction, self.army)
            bare = words.text.partition(" (")[0]
            found = self.enhancements.best(bare) if known is None else self.enhancements.find(bare)
            if (known is None or known[2].how == "guess") and found:
                unit.members.remove(words)
                unit.enhancements.append(words)

    def _unit(self, unit: ParsedUnit, path: Path) -> dict[str, Any] | None:
        self._bulletless(unit)
        found = self.index.unit(unit.name, self.faction, self.army)
        if found is None:
            self._unknown(unit, path)
            return None
        reference, name, match = found
        self.account.found(match, unit.name, name, unit.line, path)
        self.account.at(path, unit.line)
        self.account.at((*path, "unit"), unit.line)
        made: dict[str, Any] = {"unit": reference}
        if unit.warlord is not None:
            made["general"] = True
            self.account.at((*path, "general"), unit.warlord)
        sheet = self.index.sheet(reference, self.faction)
        doubled = unit.models is not None and sheet is not None and unit.models == 2 * sheet.models
        if unit.reinforced is not None or (doubled and sheet.can_be_reinforced):
            made["reinforced"] = True
            self.account.at((*path, "reinforced"), unit.reinforced or unit.line)
        elif unit.models is not None and sheet is not None and unit.models not in (1, sheet.models):
            args = {"unit": unit.name, "stated": unit.models, "models": sheet.models}
            self.account.unread(unit.line, "contradiction_size", path, **args)
        self.borne.read(unit, made, path)
        return made

    def _unknown(self, unit: ParsedUnit, path: Path) -> None:
        faction = self.index.data(self.faction).head.name
        gone = self.index.past(unit.name, self.faction)
        if gone:
            # how many models its warscroll had is as gone as the rest: twice the price it has is twice the unit
            self.account.went(gone[0], unit.line, (*path, unit.line), gone[1], _factor(unit, gone[1]))
        else:
            self.account.unread(unit.line, "unread_unit", given=unit.name, faction=faction)
        self.account.source.unread(*unit.lines_below())


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value] if value else []


def _factor(unit: ParsedUnit, prices: dict[str, int | None]) -> int:
    doubled = unit.points in {2 * points for points in prices.values() if points} and unit.models is not None
    return 2 if unit.reinforced is not None or doubled else 1
