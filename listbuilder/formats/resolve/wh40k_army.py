"""Find the faction or chapter that a Warhammer 40,000 list is of.

Its header names it, or its units tell it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from listbuilder.formats.clean import header_parts
from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import TYPED, ParsedList, Words
from listbuilder.formats.resolve import typed_units, unit_names
from listbuilder.formats.resolve.wh40k_header import list_spellings
from listbuilder.games.wh40k import name_index as muster_names
from listbuilder.games.wh40k.former_names import NOW
from listbuilder.games.wh40k.name_index import FactionOrChapter, MusterNameIndex
from listbuilder.matching.spellings import find_candidates
from listbuilder.matching.translation import is_foreign


class ArmyFinder:
    """A search for the army of one list."""

    def __init__(self, parsed: ParsedList, account: Account, index: MusterNameIndex) -> None:
        """Prepare the search for the army of `parsed` by the names of `index`."""
        self.made = parsed
        self.account = account
        self.index = index

    def find_army(self) -> FactionOrChapter | None:
        """Return the narrowest faction or chapter that the header names, else that of most units.

        A header line that names an army is taken out of `made.heads`; other parts of that line go
        to `made.beside`. Without a named army a near name of a stated faction is tried, then the
        units. None if these don't help either.
        """
        detachment = self.made.detachment
        if detachment and " - " not in detachment.text:
            detachment = None
        named_armies: list[tuple[FactionOrChapter, Words]] = []
        stated = [*self.made.faction, detachment] if detachment else self.made.faction
        for words in (*stated, *self.made.heads):
            self._add_named_armies(named_armies, words, (words.text, *words.text.split(", ")))
        if not named_armies:
            for words in self.made.heads:
                parts = [part.text for part in header_parts.split_header_line(words)]
                self._add_named_armies(named_armies, words, parts)
        if not named_armies and self.made.name:
            parts = [part.text for part in header_parts.split_header_line(self.made.name)]
            self._add_named_armies(named_armies, self.made.name, parts)
        for _, words in named_armies:
            self.account.source.mark_mapped(words.line)
        heads, self.made.heads, self.made.beside = self.made.heads, [], []
        for words in heads:
            if not any(words is naming for _, naming in named_armies):
                self.made.heads.append(words)
                continue
            for part in header_parts.split_header_line(words):
                if not self.index.find_army(part.text):
                    self.made.beside.append(part)
        armies = [army for army, _ in named_armies]
        if not armies:
            return self._guess_stated_faction() or self._take_army_of_units()
        if self.made.faction and len(armies) > 1 and detachment:
            named = [army for army, words in named_armies if words is detachment]
            armies = named or armies
        best = max(armies, key=self._rank_army)
        for army, words in named_armies:
            if army.faction == best.faction:
                self.account.mark_place(("faction",), words.line)
        return self._find_branch_of_units(best) or best

    def _find_branch_of_units(self, army: FactionOrChapter) -> FactionOrChapter | None:
        """Return the branch of the faction of `army` that its units are of, or None; note it.

        Header lines often say Space Marines of an army with units of one chapter's book. None if
        all units are of the faction itself, or if several branches have the others.
        """
        branches = self.index.list_branches(army.faction) if army.chapter is None else []
        told: set[str] = set(branches)
        is_told = False
        for unit in self.made.units[:200] if branches else ():
            homes = {place for place in branches if self.index.has_unit(unit.name, place)}
            if homes and not self.index.has_unit(unit.name, army.faction):
                told &= homes
                is_told = True
        if not is_told or len(told) != 1:
            return None
        (branch,) = told
        name = self.index.get_faction_data(branch).head.name
        self.account.add_note("import_faction_by_units", faction=name)
        return FactionOrChapter(branch)

    def _add_named_armies(
        self,
        named_armies: list[tuple[FactionOrChapter, Words]],
        words: Words,
        parts: Iterable[str],
    ) -> None:
        """Append (army, words) to `named_armies` for each of `parts` that names an army.

        `words` is the line that the parts are from. A pair that is in `named_armies` already is not
        repeated.
        """
        for part in parts:
            army = self.index.find_army(part)
            if army and (army, words) not in named_armies:
                named_armies.append((army, words))

    def _rank_army(self, army: FactionOrChapter) -> tuple[bool, bool, bool, bool]:
        """Return a tuple that ranks how narrow an army is; the greatest is taken as the one meant.

        In order: whether its faction belongs to a larger one, whether it is a chapter, whether it
        has the stated detachment, whether it has detachments and is the faction of most units.
        """
        head = self.index.get_faction_data(army.faction).head
        is_of_units = bool(head.detachments) and army.faction == self._find_faction_of_most_units()
        owns_detachment = self._has_stated_detachment(army.faction)
        return head.parent is not None, army.chapter is not None, owns_detachment, is_of_units

    def _has_stated_detachment(self, faction: str) -> bool:
        """Return whether a detachment that the header states is one of `faction`, by its name."""
        if self.made.detachment is None:
            return False
        factions = self.index.list_own_factions(faction)
        names = muster_names.make_detachment_names(self.index, factions)
        for words in (self.made.detachment, *self.made.more_detachments):
            for part in words.text.split(", "):
                if any(names.find_exact(text) for text in list_spellings(part)):
                    return True
        return False

    def _guess_stated_faction(self) -> FactionOrChapter | None:
        """Return the army whose name is near to a stated faction, or None; note the guess.

        A stated faction that is near to no name is reported as unread, unless it is in another
        language.
        """
        path = ("faction",)
        factions = self.index.factions
        for words in self.made.faction:
            last_part = words.text.rpartition(" - ")[2]
            match = factions.guess_by_letters(words.text) or factions.guess_by_letters(last_part)
            army = self.index.armies.get(match.target) if match and match.target else None
            if match and army:
                name = self.index.get_faction_data(army.faction).head.name
                self.account.note_guess(words.text, name, words.line, path, match.distance)
                self.account.mark_place(path, words.line)
                return army
            if words.text and not is_foreign(words.text):
                self.account.mark_unread(words.line, "unread_faction", path, given=[words.text])
        return None

    def _find_faction_of_most_units(self) -> str | None:
        """Return the id of the faction that has most of the list's units by exact name, or None.

        Only the first 200 units are looked at. If no unit is known, their names in other languages
        are tried. Factions without detachments don't count.
        """
        votes: Counter[str] = Counter()
        units = self.made.units[:200]
        for unit in units:
            factions = set(self.index.find_factions_with_unit(unit.name))
            if written := unit_names.COUNTED.fullmatch(unit.name):
                factions |= set(self.index.find_factions_with_unit(written["name"]))
            votes.update(sorted(factions))
            if not factions and self.made.format == TYPED:
                for name in typed_units.list_names(unit.name):
                    votes.update(sorted(self.index.find_factions_with_unit(name)))
        if not votes:  # perhaps in another language
            past = self.index.today.past
            for unit in units:
                for faction_id in self.index.shelf.list_ids():
                    spellings = past.get_spellings(faction_id, "datasheets", self.index.language)
                    votes[faction_id] += bool(find_candidates(spellings, unit.name, NOW))
        able = [
            faction_id
            for faction_id, count in votes.items()
            if count and self.index.get_faction_data(faction_id).head.detachments
        ]
        return max(able, key=lambda faction_id: votes[faction_id], default=None)

    def _take_army_of_units(self) -> FactionOrChapter | None:
        """Return the faction that has most of the units as an army, or None if no unit is known.

        A note says that the faction was told by the units.
        """
        voted = self._find_faction_of_most_units()
        if voted is None:
            return None
        head = self.index.get_faction_data(voted).head
        self.account.add_note("import_faction_by_units", faction=head.name)
        return FactionOrChapter(voted)
