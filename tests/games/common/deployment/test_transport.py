"""Every transport beside every datasheet: taken or not, and full to the last place, as the facts say, read here a second time.

The facts are those of ../shared (or $LISTBUILDER_SHARED); where that is not at hand, the shipped files state them.
"""

from __future__ import annotations

import pytest

from listbuilder.games.common.transport import find_overload, find_transport_refusal
from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.model.army import Group
from tests.games.common.deployment.units import (
    FACTIONS,
    Fact,
    every_sheet,
    has,
    own_and_parent,
    same,
    unit,
    words_of,
)


def takes(data: Fact, sheet: Fact) -> bool:
    """Whether the main load takes the unit, not attached to anything."""
    if data.get("units"):
        return sheet["name"] in data["units"]
    if not any(all(has(sheet, keyword) for keyword in row) for row in data["takes"]):
        return False
    shut = [all(has(sheet, keyword) for keyword in row) for row in data["excludes"]]
    excepted = any(
        all(has(sheet, keyword) for keyword in row) for row in data.get("exceptions", [])
    )
    if shut and shut[-1] and excepted and "exceptions_when" not in data:
        shut[-1] = False  # the exceptions stand behind the last exclusion
    if any(shut):
        return False
    strong = data.get("excludes_wounds")
    return (
        not strong
        or wounds(sheet) < strong["min"]
        or any(has(sheet, each) for each in strong["unless"])
    )


def wounds(sheet: Fact) -> int:
    """Of the strongest model; only asked where all have the same or the strongest is what matters."""
    return max((row["w"] for row in sheet["stats"] if isinstance(row["w"], int)), default=1)


def takes_further(load: Fact, sheet: Fact) -> bool:
    kind = any(all(has(sheet, keyword) for keyword in row) for row in load["takes"])
    shut = any(all(has(sheet, keyword) for keyword in row) for row in load.get("excludes", []))
    return kind and not shut and wounds(sheet) <= load.get("max_wounds", 999)


def further(data: Fact) -> list[Fact]:
    return [load for key in ("also", "instead", "groups") for load in data.get(key, [])]


def expected_to_ride(data: Fact, sheet: Fact) -> bool:
    main = not data.get("groups") and takes(data, sheet)
    return main or any(takes_further(load, sheet) for load in further(data))


TRANSPORTS = [(faction, sheet) for faction, sheet in every_sheet() if sheet["transport"]]


def passengers(faction: str) -> list[tuple[str, Fact]]:
    """Everything of the faction; for fortifications anyone may use, a faction with all kinds of models as well."""
    extra = own_and_parent("tyranids") if faction == "unaligned-forces" else []
    return own_and_parent(faction) + extra


def mixed(sheet: Fact) -> bool:
    """Models of different wounds: which of them is asked about depends on the composition."""
    return len({row["w"] for row in sheet["stats"]}) > 1


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_transport_beside_every_datasheet(faction: str) -> None:
    wrong, taken = [], 0
    sheets = [(home, sheet, unit(home, sheet["id"])) for home, sheet in passengers(faction)]
    for _, transport in [each for each in TRANSPORTS if each[0] == faction]:
        data, made = transport["transport"], unit(faction, transport["id"])
        asks_wounds = "excludes_wounds" in data or any(
            "max_wounds" in load for load in further(data)
        )
        for _, sheet, rider in sheets:
            if asks_wounds and mixed(sheet):
                continue
            expected = expected_to_ride(data, sheet)
            taken += expected
            if (find_transport_refusal(made, rider, [rider]) is None) != expected:
                wrong.append((transport["name"], sheet["name"], expected))
    assert wrong == []
    assert taken or not any(each[0] == faction for each in TRANSPORTS)


def slots(data: Fact, sheet: Fact, model: str) -> int:
    """Places of one model. A name that is a model's, and no keyword of the unit, means that model alone."""
    keywords = {same(each) for each in (*sheet["keywords"], *sheet["faction_keywords"])}
    lines = [
        line
        for each in (sheet.get("models"), *sheet.get("compositions", []))
        for line in each or []
    ]
    own = next(
        (
            line["transport_slots"]
            for line in lines
            if line["name"] == model and "transport_slots" in line
        ),
        None,
    )
    if own is not None:
        return int(own)
    found = [1]
    for key, count in data.get("slots", {}).items():
        by_name = same(key) not in keywords and any(
            same(line["name"]) == same(key) for line in lines
        )
        if (
            same(model) == same(key)
            if by_name
            else (same(key) in words_of(sheet) or same(model) == same(key))
        ):
            found.append(count)
    found += [
        row["slots"] for row in data.get("slots_by_wounds", []) if wounds(sheet) >= row["min"]
    ]
    return max(found)


def filled(home: str, sheet: Fact, model: str, count: int) -> MusterUnit:
    return unit(home, sheet["id"], (Group(model, count),))


