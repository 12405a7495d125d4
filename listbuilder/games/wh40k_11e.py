"""Warhammer 40,000, 11th edition: its data. Not in the catalog yet: its roster and its law are not complete."""

from __future__ import annotations

from typing import Any

from listbuilder.games.muster.data import FACTION, RULES
from listbuilder.games.muster.price_history import PriceHistory
from listbuilder.games.wh40k_10e import Warhammer40k10e
from listbuilder.store.library import Kind

ID = "warhammer-40k-11e"
PRICES: Kind[PriceHistory] = Kind("price-history", PriceHistory)


class Warhammer40k11e(Warhammer40k10e):
    id = ID

    def data_kinds(self) -> dict[str, Kind[Any]]:
        return {"rules": RULES, "history/*": PRICES, "history/books/*": FACTION, "*": FACTION}
