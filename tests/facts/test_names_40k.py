"""Official names in Japanese and Chinese: those of the glossary, and of the 11th edition's data what its publisher prints.

Compares with ../shared (or $LISTBUILDER_SHARED), and skips where that is not at hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from listbuilder.games.wh40k.faction import Faction
from listbuilder.games.wh40k.history_records import FactionHistory
from listbuilder.i18n import messages
from listbuilder.model.base import fold
from listbuilder.model.rulebook import NameList
from listbuilder.model.wargear import get_item_name
from tests.facts.lossless import load
from tests.facts.shared_facts import REPO, SHARED
from tests.needs import needs_shared

FOLDER = REPO / "factions" / "warhammer-40k-11e"
KINDS = {"detachment", "enhancement", "disposition", "item", "core ability"}

pytestmark = needs_shared("glossary")


@cache
def glossary(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (SHARED / "glossary" / f"{name}.json").read_text(encoding="utf-8")
    )["names"]
    return found


@cache
def ours() -> dict[str, dict[str, str]]:
    """By the folded name."""
    names = msgspec.convert(load(REPO / "factions" / "names.yaml"), NameList).names["40k"]
    found = {
        fold(name): {str(lang): text for lang, text in texts.items()}
        for name, texts in names.items()
    }
    assert len(found) == len(names), "one name in two spellings"
    return found


@cache
def data() -> dict[str, set[str]]:
    """Folded names of each kind that today's books have, and those before."""
    found: dict[str, set[str]] = {kind: set() for kind in KINDS}
    files = [
        file for file in FOLDER.glob("*.yaml") if file.stem not in ("rules", "corrections")
    ] + list((FOLDER / "history" / "books").glob("*.yaml"))
    for file in files:
        book = msgspec.convert(load(file), Faction)
        for detachment in book.detachments:
            found["detachment"].add(fold(detachment.name))
            found["disposition"].update(map(fold, detachment.dispositions))
            found["enhancement"].update(fold(each.name) for each in detachment.enhancements)
        found["item"].update(fold(name) for name in items(book))
        found["core ability"].update(
            fold(re.sub(r" D?[0-9].*", "", each))
            for sheet in book.datasheets
            for each in sheet.core_abilities
        )
    return found


def items(book: Faction) -> Iterator[str]:
    for sheet in book.datasheets:
        yield from (get_item_name(item) for row in sheet.default_wargear for item in row.items)
        yield from (
            get_item_name(item) for option in sheet.options for row in option.with_ for item in row
        )
        yield from (weapon.item for weapon in sheet.weapons)


def wanted(name: str, kinds: list[str]) -> bool:
    return any(fold(name) in data()[kind] for kind in kinds if kind in KINDS)


def test_names_of_the_app() -> None:
    printed = {fold(name) for name in glossary("names")}
    counts = dict.fromkeys(KINDS, 0)
    for name, entry in glossary("names_official").items():
        if not wanted(name, entry["kinds"]):
            continue
        for kind in KINDS & set(entry["kinds"]):
            counts[kind] += fold(name) in data()[kind]
        if fold(name) not in printed:
            ruby = re.sub("（ルビ[^）]*）", "", entry["ja"])  # how a word is read, inside the word
            assert ours()[fold(name)] == {"ja": ruby, "zh": entry["zh"]}, name
    assert counts["detachment"] == 81
    assert counts["disposition"] == 5
    assert counts["enhancement"] >= 158
    assert ours()["support"] == {"ja": "支援", "zh": "辅助"}


def test_names_of_the_chinese_faction_packs() -> None:
    found = set()
    for name, entry in glossary("names_more").items():
        if entry["source"].get("zh") == "pack" and wanted(name, entry["kinds"]):
            assert entry["official"]["zh"] is True
            assert ours()[fold(name)]["zh"] == entry["zh"], name
            found.add(fold(name))
    assert len(found) == 188


def loosely(name: str) -> str:
    """One model of a unit is called as the unit is: Japanese and Chinese have no plural; hyphens and dots are spelling."""
    words = re.sub(r" \(aura\)$|^the |'", "", fold(name)).replace("-", " ").split()
    return " ".join(re.sub(r"(?<!s)s$", "", word) for word in words)


def test_one_model_of_a_unit_is_called_as_the_unit() -> None:
    """And no ability is: Scouts is 斥候, and a Scout is none."""
    assert (
        ours()["necron warrior"]
        == ours()["necron warriors"]
        == {"ja": "ネクロン・ウォリアー", "zh": "太空死灵武士"}
    )
    assert "scout" not in ours() and "infiltrator" not in ours()
    assert ours()["chain flails"] == {"ja": "チェーンフレイル", "zh": "链锤"}
    assert ours()["mortality shroud"] == {
        "ja": "死の帷",
        "zh": "死亡之幕",
    }  # of the glossary's "(Aura)"


# The card repeats one mode of this weapon in the Japanese name of each.
REPEATED = {"rite of possession - focused witchfire", "rite of possession - witchfire"}


