"""The official points page, read by the order of its texts.

As HTML, as text copied from a browser and as the text of a printed PDF, the page has the same
order: a name, "YOUR UNIT COSTS", sizes each with its points; a name, "2DP", dispositions,
enhancements. So a page is read as a row of tokens (pieces of text), by what follows what, and never
by names of styles. Every token between a name and the last price of its entry must be understood;
marks of what changed since the last update are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from listbuilder.update.read.points_listing import (
    ListedDetachment,
    ListedEnhancement,
    ListedUnit,
    Listing,
    cut_text,
    make_row,
    read_size,
    read_tier,
)
from listbuilder.update.tree import Place, Unread

LEAST_PRICES_READ = 0.9  # of the prices on a page; with fewer the layout is another one

PRICE = re.compile(r"(?P<points>\d[\d,]*)\s*pts\.?", re.IGNORECASE)
_VERSION = re.compile(r"v(?:ersion)?\s*(?P<version>\d+(?:\.\d+)+)", re.IGNORECASE)
_DP = re.compile(r"(?P<dp>\d+)\s*DP", re.IGNORECASE)
_MARKS_OF_CHANGE = re.compile(r"[▲▼]+|\([+\-−–]\s*\d[\d,]*\)(?=\s*\d[\d,]*\s*(?:pts|DP)|\s*$)")
_NOTE = re.compile(r"(?:NEW|(?=.*[A-Z])[^a-z]*\b(?:UPDATED|CHANGED|REMOVED|ADDED))")
_UNIQUE = re.compile(r"unique:\s*(?P<tag>.+)", re.IGNORECASE)
_BEARER_JOINS = re.compile(r"(?P<role>leader|support):\s*(?P<names>.*)", re.IGNORECASE)
_PER = re.compile(r"per\s+(?P<item>.+)", re.IGNORECASE)
_TOGGLES = ("show legends", "hide legends")
_SECTIONS = {"UNITS": False, "DETACHMENTS": None, "LEGENDS": True}


class Token(msgspec.Struct, frozen=True):
    """A piece of text of a page, and where it is.

    `inside` are the numbers of the elements around it, the outermost first; empty if the page has
    no elements. `is_heading`: it is a heading of the page.
    """

    text: str
    line: int
    inside: tuple[int, ...] = ()
    is_heading: bool = False


def read_page(
    tokens: Sequence[Token], file: str, unread: list[Unread], name: str = ""
) -> tuple[Listing, str] | None:
    """Return (listing, version) of the book on a page, or None if it can't be read.

    `name` is the name of the book if the page itself doesn't say it. The reason why a page can't be
    read, and tokens between entries that aren't understood, are added to `unread`.
    """
    page = _Page(_strip_marks(tokens), file, unread)
    return page.read(name)


def _strip_marks(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens without the marks of what changed since the last update."""
    stripped = []
    for token in tokens:
        text = " ".join(_MARKS_OF_CHANGE.sub(" ", token.text).split())
        if text:
            stripped.append(msgspec.structs.replace(token, text=text))
    return stripped


