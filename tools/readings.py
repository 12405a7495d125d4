"""factions/readings.yaml: how Japanese and Chinese names are read, so that they are found as people type them.

`python -m tools.readings` writes it (needs `pip install -e '.[readings]'`: pykakasi reads kanji, pypinyin and opencc Chinese);
`--check` looks only whether every name has its reading, and needs none of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any, cast

from listbuilder.data import paths
from listbuilder.model.rulebook import Readings
from listbuilder.yamlio import reader
from tools.convert_40k import write

FILE = "readings.yaml"
SECTIONS_OF_BOOKS = "citation"  # words of terms.yaml that nobody looks for
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff々]")


# Where the dictionaries read a name in another way than players do.
_KANA = {"ユウヨクタネ": "ユウヨクシュ", "シノイ": "シノトバリ"}
_PINYIN = {"血": ("xie", "xue")}


def collect_texts() -> dict[str, set[str]]:
    """Return the texts of each language that have characters with a reading."""
    found: dict[str, set[str]] = {"ja": set(), "zh": set()}
    for name in ("names.yaml", "terms.yaml"):
        file = paths.get_factions_folder() / name
        data = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data
        for lang, text in _yield_texts(
            {section: part for section, part in data.items() if section != SECTIONS_OF_BOOKS}
        ):
            if _HAN.search(text):
                found[lang].add(text)
    return found


def _yield_texts(node: Any) -> Iterator[tuple[str, str]]:
    """Yield (language, text) for each Japanese and Chinese text in a file."""
    for key, child in node.items() if isinstance(node, dict) else ():
        if key in ("ja", "zh") and isinstance(child, str):
            yield key, child
        else:
            yield from _yield_texts(child)


def load_readings() -> Readings:
    """Return the readings that the file has now."""
    import msgspec

    file = paths.get_factions_folder() / FILE
    return msgspec.convert(
        reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data, Readings
    )


def make_readings() -> Readings:
    """Return the readings of all texts, from the dictionaries and the corrections above."""
    import opencc
    import pykakasi
    from pypinyin import lazy_pinyin

    kanji, chinese = cast(Any, pykakasi), cast(Any, opencc)  # these packages have no types
    texts, kana, traditional = collect_texts(), kanji.kakasi(), chinese.OpenCC("s2t")
    other = {text: traditional.convert(text) for text in sorted(texts["zh"])}
    return Readings(
        kana={
            text: _correct_kana("".join(part["kana"] for part in kana.convert(text)))
            for text in sorted(texts["ja"])
        },
        pinyin={text: _correct_pinyin(text, lazy_pinyin(text)) for text in sorted(texts["zh"])},
        traditional={text: turned for text, turned in other.items() if turned != text},
    )


def _correct_kana(read: str) -> str:
    """Return the reading of a Japanese name as players say it."""
    for wrong, right in _KANA.items():
        read = read.replace(wrong, right)
    return read


def _correct_pinyin(text: str, read: list[str]) -> str:
    """Return the reading of a Chinese name as players say it, without its punctuation."""
    syllables = [part for part in read if part.isalnum()]
    for character, (wrong, right) in _PINYIN.items():
        if character in text:
            syllables = [right if part == wrong else part for part in syllables]
    return " ".join(syllables)


def main(check: bool) -> int:
    """Write the file, or with `check` only say which names lack a reading; return the exit code."""
    if check:
        texts, have = collect_texts(), load_readings()
        missing = sorted(texts["ja"] - have.kana.keys()) + sorted(texts["zh"] - have.pinyin.keys())
        if missing:
            print(
                f"{FILE} lacks {', '.join(missing[:10])}; run python -m tools.readings",
                file=sys.stderr,
            )
        return 1 if missing else 0
    write(
        paths.get_factions_folder() / FILE,
        make_readings(),
        "../schemas/readings.schema.json",
        block=("kana", "pinyin", "traditional"),
    )
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
