"""Values of a document, and kinds of values, as sentences name them."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.i18n import messages
from listbuilder.i18n.problem_text import FILE


def describe_value(value: object) -> str:
    """Return a value as the user would recognise it, shortened to its beginning."""
    if isinstance(value, dict):
        return (
            "{" + ", ".join(map(str, list(value)[:3])) + (", ..." if len(value) > 3 else "") + "}"
        )
    if isinstance(value, list):
        return (
            "["
            + ", ".join(describe_value(item) for item in value[:3])
            + (", ..." if len(value) > 3 else "")
            + "]"
        )
    if value is None:
        return "null"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def describe_kinds(names: Iterable[str]) -> list[dict[str, str]]:
    """Return the names of kinds of values (text, number, list) in every language.

    The kind `nothing` is left out if there are others: it doesn't help anybody who wrote a value.
    """
    names = list(names)
    names = [name for name in names if name != "nothing"] or names
    tables = {lang: messages.load_texts(FILE, lang) for lang in messages.LANGS}
    return [
        {lang: tables[lang].get(f"kinds.{name}", name) for lang in messages.LANGS} for name in names
    ]
