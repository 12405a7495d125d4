"""The type of a roster's parsed YAML, and of any other mapping that a person writes."""

from __future__ import annotations

from typing import Any

RosterData = dict[str, Any]
"""Keys and values as they stand in the file: nothing is checked yet, so values can be anything."""
