"""What would make the roster legal: the smallest offers of advice, and the one that is chosen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from listbuilder.tui.screens.ask import Answer, Ask

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


class MendDeeds:
    @property
    def at_hand(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    def do_mend(self) -> None:
        self.at_hand.run_worker(self._mend(), group="flow", exclusive=True)

    async def _mend(self) -> None:
        me = self.at_hand
        session, words = me.session, me.words
        before = session.position
        if before.verdict != "illegal":
            me.notify(words(f"mend.{before.verdict}"))
            return
        from listbuilder.advice import said
        from listbuilder.advice.fix import mend

        found = await asyncio.to_thread(mend, before)
        if not found.answers:
            stands = [f"✗ {each.code} {words.finding(each)}" for each in found.standing]
            me.notify("\n".join([words("mend.none"), *stands]), severity="warning")
            return
        offers = {str(place): answer for place, answer in enumerate(found.answers)}
        answers = [
            Answer(
                key=key,
                left=words("listed", items=[said.title(move, before.system, words.lang) for move in answer.moves]),
                right=str(answer.points) if before.army is not None and before.army.counts_points else "",
            )
            for key, answer in offers.items()
        ]
        chosen = await me.app.push_screen_wait(Ask(words("mend.ask"), answers, body=words("mend.body")))
        if chosen is not None and session.position is before:
            session.apply(offers[chosen].edit)
