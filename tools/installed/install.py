"""Build the program as people get it, and install it where nothing else is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WRITABLE = 0o222


def install_wheel(place: Path) -> Path:
    """Build the sdist and from it the wheel, install it read-only in an empty environment, and return its Python."""
    dist, home = place / "dist", place / "venv"
    python = home / "bin" / "python"
    for folder in (dist, home):
        remove_tree(folder)
    _call(sys.executable, "-m", "build", "--outdir", str(dist), str(ROOT), cwd=place)
    (wheel,) = dist.glob("*.whl")
    _call(sys.executable, "-m", "venv", str(home), cwd=place)
    _call(
        str(python),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        str(wheel),
        cwd=place,
    )
    package = find_package(place)
    for item in (package, *package.rglob("*")):
        item.chmod(item.stat().st_mode & ~WRITABLE)
    (place / "package.json").write_text(json.dumps(_list_files(package)), encoding="utf-8")
    return python


def find_package(place: Path) -> Path:
    """Return the folder of the installed package."""
    (package,) = (place / "venv").glob("lib/python*/site-packages/listbuilder")
    return package


def list_changes(place: Path) -> list[str]:
    """Return a problem for each file of the installed package that was changed: root may write into read-only folders."""
    before = json.loads((place / "package.json").read_text(encoding="utf-8"))
    after = _list_files(find_package(place))
    names = sorted({*before, *after})
    return [
        f"{name} of the installed package was changed"
        for name in names
        if before.get(name) != after.get(name)
    ]


def clean_environment(**settings: str) -> dict[str, str]:
    """Return this environment without what leads Python or listbuilder back to the checkout, and with `settings`."""
    dropped = ("PYTHON", "VIRTUAL_ENV", "LISTBUILDER", "XDG_")
    return {
        name: value for name, value in os.environ.items() if not name.startswith(dropped)
    } | settings


def remove_tree(folder: Path) -> None:
    """Remove a folder with all that is in it, also what is read-only."""
    for item in [folder, *folder.rglob("*")] if folder.is_dir() else []:
        if not item.is_symlink():
            item.chmod(item.stat().st_mode | 0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _list_files(package: Path) -> dict[str, int]:
    return {
        file.relative_to(package).as_posix(): file.stat().st_mtime_ns
        for file in package.rglob("*")
        if file.is_file()
    }


def _call(*words: str, cwd: Path) -> None:
    done = subprocess.run(
        words, cwd=cwd, env=clean_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout}\n{done.stderr}")
