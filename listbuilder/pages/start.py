"""Start the engine in the worker of the page, which imports this module first."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.pages import stand_ins


def start() -> Callable[[str], str]:
    """Return the function that answers the requests of the page; load what most lists need.

    Why load it now: it takes a second, while the player still looks for the list to paste.
    """
    stand_ins.install()  # before anything imports the libraries that they replace
    from listbuilder.pages.parts import watch_imports

    watch_imports()
    from listbuilder.cli import check, verdict_json
    from listbuilder.formats import documents, import_list
    from listbuilder.pages.engine import Engine

    assert all((check, verdict_json, documents, import_list))
    return Engine().answer
