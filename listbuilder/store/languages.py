"""The languages that the program speaks: rows of factions/languages.yaml, and of a file of that name among the user's data.

Texts of the shipped ones stand beside each other in the files of words. A language that somebody adds has a file of its own,
`words: eo.yaml`: what a file of words says under a key, it says under that file's place and the same key, and names of things
under `names`. What it lacks is said in its fallback.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import compiled, paths, reader

FILE = "languages.yaml"


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"and_": "and", "or_": "or"}):
    """How one language writes a sentence."""

    name: str
    tag: str
    spaces: bool = True
    """Words stand apart; without, only letters of another script are set apart from those of this one."""
    quotes: tuple[str, str] = ('"', '"')
    brackets: tuple[str, str] = (" (", ")")
    comma: str = ", "
    colon: str = ": "
    or_: str = " or "
    and_: str = " and "
    and_of_two: bool = False
    more: str = "… (+{})"
    hyphen: str = "-"
    all_but: str = "non-{}"
    fonts: str = ""
    fallback: str = "en"
    words: str | None = None


_ROWS: msgspec.json.Decoder[dict[str, Language]] = msgspec.json.Decoder(dict[str, Language])


class _Found(msgspec.Struct):
    languages: dict[str, Language]
    words: dict[str, Path]
    problems: list[Problem]


@cache
def found() -> _Found:
    known: dict[str, Language] = {}
    words: dict[str, Path] = {}
    problems: list[Problem] = []
    for folder in (paths.factions(), paths.user_data()):
        if not (folder / FILE).is_file():
            continue
        try:
            rows = rows_of(folder / FILE)
        except Unreadable as error:
            problems += [*error.problems, Problem(key="own_data_left_out", file=str(folder / FILE))]
            continue
        known |= rows
        words |= {lang: folder / row.words for lang, row in rows.items() if row.words}
    return _Found(known, words, problems)


def rows_of(file: Path) -> dict[str, Language]:
    """Raises Unreadable."""
    raw = reader.read_bytes(file, reader.DATA_BYTES)
    return _ROWS.decode(compiled.load(file, raw, lambda: row_sections(file, raw)).section(""))


def row_sections(file: Path, raw: bytes) -> compiled.Sections:
    document = reader.read_text(raw, str(file), reader.DATA_BYTES)
    try:
        msgspec.convert(document.data, dict[str, Language])
    except msgspec.ValidationError as error:
        raise Unreadable([document.problem("does_not_fit", reason=str(error))]) from None
    return {"": compiled.encode(document.data)}


def language(lang: str) -> Language:
    return found().languages[str(lang)]


def fallback(lang: str) -> str | None:
    """What is said where this one says nothing; the first says everything."""
    first = next(iter(found().languages))
    wanted = language(lang).fallback
    return None if lang == first else wanted if wanted in found().languages and wanted != lang else first


def own_texts(lang: str, place: str) -> Any:
    """What it says of one file of words, as `cli/words.yaml`; of names of things as `names`."""
    return _own_file(lang).get(place) or {} if lang in found().words else {}


@cache
def _own_file(lang: str) -> dict[str, Any]:
    file = found().words[lang]
    try:
        raw = reader.read_bytes(file, reader.DATA_BYTES)
        data = reader.read_text(raw, str(file), reader.DATA_BYTES).data
        return data if isinstance(data, dict) else {}
    except Unreadable as error:
        found().problems.extend([*error.problems, Problem(key="own_data_left_out", file=str(file))])
        return {}


def is_words(file: Path) -> bool:
    """Whether a language of the same folder names this file as its own."""
    beside = file.parent / FILE
    try:
        return beside.is_file() and any(row.words == file.name for row in rows_of(beside).values())
    except Unreadable:
        return False
