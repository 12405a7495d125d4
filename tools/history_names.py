"""Names that a reader of old datasheets took from running text: mended where the name stands at their head.

The app's exports of 2023 run sentences of the datasheet into names ("missile drones*. * This drone's rules ..."). No
sentence of a rules book belongs in the data, so a key with one is left out and named under `unread`.
"""

from __future__ import annotations

import re
from typing import Any, Final

Json = dict[str, Any]

UNREAD: Final = object()
# Keys that say one thing together: with one of them unread, none can be read.
COMPOSITION = ("models", "compositions", "size", "composition_rules")

_SENTENCE = re.compile(
    r"[.:;■◦]|\bis equipped\b|\bare equipped\b|\b[Tt]his (unit|model)\b|\bthat unit\b|\byour army\b|\bat the same time\b"
    r"|\bIf\b|\bOR$|, or \d|\bor an? \b| or [A-Z]|\bcounts? as\b|\btakes up\b|\bbattle$|\bembark within\b|^every\b|^and\b|^it\b"
)
_RUN_ON = re.compile(r"(.+?) The .+ and every .+")


def name_at_head(text: str) -> str | None:
    """The name that `text` is, or begins with; None where it is a sentence."""
    head = text.lstrip("◦ ")
    if "*" in head[1:]:
        head = head[: head.index("*", 1)]
    if found := _RUN_ON.fullmatch(head):
        head = found[1]
    head = head.strip().removesuffix(".")
    return (
        None
        if not head or (head != "*" and (_SENTENCE.search(head) or head.startswith("*")))
        else head
    )


def mended(key: str, value: Any) -> Any:
    """The value of a key of a datasheet with its names mended, or UNREAD."""
    if key == "keywords":
        value = [
            word for word in value if not word.endswith(":")
        ]  # "ALL MODELS:" is a heading in the list
    if key == "models":
        value = without_headings(value)
    if key == "transport" and value and value.get("capacity") is None:
        return UNREAD
    return _names_of(value)


def _names_of(value: Any) -> Any:
    if isinstance(value, str):
        return UNREAD if (name := name_at_head(value)) is None else name
    if isinstance(value, list):
        parts = [_names_of(item) for item in value]
        return UNREAD if any(part is UNREAD for part in parts) else parts
    if isinstance(value, dict):
        keys = {key: name_at_head(key) for key in value}
        items = {key: _names_of(item) for key, item in value.items()}
        if None in keys.values() or any(item is UNREAD for item in items.values()):
            return UNREAD
        return {keys[key]: item for key, item in items.items()}
    return value


def without_headings(lines: list[Json]) -> list[Json]:
    """A heading ("Veterans: 8") over as many lines of bullets is not a model."""
    kept: list[Json] = []
    for place, line in enumerate(lines):
        bullets = 0
        while place + 1 + bullets < len(lines) and lines[place + 1 + bullets]["name"].startswith(
            "◦"
        ):
            bullets += 1
        if not (line["name"].endswith(":") and bullets == line["min"]):
            kept.append(line)
    return kept


def mended_sheet(sheet: Json) -> tuple[Json, list[str]]:
    """The last state of a gone datasheet, and the keys of it that could not be read."""
    found = {key: mended(key, value) for key, value in sheet.items()}
    if found.get("models") not in (None, UNREAD, sheet.get("models")):
        found["size"] = {end: sum(line[end] for line in found["models"]) for end in ("min", "max")}
    return {key: value for key, value in found.items() if value is not UNREAD}, [
        k for k, v in found.items() if v is UNREAD
    ]


def mended_changes(changes: list[Json]) -> list[Json]:
    """The changes, newest first, each with what is read; what waits on an unread key comes with the first that can."""
    waiting: Json = {}
    result: list[Json] = []
    for change in changes:
        was = {key: mended(key, value) for key, value in change["was"].items()}
        if any(key in was for key in COMPOSITION) and any(key in COMPOSITION for key in waiting):
            was = {**{key: value for key, value in waiting.items() if key in COMPOSITION}, **was}
        unread = [key for key, value in was.items() if value is UNREAD]
        if any(key in COMPOSITION for key in unread):
            unread += [key for key in was if key in COMPOSITION and key not in unread]
        waiting = {key: value for key, value in waiting.items() if key not in was} | {
            key: was[key] for key in unread
        }
        told = {key: value for key, value in was.items() if key not in unread}
        result.append({"until": change["until"], "was": told, "unread": unread})
    return result
