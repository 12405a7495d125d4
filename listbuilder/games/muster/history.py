"""What things cost before: the changes of prices over the life of an edition."""

from __future__ import annotations

from listbuilder.model.base import Model


class PriceState(Model, rename={"from_": "from"}):
    """Prices from that day on: models in the unit -> points. None when the datasheet was gone from the list."""

    from_: str
    points: dict[int, int] | None


class PointsHistory(Model):
    """One points-history.yaml. Datasheets are named, not identified: a name outlives the file it stands in."""

    system: str
    as_of: str
    factions: dict[str, dict[str, tuple[PriceState, ...]]]
