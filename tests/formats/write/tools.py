"""Programs that some tests need and a bare machine may lack. On CI they must be there."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.needs import find_program


def run(program: str, *words: str | Path) -> str:
    done = subprocess.run(
        [find_program(program), *map(str, words)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout


def codes_in(picture: Path) -> list[str]:
    """What a QR reader finds in a picture."""
    done = subprocess.run(
        [find_program("zbarimg"), "-q", "--raw", str(picture)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout.split("\n")
