"""Factions with warscrolls on other days.

Values are read by hand in the facts of past days and in today's data.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.aos.catalog import FactionData, Shelf
from listbuilder.games.aos.faction import BattleFormation, Lore, ManifestationLore
from listbuilder.games.aos.history_catalog import PastAllegiance, RegimentsPast, make_hero_test
from listbuilder.games.aos.state_on_date import (
    ALL_KEYS,
    DayWarscroll,
    restore_army_of_renown,
    restore_choices,
    restore_tables,
    restore_warscroll,
)
from listbuilder.games.aos.warscroll import Warscroll
from listbuilder.games.registry import get_game
from listbuilder.history.best_date import Part
from listbuilder.matching.spellings import find_candidates
from listbuilder.model.windows import describe_absence
from listbuilder.roster.position import Position
from tests.raw import read_file

GAME = "age-of-sigmar-4e"
FACTIONS = Path(__file__).resolve().parents[3] / "factions"
TODAY = "2026-11-18"
LIBRARY = Library()
PAST = RegimentsPast(GAME, LIBRARY)
OTHERS = ("generic", "regiments-of-renown")


@cache
def shelf() -> Shelf:
    found: Shelf = get_game(GAME).shelf(LIBRARY)  # type: ignore[assignment]
    return found


def today(faction: str) -> FactionData:
    data = shelf().load_faction(faction)
    assert data is not None
    return data


def past(faction: str) -> PastAllegiance:
    data = PAST.load_faction(faction)
    assert data is not None
    return data


def on(day: str, faction: str, warscroll: str) -> DayWarscroll:
    record = past(faction).get_sheet_record(warscroll)
    sheet = today(faction).get_sheet(warscroll) or today(faction).get_sheet(
        (record.renamed_to if record else None) or ""
    )
    found = restore_warscroll(
        sheet, record, day, make_hero_test(today(faction), past(faction), day)
    )
    assert found is not None
    return found


def options(then: DayWarscroll) -> dict[str, tuple[int | None, bool]]:
    """Of the days when units were listed by name: how many at most, and whether a hero."""
    return {
        option.units[0]: (option.max, option.hero) for option in then.warscroll.regiment.options
    }


# Before the day (not included) as the first value, from then on as the second.
CHANGES: list[tuple[str, str, str, str, Any, Any]] = [
    ("blades-of-khorne", "claws-of-karanak", "models", "2024-09-25", 5, 8),
    ("disciples-of-tzeentch", "jade-obelisk", "models", "2026-02-20", 10, 9),
    ("beasts-of-chaos", "gors", "can_be_reinforced", "2024-12-18", False, True),
    ("bonesplitterz", "savage-big-stabbas", "can_be_reinforced", "2026-02-20", False, True),
    (
        "blades-of-khorne",
        "claws-of-karanak",
        "keywords",
        "2024-12-03",
        ("Ward (6+)", "Chaos", "Khorne", "Infantry", "Champion (1/8)", "Bloodbound"),
        ("Ward (6+)", "Chaos", "Infantry", "Champion (1/8)", "Bloodbound", "Blades of Khorne"),
    ),
    (
        "blades-of-khorne",
        "claws-of-karanak",
        "keywords",
        "2025-07-16",
        ("Ward (6+)", "Chaos", "Infantry", "Champion (1/8)", "Bloodbound", "Blades of Khorne"),
        ("Infantry", "Champion (1/8)", "Chaos", "Blades of Khorne", "Bloodbound"),
    ),
    ("beasts-of-chaos", "beastlord", "points", "2025-06-11", 170, 150),
    ("cities-of-sigmar", "assassin", "points", "2026-05-27", 90, 150),
    ("cities-of-sigmar", "galen-ven-denst", "points", "2026-04-01", 170, 160),
    ("ogor-mawtribes", "ogor-gluttons", "points", "2024-09-25", 220, 250),
]


@pytest.mark.parametrize(
    ("faction", "warscroll", "key", "day", "before", "after"),
    CHANGES,
    ids=[f"{c[1]}-{c[2]}-{c[3]}" for c in CHANGES],
)
def test_a_key_before_a_change_and_after(
    faction: str, warscroll: str, key: str, day: str, before: Any, after: Any
) -> None:
    assert getattr(on(day_before(day), faction, warscroll).warscroll, key) == before
    assert getattr(on(day, faction, warscroll).warscroll, key) == after


def day_before(day: str) -> str:
    from datetime import date, timedelta

    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def test_units_by_name() -> None:
    """Before 2025-05-11 the Beastlord led these by name; a Doombull only since 2024-12-18."""
    then = on("2025-01-01", "beasts-of-chaos", "beastlord")
    found = options(then)
    assert found["Doombull"] == (1, True)
    assert found["Beastlord"] == (1, True)
    assert found["Bestigors"] == (None, False)
    assert len(found) == 20
    assert then.warscroll.regiment.can_lead and not then.unknown
    assert "Doombull" not in options(on("2024-12-17", "beasts-of-chaos", "beastlord"))
    since = on("2025-05-11", "beasts-of-chaos", "beastlord").warscroll
    beastlord = today("beasts-of-chaos").get_sheet("beastlord")
    assert beastlord is not None
    assert since.regiment == beastlord.regiment


def test_options_of_another_day() -> None:
    """The Assassin joined as a Shadow Agent until 2026-05-27, and led Aelves until 2025-07-16."""
    june = on("2025-07-15", "cities-of-sigmar", "assassin").warscroll.regiment
    assert [option.keywords for option in june.options] == [("Aelf",)]
    assert june.joins_as == ("Shadow Agent",)
    later = on("2025-07-16", "cities-of-sigmar", "assassin").warscroll.regiment
    assert (later.options, later.joins_as) == ((), ("Shadow Agent",))
    now = on("2026-05-27", "cities-of-sigmar", "assassin").warscroll.regiment
    assert [option.keywords for option in now.options] == [("Aelf", "Infantry")]
    assert now.joins_as == ()


def test_where_nobody_could_be_reinforced_the_sources_did_not_say_who_could() -> None:
    """Until 2026-02-20 they had nobody of the Bonesplitterz so; the Beasts of Chaos had all their
    units so but the Gors."""

    def then(faction: str, warscroll: str, day: str) -> tuple[bool, bool]:
        data = shelf().get_shelf_on_date(day).load_faction(faction)
        sheet = data.get_sheet(warscroll) if data else None
        assert data is not None and sheet is not None
        return sheet.can_be_reinforced, "can_be_reinforced" in data.get_unknown_keys(warscroll)

    assert then("bonesplitterz", "savage-boarboys", "2025-02-15") == (True, True)
    assert then("bonesplitterz", "savage-boarboys", "2026-02-20") == (True, False)
    assert then("bonesplitterz", "wurrgog-prophet", "2025-02-15") == (False, False)
    assert then("beasts-of-chaos", "gors", "2024-09-01") == (False, False)


def test_what_the_sources_do_not_tell_of_a_regiment_is_as_today() -> None:
    neave = on("2025-01-01", "stormcast-eternals", "neave-blacktalon").warscroll.regiment
    assert neave.cannot_be_auxiliary
    assert "Neave's Companions" in {option.units[0] for option in neave.options}


def test_a_warscroll_that_is_gone() -> None:
    """The Lord-Imperitant is a Lord-Imperatant since 2024-10-31."""
    then = on("2024-10-01", "stormcast-eternals", "lord-imperitant")
    assert (then.warscroll.name, then.warscroll.points, then.warscroll.models) == (
        "Lord-Imperitant",
        150,
        1,
    )
    assert options(then)["Knight-Questor"] == (1, True)
    assert options(then)["Gryph-hounds"] == (1, False)
    assert options(then)["Liberators"] == (None, False)
    found = describe_absence(
        past("stormcast-eternals").get_things("warscrolls")["lord-imperitant"], "2025-01-01"
    )
    assert found is not None
    assert (found.until, found.renamed_to) == ("2024-10-31", "lord-imperatant")


def test_a_hero_that_came_with_another() -> None:
    """Doralia ven Denst was paid for with Galen; the pair shared one price."""
    assert on("2026-01-01", "cities-of-sigmar", "doralia-ven-denst") == DayWarscroll(
        Warscroll(
            id="doralia-ven-denst",
            name="Doralia ven Denst",
            points=0,
            models=1,
            keywords=("Unique", "Hero", "Order", "Cities of Sigmar", "Human", "Infantry"),
            regiment=msgspec.convert(
                {"can_lead": False},
                type(Warscroll(id="", name="", points=0, models=1, keywords=()).regiment),
            ),
        ),
        frozenset(),
    )
    companion = on("2026-01-01", "cities-of-sigmar", "galen-ven-denst").warscroll.regiment.options[
        1
    ]
    assert (companion.units, companion.min, companion.max, companion.hero) == (
        ("Doralia ven Denst",),
        1,
        1,
        True,
    )


def test_one_that_was_renamed_and_not_described_is_as_its_successor() -> None:
    """No source tells what the Ogor Gluttons were; they are Gluttons now."""
    then = on("2025-06-01", "ogor-mawtribes", "ogor-gluttons")
    assert (then.warscroll.name, then.warscroll.points) == ("Ogor Gluttons", 230)
    gluttons = today("ogor-mawtribes").get_sheet("gluttons")
    assert gluttons is not None
    assert then.warscroll.models == gluttons.models
    assert then.unknown == ALL_KEYS


def test_one_of_which_nothing_is_known() -> None:
    record = past("kruleboyz").get_sheet_record("scaregob-tower")
    assert restore_warscroll(None, record, "2025-06-01", lambda name: False) is None


# --- what an army is given ------------------------------------------------------------------------


def formations(day: str, faction: str) -> dict[str, int]:
    found = restore_choices(
        BattleFormation,
        today(faction).head.battle_formations,
        past(faction).load_choices("battle_formations"),
        day,
    )
    return {each.id: each.points for each in found}


def test_battle_formations() -> None:
    """All formations of the Cities but two are from 2026-05-27."""
    assert formations("2026-01-01", "cities-of-sigmar") == {
        "veteran-cannoneers": 30,
        "fearless-exemplars": 0,
        "collegiate-arcane-expedition": 0,
        "dawnbringer-crusade": 0,
        "fortress-city-defenders": 0,
        "ironweld-guild-army": 0,
    }
    assert formations("2025-09-23", "cities-of-sigmar")["veteran-cannoneers"] == 0
    assert formations("2026-05-27", "cities-of-sigmar")["veteran-cannoneers"] == 40
    assert "veteran-cannoneers" not in formations("2025-05-07", "cities-of-sigmar")
    assert "veteran-cannoneers" in formations("2025-05-08", "cities-of-sigmar")  # three days' grace


def enhancements(day: str, faction: str) -> dict[str, list[str]]:
    found = restore_tables(
        today(faction).head.enhancement_tables, past(faction).load_enhancements(), day
    )
    return {table.id: [each.id for each in table.choices] for table in found}


def test_enhancement_tables() -> None:
    """The Blades of Khorne had other traits until 2025-07-30, and no Brazen Mutations until
    2026-06-30."""
    assert enhancements("2025-01-01", "blades-of-khorne") == {
        "heroic-traits": ["favoured-of-khorne", "firebrand", "relentless-hunter"],
        "artefacts-of-power": ["collar-of-contempt", "argath-the-king-of-blades", "halo-of-blood"],
    }
    assert "brazen-mutations" in enhancements("2026-06-30", "blades-of-khorne")


def test_prices_of_enhancements() -> None:
    """Brazier of Holy Flame was free until 2025-09-24, then cost 20, and went on 2026-05-27."""
    prices = {}
    for day in ("2025-09-23", "2025-09-24", "2026-05-31"):
        tables = restore_tables(
            today("cities-of-sigmar").head.enhancement_tables,
            past("cities-of-sigmar").load_enhancements(),
            day,
        )
        all_of_them = {each.id: each.points for table in tables for each in table.choices}
        prices[day] = all_of_them.get("brazier-of-holy-flame")
    assert prices == {"2025-09-23": 0, "2025-09-24": 20, "2026-05-31": None}


def test_lores() -> None:
    """The Ogors' prayers had another name and other contents until 2026-08-01."""
    head, history = today("ogor-mawtribes").head, past("ogor-mawtribes")
    then = restore_choices(
        Lore, head.prayer_lores, history.load_choices("prayer_lores"), "2026-01-01"
    )
    assert [(lore.id, lore.contents) for lore in then] == [
        ("everwinter-prayers", ("Call of the Blizzard", "Keening Gale", "Pulverising Hailstorm"))
    ]
    assert [
        lore.id
        for lore in restore_choices(
            Lore, head.prayer_lores, history.load_choices("prayer_lores"), TODAY
        )
    ] == ["lore-of-the-everwinter"]
    found = describe_absence(history.get_things("prayer_lores")["everwinter-prayers"], TODAY)
    assert found is not None
    assert (found.until, found.replaced_by, found.renamed_to) == (
        "2026-08-01",
        "lore-of-the-everwinter",
        None,
    )


