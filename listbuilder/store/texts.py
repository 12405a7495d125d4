"""Files of texts in every language, by dotted key."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.store import compiled, filling, languages, paths, reader

Lang = str  # one of LANGS
LANGS: tuple[Lang, ...] = tuple(languages.found().languages)
SHIPPED: tuple[Lang, ...] = languages.found().shipped
PROBLEMS = Path(__file__).parent / "problems.yaml"
_DICT: msgspec.json.Decoder[dict[str, str]] = msgspec.json.Decoder(dict[str, str])


@lru_cache(maxsize=512)
def table(file: Path, lang: Lang) -> dict[str, str]:
    """All texts of a words file in one language, under dotted keys. A text that it lacks is that of its fallback."""
    raw, shipped = file.read_bytes(), _shipped(lang)
    texts = _DICT.decode(compiled.load(file, raw, partial(sections, file), [shipped]).section(shipped))
    if lang not in languages.found().words:
        return texts
    return texts | {key: text for key, text in _own(file, lang) if key not in texts or fits(text, texts[key])}


def fits(text: str, shipped: str) -> bool:
    """Whether everything that it has places for is filled in."""
    places = filling.places(text)
    return places is not None and places <= (filling.places(shipped) or set())


def _shipped(lang: Lang) -> Lang:
    """The language whose texts lie in the files of words: this one, or what it falls back on."""
    while lang not in SHIPPED:
        lang = languages.fallback(lang) or SHIPPED[0]
    return str(lang)


def _own(file: Path, lang: Lang) -> Iterable[tuple[str, str]]:
    base = next((base for base in (paths.PACKAGE, paths.factions()) if file.is_relative_to(base)), None)
    if base is not None:
        yield from said_below(languages.own_texts(lang, file.relative_to(base).as_posix()), "")


def said_below(node: Any, prefix: str = "") -> Iterable[tuple[str, str]]:
    """Only texts, as a file of one language has them."""
    if isinstance(node, str):
        yield prefix, node
    elif isinstance(node, dict):
        for key, child in node.items():
            yield from said_below(child, f"{prefix}.{key}" if prefix else str(key))


def sections(file: Path, raw: bytes) -> compiled.Sections:
    document = reader.read_text(raw, str(file), reader.DATA_BYTES)
    return {lang: compiled.encode(dict(_flatten(document.data, "", lang))) for lang in SHIPPED}


def words_files() -> list[Path]:
    """Return every words file that the program reads: those beside the code, and the terms of the rules."""
    beside = (file for file in paths.PACKAGE.rglob("*.yaml") if not file.is_relative_to(paths.PACKAGE / "_data"))
    files = [paths.factions() / "terms.yaml", *sorted(beside)]
    return [file for file in files if is_words_file(reader.read_text(file.read_bytes(), str(file), reader.DATA_BYTES).data)]


def is_words_file(data: Any) -> bool:
    """Return whether parsed YAML holds nothing but texts in several languages.

    The build asks this to decide how a file is compiled. A file's name must not decide it: a words file that was
    taken for a table by its name once left every installed copy without the words of two games.
    """
    if not isinstance(data, dict) or not data:
        return False
    return isinstance(data.get("en"), str) or all(is_words_file(child) for child in data.values())


def _flatten(node: Any, prefix: str, lang: Lang) -> Iterable[tuple[str, str]]:
    if not isinstance(node, dict):
        return
    if isinstance(node.get("en"), str):
        yield prefix, node.get(lang) or node["en"]
        return
    for key, child in node.items():
        yield from _flatten(child, f"{prefix}.{key}" if prefix else str(key), lang)
