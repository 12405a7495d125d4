"""Run the tests with the oldest versions of our dependencies that pyproject.toml allows: `make lowest`.

    python -m tools.lowest                       the quick tests, area by area (half an hour)
    python -m tools.lowest tests/tui tests/cli   only these

uv makes two environments below build/, each with the lowest version of everything that pyproject.toml names and the newest
of everything else. The second has the package `mcp`, which would raise the version of pydantic in the first. A bound in
pyproject.toml is one with which these tests pass; what is older was tried and failed, or was never tried.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from tools.installed.install import ROOT, clean_environment

MCP = "mcp"
TESTS_OF_MCP = "tests/test_mcp_server.py"
_NAME = re.compile(r"[\w.-]+")  # at the beginning of a requirement


def main() -> int:
    """Run the tests in both environments; return 1 if an area fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("areas", nargs="*", help="files and folders (default: all of tests/)")
    areas = parser.parse_args().areas or list_areas()
    failed = []
    for has_mcp in (False, True):
        chosen = [area for area in areas if (area == TESTS_OF_MCP) == has_mcp]
        if not chosen:
            continue
        python = make_environment(has_mcp)
        for area in chosen:
            print(f"== {area}", flush=True)
            command = [str(python), "-m", "pytest", "-q", "-m", "not slow", "-n", "auto", area]
            code = subprocess.run(command, cwd=ROOT, env=clean_environment()).returncode
            if code not in (0, 5):  # 5: every test of the area is slow
                failed.append(area)
    print(f"failed: {', '.join(failed)}" if failed else "all passed with the lowest versions")
    return 1 if failed else 0


def list_areas() -> list[str]:
    """Return every folder and file of tests in tests/."""
    found = []
    for path in sorted((ROOT / "tests").iterdir()):
        has_tests = path.name.startswith("test_") or any(path.glob("**/test_*.py"))
        if has_tests:
            found.append(path.relative_to(ROOT).as_posix())
    return found


def make_environment(has_mcp: bool) -> Path:
    """Make an environment with the lowest versions; return its Python."""
    home = ROOT / "build" / f"lowest{'-mcp' if has_mcp else ''}"
    call_uv("venv", "--clear", "--quiet", "--python", sys.executable, str(home))
    python = home / "bin" / "python"
    requirements = list_test_requirements(has_mcp)
    direct = ("--resolution", "lowest-direct", "--quiet", "--python", str(python))
    call_uv("pip", "install", *direct, "-e", str(ROOT), *requirements)
    return python


def list_test_requirements(has_mcp: bool) -> list[str]:
    """Return what the tests need beside the program; without `mcp` unless `has_mcp`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed: list[str] = project["optional-dependencies"]["dev"]
    return [one for one in needed if has_mcp or get_name(one) != MCP]


def get_name(requirement: str) -> str:
    """Return the name of the package that a requirement is about."""
    match = _NAME.match(requirement)
    assert match is not None, requirement
    return match[0]


def call_uv(*words: str) -> None:
    """Run uv; it says itself what is wrong, and so does the exit."""
    subprocess.run([sys.executable, "-m", "uv", *words], cwd=ROOT, check=True)


if __name__ == "__main__":
    raise SystemExit(main())
