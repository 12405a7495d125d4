"""What stands under one unit of a list of regiments: what it bears, and what its warscroll has anyway."""

from __future__ import annotations

from typing import Any

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import Listed, ParsedUnit, Words
from listbuilder.games.regiments.names import Index
from listbuilder.games.regiments.warscroll_names import WarscrollNames
from listbuilder.games.shared.names import Match, Names
from listbuilder.model.base import Path

MOST_OF_ONE = 60  # points of an enhancement; there are hardly units so cheap


class Borne:
    def __init__(self, index: Index, faction: str, enhancements: Names, account: Account) -> None:
        self.index = index
        self.faction = faction
        self.enhancements = enhancements
        self.account = account

    def read(self, unit: ParsedUnit, made: dict[str, Any], path: Path) -> None:
        """Enhancements go into the roster; weapons, special models and models are no choice that it records."""
        ids: list[str] = []
        names = self._names(made["unit"])
        for words in unit.enhancements:
            found = self.enhancements.find(words.text) or self._labelled(words) or self._guess(words)
            if found and found.target:
                place = (*path, "enhancements")
                title = self.enhancements.titles.get(found.target, words.text)
                self.account.found(found, words.text, title, words.line, place)
                self.account.at(place, words.line)
                ids.append(found.target)
            elif found or (names and names.option(words.text)):
                self.account.source.mapped(words.line)
            elif not self.gone(words, path):
                args = {"given": words.text, "faction": self.index.data(self.faction).head.name}
                self.account.unread(words.line, "unread_enhancement", path, **args)
        if ids:
            made["enhancements"] = [*made.get("enhancements", ()), *ids]
        for entry in unit.entries:
            self.had(entry, names, unit.name, path)

    def taken_for_units(self, units: list[ParsedUnit]) -> list[ParsedUnit]:
        """Without enhancements with a price whose bullet a paste has lost: they are of the unit above."""
        kept: list[ParsedUnit] = []
        for unit in units:
            found = self.enhancements.find(unit.name) if kept and (unit.points or 0) <= MOST_OF_ONE else None
            known = found or (kept and (unit.points or 0) <= MOST_OF_ONE and self.index.past_extra(unit.name, self.faction))
            if known and unit.models is None and self.index.warscrolls(self.faction).find(unit.name) is None:
                kept[-1].enhancements.append(Words(unit.name, unit.line, unit.points))
                kept[-1].enhancements += unit.enhancements
                kept[-1].entries += unit.entries
            else:
                kept.append(unit)
        return kept

    def had(self, entry: Listed, names: WarscrollNames | None, unit: str, path: Path) -> None:
        """Something of the warscroll's own, and what stands below it; else both are unread."""
        found = None
        if names is not None:
            found = names.model(entry.name) if entry.models else names.option(entry.name)
        if found is None:
            self.account.unread(entry.line, "unread_option", path, given=entry.name, unit=unit)
            self.account.source.unread(*entry.lines_below())
            return
        self.account.found(found, entry.name, str(found.target), entry.line, path)
        for child in entry.children:
            self.had(child, names, unit, path)

    def gone(self, words: Words, path: Path) -> bool:
        """Something of an earlier season, that the data has no longer."""
        gone = self.index.past_extra(words.text, self.faction)
        if gone:
            self.account.went(gone[0], words.line, path, gone[1])
        return gone is not None

    def _labelled(self, words: Words) -> Match | None:
        """`Accursed Devices: Breath of Contempt`: behind the name of the table it is from."""
        _, colon, name = words.text.partition(": ")
        return self.enhancements.find(name.partition(" (")[0]) if colon else None

    def _guess(self, words: Words) -> Match | None:
        """Without a remark that the player put behind it in brackets, else the nearest."""
        bare = words.text.partition(" (")[0]
        found = self.enhancements.find(bare) if bare != words.text else None
        if found is None and self.index.past_extra(words.text, self.faction):
            return None  # known, and gone: not to be taken for something near
        return found or self.enhancements.guess(bare)

    def _names(self, reference: str) -> WarscrollNames | None:
        sheet = self.index.sheet(reference, self.faction)
        home = reference.rpartition("/")[0] or self.faction
        if sheet is None:
            return None
        now = self.index.id_today(home, sheet.id)
        return WarscrollNames(sheet, self.index.system.id, home, self.index.printed_under(home, sheet, now), now)
