"""`make installed`: is what people install the same program as this checkout?

    python -m tools.installed [--jobs N] [--keep DIR [--reuse]] [--no-builder]

Builds the sdist, the wheel out of the sdist, and installs that wheel in an empty environment, in another folder, with a
read-only package and a cache that cannot be written. Runs the commands of matrix.py on a legal and an illegal list of
each game there and here, and compares: no command may end with a bug, and every byte must be the same. Then opens the
builder in a terminal on a list of each game, and walks the wizard to a new list of each game.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from tools.installed import install
from tools.installed.builder import try_builder
from tools.installed.compare import compare_commands

MOST_SHOWN = 20  # problems printed; how many there are is printed too


def main() -> int:
    args = _arguments()
    start = time.monotonic()
    place = Path(args.keep or tempfile.mkdtemp(prefix="listbuilder-installed-")).resolve()
    place.mkdir(parents=True, exist_ok=True)
    try:
        python = place / "venv" / "bin" / "python"
        if not (args.reuse and python.exists()):
            python = install.install_wheel(place)
        print(f"the wheel is installed ({time.monotonic() - start:.0f} s)", flush=True)
        problems = compare_commands(place, python, args.jobs)
        print(f"the commands are compared ({time.monotonic() - start:.0f} s)", flush=True)
        if not args.no_builder:
            problems += try_builder(place, python)
            print(f"the builder was opened ({time.monotonic() - start:.0f} s)", flush=True)
        problems += install.list_changes(place)
    finally:
        if not args.keep:
            install.remove_tree(place)
    for problem in problems[:MOST_SHOWN]:
        print(problem, file=sys.stderr)
    print(f"{len(problems)} problems in the installed program")
    return 1 if problems else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.installed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", metavar="DIR", help="work in DIR and keep everything")
    parser.add_argument(
        "--reuse", action="store_true", help="with --keep: take what was installed there before"
    )
    parser.add_argument("--no-builder", action="store_true", help="only the commands")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
