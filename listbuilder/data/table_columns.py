"""Recognise the columns with names and mail addresses in tables of players.

The tables are from people and event sites. Best Coast Pairings has `First Name` and `Last Name`, a
form has whatever question its organiser asked, and another table has one column called `Joueur`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

import msgspec

from listbuilder.model.base import fold

# Titles of a column with whole names, folded.
PLAYER = (
    "player",
    "player name",
    "joueur",
    "jugador",
    "spieler",
    "giocatore",
    "選手",
    "プレイヤー",
    "选手",
    "玩家",
)
# Titles of columns with whole names too, unless another column has the other half of the name.
_NAME = ("name", "nom", "nombre", "nome", "名前", "氏名", "姓名")
_FIRST = (
    "first name",
    "firstname",
    "first",
    "given name",
    "prenom",
    "vorname",
    "nombre",
    "nome",
)
_LAST = (
    "last name",
    "lastname",
    "last",
    "surname",
    "family name",
    "nom",
    "nom de famille",
    "nachname",
    "familienname",
    "name",
    "apellido",
    "apellidos",
    "cognome",
)
_EMAIL = ("email", "e-mail", "mail", "username", "courriel", "correo", "メール", "邮箱", "電郵")
_NAME_WORDS = re.compile(
    r"\b(?:full)?names?\b|\bnoms?\b|\bnombres?\b|\bnome\b|\b(?:vor|nach)name\b|名前|氏名|姓名"
)
# Words in titles with "name" that aren't about people.
_NO_PERSON = re.compile(
    r"\b(?:army|armee|ejercito|club|detachment|discord|equipe|equipo|event|faction|file|fichier"
    r"|liste?|lista|roster|squadra|store|team|unit|user)(?:name)?s?\b|チーム|リスト|ファイル|列表|队|文件"
)


class NameColumns(msgspec.Struct, frozen=True):
    """The titles of the columns of players and of addresses, where somebody chose them."""

    player: str | None = None
    email: str | None = None


class PersonColumns(msgspec.Struct, frozen=True):
    """The numbers of the columns that say who somebody is; empty or None where there are none.

    `names`: one column with whole names, or those of the first and of the last name.
    """

    names: tuple[int, ...] = ()
    email: int | None = None

    def get_name(self, row: Sequence[str]) -> str:
        """Return the name in a row, its halves joined; "" if it has none."""
        halves = (row[place].strip() for place in self.names if place < len(row))
        return " ".join(half for half in halves if half)

    def get_email(self, row: Sequence[str]) -> str:
        """Return the address in a row, or "" if there is none or the cell has something else."""
        if self.email is None or self.email >= len(row):
            return ""
        return clean_email(row[self.email])


def clean_email(text: str) -> str:
    """Return `text` without the spaces around it if it looks like a mail address, else ""."""
    address = text.strip()
    is_address = re.fullmatch(r"[^\s@<>\",;:\\]{1,64}@[^\s@<>\",;:\\]{1,190}", address)
    return address if is_address and address.isprintable() else ""


def find_column(head: Sequence[str], title: str | None) -> int | None:
    """Return the number of the column called `title` in a table's first row, or None."""
    titles = [fold(given) for given in head]
    return titles.index(fold(title)) if title is not None and fold(title) in titles else None


def find_person_columns(
    head: Sequence[str], chosen: NameColumns, skipped: Container[int | None] = ()
) -> PersonColumns:
    """Return the columns of names and addresses in a table whose first row is `head`.

    A title in `chosen` decides if the table has such a column. `skipped`: columns that are known to
    be something else, such as the one with the lists.
    """
    titles = ["" if place in skipped else fold(title) for place, title in enumerate(head)]
    player = find_column(head, chosen.player)
    names = (player,) if player is not None else _find_name_columns(titles)
    email = find_column(head, chosen.email)
    return PersonColumns(names, email if email is not None else _find_email_column(titles))


def _find_name_columns(titles: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of the columns with names: one, or those of first and last name."""
    for title in PLAYER:
        if title in titles:
            return (titles.index(title),)
    for first in (title for title in _FIRST if title in titles):
        for last in (title for title in _LAST if title in titles and title != first):
            return (titles.index(first), titles.index(last))
    for title in _NAME:
        if title in titles:
            return (titles.index(title),)
    for place, title in enumerate(titles):
        if _NAME_WORDS.search(title) and not _NO_PERSON.search(title):
            return (place,)
    return ()


def _find_email_column(titles: Sequence[str]) -> int | None:
    """Return the number of the column of addresses: by its whole title, else by a word in it."""
    for wanted in _EMAIL:
        if wanted in titles:
            return titles.index(wanted)
    for place, title in enumerate(titles):
        if "mail" in title or any(word in title for word in _EMAIL[-5:]):
            return place
    return None
