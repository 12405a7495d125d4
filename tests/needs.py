"""Says what a test needs that a machine may lack: a program, or the folder `../shared`."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("LISTBUILDER_SHARED", ROOT.parent / "shared"))
# The summary at the end of a run counts skipped tests by these words (see conftest.py).
NO_SHARED = "needs ../shared"
NO_PROGRAM = "needs the program "
PACKAGES = {
    "chromium": "chromium",
    "fish": "fish",
    "pdftoppm": "poppler-utils",
    "pdftotext": "poppler-utils",
    "tmux": "tmux",
    "zbarimg": "zbar-tools",
    "zsh": "zsh",
}


def needs_shared(*parts: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test if this path below `../shared` is missing."""
    return pytest.mark.skipif(not SHARED.joinpath(*parts).exists(), reason=NO_SHARED)


def needs_program(program: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test if `program` is not installed."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=NO_PROGRAM + program)


def find_program(program: str) -> str:
    """Return the path of `program`. If it is missing, skip the running test; on CI, where it must be there, fail it."""
    found = shutil.which(program)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(f"{program} is not installed (Debian package {PACKAGES[program]})")
        pytest.skip(NO_PROGRAM + program)
    return found
