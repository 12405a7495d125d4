"""How items such as shields change their bearer's numbers, from the abilities of 40K wargear."""

from __future__ import annotations

import re

from listbuilder.update.read.cards.card_json import (
    Json,
    get_table,
    get_tables,
    make_value,
    read_english,
)
from listbuilder.update.read.cards.profiles import find_spelling
from listbuilder.update.tree import Place, Value

_WHO = r"(?:The bearer|This model) has an? "
_FORMS = (
    ("invuln", re.compile(_WHO + r"(\d)\+ invulnerable save")),
    ("w", re.compile(_WHO + r"Wounds characteristic of (\d+)")),
    ("sv", re.compile(_WHO + r"Save characteristic of (\d)\+")),
    ("m", re.compile(_WHO + r"Move characteristic of (\d+)\"")),
    ("more_w", re.compile(r"Add (\d) to the bearer's Wounds characteristic")),
)
_MORE = re.compile(r"(?:The bearer|This model) has an? [^.]*? and an? (?P<rest>[^.]+)")
_SAYS_NUMBER = re.compile(r"\b(bearer|model)(?:'s| has).*(characteristic|invulnerable save)")
_CONDITION = re.compile(r"(?i)\b(while|each time|until|if|when|once|against|from|phase)\b")


def read_item_stats(card: Json, place: Place, spellings: str) -> dict[str, Value]:
    """Return the field `item_stats` of a card with wargear that changes its bearer's numbers.

    Only sentences without a condition are read. Another sentence about a characteristic counts as
    not understood only if some sentence of the same item was read; otherwise it is an ordinary
    ability.
    """
    items: Json = {}
    missed: list[str] = []
    for ability in get_tables(get_table(card, "abilities"), "wargear"):
        name = find_spelling(read_english(ability.get("name")), spellings)
        numbers: Json = {}
        others: list[str] = []
        for sentence in read_english(ability.get("description")).split(". "):
            found = {} if _CONDITION.search(sentence) else _read_sentence(sentence)
            numbers |= found
            if not found and _SAYS_NUMBER.search(sentence):
                others.append(sentence)
        if numbers:
            items[name] = numbers
            missed += others
    return {"item_stats": make_value(items, place, missed)} if items else {}


def _read_sentence(sentence: str) -> Json:
    """Return the numbers that one sentence gives the bearer; empty if it gives none."""
    more = _MORE.search(sentence)
    if more:
        first = sentence[: more.start("rest")].removesuffix("an ").removesuffix("a ")
        return _read_sentence(first) | _read_sentence(f"The bearer has a {more['rest']}")
    return {key: int(found[1]) for key, form in _FORMS if (found := form.search(sentence))}