@pytest.mark.parametrize(
    ("day", "points"),
    [("2024-07-13", 0), ("2025-06-11", 20), ("2026-03-31", 20), ("2026-04-01", 0)],
)
def test_the_price_of_a_manifestation_lore(day: str, points: int) -> None:
    found = restore_choices(
        ManifestationLore,
        shelf().load_generic_lores(),
        past("generic").load_choices("manifestation_lores"),
        day,
    )
    assert {each.id: each.points for each in found}["krondspine-incarnate"] == points


@pytest.mark.parametrize(
    ("day", "there"),
    [("2025-01-01", False), ("2025-07-26", False), ("2025-07-27", True), (TODAY, True)],
)
def test_an_army_of_renown(day: str, there: bool) -> None:
    """The Gorechosen Champions are from 2025-07-30; three days' grace."""
    army = today("blades-of-khorne").load_army_of_renown("gorechosen-champions")
    assert army is not None
    found = restore_army_of_renown(
        army, past("blades-of-khorne").load_army_of_renown("gorechosen-champions"), day
    )
    assert found == (army if there else None)


# --- names and prices over time -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "kind", "written", "day", "first"),
    [
        ("skaven", "warscrolls", "Doom-flayer", "2025-01-01", "doom-flayers"),
        ("soulblight-gravelords", "warscrolls", "Black Knights", "2025-01-01", "black-knights"),
        ("soulblight-gravelords", "warscrolls", "Black Knights", TODAY, "barrow-knights"),
        ("blades-of-khorne", "battle_formations", "Murder Host", "2024-12-01", "murder-host"),
        (
            "blades-of-khorne",
            "lores",
            "Blood Blesssings of Khorne",
            "2026-01-01",
            "blood-blessings-of-khorne",
        ),
        (
            "maggotkin-of-nurgle",
            "lores",
            "Bendictions of Sickness",
            "2026-07-01",
            "benedictions-of-sickness-ghb-2026-27",
        ),
        (
            "flesh-eater-courts",
            "armies_of_renown",
            "New Summercourt",
            "2026-01-01",
            "the-knights-of-new-summercourt",
        ),
    ],
)
def test_what_a_name_may_mean(faction: str, kind: str, written: str, day: str, first: str) -> None:
    found = find_candidates(PAST.get_spellings(faction, kind), written, day)
    assert first in [each.id for each in found]
    if day != TODAY:
        assert found[0].id == first


