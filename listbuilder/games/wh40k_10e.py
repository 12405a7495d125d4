"""Warhammer 40,000, 10th edition."""

from __future__ import annotations

from listbuilder.games.battlescribe import Signs
from listbuilder.games.wh40k.game import MusterGame
from listbuilder.games.wh40k.public_catalogues import FORMS, describe_catalogues


class Warhammer40k10e(MusterGame):
    """The game Warhammer 40,000, 10th edition, with the facts that only it has."""

    id = "warhammer-40k-10e"
    signs = Signs(system=("warhammer 40,?000 10th.*",), system_id=("sys-352e-adc2-7639-d6a9",))
    forms = FORMS
    battlescribe = describe_catalogues(signs.system_id[0], "Warhammer 40,000 10th Edition")
