"""A faction file of Age of Sigmar cards as a book: warscrolls, formations, enhancements, lores."""

from __future__ import annotations

import re
from collections import defaultdict

from listbuilder.update.read.cards.card_json import (
    Json,
    get_number,
    get_table,
    get_tables,
    get_texts,
    has_list,
    make_id,
    make_key,
    make_value,
    read_english,
    read_raw_english,
    remove_markup,
)
from listbuilder.update.read.cards.warscrolls import (
    is_manifestation,
    is_terrain,
    read_common,
    read_warscroll,
)
from listbuilder.update.tree import Book, Entry, Place, Value

# The tables of enhancements that every faction has, by the key of a card file. The others stand
# together under `other`, without the names of their tables.
_TABLES = {"artefacts": "Artefacts of Power", "heroicTraits": "Heroic Traits", "other": ""}
_OF_A_REGIMENT = "regimentOfRenown"  # abilities of a Regiment of Renown, which nobody chooses

_REGIMENTS = "Regiments of Renown"
_LINE = re.compile(r"\s*[\u2022\u25a0\-]\s*")
_UNIT_WITH = re.compile(
    r"(?:(?P<count>\d+) )?(?P<name>.+?) units? with (?P<models>\d+) models?(?: each)?"
)
_MODELS = re.compile(r"(?:(?P<models>\d+) )?(?P<name>.+)")
_HAS_KEYWORD = re.compile(
    r"The (?P<name>.+?) in this Regiment of Renown has the (?P<keyword>[A-Z ]+) keyword"
)


# A line below "Organisation": how many units, and models in each, as far as it says.
_Line = tuple[int | None, int | None]


class Warscrolls:
    """The warscrolls of all files of a source, to find out which faction has one."""

    def __init__(self, files: list[Json]) -> None:
        """Collect the names and sizes of the warscrolls in `files`."""
        self._found: dict[str, list[tuple[str, Json]]] = defaultdict(list)
        self._linked: set[str] = set()  # keys of the units of all Regiments of Renown
        self.factions: set[str] = set()
        self.armies: set[str] = set()
        for file in files:
            faction = read_english(file.get("name"))
            self.factions.add(faction)
            for card in get_tables(file, "warscrolls"):
                self._found[make_key(read_english(card.get("name")))].append((faction, card))
            for regiment in get_tables(file, "regimentsOfRenown"):
                for unit in get_tables(regiment, "linkedWarscrolls"):
                    self._linked.add(make_key(read_english(unit.get("name"))))
            for army in get_tables(file, "armiesOfRenown"):
                self.armies.add(read_english(army.get("name")))

    def is_only_in_regiments(self, card: Json) -> bool:
        """Return whether a warscroll can only be taken in a Regiment of Renown.

        Such a warscroll has no points of its own and is in the list of a regiment.
        """
        if is_manifestation(card) or is_terrain(card):
            return False
        if card.get("points") is not None:
            return False
        return make_key(read_english(card.get("name"))) in self._linked

    def find(self, name: str) -> tuple[str, Json] | None:
        """Return (`faction/unit`, card) for a name, the first as our data writes it.

        None if no faction has a warscroll of that name, or several have.
        """
        found = self._found.get(make_key(name), [])
        if len(found) != 1:
            return None
        faction, card = found[0]
        place = _REGIMENTS if self.is_only_in_regiments(card) else faction
        return f"{make_id(place)}/{make_id(read_english(card.get('name')))}", card


def read_books(files: list[tuple[str, Json]]) -> list[Book]:
    """Return the books of all faction files, and one of the Regiments of Renown in them."""
    known = Warscrolls([file for _, file in files])
    books: list[Book] = []
    regiments: list[Entry] = []
    place_of_regiments: Place | None = None
    for file_name, file in files:
        books.append(_read_book(file, file_name, known))
        regiments += _list_regiment_warscrolls(file, file_name, known)
        for card in get_tables(file, "regimentsOfRenown"):
            regiments.append(_read_regiment(card, file_name, known))
            place_of_regiments = place_of_regiments or Place(file_name)
    if place_of_regiments is not None:
        books.append(Book(_REGIMENTS, place_of_regiments, tuple(regiments)))
    return books


def _read_book(file: Json, file_name: str, known: Warscrolls) -> Book:
    """Return the book of one faction file."""
    title = read_english(file.get("name"))
    stem = file_name.rsplit("/", 1)[-1].removesuffix(".json").replace("_", " ")
    entries = _list_warscrolls(file, file_name, known)
    entries += _list_formations(file, file_name)
    entries += _list_enhancements(file, file_name)
    entries += _list_lores(file, file_name)
    entries += _list_terrain(file, file_name)
    for card in get_tables(file, "armiesOfRenown"):
        name = read_english(card.get("name"))
        place = Place(file_name, name)
        source_id = read_english(card.get("id"))
        entries.append(Entry("army_of_renown", name, place, _read_legends(card, place), source_id))
    return Book(title, Place(file_name), tuple(entries), names=(stem,))


