"""The players of an event: names from a CSV file, and which list belongs to whom.

That is told by what the list and its file are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from listbuilder.data.tables import PLAYER, read_table
from listbuilder.i18n.messages import Lang, find_language
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden

MOST = 50_000  # players of one event, or of one season
MOST_NAME = 200  # characters of a name
_LANGUAGE = ("language", "lang", "langue", "sprache", "idioma", "言語", "语言", "語言")
_TEAM = ("team", "equipe", "club", "チーム", "队伍", "战队")
_FILE = ("file", "list", "filename", "fichier", "datei", "ファイル", "文件")
_WORDS = re.compile(r"[^\W_]+")


class Player(msgspec.Struct, frozen=True):
    """A player of the event."""

    name: str
    lang: Lang | None = None
    team: str = ""
    file: str = ""  # the name of the file that is theirs, where the roster of players says it


def read_players(file: Path) -> list[Player]:
    """Return the players listed in a CSV file, with language, team and file if given.

    At most MOST players are read. Raises Unreadable if the file can't be read or has no column of
    names.
    """
    rows = read_table(str(file))
    titles_folded = [fold(title) for title in rows[0]] if rows else []

    def find_column(titles: Sequence[str]) -> int | None:
        """Return the index of the column titled with the first of `titles` that occurs, or None."""
        for title in titles:
            if title in titles_folded:
                return titles_folded.index(title)
        return None

    name = find_column(PLAYER)
    if name is None and len(titles_folded) == 1:  # a bare column of names
        name, rows = 0, [[], *rows]
    if name is None:
        args = {"known": rows[0] if rows else []}
        raise Unreadable([Problem(key="no_player_column", args=args, file=str(file))])
    columns = [name, *map(find_column, (_LANGUAGE, _TEAM, _FILE))]
    players = []
    for row in rows[1 : MOST + 1]:
        cells = ["", "", "", ""]
        for place, column in enumerate(columns):
            if column is not None and column < len(row):
                cells[place] = escape_hidden(row[column].strip())[:MOST_NAME]
        player_name, lang, team, player_file = cells
        if player_name:
            players.append(Player(player_name, find_language(lang), team, player_file))
    return players


class PlayerRegistry:
    """The players of an event, to be found by the names stated on lists and by file names."""

    def __init__(self, players: Iterable[Player]) -> None:
        """Index the players by their files and by the words of their names.

        If two players have the same name, a search for that name finds neither.
        """
        self.players = list(players)
        self._files: dict[str, Player] = {}
        self._names: dict[tuple[str, ...], Player | None] = {}
        self._by_word: dict[str, list[tuple[frozenset[str], Player]]] = {}
        for player in self.players:
            if player.file:
                self._files.setdefault(fold(get_stem(player.file)), player)
            words = _split_words(player.name)
            key = tuple(sorted(words))
            self._names[key] = None if key in self._names else player
            if len("".join(words)) > 1:  # a single letter stands in many a file's name
                for word in set(words):
                    self._by_word.setdefault(word, []).append((frozenset(words), player))

    def find_owner(self, file: str, stated_names: Sequence[str]) -> Player | None:
        """Return the player whose list is in `file`, or None if that can't be told.

        The file noted for a player decides first, then `stated_names`, the names on the list, then
        the name of the file.
        """
        player = self._files.get(fold(get_stem(file)))
        if player is not None:
            return player
        for name in stated_names:
            # The words of a name may stand in any order, or with a nickname among them.
            words = _split_words(name[:MOST_NAME])
            player = self._names.get(tuple(sorted(words))) or self._find_within(words)
            if player is not None:
                return player
        return self._find_within(_split_words(get_stem(file)))

    def list_namesakes(self, file: str, stated_names: Sequence[str]) -> list[Player]:
        """Return the players of the one name found in the stated names or the file's name.

        Empty unless several players have that name; the list belongs to one of them.
        """
        stated_words = [_split_words(name[:MOST_NAME]) for name in stated_names]
        for words in (*stated_words, _split_words(get_stem(file))):
            candidates = self._list_longest_within(words)
            names = {tuple(sorted(_split_words(player.name))) for player in candidates}
            if len(candidates) > 1 and len(names) == 1:
                return candidates
        return []

    def _find_within(self, words: list[str]) -> Player | None:
        """Return the player whose whole name is among `words`, or None if there is none or a tie.

        The name with the most words wins.
        """
        candidates = self._list_longest_within(words)
        return candidates[0] if len(candidates) == 1 else None

    def _list_longest_within(self, words: list[str]) -> list[Player]:
        """Return the players whose whole name is among `words`, those with most words only."""
        given_words = frozenset(words)
        candidates: list[Player] = []
        most = 0
        for word in given_words:
            for name, player in self._by_word.get(word, ()):
                if (
                    name <= given_words
                    and len(name) >= most
                    and all(candidate is not player for candidate in candidates)
                ):
                    candidates = [player] if len(name) > most else [*candidates, player]
                    most = len(name)
        return candidates


def get_stem(file: str) -> str:
    """Return the last part of a file name, without what follows its last dot."""
    name = file.replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _split_words(text: str) -> list[str]:
    """Return the words of a text, folded for comparing.

    In scripts without spaces, a name is one word.
    """
    return _WORDS.findall(fold(text[: 4 * MOST_NAME]))
