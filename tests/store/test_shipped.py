"""What the wheel brings compiled is what its readers ask for: words under their languages, tables as a whole."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import pytest

from listbuilder.games import words as games
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.shared import phrases
from listbuilder.store import compiled, paths, words
from listbuilder.store.library import Library, kind_of
from tools.compile_data import compile_all, package_files

KINDS = ("muster", "regiments", "boxes", "heroes")


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


def holds_words(file: Path) -> bool:
    """Tell words from tables by another sign than the build does: words have entries in Chinese."""
    return re.search(r"\bzh: ", file.read_text(encoding="utf-8")) is not None


@pytest.mark.slow
def test_words(tmp_path: Path) -> None:
    files = [file for file in package_files() if holds_words(file)]
    assert {games.SHARED, games.WARSCROLLS, *(games.of_kind(kind) for kind in KINDS)} <= set(files)
    assert len(files) > 80
    for file in files:
        for lang in words.LANGS:
            assert words.table.__wrapped__(file, lang), file
    assert opened_anew(tmp_path) == []


@pytest.mark.slow
def test_tables(tmp_path: Path) -> None:
    tables = [file for file in (paths.PACKAGE / "games" / "shared").glob("*.yaml") if not holds_words(file)]
    assert {"aliases.yaml", "editions.yaml", "phrases.yaml"} <= {file.name for file in tables}
    for file in tables:
        assert phrases.data_file(file.name), file
    assert opened_anew(tmp_path) == []


@pytest.mark.slow
def test_every_file_is_read_as_the_wheel_has_it(tmp_path: Path) -> None:
    """Every faction, history, box and rule book of the six games, and the tables of names."""
    library = Library()
    for game in SYSTEMS:
        kinds = system(game).data_kinds()
        for place in library.all_files(game, kinds):
            assert library.open(game, place, kind_of(place, kinds)) is not None, place
    assert all(words.table.__wrapped__(paths.factions() / "terms.yaml", lang) for lang in words.LANGS)
    assert opened_anew(tmp_path) == []


def test_words_compiled_as_a_table_are_rebuilt(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel that took a words file for a table costs time, not an answer."""
    wrong = tmp_path / "wrong"
    shutil.copytree(wheel, wrong)
    inside = compiled.shipped_place(games.WARSCROLLS)
    assert inside is not None
    raw = games.WARSCROLLS.read_bytes()
    (wrong / inside).write_bytes(compiled.pack(hashlib.sha256(raw).hexdigest(), {"": b"{}"}))
    monkeypatch.setattr(paths, "shipped_compiled", lambda: wrong)
    assert words.table.__wrapped__(games.WARSCROLLS, "ja")["stat.save"] == "防衛力"
    assert opened_anew(tmp_path) != []
