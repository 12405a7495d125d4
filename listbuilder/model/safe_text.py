"""Text as what it is: what acts on a terminal, turns what follows or cannot be seen is written out.

One form for all of it, that of YAML, JSON and Python: `\\x1b`, `\\u202e`, `\\U000e0041`, and `\\n`,
`\\r`, `\\t`. It is ASCII, so it stands on every terminal and in every encoding, a letter to a cell,
and between double quotes in a roster it is the very character again. A byte of a file name that is
no text is `\\xff`.

Written out are controls (C0, DEL, C1), separators of lines and paragraphs, the marks, overrides and
isolates of direction, and what has no width and no look of its own. Letters of every script,
accents, the joiners that a script or an emoji needs, and the variation selectors behind what has
variations stay as they are.
"""

from __future__ import annotations

import os
import re

# Controls and separators; the default ignorable characters of Unicode, which hold all that turns
# the direction; halves of pairs (in Python also the bytes of a name that is no text); annotation
# marks; what Unicode keeps out of texts.
_HIDDEN = (
    "\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# of a part of a country
_FLAG = "(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"
_FOUND = re.compile(f"{_FLAG}|[{_HIDDEN}]")
_ANY = f"[{_HIDDEN}]"
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_JOINERS = "\u200c\u200d"
# symbols, and letters of scripts without cases
_VARIED = frozenset(("So", "Sm", "Sk", "Po", "Pd", "Lo"))
_JOINED = frozenset(("So", "Sm", "Sk", "Mn", "Mc"))


def escape_hidden(text: str, keep: str = "") -> str:
    """Return `text` with every hidden character replaced by a visible escape.

    Hidden characters act on the terminal or can't be seen. `keep` are hidden characters to be left
    in, such as the line ends of the program's own output. Characters that an emoji or a script
    needs stay too.
    """
    if text.isascii() and text.isprintable():
        return text

    def escape(match: re.Match[str]) -> str:
        """Return the matched character as an escape, or unchanged if it is harmless or in
        `keep`.
        """
        if match[0] in keep or _is_harmless(match):
            return match[0]
        return escape_character(match[0])

    return _FOUND.sub(escape, text)


def list_shown_characters(text: str) -> list[tuple[str, str]]:
    """Return each character of `text` paired with the text that `escape_hidden` shows for it."""
    matches = {match.start(): match for match in _FOUND.finditer(text) if not _is_harmless(match)}
    return [
        (character, escape_character(character) if place in matches else character)
        for place, character in enumerate(text)
    ]


def escape_character(character: str) -> str:
    """Return the escape for one character, in the form of YAML, JSON and Python."""
    code = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    if 0xDC80 <= code <= 0xDCFF:  # Python's stand-in for a byte of a name that is not UTF-8
        code -= 0xDC00
    if code < 0x100:
        return f"\\x{code:02x}"
    if code < 0x10000:
        return f"\\u{code:04x}"
    return f"\\U{code:08x}"


def escape_json(json: str) -> str:
    """Return the JSON text `json` with every hidden character replaced by a JSON escape.

    The values in it stay the same, but the text is safe to show on a terminal. Line feeds and tabs
    are left in.
    """
    if json.isascii() and "\x7f" not in json:
        return json
    return re.sub(
        _ANY, lambda match: match[0] if match[0] in "\n\t" else _escape_for_json(match[0]), json
    )


def _escape_for_json(character: str) -> str:
    """Return the JSON escape of one character: two escapes if it needs a surrogate pair."""
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _is_harmless(match: re.Match[str]) -> bool:
    """Return whether the hidden character found may stay, because the text around it needs it.

    That is so for a variation selector behind a character that has variations, for a joiner between
    two characters that can be joined, and for the flag of a part of a country.
    """
    character, text = match[0], match.string
    if len(character) > 1:
        return True
    before = text[match.start() - 1 : match.start()] if match.start() else ""
    behind = text[match.end() : match.end() + 1]
    if not before:
        return False
    if "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        keycap = before in "0123456789#*" and behind == "\u20e3"
        return keycap or before == "ℹ" or _is_in_category(before, _VARIED)
    return (
        character in _JOINERS
        and bool(behind)
        and (before == "\ufe0f" or _can_be_joined(before))
        and _can_be_joined(behind)
    )


def _can_be_joined(character: str) -> bool:
    """Return whether `character` may stand beside a joiner.

    Such characters are emoji, marks, and letters of scripts that are written joined, which are
    neither wide nor have upper and lower case.
    """
    import unicodedata

    if _is_in_category(character, _JOINED):
        return True
    is_wide = unicodedata.east_asian_width(character) in ("W", "F")
    return unicodedata.category(character) == "Lo" and not is_wide


def _is_in_category(character: str, categories: frozenset[str]) -> bool:
    """Return whether `character` is of one of the Unicode `categories`.

    False for ASCII characters and for hidden ones.
    """
    import unicodedata

    return (
        character > "\x7f"
        and unicodedata.category(character) in categories
        and not re.match(_ANY, character)
    )


def quote_for_shell(word: str) -> str:
    """Return `word`, such as a file name, as one argument of a shell command to be shown.

    Hidden characters are escaped as bash and zsh understand them, so that a name can't start a new
    line. Not quoted if it needs no quotes.
    """
    if not word.isprintable() and os.name != "nt":
        quoted = word.replace("\\", "\\\\").replace("'", "\\'")
        return f"$'{escape_hidden(quoted)}'"
    if re.fullmatch(r"[\w@%+=:,./~-]+", word) or (os.name == "nt" and " " not in word):
        return word
    return '"' + re.sub(r'(["\\$`])', r"\\\1", word) + '"'
