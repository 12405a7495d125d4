"""How names are found and ordered: in every language, as people type them there.

Kanji have their kana and characters their pinyin in factions/readings.yaml, made once by tools/readings.py; nothing here
loads a dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from pathlib import Path

import msgspec

from listbuilder.model.base import fold
from listbuilder.store import compiled, kana, paths, reader
from listbuilder.store.names import by_section, local
from listbuilder.store.texts import SHIPPED, Lang

Table = dict[str, str]


def reading_sections(file: Path, raw: bytes) -> compiled.Sections:
    data = reader.read_text(raw, str(file), reader.DATA_BYTES).data
    return {key: compiled.encode(data.get(key, {})) for key in ("kana", "pinyin", "traditional")}


@cache
def _read(key: str) -> Table:
    file = paths.factions() / "readings.yaml"
    raw = file.read_bytes()
    done = compiled.load(file, raw, partial(reading_sections, file), [key])
    return msgspec.json.decode(done.section(key), type=Table)


@lru_cache(maxsize=16384)
def in_languages(name: str) -> tuple[tuple[str, Lang], ...]:
    """What a name is called in the other languages, by whoever calls it so: the publisher, players, fans."""
    folded = fold(name)
    books = ((book, lang) for lang in SHIPPED[1:] for book in by_section(lang))
    tables = ((table, lang) for book, lang in books for table in (book.shown, book.likely, book.fan))
    return tuple(dict.fromkeys((table[folded], lang) for table, lang in tables if folded in table))


def english(text: str) -> tuple[str, ...]:
    """The names, folded, that somebody may mean who writes them in another language."""
    return _meant().get(as_written(text), ())


def written_names() -> Iterator[tuple[str, str]]:
    """Give each name in another language, folded, with the English name that it means."""
    return ((text, name) for text, found in _meant().items() for name in found)


@cache
def _meant() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for lang in SHIPPED[1:]:
        for book in by_section(lang):
            for table in (book.shown, book.likely, book.fan):
                for name, text in table.items():
                    for each in {text, _read("traditional").get(text, text)}:
                        key = as_written(each)
                        found[key] = (*found.get(key, ()), name)
    return found


def as_written(text: str) -> str:
    """Return the form in which a name in another language is looked up: one kind of kana, no capitals."""
    return kana.folded(text).casefold()


@lru_cache(maxsize=16384)
def spellings(name: str) -> tuple[str, ...]:
    """The ways a name is written, folded: kana of either kind, simplified and traditional characters."""
    found = [fold(name)]
    for text, lang in in_languages(name):
        found.append(fold(text))
        if lang == "ja":
            found += [kana.folded(each) for each in (text, _read("kana").get(text, ""))]
        else:
            found.append(fold(_read("traditional").get(text, text)))
    if kana.has_kana(name):
        found.append(kana.folded(name))
    return tuple(dict.fromkeys(filter(None, found)))


@lru_cache(maxsize=16384)
def readings(name: str) -> tuple[str, ...]:
    """The ways it sounds, in Latin letters: romaji, pinyin in words and in one, and the first letters of its syllables."""
    found: list[str] = []
    for text, lang in in_languages(name):
        if lang == "ja":
            sound = _read("kana").get(text, text)
            found += [kana.romaji(sound), kana.romaji(kana.folded(sound))]
        elif text in _read("pinyin"):
            syllables = _read("pinyin")[text].split()
            found += ["".join(syllables), " ".join(syllables), "".join(each[0] for each in syllables)]
    return tuple(dict.fromkeys(each.casefold() for each in found if each))


def in_order(name: str, lang: Lang) -> str:
    """What a name is sorted by among others: what is shown, as it is read. Behind kana stands what has none."""
    shown = local(name, lang)
    if lang == "ja" and shown.isascii():
        return f"\uffff{fold(shown)}"
    if lang == "ja":
        return kana.in_order(_read("kana").get(shown, shown))
    return _read("pinyin").get(shown, fold(shown)) if lang == "zh" else fold(shown)
