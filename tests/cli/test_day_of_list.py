"""A list of a past day is read by the names of that day and judged by its law; --as-of today judges by today's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.i18n.messages import LANGS
from tests.cli.conftest import Call
from tests.formats.read import one_list_per_format

# Freeguild Command Corps: 140 from 2025-06-11, 170 from 2025-09-24; gone on 2026-05-27, today Freeguild Command Corps Adjutants.
# The Marshal costs 100 then and today.
CITIES = """Old guard 270/2000 pts
-----
Grand Alliance Order | Cities of Sigmar | Collegiate Arcane Expedition
General's Regiment
Freeguild Marshal and Relic Envoy (100)
• General
Freeguild Command Corps (170)
-----
Created with Warhammer Age of Sigmar: The App
App: v1.20.0 (1) | Data: v356
"""


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


def written(folder: Path) -> Path:
    file = folder / "list.txt"
    file.write_text(CITIES, encoding="utf-8")
    return file


def test_a_unit_that_is_gone_is_read_on_its_own_day(library: Library) -> None:
    """Data 356 of the app has the prices of 2025-10-29 (versions.json)."""
    done = judge_list(CITIES.encode(), "x", library)
    assert done.imported is not None and done.army is not None and done.imported.day is not None
    assert (done.imported.day.day, done.imported.day.how) == ("2025-10-29", "app")
    assert (done.imported.day.agreeing, done.imported.day.stated) == (2, 2)
    assert [(unit.name, unit.points) for unit in done.army.units] == [
        ("Freeguild Marshal and Relic Envoy", 100),
        ("Freeguild Command Corps", 170),
    ]
    assert done.problems == []


def test_today_it_is_what_it_is_called_now(library: Library) -> None:
    done = judge_list(CITIES.encode(), "x", library, "today")
    assert done.army is not None
    assert [unit.name for unit in done.army.units][1] == "Freeguild Command Corps Adjutants"
    assert done.army.priced_on == "2026-09-23"


@pytest.mark.parametrize("lang", LANGS)
def test_the_verdict_says_by_which_day(lang: str, call: Call, tmp_path: Path) -> None:
    file = written(tmp_path)
    text = call("check", "-v", "--lang", lang, str(file)).out
    said = {
        "en": "points as of 2025-10-29: 2 of 2 values in the list match (1 match today's)",
        "ja": "2025-10-29 時点で判定: 記載されたポイント 2 件のうち 2 件が一致（現在のデータでは 1 件）",
        "zh": "按 2025-10-29 判定：写明的 2 项点数中有 2 项一致（当前：1 项）",
    }
    assert said[lang] in [line.strip() for line in text.splitlines()]
    (one,) = json.loads(call("check", "--format", "json", str(file)).out)["rosters"]
    assert one["data"]["as_of"] == "2025-10-29" and one["data"]["told_by"] == "app"
    assert one["data"]["prices"] == {"stated": 2, "agreeing": 2, "agreeing_today": 1}


def test_import_writes_the_day(call: Call, tmp_path: Path) -> None:
    file = written(tmp_path)
    assert 'points_as_of: "2025-10-29"' in call("import", str(file)).out
    assert "points_as_of" not in call("import", "--as-of", "today", str(file)).out


def test_what_is_gone_says_since_when_and_what_took_its_place(library: Library) -> None:
    """A datasheet that is in the history alone: gone, with the day (history: until)."""
    past = library_past(library)
    gone = next(
        each
        for each in past.get_things("datasheets").values()
        if not each.today and each.until and not each.renamed_to
    )
    made = import_list(
        one_list_per_format.GW_A.replace("Immortals", gone.name).encode(),
        "x",
        library,
        None,
        "today",
    )
    assert made.position is not None and made.position.verdict != "legal"
    (found,) = [each for each in made.position.findings if each.args.get("name") == gone.name]
    assert (found.code, found.severity, found.args["since"]) == ("40K-03", "error", gone.until)


def library_past(library: Library) -> Any:
    from listbuilder.games.registry import get_game

    return get_game("warhammer-40k-10e").shelf(library).past.load_faction("necrons")  # type: ignore[attr-defined]
