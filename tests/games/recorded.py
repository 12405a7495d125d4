"""Records of what games tell: one line of JSON for each roster and each thing that is told of it.

What is recorded was looked through once. When something is meant to be told otherwise, `python -m tests.games.recorded` writes
the records again, and the difference is to be looked through.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def as_read(told: Json) -> Json:
    made: Json = json.loads(json.dumps(told))
    return made


@cache
def read(file: Path) -> dict[str, Json]:
    """Return the records of a file: by roster, what is told of it."""
    found: dict[str, Json] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found.setdefault(row["roster"], {})[row["what"]] = row["told"]
    return found


def write(file: Path, told: dict[str, Json]) -> None:
    rows = [
        {"roster": roster, "what": what, "told": each}
        for roster, parts in told.items()
        for what, each in parts.items()
    ]
    file.write_text(
        "".join(
            json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n"
            for row in rows
            if row["told"]
        ),
        encoding="utf-8",
    )


def check(file: Path, roster: str, told: Json) -> None:
    """Compare what is told of a roster with its record, one thing after the other."""
    known = read(file)[roster]
    for what, each in as_read(told).items():
        assert (each or None) == known.get(what), what
    assert known.keys() <= told.keys()


def main() -> None:
    from tests.games import test_recorded

    test_recorded.record()


if __name__ == "__main__":
    main()
