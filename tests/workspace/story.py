"""A short session whose every state is known: what recovery may find is one of these, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from listbuilder.model.edit import Edit, Step, make_remove_edit, make_set_edit
from listbuilder.workspace.session import Session

RAW = b"""\
system: space-marine-heroes
name: The rotten few
heroes:
  - {hero: plague-champion, slot: 1} # the boss
  - {hero: morslug, slot: 2}
"""
OTHER = RAW.replace(b"few", b"many")

DEEDS: tuple[Callable[[Session], Any], ...] = (
    lambda session: session.apply(make_set_edit("腐れ五人", "name")),
    lambda session: session.apply(
        Edit((Step("insert", ("heroes", 2), {"hero": "scabos", "slot": 3}),))
    ),
    lambda session: session.apply(make_set_edit(4, "heroes", 2, "slot")),
    lambda session: session.undo(),
    lambda session: session.undo(),
    lambda session: session.redo(),
    lambda session: session.replace_text(OTHER),
    lambda session: session.apply(make_remove_edit("heroes", 1)),
    lambda session: session.undo(),
    lambda session: session.undo(),
    lambda session: session.apply(make_set_edit("a note\nof two lines", "notes")),
    lambda session: session.apply(make_set_edit({"scabos": 1, "morslug": 2}, "collection")),
)


def tell(session: Session) -> list[Any]:
    """Do them all; the roster at the start and after each."""
    states = [deepcopy(session.data)]
    for deed in DEEDS:
        deed(session)
        states.append(deepcopy(session.data))
    return states


def files(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.rglob("*") if file.is_file()]
