"""The pictures of the READMEs: which list, which keys, and what each must show because its caption says so."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
NECRONS = "40k-11e/legal/necrons-two-detachments.yaml"
SLAVES = "aos/legal/slaves-to-darkness-despoilers.yaml"
WIDE, NARROW = (120, 34), (80, 24)


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A screen of the builder. `words`: what it must show; `keys`: what is pressed after the list was opened."""

    name: str
    lang: str
    roster: str
    words: tuple[str, ...]
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = WIDE

    @property
    def file(self) -> Path:
        return DOCS / f"{self.name}.svg"


class Pages(msgspec.Struct, frozen=True, kw_only=True):
    """The page that `export --to html` makes, on a telephone by day and by night."""

    name: str
    lang: str
    roster: str
    words: tuple[str, ...]

    @property
    def file(self) -> Path:
        return DOCS / f"{self.name}.png"


_DOWN = ("down",) * 8
SCENES = (
    Scene(
        name="builder", lang="en", roster=NECRONS, keys=(*_DOWN, "enter"),
        words=("Army", "Edit", "Verdict", "LEGAL", "1980 / 2000", "Canoptek Wraiths"),
    ),
    Scene(
        name="builder-ja", lang="ja", roster=NECRONS, keys=(*_DOWN, "enter"),
        words=("アーミー", "編集", "判定", "適正", "1980 / 2000", "ネクロン"),
    ),
    Scene(
        name="builder-zh", lang="zh", roster=NECRONS, keys=(*_DOWN, "enter"),
        words=("军队", "编辑", "判定", "合法", "1980 / 2000", "太空死灵"),
    ),
    Scene(
        name="builder-findings", lang="en", roster=NECRONS, keys=("down", "down", "d", "e", "end", "enter", "3"),
        words=("ILLEGAL", "11E-", "→ "),
    ),
    Scene(
        name="builder-why-not", lang="en", roster=NECRONS, keys=("a", *"night", "ctrl+y"),
        words=("Add", "Nightbringer", "would break rules", "11E-"),
    ),
    Scene(
        name="builder-age-of-sigmar", lang="en", roster=SLAVES, keys=("down", "down", "down"),
        words=("Slaves to Darkness", "Regiment", "LEGAL", "Verdict"),
    ),
    Scene(
        name="builder-narrow", lang="en", roster=NECRONS, size=NARROW,
        words=("1 Army", "2 Edit", "3 Verdict", "LEGAL", "Overlord"),
    ),
)  # fmt: skip
PAGES = (
    Pages(name="html-export", lang="en", roster=NECRONS, words=("LEGAL", "Necrons", "2000 points")),
    Pages(
        name="html-export-ja",
        lang="ja",
        roster=NECRONS,
        words=("適正", "ネクロン", "2000 ポイント"),
    ),
    Pages(name="html-export-zh", lang="zh", roster=NECRONS, words=("合法", "太空死灵", "2000 点")),
)

_KANA = re.compile("[\u3041-\u30f6]")
_HAN = re.compile("[\u4e00-\u9fff]")


def missing(words: tuple[str, ...], lang: str, shown: str) -> list[str]:
    """Return what `shown` lacks of the promised words, and what shows that it is in another language. Empty if all is well."""
    found = [f"no {word!r}" for word in words if word not in shown]
    kana, han = len(_KANA.findall(shown)), len(_HAN.findall(shown))
    if lang == "en" and kana + han:
        found.append(f"{kana + han} letters that are not English")
    if lang == "ja" and not kana:
        found.append("no kana: not Japanese")
    if lang == "zh" and (kana or not han):
        found.append(f"{han} Chinese characters and {kana} kana: not Chinese")
    return found
