"""Makes the pictures of the builder in docs/, with the builder itself: python -m tools.screenshots"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NECRONS = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
REGIMENTS = ROOT / "examples" / "aos" / "legal" / "slaves-to-darkness-despoilers.yaml"
WIDE, NARROW = (120, 34), (80, 24)

# name, roster, size, language, keys
PICTURES: list[tuple[str, Path, tuple[int, int], str, list[str]]] = [
    ("builder", NECRONS, WIDE, "en", ["down", "down", "down", "down", "down", "down", "down", "enter"]),
    ("builder-why-not", NECRONS, WIDE, "en", ["a", *"nightb"]),
    ("builder-findings", NECRONS, WIDE, "ja", ["down", "down", "e", "home", "down", "enter", "1"]),
    ("builder-narrow", NECRONS, NARROW, "zh", []),
    ("builder-datasheet", NECRONS, WIDE, "en", ["down", "i"]),
    ("builder-formations", NECRONS, WIDE, "en", ["f"]),
    ("builder-age-of-sigmar", REGIMENTS, WIDE, "en", ["down", "down", "down"]),
]


async def _picture(name: str, roster: Path, size: tuple[int, int], lang: str, keys: list[str]) -> None:
    from listbuilder.store.library import Library
    from listbuilder.store.words import as_lang
    from listbuilder.tui.app import Builder

    app = Builder(Library(), as_lang(lang) or "en", roster)
    async with app.run_test(size=size) as pilot:
        while app.main is None:
            await pilot.pause(0.05)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause(0.8)
        (ROOT / "docs" / f"{name}.svg").write_text(app.export_screenshot(title="listbuilder"), encoding="utf-8")
        app.main.session.close()


def main() -> int:
    (ROOT / "docs").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as state:
        os.environ["LISTBUILDER_STATE"] = state
        for picture in PICTURES:
            asyncio.run(_picture(*picture))
            print(f"docs/{picture[0]}.svg")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
