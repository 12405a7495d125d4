"""Templates filled by Jinja2, which escapes everything that is put into them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.formats.printout import Printout
from listbuilder.i18n.languages import get_language

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"


@cache
def get_environment(folder: Path, *more_folders: Path) -> Environment:
    """Return the Jinja2 environment of the templates in `folder`, then in `more_folders`.

    An unknown name in a template is an error.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader([folder, *more_folders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render_template(template: str, sheet: Printout, **more: object) -> bytes:
    """Return `template` filled with the printout `sheet` and `more`, as bytes."""
    language = get_language(sheet.lang)
    filled: str = (
        get_environment(_TEMPLATES)
        .get_template(template)
        .render(sheet=sheet, say=sheet.say, comma=language.comma, colon=language.colon, **more)
    )
    return filled.encode()
