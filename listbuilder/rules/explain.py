"""The explanation of a rule in our own words, with its numbers."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.i18n.messages import Lang
from listbuilder.model.rulebook import Rule, RuleBook
from listbuilder.rules import messages
from listbuilder.rules.registry import CHECKS


def explain_rule(rule: Rule, lang: Lang) -> str:
    """Return the explanation of a rule with the values of its parameters filled in.

    Parameters that the rule does not set appear with their default values.
    """
    params = msgspec.convert(rule.params, CHECKS[rule.check]().params)
    shown = {name: _flatten_parameter(getattr(params, name)) for name in params.__struct_fields__}
    return messages.say_rule_explanation(rule, shown, lang)


def _flatten_parameter(value: Any) -> Any:
    """Return a parameter's value in a form that texts can show.

    A map becomes a list of texts `name value`, or `name (name value, ...)` for a map inside. Any
    other value is returned unchanged.
    """
    if not isinstance(value, dict):
        return value
    texts = []
    for name, inner in value.items():
        if isinstance(inner, dict):
            texts.append(f"{name} ({', '.join(_flatten_parameter(inner))})")
        else:
            texts.append(f"{name} {inner}")
    return texts


def list_table_rows(book: RuleBook, rule: Rule, lang: Lang) -> list[str]:
    """Return one sentence for each row that a rule takes from tables of the rule book.

    The rows are names and numbers, such as the points limit of each battle size. Empty if the rule
    takes nothing from a table.
    """
    check = CHECKS[rule.check]()
    if check.yield_table_rows is None:
        return []
    params = msgspec.convert(rule.params, check.params)
    rows = check.yield_table_rows(book, params)
    return [messages.say_table_row(rule, key, args, lang) for key, args in rows]
