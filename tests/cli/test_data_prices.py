"""`data prices`: what it shows, what it refuses and where, and that it writes all or nothing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.data import paths
from listbuilder.reports import PriceUpdate
from tests.cli.conftest import Call

ROOT = Path(__file__).resolve().parents[2]
GAME = "warhammer-40k-11e"
TABLE = """\
# Munitorum Field Manual v1.6
faction,datasheet,models,copy,item,enhancement,dp,detachment,points
Necrons,Ghost Ark,1,,,,,,110
necrons,doomsday-ark,1,3,,,,,-
Necrons,Immortals,5,,,,,,65
World Eaters,Forgefiend,,,Ectoplasma Cannon,,,,15
Necrons,,,,,Veil of Darkness,,,25
Necrons,,,,,,2,Awakened Dynasty,
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "mfm.csv"
    file.write_text(TABLE, encoding="utf-8")
    return file


def words(
    table: Path, folder: Path, *more: str, game: str = GAME, day: str = "2027-01-20"
) -> list[str]:
    return [
        "data",
        "prices",
        str(table),
        "--system",
        game,
        "--from",
        day,
        "--data",
        str(folder),
        *more,
    ]


def test_what_would_change_as_json(call: Call, table: Path, folder: Path) -> None:
    done = call(*words(table, folder, "--format", "json"))
    found = PriceUpdate.model_validate_json(done.out)
    assert (done.code, found.prices, found.system, found.from_day) == (
        0,
        "Munitorum Field Manual v1.6",
        GAME,
        "2027-01-20",
    )
    assert [
        (each.name, each.models, each.copy_from, each.item, each.before, each.after)
        for each in found.changes
    ] == [
        ("Ghost Ark", 1, None, None, 100, 110),
        ("Doomsday Ark", 1, 3, None, 230, None),
        ("Forgefiend", None, None, "ectoplasma cannon", 5, 15),
        ("Veil of Darkness", None, None, None, 20, 25),
        ("Awakened Dynasty", None, None, None, 3, 2),
    ]
    assert [(each.name, each.models, each.copy_from, each.after) for each in found.kept] == [
        ("Doomsday Ark", 1, None, 200),
        ("Forgefiend", 1, None, 140),
        ("Forgefiend", 1, 3, 155),
    ]
    assert (found.same, found.applied, list(folder.iterdir())) == (1, False, [])
    assert f"{GAME}/necrons.yaml" in found.files and f"{GAME}/history/versions.yaml" in found.files


@pytest.mark.slow
def test_json_and_csv_are_one_table(call: Call, table: Path, folder: Path, tmp_path: Path) -> None:
    rows = {"prices": "Munitorum Field Manual v1.6", "datasheets": [
        {"faction": "Necrons", "datasheet": "Ghost Ark", "models": 1, "points": 110},
        {"faction": "necrons", "datasheet": "doomsday-ark", "models": 1, "copy": 3, "points": None},
        {"faction": "Necrons", "datasheet": "Immortals", "models": 5, "points": 65}],
        "wargear": [{"faction": "World Eaters", "datasheet": "Forgefiend", "item": "Ectoplasma Cannon", "points": 15}],
        "enhancements": [{"faction": "Necrons", "enhancement": "Veil of Darkness", "points": 25}],
        "detachments": [{"faction": "Necrons", "detachment": "Awakened Dynasty", "dp": 2}]}  # fmt: skip
    other = tmp_path / "mfm.json"
    other.write_text(json.dumps(rows), encoding="utf-8")
    semicolons = tmp_path / "semicolons.csv"
    semicolons.write_text(
        "\ufeff" + TABLE.replace(",", ";").replace("\n", "\r\n"), encoding="utf-8"
    )
    first, *others = [
        call(*words(each, folder, "--format", "json")).out for each in (table, other, semicolons)
    ]
    assert json.loads(first)["changes"] and others == [first, first]


@pytest.mark.slow
def test_written_is_what_was_shown_and_again_there_is_nothing(
    call: Call, table: Path, folder: Path
) -> None:
    shown = json.loads(call(*words(table, folder, "--format", "json")).out)
    done = call(*words(table, folder, "--apply"))
    assert done.code == 0 and "lists dated 2027-01-20 or later use the new points" in done.out
    assert (
        sorted(str(file.relative_to(folder)) for file in folder.rglob("*.yaml")) == shown["files"]
    )
    again = call(*words(table, folder, day="2027-01-21"))
    # but what was taken away cannot be taken away again
    assert (again.code, again.out) == (2, "") and "4:1: Doomsday Ark has no such cost" in again.err
    table.write_text(
        "".join(line for line in TABLE.splitlines(keepends=True) if "doomsday" not in line),
        encoding="utf-8",
    )
    again = call(*words(table, folder, "--apply", day="2027-01-21"))
    assert again.code == 0 and "already has these points" in again.out


