"""The ways in which names are found and ordered in every language, as people type them there.

Kanji have their kana and characters their pinyin in factions/readings.yaml, made once by
tools/readings.py; nothing here loads a dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from pathlib import Path

import msgspec

from listbuilder.data import compiled, paths
from listbuilder.i18n import kana
from listbuilder.i18n.names import list_section_tables, translate_name
from listbuilder.i18n.text_files import SHIPPED, Lang
from listbuilder.model.base import fold
from listbuilder.yamlio import reader

Table = dict[str, str]


def make_reading_sections(file: Path, raw: bytes) -> compiled.Sections:
    """Return the compiled sections of readings.yaml: kana, pinyin and traditional characters."""
    data = reader.read_yaml(raw, str(file), reader.DATA_BYTES).data
    return {
        key: compiled.encode_section(data.get(key, {})) for key in ("kana", "pinyin", "traditional")
    }


@cache
def _load_readings(key: str) -> Table:
    """Return one section of readings.yaml."""
    file = paths.get_factions_folder() / "readings.yaml"
    raw = file.read_bytes()
    done = compiled.load_compiled(file, raw, partial(make_reading_sections, file), [key])
    return msgspec.json.decode(done.get_section(key), type=Table)


@lru_cache(maxsize=16384)
def list_translations(name: str) -> tuple[tuple[str, Lang], ...]:
    """Return (name, language) for each translation of `name`: of the publisher, of players and of
    fans.
    """
    folded = fold(name)
    books = (
        (section_tables, lang)
        for lang in SHIPPED[1:]
        for section_tables in list_section_tables(lang)
    )
    tables_with_lang = (
        (table, lang)
        for section_tables, lang in books
        for table in (section_tables.shown, section_tables.likely, section_tables.fan)
    )
    return tuple(
        dict.fromkeys((table[folded], lang) for table, lang in tables_with_lang if folded in table)
    )


def find_english(text: str) -> tuple[str, ...]:
    """Return the English names, folded, that a name written in another language may mean."""
    return _load_meanings().get(fold_written(text), ())


def list_written_names() -> Iterator[tuple[str, str]]:
    """Yield each name in another language, folded, with the English name that it means."""
    return ((text, name) for text, names in _load_meanings().items() for name in names)


@cache
def _load_meanings() -> dict[str, tuple[str, ...]]:
    """Return the English names that each folded name in another language may mean."""
    meanings: dict[str, tuple[str, ...]] = {}
    traditional = _load_readings("traditional")
    for name, text in _yield_translations():
        for spelling in {text, traditional.get(text, text)}:
            key = fold_written(spelling)
            meanings[key] = (*meanings.get(key, ()), name)
    return meanings


def _yield_translations() -> Iterator[tuple[str, str]]:
    """Yield each English name with a translation: of the publisher, of players or of fans."""
    for lang in SHIPPED[1:]:
        for section_tables in list_section_tables(lang):
            for table in (section_tables.shown, section_tables.likely, section_tables.fan):
                yield from table.items()


def fold_written(text: str) -> str:
    """Return the form in which a name is looked up: one kind of kana, no capitals.

    The name is one in another language.
    """
    return kana.fold_kana(text).casefold()


@lru_cache(maxsize=16384)
def list_spellings(name: str) -> tuple[str, ...]:
    """Return all folded spellings of `name`: its own and its translations, in every script.

    That includes both kinds of kana, and simplified and traditional characters.
    """
    ways = [fold(name)]
    for text, lang in list_translations(name):
        ways.append(fold(text))
        if lang == "ja":
            ways += [
                kana.fold_kana(japanese)
                for japanese in (text, _load_readings("kana").get(text, ""))
            ]
        else:
            ways.append(fold(_load_readings("traditional").get(text, text)))
    if kana.has_kana(name):
        ways.append(kana.fold_kana(name))
    return tuple(dict.fromkeys(filter(None, ways)))


@lru_cache(maxsize=16384)
def list_readings(name: str) -> tuple[str, ...]:
    """Return the ways a name sounds, in Latin letters.

    They are romaji, pinyin in words and in one, and the first letters of its syllables.
    """
    ways: list[str] = []
    for text, lang in list_translations(name):
        if lang == "ja":
            sound = _load_readings("kana").get(text, text)
            ways += [kana.convert_to_romaji(sound), kana.convert_to_romaji(kana.fold_kana(sound))]
        elif text in _load_readings("pinyin"):
            syllables = _load_readings("pinyin")[text].split()
            ways += [
                "".join(syllables),
                " ".join(syllables),
                "".join(syllable[0] for syllable in syllables),
            ]
    return tuple(dict.fromkeys(reading.casefold() for reading in ways if reading))


def get_sort_key(name: str, lang: Lang) -> str:
    """Return the key by which `name` is sorted in `lang`: its translation as it is pronounced.

    In Japanese, names in Latin letters come last.
    """
    shown = translate_name(name, lang)
    if lang == "ja" and shown.isascii():
        return f"\uffff{fold(shown)}"
    if lang == "ja":
        return kana.get_kana_sort_key(_load_readings("kana").get(shown, shown))
    return _load_readings("pinyin").get(shown, fold(shown)) if lang == "zh" else fold(shown)
