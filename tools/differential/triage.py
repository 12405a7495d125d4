"""Every disagreement falls under a cause that somebody has looked into: triage.yaml says who is right and why."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from ruamel.yaml import YAML

from listbuilder.model.base import Model
from tools.differential.compare import Disagreement

FILE = Path(__file__).with_name("triage.yaml")


class Cause(Model, kw_only=True):
    """What is given has to fit; what is left out fits everything."""

    id: str
    topic: str
    only: Literal["ours", "theirs"] | None = None  # who alone says something
    ours: tuple[str, ...] = ()  # codes and keys of which what we say has to be ...
    theirs: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    detachments: int | None = None  # so many has the roster
    names: tuple[str, ...] = ()  # datasheets, enhancements, detachments: one of them is spoken of
    beside: tuple[str, ...] = ()  # codes and keys: one of them we say of the same unit
    search: tuple[str, ...] = ()  # of wargear: what the exhaustive search of the tests found
    follows: tuple[str, ...] = ()  # topics: they disagree about one of them in the same roster
    right: Literal["ours", "theirs", "both", "open"]
    why: str
    citation: str  # a row of the catalogue, and where in the facts

    def fits(self, found: Disagreement, others: frozenset[str]) -> bool:
        sides = {"ours": bool(found.ours), "theirs": bool(found.theirs)}
        return (
            self.topic == found.topic
            and (self.only is None or [side for side, says in sides.items() if says] == [self.only])
            and (not self.ours or set(found.ours) <= set(self.ours))
            and (not self.theirs or set(found.theirs) <= set(self.theirs))
            and (not self.factions or found.faction in self.factions)
            and (self.detachments is None or self.detachments == found.detachments)
            and (not self.names or bool(set(self.names) & set(found.names)))
            and (not self.beside or bool(set(self.beside) & set(found.beside)))
            and (not self.search or found.search in self.search)
            and (not self.follows or bool(others & set(self.follows)))
        )


class Triage(Model):
    made_for: str  # name and version of what we are compared with
    causes: tuple[Cause, ...]


def load() -> Triage:
    return msgspec.convert(YAML(typ="safe").load(FILE.read_bytes()), Triage)


class Sorted(msgspec.Struct):
    by_cause: Counter[str]
    by_roster: dict[int, set[str]]
    untriaged: list[Disagreement]


def sort(found: Sequence[Disagreement], causes: Iterable[Cause]) -> Sorted:
    """The first cause that fits has it."""
    causes = list(causes)
    topics: dict[int, set[str]] = defaultdict(set)
    for each in found:
        topics[each.roster].add(each.topic)
    done = Sorted(Counter(), defaultdict(set), [])
    for each in found:
        others = frozenset(topics[each.roster])
        cause = next((cause for cause in causes if cause.fits(each, others)), None)
        if cause is None:
            done.untriaged.append(each)
        else:
            done.by_cause[cause.id] += 1
            done.by_roster[each.roster].add(cause.id)
    return done