@pytest.mark.parametrize("faction", FACTIONS)
def test_exactly_full_and_one_more(faction: str) -> None:
    """Every transport with as many models of every kind as it holds in its main load, and with one more."""
    wrong: list[object] = []
    checked = 0
    for _, transport in [each for each in TRANSPORTS if each[0] == faction]:
        data, made = transport["transport"], unit(faction, transport["id"])
        if data.get("counts") == "units" or data.get("groups"):
            continue
        for home, sheet in passengers(faction):
            if not takes(data, sheet) or any(takes_further(load, sheet) for load in further(data)):
                continue
            if "slots_by_wounds" in data and mixed(sheet):
                continue
            lines = sheet.get("models") or sheet["compositions"][0]
            for model in {line["name"] for line in lines}:
                each = slots(data, sheet, model)
                if each == 0:
                    full = filled(home, sheet, model, 500)
                    assert find_overload(made, [[full]]) is None, (
                        transport["name"],
                        sheet["name"],
                        model,
                    )
                    continue
                most = data["capacity"] // each
                if most:
                    full = filled(home, sheet, model, most)
                    if find_overload(made, [[full]]) is not None:
                        wrong.append((transport["name"], sheet["name"], model, most, "refused"))
                more = find_overload(made, [[filled(home, sheet, model, most + 1)]])
                if more is None or (more.key, more.used, more.capacity) != (
                    "over",
                    (most + 1) * each,
                    data["capacity"],
                ):
                    wrong.append((transport["name"], sheet["name"], model, most + 1, more))
                checked += 1
    assert wrong == []
    assert checked or not [
        each for each in TRANSPORTS if each[0] == faction and not each[1]["transport"].get("counts")
    ], "nothing was compared"


def fits(transport: MusterUnit, *parties: list[MusterUnit]) -> bool:
    assert all(
        find_transport_refusal(transport, rider, party) is None
        for party in parties
        for rider in party
    )
    return find_overload(transport, list(parties)) is None


def models(faction: str, datasheet: str, model: str, count: int) -> MusterUnit:
    return unit(faction, datasheet, (Group(model, count),))


def test_a_further_load_beside_the_main_one() -> None:
    """Ghost Ark: 10 Necron Warriors and 1 Necrons Infantry Character."""
    ark, lord, royal = (unit("necrons", each) for each in ("ghost-ark", "overlord", "royal-warden"))
    ten, eleven = (
        models("necrons", "necron-warriors", "Necron Warrior", count) for count in (10, 11)
    )
    assert fits(ark, [ten, lord])
    assert fits(ark, [lord])
    assert not fits(ark, [eleven])
    assert not fits(ark, [ten, lord, royal])


def test_a_load_in_place_of_the_main_one() -> None:
    """Dreadclaw: 12 Heretic Astartes Infantry, or 1 Helbrute; never both."""
    claw, brute = (
        unit("chaos-space-marines", "dreadclaw-drop-pod"),
        unit("chaos-space-marines", "helbrute"),
    )
    twelve = models("chaos-space-marines", "legionaries", "Legionary", 12)
    assert fits(claw, [twelve])
    assert fits(claw, [brute])
    assert not fits(claw, [models("chaos-space-marines", "legionaries", "Legionary", 1)], [brute])
    assert not fits(claw, [brute], [unit("chaos-space-marines", "helbrute")])


def test_a_further_load_that_takes_from_the_main_one() -> None:
    orion = unit("adeptus-custodes", "orion-assault-dropship")
    dread = unit("adeptus-custodes", "venerable-contemptor-dreadnought")
    twelve, six, seven = (
        models("adeptus-custodes", "custodian-guard", "Custodian Guard", n) for n in (12, 6, 7)
    )
    assert fits(orion, [twelve])
    assert fits(orion, [six], [dread])
    assert not fits(orion, [seven], [dread])
    # Mastodon: 45 places; a Dreadnought takes as many as it has wounds (8), and at most 2 of them ride.
    mastodon, dreadnought = unit("space-marines", "mastodon"), unit("space-marines", "dreadnought")
    many, more = (models("space-marines", "tactical-squad", "Tactical Marine", n) for n in (37, 38))
    assert fits(mastodon, [many], [dreadnought])
    assert not fits(mastodon, [more], [dreadnought])
    assert not fits(mastodon, *[[unit("space-marines", "dreadnought")] for _ in range(3)])
    # Stormbird: 55 places, of which one Rhino takes 25.
    stormbird, rhino = (
        unit("space-marines", "sokar-pattern-stormbird"),
        unit("space-marines", "rhino"),
    )
    thirty, thirty_one = (
        models("space-marines", "tactical-squad", "Tactical Marine", n) for n in (30, 31)
    )
    assert fits(stormbird, [thirty], [rhino])
    assert not fits(stormbird, [thirty_one], [rhino])
    assert not fits(stormbird, [rhino], [unit("space-marines", "rhino")])


