"""The pages of a desk: one for all lists, and one for each list.

Each is a single file that uses no network; what players wrote is only text.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from listbuilder.event import results
from listbuilder.event.draw_shares import draw_shares
from listbuilder.event.entry import GROUPS, Entry
from listbuilder.event.message import Sender, add_line_number, collapse_repeats, say
from listbuilder.event.players import Player
from listbuilder.event.triage import Desk
from listbuilder.formats.write.template import get_environment
from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import Lang
from listbuilder.rules import messages

if TYPE_CHECKING:
    from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"
_MESSAGE = b'<pre class="message">'
MOST_IN_ROW = 3  # reasons in a row; its page has all


class Extension(msgspec.Struct, frozen=True):
    """A template in another folder that extends one of the pages, and the values that it needs.

    The server of an event makes its live pages with it.
    """

    folder: Path
    template: str
    values: dict[str, object]


def render_desk(
    desk: Desk,
    title: str,
    facts: list[str],
    lang: Lang,
    missing: list[tuple[Player, str]],
    book: bool,
    extension: Extension | None = None,
    links: Mapping[str, str] | None = None,
) -> bytes:
    """Return the HTML page of all lists.

    `missing`: the players without a list, each with the file of the message to them. `book`:
    whether there is a PDF of all lists to link to. `facts`: lines shown below the title. `links`:
    the links that open a mail, by the file of the message.
    """
    proposed = {id(row.proposed): row.entry.file for row in desk.rows if row.proposed}
    return _fill_template(
        "triage.html",
        lang,
        extension,
        desk=desk,
        title=title,
        facts=facts,
        missing=missing,
        book=book,
        groups=GROUPS,
        most=MOST_IN_ROW,
        counts=_count_groups(desk),
        page=results.get_page_path,
        mail=lambda file: (links or {}).get(file, ""),
        message=results.get_message_path,
        perhaps=lambda player: proposed.get(id(player), ""),
        shares=draw_shares(desk.rows, lang),
        fix=lambda entry: collapse_repeats(entry.fix),
    )


def render_list(
    entry: Entry,
    player: str,
    sender: Sender,
    message: str,
    source: list[str],
    lang: Lang,
    extension: Extension | None = None,
    address: str = "",
) -> bytes:
    """Return the HTML page of one list: findings, message, and the list as handed in.

    `source`: the lines of the list as it was handed in; those with findings are highlighted.
    `address`: of the player, for the link that writes a mail; "" for none.
    """
    marked = {
        remark.line for remark in (*entry.unread, *entry.errors, *entry.warnings) if remark.line
    }
    remarks_by_kind = {
        "unread": entry.unread,
        "error": entry.errors,
        "doubt": entry.doubts,
        "warning": entry.warnings,
    }
    findings = [(kind, remark) for kind, remarks in remarks_by_kind.items() for remark in remarks]
    return _fill_template(
        "list.html",
        lang,
        extension,
        entry=entry,
        player=player,
        sender=sender,
        message=message,
        source=_render_lines(source, marked),
        findings=findings,
        fix=collapse_repeats(entry.fix),
        placed=lambda remark: add_line_number(remark.text, remark.line, lang),
        verdict=lambda word: messages.say_verdict(word, lang),
        clean=results.get_clean_page_path(entry),
        mail_address=quote(address, safe="@"),
    )


def _render_lines(source: list[str], marked: set[int]) -> Markup:
    """Return the lines as HTML, with those whose numbers are in `marked` highlighted.

    The numbers beside the lines come from the style sheet. It is not done by a template, because
    that would take as long as everything else on the page.
    """
    from markupsafe import Markup, escape

    spans = []
    rows = str(escape("\n".join(source))).split("\n") if source else []
    for number, row in enumerate(rows, start=1):
        tag = '<span class="hit">' if number in marked else "<span>"
        spans.append(f"{tag}{row}</span>")
    return Markup("".join(spans))


def replace_message(page: bytes, message: str) -> bytes:
    """Return `page`, the page of a list, with `message` in place of the message it shows.

    The message is escaped in the same way as by the template engine.
    """
    from markupsafe import escape

    head, mark, rest = page.partition(_MESSAGE)
    escaped = escape(message).encode("utf-8", "backslashreplace")
    return head + mark + escaped + rest[rest.index(b"</pre>") :]


def _fill_template(
    template: str, lang: Lang, extension: Extension | None = None, **values: object
) -> bytes:
    """Return the page made from `template` with these values, and with what every page needs.

    The template of `extension` is filled instead if it is given. Every page needs the language's
    tag and fonts, the function `say`, and its script with the script's hash.
    """
    script = _load_script(template.replace(".html", ".js"))
    values |= {
        "tag": get_language(lang).tag,
        "fonts": get_language(lang).fonts,
        "say": lambda key, **args: say(key, lang, **args),
        "script": script,
        "script_sha256": hash_script(template),
    }
    if extension is None:
        filled = get_environment(TEMPLATES).get_template(template).render(**values)
    else:
        environment = get_environment(extension.folder, TEMPLATES)
        values |= extension.values
        filled = environment.get_template(extension.template).render(**values)
    return str(filled).encode("utf-8", "backslashreplace")


@cache
def hash_script(template: str) -> str:
    """Return the SHA-256 of the script on the page `template`, as a policy states it."""
    script = _load_script(template.replace(".html", ".js"))
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _load_script(name: str) -> str:
    """Return the text of the page's script, read from its file `name`.

    The page contains the script's hash, so that no other script can run on it.
    """
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _count_groups(desk: Desk) -> list[tuple[str, int]]:
    """Return (group, number of lists) for each group, and the same for news if any."""
    counts: list[tuple[str, int]] = [(group, desk.statistics.groups[group]) for group in GROUPS]
    new = sum(bool(row.news) for row in desk.rows)
    if new:
        counts.append(("news", new))
    return counts
