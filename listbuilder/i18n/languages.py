"""The languages that the program speaks.

They are rows of factions/languages.yaml, and of a file of that name among the user's data. Texts of
the shipped ones stand beside each other in the files of words. A language that somebody adds has a
file of its own, `words: eo.yaml`: what a file of words says under a key, it says under that file's
place and the same key, and names of things under `names`. What it lacks is said in its fallback.
"""

# Without `from __future__ import annotations`: msgspec would compile each of these annotations
# again in every process.

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.data import compiled, paths
from listbuilder.model.problem import Unreadable
from listbuilder.yamlio import reader

FILE = "languages.yaml"


class LanguageRules(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"and_": "and", "or_": "or"}
):
    """The way in which one language writes a sentence."""

    name: str
    tag: str
    spaces: bool = True
    """Words stand apart; without, only letters of another script are set apart from those of this
    one.
    """
    quotes: tuple[str, str] = ('"', '"')
    brackets: tuple[str, str] = (" (", ")")
    comma: str = ", "
    colon: str = ": "
    then: str = "; "
    or_: str = " or "
    and_: str = " and "
    and_of_two: bool = False
    yes: str = "yes"
    no: str = "no"
    more: str = "… (+{})"
    times: str = "{count} × {name}"
    hyphen: str = "-"
    all_but: str = "non-{}"
    fonts: str = ""
    fallback: str = "en"
    words: str | None = None
    only_for_players: bool = False
    """Only messages to players are in this language: it can't be chosen for the program itself."""
    months: tuple[str, ...] = ()
    """The names of the months; the date is `date` with `{day}`, `{month}` and `{year}`."""
    date: str = "{day} {month} {year}"
    first_day: str = "1"
    """The first day of a month, where it is no number like the others: 1er."""
    date_time: str = "{date} {time}"


Rows = dict[str, LanguageRules]
_ROWS = msgspec.json.Decoder(Rows)
CODE = "[a-z]{2,3}"  # as contract.base.Spoken, which other programs are told


class _Languages(msgspec.Struct):
    """All languages at hand, the files of words of some, and files that can't be used."""

    shipped: tuple[str, ...]
    """The languages whose texts are in every file of words, whatever other files say of them."""
    spoken: tuple[str, ...]
    """The languages of the program itself; the others are for messages to players."""
    languages: dict[str, LanguageRules]
    words: dict[str, Path]
    broken: list[Path]


@cache
def load_languages() -> _Languages:
    """Return the shipped languages and the user's own, which replace shipped ones with the same
    code.

    A languages.yaml that can't be used is only listed as broken; `language_files` reports why.
    """
    shipped: tuple[str, ...] = ()
    languages: dict[str, LanguageRules] = {}
    words: dict[str, Path] = {}
    broken: list[Path] = []
    for folder in (paths.get_factions_folder(), paths.get_user_data_folder()):
        if not (folder / FILE).is_file():
            continue
        try:
            rows = read_language_rows(folder / FILE)
        except (Unreadable, msgspec.ValidationError):
            broken.append(folder / FILE)
            continue
        shipped = shipped or tuple(lang for lang, row in rows.items() if not row.words)
        languages |= rows
        words |= {lang: folder / row.words for lang, row in rows.items() if row.words}
    spoken = tuple(lang for lang, row in languages.items() if not row.only_for_players)
    return _Languages(shipped, spoken, languages, words, broken)


def read_language_rows(file: Path) -> Rows:
    """Return the languages in `file`, by code.

    Raises Unreadable, or ValidationError if it is YAML of another kind.
    """
    raw = reader.read_bytes(file, reader.DATA_BYTES)
    return _ROWS.decode(
        compiled.load_compiled(file, raw, partial(make_language_sections, file), [""]).get_section(
            ""
        )
    )


