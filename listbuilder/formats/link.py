"""A link that contains a list: the address of the page, and after `#l=` the list itself.

A browser never sends the part after the `#`, so only people who open the link get the list. It is
either the seal of a roster, as in QR codes, or the text of any list, deflated and written in base64
with letters that links keep. A deflated text ends with a checksum, so that a link that was cut off
is noticed.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from urllib.parse import urlsplit

from listbuilder.data.settings import get_setting
from listbuilder.formats import seal
from listbuilder.model.problem import Problem, Unreadable

KEY = "#l="
FORMS = ("html", "pdf", "qr", "svg")  # the exports with a QR code, which can hold a link
MOST_LETTERS = 32 << 10  # of a link: chats and mail programs cut longer ones (also in site/link.js)
MOST_BYTES = 256 << 10  # of the list in it; the longest of 215 real lists had 9,000
_LONGEST_PAGE = 200
_PAGE = re.compile(r"https?://[!-~]+")  # only letters that need no escape in a link
_LINK = re.compile(rb"\s*https?://[!-~]{1,400}?#l=(?P<letters>[!-~]+)\s*")
_BASE64 = re.compile(r"[A-Za-z0-9_-]+")


def check_page(given: str) -> str:
    """Return the address `given` of the page, to which the list of a link is added.

    Raises Unreadable if it isn't a web address, is too long or has a part after a `#`.
    """
    page = given.strip()
    is_address = _PAGE.fullmatch(page) is not None and len(page) <= _LONGEST_PAGE
    if not is_address or "#" in page or not _has_host(page):
        raise Unreadable([Problem(key="no_page_address", args={"given": given[:_LONGEST_PAGE]})])
    return page


def get_page_of_settings() -> str:
    """Return the address of the page in the user's settings, or "" if it isn't set.

    Raises Unreadable if it isn't a web address.
    """
    given = get_setting("page")
    return check_page(given) if given else ""


def _has_host(page: str) -> bool:
    """Return whether the address `page` names a host."""
    try:
        return bool(urlsplit(page).hostname)
    except ValueError:
        return False


def make_sealed_link(page: str, sealed: str) -> str:
    """Return the link to the roster in the seal `sealed`, to be opened at the address `page`."""
    return f"{page}{KEY}{sealed}"


def make_text_link(page: str, text: str) -> str:
    """Return the link to the list `text`, to be opened at the address `page`.

    Raises Unreadable if the list is too long for a link.
    """
    letters = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(letters) > MOST_LETTERS or len(text.encode()) > MOST_BYTES:
        args = {"size": len(letters), "limit": MOST_LETTERS}
        raise Unreadable([Problem(key="too_long_for_link", args=args)])
    return f"{page}{KEY}{letters}"


def read_link(raw: bytes, name: str) -> bytes | None:
    """Return the list in a file that contains only a link; None for any other file.

    Raises Unreadable if the link is damaged, or if its list is too large. Why limited: anybody can
    make a link that unpacks to any size.
    """
    found = _LINK.fullmatch(raw) if len(raw) <= MOST_LETTERS + 1000 else None
    if found is None:
        return None
    letters = found["letters"].decode()
    if letters.startswith(seal.MARK):
        return letters.encode()
    content = _unpack(letters)
    if content is None:
        raise Unreadable([Problem(key="damaged_link", file=name)])
    return content


def _unpack(letters: str) -> bytes | None:
    """Return the bytes that are packed into the letters of a link; None if they are damaged."""
    if not _BASE64.fullmatch(letters):
        return None
    opener = zlib.decompressobj()
    try:
        packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        content = opener.decompress(packed, MOST_BYTES)
    except (binascii.Error, zlib.error):
        return None
    return content if opener.eof and not opener.unused_data else None
