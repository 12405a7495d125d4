"""Makes the sheet of a roster.

What is secret or private is taken out of the roster before it is judged, so that nothing of it can reach an export:
not the formations unless they are asked for, not the notes in what an opponent gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from listbuilder.exchange import seal, wording
from listbuilder.exchange.printout import (
    Grid,
    Number,
    Outline,
    PrintedCard,
    PrintedFinding,
    PrintedGroup,
    PrintedItem,
    PrintedSection,
    PrintedUnit,
    Printout,
    Verdict,
    Wish,
    titled,
)
from listbuilder.exchange.ties import Ties
from listbuilder.games.base import Section
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.model.base import at
from listbuilder.model.card import Card, Carried
from listbuilder.model.finding import Note, Stamped
from listbuilder.model.problem import Unreadable
from listbuilder.model.said import Literal as Said
from listbuilder.store.library import Library
from listbuilder.store.words import beside, in_mode, local, of_game
from listbuilder.version import VERSION

_SHORT = 16  # digits of a hash that are printed


def printout_of(done: Position, library: Library, wish: Wish, file_sha256: str | None = None) -> Printout | None:
    """None where the roster could not be read; `done.problems` says why. `file_sha256`: of the file, if not as judged."""
    if done.verdict == "unread":
        return None
    roster = seal.public(done.data, wish.formations, wish.audience == "me")
    shown = judged(roster, done.file, library, wish.formations, wish.as_of)
    if shown.verdict == "unread":
        raise Unreadable(shown.problems)
    return _Maker(shown, roster, wish, file_sha256 or done.sha256).sheet()


def outline_of(done: Position, wish: Wish) -> Outline:
    """For the player's own eyes, as the file has it: also of a roster that is read in part."""
    assert done.document is not None
    told = wish.formations and done.verdict != "unread"
    return _Outliner(done, seal.public(done.document.data, told, notes=True), wish).outline()


def judged(roster: dict[str, Any], name: str, library: Library, formations: bool, as_of: str | None) -> Position:
    """The verdict on what is shown. Without formations the rules of formations are silent: they would speak of them."""
    return Position.read(seal.canonical(roster), name, library, as_of, secrets=formations)


