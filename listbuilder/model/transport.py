"""The transport capacity of a datasheet: who rides in what."""

# Without `from __future__ import annotations`: msgspec would compile each of these annotations
# again in every process, which takes a `check` longer than reading its data.

from typing import Literal

from listbuilder.model.base import Model

Keywords = tuple[tuple[str, ...], ...]
"""Alternatives; each is a list of keywords that must all be there."""


class Load(Model):
    """One load of a transport: the number of places (`capacity`) and the units that can take them.

    A load in `also` is added to the main load, one in `instead` replaces it. `groups` lists all
    the loads of a transport without a main load. `takes` and `excludes` list sets of keywords;
    a unit matches a set if it has every keyword in it. `slots` is the number of places that
    each model of this load also takes in the main load.
    """

    capacity: int
    takes: Keywords
    excludes: Keywords = ()
    max_wounds: int | None = None
    slots: int | None = None
    slots_equal_wounds: bool = False
    reduces_capacity_to: int | None = None


class WithItem(Model):
    """The capacity of the transport while it carries `item`."""

    item: str
    capacity: int


class ExceptionsWhen(Model):
    """A condition for the units in `exceptions` to embark.

    They have to be attached to a unit that has none of the keywords in `attached_to_without`.
    """

    attached_to_without: tuple[str, ...]


class SlotsByWounds(Model):
    """A model with at least `min` wounds takes `slots` places.

    If several such rows apply, the model takes the largest number of places.
    """

    min: int
    slots: int


class ExcludesWounds(Model):
    min: int
    unless: tuple[str, ...] = ()


class Transport(Model):
    capacity: int
    takes: Keywords = ()
    excludes: Keywords = ()
    slots: dict[str, int] = {}
    counts: Literal["units"] | None = None
    also: tuple[Load, ...] = ()
    instead: tuple[Load, ...] = ()
    groups: tuple[Load, ...] = ()
    with_item: tuple[WithItem, ...] = ()
    # from the last of `excludes`, to which the sentence of the datasheet puts them
    exceptions: Keywords = ()
    exceptions_when: ExceptionsWhen | None = None
    slots_by_wounds: tuple[SlotsByWounds, ...] = ()
    excludes_wounds: ExcludesWounds | None = None
    units: tuple[str, ...] = ()
