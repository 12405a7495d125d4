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
        """Return the same declarations in an army with one `unit` more, of which they say nothing.

        What was worked out of them is copied along, for it stays true.
        """
        more = msgspec.structs.replace(self, units={**self.units, unit.id: unit})
        for name, cached_value in self.__dict__.items():
            more.__dict__[name] = cached_value.copy()
        return more

    @property
    def secret_attachments(self) -> bool:
        """True if who is attached is declared with the other formations.

        Else it is a part of the roster.
        """
        return self.attached_at[:1] == self.path

    @cached_property
    def places(self) -> dict[str, Any]:
        """The place where each unit starts, as far as somebody asked."""
        return {}

    @cached_property
    def hosts(self) -> dict[str, str]:
        """The bodyguard of each attached unit, at the end of its chain.

        Units in a circle have none.
        """
        ends = {unit: self._find_end(unit, self.attached) for unit in self.attached}
        return {unit: end for unit, end in ends.items() if end is not None}

    @cached_property
    def parties(self) -> dict[str, tuple[str, ...]]:
        """Attached units as wholes, by bodyguard: it and all that are with it.

        They are in the order of the roster.
        """
        found: dict[str, list[str]] = {}
        for unit, host in self.hosts.items():
            found.setdefault(host, [host]).append(unit)
        return {host: tuple(units) for host, units in found.items()}

    @cached_property
    def riders(self) -> dict[str, tuple[str, ...]]:
        """The units aboard each transport.

        They are those of every attached unit of which one is declared to ride there.
        """
        found: dict[str, dict[str, None]] = {}
        for unit, into in self.embarked.items():
            if unit != into:
                found.setdefault(into, {}).update(dict.fromkeys(self.get_party(unit)))
        return {transport: tuple(units) for transport, units in found.items()}

    @cached_property
    def attached_circles(self) -> list[tuple[str, ...]]:
        """The circles of units that are attached to each other."""
        return _find_circles(self.attached)

    @cached_property
    def embarked_circles(self) -> list[tuple[str, ...]]:
        """The circles of units that ride in each other."""
        return _find_circles(self.embarked)

    def get_host(self, unit: str) -> str:
        """Return the id of the bodyguard that `unit` belongs to, or of `unit` itself."""
        return self.hosts.get(unit, unit)

    def get_party(self, unit: str) -> tuple[str, ...]:
        """Return the ids of everything in the attached unit that `unit` belongs to.

        Its bodyguard comes first. It is only the unit itself where nothing is attached.
        """
        host = self.get_host(unit)
        return self.parties.get(host, (host,))

    def make_attached_path(self, unit: str) -> Path:
        """Return the path at which the roster says what `unit` is attached to."""
        return (*self.attached_at, unit)

    def make_embarked_path(self, unit: str) -> Path:
        """Return the path at which the roster says what `unit` rides in."""
        return (*self.path, "embarked", unit)

    @staticmethod
    def _find_end(start: str, links: dict[str, str]) -> str | None:
        """Return the end of the chain of `links` from `start` on. None where it is a circle."""
        seen = {start}
        place = start
        while place in links:
            place = links[place]
            if place in seen:
                return None
            seen.add(place)
        return place


def _find_circles(links: dict[str, str]) -> list[tuple[str, ...]]:
    """Return each circle of `links` once, from the member that the roster names first."""
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
