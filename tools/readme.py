"""Run the commands that README*.md and docs/*.md show and put their output in: python -m tools.readme [--check]

A block begins with `<!-- output: listbuilder check FILE -->` and ends with `<!-- end -->`. With `pasted FILE | ` before the
command, the file is its standard input, and the page shows how to paste it. `<!-- file: PATH -->` shows a file, and a name of
TABLES a table made from the code. `--check` only says which pages are out of date.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("README*.md"), *(ROOT / "docs").glob("*.md")])
PICTURE = ROOT / "docs" / "check.svg"
BLOCK = re.compile(
    r"<!-- output: (?:pasted (\S+) \| )?listbuilder (.+?) -->\n.*?<!-- end -->", re.DOTALL
)
FILE = re.compile(r"<!-- file: (\S+) -->\n.*?<!-- end -->", re.DOTALL)
TABLE = re.compile(r"<!-- (keys|formats read|formats written) -->\n.*?<!-- end -->", re.DOTALL)
PASTE = "pbpaste"
PICTURED = "check examples/40k-11e/illegal/11E-10-unit-limit-incursion.yaml"
COLUMNS = 80
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": str(COLUMNS), "NO_COLOR": ""}


def run_program(words: str, pasted: str | None = None) -> str:
    """Return what the program prints for `words`, with the file `pasted` as its standard input."""
    command = [sys.executable, "-m", "listbuilder", *shlex.split(words)]
    given = (ROOT / pasted).read_text(encoding="utf-8") if pasted else None
    done = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        input=given,
        env=ENVIRONMENT,
        check=False,
    )
    return "\n".join(line.rstrip() for line in (done.stdout + done.stderr).splitlines())


def fill_page(text: str) -> str:
    """Return a page with the current output in each block."""

    def fill_block(match: re.Match[str]) -> str:
        pasted, words = match.groups()
        head = match[0].partition("\n")[0]
        prompt = f"$ {PASTE} | listbuilder {words}" if pasted else f"$ listbuilder {words}"
        shown = f"{prompt}\n{run_program(words, pasted)}".rstrip()
        return f"{head}\n```\n{shown}\n```\n<!-- end -->"

    def fill_file(match: re.Match[str]) -> str:
        path = ROOT / match[1]
        return f"<!-- file: {match[1]} -->\n```{path.suffix[1:]}\n{path.read_text(encoding='utf-8').rstrip()}\n```\n<!-- end -->"

    def fill_table(match: re.Match[str]) -> str:
        lines = "\n".join(f"| {' | '.join(row)} |" for row in TABLES[match[1]]())
        return f"<!-- {match[1]} -->\n{lines}\n<!-- end -->"

    return TABLE.sub(fill_table, FILE.sub(fill_file, BLOCK.sub(fill_block, text)))


def _yield_keys() -> Iterator[tuple[str, ...]]:
    """Yield the keys of the builder, one row for each action."""
    from listbuilder.i18n.messages import say
    from listbuilder.tui.keymap import ACTIONS, format_key

    words = ROOT / "listbuilder" / "tui" / "words.yaml"
    yield from (("key", "action", "works in"), ("---", "---", "---"))
    for action in ACTIONS:
        keys = " ".join(f"`{format_key(key)}`" for key in action.keys)
        panes = ", ".join(say(words, f"pane.{pane}", "en", {}) for pane in action.panes)
        everywhere = len(action.panes) == len(ACTIONS[-1].panes)
        yield (
            keys,
            say(words, f"action.{action.id}", "en", {}),
            "everywhere" if everywhere else panes,
        )


_GAMES = {"wh40k": "Warhammer 40,000", "aos": "Age of Sigmar"}  # by kind of army


def _name_games(kinds: tuple[str, ...]) -> str:
    """Return the names of the games with these kinds of army."""
    return ", ".join(_GAMES[kind] for kind in kinds) or "all"


def _yield_formats_read() -> Iterator[tuple[str, ...]]:
    """Yield the formats that lists are read in."""
    from listbuilder.formats.registry import READERS

    yield from (("written by", "`--from`", "games"), ("---", "---", "---"))
    for name, form in sorted(READERS.items(), key=lambda item: item[1].called.casefold() or "~"):
        yield form.called or "unknown app, with brackets", f"`{name}`", _name_games(form.kinds)


def _yield_formats_written() -> Iterator[tuple[str, ...]]:
    """Yield the formats that lists are exported in."""
    from listbuilder.formats.registry import WRITERS
    from listbuilder.i18n.messages import say

    words = ROOT / "listbuilder" / "tui" / "words.yaml"
    yield from (("`--to`", "what it is", "games"), ("---", "---", "---"))
    for name, form in WRITERS.items():
        yield (
            f"`{name}`",
            say(words, f"export.form.{name.replace('-', '_')}", "en", {}),
            _name_games(form.kinds),
        )


TABLES: dict[str, Callable[[], Iterator[tuple[str, ...]]]] = {
    "keys": _yield_keys,
    "formats read": _yield_formats_read,
    "formats written": _yield_formats_written,
}


def draw_picture() -> str:
    """Return an SVG of the output as a terminal shows it, with colours."""
    script = f"import sys; sys.stdout.isatty = lambda: True; from listbuilder.cli.main import run;run({shlex.split(PICTURED)!r})"
    environment = {name: value for name, value in ENVIRONMENT.items() if name != "NO_COLOR"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", env=environment, check=False
    )
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(f"$ listbuilder {PICTURED}\n{done.stdout}"))
    return console.export_svg(title="listbuilder", unique_id="listbuilder-check")


def main() -> int:
    """Write the pages and the picture, or with `--check` name those that are out of date."""
    texts = {file: file.read_text(encoding="utf-8") for file in PAGES}
    new, image = {file: fill_page(text) for file, text in texts.items()}, draw_picture()
    stale = [file.name for file in PAGES if new[file] != texts[file]]
    if not PICTURE.is_file() or PICTURE.read_text(encoding="utf-8") != image:
        stale.append(PICTURE.name)
    if "--check" in sys.argv:
        if stale:
            print(f"{', '.join(stale)}: out of date; run python -m tools.readme")
        return 1 if stale else 0
    for file, text in new.items():
        if text != texts[file]:
            file.write_text(text, encoding="utf-8")
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(image, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
