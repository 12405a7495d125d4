"""Page numbers in a table of contents.

They are known only when the page is reached, so they stand there as forms, drawn later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

_WIDTH, _HEIGHT, _SIZE = 30, 10, 8


def make_page_number(place: int) -> Flowable:
    """Return the flowable that shows on which page the part numbered `place` begins."""
    from reportlab.platypus import Flowable

    class PageNumber(Flowable):  # type: ignore[misc]
        """The number of the page on which the part begins."""

        def wrap(self, *_: float) -> tuple[float, float]:
            """Return the room that a page number takes, as ReportLab asks for it."""
            return _WIDTH, _HEIGHT

        def draw(self) -> None:
            """Draw the form that holds the page number."""
            self.canv.doForm(_make_form_name(place))

    return PageNumber()


def make_page_anchor(place: int) -> Flowable:
    """Return the invisible flowable that marks where the part numbered `place` begins.

    When it is drawn, it writes the number of its page into the form shown in the table of contents.
    """
    from reportlab.platypus import Flowable

    class PageAnchor(Flowable):  # type: ignore[misc]
        """The place where the part begins, which takes no room."""

        def wrap(self, *_: float) -> tuple[float, float]:
            """Return no width and no height, as ReportLab asks for them."""
            return 0, 0

        def draw(self) -> None:
            """Write the number of the page that is being drawn into the form of this part."""
            canvas = self.canv
            number = str(canvas.getPageNumber())
            canvas.beginForm(_make_form_name(place), 0, 0, _WIDTH, _HEIGHT)
            canvas.setFont("Helvetica", _SIZE)
            canvas.drawRightString(_WIDTH, 1, number)
            canvas.endForm()

    return PageAnchor()


def _make_form_name(place: int) -> str:
    """Return the name of the form that holds the page number of the part at `place`."""
    return f"page-{place}"
