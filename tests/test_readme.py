"""What the READMEs and docs/ tell a reader to do works as written, and every link leads somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from listbuilder.cli.commands import COMMANDS
from listbuilder.cli.parser import build_parser
from tests.cli.conftest import Call, call  # noqa: F401
from tests.formats.read.one_list_per_format import NR_SIMPLE
from tests.sources import ROOT
from tools.readme import BLOCK, FILE, TABLE

READMES = sorted(ROOT.glob("README*.md"))
DOCS = sorted((ROOT / "docs").glob("*.md"))
GUIDES = [ROOT / name for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")]
PAGES = [*READMES, *DOCS]


def text_of(page: Path | str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_there_is_one_for_each_language() -> None:
    assert [page.name for page in READMES] == ["README.ja.md", "README.md", "README.zh.md"]


def test_the_readme_is_short_and_leads_to_every_page_for_strangers() -> None:
    assert 600 <= len(text_of("README.md").split()) <= 900
    doors = re.findall(r"^### (.+)$", text_of("README.md"), re.MULTILINE)
    assert doors == ["Players", "Organisers", "Developers"]
    index = text_of("docs/README.md")
    assert [
        page.name for page in DOCS if page.name != "README.md" and f"]({page.name})" not in index
    ] == []


def test_own_data_as_the_page_has_it(
    call: Call,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = text_of("docs/your-data.md")
    (text,) = re.findall(r"```yaml\n(.*?)```", page, flags=re.DOTALL)
    (name,) = re.findall(r"`(mydata/[^`]+\.yaml)`", page)
    (shown,) = re.findall(r"```console\n(.*?)```", page, flags=re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(parents=True)
    Path(name).write_text(text, encoding="utf-8")
    said = ""
    for line in shown.splitlines():
        if line.startswith("$ "):
            result = call(*shlex.split(line)[2:])
            assert (result.code, result.err) == (0, "")
            said = result.out
        else:
            assert line in said


def test_the_roster_of_the_page_is_legal(call: Call, tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n(system:.*?)```", text_of("docs/roster.md"), flags=re.DOTALL)
    file = tmp_path / "roster.yaml"
    file.write_text(text, encoding="utf-8")
    assert call("check", str(file)).code == 0


# --- links ---


def anchors(page: Path) -> set[str]:
    """Return the anchors that a Markdown viewer makes of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.casefold()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, *GUIDES], ids=name_of)
def test_what_it_points_to_is_there(page: Path) -> None:
    text = re.sub(r"```.*?```", "", text_of(page), flags=re.DOTALL)
    for target, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", text):
        if "://" in target:
            continue
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), f"{target}#{anchor}"
    if page not in GUIDES:  # elsewhere they may be written with what stands for a name
        for folder in re.findall(r"`((?:examples|schemas|docs|tests|factions)/[\w./*-]*)`", text):
            assert list(ROOT.glob(folder)), folder


def test_what_is_generated_is_filled_in() -> None:
    """`tools.readme --check`, in `make lint`, compares it with what the program says now."""
    for page in PAGES:
        for pattern in (BLOCK, FILE, TABLE):
            for found in pattern.finditer(text_of(page)):
                assert found[0].count("\n") > 3, f"{page.name}: {found[0]}"
        assert text_of(page).count("<!-- end -->") == sum(
            len(each.findall(text_of(page))) for each in (BLOCK, FILE, TABLE)
        )


# --- commands ---

# What stands in the pages for a reader's own words.
STANDS_FOR = {
    "FILE...": "list.yaml",
    "FILE": "list.yaml",
    "OUT": "out.yaml",
    "A": "list.yaml",
    "B": "other.yaml",
    "OLD": "2025-06-11",
    "NEW": "today",
    "THING": "nether-realm-casket",
    "UNIT": "overlord",
    "RULE": "40K-06",
    "COMMAND": "check",
}
# Shown in passing: without what they are given, they don't work.
IN_PASSING = [["verify"], ["event"], ["check"]]
WRITTEN = ("out.yaml", "mine.yaml", "new.yaml", "mine.html", "report.json")


