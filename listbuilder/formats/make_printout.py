"""Make the printout of a roster.

What is secret or private is taken out of the roster before it is judged, so that nothing of it can
reach an export: not the formations unless they are asked for, not the notes in what an opponent
gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats import export_wording, link, seal
from listbuilder.formats.deployment_lines import DeploymentLines
from listbuilder.formats.printout import (
    Grid,
    GridRow,
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
    join_title,
)
from listbuilder.games.game import Section
from listbuilder.i18n.messages import (
    make_game_language,
    name_with_english,
    name_with_mode,
    translate_name,
)
from listbuilder.model.army import Unit
from listbuilder.model.base import get_at_path
from listbuilder.model.card import Card, Carried
from listbuilder.model.finding import Note, Stamped
from listbuilder.model.message_args import Literal as Said
from listbuilder.model.problem import Unreadable
from listbuilder.model.rulebook import rank_severity
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from listbuilder.version import VERSION

EVENT = "EVENT"  # in place of a rule's code, of what an event asks
_SHORT = 16  # digits of a hash that are printed


def make_printout(
    position: Position, library: Library, wish: Wish, file_sha256: str | None = None
) -> Printout | None:
    """Return the printout of `position` as `wish` asks, or None if its roster is unreadable.

    If it is None, `position.problems` says why. Formations and notes that `wish` doesn't ask for
    are taken out before the roster is judged. `file_sha256` is the hash of the file, if the list
    was made from another file than the judged one. Raises Unreadable if the roster can't be read
    without the parts taken out.
    """
    if position.verdict == "unread":
        return None
    roster = seal.strip_private(position.data, wish.formations, wish.audience == "me")
    if wish.player and not roster.get("player"):
        roster = {**roster, "player": wish.player}
    shown_position = judge_shown_roster(roster, position.file, library, wish.formations, wish.as_of)
    if shown_position.verdict == "unread":
        raise Unreadable(shown_position.problems)
    return _Maker(shown_position, roster, wish, file_sha256 or position.sha256).build_printout()


def make_outline(position: Position, wish: Wish) -> Outline:
    """Return the outline of a roster, with the player's own notes, as its file has it.

    An outline is also made of a roster of which only a part could be read; formations are then left
    out.
    """
    assert position.document is not None
    with_formations = wish.formations and position.verdict != "unread"
    roster = seal.strip_private(position.document.data, with_formations, notes=True)
    return _Outliner(position, roster, wish).build_outline()


def judge_shown_roster(
    roster: dict[str, Any], name: str, library: Library, formations: bool, as_of: str | None
) -> Position:
    """Return the position, with the verdict, of the roster as it is shown.

    Without `formations` the rules about formations are not checked. Why: their findings would give
    the formations away.
    """
    return Position.read(seal.encode_canonically(roster), name, library, as_of, secrets=formations)


class _Outliner:
    """A maker of the outline of one roster, in the language of `wish`."""

    def __init__(self, shown: Position, roster: dict[str, Any], wish: Wish) -> None:
        """Prepare the names, numbers, findings and formations of the roster's units."""
        assert shown.army is not None
        assert shown.system is not None
        self.army = shown.army
        self.system = shown.system
        self.lang = make_game_language(wish.lang, shown.system.id)
        self.shown = shown
        self.roster = roster
        self.wish = msgspec.structs.replace(wish, lang=self.lang)
        self.units = self.army.list_known_units()  # a unit that is split, and its parts too
        self.carried: dict[str, tuple[Carried, ...]] = {}
        joined = roster.get("attached") or {}
        self.numbers = self._number_alike_units() if joined or roster.get("formations") else {}
        worst_first = sorted(shown.findings, key=lambda finding: rank_severity(finding.severity))
        self.found = [self._print_finding(finding) for finding in worst_first]
        self.wrong: dict[str, list[str]] = {}
        for finding in self.found:
            if finding.severity == "error":
                for unit_id in finding.units:
                    self.wrong.setdefault(unit_id, []).append(finding.message)
        self.titles = {unit.id: self._make_title(unit) for unit in self.units}
        self.ties = DeploymentLines(roster.get("formations") or {}, joined, self.titles, self.lang)

    def build_outline(self) -> Outline:
        """Return the outline: its labels, sections, facts, attachments and aids."""
        army = self.army
        return Outline(
            wish=self.wish,
            done=self.shown,
            army=army,
            system=self.system,
            labels=[translate_name(label, self.lang) for label in army.list_labels() if label],
            sections=[
                self._make_section(column) for column in self.system.group_units_by_role(army)
            ],
            facts=[
                export_wording.say_of_game(self.system, key, self.lang, **args)
                for key, args in self.system.list_facts(army)
            ],
            hosts={**self.ties.joined, **self.ties.attached},
            aids=self._list_aids(),
        )

    def _list_aids(self) -> list[str]:
        """Return lines with what the players need before the battle.

        Lines that would give secret formations away are left out, unless the formations are shown.
        """
        with_formations = bool(self.roster.get("formations"))
        return [
            export_wording.say_aid(self.system, self.army.book, aid, self.lang)
            for aid in self.system.list_aids(self.army)
            if with_formations or not aid.secret
        ]

    def _print_finding(self, finding: Stamped) -> PrintedFinding:
        """Return `finding` in words, with the ids of the units that it names or is inside of."""
        at = {
            unit.id
            for unit in self.units
            if unit.path and finding.path[: len(unit.path)] == unit.path
        }
        return PrintedFinding(
            finding.severity,
            messages.say_severity(finding.severity, self.lang),
            finding.code,
            export_wording.make_one_line(messages.say_finding(finding, self.lang)),
            tuple(dict.fromkeys((*finding.units, *sorted(at)))),
        )

    def _get_game_name(self) -> str:
        """Return the name of the game in the language of the printout."""
        return messages.say_game(self.army.book, self.lang)

    def _number_alike_units(self) -> dict[str, str]:
        """Return a number such as `#1` by unit id, for units whose titles would be the same.

        Units with a unique title are left out.
        """
        alike: dict[tuple[str, str | None, int], list[str]] = {}
        for unit in self.units:
            alike.setdefault((unit.name, unit.custom_name, unit.squad), []).append(unit.id)
        numbers: dict[str, str] = {}
        for ids in alike.values():
            if len(ids) > 1:
                numbers |= {unit_id: f"#{number}" for number, unit_id in enumerate(ids, start=1)}
        return numbers

    def _make_title(self, unit: Unit) -> str:
        """Return the title of `unit`: name, number and custom name, and the squad's number.

        A part of a split unit has all of this in its own custom name, which is returned alone.
        """
        custom = export_wording.wrap_right_to_left(
            export_wording.make_one_line(unit.custom_name or "")
        )
        if (unit.custom_name or "").startswith(f"{unit.name}, "):  # a part of it: the name says all
            return custom
        name = translate_name(unit.name, self.lang)
        title = join_title(name, self.numbers.get(unit.id, ""), custom)
        if not unit.squad:
            return title
        args = {"label": Said(title), "number": unit.squad}
        return export_wording.say_of_game(self.system, "squad_of", self.lang, **args)

    def _format_points(self) -> str:
        """Return a sentence with the points of the army, and with the limit if there is one.

        Empty in games without points.
        """
        army = self.army
        if not army.counts_points:
            return ""
        if army.limit is None:
            return export_wording.say("sheet.points", self.lang, points=army.points)
        return export_wording.say(
            "sheet.points_limit", self.lang, points=army.points, limit=army.limit
        )

    def _format_points_left(self) -> str:
        """Return a sentence with the points below or above the limit; empty without a limit."""
        army = self.army
        if not army.counts_points or army.limit is None:
            return ""
        spare = army.limit - army.points
        key = "sheet.left" if spare >= 0 else "sheet.over"
        return export_wording.say(key, self.lang, points=abs(spare))

    def _make_section(self, column: Section) -> PrintedSection:
        """Return the printed section for `column`: title, units, other entries, and their
        points.
        """
        title = export_wording.say_of_game(
            self.system, f"section.{column.key}", self.lang, **column.args
        )
        points = sum(unit.points or 0 for unit in column.units)
        extras: list[tuple[str, str, int]] = []
        for extra in column.extras:
            name = translate_name(extra.name, self.lang)
            kind = translate_name(extra.kind, self.lang) if extra.kind != extra.name else ""
            extras.append((name, kind, extra.points))
            points += extra.points
        return PrintedSection(
            key=column.key,
            title=title,
            points=points,
            lines=[self._make_unit(unit) for unit in column.units],
            extras=extras,
        )

    def _make_unit(self, unit: Unit) -> PrintedUnit:
        """Return a unit as it is printed, with its remarks, notes, wargear and errors.

        The English name is added only if the printed name doesn't contain it already.
        """
        carried = self.carried.get(unit.id, ())  # an outline leaves it out
        name = name_with_english(unit.name, self.lang)
        entry = get_at_path(self.roster, unit.path) if unit.path else None
        notes = entry.get("notes") if isinstance(entry, dict) else None
        return PrintedUnit(
            id=unit.id,
            name=name,
            english="" if unit.name in name else unit.name,
            custom=export_wording.make_one_line(unit.custom_name or ""),
            number=self.numbers.get(unit.id, ""),
            size=unit.models,
            points=unit.points if self.army.counts_points else None,
            remarks=[
                export_wording.say_of_game(self.system, key, self.lang, **args)
                for key, args in self.system.list_remarks(self.army, unit)
            ],
            ties=self.ties.list_lines_of_unit(unit.id),
            notes=export_wording.make_one_line(str(notes or "")),
            groups=[self._make_group(group) for group in carried],
            unit=unit,
            carried=carried,
            wrong=self.wrong.get(unit.id, []),
        )

    def _make_group(self, carried: Carried) -> PrintedGroup:
        """Return a group of models and their wargear as it is printed.

        `changed` is the part of the wargear that is not the default.
        """
        return PrintedGroup(
            model=translate_name(carried.model, self.lang) if carried.model else "",
            count=carried.count,
            items=self._make_items(carried.items),
            changed=self._make_items(carried.changed),
        )

    def _make_items(self, items: dict[str, int]) -> tuple[PrintedItem, ...]:
        """Return the items as they are printed: translated names with counts."""
        return tuple(
            PrintedItem(translate_name(name, self.lang), count) for name, count in items.items()
        )


