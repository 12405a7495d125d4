"""Photograph the page of an export with Chromium: by day on the left, by night on the right."""

from __future__ import annotations

import html
import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.pictures.scenes import ROOT, Pages, missing

PHONE = (430, 900)  # pixels
GAP = 16
FLAGS = (
    *(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
    ),
    *(
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
    ),
)
COLORS = 128  # of the finished picture: enough for text on plain grounds, and a third of the bytes
PROMISED = (
    "promised"  # the key of the PNG under which the words stand that the page was seen to show
)


class Unavailable(Exception):
    """There is no Chromium on this machine."""


def photograph(pages: Pages, folder: Path) -> tuple[bytes, list[str]]:
    """Return the picture, and what the page lacks of what the caption promises. Raise Unavailable without Chromium."""
    from PIL import Image, PngImagePlugin

    page = _export(pages)
    shots = []
    for night in (False, True):
        file = folder / f"{pages.name}-{'night' if night else 'day'}.html"
        theme = "all" if night else "not all"
        file.write_text(re.sub(r"\(prefers-color-scheme:\s*dark\)", theme, page), encoding="utf-8")
        shots.append(Image.open(io.BytesIO(_shoot(file, folder))).convert("RGB"))
    whole = Image.new("RGB", (2 * PHONE[0] + GAP, PHONE[1]), "white")
    for place, shot in enumerate(shots):
        whole.paste(shot, (place * (PHONE[0] + GAP), 0))
    said = PngImagePlugin.PngInfo()
    said.add_itxt(PROMISED, "\n".join(pages.words), lang=pages.lang)
    out = io.BytesIO()
    whole.quantize(COLORS).save(out, "PNG", optimize=True, pnginfo=said)
    return out.getvalue(), missing(pages.words, pages.lang, _text(page))


def _export(pages: Pages) -> str:
    command = [
        sys.executable,
        "-m",
        "listbuilder",
        "export",
        str(ROOT / "examples" / pages.roster),
        "--to",
        "html",
    ]
    done = subprocess.run(
        [*command, "--lang", pages.lang], cwd=ROOT, capture_output=True, check=True
    )
    return done.stdout.decode()


def _text(page: str) -> str:
    """Return what is read on a page."""
    bare = re.sub(r"<(style|script)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", " ", bare))


def _shoot(file: Path, folder: Path) -> bytes:
    chromium = (
        shutil.which("chromium")
        or shutil.which("chromium-browser")
        or shutil.which("google-chrome")
    )
    if chromium is None:
        raise Unavailable("it needs Chromium")
    out, profile = file.with_suffix(".png"), folder / f"profile-{file.stem}"
    size = f"--window-size={PHONE[0]},{PHONE[1]}"
    command = [
        chromium,
        *FLAGS,
        f"--user-data-dir={profile}",
        size,
        f"--screenshot={out}",
        file.as_uri(),
    ]
    subprocess.run(command, capture_output=True, check=True, timeout=120)
    return out.read_bytes()
