"""The pages of the documentation site: every rule has one in each language, and every link leads to a page."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game
from tools import make_docs

LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    target = tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(make_docs, "TARGET", target)
        make_docs.copy_pages()
        for lang in ("en", "ja", "zh"):
            make_docs.write_rules(lang)
    return {str(file.relative_to(target)): file.read_text("utf-8") for file in target.rglob("*.md")}


@pytest.mark.slow
def test_every_rule_has_a_page_in_each_language(pages: dict[str, str]) -> None:
    for system in SYSTEMS:
        for rule in get_game(system).load_rulebook(Library()).rules:
            for lang in ("en", "ja", "zh"):
                assert f"rules/{lang}/{system}/{rule.code}.md" in pages
    page = pages["rules/en/warhammer-40k-10e/40K-06.md"]
    assert page.startswith("# 40K-06 Rule of three\n")
    assert "At most 3 of each datasheet" in page
    assert "- a fourth copy, in another size: 4 × Lychguard; the limit is 3 per datasheet" in page
    assert "- three of a datasheet are legal: legal" in page


@pytest.mark.slow
def test_every_link_leads_to_a_page(pages: dict[str, str]) -> None:
    lost = [
        (name, link)
        for name, text in pages.items()
        for link in LINK.findall(text)
        if link.endswith(".md")
        and posixpath.normpath(posixpath.join(posixpath.dirname(name), link)) not in pages
    ]
    assert lost == [("organisers.md", "event-file.md")] * len(lost)


@pytest.mark.parametrize(
    ("link", "name", "moved"),
    [
        ("[x](docs/bots.md#in-python)", "README.md", "[x](bots.md#in-python)"),
        ("[x](../CONTRIBUTING.md#a-rule)", "docs/data.md", "[x](contributing.md#a-rule)"),
        ("[x](LICENSE)", "README.md", "[x](https://listbuilder.example/source/LICENSE)"),
        ("[x](https://a.example/b.md)", "README.md", "[x](https://a.example/b.md)"),
        ("[x](#here)", "README.md", "[x](#here)"),
        ("![x](docs/builder.svg)", "README.md", "![x](builder.svg)"),
    ],
)
def test_links_are_moved(link: str, name: str, moved: str) -> None:
    assert make_docs.move_links(link, name) == moved


def test_the_playground_has_the_page_if_it_was_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_docs, "TARGET", tmp_path / "pages")
    built = tmp_path / "site"
    (built / "pyodide").mkdir(parents=True)
    (built / "index.html").write_text("<p>page</p>")
    (built / "_headers").write_text("/*")
    (built / "pyodide" / "a.wasm").write_bytes(b"\0asm")
    make_docs.write_playground(built)
    text = (tmp_path / "pages" / "playground.md").read_text("utf-8")
    (frame,) = re.findall(r'<iframe src="([^"]+)"', text)
    assert (tmp_path / "pages" / frame).read_text() == "<p>page</p>"
    assert LINK.findall(text) == [frame, "page.md", frame, frame]
    assert (tmp_path / "pages" / "try" / "pyodide" / "a.wasm").exists()
    assert not (tmp_path / "pages" / "try" / "_headers").exists()  # it forbids frames


def test_the_playground_says_how_to_build_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_docs, "TARGET", tmp_path)
    make_docs.write_playground(tmp_path / "nothing")
    text = (tmp_path / "playground.md").read_text("utf-8")
    assert text.count("`make site`") == text.count("`make docs`") == 3
    assert LINK.findall(text) == ["page.md"]
    assert "iframe" not in text


def test_the_keys_of_the_event_file_are_told() -> None:
    schema = {
        "description": "About events.",
        "required": ["event"],
        "properties": {
            "event": {"type": "string", "description": "Its name."},
            "date": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
            "team": {"$ref": "#/$defs/Team"},
        },
        "$defs": {"Team": {"properties": {"size": {"type": "integer", "description": "a|b"}}}},
    }
    lines = list(make_docs.list_event_keys(schema))
    assert "| `event` (needed) | string | Its name. |" in lines
    assert "| `date` | date |  |" in lines
    assert "| `team` | [Team](#team) |  |" in lines
    assert "| `size` | integer | a\\|b |" in lines


def test_the_settings_of_mkdocs_name_pages_that_are_made() -> None:
    text = Path(make_docs.ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = set(re.findall(r": ([\w/-]+\.md)$", text, re.MULTILINE))
    made = set(make_docs.GUIDES.values()) | {"event-file.md", make_docs.PLAYGROUND}
    made |= {f"rules/{lang}/index.md" for lang in ("en", "ja", "zh")}
    made |= {file.name for file in (make_docs.ROOT / "docs").glob("*.md")}
    assert named <= made
