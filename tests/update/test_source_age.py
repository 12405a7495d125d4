"""Sources that are older than the data: recognised by their labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.update.decide import RankedSource
from listbuilder.update.guards import find_older_sources
from listbuilder.update.lock import Lock
from listbuilder.update.match import Matched
from listbuilder.update.source_age import find_later_document, is_earlier_version, read_documents
from listbuilder.update.tree import Source
from listbuilder.yamlio import reader

FILE = Path(__file__).with_name("source_ages.yaml")
CASES: dict[str, Any] = reader.read_yaml(FILE.read_bytes(), str(FILE), 1 << 20).data


@pytest.mark.parametrize("label", CASES["labels"])
def test_points_document(label: str) -> None:
    """Find the later version of a title, or none."""
    assert find_later_document(label, CASES["documents"]) == CASES["labels"][label]


@pytest.mark.parametrize(("label", "other", "is_earlier"), CASES["versions"])
def test_versions(label: str, other: str, is_earlier: bool) -> None:
    """Compare numbers and months of labels with the same words only."""
    assert is_earlier_version(label, other) is is_earlier


def test_documents_of_a_game(tmp_path: Path) -> None:
    """Read the titles of a game's documents in order, and none for a game without the file."""
    folder = tmp_path / "crows" / "history"
    folder.mkdir(parents=True)
    assert read_documents(tmp_path, "crows") == []
    rows = "releases:\n  - {day: '2026-01-01', document: A v1}\n  - {day: '2026-02-01'}\n"
    (folder / "versions.yaml").write_text(rows)
    assert read_documents(tmp_path, "crows") == ["A v1"]


def _make_source(rank: int, label: str, lock: Lock) -> RankedSource:
    """Return a source without books."""
    source = Source("any", Path("any"), (), label)
    return RankedSource("any", rank, Matched(source, (), (), {}, ()), lock)


def test_guard() -> None:
    """Stop an older document and an older export; the numbers of catalogues say nothing."""
    now = Lock((), "912", "2026-01-01")
    older = [_make_source(1, "Munitorum Field Manual v1.1", Lock()), _make_source(2, "886", now)]
    for source in older:
        (problem,) = find_older_sources([source], CASES["documents"])
        assert problem.key == "update_older_source"
    newer = [
        _make_source(1, "Munitorum Field Manual v1.6", Lock()),
        _make_source(2, "972", now),
        _make_source(3, "6", now),
        _make_source(2, "886", Lock()),
    ]
    assert find_older_sources(newer, CASES["documents"]) == []
