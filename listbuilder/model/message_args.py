"""The arguments of sentences: names, and what is quoted as it was written.

Names are shown in the reader's language. Which of the two a plain text is, the sentence decides
(see i18n/messages.py); these two say it themselves.
"""

from __future__ import annotations

from typing import Any

MessageArgs = dict[str, Any]
"""Values for the placeholders of a sentence, by name: texts, numbers, lists of them, ..."""


class Name(str):
    """A name in the data: shown as the reader's book prints it."""

    __slots__ = ()


class Literal(str):
    """A key, an id, a value or a player's own words.

    It is never translated, or nobody would find it again.
    """

    __slots__ = ()
