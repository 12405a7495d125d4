"""History files beside the factions: checked like the rest, compiled like the rest, and opened only for what needs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.data import paths
from listbuilder.data.library import Library, find_kind
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.history_catalog import MusterPast
from listbuilder.games.wh40k.state_on_date import build_datasheet_on_date
from tests.cli.conftest import Call
from tests.facts.shared_facts import REPO
from tools.compile_data import compile_all

GAME = "warhammer-40k-10e"
HISTORY = """\
system: warhammer-40k-10e
id: necrons
as_of: "2026-02-30"
detachments:
  - {id: no-such-phalanx, name: No Such Phalanx, from: "2023-06-16", source: both}
  - {id: awakened-dynasty, name: Awakened Dynasty, from: "2023-06-16", until: "2023-01-01", today: false, source: both}
datasheets:
  - id: necron-warriors
    name: Necron Warriors
    from: "2023-06-16"
    renamed_to: necron-warrior
    prices:
      - {from: "2023-09-07", points: {10: 110}}
      - {from: "2023-06-16", points: {10: 120}}
    changes:
      - {until: "2024-01-01", was: {leads: null}}
      - {until: "2024-02-01", was: {leads: [Immortals]}}
  - {id: gone-thing, name: Gone Thing, from: "2023-06-16", today: false}
