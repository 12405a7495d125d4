"""What a viewer that is no package needs of a roster file, found by reading its code; each with its reason."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from listbuilder.formats.write.ros import SPACE
from listbuilder.games.wh40k.army import Muster
from tests.formats.write.made import EXAMPLES, exported, judged

FILES = sorted(
    file for game in ("40k-10e", "40k-11e") for file in (EXAMPLES / game / "legal").glob("*.yaml")
)

ROLES = {
    "Epic Hero",
    "Character",
    "Battleline",
    "Infantry",
    "Swarm",
    "Mounted",
    "Beast",
    "Monster",
    "Vehicle",
}
ROLES |= {
    "Dedicated Transport",
    "Fortification",
    "Allied Units",
}  # LookupRole of its roster40k10th.ts


def every(root: Element, tag: str) -> list[Element]:
    return list(root.iter(f"{{{SPACE}}}{tag}"))


def named_by(selection: Element) -> list[Element]:
    return selection.findall(f"{{{SPACE}}}profiles/{{{SPACE}}}profile")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_yellowscribe_reads(file: Path) -> None:
    root = fromstring(exported(file, "ros"))
    rules = every(root, "rule")
    # Yellowscribe (bin/roszParser.js) takes description[0] of every rule, and stops where there is none.
    assert rules and all((rule.findtext(f"{{{SPACE}}}description") or "").strip() for rule in rules)
    units = [
        each
        for each in every(root, "selection")
        if each.get("type") in ("unit", "model") and each.find(f"{{{SPACE}}}categories")
    ]
    # It takes categories[0].category of every unit; a roster of New Recruit has one that is primary.
    for unit in units:
        marks = [each.get("primary") for each in every(unit, "category")]
        assert marks.count("true") == 1
    # It shows a unit's abilities: its enhancements and what it carries that is no weapon are there only as profiles of that type.
    named = {
        each.get("name") for each in every(root, "profile") if each.get("typeName") == "Abilities"
    }
    army = judged(file).army
    assert (
        isinstance(army, Muster)
        and {each.name for unit in army.muster_units for each in unit.enhancements} <= named
    )
    held = [
        each
        for unit in units
        for each in every(unit, "selection")
        if each.get("type") == "upgrade" and not named_by(each)
    ]
    assert {each.get("name") for each in held} <= {
        "Warlord",
        *(unit.chosen_keyword for unit in army.muster_units),
    }
    # So is whom a leader joins; PrettyScribe shows it for leaders of several models only because it is an ability.
    joined = [
        each.get("name")
        for each in every(root, "profile")
        if (each.get("name") or "").startswith(("Leading ", "Supporting "))
    ]
    hosts = army.declarations.hosts if army.declarations and "11e" in str(file.parent) else {}
    assert len(joined) == len(hosts)
    # Neither it nor PrettyScribe asks for a selection of that name: the warlord is who has the keyword.
    warlords = [
        unit.get("name")
        for unit in units
        if "Warlord" in {each.get("name") for each in every(unit, "category")}
    ]
    assert warlords == [unit.name for unit in army.muster_units if unit.warlord]
    saves = [
        each
        for each in every(root, "profile")
        if (each.get("name") or "").startswith("Invulnerable Save")
    ]
    # It looks for invulnerable saves among the profiles of type Abilities, and takes the text of their first characteristic.
    assert all(each.get("typeName") == "Abilities" for each in saves)
    assert all(
        (each.find(f".//{{{SPACE}}}characteristic").text or "").endswith("+")  # type: ignore[union-attr]
        for each in saves
    )


def test_there_are_invulnerable_saves() -> None:
    root = fromstring(
        exported(EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml", "ros")
    )
    assert "Invulnerable Save" in {each.get("name") for each in every(root, "profile")}


def test_the_head_of_wtc() -> None:
    """40kCompactor and the team pages take these keys out of the fence."""
    text = exported(FILES[0], "wtc").decode()
    assert all(f"\n+ {key}:" in text for key in ("PLAYER", "TEAM", "LIST NAME", "SECONDARY"))


def test_the_word_before_an_enhancement() -> None:
    """40kCompactor (modules/parsers/gwapp_v11.js) takes `Enhancement: X` alone; the app has written that and the plural."""
    text = exported(FILES[0], "gw").decode()
    assert "• Enhancement: " in text and "Enhancements:" not in text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_prettyscribe_counts(file: Path) -> None:
    """It takes units and models from the selections right below a force, each with a profile of type Unit and its weapons."""
    root = fromstring(exported(file, "ros"))
    force = next(iter(every(root, "force")))
    found = [
        each
        for each in force.findall(f"{{{SPACE}}}selections/{{{SPACE}}}selection")
        if each.get("type") in ("unit", "model")
    ]
    army = judged(file).army
    assert army is not None and len(found) == len(army.units)
    for unit in found:
        kinds = {each.get("typeName") for each in every(unit, "profile")}
        assert "Unit" in kinds and kinds & {"Ranged Weapons", "Melee Weapons"}
        # Of several categories that are roles it takes the last: the primary one.
        roles = [each for each in every(unit, "category") if each.get("name") in ROLES]
        assert roles[-1].get("primary") == "true"
        # An upgrade below a unit of several models is looked at only where some profile there is of no model.
        if unit.get("type") == "unit":
            bought = [
                each
                for each in unit.findall(f"{{{SPACE}}}selections/{{{SPACE}}}selection")
                if each.get("group")
            ]
            assert all(named_by(each) for each in bought)


def test_what_a_shield_does_is_an_ability_with_its_number() -> None:
    root = fromstring(
        exported(EXAMPLES / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml", "ros")
    )
    (shield,) = [each for each in every(root, "profile") if each.get("name") == "Storm shield"]
    assert shield.get("typeName") == "Abilities"
    assert shield.findtext(f".//{{{SPACE}}}characteristic") == "Invulnerable Save 4+"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_game_datacards_reads(file: Path) -> None:
    """It takes for a unit whatever stands below a force and has neither a type of units nor the category Configuration."""
    made = json.loads(exported(file, "newrecruit-json"))
    force = made["roster"]["forces"][0]
    army = judged(file).army
    assert isinstance(army, Muster)
    settings = [each for each in force["selections"] if each["type"] == "upgrade"]
    assert len(force["selections"]) - len(settings) == len(army.units)
    for setting in settings:
        primary = [each["name"] for each in setting["categories"] if each["primary"]]
        assert primary == ["Configuration"]
    chosen = [each["selections"][0]["name"] for each in settings if each["name"] == "Detachment"]
    assert chosen == [each.name for each in army.chosen]
    # It looks at the top for who wrote the file, and takes it from two programs alone: we are neither, and say so.
    assert made["generatedBy"] == made["roster"]["generatedBy"]
    assert made["generatedBy"].startswith("listbuilder ")
    assert (made["name"], made["gameSystemName"]) == (
        made["roster"]["name"],
        made["roster"]["gameSystemName"],
    )


def test_an_upgrade_is_an_ability_of_its_whole_unit() -> None:
    """Yellowscribe gives it to the unit only if it says that it was chosen from a group (`parseAndAddUnitSelection`)."""
    file = EXAMPLES / "40k-11e" / "legal" / "necrons-two-detachments.yaml"
    root = fromstring(exported(file, "ros"))
    bought = [each for each in every(root, "selection") if each.get("name") == "Tools of Dominion"]
    assert [each.get("from") for each in bought] == ["group", "group"]
