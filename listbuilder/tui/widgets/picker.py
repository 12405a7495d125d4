"""The picker: what could be added, found by typing, with prices.

What would break a rule is grey and says why.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from listbuilder.advice.marks import Mark, mark_offer
from listbuilder.games.common.editor import Offer
from listbuilder.model.base import Path
from listbuilder.tui.screens.base import is_left
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.offer_lines import OfferLines, PickerState, get_heading
from listbuilder.tui.widgets.offer_search import (
    ORDERS,
    OfferSearch,
    Query,
    parse_query,
    sort_matches,
    sort_offers,
)
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.workers import start_worker
from listbuilder.workspace import folders
from listbuilder.workspace.folders import change_settings, load_settings
from listbuilder.workspace.session import Session

AT_ONCE = 0.004  # seconds of trials between two looks at the keyboard
SEEN_FIRST = 30  # trials after which the list is drawn for the first time
AT_THE_KEY = 24  # of the best answers, judged before the screen is drawn until one fits


class Picker(Vertical):
    """A search field over the list of everything that the army could add."""

    DEFAULT_CSS = """
    Picker { height: 1fr; }
    Picker Input { border: none; height: 1; padding: 0 1; background: $field; }
    Picker Input:focus { border: none; background: $cursor-quiet-background; }
    Picker #said { height: 2; overflow-y: hidden; }
    Picker #offers { height: 1fr; }
    Picker #why { height: auto; max-height: 6; }
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
        self._has_new_uses = False

    def compose(self) -> ComposeResult:
        """Yield the search field, the message line, the list of offers and the explanation."""
        yield Filter("#offers", id="query", select_on_focus=True)
        for name in ("said", "offers", "why"):
            rows = Rows(id=name)
            rows.can_focus = False
            yield rows

    def on_unmount(self) -> None:
        """Write down what was added last, for later lists."""
        self.store_uses()

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
    def asked(self) -> Query:
        """Return what is typed into the search field, taken apart."""
        return parse_query(self.input.value)

    @property
    def models(self) -> int | None:
        """Return the number of models typed after the name in the search field; None if none is
        typed.
        """
        return self.asked.models

    def _get_army_key(self) -> str:
        """Return the key by which favourites are kept: one for each faction of each game."""
        session = self.shown.session
        if session is None or session.army is None or session.position.system is None:
            return ""
        return f"{session.position.system.id}/{session.army.faction_id}"

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
            shown.favourites, shown.used = folders.load_picked(self._get_army_key())
            names = Counter(offer.name for offer in shown.offers)
            shown.shared_names = frozenset(name for name in names if names[name] > 1)
            shown.role = None
        if shown.search is None:
            shown.search = OfferSearch(session.position, shown.offers, words)
        shown.search = shown.search.follow(session.position, shown.offers, words)
        has_points = self._counts_points()
        self.input.placeholder = words("picker.search" if has_points else "picker.search_free")
        self.show_message(*self._last_said or ("", ""))
        shown.before, shown.marks = {**shown.before, **shown.marks}, {}
        self.refresh_offers()
        self.check_all_offers()

    def show_message(self, text: str, look: str = "") -> None:
        """Show `text` in the message line; without a text, show the filters or what signs mean.

        `look`: the colour of the text, by default that of good news.
        """
        words = self.shown.words
        self._last_said = (text, look) if text else None
        line = Line()
        if text:
            line = Line(left=text, look=look or "good", wrap=True)
        elif words is not None:
            filters = OfferLines(self.shown, words, self.asked).list_filters()
            marks = words("picker.marks" if self._counts_points() else "picker.marks_free")
            line = Line(left=marks, look="dim", wrap=True)
            if filters:
                line = Line(left=words("picker.showing", filters=filters), look="head", wrap=True)
        self.query_one("#said", Rows).show_lines([line])

    def _counts_points(self) -> bool:
        """Return whether the game counts points, as far as that is known; most games do."""
        army = self.shown.session.army if self.shown.session is not None else None
        return army is None or army.counts_points

    def prepare_for_typing(self) -> None:
        """Focus the search field and select its text, so that the next thing typed replaces it."""
        self.input.focus()
        self.input.select_all()

    def refresh_offers(self, cursor: str | None = None) -> None:
        """Show the offers that match what is typed, and explain the offer under the cursor.

        The cursor goes to the offer with the id `cursor`, or stays where it is if that is None.
        """
        if self.shown.words is not None:
            lines = OfferLines(self.shown, self.shown.words, self.asked)
            self.rows.show_lines(list(lines.yield_lines(self.find_matches())), cursor)
            self.explain_offer()

    def find_matches(self) -> list[Offer]:
        """Return the offers that match what is typed and pass the filters, the best match first.

        A number after the name is the size of the unit, `<100` a limit of points. What fits comes
        before what doesn't, if it is as close to what is typed. With the filter for what fits, only
        offers that fit and change the points are returned, the dearest first. Legends and units
        that are not owned are left out if their filters are on.
        """
        shown, query = self.shown, self.asked
        offers = [offer for offer in shown.offers if shown.is_shown(offer, query)]
        if query.words or query.models is not None:
            assert shown.search is not None
            matches = sort_matches(
                shown.search.find(query, offers), lambda offer: shown.get_kind(offer, query.models)
            )
        else:
            matches = offers
        if shown.only_fitting:
            marked = [(offer, self.shown.get_known_mark(offer, query.models)) for offer in matches]
            fitting = [
                (offer, mark.effect)
                for offer, mark in marked
                if mark and mark.kind == "fits" and mark.effect.change
            ]
            matches = [offer for offer, _ in sorted(fitting, key=lambda entry: -entry[1].change)]
        return sort_offers(matches, shown.order)

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
            if owned_and_used := self.shown.count_owned_and_used(offer):
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
            mark = self.shown.get_known_mark(offer, self.models)
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
            start_worker(self, "trials", self._check_all_offers)

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

        The first matches are checked at once, at the size that is typed, until one fits: what is
        first then does not depend on how quickly somebody types. The others are checked in the
        background.
        """
        event.stop()
        if self._last_said is None:
            self.show_message("")
        models = self.models
        if self.asked.words:
            for offer in self.find_matches()[:AT_THE_KEY]:
                mark = self.get_mark(offer, models)
                if mark is not None and mark.kind == "fits":
                    break
        if models is not None:
            self.check_all_offers()
        self.refresh_offers(next((offer.id for offer in self.find_matches()), None))
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

    def toggle_fitting(self) -> None:
        """Change to the next filter: all offers, those that fit, those that fit and are owned.

        The last filter is left out if no collection is known.
        """
        shown = self.shown
        if shown.only_fitting and not shown.only_owned and shown.owned is not None:
            shown.only_owned = True
        else:
            shown.only_fitting, shown.only_owned = not shown.only_fitting, False
        self._show_filters()

    def toggle_legends(self) -> str:
        """Show or hide Legends, also in later sessions; return the key of the message about
        that.
        """
        self.shown.legends = not self.shown.legends
        change_settings(legends=self.shown.legends)
        self.refresh_offers()
        return "picker.legends_shown" if self.shown.legends else "picker.legends_hidden"

    def show_next_role(self) -> None:
        """Show only the next heading of the list: a role, or a faction of allies; at last all."""
        shown = self.shown
        headings = [*dict.fromkeys(map(get_heading, shown.offers)), None]
        place = headings.index(shown.role) if shown.role in headings else -1
        shown.role = headings[(place + 1) % len(headings)]
        self._show_filters()

    def show_next_order(self) -> None:
        """Sort the list by the next order: by points, by name, as in the book."""
        shown = self.shown
        shown.order = ORDERS[(ORDERS.index(shown.order) + 1) % len(ORDERS)]
        self._show_filters()

    def _show_filters(self) -> None:
        """Show the list with its new filters, and name them in the message line."""
        self.show_message("")
        self.refresh_offers()
        self.rows.action_end(0)
        self.rows.scroll_to(y=0, animate=False)

    def toggle_price_limit(self) -> None:
        """Write into the search field that nothing may cost more than the offer under the cursor.

        If a limit is there already, it is taken off.
        """
        query, offer = self.asked, self.offer
        if query.has_limits:
            self.input.value = query.text
        elif offer is not None and offer.points is not None:
            self.input.value = f"{query.text} <={offer.points}".strip()
        self.input.action_end()

    def toggle_favourite(self) -> None:
        """Make the offer under the cursor a favourite of its faction, or no longer one.

        It is remembered for later lists.
        """
        shown, offer = self.shown, self.offer
        if offer is None:
            return
        if offer.id in shown.favourites:
            shown.favourites.remove(offer.id)
        else:
            shown.favourites.append(offer.id)
        folders.store_picked(self._get_army_key(), shown.favourites, shown.used)
        self.refresh_offers()

    def note_use(self, offer: Offer) -> None:
        """Remember that `offer` was added; `store_uses` writes it down for later lists."""
        used = [offer.id, *(offer_id for offer_id in self.shown.used if offer_id != offer.id)]
        self.shown.used = used[: folders.MOST_USED]
        self._has_new_uses = True

    def store_uses(self) -> None:
        """Write down what was added last, if that has changed.

        It is not done at each addition: writing a file takes longer than a key may take.
        """
        if self._has_new_uses:
            self._has_new_uses = False
            folders.store_picked(self._get_army_key(), self.shown.favourites, self.shown.used)


def _group_by_heading(sorted_by_name: Sequence[Offer], offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers grouped by heading, Legends last in each group.

    Headings are in the order in which they first come in `offers`, within a group the offers are in
    the order of `sorted_by_name`.
    """
    order: dict[tuple[str, str], int] = {}
    for offer in offers:
        order.setdefault(get_heading(offer), len(order))
    return sorted(sorted_by_name, key=lambda offer: (order[get_heading(offer)], offer.legends))
