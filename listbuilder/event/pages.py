"""The pages of a desk: one for all lists, and one for each list.

Each is a single file that uses no network; what players wrote is only text.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.event import results
from listbuilder.event.entry import GROUPS, Entry
from listbuilder.event.message import Sender, collapse_repeats, say
from listbuilder.event.players import Player
from listbuilder.event.triage import Desk
from listbuilder.formats.write.template import get_environment
from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import Lang
from listbuilder.rules import messages

if TYPE_CHECKING:
    from markupsafe import Markup

_TEMPLATES = Path(__file__).parent / "templates"
_MESSAGE = b'<pre class="message">'
MOST_IN_ROW = 3  # reasons in a row; its page has all


def render_desk(
    desk: Desk,
    title: str,
    facts: list[str],
    lang: Lang,
    missing: list[tuple[Player, str]],
    book: bool,
) -> bytes:
    """Return the page of all lists.

    `missing` has the players without a list, each with the file of the message to them. `book`
    tells whether there is a book of all lists to link to.
    """
    return _fill_template(
        "triage.html",
        lang,
        desk=desk,
        title=title,
        facts=facts,
        missing=missing,
        book=book,
        groups=GROUPS,
        most=MOST_IN_ROW,
        counts=_count_groups(desk),
        page=results.get_page_path,
        fix=lambda entry: collapse_repeats(entry.fix),
    )


def render_list(
    entry: Entry, player: str, sender: Sender, message: str, source: list[str], lang: Lang
) -> bytes:
    """Return the page of one list. `source` has the lines of the list as it was handed in."""
    marked = {
        remark.line for remark in (*entry.unread, *entry.errors, *entry.warnings) if remark.line
    }
    findings = (
        *(("unread", remark) for remark in entry.unread),
        *(("error", each) for each in entry.errors),
        *(("doubt", remark) for remark in entry.doubts),
        *(("warning", each) for each in entry.warnings),
    )
    return _fill_template(
        "list.html",
        lang,
        entry=entry,
        player=player,
        sender=sender,
        message=message,
        source=_render_lines(source, marked),
        findings=findings,
        fix=collapse_repeats(entry.fix),
        placed=_make_line_prefixer(lang),
        verdict=_make_verdict_namer(lang),
        clean=results.get_clean_page_path(entry),
    )


def _render_lines(source: list[str], marked: set[int]) -> Markup:
    """Return the lines as HTML, those in `marked` highlighted; their numbers come from the style
    sheet.

    A template would take as long for this as for everything else.
    """
    from markupsafe import Markup, escape

    rows = enumerate(str(escape("\n".join(source))).split("\n"), start=1) if source else ()
    return Markup(
        "".join(
            f'<span class="hit">{row}</span>' if line in marked else f"<span>{row}</span>"
            for line, row in rows
        )
    )


def replace_message(page: bytes, message: str) -> bytes:
    """Return the page of a list with another message to its player.

    The message is escaped as the template engine did when it filled the page.
    """
    from markupsafe import escape  # as Jinja2 did when it filled the page

    head, mark, rest = page.partition(_MESSAGE)
    return (
        head
        + mark
        + escape(message).encode("utf-8", "backslashreplace")
        + rest[rest.index(b"</pre>") :]
    )


def _fill_template(template: str, lang: Lang, **values: Any) -> bytes:
    """Return a page made from a template with these values."""
    script = _load_script(template.replace(".html", ".js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    common_values = {
        "tag": get_language(lang).tag,
        "fonts": get_language(lang).fonts,
        "say": lambda key, **args: say(key, lang, **args),
    }
    filled = (
        get_environment(_TEMPLATES)
        .get_template(template)
        .render(**common_values, **values, script=script, script_sha256=digest)
    )
    return str(filled).encode("utf-8", "backslashreplace")


@cache
def _load_script(name: str) -> str:
    """Return the script of a page.

    Its hash is in the page, so no other script can run there.
    """
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def _make_line_prefixer(lang: Lang) -> Any:
    """Return a function for the template that puts the line of the list before a remark."""
    return lambda remark: (
        remark.text
        if remark.line is None
        else say("message.line", lang, line=remark.line, what=remark.text)
    )


def _make_verdict_namer(lang: Lang) -> Any:
    """Return a function for the template that gives the word for a verdict."""
    return lambda word: messages.say_verdict(word, lang)


def _count_groups(desk: Desk) -> list[tuple[str, int]]:
    """Return the number of lists in each group, and of those that are new or changed if there are
    any.
    """
    counts: list[tuple[str, int]] = [(group, desk.statistics.groups[group]) for group in GROUPS]
    new = sum(bool(row.news) for row in desk.rows)
    return [*counts, *([("news", new)] if new else [])]
