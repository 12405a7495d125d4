"""The profiles of 40K cards: characteristics, invulnerable save, weapons, core abilities, bases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import msgspec

from listbuilder.update.read.cards.card_json import (
    Json,
    get_items,
    get_table,
    get_tables,
    get_texts,
    has_list,
    make_key,
    make_plain_text,
    make_value,
    read_english,
    read_raw_english,
)
from listbuilder.update.tree import Place, Value

_WHOLE = re.compile(r"-?\d{1,3}")
_TARGET = re.compile(r"(\d{1,3})\+?")
_AMOUNT = re.compile(r"(\d{1,2})?D\d{1,2}(\+\d{1,2})?")
_NO_VALUE = {"", "-", "\u2013", "\u2014", "n/a", "na", "*"}
_PROFILE_DASH = re.compile(r"\s*[\u2013\u2014]\s*|\s+-\s+")

# A value of a card that our data keeps as it is printed, by its characteristic.
_PRINTED = {"oc": "-", "m": '20+"'}

_ENOUGH_ABILITIES = 200  # core abilities on the cards of a source, to call one of them rare

# What an invulnerable save may be followed by, if the save holds for the whole unit all the same.
_RANGED_ONLY = re.compile(r"against (ranged|melee) attacks", re.IGNORECASE)


def list_weapon_names(card: Json) -> list[str]:
    """Return the names of all profiles of a card's weapons, as its tables print them."""
    names: list[str] = []
    for list_name in ("rangedWeapons", "meleeWeapons"):
        for weapon in get_tables(card, list_name):
            names += [read_english(row.get("name")) for row in get_tables(weapon, "profiles")]
    return [name for name in names if name]


def list_item_names(card: Json) -> list[str]:
    """Return the names of a card's weapons, without those of their profiles."""
    parts = [_PROFILE_DASH.split(name, maxsplit=1)[0] for name in list_weapon_names(card)]
    return list(dict.fromkeys(parts))


def _list_profile_names(card: Json) -> list[str]:
    """Return the keys of the profile names of a card's weapons: strike, supercharge, ranged."""
    parts = [_PROFILE_DASH.split(name, maxsplit=1) for name in list_weapon_names(card)]
    return [make_key(words[1]) for words in parts if len(words) == 2]


class ProfileWords(msgspec.Struct, frozen=True):
    """What the cards of a source have in common, to notice mistakes of single cards.

    `profile_names` are the keys of what cards write after a weapon's name (strike, supercharge);
    `rare_abilities` are the kinds of core abilities that only one card of many has.
    """

    profile_names: frozenset[str] = frozenset()
    rare_abilities: frozenset[str] = frozenset()


def collect_profile_words(cards: Iterable[Json]) -> ProfileWords:
    """Return what the profiles of all `cards` of a source have in common."""
    profile_names: set[str] = set()
    abilities: Counter[str] = Counter()
    for card in cards:
        profile_names.update(_list_profile_names(card))
        abilities.update({get_ability_kind(name) for name, _ in list_core_abilities(card)})
    rare: frozenset[str] = frozenset()
    if abilities.total() >= _ENOUGH_ABILITIES:
        rare = frozenset(kind for kind, count in abilities.items() if count == 1)
    return ProfileWords(frozenset(profile_names), rare)


def read_profiles(
    card: Json, place: Place, *, spellings: str, words: ProfileWords
) -> dict[str, Value]:
    """Return the fields on the front of a 40K card: profiles, core abilities and base.

    `spellings` are the sentences of the card that name its wargear: our data writes items as they
    do, while the tables of weapons begin each name with a capital. `words` are what all cards of
    the source have in common.
    """
    fields: dict[str, Value] = {}
    if get_tables(card, "stats"):
        fields["stats"] = read_stats(card, place)
    invuln = read_invuln(card, place)
    if invuln is not None:
        fields["invuln"] = invuln
    if has_list(card, "rangedWeapons") or has_list(card, "meleeWeapons"):
        fields["weapons"] = read_weapons(card, place, spellings, words.profile_names)
    core = read_core_abilities(card, place, words.rare_abilities)
    if core is not None:
        fields["core_abilities"] = core
    base = read_base_size(card, place)
    if base is not None:
        fields["base_size"] = base
    return fields


def read_stats(card: Json, place: Place) -> Value:
    """Return the `stats` of a card: one row for each kind of model with its characteristics."""
    rows: list[Json] = []
    missed: list[str] = []
    name_of_card = read_english(card.get("name"))
    for table in get_tables(card, "stats"):
        row: Json = {"name": read_english(table.get("name")) or name_of_card}
        for key in ("m", "t", "sv", "w", "ld", "oc"):
            value, is_understood = _read_characteristic(key, table.get(key))
            if value is not None:
                row[key] = value
            elif not is_understood:
                missed.append(f"{key} {table.get(key)}")
        rows.append(row)
    return make_value(rows, place, missed)