def test_under_a_unit_and_beside_its_name() -> None:
    cities, generic = PAST.load_aliases("cities-of-sigmar"), PAST.load_aliases("generic")
    assert cities is not None and generic is not None
    assert set(cities.get_unit_items("Alchemite Warforger")) == {"Tongstaff"}
    assert generic.get_abbreviations() == {
        "SoG": "Scourge of Ghyran",
        "SOG": "Scourge of Ghyran",
        "[SoG]": "Scourge of Ghyran",
        "SoA": "Scourge of Aqshy",
    }


def test_timelines() -> None:
    assert PAST.timeline(Part("stormcast-eternals", "liberators", 2)) == [
        ("2024-07-13", 240),
        ("2024-09-25", 220),
        ("2024-12-18", 200),
        ("2025-09-24", 180),
    ]
    assert PAST.timeline(Part("regiments-of-renown", "big-drogg-fort-kicka", 1)) == [
        ("2024-07-13", 480),
        ("2024-12-18", 450),
    ]
    brazier = Part("cities-of-sigmar", "enhancements:artefacts-of-power/brazier-of-holy-flame", 1)
    assert PAST.timeline(brazier) == [("2024-07-13", 0), ("2025-09-24", 20), ("2026-05-27", None)]
    assert PAST.timeline(Part("generic", "manifestation_lores:krondspine-incarnate", 1))[-1] == (
        "2026-04-01",
        0,
    )
    assert PAST.timeline(Part("cities-of-sigmar", "no-such-thing", 1)) == ()


