"""Resolve a regiment of renown on a list: its name, its units below it, and what they bear."""

from __future__ import annotations

from collections import Counter
from typing import Any

from listbuilder.formats.parsed import ParsedUnit
from listbuilder.formats.resolve.aos_unit import BorneReader
from listbuilder.games.aos.faction import RegimentOfRenown
from listbuilder.model.base import Path
from listbuilder.model.roster_data import RosterData

Member = tuple[int, RosterData]  # where it stands, and the unit as the roster has it


class RenownReader:
    """A reader of regiments of renown."""

    def __init__(self, borne: BorneReader) -> None:
        self.borne = borne
        self.index = borne.index
        self.account = borne.account

    def read_regiment(self, unit: ParsedUnit, listed: list[Any]) -> None:
        """Append the regiment of renown that `unit` names to `listed`, or report its name.

        Only the regiment's id is written. Its units are written too if the regiment has no price of
        its own, or if one of them has an enhancement.
        """
        place = len(listed)
        path: Path = ("regiment_of_renown",) if not place else ("regiment_of_renown", place)
        match = self.index.list_renown_names().find_best(unit.name)
        data = self.index.shelf.load_regiments_of_renown()
        regiment = data.load_regiment(match.target) if match and match.target and data else None
        if match is None or regiment is None:
            self.account.mark_unread(unit.line, "unread_renown", path, given=unit.name)
            self.account.source.mark_unread(*unit.iter_lines_below())
            return
        self.account.record_match(match, unit.name, regiment.name, unit.line, path)
        self.account.mark_place(path, unit.line)
        members = self._resolve_members(unit, regiment, path)
        self._assign_borne(unit, members, path)
        if regiment.points is None or any("enhancements" in made for _, made in members):
            listed.append({"regiment": regiment.id, "units": [made for _, made in members]})
        else:
            listed.append(regiment.id)

    def _resolve_members(
        self, unit: ParsedUnit, regiment: RegimentOfRenown, path: Path
    ) -> list[Member]:
        """Return the units listed under a regiment of renown, each as (line, roster row).

        A unit that the regiment doesn't have, or not so often, is reported as unread.
        """
        left = Counter[str]()
        for regiment_unit in regiment.units:
            left[regiment_unit.unit] += regiment_unit.count
        members: list[Member] = []
        for words in unit.members:
            unit_match = self.index.find_unit(words.text, self.borne.faction, None)
            reference = unit_match[0] if unit_match else ""
            full = reference if "/" in reference else f"{self.borne.faction}/{reference}"
            if unit_match is None or left[full] < 1:
                self.account.mark_unread(
                    words.line, "unread_member", path, given=words.text, regiment=regiment.name
                )
                continue
            left[full] -= 1
            self.account.record_match(unit_match[2], words.text, unit_match[1], words.line, path)
            members.append((words.line, {"unit": reference}))
        return members

    def _assign_borne(self, unit: ParsedUnit, members: list[Member], path: Path) -> None:
        """Write enhancements and options under a regiment of renown into the unit above each.

        If no unit stands above the line, it is reported as unread.
        """
        for number, words, entry in [
            *((words.line, words, None) for words in unit.enhancements),
            *((entry.line, None, entry) for entry in unit.entries),
        ]:
            bearer = next((row for line, row in reversed(members) if line <= number), None)
            alone = ParsedUnit(
                unit.name,
                unit.line,
                enhancements=[words] if words else [],
                entries=[entry] if entry else [],
            )
            if bearer is not None:
                self.borne.read_borne(alone, bearer, path)
            elif words:
                self.account.mark_unread(
                    number, "unread_option", path, given=words.text, unit=unit.name
                )
            elif entry:
                self.borne.mark_own_option(entry, None, unit.name, path)
