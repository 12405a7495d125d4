"""What the YAML parser has against a text, as a player would say it."""

from __future__ import annotations

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
    "unknown escape character": "escape",
    "hexadecimal": "escape",
    "control characters": "character",
    "not allowed": "character",
    "did not find expected key": "indent",
    "found a tab": "indent",
    "node content": "other",
}


def cause(said: str) -> Phrase:
    """What the parser may say that is not known here is said in general."""
    key = next((key for piece, key in _SAID.items() if piece in said), "other")
    return Phrase(f"syntax.{key}")
