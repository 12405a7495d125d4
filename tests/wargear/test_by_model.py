"""Who carries what, where a unit has more models than anybody could look at one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.games.wh40k.cards import merge_loads
from listbuilder.wargear.per_model import _deal_items, deal_lots

ITEMS = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 60), max_size=6)


@given(st.integers(1, 40), ITEMS)
def test_lots_are_what_dealing_to_each_model_gives(count: int, items: dict[str, int]) -> None:
    models: list[dict[str, int]] = [{} for _ in range(count)]
    _deal_items(models, items)
    assert {
        frozenset(load.items.items()): load.count for load in merge_loads(deal_lots(count, items))
    } == {
        frozenset(load.items.items()): load.count
        for load in merge_loads((1, model) for model in models)
    }


def test_a_thousand_models_are_a_handful_of_lots() -> None:
    assert deal_lots(1000, {"rifle": 1000, "pistol": 3, "blade": 1500}) == [
        (500, {"rifle": 1, "blade": 2}),
        (3, {"rifle": 1, "pistol": 1, "blade": 1}),
        (497, {"rifle": 1, "blade": 1}),
    ]
