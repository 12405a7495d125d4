"""The choice of one of several options, each with what it costs and what counts against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.common.editor import Option, Text, make_name_text
from listbuilder.games.common.labels import NO_NUMBERS, number_units
from listbuilder.roster.commands import is_allowed_apart_from_points
from listbuilder.roster.effect import Effect
from listbuilder.roster.position import Position
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.text import Words

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

SIGNS = {"error": "✗", "warning": "!"}


class Question(msgspec.Struct, frozen=True):
    """A choice among options.

    `shown`: the text on the right of an option, in place of its points.
    """

    title: str
    options: Sequence[Option]
    body: str = ""
    shown: Callable[[Option, Position], str] | None = None
    done: Callable[[Option], None] | None = None  # after it was applied
    careful: bool = False  # a forbidden option is asked about first
    # where nothing is chosen yet, the cursor begins at the first that may be taken
    onward: bool = False


def ask_option(screen: BuilderScreen, question: Question, at: int | None = None) -> None:
    """Ask `question` in a dialog, and apply the chosen option.

    `at`: the index of the option that has the cursor first. Nothing is applied if the roster has
    changed meanwhile.
    """
    before = screen.session.position
    effects = [
        before.predict_effect(option.edit) if option.edit.steps else None
        for option in question.options
    ]
    answers = [
        _make_answer(screen, question, place, effect) for place, effect in enumerate(effects)
    ]

    def apply_answer(answer: str | None) -> None:
        """Apply the chosen option; None, or a roster changed meanwhile, changes nothing.

        If the question is careful, the player is asked again before a forbidden option is applied.
        """
        if answer is None or screen.session.position is not before:
            return
        place = int(answer)
        if question.careful and answers[place].refused:
            ask_despite_rules(
                screen,
                answers[place].left,
                effects[place],
                lambda yes: take_option(place) if yes else ask_option(screen, question, place),
            )
        else:
            take_option(place)

    def take_option(place: int) -> None:
        """Apply the option with the index `place`, then call the question's `done`."""
        option = question.options[place]
        if option.edit.steps:
            screen.session.apply(option.edit)
        if question.done is not None:
            question.done(option)

    start = _find_start(answers) if at is None and question.onward else at
    key = str(start) if start is not None else ""
    screen.app.push_screen(Ask(question.title, answers, question.body, at=key), apply_answer)


def _find_start(answers: Sequence[Answer]) -> int | None:
    """Return the index of the answer that has the cursor first; None if no answer can be taken.

    It is the chosen answer, or the first that is allowed if nothing is chosen. The answer at index
    0 means to have none, so it doesn't count as chosen unless no other is allowed.
    """
    chosen = next((place for place, answer in enumerate(answers) if answer.chosen), None)
    if chosen:  # something was chosen; the first is to have none of it
        return chosen
    return next(
        (place for place, answer in enumerate(answers) if not answer.chosen and not answer.refused),
        chosen,
    )


def _make_answer(
    screen: BuilderScreen, question: Question, place: int, effect: Effect | None
) -> Answer:
    """Return option number `place` as an answer, with its points and what counts against it.

    It is marked as refused if it breaks a rule, but not if it is only too dear. `effect`: what
    choosing it would do; None if it changes nothing.
    """
    option, words, army = question.options[place], screen.words, screen.session.army
    unit_numbers = (
        number_units(army.list_known_units()) if option.to and army is not None else NO_NUMBERS
    )
    right = f"{effect.change:+}" if effect and effect.change else ""
    label = option.label
    if label.key == "name_points" and question.shown is None:  # its points stand on the right
        label, right = make_name_text(label.args["name"]), f"{label.args['points']:+}"
    if question.shown is not None:
        after = screen.session.position
        if option.edit.steps:
            after = after.apply(option.edit)
        right = question.shown(option, after)
    against = effect.against if effect and not option.chosen else ()
    refused = False
    if effect is not None and not option.chosen:
        refused = not is_allowed_apart_from_points(effect)  # too dear is only too dear
    return Answer(
        key=str(place),
        left=words.format_numbered(label, unit_numbers.get(option.to)),
        right=right,
        words=tuple(_yield_names(option.label)),
        chosen=option.chosen,
        refused=refused,
        why=tuple(f"{finding.code} {words.describe_finding(finding)}" for finding in against),
    )


def _yield_names(label: Text) -> Iterator[str]:
    """Yield the names in a label as the data has them, in English.

    They are search words: the option is found by them in every language.
    """
    for value in label.args.values():
        for item in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(item, Text):
                yield from _yield_names(item)
            elif isinstance(item, str):
                yield item


def ask_despite_rules(
    screen: BuilderScreen, name: str, effect: Effect | None, callback: Callable[[bool], None]
) -> None:
    """Ask whether to do what the rules forbid, with the reasons; call `callback` with the answer.

    `name`: what is to be done. Escape counts as no.
    """
    words = screen.words
    against = effect.against if effect else ()
    reasons = [
        f"{SIGNS[finding.severity]} {finding.code} {words.describe_finding(finding)}"
        for finding in against
    ]
    answers = [
        Answer(key="no", left=words("leave_it"), letter="c"),
        Answer(key="yes", left=words("declare.all_the_same"), letter="d"),
    ]
    ask = Ask(words("declare.forbidden", what=name), answers, body="\n".join(reasons))
    screen.app.push_screen(ask, lambda answer: callback(answer == "yes"))


def list_reasons(words: Words, effect: Effect) -> str:
    """Return on one line the errors for which an option is not allowed."""
    return words.join_reasons(
        f"{finding.code} {words.describe_finding(finding)}"
        for finding in effect.against
        if finding.severity == "error"
    )
