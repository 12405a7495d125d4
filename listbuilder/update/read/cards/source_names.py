"""The names that the cards of a whole source use, collected before any of them is read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.update.read.cards.card_json import (
    Json,
    Vocabulary,
    get_tables,
    get_texts,
    make_key,
    read_english,
)
from listbuilder.update.read.cards.profiles import collect_profile_words

_NUMBER = re.compile(r"^[^\w]*\d+(?:\s*[-\u2013]\s*\d+)?\s+")


class Names:
    """The names that the cards of a whole source use.

    `units` are the datasheets, and `keywords` are these with all keywords. `passengers` are what
    the sentences on transports name: keywords, datasheets and models.
    """

    def __init__(self, files: list[Json]) -> None:
        """Collect the names of all datasheets and enhancements in `files`."""
        self._cards: list[tuple[str, str, set[str]]] = []  # faction, datasheet, keys of keywords
        keywords: list[str] = []
        cards: list[Json] = []
        models: list[str] = []
        enhancement_keywords: list[str] = []
        for file in files:
            for card in get_tables(file, "datasheets"):
                own = [*get_texts(card, "keywords"), *get_texts(card, "factions")]
                keys = {make_key(keyword) for keyword in own}
                faction = read_english(card.get("faction_id"))
                self._cards.append((faction, read_english(card.get("name")), keys))
                keywords += own
                cards.append(card)
                models += [_NUMBER.sub("", line) for line in get_texts(card, "composition")]
            for card in get_tables(file, "enhancements"):
                enhancement_keywords += get_texts(card, "keywords")
        units = [name for _, name, _ in self._cards]
        self.units = Vocabulary(units)
        self.keywords = Vocabulary([*keywords, *units, *enhancement_keywords])
        self.passengers = Vocabulary([*keywords, *units, *models])
        self.profile_words = collect_profile_words(cards)

    def list_bearers(self, keywords: Iterable[str], faction: str = "") -> list[str]:
        """Return the datasheets with all `keywords`, only those of `faction` if it isn't empty."""
        wanted = {make_key(keyword) for keyword in keywords}
        bearers: list[str] = []
        for place, name, keys in self._cards:
            if wanted <= keys and faction in ("", place):
                bearers.append(name)
        return bearers
