"""The pages of the server: for players, for the desk, and those that are published."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.responses import HTMLResponse

from listbuilder.desk.wording import say
from listbuilder.event import message, pages
from listbuilder.event.entry import Entry, Remark
from listbuilder.event.message import collapse_repeats
from listbuilder.formats.write.template import get_environment
from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import PLAYER_LANGS, Lang
from listbuilder.rules import messages

FOLDER = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"
SCRIPTS = ("enter.js", "htmx.min.js", "live.js")


@cache
def get_version() -> str:
    """Return a hash of all scripts, as part of their address.

    Why: browsers keep scripts for good, and a new address makes them load the new ones.
    """
    digest = hashlib.sha256()
    for name in SCRIPTS:
        digest.update((STATIC / name).read_bytes())
    return digest.hexdigest()[:16]


def render(template: str, lang: Lang, values: Mapping[str, object]) -> str:
    """Return the page made from `template`, filled with `values` and what every page needs."""
    language = get_language(lang)
    shared: dict[str, object] = {
        "lang": lang,
        "tag": language.tag,
        "fonts": language.fonts,
        "languages": [(code, get_language(code).name) for code in PLAYER_LANGS],
        "version": get_version(),
        "say": lambda key, **args: say(key, lang, **args),
        "event_say": lambda key, **args: message.say(key, lang, **args),
        "verdict": lambda word: messages.say_verdict(word, lang),
        "placed": lambda remark: message.add_line_number(remark.text, remark.line, lang),
        "findings": list_findings,
        "collapse": collapse_repeats,
    }
    environment = get_environment(FOLDER, pages.TEMPLATES)
    filled: str = environment.get_template(template).render(shared | dict(values))
    return filled


def make_response(
    template: str,
    lang: Lang,
    values: Mapping[str, object],
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> HTMLResponse:
    """Return the answer with the page made from `template` and `values`."""
    page = render(template, lang, values).encode("utf-8", "backslashreplace")
    return HTMLResponse(page, status, headers)


def list_findings(entry: Entry) -> list[tuple[str, Remark]]:
    """Return (kind, remark) for everything that was found in a list, the most important first."""
    kinds = {
        "unread": entry.unread,
        "error": entry.errors,
        "doubt": entry.doubts,
        "warning": entry.warnings,
    }
    return [(kind, remark) for kind, remarks in kinds.items() for remark in remarks]
