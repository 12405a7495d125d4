"""The files left behind when a bug ends the builder.

These are a report to send, and the roster if nothing else holds it.
"""

from __future__ import annotations

import os
import platform
import tempfile
from datetime import datetime
from pathlib import Path

from listbuilder.version import VERSION
from listbuilder.workspace import folders
from listbuilder.workspace.session import Session


def write_report(details: str) -> Path:
    """Write a report of a crash with `details` to a file, and return its path.

    The file goes to listbuilder's own folder, or if that fails to the platform's temporary folder.
    Raises OSError if both fail.
    """
    program = f"listbuilder {VERSION}, Python {platform.python_version()}, {platform.platform()}"
    text = f"{program}\n{datetime.now():%c}\n\n{details}\n"
    content = text.encode(errors="backslashreplace")
    name = f"crash-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    try:
        folder = folders.get_state_folder() / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        return _write_file(folder / name, content)
    except OSError:
        return _write_file(Path(tempfile.gettempdir()) / name, content)


def save_emergency_copy(session: Session) -> Path | None:
    """Write the roster to a temporary file and return its path, or None if that fails.

    It is used when the recovery file could not be written. The bug that ended the builder may make
    this copy fail too.
    """
    try:
        handle, name = tempfile.mkstemp(prefix="roster-", suffix=".yaml")
        os.close(handle)
        return _write_file(Path(name), session.build_text())
    except Exception:
        return None


def _write_file(file: Path, content: bytes) -> Path:
    """Write `content` to `file` and return `file`."""
    file.write_bytes(content)
    return file
