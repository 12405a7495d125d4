"""The official points page of the 11th edition, saved from a browser.

There is one page for each faction, as HTML or as a single file (MHTML); a folder of pages is a
source of several books. A page that was saved without being shown has some of its parts in hidden
elements, which a browser would move to their places; this is done here, too.
"""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from listbuilder.data.decoding import decode_text
from listbuilder.update.read.points_listing import (
    Listing,
    build_books,
    list_repeated_books,
    load_games,
)
from listbuilder.update.read.points_tokens import Token, read_page
from listbuilder.update.tree import Place, Source, Unread

READER = "points_page"
_ENDINGS = (".html", ".htm", ".mhtml", ".mht")
_BYTES = 20_000_000
_TITLE = "munitorum field manual"
_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    ]
)
_UNSEEN = frozenset(["head", "script", "style", "noscript", "svg", "template", "iframe"])
_INLINE = frozenset(
    ["b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "font", "mark", "wbr"]
)
_HEADINGS = frozenset(("h1", "h2", "h3", "h4"))
_MOST_NESTED = 100  # completions inside of completions


def recognise(path: Path) -> bool:
    """Return whether `path` is a saved points page, or a folder with one."""
    return any(_is_points_page(file) for file in _list_files(path))


def read(path: Path, system: str) -> Source:
    """Return what the saved pages say; a page of another layout is `unread` with the reason."""
    listings: list[Listing] = []
    unread: list[Unread] = []
    versions: set[str] = set()
    for file in _list_files(path):
        if not _is_points_page(file):
            continue
        html = _read_html(file)
        assert html is not None
        parsed = read_page(_list_tokens(html), str(file), unread, file.stem)
        if parsed is not None:
            listings.append(parsed[0])
            versions.add(parsed[1])
    if system != load_games()["page"]:
        place = Place(str(path))
        return Source(READER, path, (), "", (Unread(place, f"not of {system}"), *unread))
    books = build_books(listings)
    label = " and ".join(f"v{version}" for version in sorted(versions) if version)
    label = f"Munitorum Field Manual {label}" if label else ""
    return Source(READER, path, books, label, (*unread, *list_repeated_books(books)))


def _list_files(path: Path) -> list[Path]:
    """Return the files at `path` that may be saved pages."""
    if path.is_file():
        return [path]
    files = []
    for file in sorted(path.glob("*")):
        if file.suffix.lower() in _ENDINGS and file.is_file():
            files.append(file)
    return files


def _is_points_page(file: Path) -> bool:
    """Return whether the file is HTML with the title of the points manual and with points."""
    html = _read_html(file)
    if html is None:
        return False
    lower = html.lower()
    return "<html" in lower and _TITLE in lower and re.search(r"\bpts\b", lower) is not None


def _read_html(file: Path) -> str | None:
    """Return the HTML in the file, or None if it isn't text or is too large."""
    try:
        if file.stat().st_size > _BYTES:
            return None
        raw = file.read_bytes()
    except OSError:
        return None
    if b"multipart/related" in raw[:4096].lower():
        message = email.message_from_bytes(raw, policy=email.policy.default)
        for part in message.walk():
            if part.get_content_type() == "text/html":
                content = part.get_payload(decode=True)
                return decode_text(content) if isinstance(content, bytes) else None
        return None
    return decode_text(raw)


# --- HTML as a tree ---


class _Element:
    """An element of the page: its children are elements and texts with their line."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        """Create an element without children."""
        self.tag, self.attributes = tag, attributes
        self.children: list[_Element | tuple[str, int]] = []


class _TreeBuilder(HTMLParser):
    """A parser that builds a tree of elements; missing end tags don't matter."""

    def __init__(self) -> None:
        """Prepare an empty tree."""
        super().__init__(convert_charrefs=True)
        self.root = _Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add an element; elements that can't have content stay empty."""
        element = _Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add an element without content."""
        self.open[-1].children.append(_Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost open element of that name; without one, nothing is closed."""
        for place in range(len(self.open) - 1, 0, -1):
            if self.open[place].tag == tag:
                del self.open[place:]
                return

    def handle_data(self, data: str) -> None:
        """Add a text to the element that is open."""
        self.open[-1].children.append((data, self.getpos()[0]))


def _list_tokens(html: str) -> list[Token]:
    """Return the visible texts of the page, in the order in which a reader sees them."""
    builder = _TreeBuilder()
    builder.feed(html)
    builder.close()
    _fill_placeholders(builder.root)
    tokens: list[Token] = []
    _add_tokens(builder.root, (), tokens, iter(range(1, 1 << 62)))
    return tokens


def _fill_placeholders(root: _Element) -> None:
    """Move the content of each hidden element `S:1` to where the template `P:1` is.

    Why: the page is sent like this, and only a script in a browser puts it together.
    """
    aside: dict[str, _Element] = {}
    for element in _yield_elements(root):
        name = element.attributes.get("id") or ""
        if element.tag == "div" and "hidden" in element.attributes and name.startswith("S:"):
            aside[name.partition(":")[2]] = element
    _replace_templates(root, aside, 0)


def _yield_elements(root: _Element) -> Iterator[_Element]:
    """Yield every element under `root`."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += [child for child in element.children if isinstance(child, _Element)]


def _replace_templates(root: _Element, aside: dict[str, _Element], depth: int) -> None:
    """Replace the templates under `root` by the content of the elements in `aside`.

    The content may have templates too; `depth` says how many were replaced around this one.
    """
    if depth > _MOST_NESTED:
        return
    for element in list(_yield_elements(root)):
        children: list[_Element | tuple[str, int]] = []
        for child in element.children:
            name = child.attributes.get("id") or "" if isinstance(child, _Element) else ""
            kind, _, number = name.partition(":")
            is_place = isinstance(child, _Element) and child.tag == "template"
            if is_place and kind in ("P", "B") and number in aside:
                source = aside.pop(number)
                _replace_templates(source, aside, depth + 1)
                children += source.children
                source.children = []
            else:
                children.append(child)
        element.children = children


def _add_tokens(
    element: _Element, inside: tuple[int, ...], tokens: list[Token], numbers: Iterator[int]
) -> None:
    """Add the texts of an element to `tokens`; texts on one line of the page are one token.

    `inside` are the numbers of the elements around it; `numbers` yields the next numbers.
    """
    waiting: list[tuple[_Element, tuple[int, ...], bool, int]] = [(element, inside, False, 0)]
    pieces: list[str] = []
    line = 0

    def flush(around: tuple[int, ...], is_heading: bool) -> None:
        """Add the texts collected so far as one token."""
        text = " ".join("".join(pieces).split())
        if text:
            tokens.append(Token(text, line, around, is_heading))
        pieces.clear()

    while waiting:
        current, around, is_heading, position = waiting.pop()
        if position == len(current.children):
            if current.tag not in _INLINE:
                flush(around, is_heading)
            continue
        waiting.append((current, around, is_heading, position + 1))
        child = current.children[position]
        if not isinstance(child, _Element):
            if not pieces:
                line = child[1]
            pieces.append(child[0])
            continue
        if child.tag in _UNSEEN or "hidden" in child.attributes:
            continue
        if child.tag in _INLINE:
            waiting.append((child, around, is_heading, 0))
            continue
        flush(around, is_heading)
        is_child_heading = is_heading or child.tag in _HEADINGS
        waiting.append((child, (*around, next(numbers)), is_child_heading, 0))
