"""`show` and the exports are made of one printout: what one of them calls a unit, the other does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from tests.cli.conftest import Call
from tests.formats.write.made import EXAMPLES, GAMES, LANGS, ROSTERS

Write = Callable[[str], str]
TWINS = """\
system: warhammer-40k-10e
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units:
  - {id: one, datasheet: overlord, warlord: true, name: אבג}
  - {id: two, datasheet: necron-warriors, models: 10}
  - {id: three, datasheet: necron-warriors, models: 10}
formations: {attached: {one: three}}
"""


@pytest.fixture(autouse=True)
def wide(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """No cell is broken into lines."""
    monkeypatch.setenv("COLUMNS", "500")


def rows(shown: str) -> list[list[str]]:
    return [re.split(r"\s{2,}", line.strip()) for line in shown.splitlines() if line.strip()]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_says_what_the_export_says(call: Call, game: str, lang: str) -> None:
    file = str(ROSTERS / f"{game}.yaml")
    exported = json.loads(call("export", file, "--lang", lang, "--to", "json").out)
    table = rows(call("show", file, "--lang", lang).out)
    at = next(
        place for place, row in enumerate(table) if row[0] == exported["sections"][0]["title"]
    )
    for section in exported["sections"]:
        assert table[at][0] == section["title"]
        for unit in section["units"]:
            at += 1
            own = f" ({unit['custom_name']})" if unit["custom_name"] else ""
            assert table[at][0] == unit["name"] + own
            if unit["points"] is not None:
                assert table[at][1:3] == [str(unit["models"]), str(unit["points"])]
            assert all(remark in table[at][-1] for remark in unit["remarks"])
        for extra in section["extras"]:
            at += 1
            assert table[at][:1] == [extra["name"]]
        at += 1


def test_alike_units_are_numbered_where_formations_tell_them_apart(
    call: Call, roster: Write
) -> None:
    file = roster(TWINS)
    names = [row[0] for row in rows(call("show", file).out)]
    assert [name for name in names if name.startswith("Necron W")] == [
        "Necron Warriors",
        "Necron Warriors",
    ]
    told = call("show", file, "--formations").out
    assert [row[0] for row in rows(told) if row[0].startswith("Necron W")][:2] == [
        "Necron Warriors #1",
        "Necron Warriors #2",
    ]
    assert told.endswith(
        "Battle formations\n  Necron Warriors #2, with Overlord (אבג)\n"
    )  # no marks of direction on a terminal
    assert (
        "Overlord (\u2068אבג\u2069) leads Necron Warriors #2"
        in call("export", file, "--to", "text", "--formations").out
    )


@pytest.mark.parametrize("more", [(), ("--formations",)])
def test_what_is_read_of_a_roster_is_shown(
    call: Call, roster: Write, more: tuple[str, ...]
) -> None:
    done = call(
        "show", roster(TWINS.replace("datasheet: overlord", "datasheet: no-such-datasheet")), *more
    )
    assert done.code == 2
    assert "no-such-datasheet" in done.err
    assert next(row[:3] for row in rows(done.out) if row[0].startswith("Necron W")) == [
        "Necron Warriors",
        "10",
        "90",
    ]


def test_a_split_unit_is_exported_with_its_formations(call: Call) -> None:
    file = EXAMPLES / "combat-patrol" / "legal" / "siguards-crusaders.yaml"
    done = call("export", str(file), "--to", "text", "--formations")
    assert done.code == 0, done.err
    assert "\n  10x Primaris Crusader Squad: can split into 5 and 5" in done.out
    assert "\n  Split: Primaris Crusader Squad\n" in done.out
