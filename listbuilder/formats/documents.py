"""Read the text of a list that was handed in as a PDF, a mail or a document of a word processor.

Such files come from strangers. A PDF is read by a process of its own, which has a limit of time and
memory; archives and XML are bounded as those of roster files are. Whatever is wrong with one, it
has no text, and what it is is said instead.
"""

from __future__ import annotations

import html
import io
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, cast
from xml.parsers import expat

import msgspec

from listbuilder.data.decoding import decode_text
from listbuilder.data.file_kinds import MAIL, guess_kind
from listbuilder.data.safe_xml import make_safe_parser
from listbuilder.data.table_columns import clean_email
from listbuilder.formats import pdf_text
from listbuilder.formats.link import read_link
from listbuilder.formats.read.sealed import read_seal
from listbuilder.formats.source import MAX_TEXT
from listbuilder.formats.trees import MAX_ELEMENTS, MAX_UNPACKED
from listbuilder.model.problem import Problem, Unreadable

if TYPE_CHECKING:
    from email.message import EmailMessage

PATIENCE = 20.0  # seconds for one PDF; fifty pages take two
MOST_PARTS = 40  # of a mail: the text, what is attached, and pictures of signatures
_REFUSED = {pdf_text.TOO_LONG: "pdf_too_long", pdf_text.LOCKED: "pdf_locked"}
_NO_LIST = ("no_list_found", "empty")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
LONGEST_NAME = 200  # letters of a sender's name
_TAG = re.compile(
    r"<(?:style|script)\b.*?</(?:style|script)>|<[^>]{0,4000}>", re.DOTALL | re.IGNORECASE
)
_LINE_END = re.compile(r"<(?:br|/p|/div|/tr|/li|/h[1-6])\b[^>]{0,200}>", re.IGNORECASE)


def extract_text(raw: bytes, name: str) -> bytes:
    """Return the text of a PDF, mail, word-processor document or link; other files unchanged.

    A link is one that `share` made: the list is in the link itself. `raw` is also returned
    unchanged if no text can be read in the document.
    """
    if raw[:200].lstrip().startswith(b"http"):
        linked = read_link(raw, name)
        if linked is not None:
            return linked
    kind = guess_kind(raw)
    read = _READERS.get(kind or "")
    if read is None:
        return raw
    text = read(raw, name)
    return text if text is not None and text.strip() else raw


class MailHeader(NamedTuple):
    """The sender and time of a mail; each is "" where it is not known."""

    name: str = ""
    address: str = ""
    time: str = ""  # as 2026-05-30 20:05, by the clock of this machine


def read_mail_header(raw: bytes) -> MailHeader:
    """Return the name and address of the person who sent the mail `raw`, and the time.

    All are empty if `raw` is no mail. The name is empty if the mail gives only an address, or if
    the name is too long.
    """
    if guess_kind(raw) != MAIL:
        return MailHeader()
    from email.utils import parseaddr, parsedate_to_datetime

    try:
        mail = _parse_mail(raw)
        name, address = parseaddr(str(mail.get("From", "")))
    except Exception:  # what a hostile mail can raise is written nowhere
        return MailHeader()
    try:
        sent = parsedate_to_datetime(str(mail.get("Date", ""))).astimezone()
        time = sent.strftime("%Y-%m-%d %H:%M")
    except Exception:
        time = ""
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or "@" in name:
        name = ""
    return MailHeader(name, clean_email(address), time)


# --- PDF ---


