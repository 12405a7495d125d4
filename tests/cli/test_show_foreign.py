"""`show` of another program's list: the same table as of the roster made of it."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Call
from tests.formats.read import one_list_per_format


def test_a_text_of_the_app(tmp_path: Path, call: Call) -> None:
    (tmp_path / "a.txt").write_text(one_list_per_format.GW_A)
    done = call("import", str(tmp_path / "a.txt"), "-o", str(tmp_path / "a.yaml"))
    assert done.code == 0
    text, roster = (call("show", str(tmp_path / name)) for name in ("a.txt", "a.yaml"))
    table = [line for line in text.out.splitlines() if line.startswith("   ")]
    assert text.code == 0 and len(table) > 3
    assert table == [line for line in roster.out.splitlines() if line.startswith("   ")]
