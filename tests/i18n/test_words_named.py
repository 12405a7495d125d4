"""No text lies in a words file that nothing says.

A text is said under its key. The key stands in the code as a string, or an f-string there makes it (`f"find.{column}"`)
of words that are named themselves, or a string puts an ending behind it (`"_open"`) or, with a dot at its end, names all
that stands under it. Names that come from
the law (of rules, of what is not checked, of parameters) stand in a rules.yaml. The look goes by the words alone: it finds
less than all, and never too much.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from listbuilder.data import paths
from listbuilder.i18n import names
from listbuilder.i18n.messages import Lang

from .test_words import FILES, read, texts

LETTERS = 3

Patterns = tuple[re.Pattern[str], ...]


def named_in(tree: ast.AST) -> tuple[set[str], set[str]]:
    """Strings and names of fields and arguments; and f-strings as patterns."""
    strings: set[str] = set()
    patterns: set[str] = set()
    pieces = {
        piece for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for piece in node.values
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(str(each.value)) if isinstance(each, ast.Constant) else "(.+)"
                for each in node.values
            ]
            if any(re.search("[a-z]", part) for part in parts):  # else it could make anything
                patterns.add("".join(parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in pieces:
            strings.add(node.value)
            strings.add(node.value.replace("-", "_"))  # a form of export, as its words are named
            if node.value.startswith("--"):  # an option, which argparse names so
                strings.add(node.value[2:].replace("-", "_"))
            if re.fullmatch(r"[a-z_]+\.", node.value):
                patterns.add(re.escape(node.value) + ".+")
            elif re.fullmatch(r"_[a-z_]+", node.value):  # put behind a key
                patterns.add("(.+)" + re.escape(node.value))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            strings.add(node.target.id)
        elif isinstance(node, ast.keyword) and node.arg:
            strings.add(node.arg)
    return strings, patterns


@cache
def named() -> tuple[frozenset[str], dict[str, Patterns]]:
    """All strings, and the patterns by the folder whose code has them."""
    strings: set[str] = set()
    patterns: dict[str, set[str]] = {}
    for file in paths.PACKAGE.rglob("*.py"):
        more, made = named_in(ast.parse(file.read_text(encoding="utf-8")))
        strings |= more
        patterns.setdefault(room(file), set()).update(made)
    for page in paths.PACKAGE.rglob("templates/*"):
        text = page.read_text(encoding="utf-8")
        strings.update(re.findall(r"[\"']([a-z_]+(?:\.[a-z_]+)*)[\"']", text))
        joined = re.findall(r"[\"']([a-z_]+\.)[\"'] ~", text)
        patterns.setdefault(room(page), set()).update(re.escape(each) + ".+" for each in joined)
    scripts = paths.PACKAGE.parent / "site"  # what the page in the browser says
    for script in (*scripts.glob("*.js"), *scripts.glob("*.html")):
        text = script.read_text(encoding="utf-8")
        strings.update(re.findall(r"[\"'`]([a-z_]+(?:\.[a-z_]+)*)[\"'`]", text))
        patterns.setdefault("pages", set()).update(
            re.escape(each) + ".+" for each in re.findall(r"`([a-z_]+\.)\$\{", text)
        )
    for law in paths.get_factions_folder().glob("*/rules.yaml"):
        strings.update(re.findall(r"[\w-]+", law.read_text(encoding="utf-8")))
    return frozenset(strings), {
        each: tuple(map(re.compile, sorted(made))) for each, made in patterns.items()
    }


def room(file: Path) -> str:
    return file.relative_to(paths.PACKAGE).parts[0]


def telling(pattern: re.Pattern[str]) -> bool:
    """Enough of it is fixed that it can be meant for the words of another folder."""
    return len(re.findall("[a-z]", pattern.pattern)) >= LETTERS


def patterns_for(file: Path) -> Patterns:
    _, patterns = named()
    here = patterns.get(room(file), ())
    return (
        *here,
        *(
            each
            for place, made in patterns.items()
            if place != room(file)
            for each in made
            if telling(each)
        ),
    )


def is_named(
    key: str, strings: frozenset[str] | set[str], patterns: Patterns, depth: int = 4
) -> bool:
    if key in strings:
        return True
    made = (found for pattern in patterns if (found := pattern.fullmatch(key))) if depth else ()
    return any(
        all(is_named(part, strings, patterns, depth - 1) for part in found.groups())
        for found in made
    )


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(paths.PACKAGE)))
def test_every_text_is_said_somewhere(file: Path) -> None:
    strings, _ = named()
    patterns = patterns_for(file)
    keys = [key.removeprefix(".") for key, _ in texts(read(file))]
    assert [key for key in keys if not is_named(key, strings, patterns)] == []


@pytest.mark.parametrize(
    ("source", "key", "found"),
    [
        ("say('find.none')", "find.none", True),
        ("say(f'find.{what}', 'none')", "find.none", True),
        ("say(f'find.{what}')", "find.none", False),
        ("say('none')", "find.none", False),
        ("key = f'{what}_open', 'choice'; say(f'show.{key}')", "show.choice_open", True),
        ("startswith('find.')", "find.none", True),
        ("key = 'find.none'; key += '_open'", "find.none_open", True),
        ("say('find.nothing')", "find.none", False),
        ("say(f'{what}.{which}', 'find', 'none')", "find.none", False),
    ],
)
def test_what_names_a_key(source: str, key: str, found: bool) -> None:
    strings, patterns = named_in(ast.parse(source))
    assert is_named(key, strings, tuple(map(re.compile, patterns))) == found


@pytest.mark.parametrize(
    ("lang", "game", "text", "shown"),
    [
        (
            "ja",
            "warhammer-40k-11e",
            "Lethal Hits: non-Monster/Vehicle",
            "会心ヒット: モンスター/ビークル以外",
        ),
        ("zh", "warhammer-40k-11e", "Sustained Hits 2: non-Monster/Vehicle", "连击 2：非凶兽/载具"),
        (
            "en",
            "warhammer-40k-11e",
            "Lethal Hits: non-Monster/Vehicle",
            "Lethal Hits: non-Monster/Vehicle",
        ),
        ("ja", "warhammer-40k-10e", "One Shot", "ワンショット"),
        ("zh", "warhammer-40k-10e", "One Shot", "一次性"),
        ("ja", "warhammer-40k-10e", "Nobody knows: this", "Nobody knows: this"),
    ],
)
def test_an_ability_of_a_weapon_with_whom_it_is_against(
    lang: Lang, game: str, text: str, shown: str
) -> None:
    assert names.translate_with_value(text, names.make_game_language(lang, game)) == shown


@pytest.mark.parametrize(
    ("lang", "name", "mode", "shown"),
    [
        ("ja", "plasma pistol", "standard", "プラズマピストル（通常出力）"),
        ("ja", "plasma pistol", "supercharge", "プラズマピストル（最大出力）"),
        ("zh", "plasma pistol", "supercharge", "等离子手枪 – 过载"),
        ("en", "plasma pistol", "supercharge", "plasma pistol – supercharge"),
        ("ja", "plasma pistol", "", "プラズマピストル（通常出力）"),
        ("ja", "nobody's gun", "supercharge", "nobody's gun – supercharge"),
    ],
)
def test_a_weapon_in_one_of_its_modes(lang: Lang, name: str, mode: str, shown: str) -> None:
    assert (
        names.name_with_mode(name, mode, names.make_game_language(lang, "warhammer-40k-10e"))
        == shown
    )
