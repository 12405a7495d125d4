"""What does not fit a model, as plain values: pydantic's own errors stay in here, sentences are made elsewhere."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

M = TypeVar("M", bound=BaseModel)
Path = tuple[str | int, ...]
Kind = Literal["unknown_key", "missing_key", "wrong_type", "too_small", "not_a_day", "not_a_moment", "damaged", "other"]


class Misfit(NamedTuple):
    """One thing that does not fit. `allowed`: the keys or kinds of value that would; of a number the least."""

    kind: Kind
    path: Path
    given: Any = None
    allowed: tuple[str, ...] = ()
    reason: str = ""


class DoesNotFit(Exception):
    def __init__(self, misfits: list[Misfit]) -> None:
        self.misfits = misfits
        super().__init__("; ".join(f"{each.kind} {each.path} {each.reason}" for each in misfits))


def fit(model: type[M], data: Any) -> M:
    """The data as a model. Raises DoesNotFit with everything that stands in the way."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise DoesNotFit(misfits(error, data, model)) from None


def first_key(model: type[BaseModel]) -> str:
    """What such a document begins with."""
    return next(iter(_keys(model)))


def misfits(error: ValidationError, data: Any, model: Any = None) -> list[Misfit]:
    return _of_one_cause([_misfit(each, data, model) for each in error.errors(include_url=False)])


_TYPES: dict[str, str] = {  # pydantic's name of an error -> what it wanted
    "string_type": "text",
    "string_too_short": "text",
    "int_type": "whole",
    "float_type": "number",
    "finite_number": "number",
    "bool_type": "truth",
    "list_type": "list",
    "dict_type": "map",
    "model_type": "map",
}


def _misfit(error: ErrorDetails, data: Any, model: Any) -> Misfit:
    kind, given, context = error["type"], error["input"], error.get("ctx") or {}
    path = _path(error["loc"], data)
    if kind in _TYPES:
        return Misfit("wrong_type", path, given, (_TYPES[kind],))
    match kind:
        case "extra_forbidden":
            return Misfit("unknown_key", path, path[-1], tuple(_keys(_model_at(model, path[:-1]))))
        case "invalid_key":  # YAML has keys that are no text
            return Misfit("unknown_key", (*path[:-1], given), given, tuple(_keys(_model_at(model, path[:-1]))))
        case "missing":
            return Misfit("missing_key", path[:-1], allowed=(str(path[-1]),))
        case "greater_than_equal":
            return Misfit("too_small", path, given, (str(context["ge"]),))
        case "day":
            return Misfit("not_a_day", path, given)
        case "moment":
            return Misfit("not_a_moment", path, given)
        case "json_invalid":
            return Misfit("damaged", (), reason=str(context["error"]))
    return Misfit("other", path, given, reason=error["msg"])


def _path(steps: tuple[str | int, ...], data: Any) -> Path:
    """The steps that lead through the data: pydantic also names the member of a union, and that a key was meant."""
    path: list[str | int] = []
    for step in steps:
        if isinstance(data, dict) and step != "[key]":
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int):
            data = data[step]
        else:
            continue
        path.append(step)
    return tuple(path)


def _of_one_cause(found: list[Misfit]) -> list[Misfit]:
    """Of the members of a union only those that fit so far as to go deepest, else all kinds of value in one."""
    deeper = {each.path[:length] for each in found for length in range(len(each.path))}
    merged: dict[tuple[Kind, Path, str], Misfit] = {}
    for each in found:
        if each.kind == "wrong_type" and each.path in deeper:
            continue
        key = (each.kind, each.path, "" if each.kind == "wrong_type" else "".join(each.allowed))
        allowed = (*merged[key].allowed, *each.allowed) if key in merged else each.allowed
        merged[key] = each._replace(allowed=tuple(dict.fromkeys(allowed)))
    return list(merged.values())


def _model_at(kind: Any, path: Path) -> Any:
    """The model that stands at this place of a document."""
    for step in path:
        keys = _keys(kind)
        kind = keys[str(step)] if keys else get_args(kind)[-1]
        if get_origin(kind) in (Union, UnionType):
            kind = next(each for each in get_args(kind) if each is not NoneType)
    return kind


def _keys(kind: Any) -> dict[str, Any]:
    """The keys a model knows, with the type of each; of any other type, none."""
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return {}
    return {field.alias or name: field.annotation for name, field in kind.model_fields.items()}