class _Outliner:
    def __init__(self, shown: Position, roster: dict[str, Any], wish: Wish) -> None:
        assert shown.army is not None
        assert shown.system is not None
        self.army, self.system, self.lang = shown.army, shown.system, of_game(wish.lang, shown.system.id)
        self.shown, self.roster, self.wish = shown, roster, msgspec.structs.replace(wish, lang=self.lang)
        self.units = self.army.known_units()  # a unit that is split, and its parts too
        self.carried: dict[str, tuple[Carried, ...]] = {}
        joined = roster.get("attached") or {}
        self.numbers = self._numbers() if joined or roster.get("formations") else {}
        self.found = self._found()
        self.wrong: dict[str, list[str]] = {}
        for found in self.found:
            for each in found.units if found.severity == "error" else ():
                self.wrong.setdefault(each, []).append(found.message)
        self.titles = {unit.id: self._title(unit) for unit in self.units}
        self.ties = Ties(roster.get("formations") or {}, joined, self.titles, self.lang)

    def outline(self) -> Outline:
        army = self.army
        return Outline(
            wish=self.wish,
            done=self.shown,
            army=army,
            system=self.system,
            labels=[local(label, self.lang) for label in army.labels() if label],
            sections=[self._section(column) for column in self.system.sections(army)],
            facts=[wording.of_game(self.system, key, self.lang, **args) for key, args in self.system.facts(army)],
            hosts={**self.ties.joined, **self.ties.attached},
            aids=self._aids(),
        )

    def _aids(self) -> list[str]:
        """Return what players need before the battle, without what tells secret formations that nobody asked for."""
        told = bool(self.roster.get("formations"))
        aids = [each for each in self.system.aids(self.army) if told or not each.secret]
        return [wording.aid(self.system, self.army.book, each, self.lang) for each in aids]

    def _found(self) -> list[PrintedFinding]:
        order: Sequence[str] = ("error", "warning", "info")
        return sorted(map(self._printed, self.shown.findings), key=lambda found: order.index(found.severity))

    def _printed(self, finding: Stamped) -> PrintedFinding:
        at = {unit.id for unit in self.units if unit.path and finding.path[: len(unit.path)] == unit.path}
        return PrintedFinding(
            finding.severity,
            words.severity(finding.severity, self.lang),
            finding.code,
            wording.one_line(words.message(finding, self.lang)),
            tuple(dict.fromkeys((*finding.units, *sorted(at)))),
        )

    def _game(self) -> str:
        return words.game(self.army.book, self.lang)

    def _numbers(self) -> dict[str, str]:
        """Units that would read the same are numbered."""
        alike: dict[tuple[str, str | None, int], list[str]] = {}
        for unit in self.units:
            alike.setdefault((unit.name, unit.custom_name, unit.squad), []).append(unit.id)
        return {each: f"#{place + 1}" for ids in alike.values() if len(ids) > 1 for place, each in enumerate(ids)}

    def _title(self, unit: Unit) -> str:
        custom = wording.isolated(wording.one_line(unit.custom_name or ""))
        if (unit.custom_name or "").startswith(f"{unit.name}, "):  # a part of it: the name says all
            return custom
        title = titled(local(unit.name, self.lang), self.numbers.get(unit.id, ""), custom)
        if not unit.squad:
            return title
        return wording.of_game(self.system, "squad_of", self.lang, label=Said(title), number=unit.squad)

    def _points(self) -> str:
        army = self.army
        if not army.counts_points:
            return ""
        if army.limit is None:
            return wording.say("sheet.points", self.lang, points=army.points)
        return wording.say("sheet.points_limit", self.lang, points=army.points, limit=army.limit)

    def _left(self) -> str:
        army = self.army
        if not army.counts_points or army.limit is None:
            return ""
        spare = army.limit - army.points
        return wording.say("sheet.left" if spare >= 0 else "sheet.over", self.lang, points=abs(spare))

    def _section(self, column: Section) -> PrintedSection:
        return PrintedSection(
            key=column.key,
            title=wording.of_game(self.system, f"section.{column.key}", self.lang, **column.args),
            points=sum(unit.points or 0 for unit in column.units) + sum(extra.points for extra in column.extras),
            lines=[self._line(unit) for unit in column.units],
            extras=[
                (local(extra.name, self.lang), "" if extra.kind == extra.name else local(extra.kind, self.lang), extra.points)
                for extra in column.extras
            ],
        )

    def _line(self, unit: Unit) -> PrintedUnit:
        carried = self.carried.get(unit.id, ())  # an outline leaves it out
        name = beside(unit.name, self.lang)
        return PrintedUnit(
            id=unit.id,
            name=name,
            english="" if unit.name in name else unit.name,  # once: a name that no book prints has it behind it already
            custom=wording.one_line(unit.custom_name or ""),
            number=self.numbers.get(unit.id, ""),
            size=unit.models,
            points=unit.points if self.army.counts_points else None,
            remarks=[wording.of_game(self.system, key, self.lang, **args) for key, args in self.system.remarks(self.army, unit)],
            ties=self.ties.of(unit.id),
            notes=wording.one_line(str(self._entry(unit).get("notes") or "")),
            groups=[self._group(each) for each in carried],
            unit=unit,
            carried=carried,
            wrong=self.wrong.get(unit.id, []),
        )

    def _entry(self, unit: Unit) -> dict[str, Any]:
        """The unit as the roster has it."""
        node = at(self.roster, unit.path)
        return node if isinstance(node, dict) and unit.path else {}

    def _group(self, carried: Carried) -> PrintedGroup:
        return PrintedGroup(
            model=local(carried.model, self.lang) if carried.model else "",
            count=carried.count,
            items=self._items(carried.items),
            changed=self._items(carried.changed),
        )

    def _items(self, items: dict[str, int]) -> tuple[PrintedItem, ...]:
        return tuple(PrintedItem(local(name, self.lang), count) for name, count in items.items())


