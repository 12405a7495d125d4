"""Warhammer 40,000, 11th edition: its data. Not in the catalog yet: its roster and its law are not complete."""

from __future__ import annotations

from typing import Any

from listbuilder.games.muster.data import FACTION, RULES
from listbuilder.games.wh40k_10e import Warhammer40k10e
from listbuilder.store.library import Kind

ID = "warhammer-40k-11e"


class Warhammer40k11e(Warhammer40k10e):
    id = ID

    def data_kinds(self) -> dict[str, Kind[Any]]:
        from listbuilder.games.muster.past_data import PAST_KINDS  # only tools and `data check` need them

        return {"rules": RULES, **PAST_KINDS, "history/books/*": FACTION, "*": FACTION}
