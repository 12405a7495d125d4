"""The text of the 40K points documents: of the 10th edition's PDF, and of the 11th's page.

It is a text file as any PDF reader makes it, or the PDF itself. The manual of the 10th edition
prints a unit's name, then a line for each size with its points, after dots or blanks; names and
mixes of models may be broken over two lines. Text of the 11th edition's page is read like the page.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from listbuilder.data.decoding import decode_text
from listbuilder.model.base import fold
from listbuilder.update.read.points_listing import (
    ListedDetachment,
    ListedEnhancement,
    ListedUnit,
    Listing,
    build_books,
    cut_text,
    list_repeated_books,
    load_games,
    read_size,
    read_tier,
)
from listbuilder.update.read.points_tokens import Token, read_page
from listbuilder.update.tree import Place, Source, Unread

READER = "points_text"
PAGE, MANUAL = "page", "manual"  # the forms of text, as in points_games.yaml
_BYTES = 50_000_000
_PAGES_TO_RECOGNISE = 3
_ENDINGS = (".txt", ".text", ".pdf")
_LONGEST_NAME = 60  # characters; longer lines without a price are prose

_PRICE_LINE = re.compile(
    r"(?P<label>.*?)[\s.·…\ufffd_]*(?:\([+\-−–]\s*\d+\)\s*)?(?P<added>\+\s*)?"
    r"(?P<points>\d[\d,]*)\s*pts\.?"
)
_BOOK = re.compile(r"(?:CODEX|INDEX)(?: SUPPLEMENT)?:\s*(?P<name>.*)")
_VERSION = re.compile(r"(?:MUNITORUM FIELD MANUAL\s+)?V(?:ERSION)?\s*(?P<version>\d+\.\d+)")
_PAGE_VERSION = re.compile(r"v\d+(?:\.\d+)+")


def recognise(path: Path) -> bool:
    """Return whether the file is the text or the PDF of a points document of 40K."""
    if path.is_dir() or path.suffix.lower() not in _ENDINGS:
        return False
    lines = _read_lines(path, _PAGES_TO_RECOGNISE)
    if isinstance(lines, Unread):
        return _is_pdf(path) and "pypdf" in lines.reason
    return _find_form(lines) != ""


def read(path: Path, system: str) -> Source:
    """Return the points that the text states; lines that aren't understood are `unread`."""
    lines = _read_lines(path)
    if isinstance(lines, Unread):
        return Source(READER, path, (), "", (lines,))
    form = _find_form(lines)
    if load_games().get(form) != system:
        return Source(READER, path, (), "", (Unread(Place(str(path)), f"not of {system}"),))
    unread: list[Unread] = []
    if form == PAGE:
        listings, version = _read_pages(lines, path, unread)
    else:
        manual = _Manual(lines, str(path), unread)
        listings, version = manual.read(), manual.version
    books = build_books(listings)
    label = f"Munitorum Field Manual v{version}" if version else ""
    return Source(READER, path, books, label, (*unread, *list_repeated_books(books)))


def _is_pdf(path: Path) -> bool:
    """Return whether the file begins as a PDF does."""
    try:
        with open(path, "rb") as stream:
            return stream.read(5) == b"%PDF-"
    except OSError:
        return False


def _read_lines(path: Path, pages: int | None = None) -> list[str] | Unread:
    """Return the lines of text in the file, or why there are none.

    `pages`: how many pages of a PDF to read; None for all.
    """
    place = Place(str(path))
    try:
        if path.stat().st_size > _BYTES:
            return Unread(place, f"more than {_BYTES // 1_000_000} MB")
        raw = path.read_bytes()
    except OSError as error:
        return Unread(place, error.strerror or "can't be opened")
    if raw.startswith(b"%PDF-"):
        return _read_pdf(raw, place, pages)
    text = decode_text(raw)
    return Unread(place, "no text") if text is None else text.splitlines()