def test_a_timeline_begins_under_the_old_name() -> None:
    """Black Knights cost 160 and 180; Barrow Knights have their own prices from 2025-04-16 on."""
    rows = PAST.timeline(Part("soulblight-gravelords", "barrow-knights", 1))
    assert rows[:2] == [("2024-07-13", 160), ("2024-09-25", 180)]


# --- over all data --------------------------------------------------------------------------------


def test_every_faction_of_today_has_a_history() -> None:
    assert sorted(PAST.list_ids()) == sorted([*shelf().list_ids(), *OTHERS])


def test_after_the_last_change_everything_is_as_today() -> None:
    for faction in shelf().list_ids():
        now, history = today(faction), past(faction)
        head = now.head
        for own in now.index:
            record = history.get_sheet_record(own)
            assert record is not None, f"{faction}/{own}"
            sheet = now.get_sheet(own)
            assert sheet is not None
            assert on(TODAY, faction, own) == DayWarscroll(sheet, frozenset()), own
        assert (
            restore_choices(
                BattleFormation,
                head.battle_formations,
                history.load_choices("battle_formations"),
                TODAY,
            )
            == head.battle_formations
        )
        assert (
            restore_tables(head.enhancement_tables, history.load_enhancements(), TODAY)
            == head.enhancement_tables
        )
        assert (
            restore_choices(Lore, head.spell_lores, history.load_choices("spell_lores"), TODAY)
            == head.spell_lores
        )
        assert (
            restore_choices(Lore, head.prayer_lores, history.load_choices("prayer_lores"), TODAY)
            == head.prayer_lores
        )
        manifestations = restore_choices(
            ManifestationLore,
            head.manifestation_lores,
            history.load_choices("manifestation_lores"),
            TODAY,
        )
        assert manifestations == head.manifestation_lores
        for army_id in now.armies:
            army = now.load_army_of_renown(army_id)
            assert army is not None
            assert restore_army_of_renown(army, history.load_army_of_renown(army_id), TODAY) == army
    generic = past("generic").load_choices("manifestation_lores")
    assert (
        restore_choices(ManifestationLore, shelf().load_generic_lores(), generic, TODAY)
        == shelf().load_generic_lores()
    )