def recipes(page: Path) -> list[list[str]]:
    """Return every command that a page tells the reader to type, both with and without its optional parts."""
    text = TABLE.sub("", FILE.sub("", BLOCK.sub("", text_of(page))))
    scripts = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    named = re.findall(r"`listbuilder ([^`<]+)`", text) + re.findall(
        r"^listbuilder ([a-z][^\n#]*)", scripts, re.MULTILINE
    )
    spelled = [
        way
        for each in named
        for way in (re.sub(r" ?\[[^]]*\]", "", each), re.sub(r"[][]", "", each))
    ]
    words = [
        [STANDS_FOR.get(word, word) for word in shlex.split(each.partition(" > ")[0])]
        for each in dict.fromkeys(spelled)
    ]
    return [each for each in words if each not in IN_PASSING]


WITH_RECIPES = [
    page for page in PAGES if page.name != "readings.md" and recipes(page)
]  # its commands ran elsewhere


@pytest.fixture
def at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    text = text_of("examples/40k-10e/legal/necrons-awakened-dynasty.yaml")
    monkeypatch.chdir(tmp_path)
    for name in ("list.yaml", "other.yaml", "mine.yaml"):
        Path(name).write_text(text, encoding="utf-8")
    Path("pasted-from-the-app.txt").write_text(NR_SIMPLE, encoding="utf-8")
    Path("saturday.yaml").write_text("event: Saturday\n", encoding="utf-8")
    Path("lists").mkdir()
    Path("lists", "ann.yaml").write_text(text, encoding="utf-8")
    Path("examples").symlink_to(ROOT / "examples")
    # `serve` is started and stopped at once.
    monkeypatch.setattr("listbuilder.desk.server.run_until_stopped", lambda *_: None)
    return tmp_path


@pytest.mark.parametrize("page", WITH_RECIPES, ids=name_of)
def test_every_command_can_be_typed(page: Path) -> None:
    for words in recipes(page):
        assert words[0] in COMMANDS or words[0].startswith("-"), words
        if words[-1] not in ("--help", "--version"):
            build_parser(words).parse_args(words)


@pytest.mark.parametrize("page", WITH_RECIPES, ids=name_of)
@pytest.mark.slow_but(1)
def test_every_command_works_as_written(page: Path, call: Call, at_work: Path) -> None:
    list_text = Path("list.yaml").read_text(encoding="utf-8")
    for words in recipes(page):
        for name in WRITTEN:
            (at_work / name).unlink(missing_ok=True)
        if "mine.yaml" in words and "-o" not in words[: words.index("mine.yaml")]:
            Path("mine.yaml").write_text(list_text, encoding="utf-8")
        if words[0] == "import":  # another program's list
            words = [words[0], "pasted-from-the-app.txt", *words[2:]]
        result = call(*words)
        if words[0] == "edit" or words[0].startswith(
            "--lang"
        ):  # the builder needs a terminal, which a test hasn't
            assert "--" not in result.err
            continue
        assert result.code in (0, 1), (words, result.err)
        assert result.out or result.err, words


def test_the_readmes_show_what_players_ask_most() -> None:
    for page in READMES:
        assert {"new", "check", "why", "fix", "fill", "diff", "event", "export"} <= {
            words[0] for words in recipes(page)
        }
        for paste in ("pbpaste", "wl-paste", "xclip", "Get-Clipboard"):
            assert paste in text_of(page)


@pytest.mark.slow
def test_every_export_the_page_names_is_made_and_verified(call: Call, at_work: Path) -> None:
    """`verify` makes these again; the others are for other programs."""
    sentence = (
        text_of("docs/sharing.md")
        .partition("`listbuilder verify` takes an ")[2]
        .partition(" export")[0]
    )
    forms = re.findall(r"`(\w+)`", sentence)
    assert forms == ["html", "pdf", "svg", "json", "qr"]
    for form in forms:
        assert call("export", "other.yaml", "--to", form, "-o", f"made.{form}").code == 0
        assert "VALID" in call("verify", f"made.{form}").out


def test_the_changelog_has_one_line_for_each_change() -> None:
    """Of the newest version, released or not."""
    newest = re.split(r"^## .+$", text_of("CHANGELOG.md"), flags=re.MULTILINE)[1]
    groups = re.split(r"^### (.+)$", newest, flags=re.MULTILINE)
    assert groups[1::2] == ["Added", "Changed", "Fixed"]
    lines = [line for group in groups[2::2] for line in group.splitlines() if line]
    assert [line for line in lines if not line.startswith("- ")] == []
    assert len({re.sub(r"\W", "", line.casefold()) for line in lines}) == len(lines)
