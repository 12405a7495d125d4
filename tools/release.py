"""Build what is put into the registries, and prove that it may be: `make release`. Nothing is uploaded.

The version is that of listbuilder/version.py, and the changelog has a section for it. The sdist and the wheel are built
twice from the same commit and must be the same bytes; `twine check` must accept them; and the wheel must install into an
empty environment and give a verdict there.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from listbuilder.version import VERSION
from tools.installed.install import ROOT, clean_environment

EXAMPLE = ROOT / "examples" / "40k-11e" / "legal" / "blood-angels-three-detachments.yaml"


class NotReady(Exception):
    """A reason why this is no release yet."""


def main() -> int:
    """Build the release into a folder and print its files with their digests; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument(
        "--draft",
        action="store_true",
        help="from an unfinished work tree, without a section in the changelog",
    )
    args = parser.parse_args()
    try:
        if not args.draft:
            require_release_state()
        built = build_twice(args.out)
        check_metadata(built)
        try_wheel(next(file for file in built if file.suffix == ".whl"))
    except NotReady as reason:
        print(f"no release: {reason}", file=sys.stderr)
        return 1
    for file in built:
        print(f"{compute_digest(file)}  {file}")
    return 0


def require_release_state() -> None:
    """Raise NotReady unless everything is committed and the changelog speaks of this version."""
    if run_program("git", "status", "--porcelain").strip():
        raise NotReady("there are changes that are not committed")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if find_section(changelog, VERSION) is None:
        raise NotReady(
            f"CHANGELOG.md has no section '## {VERSION} (DATE)'; rename 'Unreleased', and raise VERSION in"
            " listbuilder/version.py if it was released before"
        )


def find_section(changelog: str, version: str) -> str | None:
    """Return the section of the changelog about a version, or None if it has none."""
    pattern = rf"^## {re.escape(version)} \(\d{{4}}-\d{{2}}-\d{{2}}\)\n(.*?)(?=^## |\Z)"
    match = re.search(pattern, changelog, re.MULTILINE | re.DOTALL)
    return match[1].strip() if match else None


def build_twice(out: Path) -> list[Path]:
    """Build sdist and wheel into `out` and again elsewhere; raise NotReady if the bytes differ."""
    epoch = run_program("git", "log", "-1", "--format=%ct").strip()
    with tempfile.TemporaryDirectory() as elsewhere:
        for folder in (out, Path(elsewhere)):
            for old in [*folder.glob("listbuilder-*")]:
                old.unlink()
            run_program(
                sys.executable, "-m", "build", "--outdir", str(folder), SOURCE_DATE_EPOCH=epoch
            )
        built = sorted(out.glob("listbuilder-*"))
        for file in built:
            if compute_digest(file) != compute_digest(Path(elsewhere) / file.name):
                raise NotReady(f"{file.name} is not the same bytes when it is built again")
    return built


def check_metadata(built: list[Path]) -> None:
    """Raise NotReady if a registry would refuse the description of the files."""
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *map(str, built)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotReady((done.stdout + done.stderr).strip())


def try_wheel(wheel: Path) -> None:
    """Raise NotReady if the wheel, installed alone, gives no verdict."""
    with tempfile.TemporaryDirectory() as place:
        run_program(sys.executable, "-m", "venv", place)
        python = Path(place) / "bin" / "python"
        run_program(str(python), "-m", "pip", "install", "--quiet", str(wheel))
        verdict = run_program(str(python), "-m", "listbuilder", "check", str(EXAMPLE), cwd=place)
        version = run_program(str(python), "-m", "listbuilder", "--version", cwd=place)
    if not verdict.startswith("LEGAL") or VERSION not in version:
        raise NotReady(f"the installed program says: {version}{verdict[:200]}")


def compute_digest(file: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def run_program(*words: str, cwd: str | Path = ROOT, **settings: str) -> str:
    """Run a program and return what it prints; raise NotReady with the end of its errors if it fails."""
    environment = clean_environment(LC_ALL="C.UTF-8", **settings)
    done = subprocess.run(
        words, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        name = os.path.basename(words[0])
        raise NotReady(f"{name} {words[1]} failed: {(done.stderr or done.stdout).strip()[-500:]}")
    return done.stdout


if __name__ == "__main__":
    raise SystemExit(main())
