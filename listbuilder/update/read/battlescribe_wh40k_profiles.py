"""Profiles of a Warhammer 40,000 catalogue: statistics, saves, core abilities and weapons.

Only names, keywords and numbers are read; the texts of abilities are looked at for one thing, the
number of an invulnerable save.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from listbuilder.model.base import fold
from listbuilder.update.read.battlescribe import Element, Modifier
from listbuilder.update.read.battlescribe_conditions import Situation
from listbuilder.update.read.battlescribe_wh40k_words import load_words

Row = dict[str, object]

_NUMBER = re.compile(r"^([+-]?\d+)(?:\"|\+|'')?$")
_SAVE = re.compile(r"\b([2-6])\+")
_MARKS = "➤►▶➔→*• "
_PARTS = re.compile(r"\s*[-–—]\s+")
_STATS = {"m": "m", "t": "t", "sv": "sv", "w": "w", "ld": "ld", "oc": "oc"}
_WEAPON = {"range": "range", "a": "a", "bs": "skill", "ws": "skill", "s": "s", "ap": "ap", "d": "d"}
_TYPES = {"Ranged Weapons": "ranged", "Melee Weapons": "melee"}
_KIND = re.compile(r"\s*[\[(](?:ranged|melee)[\])]$", re.IGNORECASE)
_NONE = ("", "-", "–", "n/a", "melee")


class ProfileReader:
    """A reader of the profiles of one unit, for an army as `situation` describes it.

    `models` are the entries of the unit's models besides the unit itself.
    """

    def __init__(
        self,
        unit: Element,
        models: Iterable[Element],
        situation: Situation,
        is_ignored: Callable[[Element], bool],
    ) -> None:
        self.unit = unit
        self.bearers = [unit, *(model for model in models if model.id != unit.id)]
        self.situation = situation
        self.is_ignored = is_ignored
        self.unclear: list[str] = []
        self.unclear_abilities: list[str] = []

    def read_stats(self) -> list[Row]:
        """Return the statistics, one row for each profile; one row if all have the same values."""
        rows: dict[str, Row] = {}
        for element in self.bearers:
            for profile in element.list_profiles("Unit"):
                row: Row = {"name": profile.name}
                for name, text in profile.characteristics.items():
                    number = read_number(text)
                    if name.casefold() in _STATS and text.strip():
                        row[_STATS[name.casefold()]] = text.strip() if number is None else number
                rows.setdefault(profile.name, row)
        distinct = {tuple(v for k, v in row.items() if k != "name") for row in rows.values()}
        return list(rows.values())[: 1 if len(distinct) == 1 else None]

    def read_invulnerable_save(self) -> int | None:
        """Return the invulnerable save of the unit; None if it has none or models differ in it."""
        words = load_words()
        found: set[str] = set()
        for element in self.bearers:
            for profile in element.list_profiles():
                values = profile.characteristics
                text = values.get(words.save_characteristic, "")
                if words.save_ability in fold(profile.name):
                    text = f"{profile.name} {profile.link_name} {' '.join(values.values())}"
                found.update(_SAVE.findall(text))
        return int(found.pop()) if len(found) == 1 else None

    def read_core_abilities(self) -> list[str]:
        """Return the core abilities with their numbers, such as `Deadly Demise D3`.

        An ability whose number isn't stated is added to `unclear_abilities` instead.
        """
        found: dict[str, None] = {}
        for element in self.bearers:
            for info in element.iter_info():
                known = load_words().core_abilities.get(fold(info.name))
                if known is None or self.situation.is_hidden(info) is True:
                    continue
                name = known
                for modifier in info.modifiers:
                    applies = self.situation.are_true(modifier.conditions, element)
                    if modifier.field == "name" and modifier.type == "append" and applies:
                        name = f"{known} {modifier.value.strip()}"
                if name in load_words().abilities_with_number:
                    self.unclear_abilities.append(name)
                else:
                    found[name] = None
        return list(found)

    # --- weapons ---

    def read_weapons(self) -> list[Row]:
        """Return the weapons that the unit's models can have, each profile once.

        A weapon whose profiles differ from model to model is added to `unclear`.
        """
        rows: dict[tuple[object, object, object], Row] = {}
        for element in self._iter_items(self.unit):
            for profile in element.list_profiles():
                kind = _TYPES.get(profile.node.get("typeName"))
                if kind is None or self.situation.is_hidden(profile) is True:
                    continue
                row = self._make_weapon(element, profile, kind)
                key = (fold(str(row["item"])), kind, row.get("profile"))
                if rows.setdefault(key, row) != row:
                    self.unclear.append(profile.name)
        return name_profiles(list(rows.values()))

    def _iter_items(self, element: Element) -> Iterator[Element]:
        """Yield an entry and all entries below it that can be chosen in a normal game."""
        yield element
        for child in element.iter_entries():
            if not self.is_ignored(child) and self.situation.is_hidden(child) is not True:
                yield from self._iter_items(child)

    def _make_weapon(self, element: Element, profile: Element, kind: str) -> Row:
        """Return the row of one profile of a weapon."""
        name = _KIND.sub("", profile.name.strip(_MARKS).replace(" & ", " and "))
        row: Row = {"item": name, "type": kind}
        parts = _PARTS.split(name, maxsplit=1)
        if len(parts) == 2:
            row["item"], row["profile"] = parts
        modifiers = list(self._list_modifiers(element, profile))
        for node, _ in profile.list_nodes("characteristics"):
            text = self._modify(node.text, node.type_id, modifiers, profile)
            key = _WEAPON.get(node.name.casefold())
            if key and fold(text) not in _NONE and text.casefold() not in _NONE:
                number = read_number(text)
                row[key] = text.strip() if number is None else number
            elif node.name.casefold() == "keywords" and text.strip(" -–"):
                row["keywords"] = read_keywords(text)
        return row

    def _list_modifiers(self, element: Element, profile: Element) -> Iterator[Modifier]:
        """Yield the modifiers that may change a profile: its own and those that affect profiles."""
        yield from profile.modifiers
        kind = profile.node.get("typeName")
        for around in element.iter_around():
            for modifier in around.modifiers:
                affects = modifier.node.get("affects")
                if not affects.endswith(f"profiles.{kind}"):
                    continue
                is_near = around is element or "entries" in affects
                if is_near and not re.search(r"[0-9a-f]{4}-[0-9a-f]{2,}-", affects):
                    yield modifier

    def _modify(self, text: str, type_id: str, modifiers: list[Modifier], profile: Element) -> str:
        """Return a characteristic after the modifiers that apply; unclear ones are noted."""
        for modifier in modifiers:
            if modifier.field != type_id:
                continue
            applies = self.situation.are_true(modifier.conditions, profile)
            if applies is None or (applies and modifier.type not in ("set", "append")):
                self.unclear.append(profile.name)
            elif applies and modifier.type == "set":
                text = modifier.value
            elif applies:
                separator = modifier.node.get("join") or ", "
                text = f"{text}{separator}{modifier.value}"
        return text


def name_profiles(rows: list[Row]) -> list[Row]:
    """Return `rows`; the profiles of an item with a ranged and a melee one are named by type.

    Why: without names, our data couldn't tell these two profiles apart.
    """
    kinds: dict[str, set[object]] = {}
    for row in rows:
        kinds.setdefault(fold(str(row["item"])), set()).add(row["type"])
    for row in rows:
        if len(kinds[fold(str(row["item"]))]) > 1:
            row.setdefault("profile", row["type"])
    return rows


def read_number(text: str) -> int | None:
    """Return the number of a characteristic such as `6"` or `3+`; None if it has no such form."""
    found = _NUMBER.match(text.strip())
    return int(found.group(1)) if found else None


def read_keywords(text: str) -> list[str]:
    """Return the keywords of a weapon, each with capitals as books print them."""
    words = [part.strip(" .[]") for part in text.split(",")]
    return [_format_keyword(word) for word in words if word.strip(" -–")]


def _format_keyword(word: str) -> str:
    """Return a weapon's keyword in the spelling of the books, with capitals."""
    known = load_words().weapon_keywords.get(fold(word))
    if known:
        return known
    if word.isupper():
        word = word.lower()
    parts = [part[:1].upper() + part[1:] for part in word.split(" ")]
    text = " ".join(parts)
    if text.startswith("Anti-"):
        return "Anti-" + text[5:6].upper() + text[6:]
    return text
