"""The text of the official Battle Profiles of Age of Sigmar, as a source of `data update`.

The document has a section for each faction with tables of heroes, units and other choices, one for
the universal manifestation lores, one for the Regiments of Renown, and those of Warhammer Legends.
It prints only those keywords that regiment options refer to, so that nothing is said of `keywords`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec

from listbuilder.matching.likeness import make_singular_key
from listbuilder.model.base import fold, make_id_from_name
from listbuilder.update.read.battle_profile_columns import BASE_SIZES, Row
from listbuilder.update.read.battle_profile_tables import Table, has_tables, read_tables
from listbuilder.update.read.regiment_sentences import (
    NameTable,
    Profile,
    Vocabulary,
    complete_profiles,
    cut_piece,
    make_unit_id,
    read_regiment_options,
)
from listbuilder.update.read.unit_notes import (
    UnitNotes,
    find_armies,
    find_sub_heroes,
    read_unit_notes,
    split_sentences,
)
from listbuilder.update.tree import Book, Entry, Place, Source, Unread, Value

NAME = "battle_profiles"
MOST_BYTES = 20_000_000  # the text of 80 pages has about 300,000
_HEAD = 400_000  # letters looked at to recognise the document
_LABEL = re.compile(
    r"\b(January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\s+(20\d\d)\b",
    re.I,
)
_SMALL_WORDS = frozenset(("of", "the", "and", "in", "to"))
_KINDS = {
    "battle formation": "formation",
    "spell lore": "spell_lore",
    "prayer lore": "prayer_lore",
    "manifestation lore": "manifestation_lore",
    "faction terrain": "terrain",
}
_FACTIONS = re.compile(r"can be included in the following factions:\s*(?P<names>[^.]+)\.?$")


def recognise(path: Path) -> bool:
    """Return whether the file is a text with the tables of Battle Profiles, judged by headings."""
    if not path.is_file() or path.stat().st_size > MOST_BYTES:
        return False
    with path.open("rb") as stream:
        raw = stream.read(_HEAD)
    if b"\0" in raw or raw.startswith((b"%PDF", b"PK")):
        return False
    return has_tables(raw.decode("utf-8-sig", "replace"))


def read(path: Path, system: str) -> Source:
    """Return the books of the document; a table that cannot be read is named in `unread`."""
    text = path.read_bytes().decode("utf-8-sig", "replace")
    tables = [table for table in read_tables(text) if table.title or table.rows]
    unread: list[Unread] = []
    for table in tables:
        place = Place(path.name, f"line {table.line}")
        if not table.rows:
            unread.append(Unread(place, "a table without a row that can be read", table.title))
        for piece in table.stray:
            unread.append(Unread(place, f"text that belongs to no row: {cut_piece(piece)}"))
    if not tables:
        unread.append(Unread(Place(path.name), "no table of Battle Profiles"))
    books = _Document(path.name, tables).read_books()
    label = _LABEL.search(text)
    return Source(
        reader=NAME,
        path=path,
        books=tuple(books),
        label=f"Battle Profiles {label[1].title()} {label[2]}" if label else "",
        unread=tuple(unread),
    )


def format_title(title: str) -> str:
    """Return a title in capitals as a name: "REALM-LORDS OF X" becomes "Realm-lords of X".

    Some versions of the document print titles letter by letter: these letters are joined.
    """
    words = title.split()
    if len(words) > 2 and all(len(word) == 1 for word in words):
        words = ["".join(words)]
    written = [
        word.lower() if place and word.lower() in _SMALL_WORDS else word.capitalize()
        for place, word in enumerate(words)
    ]
    return " ".join(written)


class _Unit(msgspec.Struct):
    """A row of a table of heroes or units, with what its cells were read into."""

    name: str
    row: Row
    is_hero: bool
    is_legends: bool
    notes: UnitNotes
    profile: Profile
    doubts: tuple[str, ...] = ()  # what makes all of the row's values uncertain
    option_doubts: tuple[str, ...] = ()
    variant_of: str = ""

    @property
    def note_doubts(self) -> tuple[str, ...]:
        """Return the pieces of the notes that were not understood."""
        return tuple(self.notes.not_understood)


class _Document:
    """All tables of a document, with the names in them that options and notes refer to."""

    def __init__(self, file: str, tables: list[Table]) -> None:
        self.file = file
        self.sections: dict[str, list[Table]] = {}
        for table in tables:
            self.sections.setdefault(format_title(table.title), []).append(table)
        rows = [row for table in tables for row in table.rows]
        notes = [row.cells.get("notes", "") for row in rows]
        keywords = {
            word.strip()
            for row in rows
            for word in row.cells.get("keywords", "").split(",")
            if word.strip()
        }
        factions = _collect_factions(notes) or list(self.sections)
        self.factions = NameTable([*factions, *self.sections])
        self.keywords = NameTable([*factions, *sorted(keywords), *self.sections])
        self.sub_heroes = NameTable(find_sub_heroes(notes))
        self.armies = NameTable(find_armies(notes))
        unit_tables = [table for table in tables if "size" in table.columns]
        self.unit_rows = [row for table in unit_tables for row in table.rows]
        self.names = NameTable(row.cells["name"] for row in self.unit_rows)
        self.hero_ids = {
            make_unit_id(row.cells["name"])
            for table in unit_tables
            for row in table.rows
            if "options" in table.columns
        }
        self.homes: dict[str, set[str]] = {}
        for title, section in self.sections.items():
            for table in section:
                for row in table.rows:
                    if "size" in table.columns:
                        self.homes.setdefault(fold(row.cells["name"]), set()).add(title)

    def read_books(self) -> list[Book]:
        """Return the book of each section, in the order of the document."""
        books: list[Book] = []
        terrain: dict[str, str] = {}
        for tables in self.sections.values():
            for table in tables:
                for row in table.rows:
                    if fold(row.cells.get("type", "")) == "faction terrain":
                        terrain.setdefault(fold(row.cells["name"]), row.cells["name"])
        for title, tables in self.sections.items():
            entries: list[Entry] = self._read_units(title, tables)
            for table in tables:
                for row in table.rows:
                    if "summary" in table.columns:
                        entries.append(self._read_regiment(row, terrain))
                    elif "size" not in table.columns:
                        entries.append(self._read_choice(row))
            if entries:
                place = self._make_place(tables[0].line)
                books.append(Book(self.factions.find(title) or title, place, tuple(entries)))
        return books

    def _make_place(self, line: int, name: str = "") -> Place:
        """Return the place of a line, with the name that stands there."""
        return Place(self.file, f"line {line}, {name}" if name else f"line {line}")

    # --- heroes and units ---

    def _read_units(self, title: str, tables: list[Table]) -> list[Entry]:
        """Return the entries of all heroes and units in the tables of the section `title`."""
        own = [(table, row) for table in tables if "size" in table.columns for row in table.rows]
        names = NameTable((row.cells["name"] for _, row in own), self.names)
        heroes = frozenset(
            fold(row.cells["name"]) for table, row in own if "options" in table.columns
        )
        vocabulary = Vocabulary(
            self.factions.find(title) or title,
            self.keywords,
            self.sub_heroes,
            names,
            heroes,
            armies=self.armies,
        )
        notes = [read_unit_notes(row.cells.get("notes", ""), vocabulary) for _, row in own]
        renamed = self._find_variants([row for _, row in own], notes)
        variants: dict[str, tuple[str, ...]] = {}
        for position, (base, name) in renamed.items():
            variants[fold(base)] = (*variants.get(fold(base), ()), name)
            heroes |= {fold(name)} if "options" in own[position][0].columns else set()
        for base, others in _find_sizes([row.cells["name"] for _, row in own]).items():
            variants[base] = (*variants.get(base, ()), *others)
        vocabulary = msgspec.structs.replace(vocabulary, heroes=heroes, variants=variants)
        counts = Counter(fold(row.cells["name"]) for _, row in own)
        units: list[_Unit] = []
        for position, (table, row) in enumerate(own):
            base, name = renamed.get(position, ("", row.cells["name"]))
            is_hero = "options" in table.columns
            unit = _Unit(name, row, is_hero, table.is_legends, notes[position], {})
            unit.variant_of = base
            has_number = re.search(r"\d", re.sub(r" \(\d+ models?\)$", "", name)) is not None
            if "name" in row.doubtful or has_number:
                unit.doubts = (f"name: {cut_piece(row.cells['name'])}",)
            elif counts[fold(row.cells["name"])] > 1:
                unit.doubts = ("name that stands there twice",)
            unit.profile = dict(unit.notes.regiment)
            if is_hero:
                options = read_regiment_options(row.cells.get("options", ""), vocabulary)
                unit.profile["options"] = options.options
                unit.option_doubts = options.not_understood
            units.append(unit)
        profiles = complete_profiles({unit.name: unit.profile for unit in units}, heroes)
        return [self._make_warscroll(unit, profiles.get(unit.name)) for unit in units]

    def _find_variants(self, rows: list[Row], notes: list[UnitNotes]) -> dict[int, tuple[str, str]]:
        """Return (other unit, name) of each unit that is a variant of another for one battlepack.

        The keys are positions in `rows`. A variant is printed with the name of the season before
        the other unit's name: "Season Knights" is returned as (Knights, "Season: Knights").
        """
        found: dict[int, tuple[str, str]] = {}
        for position, row in enumerate(rows):
            if "battlepack" not in notes[position].fields:
                continue
            words = row.cells["name"].split()
            for start in range(1, len(words)):
                base = self.names.find(" ".join(words[start:]))
                if base is not None:
                    prefix = " ".join(words[:start]).rstrip(":")
                    found[position] = (base, f"{prefix}: {base}")
                    break
        return found

    def _make_warscroll(self, unit: _Unit, profile: Profile | None) -> Entry:
        """Return the entry of a unit, with its regiment `profile` if it has one.

        A value is marked as doubtful if the cells that it is from, or the unit's name, are.
        """
        row = unit.row
        place = self._make_place(row.line, unit.name)
        fields: dict[str, Value] = {}

        def add(field: str, data: object, columns: Iterable[str], *more: tuple[str, ...]) -> None:
            """Add a value that was read from the cells of these columns."""
            doubts = [*unit.doubts, *(piece for pieces in more for piece in pieces)]
            for column in columns:
                if column in row.doubtful:
                    doubts.append(f"{column}: {cut_piece(row.cells.get(column, ''))}")
            fields[field] = Value(data, place, tuple(doubts))

        size, points = int(row.cells["size"]), _read_points(row)
        notes, extra = unit.note_doubts, unit.notes.fields
        add("points", points, ())
        add("models", size, ())
        columns = ("options", "notes") if unit.is_hero else ("notes",)
        if profile or unit.is_hero:
            add("regiment", profile or {}, columns, unit.option_doubts, notes)
        elif notes or "notes" in row.doubtful:
            add("regiment", {}, columns, notes)
        is_unique = "unique" in fold(row.cells.get("keywords", "")).replace(" ", "").split(",")
        can_be_reinforced = extra.get(
            "can_be_reinforced", size > 1 and not unit.is_hero and not is_unique
        )
        add("can_be_reinforced", can_be_reinforced, ("notes", "keywords"), notes)
        add("legends", unit.is_legends, ())
        for key in ("legends_from", "battlepack", "max_per", "exclusive_with", "previous_name"):
            if key in extra:
                add(key, extra[key], ("notes",), notes)
        if unit.variant_of:
            add("variant_of", make_unit_id(unit.variant_of), ("notes",))
        base = row.cells.get("base", "")
        if base:
            unclear = () if BASE_SIZES.fullmatch(base) else (cut_piece(base),)
            written = re.sub(r"\s*[×x]\s*(?=\d)", " x ", base).rstrip(".")
            add("base_size", written, ("base",), unclear)
        return Entry("warscroll", unit.name, place, fields, inside=str(extra.get("army", "")))

    # --- other choices ---

    def _read_choice(self, row: Row) -> Entry:
        """Return the entry of a formation, lore, terrain or enhancement with its points.

        An enhancement has the name of its table as `inside`.
        """
        place = self._make_place(row.line, row.cells["name"])
        written = " ".join(row.cells.get("type", "Manifestation Lore").split())
        kind = _KINDS.get(fold(written), "choice")
        doubts = tuple(
            f"{column}: {cut_piece(row.cells.get(column, ''))}"
            for column in ("type", "name")
            if column in row.doubtful
        )
        fields = {"points": Value(_read_points(row), place, doubts)}
        inside = make_table_name(written) if kind == "choice" else ""
        return Entry(kind, row.cells["name"], place, fields, inside=inside)

    # --- Regiments of Renown ---

    def _read_regiment(self, row: Row, terrain: dict[str, str]) -> Entry:
        """Return the entry of a Regiment of Renown: points, units, and factions that can have it.

        `terrain` are the names of faction terrain, which the document lists among the units.
        """
        place = self._make_place(row.line, row.cells["name"])
        doubts: list[str] = []
        if "name" in row.doubtful:
            doubts.append(f"name: {cut_piece(row.cells['name'])}")
        units: dict[tuple[str, int], int] = {}
        unclear: list[str] = []
        for line in re.split(r"\s*[•●∙]\s*", row.cells.get("summary", "")):
            if not line or fold(re.sub(r"^\d+\s+", "", line)) in terrain:
                continue
            found = self._find_regiment_unit(line)
            if found is None:
                unclear.append(cut_piece(line))
            else:
                units[found] = units.get(found, 0) + 1
        if units and not self._has_hero(units):
            unclear.append("no hero among its units")
        rows: list[dict[str, object]] = []
        for (unit, models), count in units.items():
            rows.append({"unit": unit, "models": models} | ({"count": count} if count > 1 else {}))
        if "summary" in row.doubtful:
            unclear.append(cut_piece(row.cells["summary"]))
        fields = {"points": Value(_read_points(row), place, tuple(doubts))}
        fields["units"] = Value(rows, place, (*doubts, *unclear))
        notes = split_sentences(row.cells.get("notes", ""))
        listed = [match for match in map(_FACTIONS.search, notes) if match]
        if listed:
            ids = sorted(make_id_from_name(name.strip()) for name in listed[0]["names"].split(","))
            doubtful = ("notes",) if "notes" in row.doubtful or len(listed) > 1 else ()
            fields["factions"] = Value(ids, place, (*doubts, *doubtful))
        return Entry("regiment", row.cells["name"], place, fields)

    def _find_regiment_unit(self, line: str) -> tuple[str, int] | None:
        """Return "faction/unit" and the models of a line such as "10 Mortek Guard", or None."""
        match = re.match(r"(?P<count>\d+)\s+(?P<name>.+)", line)
        name = match["name"] if match else line
        plain = re.sub(r"\s*\([^)]*\)$|\s+unit$", "", name)
        unit = self.names.find(name) or self.names.find(plain)
        if unit is None:
            return None
        sizes = self._list_sizes(unit)
        models = int(match["count"]) if match else sizes[0][1]
        fitting = [written for written, size in sizes if models in (size, 2 * size)]
        homes = self.homes.get(fold(fitting[0]), set()) if fitting else set()
        if len(homes) != 1:
            return None
        home = self.factions.find(next(iter(homes))) or next(iter(homes))
        return f"{make_id_from_name(home)}/{make_unit_id(fitting[0])}", models

    def _list_sizes(self, unit: str) -> list[tuple[str, int]]:
        """Return (name, number of models) of each row for `unit`, which may be there in sizes."""
        found: list[tuple[str, int]] = []
        for row in self.unit_rows:
            name = row.cells["name"]
            if fold(re.sub(r" \(\d+ models?\)$", "", name)) == fold(unit) or name == unit:
                found.append((name, int(row.cells["size"])))
        return found

    def _has_hero(self, units: Iterable[tuple[str, int]]) -> bool:
        """Return whether one of the `units` ("faction/unit", models) is a hero by its own table.

        Why: without one, the regiment's text must make a unit its hero, and that isn't read.
        """
        return any(unit.partition("/")[2] in self.hero_ids for unit, _ in units)


def _collect_factions(notes: list[str]) -> list[str]:
    """Return the names of factions as the notes of Regiments of Renown print them."""
    found: dict[str, None] = {}
    for text in notes:
        for sentence in split_sentences(text):
            match = _FACTIONS.search(sentence)
            for name in match["names"].split(",") if match else ():
                found.setdefault(name.strip())
    return list(found)


def _find_sizes(names: list[str]) -> dict[str, tuple[str, ...]]:
    """Return, by folded name, the names of the same unit in another size: "Guard (1 model)"."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        match = re.fullmatch(r"(?P<base>.+) \(\d+ models?\)", name)
        if match:
            base = fold(match["base"])
            found[base] = (*found.get(base, ()), name)
    return found


def _read_points(row: Row) -> int:
    """Return the points of a row, without the change that is printed after them."""
    match = re.match(r"\d+", row.cells["points"])
    return int(match[0]) if match else 0


def make_table_name(kind: str) -> str:
    """Return the name of the table for a kind of enhancement, which is the kind in the plural.

    "Artefact of Power" gives "Artefacts of Power".
    """
    link = " of " if " of " in kind else " for "
    head, of, tail = kind.partition(link)
    words = head.split()
    if words and make_singular_key(words[-1]) == fold(words[-1]):
        words[-1] = re.sub(r"(?<=[^aeiou])y$", "ie", words[-1]) + "s"
    return " ".join(words) + of + tail
