"""tools/frozen.py finds every difference between two stored runs, and a run of the same code has none."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tools import frozen
from tools.installed.lists import EXAMPLES, describe

ROW = {
    "key": "a: check list.yaml",
    "code": 0,
    "out": "LEGAL  100 points\n",
    "err": "",
    "made": {"out/a.txt": "one"},
}


def _write(file: Path, *rows: dict[str, Any]) -> Path:
    with gzip.open(file, "wt", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row) + "\n")
    return file


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (ROW, "0 of 1 commands"),
        ({**ROW, "out": "LEGAL  101 points\n"}, "LEGAL  101 points\\n', before 'LEGAL  100 points"),
        ({**ROW, "code": 1}, "exit code 1, before 0"),
        ({**ROW, "made": {"out/a.txt": "two"}}, "file out/a.txt: 'two', before 'one'"),
        ({**ROW, "key": "b: check"}, "only before"),
    ],
)
def test_every_difference_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], after: dict[str, Any], told: str
) -> None:
    old, new = _write(tmp_path / "old", ROW), _write(tmp_path / "new", after)

    code = frozen.compare(old, new, most=20)

    assert told in capsys.readouterr().out
    assert code == (0 if after == ROW else 1)


def test_an_example_becomes_a_list_of_the_matrix() -> None:
    file = EXAMPLES / "spearhead" / "legal"
    example = sorted(file.glob("*.yaml"))[0]

    listed = describe(example)

    assert (listed.key, listed.game, listed.legal) == (
        f"spearhead-legal-{example.stem}",
        "spearhead",
        True,
    )
    assert listed.other.parent.name == "illegal"
