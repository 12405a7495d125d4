"""What came out after the fact sheets were made, laid over them: ../shared/facts/pending-2026-11.json.

Each row says what it replaces; laying it over fails where the sheet says something else. `CORRECTED` is what lists and
cards showed to be wrong in the sheets themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from listbuilder.model.base import fold
from tests.facts import stand_in
from tests.facts.shared_facts import SHARED, stated_aos

Json = dict[str, Any]
FILE = SHARED / "facts" / "pending-2026-11.json"
AOS, ELEVENTH = "age-of-sigmar-4e", "warhammer-40k-11e"
BOOK = "sons-of-behemat"  # a whole new book: tests/facts/test_pending.py
# Profiles that have the name of another unit, in both editions.
PROFILES = {
    "gauss-pylon": "Gauss Pylon",
    "night-shroud": "Night Shroud",
    "sentry-pylon": "Sentry Pylon",
    "tomb-citadel-walls": "Tomb Citadel",
}
PISTOLS = ("cthonian-earthshakers", {"item": "Autoch-pattern bolt pistol", "count": 2})
# The card replaces "excruciator cannons", which it has two of; BSData replaces both too.
CANNONS = ("defiler", {"item": "excruciator cannon", "count": 2})


@cache
def pending() -> Json:
    found: Json = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    return found


# --- Warhammer 40,000 -------------------------------------------------------------------------------------------------


def corrected_40k(fact: Json) -> Json:
    """Both editions."""
    found = deepcopy(fact)
    for sheet in found.get("datasheets", []):
        if sheet["id"] in PROFILES:
            for line in sheet["stats"]:
                line["name"] = PROFILES[sheet["id"]]
        if sheet["id"] == PISTOLS[0]:
            for row in sheet["default_wargear"]:
                row["items"] = [
                    PISTOLS[1] if item == PISTOLS[1]["item"] else item for item in row["items"]
                ]
        if sheet["id"] == CANNONS[0]:
            for option in sheet["options"]:
                if option.get("replace") == [CANNONS[1]["item"]]:
                    option["replace"] = [CANNONS[1]]
    return found


def corrected_rules_10e(faction_id: str, rules: Json) -> Json:
    """Beasts of Nurgle are of the Plague Legions, as lists have them and the catalogue lets them in."""
    found = deepcopy(rules)
    if faction_id == "death-guard":
        include = found["detachments"]["tallyband-summoners"]["include"]
        include["units"].append("Beasts of Nurgle")
        include["prices"]["Beasts of Nurgle"] = [
            {"models": 1, "points": 65},
            {"models": 2, "points": 130},
        ]
    return found


def laid_over_40k_11e(faction_id: str, fact: Json) -> Json:
    found = corrected_40k(fact)
    new = pending().get(ELEVENTH)
    if not new:
        return found
    sheets = {sheet["id"]: sheet for sheet in found.get("datasheets", [])}
    for sheet_id, rows in new["prices_2026-10-02"].get(faction_id, {}).items():
        for row in rows:
            _price(sheets[sheet_id], row)
        _only_dearer(sheets[sheet_id])
    for name in new["unique_tags_removed"]["detachments"].get(faction_id, ()):
        [detachment] = [each for each in found["detachments"] if each["name"] == name]
        assert detachment.pop("unique")
    for row in new["keywords"]:
        if row["faction"] == faction_id:
            [sheet] = [each for each in sheets.values() if each["name"] == row["name"]]
            sheet["keywords"] = keywords_now(sheet["keywords"], row)
    if faction_id == "orks":
        _orks(sheets, new["orks_946"]["rows"])
    if faction_id == "emperors-children":
        [line] = sheets["tormentors"]["stats"]
        assert line["t"] == 4
        line["t"] = 5
    return found


def keywords_now(was: list[str], row: Json) -> list[str]:
    """One that is added takes the place of one that is gone, or of its plural; else it stands before the unit's name."""
    gone, come = list(row.get("remove", [])), list(row.get("add", []))
    gone += [f"{word}s" for word in come if f"{word}s" in was]
    assert set(gone) <= set(was), row
    if gone and come:
        return [come[0] if word == gone[0] else word for word in was]
    kept = [word for word in was if word not in gone]
    return [*kept[:-1], *come, *kept[-1:]] if come else kept


