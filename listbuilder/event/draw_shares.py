"""The picture of what is played at an event: a bar for each faction, divided by detachments.

It is drawn as SVG within the page, in the page's colours, with the numbers as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from listbuilder.event.desk_row import DeskRow
from listbuilder.event.message import say
from listbuilder.i18n.messages import Lang
from listbuilder.i18n.terminal_width import count_cells, cut_with_ellipsis

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_BARS = 24  # factions with a bar; no game has more than 40, and an event hardly that many
WIDTH = 360  # units of the picture, which is as wide as its place
_ROW = 46  # from one bar to the next
_BAR = 12
_MOST_NAME = 34  # cells of a faction's name beside its numbers
_MOST_PARTS = 58  # cells of the names of detachments below a bar
_SHADES = (1.0, 0.72, 0.5, 0.34, 0.22)


def draw_shares(rows: Iterable[DeskRow], lang: Lang) -> Markup:
    """Return the picture of the factions and detachments of `rows`, or "" if none is known.

    A list with several detachments counts for each of them, and has a part of the bar's width for
    each.
    """
    from markupsafe import Markup, escape

    factions: Counter[str] = Counter()
    lists: dict[str, Counter[str]] = {}
    widths: dict[str, dict[str, float]] = {}
    for row in rows:
        entry = row.entry
        if not entry.faction:
            continue
        factions[entry.faction] += 1
        labels = [label for label in dict.fromkeys(entry.labels) if label != entry.faction]
        for label in labels:
            lists.setdefault(entry.faction, Counter())[label] += 1
            own = widths.setdefault(entry.faction, {})
            own[label] = own.get(label, 0.0) + 1 / len(labels)
    if not factions:
        return Markup()
    shown = factions.most_common(MOST_BARS)
    total, most = factions.total(), shown[0][1]
    pieces = [
        f'<svg class="shares" viewBox="0 0 {WIDTH} {_ROW * len(shown)}" role="img"'
        f' aria-label="{escape(say("page.shares", lang))}">'
    ]
    for number, (faction, count) in enumerate(shown):
        top = _ROW * number
        share = say("page.share", lang, count=count, percent=round(100 * count / total))
        name = escape(cut_with_ellipsis(faction, _MOST_NAME))
        pieces.append(f'<text x="0" y="{top + 11}" class="name">{name}</text>')
        pieces.append(f'<text x="{WIDTH}" y="{top + 11}" class="count">{escape(share)}</text>')
        pieces += _yield_bar(top + 16, WIDTH * count / most, count, widths.get(faction, {}))
        parts = _name_parts(lists.get(faction, Counter()))
        pieces.append(f'<text x="0" y="{top + 39}" class="parts">{escape(parts)}</text>')
    pieces.append("</svg>")
    return Markup("".join(pieces))


def _yield_bar(top: int, length: float, count: int, widths: dict[str, float]) -> Iterator[str]:
    """Yield the SVG elements of one faction's bar: its background, then a part per detachment.

    `count`: the number of the faction's lists. `widths`: how many of them each detachment counts
    for; the widest part comes first.
    """
    from markupsafe import escape

    yield f'<rect x="0" y="{top}" width="{length:.1f}" height="{_BAR}" class="back"/>'
    left = 0.0
    for place, label in enumerate(sorted(widths, key=widths.__getitem__, reverse=True)):
        part = length * widths[label] / count
        shade = _SHADES[min(place, len(_SHADES) - 1)]
        yield (
            f'<rect x="{left:.1f}" y="{top}" width="{max(0.0, part - 1):.1f}"'
            f' height="{_BAR}" opacity="{shade}"><title>{escape(label)}</title></rect>'
        )
        left += part


def _name_parts(labels: Counter[str]) -> str:
    """Return the most frequent detachments with their numbers, as many as there is room for."""
    text = ""
    for label, count in labels.most_common():
        longer = " · ".join(filter(None, (text, f"{label} {count}")))
        if count_cells(longer) > _MOST_PARTS:
            return f"{text} · …" if text else cut_with_ellipsis(longer, _MOST_PARTS)
        text = longer
    return text
