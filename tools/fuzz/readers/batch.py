"""Many lists at once: folders, zips and tables in which good lists stand beside damaged ones."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random
from urllib.parse import unquote_to_bytes

from tools.fuzz import lines, seeds
from tools.fuzz.case import Asking, Case, write
from tools.fuzz.readers import roster, text, tree

NAME = "batch"
_GOOD = "a-good-one.txt"
_NAMES = (
    "b.txt",
    "c [red].txt",
    "d\u202e.txt",
    "e.yaml",
    "f.ros",
    "g.rosz",
    "h\x1b[2J.txt",
    "%25s {x}.txt",
    "s/i.txt",
    "j%FF.txt",
)
_SMALL = (
    b"", b"\0", b"system: [a]\n", b"system: warhammer-40k-10e\nfaction: " + b"x" * 300 + b"\n", b"PK\x03\x04x", b"[]",
    b"system: warhammer-40k-10e\nfaction: necrons\nplayer: '\\[/b]'\nunits: []\n",
)  # fmt: skip


def make(random: Random) -> Case:
    good = lists_of_tests()
    bad = {random.choice(_NAMES): _bad(random) for _ in range(random.randint(1, 3))}
    kind = random.choice(("folder", "folder", "zip", "csv"))
    facts = {"lang": random.choice(roster.LANGS), "full": random.random() < 0.3}
    if kind == "folder":
        return Case(NAME, {**bad, _GOOD: good}, kind, facts)
    if kind == "zip":
        raw = seeds.zipped(
            {_GOOD: good, **{_for_zip(name): content for name, content in bad.items()}}
        )
        damaged = random.random() < 0.15
        return Case(
            NAME,
            {"lists.zip": lines.flipped(raw, random) if damaged else raw},
            kind,
            {**facts, "damaged": damaged},
        )
    return Case(NAME, {"lists.csv": _table(good, bad, random)}, kind, facts)


def lists_of_tests() -> bytes:
    return next(seed.raw for seed in seeds.texts() if seed.name == "GW_A.txt")


def _bad(random: Random) -> bytes:
    if random.random() < 0.1:
        return random.choice(_SMALL)
    made: Case = random.choice((roster, text, tree)).make(random)
    return next(iter(made.files.values()))


def _for_zip(name: str) -> str:
    return unquote_to_bytes(name).decode("utf-8", "replace")


def _table(good: bytes, bad: dict[str, bytes], random: Random) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=random.choice(",;\t"))
    writer.writerow(("player", "list"))
    writer.writerow(("Ann", good.decode()))
    for content in bad.values():
        cells = (f"Bob{random.choice(lines.STRANGE)}", content.decode("utf-8", "replace"))
        writer.writerow([cell.replace("\0", "") for cell in cells])
    text = str(out.getvalue())
    return (
        lines.to_bytes(text, random) if random.random() < 0.1 else text.encode("utf-8", "replace")
    )


def ask(case: Case, folder: Path, asking: Asking) -> None:
    place = folder / "lists"
    place.mkdir()
    files = write(case, place)
    target = str(place if case.kind == "folder" else files[0])
    words = ["check", target, "--jobs", "1"]
    shown = asking.call(
        *words, "--lang", case.facts["lang"], *(["--full"] if case.facts["full"] else [])
    )
    done = asking.call(*words, "--format", "json")
    asking.check(
        "one verdict", done.code == shown.code, f"as a table {shown.code}, as json {done.code}"
    )
    if case.kind != "folder":
        return
    rows = json.loads(done.out)["rosters"]
    good = [row for row in rows if row["file"].endswith(_GOOD)]
    asking.check(
        "others go on",
        [row["verdict"] for row in good] == ["legal"],
        lambda: f"the good list: {good}",
    )
    worst = max(
        {"legal": 0, "illegal": 1, "unread": 2}[row["verdict"]]
        for row in rows
        if not row.get("not_a_list")
    )
    asking.check("one verdict", done.code >= worst, f"exit {done.code}, the worst of them {worst}")
