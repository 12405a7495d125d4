"""What every case begins as: the examples, the lists of the tests, exports of the program's own, and the corpus if there is one.

Without ../shared/corpus there are fewer real lists and as many questions: every format has a list of the tests.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import zipfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from listbuilder.model.problem import Unreadable
from listbuilder.yamlio import reader

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("LISTBUILDER_SHARED", ROOT.parent / "shared"))
SEALED = ("html", "json", "svg", "qr", "pdf")  # exports that carry the roster they were made of
_LARGEST = 60_000  # bytes of a real list: larger ones say nothing more and take longer


class Seed(msgspec.Struct, frozen=True):
    """A file to begin with."""

    name: str
    raw: bytes


@cache
def roster_files() -> list[Seed]:
    """Rosters of ours: the examples, and those that the exports of the tests are made of."""
    found = sorted((ROOT / "examples").rglob("*.yaml")) + sorted(
        (ROOT / "tests" / "formats" / "rosters").glob("*.yaml")
    )
    return [Seed(file.relative_to(ROOT).as_posix(), file.read_bytes()) for file in found]


@cache
def rosters() -> list[Any]:
    """As data: the files, and the rosters of every rule's cases."""
    found = [plain(seed.raw) for seed in roster_files()]
    for file in sorted((ROOT / "tests").glob("*/*/*.yaml")):
        cases = plain(file.read_bytes())
        if (
            isinstance(cases, dict)
            and isinstance(cases.get("base"), dict)
            and isinstance(cases.get("cases"), list)
        ):
            base = {"system": file.parent.name, **cases["base"]}
            found += [_of_case(base, case.get("roster", {})) for case in cases["cases"]]
    return [each for each in found if isinstance(each, dict) and "system" in each]


def _of_case(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**base, **over}.items() if value is not None}


def plain(raw: bytes) -> Any:
    try:
        return reader.read_yaml(raw, "seed", reader.DATA_BYTES).data
    except Unreadable:  # an example may be one of a file that cannot be read
        return None


@cache
def texts() -> list[Seed]:
    """Lists as other programs write them, as text."""
    from tests.formats.read import one_list_per_format

    found = []
    for name in sorted(vars(one_list_per_format)):
        value = getattr(one_list_per_format, name)
        if isinstance(value, str) and name.isupper() and name not in ("FENCE", "ROS"):
            found.append(Seed(f"{name}.txt", value.encode()))
    for form in ("gw", "wtc", "wtc-compact", "nr-simple", "aos-app"):
        found += exports(form, "legal")
    return sorted(
        found + [seed for seed in _corpus() if not _is_tree(seed.raw)],
        key=lambda seed: len(seed.raw),
    )


@cache
def trees() -> list[Seed]:
    """Files of trees: XML, zipped XML, JSON."""
    from tests.formats.read import one_list_per_format

    bare = one_list_per_format.ROS.replace("{by}", "")
    found = [
        Seed("list.ros", bare.encode()),
        Seed(
            "newrecruit.ros",
            one_list_per_format.ROS.replace("{by}", "https://newrecruit.eu").encode(),
        ),
    ]
    found += exports("ros", "legal") + exports("rosz", "legal")
    return sorted(
        found + [seed for seed in _corpus() if _is_tree(seed.raw)], key=lambda seed: len(seed.raw)
    )


def small_first(seeds: list[Seed], random: Random) -> int:
    """A place among them; the smaller ones, which are first, come up more often: they ask as much in less time."""
    return min(random.randrange(len(seeds)), random.randrange(len(seeds)))


def _is_tree(raw: bytes) -> bool:
    return raw.lstrip(b"\xef\xbb\xbf \r\n")[:1] in (b"<", b"{") or raw.startswith((b"PK", b"H4sI"))


@cache
def _corpus() -> list[Seed]:
    folder = SHARED / "corpus"
    found = []
    for index in sorted(folder.glob("index*.jsonl")):
        for line in index.read_text(encoding="utf-8").splitlines():
            file = folder / json.loads(line)["file"]
            if file.is_file() and file.stat().st_size <= _LARGEST:
                found.append(Seed(file.name, file.read_bytes()))
    return found


@cache
def exports(form: str, which: str = "") -> list[Seed]:
    """What the program writes in a form, of the examples of every game; `which`: only those of that folder."""
    from listbuilder.data.library import Library
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import WRITERS, export_printout, get_export_forms
    from listbuilder.roster.position import Position

    library = Library()
    chosen = (
        [seed for seed in roster_files() if f"/{which}/" in seed.name] if which else _one_of_each()
    )
    found = []
    for seed in chosen:
        done = Position.read(seed.raw, seed.name, library)
        if done.system is None or done.army is None or form not in get_export_forms(done.system):
            continue
        sheet = make_printout(done, library, Wish(form, "en", "opponent", False))
        if sheet is not None:
            found.append(
                Seed(f"{Path(seed.name).stem}{WRITERS[form].ending}", export_printout(sheet))
            )
    return found


def _one_of_each() -> list[Seed]:
    return [seed for seed in roster_files() if "/rosters/" in seed.name]


@cache
def data_files() -> list[Path]:
    """Every data file, the smaller ones first: they say as much of the reader, in less time."""
    found = (ROOT / "factions").glob("*/*.yaml")
    return sorted(found, key=lambda file: (file.stat().st_size, file.name))


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def unzipped(raw: bytes) -> tuple[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        name = archive.namelist()[0]
        return name, archive.read(name)


def shared_link(raw: bytes) -> bytes:
    import base64

    return base64.urlsafe_b64encode(gzip.compress(raw, mtime=0))
