"""The colours of the builder: those of Textual's theme, corrected until they can be read.

Every colour of text has a contrast of at least LEAST to each background it may stand on, in every
theme. The accent of the faction whose list is open takes the place of the theme's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from textual.color import Color

from listbuilder.yamlio import reader

LEAST = 4.5  # WCAG 2, level AA, for text
LEAST_GRAPHIC = 3.0  # the same for bars and borders
STEP = 0.05  # share of black or white by which a colour is corrected at a time
SERIES = (0, 180, 60, 240, 120, 300)  # degrees from the accent: the colours of a bar's parts
LEAST_SATURATION, LIGHTNESS = 0.4, 0.55  # of these colours
TEXTS = ("primary", "secondary", "warning", "error", "success", "accent")
BLACK, WHITE = Color(0, 0, 0), Color(255, 255, 255)
_ACCENTS = Path(__file__).parent / "accents.yaml"


@cache
def load_accents() -> dict[str, str]:
    """Return the accents of factions, chapters and boxes by their English names."""
    data = reader.read_yaml(_ACCENTS.read_bytes(), _ACCENTS.name, reader.DATA_BYTES).data
    return {str(name): str(color) for name, color in data.items()}


def find_accent(names: Iterable[str]) -> str | None:
    """Return the accent of the last of an army's `names` that has one; None if none has.

    Why the last: the faction comes first, and a chapter is more specific.
    """
    accents = load_accents()
    return next((accents[name] for name in reversed(list(names)) if name in accents), None)


def compute_luminance(color: Color) -> float:
    """Return the relative luminance of `color` as WCAG 2 defines it, from 0 to 1."""
    parts = []
    for value in (color.r, color.g, color.b):
        share = value / 255
        parts.append(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def compute_contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    darker, lighter = sorted((compute_luminance(one), compute_luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def choose_text_color(background: Color) -> Color:
    """Return black or white, whichever can be read better on `background`.

    One of the two always has a contrast of at least 4.5.
    """
    return max((BLACK, WHITE), key=lambda color: compute_contrast(color, background))


def correct_color(color: Color, backgrounds: Sequence[Color], least: float = LEAST) -> Color:
    """Return `color`, made lighter or darker until it can be read on all `backgrounds`.

    It is changed as little as possible. `least`: the contrast that it needs.
    """
    worst = min(backgrounds, key=lambda background: compute_contrast(color, background))
    goal = choose_text_color(worst)
    share, corrected = 0.0, color
    while share < 1.0 and any(
        compute_contrast(corrected, background) < least for background in backgrounds
    ):
        share = min(share + STEP, 1.0)
        corrected = color.blend(goal, share, alpha=1.0)
    return corrected


def make_variables(variables: Mapping[str, str], accent: str | None = None) -> dict[str, str]:
    """Return the CSS variables of a theme with all colours of text corrected, and our own added.

    `variables`: those of the theme. `accent`: the colour of a faction, by default the theme's. A
    theme that leaves its colours to the terminal keeps them; there, the cursor is drawn in reverse.
    """
    own = dict(variables)
    if "ansi" in own["foreground"] or own["surface"] == "transparent":
        return own | _make_terminal_variables(own)
    background, surface, panel = (
        Color.parse(own[name]) for name in ("background", "surface", "panel")
    )
    given = Color.parse(accent) if accent is not None else None
    primary = given or Color.parse(own["primary"])
    foreground = Color.parse(own["foreground"])
    stripe = surface.blend(choose_text_color(surface), 0.05, alpha=1.0)
    field = surface.blend(choose_text_color(surface), 0.09, alpha=1.0)
    quiet = surface.blend(primary, 0.3, alpha=1.0)
    below = [background, surface, panel, stripe, field]
    foreground = correct_color(foreground, [*below, quiet])
    own["foreground"] = foreground.hex
    own["text-muted"] = correct_color(surface.blend(foreground, 0.6, alpha=1.0), below).hex
    for name in TEXTS:
        own[f"text-{name}"] = correct_color(Color.parse(own[f"text-{name}"]), below).hex
    if given is not None:
        own["text-accent"] = own["text-primary"] = correct_color(given, below).hex
    own |= {
        "frame": surface.blend(foreground, 0.3, alpha=1.0).hex,
        "frame-focus": correct_color(primary, [background, surface], LEAST_GRAPHIC).hex,
        "stripe": stripe.hex,
        "field": field.hex,
        "cursor-background": primary.hex,
        "cursor-text": choose_text_color(primary).hex,
        "cursor-style": "bold",
        "cursor-quiet-background": quiet.hex,
        "cursor-quiet-text": foreground.hex,
        "cursor-quiet-style": "none",
    }
    for name in ("success", "warning", "error"):
        fill = Color.parse(own[f"text-{name}"])
        own[f"fill-{name}"], own[f"on-{name}"] = fill.hex, choose_text_color(fill).hex
    hue, saturation, _ = primary.hsl
    for number, degrees in enumerate(SERIES, 1):
        turned = (hue + degrees / 360) % 1
        color = Color.from_hsl(turned, max(saturation, LEAST_SATURATION), LIGHTNESS)
        own[f"series-{number}"] = correct_color(color, below, LEAST_GRAPHIC).hex
    return own


def _make_terminal_variables(theme: Mapping[str, str]) -> dict[str, str]:
    """Return our own variables for a theme that leaves all colours to the terminal."""
    own = {
        "frame": "ansi_default",
        "frame-focus": theme["primary"],
        "stripe": "transparent",
        "field": "transparent",
        "cursor-background": "ansi_default",
        "cursor-text": "ansi_default",
        "cursor-style": "bold reverse",
        "cursor-quiet-background": "ansi_default",
        "cursor-quiet-text": "ansi_default",
        "cursor-quiet-style": "reverse",
    }
    for name in ("success", "warning", "error"):
        own[f"fill-{name}"], own[f"on-{name}"] = theme[name], "ansi_black"
    for number, name in enumerate(TEXTS, 1):
        own[f"series-{number}"] = theme[name]
    return own
