"""Against another list, or on another day: chosen from those that are known, shown, and only then taken."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from listbuilder.games.base import TODAY, is_day
from listbuilder.tui.actions import compare
from listbuilder.tui.screens.ask import Answer, Ask, Type

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

ANOTHER, LIST = "another", "0 list"


class DayDeeds:
    @property
    def here(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    def do_day(self) -> None:
        self.here.run_worker(self._change_day(), group="file", exclusive=True)

    async def _change_day(self) -> None:
        me = self.here
        session, words = me.session, me.words
        if session.as_of is not None:  # it goes before the roster's own
            me.notify(words("day.asked", day=session.as_of), severity="warning")
            await compare.with_another(me)
            return
        game = session.position.system
        known = await asyncio.to_thread(game.releases, session.library) if game is not None and session.army else []
        if not known:
            me.notify(words("day.none"), severity="warning")
            await compare.with_another(me)
            return
        chosen = await self._ask_day(known)
        if chosen == LIST:
            await compare.with_another(me)
        if chosen is None or chosen == LIST:
            return
        from listbuilder.advice.other_day import by_day
        from listbuilder.tui.screens.other_day import OtherDayScreen

        found = await asyncio.to_thread(by_day, session.position, None if chosen == TODAY else chosen)
        if not found.edit.steps:
            return
        if await me.app.push_screen_wait(OtherDayScreen(found, words)):
            session.apply(found.edit)

    async def _ask_day(self, known: list[str]) -> str | None:
        me, words = self.here, self.here.words
        own = me.session.data.get("points_as_of")
        now = own if isinstance(own, str) and is_day(own) else TODAY
        days = sorted({*known, now} - {TODAY}, reverse=True)
        answers = [Answer(key=TODAY, left=words("day.today"), chosen=now == TODAY)]
        answers += [Answer(key=day, left=day, chosen=day == now) for day in days]
        answers.append(Answer(key=LIST, left=words("compare.list")))
        answers.append(Answer(key=ANOTHER, left=words("day.another")))
        chosen = await me.app.push_screen_wait(Ask(words("day.ask"), answers, placeholder=words("day.search")))
        if chosen != ANOTHER:
            return chosen
        typed = await me.app.push_screen_wait(Type(words("day.type"), "" if now == TODAY else now, self._wrong_day))
        return typed.strip() if typed else None

    def _wrong_day(self, typed: str) -> str | None:
        from listbuilder.model.problem import Problem

        return None if is_day(typed.strip()) else self.here.words.problem(Problem(key="bad_date", args={"given": typed.strip()}))
