"""The page in a real browser: every game and language, offline, back and forward, links, and no barrier.

The page is built for these tests; without Chromium, node or the packages of the page they are left out and say so.
"""

from __future__ import annotations

import base64
import functools
import json
import os
import shutil
import threading
import zlib
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from listbuilder.cli import static_server
from listbuilder.pages.parts import get_game_part
from tests.cli.conftest import Call, call  # noqa: F401
from tests.needs import NO_PROGRAM, SHARED, needs_shared
from tests.pages.test_engine import IN_APP
from tests.pages.visitor import Visitor
from tests.sources import ROOT
from tools import make_docs
from tools.site.build import PART, build_site, list_first_files, measure_download
from tools.site.packages import Unavailable, fetch_npm

pytestmark = pytest.mark.slow
# The gate has a minute for the page; `make site-test` runs everything.
WHOLE = bool(os.environ.get("WHOLE_PAGE"))
whole = pytest.mark.skipif(not WHOLE, reason="only run by make site-test")
EXAMPLES = ROOT / "examples"
GOLDEN = ROOT / "tests" / "formats" / "write" / "golden"
GAMES = {
    "warhammer-40k-10e": GOLDEN / "warhammer-40k-10e" / "gw.en.txt",
    "warhammer-40k-11e": EXAMPLES / "40k-11e" / "legal" / "necrons-two-detachments.yaml",
    "age-of-sigmar-4e": GOLDEN / "age-of-sigmar-4e" / "aos-app.en.txt",
    "combat-patrol": next(iter(sorted((EXAMPLES / "combat-patrol" / "legal").iterdir()))),
    "combat-patrol-11e": next(iter(sorted((EXAMPLES / "combat-patrol-11e" / "legal").iterdir()))),
    "spearhead": next(iter(sorted((EXAMPLES / "spearhead" / "legal").iterdir()))),
    "space-marine-heroes": next(
        iter(sorted((EXAMPLES / "space-marine-heroes" / "legal").iterdir()))
    ),
}
ILLEGAL = EXAMPLES / "40k-11e" / "illegal" / "11E-04-detachment-of-another-faction.yaml"
LEGAL = GAMES["warhammer-40k-11e"]
MOST_MEGABYTES = 10  # of a visitor's first list


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, built for this run."""
    if shutil.which("chromium") is None:
        pytest.skip(NO_PROGRAM + "chromium")
    folder = tmp_path_factory.mktemp("page") / "site"
    try:
        build_site(folder)
    except Unavailable as reason:
        pytest.skip(f"the page can't be built: {reason}")
    return folder


class Host:
    """A server of the page that can be stopped and started again at its port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        self.server: ThreadingHTTPServer = static_server.open_server(
            self.folder, "127.0.0.1", self.port
        )
        self.port = self.server.server_address[1]
        self.link = static_server.get_link(self.server)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[Host]:
    started = Host(site)
    yield started
    started.stop()


@pytest.fixture(scope="session")
def visitor(host: Host) -> Iterator[Visitor]:
    """A visitor whose engine has started; the page is opened once for all tests."""
    opened = Visitor()
    opened.visit(host.link)
    opened.wait_for_engine()
    yield opened
    opened.close()


@pytest.fixture
def page(visitor: Visitor) -> Visitor:
    """The page in English, with an empty box and nothing that the page's policy forbids."""
    visitor.ask("document.getElementById('clear').click()")
    speak(visitor, "en")
    visitor.said.clear()
    return visitor


def speak(visitor: Visitor, lang: str) -> None:
    visitor.ask(
        f"(() => {{ const box = document.getElementById('language'); box.value = '{lang}';"
        " box.dispatchEvent(new Event('change')); })()"
    )


def judge(call: Call, file: Path, lang: str = "en") -> dict[str, object]:
    """Return what the command line says about a list, as the page shows it."""
    report = json.loads(call("check", str(file), "--format", "json", "--lang", lang).out)
    (row,) = report["rosters"]
    return {
        "verdict": row["verdict"],
        "findings": [finding["message"] for finding in row["findings"]],
        "unread": len(row["unread"]),
    }


