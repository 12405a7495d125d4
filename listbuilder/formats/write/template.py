"""Templates filled by Jinja2, which escapes everything that is put into them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from listbuilder.formats.printout import Printout
from listbuilder.i18n.languages import get_language

_TEMPLATES = Path(__file__).parent / "templates"


@cache
def get_environment(folder: Path) -> Any:
    """Return the Jinja2 environment of the templates in `folder`. An unknown name in one is an
    error.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render_template(template: str, sheet: Printout, **more: Any) -> bytes:
    """Return `template` filled with the printout `sheet` and `more`, as bytes."""
    signs = {"comma": get_language(sheet.lang).comma, "colon": get_language(sheet.lang).colon}
    return str(
        get_environment(_TEMPLATES)
        .get_template(template)
        .render(sheet=sheet, say=sheet.say, **signs, **more)
    ).encode()
