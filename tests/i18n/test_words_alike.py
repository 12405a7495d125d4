"""Japanese and Chinese of one hand: one English text is one text, one word of the rules one word, signs and counters are the
language's, and who speaks to a player does so politely, while headings and rules do not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from listbuilder.data import paths

from .test_words import FILES, read, texts
from .test_words_native import TARGETS, WIDE, pieces

# One English text that says different things, or that stands in a sentence here and in a note there.
SEVERAL_SENSES = {
    "add": "the heading of a column, and a key",
    "fast units": "what an army has, and what it lacks",
    "help": "of the builder, and what a message of the commands proposes",
    "move": "the key that moves a unit, and the characteristic",
    "new": "of a list, and of a problem",
    "no": "a value, and an answer",
    "note": "what a player writes, and a kind of problem",
    "nothing": "no wargear, and an empty value",
    "not understood": "of a line, and the heading of such lines",
    "today": "the date, and the data of that date",
    "yes": "a value, and an answer",
    "{count} × {name}": "units and models are counted in different words",
    "{name}, {models:model|models}": "in a sentence, and in a table",
    "army": "the heading of a column of factions is one of them",
    "language": "in the builder with the English beside it, for whoever cannot read the rest",
    "make it legal": "a key, and the heading of a question",
    "number": "how many there are, and a kind of value",
    "save": "the characteristic, the key and the button",
    "written: {file}": "a new file, and an export",
    "{count:hero|heroes}; you need exactly {exact}": "too few and too many",
    "{count} × {unit}; the box has {box}": "too few and too many",
    "{label} {number}": "the number is part of the name where a name may end with one",
}
# What a translator's first thought would be, beside the word that the books and the rest of this program have.
WRONG_WORDS = {
    "ja": {
        r"合法": "適正",
        r"軍(?!勢)": "アーミー",
        r"モデル|模型": "兵, and ミニチュア of what somebody owns",
        r"派遣|分遣": "デタッチメント",
        r"リーダー": "指揮官",
        r"エンハンスメント": "強化",
        r"輸送車|輸送機": "兵員輸送",
        r"ファクション|勢力": "陣営",
        r"キャプテン|司令官|将軍": "ウォーロード, ジェネラル",
        r"復旧": "復元",
        r"エディション": "版",
        r"点数": "ポイント",
        r"サイズ": "兵数, 規模",
        r"規則": "ルール, 規定",
        r"能力(?!値)": "アビリティ",
    },
    "zh": {
        r"分队|(?<!分)遣队": "分遣队",
        r"战卷": "战争卷轴",
        r"(?<!武器)装备(?!符号| \{item\})": "武器装备",
        r"点数(上限|限制)": "点数值限制",
        r"军阀|战将|主将": "统帅",
        r"领导者|首领": "领袖",
        r"军表|花名册": "名册, 列表",
        r"派系|势力": "阵营",
        r"运输载具|载具": "运输工具",
        r"Legends": "传奇",
        r"能力": "技能",
        r"压缩文件": "压缩包",
        r"信息(?!素)": "消息",
    },
}
SIGNS = {
    # Half-width signs beside wide letters, and the signs of the other language.
    "ja": re.compile(rf"[{WIDE}][,;!()]|[,;!()] ?[{WIDE}]|[：，；“”]"),
    "zh": re.compile(rf"[{WIDE}][,:;!()]|[,;!()] ?[{WIDE}]|[「」・]|^:|[,;] "),
}
CODE = re.compile(r"`[^`]*`|「[^」]*」|“[^”]*”|\((?:language)\)")
COUNTED = re.compile(r"\{(\w+):[^}|]*\|[^}]*\}")
COUNTERS = {
    "ja": "日|個|体|件|枚|行|人|回|通り|文字|ポイント|つ|ユニット|陣営",
    "zh": "天|个|件|份|枚|行|名|次|种|点|项|条|处",
}
NOT_COUNTED = {
    "fill.wounds": "a value of a characteristic, with a sign",
    "data.clean": "three numbers behind their words, as a table",
    "findings.too_strong": "a value of a characteristic",
    "findings.over": "of a capacity, which has no counter in the book",
    "findings.over_load": "of a capacity, which has no counter in the book",
    "drop_detachment": "points behind their word, with a sign",
}
POLITE = re.compile(r"です|ます|ません|ました|でした|ください")
PLAIN = re.compile(r"(ない|いる|ある|する|れる|える|せる|った|した|なる|だ|とする)$")
REMARK = re.compile(r"（[^）]*）$")
# Of problems: what is put into their sentences.
PARTS = re.compile(r"kinds\.\w+|near")


def every() -> Iterator[tuple[str, str, dict[str, str]]]:
    for file in FILES:
        for key, text in texts(read(file)):
            yield str(file.relative_to(paths.PACKAGE)), key.removeprefix("."), text


def bare(template: str) -> str:
    return template.replace(" ", "").casefold()


def test_one_text_is_said_in_one_way() -> None:
    said: dict[tuple[str, str], set[str]] = defaultdict(set)
    for _, _, text in every():
        for lang in TARGETS:
            said[text["en"].casefold(), lang].add(bare(text[lang]))
    several = {english for (english, _), ways in said.items() if len(ways) > 1}
    assert several == set(SEVERAL_SENSES)


@pytest.mark.parametrize("lang", TARGETS)
def test_one_word_of_the_rules(lang: str) -> None:
    wrong = [
        (file, key, text[lang], right)
        for file, key, text in every()
        for pattern, right in WRONG_WORDS[lang].items()
        if re.search(pattern, CODE.sub("", text[lang]))
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", TARGETS)
def test_the_readme_has_the_same_words(lang: str) -> None:
    """Beside what the program prints, which is between fences."""
    text = (paths.PACKAGE.parent / f"README.{lang}.md").read_text(encoding="utf-8")
    prose = CODE.sub("", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    assert [
        (found[0], right)
        for pattern, right in WRONG_WORDS[lang].items()
        if (found := re.search(pattern, prose))
    ] == []


@pytest.mark.parametrize("lang", TARGETS)
def test_signs_are_those_of_the_language(lang: str) -> None:
    wrong = [
        (file, key, text[lang])
        for file, key, text in every()
        for piece in pieces(CODE.sub(" ", text[lang]))
        if SIGNS[lang].search(piece)
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", TARGETS)
def test_what_is_counted_has_its_counter(lang: str) -> None:
    without = [
        (file, key, text[lang])
        for file, key, text in every()
        for name in COUNTED.findall(text["en"])
        if key not in NOT_COUNTED
        and not re.search(rf"\{{{name}(:[^}}]*)?\}} ?({COUNTERS[lang]})", text[lang])
    ]
    assert without == []


def test_rules_and_headings_are_plain_and_players_are_spoken_to_politely() -> None:
    wrong = []
    for file, key, text in every():
        japanese, kind = text["ja"], key.split(".")[0]
        if file.startswith("rules/checks/"):
            if kind in (
                "title",
                "titles",
                "explanation",
                "explanations",
                "params",
                "fixes",
            ) and POLITE.search(japanese):
                wrong.append((file, key, japanese))
            sentences = [REMARK.sub("", part.partition(":")[0]) for part in japanese.split("。")]
            if kind == "findings" and any(map(PLAIN.search, sentences)):
                wrong.append((file, key, japanese))
        elif (
            file == "i18n/problems.yaml"
            and not PARTS.fullmatch(key)
            and not POLITE.search(japanese)
        ):
            wrong.append((file, key, japanese))
    assert wrong == []


@pytest.mark.parametrize("lang", TARGETS)
def test_rules_are_whole_sentences_and_headings_are_none(lang: str) -> None:
    for file, key, text in every():
        if file.startswith("rules/checks/"):
            kind, ends = key.split(".")[0], text[lang].endswith("。")
            assert ends == (kind in ("explanation", "explanations", "params")), (
                file,
                key,
                text[lang],
            )
