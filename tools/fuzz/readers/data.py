"""Data files with mistakes: checked, and rosters judged with them over the shipped ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tools.fuzz import lines, seeds, values, yaml_out
from tools.fuzz.case import Asking, Case, write

NAME = "data"


def make(random: Random) -> Case:
    files = seeds.data_files()
    file = files[
        min(random.randrange(len(files)), random.randrange(len(files)))
    ]  # smaller ones more often
    inside = f"{file.parent.name}/{file.name}"
    text = file.read_text(encoding="utf-8")
    if random.random() < 0.35 or file.stat().st_size > 200_000:
        raw = lines.to_bytes(lines.mutated(text, random, []), random)
    else:
        made = yaml_out.text_of(values.mutated(_data(file), random), random)
        raw = (yaml_out.odd(made, random) if random.random() < 0.05 else made).encode(
            "utf-8", "surrogatepass"
        )
    return Case(
        NAME, {inside: raw}, facts={"roster": _roster_for(file.parent.name, file.stem, random)}
    )


@cache
def _data(file: Path) -> Any:
    return seeds.plain(file.read_bytes())


def _roster_for(game: str, stem: str, random: Random) -> str:
    """The name of a roster that reads this file, else one of its game."""
    near = [name for name, data in _by_name().items() if data.get("system") == game]
    nearer = [
        name
        for name in near
        if stem in (_by_name()[name].get(key) for key in ("faction", "patrol", "box"))
    ]
    return random.choice(nearer or near or list(_by_name()))


@cache
def _by_name() -> dict[str, Any]:
    found = {seed.name: seeds.plain(seed.raw) for seed in seeds.roster_files()}
    return {name: data for name, data in found.items() if isinstance(data, dict)}


def ask(case: Case, folder: Path, asking: Asking) -> None:
    place = folder / "data"
    place.mkdir()
    file = write(case, place)[0]
    asking.call("data", "check", str(file))
    roster = next(seed for seed in seeds.roster_files() if seed.name == case.facts["roster"])
    own = folder / "list.yaml"
    own.write_bytes(roster.raw)
    asking.call("check", str(own), "--data", str(place))
    asking.call("show", str(own), "--data", str(place))
