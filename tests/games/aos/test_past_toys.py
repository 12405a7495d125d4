"""What a faction of nobody was on other days: every way in which the history may speak, or say
nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.games.aos.faction import (
    ArmyOfRenown,
    BattleFormation,
    Bearer,
    Enhancement,
    EnhancementTable,
    Lore,
    ManifestationLore,
)
from listbuilder.games.aos.history_catalog import RegimentsPast
from listbuilder.games.aos.history_records import (
    PastArmyOfRenown,
    PastEnhancement,
    PastExtra,
    PastProfile,
    PastWarscroll,
    WarscrollChange,
    WarscrollState,
)
from listbuilder.games.aos.state_on_date import (
    ALL_KEYS,
    DayWarscroll,
    find_price_on_date,
    restore_army_of_renown,
    restore_choices,
    restore_keywords,
    restore_tables,
    restore_warscroll,
)
from listbuilder.games.aos.warscroll import RegimentOption, RegimentProfile, Warscroll
from listbuilder.history.best_date import Part
from listbuilder.model.windows import DayPoints

BEGAN, EARLY, LATE, NOW = "2024-07-13", "2024-12-01", "2025-12-01", "2026-06-30"
PROFILE = RegimentProfile(options=(RegimentOption(keywords=("Clockwork",)),), joins_as=("Spring",))
WINDER = Warscroll(
    id="winder",
    name="Winder",
    points=100,
    models=1,
    keywords=("Hero", "Clockwork"),
    regiment=PROFILE,
)


def was(until: str, **state: object) -> WarscrollChange:
    return WarscrollChange(until=until, was=WarscrollState(**state))  # type: ignore[arg-type]


def past(today: bool = True, **more: object) -> PastWarscroll:
    head = {"id": "winder", "name": "Winder", "from_": BEGAN, "today": today}
    return PastWarscroll(**{**head, **more})  # type: ignore[arg-type]


def on(day: str, today: Warscroll | None, record: PastWarscroll | None) -> DayWarscroll | None:
    return restore_warscroll(today, record, day, lambda name: name == "Winder")


# --- warscrolls -----------------------------------------------------------------------------------


def test_of_what_has_no_history_nothing_is_known() -> None:
    assert on(EARLY, WINDER, None) == DayWarscroll(WINDER, ALL_KEYS)
    assert on(EARLY, None, None) is None
    assert on(EARLY, None, past()) is None
    assert on(EARLY, None, past(today=False)) is None


@pytest.mark.parametrize(
    ("day", "models", "reinforced"),
    [
        ("2024-12-31", 3, True),
        ("2025-01-01", 2, True),
        ("2025-05-31", 2, True),
        ("2025-06-01", 1, True),
        ("2026-01-01", 1, False),
    ],
)
def test_changes_lead_back_from_today(day: str, models: int, reinforced: bool) -> None:
    """Before the day that a change names; of two that speak of one key, the older one is nearer to
    a day before both."""
    record = past(
        prices={BEGAN: 100},
        changes=(
            was("2026-01-01", can_be_reinforced=True),
            was("2025-06-01", models=2),
            was("2025-01-01", models=3),
        ),
    )
    found = on(day, WINDER, record)
    assert found is not None
    assert (found.warscroll.models, found.warscroll.can_be_reinforced) == (models, reinforced)
    assert found.unknown == frozenset()


def test_one_that_is_gone_is_as_it_was_last() -> None:
    last = WarscrollState(points=80, models=5, keywords=("Infantry",))
    found = on(EARLY, WINDER, past(today=False, id="old-winder", name="Old Winder", warscroll=last))
    assert found is not None
    sheet = found.warscroll
    assert (sheet.id, sheet.name, sheet.points, sheet.models, sheet.keywords) == (
        "old-winder",
        "Old Winder",
        80,
        5,
        ("Infantry",),
    )
    assert sheet.regiment == RegimentProfile() and found.unknown == {"points"}
    led = WarscrollState(
        points=80, models=1, keywords=("Hero",), regiment=PastProfile(joins_as=("Cog",))
    )
    found = on(EARLY, None, past(today=False, warscroll=led))
    assert found is not None and found.warscroll.regiment.joins_as == ("Cog",)


def test_one_that_lives_on_under_another_name_is_as_that() -> None:
    found = on(EARLY, WINDER, past(today=False, id="old-winder", name="Old Winder"))
    assert found is not None
    assert (found.warscroll.id, found.warscroll.name, found.warscroll.models) == (
        "old-winder",
        "Old Winder",
        1,
    )
    assert found.unknown == ALL_KEYS


def test_the_last_state_of_one_that_is_here_still_is_no_matter() -> None:
    found = on(EARLY, WINDER, past(warscroll=WarscrollState(points=5, models=5, keywords=())))
    assert found is not None and (found.warscroll.models, found.warscroll.points) == (1, 100)


@pytest.mark.parametrize(
    ("prices", "points", "unknown"),
    [
        ({}, 100, True),
        ({BEGAN: 100}, 100, False),
        ({BEGAN: 120, LATE: 110}, 120, False),
        ({BEGAN: None, LATE: 110}, 100, True),
        ({LATE: 110}, 100, True),
    ],
)
def test_the_price_of_one_that_is_here_still(prices: DayPoints, points: int, unknown: bool) -> None:
    found = on(EARLY, WINDER, past(prices=prices))
    assert found is not None
    assert (found.warscroll.points, "points" in found.unknown) == (points, unknown)


def test_the_price_of_one_that_is_gone_is_not_that_of_today() -> None:
    found = on(EARLY, WINDER, past(today=False, prices={LATE: 90}))
    assert found is not None and (found.warscroll.points, found.unknown) == (100, ALL_KEYS)
    last = WarscrollState(points=80, models=1, keywords=())
    found = on(EARLY, None, past(today=False, warscroll=last, prices={BEGAN: 90, LATE: 85}))
    assert found is not None and (found.warscroll.points, found.unknown) == (90, frozenset())


@pytest.mark.parametrize(
    ("points", "today", "expected"),
    [
        ({}, None, None),
        ({}, 0, 0),  # what costs nothing today and never had a price
        ({}, 70, None),
        ({BEGAN: 60}, None, 60),
        ({BEGAN: 60}, 70, 70),  # the newest is in force: as today
        ({BEGAN: 60, LATE: 65}, 70, 60),
        ({LATE: 65}, 70, None),
        ({LATE: 65}, 0, None),
    ],
)
def test_the_price_of_a_day(points: DayPoints, today: int | None, expected: int | None) -> None:
    assert find_price_on_date(points, EARLY, today) == expected


def test_regiments_of_the_days_when_units_were_listed_by_name() -> None:
    listed = PastProfile(members=("Ticker", "Winder"), one_of_each=("Cart",), joins_as=("Cog",))
    found = on(EARLY, WINDER, past(changes=(was(LATE, regiment=listed),)))
    assert found is not None
    assert found.warscroll.regiment.options == (
        RegimentOption(units=("Ticker",), hero=False, max=None),
        RegimentOption(units=("Winder",), hero=True, max=None),
        RegimentOption(units=("Cart",), hero=False, max=1),
    )
    assert found.warscroll.regiment.joins_as == ("Cog",)


def test_who_was_no_hero_did_not_lead() -> None:
    alone = PastProfile(can_lead=False, options=(RegimentOption(keywords=("Cog",)),))
    hero = on(EARLY, WINDER, past(changes=(was(LATE, regiment=alone),)))
    assert hero is not None
    assert (hero.warscroll.regiment.can_lead, hero.warscroll.regiment.options) == (
        False,
        alone.options,
    )
    other = on(EARLY, WINDER, past(changes=(was(LATE, regiment=alone, keywords=("Infantry",)),)))
    assert other is not None and other.warscroll.regiment.can_lead is RegimentProfile().can_lead


def test_keywords_of_a_day() -> None:
    gone = past(
        today=False,
        warscroll=WarscrollState(keywords=("Infantry",)),
        changes=(was(LATE, keywords=("Hero",)), was(EARLY)),
    )
    assert restore_keywords(None, gone, NOW) == ("Infantry",)
    assert restore_keywords(WINDER, gone, LATE) == ("Infantry",)
    assert restore_keywords(None, gone, "2025-11-30") == ("Hero",)
    assert restore_keywords(None, gone, BEGAN) == ("Hero",)
    assert restore_keywords(WINDER, None, EARLY) == ("Hero", "Clockwork")
    assert restore_keywords(WINDER, past(), EARLY) == ("Hero", "Clockwork")
    assert restore_keywords(None, past(), EARLY) == ()
    assert restore_keywords(None, None, EARLY) == ()


# --- what an army is given ------------------------------------------------------------------------


def extra(name: str, points: DayPoints | None = None, **more: object) -> PastExtra:
    head = {"id": name.lower(), "name": name, "from_": BEGAN, "points": points or {}}
    return PastExtra(**{**head, **more})  # type: ignore[arg-type]


THEN: list[PastExtra] = [
    extra("Dear", {BEGAN: 30, LATE: 10}),
    extra("New", from_=LATE),
    extra(
        "Gone", {BEGAN: 15}, until=LATE, today=False, contents=("Spark",), manifestations=("Golem",)
    ),
    extra("Passed", until="2024-09-01", today=False),
    extra("Elsewhere", today=False),  # of another program's data alone
]


def test_formations_of_a_day() -> None:
    today = [
        BattleFormation("always", "Always", 5),
        BattleFormation("dear", "Dear", 10),
        BattleFormation("new", "New"),
    ]
    assert [
        (each.id, each.points) for each in restore_choices(BattleFormation, today, THEN, EARLY)
    ] == [
        ("always", 5),
        ("dear", 30),
        ("gone", 15),
    ]
    assert [
        (each.id, each.points) for each in restore_choices(BattleFormation, today, THEN, NOW)
    ] == [
        ("always", 5),
        ("dear", 10),
        ("new", 0),
    ]
    assert [each.name for each in restore_choices(BattleFormation, [], THEN, EARLY)] == ["Gone"]


def test_a_record_is_found_by_its_name_where_one_alone_has_that() -> None:
    """Two seasons' versions of a choice may have one name; then which of them today's is cannot be
    told from it."""
    today = [BattleFormation("dear-again", "Dear", 10)]
    other = extra("Dear", {BEGAN: 50, LATE: 10}, id="dear-of-another-season", from_=BEGAN)
    assert [each.points for each in restore_choices(BattleFormation, today, [THEN[0]], EARLY)] == [
        30
    ]
    assert [
        each.points for each in restore_choices(BattleFormation, today, [THEN[0], other], EARLY)
    ] == [10]


def test_lores_of_a_day() -> None:
    (dear, gone) = restore_choices(
        Lore, [Lore(id="dear", name="Dear", points=10, contents=("Fire",))], THEN, EARLY
    )
    assert (dear.points, gone) == (30, Lore(id="gone", name="Gone", points=15, contents=("Spark",)))
    (golem,) = restore_choices(ManifestationLore, [], THEN, EARLY)
    assert golem == ManifestationLore(id="gone", name="Gone", points=15, manifestations=("Golem",))


def enhancement(own: str, table: str, **more: object) -> PastEnhancement:
    head = {"id": f"{table.lower()}/{own.lower()}", "name": own, "table": table, "from_": BEGAN}
    return PastEnhancement(**{**head, **more})  # type: ignore[arg-type]


def test_tables_of_a_day() -> None:
    """With what they held; one that held nothing yet was not there, and one that is gone was."""
    heroes, foes = Bearer(all=("Hero",)), Bearer(none=("Hero",))
    today = [
        EnhancementTable(
            id="cogs",
            name="Cogs",
            applies_to=heroes,
            choices=(Enhancement("oil", "Oil", 10), Enhancement("wax", "Wax")),
        ),
        EnhancementTable(
            id="keys", name="Keys", applies_to=heroes, choices=(Enhancement("brass", "Brass"),)
        ),
        EnhancementTable(id="empty", name="Empty", applies_to=heroes, choices=()),
    ]
    then = [
        enhancement("Oil", "Cogs", points={BEGAN: 20, LATE: 10}),
        enhancement("Rust", "Cogs", points={BEGAN: 5}, until=LATE, today=False, set="Old Things"),
        enhancement("Brass", "Keys", from_=LATE),
        enhancement("Tick", "Bells", until=LATE, today=False, applies_to=foes),
        enhancement("Tock", "Chimes", until=LATE, today=False),
        enhancement("Dong", "Gongs", until="2024-09-01", today=False),
    ]
    found = restore_tables(today, then, EARLY)
    assert [
        (table.id, table.name, [(each.id, each.points) for each in table.choices])
        for table in found
    ] == [
        ("cogs", "Cogs", [("oil", 20), ("wax", 0), ("rust", 5)]),
        ("empty", "Empty", []),
        ("bells", "Bells", [("tick", 0)]),
        ("chimes", "Chimes", [("tock", 0)]),
    ]
    assert [table.applies_to for table in found] == [heroes, heroes, foes, Bearer()]
    assert found[0].choices[2].set == "Old Things"
    assert [table.id for table in restore_tables(today, then, NOW)] == ["cogs", "keys", "empty"]


def test_an_army_of_renown_of_a_day() -> None:
    today = ArmyOfRenown(
        id="guild",
        name="Guild",
        spell_lores=(Lore(id="dear", name="Dear", points=10, contents=("Fire",)),),
    )
    assert restore_army_of_renown(today, None, EARLY) is today
    record = PastArmyOfRenown(
        id="guild", name="Guild", from_=EARLY, spell_lores=(THEN[0],), prayer_lores=(THEN[2],),
        manifestation_lores=(THEN[2],),
        enhancements=(enhancement("Tick", "Bells", until=LATE, today=False),),
    )  # fmt: skip
    assert restore_army_of_renown(today, record, BEGAN) is None
    found = restore_army_of_renown(today, record, "2025-01-01")
    assert found is not None
    assert [each.points for each in found.spell_lores] == [30]
    assert (
        [each.id for each in found.prayer_lores]
        == [each.id for each in found.manifestation_lores]
        == ["gone"]
    )
    assert [table.id for table in found.enhancement_tables] == ["bells"]


# --- prices over time -----------------------------------------------------------------------------

HISTORY = """\
system: age-of-sigmar-4e
id: seraphon
as_of: "2026-06-30"
spell_lores:
  - {id: lore, name: Lore, from: "2024-07-13", points: {"2024-07-13": 5, "2025-06-11": 10}}
