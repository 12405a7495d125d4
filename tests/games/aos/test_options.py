"""How a regiment's members share the places of its hero's options, against trying every way of
sharing them."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.games.aos.army import RegimentUnit
from listbuilder.games.aos.options import find_unplaced_units
from listbuilder.games.aos.warscroll import RegimentOption, RegimentProfile, Warscroll
from listbuilder.model.base import fold

LETTERS = ("A", "B", "C", "D")


def unit(keywords: tuple[str, ...], options: tuple[RegimentOption, ...] = ()) -> RegimentUnit:
    profile = RegimentProfile(options=options)
    sheet = Warscroll(id="u", name="U", points=100, models=1, keywords=keywords, regiment=profile)
    return RegimentUnit(
        id="u",
        path=(),
        name="U",
        datasheet_id="u",
        tags=frozenset(map(fold, keywords)),
        warscroll=sheet,
        profile=profile,
        home="h",
        home_name="H",
        post="member",
    )


def can_all_be_placed(
    options: list[tuple[str, int | None]], members: list[tuple[str, ...]]
) -> bool:
    for choice in product(range(len(options)), repeat=len(members)):
        fits = all(
            options[place][0] in keywords for place, keywords in zip(choice, members, strict=True)
        )
        room = all(
            limit is None or choice.count(place) <= limit
            for place, (_, limit) in enumerate(options)
        )
        if fits and room:
            return True
    return not members


OPTIONS = st.lists(st.tuples(st.sampled_from(LETTERS), st.sampled_from([None, 1, 2])), max_size=4)
MEMBERS = st.lists(
    st.lists(st.sampled_from(LETTERS), max_size=3, unique=True).map(tuple), max_size=4
)


@settings(deadline=None, max_examples=300)
@given(OPTIONS, MEMBERS)
def test_a_member_is_left_over_only_where_there_is_no_way(
    options: list[tuple[str, int | None]], members: list[tuple[str, ...]]
) -> None:
    leader = unit(
        ("Hero",),
        tuple(RegimentOption(keywords=(keyword,), max=limit) for keyword, limit in options),
    )
    units = [unit(keywords) for keywords in members]
    left = {id(each) for each in find_unplaced_units(leader, units)}
    placed: list[tuple[str, ...]] = []
    for keywords, each in zip(
        members, units, strict=True
    ):  # first come, first served, if there is any way at all
        assert (id(each) not in left) == can_all_be_placed(options, [*placed, keywords])
        if id(each) not in left:
            placed.append(keywords)


def test_a_member_gives_way_to_another_who_has_no_other_place() -> None:
    """And through a chain of them; of those for whom there is no way the last goes."""
    leader = unit(
        ("Hero",), tuple(RegimentOption(keywords=(keyword,), max=1) for keyword in ("A", "B", "C"))
    )

    def left(*members: tuple[str, ...]) -> list[int]:
        units = [unit(keywords) for keywords in members]
        lost = find_unplaced_units(leader, units)
        return [place for place, each in enumerate(units) if any(each is other for other in lost)]

    assert left(("A", "B"), ("A",)) == []
    assert left(("A", "B"), ("B", "C"), ("A",)) == []
    assert left(("A", "B"), ("A", "B"), ("A", "C"), ("A",)) == [3]
    assert left(("A", "B"), ("B", "A"), ("A", "B")) == [2]
    assert left(("A",), ("A",), ("B",)) == [1]
    assert left(("D",), ("C",), ("C", "A")) == [0]
