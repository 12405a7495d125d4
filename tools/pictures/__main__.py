"""`make pictures`: make the pictures of the READMEs again, with the program itself.

    python -m tools.pictures [NAME ...]

Each is looked through for the words that its caption promises, for its language, and for lines of another width than the
screen's; a picture that lacks something is not written, and the exit code is 1. Pages need Chromium.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from tools.pictures.pages import Unavailable, photograph
from tools.pictures.scenes import PAGES, ROOT, SCENES, Scene, missing
from tools.pictures.svg import draw, read

DRAWN = 0.2  # seconds: the datasheet and the free choices follow the cursor when it rests
MOST_LOOKS = 40


async def _shoot(scene: Scene) -> str:
    """Return the picture of a scene, once it shows what it is to show and two looks have seen the same."""
    from listbuilder.data.library import Library
    from listbuilder.i18n.messages import find_language
    from listbuilder.tui.app import Builder
    from tools.monkeys.alignment import misaligned

    app = Builder(Library(), find_language(scene.lang) or "en", ROOT / "examples" / scene.roster)
    async with app.run_test(size=scene.size) as pilot:
        while app.main is None:
            await pilot.pause(0.05)
        for key in scene.keys:
            await pilot.press(key)
            await pilot.pause(DRAWN)
        before = ""
        for _ in range(MOST_LOOKS):
            await pilot.pause(3 * DRAWN)
            update = app.screen._compositor.render_update(
                full=True, screen_stack=app._background_screens
            )
            lines = [[segment for strip in line for segment in strip] for line in update.strips]  # type: ignore[union-attr]
            now = draw(lines, scene.size, scene.lang, "listbuilder")
            if now == before and not missing(scene.words, scene.lang, "\n".join(read(now))):
                break
            before = now
        if wrong := misaligned(app):
            raise ValueError("\n".join(wrong))
        app.main.session.close()
    return now


def main() -> int:
    wanted, failed = set(sys.argv[1:]), 0
    with tempfile.TemporaryDirectory() as state:
        os.environ["LISTBUILDER_STATE"] = state
        os.environ["LISTBUILDER_TODAY"] = "2026-06-01"  # no picture changes by growing old
        for scene in SCENES:
            if not wanted or scene.name in wanted:
                picture = asyncio.run(_shoot(scene))
                failed += _keep(
                    scene.file,
                    picture.encode(),
                    missing(scene.words, scene.lang, "\n".join(read(picture))),
                )
        for pages in PAGES:
            if not wanted or pages.name in wanted:
                try:
                    failed += _keep(pages.file, *photograph(pages, Path(state)))
                except Unavailable as error:
                    print(f"{pages.file.relative_to(ROOT)}: left as it is: {error}")
    return bool(failed)


def _keep(file: Path, content: bytes, wrong: list[str]) -> bool:
    """Write the picture if nothing is wrong with it. Return whether something is."""
    name = file.relative_to(ROOT)
    print(f"{name}: {'; '.join(wrong)}" if wrong else f"{name}: {len(content) // 1000} kB")
    if not wrong:
        file.write_bytes(content)
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
