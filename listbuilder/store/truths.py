"""Yes and no as people write them where a file has true or false: in any of our languages."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

_WORDS = {"yes": True, "はい": True, "是": True, "no": False, "いいえ": False, "否": False}


def told(data: Any, kind: Any) -> Any:
    """The same data with every such word as what it says, at places where no text can stand."""
    kinds = list(_kinds(kind))
    if isinstance(data, str):
        return _WORDS.get(data.casefold(), data) if bool in kinds and str not in kinds else data
    if isinstance(data, dict):
        fields = {field.encode_name: field.type for each in kinds for field in _fields(each)}
        return {key: told(value, fields[key]) if key in fields else value for key, value in data.items()}
    if isinstance(data, list):
        inside = [args[0] for each in kinds if get_origin(each) in (tuple, list) and (args := get_args(each))]
        return [told(value, inside[0]) for value in data] if inside else data
    return data


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
