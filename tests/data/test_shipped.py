"""What the wheel brings compiled is what its readers ask for: words under their languages, tables as a whole."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from listbuilder.data import compiled, paths
from listbuilder.data.library import Library, find_kind
from listbuilder.games import game_wording as games
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.games.wh40k.catalog import FACTION, FactionData
from listbuilder.i18n import messages, names
from listbuilder.matching import phrases
from tools.compile_data import compile_all, package_files

Ship = Callable[[Path, compiled.Sections], None]
KINDS = ("wh40k", "aos", "boxed", "heroes")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    assert compile_all(folder) > 100
    return folder


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def installed(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "get_shipped_compiled_folder", lambda: wheel)


@pytest.fixture
def ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ship:
    """Return what puts a compiled form into a wheel that has nothing else, with a checksum that is right."""

    def put(source: Path, sections: compiled.Sections) -> None:
        monkeypatch.setattr(paths, "get_shipped_compiled_folder", lambda: tmp_path / "wheel")
        inside = compiled.get_shipped_place(source)
        assert inside is not None
        place = tmp_path / "wheel" / inside
        place.parent.mkdir(parents=True)
        place.write_bytes(
            compiled.pack_sections(hashlib.sha256(source.read_bytes()).hexdigest(), sections)
        )

    return put


def opened_anew(tmp_path: Path) -> list[str]:
    return [file.name for file in (tmp_path / "cache").rglob("*.lbc")]


def holds_words(file: Path) -> bool:
    """Tell words from tables by another sign than the build does: words have entries in Chinese."""
    return re.search(r"\bzh: ", file.read_text(encoding="utf-8")) is not None


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_words(tmp_path: Path) -> None:
    files = [file for file in package_files() if holds_words(file)]
    assert {games.SHARED, games.WARSCROLLS, *(games.get_words_file(kind) for kind in KINDS)} <= set(
        files
    )
    assert len(files) > 80
    for file in files:
        for lang in messages.LANGS:
            assert messages.load_texts.__wrapped__(file, lang), file
    assert opened_anew(tmp_path) == []


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_tables(tmp_path: Path) -> None:
    tables = [file for file in (paths.PACKAGE / "matching").glob("*.yaml") if not holds_words(file)]
    assert {"aliases.yaml", "editions.yaml", "phrases.yaml"} <= {file.name for file in tables}
    for file in tables:
        assert phrases.load_data_file(file.name), file
    assert opened_anew(tmp_path) == []


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_every_file_is_read_as_the_wheel_has_it(tmp_path: Path) -> None:
    """Every faction, history, box and rule book of the six games, and the tables of names."""
    library = Library()
    for game in SYSTEMS:
        kinds = get_game(game).get_data_kinds()
        for place in library.list_all_files(game, kinds):
            assert library.get_compiled(game, place, find_kind(place, kinds)) is not None, place
    assert all(
        messages.load_texts.__wrapped__(paths.get_factions_folder() / "terms.yaml", lang)
        for lang in messages.LANGS
    )
    assert opened_anew(tmp_path) == []


def test_words_compiled_as_a_table_are_rebuilt(ship: Ship, tmp_path: Path) -> None:
    """A wheel that took a words file for a table costs time, not an answer."""
    ship(games.WARSCROLLS, {"": b"{}"})
    assert messages.load_texts.__wrapped__(games.WARSCROLLS, "ja")["stat.save"] == "防衛力"
    assert opened_anew(tmp_path) != []


def test_a_datasheet_that_the_wheel_lacks_is_rebuilt(ship: Ship, tmp_path: Path) -> None:
    """The index names it, so it can't be taken for a datasheet that does not exist."""
    file = paths.get_factions_folder() / "warhammer-40k-11e" / "necrons.yaml"
    sections = FACTION.make_sections(file, file.read_bytes())
    ship(file, {name: content for name, content in sections.items() if name != "sheet:overlord"})
    opened = Library().get_compiled("warhammer-40k-11e", "necrons", FACTION)
    assert opened is not None
    data = FactionData(opened)
    assert data.get_sheet("no-such-datasheet") is None and opened_anew(tmp_path) == []
    overlord = data.get_sheet("overlord")
    assert overlord is not None and overlord.name == "Overlord"
    assert opened_anew(tmp_path) != []


def test_names_that_the_wheel_lacks_are_rebuilt(
    ship: Ship, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = paths.get_factions_folder() / "names.yaml"
    sections = names.make_name_sections(file, file.read_bytes())
    ship(file, {name: content for name, content in sections.items() if name != "aos/ja"})
    monkeypatch.setattr(names, "_load_names_file", cache(names._load_names_file.__wrapped__))
    missing = json.loads(sections["aos/ja"])["shown"]
    assert missing and missing.items() <= names._load_section.__wrapped__("aos", "ja").shown.items()
    assert opened_anew(tmp_path) != []
