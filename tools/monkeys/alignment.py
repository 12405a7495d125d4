"""Find lines of a screen that are wider or narrower than the screen says: after one, every border to its right has moved."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual.app import App
from textual.geometry import Region

from listbuilder.tui.widgets.rows import Rows


def misaligned(app: App[Any]) -> list[str]:
    """Return one sentence for each line that has a wrong width, as a whole or within one widget. Empty if all is well."""
    screen = app.screen
    width, height = app.size
    lines = screen._compositor.render_strips()
    found = [f"{len(lines)} lines on a screen of {height}"] if len(lines) != height else []
    for y, strip in enumerate(lines):
        text = "".join(segment.text for segment in strip)
        if cell_len(text) != width:
            found.append(f"line {y} has {cell_len(text)} cells of {width}: {text!r}")
    for widget, (region, _) in screen._compositor.visible_widgets.items():
        if not region.area:
            continue
        for y, painted in enumerate(widget.render_lines(Region(0, 0, *region.size))):
            if cell_len(painted.text) != region.width:
                found.append(
                    f"{widget!r} line {y} has {cell_len(painted.text)} cells of {region.width}: {painted.text!r}"
                )
        if isinstance(widget, Rows):
            found += [f"{widget!r} loses the end of {text!r}" for text in cut_off(widget)]
    return found


def cut_off(rows: Rows) -> list[str]:
    """Return the lines that were laid out for more room than `rows` has, so that the end of them is not seen."""
    width = rows.scrollable_content_region.width
    pieces = (
        (each.indent * " " + each.mark + each.left + each.tail + each.right, each.indent)
        for each in rows._drawn
    )
    return [text for text, _ in pieces if cell_len(text) > width]
