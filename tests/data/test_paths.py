"""The user's folders are those that platformdirs says, also where it isn't asked."""

from __future__ import annotations

import pytest
from platformdirs import PlatformDirs

from listbuilder.data import paths

HOMES: tuple[dict[str, str], ...] = ({}, {"HOME": "/home/anna"}, {"HOME": "not/absolute"})
GIVEN: tuple[dict[str, str], ...] = (
    {},
    {"XDG_{}_HOME": "/elsewhere"},
    {"XDG_{}_HOME": "not/absolute"},
    {"XDG_{}_HOME": ""},
)


@pytest.mark.parametrize("kind", ["data", "config", "cache", "state"])
@pytest.mark.parametrize("home", HOMES, ids=str)
@pytest.mark.parametrize("given", GIVEN, ids=str)
def test_folders_are_those_of_platformdirs(
    kind: str, home: dict[str, str], given: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"XDG_{kind.upper()}_HOME"
    monkeypatch.delenv(name, raising=False)
    for key, value in (home | given).items():
        monkeypatch.setenv(key.format(kind.upper()), value)
    usual = PlatformDirs("listbuilder", appauthor=False)
    assert paths.get_user_folder(kind) == getattr(usual, f"user_{kind}_path")
