"""What the cards say and the facts lack or have otherwise, laid over the facts before the files are compared with them.

Each value was read on the card (`game-datacards/datasources`, 10th and 11th edition) or stands in rules/held-since-start.md.
"""

from __future__ import annotations

import copy
from typing import Any

KANTOR = {
    "army": {
        "excludes": [{"keywords": ["Imperial Fists", "Epic Hero"], "unless": ["Pedro Kantor"]}]
    }
}
RESERVES = {"starts_in_reserve": True}

BEFORE = "books before"  # of the 11th edition, until the codex
# edition -> faction -> datasheet -> keys that its card says
SHEETS: dict[str, dict[str, dict[str, dict[str, Any]]]] = {
    "warhammer-40k-10e": {
        "adeptus-mechanicus": {"terrax-pattern-termite": RESERVES},
        "chaos-space-marines": {"dreadclaw-drop-pod": RESERVES, "kharybdis-assault-claw": RESERVES},
        "space-marines": {
            "deathstorm-drop-pod": RESERVES,
            "dreadnought-drop-pod": RESERVES,
            "drop-pod": RESERVES,
            "pedro-kantor": KANTOR,
            "terrax-pattern-termite": RESERVES,
        },
        "tyranids": {"tyrannocyte": RESERVES},
    },
    BEFORE: {"space-marines": {"pedro-kantor": KANTOR}},
}

# faction -> datasheet -> what its card says of it in every edition that has it: a character in a unit of others by the
# keywords of single models, and units that are split or split others by the ability of a squad or of its transport
IN_EVERY_EDITION: dict[str, dict[str, dict[str, Any]]] = {
    "adepta-sororitas": {
        "immolator": {
            "splits": ["Battle Sisters Squad", "Dominion Squad", "Sisters Novitiate Squad"]
        },
        "saint-celestine": {"characters": ["Celestine"]},
    },
    "aeldari": {"ynnari-venom": {"splits": ["Ynnari Kabalite Warriors", "Ynnari Wyches"]}},
    "agents-of-the-imperium": {
        "rogue-trader-entourage": {"characters": ["Rogue Trader"]},
        "sisters-of-battle-immolator": {"splits": ["Sisters of Battle Squad"]},
    },
    "astra-militarum": {
        "cadian-command-squad": {"characters": ["Cadian Commander"]},
        "catachan-command-squad": {"characters": ["Catachan Commander"]},
        "gaunts-ghosts": {"characters": ["Ibram Gaunt"]},
        "krieg-command-squad": {"characters": ["Lord Commissar"]},
        "militarum-tempestus-command-squad": {"characters": ["Tempestor Prime"]},
    },
    "black-templars": {"chaplain-grimaldus": {"characters": ["Chaplain Grimaldus"]}},
    "chaos-space-marines": {
        "dark-apostle": {"characters": ["Dark Apostle"]},
        "dark-commune": {"characters": ["Cult Demagogue"]},
        "fabius-bile": {"characters": ["Fabius Bile"]},
        "traitor-enforcer": {"characters": ["Traitor Enforcer"]},
    },
    "dark-angels": {"ravenwing-command-squad": {"characters": ["Ravenwing Champion"]}},
    "drukhari": {"venom": {"splits": ["Kabalite Warriors", "Hand of the Archon", "Wyches"]}},
    "leagues-of-votann": {
        "brokhyr-iron-master": {"characters": ["Brôkhyr Iron-master"]},
        "grimnyr": {"characters": ["Grimnyr"]},
        "kapricus-carrier": {"splits": ["Hernkyn Yaegirs"]},
        "sagitaur": {"splits": ["Hearthkyn Warriors"]},
    },
    "necrons": {"the-silent-king": {"characters": ["Szarekh"]}},
    "orks": {"kommandos": {"split": {"sizes": [5, 5]}}},
    "space-marines": {"tactical-squad": {"split": {"sizes": [5, 5]}}},
    "space-wolves": {
        "wolf-guard-headtakers": {
            "split": {"models": [["Wolf Guard Headtaker"], ["Hunting Wolf"]], "must": True}
        }
    },
    "tyranids": {"hyperadapted-raveners": {"characters": ["Ravener Prime"]}},
}

