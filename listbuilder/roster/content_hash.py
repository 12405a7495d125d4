"""A hash of what a roster contains, by which equal lists are found."""

from __future__ import annotations

import hashlib

import msgspec

# Keys that say nothing about the army itself.
_NAMELESS = ("name", "player", "notes", "id", "points_as_of", "formations", "attached", "assumed")


def hash_content(data: object) -> str:
    """Return a hash of the roster `data` that is equal for two lists with the same content.

    The order of the things, and the names that the player gave, do not matter.
    """
    return hashlib.sha256(msgspec.json.encode(_strip_names(data))).hexdigest()[:16]


def _strip_names(data: object) -> object:
    """Return roster `data` without names and notes, and with all lists and keys sorted."""
    if isinstance(data, dict):
        items = {
            str(key): _strip_names(value)
            for key, value in data.items()
            if key not in _NAMELESS and not str(key).startswith("x-")
        }
        return dict(sorted(items.items()))
    if isinstance(data, list):
        return sorted((_strip_names(element) for element in data), key=msgspec.json.encode)
    return data
