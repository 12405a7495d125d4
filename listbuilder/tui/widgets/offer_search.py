"""The search in what could be added: by name, keyword, role, weapon, ability and points.

It also has the order in which the picker shows what is found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from listbuilder.advice.marks import Kind
from listbuilder.games.common.editor import Offer, SheetView
from listbuilder.matching import search
from listbuilder.model.army import Army
from listbuilder.roster.position import Position
from listbuilder.tui.text import Words

Order = Literal["book", "points", "name"]
ORDERS: tuple[Order, ...] = ("book", "points", "name")

# `<100`, `>=150`, `100-150`; what is typed in full width is the same
_LIMIT = re.compile(r"(?:^|\s)(?P<sign><=?|>=?|≤|≥)\s*(?P<points>\d{1,5})(?=\s|$)")
_BETWEEN = re.compile(r"(?:^|\s)(?P<least>\d{1,5})\s*-\s*(?P<most>\d{1,5})(?=\s|$)")
_RANKS: dict[Kind, int] = {"fits": 0, "points": 1, "illegal": 2, "nowhere": 3}


class Query(msgspec.Struct, frozen=True):
    """The meaning of what is typed into the search field: words, models, and limits of points."""

    text: str = ""  # without the limits
    words: str = ""  # and without the number
    models: int | None = None
    least: int | None = None
    most: int | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is asked for."""
        return not self.text and not self.has_limits

    @property
    def has_limits(self) -> bool:
        """Return whether points are limited."""
        return self.least is not None or self.most is not None

    def admits(self, points: int | None) -> bool:
        """Return whether something that costs `points` is within the limits.

        Something without points is within them only if there are no limits.
        """
        if not self.has_limits:
            return True
        if points is None:
            return False
        return (self.least is None or points >= self.least) and (
            self.most is None or points <= self.most
        )


def parse_query(typed: str) -> Query:
    """Return the query that was typed, such as `lascannon <150`, `warriors 20` or `100-120`."""
    text = unicodedata.normalize("NFKC", typed)
    least: int | None = None
    most: int | None = None
    for found in _LIMIT.finditer(text):
        points = int(found["points"])
        sign = found["sign"]
        if sign in ("<", "<=", "≤"):
            most = points - 1 if sign == "<" else points
        else:
            least = points + 1 if sign == ">" else points
    text = _LIMIT.sub("", text)
    if found_range := _BETWEEN.search(text):
        least, most = sorted((int(found_range["least"]), int(found_range["most"])))
        text = _BETWEEN.sub("", text)
    plain, models = search.parse_query(text)
    return Query(text.strip(), plain, models, least, most)


class OfferSearch:
    """The search in the offers of one army; it remembers what it has read of their datasheets."""

    def __init__(self, position: Position, offers: Sequence[Offer], words: Words) -> None:
        """Prepare the search in `offers`; nothing is read yet."""
        self.position = position
        self.offers = offers
        self.words = words
        self._contents: dict[str, str] = {}
        self._former_names: Mapping[str, Sequence[str]] | None = None

    def follow(self, position: Position, offers: Sequence[Offer], words: Words) -> OfferSearch:
        """Return the search for the offers of a new `position`: this one if the offers are equal.

        Why: what it has read of the datasheets is then kept.
        """
        if [offer.id for offer in offers] != [offer.id for offer in self.offers]:
            return OfferSearch(position, offers, words)
        if words is not self.words:
            return OfferSearch(position, offers, words)
        self.position, self.offers = position, offers
        return self

    def find(self, query: Query, offers: Sequence[Offer]) -> list[search.Match[Offer]]:
        """Return those of `offers` that match the words of `query`, the closest first.

        If nothing is found, the number is taken as part of the name.
        """
        self._load_former_names(query.words)
        matches = self._find(query.words, offers)
        if query.models is not None and not matches:  # the number may be part of a name
            matches = self._find(query.text, offers)
        return matches

    def _find(self, text: str, offers: Sequence[Offer]) -> list[search.Match[Offer]]:
        """Return those of `offers` that match `text`, the closest first."""
        return search.rank_matching(
            text, [(offer, self._list_words(offer)) for offer in offers], self._get_contents
        )

    def _list_words(self, offer: Offer) -> tuple[str, ...]:
        """Return the words by which `offer` is found: its name, keywords, former names and role."""
        former = () if self._former_names is None else self._former_names.get(offer.id, ())
        return (*offer.words, *former, self.words(f"section.{offer.role}"))

    def _load_former_names(self, text: str) -> None:
        """Load the former names of all offers, once, when at least two letters are typed.

        Why: for a single letter, nearly every offer has a former name with it.
        """
        army = self.position.army
        if len(text) > 1 and self._former_names is None and army is not None:
            self._former_names = self.position.editor.get_other_names(army)

    def _get_contents(self, offer: Offer) -> str:
        """Return the names on the offer's datasheet, joined; they are read once."""
        if offer.id not in self._contents:
            names: list[str] = []
            if (army := self.position.army) is not None:
                names = self._list_contents(army, offer)
            self._contents[offer.id] = search.join_contents(names)
        return self._contents[offer.id]

    def _list_contents(self, army: Army, offer: Offer) -> list[str]:
        """Return the names of weapons, models, wargear and abilities on the offer's datasheet."""
        sheet = self.position.editor.make_sheet_view(army, offer=offer.id)
        return list_sheet_names(sheet) if sheet is not None else []


def list_sheet_names(sheet: SheetView) -> list[str]:
    """Return the names on a datasheet by which it can be found, besides its own and its keywords.

    These are models, weapons with their modes and abilities, wargear and abilities; not the units
    that it can lead.
    """
    names: list[str] = []
    for grid in sheet.grids:
        for row in grid.rows:
            names += row[0].split(" – ")
            if grid.heads[-1] == "sheet.abilities":
                names += row[-1].split(", ")
    for key, items in sheet.lists:
        if key in ("sheet.wargear", "sheet.abilities"):
            names += items
    return [name for name in dict.fromkeys(names) if name and not name.isdigit()]


def sort_matches(
    matches: Sequence[search.Match[Offer]], get_kind: Callable[[Offer], Kind | None]
) -> list[Offer]:
    """Return the offers of `matches` in the order in which they are shown.

    Closer matches come first, for instance those found by name. Among equally close ones, Legends
    come last; those that fit come before those that only cost too much, and these before refused
    ones; own units come before allies. `get_kind`: returns whether an offer fits; None, if it isn't
    known yet, counts as fitting.
    """

    def get_key(match: search.Match[Offer]) -> tuple[int, bool, int, bool, float]:
        """Return the key by which a match is sorted."""
        offer = match.thing
        kind = get_kind(offer)
        rank = _RANKS[kind] if kind is not None else 0
        return match.closeness, offer.legends, rank, offer.home is not None, -match.score

    return [match.thing for match in sorted(matches, key=get_key)]


def sort_offers(offers: Sequence[Offer], order: Order) -> list[Offer]:
    """Return `offers` in an order that the player chose: as in the book, by points or by name.

    By points, the dearest come first.
    """
    if order == "points":
        return sorted(offers, key=lambda offer: -(offer.points or 0))
    if order == "name":
        return sorted(offers, key=lambda offer: search.list_spellings(offer.name)[0])
    return list(offers)