armies_of_renown:
  - id: sunhost
    name: Sunhost
    from: "2024-07-13"
    spell_lores:
      - {id: lore, name: Lore, from: "2024-07-13", until: "2025-09-01", today: false,
         points: {"2024-07-13": 15}}
    warscrolls:
      - {id: kroxigor, name: Kroxigor, from: "2024-07-13",
         prices: {"2024-07-13": 150, "2025-06-11": null}}
regiments: [{id: band, name: Band, from: "2024-07-13", prices: {"2024-07-13": 200}}]
warscrolls:
  - {id: kroxigor, name: Kroxigor, from: "2024-07-13", until: "2026-01-01",
     prices: {"2024-07-13": 180, "2026-02-01": 190}}
  - {id: unpriced, name: Unpriced, from: "2024-07-13"}
  - id: new-guard
    name: New Guard
    from: "2025-01-01"
    formerly: [{name: Old Guard, id: old-guard, until: "2025-01-01"}]
    prices: {"2025-01-01": 100, "2025-06-11": 110}
  - {id: old-guard, name: Old Guard, from: "2024-07-13", until: "2025-01-01", today: false,
     renamed_to: new-guard,
     prices: {"2024-07-13": 90, "2025-03-01": 95}}
"""


@pytest.mark.parametrize(
    ("thing", "size", "expected"),
    [
        ("spell_lores:lore", 1, [("2024-07-13", 5), ("2025-06-11", 10)]),
        ("sunhost:spell_lores:lore", 1, [("2024-07-13", 15), ("2025-09-01", None)]),
        ("sunhost:kroxigor", 1, [("2024-07-13", 150), ("2025-06-11", None)]),
        ("band", 1, [("2024-07-13", 200)]),
        ("kroxigor", 1, [("2024-07-13", 180), ("2026-01-01", None)]),
        ("kroxigor", 2, [("2024-07-13", 360), ("2026-01-01", None)]),
        ("new-guard", 1, [("2024-07-13", 90), ("2025-01-01", 100), ("2025-06-11", 110)]),
        ("unpriced", 1, []),
        ("nothing", 1, []),
    ],
)
def test_prices_over_time(
    tmp_path: Path, thing: str, size: int, expected: list[tuple[str, int | None]]
) -> None:
    file = tmp_path / "age-of-sigmar-4e" / "history" / "seraphon.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(HISTORY, encoding="utf-8")
    found = RegimentsPast("age-of-sigmar-4e", Library([tmp_path])).timeline(
        Part("seraphon", thing, size)
    )
    assert list(found) == expected
