"""What is put into sentences: names, which are shown in the reader's language, and what is quoted as it was written.

Which of the two a plain text is, the sentence decides (see store/words.py); these two say it themselves.
"""

from __future__ import annotations


class Name(str):
    """What the data calls something: shown as the reader's book prints it."""

    __slots__ = ()


class Literal(str):
    """A key, an id, a value or a player's own words: never translated, or nobody would find it again."""

    __slots__ = ()