def _read_pdf(raw: bytes, place: Place, pages: int | None) -> list[str] | Unread:
    """Return the lines of a PDF's text, or why there are none."""
    try:
        from pypdf import PdfReader  # only where a PDF is a source
    except ImportError:
        return Unread(place, "a PDF needs pypdf: install it, or save it as text")
    lines: list[str] = []
    try:
        for page in list(PdfReader(io.BytesIO(raw), strict=False).pages)[:pages]:
            lines += page.extract_text().splitlines()
    except Exception as error:  # whatever a broken PDF makes of the library
        return Unread(place, f"a PDF that can't be read ({type(error).__name__})")
    return lines or Unread(place, "a PDF without text (pictures of pages?)")


def _find_form(lines: list[str]) -> str:
    """Return the form of points document (`PAGE` or `MANUAL`) with these lines, "" for neither."""
    has_tiers = has_books = False
    for line in lines:
        text = " ".join(line.split())
        has_tiers = has_tiers or read_tier(text) is not None
        has_books = has_books or _BOOK.match(text) is not None
    if has_tiers:
        return PAGE
    if any("<html" in line.lower() for line in lines[:5]):
        return ""
    is_manual = any("munitorum" in line.casefold() for line in lines)
    return MANUAL if has_books or is_manual else ""


# --- the page of the 11th edition as text ---


def _read_pages(lines: list[str], path: Path, unread: list[Unread]) -> tuple[list[Listing], str]:
    """Return the books of one or more pages that were copied as text, and their version.

    Each page begins with the name of the book and the version.
    """
    tokens: list[Token] = []
    for number, line in enumerate(lines, start=1):
        tokens += _split_line(" ".join(line.split()), number)
    starts = []
    for index, token in enumerate(tokens):
        if _PAGE_VERSION.fullmatch(token.text) and index:
            starts.append(index - 1)
    starts = starts or [0]
    listings = []
    version = ""
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        parsed = read_page(tokens[start:end], str(path), unread, path.stem)
        if parsed is not None:
            listings.append(parsed[0])
            version = version or parsed[1]
    return listings, version


def _split_line(text: str, number: int) -> list[Token]:
    """Return a line as tokens: a label and the points after it are two tokens."""
    match = _PRICE_LINE.fullmatch(text)
    if match is None or not match["label"]:
        return [Token(text, number)] if text else []
    return [Token(match["label"], number), Token(f"{match['points']} pts", number)]


# --- the manual of the 10th edition ---