def _list_warscrolls(file: Json, file_name: str, known: Warscrolls) -> list[Entry]:
    """Return the units and manifestations of a faction file; terrain has a list of its own."""
    cards = get_tables(file, "warscrolls")
    names = {make_key(read_english(card.get("name"))): card for card in cards}
    entries: list[Entry] = []
    for card in cards:
        name = read_english(card.get("name"))
        if not name or is_terrain(card):
            continue
        place = Place(file_name, name)
        source_id = read_english(card.get("id"))
        if is_manifestation(card):
            fields = read_common(card, place)
            entries.append(Entry("manifestation", name, place, fields, source_id))
            continue
        if known.is_only_in_regiments(card):
            continue
        fields = read_warscroll(card, place, is_legends=file.get("isLegends") is True)
        base = _find_base_warscroll(name, names)
        if base and "battlepack" in fields:
            fields["variant_of"] = make_value(make_id(base), place)
            season = name[: len(name) - len(base)].strip(" :")
            name = f"{season}: {base}"
        entries.append(Entry("warscroll", name, place, fields, source_id))
    return entries


def _list_regiment_warscrolls(file: Json, file_name: str, known: Warscrolls) -> list[Entry]:
    """Return the warscrolls of a faction file that only Regiments of Renown have."""
    entries: list[Entry] = []
    for card in get_tables(file, "warscrolls"):
        if known.is_only_in_regiments(card):
            place = Place(file_name, read_english(card.get("name")))
            fields = read_warscroll(card, place, is_legends=False)
            source_id = read_english(card.get("id"))
            entries.append(Entry("warscroll", place.where, place, fields, source_id))
    return entries


def _find_base_warscroll(name: str, names: dict[str, Json]) -> str:
    """Return the longest name of another warscroll that `name` ends with, "" if there is none.

    Why: a variant for one season has the season before the name of the other warscroll.
    """
    words = name.replace(":", "").split()
    for start in range(1, len(words)):
        card = names.get(make_key(" ".join(words[start:])))
        if card is not None:
            return read_english(card.get("name"))
    return ""


def _list_formations(file: Json, file_name: str) -> list[Entry]:
    """Return the battle formations of a faction file."""
    entries: list[Entry] = []
    for card in get_tables(file, "battleFormations"):
        name = read_english(card.get("name"))
        place = Place(file_name, name)
        fields = _read_points(card, place) | _read_legends(card, place)
        entries.append(Entry("formation", name, place, fields, read_english(card.get("id"))))
    return entries


def _read_points(card: Json, place: Place) -> dict[str, Value]:
    """Return the field `points`; null on a card means 0, and a missing key means no field."""
    if "points" not in card:
        return {}
    points = get_number(card, "points")
    if points is None and card["points"] is not None:
        return {"points": make_value(None, place, [f"points {card['points']}"])}
    return {"points": make_value(points or 0, place)}


def _read_legends(card: Json, place: Place) -> dict[str, Value]:
    """Return the field `legends` of a formation or army; empty if the card doesn't have it."""
    if not isinstance(card.get("isLegends"), bool):
        return {}
    return {"legends": make_value(card["isLegends"], place)}


def _list_enhancements(file: Json, file_name: str) -> list[Entry]:
    """Return the enhancements of a faction file, inside of their tables where these are known."""
    entries: list[Entry] = []
    tables = get_table(file, "enhancements")
    for key, table in _TABLES.items():
        for card in get_tables(tables, key):
            name = read_english(card.get("name"))
            if not name or read_english(card.get("enhancementType")) == _OF_A_REGIMENT:
                continue
            place = Place(file_name, name)
            source_id = read_english(card.get("id"))
            fields = _read_points(card, place)
            entries.append(Entry("choice", name, place, fields, source_id, inside=table))
    return entries


def _list_lores(file: Json, file_name: str) -> list[Entry]:
    """Return the lores of a faction file: spells, prayers and manifestations."""
    entries: list[Entry] = []
    for card in get_tables(file, "lores"):
        name = read_english(card.get("name"))
        place = Place(file_name, name)
        spells = get_tables(card, "spells")
        prayers = [spell for spell in spells if "Prayer" in get_texts(spell, "keywords")]
        contents = [read_english(spell.get("name")) for spell in spells]
        missed: list[str] = []
        if prayers and len(prayers) < len(spells):
            missed.append("spells and prayers in one lore")
        kind = "prayer_lore" if prayers else "spell_lore"
        fields = _read_points(card, place) | {"contents": make_value(contents, place, missed)}
        entries.append(Entry(kind, name, place, fields, read_english(card.get("id"))))
    for card in get_tables(file, "manifestationLores"):
        name = read_english(card.get("name"))
        place = Place(file_name, name)
        summoned: list[str] = []
        missed = []
        for spell in get_tables(card, "spells"):
            spell_name = read_english(spell.get("name"))
            linked = read_english(spell.get("linkedWarscroll"))
            if not linked:
                missed.append(spell_name)
                linked = spell_name.removeprefix("Summon ")
            summoned.append(linked)
        fields = _read_points(card, place)
        fields["manifestations"] = make_value(summoned, place, missed)
        entry = Entry("manifestation_lore", name, place, fields, read_english(card.get("id")))
        entries.append(entry)
    return entries


