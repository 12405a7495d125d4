"""Resolve the header of a Warhammer 40,000 list: its detachments and its force disposition.

Not every edition has force dispositions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from listbuilder.formats.account import Account
from listbuilder.formats.clean import header_parts
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

_TAIL = re.compile(
    r" ?(?:\([^()]*\)|\[[^\[\]]*\]|[-–:]? ?\d ?(?:dp|pd))$", re.IGNORECASE
)  # (3 Detachment Points), [1DP], - 2 DP
_JOINT = re.compile(r",? (?:and|et|und|y|e|&|\+) |, | ?[/;|] ?", re.IGNORECASE)

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
        self.made, self.account, self.index, self.factions, self.shape = (
            parsed,
            account,
            index,
            factions,
            shape,
        )
        self.names = muster_names.make_detachment_names(index, factions)
        self.dispositions = {
            make_id_from_name(name): name for name in index.shelf.load_rulebook().dispositions
        }

    def read_header(self, detachments: list[Detachment]) -> dict[str, Any]:
        """Return the part of the roster that the header says; fill `detachments` with those it
        names.

        What is left of the header is marked: as noise, or as unread.
        """
        data: dict[str, Any] = self._read_disposition() if self.shape.SEVERAL else {}
        named = self._find_detachments() if self.shape.SEVERAL else self._find_one_detachment()
        if named:
            data |= self.shape.make_detachment_keys(
                list(dict.fromkeys(str(match.target) for _, _, match in named))
            )
        for words, written, match in named:
            detachment = muster_names.find_detachment(self.index, self.factions, match.target)
            detachments += [detachment] if detachment and detachment not in detachments else []
            title = detachment.name if detachment else str(match.target)
            self.account.record_match(match, written, title, words.line, self.shape.DETACHMENTS)
            self.account.mark_place(self.shape.DETACHMENTS, words.line)
            self.made.heads = [header for header in self.made.heads if header is not words]
        if not named and self.made.beside and not self.made.detachment:
            self._mark_unknown_detachment(self.made.beside[-1])
        self._mark_repeated_names({match.target for _, _, match in named})
        self._mark_remaining_lines()
        return data

    def _find_one_detachment(self) -> list[tuple[Words, str, Match]]:
        """Return the one detachment as (words, written, match), in a list; empty if none is known.

        Exact names go before near ones. A stated detachment that nobody knows is reported as
        unread.
        """
        candidates = (
            [self.made.detachment]
            if self.made.detachment
            else [*self.made.heads, *self.made.beside]
        )
        title = [] if self.made.detachment else header_parts.split_header_line(self.made.name)
        for look_up, lines in (
            (Names.find_exact, [*candidates, *title]),
            (Names.guess, candidates),
        ):
            for words in lines:
                if (match := self._match_detachment(words.text, look_up)) is not None:
                    self._report_further_detachments(match)
                    return [(words, words.text, match)]
        if self.made.detachment:
            self._mark_unknown_detachment(self.made.detachment)
        return []

    def _report_further_detachments(self, first: Match) -> None:
        """Report lines with another detachment than `first`, or with an unknown one, as unread.

        The army has one alone. A line that says there is none is no matter.
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

        Where no line states them, lines below the faction are tried by exact name, then the title,
        then those lines by near names.
        """
        if self.made.detachment:
            return [
                named
                for words in (self.made.detachment, *self.made.more_detachments)
                for named in self._iter_stated_detachments(words)
            ]
        below = [
            words for words in self.made.heads if words.line > self._get_faction_line()
        ] + self.made.beside
        title = header_parts.split_header_line(self.made.name)
        for look_up, candidates in (
            (Names.find_exact, below),
            (Names.find_exact, title),
            (Names.guess, below),
        ):
            lines = [(words, self._split_names(words.text, look_up)) for words in candidates]
            if detachments := [(words, *part) for words, parts in lines for part in parts]:
                return detachments
        return []

    def _iter_stated_detachments(self, words: Words) -> Iterator[tuple[Words, str, Match]]:
        """Yield the detachments of a line that states them; report the names that nobody knows."""
        if fold(_TAIL.sub("", words.text)) in get_words("no_detachment"):
            return
        parts = self._split_names(words.text, Names.find_exact) or self._split_names(
            words.text, Names.guess
        )
        if parts:
            yield from ((words, *found_part) for found_part in parts)
            return
        known_parts = [
            (part, match)
            for part in words.text.split(", ")
            if (match := self._match_detachment(part, Names.find_best)) is not None
        ]
        for part in words.text.split(", ") if known_parts else [words.text]:
            if part not in [written for written, _ in known_parts]:
                self._mark_unknown_detachment(words, part)
        yield from ((words, *known_part) for known_part in known_parts)

    def _split_names(self, written: str, look_up: How) -> Found:
        """Return all that a line names, as (written, match); empty if it does not consist of names.

        `A, B and C (3 Detachment Points)`, where the names may have such words in them.
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
        """Return the match of the whole of `written`, in any of its spellings, or None."""
        matches = (
            match for text in list_spellings(written) if (match := look_up(self.names, text))
        )
        match = next(matches, None)
        return match if match and match.target else None

    def _mark_unknown_detachment(self, words: Words, given: str | None = None) -> None:
        """Mark `given`, or all of the line `words`, as a detachment that nobody knows."""
        faction = self.factions[0].head.name
        self.account.mark_unread(
            words.line,
            "unread_detachment",
            self.shape.DETACHMENTS,
            given=given or words.text,
            faction=faction,
        )

    def _read_disposition(self) -> dict[str, Any]:
        """Return the force disposition that a line names alone, as roster data; empty if it is
        open.

        The app lists all that the detachments give: of these none is chosen, which a note says.
        """
        lines: list[tuple[Words, list[str]]] = []
        for words in self.made.dispositions:
            parts = [part.strip() for part in re.split(r"[,/]", words.text) if part.strip()]
            unknown = [
                part for part in parts if fold(part) not in get_group_by_word("dispositions")
            ]
            lines.append(
                (
                    words,
                    [
                        get_group_by_word("dispositions")[fold(part)]
                        for part in parts
                        if part not in unknown
                    ],
                )
            )
            for part in unknown:
                self.account.mark_unread(
                    words.line,
                    "unread_disposition",
                    ("disposition",),
                    given=part,
                    known=list(self.dispositions.values()),
                )
        for words in self.made.heads:
            parts = [fold(part) for part in re.split(r"[,/]", words.text) if part.strip()]
            if (
                words.line > self._get_faction_line()
                and parts
                and all(part in get_group_by_word("dispositions") for part in parts)
            ):
                lines.append((words, [get_group_by_word("dispositions")[part] for part in parts]))
                self.account.source.mark_mapped(words.line)
        self.made.heads = [
            words
            for words in self.made.heads
            if not any(words is disposition_words for disposition_words, _ in lines)
        ]
        alone = {ids[0]: words for words, ids in lines if len(ids) == 1}
        if len(alone) == 1:
            chosen, words = next(iter(alone.items()))
            self.account.mark_place(("disposition",), words.line)
            return {"disposition": chosen}
        if disposition_ids := list(dict.fromkeys(name for _, ids in lines for name in ids)):
            names = [
                self.dispositions.get(disposition, disposition) for disposition in disposition_ids
            ]
            self.account.add_note("import_dispositions_open", ("disposition",), names=names)
        return {}

    def _mark_repeated_names(self, chosen: set[str | None]) -> None:
        """Mark header lines that only repeat the chosen detachments as read, and drop them.

        They are from an organiser's header above the app's own.
        """
        for words in list(self.made.heads):
            parts = self._split_names(words.text, Names.find_exact)
            if parts and {match.target for _, match in parts} <= chosen:
                self.account.source.mark_mapped(words.line)
                self.made.heads.remove(words)

    def _mark_remaining_lines(self) -> None:
        """Mark the lines that are left of the header.

        Lines above the faction are a name or prose; one below it is a detachment that we do not
        know. Where no line is that of a faction, one below the total that is above the detachment
        should be.
        """
        for words in self.made.heads:
            if (
                not self._get_faction_line()
                and 0 < (self.made.total_line or 0) < words.line < self._get_detachment_line()
            ):
                (
                    self.account.source.mark_noise
                    if is_foreign(words.text)
                    else self._mark_unknown_faction
                )(words.line)
            elif words.line < (self._get_faction_line() or self._get_detachment_line()) or fold(
                _TAIL.sub("", words.text)
            ) in get_words("no_detachment"):
                self.account.source.mark_noise(words.line)
            elif self.account.marks.get(self.shape.DETACHMENTS):
                self.account.mark_unread(words.line, "unread_line", text=words.text)
            else:
                self.account.mark_unread(
                    words.line,
                    "unread_detachment",
                    given=words.text,
                    faction=self.factions[0].head.name,
                )

    def _mark_unknown_faction(self, line: int) -> None:
        """Mark a header line as a faction that nobody knows."""
        given = [words.text for words in self.made.heads if words.line == line]
        self.account.mark_unread(line, "unread_faction", ("faction",), given=given)

    def _get_detachment_line(self) -> int:
        """Return the number of the line that named the detachment, or 0."""
        return self.account.marks.get(self.shape.DETACHMENTS, (0, 0))[0]

    def _get_faction_line(self) -> int:
        """Return the number of the line that named the faction, or 0."""
        return self.account.marks.get(("faction",), (0, 0))[0]


@lru_cache(maxsize=4096)  # lists have lines in common
def list_spellings(written: str) -> tuple[str, ...]:
    """Return the ways to look up `written`: as it is, or without a bracket or dash.

    The bracket is at its end; of a dash what stands before it is left out.
    """
    variants = [written, _TAIL.sub("", written)]
    if " - " in written:
        variants += [written.split(" - ", 1)[1], written.rsplit(" - ", 1)[1]]
    return tuple(dict.fromkeys(variants))
