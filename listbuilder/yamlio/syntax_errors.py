"""The YAML parser's complaints about a text as a player would say them.

They show how the line is meant, where that can be told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from listbuilder.model.finding import Phrase

# What the parser says, or a piece of it -> `syntax.<key>` of problems.yaml; the first that is in
# it.
_SAID = {
    "mapping values are not allowed": "colon_twice",
    "could not find expected ':'": "no_colon",
    "expected ',' or ']'": "bracket",
    "expected ',' or '}'": "brace",
    "expected '-' indicator": "dash",
    "block sequence entries are not allowed": "no_dash_here",
    "unexpected end of stream": "quote",
    "unexpected document indicator": "quote",
    "cannot start any token": "begins",
    "alphabetic or numeric": "begins",  # of an alias, which begins with a star
    "directive name": "begins",
    "comment or line break": "begins",  # of a text over several lines, which begins with | or >
    "mapping keys are not allowed": "begins",
    "unknown escape character": "escape",
    "hexadecimal": "escape",
    "control characters": "character",
    "not allowed": "character",
    "did not find expected key": "indent",
    "found a tab": "indent",
    "node content": "other",
}

_KEY = r"(?P<head>\s*(?:- )?[\w-]+):(?P<gap>\s*)(?P<value>.*)"
_BARE = r"(?P<head>\s*(?:- )?[a-z][a-z_]*)\s+(?P<value>[\w-]+)\s*"
_LONGEST = 100  # of a line that is shown as it is to be written
_OWN_SIGNS = "\"'[{"  # what a value begins with that is more than a text

Meant = tuple[
    Phrase, int | None
]  # what is wrong, and in which column, where that is not where the parser stopped


def describe_error(complaint: str) -> Phrase:
    """Return the phrase for the parser's `complaint` in a player's words; a general one if
    unknown.
    """
    return Phrase(f"syntax.{_find_key(complaint)}")


def _find_key(complaint: str) -> str:
    """Return the message key for the parser's `complaint`; `other` if it is unknown."""
    return next((key for piece, key in _SAID.items() if piece in complaint), "other")


def describe_in_line(
    complaint: str, lines: Sequence[str], number: int, column: int | None
) -> tuple[Phrase, int, int | None]:
    """Return how a wrong line should be written, with the line number and column of the mistake.

    `number` and `column`: where the parser stopped. The mistake may be on the line before, where a
    colon is missing. If the correction can't be told, the phrase only says what is wrong.
    """
    key, line = _find_key(complaint), lines[number - 1].rstrip()
    if line.strip().startswith("```"):
        return Phrase("syntax.fence"), number, column
    look = _LOOKS.get(key)
    meaning = look(line, column) if look and len(line) <= _LONGEST else None
    if (
        meaning and meaning[0].key == "syntax.indent" and number > 1
    ):  # or a text goes on here that should have been a key
        before = lines[number - 2].rstrip()
        if _count_indent(before) == _count_indent(line) and not re.match(
            r"\s*(?:$|[-#]|[\w-]+: )", before
        ):
            better, place = _explain_missing_colon(before, None) or (
                Phrase("syntax.no_colon"),
                _count_indent(before) + 1,
            )
            return better, number - 1, place
    phrase, place = meaning or (Phrase(f"syntax.{key}"), None)
    return phrase, number, place or column


def _count_indent(line: str) -> int:
    """Return how many spaces a line begins with."""
    return len(line) - len(line.lstrip())


def _make_correction(key: str, now: str, column: int | None = None) -> Meant:
    """Return the phrase `key`, which shows the corrected line `now`, together with `column`."""
    return Phrase(f"syntax.{key}", {"now": now.strip()}), column


def _put_in_quotes(text: str) -> str:
    """Return `text` in double quotes, or in single quotes if it has a double quote or backslash."""
    bare = text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
    if '"' not in bare and "\\" not in bare:
        return f'"{bare}"'
    return "'" + text.replace("'", "''") + "'"


def _explain_second_colon(line: str, column: int | None) -> Meant | None:
    """Return what is wrong with a line where the parser met a colon it didn't expect; None if
    unknown.

    Either the text after the first colon needs quotes; or, if the parser stopped at the first
    colon, the line is wrongly indented.
    """
    match = re.fullmatch(_KEY, line)
    if not match:
        return None
    if column is not None and match.end("head") + 1 == column:
        return Phrase("syntax.indent"), _count_indent(line) + 1
    if match["gap"] and match["value"][:1] not in _OWN_SIGNS:
        corrected = f"{match['head']}: {_put_in_quotes(match['value'])}"
        return _make_correction("colon_in_text", corrected)
    return None


def _explain_missing_colon(line: str, _: int | None) -> Meant | None:
    """Return what is wrong with a line without a proper colon, and the corrected line; None if
    unknown.

    It has a wide colon, no space after the colon, or no colon at all.
    """
    if "：" in line and ": " not in line:
        head, _colon, value = line.partition("：")
        return _make_correction("wide_colon", f"{head}: {value.strip()}", len(head) + 1)
    if (match := re.fullmatch(_KEY, line)) and not match["gap"] and match["value"]:
        return _make_correction(
            "no_space", f"{match['head']}: {match['value']}", match.end("head") + 1
        )
    if match := re.fullmatch(_BARE, line):
        return _make_correction(
            "colon_missing", f"{match['head']}: {match['value']}", match.end("head") + 1
        )
    return None


def _explain_bad_beginning(line: str, _: int | None) -> Meant | None:
    """Return the line with quotes around its value, which begins with a sign not allowed there.

    None if the line isn't a key with a value.
    """
    match = re.fullmatch(_KEY, line)
    if not match or not match["gap"]:
        return None
    return _make_correction(
        "in_quotes", f"{match['head']}: {_put_in_quotes(match['value'])}", match.start("value") + 1
    )


def _explain_bad_indent(line: str, column: int | None) -> Meant | None:
    """Return the line with quotes around a value that continues after its closing quote or bracket.

    None for other lines, whose mistake is not in the value.
    """
    match = re.fullmatch(_KEY, line)
    if (
        not match
        or match["value"][:1] not in tuple(_OWN_SIGNS)
        or column is None
        or column <= match.start("value") + 1
    ):
        return None
    return _explain_bad_beginning(line, column)


_LOOKS: dict[str, Callable[[str, int | None], Meant | None]] = {
    "colon_twice": _explain_second_colon,
    "no_colon": _explain_missing_colon,
    "begins": _explain_bad_beginning,
    "indent": _explain_bad_indent,
}
