"""The law of one game, as its rules.yaml states it: which check, which numbers, which citation."""

from __future__ import annotations

from typing import Any, Literal

from listbuilder.model.base import Model

Severity = Literal["error", "warning", "info"]
Text = dict[Literal["en", "ja", "zh"], str]


class NameList(Model):
    """names.yaml: English names of units, models, items and keywords, with the official ones in other languages."""

    as_of: str
    names: dict[str, Text]


class Citation(Model):
    """Where the book says it. `section` is a term of the glossary, or the section's own number or name."""

    book: str
    section: str
    page: int


class Rule(Model):
    code: str
    name: str
    check: str
    severity: Severity
    citation: Citation
    params: dict[str, Any] = {}


class Book(Model):
    title: str
    language: str


class BattleSize(Model):
    id: str
    name: str
    points: int
    hours: int


class RuleBook(Model):
    """One rules.yaml."""

    system: str
    name: str
    edition: str
    books: dict[str, Book]
    rules: tuple[Rule, ...]
    battle_sizes: tuple[BattleSize, ...] = ()
    not_checked: tuple[str, ...] = ()  # keys of rules/notes.yaml: what no rule here covers

    def size(self, size_id: str | None) -> BattleSize | None:
        return next((size for size in self.battle_sizes if size.id == size_id), None)
