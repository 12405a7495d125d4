"""A file of Spearhead cards as a book: the units, regiment abilities and enhancements of a box.

In the export, the file of each box has the cards of all boxes of its faction. No card says in which
box a unit is, or how many of it.
"""

from __future__ import annotations

import re

from listbuilder.update.read.cards.card_json import (
    Json,
    get_number,
    get_table,
    get_tables,
    get_texts,
    make_plain_text,
    make_value,
    read_english,
)
from listbuilder.update.tree import Book, Entry, Place, Value

_KINDS = {"regimentAbilities": "regiment_ability", "spearheadEnhancements": "enhancement"}
_SEE_RULES = {"\u2739", "\u2731", "*"}
_MODE = re.compile(
    r"(?P<name>.+?)(?: \((?P<bracket>[^()]+)\)|:? [-\u2013\u2014] (?P<dash>.+)|: (?P<colon>.+))"
)
_SMALL = ("Of", "The", "And", "With")


def read_book(file: Json, file_name: str, *, is_shared: bool) -> Book:
    """Return the book of one box; with `is_shared`, its file has the cards of other boxes too.

    Each entry then has a field `box` that is marked as not understood, so that none is added to
    this box without a question.
    """
    stem = file_name.rsplit("/", 1)[-1].removesuffix(".json")
    title = stem.replace("_", " ")
    entries: list[Entry] = []
    for card in get_tables(file, "warscrolls"):
        name = read_english(card.get("name"))
        if name:
            place = Place(file_name, name)
            fields = _read_unit(card, place)
            if is_shared:
                fields["box"] = make_value(None, place, ["which of the faction's boxes it is in"])
            entries.append(Entry("unit", name, place, fields, read_english(card.get("id"))))
    for card in get_tables(file, "enhancements"):
        kind = _KINDS.get(read_english(card.get("enhancementType")))
        name = read_english(card.get("name"))
        if kind and name:
            place = Place(file_name, name)
            shared: dict[str, Value] = {}
            if is_shared:
                shared["box"] = make_value(None, place, ["which of the faction's boxes it is of"])
            entries.append(Entry(kind, name, place, shared, read_english(card.get("id"))))
    words = [word.capitalize() for word in title.split()]
    name = " ".join(word.lower() if word in _SMALL else word for word in words)
    return Book(name, Place(file_name), tuple(entries), names=(title.replace("-", " "),))


def _read_unit(card: Json, place: Place) -> dict[str, Value]:
    """Return the fields of a unit's warscroll."""
    fields: dict[str, Value] = {}
    models = get_number(card, "modelCount")
    if models is not None:
        fields["models"] = make_value(models, place)
    keywords = read_english(card.get("referenceKeywords"))
    words = [word.strip() for word in keywords.split(",")] if keywords else []
    fields["keywords"] = make_value(
        [word for word in words or get_texts(card, "keywords") if word], place
    )
    if get_table(card, "stats"):
        fields["stats"] = _read_stats(card, place)
    if get_table(card, "weapons"):
        fields["weapons"] = _read_weapons(card, place)
    return fields


def _read_stats(card: Json, place: Place) -> Value:
    """Return the characteristics of a unit, as numbers without signs for inches and pluses."""
    stats = get_table(card, "stats")
    row: Json = {}
    missed: list[str] = []
    for key in ("move", "save", "health", "control", "ward"):
        text = make_plain_text(str(stats.get(key) or "")).removesuffix('"').removesuffix("+")
        if text in ("", "-"):
            continue
        row[key] = int(text) if text.isdecimal() else text
        if not text.isdecimal() and text not in _SEE_RULES:
            missed.append(f"{key} {text}")
    return make_value(row, place, missed)


def _read_weapons(card: Json, place: Place) -> Value:
    """Return the weapons of a unit, ranged ones first."""
    rows: list[Json] = []
    missed: list[str] = []
    weapons = get_table(card, "weapons")
    for kind in ("ranged", "melee"):
        for weapon in get_tables(weapons, kind):
            row: Json = {"name": read_english(weapon.get("name")), "type": kind}
            mode = _MODE.fullmatch(read_english(weapon.get("name")))
            if mode:
                row = {
                    "name": mode["name"],
                    "mode": mode["bracket"] or mode["dash"] or mode["colon"],
                    "type": kind,
                }
            for key in ("range", "attacks", "hit", "wound", "rend", "damage"):
                text = make_plain_text(str(weapon.get(key) or ""))
                text = text.removesuffix('"').removesuffix("+")
                if text in ("", "-"):
                    continue
                row[key] = int(text) if text.isdecimal() else text
                if not re.fullmatch(r"\d+|\d*D\d+(\+\d+)?", text) and text not in _SEE_RULES:
                    missed.append(f"{row['name']} {key} {text}")
            abilities = get_texts(weapon, "abilities")
            if abilities:
                row["abilities"] = abilities
            rows.append(row)
    return make_value(rows, place, missed)
