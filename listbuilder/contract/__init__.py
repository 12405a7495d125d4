"""The documents that other programs read from us or write for us.

`from listbuilder.contract import CheckReport` is an address that other people's programs are
written against, whatever file of ours a model lives in. That is why this is the one package whose
`__init__` holds something. Models are loaded when they are asked for, each alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from listbuilder.contract.advice import FixReport, WhyReport
    from listbuilder.contract.changes import ChangesReport
    from listbuilder.contract.check import CheckReport
    from listbuilder.contract.collection import Collection
    from listbuilder.contract.desk import DeskReport
    from listbuilder.contract.diff import DiffReport
    from listbuilder.contract.event import EventFile
    from listbuilder.contract.export import ExportDocument
    from listbuilder.contract.fill import FillReport
    from listbuilder.contract.price_update import PriceUpdate
    from listbuilder.contract.prices import PriceTable

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
    "changes": ("listbuilder.contract.changes", "ChangesReport"),
    "check": ("listbuilder.contract.check", "CheckReport"),
    "collection": ("listbuilder.contract.collection", "Collection"),
    "desk": ("listbuilder.contract.desk", "DeskReport"),
    "diff": ("listbuilder.contract.diff", "DiffReport"),
    "event": ("listbuilder.contract.event", "EventFile"),
    "export": ("listbuilder.contract.export", "ExportDocument"),
    "fill": ("listbuilder.contract.fill", "FillReport"),
    "fix": ("listbuilder.contract.advice", "FixReport"),
    "price-update": ("listbuilder.contract.price_update", "PriceUpdate"),
    "prices": ("listbuilder.contract.prices", "PriceTable"),
    "why": ("listbuilder.contract.advice", "WhyReport"),
}


def __getattr__(name: str) -> Any:
    """Return the model of that name, loading its module now. Raises AttributeError for another
    name.
    """
    for module, model in DOCUMENTS.values():
        if model == name:
            return getattr(import_module(module), model)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
