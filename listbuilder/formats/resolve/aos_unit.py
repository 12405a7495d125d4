"""Resolve what stands under an Age of Sigmar unit: what it bears or its warscroll has anyway."""

from __future__ import annotations

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import Listed, ParsedUnit, Words
from listbuilder.games.aos.name_index import NameIndex
from listbuilder.games.aos.warscroll_names import WarscrollNames
from listbuilder.matching.names import Match, Names
from listbuilder.model.base import Path
from listbuilder.model.roster_data import RosterData

MOST_OF_ONE = 60  # points of an enhancement; there are hardly units so cheap


class BorneReader:
    """A reader of what units of a list of regiments bear."""

    def __init__(
        self, index: NameIndex, faction: str, enhancements: Names, account: Account
    ) -> None:
        self.index = index
        self.faction = faction
        self.enhancements = enhancements
        self.account = account

    def read_borne(self, unit: ParsedUnit, row: RosterData, path: Path) -> None:
        """Write the enhancements of `unit` into its row `row`, and mark the lines below the unit.

        Weapons, special models and models of the warscroll are marked as read, because the roster
        records no choice of them. Unknown names are reported, or recorded as gone if they were
        known in the past.
        """
        ids: list[str] = []
        names = self._get_warscroll_names(row["unit"])
        for words in unit.enhancements:
            match = (
                self.enhancements.find_exact(words.text)
                or self._find_behind_label(words)
                or self._guess_enhancement(words)
            )
            if match and match.target:
                place = (*path, "enhancements")
                title = self.enhancements.titles.get(match.target, words.text)
                self.account.record_match(match, words.text, title, words.line, place)
                self.account.mark_place(place, words.line)
                ids.append(match.target)
            elif match or (names and names.match_option(words.text)):
                self.account.source.mark_mapped(words.line)
            elif not self.record_gone(words, path):
                args = {
                    "given": words.text,
                    "faction": self.index.load_faction_today(self.faction).head.name,
                }
                self.account.mark_unread(words.line, "unread_enhancement", path, **args)
        if ids:
            row["enhancements"] = [*row.get("enhancements", ()), *ids]
        for entry in unit.entries:
            self.mark_own_option(entry, names, unit.name, path)

    def merge_lost_enhancements(self, units: list[ParsedUnit]) -> list[ParsedUnit]:
        """Return the units without those that are really enhancements of the unit above.

        Such an enhancement has a price and has lost its bullet in a paste. It is added, with the
        lines below it, to the unit above.
        """
        kept: list[ParsedUnit] = []
        for unit in units:
            if kept and self._is_lost_enhancement(unit):
                kept[-1].enhancements.append(Words(unit.name, unit.line, unit.points))
                kept[-1].enhancements += unit.enhancements
                kept[-1].entries += unit.entries
            else:
                kept.append(unit)
        return kept

    def _is_lost_enhancement(self, unit: ParsedUnit) -> bool:
        """Return whether `unit` has an enhancement's name, of now or the past, and no unit's.

        False if it has a number of models, or costs more than any enhancement would.
        """
        if (unit.points or 0) > MOST_OF_ONE or unit.models is not None:
            return False
        is_known = self.enhancements.find_exact(unit.name) is not None
        if not is_known and not self.index.find_former_choice(unit.name, self.faction):
            return False
        return self.index.list_warscroll_names(self.faction).find_exact(unit.name) is None

    def mark_own_option(
        self, entry: Listed, names: WarscrollNames | None, unit_name: str, path: Path
    ) -> None:
        """Mark `entry` and all below it as read if the warscroll has the option; else report it.

        If `entry` is unknown, the lines below it are marked as unread as well. `names` are the
        warscroll's names, None if the warscroll is unknown.
        """
        match = None
        if names is not None and entry.models:
            match = names.match_model(entry.name)
        elif names is not None:
            match = names.match_option(entry.name)
        if match is None:
            self.account.mark_unread(
                entry.line, "unread_option", path, given=entry.name, unit=unit_name
            )
            self.account.source.mark_unread(*entry.iter_lines_below())
            return
        self.account.record_match(match, entry.name, str(match.target), entry.line, path)
        for child in entry.children:
            self.mark_own_option(child, names, unit_name, path)

    def record_gone(self, words: Words, path: Path) -> bool:
        """Return whether `words` name a thing of an earlier season; if so, record it as gone."""
        past_thing = self.index.find_former_choice(words.text, self.faction)
        if past_thing:
            self.account.record_gone(past_thing[0], words.line, path, past_thing[1])
        return past_thing is not None

    def _find_behind_label(self, words: Words) -> Match | None:
        """Return the match of an enhancement whose name follows the name of its table, or None.

        `Accursed Devices: Breath of Contempt`
        """
        _, colon, name = words.text.partition(": ")
        return self.enhancements.find_exact(name.partition(" (")[0]) if colon else None

    def _guess_enhancement(self, words: Words) -> Match | None:
        """Return the enhancement that `words` name without a bracketed remark, else the nearest.

        None if none is near, or if `words` name one that the game has removed.
        """
        bare = words.text.partition(" (")[0]
        match = self.enhancements.find_exact(bare) if bare != words.text else None
        if match is None and self.index.find_former_choice(words.text, self.faction):
            return None  # known, and gone: not to be taken for something near
        return match or self.enhancements.guess(bare)

    def _get_warscroll_names(self, reference: str) -> WarscrollNames | None:
        """Return the names of the models and options of a warscroll, or None if the data
        lacks it.
        """
        sheet = self.index.load_warscroll(reference, self.faction)
        home = reference.rpartition("/")[0] or self.faction
        if sheet is None:
            return None
        now = self.index.find_new_id(home, sheet.id)
        return WarscrollNames(
            sheet,
            self.index.system.id,
            home,
            self.index.list_texts_printed_under(home, sheet, now),
            now,
        )
