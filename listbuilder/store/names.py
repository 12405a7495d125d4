"""What things are called in the reader's language, by the game whose books call them so: factions/names.yaml and terms.yaml.

The same English word is another one in another game (Infantry is インファントリー in one and 歩兵 in another). So whoever speaks
of one game says so once (`of_game`), and hands on a language that knows whose words it has; everything else takes a language
as ever. Without a game the words of all of them are known, the first in the file first.
"""

from __future__ import annotations

import re
from functools import cache, partial
from pathlib import Path
from typing import cast

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.said import Literal
from listbuilder.store import compiled, paths, reader
from listbuilder.store.languages import language, own_texts
from listbuilder.store.texts import LANGS, SHIPPED, Lang, table

_HEAD = 2  # letters: the head of a column, and no name of anything
_VALUE = re.compile(r"[\dDX+\"/().-]+")  # one word of a value: 6", D6+2, (1/5), 4+
Table = dict[str, str]  # by folded English name


class _OfGame(str):
    """A language, speaking of one game."""

    game: str


def of_game(lang: Lang, game: str) -> Lang:
    spoken = _OfGame(lang)
    spoken.game = game
    return cast(Lang, spoken)


class Called(msgspec.Struct):
    """What one language has for names, in one section or for one game."""

    shown: Table = {}
    likely: Table = {}  # not seen in print: shown with the English beside it
    fan: Table = {}  # only searched for

    def and_then(self, other: Called) -> Called:
        return Called(other.shown | self.shown, other.likely | self.likely, other.fan | self.fan)


def name_sections(file: Path, raw: bytes) -> compiled.Sections:
    data = reader.read_text(raw, str(file), reader.DATA_BYTES).data
    kinds = {"shown": data["names"], "likely": data.get("likely", {}), "fan": data.get("fan", {})}
    made = {"games": compiled.encode(data["games"])}
    for section in dict.fromkeys(section for known in (*kinds.values(), *data["games"].values()) for section in known):
        for lang in SHIPPED[1:]:
            called = {
                kind: {fold(name): texts[lang] for name, texts in names.get(section, {}).items() if lang in texts}
                for kind, names in kinds.items()
            }
            made[f"{section}/{lang}"] = compiled.encode(called)
    return made


@cache
def _file() -> compiled.Compiled:
    file = paths.factions() / "names.yaml"
    raw = file.read_bytes()
    return compiled.load(file, raw, partial(name_sections, file), ["games"])


@cache
def _games() -> dict[str, tuple[str, ...]]:
    """Whose words the books of each game use."""
    return msgspec.json.decode(_file().section("games"), type=dict[str, tuple[str, ...]])


@cache
def _section(section: str, lang: Lang) -> Called:
    """Names, and keywords that are words of the rules too. A language with a file of its own has those that are in it."""
    own = {fold(name): text for name, text in own_texts(lang, "names").items()}
    shipped = lang in SHIPPED[1:]
    names = msgspec.json.decode(_file().section(f"{section}/{lang}"), type=Called) if shipped else Called()
    english = {key: word for key, word in terms("en").items() if key.startswith(f"{section}.") and len(word) > _HEAD}
    return Called(own).and_then(names.and_then(Called({fold(word): terms(lang)[key] for key, word in english.items()})))


@cache
def _called(lang: Lang, game: str) -> Called:
    """Without a game: the words of all of them."""
    sections = _games()[game] if game else tuple(dict.fromkeys(each for known in _games().values() for each in known))
    found = Called()
    for section in sections:
        found = found.and_then(_section(section, lang))
    return found


@cache
def by_section(lang: Lang) -> tuple[Called, ...]:
    """The words of every game, each apart from the others'."""
    every = dict.fromkeys(each for known in _games().values() for each in known)
    return tuple(_section(section, lang) for section in every)


def called(lang: Lang) -> Called:
    return _called(LANGS[LANGS.index(lang)], getattr(lang, "game", "")) if lang != "en" else Called()


def names(lang: Lang) -> Table:
    """What names are shown as, by folded English name."""
    found = called(lang)
    return found.likely | found.shown if found.likely else found.shown


def terms(lang: Lang) -> Table:
    """The glossary: words of the rules, under `game.word`."""
    return table(paths.factions() / "terms.yaml", lang)


def local(name: str, lang: Lang) -> str:
    """A name as this language prints it, or as it is."""
    if lang == "en" or isinstance(name, Literal):
        return name
    found, folded = called(lang), fold(name)
    return found.shown.get(folded) or found.likely.get(folded, name)


def beside(name: str, lang: Lang) -> str:
    """The same where things are listed: what no book is known to print has the English beside it."""
    shown = local(name, lang)
    likely = lang != "en" and shown != name and fold(name) not in called(lang).shown
    return f"{shown}（{name}）" if likely else shown


def in_mode(name: str, mode: str, lang: Lang) -> str:
    """A weapon in one of its modes, `Plasma gun – supercharge`; a book that prints the mode behind its name prints that alone."""
    parts = [name, mode] if mode else [name]
    whole = " – ".join(parts)
    shown = local(whole, lang)
    if shown == whole:
        return " – ".join(local(part, lang) for part in parts)
    head, _, tail = shown.partition(" – ")
    return tail if tail.startswith(head.partition("（")[0].rstrip()) else shown


def valued(text: str, lang: Lang) -> str:
    """A keyword or ability with a value, such as `Scouts 6"`: the word in this language, the value as it is."""
    if (found := local(text, lang)) != text:
        return found
    word, colon, whom = text.partition(": ")
    if colon and (known := valued(word, lang)) != word:
        return f"{known}{language(lang).colon}{_against(whom, lang)}"
    name, value = _cut(text)
    return f"{_paired(name, lang)} {value}" if value else _paired(text, lang)


def _cut(text: str) -> tuple[str, str]:
    """Return the name and the value after it; the value is empty if the text doesn't end in one.

    Looks at each word once, from the end: a pattern for the whole text would try every place where the value could begin.
    """
    words = text.split(" ")
    first = len(words)
    if first > 1 and not words[-1]:
        first -= 1
    while first > 1 and _VALUE.fullmatch(words[first - 1]):
        first -= 1
    name = " ".join(words[:first])
    value = " ".join(words[first:])
    return (name, value) if name and value else (text, "")


def _against(whom: str, lang: Lang) -> str:
    """`non-Monster/Vehicle`: what an ability of a weapon does not help against, or what it helps against alone."""
    left = whom.removeprefix("non-")
    said = "/".join(local(each, lang) for each in left.split("/"))
    return said if left == whom else language(lang).all_but.format(said)


def _paired(text: str, lang: Lang) -> str:
    """One word of the rules with another behind a hyphen, such as `Anti-Infantry`: both in this language."""
    first, _, second = text.partition("-")
    both = [local(each, lang) for each in (first, second)]
    known = both[0] != first and both[1] != second
    return language(lang).hyphen.join(both) if known else local(text, lang)
