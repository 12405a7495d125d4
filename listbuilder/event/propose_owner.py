"""Propose the player of a list whose name isn't written in full: by surname, first name, initials.

A proposal is only a question to the organiser: the list has no player until the file of players
says whose it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence

from listbuilder.event.players import (
    MOST_NAME,
    Player,
    PlayerRegistry,
    get_folder,
    get_stem,
    split_words,
)
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import fold

_SHORTEST = 3  # letters of a first or last name that is recognised alone
_SHORTEST_GLUED = 6  # letters of a whole name written as one word
_MOST_LIKENED = 500  # with more players, misspelt names aren't searched, because it takes long
_HUMPS = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")  # LiamJones
_CAPITALS = re.compile(r"(?<![^\W_])[A-Z]{2,3}(?![^\W_])")  # LJ, as in LJ_list.txt
_LETTERS = re.compile(r"[^\W\d_]+")


class OwnerProposals:
    """The players of an event, indexed by parts of their names."""

    def __init__(self, roll: PlayerRegistry) -> None:
        """Index the players by their surnames, first names, glued names and initials."""
        self._last: dict[str, list[Player]] = defaultdict(list)
        self._first: dict[str, list[Player]] = defaultdict(list)
        self._glued: dict[str, list[Player]] = defaultdict(list)
        self._initials: dict[str, list[Player]] = defaultdict(list)
        self._full: dict[str, list[Player]] = defaultdict(list)
        for player in roll.players:
            words = split_words(player.name)
            if not words:
                continue
            self._full[" ".join(words)].append(player)
            for word in words[1:]:
                if len(word) >= _SHORTEST:
                    self._last[word].append(player)
            if len(words[0]) >= _SHORTEST:
                self._first[words[0]].append(player)
            first, *others = words
            if others:
                rest = "".join(others)
                for glued in (first + rest, rest + first, first[0] + rest, rest + first[0]):
                    if len(glued) >= _SHORTEST_GLUED:
                        self._glued[glued].append(player)
                self._initials["".join(word[0] for word in words)].append(player)

    def propose_owner(
        self,
        file: str,
        stated_names: Sequence[str],
        taken: Container[int],
        ignored: Iterable[str] = (),
    ) -> Player | None:
        """Return the only player whom a list's names or its file's name may mean, or None.

        `taken`: the identities (`id`) of players who have a list; among several players of one
        name, the one without a list is meant. `ignored`: texts whose words aren't names of players,
        such as the faction of the list.
        """
        no_names = {word for text in ignored for word in split_words(text)}
        names = [name[:MOST_NAME] for name in (*stated_names, get_stem(file), get_folder(file))]
        parted = [_HUMPS.sub(" ", name) for name in names]
        words = [word for name in names for word in split_words(name) if word not in no_names]
        humps = [word for name in parted for word in split_words(name) if word not in no_names]
        runs = [run for word in words for run in _LETTERS.findall(word)]
        capitals = [fold(letters) for name in names for letters in _CAPITALS.findall(name)]
        single = {word for word in (*words, *humps) if len(word) == 1}
        ways = (
            [player for run in runs for player in self._find_glued(run)],
            _collect_named(self._last, words, humps),
            _collect_named(self._first, words, humps),
            self._find_misspelt(stated_names),
            [player for letters in capitals for player in self._initials.get(letters, ())],
        )
        for found in ways:
            player = _choose_only(found, taken, single)
            if player is not None:
                return player
        return None

    def _find_glued(self, run: str) -> list[Player]:
        """Return the players whose name as one word is at the beginning or end of `run`."""
        for length in range(min(len(run), MOST_NAME), _SHORTEST_GLUED - 1, -1):
            for part in (run[:length], run[-length:]):
                if part in self._glued:
                    return self._glued[part]
        return []

    def _find_misspelt(self, stated_names: Sequence[str]) -> list[Player]:
        """Return the players whose whole name is nearly one of those stated on the list."""
        if len(self._full) > _MOST_LIKENED:
            return []
        for name in stated_names:
            near = find_nearest(" ".join(split_words(name[:MOST_NAME])), self._full, cutoff=0.8)
            if near is not None:
                return self._full[near]
        return []


def _collect_named(
    index: dict[str, list[Player]], words: Iterable[str], humps: Iterable[str]
) -> list[Player]:
    """Return the players that `index` has for any of `words`, else for any of `humps`.

    Humps are the parts of words such as LiamJones.
    """
    found = [player for word in words for player in index.get(word, ())]
    return found or [player for word in humps for player in index.get(word, ())]


def _choose_only(
    found: Iterable[Player], taken: Container[int], single: Container[str]
) -> Player | None:
    """Return the only player in `found`, or None if there are several or none.

    Among several, it is the only one whose first letter is alone in the name (`single`), as in
    "J Smith", else the only one who has no list yet.
    """
    players = list({id(player): player for player in found}.values())
    if len(players) > 1:
        by_letter = [player for player in players if split_words(player.name)[0][0] in single]
        players = by_letter if len(by_letter) == 1 else players
    if len(players) > 1:
        players = [player for player in players if id(player) not in taken]
    return players[0] if len(players) == 1 else None


def propose_by_order(
    lists: Sequence[str], roll: PlayerRegistry, without: Iterable[str]
) -> dict[str, Player]:
    """Return the player of each of `lists`, which are in one text in the order of teams and names.

    Why: TourneyKeeper writes all lists of an event in that order. `without`: the names that the
    text gives as players without a list. Empty if the numbers of lists and players differ, because
    then it isn't known which one is missing.
    """
    named = {fold(name.strip()) for name in without}
    players = [player for player in roll.players if fold(player.name) not in named]
    if not players or len(players) != len(lists):
        return {}
    players.sort(key=lambda player: (player.team.casefold(), player.name.casefold()))
    return dict(zip(lists, players, strict=True))
