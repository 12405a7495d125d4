"""Warhammer 40,000, 11th edition: its data. Not in the catalog yet: its roster and its law are not complete."""

from __future__ import annotations

from typing import Any

from listbuilder.games.muster.game import MusterGame
from listbuilder.store.library import Kind


class Warhammer40k11e(MusterGame):
    id = "warhammer-40k-11e"

    def data_kinds(self) -> dict[str, Kind[Any]]:
        from listbuilder.games.muster.data import FACTION, RULES
        from listbuilder.games.muster.past_data import PAST_KINDS

        return {"rules": RULES, **PAST_KINDS, "history/books/*": FACTION, "*": FACTION}
