"""What could be added: found by typing, with prices; what would break a rule is grey and says why."""

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

from listbuilder.advice.collection import Owned, having
from listbuilder.advice.marks import Mark, mark
from listbuilder.edit.folders import change_settings, load_settings
from listbuilder.edit.session import Session
from listbuilder.games.shared import search
from listbuilder.games.shared.choices import Offer
from listbuilder.model.base import Path
from listbuilder.tui.screens.base import is_left
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.words import Words

AT_ONCE = 0.004  # seconds of trials between two looks at the keyboard
SEEN_FIRST = 30  # trials after which the list is drawn for the first time
AT_THE_KEY = 3  # of the best answers, judged at the size that is typed before the screen is drawn
SIGNS = {"fits": ("+", "", ""), "points": ("△", "", "warn"), "illegal": ("✗", "dim", ""), "nowhere": ("✗", "dim", "")}


class Shown(msgspec.Struct):
    """What the picker shows at the moment."""

    session: Session | None = None
    words: Words | None = None
    offers: list[Offer] = []
    other_names: Mapping[str, Sequence[str]] | None = None  # of what is offered; None until somebody types
    marks: dict[tuple[str, int | None], Mark] = {}  # of the roster as it is, by offer and size
    before: dict[tuple[str, int | None], Mark] = {}  # as it was, to be seen until the others are there
    free: frozenset[str] = frozenset()  # what no player has said of any unit
    there: Counter[tuple[str, str]] = Counter()  # units of the army, by home and datasheet
    owned: Owned | None = None
    only_fitting: bool = False
    only_owned: bool = False
    legends: bool = True
    place: Path = ()


