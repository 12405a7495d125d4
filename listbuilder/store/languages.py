"""The languages that the program speaks: rows of factions/languages.yaml, and of a file of that name among the user's data.

Texts of the shipped ones stand beside each other in the files of words. A language that somebody adds has a file of its own,
`words: eo.yaml`: what a file of words says under a key, it says under that file's place and the same key, and names of things
under `names`. What it lacks is said in its fallback.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.model.problem import Unreadable
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


Rows = dict[str, Language]
_ROWS: msgspec.json.Decoder[Rows] = msgspec.json.Decoder(Rows)
CODE = re.compile("[a-z]{2,3}")  # as contract.base.Spoken, which other programs are told


class _Found(msgspec.Struct):
    shipped: tuple[str, ...]
    """Those of which every file of words has the texts, whatever else is said of them elsewhere."""
    languages: dict[str, Language]
    words: dict[str, Path]
    broken: list[Path]


@cache
def found() -> _Found:
    shipped: tuple[str, ...] = ()
    known: dict[str, Language] = {}
    words: dict[str, Path] = {}
    broken: list[Path] = []
    for folder in (paths.factions(), paths.user_data()):
        if not (folder / FILE).is_file():
            continue
        try:
            rows = rows_of(folder / FILE)
        except (Unreadable, msgspec.ValidationError):
            broken.append(folder / FILE)
            continue
        shipped = shipped or tuple(lang for lang, row in rows.items() if not row.words)
        known |= rows
        words |= {lang: folder / row.words for lang, row in rows.items() if row.words}
    return _Found(shipped, known, words, broken)


def rows_of(file: Path) -> Rows:
    """Raises Unreadable, or ValidationError where it is YAML of something else."""
    raw = reader.read_bytes(file, reader.DATA_BYTES)
    return _ROWS.decode(compiled.load(file, raw, partial(row_sections, file), [""]).section(""))


def row_sections(file: Path, raw: bytes) -> compiled.Sections:
    document = reader.read_text(raw, str(file), reader.DATA_BYTES)
    if wrong := [key for key in msgspec.convert(document.data, Rows) if not CODE.fullmatch(key)]:
        raise msgspec.ValidationError(f"no codes of languages: {wrong}")
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
    """Nothing, of a file that is none: `language_files` says why."""
    try:
        document = texts_of(found().words[lang])
    except Unreadable:
        return {}
    return {} if any(misplaced(document.data)) else dict(document.data)


@cache
def texts_of(file: Path) -> reader.Document:
    """What a language says in a file of its own. Raises Unreadable."""
    return reader.read_file(file, reader.DATA_BYTES)


def misplaced(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What is neither a text nor has texts below it: files and what is in them are maps, of names each is a text."""
    if isinstance(node, dict) and (len(path) < 2 or path[0] != "names"):
        for key, child in node.items():
            yield from misplaced(child, (*path, str(key)))
    elif not isinstance(node, str) or len(path) < 2:
        yield path, node


def is_words(file: Path) -> bool:
    """Whether a language of the same folder names this file as its own."""
    beside = file.parent / FILE
    try:
        return beside.is_file() and any(row.words == file.name for row in rows_of(beside).values())
    except (Unreadable, msgspec.ValidationError):
        return False