class _Maker(_Outliner):
    def __init__(self, shown: Position, roster: dict[str, Any], wish: Wish, file_sha256: str) -> None:
        super().__init__(shown, roster, wish)
        self.roster_sha256, self.file_sha256 = seal.fingerprint(roster), file_sha256[:_SHORT]
        self.carried = {unit.id: self.system.carried(self.army, unit) for unit in self.units}

    def sheet(self) -> Printout:
        army, wish = self.army, self.wish
        mine = wish.audience == "me"
        return Printout(
            **msgspec.structs.asdict(self.outline()),
            name=wording.one_line(army.name) or local(army.faction_name or army.book.name, self.lang),
            player=wording.one_line(str(self.roster.get("player") or "")),
            notes=str(self.roster.get("notes") or "").strip() if mine else "",
            game=self._game(),
            points=self._points(),
            cards=[self._card(card) for card in self.system.cards(army)],
            formations=self.ties.lines(),
            reminders=self._reminders() if mine else [],
            left=self._left() if mine else "",
            verdict=self._verdict(),
            roster_sha256=self.roster_sha256,
            file_sha256=self.file_sha256,
            sealed=self._seal(),
        )

    def _card(self, card: Card) -> PrintedCard:
        name = local(card.name, self.lang)
        units = [unit for unit in self.units if unit.id in card.units]
        return PrintedCard(
            name=name,
            english=card.name if name != card.name else "",
            count=len(units),
            owners=[wording.one_line(unit.custom_name) for unit in units if unit.custom_name],
            grids=[self._grid(card, place) for place in range(len(card.tables))],
            loads=self._loads(units),
            abilities=[wording.valued(each, self.lang) for each in card.abilities],
            wargear=[local(each, self.lang) for each in card.wargear],
            keywords=[wording.valued(each, self.lang) for each in card.keywords],
            faction_keywords=[local(each, self.lang) for each in card.faction_keywords],
            base_size=card.base_size,
            facts=[wording.of_game(self.system, key, self.lang, **args) for key, args in card.facts],
            ties=[
                wording.pair(self.titles[unit.id], tie, self.lang) if len(units) > 1 else tie
                for unit in units
                for tie in self.ties.of(unit.id)
            ],
        )

    def _loads(self, units: list[Unit]) -> list[str]:
        """Lots of models that carry the same. Nothing where all of them do."""
        found: dict[tuple[str, str], int] = {}

        def named(name: str, count: int) -> str:
            return local(name, self.lang) if count == 1 else f"{count}× {local(name, self.lang)}"

        for unit in units:
            for group in self.carried[unit.id]:
                model = local(group.model, self.lang) if group.model else ""
                for load in group.each:
                    key = (model, wording.join((named(*item) for item in load.items.items()), self.lang))
                    found[key] = found.get(key, 0) + load.count
        if len({items for _, items in found}) < 2:
            return []
        lots = [(f"{count}× {model}" if model else "", items) for (model, items), count in found.items()]
        return [wording.pair(head, items, self.lang) if head and items else head or items for head, items in lots]

    def _grid(self, card: Card, place: int) -> Grid:
        table = card.tables[place]
        rows = tuple(
            Number(
                in_mode(row.name or card.name, row.mode, self.lang),
                row.values,
                tuple(wording.valued(keyword, self.lang) for keyword in row.keywords),
            )
            for row in table.rows
        )
        title = wording.of_game(self.system, f"table.{table.key}", self.lang)
        return Grid(table.key, title, tuple(wording.of_game(self.system, f"stat.{key}", self.lang) for key in table.head), rows)

    def _reminders(self) -> list[tuple[str, list[str]]]:
        found: dict[str, list[str]] = {}
        for card in self.system.cards(self.army):
            for ability in card.abilities:
                if wording.reminder(ability):
                    titles = dict.fromkeys(self.titles[each] for each in card.units)
                    found.setdefault(wording.valued(ability, self.lang), []).extend(titles)
        return list(found.items())

    def _verdict(self) -> Verdict:
        army, shown = self.army, self.shown
        return Verdict(
            kind=shown.verdict,
            word=words.verdict(shown.verdict, self.lang),
            points=self._points(),
            found=self.found,
            assumed=self._notes("assumed", shown.assumed),
            not_checked=self._notes("not_checked", shown.not_checked),
            game=self._game(),
            prices=words.dated(army, self.lang) if army.priced_on else "",
            hashes=wording.say("verdict.hashes", self.lang, **self._hashes()),
            made=wording.say("verdict.made", self.lang, version=VERSION),
        )

    def _notes(self, kind: words.Basis, notes: Iterable[Note]) -> list[str]:
        return [wording.one_line(words.basis(kind, note, self.lang)) for note in notes]

    def _hashes(self) -> dict[str, str]:
        full = {"roster": self.roster_sha256, "file": self.file_sha256, "data": self.shown.data_sha256}
        return {name: digits[:_SHORT] for name, digits in full.items()}

    def _seal(self) -> str:
        wish, shown, hashes = self.wish, self.shown, self._hashes()
        return seal.close(
            seal.Seal(
                version=VERSION,
                form=wish.form,
                lang=str(wish.lang),
                audience=wish.audience,
                verdict=shown.verdict,
                points=self.army.points,
                data=hashes["data"],
                day=self.army.priced_on,
                as_of=wish.as_of,
                file=hashes["file"],
                roster=self.roster,
            )
        )