@pytest.mark.slow
def test_every_state_is_a_warscroll() -> None:
    """On every release day; six of which no source says what they were are none."""
    unknown = set()
    for faction in shelf().list_ids():
        history = past(faction)
        for own, thing in history.get_things("warscrolls").items():
            for day in PAST.load_versions().list_release_dates():
                record = history.get_sheet_record(own)
                sheet = today(faction).get_sheet(own) or today(faction).get_sheet(
                    thing.renamed_to or ""
                )
                found = restore_warscroll(
                    sheet, record, day, make_hero_test(today(faction), history, day)
                )
                if found is None:
                    unknown.add(own)
                    continue
                warscroll = found.warscroll
                assert (
                    msgspec.json.decode(msgspec.json.encode(warscroll), type=Warscroll) == warscroll
                ), own
                assert warscroll.models > 0 and warscroll.keywords and warscroll.points >= 0, own
                names = [option.units for option in warscroll.regiment.options if option.units]
                assert len(set(names)) == len(names), own
    assert unknown == {
        "delusion-tracker",
        "battle-traits",
        "scaregob-tower",
        "kurnoth-hunters-with-kurnoth-greatbows",
        "kurnoth-hunters-with-kurnoth-greatswords",
        "kurnoth-hunters-with-kurnoth-scythes",
    }


CHOICES = {
    "battle_formations": "battle_formation", "spell_lores": "spell_lore",
    "prayer_lores": "prayer_lore",
    "manifestation_lores": "manifestation_lore", "faction_terrain": "faction_terrain",
}  # fmt: skip


def _find_gone() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the formations, lores and terrain that a faction has no more, with the faction and the
    key of the roster."""
    for file in sorted((FACTIONS / "age-of-sigmar-4e" / "history").glob("*.yaml")):
        if file.stem not in ("versions", "generic"):
            history = read_file(file)
            for kind, key in CHOICES.items():
                for each in history.get(kind) or ():
                    if not each.get("today", True) and not each.get("renamed_to"):
                        yield file.stem, key, each


GONE = list(_find_gone())


@pytest.mark.parametrize(
    ("faction", "key", "thing"),
    GONE,
    ids=lambda each: each["id"] if isinstance(each, dict) else each,
)
def test_what_was_gone_on_the_day_is_read_as_it_was(
    faction: str, key: str, thing: dict[str, Any]
) -> None:
    """Each formation and lore that a faction once had, on a day on which it had gone."""
    roster = {
        "system": "age-of-sigmar-4e",
        "faction": faction,
        "points_limit": 1000,
        key: thing["id"].rpartition("/")[2],
    }
    done = Position.read(
        msgspec.json.encode({**roster, "points_as_of": "2026-06-20"}), "list.yaml", LIBRARY
    )
    assert done.problems == [] and done.army is not None
    choices = done.army.list_choices()  # type: ignore[attr-defined]
    assert [choice.name for choice in choices] == [thing["name"]]