class _Page:
    """A reader of one page, from its first entry to its last."""

    def __init__(self, tokens: list[Token], file: str, unread: list[Unread]) -> None:
        """Prepare to read the page; nothing is read yet."""
        self.pieces, self.file, self.unread = tokens, file, unread
        self.has_elements = any(token.inside for token in tokens)
        self.group, self.legends = "", False
        self.prices_read = 0

    def read(self, name: str) -> tuple[Listing, str] | None:
        """Return the page's book and its version, or None if the page can't be read."""
        starts = [index for index in range(len(self.pieces)) if self._is_start(index)]
        first = starts[0] if starts else len(self.pieces)
        printed, version = self._find_title(first)
        book = printed or name
        if not any(read_tier(self.pieces[start + 1].text) for start in starts):
            reason = 'no unit with its costs ("YOUR UNIT COSTS") was found on it'
            self.unread.append(Unread(Place(self.file), reason, book))
            return None
        listing = Listing(book, Place(self.file))
        self._read_headings(self.pieces[:first])
        for start, end in zip(starts, [*starts[1:], len(self.pieces)], strict=True):
            is_last = end == len(self.pieces)
            listed: ListedUnit | ListedDetachment
            if _DP.fullmatch(self.pieces[start + 1].text):
                leftover, listed = self._read_detachment(start, end, listing)
            else:
                leftover, listed = self._read_unit(start, end, listing)
            self._sort_leftover(leftover, start, listed, is_last)
        prices = sum(PRICE.fullmatch(token.text) is not None for token in self.pieces)
        if self.prices_read < prices * LEAST_PRICES_READ:
            reason = f"only {self.prices_read} of its {prices} prices were understood"
            self.unread.append(Unread(Place(self.file), reason, book))
            return None
        listing.speaks_of = frozenset(("unique", "leader_to", "support_to"))
        self._forget_joined_if_hidden(listing)
        return listing, version

    def _forget_joined_if_hidden(self, listing: Listing) -> None:
        """Forget which units each unit can join if the page hides units of Legends.

        Why: the lists of units to join then lack those of Legends, as if these were removed.
        """
        can_hide = any(token.text.casefold() in _TOGGLES for token in self.pieces)
        if can_hide and not any(unit.legends for unit in listing.units):
            for unit in listing.units:
                unit.leads = unit.supports = None

    def _find_title(self, end: int) -> tuple[str, str]:
        """Return (name of the book, version) from the tokens before `end`, the first entry.

        Each is empty if it isn't there.
        """
        for index, token in enumerate(self.pieces[:end]):
            match = _VERSION.fullmatch(token.text)
            if match is None:
                continue
            before = self.pieces[index - 1].text if index else ""
            return (before if before and before == before.upper() else "", match["version"])
        return "", ""

    def _get_text(self, index: int) -> str:
        """Return the text of a token; empty after the last token."""
        return self.pieces[index].text if index < len(self.pieces) else ""

    def _is_start(self, index: int) -> bool:
        """Return whether the token is the name of a unit or of a detachment."""
        text, following = self._get_text(index), self._get_text(index + 1)
        if read_tier(text) or PRICE.fullmatch(text) or _DP.fullmatch(text):
            return False
        if _DP.fullmatch(following):
            return True
        return read_tier(following) is not None and not self._is_size_or_item(index)

    def _is_size_or_item(self, index: int) -> bool:
        """Return whether the token is a price, or a list of units to join, and so not a name."""
        before = self._get_text(index - 1) if index else ""
        return bool(PRICE.fullmatch(self._get_text(index))) or before.upper() in (
            "LEADER",
            "SUPPORT",
        )

    # --- what stands between entries ---

    def _read_headings(self, tokens: Sequence[Token]) -> None:
        """Set the section and the group for the next entries, by the headings among `tokens`."""
        for token in tokens:
            if token.is_heading or (not self.has_elements and token.text.upper() in _SECTIONS):
                self._begin_section(token.text)

    def _begin_section(self, heading: str) -> None:
        """Set the section or the group of units, by its `heading`, for the next entries."""
        if heading.upper() in _SECTIONS:
            self.group = ""
            self.legends = bool(_SECTIONS[heading.upper()])
        else:
            self.group = heading

    def _sort_leftover(
        self, leftover: list[int], start: int, listed: ListedUnit | ListedDetachment, is_last: bool
    ) -> None:
        """Handle the tokens that no entry used: begin sections, and report what isn't understood.

        `start` is the first token of the entry before them, and `listed` is that entry. Tokens
        inside of its element, and all if the page has no elements, are reported there. After the
        last entry there is only the foot of the page, which isn't reported.
        """
        card = self._find_card(start, leftover)
        for position, index in enumerate(leftover):
            token = self.pieces[index]
            is_inside = self.has_elements and token.inside[: len(card)] == card
            if token.is_heading:
                self._begin_section(token.text)
            elif _NOTE.fullmatch(token.text):
                continue
            elif is_inside:
                listed.add_not_understood(token.text)
            elif is_last:
                return
            elif self.has_elements:
                place = self._make_place(index)
                self.unread.append(Unread(place, f"not understood: {cut_text(token.text)}"))
            elif token.text.upper() in _SECTIONS or (
                position == len(leftover) - 1 and token.text == token.text.upper()
            ):
                self._begin_section(token.text)
            else:
                listed.add_not_understood(token.text)

    def _find_card(self, start: int, leftover: Sequence[int]) -> tuple[int, ...]:
        """Return the innermost element around all tokens that an entry used.

        `start` is the entry's name, and `leftover` are the tokens that it didn't use. The element
        is given by the numbers of all elements around it, the outermost first.
        """
        card = self.pieces[start].inside
        skipped = set(leftover)
        index = start + 1
        while index < len(self.pieces) and index not in skipped and not self._is_start(index):
            inside = self.pieces[index].inside
            common = 0
            while common < min(len(card), len(inside)) and card[common] == inside[common]:
                common += 1
            card = card[:common]
            index += 1
        return card

    def _make_place(self, index: int) -> Place:
        """Return the place of a token in the file."""
        token = self.pieces[index]
        return Place(self.file, f"line {token.line}: {cut_text(token.text)}")

    # --- entries ---

    def _read_unit(self, start: int, end: int, listing: Listing) -> tuple[list[int], ListedUnit]:
        """Add the unit whose name is at `start` to the listing; return it and the unused tokens."""
        unit = ListedUnit(self._get_text(start), self._make_place(start))
        unit.group, unit.legends = self.group, self.legends
        unit.leads, unit.supports = [], []
        listing.units.append(unit)
        leftover = []
        index = start + 1
        while index < end:
            text = self._get_text(index)
            copies = read_tier(text)
            if copies is not None:
                index = self._read_sizes(index + 1, end, copies[0], unit)
            elif text.upper() == "WARGEAR OPTIONS":
                index = self._read_wargear(index + 1, end, unit)
            elif text.upper() in ("LEADER", "SUPPORT") and index + 1 < end:
                names, index = self._read_names(index + 1, end)
                (unit.leads if text.upper() == "LEADER" else unit.supports).extend(names)
            else:
                leftover.append(index)
                index += 1
        return leftover, unit

    def _read_sizes(self, index: int, end: int, first_copy: int, unit: ListedUnit) -> int:
        """Add the sizes and prices from `index` on to the unit; return where they end."""
        count = 0
        while price := self._get_price(index + 1, end):
            size = read_size(self._get_text(index))
            if size is None:
                unit.add_not_understood(self._get_text(index))
            else:
                unit.rows.append(make_row(size, price, first_copy))
            count += 1
            index += 2
        self.prices_read += count
        if not count:
            unit.add_not_understood(self._get_text(index - 1))
        return index

    def _read_wargear(self, index: int, end: int, unit: ListedUnit) -> int:
        """Add the wargear with a price from `index` on to the unit; return where it ends."""
        while (points := self._get_price(index + 1, end)) is not None:
            match = _PER.fullmatch(self._get_text(index))
            if match is None:
                unit.add_not_understood(self._get_text(index))
            else:
                unit.rows.append({"add_item": match["item"], "points": points})
            self.prices_read += 1
            index += 2
        return index

    def _get_price(self, index: int, end: int) -> int | None:
        """Return the points in the token at `index`, or None if it isn't a price before `end`."""
        match = PRICE.fullmatch(self._get_text(index)) if index < end else None
        return int(match["points"].replace(",", "")) if match else None

    def _read_names(self, index: int, end: int) -> tuple[list[str], int]:
        """Return the names of the list at `index`, and where it ends.

        A list that ends with a comma continues in the next token.
        """
        text = self._get_text(index)
        while text.endswith(",") and index + 1 < end:
            index += 1
            text += " " + self._get_text(index)
        return [name.strip() for name in text.split(",") if name.strip()], index + 1

    def _read_detachment(
        self, start: int, end: int, listing: Listing
    ) -> tuple[list[int], ListedDetachment]:
        """Add the detachment named at `start` to the listing; return it and the unused tokens."""
        detachment = ListedDetachment(self._get_text(start), self._make_place(start))
        match = _DP.fullmatch(self._get_text(start + 1))
        assert match is not None
        detachment.dp = int(match["dp"])
        detachment.dispositions, detachment.unique = [], ""
        listing.detachments.append(detachment)
        leftover = []
        has_heading = False
        index = start + 2
        while index < end:
            text = self._get_text(index)
            points = self._get_price(index + 1, end)
            joins = _BEARER_JOINS.fullmatch(text)
            if unique := _UNIQUE.fullmatch(text):
                detachment.unique = unique["tag"]
            elif text.upper() == "ENHANCEMENTS":
                has_heading = True
            elif has_heading and points is not None and not PRICE.fullmatch(text):
                enhancement = ListedEnhancement(text, self._make_place(index), points=points)
                detachment.enhancements.append(enhancement)
                self.prices_read += 1
                index += 1
            elif joins and detachment.enhancements:
                names, index = self._read_names(index if joins["names"] else index + 1, end)
                if joins["names"]:
                    names[0] = names[0].partition(":")[2].strip()
                last = detachment.enhancements[-1]
                (last.leads if joins["role"].lower() == "leader" else last.supports).extend(names)
                continue
            elif self._is_disposition(index, has_heading):
                detachment.dispositions.append(text)
            else:
                leftover.append(index)
            index += 1
        return leftover, detachment

    def _is_disposition(self, index: int, has_heading: bool) -> bool:
        """Return whether the token is a disposition, printed in capitals above the enhancements.

        `has_heading`: the heading of the enhancements is already past.
        """
        token = self.pieces[index]
        if has_heading or token.is_heading or _NOTE.fullmatch(token.text):
            return False
        is_banner = token.text == token.text.upper() and ":" not in token.text
        return is_banner and token.text not in _SECTIONS
