"""Spearhead."""

from __future__ import annotations

from listbuilder.games.boxed.spearhead_game import SpearheadGame


class Spearhead(SpearheadGame):
    """The game Spearhead."""

    id = "spearhead"
