"""Word exports in the reader's language, and make what a player typed harmless for any form.

Harmless: on one line, without controls, and with no direction of writing but its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from listbuilder.games import game_wording as games
from listbuilder.games.common.reference_aids import AidLine
from listbuilder.games.game import Game
from listbuilder.i18n import messages
from listbuilder.i18n.messages import Lang
from listbuilder.i18n.messages import translate_with_value as translate_with_value
from listbuilder.model.base import fold
from listbuilder.model.message_args import Literal
from listbuilder.model.rulebook import RuleBook
from listbuilder.model.safe_text import escape_hidden
from listbuilder.rules import messages as law

_WORDS = Path(__file__).parent / "write" / "words.yaml"
_FORMULA = "=+-@\t\uff1d\uff0b\uff0d\uff20"
_ISOLATE, _END, _UNCALLED = "\u2068", "\u2069", "\u2060"


def say(key: str, lang: Lang, **args: Any) -> str:
    """Return the message `key` of exports in `lang`."""
    return messages.say(_WORDS, key, lang, args, make_visible)


def say_of_game(game: Game, key: str, lang: Lang, **args: Any) -> str:
    """Return a message of the game: sections, remarks, facts and headers of tables.

    `show`, the builder and exports say the same.
    """
    return games.say(game, key, lang, args, make_visible)


def say_aid(game: Game, book: RuleBook, aided: AidLine, lang: Lang) -> str:
    """Return what players need before the battle as a line, with its place in the book."""
    text = say_of_game(game, aided.key, lang, **aided.args)
    if aided.citation is None:
        return text
    place = law.say_citation(book, aided.citation, lang)
    return say_of_game(game, "aid.cited", lang, text=Literal(text), citation=Literal(place))


def join_list(parts: Iterable[str], lang: Lang) -> str:
    """Return `parts` as a list the way the language writes it."""
    return messages.join_list(list(parts), lang)


def join_pair(name: str, text: str, lang: Lang) -> str:
    """Return `name` and the `text` about it, set apart as the language does."""
    return messages.join_with_colon(name, text, lang)


def is_reminder(ability: str) -> bool:
    """Return whether an ability is something to think of before the battle."""
    folded = fold(ability)
    for key in messages.load_texts(_WORDS, "en"):
        if not key.startswith("reminder."):
            continue
        word = key.removeprefix("reminder.")
        if folded == word or folded.startswith(f"{word} "):
            return True
    return False


def make_one_line(text: str) -> str:
    """Return `text` on one line, with characters that no reader can see written out."""
    return escape_hidden(" ".join(text.split()))


def make_visible(text: str) -> str:
    """Return `text` for a sentence of an export, with hidden characters written out.

    Names in it may be isolated already; the signs for that stay.
    """
    return escape_hidden(text, _ISOLATE + _END)


def finish_export(text: str) -> str:
    """Return a whole export with nothing hidden in it.

    But for what was put there against names that do something.
    """
    return escape_hidden(text, f"\n{_ISOLATE}{_END}{_UNCALLED}")


def has_right_to_left(text: str) -> bool:
    """Return whether some of the text reads from right to left."""
    return any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text)


def wrap_right_to_left(text: str) -> str:
    """Return `text`, isolated if some of it reads from right to left.

    Else such words would turn the numbers around them.
    """
    return f"{_ISOLATE}{text}{_END}" if has_right_to_left(text) else text


def close_isolation(line: str) -> str:
    """Return a line that was broken within isolated words with these opened and closed on it.

    What begins or ends on another line does so here too.
    """
    open_ = line.count(_ISOLATE) - line.count(_END)
    return _ISOLATE * -open_ + line + _END * open_


def escape_formula(text: str) -> str:
    """Return a line in quotes if a spreadsheet would take it for a formula."""
    bare = text.lstrip(f" {_ISOLATE}")
    return f"“{text}”" if bare[:1] and bare[0] in _FORMULA else text


def escape_mentions(text: str) -> str:
    """Return `text` so that no chat takes a name in it for a call to everyone."""
    return re.sub(r"@(?=\w)", f"@{_UNCALLED}", text)
