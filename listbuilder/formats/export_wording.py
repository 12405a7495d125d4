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
    """Return the message `key` of the game: a section, remark, fact or header of a table.

    `show`, the builder and exports all use these messages.
    """
    return games.say(game, key, lang, args, make_visible)


def say_aid(game: Game, book: RuleBook, aided: AidLine, lang: Lang) -> str:
    """Return a line with a thing players need before the battle, and its place in the book."""
    text = say_of_game(game, aided.key, lang, **aided.args)
    if aided.citation is None:
        return text
    place = law.say_citation(book, aided.citation, lang)
    return say_of_game(game, "aid.cited", lang, text=Literal(text), citation=Literal(place))


def join_list(parts: Iterable[str], lang: Lang) -> str:
    """Return `parts` joined to a list as `lang` writes it."""
    return messages.join_list(list(parts), lang)


def join_pair(name: str, text: str, lang: Lang) -> str:
    """Return `name` and the `text` about it, joined by the colon of the language."""
    return messages.join_with_colon(name, text, lang)


def is_reminder(ability: str) -> bool:
    """Return whether players must remember an ability before the battle.

    It is one if its name begins with a word that has a `reminder.` message.
    """
    folded = fold(ability)
    for key in messages.load_texts(_WORDS, "en"):
        if not key.startswith("reminder."):
            continue
        word = key.removeprefix("reminder.")
        if folded == word or folded.startswith(f"{word} "):
            return True
    return False


def make_one_line(text: str) -> str:
    """Return `text` on one line, with invisible characters written out as codes."""
    return escape_hidden(" ".join(text.split()))


def make_visible(text: str) -> str:
    """Return `text` for a sentence of an export, with invisible characters written out.

    The signs that isolate names written from right to left stay, because names in the text may be
    isolated already.
    """
    return escape_hidden(text, _ISOLATE + _END)


def finish_export(text: str) -> str:
    """Return a whole export with invisible characters written out.

    Newlines stay, and so do the signs that this program puts around or into names to make them
    harmless.
    """
    return escape_hidden(text, f"\n{_ISOLATE}{_END}{_UNCALLED}")


def has_right_to_left(text: str) -> bool:
    """Return whether `text` has characters that are written from right to left."""
    return any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text)


def wrap_right_to_left(text: str) -> str:
    """Return `text` between isolating signs if any of it is written from right to left.

    Other texts are unchanged. Why: without the signs, such words would turn the numbers around
    them.
    """
    return f"{_ISOLATE}{text}{_END}" if has_right_to_left(text) else text


def close_isolation(line: str) -> str:
    """Return `line` with isolating signs added so that each has its partner on the line.

    Why: a line break may fall inside isolated words.
    """
    open_ = line.count(_ISOLATE) - line.count(_END)
    return _ISOLATE * -open_ + line + _END * open_


def escape_formula(text: str) -> str:
    """Return `text`; put it in quotation marks if a spreadsheet would take it for a formula."""
    bare = text.lstrip(f" {_ISOLATE}")
    return f"“{text}”" if bare[:1] and bare[0] in _FORMULA else text


def escape_mentions(text: str) -> str:
    """Return `text` with `@name` changed so that no chat notifies that person."""
    return re.sub(r"@(?=\w)", f"@{_UNCALLED}", text)
