"""The action that offers what would make the roster legal, and applies the fix chosen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.widgets.verdict import name_changed_unit, number_equal_units
from listbuilder.tui.workers import start_worker

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


def start_fixing(screen: BuilderScreen) -> None:
    """Start a worker that offers changes that make the roster legal."""
    start_worker(screen, "flow", _ask_fix, screen)


async def _ask_fix(screen: BuilderScreen) -> None:
    """Search for changes that make the roster legal, let the player choose an answer, and apply it.

    If there is none, or the roster isn't illegal, a notice says so. Nothing is applied if the
    roster changes meanwhile.
    """
    session, words = screen.session, screen.words
    before = session.position
    if before.verdict != "illegal":
        screen.notify(words(f"mend.{before.verdict}"))
        return
    from listbuilder.advice import move_text
    from listbuilder.advice.fix import find_fixes

    result = await asyncio.to_thread(find_fixes, before)
    if not result.answers:
        unfixable = [
            f"✗ {finding.code} {words.describe_finding(finding)}" for finding in result.standing
        ]
        screen.notify("\n".join([words("mend.none"), *unfixable]), severity="warning")
        return
    offers = {str(place): answer for place, answer in enumerate(result.answers)}
    counts = before.army is not None and before.army.counts_points
    labels = number_equal_units(before, words)
    answers = []
    for key, answer in offers.items():
        titles = []
        for move in answer.moves:
            title = move_text.format_title(move, before.system, words.lang)
            titles.append(name_changed_unit(title, move.edit, before, labels, words))
        points = str(answer.points) if counts else ""
        text = words("listed", items=titles)
        answers.append(Answer(key=key, left=text, right=points, wrap=True))
    chosen = await screen.app.push_screen_wait(
        Ask(words("mend.ask"), answers, body=words("mend.body"))
    )
    if chosen is not None and session.position is before:
        session.apply(offers[chosen].edit)
        text = next(answer.left for answer in answers if answer.key == chosen)
        screen.notify(words("fix_done", what=text))
