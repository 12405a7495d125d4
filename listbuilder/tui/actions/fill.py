"""The action that offers ways to spend the remaining points, and applies the one chosen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from listbuilder.games.common.editor import join_edits
from listbuilder.model.edit import Edit
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.tui.screens.dialogs import Answer, Ask

if TYPE_CHECKING:
    from listbuilder.advice.candidates import Candidate
    from listbuilder.advice.fill import Spending
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.tui.text import Words


def start_filling(screen: BuilderScreen) -> None:
    """Start a worker that offers ways to spend the remaining points."""
    screen.run_worker(_ask_spending(screen), group="flow", exclusive=True)


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
    from listbuilder.advice.fill import fill_points

    screen.notify(words("fill.looking"), timeout=2)
    result = await asyncio.to_thread(fill_points, before, "closest", None, screen.builder.owned)
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
    counts = result.before.army is not None and result.before.army.counts_points
    answers = []
    for place, way in enumerate(result.ways):
        spent = f"+{way.spent}" if counts else ""
        answers.append(Answer(key=str(place), left=_describe_way(way, words), right=spent))
    chosen = await screen.app.push_screen_wait(
        Ask(words("fill.ask", left=result.budget), answers, body=words("fill.body"))
    )
    if chosen is None or session.position is not before:
        return
    way = result.ways[int(chosen)]
    session.apply(make_spending_edit(before, way))
    screen.notify(words("fill.done", what=_describe_way(way, words)))


def make_spending_edit(position: Position, way: Spending) -> Edit:
    """Return one edit that makes all the purchases of `way`, so that one undo takes them all
    back.
    """
    edits: list[Edit] = []
    for candidate in way.members:
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


def _describe_way(way: Spending, words: Words) -> str:
    """Return the purchases of `way` as a text."""
    return words(
        "listed", items=[_describe_candidate(candidate, words) for candidate in way.members]
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
