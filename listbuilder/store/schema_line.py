"""The first line of a file that people edit: where an editor finds its schema.

The address is that of the schema as it is installed, so that it holds wherever the file is kept on this machine; a file
that travels has the schema written beside it.
"""

from __future__ import annotations

from pathlib import Path

from listbuilder.store import paths
from listbuilder.store.writer import write_bytes

_MARK = "# yaml-language-server: $schema="


def schema_line(schema: str) -> str:
    return f"{_MARK}{_file(schema).as_uri()}"


def _file(schema: str) -> Path:
    return (paths.schemas() / f"{schema}.schema.json").absolute()


def with_schema_beside(text: str, out: Path) -> str:
    """Writes the schema into the folder of `out`, and names it in the text as it stands there."""
    first, _, rest = text.partition("\n")
    name = first.rpartition("/")[2]
    source = paths.schemas() / name
    if not first.startswith(_MARK) or not source.is_file():
        return text
    beside = out.parent / name
    if not (beside.exists() and beside.samefile(source)):
        write_bytes(beside, source.read_bytes())
    return f"{_MARK}{name}\n{rest}"