class _Manual:
    """A reader of the 10th edition's manual, line by line."""

    def __init__(self, lines: list[str], file: str, unread: list[Unread]) -> None:
        """Prepare to read the lines; nothing is read yet."""
        numbered = enumerate(lines, start=1)
        self.lines = [(number, " ".join(line.split())) for number, line in numbered]
        self.lines = [(number, line) for number, line in self.lines if line]
        self.file, self.unread = file, unread
        self.version = ""
        self.books: dict[str, Listing] = {}
        self.book: Listing | None = None
        self.unit: ListedUnit | None = None
        self.detachment: ListedDetachment | None = None
        self.group = ""
        self.is_of_legends = self.is_in_enhancements = self.is_title_next = False
        self.pending: list[tuple[int, str]] = []
        """Lines without a price that belong to the next price: a name, half of a mix of models."""

    def read(self) -> list[Listing]:
        """Return the books of the manual that have units or detachments."""
        for index, (number, line) in enumerate(self.lines):
            version = _VERSION.fullmatch(line)
            if version and not self.books:
                self.version = version["version"]
            elif line.isdecimal():
                continue  # the number of a page
            elif (price := _PRICE_LINE.fullmatch(line)) and price["label"]:
                self._read_price(number, price)
            elif not self._read_heading(index, line):
                self._add_pending(number, line)
        self._drop_pending()
        return [book for book in self.books.values() if book.units or book.detachments]

    def _read_heading(self, index: int, line: str) -> bool:
        """Begin the book or group that the line is the heading of; return whether it is one."""
        if match := _BOOK.fullmatch(line):
            self._begin_book(match["name"], self.lines[index][0])
            self.is_title_next = not match["name"]
            return True
        if line != line.upper() or not any(letter.isalpha() for letter in line):
            return False
        following = self.lines[index + 1][1] if index + 1 < len(self.lines) else ""
        if _PRICE_LINE.fullmatch(following) and not self.is_in_enhancements:
            return False  # a unit whose name is a type, such as UR-025
        self._drop_pending()
        if self.is_title_next:
            self._begin_book(line, self.lines[index][0])
        elif line == "LEGENDS FIELD MANUAL":
            self.is_of_legends, self.book = True, None
        elif line == "DETACHMENT ENHANCEMENTS":
            self.is_in_enhancements, self.detachment = True, None
        elif line == "FORGE WORLD POINTS VALUES":
            self._begin_group("")
        elif line == "ARMY FACTION:":
            self._begin_group("")
            self.group = line
        elif self.group == "ARMY FACTION:":
            self._begin_group("")
        elif self.is_of_legends:
            self._begin_book(line, self.lines[index][0])
        elif self.book is not None:
            is_second_half = bool(self.group) and self.lines[index - 1][1] == self.group
            self._begin_group(f"{self.group} {line}" if is_second_half else line)
        return True

    def _begin_book(self, name: str, number: int) -> None:
        """Continue the book of that name, or begin it if it is new.

        Without a name, what follows is in no book.
        """
        self._drop_pending()
        self.is_title_next = False
        self._begin_group("")
        self.book = None
        if name:
            place = Place(self.file, f"line {number}")
            self.book = self.books.setdefault(fold(name), Listing(name, place))

    def _begin_group(self, group: str) -> None:
        """Begin a group of units in the book."""
        self.group, self.unit = group, None
        self.is_in_enhancements = False

    def _add_pending(self, number: int, line: str) -> None:
        """Remember a line without a price for the next price, unless it is prose."""
        if self.book is None or len(line) > _LONGEST_NAME or line.endswith("."):
            return
        self.pending.append((number, line))

    def _drop_pending(self) -> None:
        """Report the lines that no price followed as not understood."""
        for number, line in self.pending:
            place = Place(self.file, f"line {number}")
            name = self.book.name if self.book else ""
            reason = f"not understood: {cut_text(line)}"
            self.unread.append(Unread(place, reason if not name else f"{reason} ({name})"))
        self.pending = []

    def _read_price(self, number: int, price: re.Match[str]) -> None:
        """Add the size or the enhancement with this price to the book.

        Pending lines come first: those up to a number are the name of a new unit, and the others
        are the beginning of the size.
        """
        if self.book is None:
            return
        points = int(price["points"].replace(",", ""))
        label = price["label"].strip()
        if self.is_in_enhancements:
            self._read_enhancement(number, label, points)
            return
        names: list[str] = []
        sizes: list[str] = []
        first = self.pending[0][0] if self.pending else number
        for _, line in self.pending:
            (sizes if line[0].isdecimal() or sizes else names).append(line)
        self.pending = []
        if names:
            name = " ".join(names)
            self.unit = ListedUnit(name, Place(self.file, f"line {first}: {name}"))
            self.unit.group, self.unit.legends = self.group, self.is_of_legends
            self.book.units.append(self.unit)
        size = " ".join([*sizes, label])
        if self.unit is None:
            place = Place(self.file, f"line {number}")
            self.unread.append(Unread(place, f"a price of no unit: {cut_text(size)}"))
            return
        keys = read_size(f"+ {size}" if price["added"] else size)
        if keys is None:
            self.unit.add_not_understood(size)
        else:
            self.unit.rows.append({**keys, "points": points})

    def _read_enhancement(self, number: int, label: str, points: int) -> None:
        """Add an enhancement to the detachment; a line before it is the detachment's name."""
        assert self.book is not None
        lines = [line for _, line in self.pending]
        if lines and label[:1].islower():
            label = f"{lines.pop()} {label}"
        if lines:
            name = " ".join(lines)
            place = Place(self.file, f"line {self.pending[0][0]}: {name}")
            self.detachment = ListedDetachment(name, place)
            self.book.detachments.append(self.detachment)
        self.pending = []
        place = Place(self.file, f"line {number}: {cut_text(label)}")
        if self.detachment is None:
            self.unread.append(Unread(place, "an enhancement of no detachment"))
            return
        self.detachment.enhancements.append(ListedEnhancement(label, place, points=points))
