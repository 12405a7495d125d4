"""docs/formats.md is true: each list on it is detected as the format that it is an example of."""

from __future__ import annotations

import io
import re
import zipfile

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.detect import detect_format
from listbuilder.formats.import_list import import_list
from listbuilder.formats.parsed import TYPED
from listbuilder.formats.read_once import ReadOnce
from listbuilder.formats.registry import READERS
from tests.sources import ROOT

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"```\w+ ([a-z-]+)\n(.*?)```", PAGE, flags=re.DOTALL))
PACKED = {"battlescribe-rosz": "battlescribe-ros", "newrecruit-rosz": "newrecruit-ros"}
SIGNED = [name for name in EXAMPLES if name != TYPED]


def test_every_format_has_an_example_on_the_page() -> None:
    assert set(EXAMPLES) | set(PACKED) == set(READERS)


@pytest.mark.parametrize("name", SIGNED)
def test_an_example_is_read_in_its_format(name: str) -> None:
    found = detect_format(EXAMPLES[name].encode(), "list.txt")
    assert found.format == name
    assert ReadOnce(found, "list.txt").units


@pytest.mark.parametrize("name", PACKED)
def test_an_example_is_read_from_an_archive(name: str) -> None:
    assert f"`{name}`" in PAGE
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("list.ros", EXAMPLES[PACKED[name]])
    found = detect_format(packed.getvalue(), "list.rosz")
    assert found.format == name
    assert ReadOnce(found, "list.rosz").units


def test_the_example_without_any_sign_is_read_by_its_units(library: Library) -> None:
    made = import_list(EXAMPLES[TYPED].encode(), "list.txt", library)
    assert made.account.format == TYPED
    assert made.account.unread == []
    assert made.unit_count == 8
