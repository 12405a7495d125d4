"""What the books say for before the battle: in `show`, on the html page, and the numbers of rules. Names and numbers only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call

NECRONS = """system: warhammer-40k-{edition}
faction: necrons
battle_size: {size}
{more}
units: [{{id: lord, datasheet: overlord, warlord: true}}, {{id: guard, datasheet: lychguard, models: 5}}]
"""


def shown(call: Call, tmp_path: Path, text: str, *more: str) -> list[str]:
    """The lines of `show` below the heading."""
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    lines = call("show", str(file), *more).out.splitlines()
    start = next(
        place
        for place, line in enumerate(lines)
        if line in ("Before the battle", "開戦前に", "战斗开始前")
    )
    found: list[str] = []
    for line in lines[start + 1 :]:
        if not line.startswith("  "):
            break
        found.append(line.strip())
    return " ".join(found).replace(" Battle", "\nBattle").replace(" Length", "\nLength").split("\n")


@pytest.mark.parametrize(
    ("size", "field", "hours"),
    [
        ("incursion", '44" × 60"', 2),
        ("strike-force", '44" × 60"', 3),
        ("onslaught", '44" × 90"', 4),
    ],
)
def test_the_tenth_edition(call: Call, tmp_path: Path, size: str, field: str, hours: int) -> None:
    text = NECRONS.format(
        edition="10e", size=size, more="detachment: awakened-dynasty\nbattle_ready: true"
    )
    said = " ".join(shown(call, tmp_path, text))
    assert (
        f"Battlefield (Only War): at least {field} (Warhammer 40,000 core rules, Mission, p59)"
        in said
    )
    assert f"Length: {hours} h (Warhammer 40,000 core rules, Battle size, p55)" in said
    assert "Battle Ready: yes, 10 VP (Combat Patrol, Battle Ready, p4)" in said
    assert "Battle rounds: 5 (" in said
    assert "Starting strength" not in said  # who is attached is secret


def test_the_starting_strength_of_an_attached_unit(call: Call, tmp_path: Path) -> None:
    more = "detachment: awakened-dynasty\nformations: {attached: {lord: guard}}"
    text = NECRONS.format(edition="10e", size="incursion", more=more)
    said = " ".join(shown(call, tmp_path, text, "--formations"))
    assert (
        "Starting strength of Lychguard and Overlord: 6 (Warhammer 40,000 core rules, Starting strength, p12)"
        in said
    )
    assert "Starting strength" not in " ".join(shown(call, tmp_path, text))


def test_the_eleventh_edition(call: Call, tmp_path: Path) -> None:
    more = "detachments: [canoptek-court]\nattached: {lord: guard}"
    text = NECRONS.format(edition="11e", size="strike-force", more=more)
    said = " ".join(shown(call, tmp_path, text))
    assert 'Battlefield: 44" × 60" (Chapter Approved, 11th edition, Mission sequence)' in said
    assert "Battle Ready: 10 VP if painted" in said
    assert (
        "Starting strength of Lychguard and Overlord: 6 (Warhammer 40,000 core rules, 11th edition, 01.02)"
        in said
    )


def test_a_patrol(call: Call, tmp_path: Path) -> None:
    text = "system: combat-patrol\npatrol: amonhotekhs-guard\nmission: clash-of-patrols\n"
    said = " ".join(shown(call, tmp_path, text))
    assert "Mission: Clash of Patrols (Combat Patrol, Combat Patrol missions, p7-12)" in said
    assert 'Battlefield: 44" × 30" (Combat Patrol, Combat Patrol missions, p7-12)' in said
    assert "Secondary objective: Reclaim and Dominate or Treasures of Aeons" in said
    assert (
        "Stratagems: Disruption Fields (1 CP), Will of the Overlord (1 CP) and Mercurial Resilience (1 CP)"
        in said
    )


def test_age_of_sigmar_by_its_limit(call: Call, tmp_path: Path) -> None:
    text = "system: age-of-sigmar-4e\nfaction: seraphon\npoints_limit: {}\nregiments: []\n"
    said = " ".join(shown(call, tmp_path, text.format(1000)))
    assert 'Battlefield: 30" × 44" (Age of Sigmar rules (4th edition), Match play, p41)' in said
    assert "Terrain features: 4 (" in said
    assert "Battlefield" not in " ".join(shown(call, tmp_path, text.format(1500)))


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "44&#34; × 60&#34;"), ("ja", "44mv × 60mv 以上"), ("zh", "至少 44 × 60 英寸")],
)
def test_the_page_says_it_too(call: Call, tmp_path: Path, lang: str, said: str) -> None:
    file, out = tmp_path / "mine.yaml", tmp_path / "mine.html"
    file.write_text(
        NECRONS.format(edition="10e", size="incursion", more="detachment: awakened-dynasty"),
        encoding="utf-8",
    )
    assert call("export", str(file), "--to", "html", "--lang", lang, "-o", str(out)).code == 0
    assert said in out.read_text(encoding="utf-8")


TABLES = {
    "40K-01": [
        "Incursion: 1000 points, 2 hours",
        "Strike Force: 2000 points, 3 hours",
        "Onslaught: 3000 points, 4 hours",
    ],
    "40K-24": ["Incursion: 250 points", "Strike Force: 500 points", "Onslaught: 750 points"],
    "11E-05": ["Incursion: 2, or a single detachment of 3", "Strike Force: 3", "Onslaught: 4"],
    "AOS-01": ["usual limits: 1000 and 2000"],
    "AOS-24": [
        '1000 points: 30" × 44", 4 terrain features',
        '2000 points: 44" × 60", 8 terrain features',
    ],
}


@pytest.mark.parametrize("code", TABLES)
def test_a_rule_prints_its_numbers(call: Call, code: str) -> None:
    lines = [line.strip() for line in call("rules", code).out.splitlines()]
    start = lines.index(TABLES[code][0])
    assert lines[start : start + len(TABLES[code])] == TABLES[code]
    (row,) = json.loads(call("rules", code, "--format", "json").out)["rules"]
    assert row["numbers"] == TABLES[code]
