"""Japanese and Chinese sentences as their readers write them: no gaps, no English rule words, and nothing literal translated."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache

import pytest

from listbuilder.data import paths
from listbuilder.i18n import messages, problem_text
from listbuilder.i18n.messages import Lang
from listbuilder.model.message_args import Literal, Name
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio import reader

from .test_words import FILES, read, texts

WIDE = "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
SIGNS = "、。，：；！？（）「」『』【】“”"
GAP = re.compile(f"[{WIDE}{SIGNS}] +[{WIDE}{SIGNS}]|[{WIDE}] +[{SIGNS}]|[{SIGNS}] +[{WIDE}]")
STUCK = re.compile(f"[{WIDE}][A-Za-z0-9]|[A-Za-z0-9][{WIDE}]")
# Commands, keys and options: they are written so.
# Code, quotes and editions (as the books print them) have no spaces of their own.
QUOTED = re.compile(
    r"`[^`]*`|「[^」]*」|“[^”]*”|--?[a-z][\w-]*(?: [A-Z]+)?|[a-z]+[_-][\w-]+|第\d+版"
)  # editions, as the books print them
TARGETS: tuple[Lang, ...] = ("ja", "zh")
# English that is no word of a rule there: titles of programs and forms.
SAME = {"en", "id", "save"}


def pieces(template: str) -> Iterator[str]:
    """The text between what is filled in."""
    for text, _, _, _ in string.Formatter().parse(template):
        yield text


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(paths.PACKAGE)))
def test_spaces(file: object) -> None:
    """Where pieces meet the program sees to it; within them it is the writer."""
    for key, text in texts(read(file)):  # type: ignore[arg-type]
        for lang in TARGETS:
            for piece in pieces(text[lang]):
                assert not GAP.search(piece), (key, lang, text[lang])
                assert not STUCK.search(QUOTED.sub(" ", piece)), (key, lang, text[lang])


@cache
def rule_words() -> dict[Lang, frozenset[str]]:
    english = messages.get_terms("en")
    return {
        lang: frozenset(
            word.casefold()
            for key, word in english.items()
            if messages.get_terms(lang).get(key, word) != word
            and len(word) > 2
            and word.casefold() not in SAME
        )
        for lang in TARGETS
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(paths.PACKAGE)))
def test_no_english_word_of_the_rules(file: object) -> None:
    for key, text in texts(read(file)):  # type: ignore[arg-type]
        for lang in TARGETS:
            for piece in pieces(text[lang]):
                latin = {
                    run.strip().casefold()
                    for run in re.findall(r"[A-Za-z][A-Za-z' ]*", QUOTED.sub(" ", piece))
                }
                assert not latin & rule_words()[lang], (key, lang, text[lang])


@pytest.mark.parametrize(
    ("lang", "given", "said"),
    [
        (
            "en",
            {"count": 2, "names": ["a", "b", "c"], "word": "x"},
            '2 models: a, b and c or a, b or c; "x"',
        ),
        (
            "ja",
            {"count": 2, "names": ["a", "b", "c"], "word": "x"},
            "2 体: a、b、c または a、b または c。「x」",
        ),
        (
            "zh",
            {"count": 2, "names": ["a", "b", "c"], "word": "x"},
            "2 个模型：a、b 和 c 或 a、b 或 c；“x”",
        ),
        (
            "ja",
            {"count": 1, "names": ["Necron Warriors"], "word": "強化"},
            "1 体: ネクロン・ウォリアーまたはネクロン・ウォリアー。「強化」",
        ),
        (
            "zh",
            {"count": 1, "names": ["Necron Warriors", "甲"], "word": "x"},
            "1 个模型：太空死灵武士和甲或太空死灵武士或甲；“x”",
        ),
    ],
)
def test_filling(lang: Lang, given: dict[str, object], said: str) -> None:
    template = {
        "en": "{count:model|models}: {names:and} or {names:or}; {word:q}",
        "ja": "{count} 体: {names:and} または {names:or} 。 {word:q}",
        "zh": "{count} 个模型：{names:and} 或 {names:or} ；{word:q}",
    }[lang]
    assert messages.fill_template(template, given, lang) == said


@pytest.mark.parametrize(
    "lang, said",
    [("en", "2 × A and B"), ("ja", "A ×2 と B"), ("zh", "2 × A 和 B")],
)
def test_equal_names_are_counted(lang: Lang, said: str) -> None:
    assert messages.fill_template("{units:and}", {"units": ("A", "B", "A")}, lang) == said


def test_of_equal_names_to_choose_from_one_is_said() -> None:
    assert messages.fill_template("{units:or}", {"units": ("A", "B", "A")}, "en") == "A or B"


def test_equal_numbers_are_not_counted() -> None:
    assert messages.fill_template("{counts:and}", {"counts": (5, 10, 5)}, "en") == "5, 10 and 5"


def test_what_does_not_fit_into_a_sentence_is_counted() -> None:
    many = [f"n{place}" for place in range(5000)]
    for lang, end in (("en", "… (+"), ("ja", "、ほか "), ("zh", "、另外 ")):
        assert end in messages.fill_template("{names:and}", {"names": many}, lang)


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.parametrize("word", ["warlord", "overlord", "Battleline", "necron warriors"])
def test_what_somebody_wrote_is_quoted_as_it_is(lang: Lang, word: str) -> None:
    """Also what it comes near to: nobody finds a key under another name."""
    near = problem_text.say_problem(
        Problem(key="unknown_key", args={"given": f"{word}x", "near": word}), lang
    )
    assert f"{word}x" in near and near.count(word) == 2
    assert word in messages.fill_template("{given:q}", {"given": word}, lang)
    assert messages.fill_template("{given}", {"given": Literal(word)}, lang) == word
    known = problem_text.say_problem(
        Problem(key="unknown_unit", args={"given": "x", "known": [word]}), lang
    )
    assert word in known


def test_names_are_shown_in_the_language_also_where_most_is_literal() -> None:
    """A problem speaks of a faction by its name, and of what stands in the file as it stands there."""
    args = {"given": "warriors", "faction": "Necrons", "near": "necron-warriors"}
    assert problem_text.say_problem(Problem(key="unknown_datasheet", args=args), "zh").startswith(
        "太空死灵没有数据表“warriors”"
    )
    assert (
        messages.fill_template("{given}", {"given": Name("Overlord")}, "ja", called=())
        == "オーヴァーロード"
    )


@pytest.mark.parametrize("lang", ["en", *TARGETS])
@pytest.mark.parametrize(
    ("text", "key", "now"),
    [
        ("name: My list: the best\n", "colon_in_text", 'name: "My list: the best"'),
        ('a: "b": c\n', "colon_twice", None),
        ("a: [1\n", "bracket", None),
        ("a: {b: 1\n", "brace", None),
        ('a: "x\n', "quote", None),
        ("a:\n  - b\n  c: 1\n", "dash", None),
        ("a: @x\n", "in_quotes", 'a: "@x"'),
        ("@x\n", "begins", None),
        ("faction：necrons\nb: 1\n", "wide_colon", "faction: necrons"),
        ("faction:necrons\nb: 1\n", "no_space", "faction: necrons"),
        ("faction necrons\nb: 1\n", "colon_missing", "faction: necrons"),
        ("Some text of mine\nb: 1\n", "no_colon", None),
        ('a: "\\q"\n', "escape", None),
        ("a:\n  b: 1\n c: 2\n", "indent", None),
        ("a:\n  - b: 1\n     c: 2\n", "indent", None),
        ("a: \x01\n", "character", None),
        ("```yaml\na: 1\n```\n", "fence", None),
    ],
)
def test_what_is_not_yaml_is_said_and_not_what_the_parser_calls_it(
    text: str, key: str, now: str | None, lang: Lang
) -> None:
    with pytest.raises(Unreadable) as caught:
        reader.read_yaml(text.encode(), "roster.yaml")
    (problem,) = caught.value.problems
    said = messages.say(problem_text.FILE, f"syntax.{key}", lang, {"now": now}, called=())
    assert now is None or len(reader.read_yaml(now.encode(), "").data) == 1, (
        "what is told to write can be read"
    )
    assert problem.key == "not_yaml" and problem_text.say_problem(problem, lang).endswith(said)
    assert not re.search(r"mapping|scalar|token|indicator|\{\{", said)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "no battle size; choose one; no warlord"),
        ("ja", "バトル規模がありません。選んでください。ウォーロードがいません"),
        ("zh", "没有战斗规模；请选择；没有战将"),
    ],
)
def test_several_sentences_on_one_line_are_parted_as_the_language_does(
    lang: str, said: str
) -> None:
    sentences = {
        "en": ["no battle size; choose one", "no warlord"],
        "ja": ["バトル規模がありません。選んでください。", "ウォーロードがいません"],
        "zh": ["没有战斗规模；请选择", "没有战将"],
    }
    assert messages.join_sentences(sentences[lang], lang) == said
