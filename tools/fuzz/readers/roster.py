"""Rosters of our own, of every game: judged, shown and exported, and what was exported verified."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tools.fuzz import lines, seeds, values, yaml_out
from tools.fuzz.case import Asking, Case, write
from tools.fuzz.readers import foreign

NAME = "roster"
LANGS = ("en", "ja", "zh")
_FORMS = (
    "text",
    "markdown",
    "gw",
    "wtc",
    "wtc-compact",
    "nr-simple",
    "aos-app",
    "ros",
    "rosz",
    "html",
    "json",
    "svg",
    "qr",
)
_CODES = {"legal": 0, "illegal": 1, "unread": 2}
# Keys whose value is a name of a book, in the rosters of every game. (An unknown battle size can be read: it is illegal.)
_NAMES = (
    "faction", "chapter", "detachment", "datasheet", "model", "enhancement", "patrol", "box", "unit", "hero", "season",
    "army_of_renown", "battle_formation", "regiment_of_renown", "faction_terrain", "spell_lore", "prayer_lore",
    "manifestation_lore",
)  # fmt: skip
_FREE = ("name", "player", "notes")  # where a player may write anything


def make(random: Random) -> Case:
    form = "pdf" if random.random() < 0.02 else random.choice(_FORMS)
    facts = {"lang": random.choice(LANGS), "form": form, "formations": random.random() < 0.5}
    if random.random() < 0.12:
        return _with_nonsense(random)
    if random.random() < 0.01:
        return Case(NAME, {"list.yaml": _large(random)}, "large", facts)
    return Case(NAME, {"list.yaml": lines.to_bytes(_text(random), random)}, facts=facts)


def _with_nonsense(random: Random) -> Case:
    """A name that a rule book gives is one that none gives."""
    while True:
        at = random.randrange(len(seeds.rosters()))
        data = copy.deepcopy(seeds.rosters()[at])
        places = [way for way in values.ways(data) if _is_name(way, values.at(data, way))]
        if places and _readable(at):
            way = random.choice(places)
            said = foreign.another_name("two words", random)
            was = str(values.at(data, way))
            values.at(data, way[:-1])[way[-1]] = said
            facts = {"nonsense": said, "was": was, "seed": "/".join(map(str, way))}
            raw = yaml_out.text_of(data, random).encode()
            if _is_yaml(raw):  # the writer of many styles has one now and then that YAML has not
                return Case(NAME, {"list.yaml": raw}, "nonsense", facts)


def _is_yaml(raw: bytes) -> bool:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        YAML(typ="safe").load(raw.decode())  # by libyaml, as any program would
    except YAMLError:
        return False
    return True


@cache
def _readable(at: int) -> bool:
    """Nothing else is wrong with it that would be told in the place of the name."""
    from listbuilder.data.library import Library
    from listbuilder.roster.position import Position

    return (
        Position.read(
            json.dumps(seeds.rosters()[at], default=str).encode(), "seed", Library()
        ).verdict
        != "unread"
    )


def _is_name(way: values.Way, value: Any) -> bool:
    keys = [key for key in way if isinstance(key, str)]
    return (
        isinstance(value, str)
        and bool(keys)
        and keys[-1] in _NAMES
        and not set(keys) & {"formations", "attached", "picks"}
    )


def _large(random: Random) -> bytes:
    """As many units as nobody has, most of them with something wrong."""
    data = copy.deepcopy(
        random.choice(
            [
                each
                for each in seeds.rosters()
                if isinstance(each.get("units"), list) and each["units"]
            ]
        )
    )
    units = [unit for unit in data["units"] if isinstance(unit, dict)]
    data["units"] = [
        values.mutated(random.choice(units), random) for _ in range(random.choice((150, 390, 800)))
    ]
    return json.dumps(data, default=str).encode()


def _text(random: Random) -> str:
    kind = random.random()
    if kind < 0.25:
        files = [seed.raw.decode("utf-8", "replace") for seed in seeds.roster_files()]
        return lines.mutated(random.choice(files), random, files)
    data = random.choice(seeds.rosters())
    if kind < 0.4:
        return yaml_out.text_of(_free_words(data, random), random)
    text = yaml_out.text_of(values.mutated(data, random), random)
    return yaml_out.odd(text, random) if kind > 0.92 else text


def _free_words(data: Any, random: Random) -> Any:
    """A roster that stays what it is, but for what the player calls things."""
    named = {**data, random.choice(_FREE): _anything(random)}
    units = named.get("units")
    if isinstance(units, list) and units and all(isinstance(unit, dict) for unit in units):
        at = random.randrange(len(units))
        named["units"] = [
            *units[:at],
            {**units[at], random.choice(("name", "notes")): _anything(random)},
            *units[at + 1 :],
        ]
    return named


def _anything(random: Random) -> str:
    return "".join(
        random.choice((*lines.STRANGE, "Silent", " ", "dynasty", "\n", "LEGAL  265 / 1000 points"))
        for _ in range(6)
    )


def ask(case: Case, folder: Path, asking: Asking) -> None:
    if case.kind == "nonsense":
        foreign.nonsense_named(case, folder, asking)
        return
    file = str(write(case, folder)[0])
    lang = case.facts["lang"]
    told = asking.call("check", file, "--lang", lang)
    as_json = asking.call("check", file, "--format", "json")
    verdict = json.loads(as_json.out)["rosters"][0]["verdict"]
    asking.check(
        "one verdict",
        told.code == as_json.code == _CODES[verdict],
        f"{told.code}, {as_json.code}, {verdict}",
    )
    asking.call("show", file, "--lang", lang, "--formations")
    if case.kind != "large":
        exported_and_verified(case, file, folder, asking, told.code)


def exported_and_verified(case: Case, file: str, folder: Path, asking: Asking, code: int) -> None:
    form, lang = case.facts["form"], case.facts["lang"]
    out = folder / f"out.{form}"
    options = ["--formations"] if case.facts.get("formations") else []
    done = asking.call("export", file, "--to", form, "--lang", lang, "-o", str(out), *options)
    if (
        options or b"formations" not in Path(file).read_bytes()
    ):  # what is secret has no part in what is exported
        asking.check(
            "one verdict",
            done.code in (code, 2),
            f"check ends with {code}, export with {done.code}: {done.complaint}",
        )
    if not out.exists():
        asking.check("one verdict", done.code == 2, "export wrote nothing and did not say so")
        return
    if form in seeds.SEALED:
        held = asking.call("verify", str(out), "--lang", lang)
        asking.check(
            "own export holds",
            held.code == 0,
            f"verify of {form}: exit {held.code}: {held.text} {held.complaint}",
        )
    else:
        asking.call("verify", str(out))
