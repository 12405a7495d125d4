"""What the wheel brings compiled is what its readers ask for: words under their languages, tables as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.games import words as games
from listbuilder.games.shared import phrases
from listbuilder.store import paths, words
from tools.compile_data import compile_all


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    assert compile_all(folder) > 100
    return folder


@pytest.fixture(autouse=True)
def nothing_else_is_at_hand(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "shipped_compiled", lambda: wheel)
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "cache"))


def opened_anew(tmp_path: Path) -> list[str]:
    return [file.name for file in (tmp_path / "cache").rglob("*.lbc")]


@pytest.mark.slow
def test_words(tmp_path: Path) -> None:
    files = [games.SHARED, *(games.of_kind(kind) for kind in ("muster", "regiments", "boxes", "heroes"))]
    files += sorted(paths.PACKAGE.glob("law/**/*.yaml")) + sorted(paths.PACKAGE.glob("*/words.yaml"))
    assert len(files) > 60
    for file in files:
        assert words.table.__wrapped__(file, "ja"), file
    assert opened_anew(tmp_path) == []


@pytest.mark.slow
def test_tables(tmp_path: Path) -> None:
    tables = [file for file in (paths.PACKAGE / "games" / "shared").glob("*.yaml") if file != games.SHARED]
    assert {"aliases.yaml", "editions.yaml", "phrases.yaml"} <= {file.name for file in tables}
    for file in tables:
        assert phrases.data_file(file.name), file
    assert opened_anew(tmp_path) == []
