"""Turn a parsed Warhammer 40,000 list into a roster in our own format.

Such a list is datasheets under a detachment. Names as written are looked up in the data; every line
is accounted for.
"""

from __future__ import annotations

import re
from typing import Any

from listbuilder.data.library import Library
from listbuilder.formats.import_account import Account, StatedKeyword
from listbuilder.formats.parsed import TYPED, Listed, ParsedList, ParsedUnit, Words
from listbuilder.formats.resolve import (
    commas,
    contradictions,
    left_out_defaults,
    typed_units,
    unit_names,
)
from listbuilder.formats.resolve.attachments import may_attach, resolve_attachments
from listbuilder.formats.resolve.detachments_of_enhancements import (
    collect_borne_enhancements,
    find_detachments_of,
)
from listbuilder.formats.resolve.header_check import HeaderCheck, make_list
from listbuilder.formats.resolve.labels import (
    Label,
    find_offered_keyword,
    find_role_keyword,
    parse_label,
    take_header_keywords,
    translate_keyword,
)
from listbuilder.formats.resolve.nicknames import drop_nicknames_above
from listbuilder.formats.resolve.printed_twice import drop_units_printed_twice
from listbuilder.formats.resolve.unit_by_points import (
    compute_surplus,
    find_allied_namesake,
    find_unit_by_points,
)
from listbuilder.formats.resolve.wh40k_army import ArmyFinder
from listbuilder.formats.resolve.wh40k_header import HeaderReader, list_spellings
from listbuilder.formats.resolve.wh40k_unit import UnitReader
from listbuilder.games.game import Game
from listbuilder.games.wh40k import name_index as muster_names
from listbuilder.games.wh40k.datasheet_names import SheetNames, get_sheet_names
from listbuilder.games.wh40k.faction import Detachment
from listbuilder.games.wh40k.name_index import MusterNameIndex
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.matching.likeness import make_singular_key
from listbuilder.matching.names import Match
from listbuilder.matching.requirements import Tags
from listbuilder.matching.translation import get_english_words, is_foreign
from listbuilder.model.base import fold
from listbuilder.model.finding import Note
from listbuilder.model.limits import MAX_NUMBER
from listbuilder.model.roster_data import RosterData

