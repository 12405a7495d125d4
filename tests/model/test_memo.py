"""What is remembered, and when it is forgotten."""

from __future__ import annotations

from listbuilder.model.cache import Memo


def test_it_holds_so_many_and_begins_anew() -> None:
    memo: Memo[str, int] = Memo(2)
    memo["a"], memo["b"] = 1, 2
    assert memo == {"a": 1, "b": 2}
    memo["b"] = 3  # known already
    assert memo == {"a": 1, "b": 3}
    memo["c"] = 4
    assert memo == {"c": 4}
