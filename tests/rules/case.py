"""Reads the cases of the rules, tests/rules/<system>/<code>.yaml: test_cases.py says what stands in them."""

from __future__ import annotations

import copy
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.model.army import Army
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Stamped
from listbuilder.model.rulebook import Mission
from listbuilder.roster.position import Position
from listbuilder.rules import engine
from listbuilder.yamlio import reader

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.yaml"))
LIBRARY = Library()


def load(file: Path) -> Any:
    return reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data


def games_of(file: Path, data: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Each game the file has cases for, with the rule's code there and the cases as that game has them."""
    home, code = file.parent.name, file.stem
    found = []
    for game in data.get("systems", [home]):
        own = data.get("of", {}).get(game, {})
        base = {**data.get("base", {}), "system": game, **own.get("base", {})}
        found.append((game, own.get("code", code), {**data, "base": base}))
    return found


def cases() -> list[Any]:
    return [
        pytest.param(game, (file.stem, code), data, case, id=f"{game} {code}: {case['name']}")
        for file in FILES
        for game, code, data in games_of(file, load(file))
        for case in data["cases"]
    ]


def roster_of(
    data: dict[str, Any], case: dict[str, Any], over: dict[str, Any] | None = None
) -> dict[str, Any]:
    merged = {**data.get("base", {}), **case.get("roster", {}), **(over or {})}
    nothing = dict.fromkeys(case.get("null_keys", ()))  # keys that the roster has, with null
    return {
        key: copy.deepcopy(value) for key, value in merged.items() if value is not None
    } | nothing


def as_document(roster: dict[str, Any]) -> reader.YamlDocument:
    raw = msgspec.json.encode(roster)  # JSON is YAML
    return reader.read_yaml(raw, "case")


def changes(step: Step, document: Any) -> bool:
    """Takes the step; every one of a fix does something."""
    before = copy.deepcopy(document)
    Edit((step,)).apply_in_place(document)
    return bool(document != before)


class Case:
    """One case of a rule in one game. It is read once and judged once, however many properties are asked of it.

    `code`: what the rule is called in the file, and in this game.
    """

    def __init__(
        self, game: str, code: tuple[str, str], data: dict[str, Any], case: dict[str, Any]
    ) -> None:
        self.game = game
        self.code = code
        self.data = data
        self.case = case
        self.name = f"{code[1]}: {case['name']}"

    @cached_property
    def roster(self) -> dict[str, Any]:
        """The roster, which nobody changes."""
        return roster_of(self.data, self.case)

    @cached_property
    def position(self) -> Position:
        return self.read(self.roster)

    @property
    def army(self) -> Army:
        assert self.position.army is not None, (
            f"{self.name}: the roster could not be read: {self.position.problems}"
        )
        return self.position.army

    @cached_property
    def judged(self) -> list[Stamped]:
        """Every finding; also those that nobody is told."""
        return engine.run_rules(self.army)

    @property
    def findings(self) -> list[Stamped]:
        return [finding for finding in self.judged if not finding.silent]

    def read(self, roster: dict[str, Any]) -> Position:
        """Return another roster of this case as it is read, with the missions and the stated points that the case gives."""
        position = Position(as_document(roster), LIBRARY, as_of=self.case.get("as_of"))
        assert not position.problems, (
            f"{self.name}: the roster could not be read: {position.problems}"
        )
        army = position.army
        assert army is not None
        if "missions" in self.case:  # the book prints one, without limits
            missions = msgspec.convert(self.case["missions"], tuple[Mission, ...])
            army.book = msgspec.structs.replace(army.book, missions=missions)
        army.misstated = {
            ("units", place): points for place, points in self.case.get("stated", {}).items()
        }
        return position
