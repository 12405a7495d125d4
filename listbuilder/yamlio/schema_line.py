"""The first line of a file that people edit: where an editor finds its schema.

The address is the schema's own, so that it holds on any machine; for an editor without a network
the schema can be written beside the file.
"""

from __future__ import annotations

from pathlib import Path

from listbuilder.data import paths
from listbuilder.model.addresses import SCHEMAS

_MARK = "# yaml-language-server: $schema="


def make_schema_line(schema: str) -> str:
    """Return the comment line that tells an editor where the JSON Schema `schema` is."""
    return f"{_MARK}{SCHEMAS}/{schema}.schema.json"


def write_schema_beside(text: str, out: Path) -> str:
    """Copy the schema that the first line of `text` names to the folder of `out`.

    Return `text` with the copy named instead; `text` unchanged if it names no installed schema.
    Raises Unreadable if the schema can't be written.
    """
    first, _, rest = text.partition("\n")
    name = first.rpartition("/")[2]
    source = paths.get_schemas_folder() / name
    if not first.startswith(_MARK) or not source.is_file():
        return text
    copy = out.parent / name
    if not (copy.exists() and copy.samefile(source)):
        from listbuilder.yamlio.writer import write_bytes  # seldom: it loads what saves rosters

        write_bytes(copy, source.read_bytes())
    return f"{_MARK}{name}\n{rest}"
