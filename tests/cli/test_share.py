"""`listbuilder share`, and the exports whose QR code opens the list in a browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.formats.read.one_list_per_format import NR_SIMPLE
from tests.needs import find_program
from tests.sources import ROOT

PAGE = "https://example.org/lists/"
EXAMPLE = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"


def check(call: Call, file: Path | str) -> dict[str, object]:
    """Return the JSON verdict on a list, without what depends on its file."""
    row: dict[str, object] = json.loads(call("check", str(file), "--format", "json").out)[
        "rosters"
    ][0]
    return {key: row[key] for key in ("system", "verdict", "points", "stated_points")}


def test_a_list_of_another_app_is_shared_word_for_word(call: Call, tmp_path: Path) -> None:
    pasted, linked = tmp_path / "pasted.txt", tmp_path / "link.txt"
    pasted.write_text(NR_SIMPLE, encoding="utf-8")
    done = call("share", str(pasted), "--page", PAGE)
    assert done.code == 0
    assert done.out.startswith(f"{PAGE}#l=")
    linked.write_text(done.out, encoding="utf-8")
    assert check(call, linked) == check(call, pasted)


def test_a_roster_is_shared_without_what_its_player_keeps(call: Call, tmp_path: Path) -> None:
    secret, linked = tmp_path / "mine.yaml", tmp_path / "link.txt"
    text = EXAMPLE.read_text(encoding="utf-8")
    secret.write_text(f"{text}\nnotes: flank left\nx-mine: secret\n", encoding="utf-8")
    done = call("share", str(secret), "--page", PAGE)
    assert done.out.startswith(f"{PAGE}#l=LB1:")
    linked.write_text(done.out, encoding="utf-8")
    roster = call("import", str(linked)).out
    assert "necron" in roster
    assert "flank left" not in roster
    assert "x-mine" not in roster


def test_the_address_may_be_a_setting(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    without = call("share", str(EXAMPLE))
    assert without.code == 2
    assert without.err.startswith("no page to open the link with;")
    monkeypatch.setenv("LISTBUILDER_PAGE", PAGE)
    assert call("share", str(EXAMPLE)).out.startswith(PAGE)
    told = json.loads(call("share", str(EXAMPLE), "--format", "json").out)
    assert (told["verdict"], told["link"].startswith(PAGE)) == ("legal", True)


def test_what_is_no_address_is_refused(call: Call) -> None:
    done = call("share", str(EXAMPLE), "--page", "javascript:alert(1)")
    assert (done.code, done.out) == (2, "")
    assert "isn't the address of a page" in done.err


@pytest.mark.parametrize("form", ["html", "svg", "qr", "pdf"])
def test_an_export_with_a_link_can_be_verified(call: Call, tmp_path: Path, form: str) -> None:
    out = tmp_path / f"list.{form}"
    call("export", str(EXAMPLE), "--to", form, "--page", PAGE, "-o", str(out))
    done = call("verify", str(out))
    assert done.code == 0, done.out


def test_the_page_of_an_export_says_scan_to_open(call: Call) -> None:
    linked = call("export", str(EXAMPLE), "--to", "html", "--page", PAGE).out
    assert "Scan to open this list" in linked
    assert f'href="{PAGE}#l=LB1:' in linked
    plain = call("export", str(EXAMPLE), "--to", "html").out
    assert "Scan to open this list" not in plain
    assert "listbuilder import" in plain
    assert "https:" not in plain


def test_a_camera_reads_the_link(call: Call, tmp_path: Path) -> None:
    zbarimg = find_program("zbarimg")
    picture, linked = tmp_path / "code.png", tmp_path / "link.txt"
    call("export", str(EXAMPLE), "--to", "qr", "--page", PAGE, "-o", str(picture))
    seen = subprocess.run(
        [zbarimg, "--quiet", "--raw", str(picture)], capture_output=True, text=True, check=True
    ).stdout
    assert seen.startswith(f"{PAGE}#l=LB1:")
    linked.write_text(seen, encoding="utf-8")
    assert check(call, linked)["verdict"] == "legal"
