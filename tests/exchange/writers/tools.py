"""Programs that some tests need and a bare machine may lack. On CI they must be there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGES = {"chromium": "chromium", "pdftoppm": "poppler-utils", "pdftotext": "poppler-utils", "zbarimg": "zbar-tools"}


def needs(program: str) -> str:
    """Its path; without it the test is left out, and says so."""
    found = shutil.which(program)
    if found is None:
        words = f"left out: {program} is not installed (Debian package {PACKAGES[program]})"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    return found


def run(program: str, *words: str | Path) -> str:
    done = subprocess.run([needs(program), *map(str, words)], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def codes_in(picture: Path) -> list[str]:
    """What a QR reader finds in a picture."""
    done = subprocess.run(
        [needs("zbarimg"), "-q", "--raw", str(picture)], capture_output=True, text=True, timeout=60, check=False
    )
    return done.stdout.split("\n")