_JOINT = re.compile(r",? and |, ")


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
        account.foreign = parsed.language is not None and parsed.language.sure
        self.system = game
        index = muster_names.get_name_index(game, library)
        language = parsed.language.code if parsed.language else None
        self.index: MusterNameIndex = index.get_index_on_date(day).get_index_in_language(language)
        self.shape: type[MusterRoster] = game.roster
        self.detachments: list[Detachment] = []

    def build_roster(self) -> RosterData | None:
        """Return the roster as data; report the faction and return None if it is unknown.

        The header is read first, then the units, then what depends on both: attachments, keywords
        and contradictions. All lines are marked in the account.
        """
        if self.made.format == TYPED:
            typed_units.split_header(self.made, self.index)
            typed_units.mark_talk(self.made, self.account)
        army = ArmyFinder(self.made, self.account, self.index).find_army()
        if army is None:
            lines = [*self.made.faction, *self.made.heads]
            line = lines[0].line if lines else 1
            names = [words.text for words in self.made.faction or self.made.heads]
            if not lines and self.made.units:
                line = self.made.units[0].line
                names = [unit.name for unit in self.made.units]
            self.account.mark_unread(line, "unread_faction", given=names[:3])
            return None
        self.factions = self.index.list_own_factions(army.faction)
        data: RosterData = {"system": self.system.id}
        if self.made.name and self.made.name.text:
            data["name"] = self.made.name.text
            self.account.source.mark_mapped(self.made.name.line)
        data["faction"] = army.faction
        if army.chapter:
            data["chapter"] = army.chapter
        typed = self._sort_typed_header(army.faction) if self.made.format == TYPED else None
        self._set_battle_size(data)
        keywords = take_header_keywords(
            self.made, lambda label: self._select_known_keywords(label, frozenset(), offered=False)
        )
        header = HeaderReader(self.made, self.account, self.index, self.factions, self.shape)
        data |= header.read_header(self.detachments)
        self._load_enhancement_names()
        if self.account.foreign:
            self._deduce_detachments(data, self._collect_named_enhancements())
        if typed:
            typed.arrange_units()
        units: list[RosterData] = []
        data["units"] = units
        pairs: list[tuple[ParsedUnit, RosterData]] = []
        drop_nicknames_above(self.made, self.index, army.faction, self.account)
        drop_units_printed_twice(self.made, self.account)
        self.leaves_out_defaults = self._leaves_out_defaults(army.faction)
        for unit in self.made.units:
            row = self._resolve_unit(unit, army.faction, len(units), units)
            if row:
                pairs.append((unit, row))
        self._deduce_detachments(data, collect_borne_enhancements(units))
        data |= resolve_attachments(self.made, self.account, pairs, self.shape, self._may_join)
        own_faction = self.factions[0]
        check = HeaderCheck(self.made, self.index, own_faction, self.enhancements, self.account)
        check.check_header(units)
        self._add_header_keywords(keywords, units)
        self.account.mark_overlooked_lines(
            lambda name: bool(self.index.find_factions_with_unit(name))
        )
        contradictions.check_unit_count(self.made, self.account)
        contradictions.check_total(self.made, self.account)
        return data

    def _sort_typed_header(self, faction: str) -> typed_units.TypedUnits:
        """Return the units of a typed list, told by the names of `faction`; sort its header."""
        typed = typed_units.TypedUnits(
            self.made,
            self.account,
            self.index,
            faction,
            lambda written: self._find_enhancement(written) or self._guess_enhancement(written),
        )
        names = muster_names.make_detachment_names(self.index, self.factions)
        typed.sort_header(names, self.account.marks.get(("faction",), (0, 0))[0] or MAX_NUMBER)
        return typed

    def _leaves_out_defaults(self, home: str) -> bool:
        """Return whether the list prints only the wargear that differs from the default.

        Its program and version say so, or, in a form that says what each model carries, a unit
        whose wargear is not mentioned although its models have some. `home` is the faction's id.
        """
        if left_out_defaults.is_printed_without_defaults(self.account.source):
            return True
        if not self.made.format.startswith("nr-wtc"):
            return False
        for unit in self.made.units:
            if unit.entries and not any(entry.models for entry in unit.entries):
                continue
            named = self.index.find_unit(unit.name, home)
            found = self.index.find_datasheet(named[0], home) if named else None
            if found is None:
                continue
            names = get_sheet_names(self.index, *found, home)
            if left_out_defaults.lacks_default_wargear(unit, names):
                return True
        return False

    def _set_battle_size(self, data: RosterData) -> None:
        """Write the battle size into `data`: the one named, else the smallest the points fit.

        The points are the list's limit, else its total, else the sum of its units. A name that is
        no battle size is reported as unread, and nothing is written. If the size follows from a
        total or a sum rather than a limit, it is marked as assumed.
        """
        path = ("battle_size",)
        sizes = self.index.shelf.load_rulebook().battle_sizes
        names = [known_size.name for known_size in sizes]
        words = self.made.size or self._take_size_from_header([fold(name) for name in names])
        if words is not None:
            size = muster_names.find_battle_size(sizes, words.text, words.points)
            if size is None:
                self.account.mark_unread(words.line, "unread_size", given=words.text, known=names)
                return
            data["battle_size"] = size.id
            self.account.source.mark_mapped(words.line)
            self.account.mark_place(path, words.line)
            contradictions.check_battle_size(size, words, self.account)
            return
        listed = sum(unit.points or 0 for unit in self.made.units)
        wanted = self.made.limit or self.made.total or listed
        fitting = [size for size in sizes if size.points >= wanted] or sizes[-1:]
        if fitting:
            data["battle_size"] = fitting[0].id
            args = {"size": fitting[0].name, "points": wanted}
            if self.made.limit:
                self.account.add_note("import_size_by_points", path, **args)
            else:
                data["assumed"] = ["battle_size"]
                self.account.warned.append(Note(key="import_size_by_points", args=args, path=path))

    def _take_size_from_header(self, names: list[str]) -> Words | None:
        """Remove and return the header line with a battle size and points in brackets, or None.

        `names` are the folded names of the sizes. Why: readers don't know the battle sizes that
        only this game has, so such a line is still among the header's lines.
        """
        for place, words in enumerate(self.made.heads):
            if words.text.endswith(")") and muster_names.strip_size_name(words.text) in names:
                del self.made.heads[place]
                return words
        return None

    def _load_enhancement_names(self) -> None:
        """Load the names of enhancements: those of the chosen detachments, and all others."""
        self.enhancements = muster_names.get_enhancement_names(
            self.index, self.factions, self.detachments
        )

    def _collect_named_enhancements(self) -> set[str]:
        """Return the ids of the enhancements that lines of the units exactly name."""
        matches = (
            self._find_enhancement(words.text)
            for unit in self.made.units
            for words in unit.enhancements
        )
        return {match.target for match in matches if match and match.target}

    def _deduce_detachments(self, data: RosterData, borne: set[str]) -> None:
        """Set the detachments of a list that names none, if its enhancements tell them; note it.

        `borne` are the ids of these enhancements. A stated name that nobody knows, in the language
        of a list in another language, is then taken for the detachment that they tell.
        """
        stated = self.made.detachment
        is_untranslated = stated is not None and self.account.foreign and is_foreign(stated.text)
        if self.detachments or (stated is not None and not is_untranslated):
            return
        self.detachments += find_detachments_of(borne, self.factions, self.shape.SEVERAL)
        if self.detachments:
            data |= self.shape.make_detachment_keys([told.id for told in self.detachments])
            names = [told.name for told in self.detachments]
            key = "import_detachment_by_enhancements"
            self.account.add_note(key, self.shape.DETACHMENTS, name=names)
            if is_untranslated:
                self.account.retract("unread_detachment")
            self._load_enhancement_names()

    def _may_join(self, row: RosterData, target: RosterData) -> bool:
        """Return whether the unit `row` may be attached to the unit `target`.

        It may if its datasheet says so, or if the unit has an enhancement that allows further units
        to be led. False if a datasheet is unknown.
        """
        home = self.factions[0].head.id
        own = self.index.find_datasheet(row["datasheet"], home)
        host = self.index.find_datasheet(target["datasheet"], home)
        if own is None or host is None:
            return False
        names: list[str] = []
        borne = make_list(row.get("enhancement"))
        for faction in self.factions:
            for detachment in faction.head.detachments:
                for enhancement in detachment.enhancements:
                    if enhancement.id in borne:
                        names += (*enhancement.leader_to, *enhancement.support_to)
        return may_attach(own[0], host[0], names)

    def _resolve_unit(
        self, unit: ParsedUnit, home: str, place: int, units: list[Any]
    ) -> RosterData | None:
        """Append the unit as a roster row to `units`, and return it; None if it is unknown.

        Its name, models, wargear, enhancements and labels are looked up. Whatever is unknown is
        reported in the account. `home` is the faction's id, `place` the row's index.
        """
        path = ("units", place)
        match_of_name = unit_names.find_datasheet(unit, self.index, home)
        if match_of_name is None and self.account.foreign:
            match_of_name = self._guess_unit_by_points(unit, home, path)
            match_of_name = match_of_name or self.index.find_ally_in_language(unit.name, home)
        if match_of_name is not None:
            ally = find_allied_namesake(unit, match_of_name[0], self.index, home)
            match_of_name = ally or match_of_name
        sheet_home = self.index.find_datasheet(match_of_name[0], home) if match_of_name else None
        if match_of_name is None or sheet_home is None:
            self._mark_unknown_unit(unit)
            return None
        reference, match = match_of_name
        sheet, sheet_faction = sheet_home
        self.account.record_match(match, unit.name, sheet.name, unit.line, path)
        self.account.mark_place(path, unit.line)
        self.account.mark_place((*path, "datasheet"), unit.line)
        if fold(unit.name) != fold(sheet.name):
            past_match = self.index.find_past_datasheet(unit.name, home, unit.models)
            if past_match:
                self.account.past[path] = past_match[1]
        made: RosterData = {"datasheet": reference}
        names = get_sheet_names(self.index, sheet, sheet_faction, home)
        commas.join_split_names(unit, lambda written: self._find_enhancement(written) is not None)
        self._split_enhancements_from_wargear(unit)
        choices = self._get_keyword_choices(sheet.army.choose_keyword)
        unit.entries = self._extract_keyword_choices(unit, unit.entries, choices)
        reader = UnitReader(unit, names, self.account, path, self.enhancements[0])
        reader.leaves_out_defaults = self.leaves_out_defaults
        has_several_models = (unit.models or sheet.size.min) > 1
        unit.partial = unit.partial or (self.leaves_out_defaults and has_several_models)
        reader.known_items = lambda: self.index.list_item_keys(sheet_faction)
        reader.army_words = {
            word
            for detachment in self.detachments
            for word in make_singular_key(detachment.name).split()
        }
        reader.keywords = lambda: self.index.collect_keywords(home)
        models = reader.read_models()
        if models is not None:
            made["models"] = models
        self._read_unit_marks(unit, made, path, names)
        units.append(made)
        return made

    def _guess_unit_by_points(
        self, unit: ParsedUnit, home: str, path: tuple[str | int, ...]
    ) -> tuple[str, Match] | None:
        """Return the datasheet that only the unit's points, size and place tell, or None.

        A note says what was guessed. None for a name that was known in the past.
        """
        if self.index.find_past_datasheet(unit.name, home, unit.models):
            return None
        sheet = find_unit_by_points(unit, self.index, home)
        if sheet is None:
            return None
        args = {"line": unit.line, "given": unit.name, "taken": sheet.name, "points": unit.points}
        self.account.add_note("import_unit_by_points", path, **args)
        return sheet.id, Match(sheet.id)

    def _split_enhancements_from_wargear(self, unit: ParsedUnit) -> None:
        """Split off an enhancement that ends a sentence of wargear, for each such line of `unit`.

        `Plasma pistol and Sanctified Amulet [+25 points]`: the pistol becomes an entry of the unit,
        the amulet stays an enhancement.
        """
        for words in unit.enhancements:
            if self._find_enhancement(words.text) is not None:
                continue
            for joint in _JOINT.finditer(words.text):
                if self._find_enhancement(words.text[joint.end() :]):
                    for item in words.text[: joint.start()].split(", "):
                        unit.entries.append(Listed(item, words.line, token=True))
                    words.text = words.text[joint.end() :]
                    break

    def _find_enhancement(self, written: str) -> Match | None:
        """Return the match of an enhancement that a spelling of `written` exactly names, or
        None.
        """
        for names in self.enhancements:
            for text in list_spellings(written):
                if match := names.find_exact(text):
                    return match
        return None

    def _get_keyword_choices(self, choices: tuple[str, ...]) -> tuple[str, ...]:
        """Return the keywords of which a unit chooses one: `choices`, else a detachment's.

        Empty if neither offers a choice.
        """
        if choices:
            return choices
        for detachment in self.detachments:
            if detachment.choose_keyword:
                return detachment.choose_keyword.of
        return ()

    def _extract_keyword_choices(
        self, unit: ParsedUnit, entries: list[Listed], offered: tuple[str, ...]
    ) -> list[Listed]:
        """Return `entries` without those that are only a chosen keyword of `offered`.

        Why: such a keyword is printed alone among the wargear. It is added to the labels of `unit`.
        Children of entries are treated likewise.
        """
        kept = []
        for entry in entries:
            keyword = find_offered_keyword(entry.name, unit.name, offered)
            if keyword and entry.count == 1:
                unit.labels.append(Words(f": {keyword}", entry.line))
                continue
            entry.children = self._extract_keyword_choices(unit, entry.children, offered)
            kept.append(entry)
        return kept

    def _mark_unknown_unit(self, unit: ParsedUnit) -> None:
        """Report a unit of an unknown name, and mark all lines below it as unread.

        A name that was known in the past is recorded as gone from the data instead of unread.
        """
        head = self.factions[0].head
        gone = self.index.find_past_datasheet(unit.name, head.id, unit.models)
        if gone:
            self.account.record_gone(gone[0], unit.line, ("units", f"line {unit.line}"), gone[1])
        else:
            self.account.mark_unread(unit.line, "unread_unit", given=unit.name, faction=head.name)
        self.account.source.mark_unread(*unit.iter_lines_below())

    def _read_unit_marks(
        self, unit: ParsedUnit, row: RosterData, path: tuple[str | int, ...], names: SheetNames
    ) -> None:
        """Write warlord, enhancements, bearer and chosen keyword of `unit` into its row `row`.

        Enhancements that are unknown are reported. Keywords that the list states and the datasheet
        lacks are collected in the account.
        """
        if unit.warlord is not None:
            row["warlord"] = unit_names.find_warlord_model(unit.warlord_under, names) or True
            self.account.source.mark_mapped(unit.warlord)
            self.account.mark_place((*path, "warlord"), unit.warlord)
        chosen = []
        for words in unit.enhancements:
            match = (
                self._find_enhancement(words.text)
                or self._guess_enhancement(words.text)
                or self._guess_foreign_enhancement(words, unit, row, names)
            )
            if match is None:
                faction = self.factions[0].head.name
                self.account.mark_unread(
                    words.line, "unread_enhancement", path, given=words.text, faction=faction
                )
            elif match.target is None:
                self.account.source.mark_mapped(words.line)
            else:
                titles = [known.titles.get(match.target) for known in self.enhancements]
                title = next(filter(None, titles), "")
                self.account.record_match(match, words.text, title, words.line, path)
                self.account.mark_place((*path, "enhancement"), words.line)
                chosen.append(match.target)
                self._set_bearer(words, row, path, names)
        if chosen:
            row["enhancement"] = chosen[0] if len(chosen) == 1 else chosen
        for words in unit.labels:
            self._read_label(words, row, path, names)
        for keyword in unit.categories:
            if fold(keyword) not in names.sheet.tags:
                self.account.keywords.append(StatedKeyword(path, keyword))

    def _set_bearer(
        self, words: Words, row: RosterData, path: tuple[str | int, ...], names: SheetNames
    ) -> None:
        """Write into `row` which kind of model has the enhancement `words`, if that is recorded.

        Nothing is written unless the unit has several kinds of model and rosters of this edition
        record the bearer.
        """
        if not words.under or not self.shape.BEARERS or len(names.kinds) < 2:
            return
        model = names.match_model(words.under)
        if model and model.target:
            row["bearer"] = model.target
            self.account.mark_place((*path, "bearer"), words.line)

    def _guess_enhancement(self, written: str) -> Match | None:
        """Return the match of the enhancement whose name is near to `written`, or None.

        Words of the detachment's name in `written` may be ignored. Why: some tools put them before
        the enhancement.
        """
        titles = [get_english_words(detachment.name) for detachment in self.detachments]
        around = frozenset().union(*titles)
        for names in self.enhancements:
            for text in list_spellings(written):
                match = names.guess_by_words(text) or names.guess_by_words(text, around)
                match = match or names.guess_by_letters(text)
                if match:
                    return match
        return None

    def _guess_foreign_enhancement(
        self, words: Words, unit: ParsedUnit, row: RosterData, names: SheetNames
    ) -> Match | None:
        """Return the enhancement of the chosen detachments with the points of `words`, or None.

        It is tried only if `words` or the list is in another language. An enhancement without
        points costs what `unit` costs beyond its models. Of several, the one that shares most words
        is taken; None if two share equally many. The match counts as a guess.
        """
        if not (self.account.foreign or is_foreign(words.text)):
            return None
        points = words.points
        if points is None and self.account.foreign and len(unit.enhancements) == 1:
            points = compute_surplus(names.sheet, unit, row.get("models"))
        if not points:
            return None
        written_words = get_english_words(words.text)
        ranked: list[tuple[int, str]] = []
        for detachment in self.detachments:
            for enhancement in detachment.enhancements:
                if enhancement.points == points:
                    shared = get_english_words(enhancement.name) & written_words
                    ranked.append((len(shared), enhancement.id))
        ranked.sort(reverse=True)
        if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
            return None
        return Match(ranked[0][1], "guess")

    def _read_label(
        self, words: Words, row: RosterData, path: tuple[str | int, ...], names: SheetNames
    ) -> None:
        """Read a labelled line of a unit; a keyword on offer becomes the unit's choice in `row`.

        Other known keywords, also of choices that aren't on offer now, are collected in the account
        as stated for the unit. A printed name of the unit itself is marked as read. Anything else
        is reported as unread.
        """
        label = parse_label(words.text)
        offered = self._get_keyword_choices(names.sheet.army.choose_keyword)
        free = [
            fold(value)
            for value in label.values
            if len(label.values) == 1 or fold(value) not in names.sheet.tags
        ]
        chosen = None
        if label.kind:
            chosen = next((choice for choice in offered if fold(choice) in free), None)
        known_keywords = self._select_known_keywords(label, names.sheet.tags, bool(offered))
        if chosen:
            row["keyword"] = chosen
            self.account.mark_place((*path, "keyword"), words.line)
        elif not known_keywords and not (
            label.kind == "printed" and self._is_own_name(label.values[0], names)
        ):
            if label.kind and offered:
                self.account.mark_unread(
                    words.line, "unread_choice", path, given=words.text, known=list(offered)
                )
            else:
                self.account.mark_unread(words.line, "unread_label", path, given=words.text)
            return
        self.account.source.mark_mapped(words.line)
        given = words.text if len(label.values) == 1 else ""
        for keyword in known_keywords:
            if keyword != chosen and fold(keyword) not in names.sheet.tags:
                self.account.keywords.append(StatedKeyword(path, keyword, words.line, given))

    def _add_header_keywords(
        self, stated: list[tuple[int, list[str]]], units: list[RosterData]
    ) -> None:
        """Collect the keywords of the header for every unit with an enhancement or the warlord.

        `stated` has (line, keywords) of each such header line; the lines are marked as read. Why
        these units: a warlord or an enhancement is all that shows which units the keywords are of.
        """
        for line, keywords in stated:
            self.account.source.mark_mapped(line)
            for place, row in enumerate(units):
                if row.get("warlord") or row.get("enhancement"):
                    for keyword in keywords:
                        stated_keyword = StatedKeyword(("units", place), keyword, line)
                        self.account.keywords.append(stated_keyword)

    def _select_known_keywords(self, label: Label, tags: Tags, offered: bool) -> list[str]:
        """Return the values of `label` that are keywords of the army's units or among `tags`.

        A value in another language is translated. So are keywords such as Battleline, which a
        detachment may give to units of any army. Empty if the label is not about keywords, or if it
        is about a choice and one is `offered`.
        """
        if label.kind not in ("keywords", "choice") or (offered and label.kind == "choice"):
            return []
        if all(fold(value) in tags for value in label.values):
            return list(label.values)
        known = self.index.collect_keywords(self.factions[0].head.id) | tags
        values = (
            value if fold(value) in known else translate_keyword(value) for value in label.values
        )
        return [
            keyword for keyword in values if fold(keyword) in known or find_role_keyword(keyword)
        ]

    def _is_own_name(self, value: str, names: SheetNames) -> bool:
        """Return whether `value` names the unit or a model of the unit.

        `Makari` is an example, in the line `Invulnerable Save (4+): Makari`.
        """
        if names.models.find_exact(value):
            return True
        words_of_unit = set(make_singular_key(names.sheet.name).split())
        return set(make_singular_key(value).split()) <= words_of_unit
