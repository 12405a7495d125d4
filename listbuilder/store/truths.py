"""Yes and no as people write them where a file has true or false: in any of our languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from listbuilder.store import languages


def told(data: Any, kind: Any) -> Any:
    """The same data with every such word as what it says, at places where no text can stand."""
    kinds = list(_kinds(kind))
    if isinstance(data, str):
        return _words().get(data.casefold(), data) if bool in kinds and str not in kinds else data
    if isinstance(data, dict):
        fields = {field.encode_name: field.type for each in kinds for field in _fields(each)}
        return {key: told(value, fields[key]) if key in fields else value for key, value in data.items()}
    if isinstance(data, list):
        inside = [args[0] for each in kinds if get_origin(each) in (tuple, list) and (args := get_args(each))]
        return [told(value, inside[0]) for value in data] if inside else data
    return data


def meant(text: str) -> bool | None:
    """Return what a word for yes or no says, in any of our languages; None for any other text."""
    return _words().get(text.casefold())


@cache
def _words() -> dict[str, bool]:
    rows = languages.found().languages.values()
    return {row.yes.casefold(): True for row in rows} | {row.no.casefold(): False for row in rows}


def _kinds(kind: Any) -> Iterator[Any]:
    """What may stand there, one by one."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _kinds(get_args(kind)[0])
    elif origin in (Union, UnionType):
        for each in get_args(kind):
            yield from _kinds(each)
    else:
        yield kind


def _fields(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind) if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else ()
