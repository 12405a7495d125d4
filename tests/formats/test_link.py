"""Links that hold a list: what is put in comes out, and what a stranger puts in does no harm."""

from __future__ import annotations

import base64
import zlib

import pytest

from listbuilder.formats import link
from listbuilder.model.problem import Unreadable

PAGE = "https://example.org/lists/"
LIST = "Necrons – Ghost Ark\n太空死灵 <b>1995</b> & more\n" * 3


def pack(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


def key_of(error: pytest.ExceptionInfo[Unreadable]) -> str:
    return error.value.problems[0].key


@pytest.mark.parametrize("text", ["", "a", LIST, "x" * 10_000])
def test_a_list_comes_out_as_it_went_in(text: str) -> None:
    made = link.make_text_link(PAGE, text)
    assert made.startswith(f"{PAGE}#l=")
    assert link.read_link(f"  {made}\n".encode(), "") == text.encode()


def test_a_seal_comes_out_as_it_is() -> None:
    made = link.make_sealed_link(PAGE, "LB1:ABC+-./:")
    assert link.read_link(made.encode(), "") == b"LB1:ABC+-./:"


@pytest.mark.parametrize(
    "text",
    [
        "Necrons",
        PAGE,
        f"{PAGE}#m=abc",
        f"see {PAGE}#l=abc",
        f"{PAGE}#l=abc and more",
        "#l=abc",
        "javascript://x#l=abc",
    ],
)
def test_other_texts_are_no_links(text: str) -> None:
    assert link.read_link(text.encode(), "") is None


CUT = pack(LIST.encode())
DAMAGED = {
    "cut off": CUT[:-6],
    "one letter changed": CUT[:20] + ("A" if CUT[20] != "A" else "B") + CUT[21:],
    "not packed": base64.urlsafe_b64encode(b"plain text").decode().rstrip("="),
    "other letters": "abc%3Cscript%3E",
    "more behind it": pack(b"list") + "AAAA",
    "a bomb": pack(b"\0" * (link.MOST_BYTES + 1)),
}


@pytest.mark.parametrize("letters", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_link_is_said_to_be_damaged(letters: str) -> None:
    with pytest.raises(Unreadable) as error:
        link.read_link(f"{PAGE}#l={letters}".encode(), "list.txt")
    assert key_of(error) == "damaged_link"


def test_a_bomb_is_never_unpacked_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred megabytes of nothing fit a link; no more than a list is ever made of them."""
    made: list[int] = []

    class Counting:
        """An opener that counts what it returns."""

        def __init__(self) -> None:
            self.opener = zlib_open()
            self.eof, self.unused_data = False, b""

        def decompress(self, packed: bytes, most: int) -> bytes:
            content = self.opener.decompress(packed, most)
            made.append(len(content))
            return content

    zlib_open = zlib.decompressobj
    monkeypatch.setattr(zlib, "decompressobj", Counting)
    letters = pack(b"\0" * (20 << 20))
    assert len(letters) < link.MOST_LETTERS
    with pytest.raises(Unreadable):
        link.read_link(f"{PAGE}#l={letters}".encode(), "")
    assert made == [link.MOST_BYTES]


def test_a_list_that_is_too_long_gets_no_link() -> None:
    noise = "".join(chr(0x4E00 + (place * 7919) % 20000) for place in range(30_000))
    with pytest.raises(Unreadable) as error:
        link.make_text_link(PAGE, noise)
    assert key_of(error) == "too_long_for_link"


@pytest.mark.parametrize("page", [PAGE, "http://192.168.0.7:8300/", "https://example.org/a?b=c"])
def test_an_address_of_a_page(page: str) -> None:
    assert link.check_page(f" {page}\n") == page


@pytest.mark.parametrize(
    "given",
    [
        "",
        "example.org",
        "javascript:alert(1)",
        "https://",
        "https://example.org/#x",
        "https://example.org/a b",
        "https://exämple.org/",
        "ftp://example.org/",
        "https://example.org/" + "a" * 300,
        "https://[",
    ],
)
def test_anything_else_is_no_address(given: str) -> None:
    with pytest.raises(Unreadable) as error:
        link.check_page(given)
    assert key_of(error) == "no_page_address"
