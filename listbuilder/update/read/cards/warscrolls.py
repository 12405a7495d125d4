"""Warscrolls of Age of Sigmar cards: keywords, characteristics, weapons, notes."""

from __future__ import annotations

import re
from datetime import datetime

from listbuilder.update.read.cards.card_json import (
    Json,
    get_number,
    get_table,
    get_tables,
    get_texts,
    has_list,
    make_id,
    make_plain_text,
    make_value,
    read_english,
    read_raw_english,
    remove_markup,
)
from listbuilder.update.tree import Place, Value

_SPLIT_KEYWORDS = re.compile(r",\s*(?![^()]*\))")
_JOINED = re.compile(r"\) *\w|[a-z][A-Z]")  # two keywords without the comma between them
_AMOUNT = re.compile(r"\d{0,2}D\d{1,2}(\+\d{1,2})?")
_ROLL = re.compile(r"\d\+")
_DISTANCE = re.compile(r'(\d{1,2}|\d?D\d+(\+\d)?)"')
_SEE_RULES = {"\u2739", "\u2731", "*"}  # a characteristic that an ability of the warscroll gives
_NO_VALUE = {"", "-", "\u2013", "\u2014"}
_NOTE_END = re.compile(r"(?<=[.])\s+|\n+")
_BATTLEPACK = re.compile(r"(?i)general's handbook (\d{4}-\d{2}) battlepack")
_LEGENDS_FROM = re.compile(r"(?i)will move to warhammer legends on (\d{1,2} \w+ \d{4})")
_MAX_PER = re.compile(
    r"You can include (?P<count>\d+) units? of this type for each (?P<unit>.+?) in your army\.?"
)
_CANNOT_BE_REINFORCED = re.compile(r"This unit cannot be reinforced\.?")


def is_manifestation(card: Json) -> bool:
    """Return whether a warscroll is a manifestation, which a lore summons."""
    return "Manifestation" in get_texts(card, "keywords")


def is_terrain(card: Json) -> bool:
    """Return whether a warscroll is one of a faction's terrain."""
    return "Faction Terrain" in get_texts(card, "keywords")


def read_warscroll(card: Json, place: Place, *, is_legends: bool) -> dict[str, Value]:
    """Return the fields of the warscroll of a unit.

    `is_legends`: the whole faction is in Legends.
    """
    fields: dict[str, Value] = {}
    points = get_number(card, "points")
    if points is not None:
        fields["points"] = make_value(points, place)
    fields |= read_common(card, place)
    if isinstance(card.get("cannotBeReinforced"), bool):
        fields["can_be_reinforced"] = make_value(not card["cannotBeReinforced"], place)
    if is_legends:  # `isLegends` of a card itself marks warscrolls that need another unit
        fields["legends"] = make_value(True, place)
    fields |= _read_notes(card, place)
    return fields


def read_common(card: Json, place: Place) -> dict[str, Value]:
    """Return the fields that units and manifestations have in common."""
    fields: dict[str, Value] = {}
    models = get_number(card, "modelCount")
    if models is not None:
        fields["models"] = make_value(models, place)
    keywords = read_keywords(card)
    if keywords:
        joined = [keyword for keyword in keywords if _JOINED.search(keyword)]
        fields["keywords"] = make_value(keywords, place, joined)
    if get_table(card, "stats"):
        fields["stats"] = _read_stats(card, place)
    if get_table(card, "weapons"):
        fields["weapons"] = _read_weapons(card, place)
    base = remove_markup(read_raw_english(card.get("baseSize")))
    if base:
        fields["base_size"] = make_value(base, place)
    return fields


def read_keywords(card: Json) -> list[str]:
    """Return the keywords at the foot of a warscroll, in their order.

    If the line at the foot is missing, they are those of the card's two lists of keywords, the
    alliance without "Grand Alliance".
    """
    foot = read_english(card.get("referenceKeywords"))
    if foot:
        return [word for word in (part.strip() for part in _SPLIT_KEYWORDS.split(foot)) if word]
    own = get_texts(card, "keywords") + get_texts(card, "factionKeywords")
    return [word.removeprefix("Grand Alliance ") for word in own]


