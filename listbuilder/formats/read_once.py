"""A list as its reader understood it: read once, and whoever takes it apart gets a copy."""

from __future__ import annotations

import msgspec

from listbuilder.formats import list_date, registry
from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import TYPED, Listed, ParsedList
from listbuilder.formats.source import Fate, Source
from listbuilder.matching.list_language import find_list_language
from listbuilder.model.problem import Problem, Unreadable

MAX_UNITS = 400
MAX_ITEMS = 4_000  # things listed under all units together: the longest list seen has 250 lines
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(ParsedList)
# Forms by whose name names are looked up in another way. Where a list states the version of its
# data, the form says what the version is of.
_ASKED = (TYPED, "nr-wtc")

Signature = tuple[object, ...]


class ReadOnce:
    """A list that was read once and can be resolved several times."""

    def __init__(self, detected: Detected, name: str) -> None:
        """Read the list that was detected, and keep it for several resolutions.

        `name` is the file's name. Raises Unreadable if the list has no units, or too many units or
        items.
        """
        self.found = detected
        parsed, source = _read_list(detected, name)
        self.units = len(parsed.units)
        self._format = parsed.format
        self._is_asked_for = parsed.format.startswith(_ASKED) or parsed.data_version is not None
        parsed.format = ""
        self._packed = _ENCODER.encode(parsed)
        parsed.format = self._format
        self._fates: list[Fate | None] = [line.fate for line in source.lines]
        self._first: tuple[ParsedList, Source] | None = (parsed, source)
        self._text, self._tree = source.text, source.tree

    def get_signature(self) -> Signature:
        """Return all that decides how the list is resolved: lists with equal ones end alike.

        Why: most forms of texts read a list of another form in the same way. The name of the form
        is a part of it only where resolving asks for it.
        """
        program = self._format if self._is_asked_for else ""
        kinds = registry.READERS[self.found.format].kinds
        game = self.found.game.id if self.found.game else ""
        return (program, kinds, game, self._text, self._packed, tuple(self._fates))

    def take_copy(self) -> tuple[ParsedList, Source]:
        """Return a fresh copy of the list as read, and of its source with the readers' marks.

        Why a copy: resolving a list changes it and marks its lines.
        """
        if (first := self._first) is not None:
            self._first = None
            return first
        source = Source(self._text, self._tree)
        for line, fate in zip(source.lines, self._fates, strict=True):
            line.fate = fate
        parsed = _DECODER.decode(self._packed)
        parsed.format = self._format
        return parsed, source


def _read_list(detected: Detected, name: str) -> tuple[ParsedList, Source]:
    """Return the list as its format's reader understands it, with its source.

    Raises Unreadable if it has no units, or more units or items than are handled.
    """
    documents = _take_document_lines(detected.source)
    try:
        parsed, source = registry.load_reader(detected.format)(detected)
    except Unreadable as error:
        raise Unreadable([_add_file_name(problem, name) for problem in error.problems]) from None
    written = detected.tree.written_by if detected.tree is not None else source.text[-300:]
    parsed.date = parsed.date or list_date.find_day_of_our_prices(written)
    parsed.documents.extend(documents)
    parsed.language = find_list_language(source.text)
    if parsed.language is not None and parsed.format == "bracket-fr-text":
        # Its header and its headings may be in English, but names are not.
        parsed.language = msgspec.structs.replace(parsed.language, sure=True)
    if len(parsed.units) > MAX_UNITS:
        raise Unreadable(
            [
                Problem(
                    key="too_many_units",
                    args={"count": len(parsed.units), "limit": MAX_UNITS},
                    file=name,
                )
            ]
        )
    items = sum(
        _count_items(unit.entries) + len(unit.enhancements) + len(unit.members)
        for unit in parsed.units
    )
    if items > MAX_ITEMS:
        raise Unreadable(
            [Problem(key="too_many_items", args={"count": items, "limit": MAX_ITEMS}, file=name)]
        )
    if not parsed.units:
        raise Unreadable(
            [Problem(key="no_units_found", args={"format": detected.format}, file=name)]
        )
    return parsed, source


def _take_document_lines(source: Source | None) -> list[str]:
    """Return the lines of `source` that name a points document, and let readers skip them.

    Why: these lines say nothing about what is in the army. Empty without a source.
    """
    named = (
        [line for line in source.lines if list_date.is_document_name(line.words)]
        if source is not None
        else []
    )
    for line in named:
        line.rule = True
    return [line.words for line in named]


def _count_items(entries: list[Listed]) -> int:
    """Return the number of entries in `entries`, with all entries below them."""
    return sum(1 + _count_items(entry.children) for entry in entries)


def _add_file_name(problem: Problem, name: str) -> Problem:
    """Return `problem` with `name` as its file, unless it names a file already."""
    return problem if problem.file else msgspec.structs.replace(problem, file=name)
