"""The players of an event: names from a CSV file, and which list belongs to whom.

The names on the list, of its file and of the file's folder tell that.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from listbuilder.data.table_columns import NameColumns, find_person_columns
from listbuilder.data.tables import make_safe_cell, read_table
from listbuilder.i18n.messages import Lang, find_player_language
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.yamlio.datetimes import parse_stamp

MOST = 50_000  # players of one event, or of one season
MOST_NAME = 200  # characters of a name
_LANGUAGE = ("language", "lang", "langue", "sprache", "idioma", "言語", "语言", "語言")
_TEAM = ("team", "equipe", "club", "チーム", "队伍", "战队")
_FILE = ("file", "files", "list", "filename", "fichier", "datei", "ファイル", "文件")
_WORDS = re.compile(r"[^\W_]+")
_PART = re.compile(r"(?::row \d+| \(\d+\))$")  # behind the name of a table or of a paste
BETWEEN_FILES = "|"  # which the name of a file can't have on some systems


class Player(msgspec.Struct, frozen=True):
    """A player of the event."""

    name: str
    lang: Lang | None = None
    team: str = ""
    # the files of their lists, if the file of players says it: "a.txt | b.txt" for several
    file: str = ""
    email: str = ""


def read_players(file: Path, columns: NameColumns | None = None) -> list[Player]:
    """Return the players listed in a CSV file, with address, language, team and file if given.

    `columns`: the titles of the columns of names and addresses, where they were chosen. At most
    MOST players are read. Raises Unreadable if the file can't be read or has no column of names.
    """
    rows = read_table(str(file))
    head = rows[0] if rows else []
    titles = [fold(title) for title in head]
    places = [
        next((titles.index(title) for title in known if title in titles), None)
        for known in (_LANGUAGE, _TEAM, _FILE)
    ]
    other_columns = {place for place in places if place is not None}
    person = find_person_columns(head, columns or NameColumns(), other_columns)
    if not person.names and len(titles) == 1:  # a bare column of names
        person, rows = msgspec.structs.replace(person, names=(0,)), [[], *rows]
    if not person.names:
        raise Unreadable([Problem(key="no_player_column", args={"known": head}, file=str(file))])
    players = []
    for row in rows[1 : MOST + 1]:
        cells = [row[place] if place is not None and place < len(row) else "" for place in places]
        name, lang, team, its_file = (
            escape_hidden(cell.strip())[:MOST_NAME] for cell in (person.get_name(row), *cells)
        )
        if name:
            email = person.get_email(row)
            players.append(Player(name, find_player_language(lang), team, its_file, email))
    return players


def write_players(players: Iterable[Player], files: Mapping[int, tuple[str, str]]) -> bytes:
    """Return the CSV file of `players`, each with the file of their list, to be corrected by hand.

    `files`: by the place of a player, the file and a remark, such as that it is only a guess.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("player", "email", "language", "team", "file", "remark"))
    for place, player in enumerate(players):
        file, remark = files.get(place, (player.file, ""))
        cells = (player.name, player.email, player.lang or "", player.team, file, remark)
        writer.writerow([make_safe_cell(cell) for cell in cells])
    return out.getvalue().encode("utf-8-sig")


