"""The declarations before a battle: what a unit's data allows, and what a roster declares.

They are about joining, riding and waiting.

Shared by all games that declare formations before the battle. A game's resolver gives each unit its
`Role` and the army its `Declarations` where the roster has a `formations` block; without one both
are None and the formation checks are silent. In games where attachments are part of the roster they
are always there, and `declared` says whether the block is.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

import msgspec

from listbuilder.model.base import Path
from listbuilder.model.datasheet import Bodyguard, Joins, LeaderAs, LeadsIf, LedWithRules
from listbuilder.model.transport import Transport


class LedAs(msgspec.Struct, frozen=True, kw_only=True):
    """Another datasheet whose leaders may lead this unit too, if they match every condition."""

    called: str  # as `Role.called` of that datasheet
    tags: frozenset[str] = frozenset()
    led_by: tuple[str, ...] = ()
    conditions: tuple[LeaderAs, ...] = ()


class Role(msgspec.Struct, frozen=True, kw_only=True):
    """The relation of one kind of unit to the others.

    Names are folded; there are plain values only, whichever game they are from.
    """

    called: str  # the word by which the `leads` and `units` of others mean it
    keywords: frozenset[str] = frozenset()  # its keywords without its name
    abilities: frozenset[str] = frozenset()  # core abilities without their values
    leads: frozenset[str] = frozenset()
    supports: frozenset[str] = frozenset()  # as `leads`, but as a support, beside a leader
    leads_keywords: tuple[tuple[str, ...], ...] = ()
    leads_if: tuple[LeadsIf, ...] = ()
    led_with: tuple[str, ...] = ()
    led_with_rules: LedWithRules = LedWithRules()
    must_attach: bool = False
    led_as: tuple[LedAs, ...] = ()
    led_by: tuple[str, ...] = ()
    needs_leader: tuple[str, ...] = ()
    bodyguard: Bodyguard | None = None
    joins: Joins | None = None
    transport: Transport | None = None
    splits: frozenset[str] = frozenset()  # names of units of which this transport may split one
    starts_in_reserve: bool = False
    # free of the limit of reserves
    uncounted: Literal["unit", "with_everyone_aboard"] | None = None
    # places each model of that name takes aboard, where its own data says so
    slots: dict[str, int] = {}
    wounds: dict[str, int] = {}  # wounds of every kind of model it may have
    shown: tuple[str, ...] = ()  # names of `leads` as the data spells them, for sentences


class Declarations(msgspec.Struct, kw_only=True, dict=True):
    """The declarations of a roster, by unit ids; every id is a unit of the army.

    In the lists a unit stands once; `again` are the paths at which it is named a second time.
    """

    attached: dict[str, str] = {}  # leader: bodyguard
    embarked: dict[str, str] = {}  # unit: transport
    strategic_reserves: dict[str, Path] = {}  # unit: where it is named
    reserves: dict[str, Path] = {}
    hover: dict[str, Path] = {}
    split: dict[str, Path] = {}
    again: dict[Path, str] = {}
    lengths: dict[str, int] = {}  # how many entries each list of the roster has
    # leader and bodyguard have one of these keywords in common
    leader_must_share: tuple[str, ...] = ()
    transport_must_share: tuple[str, ...] = ()  # ... and passenger and transport

    path: Path = ("formations",)
    attached_at: Path = ("formations", "attached")
    declared: bool = True  # False: only who is attached is known, which is no secret in some games
    attached_unknown: bool = False  # the list says itself that it does not tell who is attached
    units: dict[str, Any] = {}  # id: unit of the army

    def copy_with_unit(self, unit: Any) -> Declarations:
        """Return the same declarations for an army with one more unit, which they don't mention.

        Results that were worked out before are copied too, because they stay true.
        """
        more = msgspec.structs.replace(self, units={**self.units, unit.id: unit})
        for name, cached_value in self.__dict__.items():
            more.__dict__[name] = cached_value.copy()
        return more

    @property
    def secret_attachments(self) -> bool:
        """True if attachments are declared with the other formations, and so are secret at first.

        False if they are an open part of the roster.
        """
        return self.attached_at[:1] == self.path

    @cached_property
    def known_places(self) -> dict[str, Any]:
        """The starting places of units by id, filled in when one is first asked for."""
        return {}

    @cached_property
    def hosts(self) -> dict[str, str]:
        """The id of the bodyguard by the id of each unit attached to it.

        If a unit is attached to one that is itself attached, the last in that chain is the
        bodyguard. Units attached in a circle are left out.
        """
        ends = {unit: self._find_end(unit, self.attached) for unit in self.attached}
        return {unit: end for unit, end in ends.items() if end is not None}

    @cached_property
    def parties(self) -> dict[str, tuple[str, ...]]:
        """The units that are attached together, by the id of their bodyguard.

        The bodyguard itself comes first, then the others in the order of the roster.
        """
        found: dict[str, list[str]] = {}
        for unit, host in self.hosts.items():
            found.setdefault(host, [host]).append(unit)
        return {host: tuple(units) for host, units in found.items()}

    @cached_property
    def riders(self) -> dict[str, tuple[str, ...]]:
        """The ids of the units aboard each transport, by the id of the transport.

        If one unit is declared aboard, all units attached together with it are aboard too.
        """
        found: dict[str, dict[str, None]] = {}
        for unit, into in self.embarked.items():
            if unit != into:
                found.setdefault(into, {}).update(dict.fromkeys(self.get_party(unit)))
        return {transport: tuple(units) for transport, units in found.items()}

    @cached_property
    def attached_circles(self) -> list[tuple[str, ...]]:
        """The circles of units attached to each other, each as the ids of its units."""
        return _find_circles(self.attached)

    @cached_property
    def embarked_circles(self) -> list[tuple[str, ...]]:
        """The circles of units embarked in each other, each as the ids of its units."""
        return _find_circles(self.embarked)

    def get_host(self, unit: str) -> str:
        """Return the id of the bodyguard that `unit` is attached to.

        If it is attached to none, its own id is returned.
        """
        return self.hosts.get(unit, unit)

    def get_party(self, unit: str) -> tuple[str, ...]:
        """Return the ids of all units attached together with `unit`, itself included.

        The bodyguard comes first. If nothing is attached, it is only the unit itself.
        """
        host = self.get_host(unit)
        return self.parties.get(host, (host,))

    def make_attached_path(self, unit: str) -> Path:
        """Return the path of the roster's entry on what `unit` is attached to.

        `unit` is a unit's id.
        """
        return (*self.attached_at, unit)

    def make_embarked_path(self, unit: str) -> Path:
        """Return the path of the roster's entry on which transport `unit` is aboard.

        `unit` is a unit's id.
        """
        return (*self.path, "embarked", unit)

    @staticmethod
    def _find_end(start: str, links: dict[str, str]) -> str | None:
        """Return the last member of the chain of `links` from `start` on.

        None if the chain is a circle.
        """
        seen = {start}
        place = start
        while place in links:
            place = links[place]
            if place in seen:
                return None
            seen.add(place)
        return place


def _find_circles(links: dict[str, str]) -> list[tuple[str, ...]]:
    """Return each circle of `links` once, starting at its member that the roster names first.

    `links` leads from the id of a unit to the id of another unit.
    """
    circles: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in links:
        chain: list[str] = []
        place = start
        while place in links and place not in done and place not in chain:
            chain.append(place)
            place = links[place]
        if place in chain:
            circles.append(tuple(chain[chain.index(place) :]))
        done.update(chain)
    return circles
