"""Reading the JSON of card exports: texts in English, lists and numbers, whatever is missing.

Cards of different years differ: a name is a text or a table of languages, a key may be missing or
null, a number may be a text. The functions here return nothing for what isn't there and never
raise, so that one odd card doesn't hide the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from listbuilder.matching.likeness import make_plain
from listbuilder.model.base import fold
from listbuilder.update.tree import Place, Value

Json = dict[str, object]

_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>|&x20;|&nbsp;|\*+|_{2,}")
_SPACES = re.compile(r"\s+")
_PLAIN_CHARACTERS = str.maketrans(
    {
        "\u2019": "'",
        "\u2018": "'",
        "\u2032": "'",
        "\u2011": "-",
        "\u2010": "-",
        "\u00a0": " ",
        "\u202f": " ",
        "\u200b": None,
        "\u00ad": None,
        "\ufeff": None,
    }
)

# A piece of a source that was not understood is shown with this many words and characters, so that
# no text of the rules is kept.
PIECE_WORDS = 8
PIECE_CHARACTERS = 60


def make_plain_text(text: str) -> str:
    """Return `text` with plain apostrophes, hyphens and spaces, as our data writes names."""
    return _SPACES.sub(" ", text.translate(_PLAIN_CHARACTERS)).strip()


def remove_markup(text: str) -> str:
    """Return `text` on one line without tags and asterisks, with plain apostrophes and spaces."""
    return make_plain_text(_MARKUP.sub(" ", text)).replace(" ,", ",").replace(" .", ".")


def read_raw_english(value: object) -> str:
    """Return the English text of a card's value as it is written; "" if there is none.

    The value is a text, or a table of texts by language.
    """
    if isinstance(value, dict):
        value = value.get("en")
    return value if isinstance(value, str) else ""


def read_english(value: object) -> str:
    """Return the English text of a card's value, on one line and without markup."""
    return remove_markup(read_raw_english(value))


def get_items(card: Json, key: str) -> list[object]:
    """Return the items of the list under `key`, of whatever kind; empty if there is no list."""
    value = card.get(key)
    return value if isinstance(value, list) else []


def get_tables(card: Json, key: str) -> list[Json]:
    """Return the tables in the list under `key`; empty if there is no such list."""
    return [item for item in get_items(card, key) if isinstance(item, dict)]


def get_table(card: Json, key: str) -> Json:
    """Return the table under `key`; empty if there is none."""
    value = card.get(key)
    return value if isinstance(value, dict) else {}


def get_texts(card: Json, key: str) -> list[str]:
    """Return the English texts in the list under `key`, each one once and without empty ones."""
    texts: list[str] = []
    for item in get_items(card, key):
        text = read_english(item)
        if text and text not in texts:
            texts.append(text)
    return texts


def has_list(card: Json, key: str) -> bool:
    """Return whether the card has a list under `key`, even an empty one."""
    return isinstance(card.get(key), list)


def get_number(card: Json, key: str) -> int | None:
    """Return the whole number under `key`, written as a number or a text; None if it is neither."""
    value = card.get(key)
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,6}", value.strip()):
        return int(value)
    return None


def cut_piece(text: str) -> str:
    """Return the first words of `text`, for a list of what was not understood."""
    words = remove_markup(text).split()
    piece = " ".join(words[:PIECE_WORDS])[:PIECE_CHARACTERS].rstrip()
    return f"{piece} ..." if len(piece) < len(" ".join(words)) else piece


def make_value(data: object, place: Place, missed: Iterable[str] = ()) -> Value:
    """Return the Value of a field, with the pieces of text in `missed` cut to a few words."""
    return Value(data, place, tuple(cut_piece(piece) for piece in missed))


@lru_cache(maxsize=65536)
def make_key(name: str) -> str:
    """Return the letters and digits of `name` as a key that is equal for all its spellings."""
    return "".join(char for char in fold(make_plain_text(name)) if char.isalnum())


def make_id(name: str) -> str:
    """Return the id that a faction or unit of this name has in our data."""
    return make_plain(name).replace(" ", "-")


class Vocabulary:
    """The names that the cards of a source use, to give a name in capitals its own spelling.

    `names` are in order of preference: of two spellings of a name, the first is kept.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names: dict[str, str] = {}
        for name in names:
            key = make_key(name)
            if key:
                self._names.setdefault(key, name)

    def find(self, written: str) -> str | None:
        """Return the name that `written` means, spelt as on its card; None if no card has it."""
        return self._names.get(make_key(written))

    def find_either_number(self, written: str) -> str | None:
        """Return the name whose singular or plural `written` is, or None if no card has it."""
        key = make_key(written)
        for attempt in (key, key.removesuffix("s"), key + "s"):
            if attempt and attempt in self._names:
                return self._names[attempt]
        return None

    def split(self, written: str, *, either_number: bool = False) -> list[str] | None:
        """Return the names that the words of `written` consist of, or None if some are unknown.

        "ADEPTUS ASTARTES TERMINATOR" is Adeptus Astartes and Terminator. Longer names come first.
        With `either_number`, a name is also found in its other number, singular or plural.
        """
        words = written.split()
        if not words:
            return []
        find = self.find_either_number if either_number else self.find
        for end in range(len(words), 0, -1):
            name = find(" ".join(words[:end]))
            if name is not None:
                rest = self.split(" ".join(words[end:]), either_number=either_number)
                if rest is not None:
                    return [name, *rest]
        return None