def test_models_of_one_unit_in_two_loads() -> None:
    """Orca: 48 T'au Infantry beside 6 Battlesuits that take as many places as they have wounds; Stealth suits are both."""
    orca = unit("tau-empire", "orca-dropship")
    suits = [
        models("tau-empire", "stealth-battlesuits", "Stealth Shas'ui", count) for count in (48, 49)
    ]
    assert fits(orca, [suits[0]])
    assert not fits(orca, [suits[1]])
    manta = unit("tau-empire", "manta")
    team = models("tau-empire", "strike-team", "Fire Warrior", 200)
    eight, nine = (
        models("tau-empire", "stealth-battlesuits", "Stealth Shas'ui", count) for count in (8, 9)
    )
    assert fits(manta, [team], [eight])
    assert not fits(manta, [team], [nine])


def test_capacity_in_units_counts_an_attached_unit_once() -> None:
    """Night Scythe: one Necrons Infantry unit."""
    scythe, warriors, lord = (
        unit("necrons", each) for each in ("night-scythe", "necron-warriors", "overlord")
    )
    assert fits(scythe, [warriors, lord])
    assert not fits(scythe, [warriors], [lord])


def test_capacity_with_an_item() -> None:
    """Battlewagon: 22 places, 12 with a killkannon."""
    wagon = unit("orks", "battlewagon")
    twelve, many = (models("orks", "boyz", "Boy", count) for count in (12, 22))
    assert fits(wagon, [many])
    wagon.groups = (Group("Battlewagon", 1, {"Killkannon": 1}),)
    assert fits(wagon, [twelve])
    assert not fits(wagon, [many])


def test_places_of_one_model_among_others() -> None:
    """Battlewagon: Ghazghkull Thraka takes 4, Makari beside him 1; models that take no space take none."""
    wagon, ghaz = unit("orks", "battlewagon"), unit("orks", "ghazghkull-thraka")
    assert fits(wagon, [models("orks", "boyz", "Boy", 17), ghaz])
    assert not fits(wagon, [models("orks", "boyz", "Boy", 18), ghaz])
    sagitaur, grimnyr = unit("leagues-of-votann", "sagitaur"), unit("leagues-of-votann", "grimnyr")
    assert sum(group.count for group in grimnyr.groups) == 3  # one model, two that take no space
    assert fits(
        sagitaur,
        [models("leagues-of-votann", "hearthkyn-warriors", "Hearthkyn Warrior", 5), grimnyr],
    )
    assert not fits(
        sagitaur,
        [models("leagues-of-votann", "hearthkyn-warriors", "Hearthkyn Warrior", 6), grimnyr],
    )


def test_exceptions_while_attached() -> None:
    """Rhino: no Tacticus models, but Tacticus Characters attached to a unit without Tacticus."""
    rhino, lieutenant = unit("space-marines", "rhino"), unit("space-marines", "lieutenant")
    tacticals, intercessors = (
        unit("space-marines", "tactical-squad"),
        unit("space-marines", "intercessor-squad"),
    )
    assert find_transport_refusal(rhino, lieutenant, [lieutenant]) is not None
    assert find_transport_refusal(rhino, lieutenant, [tacticals, lieutenant]) is None
    assert find_transport_refusal(rhino, lieutenant, [intercessors, lieutenant]) is not None
    jump = unit(
        "space-marines", "captain-with-jump-pack"
    )  # Tacticus and Jump Pack: only the first is excepted
    assert find_transport_refusal(rhino, jump, [tacticals, jump]) is not None


def test_exceptions_stand_behind_the_last_exclusion() -> None:
    """Wave Serpent: no Jump Pack, and no Ynnari but Asuryani, Yvraine and the Visarch."""
    serpent = unit("aeldari", "wave-serpent")
    expected = {
        "swooping-hawks": False,
        "yvraine": True,
        "the-visarch": True,
        "ynnari-incubi": False,
        "dire-avengers": True,
    }
    assert {
        each: find_transport_refusal(serpent, unit("aeldari", each), [unit("aeldari", each)])
        is None
        for each in expected
    } == expected


def test_what_has_joined() -> None:
    """A support weapon keeps its unit out of transports; a Loyal Protector rides where its squad may, in three places."""
    serpent, guardians, cannon = (
        unit("aeldari", each)
        for each in ("wave-serpent", "guardian-defenders", "d-cannon-platform")
    )
    assert find_transport_refusal(serpent, guardians, [guardians]) is None
    kept_out = find_transport_refusal(serpent, cannon, [guardians, cannon])
    assert kept_out is not None
    assert kept_out.key == "stays_out"
    lighter, command, ogryn = (
        unit("astra-militarum", each)
        for each in ("arvus-lighter", "cadian-command-squad", "ogryn-bodyguard")
    )
    assert find_transport_refusal(lighter, ogryn, [ogryn]) is not None  # it takes no Ogryns ...
    assert (
        find_transport_refusal(lighter, ogryn, [command, ogryn]) is None
    )  # ... but this one while it is part of the squad
    squads = [
        models("astra-militarum", "cadian-shock-troops", "Shock Trooper", count) for count in (4, 5)
    ]
    assert fits(lighter, [command, ogryn], [squads[0]])  # 5 + 3 + 4
    assert not fits(lighter, [command, ogryn], [squads[1]])
