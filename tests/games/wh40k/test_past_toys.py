"""What a faction of nobody was on other days: every way in which its history may speak of
datasheets, or say nothing.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.games.wh40k.faction import Detachment, Enhancement, ParentDetachment
from listbuilder.games.wh40k.history_records import (
    AllyPrices,
    Brackets,
    DetachmentState,
    EnhancementChange,
    EnhancementState,
    Further,
    ItemGone,
    PastDatasheet,
    PastDetachment,
    PastEnhancement,
    SheetChange,
    SheetState,
)
from listbuilder.games.wh40k.price import CONDITIONAL, IN_DETACHMENT
from listbuilder.games.wh40k.state_on_date import (
    ALL_KEYS,
    COMPOSITION,
    DaySheet,
    build_datasheet_on_date,
    build_detachments_on_date,
    build_enhancement_on_date,
    build_last_state,
    list_parent_detachments_on,
)
from listbuilder.history.state_on_date import find_state_on
from listbuilder.matching.requirements import Requires
from listbuilder.model.datasheet import Datasheet, ModelLine, Price, Size, When
from listbuilder.model.wargear import DefaultWargear, Option, OptionModels

BEGAN, EARLY, MIDDLE, LATE, NOW = (
    "2023-06-16",
    "2024-01-10",
    "2024-06-20",
    "2025-02-05",
    "2026-01-01",
)
FIVE, TEN = Price(models=5, points=90), Price(models=10, points=180)
TIN = Datasheet(
    id="tin-guard",
    name="Tin Guard",
    keywords=("Infantry",),
    faction_keywords=("Tin",),
    models=(ModelLine(name="Guard", min=5, max=10),),
    size=Size(min=5, max=10),
    points=(FIVE, TEN),
    default_wargear=(DefaultWargear(model="*", items=("musket",)),),
)


def sheet(**more: Any) -> Datasheet:
    return msgspec.structs.replace(TIN, **more)


def guards(low: int, high: int) -> dict[str, Any]:
    """Return the composition of a unit of so many guards."""
    return {
        "models": (ModelLine(name="Guard", min=low, max=high),),
        "size": Size(min=low, max=high),
    }


def was(until: str, unread: tuple[str, ...] = (), **state: Any) -> SheetChange:
    return SheetChange(until=until, was=SheetState(**state), unread=unread)


def prices(day: str, *points: int, **more: Any) -> Brackets:
    """Return what five models cost from that day on, and what ten do."""
    return Brackets(from_=day, points=dict(zip((5, 10), points, strict=False)), **more)


def past(*states: Brackets, **more: Any) -> PastDatasheet:
    head = {"id": "tin-guard", "name": "Tin Guard", "from_": BEGAN, "prices": states}
    return PastDatasheet(**{**head, **more})


def plain(found: DaySheet | Datasheet) -> dict[int | None, int]:
    rows = (found.sheet if isinstance(found, DaySheet) else found).points
    return {row.models: row.points for row in rows if row.when is None}


TODAYS = prices(BEGAN, 90, 180)
GONE = SheetState(
    models=(ModelLine(name="Guard", min=5, max=10),),
    size=Size(min=5, max=10),
    points=(FIVE, TEN),
    default_wargear=(DefaultWargear(model="*", items=("musket",)),),
)


# --- keys -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "keywords", "chapter"),
    [
        ("2024-01-09", ("Old",), "Brass"),
        (EARLY, ("Middle",), "Brass"),
        ("2024-06-19", ("Middle",), "Brass"),
        (MIDDLE, ("Infantry",), "Brass"),
        ("2025-02-04", ("Infantry",), "Brass"),
        (LATE, ("Infantry",), None),
        (NOW, ("Infantry",), None),
    ],
)
def test_changes_lead_back_from_today(
    day: str, keywords: tuple[str, ...], chapter: str | None
) -> None:
    """Before the day that a change names; of two that speak of one key, the older one is nearer to
    a day before both.
    """
    changes = (
        was(LATE, chapter="Brass"),
        was(MIDDLE, keywords=("Middle",)),
        was(EARLY, keywords=("Old",)),
    )
    found = build_datasheet_on_date(TIN, past(TODAYS, changes=changes), day)
    assert (found.sheet.keywords, found.sheet.chapter) == (keywords, chapter)
    assert found.unknown == frozenset()


def test_null_is_not_to_have_had_the_key() -> None:
    today = sheet(legends=True, leads=("Grenadiers",), core_abilities=("Scouts",), chapter="Brass")
    change = was(LATE, legends=None, leads=None, core_abilities=None, chapter=None)
    found = build_datasheet_on_date(today, past(TODAYS, changes=(change,)), MIDDLE).sheet
    assert (found.legends, found.leads, found.core_abilities, found.chapter) == (
        False,
        (),
        (),
        None,
    )


def test_a_key_that_was_otherwise_in_a_way_nobody_knows() -> None:
    """`unread` lasts until an older change says how it was."""
    changes = (was(LATE, unread=("leads", "army")), was(EARLY, leads=("Grenadiers",)))
    found = {
        day: build_datasheet_on_date(TIN, past(TODAYS, changes=changes), day)
        for day in (BEGAN, EARLY, LATE)
    }
    assert [each.unknown for each in found.values()] == [{"army"}, {"leads", "army"}, set()]
    assert [each.sheet.leads for each in found.values()] == [("Grenadiers",), (), ()]


def test_of_what_has_no_history_nothing_is_known() -> None:
    assert build_datasheet_on_date(TIN, None, EARLY) == DaySheet(TIN, ALL_KEYS)


def test_one_that_is_gone_is_as_it_was_last() -> None:
    record = past(TODAYS, sheet=GONE, today=False, unread=("leads",), legends=True)
    made = build_last_state(record)
    assert (made.id, made.name, made.keywords, made.faction_keywords) == (
        "tin-guard",
        "Tin Guard",
        (),
        (),
    )
    assert (made.models, made.size, made.points, made.legends) == (
        GONE.models,
        GONE.size,
        (FIVE, TEN),
        True,
    )
    found = build_datasheet_on_date(None, record, EARLY)
    assert found.unknown == {"leads"} and plain(found) == {5: 90, 10: 180}
    assert (
        build_last_state(
            past(sheet=SheetState(size=Size(min=1, max=1), legends=False), legends=True)
        ).legends
        is False
    )
    assert (
        build_last_state(past(sheet=SheetState(size=Size(min=1, max=1), chapter=None))).chapter
        is None
    )
    with pytest.raises(AssertionError):
        build_last_state(past())


# --- what the sources had, and cannot have been ---------------------------------------------------


def had(change: SheetChange, today: Datasheet | None = None, **more: Any) -> DaySheet:
    return build_datasheet_on_date(today or TIN, past(TODAYS, changes=(change,), **more), MIDDLE)


def test_a_leader_has_somebody_to_lead() -> None:
    today = sheet(core_abilities=("Leader",), leads=("Grenadiers",))
    lost = had(was(LATE, leads=()), today)
    assert lost.sheet.leads == ("Grenadiers",) and lost.unknown == {
        "leads",
        "leads_keywords",
        "leads_if",
    }
    states: list[dict[str, Any]] = [
        {"leads": ("Drummers",)},
        {"leads": (), "leads_keywords": (("Infantry",),)},
    ]
    for state in states:
        found = had(was(LATE, **state), today)
        assert ({key: getattr(found.sheet, key) for key in state}, found.unknown) == (
            state,
            frozenset(),
        )
    plain_soldier = had(was(LATE, leads=()), sheet(leads=("Grenadiers",)))
    assert (plain_soldier.sheet.leads, plain_soldier.unknown) == (
        (),
        frozenset(),
    )  # no leader then, and none to lead


def test_models_of_one_name_stand_once_in_a_composition() -> None:
    twice = (ModelLine(name="Guard", min=1, max=2), ModelLine(name="guard", min=4, max=8))
    found = had(was(LATE, models=twice))
    assert found.sheet.models == TIN.models and found.unknown == set(COMPOSITION)
    once = (ModelLine(name="Sergeant", min=1, max=2), ModelLine(name="Guard", min=4, max=8))
    found = had(was(LATE, models=once))
    assert found.sheet.models == once and found.unknown == frozenset()
    nobody = had(was(LATE, models=()))
    assert nobody.sheet.models == TIN.models and nobody.unknown == set(COMPOSITION)


@pytest.mark.parametrize(
    ("size", "points", "believed"),
    [
        (Size(min=5, max=10), {5: 90, 10: 180}, True),
        (
            Size(min=5, max=5),
            {5: 90, 10: 180},
            False,
        ),  # ten are paid for, and no unit has more than five
        (Size(min=6, max=10), {5: 90, 10: 180}, False),  # none has five
        (Size(min=6, max=10), {5: 90}, True),  # the one price was counted in other models
        (Size(min=5, max=10), {5: 90}, True),
        (Size(min=9, max=8), {5: 90}, False),  # no unit at all
        (Size(min=5, max=10), {4: 80, 5: 90, 10: 180}, False),
        (Size(min=4, max=4), {5: 90}, True),
    ],
)
def test_every_price_is_for_a_size_that_a_unit_may_have(
    size: Size, points: dict[int, int], believed: bool
) -> None:
    lines = (ModelLine(name="Guard", min=4, max=10),)
    today = sheet(**guards(1, 20))
    state = Brackets(from_=BEGAN, points=points)
    found = build_datasheet_on_date(
        today, past(state, prices=(state,), changes=(was(LATE, models=lines, size=size),)), MIDDLE
    )
    assert (found.sheet.size == size, not found.unknown & set(COMPOSITION)) == (believed, believed)


def test_of_two_compositions_that_cannot_be_the_nearer_one_counts() -> None:
    """Neither fits the prices of the day; the one of the day leaves fewer of them unpaid."""
    state = Brackets(from_=BEGAN, points={5: 90, 10: 180, 15: 270})
    today = sheet(**guards(5, 5))
    wider = guards(5, 10)
    found = build_datasheet_on_date(
        today, past(state, prices=(state,), changes=(was(LATE, **wider),)), MIDDLE
    )
    assert found.sheet.size == wider["size"] and not found.unknown & set(COMPOSITION)
    found = build_datasheet_on_date(
        sheet(),
        past(state, prices=(state,), changes=(was(LATE, size=Size(min=5, max=10)),)),
        MIDDLE,
    )
    assert found.unknown >= set(COMPOSITION)  # no better than the last
    large = sheet(**guards(5, 15))
    found = build_datasheet_on_date(
        large, past(state, prices=(state,), changes=(was(LATE, **wider),)), MIDDLE
    )
    assert found.sheet.size == large.size and found.unknown >= set(COMPOSITION)


def test_a_price_with_a_condition_is_for_no_size() -> None:
    rows = (
        Price(models=20, points=1, when=When(detachment="Parade")),
        Price(models=30, of={"Guard": 30}, points=1),
        Price(add_item="musket", points=1),
    )
    narrow = guards(5, 8)
    today = sheet(points=(FIVE, TEN, *rows))
    found = build_datasheet_on_date(today, past(TODAYS, changes=(was(LATE, **narrow),)), MIDDLE)
    assert found.sheet.size == Size(min=5, max=8) and found.sheet.points[:2] == (FIVE, TEN)
    single = sheet(**guards(6, 6), points=(FIVE, *rows))
    found = build_datasheet_on_date(single, past(prices(BEGAN, 80), prices(LATE, 90)), MIDDLE)
    assert found.sheet.points == (Price(models=6, points=80), rows[0], rows[2])
    found = build_datasheet_on_date(
        single, past(prices(BEGAN, 80), changes=(was(LATE, models=single.models),)), MIDDLE
    )
    assert not found.unknown & set(COMPOSITION)  # the one price, counted in other models


def test_a_single_model_pays_for_one() -> None:
    one = guards(1, 1)
    record = past(Brackets(from_=BEGAN, points={1: 50, 2: 90}), changes=(was(LATE, **one),))
    pair = guards(1, 2)
    found = build_datasheet_on_date(sheet(**pair), record, MIDDLE)
    assert found.sheet.size == Size(min=1, max=2) and found.unknown >= set(COMPOSITION)
    record = past(Brackets(from_=BEGAN, points={1: 50, 2: 90}), changes=(was(LATE, **pair),))
    found = build_datasheet_on_date(sheet(**one), record, MIDDLE)
    assert found.sheet.size == Size(min=1, max=2) and not found.unknown


def test_what_follows_a_composition_is_looked_at_too() -> None:
    state = Brackets(from_=BEGAN, points={5: 90, 10: 180, 15: 270})
    today = sheet(**guards(5, 5))
    wider = {**guards(5, 10), "default_wargear": ()}
    found = build_datasheet_on_date(today, past(state, changes=(was(LATE, **wider),)), MIDDLE)
    assert (
        found.sheet.size == Size(min=5, max=10)
        and found.sheet.default_wargear == TIN.default_wargear
    )
    assert found.unknown == {"default_wargear"}


def test_of_another_size_it_did_not_have_today_s_list() -> None:
    inside = Price(models=5, points=99, when=When(detachment="Parade"))
    today = sheet(points=(FIVE, TEN, Price(models=10, of={"Guard": 10}, points=170), inside))
    same = build_datasheet_on_date(today, past(TODAYS), MIDDLE)
    assert same.sheet.points == today.points and same.unknown == {IN_DETACHMENT}
    other = build_datasheet_on_date(
        today, past(TODAYS, changes=(was(LATE, size=Size(min=4, max=10)),)), MIDDLE
    )
    assert other.unknown == {"points", IN_DETACHMENT}


def test_every_model_carries_something() -> None:
    both = (ModelLine(name="Guard", min=4, max=9), ModelLine(name="Sergeant", min=1, max=1))
    today = sheet(models=both)
    for rows, believed in (
        ((), False),
        ((DefaultWargear(model="Guard", items=("pike",)),), False),
        (
            (
                DefaultWargear(model="guard", items=("pike",)),
                DefaultWargear(model="SERGEANT", items=("sabre",)),
            ),
            True,
        ),
        ((DefaultWargear(model="*", items=("pike",)),), True),
    ):
        found = had(was(LATE, default_wargear=rows), today)
        assert (found.sheet.default_wargear == rows, "default_wargear" not in found.unknown) == (
            believed,
            believed,
        )


# --- wargear --------------------------------------------------------------------------------------


def swap(give: str, get: str, **more: Any) -> Option:
    return Option(
        models=OptionModels(which=more.pop("which", "*"), **more), replace=(give,), with_=((get,),)
    )


@pytest.mark.parametrize(
    ("options", "whole"),
    [
        ((swap("musket", "pike"),), True),
        ((swap("Musket", "pike", which="Guard"),), True),
        ((swap("musket", "pike", which="rest"),), True),
        ((swap("musket", "pike", which="this"),), True),
        ((swap("musket", "pike", which="unit"),), True),
        ((swap("pistol", "pike"),), False),  # nobody has a pistol
        ((swap("musket", "pike", which="Drummer"),), False),  # nobody is one
        ((swap("musket", "pike", per_model="Drummer"),), False),
        ((swap("musket", "pike", per_model="guard"),), True),
        ((Option(unparsed=True, replace=("pistol",)),), True),  # says nothing that could be loose
        ((swap("musket", "pike"), swap("pike", "drum"), swap("horn", "drum")), False),
        ((Option(replace=("musket",), with_=(("pike",),)),), True),
    ],
)
def test_options_of_a_day_speak_of_models_and_items_that_there_are(
    options: tuple[Option, ...], whole: bool
) -> None:
    found = had(was(LATE, options=options))
    assert found.sheet.options_incomplete is not whole
    assert found.unknown == (set() if whole else {"default_wargear", "options"})


def test_default_wargear_of_a_model_that_is_none() -> None:
    rows = (
        DefaultWargear(model="*", items=("musket",)),
        DefaultWargear(model="Drummer", items=("drum",)),
    )
    found = had(was(LATE, default_wargear=rows))
    assert found.sheet.options_incomplete and found.unknown == {"default_wargear", "options"}
    loose_today = sheet(options=(swap("pistol", "pike"),))
    assert (
        build_datasheet_on_date(loose_today, past(TODAYS), MIDDLE).unknown == frozenset()
    )  # today's own is not asked
    one_row = had(
        was(LATE, size=Size(min=5, max=10)), loose_today
    )  # but where any key of it was otherwise, it is
    assert one_row.sheet.options_incomplete


def test_wargear_that_is_gone_since() -> None:
    def gone(**more: Any) -> frozenset[str]:
        item = ItemGone(**{"name": "Blunderbuss", "from_": BEGAN, "until": LATE, **more})
        return build_datasheet_on_date(TIN, past(TODAYS, items_gone=(item,)), MIDDLE).unknown

    assert gone() == {"default_wargear", "options"}
    assert gone(name="MUSKET") == frozenset()  # it is had today
    assert gone(renamed_to="musket") == frozenset()
    assert gone(until=MIDDLE) == frozenset()  # the day itself is without it, and no grace is given
    assert gone(until="2024-06-21") == {"default_wargear", "options"}
    assert gone(from_="2024-06-21") == frozenset()
    assert gone(from_=MIDDLE) == {"default_wargear", "options"}
    two = tuple(ItemGone(name=name, from_=BEGAN, until=LATE) for name in ("musket", "Blunderbuss"))
    assert build_datasheet_on_date(TIN, past(TODAYS, items_gone=two), MIDDLE).unknown == {
        "default_wargear",
        "options",
    }
    record = past(TODAYS, sheet=GONE, items_gone=(ItemGone(name="Blunderbuss", from_=BEGAN),))
    assert (
        build_datasheet_on_date(None, record, MIDDLE).unknown == frozenset()
    )  # its last state says what it had


def test_of_one_that_is_gone_everything_is_asked() -> None:
    def unknown(**more: Any) -> set[str]:
        found = build_datasheet_on_date(
            None, past(TODAYS, sheet=msgspec.structs.replace(GONE, **more)), MIDDLE
        )
        assert found.sheet.options_incomplete is ("options" in found.unknown)
        return set(found.unknown)

    assert unknown() == set()
    assert unknown(default_wargear=()) == {"default_wargear", "options"}
    assert unknown(options=(swap("pistol", "pike"),)) == {"default_wargear", "options"}
    assert unknown(size=Size(min=5, max=5)) == set(COMPOSITION)


# --- prices ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "place"),
    [
        ("2023-06-12", None),
        ("2023-06-13", 0),  # three days ahead of the first release
        (BEGAN, 0),
        ("2024-01-09", 0),
        (EARLY, 1),
        ("2024-06-19", 1),
        (MIDDLE, 2),
        (NOW, 2),
    ],
)
def test_the_prices_of_a_day(day: str, place: int | None) -> None:
    states = (prices(BEGAN, 70), prices(EARLY, 80), prices(MIDDLE, 90))
    found = find_state_on(states, day)
    assert found is (None if place is None else states[place])
    assert find_state_on((), day) is None


def test_today_s_own_list_holds_while_its_prices_are_the_newest() -> None:
    mixed = sheet(points=(FIVE, TEN, Price(models=5, points=95, when=When(detachment="Parade"))))
    for day, points, rows in ((EARLY, 90, 3), ("2024-01-09", 80, 3)):
        found = build_datasheet_on_date(
            mixed, past(prices(BEGAN, 80, 160), prices(EARLY, 90, 180)), day
        )
        assert (plain(found)[5], len(found.sheet.points)) == (points, rows)
        assert found.unknown == {IN_DETACHMENT}
    known = past(
        prices(BEGAN, 80, 160), prices(EARLY, 90, 180, whole=mixed.points, whole_on=MIDDLE)
    )
    for day, unknown in (("2024-06-19", {IN_DETACHMENT}), (MIDDLE, set())):
        assert build_datasheet_on_date(mixed, known, day).unknown == unknown


def test_a_condition_of_which_the_history_says_nothing() -> None:
    def unknown(row: Price, *states: Brackets, day: str = EARLY, **more: Any) -> set[str]:
        return set(
            build_datasheet_on_date(
                sheet(points=(FIVE, TEN, row)),
                past(*(states or (TODAYS, prices(MIDDLE, 90, 180))), **more),
                day,
            ).unknown
        )

    ally = Price(models=5, points=99, when=When(army="ally", keyword="Brass"))
    inside = Price(models=5, points=99, when=When(detachment="Parade"))
    copy = Price(models=5, points=99, when=When(copy_from=3))
    among = Price(models=5, points=99, when=When(army_faction="Brass"))
    item = Price(add_item="musket", points=5)
    mix = Price(models=5, of={"Guard": 5}, points=99)
    assert [unknown(row) for row in (ally, inside)] == [{CONDITIONAL}, {IN_DETACHMENT}]
    assert unknown(copy) == unknown(among) == {"points", CONDITIONAL}
    assert unknown(item) == unknown(mix) == {"points"}
    # on a day of the newest prices it is a condition alone that may be of another day
    assert [unknown(row, TODAYS) for row in (ally, inside, copy, among, item, mix)] == [
        {CONDITIONAL}, {IN_DETACHMENT}, {CONDITIONAL}, {CONDITIONAL}, set(), set(),
    ]  # fmt: skip
    # where the history speaks of the like, a day on which it has none had none
    later = prices(MIDDLE, 90, 180, repeat=Further(from_copy=3, points={5: 99}))
    assert unknown(copy, TODAYS, later) == set()
    for known in (
        prices(MIDDLE, 90, 180, add={"musket": 5}),
        prices(MIDDLE, 90, 180, add_model={"Cub": 5}),
    ):
        assert unknown(item, TODAYS, known) == unknown(mix, TODAYS, known) == set()
    rows = prices(MIDDLE, rows=(FIVE, TEN))
    assert (
        unknown(item, TODAYS, rows)
        == unknown(mix, TODAYS, rows)
        == unknown(copy, TODAYS, rows)
        == set()
    )
    told = AllyPrices(keyword="Brass", prices=(prices(MIDDLE, 99),))
    assert unknown(ally, as_ally=told) == set()
    assert unknown(
        Price(models=5, of={"Guard": 5}, points=9, when=When(detachment="Parade")), TODAYS, rows
    ) == {
        "points",
        IN_DETACHMENT,
    }
    assert unknown(
        Price(models=5, points=9, when=When(detachment="Parade", copy_from=2)), TODAYS, later
    ) == {IN_DETACHMENT}


def test_rows_that_the_history_does_not_speak_of_stay_today_s() -> None:
    inside = Price(models=5, points=99, when=When(detachment="Parade"))
    copy = Price(models=5, points=95, when=When(copy_from=3))
    item = Price(add_item="musket", points=5)
    record = past(
        prices(BEGAN, 80, 160), prices(MIDDLE, 90, 180, repeat=Further(from_copy=3, points={5: 95}))
    )
    found = build_datasheet_on_date(sheet(points=(FIVE, TEN, inside, copy, item)), record, EARLY)
    assert found.sheet.points == (
        Price(models=5, points=80),
        Price(models=10, points=160),
        inside,
        item,
    )


def test_prices_as_an_ally_are_a_list_of_their_own() -> None:
    row = Price(models=5, points=99, when=When(army="ally", keyword="Brass"))
    told = AllyPrices(keyword="Brass", prices=(prices(EARLY, 95), prices(LATE, 99)))
    today, record = sheet(points=(FIVE, TEN, row)), past(TODAYS, as_ally=told)
    assert build_datasheet_on_date(today, record, NOW).sheet.points == today.points
    for day, points in (("2024-01-06", None), (EARLY, 95), ("2025-02-04", 95), (LATE, 99)):
        found = build_datasheet_on_date(today, record, day)
        assert [each.points for each in found.sheet.points if each.when] == (
            [points] if points else []
        ), day
        assert plain(found) == {5: 90, 10: 180} and found.unknown == frozenset()


def test_a_day_is_led_back_from_the_next_list_that_was_kept_whole() -> None:
    inside = Price(models=5, points=75, when=When(detachment="Parade"))
    kept = prices(
        EARLY,
        80,
        160,
        whole=(Price(models=5, points=80), Price(models=10, points=160), inside),
        whole_on=EARLY,
    )
    record = past(prices(BEGAN, 70, 140), kept, prices(LATE, 90, 180))
    for day, first, inner, unknown in (
        (BEGAN, 70, [75], {IN_DETACHMENT}),
        (EARLY, 80, [75], set()),
        ("2025-02-04", 80, [75], set()),
        (LATE, 90, [], set()),
    ):
        found = build_datasheet_on_date(TIN, record, day)
        assert (plain(found)[5], [each.points for each in found.sheet.points if each.when]) == (
            first,
            inner,
        ), day
        assert found.unknown == unknown
    # in the time of that list the prices as an ally are those before the next
    ally = Price(models=5, points=99, when=When(army="ally", keyword="Brass"))
    told = AllyPrices(keyword="Brass", prices=(prices(BEGAN, 95), prices(LATE, 99)))
    then = Brackets(from_=EARLY, points={5: 80, 10: 160}, whole=(FIVE, ally), whole_on=EARLY)
    record = past(prices(BEGAN, 70, 140), then, prices(LATE, 90, 180), as_ally=told)
    found = build_datasheet_on_date(sheet(points=(FIVE, TEN, ally)), record, EARLY)
    assert found.sheet.points == (FIVE, ally)  # the list of that day, whole
    found = build_datasheet_on_date(sheet(points=(FIVE, TEN, ally)), record, BEGAN)
    assert [(each.points, each.when is not None) for each in found.sheet.points] == [
        (70, False),
        (140, False),
        (95, True),
    ]


def test_a_price_of_which_nothing_is_known() -> None:
    found = build_datasheet_on_date(TIN, past(prices(MIDDLE, 80, 160)), EARLY)
    assert plain(found) == {5: 90, 10: 180} and found.unknown == {"points"}
    assert build_datasheet_on_date(TIN, past(), EARLY).unknown == {"points"}
    assert build_datasheet_on_date(sheet(points=()), past(), EARLY).unknown == frozenset()
    assert build_datasheet_on_date(sheet(points=()), past(prices(MIDDLE, 80)), EARLY).unknown == {
        "points"
    }


def test_as_printed_a_condition_is_that_of_the_book() -> None:
    inside = Price(models=5, points=99, when=When(detachment="Parade"))
    today = sheet(points=(FIVE, TEN, inside))
    assert build_datasheet_on_date(today, past(TODAYS), EARLY).unknown == {IN_DETACHMENT}
    assert (
        build_datasheet_on_date(today, past(TODAYS), EARLY, as_printed=True).unknown == frozenset()
    )


@pytest.mark.parametrize(
    ("models", "size", "points", "expected"),
    [
        ((3, 3), (3, 3), {1: 90}, {3: 90}),
        ((3, 3), (3, 3), {3: 90}, {3: 90}),
        ((3, 3), (3, 3), {4: 90}, {4: 90}),
        ((3, 6), (3, 6), {1: 90}, {1: 90}),
        ((3, 3), (3, 3), {1: 80, 2: 90}, {1: 80, 2: 90}),
    ],
)
def test_the_one_price_of_a_unit_of_one_size(
    models: tuple[int, int], size: tuple[int, int], points: dict[int, int], expected: dict[int, int]
) -> None:
    state = SheetState(
        models=(ModelLine(name="Guard", min=models[0], max=models[1]),),
        size=Size(min=size[0], max=size[1]),
        default_wargear=GONE.default_wargear,
        points=tuple(Price(models=count, points=price) for count, price in points.items()),
    )
    record = past(Brackets(from_=BEGAN, points=points), sheet=state)
    assert plain(build_datasheet_on_date(None, record, EARLY)) == expected


# --- detachments and enhancements -----------------------------------------------------------------


def drum(points: dict[str, int | None] | None = None, **more: Any) -> PastEnhancement:
    head = {
        "id": "parade/drum",
        "name": "Drum",
        "from_": BEGAN,
        "detachment": "Parade",
        "source": "x",
    }
    return PastEnhancement(**{**head, "points": {} if points is None else points, **more})


TODAYS_DRUM = Enhancement(id="drum", name="Drum", points=25, requires=Requires(all=("Officer",)))


@pytest.mark.parametrize(
    ("day", "points", "requires"),
    [
        (BEGAN, 10, ("Old",)),
        ("2024-01-09", 10, ("Old",)),
        (EARLY, 15, ("Old",)),
        ("2024-06-19", 15, ("Old",)),
        (MIDDLE, 15, ("Officer",)),
        ("2025-02-04", 15, ("Officer",)),
        (LATE, 25, ("Officer",)),
        ("2023-01-01", 25, ("Old",)),  # no price is known so early
    ],
)
def test_an_enhancement_of_a_day(day: str, points: int, requires: tuple[str, ...]) -> None:
    change = EnhancementChange(until=MIDDLE, was=EnhancementState(requires=Requires(all=("Old",))))
    record = drum({BEGAN: 10, EARLY: 15, LATE: 20}, changes=(change,))
    found = build_enhancement_on_date(TODAYS_DRUM, record, day)
    assert (found.points, found.requires.all) == (points, requires)


def test_what_else_an_enhancement_was() -> None:
    was = EnhancementState(requires=None, bearer="unit", tags=None, upgrade=True)
    record = drum({BEGAN: 10}, changes=(EnhancementChange(until=MIDDLE, was=was),))
    today = msgspec.structs.replace(TODAYS_DRUM, tags=("Aura",), support_to=("Band",))
    then = build_enhancement_on_date(today, record, EARLY)
    assert (then.requires, then.bearer, then.tags, then.upgrade) == (Requires(), "unit", (), True)
    assert then.support_to == ("Band",)
    assert build_enhancement_on_date(today, record, MIDDLE).tags == ("Aura",)


def test_an_enhancement_that_is_gone() -> None:
    record = drum(
        {BEGAN: 10, EARLY: 15}, requires=Requires(all=("Old",)), bearer="a drummer", today=False
    )
    found = build_enhancement_on_date(None, record, BEGAN)
    assert found == Enhancement(
        id="drum", name="Drum", points=10, requires=Requires(all=("Old",)), bearer="a drummer"
    )
    assert (
        build_enhancement_on_date(None, record, "2023-01-01").points == 15
    )  # the last that is known
    assert build_enhancement_on_date(None, drum({BEGAN: None}), BEGAN).points == 0
    assert build_enhancement_on_date(None, drum(), BEGAN).points == 0
    unknown = build_enhancement_on_date(None, drum({BEGAN: 10}), BEGAN)
    assert unknown.bearer_unknown is True and unknown.requires == Requires()
    assert found.bearer_unknown is False
    free = build_enhancement_on_date(None, drum({BEGAN: 0, EARLY: 15}), BEGAN)
    assert free.points == 0


def detachment(own: str, *names: str, **more: Any) -> Detachment:
    made = tuple(Enhancement(id=name.lower(), name=name, points=10) for name in names)
    return Detachment(id=own, name=own.title(), enhancements=made, **more)


def past_detachment(own: str, **more: Any) -> PastDetachment:
    return PastDetachment(**{"id": own, "name": own.title(), "from_": BEGAN, "source": "x", **more})


def of_day(
    day: str, today: list[Detachment], *records: PastDetachment | PastEnhancement
) -> dict[str, list[str]]:
    found = build_detachments_on_date(
        today,
        [each for each in records if isinstance(each, PastDetachment)],
        [each for each in records if isinstance(each, PastEnhancement)],
        day,
    )
    return {each.id: [one.name for one in each.enhancements] for each in found.detachments}


PARADE, SIEGE = detachment("parade", "Drum", "Flag"), detachment("siege", "Ladder")


@pytest.mark.parametrize(
    ("day", "there"),
    [("2024-01-06", ["parade"]), ("2024-01-07", ["parade", "siege"]), (EARLY, ["parade", "siege"])],
)
def test_detachments_come(day: str, there: list[str]) -> None:
    assert list(of_day(day, [PARADE, SIEGE], past_detachment("siege", from_=EARLY))) == there


def test_detachments_go_and_take_their_enhancements_with_them() -> None:
    old = past_detachment("march", until=LATE, today=False)
    boots = drum(
        {BEGAN: 10}, id="march/boots", name="Boots", detachment="March", until=LATE, today=False
    )
    for day, there in ((MIDDLE, True), ("2025-02-07", True), ("2025-02-08", False)):
        found = of_day(day, [PARADE], old, boots)
        assert found == {"parade": ["Drum", "Flag"]} | ({"march": ["Boots"]} if there else {}), day
        made = build_detachments_on_date([PARADE], [old], [boots], day)
        assert made.unknown == ({"march"} if there else set())
    for other in (past_detachment("march", until=LATE, today=False, of_parent=True),
                  past_detachment("march", until=LATE, today=False, matched_play=False),
                  past_detachment("march", today=False),
                  past_detachment("march", until=LATE)):  # fmt: skip
        assert "march" not in of_day(MIDDLE, [PARADE], other)


def test_a_detachment_under_its_old_name_is_as_its_successor() -> None:
    today = detachment("siege", "Ladder", keyword="Sapper", dp=2)
    old = past_detachment("march", until=LATE, today=False, renamed_to="siege")
    came = past_detachment("siege", from_=LATE)
    (made,) = build_detachments_on_date([today], [old, came], [], MIDDLE).detachments
    assert (made.id, made.name, made.keyword, made.dp) == ("march", "March", "Sapper", 2)
    assert made.enhancements == today.enhancements  # it was the only one there was
    made = build_detachments_on_date([today, PARADE], [old, came], [], MIDDLE).detachments[1]
    assert (made.id, made.enhancements) == ("march", ())


def test_before_the_first_detachment_there_are_those_of_the_first_enhancements() -> None:
    came = past_detachment("parade", from_=LATE)
    assert of_day(MIDDLE, [PARADE], came) == {}
    assert of_day(MIDDLE, [PARADE], came, drum({BEGAN: 10})) == {"parade": ["Drum", "Flag"]}
    assert of_day(MIDDLE, [PARADE], came, drum({BEGAN: 10}, today=False)) == {}
    assert of_day(MIDDLE, [PARADE], came, drum({BEGAN: 10}, from_=LATE)) == {}
    assert of_day(MIDDLE, [PARADE, SIEGE], came, drum({BEGAN: 10})) == {
        "siege": ["Ladder", "Drum", "Flag"]
    }  # there is one


def test_enhancements_come_and_go_by_day() -> None:
    flag = drum({EARLY: 10}, id="parade/flag", name="Flag", from_=EARLY)
    assert of_day("2024-01-06", [PARADE], flag) == {"parade": ["Drum"]}
    assert of_day("2024-01-07", [PARADE], flag) == {"parade": ["Drum", "Flag"]}
    horn = drum({BEGAN: 10}, id="parade/horn", name="Horn", until=LATE, today=False)
    assert of_day(MIDDLE, [PARADE], horn) == {"parade": ["Drum", "Flag", "Horn"]}
    again = drum({BEGAN: 10}, id="parade/old-drum", name="DRUM", until=LATE, today=False)
    assert of_day(MIDDLE, [PARADE], again) == {"parade": ["Drum", "Flag"]}  # each name once
    (made,) = build_detachments_on_date(
        [PARADE], [], [drum({BEGAN: 5, LATE: 10})], MIDDLE
    ).detachments
    assert [each.points for each in made.enhancements] == [5, 10]


def test_at_whose_detachment_an_enhancement_was() -> None:
    """By the name of its detachment; where no source says it, at the only one there was."""

    def gone(own: str, home: str | None) -> PastEnhancement:
        return drum({BEGAN: 10}, id=own, name="Horn", detachment=home, until=LATE, today=False)

    both = [PARADE, SIEGE]
    assert of_day(MIDDLE, both, gone("elsewhere/horn", "PARADE"))["parade"] == [
        "Drum",
        "Flag",
        "Horn",
    ]
    assert of_day(MIDDLE, both, gone("siege/horn", "Nobody's"))["siege"] == ["Ladder", "Horn"]
    found = of_day(MIDDLE, both, gone("siege/horn", None))
    assert found == {"parade": ["Drum", "Flag"], "siege": ["Ladder"]}
    assert of_day(MIDDLE, [PARADE], gone("siege/horn", None)) == {
        "parade": ["Drum", "Flag", "Horn"]
    }
    # what is known to be at home there comes before what only may have been
    later = past_detachment("siege", from_=LATE)
    assert of_day(MIDDLE, [SIEGE, PARADE], later) == {"parade": ["Drum", "Flag", "Ladder"]}


def state(day: str, dp: int, **more: Any) -> DetachmentState:
    return DetachmentState(from_=day, dp=dp, dispositions=(f"of {dp}",), **more)


@pytest.mark.parametrize(
    ("day", "dp"),
    [("2024-01-06", None), ("2024-01-07", 1), (EARLY, 1), ("2024-06-19", 1), (MIDDLE, 2), (NOW, 2)],
)
def test_what_a_detachment_was_bought_for(day: str, dp: int | None) -> None:
    record = past_detachment("siege", states=(state(EARLY, 1, unique="Wall"), state(MIDDLE, 2)))
    found = find_state_on(record.states, day)
    assert (found.dp if found else None) == dp
    assert find_state_on(past_detachment("siege").states, day) is None
    today = detachment("siege", dp=3, unique="Tower", dispositions=("of 3",))
    (made,) = build_detachments_on_date([today], [record], [], day).detachments
    assert (made.dp, made.dispositions) == ((dp, (f"of {dp}",)) if dp else (3, ("of 3",)))
    assert made.unique == {None: "Tower", 1: "Wall", 2: None}[dp]


def test_detachments_of_the_parent() -> None:
    def there(day: str, **more: Any) -> tuple[ParentDetachment, ...]:
        record = past_detachment(
            "siege", **{"of_parent": True, "states": (state(BEGAN, 1), state(MIDDLE, 2)), **more}
        )
        return list_parent_detachments_on([record], day)

    assert there(EARLY) == (ParentDetachment(id="siege", dp=1),)
    assert there(MIDDLE) == (ParentDetachment(id="siege", dp=2),)
    assert there(EARLY, of_parent=False) == there(EARLY, states=()) == ()
    assert there("2024-01-09", from_=EARLY) == there(LATE, until=LATE) == ()  # no days of grace
    assert len(there(EARLY, from_=EARLY)) == len(there("2025-02-04", until=LATE)) == 1
