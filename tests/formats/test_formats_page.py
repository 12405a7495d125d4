"""docs/formats.md is true: each list on it is detected as the format that it is an example of."""

from __future__ import annotations

import re

import pytest

from listbuilder.formats.detect import detect_format
from listbuilder.formats.read_once import ReadOnce
from listbuilder.formats.registry import READERS
from tests.test_house import ROOT

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```\w+ ([a-z-]+)\n(.*?)```", PAGE, flags=re.DOTALL)


def test_every_format_is_on_the_page() -> None:
    examples = {name for name, _ in EXAMPLES}
    assert [name for name in READERS if name not in examples and f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_is_read_in_its_format(name: str, text: str) -> None:
    found = detect_format(text.encode(), "list.txt")
    assert found.format == name
    assert ReadOnce(found, "list.txt").units
