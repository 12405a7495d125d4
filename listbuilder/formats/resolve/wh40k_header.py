"""Resolve the header of a Warhammer 40,000 list: its detachments and its force disposition.

Not every edition has force dispositions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from listbuilder.formats.clean import header_parts
from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList, Words
from listbuilder.games.wh40k import name_index as muster_names
from listbuilder.games.wh40k.catalog import FactionData
from listbuilder.games.wh40k.faction import Detachment
from listbuilder.games.wh40k.name_index import MusterNameIndex
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.matching.names import Match, Names
from listbuilder.matching.phrases import get_group_by_word, get_words
from listbuilder.matching.translation import is_foreign
from listbuilder.model.base import fold, make_id_from_name
from listbuilder.model.roster_data import RosterData

# (3 Detachment Points), [1DP], - 2 DP
_TAIL = re.compile(r" ?(?:\([^()]*\)|\[[^\[\]]*\]|[-–:]? ?\d ?(?:dp|pd))$", re.IGNORECASE)
_JOINT = re.compile(r",? (?:and|et|und|y|e|&|\+) |, | ?[/;|] ?", re.IGNORECASE)

FEWEST_WORDS = 6  # of a sentence
LONGEST_NAME = 80  # characters of a heading that names a detachment
How = Callable[[Names, str], Match | None]
Found = list[tuple[str, Match]]  # as written, and what it means


class HeaderReader:
    """A reader of the lines of a header that are neither the faction nor the battle size."""

    def __init__(
        self,
        parsed: ParsedList,
        account: Account,
        index: MusterNameIndex,
        factions: list[FactionData],
        shape: type[MusterRoster],
    ) -> None:
        """Prepare to read the header of `parsed`; `shape` is the class of roster to be made.

        `factions`: the data of the list's faction first, then of others whose detachments count.
        """
        self.made = parsed
        self.account = account
        self.index = index
        self.factions = factions
        self.shape = shape
        self.names = muster_names.make_detachment_names(index, factions)
        self.dispositions = {
            make_id_from_name(name): name for name in index.shelf.load_rulebook().dispositions
        }

    def read_header(self, detachments: list[Detachment]) -> RosterData:
        """Return the roster keys that the header gives; add its detachments to `detachments`.

        The keys are the detachments and the force disposition. All remaining lines of the header
        are marked, as noise or as unread.
        """
        data: RosterData = self._read_disposition() if self.shape.SEVERAL else {}
        named = self._find_detachments() if self.shape.SEVERAL else self._find_one_detachment()
        if named:
            ids = dict.fromkeys(str(match.target) for _, _, match in named)
            data |= self.shape.make_detachment_keys(list(ids))
        for words, written, match in named:
            detachment = muster_names.find_detachment(self.index, self.factions, match.target)
            if detachment and detachment not in detachments:
                detachments.append(detachment)
            title = detachment.name if detachment else str(match.target)
            self.account.record_match(match, written, title, words.line, self.shape.DETACHMENTS)
            self.account.mark_place(self.shape.DETACHMENTS, words.line)
            self.made.heads = [header for header in self.made.heads if header is not words]
        if not named and self.made.beside and not self.made.detachment:
            self._mark_unknown_detachment(self.made.beside[-1])
        self._mark_repeated_names({match.target for _, _, match in named})
        self._mark_remaining_lines()
        self._mark_headings({match.target for _, _, match in named})
        return data

    def _find_one_detachment(self) -> list[tuple[Words, str, Match]]:
        """Return a list with the one known detachment as (words, written, match), or empty.

        Exact names are tried before near ones. A stated detachment that is unknown is reported, and
        so are further detachments.
        """
        candidates = [*self.made.heads, *self.made.beside]
        title = header_parts.split_header_line(self.made.name)
        if self.made.detachment:
            candidates, title = [self.made.detachment], []
        ways = ((Names.find_exact, [*candidates, *title]), (Names.guess, candidates))
        for look_up, lines in ways:
            for words in lines:
                match = self._match_detachment(words.text, look_up)
                if match is not None:
                    self._report_further_detachments(match)
                    return [(words, words.text, match)]
        if self.made.detachment:
            self._mark_unknown_detachment(self.made.detachment)
        return []

    def _report_further_detachments(self, first: Match) -> None:
        """Report lines that name another detachment than `first`, or an unknown one, as unread.

        Why: an army of this edition has only one. A line that says that there is no detachment is
        left alone.
        """
        for words in self.made.more_detachments:
            match = self._match_detachment(words.text, Names.find_best)
            if match is None and fold(_TAIL.sub("", words.text)) not in get_words("no_detachment"):
                self._mark_unknown_detachment(words)
            elif match is not None and match.target != first.target:
                self.account.mark_unread(
                    words.line, "unread_second_detachment", self.shape.DETACHMENTS, given=words.text
                )

    def _find_detachments(self) -> list[tuple[Words, str, Match]]:
        """Return the detachments that the header names, each as (words, written, match).

        If no line states them, lines below the faction are tried by exact names, then the list's
        title, then the lines below the faction by near names.
        """
        detachments: list[tuple[Words, str, Match]] = []
        if self.made.detachment:
            for words in (self.made.detachment, *self.made.more_detachments):
                detachments += self._iter_stated_detachments(words)
            return detachments
        faction_line = self._get_faction_line()
        below = [words for words in self.made.heads if words.line > faction_line]
        below += self.made.beside
        title = header_parts.split_header_line(self.made.name)
        named = self.made.name.line if self.made.name is not None else 0
        untitled = [words for words in below if words.line != named]
        ways = ((Names.find_exact, below), (Names.find_exact, title), (Names.guess, untitled))
        for look_up, candidates in ways:
            for words in candidates:
                parts = self._split_names(words.text, look_up)
                detachments += [(words, *part) for part in parts]
            if detachments:
                break
        return detachments

    def _iter_stated_detachments(self, words: Words) -> Iterator[tuple[Words, str, Match]]:
        """Yield the detachments of a line that states them, each as (words, written, match).

        Unknown names on the line are reported. A line that says that there is no detachment yields
        nothing.
        """
        if fold(_TAIL.sub("", words.text)) in get_words("no_detachment"):
            return
        named = self._split_names(words.text, Names.find_exact)
        named = named or self._split_names(words.text, Names.guess)
        if not named:
            unknown: list[str] = []
            for part in words.text.split(", "):
                match = self._match_detachment(part, Names.find_best)
                if match is not None:
                    named.append((part, match))
                else:
                    unknown.append(part)
            for part in unknown if named else [words.text]:
                self._mark_unknown_detachment(words, part)
        for written, match in named:
            yield words, written, match

    def _split_names(self, written: str, look_up: How) -> Found:
        """Return the detachments named by `written`, as (written, match).

        Empty if any part of `written` is no name. `A, B and C (3 Detachment Points)`. Names may
        themselves contain commas and "and".
        """
        if (whole := self._match_detachment(written, look_up)) is not None:
            return [(written, whole)]
        bare = _TAIL.sub("", written)
        for joint in reversed(list(_JOINT.finditer(bare))):
            first = self._match_detachment(bare[: joint.start()], look_up)
            rest = self._split_names(bare[joint.end() :], look_up) if first else []
            if first and rest:
                return [(bare[: joint.start()], first), *rest]
        return []

    def _match_detachment(self, written: str, look_up: How) -> Match | None:
        """Return the detachment that the whole of `written` names, in one of its spellings, or
        None.

        None also if that name is known to stand for nothing of its own.
        """
        for text in list_spellings(written):
            if match := look_up(self.names, text):
                return match if match.target else None
        return None

    def _mark_unknown_detachment(self, words: Words, given: str | None = None) -> None:
        """Report `given`, or all of the line `words`, as a detachment unknown to the data.

        The line is marked as unread.
        """
        faction = self.factions[0].head.name
        self.account.mark_unread(
            words.line,
            "unread_detachment",
            self.shape.DETACHMENTS,
            given=given or words.text,
            faction=faction,
        )

    def _read_disposition(self) -> RosterData:
        """Return the force disposition that a line names alone, as roster data; else empty.

        The app lists all dispositions that the detachments give. Then none is chosen, and a note
        lists them. Unknown names on a line of dispositions are reported. Header lines that name
        only dispositions are taken out of the header.
        """
        path = ("disposition",)
        id_by_word = get_group_by_word("dispositions")
        known = list(self.dispositions.values())
        lines: list[tuple[Words, list[str]]] = []
        for words in self.made.dispositions:
            ids: list[str] = []
            for part in re.split(r"[,/]", words.text):
                given = _TAIL.sub("", part.strip())  # the size's points may have come behind it
                if fold(given) in id_by_word:
                    ids.append(id_by_word[fold(given)])
                elif given:
                    args = {"given": given, "known": known}
                    self.account.mark_unread(words.line, "unread_disposition", path, **args)
            lines.append((words, ids))
        heads, self.made.heads = self.made.heads, []
        for words in heads:
            parts = [fold(part) for part in re.split(r"[,/]", words.text) if part.strip()]
            are_known = bool(parts) and all(part in id_by_word for part in parts)
            if are_known and words.line > self._get_faction_line():
                lines.append((words, [id_by_word[part] for part in parts]))
                self.account.source.mark_mapped(words.line)
            elif not any(words is stated for stated in self.made.dispositions):
                self.made.heads.append(words)
        alone = {ids[0]: words for words, ids in lines if len(ids) == 1}
        if len(alone) == 1:
            ((chosen, words),) = alone.items()
            self.account.mark_place(path, words.line)
            return {"disposition": chosen}
        named = dict.fromkeys(name for _, ids in lines for name in ids)
        if named:
            names = [self.dispositions.get(disposition, disposition) for disposition in named]
            self.account.add_note("import_dispositions_open", path, names=names)
        return {}

    def _mark_repeated_names(self, chosen: set[str | None]) -> None:
        """Mark header lines that only repeat `chosen` detachments as read, and drop them.

        Why: an organiser's header may stand above the app's own.
        """
        for words in list(self.made.heads):
            parts = self._split_names(words.text, Names.find_exact)
            if parts and {match.target for _, match in parts} <= chosen:
                self.account.source.mark_mapped(words.line)
                self.made.heads.remove(words)

    def _mark_headings(self, chosen: set[str | None]) -> None:
        """Mark lines that nothing has read yet, and that only name `chosen` detachments, as noise.

        Such a line is the heading of the units that a detachment allows.
        """
        for line in self.account.source.lines:
            if line.fate is None and not line.is_blank and len(line.words) <= LONGEST_NAME:
                parts = self._split_names(line.words.rstrip(" .:"), Names.find_exact)
                if parts and {match.target for _, match in parts} <= chosen:
                    self.account.source.mark_noise(line.number)

    def _mark_remaining_lines(self) -> None:
        """Mark the header lines that are left over, as noise or as unread.

        A line above the faction is a name or prose, so it is noise. A line below it is reported: as
        an unknown detachment if no detachment is known, else as a line that wasn't understood. If
        no line named the faction, a line between the total and the detachment is reported as an
        unknown faction.
        """
        faction_line = self._get_faction_line()
        detachment_line, _ = self.account.marks.get(self.shape.DETACHMENTS, (0, 0))
        total_line = self.made.total_line or 0
        prose = self._find_prose()
        for words in self.made.heads:
            line = words.line
            bare = fold(_TAIL.sub("", words.text))
            if self.made.name is not None and line == self.made.name.line:
                continue
            if line in prose:
                self.account.source.mark_noise(line)
                continue
            if not faction_line and 0 < total_line < line < detachment_line:
                if is_foreign(words.text):
                    self.account.source.mark_noise(line)
                    continue
                given = [other.text for other in self.made.heads if other.line == line]
                self.account.mark_unread(line, "unread_faction", ("faction",), given=given)
            elif line < (faction_line or detachment_line) or bare in get_words("no_detachment"):
                self.account.source.mark_noise(line)
            elif self.account.marks.get(self.shape.DETACHMENTS):
                self.account.mark_unread(line, "unread_line", text=words.text)
            else:
                faction = self.factions[0].head.name
                self.account.mark_unread(
                    line, "unread_detachment", given=words.text, faction=faction
                )

    def _find_prose(self) -> set[int]:
        """Return the numbers of the header lines that are the text of a rule, with its title.

        Such a text has a line longer than any name, or a sentence. The lines right above and below
        it belong to it. Empty if no line states the detachment, because such a line might name it.
        """
        if self.made.detachment is None:
            return set()
        numbers = [words.line for words in self.made.heads]
        long = {words.line for words in self.made.heads if _is_sentence(words.text)}
        prose: set[int] = set()
        for number in (*numbers, *reversed(numbers)):
            if number in long or prose & {number - 1, number + 1}:
                prose.add(number)
        return prose

    def _get_faction_line(self) -> int:
        """Return the number of the line that named the faction, or 0."""
        return self.account.marks.get(("faction",), (0, 0))[0]


def _is_sentence(text: str) -> bool:
    """Return whether `text` is longer than any name, or is a sentence of several words."""
    return len(text) > LONGEST_NAME or (text.endswith(".") and len(text.split()) >= FEWEST_WORDS)


@lru_cache(maxsize=4096)  # lists have lines in common
def list_spellings(written: str) -> tuple[str, ...]:
    """Return the texts under which to look up `written`, itself first.

    The others are `written` without a bracket at its end, such as `(2 DP)`, and the parts behind
    its first and its last dash.
    """
    variants = [written, _TAIL.sub("", written)]
    if " - " in written:
        variants += [written.split(" - ", 1)[1], written.rsplit(" - ", 1)[1]]
    return tuple(dict.fromkeys(variants))