def _price(sheet: Json, row: Json) -> None:
    copy = row["copy_from"]
    rows = [
        each
        for each in sheet["points"]
        if each.get("models") and set(each.get("when") or {}) <= {"copy_from"}
    ]
    if "of" in row:
        counts = [int(part.split()[0]) for part in row["of"].split(" + ")]
        rows = [each for each in rows if list((each.get("of") or {}).values()) == counts]
    else:
        rows = [each for each in rows if each["models"] == row["models"]]
    by_copy = {(each.get("when") or {}).get("copy_from", 1): each for each in rows}
    there = by_copy.get(copy)
    if there is None:
        before = max(each for each in by_copy if each < copy)
        sheet["points"].append(
            {"models": row["models"], "points": row["points"], "when": {"copy_from": copy}}
        )
        there = by_copy[before]
        sheet.setdefault("surcharges", []).append((there["models"], there["points"], row["old"]))
        return
    assert there["points"] == row["old"], (sheet["id"], row)
    there["points"] = row["points"]


def _only_dearer(sheet: Json) -> None:
    """A row for the third copy says nothing where the second costs as much."""
    sheet.pop("surcharges", None)
    second = {
        each["models"]: each["points"]
        for each in sheet["points"]
        if (each.get("when") or {}).get("copy_from") == 2
    }
    sheet["points"] = [
        each
        for each in sheet["points"]
        if (each.get("when") or {}).get("copy_from") != 3
        or second.get(each.get("models")) != each["points"]
    ]


def _orks(sheets: dict[str, Json], rows: list[Json]) -> None:
    for row in rows:
        sheet = sheets[row["id"]]
        if "keywords" in row:
            sheet["keywords"] = [
                word for word in sheet["keywords"] if word not in row["keywords"]["remove"]
            ]
        if "core_abilities" in row:
            assert sheet.pop(row["instead_of"])
            sheet["core_abilities"] = row["core_abilities"]
            for old in ("core not read", "core card 912"):
                sheet["basis"] = sheet["basis"].replace(old, "core card 946")
        if "base_size" in row:
            assert sheet["base_size"] == row["was"]
            sheet["base_size"] = row["base_size"]


# --- Age of Sigmar ----------------------------------------------------------------------------------------------------


def laid_over_aos(faction_id: str, fact: Json) -> Json:
    """Prices, keywords, who may join and be reinforced. Regiment options: `options_changed`."""
    found = deepcopy(fact)
    new = pending().get(AOS)
    if not new:
        return found
    for row in new["battle_profiles_2026-09-23"]["prices"].get(faction_id, []):
        [thing] = list(_priced(found, row))
        assert (thing.get("points") or 0) == (row["old"] or 0), row
        thing["points"] = row["points"]
        for army in found.get("armies_of_renown", ()):
            for copied in army.get(
                "extra_warscrolls", ()
            ):  # an army's own copy costs what the warscroll does
                if copied.get("same_as") == thing["id"] and copied["points"] == row["old"]:
                    copied["points"] = row["points"]
    scrolls = {each["id"]: each for each in found["warscrolls"]}
    regiments = new["regiments_2026-09-23"]
    for row in [*regiments["may_join_as"], *FYRESLAYERS]:
        if row["faction"] == faction_id:
            scrolls[row["id"]].setdefault("regiment", {})["joins_as"] = row["is"]
    if (category := regiments["new_category"].get(faction_id)) is not None:
        found["sub_hero_categories"] = [*found["sub_hero_categories"], category]
    for row in new["may_now_be_reinforced"]["sure"]:
        if row["faction"] == faction_id:
            [sheet] = [each for each in scrolls.values() if each["name"] == row["name"]]
            sheet["can_be_reinforced"] = True
    for row in new["app_476"]["spelling"]:
        if row["faction"] == faction_id:
            for army in found["armies_of_renown"]:
                for choice in (
                    each for table in army["enhancement_tables"] for each in table["choices"]
                ):
                    choice["name"] = row["is"] if choice["name"] == row["was"] else choice["name"]
    for row in [*new["huskard_and_frostlord"]["keywords"], *new["app_476"]["keywords"]]:
        if row["faction"] == faction_id:
            for sheet in scrolls.values():
                if sheet["name"] in row.get("names", [row.get("name")]):
                    assert row["was"] in sheet["keywords"]
                    sheet["keywords"] = [
                        row["is"] if word == row["was"] else word for word in sheet["keywords"]
                    ]
                    if row["is"].startswith("Ward ("):
                        sheet["stats"]["ward"] = row["is"].removeprefix("Ward (").rstrip(")")
    return found


