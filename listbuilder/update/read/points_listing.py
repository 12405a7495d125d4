"""What a 40K points document lists, and how it becomes the books of a Source.

Every form of document (page, text, volunteers' YAML) lists the same things in its own way. Its
reader makes a `Listing` of each book; this module turns these into books: sizes, copies, allies and
wargear become rows of a price list, names get the case of our data, and units that a chapter's page
repeats from the Space Marines' page are priced there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import msgspec

from listbuilder.model.base import fold
from listbuilder.update.tree import Book, Entry, Place, Unread, Value
from listbuilder.yamlio import reader

Row = dict[str, object]

KEPT_WORDS = 8
KEPT_CHARACTERS = 60
MOST_UNKNOWN_NAMES = 0.05  # of the units that others may join; with more the document is a part

_SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "by",
        "for",
        "from",
        "in",
        "of",
        "on",
        "or",
        "the",
        "to",
        "upon",
        "with",
    ]
)
_WORD = re.compile(r"[^\s\-/(\[]+")
_PLAIN_SIZE = re.compile(r"(?P<models>\d+) models?", re.IGNORECASE)
_PART_OF_MIX = re.compile(r"(?P<count>\d+) (?P<name>\D+)")
_BETWEEN_PARTS = re.compile(r",\s*(?:and\s+)?|\s+and\s+(?=\d)")
_ADDED = re.compile(r"\+\s*(?:\d+\s+)?(?P<name>\D.*)")
_ORDINAL = re.compile(r"(\d+)\s*(?:st|nd|rd|th)\b", re.IGNORECASE)
_TAG = re.compile(r"\s*\((?P<tag>[A-Za-z]+)\)$")
_ALLY_GROUP = re.compile(r"every model has (?:the )?(?P<keyword>.+?) keyword", re.IGNORECASE)
_UPGRADE = "upgrade"


class Listed(msgspec.Struct):
    """A thing that a points document lists: its name as printed, and what was not understood."""

    name: str
    place: Place
    not_understood: list[str] = []

    def add_not_understood(self, text: str) -> None:
        """Record a piece of the document that was not understood, cut to a few words."""
        self.not_understood.append(cut_text(text))


class ListedUnit(Listed):
    """A unit with its price rows, in the group of units under whose heading it is printed.

    `rows` are rows of a price list. `leads` and `supports` are the units that it may join, None if
    the document doesn't speak of them.
    """

    group: str = ""
    legends: bool | None = None
    rows: list[Row] = []
    leads: list[str] | None = None
    supports: list[str] | None = None


class ListedEnhancement(Listed):
    """An enhancement with its price; `leads` and `supports` are the units its bearer may join."""

    points: int | None = None
    leads: list[str] = []
    supports: list[str] = []


class ListedDetachment(Listed):
    """A detachment with what the document prints of it; None where it prints nothing."""

    dp: int | None = None
    dispositions: list[str] | None = None
    unique: str | None = None
    enhancements: list[ListedEnhancement] = []


class Listing(Listed):
    """One book of a points document: its units and detachments in the order of the document.

    `speaks_of` are the fields that the document states wherever they exist, such as `unique` or
    `leads`: an entry without such a field doesn't have it, rather than being left open.
    """

    units: list[ListedUnit] = []
    detachments: list[ListedDetachment] = []
    speaks_of: frozenset[str] = frozenset()


@cache
def load_games() -> dict[str, str]:
    """Return the id of the game that each form of document is for, by the name of the form."""
    file = Path(__file__).with_name("points_games.yaml")
    data = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data
    return msgspec.convert(data, dict[str, str])


# --- names and rows ---


def cut_text(text: str) -> str:
    """Return `text` cut to the few words that may be kept of a source."""
    words = " ".join(text.split()[:KEPT_WORDS])
    return words[:KEPT_CHARACTERS]


def format_name(printed: str) -> str:
    """Return a printed name in the case of our data, with straight apostrophes.

    Only a name that is printed in capitals, or with every word capitalised, is changed: small words
    in it become lower case.
    """
    name = " ".join(printed.replace("\u2019", "'").replace("\u2018", "'").split())
    name = name.replace("\u2011", "-").replace("\u00ad", "")
    words = _WORD.findall(name)
    is_capitals = name == name.upper() and any(len(word) > 1 for word in words)
    is_titled = all(word[:1] == word[:1].upper() for word in words)
    if not is_capitals and not is_titled:
        return name

    def recase(match: re.Match[str]) -> str:
        """Return one word of the name in its case."""
        word = match[0]
        if match.start() and word.lower() in _SMALL_WORDS:
            return word.lower()
        if is_capitals and any(letter.isdigit() for letter in name) and "-" in name:
            return word  # a type such as UR-025
        if not is_capitals and "'" not in word:
            return word
        start = 1 if word.startswith("'") else 0
        return word[:start] + word[start : start + 1].upper() + word[start + 1 :].lower()

    return _WORD.sub(recase, name)


def make_singular(name: str) -> str:
    """Return the name of a model in the singular: `Hunting Wolves` becomes `Hunting Wolf`."""
    head, _, word = name.rpartition(" ")
    for plural, singular in (("ies", "y"), ("lves", "lf"), ("ss", "ss"), ("s", "")):
        if word.endswith(plural):
            word = word[: len(word) - len(plural)] + singular
            break
    return f"{head} {word}" if head else word


def read_size(text: str) -> Row | None:
    """Return the keys of a price row for the size `text`, or None if it is not understood.

    A size is "5 models", a mix such as "1 Wolf and 4 Hunters", or "+ 1 Wolf" for an added model.
    """
    text = " ".join(text.split())
    if plain := _PLAIN_SIZE.fullmatch(text):
        return {"models": int(plain["models"])}
    if added := _ADDED.fullmatch(text):
        return {"add_model": format_name(added["name"].strip())}
    mix: dict[str, int] = {}
    for part in _BETWEEN_PARTS.split(text):
        match = _PART_OF_MIX.fullmatch(part.strip())
        if match is None:
            return None
        count = int(match["count"])
        name = format_name(match["name"].strip())
        mix[make_singular(name) if count > 1 else name] = count
    return {"models": sum(mix.values()), "of": mix}


def read_tier(label: str) -> tuple[int, int | None] | None:
    """Return the first and last copy that a heading such as "Your 1st to 2nd units cost" prices.

    The last is None if there is no end; the result is None if the heading is not understood.
    """
    text = " ".join(label.split())
    if not re.fullmatch(r"your\b.*\bunits?\b.*\bcosts?", text, re.IGNORECASE):
        return None
    copies = [int(copy) for copy in _ORDINAL.findall(text)]
    if not copies:
        return (1, None)
    if len(copies) == 1:
        return (copies[0], None if "+" in text else copies[0])
    return (copies[0], copies[1]) if len(copies) == 2 and copies[0] <= copies[1] else None


def drop_only_mixes(rows: Sequence[Row]) -> list[Row]:
    """Return price rows without the mix of models (`of`) if each size has only one mix.

    Why: our data states a mix only where the number of models doesn't tell which one is meant.
    """
    mixes: dict[object, set[str]] = {}
    for row in rows:
        if "models" in row:
            mixes.setdefault(row["models"], set()).add(repr(row.get("of")))
    if any(len(found) > 1 for found in mixes.values()):
        return list(rows)
    return [{key: value for key, value in row.items() if key != "of"} for row in rows]


def make_row(size: Row, points: int, first_copy: int = 1) -> Row:
    """Return the row of a price list for a size, from the copy `first_copy` on."""
    row: Row = {**size, "points": points}
    if first_copy > 1:
        row["when"] = {"copy_from": first_copy}
    return row


def split_tags(printed: str) -> tuple[str, list[str], bool]:
    """Return (name, tags, is upgrade) of an enhancement such as "Crown (Aura) (Upgrade)"."""
    name, is_upgrade = printed.strip(), False
    tags: list[str] = []
    while match := _TAG.search(name):
        name = name[: match.start()]
        if match["tag"].casefold() == _UPGRADE:
            is_upgrade = True
        else:
            tags.insert(0, match["tag"].capitalize())
    return name, tags, is_upgrade


# --- listings as books ---


def build_books(listings: Sequence[Listing]) -> tuple[Book, ...]:
    """Return the books of a source, one for each listing.

    If a listing repeats units under the heading of another book, its different prices are added
    there as prices for this army. Why: a chapter's page repeats the units of its parent, and only
    a different price is new.
    """
    spoken_of = _find_spoken_of(listings)
    for listing in listings:
        listing.speaks_of |= spoken_of
    joinable = _list_joinable_names(listings)
    for unit in (unit for listing in listings for unit in listing.units):
        unit.rows = drop_only_mixes(unit.rows)
    by_name = {fold(format_name(listing.name)): listing for listing in listings}
    entries: dict[int, list[Entry]] = {id(listing): [] for listing in listings}
    army_rows: dict[tuple[str, str], list[Row]] = {}
    for listing in listings:
        for name, units in _group_by_name(listing).items():
            parent = by_name.get(fold(format_name(units[0].group)))
            if parent is not None and parent is not listing and _find_unit(parent, name):
                key = (fold(format_name(parent.name)), name)
                base = _find_unit(parent, name)
                assert base is not None
                rows = _list_rows_for_army(units[0], base, format_name(listing.name))
                army_rows.setdefault(key, []).extend(rows)
                continue
            kind = "datasheet"
            if _is_guest(units[0], name, listing, listings):
                kind = "guest"
            entries[id(listing)].append(_make_datasheet(kind, units, listing, joinable))
        entries[id(listing)] += _make_detachments(listing, by_name)
    books = []
    for listing in listings:
        book = format_name(listing.name)
        made = []
        for entry in entries[id(listing)]:
            extra = army_rows.get((fold(book), fold(entry.name)), [])
            made.append(_add_rows(entry, extra) if extra else entry)
        books.append(Book(book, listing.place, tuple(made)))
    return tuple(books)


def list_repeated_books(books: Iterable[Book]) -> list[Unread]:
    """Return an `Unread` for each book that has the name of an earlier book."""
    seen: set[str] = set()
    unread = []
    for book in books:
        if fold(book.name) in seen:
            unread.append(Unread(book.place, "the source has this book twice", book.name))
        seen.add(fold(book.name))
    return unread


def _find_spoken_of(listings: Iterable[Listing]) -> frozenset[str]:
    """Return the fields that some entry of the document has, so that it states them for all.

    See `Listing.speaks_of`.
    """
    fields: set[str] = set()
    for listing in listings:
        if any(unit.leads or unit.supports for unit in listing.units):
            fields |= {"leads", "supports"}
        for detachment in listing.detachments:
            if detachment.unique:
                fields.add("unique")
            for enhancement in detachment.enhancements:
                if enhancement.leads or enhancement.supports:
                    fields |= {"leader_to", "support_to"}
                if split_tags(enhancement.name)[2]:
                    fields.add("upgrade")
    return frozenset(fields)


def _list_joinable_names(listings: Sequence[Listing]) -> frozenset[str]:
    """Return the folded names that units of the document may join.

    In a whole document these are its units. If too many names aren't among its units, the document
    is only a part, and every name counts.
    """
    units: set[str] = set()
    named: list[str] = []
    for listing in listings:
        for unit in listing.units:
            units.add(fold(format_name(unit.name)))
            named += [fold(format_name(name)) for name in unit.leads or ()]
            named += [fold(format_name(name)) for name in unit.supports or ()]
    unknown = sum(name not in units for name in named)
    is_whole = unknown <= MOST_UNKNOWN_NAMES * len(named)
    return frozenset(units if is_whole else {*units, *named})


def _group_by_name(listing: Listing) -> dict[str, list[ListedUnit]]:
    """Return the units of a listing by folded name; a unit listed twice has several prices."""
    units: dict[str, list[ListedUnit]] = {}
    for unit in listing.units:
        units.setdefault(fold(format_name(unit.name)), []).append(unit)
    return units


def _find_unit(listing: Listing, name: str) -> ListedUnit | None:
    """Return the unit of the listing with the folded name `name`, or None."""
    for unit in listing.units:
        if fold(format_name(unit.name)) == name:
            return unit
    return None


def _is_guest(unit: ListedUnit, name: str, listing: Listing, listings: Iterable[Listing]) -> bool:
    """Return whether a unit is a guest: under a heading of its own here, and of another book.

    `name` is its folded name.
    """
    if not unit.group:
        return False
    for other in listings:
        if other is not listing:
            found = _find_unit(other, name)
            if found is not None and not found.group:
                return True
    return False


def _list_rows_for_army(unit: ListedUnit, base: ListedUnit, army: str) -> list[Row]:
    """Return the price rows of `unit` that differ from those of `base`, for the faction `army`.

    Each gets the condition that the army is of that faction.
    """
    rows: list[Row] = []
    if sorted(map(repr, unit.rows)) == sorted(map(repr, base.rows)):
        return rows
    for row in unit.rows:
        if row not in base.rows:
            rows.append(_add_condition(row, {"army_faction": army}))
    return rows


def _add_condition(row: Row, condition: Row) -> Row:
    """Return the row with `condition` before its own ones, which is the order in our data."""
    when = row.get("when")
    return {**row, "when": {**condition, **(when if isinstance(when, dict) else {})}}


def _add_rows(entry: Entry, rows: Sequence[Row]) -> Entry:
    """Return the entry with more rows in its price list."""
    value = entry.fields["points"]
    assert isinstance(value.data, list)
    points = msgspec.structs.replace(value, data=[*value.data, *rows])
    return msgspec.structs.replace(entry, fields={**entry.fields, "points": points})


def _make_datasheet(
    kind: str, units: Sequence[ListedUnit], listing: Listing, joinable: frozenset[str]
) -> Entry:
    """Return the entry of a unit from all its places in the listing.

    A place under a heading for allies gives prices as an ally; any other second price is not
    understood. `joinable`: see `_list_joinable_names`.
    """
    first = next((unit for unit in units if not unit.group), units[0])
    rows = list(first.rows)
    odd = [*first.not_understood, *_list_contradictions(rows)]
    for unit in units:
        if unit is first:
            continue
        odd += unit.not_understood
        ally = _ALLY_GROUP.fullmatch(" ".join(unit.group.split()))
        if ally is None:
            if sorted(map(repr, unit.rows)) != sorted(map(repr, first.rows)):
                odd.append(cut_text(f"{unit.group or unit.name} (a second price)"))
            continue
        condition: Row = {"army": "ally", "keyword": format_name(ally["keyword"])}
        rows += [_add_condition(row, condition) for row in unit.rows if row not in first.rows]
    place = first.place
    fields = {"points": Value(rows, place, tuple(odd))}
    if kind == "datasheet":
        for field, names in (("leads", first.leads), ("supports", first.supports)):
            if names or (names is not None and field in listing.speaks_of):
                fields[field] = _make_joined(names, place, joinable)
        if first.legends is not None:
            fields["legends"] = Value(first.legends, place)
    return Entry(kind, format_name(first.name), place, fields)


def _list_contradictions(rows: Iterable[Row]) -> list[str]:
    """Return a text for each row that gives another price for what an earlier row prices."""
    seen: dict[str, object] = {}
    odd = []
    for row in rows:
        key = repr({name: value for name, value in row.items() if name != "points"})
        if seen.setdefault(key, row["points"]) != row["points"]:
            size = row.get("models") or row.get("add_item") or row.get("add_model")
            odd.append(cut_text(f"{size}: {row['points']} pts (a second price)"))
    return odd


def _make_joined(names: Iterable[str], place: Place, joinable: frozenset[str]) -> Value:
    """Return the names of the units that a unit may join, as the value of its field.

    Names that aren't `joinable` are recorded as not understood.
    """
    known, odd = [], []
    for printed in names:
        name = format_name(printed)
        if fold(name) in joinable:
            known.append(name)
        else:
            odd.append(cut_text(name))
    return Value(known, place, tuple(odd))


def _make_detachments(listing: Listing, by_name: dict[str, Listing]) -> list[Entry]:
    """Return the entries of a listing's detachments and of their enhancements.

    For a detachment that a parent's book has too, only the detachment points in this book are kept.
    """
    entries = []
    parents = _find_parents(listing, by_name)
    for detachment in listing.detachments:
        name = format_name(detachment.name)
        if any(_has_detachment(parent, name) for parent in parents):
            fields = {}
            if detachment.dp is not None:
                fields["dp"] = Value(detachment.dp, detachment.place)
            entries.append(Entry("parent_detachment", name, detachment.place, fields))
            continue
        if detachment.unique is None and "unique" in listing.speaks_of:
            detachment.unique = ""
        entries.append(Entry("detachment", name, detachment.place, _make_fields(detachment)))
        for enhancement in detachment.enhancements:
            entries.append(_make_enhancement(enhancement, name, listing))
    return entries


def _find_parents(listing: Listing, by_name: dict[str, Listing]) -> list[Listing]:
    """Return the other books whose names are headings of this book's groups of units."""
    parents = []
    for group in dict.fromkeys(unit.group for unit in listing.units if unit.group):
        parent = by_name.get(fold(format_name(group)))
        if parent is not None and parent is not listing:
            parents.append(parent)
    return parents


