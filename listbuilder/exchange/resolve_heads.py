"""What the head of a list of datasheets says: its detachments and, where the game has such, its force disposition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from listbuilder.exchange import head_parts
from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import ParsedList, Words
from listbuilder.games.muster import names as muster_names
from listbuilder.games.muster.data import FactionData
from listbuilder.games.muster.faction import Detachment
from listbuilder.games.muster.names import Index
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.shared.names import Match, Names
from listbuilder.games.shared.phrases import among, group
from listbuilder.games.shared.translate import foreign
from listbuilder.model.base import fold, kebab

_TAIL = re.compile(r" ?(?:\([^()]*\)|\[[^\[\]]*\]|[-–:]? ?\d ?(?:dp|pd))$", re.IGNORECASE)  # (3 Detachment Points), [1DP], - 2 DP
_JOINT = re.compile(r",? (?:and|et|und|y|e|&|\+) |, | ?[/;|] ?", re.IGNORECASE)

How = Callable[[Names, str], Match | None]
Found = list[tuple[str, Match]]  # as written, and what it means


class Heads:
    """Reads the lines of a head that are neither the faction nor the battle size."""

    def __init__(
        self, made: ParsedList, account: Account, index: Index, factions: list[FactionData], shape: type[MusterRoster]
    ) -> None:
        self.made, self.account, self.index, self.factions, self.shape = made, account, index, factions, shape
        self.names = muster_names.detachments(index, factions)
        self.dispositions = {kebab(name): name for name in index.shelf.book().dispositions}

    def read(self, detachments: list[Detachment]) -> dict[str, Any]:
        """That part of the roster. Fills `detachments` with those that are named."""
        data: dict[str, Any] = self._disposition() if self.shape.SEVERAL else {}
        found = self._several() if self.shape.SEVERAL else self._one()
        if found:
            data |= self.shape.naming(list(dict.fromkeys(str(match.target) for _, _, match in found)))
        for words, written, match in found:
            known = muster_names.detachment_of(self.index, self.factions, match.target)
            detachments += [known] if known and known not in detachments else []
            title = known.name if known else str(match.target)
            self.account.found(match, written, title, words.line, self.shape.DETACHMENTS)
            self.account.at(self.shape.DETACHMENTS, words.line)
            self.made.heads = [each for each in self.made.heads if each is not words]
        if not found and self.made.beside and not self.made.detachment:
            self._unknown(self.made.beside[-1])
        self._said_again({match.target for _, _, match in found})
        self._rest()
        return data

    def _one(self) -> list[tuple[Words, str, Match]]:
        candidates = [self.made.detachment] if self.made.detachment else [*self.made.heads, *self.made.beside]
        title = [] if self.made.detachment else head_parts.parts(self.made.name)
        for how, several in ((Names.find, [*candidates, *title]), (Names.guess, candidates)):
            for words in several:
                if (match := self._whole(words.text, how)) is not None:
                    self._no_second(match)
                    return [(words, words.text, match)]
        if self.made.detachment:
            self._unknown(self.made.detachment)
        return []

    def _no_second(self, first: Match) -> None:
        """Where an army has one detachment, a line with another one is not read, nor one with what nobody knows."""
        for words in self.made.more_detachments:
            other = self._whole(words.text, Names.best)
            if other is None and fold(_TAIL.sub("", words.text)) not in among("no_detachment"):
                self._unknown(words)
            elif other is not None and other.target != first.target:
                self.account.unread(words.line, "unread_second_detachment", self.shape.DETACHMENTS, given=words.text)

    def _several(self) -> list[tuple[Words, str, Match]]:
        if self.made.detachment:
            return [each for words in (self.made.detachment, *self.made.more_detachments) for each in self._said(words)]
        below = [words for words in self.made.heads if words.line > self._faction_line()] + self.made.beside
        title = head_parts.parts(self.made.name)
        for how, several in ((Names.find, below), (Names.find, title), (Names.guess, below)):
            lines = [(words, self._parts(words.text, how)) for words in several]
            if found := [(words, *each) for words, parts in lines for each in parts]:
                return found
        return []

    def _said(self, words: Words) -> Iterator[tuple[Words, str, Match]]:
        """Those that a line names which says that it names detachments."""
        if fold(_TAIL.sub("", words.text)) in among("no_detachment"):
            return
        found = self._parts(words.text, Names.find) or self._parts(words.text, Names.guess)
        if found:
            yield from ((words, *each) for each in found)
            return
        known = [(part, match) for part in words.text.split(", ") if (match := self._whole(part, Names.best)) is not None]
        for part in words.text.split(", ") if known else [words.text]:
            if part not in [written for written, _ in known]:
                self._unknown(words, part)
        yield from ((words, *each) for each in known)

    def _parts(self, written: str, how: How) -> Found:
        """All that a line names: `A, B and C (3 Detachment Points)`, where the names may have such words in them."""
        if (whole := self._whole(written, how)) is not None:
            return [(written, whole)]
        bare = _TAIL.sub("", written)
        for joint in reversed(list(_JOINT.finditer(bare))):
            first = self._whole(bare[: joint.start()], how)
            rest = self._parts(bare[joint.end() :], how) if first else []
            if first and rest:
                return [(bare[: joint.start()], first), *rest]
        return []

    def _whole(self, written: str, how: How) -> Match | None:
        found = (match for text in spellings(written) if (match := how(self.names, text)))
        match = next(found, None)
        return match if match and match.target else None

    def _unknown(self, words: Words, given: str | None = None) -> None:
        faction = self.factions[0].head.name
        self.account.unread(words.line, "unread_detachment", self.shape.DETACHMENTS, given=given or words.text, faction=faction)

    def _disposition(self) -> dict[str, Any]:
        """The one that a line names alone. What the app lists are all that the detachments give: of these none is chosen."""
        lines: list[tuple[Words, list[str]]] = []
        for words in self.made.dispositions:
            parts = [part.strip() for part in re.split(r"[,/]", words.text) if part.strip()]
            unknown = [part for part in parts if fold(part) not in group("dispositions")]
            lines.append((words, [group("dispositions")[fold(part)] for part in parts if part not in unknown]))
            for part in unknown:
                self.account.unread(
                    words.line, "unread_disposition", ("disposition",), given=part, known=list(self.dispositions.values())
                )
        for words in self.made.heads:
            parts = [fold(part) for part in re.split(r"[,/]", words.text) if part.strip()]
            if words.line > self._faction_line() and parts and all(part in group("dispositions") for part in parts):
                lines.append((words, [group("dispositions")[part] for part in parts]))
                self.account.source.mapped(words.line)
        self.made.heads = [words for words in self.made.heads if not any(words is each for each, _ in lines)]
        alone = {found[0]: words for words, found in lines if len(found) == 1}
        if len(alone) == 1:
            chosen, words = next(iter(alone.items()))
            self.account.at(("disposition",), words.line)
            return {"disposition": chosen}
        if named := list(dict.fromkeys(each for _, found in lines for each in found)):
            names = [self.dispositions.get(each, each) for each in named]
            self.account.note("import_dispositions_open", ("disposition",), names=names)
        return {}

    def _said_again(self, chosen: set[str | None]) -> None:
        """An organiser's head above the app's own: what both say."""
        for words in list(self.made.heads):
            parts = self._parts(words.text, Names.find)
            if parts and {match.target for _, match in parts} <= chosen:
                self.account.source.mapped(words.line)
                self.made.heads.remove(words)

    def _rest(self) -> None:
        """Lines above the faction are a name or prose; one below it is a detachment that we do not know.

        Where no line is that of a faction, one below the total that is above the detachment should be.
        """
        for words in self.made.heads:
            if not self._faction_line() and 0 < (self.made.total_line or 0) < words.line < self._detachment_line():
                (self.account.source.noise if foreign(words.text) else self._no_faction)(words.line)
            elif words.line < (self._faction_line() or self._detachment_line()) or fold(_TAIL.sub("", words.text)) in among(
                "no_detachment"
            ):
                self.account.source.noise(words.line)
            elif self.account.marks.get(self.shape.DETACHMENTS):
                self.account.unread(words.line, "unread_line", text=words.text)
            else:
                self.account.unread(words.line, "unread_detachment", given=words.text, faction=self.factions[0].head.name)

    def _no_faction(self, line: int) -> None:
        given = [words.text for words in self.made.heads if words.line == line]
        self.account.unread(line, "unread_faction", ("faction",), given=given)

    def _detachment_line(self) -> int:
        return self.account.marks.get(self.shape.DETACHMENTS, (0, 0))[0]

    def _faction_line(self) -> int:
        return self.account.marks.get(("faction",), (0, 0))[0]


@lru_cache(maxsize=4096)  # lists have lines in common
def spellings(written: str) -> tuple[str, ...]:
    """As written; without a bracket at the end; without what stands before a dash."""
    found = [written, _TAIL.sub("", written)]
    if " - " in written:
        found += [written.split(" - ", 1)[1], written.rsplit(" - ", 1)[1]]
    return tuple(dict.fromkeys(found))
