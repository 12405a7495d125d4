"""Which units a 40K character can be attached to, from the sentence of its card."""

from __future__ import annotations

import re

from listbuilder.update.read.cards.card_json import (
    Json,
    get_items,
    get_table,
    has_list,
    make_value,
    read_english,
    read_raw_english,
    remove_markup,
)
from listbuilder.update.read.cards.profiles import list_core_abilities
from listbuilder.update.read.cards.source_names import Names
from listbuilder.update.tree import Place, Value

_BULLET = re.compile(r"\s*[\u25a0\u2022\u25aa\u25cf]\s*")
_INTRODUCTION = re.compile(
    r"(?:At the start of the Declare Battle Formations step, )?"
    r"(?:this|that) (?:model|unit) (?:can|must) be attached to (?:one of )?"
    r"(?:the|one of the) following units?:?",
    re.IGNORECASE,
)
_ALREADY_LED = re.compile(r"already been attached|Bodyguard unit is destroyed")
# A further sentence of the card may follow the last unit; it begins with one of these words.
_FURTHER = re.compile(
    r"(?<=\s)(?=(?:This|You|If|While|When|Before|At|In|A unit|Each|Note|The |\*|Designer)\b)"
)
_LONGEST_NAME = 9  # words of a datasheet's name; more are a sentence
_FEW = 6  # units with a keyword that may be meant by it; more are a keyword of the army


class _Led:
    """The units that a character can lead, as read from a card's list.

    `keywords` are sets of keywords that stand for all units with them; `missed` is the text that
    isn't understood.
    """

    def __init__(self, known: Names, faction: str) -> None:
        """Begin an empty list for a card of `faction`; `known` are the names on all cards."""
        self._known = known
        self._faction = faction
        self.units: list[str] = []
        self.keywords: list[list[str]] = []
        self.missed: list[str] = []

    def add(self, written: str) -> None:
        """Add the units that one line of the list names; sentences after it aren't understood.

        A line names a datasheet, all datasheets with a keyword, or several keywords that any unit
        may have. An unknown name is added as it is written, and marked as not understood.
        """
        words, *further = _FURTHER.split(written, maxsplit=1)
        self.missed += further
        words = words.strip(" .*,;")
        if not words:
            return
        name = self._known.units.find_either_number(words)
        bearers = self._known.list_bearers([words], self._faction)
        if name is not None:
            self._add_units([name])
            return
        if 0 < len(bearers) <= _FEW:
            self._add_units(bearers)
            return
        keywords = self._known.keywords.split(words) or []
        bearers = self._known.list_bearers(keywords) if len(keywords) > 1 else []
        if 0 < len(bearers) <= _FEW:
            self._add_units(bearers)
            return
        if bearers:
            self.keywords.append(keywords)
            return
        self.missed.append(words)
        if len(words.split()) <= _LONGEST_NAME:
            self._add_units([_make_title(words)])

    def _add_units(self, names: list[str]) -> None:
        """Add names that aren't in the list yet."""
        self.units += [name for name in dict.fromkeys(names) if name not in self.units]


def read_leads(card: Json, place: Place, known: Names) -> dict[str, Value]:
    """Return the field `leads`, or `supports` if the card has the ability Support.

    `known` are the names on all cards of the source. Units given only by keywords are the field
    `leads_keywords`. Sentences after the list about units that already have a leader are the field
    `led_with`, marked as not understood; other sentences mark the list itself. Empty if the card
    has no list.
    """
    led = _read_list(card, known)
    if led is None:
        return {}
    is_support = any(name == "Support" for name, _ in list_core_abilities(card))
    companions = [text for text in led.missed if _ALREADY_LED.search(text)]
    others = [text for text in led.missed if text not in companions]
    fields = {"supports" if is_support else "leads": make_value(led.units, place, others)}
    if led.keywords:
        fields["leads_keywords"] = make_value(led.keywords, place)
    if companions:
        fields["led_with"] = make_value(None, place, companions)
    return fields


def _read_list(card: Json, known: Names) -> _Led | None:
    """Return the units in the card's list, or None if it has no list."""
    led = _Led(known, read_english(card.get("faction_id")))
    table = get_table(card, "leads")
    if has_list(table, "units"):
        for item in get_items(table, "units"):
            led.add(read_english(item))
        extra = read_english(table.get("extra"))
        if extra:
            led.missed.append(extra)
        return led
    text = read_raw_english(card.get("leader"))
    if not text.strip():
        return None
    head, *items = _BULLET.split(text)
    head = remove_markup(head)
    introduction = _INTRODUCTION.match(head)
    if introduction is None:
        led.missed.append(head)
    elif not items:
        items = [head[introduction.end() :]]
    elif head[introduction.end() :].strip(" :"):
        led.missed.append(head[introduction.end() :])
    for item in items:
        led.add(remove_markup(item))
    return led


def _make_title(written: str) -> str:
    """Return a name that is all in capitals with ordinary capitals; other names unchanged."""
    if not written.isupper():
        return written
    words = [word.capitalize() for word in written.split()]
    return " ".join(word.lower() if word in _SMALL_WORDS else word for word in words)


_SMALL_WORDS = ("And", "Of", "On", "The", "With")