# edition -> faction -> what the condition of its allies says of the rest of the army
ALLIES: dict[str, dict[str, dict[str, Any]]] = {
    "warhammer-40k-10e": {
        "chaos-daemons": {"every_other_unit_has_any": ["Chaos Knights", "Heretic Astartes"]},
        "chaos-knights": {"every_other_unit_has": "Chaos"},
        "imperial-knights": {"every_other_unit_has": "Imperium"},
    },
}

# faction/enhancement -> keys that its card says
HARLEQUINS = {"guests": ["Harlequins"]}
ENHANCEMENTS: dict[str, dict[str, Any]] = {
    "aeldari/archraider": {
        "epic_hero": True
    },  # "ANHRATHE CHARACTER unit only": Prince Yriel and Kharseth are all there are
    "drukhari/archraider": HARLEQUINS,
    "drukhari/reapers-cowl": HARLEQUINS,
    "drukhari/webway-walker": HARLEQUINS,
    "thousand-sons/thicket-of-bladed-bone": {"requires": {"all": ["Chaos Spawn"]}},
}

FIRST_DAY = "2026-06-17"
CODEX = "2026-09-30"
BEGAN_LATER = {"deathwatch-support": CODEX}  # by detachment
NO_WARLORD = {"deathwatch-support"}  # the README of the facts says so ("Not in keys")
LEGENDS_NOT_FOR_DEATHWATCH = (  # the rule names them; the facts have those of the codex alone
    "Assault Squad",
    "Assault Squad with Jump Packs",
    "Attack Bike Squad",
    "Land Speeder Storm",
    "Relic Terminator Squad",
    "Scout Bike Squad",
    "Scout Sniper Squad",
)


def sheets(edition: str, faction: str, facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the datasheets of a faction with what their cards say beside the facts."""
    more = SHEETS.get(edition, {}).get(faction, {})
    everywhere = IN_EVERY_EDITION.get(faction, {})
    known = {each["id"] for each in facts}
    assert more.keys() <= known and (edition != "warhammer-40k-10e" or everywhere.keys() <= known)
    return [
        {**each, **everywhere.get(each["id"], {}), **more.get(each["id"], {})} for each in facts
    ]


def rules(edition: str, faction: str, facts: dict[str, Any], began: str = "") -> dict[str, Any]:
    """Return the army rules of a faction with what the cards say beside the facts.

    `began`: the day from which its chapters' limits hold. In the 11th edition every rule has its day.
    """
    found = copy.deepcopy(facts)
    dated = edition != "warhammer-40k-10e"
    if "as_allies" in found:
        found["as_allies"] |= ALLIES.get(edition, {}).get(faction, {}) | (
            {"since": FIRST_DAY} if dated else {}
        )
    if dated:
        if found.get("include"):
            found["include"]["since"] = FIRST_DAY
        for name, detachment in found.get("detachments", {}).items():
            if detachment.get("include"):
                detachment["include"]["since"] = BEGAN_LATER.get(name, FIRST_DAY)
                detachment["include"] |= {"warlord": False} if name in NO_WARLORD else {}
        for limits in found.get("if_chapter", {}).values():
            limits["since"] = began or CODEX
    if edition == BEFORE and "Deathwatch" in found.get("if_chapter", {}):
        limits = found["if_chapter"]["Deathwatch"]
        named = {*limits["forbid_units_of_parent"], *LEGENDS_NOT_FOR_DEATHWATCH}
        limits |= {"forbid_units_of_parent": sorted(named), "except_units": ["Kill Team Cassius"]}
    return found


def enhancements(faction: dict[str, Any]) -> dict[str, Any]:
    """Return a faction with what the cards of its enhancements say beside the facts."""
    found = copy.deepcopy(faction)
    for detachment in found["detachments"]:
        for each in detachment["enhancements"]:
            each |= ENHANCEMENTS.get(f"{faction['id']}/{each['id']}", {})
    return found
