"""A list of datasheets under a detachment, from names as written to a roster in our own format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from listbuilder.exchange import commas, contradictions, head_parts, unit_names
from listbuilder.exchange.account import Account, Said
from listbuilder.exchange.attach import attach
from listbuilder.exchange.head_check import HeadCheck, listed
from listbuilder.exchange.labels import Label, in_english, keywords_of_heads, label_of
from listbuilder.exchange.parsed import Listed, ParsedList, ParsedUnit, Words
from listbuilder.exchange.resolve_heads import Heads, spellings
from listbuilder.exchange.resolve_unit import UnitReader
from listbuilder.games.base import Game
from listbuilder.games.muster import names as muster_names
from listbuilder.games.muster.faction import Detachment
from listbuilder.games.muster.names import Army, Index
from listbuilder.games.muster.names_of_days import NOW
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.muster.sheet_names import SheetNames, names_of
from listbuilder.games.shared.likeness import key
from listbuilder.games.shared.match import Tags
from listbuilder.games.shared.names import Match
from listbuilder.games.shared.phrases import among
from listbuilder.games.shared.spellings import candidates
from listbuilder.games.shared.translate import bag, foreign
from listbuilder.model.base import fold
from listbuilder.model.finding import Note
from listbuilder.store.library import Library

_JOINT = re.compile(r",? and |, ")


def resolve(made: ParsedList, account: Account, system: Game, library: Library, day: str | None = None) -> dict[str, Any] | None:
    """The roster document; None where not even the faction is known. `day`: a past one, whose names are meant."""
    return _Resolver(made, account, system, library, day).document()


class _Resolver:
    def __init__(self, made: ParsedList, account: Account, system: Game, library: Library, day: str | None) -> None:
        self.made = made
        self.account = account
        self.system = system
        self.index: Index = muster_names.index(system, library).on(day)
        self.shape: type[MusterRoster] = system.roster
        self.detachments: list[Detachment] = []

    def document(self) -> dict[str, Any] | None:
        army = self._army()
        if army is None:
            names = [words.text for words in self.made.faction or self.made.heads] or [unit.name for unit in self.made.units]
            self.account.unread(self._head_line(), "unread_faction", given=names[:3])
            return None
        self.factions = self.index.own(army.faction)
        data: dict[str, Any] = {"system": self.system.id}
        if self.made.name and self.made.name.text:
            data["name"] = self.made.name.text
            self.account.source.mapped(self.made.name.line)
        data["faction"] = army.faction
        if army.chapter:
            data["chapter"] = army.chapter
        self._size(data)
        keywords = keywords_of_heads(self.made, lambda label: self._known_keywords(label, frozenset(), offered=False))
        data |= Heads(self.made, self.account, self.index, self.factions, self.shape).read(self.detachments)
        self.enhancements = muster_names.enhancements(self.index, self.factions, self.detachments)
        units: list[dict[str, Any]] = []
        data["units"] = units
        pairs = [(unit, found) for unit in self.made.units if (found := self._unit(unit, army.faction, len(units), units))]
        self._detachment_by_enhancements(data)
        data |= attach(self.made, self.account, pairs, self.shape, self._may_join)
        HeadCheck(self.made, self.index, self.factions[0], self.enhancements, self.account).run(units)
        self._keywords_of_the_army(keywords, units)
        self.account.hidden(lambda name: bool(self.index.homes(name)))
        contradictions.of_units(self.made, self.account)
        contradictions.of_total(self.made, self.account)
        return data

    def _head_line(self) -> int:
        for words in (*self.made.faction, *self.made.heads):
            return words.line
        return self.made.units[0].line if self.made.units else 1

    def _army(self) -> Army | None:
        """The narrowest of the factions and chapters that the head names, or that of most units."""
        found: list[tuple[Army, Words]] = []
        detachment = [self.made.detachment] if self.made.detachment and " - " in self.made.detachment.text else []
        for words in (*self.made.faction, *detachment, *self.made.heads):
            found += self._armies_in(words, (words.text, *words.text.split(", ")), found)
        for words in self.made.heads if not found else ():
            found += self._armies_in(words, [each.text for each in head_parts.parts(words)], found)
        if not found and self.made.name:
            found += self._armies_in(self.made.name, [each.text for each in head_parts.parts(self.made.name)], found)
        for _, words in found:
            self.account.source.mapped(words.line)
        beside = [words for words in self.made.heads if any(words is each for _, each in found)]
        self.made.beside = [each for words in beside for each in head_parts.parts(words) if not self.index.army(each.text)]
        self.made.heads = [words for words in self.made.heads if not any(words is each for each in beside)]
        armies = [army for army, _ in found]
        if not armies:
            if (near := self._nearly_named()) is not None:
                return near
            return self._army_of_units()
        if self.made.faction and len(armies) > 1 and detachment:
            named = [army for army, words in found if words is detachment[0]]
            armies = named or armies
        best = max(armies, key=lambda each: (bool(self._has_parent(each)), each.chapter is not None, self._able(each)))
        for army, words in found:
            if army.faction == best.faction:
                self.account.at(("faction",), words.line)
        return best

    def _armies_in(self, words: Words, parts: Iterable[str], found: list[tuple[Army, Words]]) -> list[tuple[Army, Words]]:
        named = [(army, words) for part in parts if (army := self.index.army(part))]
        return [each for place, each in enumerate(named) if each not in found and each not in named[:place]]

    def _nearly_named(self) -> Army | None:
        """By a name that is said to be the faction's and is near to one. One that is near to none is not read."""
        for words in self.made.faction:
            found = self.index.factions.nearest(words.text) or self.index.factions.nearest(words.text.rpartition(" - ")[2])
            army = self.index.armies.get(found.target) if found and found.target else None
            if found and army:
                self.account.guess(words.text, self.index.data(army.faction).head.name, words.line, ("faction",), found.distance)
                self.account.at(("faction",), words.line)
                return army
            if words.text and not foreign(words.text):
                self.account.unread(words.line, "unread_faction", ("faction",), given=[words.text])
        return None

    def _has_parent(self, army: Army) -> bool:
        return self.index.data(army.faction).head.parent is not None

    def _able(self, army: Army) -> bool:
        return bool(self.index.data(army.faction).head.detachments) and army.faction == self._voted()

    def _voted(self) -> str | None:
        """The faction that has most of the units by their exact names."""
        votes: Counter[str] = Counter()
        for unit in self.made.units[:200]:
            written = unit_names.COUNTED.fullmatch(unit.name)
            votes.update(sorted({*self.index.homes(unit.name), *(self.index.homes(written["name"]) if written else ())}))
        for unit in self.made.units[:200] if not votes else ():  # perhaps in another language
            for faction_id in self.index.shelf.ids():
                spellings_known = self.index.today.past.spellings(faction_id, "datasheets")
                votes[faction_id] += bool(candidates(spellings_known, unit.name, NOW))
        votes += Counter()
        able = [each for each in votes if self.index.data(each).head.detachments]
        return max(able, key=lambda each: votes[each], default=None)

    def _army_of_units(self) -> Army | None:
        voted = self._voted()
        if voted is None:
            return None
        head = self.index.data(voted).head
        self.account.note("import_faction_by_units", faction=head.name)
        return Army(voted)

    def _size(self, data: dict[str, Any]) -> None:
        sizes = self.index.shelf.book().battle_sizes
        words = self.made.size or self._head_called([fold(each.name) for each in sizes])
        if words is not None:
            size = muster_names.size_of(sizes, words.text, words.points)
            if size:
                data["battle_size"] = size.id
                self.account.source.mapped(words.line)
                self.account.at(("battle_size",), words.line)
                contradictions.of_size(size, words, self.account)
                return
            self.account.unread(words.line, "unread_size", given=words.text, known=[each.name for each in sizes])
            return
        wanted = self.made.limit or self.made.total or sum(unit.points or 0 for unit in self.made.units)
        fitting = next((each for each in sizes if each.points >= wanted), sizes[-1] if sizes else None)
        if fitting:
            data["battle_size"] = fitting.id
            args = {"size": fitting.name, "points": wanted}
            if self.made.limit:
                self.account.note("import_size_by_points", ("battle_size",), **args)
            else:
                data["assumed"] = ["battle_size"]
                self.account.warned.append(Note(key="import_size_by_points", args=args, path=("battle_size",)))

    def _head_called(self, names: list[str]) -> Words | None:
        """A battle size that readers do not know, for only this game has it, stands with its points among the head's lines."""
        sized = (words for words in self.made.heads if words.text.endswith(")"))
        found = next((words for words in sized if muster_names.bare_size(words.text) in names), None)
        self.made.heads = [words for words in self.made.heads if words is not found]
        return found

    def _detachment_by_enhancements(self, data: dict[str, Any]) -> None:
        """A list that names no detachment, but enhancements of one alone."""
        borne = [each for made in data["units"] for each in listed(made.get("enhancement"))]
        homes = [
            {detachment.id for known in self.factions for detachment in known.head.detachments if each in _ids(detachment)}
            for each in borne
        ]
        common = set.intersection(*homes) if homes else set()
        if not self.detachments and not self.made.detachment and len(common) == 1:
            known = muster_names.detachment_of(self.index, self.factions, common.pop())
            self.detachments += [known] if known else []
            data |= self.shape.naming([known.id] if known else [])
            self.account.note("import_detachment_by_enhancements", self.shape.DETACHMENTS, name=known.name if known else "")

    def _may_join(self, row: dict[str, Any], target: dict[str, Any]) -> bool:
        """By the datasheets and by enhancements that open others."""
        own, other = (self.index.sheet(each["datasheet"], self.factions[0].head.id) for each in (row, target))
        if own is None or other is None:
            return False
        borne = listed(row.get("enhancement"))
        opened = [
            name
            for known in self.factions
            for detachment in known.head.detachments
            for each in detachment.enhancements
            if each.id in borne
            for name in (*each.leader_to, *each.support_to)
        ]
        called = fold(other[0].name)
        keywords = set(map(fold, (*other[0].keywords, *other[0].faction_keywords)))
        return called in map(fold, (*own[0].leads, *own[0].supports, *opened)) or any(
            set(map(fold, each)) <= keywords for each in own[0].leads_keywords
        )

    def _unit(self, unit: ParsedUnit, home: str, place: int, units: list[Any]) -> dict[str, Any] | None:
        path = ("units", place)
        found = unit_names.found(unit, self.index, home)
        sheet_home = self.index.sheet(found[0], home) if found else None
        if found is None or sheet_home is None:
            self._unknown(unit)
            return None
        reference, match = found
        sheet, sheet_faction = sheet_home
        self.account.found(match, unit.name, sheet.name, unit.line, path)
        self.account.at(path, unit.line)
        self.account.at((*path, "datasheet"), unit.line)
        if fold(unit.name) != fold(sheet.name) and (then := self.index.past(unit.name, home, unit.models)):
            self.account.past[path] = then[1]
        made: dict[str, Any] = {"datasheet": reference}
        names = names_of(self.index, sheet, sheet_faction, home)
        commas.join(unit, lambda written: self._enhancement(written) is not None)
        self._sentences(unit)
        unit.entries = self._choice_apart(unit, unit.entries, self._offered(sheet.army.choose_keyword))
        reader = UnitReader(unit, names, self.account, path, self.enhancements[0])
        reader.known_items = lambda: self.index.items(sheet_faction)
        reader.army_words = {word for each in self.detachments for word in key(each.name).split()}
        reader.keywords = lambda: self.index.keywords(home)
        models = reader.read()
        if models is not None:
            made["models"] = models
        self._marks_of(unit, made, path, names)
        units.append(made)
        return made

    def _sentences(self, unit: ParsedUnit) -> None:
        """`Plasma pistol and Sanctified Amulet [+25 points]`: an enhancement at the end of a sentence of wargear."""
        for words in unit.enhancements:
            if self._enhancement(words.text) is not None:
                continue
            ends = (joint for joint in _JOINT.finditer(words.text) if self._enhancement(words.text[joint.end() :]))
            if (joint := next(ends, None)) is not None:
                before = words.text[: joint.start()]
                unit.entries.extend(Listed(token, words.line, token=True) for token in before.split(", "))
                words.text = words.text[joint.end() :]

    def _enhancement(self, written: str) -> Match | None:
        return next((m for names in self.enhancements for text in spellings(written) if (m := names.find(text))), None)

    def _offered(self, choices: tuple[str, ...]) -> tuple[str, ...]:
        return choices or next((each.choose_keyword.of for each in self.detachments if each.choose_keyword), ())

    def _choice_apart(self, unit: ParsedUnit, entries: list[Listed], offered: tuple[str, ...]) -> list[Listed]:
        """A keyword that is chosen, printed alone among the wargear, becomes a label."""
        kept = []
        for entry in entries:
            if entry.count == 1 and (keyword := _offered_in(entry.name, unit.name, offered)):
                unit.labels.append(Words(f": {keyword}", entry.line))
                continue
            entry.children = self._choice_apart(unit, entry.children, offered)
            kept.append(entry)
        return kept

    def _unknown(self, unit: ParsedUnit) -> None:
        head = self.factions[0].head
        gone = self.index.past(unit.name, head.id, unit.models)
        if gone:
            self.account.went(gone[0], unit.line, ("units", f"line {unit.line}"), gone[1])
        else:
            self.account.unread(unit.line, "unread_unit", given=unit.name, faction=head.name)
        self.account.source.unread(*unit.lines_below())

    def _marks_of(self, unit: ParsedUnit, made: dict[str, Any], path: tuple[str | int, ...], names: SheetNames) -> None:
        """Warlord, enhancements, and labelled choices."""
        if unit.warlord is not None:
            made["warlord"] = unit_names.warlord_model(unit.warlord_under, names) or True
            self.account.source.mapped(unit.warlord)
            self.account.at((*path, "warlord"), unit.warlord)
        chosen = []
        for words in unit.enhancements:
            match = self._enhancement(words.text) or self._near_enhancement(words.text) or self._translated(words)
            if match is None:
                faction = self.factions[0].head.name
                self.account.unread(words.line, "unread_enhancement", path, given=words.text, faction=faction)
            elif match.target is None:
                self.account.source.mapped(words.line)
            else:
                title = next((names.titles[match.target] for names in self.enhancements if match.target in names.titles), "")
                self.account.found(match, words.text, title, words.line, path)
                self.account.at((*path, "enhancement"), words.line)
                chosen.append(match.target)
                self._bearer(words, made, path, names)
        if chosen:
            made["enhancement"] = chosen[0] if len(chosen) == 1 else chosen
        for words in unit.labels:
            self._label(words, made, path, names)
        self.account.keywords += [Said(path, each) for each in unit.categories if fold(each) not in names.sheet.tags]

    def _bearer(self, words: Words, made: dict[str, Any], path: tuple[str | int, ...], names: SheetNames) -> None:
        """The models under which the enhancement stands, where the roster says which of several kinds has it."""
        found = names.model(words.under) if words.under and self.shape.BEARERS and len(names.kinds) > 1 else None
        if found and found.target:
            made["bearer"] = found.target
            self.account.at((*path, "bearer"), words.line)

    def _near_enhancement(self, written: str) -> Match | None:
        """The nearest; by its words also without those of the detachment, which some tools put before them."""
        around = frozenset(word for each in self.detachments for word in bag(each.name))
        for names in self.enhancements:
            for text in spellings(written):
                if match := names.by_words(text) or names.by_words(text, around) or names.nearest(text):
                    return match
        return None

    def _translated(self, words: Words) -> Match | None:
        """In another language, and no source has its name: the one of the chosen detachments that costs as much."""
        if words.points is None or not foreign(words.text):
            return None
        known = [each for detachment in self.detachments for each in detachment.enhancements]
        said = bag(words.text)
        best = sorted(((len(bag(each.name) & said), each.id) for each in known if each.points == words.points), reverse=True)
        alone = bool(best) and (len(best) == 1 or best[0][0] > best[1][0])
        return Match(best[0][1], "guess") if alone else None

    def _label(self, words: Words, made: dict[str, Any], path: tuple[str | int, ...], names: SheetNames) -> None:
        """What is offered is the unit's choice; other keywords, and choices that nobody offers now, are stated of it."""
        label = label_of(words.text)
        offered = self._offered(names.sheet.army.choose_keyword)
        free = [fold(each) for each in label.values if len(label.values) == 1 or fold(each) not in names.sheet.tags]
        chosen = next((each for each in offered if fold(each) in free), None) if label.kind else None
        known = self._known_keywords(label, names.sheet.tags, bool(offered))
        if chosen:
            made["keyword"] = chosen
            self.account.at((*path, "keyword"), words.line)
        elif not known and not (label.kind == "printed" and self._of_its_own(label.values[0], names)):
            if label.kind and offered:
                self.account.unread(words.line, "unread_choice", path, given=words.text, known=list(offered))
            else:
                self.account.unread(words.line, "unread_label", path, given=words.text)
            return
        self.account.source.mapped(words.line)
        given = words.text if len(label.values) == 1 else ""
        new = [each for each in known if each != chosen and fold(each) not in names.sheet.tags]
        self.account.keywords += [Said(path, each, words.line, given) for each in new]

    def _keywords_of_the_army(self, stated: list[tuple[int, list[str]]], units: list[dict[str, Any]]) -> None:
        """Which units have them, the list says by its warlord and the bearers of enhancements alone."""
        marked = [("units", place) for place, made in enumerate(units) if made.get("warlord") or made.get("enhancement")]
        for line, keywords in stated:
            self.account.source.mapped(line)
            self.account.keywords += [Said(path, each, line) for path in marked for each in keywords]

    def _known_keywords(self, label: Label, tags: Tags, offered: bool) -> list[str]:
        """Those of the label that units of the army have or may be given, or this one has."""
        if label.kind not in ("keywords", "choice") or (offered and label.kind == "choice"):
            return []
        if all(fold(each) in tags for each in label.values):
            return list(label.values)
        known = self.index.keywords(self.factions[0].head.id) | tags
        values = (each if fold(each) in known else in_english(each) for each in label.values)
        return [each for each in values if fold(each) in known]

    def _of_its_own(self, value: str, names: SheetNames) -> bool:
        """`Invulnerable Save (4+): Makari`."""
        return bool(names.models.find(value)) or set(key(value).split()) <= set(key(names.sheet.name).split())


def _offered_in(written: str, unit: str, offered: tuple[str, ...]) -> str | None:
    """The keyword alone, or behind words of the unit's own name: `Prince Démon de Khorne`."""
    whole = next((keyword for keyword in offered if fold(keyword) == fold(written)), None)
    if whole or not offered:
        return whole
    words = bag(written)
    around = bag(unit) | among("choices")  # `Mark of Khorne`
    return next((keyword for keyword in offered if bag(keyword) <= words <= bag(keyword) | around), None)


def _ids(detachment: Detachment) -> set[str]:
    return {each.id for each in detachment.enhancements}
