"""Army lists for the terminal, and for other programs: `import listbuilder as lb`.

What is in `__all__` is promised: it changes only with the first number of the version. Everything
else in this package may change at any time. docs/bots.md shows how to use it, with a bot.
"""

from __future__ import annotations

from listbuilder.version import VERSION as __version__

TYPE_CHECKING = False  # type checkers take it as true; importing `typing` would take too long
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
    """Return a promised function or class, which is loaded when it is first used.

    Why: so importing the package takes no time, also for the command line. Raises AttributeError
    for any other name.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from listbuilder import api

    return getattr(api, name)


def __dir__() -> list[str]:
    """Return the promised names."""
    return sorted(__all__)
