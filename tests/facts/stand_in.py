"""The shipped data files in the shape of the facts, with what is usual and left out there written out.

A clone without ../shared has no facts to compare the data with; what the program makes of the data it can still be asked,
by tests that read the same files a second time and share nothing with it.
"""

from __future__ import annotations

from typing import Any

from tests.raw import raw, stems

Json = dict[str, Any]

_SHEET: Json = {
    "core_abilities": [], "default_wargear": [], "forge_world": False, "leads": [], "legends": False, "options": [], "points": [],
    "transport": None, "weapons": [], "stats": [], "base_size": None,
}  # fmt: skip
_TRANSPORT: Json = {"takes": [], "excludes": [], "slots": {}}
_WARSCROLL: Json = {"can_be_reinforced": False, "legends": False, "base_size": None}
_ARMY: Json = {
    "regiments": {}, "restrictions": {}, "faction_terrain": [], "manifestation_lores": [], "prayer_lores": [], "spell_lores": [],
    "extra_warscrolls": [], "regiments_of_renown": [],
}  # fmt: skip
_HOLDS = ("armies_of_renown", "faction_terrain", "manifestation_lores", "prayer_lores", "spell_lores", "enhancement_tables",
          "battle_formations")  # fmt: skip


def mustered(name: str) -> Json:
    """A faction of Warhammer 40,000."""
    found = raw("warhammer-40k-10e", name)
    sheets = [{**_SHEET, **sheet} for sheet in found.get("datasheets", [])]
    for sheet in sheets:
        if sheet["transport"]:
            sheet["transport"] = {**_TRANSPORT, **sheet["transport"]}
        sheet["stats"] = [{"m": None, **row} for row in sheet["stats"]]
    return {"parent": None, "detachments": [], **found, "datasheets": sheets}


def mustered_ids() -> list[str]:
    return [stem for stem in stems("warhammer-40k-10e") if stem != "rules"]


def army_rules() -> Json:
    """Of each faction what it lets in, and what its detachments do."""
    found = {}
    for name in mustered_ids():
        head = raw("warhammer-40k-10e", name)
        found[name] = {
            **head,
            "detachments": {each["id"]: each for each in head.get("detachments", [])},
        }
    return {"factions": found}


def regimental(name: str) -> Json:
    """A faction of Age of Sigmar, or the regiments of renown."""
    found = raw("age-of-sigmar-4e", name)
    if "regiments" in found:
        return {**found, "regiments": [_renown(each) for each in found["regiments"]]}
    whole = {**{key: [] for key in _HOLDS}, **found}
    whole["warscrolls"] = [_warscroll(each) for each in found["warscrolls"]]
    whole["enhancement_tables"] = [_table(each) for each in whole["enhancement_tables"]]
    whole["armies_of_renown"] = [_army(each) for each in whole["armies_of_renown"]]
    return whole


def regimental_ids() -> list[str]:
    others = ("rules", "generic", "regiments-of-renown")
    return [stem for stem in stems("age-of-sigmar-4e") if stem not in others]


def _warscroll(scroll: Json) -> Json:
    hero = any(word.casefold() == "hero" for word in scroll["keywords"])
    return {**_WARSCROLL, **scroll, "regiment": _profile(scroll.get("regiment", {}), hero)}


def _profile(profile: Json, hero: bool) -> Json:
    leads = {"can_lead": True} if hero else {}
    return {**leads, **profile, "options": [_option(each) for each in profile.get("options", [])]}


def _option(option: Json) -> Json:
    """As the books word it: `non-Monster Skaven`, `This One or That One`."""
    more: Json = {"max": None}
    if "keywords" in option:
        more["any_of_keywords"] = [option["keywords"]]
        more["label"] = " ".join(
            [*(f"non-{each}" for each in option.get("none_of_keywords", [])), *option["keywords"]]
        )
    elif "sub_heroes" in option:
        more |= {"hero": True, "label": " or ".join(option["sub_heroes"])}
    else:
        more["label"] = " or ".join(option["units"])
    return {**more, **option}


def _renown(regiment: Json) -> Json:
    units = [{**unit, **({"min": 0} if unit.get("optional") else {})} for unit in regiment["units"]]
    return {"legends": False, **regiment, "units": units}


def _table(table: Json) -> Json:
    return {**table, "applies_to": {"all": [], "any": [], "none": [], **table["applies_to"]}}


def _army(army: Json) -> Json:
    whole = {**_ARMY, **army}
    copies = [{**each, "keywords": []} for each in army.get("copied_warscrolls", [])]
    whole["extra_warscrolls"] = [*whole["extra_warscrolls"], *copies]
    profiles = {each["id"]: each.get("regiment", {}) for each in whole["extra_warscrolls"]}
    whole["regiments"] = {
        key: _profile(value, True) for key, value in {**profiles, **whole["regiments"]}.items()
    }
    return whole
