"""The pages of a desk: one of all lists, and one of each. A file each, no network; what players wrote is only text."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.event import results
from listbuilder.event.entry import GROUPS, Entry
from listbuilder.event.message import Sender, say, together
from listbuilder.event.players import Player
from listbuilder.event.triage import Desk
from listbuilder.exchange.writers.page import environment
from listbuilder.law import words
from listbuilder.store.languages import language
from listbuilder.store.words import Lang

if TYPE_CHECKING:
    from markupsafe import Markup

_TEMPLATES = Path(__file__).parent / "templates"
_MESSAGE = b'<pre class="message">'
MOST_IN_ROW = 3  # reasons in a row; its page has all


def triage(desk: Desk, title: str, facts: list[str], lang: Lang, missing: list[tuple[Player, str]], book: bool) -> bytes:
    """`missing`: players without a list, each with the file of the message to them."""
    return _fill(
        "triage.html", lang, desk=desk, title=title, facts=facts, missing=missing, book=book, groups=GROUPS, most=MOST_IN_ROW,
        counts=_counts(desk), page=results.page, fix=lambda entry: together(entry.fix),
    )  # fmt: skip


def of_list(entry: Entry, player: str, sender: Sender, message: str, source: list[str], lang: Lang) -> bytes:
    """`source`: the lines of the list as it was handed in."""
    marked = {each.line for each in (*entry.unread, *entry.errors, *entry.warnings) if each.line}
    findings = (*(("unread", each) for each in entry.unread), *(("error", each) for each in entry.errors),
                *(("doubt", each) for each in entry.doubts), *(("warning", each) for each in entry.warnings))  # fmt: skip
    return _fill(
        "list.html", lang, entry=entry, player=player, sender=sender, message=message, source=_lines(source, marked),
        findings=findings, fix=together(entry.fix), placed=_placed(lang), verdict=_verdict(lang), clean=results.clean(entry),
    )  # fmt: skip


def _lines(source: list[str], marked: set[int]) -> Markup:
    """Each with its number by the style; a template would take as long for this as for all the rest."""
    from markupsafe import Markup, escape

    rows = enumerate(str(escape("\n".join(source))).split("\n"), start=1) if source else ()
    return Markup("".join(f'<span class="hit">{row}</span>' if line in marked else f"<span>{row}</span>" for line, row in rows))


def with_message(page: bytes, message: str) -> bytes:
    """The page of a list with another message to its player."""
    from markupsafe import escape  # as Jinja2 did when it filled the page

    head, mark, rest = page.partition(_MESSAGE)
    return head + mark + escape(message).encode("utf-8", "backslashreplace") + rest[rest.index(b"</pre>") :]


def _fill(template: str, lang: Lang, **more: Any) -> bytes:
    script = _script(template.replace(".html", ".js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    given = {"tag": language(lang).tag, "fonts": language(lang).fonts, "say": lambda key, **args: say(key, lang, **args)}
    filled = environment(_TEMPLATES).get_template(template).render(**given, **more, script=script, script_sha256=digest)
    return str(filled).encode("utf-8", "backslashreplace")


@cache
def _script(name: str) -> str:
    """Its hash stands in the page, so no other script runs there."""
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def _placed(lang: Lang) -> Any:
    return lambda said: said.text if said.line is None else say("message.line", lang, line=said.line, what=said.text)


def _verdict(lang: Lang) -> Any:
    return lambda word: words.verdict(word, lang)


def _counts(desk: Desk) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = [(group, desk.statistics.groups[group]) for group in GROUPS]
    new = sum(bool(row.news) for row in desk.rows)
    return [*found, *([("news", new)] if new else [])]
