"""Messages as mails: nothing in them can be more than text, and no player is blamed for our reading."""

from __future__ import annotations

import csv
import email
import io
from email import policy
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from listbuilder.event import mail, message
from listbuilder.event.entry import Entry, Remark
from listbuilder.event.mail import Mail
from listbuilder.event.message import Sender
from listbuilder.i18n.messages import PLAYER_LANGS, format_day

EVIL = "=cmd|' /C calc'!A1\r\nBcc: all@example.org"
ONE = Mail(
    "messages/anna.txt",
    "anna@example.org",
    "Anna",
    "ask",
    "fr",
    "Open : liste",
    "Bonjour,\n\n- a & b?\n",
)


def test_a_link_opens_a_mail_with_subject_and_text() -> None:
    link = urlsplit(mail.make_mail_link(ONE))
    fields = parse_qs(link.query)
    assert (link.scheme, link.path) == ("mailto", "anna@example.org")
    assert fields == {"subject": ["Open : liste"], "body": ["Bonjour,\r\n\r\n- a & b?"]}


def test_a_text_too_long_for_a_link_is_left_out() -> None:
    long = Mail(ONE.file, ONE.address, "", "ask", "en", "x", "é" * 1000)
    assert mail.make_mail_link(long) == "mailto:anna@example.org?subject=x"
    assert mail.make_mail_link(Mail(ONE.file, "", "", "ask", "en", "x", "y")) == ""


def test_a_draft_is_one_mail_to_one_address() -> None:
    evil = Mail("messages/x.txt", "x@example.org", EVIL, "ask", "en", EVIL, f"Hello\n{EVIL}\n")
    draft = email.message_from_bytes(mail.make_draft(evil), policy=policy.default)
    assert (draft["To"], draft["Bcc"], draft["X-Unsent"]) == ("x@example.org", None, "1")
    assert "\n" not in str(draft["Subject"])
    assert "=cmd" in draft.get_content()


def test_drafts_of_earlier_runs_go_and_files_of_others_stay(tmp_path: Path) -> None:
    mail.write_drafts([ONE], tmp_path)
    (tmp_path / "mails" / "mine.eml").write_text("To: me\n\nkeep", encoding="utf-8")
    mail.write_drafts([], tmp_path)
    assert [file.name for file in (tmp_path / "mails").iterdir()] == ["mine.eml"]


def test_the_table_has_no_formula() -> None:
    evil = Mail("m", "=x@example.org", EVIL, "ask", "en", EVIL, "Hello\n- x\n")
    (row,) = csv.DictReader(io.StringIO(mail.make_messages_csv([evil]).decode("utf-8-sig")))
    assert all(not cell.startswith(("=", "+", "-", "@")) for cell in row.values())
    assert row["text"] == "Hello\n- x\n"


def make_entry(verdict: str, *, unread: bool = False, errors: bool = False) -> Entry:
    return Entry(
        id="0" * 16,
        file="a.txt",
        sha256="",
        verdict=verdict,
        as_of="2026-05-20",
        unread=[Remark('not understood: "x"', line=3)] if unread else [],
        errors=[Remark("too many")] if errors else [],
    )


def test_what_we_could_not_read_is_no_fault_of_the_player() -> None:
    sender = Sender("Open", "2026-11-27 20:00")
    text = "".join(
        message.compose_message(make_entry("unread", unread=True), [], "Anna", sender, "en")
    )
    assert "Our program could not read" in text and "may be fine as it is" in text
    assert "corrected" not in text and "deadline" not in text and "legal" not in text
    both = make_entry("unread", unread=True, errors=True)
    text = "".join(message.compose_message(both, ["Remove it"], "Anna", sender, "en"))
    assert text.index("may be fine") < text.index("isn't legal yet") < text.index("Remove it")
    assert "The deadline is 27 November 2026, 20:00." in text
    assert "Checked against the points of 20 May 2026." in text


@pytest.mark.parametrize(
    ("lang", "written"),
    [
        ("en", "1 March 2026, 09:05"),
        ("fr", "1er mars 2026 à 09:05"),
        ("de", "1. März 2026, 09:05 Uhr"),
        ("es", "1 de marzo de 2026 a las 09:05"),
        ("it", "1º marzo 2026 alle 09:05"),
        ("ja", "2026年3月1日 09:05"),
        ("zh", "2026年3月1日 09:05"),
    ],
)
def test_deadlines_are_written_as_people_write_dates(lang: str, written: str) -> None:
    assert format_day("2026-03-01 09:05", lang) == written
    assert format_day("tomorrow", lang) == "tomorrow"


@pytest.mark.parametrize("lang", PLAYER_LANGS)
def test_every_language_greets_and_says_what_is_the_matter(lang: str) -> None:
    sender = Sender("Open", "2026-11-27 20:00")
    for entry in (
        make_entry("illegal", errors=True),
        make_entry("unread", unread=True),
        make_entry("legal"),
    ):
        text = "".join(message.compose_message(entry, [], "Anna", sender, lang))
        assert "Anna" in text and "Open" in text and "{" not in text
        if lang != "en":
            english = "".join(message.compose_message(entry, [], "Anna", sender, "en"))
            ours = [
                line
                for line in english.splitlines()
                if line and not line.startswith(("-", "a.txt"))
            ]
            assert not set(ours) & set(text.splitlines())
