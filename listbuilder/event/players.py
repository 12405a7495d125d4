"""Who takes part: names from a CSV, and which list is whose by what the list and its file are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store.tables import PLAYER, read_table
from listbuilder.store.words import Lang, as_lang

MOST = 50_000  # players of one event, or of one season
MOST_NAME = 200  # characters of a name
_LANGUAGE = ("language", "lang", "langue", "sprache", "idioma", "言語", "语言", "語言")
_TEAM = ("team", "equipe", "club", "チーム", "队伍", "战队")
_FILE = ("file", "list", "filename", "fichier", "datei", "ファイル", "文件")
_WORDS = re.compile(r"[^\W_]+")


class Player(msgspec.Struct, frozen=True):
    name: str
    lang: Lang | None = None
    team: str = ""
    file: str = ""  # the name of the file that is theirs, where the roster of players says it


def read(file: Path) -> list[Player]:
    """Raises Unreadable: no such file, no column of names."""
    rows = read_table(str(file))
    head = [fold(title) for title in rows[0]] if rows else []

    def column(titles: Sequence[str]) -> int | None:
        return next((head.index(title) for title in titles if title in head), None)

    name = column(PLAYER)
    if name is None and len(head) == 1:  # a bare column of names
        name, rows = 0, [[], *rows]
    if name is None:
        raise Unreadable([Problem(key="no_player_column", args={"known": rows[0] if rows else []}, file=str(file))])
    places = [name, *map(column, (_LANGUAGE, _TEAM, _FILE))]
    found = []
    for row in rows[1 : MOST + 1]:
        who, lang, team, theirs = (
            visible(row[at].strip())[:MOST_NAME] if at is not None and at < len(row) else "" for at in places
        )
        if who:
            found.append(Player(who, as_lang(lang), team, theirs))
    return found


class Roll:
    """The players of an event, found by what lists and files say."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.players = list(players)
        self._files: dict[str, Player] = {}
        self._names: dict[tuple[str, ...], Player | None] = {}
        self._by_word: dict[str, list[tuple[frozenset[str], Player]]] = {}
        for player in self.players:
            if player.file:
                self._files.setdefault(fold(stem_of(player.file)), player)
            words = _words(player.name)
            key = tuple(sorted(words))
            self._names[key] = None if key in self._names else player  # two of one name: nobody can say which
            for word in set(words) if len("".join(words)) > 1 else ():  # a single letter stands in many a file's name
                self._by_word.setdefault(word, []).append((frozenset(words), player))

    def of(self, file: str, said: Sequence[str]) -> Player | None:
        """By the file that is written down as theirs, by the name on the list, by the name in the file's."""
        if (found := self._files.get(fold(stem_of(file)))) is not None:
            return found
        for name in said:
            if (found := self._called(_words(name[:MOST_NAME]))) is not None:
                return found
        return self._within(_words(stem_of(file)))

    def _called(self, words: list[str]) -> Player | None:
        """The name in any order of its words, or with a nickname among them."""
        return self._names.get(tuple(sorted(words))) or self._within(words)

    def namesakes(self, file: str, said: Sequence[str]) -> list[Player]:
        """Several players who are all called as the list or its file says: it is of one of them."""
        for words in (*(_words(name[:MOST_NAME]) for name in said), _words(stem_of(file))):
            found = self._all_within(words)
            if len({tuple(sorted(_words(each.name))) for each in found}) == 1 < len(found):
                return found
        return []

    def _within(self, words: list[str]) -> Player | None:
        """The player all of whose name is in it; of several the one with most words, if that is one alone."""
        best = self._all_within(words)
        return best[0] if len(best) == 1 else None

    def _all_within(self, words: list[str]) -> list[Player]:
        there = frozenset(words)
        best: list[Player] = []
        most = 0
        for word in there:
            for name, player in self._by_word.get(word, ()):
                if name <= there and len(name) >= most and all(each is not player for each in best):
                    best = [player] if len(name) > most else [*best, player]
                    most = len(name)
        return best


def stem_of(file: str) -> str:
    """The last part of a name without what follows its last point."""
    name = file.replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _words(text: str) -> list[str]:
    """As folded for comparing; of scripts without spaces a name is one word."""
    return _WORDS.findall(fold(text[: 4 * MOST_NAME]))
