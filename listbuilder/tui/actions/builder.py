"""All actions of the builder's main screen."""

from __future__ import annotations

from listbuilder.tui.actions.adding import PickerActions
from listbuilder.tui.actions.deployment import DeploymentActions
from listbuilder.tui.actions.fill import FillActions
from listbuilder.tui.actions.findings import FindingActions
from listbuilder.tui.actions.fix import FixActions
from listbuilder.tui.actions.other_date import DayActions
from listbuilder.tui.actions.roster import RosterActions
from listbuilder.tui.actions.typed_counts import CountActions
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
