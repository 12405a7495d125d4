"""What the tests of exports share: the rosters, and one export of one of them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from listbuilder.data.library import Library
from listbuilder.formats import registry
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Audience, Printout, Wish
from listbuilder.formats.registry import export_printout
from listbuilder.games.registry import get_game
from listbuilder.i18n.messages import Lang
from listbuilder.roster.position import Position
from listbuilder.version import VERSION

LIBRARY = Library()
ROSTERS = Path(__file__).resolve().parents[1] / "rosters"
EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
GAMES = (
    "warhammer-40k-10e",
    "age-of-sigmar-4e",
    "combat-patrol",
    "combat-patrol-11e",
    "spearhead",
    "space-marine-heroes",
)
LANGS: tuple[Lang, ...] = ("en", "ja", "zh")
OWN_WORDS = (
    "text",
    "markdown",
    "html",
    "pdf",
    "json",
    "svg",
    "qr",
)  # forms that speak the reader's language


@cache
def judged(file: Path) -> Position:
    return Position.read(file.read_bytes(), file.name, LIBRARY)


def sheet(
    file: Path,
    form: str,
    lang: Lang = "en",
    audience: Audience = "opponent",
    formations: bool = False,
) -> Printout:
    made = make_printout(judged(file), LIBRARY, Wish(form, lang, audience, formations))
    assert made is not None, judged(file).problems
    return made


def exported(
    file: Path,
    form: str,
    lang: Lang = "en",
    audience: Audience = "opponent",
    formations: bool = False,
) -> bytes:
    return export_printout(sheet(file, form, lang, audience, formations))


def forms_of(game: str) -> list[str]:
    return list(registry.get_export_forms(get_game(game)))


def steady(content: bytes) -> str:
    """An export without what every change of the data or of the look changes: hashes, seals, codes, styles."""
    text = content.decode()
    text = re.sub(r"LB1:[0-9A-Z+\-./:]+(?:\n[0-9A-Z+\-./:]{20,})*", "SEAL", text)
    text = re.sub(
        r"\b[0-9a-f]{64}\b|\b[0-9a-f]{16}\b|\b[0-9a-f]{4}(?:-[0-9a-f]{4}){3}\b", "HASH", text
    )
    text = re.sub(r"<style>.*?</style>", "<style/>", text, flags=re.DOTALL)
    text = re.sub(
        r'<svg[^>]*><path.*?</svg>|<svg[^>]*class="qr".*?</svg>', "<svg/>", text, flags=re.DOTALL
    )
    text = re.sub(r"(?:^[█▀▄ ]{40,}\n)+", "CODE\n", text, flags=re.MULTILINE)
    return text.replace(VERSION, "VERSION")
