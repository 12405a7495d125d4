"""All actions of the builder's main screen."""

from __future__ import annotations

from listbuilder.tui.actions.adding import PickerActions
from listbuilder.tui.actions.counts import CountActions
from listbuilder.tui.actions.day import DayActions
from listbuilder.tui.actions.declare import DeploymentActions
from listbuilder.tui.actions.filling import FillActions
from listbuilder.tui.actions.findings import FindingActions
from listbuilder.tui.actions.mend import FixActions
from listbuilder.tui.actions.roster import RosterActions
from listbuilder.tui.actions.units import UnitActions


class BuilderActions(
    PickerActions,
    UnitActions,
    DeploymentActions,
    FindingActions,
    CountActions,
    FillActions,
    RosterActions,
    DayActions,
    FixActions,
):
    """All actions of the builder's main screen.

    Each key is a method `do_...` of one of the base classes.
    """
