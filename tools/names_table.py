"""docs/names.md: how many of the names of each game and kind are shown in Japanese and Chinese.

`python -m tools.names_table` writes it; `--check` (of `make lint`) says whether it is as the data is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n import names
from listbuilder.model.base import fold
from listbuilder.yamlio import reader

FILE = Path(__file__).resolve().parent.parent / "docs" / "names.md"
LANGS = ("ja", "zh")
_VALUE = re.compile(r" \(?[D\d+][\dD+\"/().-]*$")
# Lists of the data whose texts are names, and what they are called here; other lists of things that have a `name` are a
# kind of their own.
TEXTS = {
    "keywords": "keywords",
    "faction_keywords": "keywords",
    "core_abilities": "core abilities",
    "abilities": "abilities",
}
AS = {"weapons": "weapons and wargear", "units": "units", "": "factions and boxes"}
LEFT_OUT = {
    "sizes",
    "options",
    "points",
    "releases",
    "sources",
    "stats",
    "compositions",
    "unit_price_changes",
}


def yield_names(node: Any, under: str = "") -> Iterator[tuple[str, str]]:
    """Yield the kind and the name of everything in a data file."""
    if isinstance(node, dict):
        name = node.get("name") or (node.get("item") if under == "weapons" else None)
        if isinstance(name, str) and under not in LEFT_OUT:
            yield AS.get(under, under.replace("_", " ")), name
        for key, child in node.items():
            yield from yield_names(child, key)
    elif isinstance(node, list):
        for child in node:
            if isinstance(child, str) and under in TEXTS:
                yield TEXTS[under], _VALUE.sub("", child)
            else:
                yield from yield_names(child, under)


def yield_rows() -> Iterator[tuple[str, str, int, dict[str, tuple[int, int]]]]:
    """Yield a game, a kind, how many names it has, and by language how many are printed and likely."""
    library = Library()
    for game in SYSTEMS:
        found: dict[str, set[str]] = {}
        for file in library.list_all_files(game, get_game(game).get_data_kinds()).values():
            if "history" in file.parts or file.stem == "rules":
                continue
            for kind, name in yield_names(
                reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data
            ):
                found.setdefault(kind, set()).add(fold(name))
        title = get_game(game).load_rulebook(library)
        for kind, known in sorted(found.items(), key=lambda each: -len(each[1])):
            shares = {}
            for lang in LANGS:
                called = names.get_name_tables(names.make_game_language(lang, game))
                printed = len(known & called.shown.keys())
                shares[lang] = (printed, len(known & (called.likely.keys() - called.shown.keys())))
            yield f"{title.name} ({title.edition})", kind, len(known), shares


def make_page() -> str:
    """Return the page docs/names.md as the data is now."""
    lines = [
        "# Names in Japanese and Chinese",
        "",
        "How many names in today's data are shown in the reader's language. The first number counts names that the publisher",
        "prints; after a `+` come names that several players write in the publisher's style, shown with the English name.",
        "Names that only fans have translated are found by a search but never shown. "
        "`python -m tools.names_table` writes this page.",
        "",
        "| Game | Kind | Names | Japanese | | Chinese | |",
        "| --- | --- | --: | --: | --: | --: | --: |",
    ]
    before = ""
    for game, kind, count, shares in yield_rows():
        cells = [cell for lang in LANGS for cell in _make_cells(*shares[lang], count)]
        lines.append(
            f"| {game if game != before else ''} | {kind} | {count} | {' | '.join(cells)} |"
        )
        before = game
    return "\n".join(lines) + "\n"


def _make_cells(printed: int, likely: int, count: int) -> tuple[str, str]:
    """Return two cells of the table: the names as numbers, and as a share of all `count`."""
    return (
        f"{printed}{f' + {likely}' if likely else ''}",
        f"{100 * (printed + likely) / count:.0f} %",
    )


def main(check: bool) -> int:
    """Write the page, or with `check` only say whether it is up to date; return the exit code."""
    text = make_page()
    if not check:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.read_text(encoding="utf-8") == text:
        return 0
    print(
        f"{FILE.relative_to(paths.get_root())} is not as the data is; run python -m tools.names_table",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
