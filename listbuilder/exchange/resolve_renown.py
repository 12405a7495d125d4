"""A regiment of renown on a list: its name, its units below it, and what they bear."""

from __future__ import annotations

from collections import Counter
from typing import Any

from listbuilder.exchange.parsed import ParsedUnit
from listbuilder.exchange.resolve_borne import Borne
from listbuilder.games.regiments.allegiance import RegimentOfRenown
from listbuilder.model.base import Path

Member = tuple[int, dict[str, Any]]  # where it stands, and the unit as the roster has it


class Renown:
    def __init__(self, borne: Borne) -> None:
        self.borne = borne
        self.index = borne.index
        self.account = borne.account

    def read(self, unit: ParsedUnit, listed: list[Any]) -> None:
        place = len(listed)
        path: Path = ("regiment_of_renown",) if not place else ("regiment_of_renown", place)
        found = self.index.renown().best(unit.name)
        data = self.index.shelf.renown()
        regiment = data.regiment(found.target) if found and found.target and data else None
        if found is None or regiment is None:
            self.account.unread(unit.line, "unread_renown", path, given=unit.name)
            self.account.source.unread(*unit.lines_below())
            return
        self.account.found(found, unit.name, regiment.name, unit.line, path)
        self.account.at(path, unit.line)
        members = self._members(unit, regiment, path)
        self._bear(unit, members, path)
        if regiment.points is None or any("enhancements" in made for _, made in members):
            listed.append({"regiment": regiment.id, "units": [made for _, made in members]})
        else:
            listed.append(regiment.id)

    def _members(self, unit: ParsedUnit, regiment: RegimentOfRenown, path: Path) -> list[Member]:
        """The units listed under it: each is one of the regiment's, and none more often than it has them."""
        left = Counter[str]()
        for each in regiment.units:
            left[each.unit] += each.count
        found: list[Member] = []
        for words in unit.members:
            known = self.index.unit(words.text, self.borne.faction, None)
            reference = known[0] if known else ""
            full = reference if "/" in reference else f"{self.borne.faction}/{reference}"
            if known is None or left[full] < 1:
                self.account.unread(words.line, "unread_member", path, given=words.text, regiment=regiment.name)
                continue
            left[full] -= 1
            self.account.found(known[2], words.text, known[1], words.line, path)
            found.append((words.line, {"unit": reference}))
        return found

    def _bear(self, unit: ParsedUnit, members: list[Member], path: Path) -> None:
        """What is listed belongs to the unit above it; where there is none, nobody can say whose it is."""
        for number, words, entry in [
            *((words.line, words, None) for words in unit.enhancements),
            *((entry.line, None, entry) for entry in unit.entries),
        ]:
            bearer = next((made for line, made in reversed(members) if line <= number), None)
            alone = ParsedUnit(unit.name, unit.line, enhancements=[words] if words else [], entries=[entry] if entry else [])
            if bearer is not None:
                self.borne.read(alone, bearer, path)
            elif words:
                self.account.unread(number, "unread_option", path, given=words.text, unit=unit.name)
            elif entry:
                self.borne.had(entry, None, unit.name, path)
