"""A faction file of 40K cards as a book: datasheets, detachments and enhancements."""

from __future__ import annotations

import re

from listbuilder.update.read.cards.card_json import (
    Json,
    get_items,
    get_number,
    get_table,
    get_tables,
    get_texts,
    has_list,
    make_value,
    read_english,
    read_raw_english,
)
from listbuilder.update.read.cards.enhancements import (
    is_price_change,
    read_enhancement,
    read_price_changes,
    split_tags,
)
from listbuilder.update.read.cards.item_stats import read_item_stats
from listbuilder.update.read.cards.leaders import read_leads
from listbuilder.update.read.cards.points import read_points
from listbuilder.update.read.cards.profiles import (
    find_spelling,
    list_item_names,
    read_profiles,
)
from listbuilder.update.read.cards.source_names import Names
from listbuilder.update.read.cards.transport import read_transport
from listbuilder.update.read.option_sentences import read_unit_fields
from listbuilder.update.singular import make_name_key
from listbuilder.update.tree import Book, Entry, Place, Value

# Of a keyword of one model only ("X: Infantry | Y: Character"), or with a slip in its spelling.
_DAMAGED_KEYWORD = re.compile(r"[:|]|\b[A-Z] [a-z]|^[a-z]{2,}")


def read_book(file: Json, file_name: str, names: Names) -> Book:
    """Return the book of one faction file; `names` are those of all files of the source."""
    title = read_english(file.get("name"))
    entries: list[Entry] = []
    read: set[str] = set()
    for card in get_tables(file, "datasheets"):
        entry = _read_datasheet(card, file_name, names)
        if entry is None:
            continue
        if entry.name in read:
            second = make_value(entry.name, entry.place, ["a second card of this name"])
            entry.fields["name"] = second
        read.add(entry.name)
        entries.append(entry)
    entries += _list_detachments(file, file_name, names)
    for card in get_tables(file, "enhancements"):
        if is_price_change(card):
            continue
        place = Place(file_name, read_english(card.get("name")))
        inside = read_english(card.get("detachment"))
        enhancement = read_enhancement(card, place, names.keywords, inside)
        if enhancement is not None:
            entries.append(enhancement)
    stem = file_name.rsplit("/", 1)[-1].removesuffix(".json").replace("_", " ")
    return Book(title or stem, Place(file_name), tuple(entries), names=(stem,))


def _read_datasheet(card: Json, file_name: str, names: Names) -> Entry | None:
    """Return the entry of a datasheet, or None if the card has no name."""
    name = read_english(card.get("name"))
    if not name:
        return None
    place = Place(file_name, name)
    spellings = collect_wargear_sentences(card)
    fields: dict[str, Value] = {}
    if has_list(card, "keywords"):
        keywords = get_texts(card, "keywords")
        damaged = [keyword for keyword in keywords if _DAMAGED_KEYWORD.search(keyword)]
        fields["keywords"] = make_value(keywords, place, damaged)
    if has_list(card, "factions"):
        fields["faction_keywords"] = make_value(get_texts(card, "factions"), place)
    fields |= _read_structure(card, place, spellings)
    fields |= read_profiles(card, place, spellings=spellings, words=names.profile_words)
    if "stats" in fields:
        fields["stats"] = _check_stats(name, fields)
    fields |= read_item_stats(card, place, spellings)
    size = fields["size"].data if "size" in fields else None
    points = read_points(card, place, spellings, size if isinstance(size, dict) else {})
    if points is not None:
        fields["points"] = points
        if "size" in fields:
            fields["size"] = _check_size(fields["size"], points)
    fields |= read_leads(card, place, names)
    fields |= read_transport(card, place, names.passengers)
    if isinstance(card.get("legends"), bool):
        fields["legends"] = make_value(card["legends"], place)
    return Entry("datasheet", name, place, fields, source_id=read_english(card.get("id")))


def _check_size(size: Value, points: Value) -> Value:
    """Return the field `size`, not understood if its ends aren't the sizes that have a price.

    Compositions in which kinds of models share a limit, such as "0-3" and "0-3" of at most 3, give
    sums that no unit has; the prices show it.
    """
    rows = points.data if isinstance(points.data, list) else []
    priced = [row["models"] for row in rows if "models" in row and "when" not in row]
    if not priced or not isinstance(size.data, dict):
        return size
    missed = []
    if (size.data["min"], size.data["max"]) != (min(priced), max(priced)):
        text = (
            f"{size.data['min']}-{size.data['max']} models, prices for {min(priced)}-{max(priced)}"
        )
        missed.append(text)
    return make_value(size.data, size.place, [*size.not_understood, *missed])


