"""The texts of the desk's pages, in the language of each reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from listbuilder.i18n import messages
from listbuilder.i18n.messages import Lang, find_player_language

WORDS = Path(__file__).parent / "words.yaml"


def say(key: str, lang: Lang, **args: Any) -> str:
    """Return the text `key` of the desk's words in a language."""
    return messages.say(WORDS, key, lang, args)


def choose_language(header: str, fallback: Lang) -> Lang:
    """Return the first language in an `Accept-Language` header that we have, else `fallback`.

    Only the order counts, because browsers write the preferred language first.
    """
    for part in header[:500].split(","):
        found = find_player_language(part.partition(";")[0].strip())
        if found is not None:
            return found
    return fallback
