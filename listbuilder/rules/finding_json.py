"""A finding as other programs read it, in the report of `check` and in the export.

Its model is in `reports/base.py`.
"""

from __future__ import annotations

from typing import Any

from listbuilder.i18n.messages import Lang
from listbuilder.model.finding import Stamped
from listbuilder.rules import messages


def make_finding_json(finding: Stamped, lang: Lang, **place: int | None) -> dict[str, Any]:
    """Return a finding as plain data for JSON, with its sentence in the language `lang`.

    `place` are further numbers to include, such as the finding's line and column in a file.
    """
    cited = finding.citation
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": messages.say_finding(finding, lang),
        "path": list(finding.path),
        **place,
        "units": list(finding.units),
        "citation": {
            "book": cited.book,
            "section": messages.say_section(cited, lang),
            "page": cited.page,
        },
    }
