"""Templates filled by Jinja2, which escapes everything that is put into them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from listbuilder.exchange.printout import Printout
from listbuilder.store.languages import language

_TEMPLATES = Path(__file__).parent / "templates"


@cache
def environment(folder: Path) -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def fill(template: str, sheet: Printout, **more: Any) -> bytes:
    signs = {"comma": language(sheet.lang).comma, "colon": language(sheet.lang).colon}
    return str(environment(_TEMPLATES).get_template(template).render(sheet=sheet, say=sheet.say, **signs, **more)).encode()
