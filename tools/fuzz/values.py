"""What happens to structures: the trees of YAML and JSON files, with values of the wrong kind, size or place."""

from __future__ import annotations

import copy
import datetime
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tools.fuzz.lines import STRANGE, nonsense

Way = tuple[Any, ...]
Change = Callable[[Any, Any, Any, Random], None]  # whole, parent, key, random

# One of every kind that YAML knows, and some that are larger or stranger than any book.
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 401, 10_000_000, 2**63, 2**64, -(2**63), 10**30, 0.5, float("inf"), float("nan"), -0.0,
    "", " ", "0", "1", "yes", "null", "~", "x" * 300, "a/b", "../../etc/passwd", "necrons/overlord", "/", "\\", "%s", "{}",
    "{unit}", "[/b]", "\\[/b]", "[red]x", [], {}, [[]], [{}], {"": ""}, [None], ["a"], {"a": 1}, {"id": "a"}, {1: 2},
    datetime.date(2026, 1, 1), "2025-13-45", "9999-12-31", "0001-01-01",
)  # fmt: skip


def ways(data: Any, way: Way = ()) -> Iterator[Way]:
    """Every place in a structure but the whole."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*way, key)
            yield from ways(value, (*way, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield (*way, place)
            yield from ways(value, (*way, place))


def at(data: Any, way: Way) -> Any:
    for key in way:
        data = data[key]
    return data


def _delete(whole: Any, parent: Any, key: Any, random: Random) -> None:
    del parent[key]


def _replace(whole: Any, parent: Any, key: Any, random: Random) -> None:
    parent[key] = copy.deepcopy(random.choice(VALUES))


def _double(whole: Any, parent: Any, key: Any, random: Random) -> None:
    if isinstance(parent, list):
        parent[key:key] = [
            copy.deepcopy(parent[key]) for _ in range(random.choice((1, 1, 1, 3, 60)))
        ]
    else:
        parent[f"{key}{random.choice(('2', ' ', '', '-', 'x'))}"] = copy.deepcopy(parent[key])


def _move(whole: Any, parent: Any, key: Any, random: Random) -> None:
    """What stands elsewhere stands here too."""
    parent[key] = copy.deepcopy(at(whole, random.choice(list(ways(whole)))))


def _swap(whole: Any, parent: Any, key: Any, random: Random) -> None:
    other = random.choice(list(ways(whole)))
    there = at(whole, other[:-1])
    parent[key], there[other[-1]] = copy.deepcopy(there[other[-1]]), copy.deepcopy(parent[key])


def _rename(whole: Any, parent: Any, key: Any, random: Random) -> None:
    if isinstance(parent, dict):
        others = [way[-1] for way in ways(whole) if isinstance(way[-1], str)]
        others = random.sample(others, min(3, len(others)))
        new = random.choice(
            (f"x-{key}", f"{key}s", str(key).upper(), "", 1, None, "__class__", *others)
        )
        parent[new] = parent.pop(key)


def _wrap(whole: Any, parent: Any, key: Any, random: Random) -> None:
    value = parent[key]
    for _ in range(random.choice((1, 1, 2, 70))):
        value = [value] if random.random() < 0.5 else {"a": value}
    parent[key] = value


def _number(whole: Any, parent: Any, key: Any, random: Random) -> None:
    value = parent[key]
    if isinstance(value, int) and not isinstance(value, bool):
        parent[key] = random.choice(
            (value + 1, value - 1, -value, value * 1000, float(value), str(value), 0)
        )
    else:
        _text(whole, parent, key, random)


def _text(whole: Any, parent: Any, key: Any, random: Random) -> None:
    value = str(parent[key])
    spot = random.randint(0, len(value))
    odd = value[:spot] + random.choice(STRANGE) + value[spot:]
    others = (
        value.upper(),
        value + "x",
        value[:-1],
        value[:spot] + value[spot + 1 :],
        f"{value}/{value}",
        value[::-1],
    )
    parent[key] = random.choice((*others, odd, odd, nonsense(random), value.replace("-", " ")))


CHANGES: tuple[Change, ...] = (
    _delete, _delete, _replace, _replace, _replace, _double, _move, _swap, _rename, _wrap, _number, _text, _text,
)  # fmt: skip


def mutated(data: Any, random: Random) -> Any:
    """A structure after one or a few changes; the one given stays as it is."""
    whole = copy.deepcopy(data)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5))):
        places = list(ways(whole))
        if not places:
            break
        way = random.choice(places)
        random.choice(CHANGES)(whole, at(whole, way[:-1]), way[-1], random)
    return whole
