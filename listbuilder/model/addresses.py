"""The addresses of this project on the web, in one place.

Nobody owns them yet: whoever publishes the project puts the real ones here, runs
`python -m tools.make_schemas` and `python -m tools.readme`, and changes `[project.urls]` in
pyproject.toml, which a test compares with this file.
"""

from __future__ import annotations

HOME = "https://listbuilder.example"
SOURCE = f"{HOME}/source"
ISSUES = f"{HOME}/issues"
CHANGES = f"{HOME}/changelog"
SCHEMAS = f"{HOME}/schemas/v1"  # v2, once a document changes so that old readers can't read it
