"""The data files as they are written, for tests that say from them what the program has to make of them."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

from listbuilder.yamlio import reader

FACTIONS = Path(__file__).resolve().parents[1] / "factions"


def read_file(file: Path) -> Any:
    """Return what a YAML file holds; the program's own reader takes half the time of `ruamel.yaml`."""
    return reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data


_read = cache(read_file)


def raw(system: str, stem: str) -> Any:
    """One data file; what is done to it stays with who asked."""
    return copy.deepcopy(_read(FACTIONS / system / f"{stem}.yaml"))


def stems(system: str) -> list[str]:
    files = (FACTIONS / system).glob("*.yaml")
    return sorted(file.stem for file in files if file.name != "corrections.yaml")
