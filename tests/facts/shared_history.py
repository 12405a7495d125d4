"""The facts of past days, read plainly: what a thing was on a day, by the words of their README alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from typing import Any

import msgspec

from listbuilder.data import paths
from listbuilder.yamlio import reader
from listbuilder.yamlio.convert import convert_document
from tests.facts.shared_facts import SHARED

Json = dict[str, Any]
HISTORY = SHARED / "facts" / "history"

# What no name holds: a sentence of the datasheet ran into it, or a heading or a bullet of a list.
_ODD = re.compile(
    r"[.*;:■◦]|\b(If|OR|every)\b|\bbattle$| or |equipped|\b(this|that) (unit|model)\b"
    r"|same time|^(and|it) |, or \d|counts as|takes up"
)


def faction_ids(system: str) -> list[str]:
    return sorted(history(system)["factions"]) if HISTORY.is_dir() else []


@cache
def history_of_ours(system: str, place: str, model: Any) -> Any:
    """One file of ours of past days."""
    file = paths.get_factions_folder() / system / "history" / f"{place}.yaml"
    return convert_document(
        reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES), model, "any"
    )


@cache
def history(system: str) -> Json:
    found: Json = json.loads((HISTORY / system / "history.json").read_text(encoding="utf-8"))
    return found


@cache
def aliases(system: str) -> Json:
    found: Json = json.loads((HISTORY / system / "aliases.json").read_text(encoding="utf-8"))
    return found


@cache
def versions(game: str) -> Json:
    found: Json = json.loads((HISTORY / "versions.json").read_text(encoding="utf-8"))[game]
    return found


def names_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from names_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from names_in(item)


def odd(value: Any) -> bool:
    """Whether a fact is not what it says it is."""
    unknown_capacity = isinstance(value, dict) and "capacity" in value and value["capacity"] is None
    return unknown_capacity or any(name != "*" and _ODD.search(name) for name in names_in(value))


def state(base: Json, changes: list[Json], day: str) -> Json:
    """README: take today's entry, go through `changes`, for each with `day < until` put its values; null: key absent."""
    result = dict(base)
    for change in changes:
        if day < change["until"]:
            result.update(change["was"])
    return result


def in_force(rows: list[Json], day: str) -> Json | None:
    """README: oldest first; the last with `from <= day` counts."""
    found = None
    for row in rows:
        if row["from"] <= day:
            found = row
    return found


def days_of(entry: Json) -> list[str]:
    """The first day, every day with new prices, the last day of every state, and today."""
    ends = [
        (date.fromisoformat(change["until"]) - timedelta(days=1)).isoformat()
        for change in entry.get("changes", [])
    ]
    starts = [row["from"] for row in entry.get("prices", [])]
    return sorted({entry["from"], *starts, *ends, "2026-11-18"})


# What is written of a thing since it is gone, and what stands there of one that is not.
_OF_THE_GONE: Json = {
    "warscroll": None,
    "sheet": None,
    "replaced_by": None,
    "renamed_to": None,
    "units": (),
    "factions": (),
}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def as_on(value: Any, day: str) -> Any:
    """Return a history of ours as it was written on a day: what began, ended or changed later is left out."""
    if isinstance(value, msgspec.Struct):
        names = [field.name for field in msgspec.structs.fields(value)]
        kept = {name: as_on(getattr(value, name), day) for name in names}
        if "today" in kept and (kept.get("until") or "") > day:
            kept |= {
                "until": None,
                "today": True,
                **{name: plain for name, plain in _OF_THE_GONE.items() if name in kept},
            }
        return msgspec.structs.replace(value, **kept)
    if isinstance(value, dict):
        return {
            key: as_on(each, day)
            for key, each in value.items()
            if not (_DAY.fullmatch(str(key)) and key > day)
        }
    return (
        tuple(as_on(each, day) for each in value if not _later(each, day))
        if isinstance(value, tuple)
        else value
    )


def _later(value: Any, day: str) -> bool:
    """Whether a thing began after the day, or a change came into force after it."""
    began = getattr(value, "from_", None) or getattr(value, "until", None)
    return isinstance(value, msgspec.Struct) and isinstance(began, str) and began > day
