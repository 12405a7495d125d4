"""Compares the models of a Warhammer 40,000 edition with the facts they were made from, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from ruamel.yaml import YAML

ELSEWHERE = {"item_stats"}  # read from the cards of the units: tests/games/wh40k/test_bearers.py
SIZES = {"Incursion": "incursion", "Strike Force": "strike-force", "Onslaught": "onslaught"}


@cache
def load(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def plain(value: Any) -> Any:
    """Null, false, empty list and empty map are all one: not said. Battle sizes by id, as in the files."""
    if isinstance(value, dict):
        return {SIZES.get(key, key): plain(item) for key, item in value.items()} or None
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value] or None
    return None if value is False else value


def same(ours: Any, theirs: Any) -> bool:
    return type(ours) is type(theirs) and bool(ours == theirs)


def differences(ours: Any, theirs: Any, where: str) -> Iterator[str]:
    """Where a model and a fact part. What the fact does not say must be the model's default."""
    if isinstance(ours, msgspec.Struct):
        if not isinstance(theirs, dict):
            theirs = {}
        fields = {field.encode_name: field for field in msgspec.structs.fields(ours)}
        for key in theirs.keys() - fields.keys():
            yield f"{where}.{key}: no field for it"
        for key, field in fields.items():
            value = getattr(ours, field.name)
            if theirs.get(key) is not None:
                yield from differences(value, theirs[key], f"{where}.{key}")
            elif key not in ELSEWHERE and not same(
                plain_model(value), plain_model(default_of(field))
            ):
                yield f"{where}.{key}: {value!r}, but the facts say nothing"
    elif isinstance(ours, dict) and isinstance(theirs, dict):
        theirs = {SIZES.get(key, key): value for key, value in theirs.items()}
        if list(ours) != list(theirs):
            yield f"{where}: keys {list(ours)} instead of {list(theirs)}"
        for key in ours.keys() & theirs.keys():
            yield from differences(ours[key], theirs[key], f"{where}.{key}")
    elif isinstance(ours, (list, tuple)) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            yield f"{where}: {len(ours)} instead of {len(theirs)} entries"
        for place, (a, b) in enumerate(zip(ours, theirs, strict=False)):
            yield from differences(a, b, f"{where}[{name_of(b) or place}]")
    elif not same(plain_model(ours), plain(theirs)):
        yield f"{where}: {ours!r} instead of {theirs!r}"


def default_of(field: Any) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def plain_model(value: Any) -> Any:
    return plain(msgspec.to_builtins(value))


def name_of(fact: Any) -> str | None:
    return (
        (fact.get("id") or fact.get("name") or fact.get("item")) if isinstance(fact, dict) else None
    )


def with_cap(fact: dict[str, Any]) -> dict[str, Any]:
    """`points: null` of an include is a cap nobody printed, which the files say out loud."""
    include = fact.get("include")
    if include and include.get("points", 0) is None:
        return {**fact, "include": {**include, "points_unknown": True}}
    return fact


def expected_faction(fact: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """The faction without its detachments and datasheets, with what the army rules say of it."""
    return with_cap({**fact, **rules, "detachments": [], "datasheets": []})


def expected_detachments(
    fact: dict[str, Any], rules: dict[str, Any], bearer_unknown: tuple[str, ...]
) -> list[dict[str, Any]]:
    """With what the army rules say of each. Both may say where they have it from."""
    spoken_of: dict[str, Any] = rules.get("detachments", {})
    assert spoken_of.keys() <= {each["id"] for each in fact["detachments"]}
    found = []
    for each in fact["detachments"]:
        more = {
            ("rule_basis" if key == "basis" else key): value
            for key, value in spoken_of.get(each["id"], {}).items()
        }
        assert not more.keys() & each.keys()
        enhancements = [
            {**e, **({"bearer_unknown": True} if e["id"] in bearer_unknown else {})}
            for e in each["enhancements"]
        ]
        found.append(with_cap({**each, **more, "enhancements": enhancements}))
    return found


def check(found: Iterator[str]) -> None:
    lines = list(found)
    assert not lines, "\n".join([f"{len(lines)} differences", *lines[:20]])
