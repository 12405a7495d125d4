"""The parts of a roster file that several kinds of army write the same way."""

# Without `from __future__ import annotations`: msgspec would compile each of these annotations
# again in every process.

from listbuilder.model.base import Model
from listbuilder.model.limits import Count, Notes, Wargear, Word


class RosterHead(Model):
    """What every army that is chosen from a faction's list begins with."""

    system: Word
    faction: Word
    name: Word | None = None
    player: Word | None = None
    notes: Notes | None = None
    points_as_of: Word | None = None


class RosterGroup(Model):
    """A number of models of one kind in a unit.

    `wargear` counts each item for all models of the group together. Without it, they have their
    default wargear.
    """

    model: Word
    count: Count
    wargear: Wargear | None = None
