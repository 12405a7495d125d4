"""Who rides in what: the transport capacity of a datasheet."""

from __future__ import annotations

from typing import Literal

from listbuilder.model.base import Model

Keywords = tuple[tuple[str, ...], ...]  # alternatives; each is a list of keywords that must all be there


class Load(Model):
    """A further load, beside (`also`) or in place of (`instead`) the main one, or one of several `groups`."""

    capacity: int
    takes: Keywords
    excludes: Keywords = ()
    max_wounds: int | None = None
    slots: int | None = None
    slots_equal_wounds: bool = False
    reduces_capacity_to: int | None = None


class WithItem(Model):
    """Another capacity while the transport carries this item."""

    item: str
    capacity: int


class ExceptionsWhen(Model):
    """The exceptions ride only while attached to a unit without these keywords."""

    attached_to_without: tuple[str, ...]


class SlotsByWounds(Model):
    """A model with at least `min` wounds takes `slots` places."""

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
    exceptions: Keywords = ()  # from the last of `excludes`, to which the sentence of the datasheet puts them
    exceptions_when: ExceptionsWhen | None = None
    slots_by_wounds: tuple[SlotsByWounds, ...] = ()
    excludes_wounds: ExcludesWounds | None = None
    units: tuple[str, ...] = ()