def shown(visitor: Visitor) -> dict[str, object]:
    """Return the same of what the page shows."""
    badge = visitor.ask("document.querySelector('#verdict .badge').className.split(' ')[1]")
    undecided = {"undecided": "unread"}
    return {
        "verdict": undecided.get(badge, badge),
        "findings": visitor.read_all("#findings ul.findings > li > p.message"),
        "unread": len(visitor.read_all("#findings ul.unread > li")),
    }


@pytest.mark.parametrize("game", GAMES if WHOLE else ["age-of-sigmar-4e", "warhammer-40k-11e"])
def test_every_game_has_the_verdict_of_the_command_line(
    page: Visitor, call: Call, game: str
) -> None:
    page.paste(GAMES[game].read_text(encoding="utf-8"))
    assert shown(page) == judge(call, GAMES[game])
    assert page.said == []


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_every_language_has_the_words_of_the_command_line(
    page: Visitor, call: Call, lang: str
) -> None:
    speak(page, lang)
    page.paste(ILLEGAL.read_text(encoding="utf-8"))
    assert shown(page) == judge(call, ILLEGAL, lang)
    assert page.ask("document.documentElement.lang").startswith(lang)
    assert page.missing() == ""


@whole
def test_a_problem_leads_to_its_line_and_its_fixes_are_tapped(page: Visitor) -> None:
    page.paste(ILLEGAL.read_text(encoding="utf-8"))
    assert "war-horde" in page.read_all("#marks .wrong")[0]
    page.click("#findings button.line")
    chosen = "const box = document.getElementById('text'); box.value.slice(box.selectionStart, box.selectionEnd)"
    assert "war-horde" in page.ask(
        f"(() => {{ {chosen.replace('box.value', 'return box.value')} }})()"
    )
    page.wait("document.querySelector('#answers button')")
    page.forget_verdict()
    page.click("#answers button")
    page.wait_for_verdict()
    assert shown(page)["verdict"] == "legal"
    assert "war-horde" not in page.ask("document.getElementById('text').value")
    page.forget_verdict()
    page.click("#undo")
    page.wait_for_verdict()
    assert shown(page)["verdict"] == "illegal"


@whole
def test_everything_else_about_a_list(page: Visitor) -> None:
    page.paste(LEGAL.read_text(encoding="utf-8"))
    for section in ("asking", "spending", "comparing", "export", "shown"):
        page.ask(f"document.getElementById('{section}').open = true; 0")
    page.ask("document.getElementById('thing').value = 'monolith'; 0")
    page.click("#why button")
    page.wait("document.querySelector('#why-said pre')")
    assert page.read("why-said").startswith("NO, 400 points over")
    page.click("#fill")
    page.wait("document.querySelector('#fill-said li')")
    assert "20" in page.read("fill-said")
    other = LEGAL.read_text(encoding="utf-8").replace("warlord: true", "warlord: false", 1)
    page.ask(f"document.getElementById('other').value = {json.dumps(other)}; 0")
    page.click("#compare")
    page.wait("document.querySelector('#diff-said pre')")
    assert "Overlord" in page.read("diff-said")
    page.click("#copy")
    page.wait("!document.getElementById('exported').hidden")
    assert "Overlord" in page.read("exported")
    page.wait("document.getElementById('sheet').srcdoc.includes('Two courts')")
    assert page.said == []  # its style is one that the policy names
    to_print = "document.getElementById('sheet').contentWindow"
    page.ask(f"{to_print}.print = () => {{ document.body.dataset.printed = 'yes'; }}; 0")
    page.click("#print")
    assert page.ask("document.body.dataset.printed") == "yes"


