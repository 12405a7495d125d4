"""Pure-Python versions of libraries that have no build for browsers, with the same results.

The C library of ruamel.yaml reads YAML thirty times faster, but in the page the data files come
compiled, and only a player's own roster is parsed. rapidfuzz has a version in pure Python itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruamel.yaml.events import Event


_CHOICE_OF_RAPIDFUZZ = "RAPIDFUZZ_IMPLEMENTATION"  # read by rapidfuzz itself


class PureParser:
    """A parser with the only method of the C library's `CParser` that is used: `get_event`."""

    def __init__(self, text: str) -> None:
        """Prepare to parse the YAML `text`."""
        self._events = _iter_events(text)

    def get_event(self) -> Event | None:
        """Return the next event of the YAML text; None after the last."""
        return next(self._events, None)


def _iter_events(text: str) -> Iterator[Event]:
    """Yield the events of the YAML `text`, as the pure parser of ruamel.yaml finds them."""
    from ruamel.yaml import YAML

    yield from YAML(typ="safe", pure=True).parse(text)


def install() -> None:
    """Replace the compiled versions by the pure ones in this process, before they are imported."""
    module = ModuleType("_ruamel_yaml")
    module.CParser = PureParser  # type: ignore[attr-defined]
    sys.modules["_ruamel_yaml"] = module
    os.environ[_CHOICE_OF_RAPIDFUZZ] = "python"
