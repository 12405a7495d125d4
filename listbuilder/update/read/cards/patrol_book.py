"""A file of Combat Patrol cards of the 11th edition as a book: its units and enhancements."""

from __future__ import annotations

import re
from collections import Counter

from listbuilder.update.read.cards.card_json import (
    Json,
    Vocabulary,
    get_table,
    get_tables,
    get_texts,
    has_list,
    make_id,
    make_key,
    make_plain_text,
    make_value,
    read_english,
    read_raw_english,
    remove_markup,
)
from listbuilder.update.read.cards.leaders import read_leads
from listbuilder.update.read.cards.profiles import list_weapon_names, read_profiles
from listbuilder.update.read.cards.source_names import Names
from listbuilder.update.read.cards.transport import read_transport
from listbuilder.update.tree import Book, Entry, Place, Value

_MODELS = re.compile(r"(?P<count>\d+) (?P<name>.+?)(?: models?)?")
_LOADOUT = re.compile(r"(?P<who>[^:;]+?) (?:is|are) equipped with: (?P<items>.+)")
_EVERYBODY = {"every model", "this model", "each model"}
_ITEM = re.compile(r"(?:(?P<count>\d+) )?(?P<name>.+)")
_ITEM_PROFILE = re.compile(r"\s+[-\u2013\u2014]\s+.*|\s+\([Oo]nce per [^()]*\)")
_BULLETS = "\u2022\u25a0 "
_BEARER = re.compile(r"(?:Upgrade: )?(?P<who>.+?) (?:model|unit) only\b")
_DAMAGED = re.compile(r"(?i)(?:damaged: ?)?(\d+) ?[-\u2013] ?(\d+) wounds remaining")


def read_book(file: Json, file_name: str, names: Names) -> Book:
    """Return the book of one Combat Patrol; `names` are those of all files of the source."""
    cards = [card for card in get_tables(file, "datasheets") if read_english(card.get("name"))]
    title = _read_title(file, cards)
    entries: list[Entry] = []
    same = Counter(_identify(card) for card in cards)
    for card in cards:
        identity = _identify(card)
        if identity not in same:
            continue  # the second of two equal cards: one unit of which there are two
        count = same.pop(identity)
        place = Place(file_name, read_english(card.get("name")))
        fields = _read_unit(card, place, names)
        fields["count"] = make_value(count, place)
        source_id = read_english(card.get("id"))
        entries.append(Entry("unit", place.where, place, fields, source_id))
    for card in get_tables(file, "enhancements"):
        name = read_english(card.get("name"))
        if name:
            place = Place(file_name, name)
            fields = {"bearer": _read_bearer(card, place, title, cards, names)}
            entries.append(Entry("enhancement", name, place, fields, read_english(card.get("id"))))
    return Book(title, Place(file_name), tuple(entries))


def _identify(card: Json) -> tuple[str, str, str]:
    """Return (name, models, wargear), in which two different cards of one patrol differ."""
    composition = " ".join(get_texts(card, "composition"))
    return read_english(card.get("name")), composition, read_english(card.get("loadout"))


def _read_title(file: Json, cards: list[Json]) -> str:
    """Return the name of the patrol.

    It is the name of its detachment, else the keyword with which its units' names begin, else the
    faction's name.
    """
    for table in get_tables(file, "detachments"):
        name = read_english(table.get("name"))
        if name:
            return name
    shared = Counter(keyword for card in cards for keyword in get_texts(card, "keywords"))
    for keyword, count in shared.most_common():
        begun = [card for card in cards if read_english(card.get("name")).startswith(keyword)]
        if count == len(cards) and begun:
            return keyword
    return read_english(file.get("name"))


def _read_unit(card: Json, place: Place, names: Names) -> dict[str, Value]:
    """Return the fields of a unit of the patrol."""
    fields: dict[str, Value] = {}
    profiles = read_profiles(card, place, spellings="", words=names.profile_words)
    if not has_list(get_table(card, "abilities"), "core"):
        profiles.pop("core_abilities", None)  # these cards don't tell core abilities at all
    weapons = profiles.get("weapons")
    printed = _list_weapon_names(card)
    if weapons is not None:
        rows = weapons.data if isinstance(weapons.data, list) else []
        for row in rows:
            row["item"] = printed.get(make_key(row["item"]), row["item"])
    fields["models"] = _read_models(card, place, printed)
    if has_list(card, "keywords"):
        fields["keywords"] = make_value(get_texts(card, "keywords"), place)
    if has_list(card, "factions"):
        fields["faction_keywords"] = make_value(get_texts(card, "factions"), place)
    abilities = [
        read_english(table.get("name"))
        for table in get_tables(get_table(card, "abilities"), "faction")
    ]
    if abilities:
        fields["faction_abilities"] = make_value(abilities, place)
    fields |= profiles
    base = make_plain_text(read_raw_english(card.get("baseSize")))
    if base:
        fields["base_size"] = make_value(base, place)
    for key, value in read_leads(card, place, names).items():
        data = value.data
        if isinstance(data, list) and key == "leads":
            data = [make_id(name) for name in data]
        fields[key] = Value(data, value.place, value.not_understood)
    fields |= read_transport(card, place, names.passengers)
    damaged = _read_damaged(card)
    if damaged is not None:
        fields["damaged_at"] = make_value(damaged, place)
    return fields


