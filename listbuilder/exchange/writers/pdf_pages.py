"""Page numbers in a table of contents: known only when the page is reached, so they stand there as forms, drawn later."""

from __future__ import annotations

from typing import Any

_WIDTH, _HEIGHT, _SIZE = 30, 10, 8


def page_of(place: int) -> Any:
    """What shows the page on which that part begins."""
    from reportlab.platypus import Flowable

    class PageOf(Flowable):  # type: ignore[misc]
        def wrap(self, *_: float) -> tuple[float, float]:
            return _WIDTH, _HEIGHT

        def draw(self) -> None:
            self.canv.doForm(_name(place))

    return PageOf()


def begins(place: int) -> Any:
    """What stands where the part begins, and takes no room."""
    from reportlab.platypus import Flowable

    class Begins(Flowable):  # type: ignore[misc]
        def wrap(self, *_: float) -> tuple[float, float]:
            return 0, 0

        def draw(self) -> None:
            canvas = self.canv
            number = str(canvas.getPageNumber())
            canvas.beginForm(_name(place), 0, 0, _WIDTH, _HEIGHT)
            canvas.setFont("Helvetica", _SIZE)
            canvas.drawRightString(_WIDTH, 1, number)
            canvas.endForm()

    return Begins()


def _name(place: int) -> str:
    return f"page-{place}"
