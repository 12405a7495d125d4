"""The day of a list, by the version of the data it was made with (history/versions.yaml)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from listbuilder.model.base import fold
from listbuilder.model.past import GRACE
from listbuilder.model.written import AppVersion, Release, Revisions, Versions
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder

PLACE = "history/versions"
SHORT_DOCUMENTS = {"mfm": "munitorum field manual"}
_NO_WORD = re.compile(r"[^\w.]+|\.(?!\d)")  # what separates words; the point of a number doesn't
NEVER = "9999-12-31"  # later than any day
PREFIXES = ("xenos - ",)  # what BattleScribe puts before the name of a catalogue whose file has no such prefix


def catalogue_key(name: str) -> str:
    """A catalogue as its file, a roster file or a list names it."""
    key = fold(name.replace("_", " "))
    for end in (".cat", ".gst"):
        key = key.removesuffix(end)
    for start in PREFIXES:
        key = key.removeprefix(start)
    return key


def document_key(words: str) -> str:
    """Return a points document as it's compared: however it's abbreviated, with or without a `v` before its number."""
    parts = _NO_WORD.sub(" ", fold(words)).split()
    whole = " ".join(SHORT_DOCUMENTS.get(part, part) for part in parts)
    return re.sub(r"\bv(?=\d)", "", whole)


def short_key(name: str) -> str:
    """Without the alliance before it: `Imperium - Adepta Sororitas` is the catalogue of the Adepta Sororitas."""
    return catalogue_key(name).rpartition(" - ")[2]


def _cut(file: Versions) -> compiled.Sections:
    named: dict[str, Revisions] = {}
    short: dict[str, set[str]] = {}
    for name, rows in file.catalogues.items():
        if not rows:
            continue
        key = catalogue_key(name)
        named[key] = (*named.get(key, ()), *rows)  # a catalogue whose file got another name
        short.setdefault(short_key(name), set()).add(key)
    return {
        "releases": compiled.encode(file.releases),
        "app": compiled.encode(file.app_data),
        "complete_since": compiled.encode(file.complete_since or NEVER),
        "exact_since": compiled.encode(file.exact_since or NEVER),
        "short": compiled.encode({key: sorted(full) for key, full in short.items()}),
        **{f"catalogue:{key}": compiled.encode(rows) for key, rows in named.items()},
    }


VERSIONS: Kind[Versions] = Kind("data-versions", Versions, _cut, always=("releases", "app"))


class DataVersions:
    """What is known of the versions of other programs' data, in one game."""

    def __init__(self, system: str, library: Library) -> None:
        self._opened = library.open(system, PLACE, VERSIONS)
        self._releases: list[str] | None = None
        self._since: dict[str, str] = {}

    def _section(self, name: str) -> bytes | None:
        return self._opened.section(name) if self._opened is not None and name in self._opened else None

    def releases(self) -> list[str]:
        """The days on which prices changed, oldest first."""
        if self._releases is None:
            self._releases = sorted(each.day for each in self._all())
        return self._releases

    def _all(self) -> tuple[Release, ...]:
        found = self._section("releases")
        return decoder(tuple[Release, ...]).decode(found) if found else ()

    def days_named_in(self, words: str) -> list[str]:
        """Return the days whose points document these words name, oldest first: `MFM v1.5`, `Battle Profiles - September 2026`.

        A document that was re-priced under the label it had is of several days.
        """
        given = f" {document_key(words)} "
        return sorted(each.day for each in self._all() if each.document and f" {document_key(each.document)} " in given)

    def complete_on(self, day: str) -> bool:
        """Return whether the histories have every change since that day. False if the data doesn't say so."""
        return self._day("complete_since") <= day

    def grace_on(self, day: str) -> int:
        """Return by how many days a thing may have come or gone otherwise than the histories say, 0 if they are exact."""
        return 0 if self._day("exact_since") <= day else GRACE

    def _day(self, name: str) -> str:
        if name not in self._since:
            found = self._section(name)
            self._since[name] = decoder(str).decode(found) if found else NEVER
        return self._since[name]

    def day_of_app(self, version: int) -> str | None:
        """The day whose prices the app's data of that version has; one between two known versions has the former's."""
        found = self._section("app")
        known = sorted(decoder(tuple[AppVersion, ...]).decode(found), key=lambda each: each.version) if found else []
        place = bisect_right([each.version for each in known], version)
        return known[place - 1].prices_of if place else None

    def day_of_catalogue(self, names: Iterable[str], revision: int) -> str | None:
        """The first day of that revision of a catalogue, by any of its names or of its faction's.

        A revision that is not known has the day of the next lower one. Where names fit several catalogues, the one that
        knows the revision itself counts first.
        """
        found: list[tuple[bool, str]] = []
        for key in self._keys(names):
            section = self._section(f"catalogue:{key}")
            rows = decoder(Revisions).decode(section) if section else ()
            lower = [row for row in rows if row[0] <= revision]
            if lower:
                number, day = max(lower, key=lambda row: row[0])
                found.append((number == revision, day))
        return next((day for exact in (True, False) for known, day in found if known is exact), None)

    def _keys(self, names: Iterable[str]) -> list[str]:
        """As named in full; else every catalogue with that name after the alliance."""
        keys: dict[str, None] = {}
        section = self._section("short")
        short = decoder(dict[str, list[str]]).decode(section) if section else {}
        for name in names:
            key = catalogue_key(name)
            full = [key] if f"catalogue:{key}" in (self._opened or ()) else short.get(key, [])
            keys.update(dict.fromkeys(full))
        return list(keys)
