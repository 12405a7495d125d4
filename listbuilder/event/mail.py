"""The messages to players as mails: a table for mail merge, drafts for a mail program, links.

Nothing is sent from here.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from urllib.parse import quote

import msgspec

from listbuilder.data.tables import make_safe_cell
from listbuilder.event import results
from listbuilder.event.desk_row import DeskRow
from listbuilder.event.message import Sender, say
from listbuilder.event.triage import Desk, choose_language
from listbuilder.i18n.messages import Lang

MAILS = "mails"  # the folder of the drafts
CSV = "messages.csv"
COLUMNS = ("address", "player", "group", "language", "subject", "text")
MOST_LINK = 1_900  # characters of a link; some browsers and mail programs cut longer ones
_MADE_BY = b"X-Mailer: listbuilder\r\n"


class Mail(msgspec.Struct, frozen=True):
    """One message with what a mail needs; `address` is "" where none is known."""

    file: str  # of the message, relative to the results
    address: str
    player: str
    group: str
    lang: Lang
    subject: str
    text: str


def collect_mails(
    desk: Desk, reminders: Mapping[str, int], out: Path, sender: Sender, fallback: Lang
) -> list[Mail]:
    """Return the messages of a desk as mails, in the order of the desk, then those of reminders.

    `reminders`: the file of each reminder and the place of its player in `desk.missing`. Players
    whose list is probably there, though without their full name, are not reminded.
    """
    mails = []
    for row in desk.rows:
        file = results.get_message_path(row.entry)
        if file:
            subject = say(f"message.subject.{_choose_subject(row)}", row.lang, event=sender.event)
            text = (out / file).read_text(encoding="utf-8")
            address = results.get_address(row)
            mails.append(Mail(file, address, row.player, row.group, row.lang, subject, text))
    proposed = {id(row.proposed) for row in desk.rows if row.proposed is not None}
    for file, place in reminders.items():
        player = desk.missing[place]
        if id(player) not in proposed:
            lang = choose_language(player, fallback)
            subject = say("message.subject.none", lang, event=sender.event)
            text = (out / file).read_text(encoding="utf-8")
            mails.append(Mail(file, player.email, player.name, "missing", lang, subject, text))
    return mails


def _choose_subject(row: DeskRow) -> str:
    """Return the key of a mail's subject: "legal", "illegal", or "question" if it is in doubt."""
    if row.beside is not None or row.entry.verdict == "unread":
        return "question"
    return "illegal" if row.entry.verdict == "illegal" else "legal"


def make_mail_link(mail: Mail) -> str:
    """Return the `mailto:` link that opens a mail, or "" without an address.

    A text that is too long for a link is left out; the message can be copied from the list's page.
    """
    if not mail.address:
        return ""
    link = f"mailto:{quote(mail.address, safe='@')}?subject={quote(mail.subject, safe='')}"
    body = mail.text.rstrip("\n").replace("\n", "\r\n")
    whole = f"{link}&body={quote(body, safe='')}"
    return whole if len(whole) <= MOST_LINK else link


def make_draft(mail: Mail) -> bytes:
    """Return a mail as an `.eml` file, which mail programs open as a draft without a sender."""
    draft = EmailMessage(policy=SMTP)
    draft["X-Unsent"] = "1"
    draft["X-Mailer"] = "listbuilder"
    draft["To"] = mail.address
    draft["Subject"] = " ".join(mail.subject.split())
    draft["Content-Language"] = mail.lang
    draft.set_content(mail.text)
    return draft.as_bytes()


def write_drafts(mails: Iterable[Mail], out: Path) -> None:
    """Write a draft for each mail with an address, and delete those of earlier runs."""
    folder = out / MAILS
    folder.mkdir(exist_ok=True)
    written = set()
    for mail in mails:
        if mail.address:
            file = folder / f"{Path(mail.file).stem}.eml"
            file.write_bytes(make_draft(mail))
            written.add(file.name)
    for file in folder.glob("*.eml"):
        if file.name not in written:
            with open(file, "rb") as stream:
                is_ours = _MADE_BY in stream.read(200)
            if is_ours:
                file.unlink()


def make_messages_csv(mails: Iterable[Mail]) -> bytes:
    """Return the table of all messages, for mail merge; no cell is a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for mail in mails:
        cells = (mail.address, mail.player, mail.group, mail.lang, mail.subject)
        # A text begins with a greeting of ours, and its lines are ours or escaped.
        writer.writerow([*map(make_safe_cell, cells), mail.text])
    return out.getvalue().encode("utf-8-sig")
