"""What is offered of a unit of the toys and what its models are said to carry, as looked through.

The tests of the fields prove that what is offered is legal. What is offered, in which words and
with which edit, is recorded. When it is meant to be otherwise, run
`python -m tests.games.wh40k.test_units_recorded` and look through the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from listbuilder.games.common.editor import Field, Option, Text
from listbuilder.games.wh40k import enhancements, wargear_fields
from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.games.wh40k.cards import list_carried_wargear
from listbuilder.model.army import Group
from listbuilder.model.edit import Edit
from tests.wargear.test_toys import ROWS, as_groups, groups_of, legal, sheet_of

RECORDED = Path(__file__).with_name("units.jsonl")
Json = dict[str, Any]


def unit_of(name: str, groups: list[Group]) -> MusterUnit:
    sheet = sheet_of(name)
    return MusterUnit(
        id="toy", path=("units", 3), name=sheet.name, datasheet_id=sheet.id, home="toys",
        home_name="Toys", datasheet=sheet,
        groups=tuple(groups), stated_size=True,
        size_as_number=len(groups) == 1 and groups[0].wargear is None,
    )  # fmt: skip


def plain(value: Any) -> Any:
    """Return an option, a field or an edit in words and lists alone."""
    if isinstance(value, Option):
        return [plain(value.label), plain(value.edit), *(["chosen"] if value.chosen else [])]
    if isinstance(value, Edit):
        return [[step.op, list(step.path)[2:], plain(step.value)] for step in value.steps]
    if isinstance(value, Field):
        head = [
            value.key,
            plain(value.args),
            plain(value.value),
            *([plain(value.group)] if value.group else []),
        ]
        return {"field": head, "options": [plain(each) for each in value.options()]}
    if isinstance(value, Text):
        return [value.key, plain(value.args)] if value.args else value.key
    if isinstance(value, dict) and "model" in value and "count" in value:
        items = (
            ", ".join(f"{item} {count}" for item, count in value["wargear"].items())
            if "wargear" in value
            else "as usual"
        )
        return f"{value['count']} {value['model']}: {items}"
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if hasattr(value, "__struct_fields__"):
        return {
            key: plain(each)
            for key in value.__struct_fields__
            if (each := getattr(value, key)) not in (None, {}, (), [])
        }
    return value


def told(name: str, groups: list[Group]) -> Json:
    """Return all that an editor offers of such a unit, and what is shown of its models."""
    unit = unit_of(name, groups)
    return {
        "sizes": plain(wargear_fields.list_size_options({}, unit)),
        "compositions": plain(list(wargear_fields.yield_model_count_fields({}, unit))),
        "fields": plain(list(wargear_fields.yield_wargear_fields({}, unit))),
        "one_more": plain(list(enhancements.yield_item_edits(unit, "GUN"))),
        "carried": plain(list_carried_wargear(unit)),
    }


@cache
def recorded() -> dict[tuple[str, int], list[Json]]:
    found: dict[tuple[str, int], list[Json]] = {}
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found.setdefault((row["toy"], row["place"]), []).append(row)
    return found


@pytest.mark.parametrize(("name", "place"), ROWS)
def test_what_is_offered_of_a_unit(name: str, place: int) -> None:
    rows = recorded()[name, place]
    assert rows
    for row in rows:
        groups = [
            Group(each.model, each.count, given)
            for each, given in zip(groups_of(name, place), row["given"], strict=True)
        ]
        found = json.loads(json.dumps(told(name, groups)))
        for part, wanted in row["told"].items():
            assert found[part] == wanted, (row["given"], part)


def test_everything_recorded_is_of_a_toy_that_there_is() -> None:
    assert recorded().keys() == set(ROWS)


def chosen(name: str, place: int) -> Iterator[Json]:
    """Yield a unit with the default wargear, and two with other wargear, of which one has it
    written for a part of its models.
    """
    groups = groups_of(name, place)
    right = sorted(legal(name, place))
    many = [groups, as_groups(right[len(right) // 2], groups)]
    last = as_groups(right[-1], groups)
    many.append([Group(each.model, each.count) if at else each for at, each in enumerate(last)])
    for each in many:
        yield {
            "toy": name,
            "place": place,
            "given": [group.wargear for group in each],
            "told": told(name, each),
        }


def main() -> None:
    lines = dict.fromkeys(
        json.dumps(row, ensure_ascii=False) for name, place in ROWS for row in chosen(name, place)
    )
    RECORDED.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
