"""Comparing what a source says with what our data has, apart from order and spelling.

Every value is turned into a plain form first, which is equal for values of equal meaning. The lock
file keeps a digest of that form (see lock.py), so that what a source said last time takes eight
letters instead of a page.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from listbuilder.model.base import fold
from listbuilder.update.compare_options import normalise_default, normalise_options
from listbuilder.update.fields import Compare, Field
from listbuilder.update.our_books import Raw

_DIGEST_BYTES = 4


def normalise(field: Field, value: object, entry: Raw) -> object:
    """Return the form of a field's `value` that is equal for equal meanings.

    `entry` are all fields of the same entry from the same source or from our data; for instance,
    what "every model" means depends on its models. None stands for a field that is left out.
    """
    if value is None:
        value = field.absent_is
    return _FORMS[field.compare](value, entry)


def make_digest(form: object) -> str:
    """Return a short digest of a normalised value."""
    text = json.dumps(form, sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=_DIGEST_BYTES).hexdigest()


def make_plain_form(value: object) -> object:
    """Return a YAML value with its texts folded and empty parts left out, its lists in order."""
    if isinstance(value, str):
        return fold(value)
    if isinstance(value, dict):
        parts = {str(key): make_plain_form(part) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part not in (None, [], {}, "")}
    if isinstance(value, list | tuple):
        return [make_plain_form(part) for part in value]
    return value


def _sort_rows(rows: list[object]) -> list[object]:
    """Return plain rows in an order that depends on their content alone."""
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True, ensure_ascii=False))


def _normalise_text(value: object, entry: Raw) -> object:
    """Return a text in its folded form; None and an empty text are the same."""
    plain = make_plain_form(value)
    return "" if plain is None else plain


def _normalise_amount(value: object, entry: Raw) -> object:
    """Return a number, also for a text that is one; other values in their plain form."""
    if isinstance(value, str) and value.strip().lstrip("+-").isdecimal():
        return int(value)
    return make_plain_form(value)


def _normalise_flag(value: object, entry: Raw) -> object:
    """Return True or False; a flag that isn't written is the same as False."""
    return bool(value)


def _normalise_set(value: object, entry: Raw) -> object:
    """Return the members of a list, each once, in an order that depends on them alone."""
    if not isinstance(value, list | tuple):
        return make_plain_form(value)
    members = {json.dumps(make_plain_form(member), sort_keys=True): member for member in value}
    return _sort_rows([make_plain_form(member) for member in members.values()])


def _normalise_list(value: object, entry: Raw) -> object:
    """Return a list in its plain form, in its own order, because the order has a meaning."""
    return make_plain_form(value)


def _normalise_rows(value: object, entry: Raw) -> object:
    """Return rows in an order that depends on their content alone.

    Lists inside of them keep their order, except keywords, whose order has no meaning.
    """
    if not isinstance(value, list | tuple):
        return make_plain_form(value)
    rows: list[object] = []
    for row in value:
        plain = make_plain_form(row)
        if isinstance(plain, dict) and isinstance(plain.get("keywords"), list):
            plain["keywords"] = _sort_rows(plain["keywords"])
        rows.append(plain)
    return _sort_rows(rows)


def _normalise_items(value: object, entry: Raw) -> object:
    """Return the default wargear of models in a form for its meaning (see compare_options.py)."""
    if not _is_list_of_rows(value):
        return make_plain_form(value)
    return normalise_default(_list_rows(value), _list_models(entry))


def _normalise_options(value: object, entry: Raw) -> object:
    """Return wargear options in a form that only depends on what they allow."""
    if not _is_list_of_rows(value):
        return make_plain_form(value)
    return normalise_options(
        _list_rows(value), _list_rows(entry.get("default_wargear")), _list_models(entry)
    )


def _is_list_of_rows(value: object) -> bool:
    """Return whether a value is a list of rows and of nothing else."""
    return isinstance(value, list | tuple) and all(isinstance(row, dict) for row in value)


def _list_rows(value: object) -> list[Raw]:
    """Return the rows in `value` if it is a list; empty if it isn't."""
    if not isinstance(value, list | tuple):
        return []
    return [row for row in value if isinstance(row, dict)]


def _list_models(entry: Raw) -> list[Raw]:
    """Return the rows of an entry's models, of all its compositions if it has several."""
    rows = _list_rows(entry.get("models"))
    for composition in _list_rows(entry.get("compositions")):
        rows += _list_rows(composition.get("models"))
    return [row for row in rows if {"name", "min", "max"} <= row.keys()]


def _normalise_regiment(value: object, entry: Raw) -> object:
    """Return the `regiment:` of a unit without labels, and with its lists in a fixed order."""
    plain = make_plain_form(value)
    if not isinstance(plain, dict):
        return plain or {}
    return {key: _sort_regiment(part) for key, part in plain.items()}


def _sort_regiment(part: object) -> object:
    """Return a list of names or of options in an order that depends on its content alone."""
    if not isinstance(part, list):
        return part
    rows: list[object] = []
    for row in part:
        if isinstance(row, dict):
            row = {key: _sort_regiment(names) for key, names in row.items() if key != "label"}
            row["units"] = _drop_variants(row.get("units"))
        rows.append(row)
    return _sort_rows(rows)


def _drop_variants(units: object) -> list[str]:
    """Return the names of units without their variants for one season and in other sizes.

    Why: a document of one season names only the variants of that season, but an option for a unit
    is for all its variants.
    """
    names = [unit for unit in units if isinstance(unit, str)] if isinstance(units, list) else []
    return [
        name
        for name in names
        if not any(name.endswith(f": {base}") or name.startswith(f"{base} (") for base in names)
    ]


_FORMS: dict[Compare, Callable[[object, Raw], object]] = {
    "text": _normalise_text,
    "amount": _normalise_amount,
    "flag": _normalise_flag,
    "set": _normalise_set,
    "list": _normalise_list,
    "rows": _normalise_rows,
    "items": _normalise_items,
    "options": _normalise_options,
    "regiment": _normalise_regiment,
}
