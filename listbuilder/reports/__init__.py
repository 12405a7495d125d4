"""The documents that other programs read from us or write for us.

`from listbuilder.reports import CheckReport` is an address that other people's programs are
written against, whatever file of ours a model lives in. That is why this is the one package whose
`__init__` holds something. Models are loaded when they are asked for, each alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from listbuilder.reports.advice import FixReport, WhyReport
    from listbuilder.reports.changes import ChangesReport
    from listbuilder.reports.check import CheckReport
    from listbuilder.reports.collection import Collection
    from listbuilder.reports.desk import DeskReport
    from listbuilder.reports.diff import DiffReport
    from listbuilder.reports.event import EventFile
    from listbuilder.reports.export import ExportDocument
    from listbuilder.reports.fill import FillReport
    from listbuilder.reports.price_update import PriceUpdate
    from listbuilder.reports.prices import PriceTable

__all__ = [
    "ChangesReport",
    "CheckReport",
    "Collection",
    "DeskReport",
    "DiffReport",
    "EventFile",
    "ExportDocument",
    "FillReport",
    "FixReport",
    "PriceTable",
    "PriceUpdate",
    "WhyReport",
]

# document -> its module and model; schemas/<document>.schema.json is made from it
DOCUMENTS: dict[str, tuple[str, str]] = {
    "changes": ("listbuilder.reports.changes", "ChangesReport"),
    "check": ("listbuilder.reports.check", "CheckReport"),
    "collection": ("listbuilder.reports.collection", "Collection"),
    "desk": ("listbuilder.reports.desk", "DeskReport"),
    "diff": ("listbuilder.reports.diff", "DiffReport"),
    "event": ("listbuilder.reports.event", "EventFile"),
    "export": ("listbuilder.reports.export", "ExportDocument"),
    "fill": ("listbuilder.reports.fill", "FillReport"),
    "fix": ("listbuilder.reports.advice", "FixReport"),
    "price-update": ("listbuilder.reports.price_update", "PriceUpdate"),
    "prices": ("listbuilder.reports.prices", "PriceTable"),
    "why": ("listbuilder.reports.advice", "WhyReport"),
}


def __getattr__(name: str) -> Any:
    """Return the model of that name, loading its module now.

    Raises AttributeError for another name.
    """
    for module, model in DOCUMENTS.values():
        if model == name:
            return getattr(import_module(module), model)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
