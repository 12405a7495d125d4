"""The action that offers ways to spend the remaining points, and applies the one chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from listbuilder.games.common.editor import join_edits
from listbuilder.model.edit import Edit
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.widgets.offer_search import OfferSearch, parse_query
from listbuilder.tui.workers import start_worker

if TYPE_CHECKING:
    from listbuilder.advice.candidates import Candidate
    from listbuilder.advice.fill_ordered import Purchase
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.tui.text import Words

BY_NAME = 2  # the closeness of what is found by its name


def start_filling(screen: BuilderScreen) -> None:
    """Start a worker that offers ways to spend the remaining points."""
    start_worker(screen, "flow", _ask_spending, screen)


async def _ask_spending(screen: BuilderScreen) -> None:
    """Search for ways to spend the remaining points, let the player choose one, and apply it.

    A notice says so if there are none or the roster can't be read. Nothing is done if the roster
    changes meanwhile.
    """
    session, words = screen.session, screen.words
    before = session.position
    if before.verdict == "unread":
        screen.notify(words("mend.unread"), severity="warning")
        return
    from listbuilder.advice.fill_ordered import Purchase, fill_own_first

    screen.notify(words("fill.looking"), timeout=2)
    result = await asyncio.to_thread(fill_own_first, before, screen.builder.owned)
    if session.position is not before:
        return
    if not result.ways:
        key = "fill.none"
        if not result.budget:
            key = "fill.nothing_left"
        elif before.verdict == "illegal":
            key = "fill.illegal"
        screen.notify(words(key, left=result.budget), severity="warning")
        return
    purchases = [Purchase(way.members, way.spent, way.left) for way in result.ways]
    answers = [
        _make_answer(screen, place, purchase, "") for place, purchase in enumerate(purchases)
    ]

    def find_more(typed: str) -> list[Answer]:
        """Return answers with the units that `typed` may mean, and keep what they buy."""
        more = _find_purchases(screen, before, typed)
        first = len(purchases)
        purchases.extend(more)
        return [
            _make_answer(screen, first + place, purchase, typed)
            for place, purchase in enumerate(more)
        ]

    chosen = await screen.app.push_screen_wait(
        Ask(
            words("fill.ask", left=result.budget),
            answers,
            body=words("fill.body"),
            placeholder=words("fill.search"),
            find_more=find_more,
        )
    )
    if chosen is None or session.position is not before:
        return
    purchase = purchases[int(chosen)]
    session.apply(make_spending_edit(before, purchase.members))
    screen.notify(words("fill.done", what=_describe_purchase(purchase, words)))


def _find_purchases(screen: BuilderScreen, position: Position, typed: str) -> list[Purchase]:
    """Return ways to spend the remaining points with the units that `typed` may mean."""
    from listbuilder.advice.fill_ordered import fill_around

    army = position.army
    if army is None:
        return []
    offers = [offer for offer in position.editor.list_offers(army) if not offer.legends]
    asked = parse_query(typed)
    matches = OfferSearch(position, offers, screen.words).find(asked, offers)
    named = [match for match in matches if match.closeness <= BY_NAME]
    found = [match.thing for match in named or matches]
    return fill_around(position, sorted(found, key=lambda offer: bool(offer.home)), None)


def _make_answer(screen: BuilderScreen, place: int, purchase: Purchase, typed: str) -> Answer:
    """Return the answer that makes `purchase`; `place` is its number among all.

    `typed`: what was typed to find it, by which it is found again.
    """
    army = screen.session.army
    counts = army is not None and army.counts_points
    return Answer(
        key=str(place),
        left=_describe_purchase(purchase, screen.words),
        right=f"+{purchase.spent}" if counts else "",
        wrap=True,
        words=(typed,) if typed else (),
    )


def make_spending_edit(position: Position, members: Sequence[Candidate]) -> Edit:
    """Return one edit that makes all the purchases `members`, so that one undo takes them all
    back.
    """
    edits: list[Edit] = []
    for candidate in members:
        edit = _make_candidate_edit(position, candidate)
        edits.append(edit)
        position = position.apply(edit)
    return join_edits(*edits)


def _make_candidate_edit(position: Position, candidate: Candidate) -> Edit:
    """Return the edit that makes the purchase `candidate` in `position`.

    Other purchases may have been made there already.

    It is empty if the unit can no longer be added.
    """
    if candidate.offer:
        added = commands.place_addition(position, candidate.offer, candidate.models)
        return added.edit if added is not None else Edit(())
    for field in commands.list_fields(position, candidate.path):
        if (field.key, field.args) == (candidate.key, candidate.args):
            return next(
                (option.edit for option in field.options() if option.label == candidate.label),
                candidate.edit,
            )
    return candidate.edit


def _describe_purchase(purchase: Purchase, words: Words) -> str:
    """Return what is bought together as a text."""
    return words(
        "listed", items=[_describe_candidate(candidate, words) for candidate in purchase.members]
    )


def _describe_candidate(candidate: Candidate, words: Words) -> str:
    """Return a purchase as a text: the unit to add, or an option with the unit that gets it."""
    label = words.format_text(candidate.label)
    if candidate.what == "unit":
        return f"{candidate.models} {label}" if candidate.models and candidate.models > 1 else label
    field = words(f"field.{candidate.key}", **words.format_args(candidate.args))
    if candidate.what == "size":
        return words(
            "fill.to",
            unit=words.translate_name(candidate.to),
            what=label if candidate.models is not None else field,
        )
    return words(
        "fill.to", unit=words.translate_name(candidate.to) if candidate.to else field, what=label
    )
