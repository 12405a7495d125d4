"""What `make release` asks for before it builds, and the addresses that a registry shows."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from listbuilder.model import addresses
from listbuilder.version import VERSION
from tools import release

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = """# Changelog

## 1.1.0 (2026-12-01)

- Newer.

## 1.0.0 (2026-11-20)

- `check` checks.

## Unreleased
"""


def test_the_section_of_a_version_is_found() -> None:
    assert release.find_section(CHANGELOG, "1.0.0") == "- `check` checks."
    assert release.find_section(CHANGELOG, "1.1.0") == "- Newer."
    assert release.find_section(CHANGELOG, "1.0") is None
    assert release.find_section(CHANGELOG, "Unreleased") is None


def test_the_version_has_a_section() -> None:
    """In the changelog of this checkout: `make release` asks for it."""
    section = release.find_section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), VERSION)
    assert section and "### Added" in section


def test_an_unfinished_tree_is_no_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "run_program", lambda *_: " M listbuilder/api.py\n")
    with pytest.raises(release.NotReady, match="not committed"):
        release.require_release_state()
    monkeypatch.setattr(release, "run_program", lambda *_: "")
    monkeypatch.setattr(release, "VERSION", "99.0.0")
    with pytest.raises(release.NotReady, match="no section '## 99"):
        release.require_release_state()


def test_a_build_that_differs_is_no_release(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    builds = iter((b"one", b"another"))

    def build(*words: str, **_: str) -> str:
        if "--outdir" in words:
            folder = Path(words[words.index("--outdir") + 1])
            (folder / "listbuilder-1.0.0.tar.gz").write_bytes(next(builds))
        return "1700000000"

    monkeypatch.setattr(release, "run_program", build)
    with pytest.raises(release.NotReady, match="not the same bytes"):
        release.build_twice(tmp_path)


def test_the_addresses_are_those_of_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"] == {
        "Homepage": addresses.HOME,
        "Source": addresses.SOURCE,
        "Issues": addresses.ISSUES,
        "Changelog": addresses.CHANGES,
    }
