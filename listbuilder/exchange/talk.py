"""The words of exports, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from listbuilder.exchange import plain
from listbuilder.games import words as games
from listbuilder.games.base import Game
from listbuilder.model.base import fold
from listbuilder.store import words
from listbuilder.store.words import Lang, local

_VALUE = re.compile(r"(.+?) ((?:[\dDX+\"/().-]+ ?)+)")  # 6", D6+2, (1/5), 4+
_WORDS = Path(__file__).parent / "writers" / "words.yaml"


def say(key: str, lang: Lang, **args: Any) -> str:
    return words.say(_WORDS, key, lang, args, plain.shown)


def of_game(game: Game, key: str, lang: Lang, **args: Any) -> str:
    """Sections, remarks, facts and heads of tables: `show`, the builder and exports say the same."""
    return games.say(game, key, lang, args, plain.shown)


def join(parts: Iterable[str], lang: Lang) -> str:
    """A list as the language writes it."""
    return {"en": ", ", "ja": "、", "zh": "、"}[lang].join(parts)


def valued(text: str, lang: Lang) -> str:
    """A keyword or ability with a value, such as `Scouts 6"`: the word in this language, the value as it is."""
    found = local(text, lang)
    cut = _VALUE.fullmatch(text)
    return f"{local(cut[1], lang)} {cut[2]}" if found == text and cut else found


def reminder(ability: str) -> bool:
    """Whether it is something to think of before the battle."""
    folded = fold(ability)
    known = (key.partition(".")[2] for key in words.table(_WORDS, "en") if key.startswith("reminder."))
    return any(folded == word or folded.startswith(f"{word} ") for word in known)
