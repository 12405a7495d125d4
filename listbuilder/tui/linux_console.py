"""The builder on the Linux console, whose font has only a few hundred characters."""

from __future__ import annotations

import os
from functools import cache

from textual.driver import Driver

NAME = "linux"  # what TERM is there

# Each is replaced by one of the same width; those on the right are in every font of the console.
SIGNS = str.maketrans(
    {
        "✓": "√",
        "✗": "x",
        "△": "▲",
        "◆": "♦",
        "●": "•",
        "⏎": "┘",
        "‹": "<",
        "›": ">",
        "▸": "►",
        "▾": "▼",
        "▶": "►",
        "★": "*",
        "⇣": "↓",
        "↺": "←",
        "…": "~",
        "–": "-",
        "—": "-",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "†": "+",
        "×": "x",
        "╭": "┌",
        "╮": "┐",
        "╰": "└",
        "╯": "┘",
        "▔": "─",
        "▁": "_",
        "▏": "│",
        "▕": "│",
        "▎": "│",
        "▊": "█",
        "▚": "▒",
        "🔎": "> ",
    }
)


def is_linux_console() -> bool:
    """Return whether the terminal is the console of Linux."""
    return os.environ.get("TERM") == NAME


@cache
def make_plain_driver(driver_class: type[Driver]) -> type[Driver]:
    """Return a driver like `driver_class` that writes only characters that the console can show."""

    def write(self: Driver, data: str) -> None:
        """Write `data` with plain signs."""
        driver_class.write(self, data.translate(SIGNS))

    return type("PlainDriver", (driver_class,), {"write": write})
