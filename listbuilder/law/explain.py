"""A rule in our own words, with its numbers."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import msgspec

from listbuilder.law import words
from listbuilder.law.catalog import CHECKS
from listbuilder.model.rule import Rule, RuleBook
from listbuilder.store.words import Lang


def explained(rule: Rule, lang: Lang) -> str:
    """Defaults included."""
    params = msgspec.convert(rule.params, import_module(CHECKS[rule.check]).Params)
    shown = {name: _plain(getattr(params, name)) for name in params.__struct_fields__}
    return words.explanation(rule, shown, lang)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return [
            f"{name} ({', '.join(_plain(each))})" if isinstance(each, dict) else f"{name} {each}" for name, each in value.items()
        ]
    return value


def table(book: RuleBook, rule: Rule, lang: Lang) -> list[str]:
    """Return the numbers and names that a rule takes from tables of the law, one line each. Empty if it has none."""
    check = import_module(CHECKS[rule.check])
    if not hasattr(check, "numbers"):
        return []
    params = msgspec.convert(rule.params, check.Params)
    return [words.number(rule, key, args, lang) for key, args in check.numbers(book, params)]
