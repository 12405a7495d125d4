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
    """Return the key by which the catalogue name `name` is compared with others.

    Data files, roster files and lists write these names differently; all their ways have the same
    key.
    """
    key = fold(name.replace("_", " "))
    for end in (".cat", ".gst"):
        key = key.removesuffix(end)
    for start in PREFIXES:
        key = key.removeprefix(start)
    return key


def make_document_key(words: str) -> str:
    """Return the key by which the title of a points document is compared with others.

    Titles have the same key however they are abbreviated, and with or without a `v` before the
    number.
    """
    parts = _NO_WORD.sub(" ", fold(words)).split()
    whole = " ".join(SHORT_DOCUMENTS.get(part, part) for part in parts)
    return re.sub(r"\bv(?=\d)", "", whole)


def make_short_key(name: str) -> str:
    """Return the key of the catalogue `name` without the alliance before it.

    `Imperium - Adepta Sororitas` is the catalogue of the Adepta Sororitas.
    """
    return make_catalogue_key(name).rpartition(" - ")[2]


def _encode_versions(file: Versions) -> compiled.Sections:
    """Return the compiled sections of a versions file: releases, app versions, catalogues.

    Catalogues that have the same key are put together: they are one catalogue whose file got
    another name.
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
        """Return the release dates whose points document is named in `words`, oldest first.

        Examples: `MFM v1.5`, `Battle Profiles - September 2026`. There are several dates if a
        document was priced anew under the same title.
        """
        given = f" {make_document_key(words)} "
        return sorted(
            release.day
            for release in self._load_releases()
            if release.document and f" {make_document_key(release.document)} " in given
        )

    def is_complete_on(self, day: str) -> bool:
        """Return whether the histories have every change of the data from `day` on.

        False if the data doesn't say so.
        """
        return self._get_date("complete_since") <= day

    def get_grace_on(self, day: str) -> int:
        """Return by how many days the dates of the histories around `day` may be wrong.

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
        """Return the date whose prices the app's data of version `version` has, or None.

        A version between two known ones has the prices of the lower one. None: it is older than any
        known version, or none is known.
        """
        raw = self._get_section("app")
        if not raw:
            return None
        rows = get_decoder(tuple[AppVersion, ...]).decode(raw)
        versions = sorted(rows, key=lambda row: row.version)
        place = bisect_right([row.version for row in versions], version)
        return versions[place - 1].prices_of if place else None

    def find_date_of_catalogue(self, names: Iterable[str], revision: int) -> str | None:
        """Return the date of `revision` of the catalogue called one of `names`, or None.

        The names of the catalogue's faction are names of the catalogue, too. If the revision is not
        known, the date of the next lower one is returned. If the names fit several catalogues, one
        that knows the revision itself counts first. None: no catalogue fits, or none has such an
        early revision.
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
        """Return the keys of the catalogues that `names` stand for.

        A name that is no catalogue's full name stands for those that have it after their alliance:
        `Adepta Sororitas` for `Imperium - Adepta Sororitas`.
        """
        keys: dict[str, None] = {}
        section = self._get_section("short")
        short = get_decoder(dict[str, list[str]]).decode(section) if section else {}
        for name in names:
            key = make_catalogue_key(name)
            full = [key] if f"catalogue:{key}" in (self._opened or ()) else short.get(key, [])
            keys.update(dict.fromkeys(full))
        return list(keys)
