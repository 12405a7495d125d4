"""What there is to choose from on a day, beside the files themselves, which are read here without the code of the games."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.choosable import Choosable, Label, get_later_names, was_there_on
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.choosable import _label_price, _make_comparable
from listbuilder.model.datasheet import Price, When
from listbuilder.model.windows import Thing
from tests.raw import raw, stems

LIBRARY = Library()
MUSTERED = [
    ("warhammer-40k-10e", "necrons"),
    ("warhammer-40k-11e", "necrons"),
    ("warhammer-40k-11e", "space-wolves"),
]
REGIMENTS = "age-of-sigmar-4e"


def listed(game: str, home: str, day: str | None = None) -> dict[tuple[str, str], Choosable]:
    found = get_game(game).list_choosables(LIBRARY, home, day)
    made = {(each.kind, each.id): each for each in found}
    assert len(made) == len(found)
    return made


def label(row: dict[str, Any]) -> Label:
    when = row.get("when", {})
    return Label(
        models=row.get("models"), copy=when.get("copy_from"), adds=row.get("add_item") or row.get("add_model"),
        of=tuple(sorted(row.get("of", {}).items())), as_ally="army" in when,
        within=when.get("detachment") or when.get("keyword") or when.get("army_faction"),
    )  # fmt: skip


# --- Warhammer 40,000 ---


@pytest.mark.parametrize(("game", "faction"), MUSTERED)
def test_everything_of_a_faction_today(game: str, faction: str) -> None:
    data, found = raw(game, faction), listed(game, faction)
    sheets = {each["id"]: each for each in data["datasheets"]}
    detachments = {each["id"]: each for each in data["detachments"]}
    gifts = {
        f"{at}/{each['id']}": (each, home)
        for at, home in detachments.items()
        for each in home.get("enhancements", [])
    }
    assert {key for kind, key in found if kind == "datasheet"} == sheets.keys()
    assert {key for kind, key in found if kind == "detachment"} == detachments.keys()
    assert {key for kind, key in found if kind == "enhancement"} == gifts.keys()
    for key, sheet in sheets.items():
        there = found["datasheet", key]
        assert (there.name, there.prices) == (
            sheet["name"],
            {label(row): row["points"] for row in sheet.get("points", [])},
        )
        assert not there.only_plain and {"sizes", "keywords", "legends"} <= there.facts.keys()
        assert there.facts["legends"] == (sheet.get("legends", False),)
        assert {word.casefold() for word in sheet["keywords"]} in there.facts["keywords"]
    for key, home in detachments.items():
        there = found["detachment", key]
        assert (there.name, there.prices) == (
            home["name"],
            {Label(): home["dp"]} if "dp" in home else {},
        )
    for key, (gift, home) in gifts.items():
        there = found["enhancement", key]
        assert (there.name, there.under, there.prices) == (
            gift["name"],
            home["name"],
            {Label(): gift["points"]},
        )


def test_nothing_of_a_faction_that_is_not_there() -> None:
    assert get_game("warhammer-40k-10e").list_choosables(LIBRARY, "nobody", None) == []
    assert get_game(REGIMENTS).list_choosables(LIBRARY, "nobody", None) == []
    assert get_game("combat-patrol").list_choosables(LIBRARY, "amonhotekhs-guard", None) == []


@pytest.mark.parametrize("game", ["warhammer-40k-10e", "warhammer-40k-11e"])
def test_homes_are_the_factions(game: str) -> None:
    expected = [(stem, raw(game, stem)["name"]) for stem in stems(game) if stem != "rules"]
    assert sorted(get_game(game).list_choosable_homes(LIBRARY)) == sorted(expected)
    assert get_game("space-marine-heroes").list_choosable_homes(LIBRARY) == []


def test_a_faction_on_a_past_day() -> None:
    """Prices as the history has them; what only came later is not there; what is gone is."""
    day = "2025-07-01"
    data, history = raw("warhammer-40k-10e", "necrons"), raw("warhammer-40k-10e", "history/necrons")
    found, now = listed("warhammer-40k-10e", "necrons", day), listed("warhammer-40k-10e", "necrons")
    assert found != now
    records = {each["id"]: each for each in history["datasheets"]}
    own = {each["id"] for each in data["datasheets"]}
    priced = {each["id"] for each in data["datasheets"] if each.get("points")}
    compared = 0
    for key, record in records.items():
        if key in own and "until" not in record:
            assert (("datasheet", key) in found) == (record.get("from", "") <= day), key
        prices = [each for each in record.get("prices", ()) if each["from"] <= day]
        if (
            key in priced
            and ("datasheet", key) in found
            and prices
            and set(prices[-1]) == {"from", "points"}
        ):
            prices_there = (found["datasheet", key].prices or {}).items()
            there = {
                label: points
                for label, points in prices_there
                if not label.within and not label.as_ally
            }
            assert there == {
                Label(models=int(models)): points for models, points in prices[-1]["points"].items()
            }, key
            compared += 1
    assert compared > 20
    gifts = {
        each["id"]: each
        for each in history["enhancements"]
        if "until" not in each and each.get("today", True)
    }
    for key, record in gifts.items():
        if ("enhancement", key) in now and "from" in record:
            assert (("enhancement", key) in found) == (record["from"] <= day), key


def test_labels_of_prices() -> None:
    when = When(army="ally", keyword="Imperium", copy_from=2)
    assert _label_price(Price(models=5, points=1, when=when)) == Label(
        models=5, copy=2, within="Imperium", as_ally=True
    )
    assert (
        _label_price(Price(add_item="orb", points=1)) == Label(adds="orb")
        and _label_price(Price(add_model="cub", points=1)).adds == "cub"
    )
    assert _label_price(Price(models=6, of={"b": 1, "a": 5}, points=1)) == Label(
        models=6, of=(("a", 5), ("b", 1))
    )
    assert (
        _label_price(Price(models=5, points=1, when=When(detachment="D", army_faction="F"))).within
        == "D"
    )
    assert _label_price(Price(models=5, points=1, when=When(army_faction="F"))) == Label(
        models=5, within="F"
    )
    assert _label_price(Price(models=5, points=1)) == Label(models=5)


def test_which_prices_are_plain() -> None:
    assert Label(models=5).plain and Label(models=5, copy=2).plain and Label().plain
    assert not any(
        each.plain
        for each in (
            Label(within="D"),
            Label(as_ally=True),
            Label(of=(("a", 1),)),
            Label(adds="orb"),
        )
    )


def test_what_can_be_compared() -> None:
    assert (
        _make_comparable(("Infantry", "FLY"))
        == _make_comparable(("fly", "infantry"))
        == frozenset({"infantry", "fly"})
    )
    assert (_make_comparable(3), _make_comparable((1, 2)), _make_comparable(True)) == (
        3,
        (1, 2),
        True,
    )


def test_what_was_there_that_very_day() -> None:
    gone = Thing(
        id="a",
        name="A",
        from_="2025-01-01",
        until="2025-06-01",
        today=False,
        renamed_to="b",
        replaced_by="c",
    )
    known = {"a": gone}
    assert (
        was_there_on(known, "a", None)
        and was_there_on(known, "other", "2025-01-01")
        and was_there_on(known, "a", "2025-05-31")
    )
    assert not was_there_on(known, "a", "2025-06-01") and not was_there_on(known, "a", "2024-12-31")
    assert (
        get_later_names(gone) == {"renamed_to": "b", "replaced_by": "c"}
        and get_later_names(None) == {}
    )


# --- Age of Sigmar ---

EXTRAS = {
    "battle_formation": "battle_formations", "spell_lore": "spell_lores", "prayer_lore": "prayer_lores",
    "manifestation_lore": "manifestation_lores", "faction_terrain": "faction_terrain",
}  # fmt: skip


@pytest.mark.parametrize("faction", ["gloomspite-gitz", "cities-of-sigmar"])
def test_everything_of_a_faction_of_regiments_today(faction: str) -> None:
    data, found = raw(REGIMENTS, faction), listed(REGIMENTS, faction)
    for sheet in data["warscrolls"]:
        there = found["warscroll", sheet["id"]]
        assert (there.name, there.prices) == (
            sheet["name"],
            {Label(models=sheet["models"]): sheet["points"]},
        )
        assert there.facts["sizes"] == (sheet["models"], sheet.get("can_be_reinforced", False))
        assert there.facts["legends"] == sheet.get("legends", False)
        assert there.facts["keywords"] == {word.casefold() for word in sheet["keywords"]}
        assert there.facts["regiment"][0] == sheet.get("regiment", {}).get("can_lead", True)
    holders = [
        ("", "", data),
        *((f"{each['id']}/", each["name"], each) for each in data.get("armies_of_renown", [])),
    ]
    expected = {("warscroll", each["id"]) for each in data["warscrolls"]}
    for prefix, under, holder in holders:
        for kind, key in EXTRAS.items():
            for each in holder.get(key, []):
                if isinstance(each, dict) and not (
                    prefix and kind in ("battle_formation", "faction_terrain")
                ):
                    there = found[kind, f"{prefix}{each['id']}"]
                    assert (there.name, there.under, there.prices) == (
                        each["name"],
                        under,
                        {Label(): each.get("points", 0)},
                    )
                    expected.add((kind, there.id))
        for table in holder.get("enhancement_tables", []):
            for each in table["choices"]:
                there = found["enhancement", f"{prefix}{table['id']}/{each['id']}"]
                assert (there.name, there.prices) == (
                    each["name"],
                    {Label(): each.get("points", 0)},
                )
                assert there.under == (under or table["name"])
                expected.add(("enhancement", there.id))
        if prefix:
            assert found["army_of_renown", prefix[:-1]].name == under
            expected.add(("army_of_renown", prefix[:-1]))
    assert {key for key in found if key[0] != "warscroll"} == {
        key for key in expected if key[0] != "warscroll"
    }


def test_homes_of_regiments_end_with_what_all_share() -> None:
    homes = get_game(REGIMENTS).list_choosable_homes(LIBRARY)
    shared = ["generic", "regiments-of-renown"]
    assert [each for each, _ in homes[-2:]] == shared[::-1] and homes[-1][1] == "Manifestation lore"
    assert homes[-2][1] == "Regiments of Renown"
    factions = [
        (stem, raw(REGIMENTS, stem)["name"])
        for stem in stems(REGIMENTS)
        if stem not in ("rules", *shared)
    ]
    assert sorted(homes[:-2]) == sorted(factions)


def test_what_all_factions_share() -> None:
    lores = {each["id"]: each for each in raw(REGIMENTS, "generic")["manifestation_lores"]}
    generic = listed(REGIMENTS, "generic")
    assert {key: (each.name, each.prices) for (_, key), each in generic.items()} == {
        key: (each["name"], {Label(): each.get("points", 0)}) for key, each in lores.items()
    }
    renown = listed(REGIMENTS, "regiments-of-renown")
    for each in raw(REGIMENTS, "regiments-of-renown")["regiments"]:
        there = renown["regiment_of_renown", each["id"]]
        assert (there.name, there.prices) == (
            each["name"],
            {Label(): each["points"]} if "points" in each else {},
        )


def test_warscrolls_on_a_past_day() -> None:
    day = "2025-07-01"
    history = {each["id"]: each for each in raw(REGIMENTS, "history/gloomspite-gitz")["warscrolls"]}
    found = listed(REGIMENTS, "gloomspite-gitz", day)
    compared = 0
    for (kind, key), there in found.items():
        days = (
            [each for each in history.get(key, {}).get("prices", {}) if each <= day]
            if kind == "warscroll"
            else []
        )
        if days and there.prices:
            assert list(there.prices.values()) == [history[key]["prices"][max(days)]], key
            compared += 1
    assert compared > 20
    assert found != listed(REGIMENTS, "gloomspite-gitz")
