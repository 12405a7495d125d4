"""Check that one battle size is chosen, of those the game knows."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Model
from listbuilder.model.edit import make_set_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.rulebook import Row, RuleBook


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report a missing or unknown battle size; one that the book does not print is a warning.

    The fix sets the size that is probably meant; if that is unknown, the smallest one large enough
    for the army, or else the last.
    """
    if army.size is not None:
        if not army.size.in_book:
            printed = [size.name for size in army.book.battle_sizes if size.in_book]
            args = {"size": army.size.name, "printed": printed}
            yield Finding(key="not_in_book", severity="warning", path=("battle_size",), args=args)
        return
    sizes = army.book.battle_sizes
    known = [size.name for size in sizes]
    meant = _find_size_of_points(army)
    if meant is None and army.size_given:
        meant = find_nearest(army.size_given, [size.id for size in sizes])
    enough = next((size.id for size in sizes if size.points >= army.points), sizes[-1].id)
    fitting = next(size for size in sizes if size.id == (meant or enough))
    fix = Fix(key="set", args={"size": fitting.name}, edit=make_set_edit(fitting.id, "battle_size"))
    if army.size_given is None:
        yield Finding(key="missing", path=("battle_size",), args={"known": known}, fixes=(fix,))
    else:
        yield Finding(
            key="unknown",
            path=("battle_size",),
            args={"given": army.size_given, "known": known},
            fixes=(fix,),
        )


def _find_size_of_points(army: Muster) -> str | None:
    """Return the id of the battle size with the points that the roster gives as its size.

    None if the roster gives no number there, or no size has those points.
    """
    given = army.size_given or ""
    if not given.isdecimal():
        return None
    from listbuilder.matching.numbers import parse_number  # only where the size is unknown

    points = parse_number(given)
    return next((size.id for size in army.book.battle_sizes if size.points == points), None)


def yield_table_rows(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield a row for each battle size with its points.

    Hours or detachment points are given too, if it has any.
    """
    for size in book.battle_sizes:
        args = {
            "name": size.name,
            "points": size.points,
            "hours": size.hours,
            "detachment_points": size.detachment_points,
        }
        if size.hours is not None:
            yield "size_hours", args
        elif size.detachment_points:
            yield "size_detachment_points", args
        else:
            yield "size", args
