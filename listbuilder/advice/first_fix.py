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
    """The change that `check` shows for one error, in one or more lines, and its effect.

    `legal`: whether the list is legal with the change. `points`: the total with the change; None if
    the game counts none, or if the change is one of several that belong together. `with_above`:
    True if nothing is shown for this error, because the fix of an error above it helps here too.
    `opens`: new errors that the change causes.
    """

    lines: tuple[AnswerLine, ...] = ()
    legal: bool = False
    points: int | None = None
    with_above: bool = False
    opens: tuple[Stamped, ...] = ()


class ShownFixes:
    """The fixes that `check` shows beside the errors of one roster."""

    def __init__(self, position: Position, lang: Lang) -> None:
        """Prepare the fixes of `position`; this already searches for the first answer of `fix`.

        No search is made if the only error has a fix of its own that costs nothing. `lang`: the
        language of the lines.
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
        """Return the fix to show for `wrong`, an error or a warning; None if there is none.

        It is the part of the first answer of `fix` that helps here, otherwise the best of the fixes
        that the rule itself offers.
        """
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
        """Return whether the roster has a single error, and one of its own fixes costs nothing.

        No search could find a better one. It costs nothing if the list is then legal, no unit is
        removed and no points are lost.
        """
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
        """Return the fixes that `finding` itself offers, with their effects, worked out only
        once.
        """
        if id(finding) not in self._offered:
            self._offered[id(finding)] = self.offers.list_offers(finding)
        return self._offered[id(finding)]

    def _assign_answer(self, answer: Answer) -> dict[int, ShownFix]:
        """Return what to show beside each error, by its id(), from an answer to all of them.

        If there is one error, it gets all lines of `answer`. Otherwise each change goes to the
        first error that it fixes alone.
        """
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
        """Show a change beside the first error that it fixes by itself, by adding it to `found`.

        Other errors that it fixes are only marked as fixed by the change above. Errors in `found`
        already are left as they are; nothing is added if the change fixes no further error.
        """
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
    """Return the first answer that `fix` would give, or None if a short search can't tell.

    None if the tries are used up before the search is done, if there is no answer, if the roster is
    not illegal, or if the army is too large.
    """
    if position.verdict != "illegal" or refuse_large_army(position):
        return None
    search = FixSearch(position, answers=ANSWERS, tries=TRIES, dive=0)
    allowed = search.left
    answers = search.find_answers()
    return answers[0] if answers and search.spent < allowed else None


def rank_offer(offer: Offer) -> tuple[int, int, int]:
    """Return the rank of a fix, the lowest best: errors left, units removed, points lost."""
    removed = sum(
        step.op == "remove" and isinstance(step.path[-1], int) for step in offer.fix.edit.steps
    )
    return offer.errors_left, removed, -(offer.points or 0)


def _get_total(position: Position) -> int | None:
    """Return the points of the army; None if `position` has no army or the game counts none."""
    if position.army is None or not position.army.counts_points:
        return None
    return position.points
