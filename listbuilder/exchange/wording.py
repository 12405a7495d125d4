"""The words of exports in the reader's language, and what a player typed, made harmless for any form.

Harmless: on one line, without controls, and with no direction of writing but its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from listbuilder.games import words as games
from listbuilder.games.base import Game
from listbuilder.games.shared.aids import Aided
from listbuilder.law import words as law
from listbuilder.model.base import fold
from listbuilder.model.rule import RuleBook
from listbuilder.model.said import Literal
from listbuilder.model.visible import visible
from listbuilder.store import words
from listbuilder.store.words import Lang
from listbuilder.store.words import valued as valued

_WORDS = Path(__file__).parent / "writers" / "words.yaml"
_FORMULA = "=+-@\t\uff1d\uff0b\uff0d\uff20"
_ISOLATE, _END, _UNCALLED = "\u2068", "\u2069", "\u2060"


def say(key: str, lang: Lang, **args: Any) -> str:
    return words.say(_WORDS, key, lang, args, shown)


def of_game(game: Game, key: str, lang: Lang, **args: Any) -> str:
    """Sections, remarks, facts and heads of tables: `show`, the builder and exports say the same."""
    return games.say(game, key, lang, args, shown)


def aid(game: Game, book: RuleBook, found: Aided, lang: Lang) -> str:
    """Return one thing that players need before the battle as a line with its place in the book."""
    text = of_game(game, found.key, lang, **found.args)
    if found.citation is None:
        return text
    place = law.citation(book, found.citation, lang)
    return of_game(game, "aid.cited", lang, text=Literal(text), citation=Literal(place))


def join(parts: Iterable[str], lang: Lang) -> str:
    """A list as the language writes it."""
    return words.listed(list(parts), lang)


def pair(name: str, text: str, lang: Lang) -> str:
    """What something is called, and what is said of it, set apart as the language does."""
    return words.paired(name, text, lang)


def reminder(ability: str) -> bool:
    """Whether it is something to think of before the battle."""
    folded = fold(ability)
    known = (key.partition(".")[2] for key in words.table(_WORDS, "en") if key.startswith("reminder."))
    return any(folded == word or folded.startswith(f"{word} ") for word in known)


def one_line(text: str) -> str:
    """As typed, but on one line, and with what no reader can see written out."""
    return visible(" ".join(text.split()))


def shown(text: str) -> str:
    """What is put into a sentence of an export: names in it may be isolated already."""
    return visible(text, _ISOLATE + _END)


def finished(text: str) -> str:
    """A whole export, with nothing hidden in it but what was put there against names that do something."""
    return visible(text, f"\n{_ISOLATE}{_END}{_UNCALLED}")


def turned(text: str) -> bool:
    """Whether some of it reads from right to left."""
    return any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text)


def isolated(text: str) -> str:
    """Right-to-left words kept from turning the numbers around them."""
    return f"{_ISOLATE}{text}{_END}" if turned(text) else text


def closed(line: str) -> str:
    """A line that was broken within such words: what begins or ends on another line does so here too."""
    open_ = line.count(_ISOLATE) - line.count(_END)
    return _ISOLATE * -open_ + line + _END * open_


def unformula(text: str) -> str:
    """A line that a spreadsheet would take for a formula does not begin like one."""
    bare = text.lstrip(f" {_ISOLATE}")
    return f"“{text}”" if bare[:1] and bare[0] in _FORMULA else text


def uncalled(text: str) -> str:
    """No chat takes a name for a call to everyone."""
    return re.sub(r"@(?=\w)", f"@{_UNCALLED}", text)