def make_language_sections(file: Path, raw: bytes) -> compiled.Sections:
    """Return the one compiled section of the languages.yaml whose bytes are `raw`.

    Raises ValidationError if a key is no language code.
    """
    document = reader.read_yaml(raw, str(file), reader.DATA_BYTES)
    if wrong := [
        key for key in msgspec.convert(document.data, Rows) if not re.fullmatch(CODE, key)
    ]:
        raise msgspec.ValidationError(f"no codes of languages: {wrong}")
    return {"": compiled.encode_section(document.data)}


def get_language(lang: str) -> LanguageRules:
    """Return the rules for writing sentences in the language with the code `lang`."""
    return load_languages().languages[str(lang)]


def find_fallback(lang: str) -> str | None:
    """Return the language whose texts are used where `lang` has none; None for the first language.

    The first language has all texts.
    """
    first = next(iter(load_languages().languages))
    if lang == first:
        return None
    wanted = get_language(lang).fallback
    return wanted if wanted in load_languages().languages and wanted != lang else first


def get_own_texts(lang: str, place: str) -> Any:
    """Return the texts in the language's own file for the words file `place`, such as
    `cli/words.yaml`.

    With the place `names`, they are translated names. Empty for a shipped language, which has no
    such file.
    """
    return _load_own_file(lang).get(place) or {} if lang in load_languages().words else {}


@cache
def _load_own_file(lang: str) -> dict[str, Any]:
    """Return all texts in the language's own file by words file; empty if the file can't be used.

    `language_files` reports why it can't be used.
    """
    file = load_languages().words[lang]
    try:
        raw = reader.read_bytes(file, reader.DATA_BYTES)
        content = compiled.load_compiled(file, raw, partial(make_own_sections, file), [""])
    except Unreadable:
        return {}
    data = msgspec.json.decode(content.get_section(""))
    if any(find_misplaced(data)):
        return {}
    return {find_words_file(place): texts for place, texts in data.items()}


def make_own_sections(file: Path, raw: bytes) -> compiled.Sections:
    """Return the one compiled section of a language's own file, whose bytes are `raw`."""
    return {"": compiled.encode_section(reader.read_yaml(raw, str(file), reader.DATA_BYTES).data)}


def list_own_files(folder: Path) -> list[Path]:
    """Return the files of single languages that the languages.yaml in `folder` names."""
    rows = read_language_rows(folder / FILE)
    return [folder / row.words for row in rows.values() if row.words]


def find_words_file(place: str) -> str:
    """Return where the words file is now that was at `place` in an earlier version.

    Why: people's own language files name each words file by its path. Most are where they were.
    """
    for old in sorted(_load_moves(), key=len, reverse=True):
        if place.startswith(old):
            return _load_moves()[old] + place.removeprefix(old)
    return place


@cache
def _load_moves() -> dict[str, str]:
    """Return the new path for each old beginning of a path of words files."""
    file = Path(__file__).parent / "moved_words.yaml"
    moves: dict[str, str] = reader.read_yaml(file.read_bytes(), str(file)).data
    return moves


@cache
def read_texts(file: Path) -> reader.YamlDocument:
    """Return the YAML document of a language's own file. Raises Unreadable."""
    return reader.read_yaml_file(file, reader.DATA_BYTES)


def find_misplaced(
    node: object, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield (path, node) of each node in a language's own file that has the wrong shape.

    Texts must be strings inside maps, below the key of a words file. Below `names`, each key must
    have a text.
    """
    if isinstance(node, dict) and (len(path) < 2 or path[0] != "names"):
        for key, child in node.items():
            yield from find_misplaced(child, (*path, str(key)))
    elif not isinstance(node, str) or len(path) < 2:
        yield path, node


def is_language_words(file: Path) -> bool:
    """Return whether the languages.yaml in the same folder names `file` as a language's own
    file.
    """
    beside = file.parent / FILE
    try:
        return beside.is_file() and any(
            row.words == file.name for row in read_language_rows(beside).values()
        )
    except (Unreadable, msgspec.ValidationError):
        return False
