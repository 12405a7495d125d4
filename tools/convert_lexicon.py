"""Words of French names with their English ones, into matching/lexicon.yaml: `python -m tools.convert_lexicon ../shared`.

From pairs of names that mean the same thing (the publisher's app, and the facts of the 10th edition): which English word goes
with which French one is found by expectation maximisation (IBM's first model), and kept where it is clear. Names of wargear
that no source translates are compared by these words with the few names that a datasheet has.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path

from listbuilder.data.paths import PACKAGE
from listbuilder.matching.translation import list_content_words
from tools.convert_40k import Json, read
from tools.yaml_out import scalar

ROUNDS = 12
CLEAR = 0.55
SYSTEMS = ("warhammer-40k-10e", "warhammer-40k-11e")
HEAD = """\
# French words of names with their English ones: made by tools/convert_lexicon from pairs of names. Edit translations.yaml
# instead, whose words weigh more.
"""
Pair = tuple[list[str], list[str]]


def pairs(shared: Path) -> list[Pair]:
    """Every French name with the English one, as words."""
    found = [
        (entry["fr"], name)
        for name, entry in read(shared / "glossary" / "names_official.json")["names"].items()
        if entry.get("fr")
        and set(entry["kinds"]) & {"item", "model", "datasheet", "detachment", "enhancement"}
    ]
    for faction_id, kinds in read(shared / "facts" / "history" / SYSTEMS[0] / "aliases.json")[
        "factions"
    ].items():
        book = shared / "facts" / SYSTEMS[0] / f"{faction_id}.json"
        names = _names(read(book)) if book.is_file() else {}
        for rows in kinds.get("languages", {}).get("fr", {}).values():
            found += [
                (written, names[row["is"]]) for written, row in rows.items() if row["is"] in names
            ]
    return [(list_content_words(french), list_content_words(english)) for french, english in found]


def _names(facts: Json) -> dict[str, str]:
    names = {sheet["id"]: sheet["name"] for sheet in facts["datasheets"]}
    for detachment in facts["detachments"]:
        names[detachment["id"]] = detachment["name"]
        names |= {
            f"{detachment['id']}/{each['id']}": each["name"] for each in detachment["enhancements"]
        }
    return names


def english_words(shared: Path) -> set[str]:
    """Of every name in the facts: such a word is not translated."""
    found: set[str] = set()
    for system in SYSTEMS:
        for path in (shared / "facts" / system).glob("*.json"):
            facts = read(path)
            if isinstance(facts, dict) and facts.get("id") == path.stem:
                found |= {word for name in _every_name(facts) for word in list_content_words(name)}
    return found


def _every_name(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value[key] for key in ("name", "item") if isinstance(value.get(key), str)]
        return own + [name for each in value.values() for name in _every_name(each)]
    if isinstance(value, list):
        return [
            name
            for each in value
            for name in ([each] if isinstance(each, str) else _every_name(each))
        ]
    return []


def aligned(known: list[Pair]) -> dict[str, tuple[str, float, int]]:
    """French word -> the English one that goes with it, how surely, and in how many names."""
    chance: dict[tuple[str, str], float] = defaultdict(lambda: 1.0)
    for _ in range(ROUNDS):
        counts: dict[tuple[str, str], float] = defaultdict(float)
        totals: dict[str, float] = defaultdict(float)
        for french, english in known:
            for word in english:
                whole = sum(chance[each, word] for each in french)
                for each in french:
                    share = chance[each, word] / whole if whole else 0.0
                    counts[each, word] += share
                    totals[each] += share
        chance = defaultdict(float, {(f, e): count / totals[f] for (f, e), count in counts.items()})
    seen = Counter(word for french, _ in known for word in set(french))
    best: dict[str, tuple[str, float, int]] = {}
    for (french_word, english_word), share in chance.items():
        if share > best.get(french_word, ("", 0.0, 0))[1]:
            best[french_word] = (english_word, share, seen[french_word])
    return best


def main() -> int:
    shared = Path(sys.argv[1])
    english = english_words(shared)
    found = {
        word: other
        for word, (other, share, _) in aligned(pairs(shared)).items()
        if share >= CLEAR and word not in english and len(word) > 2 and not word.isdigit()
    }
    lines = [
        HEAD.rstrip("\n"),
        *(f"{scalar(word)}: {scalar(found[word])}" for word in sorted(found)),
    ]
    (PACKAGE / "matching" / "lexicon.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