@pytest.mark.parametrize("lang", ["ja", "zh"])
@pytest.mark.slow
def test_in_every_language(call: Call, table: Path, folder: Path, lang: str) -> None:
    done = call(*words(table, folder, "--lang", lang))
    assert done.code == 0
    assert {"ja": "ポイントの変更 5 件", "zh": "点数变更 5 项"}[lang] in done.out


REFUSED = [
    (
        "Necrons,Ghost Arc,1,,,,,,110",
        '3:1: Necrons has no datasheet "Ghost Arc"; did you mean Ghost Ark?',
    ),
    ("Necron,Ghost Ark,1,,,,,,110", '3:1: unknown faction "Necron"'),
    ("Necrons,Ghost Ark,2,,,,,,110", "3:1: Ghost Ark has no cost for 2 models; its sizes are 1"),
    ("Necrons,Boyz,10,,,,,,110", '3:1: "Boyz" is not in Necrons, but in Orks'),
    (
        "Necrons,Ghost Ark,1,,,,,Awakened Dynesty,110",
        '"Awakened Dynesty" that points could belong to; did you mean',
    ),
    (
        "Necrons,Ghost Ark,,,gauss canon array,,,,10",
        'no wargear or model called "gauss canon array"; did you mean gauss',
    ),
    (
        "Necrons,,,,,Veil of Darknes,,,10",
        'no enhancement "Veil of Darknes" there; did you mean Veil of Darkness?',
    ),
    ("Necrons,Ghost Ark,1,,,,,,cheap", 'expected whole number, found "cheap"'),
    ("Necrons,Ghost Ark,1,1,,,,,110", '3:1: "1" is too small; the minimum is 2'),
    (
        "Necrons,,,,,,,,110",
        "3:1: this row doesn't say what the points are for; fill in enhancement",
    ),
    ("Necrons,Ghost Ark,1,,,,4,,110", '3:1: "dp" doesn\'t apply to a "datasheet" row'),
]


@pytest.mark.slow
@pytest.mark.parametrize(("row", "said"), REFUSED)
def test_a_row_that_cannot_be_placed_is_refused_with_its_line(
    call: Call, table: Path, folder: Path, row: str, said: str
) -> None:
    lines = TABLE.splitlines()
    table.write_text("\n".join([*lines[:2], row, *lines[2:]]), encoding="utf-8")
    done = call(*words(table, folder, "--apply"))
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert line.startswith(f"{table}:3:") and said in line
    assert list(folder.iterdir()) == []


def test_a_column_that_is_none(call: Call, table: Path, folder: Path) -> None:
    table.write_text("faction,datashet,points\nNecrons,Ghost Ark,110\n", encoding="utf-8")
    done = call(*words(table, folder))
    assert (done.code, done.out) == (
        2,
        "",
    ) and f'{table}:1:1: unknown column "datashet"' in done.err
    assert "did you mean datasheet?" in done.err


@pytest.mark.parametrize(
    ("game", "day", "said"),
    [
        (
            GAME,
            "2026-10-02",
            "--from 2026-10-02 must be later than 2026-10-02, the date of the current data",
        ),
        (GAME, "January", '"January" is not a date'),
        ("spearhead", "2027-01-20", '"spearhead" has no points costs'),
        ("space-marine-heroes", "2027-01-20", "has no points costs"),
        ("warhammer-40k", "2027-01-20", 'unknown game "warhammer-40k"'),
    ],
)
def test_what_it_cannot_be_for(
    call: Call, table: Path, folder: Path, game: str, day: str, said: str
) -> None:
    done = call(*words(table, folder, "--apply", game=game, day=day))
    assert (done.code, done.out) == (2, "") and said in done.err


def test_what_it_needs_is_said(call: Call, table: Path) -> None:
    done = call("data", "prices", str(table))
    assert done.code == 2 and "missing --system, --from" in done.err
    done = call("data", "prices", "--system", GAME, "--from", "2027-01-20")
    assert done.code == 2 and "missing FILE" in done.err


