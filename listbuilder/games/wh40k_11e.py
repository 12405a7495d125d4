"""Warhammer 40,000, 11th edition: its data. Not in the catalog yet: its roster and its law are not complete."""

from __future__ import annotations

from listbuilder.games.wh40k_10e import Warhammer40k10e

ID = "warhammer-40k-11e"


class Warhammer40k11e(Warhammer40k10e):
    id = ID