def _read_pdf(raw: bytes, name: str) -> bytes | None:
    """Return the text of a PDF, or None if it has no text or can't be read in time.

    An export of our own gives None too, because it holds the roster itself. Raises Unreadable if
    the PDF is locked or has too many pages. Why: the text of further pages would be missing without
    notice.
    """
    if read_seal(raw) is not None:
        return None
    import subprocess  # only where somebody hands in a PDF

    words = [sys.executable, "-P", "-m", "listbuilder.formats.pdf_text", str(MAX_TEXT)]
    try:
        done = subprocess.run(
            words,
            input=raw,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    if done.returncode in _REFUSED:
        raise Unreadable(
            [Problem(key=_REFUSED[done.returncode], args={"limit": pdf_text.PAGES}, file=name)]
        )
    return done.stdout[:MAX_TEXT] if done.returncode == 0 else None


# --- mail ---


def _parse_mail(raw: bytes) -> EmailMessage:
    """Return the mail in `raw`, parsed by the current rules for mails."""
    from email import policy
    from email.parser import BytesParser

    return BytesParser(policy=policy.default).parsebytes(raw)


def _read_mail(raw: bytes, name: str) -> bytes | None:
    """Return the first part of a mail that is a list; attachments before the mail's text.

    If no part is a list, it is the first attached text, then any other part. None if the mail is
    empty or can't be parsed. Raises Unreadable if no attached text is left and the first other part
    was refused.
    """
    from listbuilder.data.is_roster_file import is_our_roster
    from listbuilder.formats.detect import detect_format

    try:
        parts = list(_iter_mail_parts(raw, name))
    except Exception:  # as above
        return None
    texts: list[bytes] = []  # attached, and no list
    others: list[Part] = []  # pictures and the like
    for part in parts:
        if is_our_roster(part.content) or read_seal(part.content) is not None:
            return part.content
        try:
            detect_format(part.content, name)
        except Unreadable as error:
            if decode_text(part.content) is None or part.refused:
                others.append(part)
            elif part.attached or error.problems[0].key not in _NO_LIST:
                texts.append(part.content)
        else:
            return part.content
    if not texts and others and others[0].refused:
        raise Unreadable(others[0].refused)
    contents = [*texts, *(part.content for part in (*others, *parts))]
    return contents[0] if contents else None


class Part(NamedTuple):
    """One thing in a mail: what is attached, or the text of the mail."""

    content: bytes
    attached: bool = False
    refused: list[Problem] | None = None  # why it is not read


def _iter_mail_parts(raw: bytes, name: str) -> Iterator[Part]:
    """Yield the attachments of a mail, then its plain texts, then its web pages as plain text.

    In a web page, blocks become lines, and tags and scripts are removed. A mail attached to the
    mail is skipped, and so are all parts after the first 40.
    """
    texts: list[bytes] = []
    pages: list[bytes] = []
    for place, part in enumerate(_parse_mail(raw).walk()):
        if place >= MOST_PARTS:
            break
        if part.is_multipart():
            continue
        content = cast("bytes | None", part.get_payload(decode=True)) or b""
        if part.get_content_maintype() == "text":
            content = content.decode(part.get_content_charset() or "utf-8", "replace").encode()
        if filename := part.get_filename():
            if guess_kind(content) != MAIL:
                yield _read_attachment(content, filename, name)
        elif part.get_content_type() == "text/html":
            page = _LINE_END.sub("\n", content.decode("utf-8", "replace")[:MAX_TEXT])
            pages.append(html.unescape(_TAG.sub("", page)).encode())
        elif part.get_content_maintype() == "text":
            texts.append(content)
    yield from map(Part, (*texts, *pages))


def _read_attachment(content: bytes, filename: str, name: str) -> Part:
    """Return an attachment as a part, with the text in it if it is a document.

    If the document is refused, the part has the reasons in `refused`. `filename` is the
    attachment's name, `name` the mail's.
    """
    try:
        return Part(extract_text(content, filename), attached=True)
    except Unreadable as error:
        problems = [msgspec.structs.replace(problem, file=name) for problem in error.problems]
        return Part(content, attached=True, refused=problems)


# --- documents of word processors ---


def _read_word_document(raw: bytes, name: str) -> bytes | None:
    """Return the paragraphs of a .docx or .odt file, one per line.

    None for any other archive, and for older documents, which are no archives.
    """
    for entry, line, text, tab in (
        ("word/document.xml", "p", "t", "tab"),
        ("content.xml", "p", "p", "tab"),
    ):
        if (xml := _read_archive_entry(raw, entry)) is not None:
            return _extract_paragraphs(xml, line, text, tab)
    return None


def _read_archive_entry(raw: bytes, wanted: str) -> bytes | None:
    """Return the content of the entry `wanted` of an archive, or None.

    None if it is missing, locked, damaged or too large.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
        info = archive.getinfo(wanted)
        is_locked = info.flag_bits & 1
        if is_locked or info.compress_type not in _METHODS or info.file_size > MAX_UNPACKED:
            return None
        with archive.open(info) as stream:
            content = stream.read(MAX_UNPACKED + 1)
    except Exception:  # what a hostile archive can raise in zipfile is written nowhere
        return None
    return content if len(content) <= MAX_UNPACKED else None


class _Refused(Exception):
    """A document with what no word processor writes."""


def _extract_paragraphs(content: bytes, line: str, text: str, tab: str) -> bytes | None:
    """Return the text in elements named `text`, with a line break at the end of each `line`.

    `tab` is the element for a tab. None if the XML is damaged, too large or declares entities. A
    text box is in the file twice, for new and for old programs; the second form is left out.
    """
    pieces: list[str] = []
    inside = count = doubled = 0

    def refuse_declaration(*_: object) -> int:
        """Raise _Refused, because no word processor writes a document type or an entity."""
        raise _Refused

    def open_element(tag: str, _: dict[str, str]) -> None:
        """Count an element that begins, and write the blank or line break that it stands for.

        Raises _Refused if there are too many elements.
        """
        nonlocal inside, count, doubled
        count += 1
        if count > MAX_ELEMENTS:
            raise _Refused
        local = tag.rpartition("\n")[2]
        doubled += local == "Fallback"
        if local == text:
            inside += 1
        if doubled:
            return
        if local in (tab, "s"):
            pieces.append(" ")
        elif local in ("br", "cr", "line-break"):
            pieces.append("\n")

    def close_element(tag: str) -> None:
        """End an element, and add a line break if the element is a paragraph."""
        nonlocal inside, doubled
        local = tag.rpartition("\n")[2]
        if local == text:
            inside -= 1
        doubled -= local == "Fallback"
        if local == line and not doubled:
            pieces.append("\n")

    def add_text(words: str) -> None:
        """Add `words` to the text if they are inside a text element, and not in a second form.

        The second form is that of a text box for old programs.
        """
        if inside and not doubled:
            pieces.append(words)

    parser = make_safe_parser(refuse_declaration)
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = (
        open_element,
        close_element,
        add_text,
    )
    try:
        parser.Parse(content, True)
    except (_Refused, expat.ExpatError, UnicodeDecodeError, LookupError, ValueError):
        return None
    return "".join(pieces).encode("utf-8", "replace")[:MAX_TEXT]


_READERS: dict[str, Callable[[bytes, str], bytes | None]] = {
    "pdf": _read_pdf,
    MAIL: _read_mail,
    "document": _read_word_document,
}
