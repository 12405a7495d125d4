"""The games, and what kinds of army share.

Other programs call this package: `listbuilder.games()` is promised to list the games, and Python
keeps a package under that very name. The call is passed on to `listbuilder/api.py`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    """A package that can be called."""

    def __call__(self, *, library: Any = None) -> Any:
        """Return the games that lists can be for; see `listbuilder.api.games`."""
        return import_module("listbuilder.api").games(library=library)


sys.modules[__name__].__class__ = _CallablePackage
