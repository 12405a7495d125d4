"""Names taken from running text, as tools/history_names.py mends them or leaves them out."""

from __future__ import annotations

from typing import Any

import pytest

from tools.history_names import UNREAD, mended, mended_changes, mended_sheet, name_at_head


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("bolt pistol", "bolt pistol"),
        ("*", "*"),
        ("Ka'tah, Stance of the Wolf", "Ka'tah, Stance of the Wolf"),
        ("Asu-var, the Sword of Silent Screams", "Asu-var, the Sword of Silent Screams"),
        ("Astropath.", "Astropath"),
        ("◦ Vael Donatus", "Vael Donatus"),
        ("missile drones*. * This drone's rules can be found on a card", "missile drones"),
        (
            "Burna Boyz * This unit must contain 1 Spanner for every 4 Burna Boyz it contains.",
            "Burna Boyz",
        ),
        ("Attack Bike The Biker Sergeant and every Space Marine Biker", "Attack Bike"),
        ("* This unit must contain 1 Spanner for every 4 Lootas it contains.", None),
        ("Blade of Vigil. Agathae Dolan is equipped with: bolt pistol", None),
        ("neuro disruptor; flip belt", None),
        ("armored thorax, or 1 thoracic bio-weapon", None),
        ("Sternguard Veteran Squad or a Vanguard Veteran Squad", None),
        ("twin smart missile system at the same time", None),
        ("every", None),
        ("until the end of the battle", None),
    ],
)
def test_the_name_at_the_head(text: str, name: str | None) -> None:
    assert name_at_head(text) == name


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("keywords", ["ALL MODELS:", "Infantry", "ASTROPATH:", "Psyker"], ["Infantry", "Psyker"]),
        ("leads", ["This unit can have up to two Leader units attached to it."], UNREAD),
        ("leads", ["Immortals", "Lychguard"], ["Immortals", "Lychguard"]),
        ("transport", {"capacity": None, "takes": []}, UNREAD),
        (
            "transport",
            {"capacity": 6, "takes": [["Infantry"]]},
            {"capacity": 6, "takes": [["Infantry"]]},
        ),
        ("leads", None, None),
        (
            "default_wargear",
            [
                {
                    "model": "*",
                    "items": ["Sanctity. Kyganil is equipped with: the Outcast's Weapons"],
                }
            ],
            UNREAD,
        ),
    ],
)
def test_values(key: str, value: Any, expected: Any) -> None:
    found = mended(key, value)
    assert found is UNREAD if expected is UNREAD else found == expected


def line(name: str, least: int = 1, most: int = 1) -> dict[str, Any]:
    return {"name": name, "min": least, "max": most}


def test_a_heading_over_bullets_is_no_model() -> None:
    models = [
        line("Chaplain"),
        line("Veterans:", 2, 2),
        line("◦ Vael"),
        line("◦ Zameon"),
        line("Biker"),
    ]
    sheet, unread = mended_sheet(
        {"models": models, "size": {"min": 6, "max": 6}, "keywords": ["Infantry"]}
    )
    assert [each["name"] for each in sheet["models"]] == ["Chaplain", "Vael", "Zameon", "Biker"]
    assert sheet["size"] == {"min": 4, "max": 4}
    assert unread == []


def test_what_waits_on_an_unread_composition_comes_with_the_first_that_can_be_read() -> None:
    """Newest first: the second cannot be read; the third is read, and needs that there were no compositions."""
    odd = [
        line("* This unit must contain 1 Spanner for every 4 Lootas it contains."),
        line("Loota", 4, 12),
    ]
    changes = [
        {
            "until": "2024-05-08",
            "was": {
                "models": odd,
                "compositions": None,
                "size": {"min": 6, "max": 16},
                "leads": ["A"],
            },
        },
        {"until": "2024-04-25", "was": {"leads": None}},
        {"until": "2024-03-19", "was": {"models": [line("Loota", 4, 12)]}},
    ]
    first, second, third = mended_changes(changes)
    assert (first["was"], sorted(first["unread"])) == (
        {"leads": ["A"]},
        ["compositions", "models", "size"],
    )
    assert second == {"until": "2024-04-25", "was": {"leads": None}, "unread": []}
    assert third["was"] == {
        "models": [line("Loota", 4, 12)],
        "compositions": None,
        "size": {"min": 6, "max": 16},
    }
    assert third["unread"] == []
