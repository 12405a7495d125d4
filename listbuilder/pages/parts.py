"""The parts of the program that the page loads only when they are needed.

The data of each game is a part; libraries that few lists need are others. If one is missing,
`MissingPart` is raised, the worker of the page loads the part, and the command runs again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import msgspec

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game

# The libraries of each part, by the name that they are imported by.
LIBRARIES = {
    "json": ("pydantic", "pydantic_core"),  # rosters in JSON
    "explain": ("jsonschema",),  # what is wrong with a roster file
    "wide": ("rich",),  # the width of emoji, accents and rare scripts
}


REST = "rest"  # the part with what of the program a first verdict doesn't need
MODULES_FILE = "modules.json"  # in the page: the modules of each part that isn't a library

CATALOGUES = "catalogues"  # the folder of a game with ids that roster files of other apps use


class MissingPart(BaseException):
    """A part of the program that is needed and not loaded.

    It isn't an Exception. Why: code that catches every error, to report a list that can't be
    judged, must not catch this one.
    """

    def __init__(self, name: str) -> None:
        """Store the `name` of the part."""
        super().__init__(name)
        self.name = name


class PageLibrary(Library):
    """The built-in data; the files of a game are loaded when the game is first used."""

    def list_files(self, system: str, inside: str = "") -> dict[str, Path]:
        """Return the data files of a game; raise MissingPart if they are not loaded."""
        _require_game(system, inside == CATALOGUES)
        return super().list_files(system, inside)

    def find_candidates(self, system: str, stem: str) -> list[Path]:
        """Return the files of a game named `stem`; raise MissingPart if it isn't loaded."""
        _require_game(system, stem.startswith(f"{CATALOGUES}/"))
        return super().find_candidates(system, stem)


def _require_game(system: str, with_catalogues: bool) -> None:
    """Raise MissingPart if the data of `system` isn't loaded yet; ignore unknown games.

    `with_catalogues`: the ids of its public catalogues are needed, too.
    """
    if system not in SYSTEMS:
        return
    folder = paths.get_factions_folder() / system
    if not folder.is_dir():
        raise MissingPart(get_game_part(system))
    kinds = get_game(system).get_data_kinds() if with_catalogues else ()
    has_catalogues = any(kind.startswith(f"{CATALOGUES}/") for kind in kinds)
    if has_catalogues and not (folder / CATALOGUES).is_dir():
        raise MissingPart(get_catalogues_part(system))


def get_catalogues_part(system: str) -> str:
    """Return the name of the part with the ids of the catalogues of the game `system`."""
    return f"ids-{system}"


def get_game_part(system: str) -> str:
    """Return the name of the part with the data of the game `system`."""
    return f"game-{system}"


class _PartFinder(MetaPathFinder):
    """An importer that is asked last, for modules that no other importer finds."""

    def __init__(self, libraries: Mapping[str, Iterable[str]]) -> None:
        self._parts = {name: part for part, names in libraries.items() for name in names}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Raise MissingPart if the module belongs to a part that isn't loaded; else return None."""
        if fullname in self._parts:
            raise MissingPart(self._parts[fullname])
        return None


def watch_imports() -> None:
    """Raise MissingPart from now on where a module of a part is imported and isn't there."""
    sys.meta_path.append(_PartFinder({**LIBRARIES, **_read_modules()}))


def _read_modules() -> dict[str, list[str]]:
    """Return the modules of each part that the build of the page wrote down.

    Empty outside the page, where all modules are there.
    """
    try:
        content = (paths.get_factions_folder().parent / MODULES_FILE).read_bytes()
    except FileNotFoundError:
        return {}
    return msgspec.json.decode(content, type=dict[str, list[str]])
