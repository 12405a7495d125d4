"""Texts of the apps, of New Recruit, of tournaments: damaged as pastes are, and with nonsense in the place of what is counted."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

from tools.fuzz import lines, seeds
from tools.fuzz.case import Asking, Case, write
from tools.fuzz.readers import foreign

NAME = "text"
_COUNT_BEFORE = re.compile(r"\d\s*[x×]?\s*$")


def make(random: Random) -> Case:
    facts = {"lang": random.choice(("en", "ja", "zh"))}
    if random.random() < 0.06:
        return _large(random, facts)
    if random.random() < 0.35:
        made = _with_nonsense(random)
        if made is not None:
            return made
    found = [_text(seed.raw) for seed in seeds.texts()]
    text = lines.mutated(found[seeds.small_first(seeds.texts(), random)], random, found)
    return Case(NAME, {"list.txt": lines.to_bytes(text, random)}, facts=facts)


_COMMANDS = (
    ("show",), ("fix",), ("fill",), ("why", "--all"), ("why", "overlord"), ("verify",), ("report",),
    ("check", "--format", "json"),
    *(("export", "--to", form) for form in ("text", "markdown", "html", "svg", "json", "pdf", "wtc")),
)  # fmt: skip


def _large(random: Random, facts: dict[str, str]) -> Case:
    """Up to a megabyte of the same: no command may take long over it, whatever it says of it."""
    made = _text(seeds.texts()[seeds.small_first(seeds.texts(), random)].raw).split("\n")
    lines.repeated(made, random)
    asked = [list(each) for each in random.sample(_COMMANDS, 2)]
    return Case(
        NAME,
        {"list.txt": "\n".join(made).encode("utf-8", "surrogatepass")},
        "large",
        {**facts, "asked": asked},
    )


def _text(raw: bytes) -> str:
    return raw.decode("utf-8-sig", "replace")


def _with_nonsense(random: Random) -> Case | None:
    at = seeds.small_first(seeds.texts(), random)
    seed = seeds.texts()[at]
    counted = _counted(at)
    if not counted:
        return None
    line, name = random.choice(counted)
    text = _text(seed.raw).split("\n")
    said = foreign.another_name(name, random)
    was = text[line - 1]
    text[line - 1] = was.replace(name, said, 1)
    facts = {"nonsense": said, "was": was.strip(), "seed": seed.name}
    return Case(NAME, {"list.txt": "\n".join(text).encode()}, "nonsense", facts)


@cache
def _counted(at: int) -> list[tuple[int, str]]:
    """Lines of a list that name a unit, or something with its number, as (line, name); of lists that are read whole."""
    from listbuilder.data.library import Library
    from listbuilder.formats.import_list import import_list
    from listbuilder.formats.parsed import Listed
    from listbuilder.model.problem import Unreadable

    seed = seeds.texts()[at]
    try:
        made = import_list(seed.raw, seed.name, Library())
    except Unreadable:
        return []
    if made.account.unread or made.source.text.count("\r"):
        return []
    text = _text(seed.raw).split("\n")
    named: list[tuple[int, str]] = [(unit.line, unit.name) for unit in made.parsed.units]

    def take(entries: list[Listed]) -> None:
        for entry in entries:
            before, found, _ = text[entry.line - 1].partition(entry.name or "\n")
            if found and entry.counted and _COUNT_BEFORE.search(before):
                named.append((entry.line, entry.name))
            take(entry.children)

    for unit in made.parsed.units:
        take(unit.entries)
    return [(line, name) for line, name in named if len(name) > 3 and name in text[line - 1]]


def ask(case: Case, folder: Path, asking: Asking) -> None:
    if case.kind == "large":
        file = str(write(case, folder)[0])
        for words in (["check"], ["import"], *case.facts["asked"]):
            asking.call(
                words[0],
                file,
                *words[1:],
                "--lang",
                case.facts["lang"],
                screen=words[0] != "export",
            )
        return
    (foreign.nonsense_named if case.kind == "nonsense" else foreign.ask)(case, folder, asking)
