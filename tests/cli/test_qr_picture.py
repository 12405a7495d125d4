"""`--to qr -o x.png|.svg` writes a picture; a code too large for phones says so and names what is read everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.formats.write import qr
from tests.cli.conftest import Call

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"


@pytest.mark.parametrize(
    ("ending", "beginning"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".txt", b"Silent dynasty")]
)
def test_the_ending_says_what_is_written(
    ending: str, beginning: bytes, call: Call, tmp_path: Path
) -> None:
    out = tmp_path / f"code{ending}"
    assert call("export", str(SMALL), "--to", "qr", "-o", str(out)).code == 0
    assert out.read_bytes().startswith(beginning)


def test_a_large_one_says_so(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qr, "LARGEST", 1)
    out = tmp_path / "code.png"
    done = call("export", str(SMALL), "--to", "qr", "-o", str(out))
    assert done.code == 0 and out.is_file()
    assert "many phones can't scan a QR code this large" in done.err and "wtc-compact" in done.err