def _read_stats(card: Json, place: Place) -> Value:
    """Return the characteristics at the top of a warscroll, as printed."""
    stats = get_table(card, "stats")
    row: Json = {}
    missed: list[str] = []
    for key in ("move", "health", "save", "control"):
        text = make_plain_text(str(stats.get(key) or ""))
        if text in _NO_VALUE:
            continue
        if re.fullmatch(r"\d{1,3}", text) and key in ("health", "control"):
            row[key] = int(text)
            continue
        row[key] = text
        if text not in _SEE_RULES and not _ROLL.fullmatch(text) and not _DISTANCE.fullmatch(text):
            missed.append(f"{key} {text}")
    return make_value(row, place, missed)


def _read_weapons(card: Json, place: Place) -> Value:
    """Return the weapons of a warscroll, ranged ones first, with their characteristics."""
    rows: list[Json] = []
    missed: list[str] = []
    weapons = get_table(card, "weapons")
    for kind in ("ranged", "melee"):
        for weapon in get_tables(weapons, kind):
            name = read_english(weapon.get("name"))
            if not name:
                missed.append(f"{kind} weapon without a name")
                continue
            rows.append(_read_weapon(name, kind, weapon, missed))
    return make_value(rows, place, missed)


def _read_weapon(name: str, kind: str, weapon: Json, missed: list[str]) -> Json:
    """Return the row of one weapon; a characteristic that isn't understood goes to `missed`.

    `kind` is "ranged" or "melee": only melee weapons have no range.
    """
    row: Json = {"name": name}
    for key in ("range", "attacks", "hit", "wound", "rend", "damage"):
        text = make_plain_text(str(weapon.get(key) or ""))
        if text in _NO_VALUE:
            may_lack_it = key == "rend" or (key == "range" and kind == "melee")
            if not may_lack_it:
                missed.append(f"{name} {key} {text}")
            continue
        row[key] = int(text) if text.isdecimal() else text
        if not _is_known_value(text):
            missed.append(f"{name} {key} {text}")
    return row


def _is_known_value(text: str) -> bool:
    """Return whether a characteristic of a weapon has a known form.

    It is a number, dice, a roll, a range, or a mark that refers to an ability.
    """
    if text.isdecimal() or text in _SEE_RULES:
        return True
    return any(form.fullmatch(text) for form in (_AMOUNT, _ROLL, _DISTANCE))


def list_notes(card: Json) -> list[str]:
    """Return the sentences below a warscroll, such as which regiments the unit can join."""
    text = read_raw_english(card.get("notes"))
    sentences = [remove_markup(part) for part in _NOTE_END.split(text)]
    return [sentence for sentence in sentences if sentence]


def _read_notes(card: Json, place: Place) -> dict[str, Value]:
    """Return the fields that the sentences below a warscroll state.

    They are the season, the day it moves to Legends, and a limit. Other sentences, such as the
    regiments it joins, are the field `notes`, which is marked as not understood.
    """
    fields: dict[str, Value] = {}
    missed: list[str] = []
    for sentence in list_notes(card):
        season = _BATTLEPACK.search(sentence)
        legends = _LEGENDS_FROM.search(sentence)
        limit = _MAX_PER.fullmatch(sentence)
        if season:
            fields["battlepack"] = make_value(f"ghb-{season[1]}", place)
        elif legends:
            day = _read_day(legends[1])
            fields["legends_from"] = make_value(day, place, [] if day else [sentence])
        elif limit:
            unit: Json = {"unit": make_id(limit["unit"]), "count": int(limit["count"])}
            fields["max_per"] = make_value(unit, place)
        elif not _CANNOT_BE_REINFORCED.fullmatch(sentence) or not card.get("cannotBeReinforced"):
            missed.append(sentence)
    if missed:
        fields["notes"] = make_value(None, place, missed)
    return fields


def _read_day(text: str) -> str | None:
    """Return a day such as "1 June 2027" as our data writes it, or None if it isn't a day."""
    try:
        return datetime.strptime(text, "%d %B %Y").date().isoformat()
    except ValueError:
        return None


def has_cards(file: Json) -> bool:
    """Return whether a JSON table is a file of Age of Sigmar or Spearhead cards."""
    return has_list(file, "warscrolls") and bool(read_raw_english(file.get("name")))
