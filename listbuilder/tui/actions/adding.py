"""The actions of the picker.

What fits, or only costs too much, is added at once; what breaks a rule is asked about first.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import msgspec

from listbuilder.advice.fix_plan import FixTitle, Move
from listbuilder.advice.marks import Mark
from listbuilder.games.common.editor import Added, Leaf, Offer, join_edits
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.path_moves import Moves
from listbuilder.roster.position import Position
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.workers import start_worker

if TYPE_CHECKING:
    from listbuilder.advice.why import Why
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.tui.text import Words

SIGNS = {"error": "✗", "warning": "!"}


def open_picker(screen: BuilderScreen) -> None:
    """Open the picker."""
    screen.open_picker()


def pick_offer(screen: BuilderScreen) -> None:
    """Add the offer under the cursor of the picker, asking first if it breaks a rule."""
    screen.picker.pick_offer()


def explain_offer(screen: BuilderScreen) -> None:
    """Ask whether to add the offer under the picker's cursor, showing what counts against it.

    The question is asked even if nothing counts against it.
    """
    if (offer := screen.picker.offer) is not None:
        add_offer(screen, offer, screen.picker.models, always_ask=True)


def add_offer(
    screen: BuilderScreen, offer: Offer, models: int | None, *, always_ask: bool = False
) -> None:
    """Add `offer` with `models` models to the army.

    If it breaks a rule, the player is shown why and asked first. If it can't be added anywhere, a
    message says so. `always_ask`: ask even if no rule is broken.
    """
    mark = screen.picker.get_mark(offer, models)
    if mark is None or mark.kind == "nowhere" or mark.added is None:
        screen.picker.show_message(screen.words("not_possible"), "warn")
        screen.picker.prepare_for_typing()
    elif mark.kind == "illegal" or always_ask:
        start_worker(screen, "flow", _ask_before_adding, screen, mark, mark.added, models)
    else:
        _add_and_report(screen, offer, mark.added)


async def _ask_before_adding(
    screen: BuilderScreen, mark: Mark, added: Added, models: int | None
) -> None:
    """Show what counts against an offer, and add it if the player still wants it.

    `mark`: the result of checking the offer. `added`: the edit that adds it. If it breaks a rule,
    changes that keep the roster legal with it are searched for, and offered before the offer alone.
    """
    from listbuilder.advice.things import make_offer_thing
    from listbuilder.advice.why import explain_why

    words, offer = screen.words, mark.offer
    position, picker = screen.session.position, screen.picker
    explanation: Why | None = None
    if mark.kind == "illegal":
        picker.show_message(words("picker.seeking"), "dim")
        place = picker.shown.place
        explanation = await asyncio.to_thread(
            lambda: explain_why(position, [make_offer_thing(position, offer, models, place)])
        )
        picker.show_message("")
    additions = {
        str(number): addition
        for number, addition in enumerate(_list_fixes_that_change_units(position, explanation))
    }
    counts = position.army is not None and position.army.counts_points
    answers = []
    for key, addition in additions.items():
        text = words("picker.add_and", moves=[_format_move(words, move) for move in addition.moves])
        points = f"  ({addition.points})" if counts else ""
        answers.append(Answer(key=key, left=f"{text}{points}", wrap=True))
    plain = Answer(
        key="add",
        left=words("add_anyway" if mark.effect.against else "add_it"),
        right=f"{mark.effect.change:+}",
    )
    leave = Answer(key="back", left=words("leave_it"))
    answers += [plain, leave] if additions or mark.kind != "illegal" else [leave, plain]
    body = []
    for finding in mark.effect.against:
        sign = "△" if finding.of_points else SIGNS[finding.severity]
        body.append(f"{sign} {finding.code} {words.describe_finding(finding)}")
    title = words.translate_name(offer.name)
    if mark.kind == "illegal":
        title = words("why_not", name=title)
    answer = await screen.app.push_screen_wait(
        Ask(title, answers, body="\n".join(body or [words("nothing_against")]))
    )
    if answer is not None and answer in additions:
        _add_and_report(screen, offer, additions[answer].added)
    elif answer == "add":
        _add_and_report(screen, offer, added)
    picker.prepare_for_typing()


def _add_and_report(screen: BuilderScreen, offer: Offer, added: Added) -> None:
    """Apply `added`, which adds `offer`, and say in the picker what was added.

    The text has the colour of an error if the points are over the limit.
    """
    before = screen.session.position
    screen.next_cursor = added.path
    screen.session.apply(added.edit)
    after = screen.session.position
    above = screen.army_tree.find_row_above(added.path)
    message = describe_addition(before, after, offer, added.path, screen.words, above)
    army, look = after.army, "good"
    if army is not None and army.counts_points and army.limit and army.points > army.limit:
        look = "bad"
    screen.picker.note_use(offer)
    screen.picker.show_message(message, look)
    screen.picker.prepare_for_typing()


def toggle_fitting(screen: BuilderScreen) -> None:
    """Change the picker to its next filter for what fits, opening it if it is closed."""
    if not screen.picking:
        screen.open_picker()
    screen.picker.toggle_fitting()


def toggle_legends(screen: BuilderScreen) -> None:
    """Show or hide Legends, opening the picker if it is closed."""
    if not screen.picking:
        screen.open_picker()
    screen.picker.show_message(screen.words(screen.picker.toggle_legends()))


def show_next_role(screen: BuilderScreen) -> None:
    """Show only the next role or faction in the picker, opening it if it is closed."""
    if not screen.picking:
        screen.open_picker()
    screen.picker.show_next_role()


def show_next_order(screen: BuilderScreen) -> None:
    """Sort the picker by the next order, opening it if it is closed."""
    if not screen.picking:
        screen.open_picker()
    screen.picker.show_next_order()


def toggle_price_limit(screen: BuilderScreen) -> None:
    """Limit the picker to what costs no more than the offer under its cursor, or to nothing."""
    if not screen.picking:
        screen.open_picker()
    screen.picker.toggle_price_limit()


def toggle_favourite(screen: BuilderScreen) -> None:
    """Make the offer under the picker's cursor a favourite, or no longer one."""
    if not screen.picking:
        screen.open_picker()
    screen.picker.toggle_favourite()