class PlayerRegistry:
    """The players of an event, to be found by the names stated on lists and by file names."""

    def __init__(self, players: Iterable[Player]) -> None:
        """Index the players by their files and by the words of their names.

        If two players have the same name, a search for that name finds neither.
        """
        self.players = list(players)
        self._files: dict[str, Player | None] = {}
        self._names: dict[tuple[str, ...], Player | None] = {}
        self._by_word: dict[str, list[tuple[frozenset[str], Player]]] = {}
        self._emails: dict[str, Player | None] = {}
        for player in self.players:
            noted = player.file.replace("\\", "/").split(BETWEEN_FILES)
            for file in filter(None, map(str.strip, noted)):
                for known in _list_keys(file)[: None if "/" not in file else -2]:
                    is_taken = self._files.get(known, player) != player
                    self._files[known] = None if is_taken else player
            if player.email:
                email = player.email.casefold()
                self._emails[email] = None if email in self._emails else player
            words = split_words(player.name)
            key = tuple(sorted(words))
            self._names[key] = None if key in self._names else player
            if len("".join(words)) > 1:  # a single letter stands in many a file's name
                for word in set(words):
                    self._by_word.setdefault(word, []).append((frozenset(words), player))

    def find_owner(self, file: str, stated_names: Sequence[str], email: str = "") -> Player | None:
        """Return the player whose list is in `file`, or None if that can't be told.

        The file noted for a player decides first, then `stated_names`, the names on the list, then
        the address `email` that it came from, then the name of the file, then that of the folder
        that it is in. Why in this order: a captain sends the lists of a whole team.
        """
        player = self._find_by_file(file)
        if player is not None:
            return player
        for name in stated_names:
            # The words of a name may stand in any order, or with a nickname among them.
            words = split_words(name[:MOST_NAME])
            player = self._names.get(tuple(sorted(words))) or self._find_within(words)
            if player is not None:
                return player
        return (
            self._emails.get(email.casefold())
            or self._find_within(split_words(get_stem(file)))
            or self._find_within(split_words(get_folder(file)))
            or self._find_by_numbered_folder(file)
        )

    def _find_by_numbered_folder(self, file: str) -> Player | None:
        """Return the player with the folder of `file` among several of one name, or None.

        Only for files named after a time, as the desk of `serve` names them: there `Jane Smith` is
        the folder of the first of them, and `Jane Smith 2` that of the second.
        """
        words = split_words(get_folder(file))
        if not words or not parse_stamp(get_stem(file)):
            return None
        number = int(words.pop()) if words[-1].isdecimal() and len(words[-1]) < 4 else 1
        namesakes = self._list_longest_within(words)
        names = {tuple(sorted(split_words(player.name))) for player in namesakes}
        return namesakes[number - 1] if len(names) == 1 and 0 < number <= len(namesakes) else None

    def _find_by_file(self, file: str) -> Player | None:
        """Return the player for whom `file` is noted, or None.

        A file noted with its folder means the file of that folder only.
        """
        for key in _list_keys(file):
            player = self._files.get(key)
            if player is not None:
                return player
        return None

    def list_namesakes(self, file: str, stated_names: Sequence[str]) -> list[Player]:
        """Return the players of the one name found in the stated names or the file's name.

        Empty unless several players have that name; the list belongs to one of them.
        """
        stated_words = [split_words(name[:MOST_NAME]) for name in stated_names]
        for words in (*stated_words, split_words(get_stem(file)), split_words(get_folder(file))):
            candidates = self._list_longest_within(words)
            names = {tuple(sorted(split_words(player.name))) for player in candidates}
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
    name = _get_last_part(file)
    return name.rpartition(".")[0] or name


def get_folder(file: str) -> str:
    """Return the name of the folder that `file` is in, or "" if its path names none."""
    return file.replace("\\", "/").rpartition("/")[0].rpartition("/")[2]


def _list_keys(file: str) -> list[str]:
    """Return the texts that may mean a file, folded: its path, shorter paths, name, and stem.

    For a list of a paste and a row of a table, the stem is left out, because all of them share it.
    """
    parts = file.replace("\\", "/").split("/")
    keys = [fold("/".join(parts[start:])) for start in range(len(parts))]
    return [*keys, keys[-1] if _PART.search(file) else fold(get_stem(file))]


def _get_last_part(file: str) -> str:
    """Return the last part of a path: the name of the file."""
    return file.replace("\\", "/").rpartition("/")[2]


def split_words(text: str) -> list[str]:
    """Return the words of a text, folded for comparing.

    In scripts without spaces, a name is one word.
    """
    return _WORDS.findall(fold(text[: 4 * MOST_NAME]))
