"""The lines of the picker: what could be added, under headings, and why the list is empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from listbuilder.advice.collection import Owned, count_owned_and_used
from listbuilder.advice.marks import Kind, Mark
from listbuilder.games.common.editor import Offer
from listbuilder.model.base import Path
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.offer_search import OfferSearch, Order, Query
from listbuilder.tui.widgets.rows import Line
from listbuilder.workspace.session import Session

USED_SHOWN = 5  # offers shown under the heading of those used last
SIGNS = {
    "fits": ("+", "", ""),
    "points": ("△", "", "warn"),
    "illegal": ("✗", "dim", ""),
    "nowhere": ("✗", "dim", ""),
}


class PickerState(msgspec.Struct):
    """The state of the picker: what it shows at the moment."""

    session: Session | None = None
    words: Words | None = None
    offers: list[Offer] = []
    search: OfferSearch | None = None
    marks: dict[tuple[str, int | None], Mark] = {}  # for the current roster, by offer and size
    # for the roster before the last change, shown until the new ones are there
    before: dict[tuple[str, int | None], Mark] = {}
    free: frozenset[str] = frozenset()  # keys that the roster gives for no unit
    there: Counter[tuple[str, str]] = Counter()  # units of the army, by home and datasheet
    shared_names: frozenset[str] = frozenset()  # names that several offers have
    owned: Owned | None = None
    only_fitting: bool = False
    only_owned: bool = False
    role: tuple[str, str] | None = None  # the only heading that is shown; None for all
    order: Order = "book"
    favourites: list[str] = []  # ids of offers, the first starred first
    used: list[str] = []  # ids of offers, the last added first
    legends: bool = True
    place: Path = ()

    @property
    def is_unfiltered(self) -> bool:
        """Return whether no filter and no other order is chosen; typed words don't count."""
        return not self.only_fitting and self.role is None and self.order == "book"

    def get_known_mark(self, offer: Offer, models: int | None) -> Mark | None:
        """Return the mark of `offer` at `models` models, else at its smallest size, or None.

        The mark it had before the last change is used while there is no new one.
        """
        marks, smallest_key = self.marks, (offer.id, None)
        mark = marks.get((offer.id, models)) or marks.get(smallest_key)
        return mark or self.before.get(smallest_key)

    def get_points(self, offer: Offer, models: int | None) -> int | None:
        """Return what `offer` costs now, as far as that is known, else its points in the book.

        They differ if the second of a unit costs more than the first.
        """
        mark = self.get_known_mark(offer, models)
        return mark.effect.change if mark and mark.kind != "nowhere" else offer.points

    def count_owned_and_used(self, offer: Offer) -> tuple[int, int] | None:
        """Return (models owned, models used in the army) for `offer`.

        None if no collection or no army is known.
        """
        army = self.session.army if self.session else None
        if army is None or self.owned is None:
            return None
        return count_owned_and_used(army, self.owned, offer)

    def is_shown(self, offer: Offer, query: Query) -> bool:
        """Return whether `offer` passes all filters except the one for what fits."""
        if offer.legends and not self.legends:
            return False
        if self.role is not None and get_heading(offer) != self.role:
            return False
        # Adding something without a price changes the points by 0, which isn't its price.
        points = None if offer.points is None else self.get_points(offer, query.models)
        if not query.admits(points):
            return False
        if not self.only_owned:
            return True
        owned_and_used = self.count_owned_and_used(offer)
        return owned_and_used is None or owned_and_used[0] > owned_and_used[1]

    def get_kind(self, offer: Offer, models: int | None) -> Kind | None:
        """Return whether `offer` fits, as the kind of its mark; None if it isn't known yet."""
        mark = self.get_known_mark(offer, models)
        return mark.kind if mark is not None else None


