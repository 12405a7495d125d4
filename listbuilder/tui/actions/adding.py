"""Adding what the picker shows: what fits at once, what only costs too much too; what breaks a rule is asked about first."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import msgspec

from listbuilder.advice.marks import Mark
from listbuilder.advice.plan import Move, OfFinding
from listbuilder.games.shared.choices import Added, Leaf, Offer, joined
from listbuilder.law.position import Position
from listbuilder.model.base import Path, at
from listbuilder.model.moves import Moves
from listbuilder.tui.screens.ask import Answer, Ask

if TYPE_CHECKING:
    from listbuilder.advice.why import Why
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.tui.words import Words

SIGNS = {"error": "✗", "warning": "!"}


class AddDeeds:
    @property
    def me(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    def do_add(self) -> None:
        self.me.open_picker()

    def do_pick(self) -> None:
        self.me.picker.pick()

    def do_why(self) -> None:
        """The reasons, also where nothing is in the way."""
        if (offer := self.me.picker.offer) is not None:
            self.add_offer(offer, self.me.picker.models, ask=True)

    def add_offer(self, offer: Offer, models: int | None, *, ask: bool = False) -> None:
        """What breaks a rule is added only when the player, knowing why, still wants it."""
        me = self.me
        mark = me.picker.mark_of(offer, models)
        if mark is None or mark.kind == "nowhere" or mark.added is None:
            me.picker.say(me.words("not_possible"), "warn")
            me.picker.again()
        elif mark.kind == "illegal" or ask:
            me.run_worker(self._ask(mark, mark.added, models), group="flow", exclusive=True)
        else:
            self._add(offer, mark.added)

    async def _ask(self, mark: Mark, added: Added, models: int | None) -> None:
        """First what would make it legal, then it alone."""
        from listbuilder.advice.things import offered
        from listbuilder.advice.why import why

        me, words, offer = self.me, self.me.words, mark.offer
        position, picker = me.session.position, me.picker
        found: Why | None = None
        if mark.kind == "illegal":
            picker.say(words("picker.seeking"), "dim")
            place = picker.shown.place
            found = await asyncio.to_thread(lambda: why(position, [offered(position, offer, models, place)]))
            picker.say("")
        mended = {str(number): each for number, each in enumerate(_mended(position, found))}
        counts = position.army is not None and position.army.counts_points
        answers = []
        for key, each in mended.items():
            text = words("picker.add_and", moves=[_said(words, move) for move in each.moves])
            answers.append(Answer(key=key, left=f"{text}  ({each.points})" if counts else text, wrap=True))
        plain = Answer(key="add", left=words("add_anyway" if mark.effect.against else "add_it"), right=f"{mark.effect.change:+}")
        leave = Answer(key="back", left=words("leave_it"))
        answers += [plain, leave] if mended or mark.kind != "illegal" else [leave, plain]
        body = [
            f"{'△' if each.of_points else SIGNS[each.severity]} {each.code} {words.finding(each)}" for each in mark.effect.against
        ]
        title = words("why_not", name=words.name(offer.name))
        answer = await me.app.push_screen_wait(Ask(title, answers, body="\n".join(body or [words("nothing_against")])))
        if answer is not None and answer in mended:
            self._add(offer, mended[answer].added)
        elif answer == "add":
            self._add(offer, added)
        picker.again()

    def _add(self, offer: Offer, added: Added) -> None:
        me = self.me
        before = me.session.position
        me._cursor = added.path
        me.session.apply(added.edit)
        me.picker.say(what_was_added(before, me.session.position, offer, added.path, me.words), _look(me.session.position))
        me.picker.again()

    def do_fits(self) -> None:
        self._toggle("toggle_fitting")

    def do_legends(self) -> None:
        self._toggle("toggle_legends")

    def _toggle(self, deed: str) -> None:
        me = self.me
        if not me.picking:
            me.open_picker()
        me.picker.say(me.words(getattr(me.picker, deed)()))


class Mended(msgspec.Struct, frozen=True):
    """With it, and with what then makes the roster legal."""

    added: Added
    moves: tuple[Move, ...]
    points: int | None


def _mended(position: Position, found: Why | None) -> list[Mended]:
    """What would leave the army as it is answers nothing."""
    result: list[Mended] = []
    for answer in found.answers if found else ():
        assert found is not None
        if _units(answer.after) != _units(position):
            path = found.way.protect or ()
            moved = Moves(answer.edit, found.added.data)(path)
            added = Added(joined(found.way.edit, answer.edit), moved or path)
            result.append(Mended(added, tuple(answer.moves), answer.points))
    return result


def _units(position: Position) -> list[tuple[str, int]]:
    return sorted((unit.datasheet_id, unit.models) for unit in position.army.units) if position.army else []


def _said(words: Words, move: Move) -> str:
    """As a part of a sentence: `make X the warlord`; a name stays as it is written."""
    from listbuilder.advice import said

    title = said.title(move, words.game, words.lang)
    names = [words.name(each) for each in _texts(move.title)]
    return title if any(title.startswith(name) for name in names if name) else title[:1].lower() + title[1:]


def _texts(title: object) -> list[str]:
    """Every name that a title may begin with."""
    if isinstance(title, OfFinding):
        return [value for value in title.fix.args.values() if isinstance(value, str)]
    return [value for value in msgspec.structs.asdict(cast("msgspec.Struct", title)).values() if isinstance(value, str)]


def what_was_added(before: Position, after: Position, offer: Offer, path: Path, words: Words) -> str:
    """One line: what, for how much, where, and what else came with it."""
    army = after.army
    change = (after.points or 0) - (before.points or 0)
    args = {"name": words.name(offer.name), "points": change, "place": _place(after, path, words)}
    parts = [words("picker.added" if army is not None and army.counts_points else "picker.added_free", **args)]
    entry = at(after.data, path)
    for key in after.editor.hands_on if isinstance(entry, dict) else ():
        if entry.get(key):
            was = next((unit for unit in before.army.units if _has(before, unit.path, key)), None) if before.army else None
            what = words(f"field.{key}")
            parts.append(words("picker.instead_of", what=what, name=words.name(was.name)) if was else what)
    if army is not None and army.counts_points and army.limit is not None and army.points > army.limit:
        parts.append(words("points_over", points=army.points - army.limit))
    return " · ".join(parts)


def _has(position: Position, path: Path, key: str) -> bool:
    entry = at(position.data, path) if path else None
    return isinstance(entry, dict) and bool(entry.get(key))


def _place(position: Position, path: Path, words: Words) -> str:
    """The unit that it stands under, or else the heading."""
    for branch in position.editor.outline(position.army) if position.army else ():
        above: list[Leaf] = []
        for leaf in branch.leaves:
            above = [each for each in above if each.depth < leaf.depth]
            if leaf.path == path:
                return words.text(above[-1].label if above and branch.path is None else branch.title)
            above.append(leaf)
    return words("pane.army")


def _look(position: Position) -> str:
    army = position.army
    return "bad" if army is not None and army.counts_points and army.limit and army.points > army.limit else "good"
