"""Everything a player can do on the builder's main screen."""

from __future__ import annotations

from listbuilder.tui.actions.adding import AddDeeds
from listbuilder.tui.actions.counts import CountDeeds
from listbuilder.tui.actions.day import DayDeeds
from listbuilder.tui.actions.declare import DeclareDeeds
from listbuilder.tui.actions.filling import FillDeeds
from listbuilder.tui.actions.findings import FindingDeeds
from listbuilder.tui.actions.mend import MendDeeds
from listbuilder.tui.actions.roster import RosterDeeds
from listbuilder.tui.actions.units import UnitDeeds


class Deeds(AddDeeds, UnitDeeds, DeclareDeeds, FindingDeeds, CountDeeds, FillDeeds, RosterDeeds, DayDeeds, MendDeeds):
    """Each key is a `do_` of one of them."""