def _read_characteristic(key: str, written: object) -> tuple[int | str | None, bool]:
    """Return a characteristic as our data has it, and whether it was understood.

    The value is None if the model doesn't have the characteristic, such as the Move of a bunker.
    """
    text = make_plain_text(str(written)) if written is not None else ""
    if text == _PRINTED.get(key):
        return text, True
    number = _TARGET.fullmatch(text.removesuffix('"'))
    if number:
        return int(number[1]), True
    return None, text.casefold() in _NO_VALUE and key in ("m", "oc", "ld")


def read_invuln(card: Json, place: Place) -> Value | None:
    """Return the invulnerable save of a card, or None if it has none.

    A save that only some models of the unit have is not understood: our data has one for all.
    """
    table = get_table(get_table(card, "abilities"), "invul")
    if table.get("showInvulnerableSave") is False:
        return None
    value = read_english(table.get("value"))
    info = read_english(table.get("info"))
    if not value:
        return make_value(None, place, [info]) if info else None
    number = _TARGET.fullmatch(value)
    if not number:
        return make_value(None, place, [value])
    if not info or _RANGED_ONLY.search(info):
        return make_value(int(number[1]), place)
    return make_value(int(number[1]), place, [info])


def read_core_abilities(card: Json, place: Place, rare: frozenset[str]) -> Value | None:
    """Return the names of the core abilities of a card, or None if it doesn't list any abilities.

    An ability that only some of the models have is recorded as not understood. So is one of the
    `rare` ones, which no other card has: it may be new, or a mistake.
    """
    abilities = get_table(card, "abilities")
    if not abilities:
        return None
    names: list[str] = []
    missed: list[str] = []
    for written, restriction in list_core_abilities(card):
        name, bracket, rest = written.partition(" (")
        if name not in names:
            names.append(name)
        if restriction or bracket:
            missed.append(f"{name} ({(restriction or rest).strip('()')})")
        if get_ability_kind(name) in rare:
            missed.append(f"{name}: on no other card")
    return make_value(names, place, missed)


def list_core_abilities(card: Json) -> list[tuple[str, str]]:
    """Return the core abilities of a card, each with the models that have it ("" for all)."""
    found: list[tuple[str, str]] = []
    for item in get_items(get_table(card, "abilities"), "core"):
        if isinstance(item, dict) and "name" in item:
            row = (read_english(item.get("name")), read_english(item.get("restriction")))
        else:
            row = (read_english(item), "")
        if row[0]:
            found.append(row)
    return found


def get_ability_kind(name: str) -> str:
    """Return a key of a core ability that is the same for any number: `Deadly Demise` 1 or D3."""
    return make_key(re.sub(r"[\d+\"]+|\bD\d\b", "", name.partition(" (")[0]))


def read_base_size(card: Json, place: Place) -> Value | None:
    """Return the base of a card's models, or None if it doesn't give one.

    If kinds of models have different bases, it is a table of bases by model.
    """
    text = read_raw_english(card.get("baseSize")).strip()
    if not text:
        return None
    if ":" not in text:
        return make_value(_read_one_base(text), place)
    bases: dict[str, str] = {}
    missed: list[str] = []
    for line in text.splitlines():
        names, colon, size = line.rpartition(":")
        if not colon:
            missed.append(line)
            continue
        for name in re.split(r"[,/]", names):
            bases[make_plain_text(name)] = _read_one_base(size)
    return make_value(bases, place, missed)


def _read_one_base(text: str) -> str:
    """Return a base as our data writes it: `60x35.5mm oval`, `hull`, `large flying`."""
    plain = make_plain_text(text).casefold().removesuffix(" base").strip()
    plain = re.sub(r"(\d)\s*(?:mm)?\s*[x\u00d7]\s*(\d)", r"\1x\2", plain)
    plain = re.sub(r"(\d)\s+mm", r"\1mm", plain)
    return f"{plain} oval" if re.fullmatch(r"[\d.]+x[\d.]+mm", plain) else plain


def read_weapons(card: Json, place: Place, spellings: str, profile_names: frozenset[str]) -> Value:
    """Return the `weapons` of a card, ranged ones first, a row for each profile.

    `profile_names` are the keys of what cards write after a weapon's name: if one of them is there
    alone, the weapon's name is missing.
    """
    rows: list[Json] = []
    missed: list[str] = []
    for key, kind in (("rangedWeapons", "ranged"), ("meleeWeapons", "melee")):
        for weapon in get_tables(card, key):
            profiles = get_tables(weapon, "profiles")
            for profile in profiles:
                row = _read_profile(
                    profile, kind, spellings, profile_names, missed, several=len(profiles) > 1
                )
                if row is not None and row not in rows:
                    rows.append(row)
    return make_value(rows, place, missed)