@whole
def test_a_change_keeps_the_text_in_the_form_of_its_app_and_can_be_undone(page: Visitor) -> None:
    page.paste(IN_APP)
    page.wait("document.querySelector('#answers button')")
    page.forget_verdict()
    page.click("#answers button")
    page.wait_for_verdict()
    assert shown(page)["verdict"] == "legal"
    text = str(page.ask("document.getElementById('text').value"))
    assert text.startswith("Three guards (250 Points)")
    assert text.count("Lychguard (80 Points)") == 2
    assert page.read("changed-said") == "Changed in your list."
    page.forget_verdict()
    page.click("#undo")
    page.wait_for_verdict()
    assert page.ask("document.getElementById('text').value") == IN_APP
    assert page.ask("document.getElementById('changed').hidden")
    page.paste(LEGAL.read_text(encoding="utf-8"))
    assert page.ask("document.getElementById('changed').hidden")


NO_LISTS = {
    "minutes.txt": (
        b"The minutes of our last meeting are attached.",
        "no army list found; copy the whole text",
    ),
    "photo.png": (b"\x89PNG\r\n\x1a\n" + bytes(40), "this is an image"),
    "endless.txt": (b"Necrons (100 points)\n" * 30_000, "too many lines: 30000"),
    "list.pdf": (b"%PDF-1.7\n" + bytes(40), "This page doesn't read PDFs."),
    "film.mp4": (bytes(5 << 20), "This file is too large for a list"),
}


@whole
@pytest.mark.parametrize("name", NO_LISTS)
def test_what_is_no_list_gets_one_sentence(page: Visitor, name: str) -> None:
    content, sentence = NO_LISTS[name]
    page.ask(
        "(() => { const files = new DataTransfer(), raw = atob('"
        + base64.b64encode(content).decode()
        + f"'); files.items.add(new File([Uint8Array.from(raw, (letter) => letter.charCodeAt(0))], '{name}'));"
        " const box = document.getElementById('file'); box.files = files.files;"
        " box.dispatchEvent(new Event('change')); })()"
    )
    said = "[...document.querySelectorAll('#state, #findings li p')].map((part) => part.textContent.trim()).filter(Boolean)"
    page.wait(f"{said}.some((text) => text.includes({json.dumps(sentence)}))")
    assert page.ask(f"{said}.length") == 1


