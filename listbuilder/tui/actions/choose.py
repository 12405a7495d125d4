"""One of several options, each with what it costs and what stands against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.shared.choices import Option, Text
from listbuilder.games.shared.labels import NO_NUMBERS, numbers
from listbuilder.law.commands import fits
from listbuilder.law.effect import Effect
from listbuilder.law.position import Position
from listbuilder.tui.screens.ask import Answer, Ask
from listbuilder.tui.words import Words

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

SIGNS = {"error": "✗", "warning": "!"}


class Question(msgspec.Struct, frozen=True):
    """`shown`: what stands on the right of an option instead of its points, made of the position after it."""

    title: str
    options: Sequence[Option]
    body: str = ""
    shown: Callable[[Option, Position], str] | None = None
    done: Callable[[Option], None] | None = None  # after it was applied
    careful: bool = False  # a forbidden option is asked about first
    onward: bool = False  # where nothing is chosen yet, the cursor begins at the first that may be taken


def choose(me: BuilderScreen, question: Question, at: int | None = None) -> None:
    """`at`: where the cursor stands at first."""
    before = me.session.position
    effects = [before.what_if(option.edit) if option.edit.steps else None for option in question.options]
    answers = [_answer(me, question, place, effect) for place, effect in enumerate(effects)]

    def answered(answer: str | None) -> None:
        if answer is None or me.session.position is not before:
            return
        place = int(answer)
        if question.careful and answers[place].refused:
            ask_first(me, answers[place].left, effects[place], lambda yes: take(place) if yes else choose(me, question, place))
        else:
            take(place)

    def take(place: int) -> None:
        option = question.options[place]
        if option.edit.steps:
            me.session.apply(option.edit)
        if question.done is not None:
            question.done(option)

    start = _onward(answers) if at is None and question.onward else at
    key = str(start) if start is not None else ""
    me.app.push_screen(Ask(question.title, answers, question.body, me.words("search"), at=key), answered)


def _onward(answers: Sequence[Answer]) -> int | None:
    chosen = next((place for place, answer in enumerate(answers) if answer.chosen), None)
    if chosen:  # something was chosen; the first is to have none of it
        return chosen
    return next((place for place, answer in enumerate(answers) if not answer.chosen and not answer.refused), chosen)


def _answer(me: BuilderScreen, question: Question, place: int, effect: Effect | None) -> Answer:
    """An option with its effect on points, and what stands against it."""
    option, words, army = question.options[place], me.words, me.session.army
    known = numbers(army.known_units()) if option.to and army is not None else NO_NUMBERS
    right = f"{effect.change:+}" if effect and effect.change else ""
    if question.shown is not None:
        right = question.shown(option, me.session.position.apply(option.edit) if option.edit.steps else me.session.position)
    against = effect.against if effect and not option.chosen else ()
    return Answer(
        key=str(place),
        left=words.one_of_several(option.label, known.get(option.to)),
        right=right,
        words=tuple(_names(option.label)),
        chosen=option.chosen,
        refused=effect is not None and not fits(effect) and not option.chosen,  # too dear is only too dear
        why=tuple(f"{finding.code} {words.finding(finding)}" for finding in against),
    )


def _names(label: Text) -> Iterator[str]:
    """The names in a label as the data has them: it is found by these in every language."""
    for value in label.args.values():
        for each in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(each, Text):
                yield from _names(each)
            elif isinstance(each, str):
                yield each


def ask_first(me: BuilderScreen, what: str, effect: Effect | None, then: Callable[[bool], None]) -> None:
    """What is forbidden happens only when the player, knowing why, still wants it."""
    words = me.words
    against = effect.against if effect else ()
    reasons = [f"{SIGNS[finding.severity]} {finding.code} {words.finding(finding)}" for finding in against]
    answers = [Answer(key="no", left=words("leave_it")), Answer(key="yes", left=words("declare.all_the_same"))]
    ask = Ask(words("declare.forbidden", what=what), answers, body="\n".join(reasons))
    me.app.push_screen(ask, lambda answer: then(answer == "yes"))


def why_not(words: Words, effect: Effect) -> str:
    """In one line, why an option is not allowed."""
    return words.reasons(f"{each.code} {words.finding(each)}" for each in effect.against if each.severity == "error")
