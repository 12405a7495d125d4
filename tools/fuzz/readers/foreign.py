"""Lists of other programs, as texts and as trees: judged and imported, and what was imported judged again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tools.fuzz import lines
from tools.fuzz.case import Asking, Case, limited, write

_CODES = {"legal": 0, "illegal": 1, "unread": 2}


def judged(file: str, asking: Asking) -> list[dict[str, Any]]:
    """Return the rows of `check --format json`: one for each list in the file. The exit code is that of the worst."""
    done = asking.call("check", file, "--format", "json")
    rows: list[dict[str, Any]] = json.loads(done.out)["rosters"]
    worst = _worst(rows)
    asking.check(
        "one verdict", done.code == worst, f"exit {done.code}, the worst of {len(rows)} is {worst}"
    )
    return rows


def _worst(rows: list[dict[str, Any]]) -> int:
    return max(_CODES[row["verdict"]] for row in rows)


def ask(case: Case, folder: Path, asking: Asking) -> None:
    file = write(case, folder)[0]
    rows = judged(str(file), asking)
    piped = asking.call("check", "-", "--lang", case.facts["lang"], stdin=file.read_bytes())
    asking.check(
        "one verdict",
        piped.code == _worst(rows),
        f"through a pipe {piped.code}, as a file {_worst(rows)}",
    )
    if len(rows) > 1:  # import takes one list, and says so
        refused = asking.call("import", str(file))
        asking.check(
            "one verdict",
            refused.code == 2 and not refused.out,
            f"{len(rows)} lists imported, exit {refused.code}",
        )
        return
    row = rows[0]
    if row["format"] != "roster":  # a text that says `system:` is read as ours
        imported(file, row, folder, asking)
        accounted(file, asking)


def imported(file: Path, row: dict[str, Any], folder: Path, asking: Asking) -> None:
    """What import writes can be read, and has the verdict of the list, unless a line of that was not read."""
    out = folder / "imported.yaml"
    done = asking.call("import", str(file), "-o", str(out))
    if not out.exists():
        asking.check(
            "one verdict", row["verdict"] == "unread", f"nothing to import, yet {row['verdict']}"
        )
        asking.check("one verdict", done.code == 2, f"nothing imported, exit {done.code}")
        return
    asking.check(
        "one verdict",
        (done.code == 2) == bool(row["unread"]),
        f"import ends with {done.code}; check: {row['unread']}",
    )
    again = judged(str(out), asking)[0]
    asking.check(
        "one verdict",
        again["verdict"] != "unread",
        lambda: f"what import wrote cannot be read: {again['unread']}",
    )
    if done.code == 0:
        first, second = (row["verdict"], row["points"]), (again["verdict"], again["points"])
        asking.check(
            "one verdict",
            first == second,
            lambda: f"the list is {first}, what import made of it {second}",
        )


def accounted(file: Path, asking: Asking) -> None:
    """Every line that says something was mapped, recognised as without content, or is unread."""
    from listbuilder.data.library import Library
    from listbuilder.formats.import_list import import_list
    from listbuilder.model.problem import Unreadable

    try:
        with limited():
            made = import_list(file.read_bytes(), file.name, Library())
    except Unreadable:
        return
    lost = [line.text for line in made.source.lines if not line.is_blank and line.fate is None]
    asking.check("accounted", not lost, lambda: f"nobody says what became of {lost[:3]}")
    unread = {line.number for line in made.source.lines if line.fate == "unread"}
    said = {problem.line for problem in made.account.unread}
    asking.check(
        "accounted",
        unread <= said,
        lambda: f"unread and not named: lines {sorted(unread - said)[:5]}",
    )


def nonsense_named(case: Case, folder: Path, asking: Asking) -> None:
    """Something counted was given a name that is in no book: the list is not legal, and that name is told."""
    file = write(case, folder)[0]
    row = judged(str(file), asking)[0]
    said = case.facts["nonsense"]
    where = f"{case.facts['seed']}: {case.facts['was']}"
    if any(f'"{said}"' in note for note in row["assumed"]):
        return  # a roster file: the catalogue's id says what it is, whatever it is called
    if not where.startswith(
        "heroes/"
    ):  # SMH-02: any model one owns may be taken, and one whose card nobody knows is named
        asking.check("accounted", row["verdict"] != "legal", f"legal with {said!r} in it ({where})")
        asking.check(
            "accounted",
            row["verdict"] == "unread",
            f"{row['verdict']} with {said!r} in it ({where})",
        )
    told = " ".join(f"{each['message']} {each['text']}" for each in row["unread"])
    told += " ".join(each["message"] for each in row["findings"])
    asking.check(
        "accounted", said.split()[0] in told, f"{said!r} is not named ({where}): {told[:300]}"
    )


def read_whole(raw: bytes, name: str) -> bool:
    """Nothing in it is unread."""
    from listbuilder.data.library import Library
    from listbuilder.formats.import_list import import_list
    from listbuilder.model.problem import Unreadable

    try:
        return not import_list(raw, name, Library()).account.unread
    except Unreadable:
        return False


def another_name(name: str, random: Any) -> str:
    """Nonsense with as many words as a name of the book has."""
    return " ".join(random.sample(lines.NONSENSE, max(2, min(3, len(name.split())))))