FYRESLAYERS = [
    {"faction": "fyreslayers", "id": unit, "is": [title]}
    for unit, title in (
        ("auric-flamekeeper", "Grimnir's Chosen"),
        ("auric-runemaster", "Grimnir's Chosen"),
        ("auric-runesmiter", "Grimnir's Chosen"),
        ("auric-runesmiter-on-magmadroth", "Vulcatrix's Chosen"),
    )
]


def _priced(fact: Json, row: Json) -> Iterator[Json]:
    if row["kind"] == "warscroll":
        pool = fact["warscrolls"]
    elif row["kind"] == "formation":
        pool = fact["battle_formations"]
    else:
        pool = [choice for table in fact["enhancement_tables"] for choice in table["choices"]]
    yield from (
        each
        for each in pool
        if each["id"] == row.get("id") or fold(each["name"]) == fold(row["name"])
    )


def options_changed(faction_id: str) -> set[str]:
    """The warscrolls whose regiment options are no longer those of the sheets, by id."""
    new = pending().get(AOS)
    if not new:
        return set()
    wrong = new["regiment_options_wrong_now"]
    rows = [
        *wrong["two_transcriptions"],
        *wrong["one_transcription"],
        *wrong["legends"],
        *new["regiments_2026-09-23"]["options"],
    ]
    return {row.get("id") or row["name"] for row in rows if row["faction"] == faction_id}


@cache
def stated_now_aos(name: str) -> Json:
    """A faction, or the regiments of renown, as `stated_aos` and what is pending have it together.

    A book that is all new, and options whose words alone are known, are those of the shipped file: test_pending.py
    compares them with the words.
    """
    if not pending():
        found: Json = stated_aos(name)
        return found
    if name == BOOK:
        return stand_in.regimental(name)
    if name == "regiments-of-renown":
        whole: Json = stated_aos(name)
        return whole | {"regiments": renown_now(whole["regiments"])}
    made = laid_over_aos(name, stated_aos(name))
    changed = options_changed(name)
    ours = {each["id"]: each["regiment"] for each in stand_in.regimental(name)["warscrolls"]}
    for each in made["warscrolls"]:
        if {each["id"], each["name"]} & changed:
            each["regiment"]["options"] = ours[each["id"]]["options"]
    return made


DAY_AOS, DAY_11E = "2026-09-23", "2026-10-02"


def renown_of_faction(faction_id: str, listed: list[str]) -> list[str]:
    """The regiments of renown that the faction or its army may take."""
    new = _renown()
    if not new:
        return listed
    gone = {"stumblefoot-gargant", *(_id(name) for name in new["no_longer"].get(faction_id, ()))}
    come = (
        {"krong-the-club"}
        if "stumblefoot-gargant" in listed and faction_id not in new["no_longer"]
        else set()
    )
    return sorted({*listed} - gone | come)


def renown_now(regiments: list[Json]) -> list[Json]:
    new = _renown()
    if not new:
        return regiments
    found = []
    for regiment in deepcopy(regiments):
        drops = {
            faction
            for faction, names in new["no_longer"].items()
            if regiment["id"] in map(_id, names)
        }
        if regiment["id"] == "stumblefoot-gargant":
            regiment |= {
                "id": "krong-the-club",
                "name": new["new"]["name"],
                "points": new["new"]["points"],
            }
            drops = set(new["no_longer"])
        found.append(
            {**regiment, "factions": [each for each in regiment["factions"] if each not in drops]}
        )
    return sorted(found, key=lambda each: str(each["id"]))


def _renown() -> Json:
    found: Json = (
        pending().get(AOS, {}).get("sons_of_behemat_battletome", {}).get("regiment_of_renown", {})
    )
    return found


def _id(name: str) -> str:
    return fold(name).replace(" ", "-")
