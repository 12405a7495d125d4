"""The picker: what could be added, found by typing, with prices.

What would break a rule is grey and says why.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from listbuilder.advice.collection import Owned, count_owned_and_used
from listbuilder.advice.marks import Mark, mark_offer
from listbuilder.games.common.editor import Offer
from listbuilder.matching import search
from listbuilder.model.base import Path
from listbuilder.tui.screens.base import is_left
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.workspace.folders import change_settings, load_settings
from listbuilder.workspace.session import Session

AT_ONCE = 0.004  # seconds of trials between two looks at the keyboard
SEEN_FIRST = 30  # trials after which the list is drawn for the first time
AT_THE_KEY = 3  # of the best answers, judged at the size that is typed before the screen is drawn
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
    # of what is offered; None until somebody types
    other_names: Mapping[str, Sequence[str]] | None = None
    marks: dict[tuple[str, int | None], Mark] = {}  # of the roster as it is, by offer and size
    # of the roster as it was, to be seen until the others are there
    before: dict[tuple[str, int | None], Mark] = {}
    free: frozenset[str] = frozenset()  # what no player has said of any unit
    there: Counter[tuple[str, str]] = Counter()  # units of the army, by home and datasheet
    owned: Owned | None = None
    only_fitting: bool = False
    only_owned: bool = False
    legends: bool = True
    place: Path = ()


class Picker(Vertical):
    """A search field over the list of everything that the army could add."""

    DEFAULT_CSS = """
    Picker { height: 1fr; }
    Picker Input { border: none; height: 1; padding: 0 1; background: $boost; }
    Picker Input:focus { border: none; background: $primary-muted; }
    Picker #said { height: 2; overflow-y: hidden; }
    Picker #offers { height: 1fr; }
    Picker #why { height: auto; max-height: 6; background: $panel; }
    """

    class Wanted(Message):
        """The message that an offer is to be added."""

        def __init__(self, offer: Offer, models: int | None) -> None:
            """Make the message that `offer` is to be added with that many models."""
            super().__init__()
            self.offer = offer
            self.models = models

    class Pointed(Message):
        """The message that the cursor may be on another offer."""

    def __init__(self, *, id: str) -> None:
        """Make a picker that shows nothing yet."""
        super().__init__(id=id)
        self.shown = PickerState()
        self._last_said: tuple[str, str] | None = None

    def compose(self) -> ComposeResult:
        """Yield the search field, the message line, the list of offers and the explanation."""
        yield Filter("#offers", id="query", select_on_focus=True)
        for name in ("said", "offers", "why"):
            rows = Rows(id=name)
            rows.can_focus = False
            yield rows

    @property
    def rows(self) -> Rows:
        """Return the list of offers."""
        return self.query_one("#offers", Rows)

    @property
    def input(self) -> Filter:
        """Return the search field."""
        return self.query_one("#query", Filter)

    @property
    def offer(self) -> Offer | None:
        """Return the offer under the cursor, or None."""
        return next((offer for offer in self.shown.offers if offer.id == self.rows.cursor), None)

    @property
    def models(self) -> int | None:
        """Return the number of models typed after the name in the search field; None if none is
        typed.
        """
        return search.parse_query(self.input.value)[1]

    def refresh_from(self, session: Session, words: Words, place: Path) -> None:
        """Show what the roster of `session` can add, and check in the background what is allowed.

        Until an offer has been checked again, its former price and sign are shown. `place`: the
        path in the army where its cursor is; new units are tried there.
        """
        shown = self.shown
        shown.session, shown.words, shown.place = session, words, place
        offers_before = [offer.id for offer in shown.offers]
        offers = session.position.editor.list_offers(session.army) if session.army else []
        by_name = words.sort_by_name((offer, offer.name) for offer in offers)
        shown.offers = _group_by_heading([offer for offer, _ in by_name], offers)
        shown.free = frozenset()
        if session.army:
            shown.free = session.find_keys_left_open(session.position.editor.hands_on)
        units = session.army.units if session.army else ()
        shown.there = Counter((unit.home, unit.sheet_id) for unit in units)
        if not offers_before:
            shown.legends = load_settings().legends
        if offers_before != [offer.id for offer in shown.offers]:
            shown.other_names = None
        self.input.placeholder = words("search")
        self.show_message(*self._last_said or ("", ""))
        shown.before, shown.marks = {**shown.before, **shown.marks}, {}
        self.refresh_offers()
        self.check_all_offers()

    def show_message(self, text: str, look: str = "") -> None:
        """Show `text` in the message line; without a text, show what the signs of the list mean.

        `look`: the colour of the text, by default that of good news.
        """
        words = self.shown.words
        self._last_said = (text, look) if text else None
        line = Line(left=words("picker.marks") if words else "", look="dim", wrap=True)
        if text:
            line = Line(left=text, look=look or "good", wrap=True)
        self.query_one("#said", Rows).show_lines([line])

    def prepare_for_typing(self) -> None:
        """Focus the search field and select its text, so that the next thing typed replaces it."""
        self.input.focus()
        self.input.select_all()

    def refresh_offers(self, cursor: str | None = None) -> None:
        """Show the offers that match what is typed, and explain the offer under the cursor.

        The cursor goes to the offer with the id `cursor`, or stays where it is if that is None.
        """
        if self.shown.words is not None:
            self.rows.show_lines(list(self._yield_lines(self.shown.words)), cursor)
            self.explain_offer()

    def find_matches(self) -> list[Offer]:
        """Return the offers that match what is typed and pass the filters, the best match first.

        A number after the name is the size of the unit. If nothing is found then, the number is
        taken as part of the name. With the filter for what fits, only offers that fit and change
        the points are returned, the dearest first. Legends and units that are not owned are left
        out if their filters are on.
        """
        query, models = search.parse_query(self.input.value)
        self._load_other_names(query)
        shown = self.shown
        offers = shown.offers
        if not shown.legends:
            offers = [offer for offer in offers if not offer.legends]
        matches = search.find_matching(
            query, ((offer, self._list_search_words(offer)) for offer in offers)
        )
        if models is not None and not matches:  # the number may be part of a name
            matches = search.find_matching(
                self.input.value, ((offer, self._list_search_words(offer)) for offer in offers)
            )
        matches = _sort_legends_last(query, matches)
        if shown.only_fitting:
            marked = [(offer, self.get_known_mark(offer, models)) for offer in matches]
            fitting = [
                (offer, mark.effect)
                for offer, mark in marked
                if mark and mark.kind == "fits" and mark.effect.change
            ]
            matches = [offer for offer, _ in sorted(fitting, key=lambda entry: -entry[1].change)]
        if shown.only_owned:
            matches = [
                offer
                for offer in matches
                if (owned_and_used := self.count_owned_and_used(offer)) is None
                or owned_and_used[0] > owned_and_used[1]
            ]
        return matches

    def get_known_mark(self, offer: Offer, models: int | None) -> Mark | None:
        """Return the mark of `offer` at `models` models, else at its smallest size, or None.

        The mark it had before the last change is used while there is no new one.
        """
        marks, smallest_key = self.shown.marks, (offer.id, None)
        mark = marks.get((offer.id, models)) or marks.get(smallest_key)
        return mark or self.shown.before.get(smallest_key)

    def _load_other_names(self, query: str) -> None:
        """Load the former names of all offers, so that they are found by these too.

        This is done only once, when at least two letters are typed. Why: for a single letter,
        nearly every offer has a former name with it.
        """
        session = self.shown.session
        if (
            len(query) > 1
            and self.shown.other_names is None
            and session is not None
            and session.army is not None
        ):
            self.shown.other_names = session.position.editor.get_other_names(session.army)

    def count_owned_and_used(self, offer: Offer) -> tuple[int, int] | None:
        """Return (models owned, models used in the army) for `offer`.

        None if no collection or no army is known.
        """
        army = self.shown.session.army if self.shown.session else None
        if army is None or self.shown.owned is None:
            return None
        return count_owned_and_used(army, self.shown.owned, offer)

    def _list_search_words(self, offer: Offer) -> tuple[str, ...]:
        """Return the words besides its name by which `offer` is found.

        They are its own words, its former names and its role.
        """
        words = self.shown.words
        other_names = (
            () if self.shown.other_names is None else self.shown.other_names.get(offer.id, ())
        )
        if words is None:
            return (*offer.words, *other_names)
        return (*offer.words, *other_names, words(f"section.{offer.role}"))

    def _yield_lines(self, words: Words) -> Iterator[Line]:
        """Yield the lines of the list: headings and offers, or a line that nothing was found.

        Headings are left out when something is typed or only what fits is shown. If Legends are
        hidden, the last line gives their number.
        """
        role = None
        query, models = search.parse_query(self.input.value)
        grouped = not query and not self.shown.only_fitting
        matches = self.find_matches()
        if not matches:
            message_key = "nothing_to_add" if not self.shown.offers else "nothing_found"
            if self.shown.offers and self.shown.only_fitting and not query:
                message_key = "picker.nothing_fits"  # fewer letters would find nothing more
            yield Line(left=words(message_key), look="dim", wrap=True)
        for offer in matches:
            heading = _get_heading(offer)
            if grouped and heading != role:
                title = words.translate_name(offer.home) if offer.home else ""
                yield Line(left=title or words(f"section.{offer.role}"), look="head")
                role = heading
            yield self._make_line(offer, words, models)
        if not self.shown.legends and (hidden := sum(offer.legends for offer in self.shown.offers)):
            yield Line(left=words("picker.hidden", count=hidden), look="dim", wrap=True)

    def _make_line(self, offer: Offer, words: Words, models: int | None) -> Line:
        """Return the line of `offer`: whether it can be added, its name, and on the right its
        numbers.

        These are the models owned, the units of it in the army, and the points: for `models` models
        where that is known. Legends have a dagger.
        """
        mark = self.get_known_mark(offer, models)
        points = mark.effect.change if mark and mark.kind != "nowhere" else offer.points
        legends = " †" if offer.legends else ""
        sign, look, mark_look = SIGNS[mark.kind if mark else "fits"]
        army = self.shown.session.army if self.shown.session else None
        count_in_army = (
            self.shown.there[(offer.source, offer.id.rpartition("/")[2])]
            or self.shown.there[("", offer.id)]
        )
        owned_and_used = self.count_owned_and_used(offer)
        right = []
        if owned_and_used and owned_and_used[0]:
            right.append(words("picker.own", count=owned_and_used[0]))
        if count_in_army:
            right.append(f"×{count_in_army}")
        if points is not None and (army is None or army.counts_points):
            right.append(f"{points:4}")
        return Line(
            key=offer.id,
            left=f"{words.name_with_english(offer.name)}{legends}",
            right="  ".join(right),
            mark=sign,
            look=look,
            mark_look=mark_look,
            indent=1,
        )

    # --- what stands in the way ---

    def explain_offer(self) -> None:
        """Show below the list the sizes of the offer under the cursor, and rules it would break.

        The models owned and used are shown too.

        It also tells the screen, by a Pointed message, that the cursor may have moved.
        """
        self.post_message(self.Pointed())
        words, offer = self.shown.words, self.offer
        if words is None:
            return
        lines = []
        if offer is not None:
            sizes = owned_text = ""
            if offer.sizes and offer.sizes != ("1",):
                sizes = words("sizes", sizes=list(offer.sizes))
            if owned_and_used := self.count_owned_and_used(offer):
                owned, used = owned_and_used
                owned_text = words("own", owned=owned, used=used)
            lines.append(
                Line(
                    left=f"{words.translate_name(offer.name)}  {sizes}",
                    right=owned_text,
                    look="name",
                )
            )
            if offer.legends:
                lines.append(Line(left=words("picker.legends"), mark="†", look="dim", wrap=True))
            mark = self.get_known_mark(offer, self.models)
            if mark is not None and mark.kind == "nowhere":
                lines.append(Line(left=words("not_possible"), mark="✗", look="warn", wrap=True))
            for finding in mark.effect.against if mark else ():
                text = f"{finding.code} {words.describe_finding(finding)}"
                sign = "✗" if finding.severity == "error" else "!"
                if finding.of_points:
                    sign = "△"
                lines.append(Line(left=text, mark=sign, look="warn", wrap=True))
        self.query_one("#why", Rows).show_lines(lines)

    def get_mark(self, offer: Offer, models: int | None) -> Mark | None:
        """Return whether `offer` can be added with `models` models.

        It is checked now unless it is known already. The result also says at which price and
        against which rules; it is remembered until the roster changes. None without an army.
        """
        shown = self.shown
        if shown.session is None or shown.session.army is None:
            return None
        key = (offer.id, models)
        if key not in shown.marks:
            shown.marks[key] = mark_offer(
                shown.session.position, offer, models, shown.place, shown.free
            )
        return shown.marks[key]

    def check_all_offers(self) -> None:
        """Start a worker that checks whether each offer can be added, first those shown.

        Nothing is started while the picker is hidden.

        The worker lets keys be handled in between.
        """
        if self.display:
            self.run_worker(cast(Any, self._check_all_offers), exclusive=True, group="trials")

    def _is_whole(self) -> bool:
        """Return whether the picker is still shown with all its lists.

        When the builder ends, its widgets are removed one after the other.
        """
        return not is_left(self) and len(self.query("#offers, #why")) == 2

    async def _check_all_offers(self) -> None:
        """Check whether each offer can be added, first those shown, and draw the list with the
        results.

        Each is checked at the size that is typed, if any, and at its smallest. Keys are handled in
        between. It ends early if the picker is closed.
        """
        await asyncio.sleep(0.03)  # the screen first
        if not self._is_whole():
            return
        shown, models = self.shown, self.models
        order = self.find_matches() if not shown.only_fitting else list(shown.offers)
        seen = {offer.id for offer in order}
        queue = [(offer, models) for offer in order] + [
            (offer, None) for offer in order if models is not None
        ]
        queue += [(offer, None) for offer in shown.offers if offer.id not in seen]
        started = time.perf_counter()
        for place, (offer, size) in enumerate(queue):
            self.get_mark(offer, size)
            if place == SEEN_FIRST:
                self.refresh_offers()
            if time.perf_counter() - started > AT_ONCE:
                await asyncio.sleep(0)
                if not self._is_whole():
                    return
                started = time.perf_counter()
        self.refresh_offers()

    # --- keys ---

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the offers that match the typed text, with the cursor on the best.

        If a size is typed, the best AT_THE_KEY offers are checked at that size at once, the others
        in the background.
        """
        event.stop()
        matches = self.find_matches()
        if self.models is not None:
            for offer in matches[:AT_THE_KEY]:
                self.get_mark(offer, self.models)
            self.check_all_offers()
        self.refresh_offers(next((offer.id for offer in matches), None))
        self.rows.scroll_to(y=0, animate=False)

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """Explain the offer that is now under the cursor."""
        if event.rows.id == "offers":
            event.stop()
            self.explain_offer()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Choose the offer that was clicked."""
        if event.rows.id == "offers":
            event.stop()
            self.pick_offer()

    def pick_offer(self) -> None:
        """Post the message that the offer under the cursor is to be added, if there is an offer."""
        if (offer := self.offer) is not None:
            self.post_message(self.Wanted(offer, self.models))

    def toggle_fitting(self) -> str:
        """Change to the next filter: all offers, those that fit, those that fit and are owned.

        Return the key of the message about the filter. The last filter is left out if no collection
        is known.
        """
        shown = self.shown
        if shown.only_fitting and not shown.only_owned and shown.owned is not None:
            shown.only_owned = True
        else:
            shown.only_fitting, shown.only_owned = not shown.only_fitting, False
        self.refresh_offers()
        if shown.only_owned:
            return "only_owned"
        return "only_fitting" if shown.only_fitting else "everything"

    def toggle_legends(self) -> str:
        """Show or hide Legends, also in later sessions; return the key of the message about
        that.
        """
        self.shown.legends = not self.shown.legends
        change_settings(legends=self.shown.legends)
        self.refresh_offers()
        return "picker.legends_shown" if self.shown.legends else "picker.legends_hidden"


def _sort_legends_last(query: str, matches: list[Offer]) -> list[Offer]:
    """Return `matches` with Legends last, if another offer has a word beginning with `query`.

    Otherwise, or if nothing is typed, they are returned unchanged.
    """
    if not query or not any(
        _has_word_beginning(query, offer) for offer in matches if not offer.legends
    ):
        return matches
    return sorted(matches, key=lambda offer: offer.legends)


def _has_word_beginning(query: str, offer: Offer) -> bool:
    """Return whether a word of the offer's name begins with `query`, in any spelling."""
    return any(
        word.startswith(query)
        for spelling in search.list_spellings(offer.name)
        for word in (spelling, *spelling.split())
    )


def _get_heading(offer: Offer) -> tuple[str, str]:
    """Return the heading that lists the offer: ("home", faction) for an ally, else ("role",
    role).
    """
    return ("home", offer.home) if offer.home else ("role", offer.role)


def _group_by_heading(sorted_by_name: Sequence[Offer], offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers grouped by heading, Legends last in each group.

    Headings are in the order in which they first come in `offers`, within a group the offers are in
    the order of `sorted_by_name`.
    """
    order: dict[tuple[str, str], int] = {}
    for offer in offers:
        order.setdefault(_get_heading(offer), len(order))
    return sorted(sorted_by_name, key=lambda offer: (order[_get_heading(offer)], offer.legends))
