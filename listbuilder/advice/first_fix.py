"""The fix that `check` shows for each error: the first answer of a short search by `fix`.

`fix` and `check` rank alike, because it is one search (`advice/fix_search.py`): what the player
wants kept, then units lost, then things changed, then points lost. `check` allows it fewer tries.
If those are used up, the answer may not be the one that `fix` would find, so each error is shown
the best of its rule's own fixes instead, ranked by `rank_offer`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from listbuilder.advice.fix import refuse_large_army
from listbuilder.advice.fix_lines import AnswerLine, list_answer_lines, make_fix_line
from listbuilder.advice.fix_plan import Move
from listbuilder.advice.fix_search import ANSWERS, FixSearch
from listbuilder.advice.fix_state import Answer
from listbuilder.i18n.messages import Lang
from listbuilder.model.finding import Stamped, Wrong
from listbuilder.roster.offers import Offer, Offers
from listbuilder.roster.position import Position

# rosters judged; `fix` allows 600. Of 143 illegal examples all but two need fewer: 40 ms at the
# median, 90 at most
TRIES = 450


class ShownFix(msgspec.Struct, frozen=True):
    """The change that `check` shows for one error, in one or more lines, and what comes of it.

    `legal`: the list is legal then. `points`: the total then, or None if the game counts none.
    `with_above`: no line of its own, because the fix of an error above helps here too. `opens`: new
    errors.
    """

    lines: tuple[AnswerLine, ...] = ()
    legal: bool = False
    points: int | None = None
    with_above: bool = False
    opens: tuple[Stamped, ...] = ()


class ShownFixes:
    """Ask for the fix of each error in the order in which they are shown."""

    def __init__(self, position: Position, lang: Lang) -> None:
        """Prepare the fixes of `position`, searching at once for the first answer of `fix`.

        No search is made if the only error has a fix that costs nothing.
        """
        self.position = position
        self.lang = lang
        self.offers = Offers(position)
        self._offered: dict[int, Sequence[Offer]] = {}
        wrongs: tuple[Wrong, ...] = (*position.findings, *position.breaches)
        self._errors = [wrong for wrong in wrongs if wrong.severity == "error"]
        free = self._is_free()
        # The first answer of `fix`, after which the list is legal. None: it was not searched for,
        # was not found soon, or there is none.
        self.answer = None if free else find_quick_answer(position)
        # True if the list is legal after the fixes that are shown.
        self.solved = free or self.answer is not None
        self._given = self._assign_answer(self.answer) if self.answer is not None else {}

    def get_fix(self, wrong: Wrong) -> ShownFix | None:
        """Return the fix of an error, or of a warning that has one."""
        given = self._given.get(id(wrong))
        if given is not None or not isinstance(wrong, Stamped):
            return given
        offers = self._list_offers(wrong)
        if not offers:
            return None
        best = min(offers, key=rank_offer)
        line = make_fix_line(wrong, best.fix, self.position, self.lang)
        counts = self.position.army is not None and self.position.army.counts_points
        points = best.points if counts else None
        if points is not None and self.position.points is not None:
            line = msgspec.structs.replace(line, points=points - self.position.points)
        return ShownFix((line,), legal=best.errors_left == 0, points=points, opens=best.opens)

    def _is_free(self) -> bool:
        """Return whether the only error has its own fix that costs nothing, so none is better."""
        if (
            len(self._errors) != 1
            or not isinstance(error := self._errors[0], Stamped)
            or self.position.verdict != "illegal"
        ):
            return False
        best = min(self._list_offers(error), key=rank_offer, default=None)
        return (
            best is not None
            and rank_offer(best)[:2] == (0, 0)
            and (best.points or 0) >= (self.position.points or 0)
        )

    def _list_offers(self, finding: Stamped) -> Sequence[Offer]:
        """Return the offers of fixes for `finding`, which are worked out once."""
        if id(finding) not in self._offered:
            self._offered[id(finding)] = self.offers.list_offers(finding)
        return self._offered[id(finding)]

    def _assign_answer(self, answer: Answer) -> dict[int, ShownFix]:
        """Return what each error is shown of an answer to all of them, by the id of the error."""
        lines = list_answer_lines(answer, self.position, self.lang)
        if len(self._errors) == 1:
            return {
                id(self._errors[0]): ShownFix(
                    tuple(lines), legal=True, points=_get_total(answer.after)
                )
            }
        fixes: dict[int, ShownFix] = {}
        for move, line in zip(answer.moves, lines, strict=True):
            self._assign_move(move, line, fixes)
        return fixes

    def _assign_move(self, move: Move, line: AnswerLine, found: dict[int, ShownFix]) -> None:
        """Give a change to the first error that it fixes alone, and refer others to that one."""
        effect = self.position.predict_effect(move.edit)
        cured = [
            error_fixed
            for error_fixed in self._errors
            if any(error_fixed is other for other in effect.cured)
        ]
        new = [error_fixed for error_fixed in cured if id(error_fixed) not in found]
        for place, error in enumerate(new):
            if place:
                found[id(error)] = ShownFix(with_above=True)
                continue
            opens = tuple(caused for caused in effect.caused if caused.severity == "error")
            found[id(error)] = ShownFix((line,), opens=opens)


def find_quick_answer(position: Position) -> Answer | None:
    """Return the first answer of `fix`; None if a short search does not tell which one that is."""
    if position.verdict != "illegal" or refuse_large_army(position):
        return None
    search = FixSearch(position, answers=ANSWERS, tries=TRIES, dive=0)
    allowed = search.left
    answers = search.find_answers()
    return answers[0] if answers and search.spent < allowed else None


def rank_offer(offer: Offer) -> tuple[int, int, int]:
    """Return what is smallest for the best fix: errors left, units removed, points lost."""
    removed = sum(
        step.op == "remove" and isinstance(step.path[-1], int) for step in offer.fix.edit.steps
    )
    return offer.errors_left, removed, -(offer.points or 0)


def _get_total(position: Position) -> int | None:
    """Return the points of `position`; None if it has no army or the game counts none."""
    if position.army is None or not position.army.counts_points:
        return None
    return position.points
