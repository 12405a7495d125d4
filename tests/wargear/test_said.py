"""All that is said of wrong loadouts of the toys, and what is nearest to them: word for word as it was looked through once.

`test_toys.py` proves that what is said is so. Of several things that are so, the recorded one is said. When it is meant to be
another, run `python -m tests.wargear.test_said` and look through the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from listbuilder.wargear.check import check_wargear
from listbuilder.wargear.loadout import Group
from listbuilder.wargear.repair import find_nearest_legal
from tests.wargear.test_toys import ROWS, as_groups, groups_of, sheet_of, tried

RECORDED = Path(__file__).with_name("said.jsonl")
OF_EACH = 9
Json = dict[str, Any]


def said(name: str, groups: list[Group]) -> Json:
    """Return all that the checker says of it, and the wargear of the nearest legal loadout."""
    sheet = sheet_of(name)
    verdict = check_wargear(sheet, groups)
    near = find_nearest_legal(sheet, groups)
    violations = []
    for each in verdict.violations:
        row = {key: getattr(each, key) for key in each.__struct_fields__}
        row = {
            key: value
            for key, value in row.items()
            if value is not None and value is not False and value != {}
        }
        violations.append(row | {"groups": list(each.groups), "items": list(each.items)})
    made: Json = {"status": verdict.status, "violations": violations}
    return made | {"nearest": [group.wargear for group in near] if near is not None else None}


def mixed(groups: list[Group]) -> Iterator[list[Group]]:
    """Yield these with all that they carry written, and with one group after the other as its default."""
    yield groups
    for place in range(len(groups)) if len(groups) > 1 else ():
        yield [
            Group(each.model, each.count) if at == place else each for at, each in enumerate(groups)
        ]


@cache
def recorded() -> dict[tuple[str, int], list[Json]]:
    found: dict[tuple[str, int], list[Json]] = {}
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found.setdefault((row["toy"], row["place"]), []).append(row)
    return found


@pytest.mark.parametrize(("name", "place"), ROWS)
def test_what_is_said_of_a_wrong_loadout(name: str, place: int) -> None:
    rows = recorded()[name, place]
    assert len(rows) > 3
    for row in rows:
        groups = [
            Group(each.model, each.count, given)
            for each, given in zip(groups_of(name, place), row["given"], strict=True)
        ]
        assert said(name, groups) == row["said"], row["given"]


def test_everything_recorded_is_of_a_toy_that_there_is() -> None:
    assert recorded().keys() == set(ROWS)


def chosen(name: str, place: int) -> Iterator[Json]:
    """Yield some wrong loadouts of a toy: of each way in which something is said, one; then others, evenly spread."""
    groups = groups_of(name, place)
    made = [each for loadout in tried(name, place) for each in mixed(as_groups(loadout, groups))]
    told = [(each, said(name, each)) for each in made]
    wrong = [(each, answer) for each, answer in told if answer["status"] == "illegal"]
    ways: dict[str, tuple[list[Group], Json]] = {}
    for each, answer in wrong:
        way = [
            (v["reason"], v.get("rest"), v.get("option"), len(v["groups"]), len(v["items"]))
            for v in answer["violations"]
        ]
        ways.setdefault(
            repr((way, answer["nearest"] is None, [group.wargear is None for group in each])),
            (each, answer),
        )
    picked = [*list(ways.values())[:OF_EACH], *wrong[:: max(1, len(wrong) // 2)]]
    for each, answer in picked:
        yield {
            "toy": name,
            "place": place,
            "given": [group.wargear for group in each],
            "said": answer,
        }


def main() -> None:
    lines = dict.fromkeys(
        json.dumps(row, ensure_ascii=False) for name, place in ROWS for row in chosen(name, place)
    )
    RECORDED.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
