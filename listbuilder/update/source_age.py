"""Which of two versions of a source is the earlier one, by what they call themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from listbuilder.history.versions import make_document_key
from listbuilder.yamlio import reader

_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_MONTH = re.compile(r"([a-z]+) (\d{4})")


def read_documents(folder: Path, system: str) -> list[str]:
    """Return the titles of the points documents in history/versions.yaml, the oldest first.

    Empty if the game has no such file. Raises Unreadable if it is no YAML.
    """
    file = folder / system / "history" / "versions.yaml"
    if not file.is_file():
        return []
    raw = reader.read_bytes(file, reader.DATA_BYTES)
    data = reader.read_yaml(raw, str(file), reader.DATA_BYTES).data
    releases = data.get("releases") if isinstance(data, dict) else None
    titles: list[str] = []
    for release in releases if isinstance(releases, list) else []:
        if isinstance(release, dict) and isinstance(release.get("document"), str):
            titles.append(release["document"])
    return titles


def find_later_document(label: str, documents: Sequence[str]) -> str:
    """Return the last of `documents` that is a later version of the one called `label`, else ""."""
    first, _, _ = label.partition(" and ")  # of pages of several versions, the earliest comes first
    later = [title for title in documents if is_earlier_version(first, title)]
    return later[-1] if later else ""


def is_earlier_version(label: str, other: str) -> bool:
    """Return whether `label` is an earlier version of what `other` is a version of.

    Both have the same words, and the numbers in it are lower; a month is a number after its year.
    Labels without the same words can't be compared.
    """
    words, numbers = _split_label(label)
    other_words, other_numbers = _split_label(other)
    return words == other_words and bool(numbers) and numbers < other_numbers


def _split_label(label: str) -> tuple[str, list[list[int]]]:
    """Return the words of a label, and the numbers in it from left to right."""
    key = _MONTH.sub(_write_month_as_number, make_document_key(label))
    numbers = [[int(part) for part in text.split(".")] for text in _NUMBER.findall(key)]
    return " ".join(_NUMBER.sub(" ", key).split()), numbers


def _write_month_as_number(match: re.Match[str]) -> str:
    """Return `september 2026` as `2026.9`; words that are no month stay."""
    try:
        day = datetime.strptime(match[0], "%B %Y")
    except ValueError:
        return match[0]
    return f"{day.year}.{day.month}"
