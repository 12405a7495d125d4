"""The actions that compare the list with another one, or show it as of another date.

The date is set only after its changes were shown.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from listbuilder.games.game import TODAY
from listbuilder.model.windows import is_day
from listbuilder.tui.actions import compare
from listbuilder.tui.screens.dialogs import Answer, Ask, Type
from listbuilder.tui.workers import start_worker

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.tui.text import Words

ANOTHER, LIST = "another", "0 list"


def start_date_change(screen: BuilderScreen) -> None:
    """Start a worker that lets the player choose another date, or another list to compare with."""
    start_worker(screen, "file", _change_day, screen)


async def _change_day(screen: BuilderScreen) -> None:
    """Ask for a date, show what the date would change, and set it if the player agrees.

    The player may also compare with another list. If --as-of was given or no dates are known, only
    the comparison is offered, because --as-of has priority over the roster's own date.
    """
    session, words = screen.session, screen.words
    if session.as_of is not None:  # it goes before the roster's own
        screen.notify(words("day.asked", day=session.as_of), severity="warning")
        await compare.compare_with_another(screen)
        return
    game = session.position.system
    known_dates: list[str] = []
    if game is not None and session.army:
        known_dates = await asyncio.to_thread(game.list_release_dates, session.library)
    if not known_dates:
        screen.notify(words("day.none"), severity="warning")
        await compare.compare_with_another(screen)
        return
    chosen = await _ask_day(screen, known_dates)
    if chosen == LIST:
        await compare.compare_with_another(screen)
    if chosen is None or chosen == LIST:
        return
    from listbuilder.advice.other_date import compare_with_day
    from listbuilder.tui.screens.other_date import OtherDayScreen

    other_day = await asyncio.to_thread(
        compare_with_day, session.position, None if chosen == TODAY else chosen
    )
    if not other_day.edit.steps:
        return
    if await screen.app.push_screen_wait(OtherDayScreen(other_day, words)):
        session.apply(other_day.edit)


async def _ask_day(screen: BuilderScreen, known_dates: list[str]) -> str | None:
    """Ask for a date and return it; None for no answer.

    It is LIST if the player wants to compare with another list.

    The answer may also be TODAY. Another date than the known ones can be typed.
    """
    words = screen.words
    own_date = screen.session.data.get("points_as_of")
    current_date = own_date if isinstance(own_date, str) and is_day(own_date) else TODAY
    days = sorted({*known_dates, current_date} - {TODAY}, reverse=True)
    answers = [Answer(key=TODAY, left=words("day.today"), chosen=current_date == TODAY)]
    answers.append(Answer(key=LIST, left=words("compare.list")))
    answers.append(Answer(key=ANOTHER, left=words("day.another")))
    answers += [Answer(key=day, left=day, chosen=day == current_date) for day in days]
    chosen = await screen.app.push_screen_wait(
        Ask(words("day.ask"), answers, placeholder=words("day.search"))
    )
    if chosen != ANOTHER:
        return chosen
    typed = await screen.app.push_screen_wait(
        Type(
            words("day.type"),
            "" if current_date == TODAY else current_date,
            partial(_refuse_bad_date, words),
        )
    )
    return typed.strip() if typed else None


def _refuse_bad_date(words: Words, typed: str) -> str | None:
    """Return the message that the typed text is no date; None if it is a date."""
    from listbuilder.model.problem import Problem

    if is_day(typed.strip()):
        return None
    return words.describe_problem(Problem(key="bad_date", args={"given": typed.strip()}))
