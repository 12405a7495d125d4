"""Every format, on an invented list of known content: detected, read whole, resolved, judged."""

from __future__ import annotations

import base64
import gzip
import io
import json
import zipfile
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.formats.parsed import TYPED
from listbuilder.formats.registry import READERS
from tests.formats.read import one_list_per_format

# The units of lists.py as our roster has them.
OVERLORD: dict[str, Any] = {
    "datasheet": "overlord",
    "models": [
        {"model": "Overlord", "count": 1, "wargear": {"resurrection orb": 1, "voidscythe": 1}}
    ],
    "warlord": True,
    "enhancement": "veil-of-darkness",
}
IMMORTALS: dict[str, Any] = {
    "datasheet": "immortals",
    "models": [
        {"model": "Immortal", "count": 5, "wargear": {"close combat weapon": 5, "gauss blaster": 5}}
    ],
}
WARRIORS: dict[str, Any] = {
    "datasheet": "necron-warriors",
    "models": [
        {
            "model": "Necron Warrior",
            "count": 10,
            "wargear": {"close combat weapon": 10, "gauss flayer": 10},
        }
    ],
}
TWO_LOADOUTS: dict[str, Any] = {
    "datasheet": "necron-warriors",
    "models": [
        {
            "model": "Necron Warrior",
            "count": 4,
            "wargear": {"close combat weapon": 4, "gauss flayer": 4},
        },
        {
            "model": "Necron Warrior",
            "count": 6,
            "wargear": {"close combat weapon": 6, "gauss reaper": 6},
        },
    ],
}
PLAIN = [OVERLORD, IMMORTALS, WARRIORS]
EXACT = [OVERLORD, IMMORTALS, TWO_LOADOUTS]
BARE = [
    {"datasheet": "overlord", "models": 1, "warlord": True, "enhancement": "veil-of-darkness"},
    {"datasheet": "immortals", "models": 5},
    {"datasheet": "necron-warriors", "models": 10},
]


