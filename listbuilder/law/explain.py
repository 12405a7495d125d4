"""A rule in our own words, with its numbers."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import msgspec

from listbuilder.law import words
from listbuilder.law.catalog import CHECKS
from listbuilder.model.rule import Rule
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