def _has_detachment(listing: Listing, name: str) -> bool:
    """Return whether the listing has a detachment of that name."""
    return any(fold(format_name(known.name)) == fold(name) for known in listing.detachments)


def _make_fields(detachment: ListedDetachment) -> dict[str, Value]:
    """Return the fields of a detachment, without those that the document doesn't print."""
    place, odd = detachment.place, tuple(detachment.not_understood)
    fields = {}
    if detachment.dp is not None:
        fields["dp"] = Value(detachment.dp, place, odd)
    if detachment.dispositions is not None:
        names = [format_name(name) for name in detachment.dispositions]
        fields["dispositions"] = Value(names, place, odd)
    if detachment.unique is not None:
        fields["unique"] = Value(format_name(detachment.unique), place, odd)
    return fields


def _make_enhancement(enhancement: ListedEnhancement, inside: str, listing: Listing) -> Entry:
    """Return the entry of an enhancement of the detachment `inside`."""
    name, tags, is_upgrade = split_tags(enhancement.name)
    place, odd = enhancement.place, tuple(enhancement.not_understood)
    fields = {}
    if enhancement.points is not None or odd:
        fields["points"] = Value(enhancement.points, place, odd)
    if tags:
        fields["tags"] = Value(tags, place)
    if is_upgrade or "upgrade" in listing.speaks_of:
        fields["upgrade"] = Value(is_upgrade, place)
    for field, names in (
        ("leader_to", enhancement.leads),
        ("support_to", enhancement.supports),
    ):
        if names or field in listing.speaks_of:
            fields[field] = Value([format_name(unit) for unit in names], place)
    return Entry("enhancement", format_name(name), place, fields, inside=inside)
