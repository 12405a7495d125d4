"""`diff`: two lists in any readable form, or one list on two days."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from listbuilder.reports import DiffReport
from tests.cli import reports
from tests.cli.conftest import Call
from tests.cli.test_day_of_list import CITIES
from tests.sources import ROOT

NECRONS = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
GAMES = [
    "40k-10e",
    "40k-11e",
    "aos",
    "combat-patrol",
    "combat-patrol-11e",
    "spearhead",
    "space-marine-heroes",
]


def report(out: str) -> dict[str, Any]:
    return reports.report(out, DiffReport, "diff")


@pytest.fixture
def changed(roster: Callable[[str], str]) -> str:
    """200 points become 90, 30 go with an enhancement, 75 with the Tomb Blades."""
    text = NECRONS.read_text(encoding="utf-8")
    text = text.replace("models: 20}       # 200", "models: 10}").replace(
        "    enhancement: enaegic-dermal-bond\n", ""
    )
    return roster(
        text.replace("  - {id: blades, datasheet: tomb-blades, models: 3}", "").replace(
            "[blades]", "[]"
        )
    )


def test_what_changed_and_what_it_costs(call: Call, changed: str) -> None:
    done = call("diff", str(NECRONS), changed)
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert done.code == 0
    assert (
        lines[0] == f"necrons-awakened-dynasty.yaml → {Path(changed).name}"
    )  # both lists have one name
    assert lines[1] == "LEGAL 1990 / 2000 points → LEGAL 1775 / 2000 points -215"
    assert lines[3:7] == [
        "- Tomb Blades (3 models) 75",
        "~ Technomancer 110 → 80 -30 – Enaegic Dermal Bond (+30)",
        "~ Necron Warriors 200 → 90 -110 20 → 10 models",
        "12 units unchanged",
    ]


def test_one_list_on_two_days(call: Call) -> None:
    """What got dearer first, each with its difference, what is free of a rule now, and both verdicts with both dates."""
    lines = call("diff", str(NECRONS), "--as-of", "2024-06-20", "--as-of", "today").out.splitlines()
    assert lines[0].startswith("Silent dynasty  2024-06-20 → today  ")
    assert lines[1].split() == [
        "ILLEGAL",
        "1975",
        "/",
        "2000",
        "points",
        "→",
        "LEGAL",
        "1990",
        "/",
        "2000",
        "points",
        "+15",
    ]
    assert lines[3] == "  C'tan Shard of the Nightbringer  295 → 340  +45"
    assert (
        lines[4] == "  Technomancer                     100 → 110  +10  Enaegic Dermal Bond 15 → 30"
    )
    assert lines[10:12] == [
        "  Canoptek Wraiths                 250 → 220  -30",
        "  7 units unchanged",
    ]
    assert lines[13].startswith(
        "fixed: error[40K-28] C'tan Shard of the Nightbringer starts in Reserves"
    )


def test_equal_units_are_counted_and_the_army_comes_first(call: Call) -> None:
    other = ROOT / "examples" / "40k-10e" / "illegal" / "40K-06-rule-of-three.yaml"
    lines = call("diff", str(NECRONS), str(other)).out.splitlines()
    assert lines[3:6] == ["  ~  points limit: 2000 → 1000", "  -  Strike Force", "  +  Incursion"]
    assert "  +  3 × Lychguard (5 models)               85 each" in lines
    signs = [line[2] for line in lines[6:] if line.startswith("  ") and line[2] in "-+~"]
    assert signs == sorted(signs, key="-+~".index)
    assert "new: error[40K-06] 4 × Lychguard; the limit is 3 per datasheet" in lines


def test_as_json(call: Call, changed: str) -> None:
    found = report(call("diff", str(NECRONS), changed, "--format", "json").out)
    assert (found["before"]["points"], found["after"]["points"], found["same"]) == (
        1990,
        1990 - 110 - 30 - 75,
        12,
    )
    assert [(unit["before"] or {}).get("name") for unit in found["units"]] == [
        "Technomancer",
        "Necron Warriors",
        "Tomb Blades",
    ]
    assert found["units"][1]["changes"] == [{"what": "models", "before": 20, "after": 10}]
    assert found["units"][2]["after"] is None and not found["alike"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.slow_but(1)
def test_every_game_in_every_language(call: Call, game: str, lang: str) -> None:
    files = sorted((ROOT / "examples" / game / "legal").glob("*.yaml")) + sorted(
        (ROOT / "examples" / game / "illegal").glob("*.yaml")
    )
    for one, other in pairwise(files[:7]):
        found = report(call("diff", str(one), str(other), "--format", "json", "--lang", lang).out)
        assert not found["alike"]
        assert call("diff", str(one), str(other), "--lang", lang).out
    assert report(call("diff", str(files[0]), str(files[0]), "--format", "json").out)["alike"]


def test_a_list_of_another_program_on_two_days(call: Call, tmp_path: Path) -> None:
    """90 and 140 on 2025-06-11; 100 and 170 on 2025-09-24; the second unit is gone since 2026-05-27."""
    file = tmp_path / "list.txt"
    file.write_text(CITIES, encoding="utf-8")
    found = report(
        call(
            "diff", str(file), "--as-of", "2025-09-10", "--as-of", "2025-10-29", "--format", "json"
        ).out
    )
    assert [(unit["before"]["points"], unit["after"]["points"]) for unit in found["units"]] == [
        (90, 100),
        (140, 170),
    ]
    done = call("diff", str(file), "--as-of", "2025-10-29", "--as-of", "today")
    assert done.code == 1 and "\\n" not in done.out
    assert "Freeguild Command Corps was only available until 2026-05-27" in " ".join(
        done.out.split()
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([str(NECRONS)], "nothing to compare with; give a second list, or two dates"),
        ([str(NECRONS), "--as-of", "2026-01-01"], "nothing to compare with"),
        (
            [str(NECRONS), "--as-of", "2026-01-01", "--as-of", "2026-02-01", "--as-of", "today"],
            "3 dates given",
        ),
        ([str(NECRONS), "no-such-file.yaml"], "no-such-file.yaml: no such file"),
        (
            [str(NECRONS), str(ROOT / "examples/aos/legal/ironjawz-five-lone-bosses.yaml")],
            "compare lists of the same game",
        ),
        ([str(NECRONS), "--as-of", "yesterday", "--as-of", "today"], "isn't a date"),
    ],
)
def test_one_sentence_for_what_cannot_be_compared(call: Call, words: list[str], said: str) -> None:
    done = call("diff", *words)
    assert (
        (done.code, done.out) == (2, "")
        and said in done.err
        and len(done.err.strip().splitlines()) == 1
    )
