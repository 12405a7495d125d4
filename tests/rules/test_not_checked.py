"""What the data does not know is said under "not checked", in every language, and no error rests on it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.i18n.messages import LANGS
from listbuilder.model.army import Army
from listbuilder.model.finding import LazyFixes
from listbuilder.roster.position import Position
from listbuilder.rules import engine, messages
from listbuilder.rules.by_todays_rules import RESTS_ON
from listbuilder.rules.registry import CHECKS

LIBRARY = Library()
SHELF = Shelf("warhammer-40k-10e", LIBRARY)


def factions() -> list[FactionData]:
    return [data for each in SHELF.list_ids() if (data := SHELF.load_faction(each))]


def judged(roster: dict[str, Any]) -> Position:
    return Position.read(
        msgspec.json.encode({"system": "warhammer-40k-10e", **roster}), "roster", LIBRARY
    )


DETACHMENTS = [(data, detachment) for data in factions() for detachment in data.head.detachments]
CAPS = [(data, each) for data, each in DETACHMENTS if each.include and each.include.points_unknown]
SHEETS = [
    (data, sheet) for data in factions() for each in data.index if (sheet := data.get_sheet(each))
]
UNPRICED = [(data, sheet) for data, sheet in SHEETS if sheet.legends and not sheet.points]


def test_there_are_such_things() -> None:
    assert {detachment.id for _, detachment in CAPS} >= {
        "khorne-daemonkin",
        "tallyband-summoners",
        "changehost-of-deceit",
    }
    assert "tomb-citadel-walls" in {sheet.id for _, sheet in UNPRICED}


@pytest.mark.parametrize(("data", "detachment"), CAPS, ids=lambda each: getattr(each, "id", ""))
def test_a_limit_that_no_source_prints_is_said(data: FactionData, detachment: Any) -> None:
    include = detachment.include
    guests = SHELF.load_faction(include.from_)
    assert guests is not None
    guest = next(each for each, name in guests.index.items() if name == include.units[-1])
    leader = next(
        each
        for each in data.index
        if (sheet := data.get_sheet(each)) and "character" in sheet.tags and sheet.points
    )
    units = [
        {"datasheet": leader, "warlord": True},
        *({"datasheet": f"{include.from_}/{guest}"} for _ in range(2)),
    ]
    done = judged(
        {
            "faction": data.head.id,
            "battle_size": "incursion",
            "detachment": detachment.id,
            "units": units,
        }
    )
    assert done.army is not None
    assert [finding.key for finding in done.findings if finding.code == "40K-16"] == []
    notes = [note for note in done.not_checked if note.key == "cap_unknown"]
    points = sum(
        unit.points or 0
        for unit in done.army.units
        if isinstance(done.army, Muster) and unit.name == guests.index[guest]
    )
    assert [(note.args["rule"], note.args["points"], note.path) for note in notes] == [
        (detachment.name, points, ("units", 1))
    ]
    for lang in LANGS:
        said = messages.say_note(notes[0], lang)
        assert str(points) in said and "{" not in said


def test_so_it_is_in_the_eleventh_edition() -> None:
    game = "warhammer-40k-11e"
    shelf = Shelf(game, LIBRARY)
    found = [data for each in shelf.list_ids() if (data := shelf.load_faction(each))]
    caps = [
        (data, each)
        for data in found
        for each in data.head.detachments
        if each.include and each.include.points_unknown
    ]
    assert {detachment.id for _, detachment in caps} >= {
        "khorne-daemonkin",
        "tallyband-summoners",
        "changehost-of-deceit",
    }
    for data, detachment in caps:
        include = detachment.include
        assert include is not None and include.from_ is not None
        guests = shelf.load_faction(include.from_)
        assert guests is not None
        guest = next(each for each, name in guests.index.items() if name == include.units[-1])
        units = [
            {"datasheet": f"{guests.head.id}/{guest}"},
            {"datasheet": f"{guests.head.id}/{guest}"},
        ]
        roster = {
            "faction": data.head.id,
            "battle_size": "incursion",
            "detachments": [detachment.id],
            "units": units,
        }
        done = Position.read(msgspec.json.encode({"system": game, **roster}), "roster", LIBRARY)
        assert isinstance(done.army, Muster)
        points = sum(unit.points or 0 for unit in done.army.units)
        notes = [
            (note.args["rule"], note.args["points"])
            for note in done.not_checked
            if note.key == "cap_unknown"
        ]
        assert (notes, points > 0) == ([(detachment.name, points)], True)


def test_an_army_without_guests_has_no_such_limit() -> None:
    units = [{"datasheet": "kharn-the-betrayer", "warlord": True}]
    done = judged(
        {
            "faction": "world-eaters",
            "battle_size": "incursion",
            "detachment": "khorne-daemonkin",
            "units": units,
        }
    )
    assert done.verdict == "legal"
    assert [note for note in done.not_checked if note.key == "cap_unknown"] == []


@pytest.mark.parametrize(("data", "sheet"), UNPRICED, ids=lambda each: getattr(each, "id", ""))
def test_a_price_that_no_source_prints_is_said(data: FactionData, sheet: Any) -> None:
    units = [
        {"datasheet": "overlord", "warlord": True},
        {"datasheet": f"{data.head.id}/{sheet.id}"},
    ]
    done = judged(
        {
            "faction": "necrons",
            "battle_size": "incursion",
            "detachment": "awakened-dynasty",
            "units": units,
        }
    )
    assert [finding.key for finding in done.findings if finding.key == "no_price"] == []
    notes = [note for note in done.not_checked if note.key == "price_unknown"]
    assert [note.args["unit"] for note in notes] == [sheet.name]
    for lang in LANGS:
        assert "{" not in messages.say_note(notes[0], lang)


def over(enhancement: str | None, day: str | None) -> Position:
    """Necrons of 1,000 points: 990 in units by the prices of 2026-03-08, and perhaps an enhancement of 20."""
    leader: dict[str, Any] = {"datasheet": "overlord", "warlord": True}
    if enhancement:
        leader["enhancement"] = enhancement
    units = [leader, *({"datasheet": "necron-warriors", "models": 20} for _ in range(3))]
    units += [{"datasheet": "immortals", "models": 10} for _ in range(2)]
    roster = {
        "faction": "necrons",
        "battle_size": "incursion",
        "detachment": "awakened-dynasty",
        "units": units,
    }
    return judged({**roster, **({"points_as_of": day} if day else {})})


def test_the_price_of_an_enhancement_is_that_of_the_day() -> None:
    """What every enhancement cost is in the history, so too many points of that day are an error."""
    then = over("veil-of-darkness", "2026-03-08")
    assert then.army is not None and then.army.unsure == {}
    then.army.limit = then.army.points - 10
    assert [
        (each.key, each.severity) for each in engine.check_army(then.army) if each.code == "40K-02"
    ] == [("over", "error")]


@pytest.mark.parametrize("lang", LANGS)
def test_the_warning_says_which_points_are_todays(lang: Any) -> None:
    done = over("veil-of-darkness", "2026-03-08")
    assert done.army is not None
    with_unsure(done.army, 20).limit = done.army.points - 10
    (found,) = [each for each in engine.check_army(done.army) if each.code == "40K-02"]
    assert (found.key, found.severity) == ("unsure", "warning")
    said = messages.say_finding(found, lang)
    assert (
        "20" in said
        and str(done.army.points) in said
        and str(done.army.limit) in said
        and "{" not in said
    )


@pytest.mark.parametrize("lang", LANGS)
def test_what_rests_on_todays_data_is_a_warning_and_said_once(lang: Any) -> None:
    """Immortals are 5 or more: four are an error where the sizes of the day are known, else a warning."""
    units = [
        {"datasheet": "overlord", "warlord": True},
        *({"datasheet": "immortals", "models": 5} for _ in range(2)),
    ]
    done = judged(
        {
            "faction": "necrons",
            "battle_size": "incursion",
            "detachment": "awakened-dynasty",
            "units": units,
        }
    )
    assert done.army is not None
    done.army.units[1].groups = (msgspec.structs.replace(done.army.units[1].groups[0], count=4),)
    done.army.units[2].groups = (msgspec.structs.replace(done.army.units[2].groups[0], count=4),)
    assert [
        each.severity for each in engine.check_army(done.army) if each.check == "unit_size"
    ] == ["error", "error"]
    done.army.by_today = {unit.path: frozenset({"models", "size"}) for unit in done.army.units[1:]}
    found = engine.check_army(done.army)
    assert [each.severity for each in found if each.check == "unit_size"] == ["warning", "warning"]
    (note,) = [each for each in done.not_checked if each.key == "by_today"]
    assert note.args["codes"] == ["40K-13"]
    assert "40K-13" in messages.say_note(note, lang) and "{" not in messages.say_note(note, lang)
    done.army.by_today = {unit.path: frozenset({"leads"}) for unit in done.army.units}
    assert [
        each.severity for each in engine.check_army(done.army) if each.check == "unit_size"
    ] == ["error", "error"]


def test_every_check_of_the_table_is_one() -> None:
    assert set(RESTS_ON) <= set(CHECKS)


def with_unsure(army: Army, points: int) -> Army:
    army.unsure = {army.units[-1].path: points}
    return army


def test_a_limit_for_allies_that_todays_prices_break_is_a_warning() -> None:
    units = [{"datasheet": "primus", "warlord": True}]
    units += [{"datasheet": "astra-militarum/leman-russ-battle-tank"} for _ in range(3)]
    done = judged(
        {
            "faction": "genestealer-cults",
            "battle_size": "incursion",
            "detachment": "brood-brothers-auxilia",
            "units": units,
        }
    )
    assert done.army is not None
    assert [(f.key, f.severity) for f in done.findings if f.code == "40K-16"] == [
        ("points", "error")
    ]
    found = engine.check_army(with_unsure(done.army, 200))
    assert [(f.key, f.severity) for f in found if f.code == "40K-16"] == [
        ("points_unsure", "warning")
    ]


def of_regiments(limit: int) -> Position:
    """A Lord-Vigilant and a unit of which nobody wrote down a price in October 2024."""
    roster = {
        "system": "age-of-sigmar-4e",
        "faction": "stormcast-eternals",
        "points_limit": limit,
        "points_as_of": "2024-10-01",
        "battle_formation": "vanguard-wing",
        "regiments": [
            {
                "hero": {"unit": "lord-vigilant-on-gryph-stalker", "general": True},
                "units": [{"unit": UNKNOWN}],
            }
        ],
    }
    return Position.read(msgspec.json.encode(roster), "roster", LIBRARY)


def _without_price() -> str:
    """A unit that a Lord-Vigilant may lead and of which the history has no price before October 2024."""
    from listbuilder.games.aos_4e import AgeOfSigmar4e

    shelf = AgeOfSigmar4e().shelf(LIBRARY)
    data, past = (
        shelf.load_warscrolls("stormcast-eternals"),
        shelf.past.load_faction("stormcast-eternals"),
    )
    assert data is not None and past is not None
    sheets = [
        sheet
        for each in data.index
        if (sheet := data.get_sheet(each)) and sheet.points and "infantry" in sheet.tags
    ]
    new = {each for each, line in past.prices.items() if min(line.points) > "2024-10-01"}
    return next(sheet.id for sheet in sheets if "hero" not in sheet.tags and sheet.id in new)


UNKNOWN = _without_price()


def test_regiments_of_another_day_too() -> None:
    done = of_regiments(2000)
    assert done.army is not None
    army = done.army
    unknown = next(unit for unit in army.units if unit.datasheet_id == UNKNOWN)
    assert army.unsure == {unknown.path: unknown.points}
    army.limit = army.points - 1
    found = {
        each.code: (each.key, each.severity)
        for each in engine.check_army(army)
        if each.code in ("AOS-01", "AOS-02")
    }
    assert found["AOS-01"] == ("unsure", "warning")
    army.limit = army.sure_points - 1
    assert ("over", "error") in [
        (each.key, each.severity) for each in engine.check_army(army) if each.code == "AOS-01"
    ]
    army.limit = (unknown.points or 0) * 2 - 2
    assert ("unsure", "warning") in [
        (each.key, each.severity) for each in engine.check_army(army) if each.code == "AOS-02"
    ]


@pytest.mark.parametrize("stated", [{"warlord": True}, {"enhancement": "honoured-fallen"}, {}])
def test_whom_a_grant_that_no_source_gives_makes_a_character_is_taken_from_the_roster(
    stated: dict[str, Any],
) -> None:
    """Honoured Fallen is for vehicles of the Adeptus Custodes, of which the data knows no Character."""
    units = [{"datasheet": "shield-captain", "warlord": "warlord" not in stated}]
    units.append({"datasheet": "venerable-land-raider", **stated})
    army = {
        "faction": "adeptus-custodes",
        "battle_size": "incursion",
        "detachment": "solar-spearhead",
    }
    done = judged({**army, "units": units})
    assert [finding.code for finding in done.findings if finding.severity == "error"] == []
    said = [
        messages.say_note(note, "en")
        for note in done.not_checked
        if note.key == "character_unknown"
    ]
    sentence = "whether Venerable Land Raider is a Character (no source lists the units that Solar Spearhead makes Characters)"
    assert said == ([sentence] if stated else [])


def test_an_enhancement_of_which_no_source_says_who_may_bear_it() -> None:
    """Honoured Fallen asks for a vehicle, and then for a character: there is none that is both. No error, but it is said."""
    units = [
        {"datasheet": "shield-captain", "warlord": True},
        {"datasheet": "venerable-land-raider", "enhancement": "honoured-fallen"},
    ]
    roster = {
        "faction": "adeptus-custodes",
        "battle_size": "incursion",
        "detachment": "solar-spearhead",
        "units": units,
    }
    (note,) = (note for note in judged(roster).not_checked if note.key == "bearer_unknown")
    assert note.path == ("units", 1, "enhancement")
    assert "Honoured Fallen" in messages.say_note(
        note, "en"
    ) and "Venerable Land Raider" in messages.say_note(note, "en")
    units[1] = {"datasheet": "venerable-land-raider"}
    assert [note for note in judged(roster).not_checked if note.key == "bearer_unknown"] == []


EXTRAS = [
    (d, s)
    for d, s in SHEETS
    if any(not row.models for row in s.points)
    and len({row.models for row in s.points} - {None}) == 1
]


def test_the_smallest_size_is_assumed_where_there_are_several() -> None:
    """Where one size has a price there is no other to take; what is paid for wargear beside it is no size."""
    assert EXTRAS
    for data, sheet in EXTRAS:
        units = [
            {"datasheet": "overlord", "warlord": True},
            {"datasheet": f"{data.head.id}/{sheet.id}"},
            {"datasheet": "immortals"},
        ]
        done = judged(
            {
                "faction": "necrons",
                "battle_size": "incursion",
                "detachment": "awakened-dynasty",
                "units": units,
            }
        )
        assert done.army is not None
        assert [note.path for note in done.army.assumed if note.key == "smallest_size"] == [
            ("units", 2)
        ], sheet.name


def test_a_warlord_that_none_can_take_over_from_has_no_fix_and_nothing_was_given_up() -> None:
    units = [{"datasheet": "necron-warriors", "warlord": True}]
    done = judged(
        {
            "faction": "necrons",
            "battle_size": "incursion",
            "detachment": "awakened-dynasty",
            "units": units,
        }
    )
    [finding] = [each for each in done.findings if each.key == "not_character"]
    assert isinstance(finding.fixes, LazyFixes) and not finding.fixes.given_up
    assert list(finding.fixes) == []
