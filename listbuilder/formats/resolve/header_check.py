"""Check what the header of a list says a second time against what is listed below it.

That is who the warlord is and who bears which enhancement.
"""

from __future__ import annotations

import re

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList, Words
from listbuilder.formats.read.fence import split_bearer
from listbuilder.games.wh40k.catalog import FactionData
from listbuilder.games.wh40k.name_index import MusterNameIndex
from listbuilder.matching.likeness import make_singular_key
from listbuilder.matching.names import Match, Names
from listbuilder.matching.translation import is_foreign
from listbuilder.model.base import fold
from listbuilder.model.roster_data import RosterData

_ASIDE = re.compile(r" ?\([^()]*\)|\[[^\[\]]*\] ?")
_REF = re.compile(r"^[A-Za-z]{3,6} ?\d{1,3} ?[-–:] ?")


class HeaderCheck:
    """A check of the header's statements against the resolved units."""

    def __init__(
        self,
        parsed: ParsedList,
        index: MusterNameIndex,
        faction: FactionData,
        enhancements: tuple[Names, Names],
        account: Account,
    ) -> None:
        """Prepare the check of the header of `parsed`; what it finds is reported in `account`."""
        self.made = parsed
        self.index = index
        self.faction = faction
        self.enhancements = enhancements
        self.account = account

    def check_header(self, units: list[RosterData]) -> None:
        """Check the warlord and the bearers of enhancements in the header against the units.

        If no unit has an enhancement, those in the header are given to the units that it names.
        """
        if self.made.warlord:
            self._check_warlord(self.made.warlord, units)
        borne = any("enhancement" in made for made in units)
        for words in self.made.enhancements:
            if borne:
                self._check_bearer(words, units)
            else:
                self._give_enhancement(words, units)

    def _check_warlord(self, words: Words, units: list[RosterData]) -> None:
        """Make the unit that the header names the warlord if no unit is marked; else compare them.

        A different unit is reported as a contradiction, but only if every unit was read and the
        name is not just a guess.
        """
        match = self.index.find_unit(words.text, self.faction.head.id)
        named = [row for row in units if match and row["datasheet"] == match[0]]
        marked = [row for row in units if row.get("warlord")]
        if match is None:
            row = self._find_row_by_words(words.text, units) or self._find_row_by_line(words, units)
            named = [row] if row is not None else []
        if named and not marked:
            named[0]["warlord"] = True
            self.account.add_note("import_warlord_by_head", unit=words.text, line=words.line)
            return
        if match is None and is_foreign(words.text) and not named:
            return
        if match is not None and match[1].how == "guess":
            return
        if not any(row in named for row in marked) and len(units) == len(self.made.units):
            others = [self._get_unit_name(row) for row in marked]
            key = "contradiction_warlord" if marked and match else "contradiction_warlord_missing"
            self.account.mark_unread(words.line, key, stated=words.text, listed=others)

    def _find_row_by_words(self, written: str, units: list[RosterData]) -> RosterData | None:
        """Return the only unit whose name has all words of `written`, or begins or ends it.

        `Lord Solar Leontus (Bob)`, `Char2 - Lord Solar`: brackets and numbers of units don't count.
        None if several units fit. Of copies of one datasheet, the marked one or the first is meant.
        """
        bare = _REF.sub("", _ASIDE.sub("", written)).strip()
        words = make_singular_key(bare).split()
        rows: list[RosterData] = []
        for row in units:
            name = make_singular_key(self._get_unit_name(row)).split()
            around = words[: len(name)] == name or words[-len(name) :] == name
            if words and (around or set(words) <= set(name)):
                rows.append(row)
        if len({row["datasheet"] for row in rows}) != 1:
            return None
        return next((row for row in rows if row.get("warlord")), rows[0])

    def _find_row_by_line(self, words: Words, units: list[RosterData]) -> RosterData | None:
        """Return the first unit that the list calls by the unknown name `words`, or None.

        Why: the data may not know the name, but the unit was told in another way.
        """
        lines = {unit.line for unit in self.made.units if fold(unit.name) == fold(words.text)}
        for place, row in enumerate(units):
            if self.account.marks.get(("units", place), (0, 0))[0] in lines:
                return row
        return None

    def _check_bearer(self, words: Words, units: list[RosterData]) -> None:
        """Report an enhancement if the bearer that the header names doesn't have it in the list.

        An unknown enhancement is reported too. Nothing is compared if a unit was not read, or if
        the bearer's name is unknown or only a guess.
        """
        name, bearer = split_bearer(words)
        match = self._find_enhancement(name)
        unit = self.index.find_unit(bearer, self.faction.head.id) if bearer else None
        if match is None and bearer and not is_foreign(name) and not is_foreign(bearer):
            self._mark_unknown_enhancement(words)
        if match is None or match.target is None or unit is None:
            return
        if unit[1].how == "guess" or len(units) < len(self.made.units):
            return
        bearers = [row for row in units if match.target in make_list(row.get("enhancement"))]
        if not any(row["datasheet"] == unit[0] for row in bearers):
            listed = [self._get_unit_name(row) for row in bearers]
            key = "contradiction_bearer" if bearers else "contradiction_bearer_missing"
            self.account.mark_unread(words.line, key, given=name, stated=bearer, listed=listed)

    def _find_enhancement(self, name: str) -> Match | None:
        """Return the match of an enhancement by its exact name, or None.

        A kind in brackets behind the name is left out if it is not part of it: `Relic (Aura)`.
        """
        for written in (name, _ASIDE.sub("", name)):
            for names in self.enhancements:
                if match := names.find_exact(written):
                    return match
        return None

    def _get_unit_name(self, row: RosterData) -> str:
        """Return the name of a roster row's datasheet, or its id if that is unknown."""
        sheet = self.index.find_datasheet(row["datasheet"], self.faction.head.id)
        return sheet[0].name if sheet else str(row["datasheet"])

    def _give_enhancement(self, words: Words, units: list[RosterData]) -> None:
        """Write an enhancement that only the header names into its bearer's row.

        `Relic (on Char1: Captain)` is an example. If the enhancement or the bearer is unknown, the
        line is reported as unread.
        """
        name, bearer = split_bearer(words)
        match = self._find_enhancement(name)
        unit = self.index.find_unit(bearer, self.faction.head.id) if bearer else None
        bearers: list[RosterData] = []
        for row in units:
            if unit and row["datasheet"] == unit[0] and "enhancement" not in row:
                bearers.append(row)
        if match is None or not bearers:
            self._mark_unknown_enhancement(words)
        elif match.target:
            bearers[0]["enhancement"] = match.target

    def _mark_unknown_enhancement(self, words: Words) -> None:
        """Report an enhancement of the header as unknown, unless a line below reports it.

        In that case the header's line is only marked as read.
        """
        name = fold(split_bearer(words)[0])
        for problem in self.account.problems:
            if problem.key == "unread_enhancement" and fold(str(problem.args["given"])) == name:
                self.account.source.mark_mapped(words.line)
                return
        self.account.mark_unread(
            words.line, "unread_enhancement", given=words.text, faction=self.faction.head.name
        )


def make_list(given: str | list[str] | None) -> list[str]:
    """Return the names in `given` as a list: itself, a list of one name, or empty for None."""
    return [given] if isinstance(given, str) else given or []
