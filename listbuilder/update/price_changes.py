"""How much a price changes: by how many points, and whether by so much that it is asked."""

from __future__ import annotations

from listbuilder.update.compare import make_plain_form

# A price that changes by more than both becomes a question, whoever says so, unless two sources
# agree: a digit too many is likelier. A few points on a cheap enhancement aren't a big change.
_BIG_CHANGE, _BIG_POINTS = 0.3, 20


def is_big_change(ours: object, theirs: object) -> bool:
    """Return whether a price differs by more than 30 % and by more than 20 points.

    In a list of prices, rows for the same models on the same conditions are compared; rows that
    only one side has don't count.
    """
    before, after = _list_points(ours), _list_points(theirs)
    for key, points in before.items():
        moved = abs(after.get(key, points) - points)
        if moved > _BIG_POINTS and moved > _BIG_CHANGE * points:
            return True
    return False


def sum_price_changes(ours: object, theirs: object) -> int:
    """Return the sum of the changes of prices for the same models on the same conditions."""
    before, after = _list_points(ours), _list_points(theirs)
    return sum(after[key] - points for key, points in before.items() if key in after)


def _list_points(value: object) -> dict[str, int]:
    """Return the points of a price, or of each row of a list of prices, by what they are for."""
    if not isinstance(value, list | tuple):
        return {"": _sum_points(value)} if _sum_points(value) else {}
    points: dict[str, int] = {}
    for row in value:
        if isinstance(row, dict):
            rest = {key: part for key, part in row.items() if key != "points"}
            points[repr(make_plain_form(rest))] = _sum_points(row)
    return points


def _sum_points(value: object) -> int:
    """Return the points in a price, or the sum of those in a list of prices."""
    if isinstance(value, bool):
        return 0
    if isinstance(value, int):
        return value
    if isinstance(value, list | tuple):
        return sum(_sum_points(row) for row in value)
    if isinstance(value, dict):
        return _sum_points(value.get("points"))
    return 0
