"""What could be added: found by typing, with prices; what would break a rule is grey and says why."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, cast

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from listbuilder.advice.collection import Owned, having
from listbuilder.edit.session import Session
from listbuilder.games.shared import search
from listbuilder.games.shared.choices import Offer
from listbuilder.law import commands
from listbuilder.law.effect import Effect
from listbuilder.model.base import Path
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.typing import Typed
from listbuilder.tui.words import Words

AT_ONCE = 0.004  # seconds of trials between two looks at the keyboard
SEEN_FIRST = 30  # trials after which the list is drawn for the first time


class Shown(msgspec.Struct):
    """What the picker shows at the moment."""

    session: Session | None = None
    words: Words | None = None
    offers: list[Offer] = []
    other_names: Mapping[str, Sequence[str]] | None = None  # of what is offered; None until somebody types
    effects: dict[str, Effect] = {}
    only_fitting: bool = False
    owned: Owned | None = None
    only_owned: bool = False
    place: Path = ()


class Picker(Vertical):
    DEFAULT_CSS = """
    Picker { height: 1fr; }
    Picker Input { border: none; height: 1; padding: 0 1; background: $boost; }
    Picker Input:focus { border: none; background: $primary-muted; }
    Picker #offers { height: 1fr; }
    Picker #why { height: auto; max-height: 6; background: $panel; }
    """

    class Wanted(Message):
        """This is to be added."""

        def __init__(self, offer: Offer, models: int | None) -> None:
            super().__init__()
            self.offer = offer
            self.models = models

    class Pointed(Message):
        """The cursor may stand on another offer."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.shown = Shown()

    def compose(self) -> ComposeResult:
        yield Typed(id="query", compact=True, select_on_focus=True)
        offers = Rows(id="offers")
        offers.can_focus = False
        yield offers
        why = Rows(id="why")
        why.can_focus = False
        yield why

    @property
    def rows(self) -> Rows:
        return self.query_one("#offers", Rows)

    @property
    def input(self) -> Input:
        return self.query_one("#query", Input)

    @property
    def offer(self) -> Offer | None:
        """What the cursor stands on."""
        return next((offer for offer in self.shown.offers if offer.id == self.rows.cursor), None)

    def refresh_from(self, session: Session, words: Words, place: Path) -> None:
        """After a change of the roster: prices and what is allowed are worked out again, bit by bit."""
        self.shown.session, self.shown.words, self.shown.place = session, words, place
        before = [offer.id for offer in self.shown.offers]
        offers = session.position.editor.offers(session.army) if session.army else []
        alike = groupby(offers, lambda offer: (offer.role, offer.legends))
        self.shown.offers = [offer for _, group in alike for offer, _ in words.in_order((each, each.name) for each in group)]
        if before != [offer.id for offer in self.shown.offers]:
            self.shown.other_names = None
        self.input.placeholder = words("search")
        self.fill()
        self.try_all()

    def fill(self, cursor: str | None = None) -> None:
        if self.shown.words is not None:
            self.rows.show(list(self._lines(self.shown.words)), cursor)
            self.explain()

    def matches(self) -> list[Offer]:
        query, _ = search.asked(self.input.value)
        self._read_other_names(query)
        found = search.matching(query, ((offer, self._words(offer)) for offer in self.shown.offers))
        if self.shown.only_fitting:
            effects = self.shown.effects
            found = [offer for offer in found if offer.id in effects and effects[offer.id].allowed and effects[offer.id].change]
            found.sort(key=lambda offer: -effects[offer.id].change)
        if self.shown.only_owned:
            found = [offer for offer in found if (there := self.having(offer)) is None or there[0] > there[1]]
        return found

    def _read_other_names(self, query: str) -> None:
        """The history of names, when a name is asked for; of one letter nearly everything is called something."""
        session = self.shown.session
        if len(query) > 1 and self.shown.other_names is None and session is not None and session.army is not None:
            self.shown.other_names = session.position.editor.other_names(session.army)

    def having(self, offer: Offer) -> tuple[int, int] | None:
        """How many models are owned and used; None where nobody told what is owned."""
        army = self.shown.session.army if self.shown.session else None
        return having(army, self.shown.owned, offer) if army is not None and self.shown.owned is not None else None

    def _words(self, offer: Offer) -> tuple[str, ...]:
        words = self.shown.words
        also = () if self.shown.other_names is None else self.shown.other_names.get(offer.id, ())
        return (*offer.words, *also, *((words(f"section.{offer.role}"),) if words else ()))

    def _lines(self, words: Words) -> Iterator[Line]:
        role = None
        grouped = not search.asked(self.input.value)[0] and not self.shown.only_fitting
        found = self.matches()
        if not found:
            yield Line(left=words("nothing_found" if self.shown.offers else "nothing_to_add"), look="dim", wrap=True)
        for offer in found:
            heading = offer.home or offer.role
            if grouped and heading != role:
                yield Line(left=words.name(offer.home) if offer.home else words(f"section.{offer.role}"), look="head")
                role = heading
            yield self._line(offer, words)

    def _line(self, offer: Offer, words: Words) -> Line:
        effect = self.shown.effects.get(offer.id)
        points = effect.change if effect and effect.possible and effect.points is not None else offer.points
        legends = " †" if offer.legends else ""
        refused = effect is not None and not effect.allowed
        sign, look = ("✗", "dim") if refused else ("+", "")
        priced = self.shown.session is None or self.shown.session.army is None or self.shown.session.army.counts_points
        right = str(points) if priced and points is not None else ""
        return Line(key=offer.id, left=f"{words.name(offer.name)}{legends}", right=right, mark=sign, look=look, indent=1)

    # --- what stands in the way ---

    def explain(self) -> None:
        """Under the list: sizes and price of what the cursor stands on, or why it cannot be added."""
        self.post_message(self.Pointed())
        words, offer = self.shown.words, self.offer
        if words is None:
            return
        lines = []
        if offer is not None:
            sizes = words("sizes", sizes=list(offer.sizes)) if offer.sizes and offer.sizes != ("1",) else ""
            there = self.having(offer)
            own = words("own", owned=there[0], used=there[1]) if there else ""
            lines.append(Line(left=f"{words.name(offer.name)}  {sizes}", right=own, look="name"))
            effect = self.shown.effects.get(offer.id)
            if effect is not None and not effect.possible:
                lines.append(Line(left=words("not_possible"), mark="✗", look="warn", wrap=True))
            for finding in effect.against if effect else ():
                text = f"{finding.code} {words.finding(finding)}"
                lines.append(Line(left=text, mark="✗" if finding.severity == "error" else "!", look="warn", wrap=True))
        self.query_one("#why", Rows).show(lines)

    def effect_of(self, offer: Offer) -> Effect | None:
        session = self.shown.session
        if session is None:
            return None
        found = commands.adding(session.position, offer.id, None, self.shown.place)
        return found[1] if found else None

    def try_all(self) -> None:
        """Every offer on the real rules, what is seen first; keys are listened to in between."""
        if self.display:
            self.run_worker(cast(Any, self._try_all), exclusive=True, group="trials")

    async def _try_all(self) -> None:
        await asyncio.sleep(0.03)  # the screen first
        order = self.matches() if not self.shown.only_fitting else list(self.shown.offers)
        seen = {offer.id for offer in order}
        order += [offer for offer in self.shown.offers if offer.id not in seen]
        began = time.perf_counter()
        for place, offer in enumerate(order):
            effect = self.effect_of(offer)
            if effect is not None:
                self.shown.effects[offer.id] = effect
            if place == SEEN_FIRST:
                self.fill()
            if time.perf_counter() - began > AT_ONCE:
                await asyncio.sleep(0)
                began = time.perf_counter()
        self.fill()

    # --- keys ---

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        first = next((offer.id for offer in self.matches()), None)
        self.fill(first)
        self.rows.scroll_to(y=0, animate=False)

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        if event.rows.id == "offers":
            event.stop()
            self.explain()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if event.rows.id == "offers":
            event.stop()
            self.pick()

    def on_key(self, event: events.Key) -> None:
        moves = {"up": -1, "down": 1}
        if event.key in moves:
            self.rows.action_cursor(moves[event.key])
        elif event.key in ("pageup", "pagedown"):
            self.rows.action_page(-1 if event.key == "pageup" else 1)
        else:
            return
        event.stop()
        event.prevent_default()

    def pick(self) -> None:
        if (offer := self.offer) is not None:
            self.post_message(self.Wanted(offer, search.asked(self.input.value)[1]))

    def toggle_fitting(self) -> str:
        """Everything, what fits, and of that what is owned, where that is known. Says which, as a word of the builder."""
        shown = self.shown
        if shown.only_fitting and not shown.only_owned and shown.owned is not None:
            shown.only_owned = True
        else:
            shown.only_fitting, shown.only_owned = not shown.only_fitting, False
        self.fill()
        return "only_owned" if shown.only_owned else "only_fitting" if shown.only_fitting else "everything"
