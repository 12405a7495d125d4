"""What the points documents of an edition said, day by day (history/<faction>.yaml), where prices rise with the copy.

A new codex changes more than prices. The book it replaced stands whole in history/books/<faction>-<day>.yaml, in the form
of a faction file: before that day it is the faction's book, at the prices written here.
"""

from __future__ import annotations

from listbuilder.model.base import Model
from listbuilder.model.datasheet import FurtherCopy, Price, When

Days = dict[str, int | None]
"""The day from which it holds (2026-06-17) -> points; None when it was gone."""


class Dated(Model, kw_only=True, rename={"from_": "from"}):
    """Something that came into the points documents, and perhaps went again: there for `from <= day < until`."""

    id: str
    name: str
    from_: str
    until: str | None = None
    today: bool = True
    """In today's data under this id."""
    renamed_to: str | None = None


class Further(Model):
    """What that copy in the army and every later one costs: models in the unit -> points."""

    from_copy: FurtherCopy
    points: dict[int, int]


class PriceState(Model, kw_only=True, rename={"from_": "from"}):
    """A price list from that day on."""

    from_: str
    points: dict[int, int] = {}
    """Models in the unit -> points."""
    repeat: Further | None = None
    add: dict[str, int] = {}
    """Points of each such item ..."""
    add_model: dict[str, int] = {}
    """... and of each such model, which is not counted for its size."""
    rows: tuple[Price, ...] = ()
    """In place of `points` and `repeat`, where two mixes of one size have two prices."""

    def price_list(self) -> tuple[Price, ...]:
        """As a datasheet has it."""
        further = self.repeat.points if self.repeat else {}
        when = When(copy_from=self.repeat.from_copy) if self.repeat else None
        return (
            *self.rows,
            *(Price(models=models, points=points) for models, points in sorted(self.points.items())),
            *(Price(models=models, points=points, when=when) for models, points in sorted(further.items())),
            *(Price(add_model=model, points=points) for model, points in self.add_model.items()),
            *(Price(add_item=item, points=points) for item, points in self.add.items()),
        )


class DatedSheet(Dated, kw_only=True):
    prices: tuple[PriceState, ...] = ()
    """Oldest first."""
    as_ally: tuple[PriceState, ...] = ()
    """In armies that it is an ally of."""
    guest_of: str | None = None
    """`faction/id`: that datasheet, in this army at prices of its own."""


class DetachmentState(Model, kw_only=True, rename={"from_": "from"}):
    from_: str
    dp: int
    dispositions: tuple[str, ...]
    unique: str | None = None
    raises: dict[str, int] = {}
    """By how much it raises the prices of units, under the names that the documents give these raises."""


class DatedDetachment(Dated, kw_only=True):
    states: tuple[DetachmentState, ...]
    """Oldest first."""
    of_parent: bool = False
    """The parent's, at this faction's price; its enhancements are in the parent's history."""


class DatedEnhancement(Dated, kw_only=True):
    """`id` is `detachment/enhancement`."""

    detachment: str
    points: Days


class BookBefore(Model, kw_only=True):
    """The book until that day, in history/books, and what the one that came then changed. All by name."""

    until: str
    renamed: dict[str, str] = {}
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    to_legends: tuple[str, ...] = ()
    from_legends: tuple[str, ...] = ()


class OtherPrice(Model, kw_only=True):
    """What another source prints of a datasheet; what is not here it prints as the data has it."""

    id: str
    points: dict[int, int] = {}
    surcharge: int | None = None
    """What a further copy costs more than the first."""
    from_copy: FurtherCopy | None = None
    add: dict[str, int] = {}


class OtherSource(Model, kw_only=True, rename={"from_": "from"}):
    """Prices that no points document confirms: a list that has them is told so, and is not wrong."""

    source: str
    from_: str
    prices: tuple[OtherPrice, ...]


class PriceHistory(Model, kw_only=True):
    """One history/<faction>.yaml."""

    system: str
    id: str
    as_of: str
    books: tuple[BookBefore, ...] = ()
    not_applied: tuple[OtherSource, ...] = ()
    detachments: tuple[DatedDetachment, ...] = ()
    enhancements: tuple[DatedEnhancement, ...] = ()
    datasheets: tuple[DatedSheet, ...] = ()
