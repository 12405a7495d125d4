"""Real lists of the 11th edition with known truth. They stay outside this repository; without them these tests are left out."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.formats.points_differences import add_gone_points
from listbuilder.games.wh40k.army import Muster
from listbuilder.model.base import fold
from listbuilder.roster.position import Position
from tests.needs import SHARED, needs_shared

CORPUS = SHARED / "corpus"
INDEX = CORPUS / "index-40k11.jsonl"
HIDDEN = {  # the points of two Upgrades, or enhancements, that may be one or another of those that cost as much
    "dark-angels-company-of-hunters-2000-app203-listhammer.txt": 2 * 15,
    "astra-militarum-armoured-bridgehead-2000-warorgan.txt": 15 + 20,
}

pytestmark = [pytest.mark.slow, needs_shared("corpus", "index-40k11.jsonl")]


def rows() -> list[dict[str, Any]]:
    return (
        [json.loads(line) for line in INDEX.read_text(encoding="utf-8").splitlines()]
        if INDEX.is_file()
        else []
    )


@cache
def judged(file: str) -> Position:
    return judge_list((CORPUS / file).read_bytes(), file, Library())


def _named(rows: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(row, id=row["file"].rpartition("/")[2]) for row in rows]


FILES = _named(rows())
ATTACHED = _named(
    [row for row in rows() if any(unit.get("attached_unit") for unit in row["truth"]["units"])]
)


@pytest.mark.parametrize("row", FILES)
def test_every_list_has_a_verdict_and_its_total(row: dict[str, Any]) -> None:
    done = judged(row["file"])
    assert done.imported is not None and done.army is not None
    assert [problem.args for problem in done.problems] == []
    truth = row["truth"]
    wanted = truth["stated_total"] or truth["sum_unit_points"]
    hidden = HIDDEN.get(row["file"].rpartition("/")[2], 0)
    assert add_gone_points(done.army, done.imported.gone) + hidden == wanted
    if hidden:
        assert {"points_of_unprinted"} <= {note.key for note in done.imported.differences}


@pytest.mark.parametrize("row", FILES)
def test_heads_are_read(row: dict[str, Any]) -> None:
    """Detachments in the order of the text; the disposition where the text states one alone."""
    army = judged(row["file"]).army
    assert isinstance(army, Muster)
    assert sorted(fold(each.name) for each in army.detachments) == sorted(
        map(fold, row["detachments"])
    )
    stated = row.get("dispositions_stated", [])
    if len(stated) == 1:
        assert army.disposition == fold(stated[0]).replace(" ", "-")
    elif row["file"].endswith("thousand-sons-hexwarp-thrallband-2000-app201-listhammer.txt"):
        assert (
            army.disposition == "take-and-hold"
        )  # the player wrote the one of the two that was chosen
    else:
        assert army.disposition is None


@pytest.mark.parametrize("row", ATTACHED)
def test_attached_units_are_read(row: dict[str, Any]) -> None:
    """Who is the bodyguard of whom, by name and points."""
    done = judged(row["file"])
    army = done.army
    assert isinstance(army, Muster) and army.declarations is not None and done.imported is not None
    parties: dict[Any, list[dict[str, Any]]] = {}
    for unit in row["truth"]["units"]:
        if unit.get("attached_unit"):
            parties.setdefault(unit["attached_unit"], []).append(unit)
    wanted = Counter(
        (each["name"], each["points"], host["name"], host["points"])
        for party in parties.values()
        for host in party
        if (host.get("attached_as") or "") == "bodyguard"
        for each in party
        if each is not host
    )
    by_id = {unit.id: unit for unit in army.muster_units}
    said, stated = done.imported.names, done.imported.stated

    def called(unit_id: str) -> tuple[str, int]:
        path = by_id[unit_id].path
        return said[path].replace("’", "'"), stated[path]

    found = Counter(
        (*called(unit), *called(host)) for unit, host in army.declarations.attached.items()
    )
    assert found == Counter(
        {
            tuple(str(x).replace("’", "'") if isinstance(x, str) else x for x in k): n
            for k, n in wanted.items()
        }
    )


@pytest.mark.parametrize("row", FILES)
def test_enhancements_are_read(row: dict[str, Any]) -> None:
    """At their bearers, Upgrades among them."""
    done = judged(row["file"])
    army = done.army
    assert isinstance(army, Muster) and done.imported is not None
    wanted = Counter(
        (fold(u["name"]), fold(u["enhancement"]))
        for u in row["truth"]["units"]
        if u.get("enhancement")
    )
    found = Counter(
        (fold(done.imported.names[unit.path]), fold(each.name))
        for unit in army.muster_units
        for each in unit.enhancements
    )
    assert wanted <= found, wanted - found


@pytest.mark.parametrize("row", FILES)
def test_units_are_read(row: dict[str, Any]) -> None:
    made = import_list((CORPUS / row["file"]).read_bytes(), row["file"], Library())
    wanted = Counter(
        (fold(unit["name"] or ""), unit["points"] or 0) for unit in row["truth"]["units"]
    )
    assert Counter((fold(unit.name), unit.points or 0) for unit in made.parsed.units) == wanted


def test_texts_of_one_army_say_the_same() -> None:
    """The app in English and French, New Recruit in two forms and WarOrgan, of one army."""

    def content(file: str) -> Any:
        army = judged(file).army
        assert isinstance(army, Muster)
        units = sorted(
            (unit.datasheet_id, unit.models, unit.points or 0) for unit in army.muster_units
        )
        borne = sorted(
            (unit.datasheet_id, each.id) for unit, each, _ in army.list_borne_enhancements()
        )
        return [each.id for each in army.detachments], army.disposition, units, borne

    for stem in ("world-eaters-berzerker-2000", "tau-retaliation-2000"):
        files = [
            row["file"]
            for row in rows()
            if row["file"]
            .rpartition("/")[2]
            .startswith((f"{stem}-app", f"{stem}-nr", f"{stem}-war"))
        ]
        assert len(files) == 5
        assert all(content(file) == content(files[0]) for file in files), stem