def _check_stats(name: str, fields: dict[str, Value]) -> Value:
    """Return the field `stats` of the datasheet `name`; rows of other units aren't understood.

    A row is for the unit or for one of its models. Why: in the export, a datasheet sometimes has a
    row of the next one.
    """
    known = {make_name_key(name)}
    for field in ("models", "compositions"):
        known |= {make_name_key(model) for model in _list_names(fields, field)}
    stats = fields["stats"]
    others = [row for row in _list_names(fields, "stats") if make_name_key(row) not in known]
    missed = [f"{row}: neither the unit nor one of its models" for row in others]
    return make_value(stats.data, stats.place, [*stats.not_understood, *missed])


def _list_names(fields: dict[str, Value], name: str) -> list[str]:
    """Return the names in the rows of a field, and in lists of such rows."""
    rows = fields[name].data if name in fields else None
    found: list[str] = []
    for row in rows if isinstance(rows, list) else []:
        for inner in row if isinstance(row, list) else [row]:
            if isinstance(inner, dict):
                found.append(str(inner.get("name", "")))
    return found


def _read_structure(card: Json, place: Place, spellings: str) -> dict[str, Value]:
    """Return the fields for models, size, default wargear and options, from a card's sentences.

    The card's tables of weapons and of wargear abilities say which names are wargear.
    """
    composition = [read_raw_english(item) for item in get_items(card, "composition")]
    wargear = [read_raw_english(item) for item in get_items(card, "wargear")]
    gear = [
        read_english(table.get("name"))
        for table in get_tables(get_table(card, "abilities"), "wargear")
    ]
    fields = read_unit_fields(
        composition,
        read_raw_english(card.get("loadout")),
        wargear,
        place,
        items=[find_spelling(name, spellings) for name in list_item_names(card)],
        gear=gear,
    )
    if composition == [] and has_list(card, "composition"):
        fields["models"] = make_value(None, place, ["a card without models"])
    if not has_list(card, "wargear"):
        fields.pop("options", None)  # without the list, the card says nothing of options
    return fields


def collect_wargear_sentences(card: Json) -> str:
    """Return the sentences of a card that name its wargear, joined; for `find_spelling`."""
    sentences = [read_english(card.get("loadout"))]
    for item in get_items(card, "wargear"):
        sentences.append(read_english(item))
    return " ".join(sentences)


def _list_detachments(file: Json, file_name: str, names: Names) -> list[Entry]:
    """Return the entries of the detachments of a faction file; older files have only names."""
    changes = [card for card in get_tables(file, "enhancements") if is_price_change(card)]
    entries: list[Entry] = []
    for item in get_items(file, "detachments"):
        card = item if isinstance(item, dict) else {"name": item}
        name, _ = split_tags(read_english(card.get("name")))
        if not name:
            continue
        place = Place(file_name, name)
        fields: dict[str, Value] = {}
        points = get_number(card, "detachmentPoints")
        if points is not None:
            fields["dp"] = make_value(points, place)
        dispositions = _read_dispositions(card)
        if dispositions:
            fields["dispositions"] = make_value(dispositions, place)
        own = [card for card in changes if read_english(card.get("detachment")) == name]
        fields |= read_price_changes(own, place, names.units)
        entry = Entry("detachment", name, place, fields, source_id=read_english(card.get("id")))
        entries.append(entry)
    return entries


def _read_dispositions(card: Json) -> list[str]:
    """Return the force dispositions of a detachment: one, or a list of them."""
    tables = get_tables(card, "forceDisposition") or get_tables(card, "forceDispositions")
    if not tables:
        tables = [get_table(card, "forceDisposition")]
    names = [read_english(table.get("name")) for table in tables]
    return [name for name in names if name]


def is_faction_file(file: Json) -> bool:
    """Return whether a JSON table is a faction file of 40K cards."""
    return has_list(file, "datasheets") and bool(read_raw_english(file.get("name")))