@whole
@whole
def test_the_documentation_has_the_page_in_a_frame(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `make docs` puts it there, from a server that knows nothing but files."""
    monkeypatch.setattr(make_docs, "TARGET", tmp_path)
    make_docs.write_playground(site)
    text = (tmp_path / make_docs.PLAYGROUND).read_text(encoding="utf-8")
    frame = text[text.index("<iframe") :]
    (tmp_path / "index.html").write_text(f"<!doctype html><p id=text>{frame}", encoding="utf-8")
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    opened = Visitor()
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            opened.visit(f"http://127.0.0.1:{server.server_port}/")
            inside = "document.querySelector('iframe').contentDocument"
            opened.wait(f"{inside}.documentElement.dataset.ready === 'yes'")
            pasted = json.dumps(ILLEGAL.read_text(encoding="utf-8"))
            opened.ask(f"{inside}.getElementById('text').value = {pasted}; 0")
            opened.ask(f"{inside}.getElementById('check').click()")
            opened.wait(f"'milliseconds' in {inside}.documentElement.dataset")
            assert "ILLEGAL" in opened.ask(f"{inside}.getElementById('verdict').innerText")
        finally:
            opened.close()
            server.shutdown()


def test_back_and_forward(page: Visitor) -> None:
    page.paste(LEGAL.read_text(encoding="utf-8"))
    page.paste(ILLEGAL.read_text(encoding="utf-8"))
    for way, verdict in (("back", "legal"), ("forward", "illegal")):
        page.forget_verdict()
        page.ask(f"history.{way}()")
        page.wait_for_verdict()
        assert shown(page)["verdict"] == verdict


def pack(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


def test_a_shared_link_opens_the_list(page: Visitor, host: Host, call: Call) -> None:
    for file in (LEGAL, GAMES["warhammer-40k-10e"]):
        page.ask("document.getElementById('linked').replaceChildren()")
        page.paste(file.read_text(encoding="utf-8"))
        page.click("#share")
        page.wait("document.querySelector('#linked a')")
        link = str(page.ask("document.querySelector('#linked a').href"))
        assert link.startswith(f"{host.link}#l=")
        assert call("share", str(file), "--page", host.link).out.strip() == link
        page.visit(link)
        page.wait_for_verdict()
        assert shown(page)["verdict"] == "legal"
        assert "link" in page.read("linked")


SCRIPT = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>"
HOSTILE = {
    "markup": f"#l={pack(f'Necrons {SCRIPT}{chr(10)}1x {SCRIPT} (100 points)'.encode())}",
    "a bomb": f"#l={pack(bytes(20 << 20))}",
    "no letters of a link": "#l=%3Cscript%3E",
    "cut off": f"#l={pack(LEGAL.read_bytes())[:-9]}",
    "endless": "#l=" + "A" * 40_000,
    "a seal that is none": "#l=LB1:ABCDEF",
    "a seal with markup": f"#l=LB1:{SCRIPT}",
    "not text": f"#l={pack(bytes(range(256)))}",
    "another key": f"#x={SCRIPT}",
}


TRIED = HOSTILE if WHOLE else {"markup": HOSTILE["markup"]}


@pytest.mark.parametrize("fragment", TRIED.values(), ids=TRIED)
def test_a_hostile_link_does_nothing(page: Visitor, host: Host, fragment: str) -> None:
    page.visit(f"{host.link}{fragment}")
    page.wait_for_engine()
    if not page.ask("document.getElementById('linked').hidden") and page.ask(
        "document.getElementById('text').value.length"
    ):
        page.wait_for_verdict()
        assert shown(page)["verdict"] == "unread"
    assert page.ask("document.title") != "taken"
    assert page.ask("document.querySelectorAll('main img, main script').length") == 0
    assert page.ask("document.getElementById('text').value.length") < 300_000
    page.paste(LEGAL.read_text(encoding="utf-8"))  # and the page is none the worse
    assert shown(page)["verdict"] == "legal"


def test_the_page_works_without_the_network_after_the_first_visit(
    page: Visitor, host: Host
) -> None:
    page.paste(LEGAL.read_text(encoding="utf-8"))
    page.ask("navigator.serviceWorker.ready.then(() => 1)")
    game = json.dumps(f"parts/{get_game_part('warhammer-40k-11e')}{PART}")
    is_kept = f"(async () => {{ while (!(await caches.match({game}))) await new Promise((go) => setTimeout(go, 50)); }})()"
    page.ask(is_kept)  # what the first visit loaded is kept, too
    host.stop()
    try:
        page.visit(host.link)
        page.wait_for_engine()
        page.paste(LEGAL.read_text(encoding="utf-8"))
        assert shown(page)["verdict"] == "legal"
    finally:
        host.start()


@whole
def test_a_new_version_is_told_and_loaded_when_asked(page: Visitor, host: Host, site: Path) -> None:
    page.ask("navigator.serviceWorker.ready.then(() => 1)")
    page.wait("navigator.serviceWorker.controller")
    worker = site / "sw.js"
    before = worker.read_text(encoding="utf-8")
    packed = site / "sw.js.gz"
    packed.unlink()
    worker.write_text(before.replace('VERSION = "', 'VERSION = "new-'), encoding="utf-8")
    page.ask(
        "navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => 1)"
    )
    page.wait("!document.getElementById('version').hidden")
    page.ask("document.documentElement.dataset.old = 'yes'; 0")
    page.click("#reload")
    page.wait("!document.documentElement.dataset.old && document.getElementById('text')")
    page.wait_for_engine()
    assert page.ask("caches.keys().then((names) => names.join())").startswith("listbuilder-new-")


@whole
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desk"])
def test_no_barrier(page: Visitor, host: Host, size: tuple[int, int], dark: bool) -> None:
    try:
        axe = (fetch_npm("axe-core") / "axe.min.js").read_text(encoding="utf-8")
    except Unavailable as reason:
        pytest.skip(str(reason))
    page.visit(host.link, size, dark)
    page.wait_for_engine()
    assert page.find_barriers(axe) == []
    page.paste(ILLEGAL.read_text(encoding="utf-8"))
    page.wait("document.querySelector('#answers button')")
    for section in ("asking", "spending", "comparing", "export", "shown"):
        page.ask(f"document.getElementById('{section}').open = true; 0")
    assert page.find_barriers(axe) == []
    assert page.ask("document.documentElement.scrollWidth <= innerWidth"), "no sideways scrolling"


@whole
def test_the_keyboard_is_enough(page: Visitor) -> None:
    """Every control is reached by Tab in the order of the page, and Ctrl+Enter checks the list."""
    page.paste(ILLEGAL.read_text(encoding="utf-8"))
    page.wait("document.querySelector('#answers button')")
    page.ask("document.querySelector('.skip').focus()")
    reached = ["skip"]
    while len(reached) < 60 and reached[-1] != "licenses":
        for kind in ("rawKeyDown", "keyUp"):
            page._call(
                "Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9
            )
        reached.append(
            str(
                page.ask(
                    "(() => { const on = document.activeElement;"
                    " return on.id || on.dataset.say || on.className || on.tagName; })()"
                )
            )
        )
    wanted = ["skip", "language", "text", "check", "pick", "clear", "share", "line"]
    assert [name for name in reached if name in wanted][: len(wanted)] == wanted
    assert reached[-1] == "licenses"


def test_a_visitor_downloads_no_more_than_ten_megabytes(site: Path) -> None:
    start = sum(measure_download(site, name) for name in list_first_files(site))
    parts = ("warhammer-40k-10e", "warhammer-40k-11e")  # the list of one game may ask for both
    data = sum((site / "parts" / f"{get_game_part(game)}{PART}").stat().st_size for game in parts)
    assert (start + data) / 1e6 <= MOST_MEGABYTES


def test_nothing_comes_from_another_host(site: Path) -> None:
    for name in ("index.html", "page.js", "worker.js", "sw.js", "link.js", "style.css", "words.js"):
        text = (site / name).read_text(encoding="utf-8")
        assert "http:" not in text.replace("http://www.w3.org", ""), name
        assert "https:" not in text, name
    policy = (site / "_headers").read_text(encoding="utf-8")
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy


OURS = sorted(
    [
        *(EXAMPLES / "40k-11e").glob("*/*.yaml"),
        *(EXAMPLES / "40k-10e").glob("*/*.yaml"),
        *(EXAMPLES / "aos" / "legal").glob("*.yaml"),
    ]
)[::2]


@whole
def test_48_lists_of_our_own_have_the_native_verdicts(page: Visitor, call: Call) -> None:
    assert len(OURS) >= 48
    wrong = []
    for file in OURS[:48]:
        page.paste(file.read_text(encoding="utf-8"))
        if (told := shown(page)) != (wanted := judge(call, file)):
            wrong.append((file.name, told, wanted))
    assert wrong == []


@whole
@needs_shared("corpus", "40k11")
def test_48_lists_of_the_corpus_have_the_native_verdicts(page: Visitor, call: Call) -> None:
    files = sorted((SHARED / "corpus" / "40k11").rglob("*.txt"))
    files = files[:: max(1, len(files) // 48)][:48]
    wrong = []
    for file in files:
        page.paste(file.read_text(encoding="utf-8"))
        if (told := shown(page)) != (wanted := judge(call, file)):
            wrong.append((file.name, told, wanted))
    assert wrong == []
