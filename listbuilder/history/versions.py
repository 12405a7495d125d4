"""The date of a list by the version of the data it was made with (history/versions.yaml)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library, get_decoder
from listbuilder.model.aliases import AppVersion, Release, Revisions, Versions
from listbuilder.model.base import fold
from listbuilder.model.windows import GRACE

PLACE = "history/versions"
SHORT_DOCUMENTS = {"mfm": "munitorum field manual"}
_NO_WORD = re.compile(r"[^\w.]+|\.(?!\d)")  # what separates words; the point of a number doesn't
NEVER = "9999-12-31"  # later than any day
# what BattleScribe puts before the name of a catalogue whose file has no such prefix
PREFIXES = ("xenos - ",)


def make_catalogue_key(name: str) -> str:
    """Return the form in which catalogue names compare.

    A file, a roster file and a list write them differently.
    """
    key = fold(name.replace("_", " "))
    for end in (".cat", ".gst"):
        key = key.removesuffix(end)
    for start in PREFIXES:
        key = key.removeprefix(start)
    return key


def make_document_key(words: str) -> str:
    """Return the form in which titles of points documents compare.

    They are equal however they are abbreviated, with or without a `v` before the number.
    """
    parts = _NO_WORD.sub(" ", fold(words)).split()
    whole = " ".join(SHORT_DOCUMENTS.get(part, part) for part in parts)
    return re.sub(r"\bv(?=\d)", "", whole)


def make_short_key(name: str) -> str:
    """Return the key of a catalogue without the alliance before it.

    `Imperium - Adepta Sororitas` is the catalogue of the Adepta Sororitas.
    """
    return make_catalogue_key(name).rpartition(" - ")[2]


def _encode_versions(file: Versions) -> compiled.Sections:
    """Return the compiled sections of a versions file.

    These are its releases, its app versions, and each catalogue. A catalogue whose file got another
    name is one with its former self.
    """
    named: dict[str, Revisions] = {}
    short: dict[str, set[str]] = {}
    for name, rows in file.catalogues.items():
        if not rows:
            continue
        key = make_catalogue_key(name)
        named[key] = (*named.get(key, ()), *rows)  # a catalogue whose file got another name
        short.setdefault(make_short_key(name), set()).add(key)
    return {
        "releases": compiled.encode_section(file.releases),
        "app": compiled.encode_section(file.app_data),
        "complete_since": compiled.encode_section(file.complete_since or NEVER),
        "exact_since": compiled.encode_section(file.exact_since or NEVER),
        "short": compiled.encode_section({key: sorted(full) for key, full in short.items()}),
        **{f"catalogue:{key}": compiled.encode_section(rows) for key, rows in named.items()},
    }


VERSIONS: DataFileKind[Versions] = DataFileKind(
    "data-versions", Versions, _encode_versions, always=("releases", "app")
)


class DataVersions:
    """The known versions of other programs' data, in one game."""

    def __init__(self, system: str, library: Library) -> None:
        self._opened = library.get_compiled(system, PLACE, VERSIONS)
        self._releases: list[str] | None = None
        self._since: dict[str, str] = {}

    def _get_section(self, name: str) -> bytes | None:
        """Return the raw section `name` of the file, or None if it or the file is missing."""
        if self._opened is None or name not in self._opened:
            return None
        return self._opened.get_section(name)

    def list_release_dates(self) -> list[str]:
        """Return the dates on which prices changed, oldest first."""
        if self._releases is None:
            self._releases = sorted(release.day for release in self._load_releases())
        return self._releases

    def _load_releases(self) -> tuple[Release, ...]:
        """Return all releases in the file; empty if there is no file."""
        raw = self._get_section("releases")
        return get_decoder(tuple[Release, ...]).decode(raw) if raw else ()

    def find_dates_named_in(self, words: str) -> list[str]:
        """Return the dates whose points document `words` name, oldest first.

        Examples: `MFM v1.5`, `Battle Profiles - September 2026`. A document that was re-priced
        under the label it had is of several dates.
        """
        given = f" {make_document_key(words)} "
        return sorted(
            release.day
            for release in self._load_releases()
            if release.document and f" {make_document_key(release.document)} " in given
        )

    def is_complete_on(self, day: str) -> bool:
        """Return whether the histories have every change since `day`.

        False if the data doesn't say so.
        """
        return self._get_date("complete_since") <= day

    def get_grace_on(self, day: str) -> int:
        """Return by how many days a thing may have come or gone otherwise than the histories say.

        0 if they are exact since `day`.
        """
        return 0 if self._get_date("exact_since") <= day else GRACE

    def _get_date(self, name: str) -> str:
        """Return the date in the section `name`, or NEVER if the file does not say one."""
        if name not in self._since:
            raw = self._get_section(name)
            self._since[name] = get_decoder(str).decode(raw) if raw else NEVER
        return self._since[name]

    def find_date_of_app(self, version: int) -> str | None:
        """Return the date whose prices the app's data of that version has, or None.

        A version between two known ones has the former's prices.
        """
        raw = self._get_section("app")
        if not raw:
            return None
        rows = get_decoder(tuple[AppVersion, ...]).decode(raw)
        versions = sorted(rows, key=lambda row: row.version)
        place = bisect_right([row.version for row in versions], version)
        return versions[place - 1].prices_of if place else None

    def find_date_of_catalogue(self, names: Iterable[str], revision: int) -> str | None:
        """Return the first date of that revision of a catalogue, by any of its names, or None.

        Its faction's names are names of it, too. A revision that is not known has the date of the
        next lower one. Where names fit several catalogues, the one that knows the revision itself
        counts first. None where no catalogue fits.
        """
        first_lower: str | None = None
        for key in self._find_catalogue_keys(names):
            section = self._get_section(f"catalogue:{key}")
            rows = get_decoder(Revisions).decode(section) if section else ()
            lower = [row for row in rows if row[0] <= revision]
            if lower:
                number, day = max(lower, key=lambda row: row[0])
                if number == revision:
                    return day
                first_lower = first_lower or day
        return first_lower

    def _find_catalogue_keys(self, names: Iterable[str]) -> list[str]:
        """Return the keys of the catalogues that `names` name in full.

        If there are none, those are returned that they name after the alliance.
        """
        keys: dict[str, None] = {}
        section = self._get_section("short")
        short = get_decoder(dict[str, list[str]]).decode(section) if section else {}
        for name in names:
            key = make_catalogue_key(name)
            full = [key] if f"catalogue:{key}" in (self._opened or ()) else short.get(key, [])
            keys.update(dict.fromkeys(full))
        return list(keys)
