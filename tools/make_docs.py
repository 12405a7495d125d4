"""Write the pages of the documentation site into build/docs-pages; `make docs` then builds the site with mkdocs.

The pages are those of docs/ and the guides at the top of the repository, with links that fit their new places; a page for
every rule of every game in each language, with its cases; the reference of the event file from its schema; and a page to
try listbuilder on, which has the page of `make site` in it if that was built.
"""

from __future__ import annotations

import json
import posixpath
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.cli.context import Context, open_library
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.messages import LANGS, Lang, make_game_language
from listbuilder.model.addresses import SOURCE
from listbuilder.model.rulebook import Rule, RuleBook
from listbuilder.rules import messages
from listbuilder.rules.explain import explain_rule, list_table_rows
from listbuilder.yamlio import reader

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "docs-pages"
CASES = ROOT / "tests" / "rules"
SITE = ROOT / "build" / "site"  # what `make site` builds
PLAYGROUND = "playground.md"
_SITE_ON_DOCS = "try"  # folder of the documentation site with a copy of it
# Files of the repository that become pages, by their path there; those of docs/ keep their names.
GUIDES = {
    "README.md": "index.md",
    "README.ja.md": "ja.md",
    "README.zh.md": "zh.md",
    "CONTRIBUTING.md": "contributing.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "docs/README.md": "index.md",
}
_TRY = {  # with the page, and without it
    "en": (
        "Paste a list below, or [open the page by itself]({page}). listbuilder runs in your browser, and the list never"
        " leaves your device. [About the page](page.md)",
        "These pages were built without the page that checks lists in a browser. `make site` builds it (it needs Node.js and"
        " npm), and `make docs` then puts it here. [About the page](page.md)",
    ),
    "ja": (
        "下にリストを貼り付けるか、[ページを単独で開いて]({page})ください。"
        "listbuilder はブラウザーの中で動き、リストが端末の外に出ることはありません。",
        "この文書は、ブラウザーでリストを調べるページなしで作られました。"
        "`make site`（Node.js と npm が必要）で作り、`make docs` をもう一度実行すると、ここに入ります。",
    ),
    "zh": (
        "请在下方粘贴列表，或[单独打开该页面]({page})。listbuilder 在您的浏览器中运行，列表不会离开您的设备。",
        "本文档生成时没有包含在浏览器中检查列表的页面。"
        "请先用 `make site` 生成它（需要 Node.js 和 npm），再运行 `make docs`，它就会出现在这里。",
    ),
}  # fmt: skip
_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)(?P<path>[^)#\s]+)(?P<anchor>#[^)\s]*)?(?=\))")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)  # a mark of tools/readme.py
_HEADS = {
    "en": ("Rules", "Rule", "Title", "Where", "Cases", "legal", "In tests/rules, each with a roster:"),
    "ja": ("ルール", "番号", "題", "出典", "事例", "適法", "tests/rules にあるロスターの例（英語）："),
    "zh": ("规则", "编号", "标题", "出处", "案例", "合法", "tests/rules 中的列表案例（英文）："),
}  # fmt: skip


def main() -> int:
    """Write all pages anew and return the exit code 0."""
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    copy_pages()
    for lang in LANGS:
        if lang in _HEADS:
            write_rules(lang)
    schema = json.loads((ROOT / "schemas" / "event.schema.json").read_text(encoding="utf-8"))
    write_page("event-file.md", "\n".join(list_event_keys(schema)))
    write_playground(SITE)
    pages = sum(1 for _ in TARGET.rglob("*.md"))
    print(f"{pages} pages in {TARGET.relative_to(ROOT)}/")
    return 0


def copy_pages() -> None:
    """Copy docs/ and the guides, with links that fit."""
    for file in sorted((ROOT / "docs").iterdir()):
        if file.suffix in (".svg", ".png"):
            shutil.copy(file, TARGET / file.name)
    names = [f"docs/{file.name}" for file in sorted((ROOT / "docs").glob("*.md"))]
    for name in dict.fromkeys([*names, *GUIDES]):
        if name == "docs/README.md":
            continue  # the navigation of the site has what it has
        text = _COMMENT.sub("", (ROOT / name).read_text(encoding="utf-8"))
        write_page(find_place(name) or name, move_links(text, name))


def find_place(name: str) -> str | None:
    """Return where a file of the repository stands on the site; None if it is no page of it."""
    if name in GUIDES:
        return GUIDES[name]
    folder, _, file = name.rpartition("/")
    return file if folder == "docs" and file.endswith((".md", ".svg", ".png")) else None


def move_links(text: str, name: str) -> str:
    """Return the text of the file `name` with its links as they are on the site.

    A link to a file that is no page leads to the source.
    """

    def move(match: re.Match[str]) -> str:
        """Return one link as it is on the site."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), match["path"]))
        anchor = match["anchor"] or ""
        place = find_place(path)
        return f"{place or f'{SOURCE}/{path}'}{anchor}"

    return _LINK.sub(move, text)


def write_page(place: str, text: str) -> None:
    """Write a page of the site."""
    file = TARGET / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text.rstrip() + "\n", encoding="utf-8")


def write_playground(site: Path) -> None:
    """Write the page to try listbuilder on: with a copy of `site` in it, or how to get it."""
    page = f"{_SITE_ON_DOCS}/index.html"
    is_built = (site / "index.html").is_file()
    if is_built:
        # `_headers` is for the root of a host, and forbids frames
        ignored = shutil.ignore_patterns("_headers")
        shutil.copytree(site, TARGET / _SITE_ON_DOCS, ignore=ignored)
    paragraphs = ["# Try it"]
    for with_page, without_page in _TRY.values():
        paragraphs.append(with_page.format(page=page) if is_built else without_page)
    if is_built:
        style = "width: 100%; height: 80vh; border: 1px solid gray"
        paragraphs.append(f'<iframe src="{page}" title="listbuilder" style="{style}"></iframe>')
    write_page(PLAYGROUND, "\n\n".join(paragraphs))


# --- rules ---


def write_rules(lang: Lang) -> None:
    """Write a page for each rule in one language, and the list of all."""
    context = Context(lang, "text", None, open_library(None), color=False)
    title, code, name, *_ = _HEADS[lang]
    lines = [f"# {title}", ""]
    for system in SYSTEMS:
        book = get_game(system).load_rulebook(context.library)
        spoken = make_game_language(lang, system)
        lines += [f"## {messages.say_game(book, lang)}", "", f"| {code} | {name} |", "|---|---|"]
        for rule in book.rules:
            place = f"{system}/{rule.code}.md"
            lines.append(f"| [{rule.code}]({place}) | {messages.say_rule_title(rule, spoken)} |")
            write_page(f"rules/{lang}/{place}", "\n".join(describe_rule(book, rule, spoken, lang)))
        lines.append("")
    write_page(f"rules/{lang}/index.md", "\n".join(lines))


def describe_rule(book: RuleBook, rule: Rule, spoken: Lang, lang: Lang) -> Iterator[str]:
    """Yield the lines of the page about one rule: what it says, where it is printed, its cases."""
    _, _, _, where, cases, legal, intro = _HEADS[lang]
    yield f"# {rule.code} {messages.say_rule_title(rule, spoken)}"
    yield ""
    yield f"{messages.say_game(book, lang)} · {messages.say_severity(rule.severity, lang)} · `{rule.name}`"
    yield ""
    yield escape(explain_rule(rule, spoken))
    yield ""
    for row in list_table_rows(book, rule, spoken):
        yield f"- {escape(row)}"
    yield ""
    yield f"**{where}:** {escape(messages.say_citation(book, rule.citation, lang))}"
    yield ""
    found = list(list_cases(book.system, rule.code))
    if not found:
        return
    yield f"## {cases}"
    yield ""
    yield intro
    yield ""
    for case, said in found:
        yield f"- {escape(case)}: {escape(said) if said else legal}"


def list_cases(system: str, code: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each case of a rule, and what is found in it; "" if nothing is."""
    for file in sorted(CASES.glob(f"*/{code}.yaml")):
        data = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data
        if system not in data.get("systems", [file.parent.name]):
            continue
        for case in data["cases"]:
            said = [
                str(finding.get("message") or finding.get("key"))
                for finding in case.get("findings", ())
            ]
            yield str(case["name"]), "; ".join(said)


def escape(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text)


# --- the event file ---


def list_event_keys(schema: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the page about the event file: every key, its values and what it does."""
    yield "# The event file"
    yield ""
    yield f"{schema['description']} [How to run an event](organisers.md) shows it in use."
    yield ""
    yield from _list_keys(schema, schema)
    for name, part in schema.get("$defs", {}).items():
        if "properties" in part:
            yield ""
            yield f"## {name}"
            yield ""
            yield escape(part.get("description", ""))
            yield ""
            yield from _list_keys(part, schema)


def _list_keys(part: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    """Yield a table with the keys of one part of the schema."""
    needed = part.get("required", [])
    yield "| Key | Value | |"
    yield "|---|---|---|"
    for key, value in part["properties"].items():
        text = escape(value.get("description", "").replace("\n", " "))
        kind = _name_kind(value)
        yield f"| `{key}`{' (needed)' if key in needed else ''} | {kind} | {text} |"


def _name_kind(value: dict[str, Any]) -> str:
    """Return what a value may be, in words."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in value:
        kinds = [_name_kind(part) for part in value["anyOf"] if part.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    if value.get("type") == "array":
        return f"list of {_name_kind(value.get('items', {}))}"
    if value.get("type") == "object":
        return "table"
    return "date" if value.get("format") == "date" else str(value.get("type", "anything"))


if __name__ == "__main__":
    raise SystemExit(main())
