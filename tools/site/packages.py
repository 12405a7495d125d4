"""Fetch the packages of the page from the registries that pip and npm are set up with on this machine.

Each is pinned by version and hash; a file with another hash is refused. What was fetched is kept in build/packages, so that
a second build needs no network.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "site"
KEPT = ROOT / "build" / "packages"
PYTHON = "3.14"  # of the Pyodide in site/npm.txt
PLATFORMS = (  # of wheels: for browsers, and for those whose pure half is taken
    "pyemscripten_2026_0_wasm32",
    "any",
    "manylinux2014_x86_64",
    "manylinux_2_17_x86_64",
    "manylinux_2_27_x86_64",
    "manylinux_2_28_x86_64",
)


class Unavailable(Exception):
    """A package can't be fetched here; the message says which and why."""


def fetch_npm(name: str) -> Path:
    """Return the folder with the content of the npm package `name`, of the pinned version. Raise Unavailable."""
    version, wanted = _read_npm_pins()[name]
    folder = KEPT / "npm" / f"{name}-{version}"
    if folder.is_dir():
        return folder
    if shutil.which("npm") is None:
        raise Unavailable("needs the program npm")
    with tempfile.TemporaryDirectory() as given:
        done = subprocess.run(
            ["npm", "pack", "--json", "--ignore-scripts", f"{name}@{version}"],
            cwd=given,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise Unavailable(f"npm can't fetch {name} {version}: {done.stderr.strip()[-300:]}")
        packed = Path(given, _read_file_name(done.stdout)).read_bytes()
    found = "sha512-" + base64.b64encode(hashlib.sha512(packed).digest()).decode()
    if found != wanted:
        raise SystemExit(f"{name} {version} has the hash {found}; site/npm.txt says {wanted}")
    _unpack_tar(packed, folder)
    return folder


def _read_npm_pins() -> dict[str, tuple[str, str]]:
    """Return version and hash of each package in site/npm.txt."""
    pins = {}
    for line in (SOURCES / "npm.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, version, wanted = line.split()
            pins[name] = (version, wanted)
    return pins


def _read_file_name(printed: str) -> str:
    """Return the name of the file that `npm pack --json` says it wrote.

    Older versions print a list with one entry, newer ones an object by name.
    """
    told = json.loads(printed)
    entry = told[0] if isinstance(told, list) else next(iter(told.values()))
    return str(entry["filename"])


def _unpack_tar(packed: bytes, folder: Path) -> None:
    """Unpack the regular files of an npm package, whose names begin with `package/`, into `folder`."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=folder.parent) as made,
        tarfile.open(fileobj=io.BytesIO(packed)) as tar,
    ):
        whole = Path(made, "whole")
        for member in tar.getmembers():
            place = (whole / member.name.partition("/")[2]).resolve()
            content = tar.extractfile(member) if member.isfile() else None
            if content is not None and place.is_relative_to(whole.resolve()):
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content.read())
        whole.rename(folder)


def fetch_wheels() -> dict[str, Path]:
    """Return the wheel of each package in site/wheels.txt, by the name of the package. Raise Unavailable."""
    pins = SOURCES / "wheels.txt"
    folder = KEPT / f"wheels-{hashlib.sha256(pins.read_bytes()).hexdigest()[:16]}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as made:
            whole = Path(made, "whole")
            _download_wheels(pins, whole)
            whole.rename(folder)
    return {
        file.name.partition("-")[0].replace("_", "-"): file for file in sorted(folder.glob("*.whl"))
    }


def _download_wheels(pins: Path, folder: Path) -> None:
    """Download the wheels of `pins` with pip, which checks their hashes."""
    words = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    words += [
        "--require-hashes",
        "--implementation",
        "cp",
        "--python-version",
        PYTHON,
        "--abi",
        "cp314",
        "--abi",
        "none",
    ]
    for platform in PLATFORMS:
        words += ["--platform", platform]
    done = subprocess.run(
        [*words, "--dest", str(folder), "-r", str(pins)], capture_output=True, text=True
    )
    if done.returncode:
        raise Unavailable(
            f"pip can't fetch the packages of site/wheels.txt: {done.stderr.strip()[-500:]}"
        )


def unpack_wheel(wheel: Path, folder: Path) -> None:
    """Unpack what of a wheel the page uses into `folder`: modules, but no typing stubs, tests or foreign machine code."""
    for_browsers = "wasm32" in wheel.name
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            place = (folder / name).resolve()
            is_machine_code = name.endswith((".so", ".pyd", ".c", ".pyx", ".h"))
            is_unused = (
                name.endswith((".pyi", ".exe")) or "/tests/" in name or ".dist-info/" in name
            )
            if name.endswith("/") or is_unused or (is_machine_code and not for_browsers):
                continue
            assert place.is_relative_to(folder.resolve()), name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(packed.read(name))
