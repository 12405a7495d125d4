"""What the picker finds, in which order, and what it remembers."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.advice.marks import Kind
from listbuilder.data.library import Library
from listbuilder.games.common.editor import Offer
from listbuilder.i18n.messages import Lang
from listbuilder.matching.search import rank_matching
from listbuilder.tui.screens.dialogs import Ask
from listbuilder.tui.widgets.offer_search import Query, parse_query, sort_matches
from tests.own_state import ROOT

from .driving import NARROW, Driver, drive

MARINES = ROOT / "examples" / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml"


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ("", Query()),
        ("warriors 20", Query("warriors 20", "warriors", 20)),
        ("<100", Query("", "", None, None, 99)),
        ("lascannon <=150", Query("lascannon", "lascannon", None, None, 150)),
        (">150", Query("", "", None, 151, None)),
        ("＞＝１５０", Query("", "", None, 150, None)),
        ("fly 80-120", Query("fly", "fly", None, 80, 120)),
        ("boyz 20 <200", Query("boyz 20", "boyz", 20, None, 199)),
    ],
)
def test_limits_of_points_are_understood(typed: str, query: Query) -> None:
    assert parse_query(typed) == query


def _offer(name: str, home: str | None = None, *, legends: bool = False) -> Offer:
    return Offer(id=name, name=name, role="x", words=(name, "Tank"), home=home, legends=legends)


def test_what_fits_is_first_and_what_is_refused_last() -> None:
    kinds: dict[str, Kind] = {"Able Tank": "illegal", "Boar": "points", "Cat": "fits"}
    offers = [
        _offer("Able"),
        _offer("Boar"),
        _offer("Cat"),
        _offer("Dog", "Elsewhere"),
        _offer("Elk", legends=True),
        _offer("Tank Fox"),
    ]
    kinds = {"Able": "illegal", "Boar": "points", "Tank Fox": "illegal"}
    found = rank_matching("tank", [(each, each.words) for each in offers])
    names = [each.name for each in sort_matches(found, lambda offer: kinds.get(offer.name, "fits"))]
    assert names == ["Tank Fox", "Cat", "Dog", "Boar", "Able", "Elk"]


def _names(driver: Driver) -> list[str]:
    return [offer.name for offer in driver.main.picker.find_matches()]


@pytest.mark.slow
def test_found_by_weapon_ability_and_price(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a")
        picker = driver.main.picker
        await driver.type("lascannon")
        assert {"Razorback", "Predator Annihilator"} <= set(_names(driver))
        await driver.type(" <=100")
        costs = {offer.points for offer in picker.find_matches()}
        assert "Razorback" in _names(driver)
        assert "Predator Annihilator" not in _names(driver)
        assert all(points is not None and points <= 100 for points in costs)
        picker.input.value = "deep strike"
        await driver.settle()
        assert "Terminator Squad" in _names(driver)
        picker.input.value = "razorback"
        await driver.settle()
        assert _names(driver)[0] == "Razorback", "what is called so comes first"

    drive(journey, library, MARINES)


@pytest.mark.slow
def test_equal_names_are_told_apart_by_their_book(library: Library, tmp_path: Path) -> None:
    marines = tmp_path / "marines.yaml"
    marines.write_text("system: warhammer-40k-11e\nfaction: space-marines\nunits: []\n", "utf-8")

    async def journey(driver: Driver) -> None:
        await driver.press("a")
        await driver.type("corvus")
        lines = [line for line in driver.main.picker.rows.lines if line.key is not None]
        assert [line.left for line in lines] == ["Corvus Blackstar"] * 2
        assert {line.tail for line in lines} == {"Agents of the Imperium", "Deathwatch"}

    drive(journey, library, marines)


@pytest.mark.slow
def test_own_units_that_fit_come_before_others(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a")
        await driver.type("battleline")
        await driver.tried()
        marks = driver.main.picker.shown.marks
        kinds = [marks[offer.id, None].kind for offer in driver.main.picker.find_matches()]
        ranks = [("fits", "points", "illegal", "nowhere").index(kind) for kind in kinds]
        assert ranks == sorted(ranks)
        homes = [offer.home is not None for offer in driver.main.picker.find_matches()]
        assert not homes[0]

    drive(journey, library, MARINES)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_found_by_its_sound_in_kana(library: Library, file: Path, lang: Lang) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a")
        driver.main.picker.input.value = "イモータル"
        await driver.settle()
        assert _names(driver)[0] == "Immortals"

    drive(journey, library, file, lang=lang)


@pytest.mark.slow
def test_an_empty_list_says_why(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a")
        await driver.tried()
        await driver.press("ctrl+b")
        assert "Nothing fits any more" in driver.text()
        await driver.press("ctrl+b")
        await driver.type("<5")
        assert "Nothing matches with these filters: 4 points or less." in driver.text()

    drive(journey, library, file, size=NARROW)


@pytest.mark.slow
def test_filters_and_orders_on_keys(library: Library, file: Path) -> None:
    async def journey(driver: Driver) -> None:
        picker = driver.main.picker
        await driver.press("a")
        everything = picker.find_matches()
        await driver.press("ctrl+g")
        assert {offer.role for offer in picker.find_matches()} == {everything[0].role}
        assert "Showing: Characters" in driver.text()
        for _ in range(30):
            if picker.shown.role is None:
                break
            await driver.press("ctrl+g")
        assert picker.find_matches() == everything
        await driver.press("ctrl+t")
        costs = [offer.points or 0 for offer in picker.find_matches()]
        assert costs == sorted(costs, reverse=True)
        assert "most expensive first" in driver.text()
        await driver.press("ctrl+t", "ctrl+t")
        assert picker.find_matches() == everything
        await driver.type("wraiths")
        await driver.press("f7")
        assert picker.input.value == "wraiths <=110"
        await driver.press("f7")
        assert picker.input.value == "wraiths"

    drive(journey, library, file, size=NARROW)


@pytest.mark.slow
def test_favourites_and_what_was_added_are_remembered(library: Library, file: Path) -> None:
    def heads(driver: Driver) -> list[str]:
        return [line.left for line in driver.main.picker.rows.lines if line.look == "head"]

    async def first(driver: Driver) -> None:
        await driver.press("a")
        assert "Favourites" not in heads(driver)
        await driver.type("doomsday a")
        await driver.press("f8")
        driver.main.picker.input.value = "scarab"
        await driver.settle()
        await driver.press("enter", "escape")

    async def later(driver: Driver) -> None:
        await driver.press("a")
        assert heads(driver)[:2] == ["Favourites", "Added recently"]
        keys = driver.main.picker.rows.keys
        assert keys[:2] == ["doomsday-ark", "canoptek-scarab-swarms"]
        assert len(keys) == len(set(keys)), "each is there once"
        await driver.press("f8")
        assert heads(driver)[0] == "Added recently"

    drive(first, library, file)
    drive(later, library, file)


@pytest.mark.slow
def test_spending_proposes_own_units_and_searches_again(library: Library) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("end", "x", "x", "x", "x", "F")
        await driver.until(lambda: isinstance(driver.app.screen, Ask))
        dialog = driver.app.screen
        assert isinstance(dialog, Ask)
        names = {offer.name for offer in driver.main.picker.shown.offers if offer.home}
        assert not any(name in answer.left for answer in dialog.answers for name in names)
        before = len(dialog.answers)
        await driver.type("brutalis")
        await driver.until(lambda: len(dialog.answers) > before)
        await driver.press("enter")
        army = driver.session.army
        assert army is not None
        assert "Brutalis Dreadnought" in [unit.name for unit in army.units]
        assert driver.session.position.verdict == "legal"
        await driver.press("u")
        assert driver.session.army is not None
        assert "Brutalis Dreadnought" not in [unit.name for unit in driver.session.army.units]

    drive(journey, library, MARINES)
