"""The page in a browser: its download, its first verdict, and the lists after that.

It is measured where `make site` has built it, in the headless Chromium of the page's tests. The
times are the browser's own and tell little while the machine is busy.
"""

from __future__ import annotations

import shutil
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from listbuilder.cli import static_server
from listbuilder.pages.parts import get_game_part
from tests.pages.visitor import Visitor
from tools.site.build import PART, list_first_files, measure_download

SITE = Path(__file__).resolve().parent.parent / "build" / "site"
GAME = "warhammer-40k-11e"
DOWNLOAD, FIRST, LATER = 10.0, 6.0, 100.0  # megabytes; seconds; milliseconds


def rows(texts: Sequence[Path]) -> Iterator[tuple[str, float, float, str]]:
    """Yield the budgets of the page for `texts`, lists of the 11th edition as players paste them.

    Yields nothing, and says why, where the page wasn't built or there is no Chromium.
    """
    if not (SITE / "index.html").is_file():
        print(f"(the page: it isn't built in {SITE.parent.name}/{SITE.name}; make site builds it)")
        return
    places = [*list_first_files(SITE), f"parts/{get_game_part(GAME)}{PART}"]
    megabytes = sum(measure_download(SITE, place) for place in places) / 1e6
    yield "page: download for a first list of the 11th edition", megabytes, DOWNLOAD, "MB"
    if shutil.which("chromium") is None:
        print("(the page: there is no chromium here, so its times aren't measured)")
        return
    server = static_server.open_server(SITE, "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    visitor = Visitor()
    try:
        start = time.perf_counter()
        visitor.visit(static_server.get_link(server))
        visitor.paste(texts[0].read_text(encoding="utf-8"))
        yield "page: first verdict of a first visit", time.perf_counter() - start, FIRST, "s"
        later = [_paste(visitor, text) for text in texts[1:]]
        yield "page: a list after that, median", statistics.median(later), LATER, "ms"
    finally:
        visitor.close()
        server.shutdown()
        thread.join()
        server.server_close()


def _paste(visitor: Visitor, text: Path) -> float:
    """Milliseconds that the page's engine takes for a list, as the page itself measures them."""
    visitor.paste(text.read_text(encoding="utf-8"))
    return float(visitor.ask("document.documentElement.dataset.milliseconds"))