def test_the_data_of_an_installed_program_is_not_written(
    call: Call, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        paths, "PACKAGE", paths.get_root()
    )  # as in a wheel, where the data lies in the package
    done = call("data", "prices", str(table), "--system", GAME, "--from", "2027-01-20", "--apply")
    assert (
        (done.code, done.out) == (2, "")
        and "the data of an installed listbuilder" in done.err
        and "--data DIR" in done.err
    )


@pytest.mark.slow
def test_where_one_file_cannot_be_written_none_is(call: Call, table: Path, folder: Path) -> None:
    """The last of the files is a folder: what was written before it goes back to what it was."""
    ours = folder / GAME
    ours.mkdir()
    own = (paths.get_factions_folder() / GAME / "necrons.yaml").read_bytes() + b"# mine\n"
    (ours / "necrons.yaml").write_bytes(own)
    (ours / "world-eaters.yaml" / "in the way").mkdir(parents=True)
    done = call(*words(table, folder, "--apply"))
    assert done.code == 2 and "can't write" in done.err
    assert (ours / "necrons.yaml").read_bytes() == own
    assert [file.name for file in folder.rglob("*.yaml") if file.is_file()] == ["necrons.yaml"]


@pytest.mark.slow
def test_comments_and_layout_stay(call: Call, table: Path, folder: Path) -> None:
    """Of a file with notes of its owner only the lines with prices differ."""
    ours = folder / GAME / "necrons.yaml"
    ours.parent.mkdir()
    text = (paths.get_factions_folder() / GAME / "necrons.yaml").read_text(encoding="utf-8")
    text = text.replace(
        "{models: 1, points: 100}\n", "{models: 1, points: 100}   # cheap\n"
    ).replace("\n\n", "\n# --\n")
    ours.write_text(text, encoding="utf-8")
    assert call(*words(table, folder, "--apply")).code == 0
    old, new = text.splitlines(), ours.read_text(encoding="utf-8").splitlines()
    assert [line for line in new if line not in old] == [
        'as_of: "2027-01-20"',
        "      - {id: veil-of-darkness, name: Veil of Darkness, points: 25}",
        "      - {models: 1, points: 110}   # cheap",
    ]
    assert len(old) - len(new) == 1  # the third Doomsday Ark


DYING = """
import os, sys
sys.path.insert(0, {root!r})
at, real, count = {at}, os.{step}, 0
def dying(*args, **keys):
    global count
    if "listbuilder-update" in str(args) or "{data}" in str(args):
        count += 1
        if count > at:
            os._exit(9)
    return real(*args, **keys)
os.{step} = dying
from listbuilder.cli.main import run
sys.exit(run({words!r}))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step", "at", "is_new"),
    [("link", 2, False), ("rename", 0, False), ("replace", 0, True), ("replace", 2, True)],
)
def test_killed_in_the_midst_of_it_the_next_command_finishes_it(
    call: Call, table: Path, folder: Path, tmp_path: Path, step: str, at: int, is_new: bool
) -> None:
    """Any command that looks into the folder says what it found, and then all files are old or all are new."""
    assert call(*words(table, folder, "--apply", day="2027-01-19")).code == 0
    table.write_text(
        "faction,datasheet,models,points\nNecrons,Ghost Ark,1,120\nWorld Eaters,Forgefiend,1,999\n",
        encoding="utf-8",
    )
    before = contents(folder)
    whole = tmp_path / "whole"
    shutil.copytree(folder, whole)
    assert call(*words(table, whole, "--apply")).code == 0
    script = DYING.format(
        root=str(ROOT), step=step, at=at, data=folder.name, words=words(table, folder, "--apply")
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True).returncode == 9
    done = call("find", "Ghost Ark", "--data", str(folder))
    assert done.code == 0
    assert contents(folder) == (contents(whole) if is_new else before)
    assert (
        "an interrupted update (mfm (2027-01-20)) was found here and finished" in done.err
    ) == is_new
    assert "cut off" not in call("find", "Ghost Ark", "--data", str(folder)).err


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.yaml")}


def test_what_cannot_be_finished_is_said_and_not_used(call: Call, folder: Path) -> None:
    (folder / ".listbuilder-update").mkdir()
    done = call("find", "Ghost Ark", "--data", str(folder))
    assert (done.code, done.out) == (
        2,
        "",
    ) and f"{folder}: an interrupted update can't be finished" in done.err
    looked = call("doctor", "--data", str(folder))
    assert looked.code == 2 and looked.out.count("an interrupted update can't be finished") == 1