def _list_weapon_names(card: Json) -> dict[str, str]:
    """Return the names of a card's weapons as its tables print them, by key."""
    printed: dict[str, str] = {}
    for written in list_weapon_names(card):
        name = _ITEM_PROFILE.sub("", written)
        printed.setdefault(make_key(name), name)
    return printed


def _read_models(card: Json, place: Place, printed: dict[str, str]) -> Value:
    """Return the groups of models of a unit, each with what every model of it carries.

    `printed` are the names of the card's weapons, whose spelling the wargear gets. A group without
    a sentence on its wargear is not understood.
    """
    missed: list[str] = []
    wargear = _read_loadouts(card, printed, missed)
    groups: list[Json] = []
    for line in get_texts(card, "composition"):
        found = _MODELS.fullmatch(line.strip(_BULLETS))
        if found is None:
            missed.append(line)
            continue
        name = found["name"]
        items = wargear.get(make_key(name), wargear.get(""))
        if items is None:
            missed.append(f"wargear of {name}")
        groups.append({"name": name, "count": int(found["count"]), "wargear": items or []})
    named = {make_key(str(group["name"])) for group in groups} | {""}
    missed += [f"wargear of {who}" for who in wargear if who not in named]
    return make_value(groups, place, missed)


def _read_loadouts(
    card: Json, printed: dict[str, str], missed: list[str]
) -> dict[str, list[object]]:
    """Return what models carry, by the key of their name; "" for a sentence about every model."""
    wargear: dict[str, list[object]] = {}
    for line in read_raw_english(card.get("loadout")).splitlines():
        plain = remove_markup(line).strip(_BULLETS).rstrip(".")
        if not plain:
            continue
        found = _LOADOUT.fullmatch(plain)
        if found is None:
            missed.append(plain)
            continue
        who = found["who"]
        key = make_key(re.sub(r"^(?:The|Every|Each) ", "", who))
        if who.casefold() in _EVERYBODY:
            key = ""
        items: list[object] = []
        for part in found["items"].split(";"):
            item = _ITEM.fullmatch(part.strip())
            if item is None:
                continue
            name = _ITEM_PROFILE.sub("", item["name"])
            name = printed.get(make_key(name), name)
            count = int(item["count"] or 1)
            items.append(name if count == 1 else {"item": name, "count": count})
        wargear[key] = items
    return wargear


def _read_damaged(card: Json) -> list[int] | None:
    """Return [lowest, highest] remaining wounds at which the unit is damaged, or None."""
    abilities = get_table(card, "abilities")
    texts = [read_english(get_table(abilities, "damaged").get("range"))]
    texts += [read_english(table.get("name")) for table in get_tables(abilities, "special")]
    for text in texts:
        found = _DAMAGED.search(text)
        if found:
            return [int(found[1]), int(found[2])]
    return None


def _read_bearer(card: Json, place: Place, title: str, cards: list[Json], names: Names) -> Value:
    """Return the id of the one unit of the patrol that can have an enhancement.

    The first words of its card name the unit, or the patrol and the unit's keywords. If they don't
    fit exactly one unit, the value is None and marked as not understood.
    """
    text = read_english(card.get("description"))
    found = _BEARER.match(text)
    if found is None:
        return make_value(None, place, [text or "no description"])
    who = found["who"]
    name = Vocabulary(read_english(unit.get("name")) for unit in cards).find_either_number(who)
    named = [unit for unit in cards if name and read_english(unit.get("name")) == name]
    if not named:
        keywords = names.keywords.split(_remove_title(who, title)) or names.keywords.split(who)
        wanted = {make_key(keyword) for keyword in keywords or []}
        for unit in cards:
            own = {make_key(keyword) for keyword in get_texts(unit, "keywords")}
            own |= {make_key(keyword) for keyword in get_texts(unit, "factions")}
            if wanted and wanted <= own:
                named.append(unit)
    ids = list(dict.fromkeys(make_id(read_english(unit.get("name"))) for unit in named))
    if len(ids) != 1:
        return make_value(None, place, [found["who"]])
    return make_value(ids[0], place)


def _remove_title(who: str, title: str) -> str:
    """Return `who` without the name of the patrol at its beginning, if it begins with that."""
    words = who.split()
    for length in range(len(words) - 1, 0, -1):
        if make_key(" ".join(words[:length])) == make_key(title.removeprefix("The ")):
            return " ".join(words[length:])
    return who
