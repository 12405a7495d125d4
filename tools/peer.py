"""wh40kdc, which others wrote for the same game: what we are measured beside and compared with, and never depend on.

It lives in an environment of its own below build/, made by pip when it is first asked for.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

NAME, VERSION = "wh40kdc", "1.4.5"
HOME = Path(__file__).resolve().parent.parent / "build" / "bench-venv"
PYTHON = HOME / "bin" / "python"
_READY = HOME / f".{NAME}-{VERSION}"


class NotThere(Exception):
    """It cannot be installed here: why, in a line."""


def python() -> Path:
    """The interpreter that has it; installs it first where it is not there yet."""
    if not _READY.exists():
        shutil.rmtree(HOME, ignore_errors=True)
        _run([sys.executable, "-m", "venv", str(HOME)])
        _run(
            [
                str(PYTHON),
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                f"{NAME}=={VERSION}",
            ]
        )
        _READY.touch()
    return PYTHON


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise NotThere(f"{NAME} {VERSION} cannot be installed: {error}") from error
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise NotThere(
            f"{NAME} {VERSION} cannot be installed: {said[-1] if said else f'exit {done.returncode}'}"
        )