class Picker(Vertical):
    DEFAULT_CSS = """
    Picker { height: 1fr; }
    Picker Input { border: none; height: 1; padding: 0 1; background: $boost; }
    Picker Input:focus { border: none; background: $primary-muted; }
    Picker #said { height: 2; overflow-y: hidden; }
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
        self._last_said: tuple[str, str] | None = None

    def compose(self) -> ComposeResult:
        yield Filter("#offers", id="query", select_on_focus=True)
        for name in ("said", "offers", "why"):
            rows = Rows(id=name)
            rows.can_focus = False
            yield rows

    @property
    def rows(self) -> Rows:
        return self.query_one("#offers", Rows)

    @property
    def input(self) -> Filter:
        return self.query_one("#query", Filter)

    @property
    def offer(self) -> Offer | None:
        """What the cursor stands on."""
        return next((offer for offer in self.shown.offers if offer.id == self.rows.cursor), None)

    @property
    def models(self) -> int | None:
        """The size that is typed."""
        return search.asked(self.input.value)[1]

    def refresh_from(self, session: Session, words: Words, place: Path) -> None:
        """After a change of the roster: prices and what is allowed are worked out again, bit by bit."""
        shown = self.shown
        shown.session, shown.words, shown.place = session, words, place
        before = [offer.id for offer in shown.offers]
        offers = session.position.editor.offers(session.army) if session.army else []
        shown.offers = _grouped([offer for offer, _ in words.in_order((each, each.name) for each in offers)], offers)
        shown.free = session.unsaid(session.position.editor.hands_on) if session.army else frozenset()
        shown.there = Counter((unit.home, unit.sheet_id) for unit in session.army.units) if session.army else Counter()
        shown.legends = load_settings().legends if not before else shown.legends
        if before != [offer.id for offer in shown.offers]:
            shown.other_names = None
        self.input.placeholder = words("search")
        self.say(*self._last_said or ("", ""))
        shown.before, shown.marks = {**shown.before, **shown.marks}, {}
        self.fill()
        self.try_all()

    def say(self, text: str, look: str = "") -> None:
        """What just happened, in one line; else what the marks mean."""
        words = self.shown.words
        self._last_said = (text, look) if text else None
        line = (
            Line(left=text, look=look or "good", wrap=True)
            if text
            else Line(left=words("picker.marks") if words else "", look="dim", wrap=True)
        )
        self.query_one("#said", Rows).show([line])

    def again(self) -> None:
        """For the next thing to be typed over this one."""
        self.input.focus()
        self.input.select_all()

    def fill(self, cursor: str | None = None) -> None:
        if self.shown.words is not None:
            self.rows.show(list(self._lines(self.shown.words)), cursor)
            self.explain()

    def matches(self) -> list[Offer]:
        query, models = search.asked(self.input.value)
        self._read_other_names(query)
        shown = self.shown
        offers = shown.offers if shown.legends else [offer for offer in shown.offers if not offer.legends]
        found = search.matching(query, ((offer, self._words(offer)) for offer in offers))
        if models is not None and not found:  # the number may be part of a name
            found = search.matching(self.input.value, ((offer, self._words(offer)) for offer in offers))
        found = _played_first(query, found)
        if shown.only_fitting:
            kept = [(offer, self.mark_known(offer, models)) for offer in found]
            known = [(offer, mark.effect) for offer, mark in kept if mark and mark.kind == "fits" and mark.effect.change]
            found = [offer for offer, _ in sorted(known, key=lambda each: -each[1].change)]
        if shown.only_owned:
            found = [offer for offer in found if (there := self.having(offer)) is None or there[0] > there[1]]
        return found

    def mark_known(self, offer: Offer, models: int | None) -> Mark | None:
        """What is known of it already: at the size that is typed, or at its smallest."""
        now, before, plain = self.shown.marks, self.shown.before, (offer.id, None)
        return now.get((offer.id, models)) or now.get(plain) or before.get(plain)

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
        query, models = search.asked(self.input.value)
        grouped = not query and not self.shown.only_fitting
        found = self.matches()
        if not found:
            said = "nothing_to_add" if not self.shown.offers else "nothing_found"
            if self.shown.offers and self.shown.only_fitting and not query:
                said = "picker.nothing_fits"  # fewer letters would find nothing more
            yield Line(left=words(said), look="dim", wrap=True)
        for offer in found:
            heading = _heading(offer)
            if grouped and heading != role:
                yield Line(left=words.name(offer.home) if offer.home else words(f"section.{offer.role}"), look="head")
                role = heading
            yield self._line(offer, words, models)
        if not self.shown.legends and (hidden := sum(offer.legends for offer in self.shown.offers)):
            yield Line(left=words("picker.hidden", count=hidden), look="dim", wrap=True)

    def _line(self, offer: Offer, words: Words, models: int | None) -> Line:
        mark = self.mark_known(offer, models)
        points = mark.effect.change if mark and mark.kind != "nowhere" else offer.points
        legends = " †" if offer.legends else ""
        sign, look, mark_look = SIGNS[mark.kind if mark else "fits"]
        army = self.shown.session.army if self.shown.session else None
        there = self.shown.there[(offer.source, offer.id.rpartition("/")[2])] or self.shown.there[("", offer.id)]
        own = self.having(offer)
        right = [
            words("picker.own", count=own[0]) if own and own[0] else "",
            f"×{there}" if there else "",
            f"{points:4}" if points is not None and (army is None or army.counts_points) else "",
        ]
        return Line(
            key=offer.id, left=f"{words.beside(offer.name)}{legends}", right="  ".join(filter(None, right)), mark=sign, look=look,
            mark_look=mark_look, indent=1,
        )  # fmt: skip

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
            if offer.legends:
                lines.append(Line(left=words("picker.legends"), mark="†", look="dim", wrap=True))
            mark = self.mark_known(offer, self.models)
            if mark is not None and mark.kind == "nowhere":
                lines.append(Line(left=words("not_possible"), mark="✗", look="warn", wrap=True))
            for finding in mark.effect.against if mark else ():
                text = f"{finding.code} {words.finding(finding)}"
                sign = "△" if finding.of_points else "✗" if finding.severity == "error" else "!"
                lines.append(Line(left=text, mark=sign, look="warn", wrap=True))
        self.query_one("#why", Rows).show(lines)

    def mark_of(self, offer: Offer, models: int | None) -> Mark | None:
        """Judged now, if it was not yet."""
        shown = self.shown
        if shown.session is None or shown.session.army is None:
            return None
        key = (offer.id, models)
        if key not in shown.marks:
            shown.marks[key] = mark(shown.session.position, offer, models, shown.place, shown.free)
        return shown.marks[key]

    def try_all(self) -> None:
        """Every offer on the real rules, what is seen first; keys are listened to in between."""
        if self.display:
            self.run_worker(cast(Any, self._try_all), exclusive=True, group="trials")

    def _is_whole(self) -> bool:
        """Return whether the picker is still shown with all its rows. They go one after the other when the builder ends."""
        return not is_left(self) and len(self.query("#offers, #why")) == 2

    async def _try_all(self) -> None:
        await asyncio.sleep(0.03)  # the screen first
        if not self._is_whole():
            return
        shown, models = self.shown, self.models
        order = self.matches() if not shown.only_fitting else list(shown.offers)
        seen = {offer.id for offer in order}
        wanted = [(offer, models) for offer in order] + [(offer, None) for offer in order if models is not None]
        wanted += [(offer, None) for offer in shown.offers if offer.id not in seen]
        began = time.perf_counter()
        for place, (offer, size) in enumerate(wanted):
            self.mark_of(offer, size)
            if place == SEEN_FIRST:
                self.fill()
            if time.perf_counter() - began > AT_ONCE:
                await asyncio.sleep(0)
                if not self._is_whole():
                    return
                began = time.perf_counter()
        self.fill()

    # --- keys ---

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        found = self.matches()
        if self.models is not None:
            for offer in found[:AT_THE_KEY]:
                self.mark_of(offer, self.models)
            self.try_all()
        self.fill(next((offer.id for offer in found), None))
        self.rows.scroll_to(y=0, animate=False)

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        if event.rows.id == "offers":
            event.stop()
            self.explain()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if event.rows.id == "offers":
            event.stop()
            self.pick()

    def pick(self) -> None:
        if (offer := self.offer) is not None:
            self.post_message(self.Wanted(offer, self.models))

    def toggle_fitting(self) -> str:
        """Everything, what fits, and of that what is owned, where that is known. Says which, as a word of the builder."""
        shown = self.shown
        if shown.only_fitting and not shown.only_owned and shown.owned is not None:
            shown.only_owned = True
        else:
            shown.only_fitting, shown.only_owned = not shown.only_fitting, False
        self.fill()
        return "only_owned" if shown.only_owned else "only_fitting" if shown.only_fitting else "everything"

    def toggle_legends(self) -> str:
        """For good. Says which, as a word of the builder."""
        self.shown.legends = not self.shown.legends
        change_settings(legends=self.shown.legends)
        self.fill()
        return "picker.legends_shown" if self.shown.legends else "picker.legends_hidden"


def _played_first(query: str, found: list[Offer]) -> list[Offer]:
    """What may be played anywhere before Legends, where both are called so."""
    if not query or not any(_begins(query, offer) for offer in found if not offer.legends):
        return found
    return sorted(found, key=lambda offer: offer.legends)


def _begins(query: str, offer: Offer) -> bool:
    return any(word.startswith(query) for spelling in search.spellings(offer.name) for word in (spelling, *spelling.split()))


def _heading(offer: Offer) -> tuple[str, str]:
    """Allies stand under the name of their faction."""
    return ("home", offer.home) if offer.home else ("role", offer.role)


def _grouped(sorted_by_name: Sequence[Offer], offers: Sequence[Offer]) -> list[Offer]:
    """What stands under one heading stands together, the headings in the order in which they first come; legends last."""
    order: dict[tuple[str, str], int] = {}
    for offer in offers:
        order.setdefault(_heading(offer), len(order))
    return sorted(sorted_by_name, key=lambda offer: (order[_heading(offer)], offer.legends))
