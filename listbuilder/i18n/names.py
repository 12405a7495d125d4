"""The names of things in the reader's language, by game: factions/names.yaml and terms.yaml.

The same English word is another one in another game (Infantry is インファントリー in one and 歩兵 in
another), by the books of that game. So whoever speaks of one game says so once (`of_game`), and
hands on a language that knows whose words it has; everything else takes a language as ever. Without
a game the words of all of them are known, the first in the file first.
"""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import cast

import msgspec

from listbuilder.data import compiled, paths
from listbuilder.i18n.languages import get_language, get_own_texts
from listbuilder.i18n.text_files import PLAYER_LANGS, SHIPPED, Lang, load_texts
from listbuilder.model.base import fold
from listbuilder.model.message_args import Literal
from listbuilder.yamlio import reader

_HEAD = 2  # letters: the head of a column, and no name of anything
_VALUE = r"[\dDX+\"/().-]+"  # one word of a value: 6", D6+2, (1/5), 4+
Table = dict[str, str]  # by folded English name


class _LanguageOfGame(str):
    """A language that speaks of one game."""

    game: str


def make_game_language(lang: Lang, game: str) -> Lang:
    """Return `lang` as a language that uses the words of `game`.

    It still equals `lang`, and carries the game as an attribute.
    """
    language_of_game = _LanguageOfGame(lang)
    language_of_game.game = game
    return cast(Lang, language_of_game)


class NameTables(msgspec.Struct):
    """The translated names that one language has, in one section or for one game."""

    shown: Table = {}
    likely: Table = {}  # not seen in print: shown with the English beside it
    fan: Table = {}  # only searched for

    def add_fallback(self, fallback: NameTables) -> NameTables:
        """Return these tables with the names of `fallback` where these have none."""
        return NameTables(
            fallback.shown | self.shown, fallback.likely | self.likely, fallback.fan | self.fan
        )


def make_name_sections(file: Path, raw: bytes) -> compiled.Sections:
    """Return the compiled sections of names.yaml, whose bytes are `raw`.

    There is one, `games`, with the parts of the file each game uses; and one for each part and
    language, such as `40k/ja`.
    """
    data = reader.read_yaml(raw, str(file), reader.DATA_BYTES).data
    kinds = {"shown": data["names"], "likely": data.get("likely", {}), "fan": data.get("fan", {})}
    made = {"games": compiled.encode_section(data["games"])}
    for section in dict.fromkeys(chain(*kinds.values(), *data["games"].values())):
        for lang in SHIPPED[1:]:
            tables: dict[str, dict[str, str]] = {}
            for kind, names in kinds.items():
                texts_by_name = names.get(section, {}).items()
                tables[kind] = {
                    fold(name): texts[lang] for name, texts in texts_by_name if lang in texts
                }
            made[f"{section}/{lang}"] = compiled.encode_section(tables)
    return made


@cache
def _load_names_file() -> compiled.Compiled:
    """Return the compiled form of names.yaml."""
    file = paths.get_factions_folder() / "names.yaml"
    raw = file.read_bytes()
    return compiled.load_compiled(file, raw, partial(make_name_sections, file), ["games"])


@cache
def _load_game_sections() -> dict[str, tuple[str, ...]]:
    """Return by game the sections of names.yaml whose words its books use."""
    return msgspec.json.decode(
        _load_names_file().get_section("games"), type=dict[str, tuple[str, ...]]
    )


@cache
def _load_section(section: str, lang: Lang) -> NameTables:
    """Return the names in `section` translated into `lang`, with terms of the rules among them.

    Names in the language's own file have priority.
    """
    own = {fold(name): text for name, text in get_own_texts(lang, "names").items()}
    names = NameTables()
    if lang in SHIPPED[1:]:
        content = _load_names_file().get_section(f"{section}/{lang}")
        names = msgspec.json.decode(content, type=NameTables)
    terms = get_terms(lang)
    words = {
        fold(word): terms[key]
        for key, word in get_terms("en").items()
        if key.startswith(f"{section}.") and len(word) > _HEAD
    }
    return NameTables(own).add_fallback(names.add_fallback(NameTables(words)))


@cache
def _load_name_tables(lang: Lang, game: str) -> NameTables:
    """Return the names translated into `lang` as the books of `game` use them; of all games if
    empty.
    """
    sections_by_game = _load_game_sections()
    wanted = (sections_by_game[game],) if game else sections_by_game.values()
    tables = NameTables()
    for section in dict.fromkeys(chain(*wanted)):
        tables = tables.add_fallback(_load_section(section, lang))
    return tables


