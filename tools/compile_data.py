"""Compiles every shipped data file and every words file. Run by hatch_build.py, and by `make warm`."""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from listbuilder.data import compiled, paths
from listbuilder.data.library import Library, find_kind
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n import languages, messages, readings
from listbuilder.i18n import names as name_tables
from listbuilder.i18n.text_files import is_words_file
from listbuilder.matching import phrases
from listbuilder.model.problem import Unreadable
from listbuilder.model.rulebook import RuleBook
from listbuilder.rules import validate
from listbuilder.yamlio import reader


def all_sections() -> Iterator[tuple[Path, compiled.Sections]]:
    library = Library()
    for game in SYSTEMS:
        kinds = get_game(game).get_data_kinds()
        for place, file in library.list_all_files(game, kinds).items():
            kind = find_kind(place, kinds)
            if kind.model is RuleBook:
                _insist_on_a_sound_law(game, file)
            yield file, kind.make_sections(file, file.read_bytes())
    names = paths.get_factions_folder() / "names.yaml"
    yield names, name_tables.make_name_sections(names, names.read_bytes())
    spoken = paths.get_factions_folder() / languages.FILE
    yield spoken, languages.make_language_sections(spoken, spoken.read_bytes())
    for own in languages.list_own_files(paths.get_factions_folder()):
        yield own, languages.make_own_sections(own, own.read_bytes())
    sounds = paths.get_factions_folder() / "readings.yaml"
    yield sounds, readings.make_reading_sections(sounds, sounds.read_bytes())
    yield from (
        (file, _words_or_table(file))
        for file in (paths.get_factions_folder() / "terms.yaml", *package_files())
    )


def package_files() -> list[Path]:
    """Return every YAML file that stands beside the code: words in several languages, and tables."""
    return sorted(
        file
        for file in paths.PACKAGE.rglob("*.yaml")
        if not file.is_relative_to(paths.PACKAGE / "_data")
    )


def _words_or_table(file: Path) -> compiled.Sections:
    """Return the sections of a file that stands beside the code, cut the way its content asks for."""
    raw = file.read_bytes()
    data = reader.read_yaml(raw, str(file), reader.DATA_BYTES).data
    return (
        messages.make_text_sections(file, raw)
        if is_words_file(data)
        else phrases.encode_table(data)
    )


def _insist_on_a_sound_law(game: str, file: Path) -> None:
    found = validate.list_problems(reader.read_yaml_file(file, reader.DATA_BYTES), get_game(game))
    if found:
        raise Unreadable(found)


def compile_all(target: Path) -> int:
    """Writes the compiled form of everything shipped below `target`; returns how many files."""
    shutil.rmtree(target, ignore_errors=True)
    count = 0
    for file, sections in all_sections():
        inside = compiled.get_shipped_place(file)
        assert inside is not None, f"{file} is not shipped"
        place = target / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(
            compiled.pack_sections(hashlib.sha256(file.read_bytes()).hexdigest(), sections)
        )
        count += 1
    return count


if __name__ == "__main__":
    print(f"{compile_all(Path(sys.argv[1]))} files compiled into {sys.argv[1]}")
