"""What is said of a list does not hang on which lists were judged before it, nor on how often it came."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call
from tests.event.conftest import Desk
from tests.event.conftest import desk as desk
from tests.formats.read import one_list_per_format

TEXTS = {
    name: text
    for name, text in vars(one_list_per_format).items()
    if name.isupper() and isinstance(text, str) and "\n" in text
}
OPEN = "event: x\n"


def verdicts(call: Call, folder: Path) -> dict[str, Any]:
    """Of each text what is said of it: all but its place among the others."""
    done = call(
        "event",
        str(folder),
        "--rules",
        str(folder.parent / "event.yaml"),
        "--jobs",
        "1",
        "--format",
        "json",
    )
    apart = (
        "id",
        "file",
        "handed_in",
        "page",
        "message",
        "clean",
        "player",
        "language",
        "team",
        "known",
        "news",
        "group",
    )
    found: dict[str, Any] = {}
    for row in json.loads(done.out)["lists"]:
        row["reasons"] = [each for each in row["reasons"] if each["kind"] != "remark"]
        said = {key: value for key, value in row.items() if key not in apart}
        assert found.setdefault(row["sha256"], said) == said, (
            "the same text, and something else is said of it"
        )
    return found


@pytest.mark.slow
def test_a_list_is_judged_as_if_it_were_alone(call: Call, desk: Desk, tmp_path: Path) -> None:
    assert len(TEXTS) > 12
    alone: dict[str, Any] = {}
    for text in TEXTS.values():
        folder = desk({"list.txt": text})
        (folder.parent / "event.yaml").write_text(OPEN)
        for judged in verdicts(call, folder).values():
            alone[judged["sha256"]] = judged
    assert len(alone) >= len(TEXTS)
    (folder / "list.txt").unlink()
    many = [*TEXTS.values(), *TEXTS.values()]
    for seed in (1, 2):
        random.Random(seed).shuffle(many)
        desk({f"{place:03}.txt": text for place, text in enumerate(many)})
        (folder.parent / "event.yaml").write_text(OPEN)
        assert verdicts(call, folder) == alone
