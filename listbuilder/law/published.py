"""A finding as other programs read it, in the report of `check` and in the export: the model is in `contract/base.py`."""

from __future__ import annotations

from typing import Any

from listbuilder.law import words
from listbuilder.model.finding import Stamped
from listbuilder.store.words import Lang


def finding(found: Stamped, lang: Lang, **place: int | None) -> dict[str, Any]:
    """`place`: where it stands in a file, as far as there is one."""
    cited = found.citation
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity,
        "message": words.message(found, lang),
        "path": list(found.path),
        **place,
        "units": list(found.units),
        "citation": {"book": cited.book, "section": words.section(cited, lang), "page": cited.page},
    }
