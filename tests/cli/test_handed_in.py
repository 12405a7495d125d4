"""Lists as players send them: a PDF, a mail, a document, a picture. What has a text is read, and nothing is left out unsaid."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from listbuilder.formats import documents
from tests.cli.conftest import Call
from tests.cli.test_event import report, run
from tests.event.conftest import GOOD, Desk
from tests.event.conftest import desk as desk

PNG = b"\x89PNG\r\n\x1a\n" + bytes(60)


def pdf(text: str) -> bytes:
    out = io.BytesIO()
    page = canvas.Canvas(out)
    for number, line in enumerate(text.split("\n")):
        page.drawString(40, 800 - 14 * number, line.replace("•", "-"))
    page.save()
    return out.getvalue()


def mail(
    text: str,
    attached: dict[str, bytes] | None = None,
    sender: str = "Jane Smith <jane@example.org>",
) -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, "desk@example.org", "My list"
    made.set_content(text)
    for name, content in (attached or {}).items():
        made.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return made.as_bytes()


def docx(text: str, head: str = "") -> bytes:
    lines = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in text.split("\n"))
    name = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return packed(
        {
            "word/document.xml": f'{head}<w:document xmlns:w="{name}"><w:body>{lines}</w:body></w:document>'
        }
    )


def odt(text: str) -> bytes:
    lines = "".join(f"<t:p>{line}</t:p>" for line in text.split("\n"))
    return packed(
        {
            "content.xml": f'<office xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0">{lines}</office>'
        }
    )


def packed(entries: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in entries.items():
            made.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else None)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("list.pdf", lambda: pdf(GOOD)),
        ("list.eml", lambda: mail(GOOD)),
        ("list.eml", lambda: mail("Hello,\nhere is my list.\n", {"list.txt": GOOD.encode()})),
        (
            "list.eml",
            lambda: mail("Hello,\nhere is my list.\n", {"logo.png": PNG, "list.pdf": pdf(GOOD)}),
        ),
        ("list.docx", lambda: docx(GOOD)),
        ("list.odt", lambda: odt(GOOD)),
        ("no ending", lambda: pdf(GOOD)),
    ],
)
def test_the_text_is_read(call: Call, tmp_path: Path, name: str, made: Callable[[], bytes]) -> None:
    (tmp_path / name).write_bytes(made())
    words = ("check", str(tmp_path / name), "--format", "json", "--as-of", "2026-05-20")
    (found,) = json.loads(call(*words).out)["rosters"]
    assert (found["format"], found["verdict"], found["points"]) == ("gw-app-text", "legal", 265), (
        found["unread"]
    )
    assert [unit["name"] for unit in found["units"]] == ["Overlord", "Immortals", "Necron Warriors"]


def locked(password: str) -> bytes:
    out = io.BytesIO()
    page = canvas.Canvas(out, encrypt=StandardEncryption(password, ownerPassword="owner"))
    page.drawString(40, 800, "Test dynasty (265 Points)")
    page.save()
    return out.getvalue()


def pages(count: int) -> bytes:
    out = io.BytesIO()
    page = canvas.Canvas(out)
    for number in range(count):
        page.drawString(40, 800, f"page {number}")
        page.showPage()
    page.save()
    return out.getvalue()


def spreadsheet() -> bytes:
    return packed(
        {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}
    )


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: locked("secret"), "locked with a password"),
        (lambda: pages(51), "more than 50 pages"),
        (spreadsheet, "this is a spreadsheet"),
        (lambda: mail("Hello,\nmy list is attached.\n", {"list.jpg": PNG}), "this is an image"),
        (
            lambda: mail(
                "Hello,\nmy list is attached.\n", {"logo.png": PNG, "list.pdf": locked("secret")}
            ),
            "is an image",
        ),
        (
            lambda: mail("Hello,\nmy list is attached.\n", {"list.pdf": locked("secret")}),
            "locked with a password",
        ),
        (
            lambda: mail("Hello,\nmy list is attached.\n", {"list.pdf": pages(51)}),
            "more than 50 pages",
        ),
    ],
)
def test_why_it_is_not_read_is_said(
    call: Call, tmp_path: Path, made: Callable[[], bytes], said: str
) -> None:
    (tmp_path / "list").write_bytes(made())
    done = call("check", str(tmp_path / "list"))
    assert done.code == 2 and said in " ".join((done.out + done.err).split()), done


def test_a_roster_in_a_mail_is_the_roster(call: Call, tmp_path: Path) -> None:
    roster = b"system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\nunits: []\n"
    (tmp_path / "a.eml").write_bytes(mail("See below", {"mine.yaml": roster}))
    (found,) = json.loads(call("check", str(tmp_path / "a.eml"), "--format", "json").out)["rosters"]
    assert (found["format"], found["faction"]) == ("roster", "necrons")


def test_our_own_pdf_is_the_roster_inside(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD, encoding="utf-8")
    call("export", str(tmp_path / "a.txt"), "--to", "pdf", "-o", str(tmp_path / "a.pdf"))
    (found,) = json.loads(call("check", str(tmp_path / "a.pdf"), "--format", "json").out)["rosters"]
    assert (found["format"], found["verdict"]) == ("listbuilder", "legal")


def test_whatever_is_handed_in_is_on_the_desk_of_its_player(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    files: dict[str, str | bytes] = {
        "anna schmidt.pdf": pdf(GOOD),
        "fw list.eml": mail(GOOD),
        "max late.png": PNG,
        "second.xlsx": packed({"xl/workbook.xml": "<x/>"}),
        "scan.pdf": pdf(""),
        "clip.mov": bytes(range(256)) * 8,
        "lists of saturday.txt": "See you there\n",
    }
    out = tmp_path / "out"
    assert run(call, desk(files), "-o", str(out)).code == 2
    found = report(out)
    assert {each.file: (each.player, each.verdict) for each in found.lists} == {
        "anna schmidt.pdf": ("Anna Schmidt", "legal"),
        "fw list.eml": ("Jane Smith", "legal"),
        "max late.png": ("Max Late", "unread"),
        "second.xlsx": ("田中太郎", "unread"),
        "scan.pdf": ("", "unread"),
        "clip.mov": ("", "unread"),
    }
    assert found.passed_over == ["lists of saturday.txt"] and not found.missing
    said = {each.file: each.reasons[0].text for each in found.lists if each.verdict == "unread"}
    assert (
        "ask for the list as text" in said["max late.png"]
        and "ask for the list as text" in said["scan.pdf"]
    )
    assert "save it as CSV" in said["second.xlsx"]
    assert "max-late.txt" in {file.name for file in (out / "messages").iterdir()}


def test_a_text_without_a_list_is_its_player_s_too(call: Call, desk: Desk, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(call, desk({"max late.txt": "I play Necrons, more to come\n"}), "-o", str(out))
    found = report(out)
    assert [(each.player, each.verdict) for each in found.lists] == [
        ("Max Late", "unread")
    ] and found.passed_over == []


def test_every_file_of_a_folder_is_a_row_for_programs(call: Call, tmp_path: Path) -> None:
    for name, content in (
        ("a.txt", GOOD.encode()),
        ("b.png", PNG),
        ("c.pdf", pdf("")),
        ("d.txt", b"Hello\n"),
        ("e.bin", b"\0\1"),
    ):
        (tmp_path / name).write_bytes(content)
    rosters = json.loads(
        call("check", str(tmp_path), "--format", "json", "--as-of", "2026-05-20").out
    )["rosters"]
    verdicts = {Path(each["file"]).name: each["verdict"] for each in rosters}
    assert verdicts == {
        "a.txt": "legal",
        "b.png": "unread",
        "c.pdf": "unread",
        "d.txt": "unread",
        "e.bin": "unread",
    }


# --- from strangers ---

ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
LOOP = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 99999999>>endobj\n"


@pytest.mark.parametrize(
    "raw",
    [
        b"%PDF-1.7\n" + b"\0" * 1000,
        LOOP + b"trailer<</Root 1 0 R>>\n%%EOF",
        pdf(GOOD)[:-300],
        docx("x", ENTITIES),
        packed({"word/document.xml": "<w" * 1000}),
        packed({"word/document.xml": "x" * 20_000_000}),
        b"From: a\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n"
        + b"--x\n" * 5000,
        b"From: a\nMIME-Version: 1.0\nContent-Type: text/plain; charset=nonsense\n\nHello\n",
    ],
)
def test_what_is_hostile_or_damaged_is_a_sentence(call: Call, tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "list.bin").write_bytes(raw)
    done = call("check", str(tmp_path / "list.bin"), "--format", "json")
    assert done.code == 2 and "bug" not in done.err and "Traceback" not in done.err
    assert done.err.startswith(str(tmp_path / "list.bin"))
    assert call("check", str(tmp_path / "list.bin")).code == 2


def test_a_pdf_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for a process that does not end."""
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 60\necho a list\n")
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))
    monkeypatch.setattr(documents, "PATIENCE", 0.2)
    raw = pdf(GOOD)
    assert documents.extract_text(raw, "list.pdf") is raw


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("Jane Smith <jane@example.org>", "Jane Smith"),
        ('"Smith, Jane" <jane@example.org>', "Smith, Jane"),
        ("jane@example.org", ""),
        ("=?utf-8?q?J=C3=BCrgen_M?= <j@example.org>", "Jürgen M"),
    ],
)
def test_who_wrote_a_mail(head: str, name: str) -> None:
    raw = mail("x").replace(b"From: Jane Smith <jane@example.org>", f"From: {head}".encode())
    assert documents.read_mail_header(raw).name == name
    assert documents.read_mail_header(GOOD.encode()) == ("", "", "")
