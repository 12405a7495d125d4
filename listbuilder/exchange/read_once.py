"""A list as its reader understood it: read once, and whoever takes it apart has one of his own."""

from __future__ import annotations

import msgspec

from listbuilder.exchange import catalog, day
from listbuilder.exchange.detect import Detected
from listbuilder.exchange.parsed import Listed, ParsedList
from listbuilder.exchange.source import Fate, Source
from listbuilder.model.problem import Problem, Unreadable

MAX_UNITS = 400
MAX_ITEMS = 4_000  # things listed under all units together: the longest list seen has 250 lines
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(ParsedList)


class ReadOnce:
    def __init__(self, found: Detected, name: str) -> None:
        """Raises Unreadable where there is nothing to read, or too much."""
        self.found = found
        parsed, source = _read(found, name)
        self.units = len(parsed.units)
        self._packed = _ENCODER.encode(parsed)
        self._fates: list[Fate | None] = [line.fate for line in source.lines]
        self._first: tuple[ParsedList, Source] | None = (parsed, source)
        self._text, self._tree = source.text, source.tree

    def taken(self) -> tuple[ParsedList, Source]:
        """For one reading of it: resolving takes a list apart, and marks its lines."""
        if (first := self._first) is not None:
            self._first = None
            return first
        source = Source(self._text, self._tree)
        for line, fate in zip(source.lines, self._fates, strict=True):
            line.fate = fate
        return _DECODER.decode(self._packed), source


def _read(found: Detected, name: str) -> tuple[ParsedList, Source]:
    documents = _documents(found.source)
    try:
        parsed, source = catalog.reader(found.format)(found)
    except Unreadable as error:
        raise Unreadable([_in_file(problem, name) for problem in error.problems]) from None
    written = found.tree.written_by if found.tree is not None else source.text[-300:]
    parsed.date = parsed.date or day.of_ours(written)
    parsed.documents.extend(documents)
    if len(parsed.units) > MAX_UNITS:
        raise Unreadable([Problem(key="too_many_units", args={"count": len(parsed.units), "limit": MAX_UNITS}, file=name)])
    items = sum(_items(unit.entries) + len(unit.enhancements) + len(unit.members) for unit in parsed.units)
    if items > MAX_ITEMS:
        raise Unreadable([Problem(key="too_many_items", args={"count": items, "limit": MAX_ITEMS}, file=name)])
    if not parsed.units:
        raise Unreadable([Problem(key="no_units_found", args={"format": found.format}, file=name)])
    return parsed, source


def _documents(source: Source | None) -> list[str]:
    """Return the lines that name a points document. Readers pass over them: they say nothing of what is in the army."""
    named = [line for line in source.lines if day.names_document(line.words)] if source is not None else []
    for line in named:
        line.rule = True
    return [line.words for line in named]


def _items(entries: list[Listed]) -> int:
    return sum(1 + _items(entry.children) for entry in entries)


def _in_file(problem: Problem, name: str) -> Problem:
    return problem if problem.file else msgspec.structs.replace(problem, file=name)
