"""Turn a parsed Age of Sigmar list, heroes with their regiments, into a roster in our format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from listbuilder.data.library import Library
from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList, ParsedUnit, Words
from listbuilder.formats.resolve import commas, contradictions
from listbuilder.formats.resolve.aos_renown import RenownReader
from listbuilder.formats.resolve.aos_unit import BorneReader
from listbuilder.games.aos import name_index as regiment_names
from listbuilder.games.aos.faction import ArmyOfRenown
from listbuilder.games.aos.name_index import NameIndex
from listbuilder.games.game import Game
from listbuilder.matching.names import Match, Names
from listbuilder.model.base import Path, fold
from listbuilder.model.roster_data import RosterData

_YEARS = re.compile(r"(20\d\d) ?[-/–] ?(?:20)?(\d\d)")
LORE_KEYS = {"spell": "spell_lore", "prayer": "prayer_lore", "manifestation": "manifestation_lore"}


def resolve(
    parsed: ParsedList, account: Account, system: Game, library: Library, day: str | None = None
) -> RosterData | None:
    """Return the roster data of the list `parsed`, or None if its faction is unknown.

    `day` is the past date as of which names are looked up; None means today. `account` gets the
    marks, notes and problems. `parsed` is changed on the way.
    """
    return _Resolver(parsed, account, system, library, day).build_roster()


class _Resolver:
    """The resolution of one list: what its header and its units are, by the names of one day."""

    def __init__(
        self, parsed: ParsedList, account: Account, game: Game, library: Library, day: str | None
    ) -> None:
        """Prepare the resolution of `parsed` by the names of `day`, or of today if it is None."""
        self.made = parsed
        self.account = account
        self.system = game
        self.index: NameIndex = regiment_names.get_index(game, library).index_for_date(day)
        self.book = game.load_rulebook(library)
        self.army: ArmyOfRenown | None = None
        self.pack: str | None = None

    def build_roster(self) -> RosterData | None:
        """Return the roster as data; report the faction and return None if it is unknown.

        The header is read first, then the army's own choices (lores, terrain, tactics), then the
        units. The season is set last if only the things in the list tell it. All lines are marked
        in the account.
        """
        made, data = self.made, {"system": self.system.id}  # type: ParsedList, RosterData
        if made.name and made.name.text:
            data["name"] = made.name.text
        faction = self._find_faction()
        if faction is None:
            names = [words.text for words in (*made.faction, *made.heads)][:3]
            line = made.heads[0].line if made.heads else made.units[0].line
            self.account.mark_unread(line, "unread_faction", given=names)
            return None
        self.faction = faction
        data["faction"] = faction
        self._set_army_of_renown(data)
        if made.limit:
            data["points_limit"] = made.limit
        else:
            data["assumed"] = ["points_limit"]
        self._set_season(data)
        self.pack = self.pack or self._get_battlepack_of_day()
        self.enhancements = regiment_names.list_enhancement_names(
            self.index, faction, self.army, self.pack
        )
        self.borne = BorneReader(self.index, faction, self.enhancements, self.account)
        self.renown = RenownReader(self.borne)
        self._sort_choices()
        self._set_formation(data)
        for key in LORE_KEYS.values():
            wanted = [words for kind, words in made.lores if LORE_KEYS[kind] == key]
            self._set_things(data, key, wanted)
        self._set_things(data, "faction_terrain", made.terrain)
        self._set_things(data, "battle_tactics", made.tactics)
        self._resolve_units(data)
        data = self._deduce_season_from_things(data)
        self.account.mark_overlooked_lines(
            lambda name: any(
                self.index.list_warscroll_names(faction_id).find_exact(name)
                for faction_id in self.index.shelf.list_ids()
            )
        )
        contradictions.check_total(made, self.account, self._list_unprinted_prices(data))
        return data

    def _find_faction(self) -> str | None:
        """Return the id of the faction, told by a header line or else by the units; else None.

        In order: its exact name, an army of renown of the faction, a near name (which is noted as a
        guess), the faction of most units. The name of a combined book counts as well, with the
        formation behind it.
        """
        made = self.made
        for words in (*made.faction, *made.heads):
            match = self.index.factions.find_exact(words.text)
            if match and match.target:
                return self._take_faction(words, match.target)
        for words in made.heads:
            army = self.index.list_armies_of_renown().get(fold(words.text))
            if army:
                self._drop_lines_above(words)
                self.account.mark_place(("faction",), words.line)
                return army[0]
        for words in made.heads:
            match = self.index.factions.guess(words.text)
            if match and match.target:
                title = self.index.load_faction_today(match.target).head.name
                self.account.note_guess(words.text, title, words.line, ("faction",), match.distance)
                return self._take_faction(words, match.target)
        return self._find_faction_of_most_units()

    def _take_faction(self, words: Words, target: str) -> str:
        """Mark the line `words` as the one that names the faction, and return its id `target`.

        Other header lines are dropped, except those that may name the army of renown or a part of a
        combined book. Lines above `words` are marked as noise.
        """
        self.account.source.mark_mapped(words.line)
        self.account.mark_place(("faction",), words.line)
        self._drop_lines_above(words)
        kept = [header for header in self.made.heads if header is not words]
        combined = self.index.factions.aliases
        self.made.heads = [
            header
            for header in kept
            if combined.get(fold(header.text), "") is not None
            or self.index.find_army_of_renown(target, header.text) is not None
        ]
        return target

    def _drop_lines_above(self, words: Words) -> None:
        """Mark the header lines above `words` as noise, and take them out of `made.heads`.

        Why: a line above the faction is the list's name, or the player's.
        """
        for header in self.made.heads:
            if header.line < words.line:
                self.account.source.mark_noise(header.line)
        self.made.heads = [header for header in self.made.heads if header.line >= words.line]

    def _find_faction_of_most_units(self) -> str | None:
        """Return the id of the faction with most of the units by name; None if none is known.

        A note says that the faction was told by the units.
        """
        votes = {
            faction_id: sum(
                self.index.list_warscroll_names(faction_id).find_exact(unit.name) is not None
                for unit in self.made.units
            )
            for faction_id in self.index.shelf.list_ids()
        }
        best = max(votes, key=lambda candidate: votes[candidate], default=None)
        if best is None or not votes[best]:
            return None
        self.account.add_note(
            "import_faction_by_units", faction=self.index.load_faction_today(best).head.name
        )
        return best

    def _set_army_of_renown(self, data: RosterData) -> None:
        """Write the army of renown that a header line names into `data`, and drop that line.

        If the name is that of a formation too, it is taken for the formation, unless the source
        says that the list has an army of renown. Nothing is written if no line names one.
        """
        formations = regiment_names.list_choice_names(
            self.index, self.faction, None, "battle_formation"
        )
        for words in self.made.heads:
            if not self.made.army_of_renown and formations.find_exact(words.text):
                continue  # some names are those of a formation and of an army of renown
            army_id = self.index.find_army_of_renown(self.faction, words.text)
            if army_id:
                data["army_of_renown"] = army_id
                self.army = self.index.load_faction_on_date(self.faction).load_army_of_renown(
                    army_id
                )
                self.account.source.mark_mapped(words.line)
                self.account.mark_place(("army_of_renown",), words.line)
                self.made.heads = [header for header in self.made.heads if header is not words]
                return

    def _set_season(self, data: RosterData) -> None:
        """Write the stated season into `data`, and keep its battlepack to look names up in.

        A season that isn't in the rulebook is noted, and not written. If the list states none, its
        battle tactics cards may tell the season.
        """
        words = self.made.season
        if words is None:
            self._deduce_season_from_cards(data)
            return
        self.account.source.mark_mapped(words.line)
        years = _YEARS.search(words.text)
        wanted = f"{years[1]}-{years[2]}" if years else ""
        packs = {pack.id: pack.name for pack in self.index.shelf.load_battlepacks()}
        if wanted in self.book.seasons:
            data["season"] = wanted
            self.pack = self.book.seasons[wanted].battlepack
            self.account.mark_place(("season",), words.line)
        else:
            fitting = [pack_id for pack_id, name in packs.items() if fold(name).endswith(wanted)]
            self.pack = fitting[0] if years and fitting else None
            self.account.add_note("import_season_not_known", season=words.text)

    def _deduce_season_from_cards(self, data: RosterData) -> None:
        """Write into `data` the season that a battle tactics card of the list tells; note it.

        Nothing is written if no card is known. One line may hold several cards.
        """
        rows = [fold(words.text) for words in (*self.made.tactics, *self.made.chosen)]
        for pack in self.index.shelf.load_battlepacks():
            seasons = [key for key, row in self.book.seasons.items() if row.battlepack == pack.id]
            cards = [fold(card.name) for card in pack.battle_tactics_cards]
            if seasons and any(card in row for card in cards for row in rows):
                data["season"], self.pack = seasons[0], pack.id
                self.account.add_note("import_season_by_cards", ("season",), season=pack.name)
                return

    def _get_battlepack_of_day(self) -> str | None:
        """Return the battlepack of the season on the list's day, or None without such a season.

        Why: of two things with the same name, the one from that season is meant.
        """
        season = self.book.find_season_on(self.index.day or regiment_names.NOW)
        return self.book.seasons[season].battlepack if season else None

    def _deduce_season_from_things(self, data: RosterData) -> RosterData:
        """Return `data` with the season to which things in it are limited; else `data` unchanged.

        It is asked only if the list states no season. All things that are limited to seasons must
        share the season. Of several possible seasons one of the battlepack in use comes first. A
        note names the things.
        """
        if "season" in data or self.made.season is not None:
            return data
        bound = {name: packs for name, packs in self._iter_season_bound_things(data) if packs}
        common = set.intersection(*map(set, bound.values())) if bound else set()
        seasons = [
            season_id
            for season_id, season in self.book.seasons.items()
            if season.battlepack in common
        ]
        seasons.sort(key=lambda season_id: self.book.seasons[season_id].battlepack != self.pack)
        if not seasons:
            return data
        self.account.add_note(
            "import_season_by_things",
            ("season",),
            season=self.book.seasons[seasons[0]].name,
            names=list(bound),
        )
        header_keys = ("system", "name", "faction", "army_of_renown", "points_limit", "assumed")
        head = {key: data[key] for key in header_keys if key in data}
        return {**head, "season": seasons[0], **data}

    def _iter_season_bound_things(self, data: RosterData) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield (name, battlepacks) of each thing in the list that may be limited to seasons.

        Empty battlepacks mean that the thing belongs to every season.
        """

        def find_packs(kind: str, thing_id: str) -> tuple[str, ...]:
            """Return the battlepacks to which the thing `thing_id` of `kind` is limited, or
            empty.
            """
            return regiment_names.list_battlepacks_of_choice(
                self.index, self.faction, self.army, kind, thing_id
            )

        for key in ("battle_formation", *LORE_KEYS.values()):
            titles = regiment_names.list_choice_names(
                self.index, self.faction, self.army, key, self.pack
            ).titles
            for choice_id in _make_list(data.get(key)):
                yield titles.get(choice_id, choice_id), find_packs(key, choice_id)
        units: list[RosterData] = []
        for regiment in data["regiments"]:
            units += filter(None, (regiment.get("hero"), *regiment.get("units", ())))
        for unit in (*units, *data.get("auxiliary", ())):
            sheet = self.index.load_warscroll(unit["unit"], self.faction)
            if sheet is not None and sheet.battlepack:
                yield sheet.name, (sheet.battlepack,)
            for enhancement_id in unit.get("enhancements", ()):
                yield (
                    self.enhancements.titles.get(enhancement_id, enhancement_id),
                    find_packs("enhancements", enhancement_id),
                )

    def _set_formation(self, data: RosterData) -> None:
        """Write the battle formation named in the header into `data`; report unknown lines.

        Exact names are tried before near ones. Lines already marked as noise, and a line that names
        a battle tactics card, are not reported.
        """
        names = regiment_names.list_choice_names(
            self.index, self.faction, self.army, "battle_formation"
        )
        left = list(self.made.heads)
        for look_up in (Names.find_exact, Names.guess):
            for words in self.made.heads:
                match = look_up(names, words.text) or look_up(names, words.text.partition(" (")[0])
                if match and match.target and "battle_formation" not in data:
                    data["battle_formation"] = match.target
                    self._record_match(match, words, ("battle_formation",), names)
                    left.remove(words)
        for words in left:
            if self.account.source[words.line].fate != "noise" and not self._take_card(words):
                head = self.index.load_faction_today(self.faction).head
                self.account.mark_unread(
                    words.line, "unread_formation", given=words.text, faction=head.name
                )

    def _take_card(self, words: Words) -> bool:
        """Add `words` to the list's battle tactics cards if it names one; return whether it does.

        Why: the line of a second card may have lost its bullet. So a first card must already be
        known.
        """
        cards = regiment_names.list_choice_names(
            self.index, self.faction, self.army, "battle_tactics", self.pack
        )
        if found := bool(self.made.tactics) and cards.find_exact(words.text) is not None:
            self.made.tactics.append(words)
            self.account.source.mark_mapped(words.line)
        return found

    def _record_match(self, match: Match, words: Words, path: Path, names: Names) -> None:
        """Record that `words` were understood as `match`, and that they are at `path` of the
        roster.

        A match that is only a guess is noted. `names` has the titles of what was found.
        """
        title = names.titles.get(match.target or "", words.text)
        self.account.record_match(match, words.text, title, words.line, path)
        self.account.mark_place(path, words.line)

    def _sort_choices(self) -> None:
        """Sort the choices of the army that came without their kind into the kinds that know them.

        Exact names are tried before near ones. A regiment of renown becomes a unit. A name that no
        kind knows is reported as unread.
        """
        keys = ("battle_tactics", *LORE_KEYS.values(), "faction_terrain", "battle_formation")
        kinds = {
            key: regiment_names.list_choice_names(
                self.index, self.faction, self.army, key, self.pack
            )
            for key in keys
        }
        for words in self.made.chosen:
            exact = [key for key in keys if kinds[key].find_exact(words.text)]
            fitting = exact or [key for key in keys if kinds[key].guess(words.text)]
            if self.index.list_renown_names().find_exact(words.text):
                self.made.units.append(
                    ParsedUnit(name=words.text, line=words.line, points=words.points, post="renown")
                )
            elif fitting:
                self._add_choice(fitting[0], words)
            else:
                faction = self.index.load_faction_today(self.faction).head.name
                self.account.mark_unread(
                    words.line, "unread_thing", given=words.text, faction=faction
                )

    def _add_choice(self, key: str, words: Words) -> None:
        """Add `words` to the list's choices of the kind `key`: tactics, terrain, lores or
        header.
        """
        if key == "battle_tactics":
            self.made.tactics.append(words)
        elif key == "faction_terrain":
            self.made.terrain.append(words)
        elif key == "battle_formation":
            self.made.heads.append(words)
        else:
            kind = next(kind for kind, lore_key in LORE_KEYS.items() if lore_key == key)
            self.made.lores.append((kind, words))

    def _set_things(self, data: RosterData, key: str, choices: list[Words]) -> None:
        """Write the ids of the things that `choices` name into `data` under `key`.

        One id is written alone, several as a list, none not at all. A line may hold names joined by
        commas and "and". An unknown name is reported, or recorded as gone if it was known in the
        past.
        """
        names = regiment_names.list_choice_names(
            self.index, self.faction, self.army, key, self.pack
        )
        ids: list[str] = []
        for words in choices:
            for part in commas.split_names(words, names):
                match = names.find_exact(part.text) or names.find_best(part.text.partition(" (")[0])
                if match is None or match.target is None:
                    if not self.borne.record_gone(part, (key,)):
                        faction = self.index.load_faction_today(self.faction).head.name
                        self.account.mark_unread(
                            part.line, "unread_thing", (key,), given=part.text, faction=faction
                        )
                    continue
                self._record_match(match, part, (key,), names)
                ids.append(match.target)
        if ids:
            data[key] = ids[0] if len(ids) == 1 else ids

    def _list_unprinted_prices(self, data: RosterData) -> list[set[int]]:
        """Return, for each thing that the list gives no price, the set of prices it may have had.

        These things are lores, faction terrain, the battle formation and the surcharge for
        auxiliary units. Prices of any day count.
        """
        chosen = [(LORE_KEYS[kind], words) for kind, words in self.made.lores]
        chosen += [("faction_terrain", words) for words in self.made.terrain]
        chosen += [("battle_formation", words) for words in self.made.heads]
        prices = []
        for kind, words in chosen:
            names = regiment_names.list_choice_names(self.index, self.faction, self.army, kind)
            for part in commas.split_names(words, names) if words.points is None else ():
                prices.append(
                    regiment_names.list_known_prices(
                        self.index, self.faction, self.army, kind, part.text
                    )
                )
        if not self.made.fee and data.get("auxiliary"):
            books = (self.book.pricing, *(season.pricing for season in self.book.seasons.values()))
            prices.append(
                {pricing.compute_auxiliary_surcharge(len(data["auxiliary"])) for pricing in books}
            )
        return prices

    def _resolve_units(self, data: RosterData) -> None:
        """Write regiments, auxiliary units and regiments of renown into the roster `data`."""
        regiments: dict[int, RosterData] = {}
        data["regiments"] = []
        auxiliary: list[RosterData] = []
        renown: list[Any] = []
        for unit in self.borne.merge_lost_enhancements(self.made.units):
            if unit.post == "renown" or self._is_regiment_of_renown(unit, regiments):
                self.renown.read_regiment(unit, renown)
                continue
            if unit.post == "auxiliary" or unit.regiment is None:
                place: Path = ("auxiliary", len(auxiliary))
                row = self._resolve_unit(unit, place)
                if row:
                    auxiliary.append(row)
                for words in unit.members:
                    place = ("auxiliary", len(auxiliary))
                    member = self._resolve_unit(ParsedUnit(words.text, words.line), place)
                    if member:
                        auxiliary.append(member)
                continue
            self._add_to_regiment(unit, regiments, data["regiments"])
        if auxiliary:
            data["auxiliary"] = auxiliary
        if renown:
            data["regiment_of_renown"] = renown[0] if len(renown) == 1 else renown

    def _is_regiment_of_renown(self, unit: ParsedUnit, regiments: dict[int, Any]) -> bool:
        """Return whether `unit`, listed among the regiments, is a regiment of renown.

        It must have units listed under it and the name of a regiment of renown that is no unit of
        the faction.
        """
        if self.index.list_warscroll_names(self.faction).find_exact(unit.name) or not unit.members:
            return False
        return self.index.list_renown_names().find_exact(unit.name) is not None

    def _add_to_regiment(
        self, unit: ParsedUnit, regiments: dict[int, RosterData], listed: list[Any]
    ) -> None:
        """Add `unit` to its regiment, as the hero if it is the first unit of that regiment.

        A regiment that is new is appended to `listed` and kept in `regiments` by its number. Units
        listed under `unit` join the same regiment. If `unit` is unknown, the lines below it stay
        unread.
        """
        number = unit.regiment or 0
        if number not in regiments:
            regiments[number] = {}
            listed.append(regiments[number])
        regiment = regiments[number]
        place = next(i for i, candidate in enumerate(listed) if candidate is regiment)
        members = regiment.setdefault("units", []) if "hero" in regiment else []
        path: Path = ("regiments", place, "hero")
        if "hero" in regiment:
            path = ("regiments", place, "units", len(members))
        made = self._resolve_unit(unit, path)
        if made is None:
            self.account.source.mark_unread(*unit.iter_lines_below())
            return
        if "hero" in regiment:
            members.append(made)
        else:
            regiment["hero"] = made
        for words in unit.members:
            members = regiment.setdefault("units", [])
            bundled = ParsedUnit(name=words.text, line=words.line)
            member = self._resolve_unit(bundled, ("regiments", place, "units", len(members)))
            if member:
                members.append(member)

    def _move_lost_enhancements(self, unit: ParsedUnit) -> None:
        """Move lines listed as units under `unit` to its enhancements if they name an enhancement.

        Why: a paste may have lost the bullets of these lines. A line that is only near to a unit's
        name is moved only if it is exactly the name of an enhancement; a line that is exactly a
        unit's name stays.
        """
        for words in list(unit.members):
            unit_match = self.index.find_unit(words.text, self.faction, self.army)
            bare = words.text.partition(" (")[0]
            look_up = Names.find_best if unit_match is None else Names.find_exact
            match = look_up(self.enhancements, bare)
            if (unit_match is None or unit_match[2].how == "guess") and match:
                unit.members.remove(words)
                unit.enhancements.append(words)

    def _resolve_unit(self, unit: ParsedUnit, path: Path) -> RosterData | None:
        """Return the unit as a roster row and mark its lines; None if its name is unknown.

        The unit is reinforced if the list says so, or if it has twice the models of its warscroll.
        Any other number of models than the warscroll's is reported as a contradiction.
        """
        self._move_lost_enhancements(unit)
        named = self.index.find_unit(unit.name, self.faction, self.army)
        if named is None:
            self._mark_unknown_unit(unit, path)
            return None
        reference, name, match = named
        self.account.record_match(match, unit.name, name, unit.line, path)
        self.account.mark_place(path, unit.line)
        self.account.mark_place((*path, "unit"), unit.line)
        made: RosterData = {"unit": reference}
        if unit.warlord is not None:
            made["general"] = True
            self.account.mark_place((*path, "general"), unit.warlord)
        sheet = self.index.load_warscroll(reference, self.faction)
        doubled = unit.models is not None and sheet is not None and unit.models == 2 * sheet.models
        if unit.reinforced is not None or (doubled and sheet.can_be_reinforced):
            made["reinforced"] = True
            self.account.mark_place((*path, "reinforced"), unit.reinforced or unit.line)
        elif unit.models is not None and sheet is not None and unit.models not in (1, sheet.models):
            args = {"unit": unit.name, "stated": unit.models, "models": sheet.models}
            self.account.mark_unread(unit.line, "contradiction_size", path, **args)
        self.borne.read_borne(unit, made, path)
        return made

    def _mark_unknown_unit(self, unit: ParsedUnit, path: Path) -> None:
        """Report a unit of an unknown name, and mark all lines below it as unread.

        A name that was known in the past is recorded as gone from the data, with its prices. Its
        number of models is no longer known; so a unit at twice its former price counts as
        reinforced.
        """
        faction = self.index.load_faction_today(self.faction).head.name
        gone = self.index.find_former_unit(unit.name, self.faction)
        if gone:
            past_thing, prices = gone
            factor = _get_size_factor(unit, prices)
            self.account.record_gone(past_thing, unit.line, (*path, unit.line), prices, factor)
        else:
            self.account.mark_unread(unit.line, "unread_unit", given=unit.name, faction=faction)
        self.account.source.mark_unread(*unit.iter_lines_below())


def _make_list(value: Any) -> list[str]:
    """Return `value` as a list: itself, a list of one, or empty for None."""
    if isinstance(value, list):
        return value
    return [value] if value else []


def _get_size_factor(unit: ParsedUnit, prices: dict[str, int | None]) -> int:
    """Return 2 if the unit is reinforced or costs twice one of `prices`, else 1.

    The price is looked at only if the list states a number of models.
    """
    doubled_prices = {2 * points for points in prices.values() if points}
    is_doubled = unit.models is not None and unit.points in doubled_prices
    return 2 if unit.reinforced is not None or is_doubled else 1
