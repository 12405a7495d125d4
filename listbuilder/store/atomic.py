"""Writes a file whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write(path: Path, content: bytes) -> None:
    """Replace `path` in one step. On any failure the old file stays as it was and no scrap is left behind."""
    import tempfile  # only where something is written

    mode = path.stat().st_mode & 0o777 if path.exists() else None
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is None:
            umask = os.umask(0)
            os.umask(umask)
            mode = 0o666 & ~umask
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