"""
FINDINGS = [
    (3, '"2026-02-30" is not a date'),
    (5, '"no-such-phalanx" is not in today\'s data'),
    (6, "the end date 2023-01-01 is before the start date 2023-06-16"),
    (6, '"awakened-dynasty" is in today\'s data'),
    (11, '"necron-warrior" is not in today\'s data; did you mean necron-warriors?'),
    (14, "2023-06-16 comes after 2023-09-07; list dates oldest first"),
    (17, "2024-02-01 comes after 2024-01-01; list dates newest first"),
    (18, "Gone Thing was removed, but its last version is missing"),
]


def written(folder: Path, place: str, text: str) -> Path:
    file = folder / GAME / f"{place}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_everything_wrong_with_a_history_is_said_with_its_line(call: Call, tmp_path: Path) -> None:
    file = written(tmp_path, "history/necrons", HISTORY)
    done = call("data", "check", str(file))
    assert done.code == 1
    lines = done.err.splitlines()
    assert len(lines) == len(FINDINGS)
    for line, (number, words) in zip(lines, FINDINGS, strict=True):
        assert f"necrons.yaml:{number}:" in line and words in line, line


@pytest.mark.parametrize("lang", ["ja", "zh"])
def test_it_is_said_in_every_language(call: Call, tmp_path: Path, lang: str) -> None:
    file = written(tmp_path, "history/necrons", HISTORY)
    done = call("data", "check", str(file), "--lang", lang)
    assert len(done.err.splitlines()) == len(FINDINGS)
    assert "today's data" not in done.err


@pytest.mark.parametrize(
    ("place", "text", "line", "words"),
    [
        (
            "history/necrons",
            'system: warhammer-40k-10e\nid: necrons\nas_of: "2026-05-20"\ndatasheets:\n'
            '  - {id: overlord, name: Overlord, from: "2023-06-16", changes: [{until: "2024-01-01", was: {lead: []}}]}\n',
            5,
            '"lead"',
        ),
        (
            "history/aliases/necrons",
            "system: warhammer-40k-10e\nid: necrons\nsources: {x: a table}\nunits:\n"
            "  Warriors: {is: necron-warrior, source: y}\n",
            5,
            "necron-warrior",
        ),
        (
            "history/aliases/necrons",
            "system: warhammer-40k-10e\nid: necrons\nitems:\n"
            '  overlord:\n    Staff: {is: staff of light, model: Overlord, from: "2023-06-16"}\n',
            5,
            '"Staff" has more than one meaning',
        ),
        (
            "history/versions",
            'system: warhammer-40k-10e\nas_of: "2026-05-20"\nedition_began: "2023-06-16"\nreleases: [{day: "2024-01-01"}]\n'
            'app_data: [{version: 5, prices_of: soon}]\ncatalogues: {Necrons.cat: [[1, "2024-01-01"]]}\n',
            5,
            '"soon" is not a date',
        ),
        (
            "history/versions",
            'system: warhammer-40k-10e\nas_of: "2026-05-20"\nedition_began: "2023-06-16"\nreleases: []\n'
            "app_data: []\ncatalogues: {Necrons.cat: [[one, 2]]}\n",
            6,
            "one",
        ),
    ],
)
def test_one_thing_wrong(
    call: Call, tmp_path: Path, place: str, text: str, line: int, words: str
) -> None:
    done = call("data", "check", str(written(tmp_path, place, text)))
    assert done.code in (1, 2)
    assert any(f".yaml:{line}:" in said and words in said for said in done.err.splitlines()), (
        done.err
    )


def test_a_history_of_no_faction(call: Call, tmp_path: Path) -> None:
    file = written(
        tmp_path, "history/necron", 'system: warhammer-40k-10e\nid: necron\nas_of: "2026-05-20"\n'
    )
    done = call("data", "check", str(file))
    assert done.code == 1
    assert "necron.yaml:2:" in done.err and "necrons" in done.err


def test_kinds_by_folder() -> None:
    kinds = get_game(GAME).get_data_kinds()
    places = ["necrons", "rules", "history/necrons", "history/versions", "history/aliases/necrons"]
    assert [find_kind(place, kinds).name for place in places] == [
        "faction",
        "rules",
        "faction-history",
        "data-versions",
        "faction-aliases",
    ]


def test_the_players_own_history_counts(tmp_path: Path) -> None:
    text = (
        'system: warhammer-40k-10e\nid: necrons\nas_of: "2026-05-20"\ndatasheets:\n'
        '  - {id: overlord, name: Overlord, from: "2023-06-16", prices: [{from: "2023-06-16", points: {1: 7}},'
        ' {from: "2026-01-01", points: {1: 85}}]}\n'
    )
    written(tmp_path, "history/necrons", text)
    library = Library([tmp_path])
    past = MusterPast(GAME, library).load_faction("necrons")
    assert past is not None
    sheet = get_game(GAME).shelf(library).load_faction("necrons").get_sheet("overlord")  # type: ignore[attr-defined]
    assert [
        row.points
        for row in build_datasheet_on_date(
            sheet, past.get_sheet_record("overlord"), "2025-01-01"
        ).sheet.points
    ] == [7]
    assert past.get_sheet_record("necron-warriors") is None


def test_a_broken_history_of_the_players_is_left_out(tmp_path: Path) -> None:
    written(tmp_path, "history/necrons", "system: [\n")
    library = Library([tmp_path])
    past = MusterPast(GAME, library).load_faction("necrons")
    assert past is not None and past.get_sheet_record("necron-warriors") is not None
    assert [problem.key for problem in library.problems][-1] == "own_data_left_out"


@pytest.mark.slow
def test_the_wheel_has_them_compiled(tmp_path: Path) -> None:
    compile_all(tmp_path)
    assert (tmp_path / "factions" / "warhammer-40k-11e" / "necrons.lbc").is_file()
    for file in sorted(paths.get_factions_folder().glob("*/history/**/*.yaml")):
        place = (
            tmp_path
            / "factions"
            / file.relative_to(paths.get_factions_folder()).with_suffix(".lbc")
        )
        assert place.is_file(), place
    assert (tmp_path / "factions" / GAME / "history" / "aliases" / "necrons.lbc").is_file()


@pytest.mark.parametrize(
    "roster",
    ["40k-10e/legal/necrons-awakened-dynasty.yaml", "aos/legal/seraphon-eternal-starhost.yaml"],
)
@pytest.mark.slow_but(1)
def test_check_of_todays_roster_opens_no_history(roster: str) -> None:
    """No module of past days is loaded, and no file of the history opened."""
    script = (
        "import sys, io, json; opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "from listbuilder.__main__ import main; sys.argv[0] = 'listbuilder'\n"
        "real, sys.stdout = sys.stdout, io.StringIO()\n"
        "code = main(); sys.stdout = real; print(json.dumps([code, sorted(sys.modules), opened]))"
    )
    words = [sys.executable, "-c", script, "check", str(REPO / "examples" / roster)]
    subprocess.run(
        words, capture_output=True, check=True, env=os.environ
    )  # whatever is not compiled yet is now
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=os.environ)
    code, modules, opened = json.loads(done.stdout)
    assert code == 0
    past = {
        "past",
        "past_data",
        "past_model",
        "past_shelf",
        "past_check",
        "best_day",
        "versions",
        "spellings",
        "written",
    }
    assert [
        name
        for name in modules
        if name.startswith("listbuilder.") and name.rpartition(".")[2] in past
    ] == []
    assert any("necrons" in name or "seraphon" in name for name in opened)
    data = [name.removeprefix(str(REPO)) for name in opened if name.endswith((".yaml", ".lbc"))]
    assert [name for name in data if "history" in name] == []