def of_the_patrols() -> set[str]:
    """Everything that the files of the 11th edition's patrols name, and weapons with their mode."""
    found: set[str] = set()

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if "profile" in node:
                found.add(fold(f"{node['item']} – {node['profile']}"))
            for key, child in node.items():
                found.add(fold(str(key)))
                walk(child)
        elif isinstance(node, list):
            for child in node:
                walk(child)
        elif isinstance(node, str):
            found.add(fold(node))

    for file in (REPO / "factions" / "combat-patrol-11e").glob("*.yaml"):
        walk(load(file))
    return found


def test_nothing_that_is_not_official() -> None:
    """Every text is one of the glossary's official ones, or of what is not in it.

    That are the heroes, and what the patrols of the 11th edition have besides units and enhancements: models, wargear,
    stratagems, missions. Their names are from the cards of the publisher's app.
    """
    official: dict[str, dict[str, set[str]]] = {}
    spelled: dict[str, dict[str, set[str]]] = {}
    for table in ("names", "names_official", "names_more"):
        for name, entry in glossary(table).items():
            for lang in ("ja", "zh"):
                if entry.get(lang) and entry.get("official", {}).get(lang, True) is True:
                    official.setdefault(fold(name), {}).setdefault(lang, set()).add(entry[lang])
                    spelled.setdefault(loosely(name), {}).setdefault(lang, set()).add(
                        re.sub("（オーラ）|（光环）", "", entry[lang])
                    )
    for lang in ("ja", "zh"):
        cards = json.loads(
            (SHARED / "glossary" / "foreign" / f"{lang}-combat-patrol.json").read_text(
                encoding="utf-8"
            )
        )
        for name, text in cards.items():
            official.setdefault(fold(name), {}).setdefault(lang, set()).add(text)
    heroes = load(REPO / "factions" / "space-marine-heroes" / "plague-marines.yaml")
    elsewhere = {fold(heroes["name"]), *(fold(hero["name"]) for hero in heroes["heroes"])}
    patrols = of_the_patrols()
    for name, texts in ours().items():
        for lang, text in texts.items():
            printed = official.get(name, {}).get(lang, set()) | spelled.get(loosely(name), {}).get(
                lang, set()
            )
            spoken = {re.sub("（ルビ[^）]*）", "", each) for each in printed}
            if name not in REPEATED and (printed or name not in patrols):
                assert text in spoken or name in elsewhere, (name, lang)


# Abilities of weapons for which nobody prints a word: said literally, read by hand in both languages.
OURS = {
    "conversion": {"ja": "コンバージョン", "zh": "转换"},
    "one shot": {"ja": "ワンショット", "zh": "一次性"},
}


def test_what_is_only_likely_or_a_fans_is_kept_apart() -> None:
    """Likely ones have the English beside them; a fan's name is no answer where the publisher prints one."""
    data = msgspec.convert(load(REPO / "factions" / "names.yaml"), NameList)
    status = {
        fold(name): (entry["official"], entry) for name, entry in glossary("names_more").items()
    }
    for kind, wanted_status in ((data.likely, "likely"), (data.fan, False)):
        for section, names in kind.items():
            for name, texts in names.items():
                if fold(name) in OURS:
                    assert kind is data.likely and texts == OURS[fold(name)]
                    continue
                for lang, text in texts.items():
                    assert (
                        status[fold(name)][0][lang] == wanted_status
                        and status[fold(name)][1][lang] == text
                    )
                    assert lang not in data.names.get(section, {}).get(name, {}), (section, name)


def test_each_game_has_its_own_words() -> None:
    """Infantry of the one app, and 歩兵 of the other's glossary; a unit of two games is called so only where it is printed."""
    aos, ours = (
        messages.make_game_language("ja", game)
        for game in ("age-of-sigmar-4e", "warhammer-40k-11e")
    )
    assert [messages.translate_name("Infantry", lang) for lang in (aos, ours)] == [
        "歩兵",
        "インファントリー",
    ]
    assert [messages.translate_name("Monster", lang) for lang in (aos, ours)] == [
        "大型獣",
        "モンスター",
    ]
    zh = [
        messages.make_game_language("zh", game)
        for game in ("warhammer-40k-10e", "space-marine-heroes", "age-of-sigmar-4e")
    ]
    assert [messages.translate_name("Blast", lang) for lang in zh] == ["爆炸", "爆破", "Blast"]
    assert [messages.translate_name("Prosecutors", lang) for lang in zh] == [
        "审判修女",
        "审判修女",
        "Prosecutors",
    ]
    assert (
        messages.name_with_english("Adepta Sororitas", ours)
        == "アデプタ・ソロリタス（Adepta Sororitas）"
    )
    assert messages.name_with_english("Necron Warriors", ours) == "ネクロン・ウォリアー"
    assert (
        messages.translate_name("Abaddon the Despoiler", zh[0]) == "Abaddon the Despoiler"
    )  # 大掠夺者阿巴顿 is a fan's


def test_the_history_speaks_of_the_same_enhancements() -> None:
    """What the Chinese packs of July print is in the books of July too."""
    spoken = set()
    for file in (FOLDER / "history").glob("[!v]*.yaml"):
        history = msgspec.convert(load(file), FactionHistory)
        spoken |= {fold(each.name) for each in history.enhancements}
    assert spoken == data()["enhancement"]
