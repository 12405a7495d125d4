"""The text of cards: one spelling of its signs, its phrases, and its numbers.

The phrases of card_phrases.yaml are compiled here. A phrase yields every way in which it fits a
sentence, because "The Keeper's Warden's axe" can be cut in two places; whoever reads the pieces
decides which of them makes sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from listbuilder.yamlio import reader

_SIGNS = str.maketrans({
    "’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'", "“": '"', "”": '"',
    "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "\u00a0": " ", "\u202f": " ", "\u200b": "",
})  # fmt: skip
BULLETS = "◦▫•■▪●○"
_LONGEST_PIECE = 60  # characters of a sentence that wasn't understood; never a rule's whole text
_MOST_WORDS = 8
_PART = re.compile(r"\{(\w+)\}")


class Phrase(msgspec.Struct, frozen=True):
    """A phrase of card_phrases.yaml: its pieces in order, and what it means."""

    parts: tuple[str | re.Pattern[str], ...]
    means: dict[str, object]

    def list_matches(self, text: str) -> Iterator[dict[str, str]]:
        """Yield every way to fit this phrase to the whole `text`: the text of each piece."""
        yield from _match_parts(self.parts, text, 0)


def _match_parts(
    parts: tuple[str | re.Pattern[str], ...], text: str, start: int
) -> Iterator[dict[str, str]]:
    """Yield every way to fit `parts` to `text` from `start` on, to its end."""
    if not parts:
        if start == len(text):
            yield {}
        return
    part = parts[0]
    if isinstance(part, re.Pattern):
        found = part.match(text, start)
        if found:
            yield from _match_parts(parts[1:], text, found.end())
        return
    if len(parts) == 1:
        piece = text[start:].strip()
        if piece or part == "any":
            yield {part: piece}
        return
    following = parts[1]
    assert isinstance(following, re.Pattern)  # two pieces never touch
    for end in range(start + 1, len(text) + 1):
        found = following.match(text, end)
        if found and text[start:end].strip():
            for rest in _match_parts(parts[2:], text, found.end()):
                yield {part: text[start:end].strip(), **rest}


def _compile_literal(text: str) -> re.Pattern[str]:
    """Return the pattern of text with `[optional]` parts and `(one|another)` alternatives."""
    escaped = "".join(c if c in "[]()|" else re.escape(c) for c in text)
    return re.compile(escaped.replace("[", "(?:").replace("]", ")?"), re.IGNORECASE)


def compile_phrase(text: str, means: dict[str, object] | None = None) -> Phrase:
    """Return the phrase written as `text`, in the notation of card_phrases.yaml.

    `means`: the other keys of its row, which say what the phrase means.
    """
    parts: list[str | re.Pattern[str]] = []
    for index, piece in enumerate(_PART.split(text.replace("{possessive}", "('s|')"))):
        if index % 2:
            parts.append(piece)
        elif piece:
            parts.append(_compile_literal(piece))
    return Phrase(tuple(parts), means or {})


@cache
def _load_data() -> dict[str, object]:
    """Return the content of card_phrases.yaml."""
    file = Path(__file__).with_name("card_phrases.yaml")
    document = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES)
    return msgspec.convert(document.data, dict[str, object])


@cache
def get_phrases(kind: str) -> tuple[Phrase, ...]:
    """Return the compiled phrases of one `kind`, a list of card_phrases.yaml, in order."""
    phrases = []
    for row in msgspec.convert(_load_data()[kind], list[dict[str, object] | str]):
        if isinstance(row, str):
            phrases.append(compile_phrase(row))
        else:
            means = {key: value for key, value in row.items() if key != "phrase"}
            phrases.append(compile_phrase(str(row["phrase"]), means))
    return tuple(phrases)


def get_words(kind: str) -> tuple[str, ...]:
    """Return the words of one `kind`, a plain list of card_phrases.yaml."""
    return msgspec.convert(_load_data()[kind], tuple[str, ...])


@cache
def _get_numbers(kind: str) -> dict[str, int]:
    """Return the number of each word of one `kind` ("numbers" or "times"): "two" or "twice"."""
    return msgspec.convert(_load_data()[kind], dict[str, int])


def read_number(text: str) -> int | None:
    """Return the number written as digits or as a word; None if `text` is neither."""
    text = text.strip().lower()
    return int(text) if text.isdecimal() else _get_numbers("numbers").get(text)


def read_times(text: str) -> int | None:
    """Return the number that "once", "twice" or "3 times" stands for; None for other text."""
    text = text.strip().lower()
    return _get_numbers("times").get(text) or read_number(text.removesuffix(" times"))


def clean_text(text: str) -> str:
    """Return `text` with one kind of apostrophe, hyphen and space, and without HTML escapes."""
    text = text.translate(_SIGNS).replace("&x20;", " ").replace("&#x20;", " ")
    return text.replace("\r\n", "\n").replace("\t", " ")


def clip(text: str) -> str:
    """Return the first words of a sentence that wasn't understood, for `not_understood`.

    Why: the whole text of a rule must never get into our files.
    """
    words = " ".join(text.replace("*", " ").split()).split()[:_MOST_WORDS]
    return " ".join(words)[:_LONGEST_PIECE].strip()
