"""Compares a box as our files say it with the facts it was made from, value by value."""

from __future__ import annotations

from typing import Any


def said(value: Any, where: str = "") -> dict[str, str]:
    """Every value that says something, by its place. Null, false, empty list and empty map say nothing."""
    if isinstance(value, dict):
        return {
            k: v for key, item in value.items() for k, v in said(item, f"{where}.{key}").items()
        }
    if isinstance(value, (list, tuple)):
        places = [
            item.get("id", n) if isinstance(item, dict) else n for n, item in enumerate(value)
        ]
        return {
            k: v
            for n, item in zip(places, value, strict=True)
            for k, v in said(item, f"{where}[{n}]").items()
        }
    return {} if value is None or value is False else {where: repr(value)}


def differences(name: str, ours: Any, theirs: Any) -> list[str]:
    left, right = said(ours), said(theirs)
    return [
        f"{name}{place}: {left.get(place, 'nothing')} in the file, {right.get(place, 'nothing')} in the facts"
        for place in sorted(left.keys() | right.keys())
        if left.get(place) != right.get(place)
    ]
