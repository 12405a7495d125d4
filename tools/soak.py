"""`make soak`: many different lists of every game and form through one process, and what that does to its memory.

    python -m tools.soak [--count 100000] [--seconds 0] [--seed N] [--most 300]

Each round takes a roster of the examples, gives its names and counts other values, writes it in a form, and reads that again.
Memory is read off every few hundred rounds. It fails if the process ever holds more than `--most` MB, or if the second half
of the rounds adds more than a tenth to what the first half came to: then something keeps what it should forget, and the
tables of `functools` that grew are named with their sizes.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gc
import io
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.fuzz import seeds

_EVERY = 250  # rounds between two looks at the memory
_FORMS = (
    *("text", "markdown", "html", "svg", "json", "pdf", "qr"),
    *("gw", "wtc", "wtc-compact", "nr-simple", "aos-app", "ros", "rosz"),
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJ äöéß 戦団の名 战团之名 !?-'.,()"
_SHARE = 1.1  # what the second half may come to, of the first


def main() -> int:
    args = _arguments()
    os.chdir(seeds.ROOT)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            LISTBUILDER_DEBUG="1",
            XDG_DATA_HOME=f"{folder}/home",
            LISTBUILDER_STATE=f"{folder}/state",
        )
        os.environ.setdefault("LISTBUILDER_CACHE", str(Path("build/soak-cache").resolve()))
        return _soak(args, Path(folder))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.soak")
    parser.add_argument("--count", type=int, default=100_000, help="lists")
    parser.add_argument(
        "--seconds",
        type=float,
        default=0.0,
        help="stop after so long (default: only after the count)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=300, help="MB that the process may hold")
    return parser.parse_args()


def _soak(args: argparse.Namespace, folder: Path) -> int:
    dice = random.Random(args.seed)
    rosters = [each for each in seeds.rosters() if isinstance(each, dict)]
    seeds.rosters.cache_clear()
    by_game: dict[str, list[Any]] = {}
    for each in rosters:
        by_game.setdefault(str(each.get("system")), []).append(each)
    memory: list[tuple[int, float]] = []
    done: Counter[str] = Counter()
    start = time.monotonic()
    number = 0
    while number < args.count and (not args.seconds or time.monotonic() - start < args.seconds):
        game = dice.choice(sorted(by_game))
        done[_round(dice.choice(by_game[game]), dice, folder, number)] += 1
        number += 1
        if number % _EVERY == 0:
            memory.append((number, resident()))
            print(
                f"{number:>7} lists  {memory[-1][1]:6.0f} MB  {time.monotonic() - start:6.0f} s",
                flush=True,
            )
    print(", ".join(f"{what} {count}" for what, count in sorted(done.items())))
    refused = sum(count for what, count in done.items() if what.endswith("refused"))
    if refused * 2 > number:
        print(f"{refused} of {number} could not be written: this says nothing about memory")
        return 1
    return _verdict(memory, args.most)


def _round(roster: dict[str, Any], dice: random.Random, folder: Path, number: int) -> str:
    import msgspec

    changed = dict(_changed(roster, dice))
    file = folder / "list.yaml"
    file.write_bytes(msgspec.json.encode(changed))
    form = dice.choice(_FORMS)
    out = folder / f"out.{form}"
    lang = dice.choice(("en", "ja", "zh"))
    code = _call("export", str(file), "--to", form, "-o", str(out), "--lang", lang)
    if out.exists():
        _call(dice.choice(("check", "import", "show")), str(out), "--lang", lang)
        out.unlink()
    if number % 500 == 0:
        shutil.rmtree(folder / "state", ignore_errors=True)
    return form if code < 2 else f"{form} refused"


def _changed(roster: Any, dice: random.Random) -> Any:
    """Return the roster with names that no other list has, and other counts here and there."""
    if isinstance(roster, dict):
        made = {key: _changed(value, dice) for key, value in roster.items()}
        for key in ("name", "player", "notes"):
            if key in made or dice.random() < 0.3:
                made[key] = (
                    "".join(dice.choice(_LETTERS) for _ in range(dice.randint(3, 40))).strip()
                    or "x"
                )
        if "system" not in made:
            for key in (
                "player",
                *(("name",) if "name" not in roster else ()),
                *(("notes",) if "notes" not in roster else ()),
            ):
                made.pop(key, None)
        return made
    if isinstance(roster, list):
        kept = [_changed(value, dice) for value in roster]
        return kept if dice.random() < 0.8 or len(kept) < 2 else kept[:-1]
    if type(roster) is int and dice.random() < 0.05:
        return max(1, roster + dice.choice((-1, 1, 5)))
    return roster


def _call(*words: str) -> int:
    from listbuilder.cli.main import run

    quiet = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        return run(list(words))


def resident() -> float:
    """Return the MB that the process holds now."""
    gc.collect()
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / (1 << 20)
    except OSError:  # not Linux: what it held at most
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 10)


def _verdict(memory: list[tuple[int, float]], most: int) -> int:
    if not memory:
        print("too few lists to say anything")
        return 1
    half = len(memory) // 2
    first = max((each for _, each in memory[: max(1, half)]), default=0.0)
    second = max(each for _, each in memory[half:])
    high = max(first, second)
    print(f"at most {high:.0f} MB; the first half came to {first:.0f}, the second to {second:.0f}")
    grown = len(memory) > 3 and second > first * _SHARE
    if high <= most and not grown:
        return 0
    print(f"more than {most} MB" if high > most else "it still grows")
    for name, size in tables()[:20]:
        print(f"  {size:>8}  {name}")
    return 1


def tables() -> list[tuple[str, int]]:
    """Return the tables of results kept by functions, the largest first."""
    return sorted(_tables(), key=lambda each: -each[1])


def _tables() -> Iterator[tuple[str, int]]:
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            name = f"{getattr(each, '__module__', '')}.{getattr(each, '__qualname__', '')}"
            info = each.cache_info()
            yield f"{name} (at most {info.maxsize})", info.currsize


if __name__ == "__main__":
    sys.exit(main())
