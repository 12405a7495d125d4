"""The checks, by name. The words of each stand beside it in a YAML file of the same name."""

from __future__ import annotations

_NAMES = (
    "allies",
    "army_faction",
    "battle_size",
    "copies_limit",
    "datasheet_limits",
    "detachment",
    "enhancement_bearer",
    "enhancement_cap",
    "enhancement_once",
    "enhancement_source",
    "keyword_required",
    "legends",
    "one_chapter",
    "points_limit",
    "roster_complete",
    "unit_size",
    "warlord",
)

CHECKS: dict[str, str] = {name: f"listbuilder.rules.checks.{name}" for name in _NAMES}
