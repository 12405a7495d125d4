"""What the YAML parser has against a text, as a player would say it, and how the line is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from listbuilder.model.finding import Phrase

# What the parser says, or a piece of it -> `syntax.<key>` of problems.yaml; the first that is in it.
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

_KEY = re.compile(r"(?P<head>\s*(?:- )?[\w-]+):(?P<gap>\s*)(?P<value>.*)")
_BARE = re.compile(r"(?P<head>\s*(?:- )?[a-z][a-z_]*)\s+(?P<value>[\w-]+)\s*")
_LONGEST = 100  # of a line that is shown as it is to be written
_OWN_SIGNS = "\"'[{"  # what a value begins with that is more than a text

Meant = tuple[Phrase, int | None]  # what is wrong, and in which column, where that is not where the parser stopped


def cause(said: str) -> Phrase:
    """What the parser may say that is not known here is said in general."""
    return Phrase(f"syntax.{_key(said)}")


def _key(said: str) -> str:
    return next((key for piece, key in _SAID.items() if piece in said), "other")


def meant(said: str, lines: Sequence[str], number: int, column: int | None) -> tuple[Phrase, int, int | None]:
    """The same with the lines at hand: how it is to be written, where that can be told, and where that is."""
    key, line = _key(said), lines[number - 1].rstrip()
    if line.strip().startswith("```"):
        return Phrase("syntax.fence"), number, column
    look = _LOOKS.get(key)
    found = look(line, column) if look and len(line) <= _LONGEST else None
    if found and found[0].key == "syntax.indent" and number > 1:  # or a text goes on here that should have been a key
        before = lines[number - 2].rstrip()
        if _inset(before) == _inset(line) and not re.match(r"\s*(?:$|[-#]|[\w-]+: )", before):
            better, place = _no_colon(before, None) or (Phrase("syntax.no_colon"), _inset(before) + 1)
            return better, number - 1, place
    what, place = found or (Phrase(f"syntax.{key}"), None)
    return what, number, place or column


def _inset(line: str) -> int:
    return len(line) - len(line.lstrip())


def _write(key: str, now: str, column: int | None = None) -> Meant:
    return Phrase(f"syntax.{key}", {"now": now.strip()}), column


def _in_quotes(text: str) -> str:
    """As a text of YAML, with the quotation marks that need no more than themselves."""
    bare = text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
    if '"' not in bare and "\\" not in bare:
        return f'"{bare}"'
    return "'" + text.replace("'", "''") + "'"


def _colon_twice(line: str, column: int | None) -> Meant | None:
    found = _KEY.fullmatch(line)
    if not found:
        return None
    if column is not None and found.end("head") + 1 == column:  # its first colon: the line itself is in the wrong place
        return Phrase("syntax.indent"), _inset(line) + 1
    if found["gap"] and found["value"][:1] not in _OWN_SIGNS:
        return _write("colon_in_text", f"{found['head']}: {_in_quotes(found['value'])}")
    return None


def _no_colon(line: str, _: int | None) -> Meant | None:
    if "：" in line and ": " not in line:
        head, _colon, value = line.partition("：")
        return _write("wide_colon", f"{head}: {value.strip()}", len(head) + 1)
    if (found := _KEY.fullmatch(line)) and not found["gap"] and found["value"]:
        return _write("no_space", f"{found['head']}: {found['value']}", found.end("head") + 1)
    if found := _BARE.fullmatch(line):
        return _write("colon_missing", f"{found['head']}: {found['value']}", found.end("head") + 1)
    return None


def _begins(line: str, _: int | None) -> Meant | None:
    found = _KEY.fullmatch(line)
    if not found or not found["gap"]:
        return None
    return _write("in_quotes", f"{found['head']}: {_in_quotes(found['value'])}", found.start("value") + 1)


def _indent(line: str, column: int | None) -> Meant | None:
    """A text may begin with a quotation mark or a bracket, and then goes on behind the last one."""
    found = _KEY.fullmatch(line)
    if not found or found["value"][:1] not in tuple(_OWN_SIGNS) or column is None or column <= found.start("value") + 1:
        return None
    return _begins(line, column)


_LOOKS: dict[str, Callable[[str, int | None], Meant | None]] = {
    "colon_twice": _colon_twice,
    "no_colon": _no_colon,
    "begins": _begins,
    "indent": _indent,
}
