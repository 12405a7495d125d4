"""Exports of one roster in one folder: each form has a file of its own, and no form says another sum than the others."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from listbuilder.formats.registry import WRITERS
from tests.cli.conftest import Call

ROSTERS = Path(__file__).parents[1] / "formats" / "rosters"
ATTACHED = """\
system: warhammer-40k-11e
name: The patient hunter
faction: astra-militarum
battle_size: incursion
detachments: [designation-force]
attached: {castellan: second}
units:
  - {id: first, datasheet: cadian-shock-troops, models: 10}
  - {id: second, datasheet: cadian-shock-troops, models: 10}
  - {id: castellan, datasheet: cadian-castellan, warlord: true}
"""
PLAIN = """\
system: warhammer-40k-10e
name: The patient hunter
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units: [{datasheet: overlord, warlord: true}]
"""
FREE = """\
system: age-of-sigmar-4e
faction: stormcast-eternals
points_limit: 1000
battle_formation: vanguard-wing
regiments:
  - hero: {unit: lord-vigilant-on-gryph-stalker, general: true}
    units: [{unit: liberators}]
"""
NAMES = {
    "text": "the-patient-hunter.text.txt",
    "markdown": "the-patient-hunter.md",
    "html": "the-patient-hunter.html",
    "pdf": "the-patient-hunter.pdf",
    "json": "the-patient-hunter.json",
    "gw": "the-patient-hunter.gw.txt",
    "wtc": "the-patient-hunter.wtc.txt",
    "atc-2026": "the-patient-hunter.atc-2026.txt",
    "wtc-compact": "the-patient-hunter.wtc-compact.txt",
    "nr-simple": "the-patient-hunter.nr-simple.txt",
    "ros": "the-patient-hunter.ros",
    "rosz": "the-patient-hunter.rosz",
    "newrecruit-json": "the-patient-hunter.newrecruit-json.json",
    "rosterizer-json": "the-patient-hunter.rosterizer-json.json",
    "qr": "the-patient-hunter.qr.png",
    "svg": "the-patient-hunter.svg",
}


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_text(ATTACHED, encoding="utf-8")
    return file


def test_every_form_has_a_file_of_its_own(call: Call, tmp_path: Path) -> None:
    out, roster = tmp_path / "out", tmp_path / "plain.yaml"
    roster.write_text(PLAIN, encoding="utf-8")
    forms = [form for form in WRITERS if form != "aos-app"]
    assert set(forms) == set(NAMES)
    for form in forms:
        assert call("export", str(roster), "--to", form, "-o", f"{out}/").code == 0, form
    assert {file.name for file in out.iterdir()} == set(NAMES.values())
    assert (out / NAMES["qr"]).read_bytes().startswith(b"\x89PNG")
    assert (
        call("export", str(roster), "--to", "html", "-o", str(out)).code == 0
    )  # the same form again is the new one


@pytest.mark.parametrize("name", ["the-patient-hunter.json", "the-patient-hunter.html"])
def test_a_file_of_another_kind_stays(call: Call, roster: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / name).write_text("<html>{}", encoding="utf-8")
    done = call("export", str(roster), "--to", name.rpartition(".")[2], "-o", str(out))
    assert done.code == 2 and str(out / name) in done.err
    assert (out / name).read_text(encoding="utf-8") == "<html>{}"


def sums(call: Call, roster: Path, form: str) -> list[int]:
    text = call("export", str(roster), "--to", form).out
    if form == "json":
        return [section["points"] for section in json.loads(text)["sections"]]
    pattern = {
        "text": r"^\S.*\((\d+)\)$",
        "markdown": r"^\| \*\*(?!Total)[^|]*\*\* \|  \| (\d+) \|",
        "html": r"<h2><span>[^<]*</span> <b>(\d+)</b></h2>",
    }[form]
    return [int(each) for each in re.findall(pattern, text, re.MULTILINE)]


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_one_sum_of_a_section_in_every_form(call: Call, roster: Path, form: str) -> None:
    """The Castellan leads one of two units and stands below it on a page; his points are those of a character all the same."""
    done = json.loads(call("check", str(roster), "--format", "json").out)["rosters"][0]
    costs = {unit["id"]: unit["points"] for unit in done["units"]}
    assert sums(call, roster, form) == [costs["castellan"], costs["first"] + costs["second"]]
    assert sum(sums(call, roster, form)) == done["points"]


def test_a_unit_that_stands_below_another_has_its_points_in_brackets(
    call: Call, roster: Path
) -> None:
    done = json.loads(call("check", str(roster), "--format", "json").out)["rosters"][0]
    cost = next(unit["points"] for unit in done["units"] if unit["id"] == "castellan")
    for form in ("html", "svg"):
        assert f"({cost})" in call("export", str(roster), "--to", form).out
    assert f"({cost})" in next(
        line for line in call("show", str(roster)).out.splitlines() if "↳" in line
    )


@pytest.mark.parametrize("form", ["text", "markdown", "html", "svg"])
def test_what_is_free_has_no_number(call: Call, tmp_path: Path, form: str) -> None:
    file = tmp_path / "free.yaml"
    file.write_text(FREE, encoding="utf-8")
    text = html.unescape(call("export", str(file), "--to", form).out)
    shown = re.sub(r"<[^>]*>", "\n", text) if form in ("html", "svg") else text
    assert "Vanguard Wing" in shown
    assert (
        "(0)" not in shown
        and "| 0 |" not in shown
        and "0" not in [line.strip() for line in shown.splitlines()]
    )


def test_the_table_shows_no_number_of_what_is_free(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "free.yaml"
    file.write_text(FREE, encoding="utf-8")
    row = next(
        line for line in call("show", str(file)).out.splitlines() if "Battle formation" in line
    )
    assert re.sub(r"\s+", " ", row).strip() == "Vanguard Wing Battle formation"
