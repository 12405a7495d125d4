"""The scope of a check: which part of an army it looks at.

A check whose result one unit more cannot change is not asked again.
"""

from __future__ import annotations

from typing import Literal

LooksAt = Literal["army", "each", "bearers", "declared", "terms"]
"""A check that looks at less than the whole army says so in its module as LOOKS_AT.

`each`: at every unit by itself. What it finds in an army it finds without those units too of which
it finds nothing alone, and of an army in which it finds nothing it finds nothing in any unit alone.
`bearers`: only at units with enhancements. `declared`: only at units that the declarations name.
`terms`: at no unit. Beside them at what the army is as a whole, but not at its points.

tests/rules/test_one_more.py asks every such check of armies without all that it does not look at.
"""