def _read_profile(
    profile: Json,
    kind: str,
    spellings: str,
    profile_names: frozenset[str],
    missed: list[str],
    *,
    several: bool,
) -> Json | None:
    """Return one row of `weapons`, or None if the profile has no name.

    A characteristic that is not understood is left out and added to `missed`. `several`: the weapon
    has more than one profile.
    """
    name = read_english(profile.get("name"))
    if not name:
        missed.append(f"{kind} weapon without a name")
        return None
    parts = _PROFILE_DASH.split(name, maxsplit=1)
    item = find_spelling(parts[0], spellings)
    row: Json = {"item": item, "type": kind}
    if len(parts) == 2:
        row["profile"] = make_lower_case(parts[1])
    elif several or (make_key(name) in profile_names and item not in spellings):
        missed.append(f"{name}: a profile without its weapon")
    elif spellings and item not in spellings:
        missed.append(f"{item}: a weapon that no sentence of the card names")
    if kind == "melee" and read_english(profile.get("range")).casefold() not in _MELEE_RANGES:
        missed.append(f"{name}: melee, range {read_english(profile.get('range'))}")
    for key, written_key in _WEAPON_KEYS:
        if key == "range" and kind == "melee":
            continue
        value, is_understood = _read_weapon_value(profile.get(written_key))
        if value is not None:
            row[key] = value
            if not _is_possible(key, value):
                missed.append(f"{name} {key} {value}")
        elif not is_understood or key not in ("skill", "range"):
            missed.append(f"{name} {key} {profile.get(written_key)}")
    keywords = [_read_weapon_keyword(text) for text in get_texts(profile, "keywords")]
    if keywords:
        row["keywords"] = keywords
    return row


_MELEE_RANGES = {"", "melee", *_NO_VALUE}
_BOUNDS = {
    "range": (1, 600),
    "a": (1, 60),
    "skill": (2, 6),
    "s": (1, 60),
    "ap": (-8, 0),
    "d": (1, 40),
}
_WEAPON_KEYS = (
    ("range", "range"),
    ("a", "attacks"),
    ("skill", "skill"),
    ("s", "strength"),
    ("ap", "ap"),
    ("d", "damage"),
)


def _is_possible(key: str, value: int | str) -> bool:
    """Return whether a weapon can have this value.

    Why: some cards have values in the wrong column, or have lost a sign.
    """
    lowest, highest = _BOUNDS[key]
    return not isinstance(value, int) or lowest <= value <= highest


def _read_weapon_value(written: object) -> tuple[int | str | None, bool]:
    """Return a characteristic of a weapon, and whether it was understood.

    The value is None if the weapon doesn't have the characteristic.
    """
    text = make_plain_text(str(written)) if written is not None else ""
    if text.casefold() in _NO_VALUE:
        return None, True
    text = text.removesuffix('"').removesuffix("+").replace(" ", "").upper()
    if _WHOLE.fullmatch(text):
        return int(text), True
    if _AMOUNT.fullmatch(text):
        return text, True
    return None, False


def _read_weapon_keyword(text: str) -> str:
    """Return the keyword of a weapon with capitals as our data writes it: `Anti-Vehicle 4+`.

    Cards write it in capitals, in small letters or as printed.
    """
    plain = text.strip("[] ")
    if plain.isupper() or plain.islower():
        plain = " ".join(_capitalise(word) for word in plain.lower().split())
    anti = re.fullmatch(r"(?i)anti-(.+?)( \d\+)?", plain)
    if anti:
        return f"Anti-{_capitalise(anti[1])}{anti[2] or ''}"
    return plain


def _capitalise(word: str) -> str:
    """Return `word` with a capital at its beginning and after each slash; `non-` stays small."""
    parts = []
    for part in word.split("/"):
        prefix = "non-" if part.casefold().startswith("non-") else ""
        rest = part[len(prefix) :]
        parts.append(prefix + rest[:1].upper() + rest[1:])
    return "/".join(parts)


def make_lower_case(name: str) -> str:
    """Return `name` with a small first letter, unless it seems to begin with a proper name.

    Another capital in it tells that: "Tyrant's Claw", "MV15 gun drone".
    """
    if any(char.isupper() for char in name[1:]) or not name[1:2].isalpha():
        return name
    return name[:1].lower() + name[1:]


def find_spelling(name: str, spellings: str) -> str:
    """Return `name` with the capitals that it has in `spellings`, the sentences of its card.

    The tables of weapons write "Gauss flayer", the sentences "gauss flayer" but "Scythe of the
    Nightbringer", or "2 gauss flayers". A name that isn't in them gets a small first letter.
    """
    form = rf"(?P<name>(?:(?<!\w)')?(?<!\w){re.escape(name)})(?:e?s)?(?!\w)"
    found = re.search(form, spellings, re.IGNORECASE)
    return found["name"] if found else make_lower_case(name)
