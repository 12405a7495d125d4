"""What is left behind when a bug of ours ends the builder: a report to send us, and the roster if nothing else holds it."""

from __future__ import annotations

import os
import platform
import tempfile
from datetime import datetime
from pathlib import Path

from listbuilder.edit import folders
from listbuilder.edit.session import Session
from listbuilder.version import VERSION


def report(what: str) -> Path:
    """Written beside the builder's own state, or where the platform keeps what is for a while. Raises OSError."""
    text = f"listbuilder {VERSION}, Python {platform.python_version()}, {platform.platform()}\n{datetime.now():%c}\n\n{what}\n"
    name = f"crash-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    try:
        folder = folders.state_folder() / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        return _write(folder / name, text.encode(errors="backslashreplace"))
    except OSError:
        return _write(Path(tempfile.gettempdir()) / name, text.encode(errors="backslashreplace"))


def copy_of(session: Session) -> Path | None:
    """The roster in a file of its own: its recovery file could not be written. None where that cannot be either."""
    try:
        handle, name = tempfile.mkstemp(prefix="roster-", suffix=".yaml")
        os.close(handle)
        return _write(Path(name), session.text())
    except Exception:  # whatever ended the builder may be in the way here too
        return None


def _write(file: Path, content: bytes) -> Path:
    file.write_bytes(content)
    return file
