"""What the points left could be spent on: the ways that advice has found, and the one that is chosen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from listbuilder.games.shared.choices import joined
from listbuilder.law import commands
from listbuilder.law.position import Position
from listbuilder.model.edit import Edit
from listbuilder.tui.screens.ask import Answer, Ask

if TYPE_CHECKING:
    from listbuilder.advice.candidates import Candidate
    from listbuilder.advice.fill import Filled, Way
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.tui.words import Words


class FillDeeds:
    @property
    def filling(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    def do_fill(self) -> None:
        self.filling.run_worker(self._fill(), group="flow", exclusive=True)

    async def _fill(self) -> None:
        me = self.filling
        session, words = me.session, me.words
        before = session.position
        if before.verdict == "unread":
            me.notify(words("mend.unread"), severity="warning")
            return
        from listbuilder.advice.fill import fill

        me.notify(words("fill.looking"), timeout=2)
        found = await asyncio.to_thread(fill, before, "closest", None, me.builder.owned)
        if session.position is not before:
            return
        if not found.ways:
            key = "fill.nothing_left" if not found.budget else "fill.illegal" if before.verdict == "illegal" else "fill.none"
            me.notify(words(key, left=found.budget), severity="warning")
            return
        answers = [
            Answer(key=str(place), left=_said(way, words), right=_gain(found, way)) for place, way in enumerate(found.ways)
        ]
        chosen = await me.app.push_screen_wait(Ask(words("fill.ask", left=found.budget), answers, body=words("fill.body")))
        if chosen is None or session.position is not before:
            return
        way = found.ways[int(chosen)]
        session.apply(edit_of(before, way))
        me.notify(words("fill.done", what=_said(way, words)))


def edit_of(position: Position, way: Way) -> Edit:
    """One edit for all of it: one step of undo."""
    edits: list[Edit] = []
    for each in way.members:
        edit = _edit(position, each)
        edits.append(edit)
        position = position.apply(edit)
    return joined(*edits)


def _edit(position: Position, each: Candidate) -> Edit:
    if each.offer:
        added = commands.add(position, each.offer, each.models)
        return added.edit if added is not None else Edit(())
    for field in commands.fields(position, each.path):
        if (field.key, field.args) == (each.key, each.args):
            return next((option.edit for option in field.options() if option.label == each.label), each.edit)
    return each.edit


def _gain(found: Filled, way: Way) -> str:
    army = found.before.army
    return f"+{way.spent}" if army is not None and army.counts_points else ""


def _said(way: Way, words: Words) -> str:
    return words("listed", items=[_bought(each, words) for each in way.members])


def _bought(each: Candidate, words: Words) -> str:
    what = words.text(each.label)
    if each.what == "unit":
        return f"{each.models} {what}" if each.models and each.models > 1 else what
    field = words(f"field.{each.key}", **words.args(each.args))
    if each.what == "size":
        return words("fill.to", unit=words.name(each.to), what=what if each.models is not None else field)
    return words("fill.to", unit=words.name(each.to) if each.to else field, what=what)
