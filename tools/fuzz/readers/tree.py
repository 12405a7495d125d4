"""Files of trees: BattleScribe's and New Recruit's XML, plain or zipped, and JSON; the tree changed, or the file."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path
from random import Random
from xml.etree import ElementTree

from tools.fuzz import lines, seeds, values
from tools.fuzz.case import Asking, Case
from tools.fuzz.readers import foreign

NAME = "tree"
_SPACE = re.compile(r"^\{([^}]*)\}")
_NUMBERS = ("0", "2", "-1", "1.5", "999", "10000000", "", "x", "1e9", "NaN", "٣")


def make(random: Random) -> Case:
    seed = seeds.trees()[seeds.small_first(seeds.trees(), random)]
    name, raw = ("list.ros", seed.raw)
    zipped = raw.startswith(b"PK")
    if zipped:
        name, raw = seeds.unzipped(raw)
    facts = {"lang": random.choice(("en", "ja", "zh"))}
    kind = ""
    if raw.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"<"):
        if random.random() < 0.3 and _read_whole(seed) and (made := _with_nonsense(raw, random)):
            raw, told = made
            facts, kind = {**facts, **told, "seed": seed.name}, "nonsense"
        elif random.random() < 0.6:
            raw = _changed_xml(raw, random)
        else:
            raw = lines.to_bytes(
                lines.mutated(raw.decode("utf-8", "replace").replace("><", ">\n<"), random, []),
                random,
            )
    elif raw.startswith(b"{"):
        raw = json.dumps(values.mutated(json.loads(raw), random), default=str).encode()
    if zipped:
        raw = seeds.zipped({name: raw})
        raw = lines.flipped(raw, random) if not kind and random.random() < 0.1 else raw
    return Case(NAME, {"list.rosz" if zipped else "list.ros": raw}, kind, facts)


@cache
def _read_whole(seed: seeds.Seed) -> bool:
    return foreign.read_whole(seed.raw, seed.name)


def _selections(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [
        each for each in root.iter() if each.tag.endswith("}selection") or each.tag == "selection"
    ]


def _with_nonsense(raw: bytes, random: Random) -> tuple[bytes, dict[str, str]] | None:
    """A unit or model with a number of its own gets a name that is in no book."""
    root = _parsed(raw)
    if root is None:
        return None
    counted = [
        each
        for each in _selections(root)
        if each.get("type") in ("unit", "model") and each.get("name")
    ]
    if not counted:
        return None
    chosen = random.choice(counted)
    was = chosen.get("name", "")
    said = foreign.another_name(was, random)
    chosen.set("name", said)
    return _written(root), {"nonsense": said, "was": was}


def _changed_xml(raw: bytes, random: Random) -> bytes:
    root = _parsed(raw)
    if root is None:
        return raw
    for _ in range(random.choice((1, 1, 2, 4))):
        everything = list(root.iter())
        element, other = random.choice(everything), random.choice(everything)
        _change(element, other, random)
    return _written(root)


def _change(element: ElementTree.Element, other: ElementTree.Element, random: Random) -> None:
    kind = random.randrange(7)
    if kind == 0 and element.attrib:
        key = random.choice(list(element.attrib))
        longer = element.get(key, "") + random.choice(("\u202e", "戦", "\u0085"))
        element.set(key, random.choice((*_NUMBERS, lines.nonsense(random), longer)))
    elif kind == 1 and element.attrib:
        del element.attrib[random.choice(list(element.attrib))]
    elif kind == 2 and len(element):
        del element[random.randrange(len(element))]
    elif kind == 3 and len(element):
        element.extend(
            [copy.deepcopy(random.choice(list(element))) for _ in range(random.choice((1, 2, 20)))]
        )
    elif kind == 4:
        element.append(copy.deepcopy(other))
    elif kind == 5:
        element.text = random.choice((None, "", lines.nonsense(random), "\u202e"))
    else:
        element.tag = other.tag


def _parsed(raw: bytes) -> ElementTree.Element | None:
    try:
        root = ElementTree.fromstring(raw)
    except ElementTree.ParseError:
        return None
    found = _SPACE.match(root.tag)
    if found:
        ElementTree.register_namespace("", found[1])
    return root


def _written(root: ElementTree.Element) -> bytes:
    made: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return made


def ask(case: Case, folder: Path, asking: Asking) -> None:
    (foreign.nonsense_named if case.kind == "nonsense" else foreign.ask)(case, folder, asking)
