"""The other names of our entries, from `history/aliases`, for matching sources."""

from __future__ import annotations

from pathlib import Path

from listbuilder.model.base import fold
from listbuilder.update.our_books import OurBook
from listbuilder.yamlio import reader

_LANGUAGES = "languages"  # names in other languages: no source of data is written in one


def read_aliases(folder: Path, system: str, ours: dict[str, OurBook]) -> dict[str, dict[str, str]]:
    """Return for each of our books a map from other names of its entries, folded, to our names.

    `folder` is the data folder. Raises Unreadable if a file isn't YAML.
    """
    aliases: dict[str, dict[str, str]] = {}
    for book in ours.values():
        file = folder / system / "history" / "aliases" / f"{book.id}.yaml"
        if not file.is_file():
            continue
        raw = reader.read_bytes(file, reader.DATA_BYTES)
        data = reader.read_yaml(raw, str(file), reader.DATA_BYTES).data
        names = {entry.id: entry.name for entry in book.entries}
        if isinstance(data, dict):
            data = {key: part for key, part in data.items() if key != _LANGUAGES}
            aliases[book.id] = _collect_names(data, names)
    return aliases


def _collect_names(node: object, names: dict[str, str]) -> dict[str, str]:
    """Return the aliases below `node`: each key whose value has `is: <id of an entry>`.

    `names` are the names of the entries by id; an alias of another id is left out.
    """
    found: dict[str, str] = {}
    if not isinstance(node, dict):
        return found
    for key, value in node.items():
        if isinstance(value, dict):
            meant = value.get("is")
            if isinstance(meant, str):
                if meant in names:
                    found[fold(str(key))] = names[meant]
            else:
                found.update(_collect_names(value, names))
    return found
