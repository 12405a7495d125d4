"""The requests of the desk to the processes that check lists, and their answers.

Plain values only: they travel through pipes, encoded by msgspec.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from listbuilder.event.entry import Entry
from listbuilder.i18n.messages import Lang


class ListText(msgspec.Struct, frozen=True):
    """A list as it was handed in: its bytes, and a file name whose ending says how to read it."""

    raw: bytes
    file: str


class CheckRequest(msgspec.Struct, frozen=True, tag="check"):
    """The request to check a list. `lang`: the organiser's language, `own_lang`: the player's."""

    text: ListText
    lang: Lang
    own_lang: Lang


class FixRequest(msgspec.Struct, frozen=True, tag="fix"):
    """The request for the text of a list after its smallest fix."""

    text: ListText


class SourceRequest(msgspec.Struct, frozen=True, tag="source"):
    """The request for the lines of a list as it was handed in."""

    text: ListText


class DiffRequest(msgspec.Struct, frozen=True, tag="diff"):
    """The request to compare two versions of a list, in words of `lang`."""

    before: ListText
    after: ListText
    lang: Lang


class CleanRequest(msgspec.Struct, frozen=True, tag="clean"):
    """The request for the clean page of a list, to be published."""

    text: ListText
    player: str
    lang: Lang


class BookItem(msgspec.Struct, frozen=True):
    """A list of the book: its text, the name of its player, and the verdict of the desk."""

    text: ListText
    player: str
    faction: str
    points: int | None
    verdict: str


class BookRequest(msgspec.Struct, frozen=True, tag="book"):
    """The request for a PDF with one page for each list."""

    lists: list[BookItem]
    title: str
    lang: Lang


Request: TypeAlias = (
    CheckRequest | FixRequest | SourceRequest | DiffRequest | CleanRequest | BookRequest
)


class Checked(msgspec.Struct, tag="checked"):
    """The answer to `CheckRequest`: the entry of the list in both languages.

    `entry` is for the organiser and `own` for the player; one object if the languages are the same.
    """

    entry: Entry
    own: Entry


class Answer(msgspec.Struct, tag="answer"):
    """The answer to any other request: bytes of a file, or lines of text.

    Both are empty if the list can't be read well enough.
    """

    raw: bytes = b""
    lines: list[str] = []


Reply: TypeAlias = Checked | Answer