class FixedAddition(msgspec.Struct, frozen=True):
    """An addition together with what then makes the roster legal."""

    added: Added
    moves: tuple[Move, ...]
    points: int | None


def _list_fixes_that_change_units(
    position: Position, explanation: Why | None
) -> list[FixedAddition]:
    """Return the changes that make the offer legal, each joined with the edit that adds it.

    `explanation`: the result of the search, None if there was none. Answers that leave the units as
    they are now are left out, such as one that removes the new unit again.
    """
    result: list[FixedAddition] = []
    for answer in explanation.answers if explanation else ():
        assert explanation is not None
        if _list_sizes(answer.after) != _list_sizes(position):
            path = explanation.way.protect or ()
            new_path = Moves(answer.edit, explanation.added.data)(path)
            added = Added(join_edits(explanation.way.edit, answer.edit), new_path or path)
            result.append(FixedAddition(added, tuple(answer.moves), answer.points))
    return result


def _list_sizes(position: Position) -> list[tuple[str, int]]:
    """Return (datasheet, number of models) of every unit, sorted; empty without an army."""
    if not position.army:
        return []
    return sorted((unit.datasheet_id, unit.models) for unit in position.army.units)


def _format_move(words: Words, move: Move) -> str:
    """Return the title of `move` so that it can stand within a sentence, such as `make X the
    warlord`.

    Its first letter is made small, unless the title begins with a name.
    """
    from listbuilder.advice import move_text

    title = move_text.format_title(move, words.game, words.lang)
    names = [words.translate_name(title_name) for title_name in _list_title_names(move.title)]
    if any(title.startswith(name) for name in names if name):
        return title
    return title[:1].lower() + title[1:]


def _list_title_names(title: object) -> list[str]:
    """Return the texts in the title that may be names at its beginning."""
    if isinstance(title, FixTitle):
        return [value for value in title.fix.args.values() if isinstance(value, str)]
    return [
        value
        for value in msgspec.structs.asdict(cast("msgspec.Struct", title)).values()
        if isinstance(value, str)
    ]


def describe_addition(
    before: Position,
    after: Position,
    offer: Offer,
    path: Path,
    words: Words,
    above: Leaf | None = None,
) -> str:
    """Return one line about what was added: its name, its points, where it is and what came with
    it.

    That includes an enhancement or the Warlord, with the unit that had it before, and the points
    over the limit. `path`: where the new entry is. `above`: the row below which the army shows it,
    if that isn't a heading.
    """
    army = after.army
    change = (after.points or 0) - (before.points or 0)
    args = {
        "name": words.translate_name(offer.name),
        "points": change,
        "place": _find_place_name(after, path, words, above),
    }
    counts = army is not None and army.counts_points
    parts = [words("picker.added" if counts else "picker.added_free", **args)]
    entry = get_at_path(after.data, path)
    for key in after.editor.hands_on if isinstance(entry, dict) else ():
        if not entry.get(key):
            continue
        honour = words(f"field.{key}")
        bearers = before.army.units if before.army else ()
        former = next((unit for unit in bearers if _has_key(before, unit.path, key)), None)
        if former:
            name = words.translate_name(former.name)
            parts.append(words("picker.instead_of", what=honour, name=name))
        else:
            parts.append(honour)
    if (
        army is not None
        and army.counts_points
        and army.limit is not None
        and army.points > army.limit
    ):
        parts.append(words("points_over", points=army.points - army.limit))
    return " · ".join(parts)


def _has_key(position: Position, path: Path, key: str) -> bool:
    """Return whether the entry at `path` is a map with a value for `key` that isn't empty."""
    entry = get_at_path(position.data, path) if path else None
    return isinstance(entry, dict) and bool(entry.get(key))


def _find_place_name(
    position: Position, path: Path, words: Words, above: Leaf | None = None
) -> str:
    """Return the name of the unit or heading below which the entry at `path` is shown.

    `above`: the row below which the army shows it. A regiment is named before the rows in it. If it
    isn't found, it is the title of the army's pane.
    """
    branches = position.editor.build_outline(position.army) if position.army else ()
    for branch in branches:
        ancestors: list[Leaf] = []
        for leaf in branch.leaves:
            ancestors = [ancestor for ancestor in ancestors if ancestor.depth < leaf.depth]
            if leaf.path == path:
                if branch.path is None and (above is not None or ancestors):
                    return words.format_text((above or ancestors[-1]).label)
                return words.format_text(branch.title)
            ancestors.append(leaf)
    return words("pane.army")
