"""Exports of our own, damaged or forged: verified, and read again as lists."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from tools.fuzz import lines, seeds
from tools.fuzz.case import Asking, Case, write

NAME = "export"
_SEAL = re.compile(r"LB1:[0-9A-Z+\-./:\s]+")
# Numbers that one sees: in the text of a page or a picture, or as the value of a key.
_SEEN = {
    "html": re.compile(r">[^<>{}]*?(\d+)[^<>{}]*<"),
    "svg": re.compile(r"<(?:text|tspan)\b[^>]*>[^<]*?(\d+)[^<]*<"),
    "json": re.compile(r'": (\d+)'),
}


def make(random: Random) -> Case:
    form = random.choice(seeds.SEALED)
    if form == "pdf" and random.random() < 0.5:  # they take ten times as long as the others
        form = "json"
    seed = random.choice(seeds.exports(form))
    facts = {"lang": random.choice(("en", "ja", "zh")), "form": form}
    if form in _SEEN and random.random() < 0.4:
        forged = _forged(seed.raw.decode(), form, random)
        if forged:
            return Case(
                NAME, {seed.name: forged[0].encode()}, "forged", {**facts, "number": forged[1]}
            )
    if form == "pdf" or random.random() < 0.3:
        return Case(NAME, {seed.name: lines.flipped(seed.raw, random)}, facts=facts)
    others = [each.raw.decode() for each in seeds.exports("json")]
    return Case(
        NAME,
        {seed.name: lines.to_bytes(lines.mutated(seed.raw.decode(), random, others), random)},
        facts=facts,
    )


def _forged(text: str, form: str, random: Random) -> tuple[str, str] | None:
    """One number that a reader sees is another; what is hidden stays as it is."""
    hidden = [found.span() for found in _SEAL.finditer(text)]
    hidden += [
        found.span()
        for found in re.finditer(r"<(style|script|title)\b.*?</\1>|<!--.*?-->", text, re.DOTALL)
    ]
    seen = [
        found.span(1)
        for found in _SEEN[form].finditer(text)
        if not any(start < found.end(1) and found.start(1) < end for start, end in hidden)
    ]
    if not seen:
        return None
    start, end = random.choice(seen)
    return text[:start] + str(int(text[start:end]) + random.choice((1, 10, 100))) + text[
        end:
    ], text[max(0, start - 30) : end + 10]


def ask(case: Case, folder: Path, asking: Asking) -> None:
    file = str(write(case, folder)[0])
    done = asking.call("verify", file, "--lang", case.facts["lang"])
    asking.call("verify", file, "--format", "json")
    asking.call("check", file, "--lang", case.facts["lang"])
    if case.kind == "forged":
        asking.check(
            "forgery shown",
            done.code != 0,
            f"HOLDS though a number was changed at {case.facts['number']!r}: {done.text}",
        )
