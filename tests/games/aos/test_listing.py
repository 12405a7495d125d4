"""How armies of regiments are shown, found and begun."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.games.aos.army import RegimentArmy
from listbuilder.games.game import NewRoster
from listbuilder.games.registry import get_game
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position

LIBRARY = Library()
GAME = get_game("age-of-sigmar-4e")
ROSTER = """\
system: age-of-sigmar-4e
faction: seraphon
season: 2026-27
points_limit: 1000
battle_formation: eternal-starhost
regiments:
  - hero: {unit: skink-starpriest}
    units: [{unit: kroxigor, reinforced: true}]
  - hero:
      {unit: slann-starmaster, general: true, enhancements: [coatl-familiar, being-of-the-stars]}
auxiliary: [{unit: terrawings}, {unit: saurus-guard}]
regiment_of_renown: the-pustules
manifestation_lore: forbidden-power
"""


def judged(text: str) -> Position:
    return Position.read(text.encode(), "list.yaml", LIBRARY)


def test_columns_are_regiments_auxiliaries_renown_and_the_rest() -> None:
    army = judged(ROSTER).army
    assert isinstance(army, RegimentArmy)
    columns = GAME.group_units_by_role(army)
    assert [
        (column.key, column.args, [unit.name for unit in column.units]) for column in columns
    ] == [
        ("regiment", {"number": 1}, ["Skink Starpriest", "Kroxigor"]),
        ("regiment_of_general", {"number": 2}, ["Slann Starmaster"]),
        ("auxiliary", {}, ["Terrawings", "Saurus Guard"]),
        ("renown", {"name": "The Pustules"}, [unit.name for unit in army.renown_taken[0].units]),
        ("choices", {}, []),
    ]
    sums = [
        sum(unit.points or 0 for unit in c.units) + sum(extra.points for extra in c.extras)
        for c in columns
    ]
    renown = army.renown_taken[0].points
    assert sums == [90 + 400, 260 + 20, 70 + 110 + 20, renown, 20]
    assert army.points == sum(sums)
    assert [(extra.name, extra.points) for extra in columns[2].extras] == [("Auxiliary units", 20)]
    assert [extra.name for extra in columns[3].extras] == ["The Pustules", "Feculent Gnarlmaw"]
    assert [(extra.kind, extra.name, extra.points) for extra in columns[4].extras] == [
        ("Battle formation", "Eternal Starhost", 0),
        ("Manifestation lore", "Forbidden Power", 20),
    ]


def test_drops_are_regiments_auxiliaries_and_the_regiment_of_renown() -> None:
    army = judged(ROSTER).army
    assert army is not None
    assert GAME.list_facts(army) == [("show.drops", {"count": 2 + 2 + 1})]


def test_remarks_name_the_general_what_is_reinforced_and_what_is_borne() -> None:
    army = judged(ROSTER).army
    assert isinstance(army, RegimentArmy)
    said = {unit.id: GAME.list_remarks(army, unit) for unit in army.own_units}
    assert said["kroxigor"] == [("show.reinforced", {})]
    assert said["slann-starmaster"] == [
        ("show.general", {}),
        ("show.enhancement", {"name": "Coatl Familiar", "points": 20}),
        ("show.borne", {"name": "Being of the Stars"}),
    ]
    assert said["saurus-guard"] == [  # five models: CHAMPION, MUSICIAN (1/5), STANDARD BEARER (1/5)
        ("show.counted", {"name": "Champion", "count": 1}),
        ("show.counted", {"name": "Musician", "count": 1}),
        ("show.counted", {"name": "Standard Bearer", "count": 1}),
    ]


@pytest.mark.parametrize("faction", [each for each, _ in GAME.list_factions(LIBRARY)])
def test_a_new_roster_of_every_faction_is_legal(faction: str) -> None:
    done = judged(GAME.write_new_roster(NewRoster(faction), LIBRARY))
    assert done.verdict == "legal", [finding.key for finding in done.findings]
    assert isinstance(done.army, RegimentArmy)
    assert done.army.limit == 2000
    assert done.army.general is not None


def test_new_takes_names_limits_and_formations() -> None:
    done = judged(
        GAME.write_new_roster(
            NewRoster("Stormcast Eternals", "750", "thunderhead-host", "Mine"), LIBRARY
        )
    )
    assert isinstance(done.army, RegimentArmy)
    assert (done.army.name, done.army.limit, done.army.formations_chosen[0].name) == (
        "Mine",
        750,
        "Thunderhead Host",
    )


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        (NewRoster("Stormcast Eternal"), "unknown_faction"),
        (NewRoster("seraphon", "many"), "not_a_number"),
        (NewRoster("seraphon", "-5"), "not_a_number"),
        (NewRoster("seraphon", None, "thunderhead-host"), "unknown_choice"),
    ],
)
def test_new_says_what_it_does_not_know(wanted: NewRoster, key: str) -> None:
    with pytest.raises(Unreadable) as raised:
        GAME.write_new_roster(wanted, LIBRARY)
    assert [problem.key for problem in raised.value.problems] == [key]


def test_entries_have_both_sizes_and_prices() -> None:
    entries = {entry.id: entry for entry in GAME.list_entries(LIBRARY, "seraphon")}
    assert (entries["kroxigor"].sizes, entries["kroxigor"].points) == (("3", "6"), (200, 400))
    assert (entries["stegadon"].sizes, entries["stegadon"].points) == (("1",), (150,))


@pytest.mark.parametrize("season", ["null", "2026-27"])
def test_a_table_of_another_season_is_not_offered(season: str) -> None:
    done = judged(
        f"""\
system: age-of-sigmar-4e
faction: kharadron-overlords
season: {season}
regiments:
  - hero: {{unit: arkanaut-admiral, general: true}}
    units: [{{unit: arkanaut-frigate}}]
"""
    )
    assert done.system and done.document and done.army, done.problems
    fields = done.system.make_editor(LIBRARY).list_fields(
        done.document.data, done.army, ("regiments", 0, "units", 0)
    )
    assert [field.args["kind"] for field in fields if field.key == "enhancement_of"] == [
        "Great Endrinworks"
    ]
