"""An imported list: its roster, the account of its lines, and how well it fits its game."""

from __future__ import annotations

import msgspec

from listbuilder.formats import points_differences
from listbuilder.formats.parsed import ParsedList
from listbuilder.formats.source import Source
from listbuilder.history.best_date import StatedPrice
from listbuilder.model.finding import Note
from listbuilder.model.imported import Imported
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument

SEALED = "listbuilder"  # the format of our own html, pdf, json, svg and qr exports


class Import(msgspec.Struct):
    """A list in our own format, with the account of how it came to be one."""

    document: YamlDocument | None
    account: Imported
    parsed: ParsedList
    source: Source
    stated: list[StatedPrice] = []
    """The prices that the list states, each with the thing it is the price of."""
    position: Position | None = None
    """The roster as of the list's date. It is read and judged once, whoever asks."""
    seeming: tuple[bool, int] = (False, 0)
    """The measure of how far the list was read as of the first date that was tried."""
    explained: list[Note] | None = None
    """The notes on the stated points; None until somebody asks for them."""

    @property
    def rank(self) -> tuple[bool, int]:
        """Return a pair to compare how far two lists were read; the greater pair is read further.

        First comes whether a roster could be made, then the number of unread lines, negated.
        """
        return self.document is not None, -len(self.account.unread)

    @property
    def unit_count(self) -> int:
        """Return the number of units in the roster; 0 without a roster.

        If the roster has no plain list of units, it is the number of units read from the text.
        """
        if self.document is None:
            return 0
        return len(self.document.data.get("units", self.parsed.units))


def explain_points(imported: Import) -> list[Note]:
    """Return notes on how the stated points of a list differ from the computed ones.

    Empty for lists without an army, and for exports of our own. The notes are worked out once and
    kept in `imported`.
    """
    if imported.explained is None:
        position = imported.position
        imported.explained = []
        if position and position.army is not None and imported.account.format != SEALED:
            imported.explained = points_differences.explain_differences(position, imported)
    return imported.explained


PERFECT = (1.0, 1.0, 0, 1.0)  # the score of a list that fits a game in every way
_SECOND = "unread_second_detachment"


def score_fit(imported: Import) -> tuple[float, float, int, float]:
    """Return a tuple for how well a list fits the game it was imported as; more is better.

    In order: the share of stated prices that agree on the list's day times the share of units
    known, the share of prices that agree, the number of unread lines (negated), the share of units
    known. A list without a roster has the worst score. A list with a second detachment, in an
    edition that allows only one, has the next worst, whatever its prices.
    """
    if imported.document is None:
        return (-1.0, 0.0, 0, 0.0)
    if any(problem.key == _SECOND for problem in imported.account.unread):
        return (-0.5, 0.0, 0, 0.0)
    day_found = imported.account.day
    agreeing = day_found.agreeing / day_found.stated if day_found and day_found.stated else 1.0
    units = imported.unit_count / max(1, len(imported.parsed.units))
    return (agreeing * units, agreeing, -len(imported.account.unread), units)
