"""The builder's own files: journals of unsaved work, earlier saves and settings, damaged in every way a disk knows."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from tools.fuzz import lines, seeds
from tools.fuzz.case import Asking, Broken, Case, limited, place_of, write

NAME = "journal"
_EDITS = 12
_EXAMPLE = "examples/40k-10e/legal/necrons-awakened-dynasty.yaml"

_SETTINGS = (
    b'{"lang": "en", "theme": null, "recent": ["/a", "/b"]}',
    b"{}",
    b'{"lang": "xx", "recent": ["\\u0000"]}',
)
_PLACES = (
    "recovery/x.journal",
    "recovery/x/y.journal",
    "recovery",
    "history",
    "history/x",
    "settings.json/x",
    "z",
)


def make(random: Random) -> Case:
    kind = random.choice(("journal", "journal", "journal", "settings", "any"))
    if kind == "journal":
        return Case(
            NAME, {"state/recovery/unnamed-1-1.journal": _damaged(_journal(), random)}, kind
        )
    if kind == "settings":
        return Case(
            NAME, {"state/settings.json": lines.flipped(random.choice(_SETTINGS), random)}, kind
        )
    return Case(
        NAME,
        {
            f"state/{random.choice(_PLACES)}": random.choice(
                (b"", b"\0" * 50, b"{}\n{}\n", b"\xff" * 9)
            )
        },
        kind,
    )


@cache
def _journal() -> bytes:
    """Of a roster without a file, with twelve changes, some of them taken back."""
    import tempfile

    from listbuilder.data.library import Library
    from listbuilder.model.edit import make_set_edit
    from listbuilder.workspace.session import Session

    with tempfile.TemporaryDirectory() as place:
        kept = os.environ.get("LISTBUILDER_STATE")
        os.environ["LISTBUILDER_STATE"] = place
        try:
            session = Session.create(_roster(), Library())
            for step in range(1, _EDITS + 1):
                session.apply(make_set_edit(f"step {step}", "name"))
                if step % 5 == 0:
                    session.undo()
            session.close(keep=True)
            [file] = Path(place, "recovery").glob("*.journal")
            return file.read_bytes()
        finally:
            os.environ.pop("LISTBUILDER_STATE")
            if kept is not None:
                os.environ["LISTBUILDER_STATE"] = kept


@cache
def _roster() -> dict[str, Any]:
    found: dict[str, Any] = seeds.plain(
        next(seed.raw for seed in seeds.roster_files() if seed.name == _EXAMPLE)
    )
    return found


def _damaged(raw: bytes, random: Random) -> bytes:
    kind = random.randrange(6)
    if kind == 0:
        return raw[: random.randint(0, len(raw))]
    if kind == 1:
        at, rows = random.randint(0, len(raw)), raw.split(b"\n")
        return (
            raw[:at]
            + random.choice((b"\0" * 300, b"\n", random.choice(rows) + b"\n", rows[0][:40]))
            + raw[at:]
        )
    if kind == 2:
        rows = raw.split(b"\n")
        a, b = random.randrange(len(rows)), random.randrange(len(rows))
        rows[a], rows[b] = rows[b], rows[a]
        return b"\n".join(rows)
    if kind == 3:
        rows = raw.split(b"\n")
        del rows[random.randrange(len(rows))]
        return b"\n".join(rows)
    return lines.flipped(raw, random)


def ask(case: Case, folder: Path, asking: Asking) -> None:
    kept = os.environ.get("LISTBUILDER_STATE")
    os.environ["LISTBUILDER_STATE"] = str(folder / "state")
    try:
        [file] = write(case, folder)
        _found(file, case, folder, asking)
        roster = folder / "list.yaml"
        roster.write_bytes(next(seed.raw for seed in seeds.roster_files() if seed.name == _EXAMPLE))
        asking.check(
            "exit",
            asking.call("check", str(roster)).code == 0,
            "a file of the builder's state changes a verdict",
        )
        _used(roster, asking)
    finally:
        os.environ.pop("LISTBUILDER_STATE")
        if kept is not None:
            os.environ["LISTBUILDER_STATE"] = kept


def _found(file: Path, case: Case, folder: Path, asking: Asking) -> None:
    """What the builder does with it when it opens: what it recovers was there once, and nothing is thrown away."""
    from listbuilder.data.library import Library
    from listbuilder.model.problem import Unreadable
    from listbuilder.workspace import journal
    from listbuilder.workspace.session import Session

    raw = file.read_bytes()
    asking.command = "listbuilder edit"
    left = _safely(asking, journal.find_left_behind)
    for each in left:
        try:
            session = _safely(asking, partial(Session.recover, each, Library()))
        except Unreadable:
            continue
        if case.kind == "journal":
            name = session.data.get("name") if isinstance(session.data, dict) else None
            known = {_roster()["name"], *(f"step {step}" for step in range(1, _EDITS + 1))}
            asking.check("was there once", name in known, f"recovered: {name!r}")
        session.close(keep=True)
    if case.kind == "journal" and not left:
        kept = any(
            each.read_bytes() == raw for each in (folder / "state").rglob("*") if each.is_file()
        )
        asking.check("nothing lost", kept or raw == b"", "a journal that cannot be read is gone")


def _used(roster: Path, asking: Asking) -> None:
    """The builder opens a roster, changes it and saves it, whatever stands in its folder."""
    from listbuilder.data.library import Library
    from listbuilder.model.edit import make_set_edit
    from listbuilder.workspace import folders, saved_versions
    from listbuilder.workspace.session import Session

    def use() -> bytes:
        folders.list_recent_files()
        session = Session.open(roster, Library())
        session.apply(make_set_edit("saved", "name"))
        session.save()
        saved_versions.list_saves(roster)
        session.close()
        return roster.read_bytes()

    asking.check("nothing lost", b"saved" in _safely(asking, use), "the change was not saved")


def _safely(asking: Asking, deed: Callable[[], Any]) -> Any:
    from listbuilder.model.problem import Unreadable

    asking.asked["exit"] += 1
    try:
        with limited():
            return deed()
    except Unreadable:
        raise
    except Exception as error:
        raise Broken(
            "exit", "".join(traceback.format_exception(error)[-6:])[-1500:], place_of(error)
        ) from error