class _Maker(_Outliner):
    """A maker of the whole printout of a roster: the outline with cards, verdict and seal."""

    def __init__(
        self, shown: Position, roster: dict[str, Any], wish: Wish, file_sha256: str
    ) -> None:
        """Prepare the outline, the hashes and what each unit carries."""
        super().__init__(shown, roster, wish)
        self.roster_sha256 = seal.compute_fingerprint(roster)
        self.file_sha256 = file_sha256[:_SHORT]
        self.carried = {
            unit.id: self.system.list_carried_wargear(self.army, unit) for unit in self.units
        }

    def build_printout(self) -> Printout:
        """Return the whole printout: the outline with cards, formations, verdict, hashes and seal.

        Notes, reminders and the points left are only filled in for the player's own eyes.
        """
        army, wish = self.army, self.wish
        mine = wish.audience == "me"
        return Printout(
            **msgspec.structs.asdict(self.build_outline()),
            name=export_wording.make_one_line(army.name)
            or translate_name(army.faction_name or army.book.name, self.lang),
            player=export_wording.make_one_line(str(self.roster.get("player") or "")),
            notes=str(self.roster.get("notes") or "").strip() if mine else "",
            game=self._get_game_name(),
            points=self._format_points(),
            cards=[self._make_card(card) for card in self.system.make_cards(army)],
            formations=self.ties.list_lines(),
            reminders=self._list_reminders() if mine else [],
            left=self._format_points_left() if mine else "",
            verdict=self._make_verdict(),
            roster_sha256=self.roster_sha256,
            file_sha256=self.file_sha256,
            sealed=self._make_seal(),
        )

    def _make_card(self, card: Card) -> PrintedCard:
        """Return the printed card of a datasheet or warscroll, for all units that have it.

        With several units, lines about attachments and transports begin with the unit's title.
        """
        name = translate_name(card.name, self.lang)
        units = [unit for unit in self.units if unit.id in card.units]
        ties: list[str] = []
        for unit in units:
            for tie in self.ties.list_lines_of_unit(unit.id):
                title = self.titles[unit.id]
                ties.append(
                    export_wording.join_pair(title, tie, self.lang) if len(units) > 1 else tie
                )
        return PrintedCard(
            name=name,
            english=card.name if name != card.name else "",
            count=len(units),
            owners=[
                export_wording.make_one_line(unit.custom_name) for unit in units if unit.custom_name
            ],
            grids=[self._make_grid(card, place) for place in range(len(card.tables))],
            loads=self._list_loads(units),
            abilities=[
                export_wording.translate_with_value(ability, self.lang)
                for ability in card.abilities
            ],
            wargear=[translate_name(item, self.lang) for item in card.wargear],
            keywords=[
                export_wording.translate_with_value(keyword, self.lang) for keyword in card.keywords
            ],
            faction_keywords=[
                translate_name(keyword, self.lang) for keyword in card.faction_keywords
            ],
            base_size=card.base_size,
            facts=[
                export_wording.say_of_game(self.system, key, self.lang, **args)
                for key, args in card.facts
            ],
            ties=ties,
        )

    def _list_loads(self, units: list[Unit]) -> list[str]:
        """Return lines that say how many models of `units` carry which wargear.

        Models with the same wargear share a line. Empty if all models carry the same.
        """
        load_counts: dict[tuple[str, str], int] = {}

        def name_item(name: str, count: int) -> str:
            """Return the name of an item, with its count if there are several."""
            translated = translate_name(name, self.lang)
            return translated if count == 1 else f"{count}× {translated}"

        for unit in units:
            for group in self.carried[unit.id]:
                model = translate_name(group.model, self.lang) if group.model else ""
                for load in group.each:
                    names = [name_item(name, count) for name, count in load.items.items()]
                    key = (model, export_wording.join_list(names, self.lang))
                    load_counts[key] = load_counts.get(key, 0) + load.count
        if len({items for _, items in load_counts}) < 2:
            return []
        lines: list[str] = []
        for (model, items), count in load_counts.items():
            head = f"{count}× {model}" if model else ""
            both = head and items
            lines.append(
                export_wording.join_pair(head, items, self.lang) if both else head or items
            )
        return lines

    def _make_grid(self, card: Card, place: int) -> Grid:
        """Return the table at index `place` of a card, in the language of the printout."""
        table = card.tables[place]
        rows = tuple(
            GridRow(
                name_with_mode(row.name or card.name, row.mode, self.lang),
                row.values,
                tuple(
                    export_wording.translate_with_value(keyword, self.lang)
                    for keyword in row.keywords
                ),
            )
            for row in table.rows
        )
        title = export_wording.say_of_game(self.system, f"table.{table.key}", self.lang)
        return Grid(
            table.key,
            title,
            tuple(
                export_wording.say_of_game(self.system, f"stat.{key}", self.lang)
                for key in table.head
            ),
            rows,
        )

    def _list_reminders(self) -> list[tuple[str, list[str]]]:
        """Return (ability, titles of units) for each ability to remember before the battle."""
        titles_by_ability: dict[str, list[str]] = {}
        for card in self.system.make_cards(self.army):
            titles = dict.fromkeys(self.titles[unit_id] for unit_id in card.units)
            for ability in card.abilities:
                if export_wording.is_reminder(ability):
                    name = export_wording.translate_with_value(ability, self.lang)
                    titles_by_ability.setdefault(name, []).extend(titles)
        return list(titles_by_ability.items())

    def _make_verdict(self) -> Verdict:
        """Return the verdict in words: findings, assumptions, unchecked rules, prices and hashes.

        An error that an event reports on the list makes the verdict illegal, too.
        """
        army, shown = self.army, self.shown
        is_refused = any(severity == "error" for severity, _ in self.wish.asked)
        kind = "illegal" if is_refused else shown.verdict
        return Verdict(
            kind=kind,
            word=messages.say_verdict(kind, self.lang),
            points=self._format_points(),
            found=[*self._iter_event_findings(), *self.found],
            assumed=self._format_notes("assumed", shown.assumed),
            not_checked=self._format_notes("not_checked", shown.not_checked),
            game=self._get_game_name(),
            prices=messages.say_date_of_data(army, self.lang) if army.priced_on else "",
            hashes=export_wording.say("verdict.hashes", self.lang, **self._get_short_hashes()),
            made=export_wording.say("verdict.made", self.lang, version=VERSION),
        )

    def _iter_event_findings(self) -> Iterator[PrintedFinding]:
        """Yield each objection of an event to the list as a printed finding."""
        for severity, message in self.wish.asked:
            label = messages.say_severity("error" if severity == "error" else "warning", self.lang)
            yield PrintedFinding(severity, label, EVENT, export_wording.make_one_line(message))

    def _format_notes(self, kind: messages.Basis, notes: Iterable[Note]) -> list[str]:
        """Return notes of one kind (assumed or not checked) as sentences, each on one line."""
        return [
            export_wording.make_one_line(messages.say_basis(kind, note, self.lang))
            for note in notes
        ]

    def _get_short_hashes(self) -> dict[str, str]:
        """Return the first 16 digits of the hashes of `roster`, `file` and `data`, by these
        words.
        """
        full = {
            "roster": self.roster_sha256,
            "file": self.file_sha256,
            "data": self.shown.data_sha256,
        }
        return {name: digits[:_SHORT] for name, digits in full.items()}

    def _make_seal(self) -> str:
        """Return the text of the seal, which holds the whole roster and how it was printed."""
        wish, shown, hashes = self.wish, self.shown, self._get_short_hashes()
        return seal.close_seal(
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
                asked=wish.asked,
                page=wish.page if wish.form in link.FORMS else "",
            )
        )