class OfferLines:
    """The lines of a list of offers, as a picker in one state shows them."""

    def __init__(self, shown: PickerState, words: Words, query: Query) -> None:
        """Prepare to make the lines of what `query` has found."""
        self.shown = shown
        self.words = words
        self.query = query

    def yield_lines(self, matches: Sequence[Offer]) -> Iterator[Line]:
        """Yield the lines of the list: headings and offers, or a line that nothing was found.

        Without filters and typed words, the offers are under headings, and favourites and what was
        added last come first. If Legends are hidden, the last line gives their number.
        """
        shown, words, query = self.shown, self.words, self.query
        is_grouped = shown.is_unfiltered and query.is_empty
        if not matches:
            yield Line(left=self._explain_emptiness(), look="dim", wrap=True)
        if is_grouped:
            by_id = {offer.id: offer for offer in matches}
            for key, picked in self._list_picked().items():
                yield Line(left=words(key), look="head")
                for offer_id in picked:
                    yield self._make_line(by_id[offer_id])
                    del by_id[offer_id]
            matches = list(by_id.values())
        heading = None
        for offer in matches:
            if is_grouped and get_heading(offer) != heading:
                heading = get_heading(offer)
                yield Line(left=self._name_heading(heading), look="head")
            yield self._make_line(offer, home=not is_grouped)
        if not shown.legends and (hidden := sum(offer.legends for offer in shown.offers)):
            yield Line(left=words("picker.hidden", count=hidden), look="dim", wrap=True)

    def _list_picked(self) -> dict[str, list[str]]:
        """Return the ids of favourites and of what was added last, by the key of their heading.

        Only offers that the list shows are included; one that is both is among the favourites.
        """
        shown = self.shown
        ids = {offer.id for offer in shown.offers if shown.is_shown(offer, Query())}
        favourites = [offer_id for offer_id in shown.favourites if offer_id in ids]
        used = [
            offer_id for offer_id in shown.used if offer_id in ids and offer_id not in favourites
        ]
        picked = {"picker.favourites": favourites, "picker.used": used[:USED_SHOWN]}
        return {key: offer_ids for key, offer_ids in picked.items() if offer_ids}

    def _name_heading(self, heading: tuple[str, str]) -> str:
        """Return the words for a heading: the faction of allies, or the role of units."""
        kind, name = heading
        return self.words.translate_name(name) if kind == "home" else self.words(f"section.{name}")

    def _explain_emptiness(self) -> str:
        """Return the sentence that says why the list is empty."""
        shown, words, query = self.shown, self.words, self.query
        if not shown.offers:
            return words("nothing_to_add")
        if shown.only_fitting and not query.text:
            return words("picker.nothing_fits")  # fewer letters would find nothing more
        if filters := self.list_filters():
            return words("picker.filtered_out", filters=filters)
        return words("nothing_found")

    def list_filters(self) -> list[str]:
        """Return the filters that are on, in words, and the order if it isn't the usual one."""
        shown, words, query = self.shown, self.words, self.query
        filters = []
        if shown.only_owned:
            filters.append(words("picker.filter.owned"))
        elif shown.only_fitting:
            filters.append(words("picker.filter.fits"))
        if shown.role is not None:
            filters.append(self._name_heading(shown.role))
        if query.least is not None and query.most is not None:
            filters.append(words("picker.filter.between", least=query.least, most=query.most))
        elif query.least is not None:
            filters.append(words("picker.filter.least", points=query.least))
        elif query.most is not None:
            filters.append(words("picker.filter.most", points=query.most))
        if shown.order != "book":
            filters.append(words(f"picker.order.{shown.order}"))
        return filters

    def _make_line(self, offer: Offer, *, home: bool = False) -> Line:
        """Return the line of `offer`: a sign whether it can be added, its name, and its numbers.

        These are the models owned, the units of it in the army, and its points at the typed size.
        Legends have a dagger, favourites a star. `home`: give the faction of an ally, because no
        heading does.
        """
        shown, words, query = self.shown, self.words, self.query
        mark = shown.get_known_mark(offer, query.models)
        points = shown.get_points(offer, query.models)
        legends = " †" if offer.legends else ""
        star = " ★" if offer.id in self.shown.favourites else ""
        sign, look, mark_look = SIGNS[mark.kind if mark else "fits"]
        army = self.shown.session.army if self.shown.session else None
        count_in_army = (
            self.shown.there[(offer.source, offer.id.rpartition("/")[2])]
            or self.shown.there[("", offer.id)]
        )
        owned_and_used = shown.count_owned_and_used(offer)
        right = []
        if owned_and_used and owned_and_used[0]:
            right.append(words("picker.own", count=owned_and_used[0]))
        if count_in_army:
            right.append(f"×{count_in_army}")
        if points is not None and (army is None or army.counts_points):
            right.append(f"{points:4}")
        is_told = home or offer.name in self.shown.shared_names
        return Line(
            key=offer.id,
            left=f"{words.name_with_english(offer.name)}{legends}{star}",
            tail=words.translate_name(offer.home) if is_told and offer.home else None,
            right="  ".join(right),
            mark=sign,
            look=look,
            mark_look=mark_look,
            indent=1,
        )


def get_heading(offer: Offer) -> tuple[str, str]:
    """Return the heading that lists the offer: ("home", faction) for an ally, else ("role",
    role).
    """
    return ("home", offer.home) if offer.home else ("role", offer.role)
