"""Keeps README.md and its translations true: runs the commands it shows and puts in what they print.

`python -m tools.readme` rewrites the blocks and docs/check.svg; `--check` only says what differs.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READMES = sorted(ROOT.glob("README*.md"))
PICTURE = ROOT / "docs" / "check.svg"
BLOCK = re.compile(r"<!-- output: listbuilder (.+?) -->\n.*?<!-- end -->", re.DOTALL)
PICTURED = "check examples/40k-10e/illegal/40K-06-rule-of-three.yaml"
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": ""}


def output(words: str) -> str:
    command = [sys.executable, "-m", "listbuilder", *shlex.split(words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    return "\n".join(line.rstrip() for line in (done.stdout + done.stderr).splitlines())


def renewed(text: str) -> str:
    def block(match: re.Match[str]) -> str:
        words = match.group(1)
        shown = f"$ listbuilder {words}\n{output(words)}".rstrip()
        return f"<!-- output: listbuilder {words} -->\n```\n{shown}\n```\n<!-- end -->"

    return BLOCK.sub(block, text)


def picture() -> str:
    """The output as the terminal shows it, colours and all."""
    script = f"import sys; sys.stdout.isatty = lambda: True; from listbuilder.cli.main import run;run({shlex.split(PICTURED)!r})"
    environment = {name: value for name, value in ENVIRONMENT.items() if name != "NO_COLOR"}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, env=environment, check=False)
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(f"$ listbuilder {PICTURED}\n{done.stdout}"))
    return console.export_svg(title="listbuilder", unique_id="listbuilder-check")


def main() -> int:
    texts = {file: file.read_text(encoding="utf-8") for file in READMES}
    new, image = {file: renewed(text) for file, text in texts.items()}, picture()
    stale = [file.name for file in READMES if new[file] != texts[file]]
    if not PICTURE.is_file() or PICTURE.read_text(encoding="utf-8") != image:
        stale.append(PICTURE.name)
    if "--check" in sys.argv:
        if stale:
            print(f"{', '.join(stale)}: not what the program prints; run python -m tools.readme")
        return 1 if stale else 0
    for file, text in new.items():
        file.write_text(text, encoding="utf-8")
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(image, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
