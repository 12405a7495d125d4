"""Heroes and the slots of their army: who is offered one, by the plain look of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from listbuilder.model.edit import Step
from listbuilder.rules.checks.slots import _make_place_fixes


def test_each_has_the_slot_that_is_left_for_it_among_all_who_wait() -> None:
    first, second, third = (
        SimpleNamespace(id=name, name=name.title(), slot_path=("heroes", name, "slot"))
        for name in "abc"
    )
    everybody: list[Any] = [first, second, third]
    (fix,) = _make_place_fixes(everybody[1:], everybody, [2, 4, 5])
    assert fix.edit.steps == (Step("set", second.slot_path, 4), Step("set", third.slot_path, 5))
    assert fix.args == {"heroes": ["B", "C"], "slots": ["4", "5"]}
    assert _make_place_fixes(everybody[1:], everybody, [2, 4]) == ()
    assert _make_place_fixes(everybody[2:], everybody, []) == ()
