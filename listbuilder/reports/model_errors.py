"""The values that do not fit a model, as plain data.

pydantic's own errors stay in here; sentences are made elsewhere.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

M = TypeVar("M", bound=BaseModel)
Path = tuple[str | int, ...]
Kind = Literal[
    "unknown_key",
    "missing_key",
    "wrong_type",
    "too_small",
    "not_a_day",
    "not_a_moment",
    "damaged",
    "other",
]


class Misfit(NamedTuple):
    """One thing that does not fit a model, with its place and what would fit.

    `allowed` are the keys or kinds of value that would fit; of a number, the least.
    """

    kind: Kind
    path: Path
    given: object = None
    allowed: tuple[str, ...] = ()
    reason: str = ""


class DoesNotFit(Exception):
    """The data do not fit a model; `misfits` says where and why."""

    def __init__(self, misfits: list[Misfit]) -> None:
        """Hold the misfits, and join them into the error's text."""
        self.misfits = misfits
        super().__init__(
            "; ".join(f"{misfit.kind} {misfit.path} {misfit.reason}" for misfit in misfits)
        )


def convert_data(model: type[M], data: object) -> M:
    """Return the data as an instance of `model`.

    Raises DoesNotFit with everything that stands in the way.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise DoesNotFit(list_misfits(error, data, model)) from None


def get_first_key(model: type[BaseModel]) -> str:
    """Return the first key of a model: the one that such a document begins with."""
    return next(iter(_list_keys(model)))


def list_misfits(error: ValidationError, data: object, model: Any = None) -> list[Misfit]:
    """Return what does not fit in `data`, as plain values made from pydantic's error.

    Without `model`, no misfit says which keys are allowed.
    """
    details = error.errors(include_url=False)
    return _merge_misfits([_make_misfit(detail, data, model) for detail in details])


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


def _make_misfit(error: ErrorDetails, data: object, model: Any) -> Misfit:
    """Return one of pydantic's errors as a misfit, of the kind `other` if its type is unknown."""
    kind, given, context = error["type"], error["input"], error.get("ctx") or {}
    path = _trim_path(error["loc"], data)
    if kind in _TYPES:
        return Misfit("wrong_type", path, given, (_TYPES[kind],))
    match kind:
        case "extra_forbidden":
            known = tuple(_list_keys(_find_model(model, path[:-1])))
            return Misfit("unknown_key", path, path[-1], known)
        case "invalid_key":  # YAML has keys that are no text
            known = tuple(_list_keys(_find_model(model, path[:-1])))
            return Misfit("unknown_key", (*path[:-1], given), given, known)
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


def _trim_path(steps: tuple[str | int, ...], data: object) -> Path:
    """Return the steps of an error that lead through the data.

    pydantic also names the member of a union, and that a key was meant; these are left out.
    """
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


def _merge_misfits(all_misfits: list[Misfit]) -> list[Misfit]:
    """Return the misfits with those of one cause merged into one.

    Of the members of a union only those count that fit so far as to go deepest; else all kinds of
    value allowed are in one misfit.
    """
    deeper = {misfit.path[:length] for misfit in all_misfits for length in range(len(misfit.path))}
    merged: dict[tuple[Kind, Path, str], Misfit] = {}
    for misfit in all_misfits:
        if misfit.kind == "wrong_type" and misfit.path in deeper:
            continue
        told_apart_by = "" if misfit.kind == "wrong_type" else "".join(misfit.allowed)
        key = (misfit.kind, misfit.path, told_apart_by)
        allowed = (*merged[key].allowed, *misfit.allowed) if key in merged else misfit.allowed
        merged[key] = misfit._replace(allowed=tuple(dict.fromkeys(allowed)))
    return list(merged.values())


def _find_model(kind: Any, path: Path) -> Any:
    """Return the model at this path of a document of the type `kind`.

    Of a union it is the first member that is not None.
    """
    for step in path:
        keys = _list_keys(kind)
        kind = keys[str(step)] if keys else get_args(kind)[-1]
        if get_origin(kind) in (Union, UnionType):
            kind = next(member for member in get_args(kind) if member is not NoneType)
    return kind


def _list_keys(kind: Any) -> dict[str, Any]:
    """Return the keys that a model knows, with the type of each. Empty for any other type."""
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return {}
    return {field.alias or name: field.annotation for name, field in kind.model_fields.items()}
