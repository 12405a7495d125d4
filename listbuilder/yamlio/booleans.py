"""Yes and no as people write them where a file has true or false, in any of our languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from listbuilder.i18n import languages


def replace_yes_and_no(data: object, kind: object) -> Any:
    """Return `data` with words for yes and no as true and false, where `kind` allows no text.

    `kind`: the type that the data should have.
    """
    kinds = list(_yield_kinds(kind))
    if isinstance(data, str):
        return (
            _load_words().get(data.casefold(), data) if bool in kinds and str not in kinds else data
        )
    if isinstance(data, dict):
        fields = {
            field.encode_name: field.type
            for field_kind in kinds
            for field in _list_fields(field_kind)
        }
        return {
            key: replace_yes_and_no(value, fields[key]) if key in fields else value
            for key, value in data.items()
        }
    if isinstance(data, list):
        inside = [
            args[0]
            for field_kind in kinds
            if get_origin(field_kind) in (tuple, list) and (args := get_args(field_kind))
        ]
        return [replace_yes_and_no(value, inside[0]) for value in data] if inside else data
    return data


def parse_yes_or_no(text: str) -> bool | None:
    """Return True or False for a word for yes or no in any of our languages; None for any other
    text.
    """
    return _load_words().get(text.casefold())


@cache
def _load_words() -> dict[str, bool]:
    """Return the words for yes and no of all languages, in small letters."""
    rows = languages.load_languages().languages.values()
    return {row.yes.casefold(): True for row in rows} | {row.no.casefold(): False for row in rows}


def _yield_kinds(kind: object) -> Iterator[Any]:
    """Yield each of the types that the annotation `kind` allows."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _yield_kinds(get_args(kind)[0])
    elif origin in (Union, UnionType):
        for alternative in get_args(kind):
            yield from _yield_kinds(alternative)
    else:
        yield kind


def _list_fields(kind: object) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of `kind` if it is a msgspec model; else nothing."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return msgspec.structs.fields(kind)
    return ()
