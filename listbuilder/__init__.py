"""Army lists for the terminal, and for other programs: `import listbuilder as lb`.

What `__all__` names is promised: it changes only with the first number of the version. All else in
this package is our own business. docs/bots.md shows how, with a bot.
"""

from __future__ import annotations

from listbuilder.version import VERSION as __version__

TYPE_CHECKING = False  # as type checkers take it; importing `typing` would cost more than all else
if TYPE_CHECKING:
    from typing import Any

    from listbuilder.api import (
        Library,
        ListbuilderError,
        check,
        diff,
        export,
        fill,
        find,
        fix,
        games,
        parse,
        why,
    )

__all__ = [
    "Library",
    "ListbuilderError",
    "__version__",
    "check",
    "diff",
    "export",
    "fill",
    "find",
    "fix",
    "games",
    "parse",
    "why",
]


def __getattr__(name: str) -> Any:
    """Return a promised function or class, loaded when it is first asked for.

    Why: importing the package costs nothing then, for the command line too. Raises AttributeError
    for another name.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from listbuilder import api

    return getattr(api, name)


def __dir__() -> list[str]:
    """Return the promised names."""
    return sorted(__all__)