def _list_terrain(file: Json, file_name: str) -> list[Entry]:
    """Return the faction terrain of a faction file."""
    prices = {
        read_english(card.get("name")): get_number(card, "points")
        for card in get_tables(file, "warscrolls")
        if is_terrain(card)
    }
    entries: list[Entry] = []
    for card in get_tables(file, "terrain"):
        name = read_english(card.get("name"))
        place = Place(file_name, name)
        fields: dict[str, Value] = {}
        if prices.get(name) is not None:
            fields["points"] = make_value(prices[name], place)
        entries.append(Entry("terrain", name, place, fields, read_english(card.get("id"))))
    return entries


def _read_regiment(card: Json, file_name: str, known: Warscrolls) -> Entry:
    """Return the entry of a Regiment of Renown."""
    name = read_english(card.get("name"))
    place = Place(file_name, name)
    fields: dict[str, Value] = {}
    points = get_number(card, "points")
    if points is not None:
        fields["points"] = make_value(points, place)
    if has_list(card, "permittedFactions"):
        permitted = get_texts(card, "permittedFactions")
        factions = [make_id(name) for name in permitted if name not in known.armies]
        strange = [name for name in permitted if name not in known.factions | known.armies]
        fields["factions"] = make_value(factions, place, strange)
    fields |= _read_legends(card, place)
    if has_list(card, "linkedWarscrolls"):
        fields |= _read_regiment_units(card, place, known)
    return Entry("regiment", name, place, fields, read_english(card.get("id")))


def _read_regiment_units(card: Json, place: Place, known: Warscrolls) -> dict[str, Value]:
    """Return the units of a Regiment of Renown, and what they bring: manifestations, terrain.

    The card's list has the names and how many units; only its text says how many models. A unit
    whose line there contradicts the list, or whose faction isn't sure, is not understood.
    """
    rows: list[Json] = []
    missed: list[str] = []
    others: dict[str, list[str]] = {"manifestations": [], "faction_terrain": []}
    text = read_raw_english(card.get("organisation"))
    lines = _read_organisation(text)
    heroes = {
        make_key(found["name"]): found["keyword"].strip().title()
        for found in _HAS_KEYWORD.finditer(remove_markup(text))
    }
    for table in get_tables(card, "linkedWarscrolls"):
        name = read_english(table.get("name"))
        count = get_number(table, "maxCount") or 1
        found = known.find(name)
        if found is None:
            missed.append(name)
            continue
        unit, warscroll = found
        if is_manifestation(warscroll):
            others["manifestations"].append(name)
            continue
        if is_terrain(warscroll):
            others["faction_terrain"].append(name)
            continue
        usual = get_number(warscroll, "modelCount") or 1
        models = _find_models(lines.get(_make_singular_key(name), []), count, usual)
        if models is None:
            missed.append(f"models of {name}")
            models = usual
        row: Json = {"unit": unit, "models": models}
        if count > 1:
            row["count"] = count
        if get_number(table, "minCount") == 0:
            row["optional"] = True
        if make_key(name) in heroes:
            row["adds_keywords"] = [heroes[make_key(name)]]
        rows.append(row)
    fields = {"units": make_value(rows, place, missed)}
    for key, names in others.items():
        if names:
            fields[key] = make_value(names, place)
    return fields


def _read_organisation(text: str) -> dict[str, list[_Line]]:
    """Return the lines below "Organisation" by unit: how many units, and models in each."""
    lines: dict[str, list[_Line]] = defaultdict(list)
    _, _, below = text.partition("rganisation")
    for line in below.splitlines():
        if not _LINE.match(line):
            continue
        plain = remove_markup(_LINE.sub("", line, count=1)).strip(" .")
        found = _UNIT_WITH.fullmatch(plain)
        if found:
            row: _Line = (int(found["count"] or 1), int(found["models"]))
        else:
            found = _MODELS.fullmatch(plain)
            if found is None:
                continue
            row = (None, int(found["models"]) if found["models"] else None)
        lines[_make_singular_key(found["name"])].append(row)
    return lines


def _find_models(lines: list[_Line], count: int, usual: int) -> int | None:
    """Return how many models each of `count` units has, or None if the lines contradict that.

    "2 Akhelian Allopexes" are two units of the `usual` size, but "3 Ogroid Theridons" are one unit
    of three models: only `count` tells which is meant. A line without a number, or no line at all,
    means units of the usual size.
    """
    if not lines:
        return usual
    sizes = {models for _, models in lines}
    if len(sizes) != 1:
        return None
    models = sizes.pop()
    units = sum(units or 1 for units, _ in lines)
    if models is None:
        return usual if units == count else None
    if any(units for units, _ in lines):
        return models if units == count else None
    if len(lines) == 1 and models == count:
        return usual
    return models if len(lines) == count else None


def _make_singular_key(name: str) -> str:
    """Return a key of a unit's name that is the same for singular and plural."""
    return "".join(make_key(word).removesuffix("es").removesuffix("s") for word in name.split())