@cache
def list_section_tables(lang: Lang) -> tuple[NameTables, ...]:
    """Return for each section of all games its names translated into `lang`."""
    sections = dict.fromkeys(chain(*_load_game_sections().values()))
    return tuple(_load_section(section, lang) for section in sections)


def get_name_tables(lang: Lang) -> NameTables:
    """Return the names translated into `lang`; empty for English.

    They are those of the game that `lang` carries, or of all games.
    """
    if lang == "en":
        return NameTables()
    return _load_name_tables(PLAYER_LANGS[PLAYER_LANGS.index(lang)], getattr(lang, "game", ""))


def get_shown_names(lang: Lang) -> Table:
    """Return the translated names that are shown in `lang`, by folded English name."""
    tables = get_name_tables(lang)
    return tables.likely | tables.shown if tables.likely else tables.shown


def get_terms(lang: Lang) -> Table:
    """Return the terms of the rules in `lang`, by keys such as `game.word`."""
    return load_texts(paths.get_factions_folder() / "terms.yaml", lang)


def translate_name(name: str, lang: Lang) -> str:
    """Return `name` in the language `lang`, or unchanged if there is no translation.

    A Literal (an id, a value or a player's own words) is never translated.
    """
    if lang == "en" or isinstance(name, Literal):
        return name
    tables, folded = get_name_tables(lang), fold(name)
    return tables.shown.get(folded) or tables.likely.get(folded, name)


def name_with_english(name: str, lang: Lang) -> str:
    """Return the translated name, with the English one in brackets if no book is known to print it.

    It is for places where things are listed. A name without a translation is returned unchanged.
    """
    shown = translate_name(name, lang)
    likely = lang != "en" and shown != name and fold(name) not in get_name_tables(lang).shown
    return f"{shown}（{name}）" if likely else shown


def name_with_mode(name: str, mode: str, lang: Lang) -> str:
    """Return the translated name of a weapon in one of its modes, such as `Plasma gun –
    supercharge`.

    If the translation of the whole repeats the weapon's name in the mode, only the mode is
    returned. `mode` may be empty.
    """
    parts = [name, mode] if mode else [name]
    whole = " – ".join(parts)
    shown = translate_name(whole, lang)
    if shown == whole:
        return " – ".join(translate_name(part, lang) for part in parts)
    head, _, tail = shown.partition(" – ")
    return tail if tail.startswith(head.partition("（")[0].rstrip()) else shown


def translate_with_value(text: str, lang: Lang) -> str:
    """Return a keyword or ability with a value, such as `Scouts 6"`, with its words translated.

    The value is unchanged. Words without a translation are unchanged too.
    """
    if (translated := translate_name(text, lang)) != text:
        return translated
    word, colon, whom = text.partition(": ")
    if colon and (translated_word := translate_with_value(word, lang)) != word:
        return f"{translated_word}{get_language(lang).colon}{_translate_target(whom, lang)}"
    name, value = _split_value(text)
    return f"{_translate_pair(name, lang)} {value}" if value else _translate_pair(text, lang)


def _split_value(text: str) -> tuple[str, str]:
    """Return the name and the value at the end of `text`; the value is empty if there is none.

    Words are looked at from the end, each once. Why: a pattern for the whole text would try every
    place where the value could begin.
    """
    words = text.split(" ")
    first = len(words)
    if first > 1 and not words[-1]:
        first -= 1
    while first > 1 and re.fullmatch(_VALUE, words[first - 1]):
        first -= 1
    name = " ".join(words[:first])
    value = " ".join(words[first:])
    return (name, value) if name and value else (text, "")


def _translate_target(whom: str, lang: Lang) -> str:
    """Return the translated keywords against which a weapon's ability works, such as
    `Monster/Vehicle`.

    With `non-` before them, the result says that the ability works against all others.
    """
    keywords = whom.removeprefix("non-")
    targets = "/".join(translate_name(keyword, lang) for keyword in keywords.split("/"))
    return targets if keywords == whom else get_language(lang).all_but.format(targets)


def _translate_pair(text: str, lang: Lang) -> str:
    """Return two words joined by a hyphen, such as `Anti-Infantry`, with both translated.

    If one of them has no translation, the whole text is translated as one name.
    """
    first, _, second = text.partition("-")
    both = [translate_name(word, lang) for word in (first, second)]
    is_translated = both[0] != first and both[1] != second
    return get_language(lang).hyphen.join(both) if is_translated else translate_name(text, lang)
