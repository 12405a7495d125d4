"""Widths in terminal cells: known without rich for the letters of the three languages, and the same as rich's."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len as measured_by_rich

from listbuilder.i18n import terminal_width

SENTENCES = (
    "Lychguard ×3, “Veil of Darkness” → 1990 / 2000 points …",
    "ユニット「ネクロンウォリアー」（20 体）は、3 個までです。",
    "列表写明 1000 点，按 2026-05-20 的数据为 590 点；请改正第 28 行。",
)


def test_every_character_is_as_wide_as_rich_says() -> None:
    known = [each for each in map(chr, range(0x20, 0x30000)) if each.isprintable()]
    assert [
        each for each in known if terminal_width.count_cells(each) != measured_by_rich(each)
    ] == []


@pytest.mark.slow
@given(st.text(alphabet=st.sampled_from("ab 3×→“”…あア漢（）、。é👍\u3099\u0301")))
def test_texts_too(text: str) -> None:
    assert terminal_width.count_cells(text) == measured_by_rich(text)


@given(st.text(alphabet=st.sampled_from("ab 3→あ漢（、é"), max_size=40), st.integers(2, 30))
def test_a_head_is_the_beginning_and_as_long_as_it_can_be(text: str, width: int) -> None:
    head = terminal_width.cut_to_cells(text, width)
    assert text.startswith(head) and terminal_width.count_cells(head) <= width
    assert head == text or terminal_width.count_cells(text[: len(head) + 1]) > width


@given(st.text(alphabet=st.sampled_from("ab 3→あ漢（、é"), max_size=60), st.integers(4, 30))
def test_wrapping_loses_only_spaces(text: str, width: int) -> None:
    lines = terminal_width.wrap_lines(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(terminal_width.count_cells(line) <= width for line in lines)


@pytest.mark.parametrize("text", SENTENCES)
def test_rich_is_not_loaded_for_the_three_languages(text: str) -> None:
    code = f"import sys; from listbuilder.i18n import terminal_width as cells; cells.wrap_lines({text!r}, 20); sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