def zipped(text: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("any name.ros", text)
    return out.getvalue()


def as_json(generated_by: str = "") -> dict[str, Any]:
    """The list of lists.ROS, transliterated as New Recruit does."""

    def item(
        name: str, number: int, kind: str = "upgrade", *below: dict[str, Any], points: int = 0
    ) -> dict[str, Any]:
        made: dict[str, Any] = {
            "name": name,
            "number": number,
            "type": kind,
            "selections": list(below),
        }
        return made | (
            {"costs": [{"name": "pts", "typeId": "x", "value": points}]} if points else {}
        )

    def squad(name: str, model: str, count: int, gun: str, points: int) -> dict[str, Any]:
        arms = [item("Close combat weapon", count), item(gun, count)]
        return item(name, 1, "unit", item(model, count, "model", *arms), points=points)

    veil = item("Veil of Darkness", 1, points=20) | {"group": "Enhancements"}
    selections = [
        item("Detachment", 1, "upgrade", item("Awakened Dynasty", 1)),
        item("Battle Size", 1, "upgrade", item("1. Incursion (1000 Point limit)", 1)),
        item(
            "Overlord",
            1,
            "model",
            item("Resurrection orb", 1),
            item("Voidscythe", 1),
            item("Warlord", 1),
            veil,
            points=85,
        ),
        squad("Immortals", "Immortal", 5, "Gauss blaster", 70),
        squad("Necron Warriors", "Necron Warrior", 10, "Gauss flayer", 90),
    ]
    roster = {
        "name": "Test dynasty",
        "gameSystemName": "Warhammer 40,000 10th Edition",
        "generatedBy": "https://newrecruit.eu",
        "costs": [{"name": "pts", "typeId": "x", "value": 265}],
        "forces": [
            {"name": "Army Roster", "catalogueName": "Xenos - Necrons", "selections": selections}
        ],
    }
    return {"generatedBy": generated_by, "roster": roster} if generated_by else {"roster": roster}


def flattened(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


def in_french(text: str) -> str:
    for english, french in (
        ("Enhancement:", "Optimisation\u00a0:"),
        ("Warlord", "Seigneur de Guerre"),
        ("BATTLELINE", "LIGNE"),
    ):
        text = text.replace(english, french)
    return text.replace("CHARACTERS", "PERSONNAGES").replace(
        "Exported with App Version:", "Exporté avec la Version de l'Appli :"
    )


def dumped(content: object) -> bytes:
    return json.dumps(content).encode()


def as_rosterizer(named: bool = True) -> dict[str, Any]:
    """The same army as Rosterizer has it: things with their kind in their names, and weapons right under the unit.

    `named`: each also has a name, which in Rosterizer is the player's.
    """

    def thing(
        kind: str,
        name: str,
        number: int = 1,
        points: int = 0,
        *below: dict[str, Any],
        marks: Any = (),
    ) -> dict[str, Any]:
        made: dict[str, Any] = {"item": f"{kind}§{name}", "quantity": number} | (
            {"name": name} if named else {}
        )
        made |= {"stats": {"Points": {"value": points}}} if points else {}
        return made | {"assets": {"included": list(below), "traits": list(marks)}}

    veil = thing("Enhancement", "Veil of Darkness", 1, 20)
    arms = [thing("Weapon", "Resurrection orb"), thing("Weapon", "Voidscythe"), veil]
    hands = "Close combat weapon"
    units = [
        thing("Unit", "Overlord", 1, 85, *arms, marks=[thing("Trait", "Warlord")]),
        thing(
            "Unit",
            "Immortals",
            5,
            70,
            thing("Weapon", hands, 5),
            thing("Weapon", "Gauss blaster", 5),
        ),
        thing(
            "Unit",
            "Necron Warriors",
            10,
            90,
            thing("Weapon", hands, 10),
            thing("Weapon", "Gauss flayer", 10),
        ),
    ]
    settings = [
        thing("Faction", "Necrons"),
        thing("Detachment", "Awakened Dynasty"),
        thing("Battle Size", "Incursion (1000 Points)"),
    ]
    roster = thing("Roster", "Roster", 1, 265, *settings, *units) | {"name": "Test dynasty"}
    return {"rulebook": {"name": "40kdc", "game": "Warhammer 40,000"}, "snapshot": roster}


SHARE = base64.b64encode(gzip.compress(dumped(as_json("List Forge"))))
NEW_RECRUIT = one_list_per_format.ROS.replace("{by}", ' generatedBy="https://newrecruit.eu"')
BATTLESCRIBE = one_list_per_format.ROS.replace("{by}", "")
MUSTERED: dict[str, tuple[str, bytes, list[dict[str, Any]]]] = {
    "gw-a": ("gw-app-text", one_list_per_format.GW_A.encode(), PLAIN),
    "gw-b": ("gw-app-text", one_list_per_format.GW_B.encode(), PLAIN),
    "gw-a-flat": ("gw-app-text-flat", flattened(one_list_per_format.GW_A).encode(), PLAIN),
    "gw-b-flat": ("gw-app-text-flat", flattened(one_list_per_format.GW_B).encode(), PLAIN),
    "gw-no-bullets": ("gw-app-text-flat", flattened(one_list_per_format.GW_A).replace("• ", "").encode(), PLAIN),
    "gw-hyphens": ("gw-app-text-flat", flattened(one_list_per_format.GW_A).replace("• ", "- ").encode(), PLAIN),
    "gw-no-footer": ("gw-app-text", one_list_per_format.GW_A.split("Exported")[0].encode(), PLAIN),
    "gw-no-title": ("gw-app-text", one_list_per_format.GW_B.partition("\n\n")[2].encode(), PLAIN),
    "gw-crlf-bom": ("gw-app-text", b"\xef\xbb\xbf" + one_list_per_format.GW_A.replace("\n", "\r\n").encode(), PLAIN),
    "gw-discord": ("gw-app-text", f"```\n{one_list_per_format.GW_A}```\n".encode(), PLAIN),
    "gw-french": (
        "gw-app-text",
        in_french(one_list_per_format.GW_A).encode(),
        PLAIN,
    ),
    "rosterizer": ("rosterizer-json", dumped(as_rosterizer()), PLAIN),
    "rosterizer-unnamed": ("rosterizer-json", dumped(as_rosterizer(named=False)), PLAIN),
    "nr-gw": ("nr-gw-text", one_list_per_format.NR_GW.encode(), PLAIN),
    "wtc": ("nr-wtc-full", one_list_per_format.WTC.encode(), EXACT),
    "wtc-compact": ("nr-wtc-compact", one_list_per_format.WTC_COMPACT.encode(), EXACT),
    "wtc-compact-flat": ("nr-wtc-compact", flattened(one_list_per_format.WTC_COMPACT).encode(), EXACT),
    "nr-simple": ("nr-simple", one_list_per_format.NR_SIMPLE.encode(), EXACT),
    "listforge": ("listforge-text", one_list_per_format.LISTFORGE.encode(), PLAIN),
    "bracket": ("bracket-fr-text", one_list_per_format.BRACKET.encode(), BARE),
    "bracket-en": ("bracket-en-text", one_list_per_format.BRACKET_EN.encode(), BARE),
    "warorgan": ("warorgan-text", one_list_per_format.WARORGAN.encode(), PLAIN),
    "ros": ("battlescribe-ros", BATTLESCRIBE.encode(), PLAIN),
    "rosz": ("battlescribe-rosz", zipped(BATTLESCRIBE), PLAIN),
    "nr-ros": ("newrecruit-ros", NEW_RECRUIT.encode(), PLAIN),
    "nr-rosz": ("newrecruit-rosz", zipped(NEW_RECRUIT), PLAIN),
    "nr-json": ("newrecruit-json", dumped(as_json()), PLAIN),
    "listforge-json": ("listforge-json", dumped(as_json("List Forge")), PLAIN),
    "listforge-share": ("listforge-share", b"https://x.org/#/listforge/" + SHARE, PLAIN),
    "battlebase": (
        "battlebase-text",
        one_list_per_format.GW_B.split("Exported")[0].encode() + b"Exported with BattleBase, Data Version: v20251210\n",
        PLAIN,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", MUSTERED)
def test_a_mustered_list(case: str, library: Library) -> None:
    expected, raw, units = MUSTERED[case]
    made = import_list(raw, case, library)
    assert made.document is not None
    data = made.document.data
    assert made.account.format == expected
    assert made.account.unread == []
    assert (data["faction"], data["detachment"], data["battle_size"]) == (
        "necrons",
        "awakened-dynasty",
        "incursion",
    )
    assert data["units"] == units
    assert made.account.stated_total == (None if case == "gw-no-title" else 265)
    done = judge_list(raw, case, library)
    assert done.army is not None
    # 85 + 20 for the Veil, 70 and 90, on any day since 2026-03-08 (points history and facts)
    assert (done.verdict, done.army.points) == ("legal", 265)
    assert [(unit.name, done.imported.stated[unit.path]) for unit in done.army.units if done.imported] == [
        ("Overlord", 105), ("Immortals", 70), ("Necron Warriors", 90)
    ]  # fmt: skip


GENERALS = {
    "hero": {
        "unit": "lord-vigilant-on-gryph-stalker",
        "general": True,
        "enhancements": ["envoy-of-the-heavens"],
    },
    "units": [{"unit": "liberators", "reinforced": True}, {"unit": "prosecutors"}],
}
REGIMENTAL = {
    "aos-plain": ("aos-app-text", one_list_per_format.AOS_PLAIN, 640, True),
    "aos-dashed": ("aos-app-text", one_list_per_format.AOS_DASHED, 640, True),
    "aos-no-footer": ("aos-app-text", one_list_per_format.AOS_PLAIN.split("Created")[0], 640, True),
    "aos-asterisks": ("aos-app-text", one_list_per_format.AOS_PLAIN.replace("• ", "* "), 640, True),
    "aos-no-space": ("aos-app-text", one_list_per_format.AOS_DASHED.replace("• ", "•"), 640, True),
    "aos-total-alone": (
        "aos-app-text",
        "My\nlist\n" + one_list_per_format.AOS_PLAIN.replace("Test host 640", "640"),
        640,
        True,
    ),
    "sigdex": ("sigdex-text", one_list_per_format.SIGDEX, 640, True),
    "new-recruit": ("nr-aos-text", one_list_per_format.NR_AOS, 640, True),
    "scrollcaster": ("scrollcaster-text", one_list_per_format.SCROLLCASTER, 640, True),
    "listbot": ("listbot-text", one_list_per_format.LISTBOT, 510, False),
}


@pytest.mark.parametrize("case", REGIMENTAL)
def test_a_list_of_regiments(case: str, library: Library) -> None:
    expected, text, points, auxiliary = REGIMENTAL[case]
    made = import_list(text.encode(), case, library)
    assert made.document is not None
    data = made.document.data
    assert made.account.format == expected
    assert made.account.unread == []
    assert (data["faction"], data["battle_formation"], data["season"]) == (
        "stormcast-eternals",
        "vanguard-wing",
        "2026-27",
    )
    assert (data["spell_lore"], data["manifestation_lore"]) == (
        "lore-of-the-storm",
        "forbidden-power",
    )
    assert data["battle_tactics"] == ["blazing-onslaught", "siege-of-ashes"]
    assert data["faction_terrain"] == "stormreach-portal"
    assert data["regiments"] == [GENERALS]
    assert data.get("auxiliary") == ([{"unit": "annihilators"}] if auxiliary else None)
    done = judge_list(text.encode(), case, library)
    assert done.army is not None
    # 120 + 20, 2 x 90, 150, 130, and 20 each for the lore and the terrain (facts of 2026-08-18)
    assert (done.verdict, done.army.points, made.account.stated_total) == ("legal", points, points)


def test_every_reader_has_a_list() -> None:
    made = {each[0] for each in (*MUSTERED.values(), *REGIMENTAL.values())}
    assert made == set(READERS) - {TYPED}  # that one has tests of its own


def test_the_users_word_goes_before_detection(library: Library) -> None:
    made = import_list(one_list_per_format.GW_A.encode(), "a", library, "nr-gw-text")
    assert made.account.format == "nr-gw-text"
    assert made.account.unread == []
