"""What a paste does to a list, and whether its verdict survives it: `python -m tools.mutations [FOLDER] [LISTS]`.

FOLDER holds the corpus (../shared/corpus by default). A sample of its texts, one to three of each form, is damaged in every
way of WAYS; the verdict, the points and the units (datasheet, models, points) must stay those of the undamaged file.
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from listbuilder.exchange.imports import judge_list
from listbuilder.law.position import Position
from listbuilder.store.library import Library

DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "corpus"
INDEXES = ("index.jsonl", "index-40k11.jsonl")
LISTS = 23
TREES = (".ros", ".rosz", ".json")
_BULLET = re.compile(r"^(\s*)[•◦▪*-] ?(?=\S)", re.MULTILINE)
_PRICE = re.compile(r"^(\S.*?) ?\((\d[\d.,\s]{0,6}) ?(?:points?|pts)?\)$", re.MULTILINE | re.IGNORECASE)
_REGIMENT = re.compile(r"^(?:General['’]?s Regiment|Regiment 1)", re.MULTILINE | re.IGNORECASE)
_COLUMNS = 60

Way = Callable[[str], bytes]


def _text(change: Callable[[str], str]) -> Way:
    return lambda text: change(text).encode()


def _each_line(change: Callable[[str], str]) -> Way:
    return _text(lambda text: "\n".join(change(line) if line.strip() else line for line in text.splitlines()) + "\n")


def _wrapped(text: str) -> str:
    """As a mail or a terminal breaks lines: the rest begins at the left edge."""
    made: list[str] = []
    for line in text.splitlines():
        made += wrap(line, _COLUMNS, break_long_words=False, break_on_hyphens=False) if len(line) > _COLUMNS else [line]
    return "\n".join(made) + "\n"


def _numbered(text: str) -> str:
    """`1. Unit (85 points)`: units are counted through."""
    count = 0

    def number(found: re.Match[str]) -> str:
        nonlocal count
        if not _is_unit(text, found):
            return found[0]
        count += 1
        return f"{count}. {found[0]}"

    return _PRICE.sub(number, text)


def _is_unit(text: str, found: re.Match[str]) -> bool:
    """Not the title, nor the battle size, nor what the army has beside its units."""
    if (titled := _REGIMENT.search(text)) and found.start() < titled.start():
        return False
    name = found[1].casefold()
    sized = any(size in name for size in ("strike force", "incursion", "onslaught", "force de frappe", "combat patrol"))
    free = int(re.sub(r"\D", "", found[2])) < 10  # what has no points beside its unit's
    return (
        not (sized or free)
        and not found[1].startswith(("+", "-", "•"))
        and int(re.sub(r"\D", "", found[2])) < 995
        and text.find(found[0]) > 0
    )


def _dashed(text: str) -> str:
    """`Unit – 85pts`."""
    return _PRICE.sub(lambda found: f"{found[1]} – {found[2]}pts" if _is_unit(text, found) else found[0], text)


def _html(text: str) -> str:
    body = "<br>\n".join(html.escape(line).replace("'", "&#39;") for line in text.splitlines())
    return f'<html><head><meta charset="utf-8"><style>p {{color: red}}</style></head><body><p>{body}</p></body></html>'


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{html.escape(line).replace(' ', '&nbsp;')}</p>" for line in text.splitlines())


def _mojibake(text: str) -> str:
    """UTF-8 taken for Windows' western letters, where these have a letter for each byte."""
    return "".join(_mistaken(char) for char in text)


def _mistaken(char: str) -> str:
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in char.encode())


def _encoded(codec: str) -> Way:
    return lambda text: text.replace("\u2011", "-").encode(codec, "replace" if codec in ("cp1252", "mac_roman") else "strict")


PREAMBLE = "Hey everyone,\nhere is my list for Saturday, let me know what you think!\n\n"
FAREWELL = "\n\nThanks, see you there!\n"

WAYS: dict[str, Way] = {
    "indentation lost": _each_line(str.lstrip),
    "bullets as hyphens": _text(lambda text: _BULLET.sub(r"\1- ", text)),
    "bullets lost": _text(lambda text: _BULLET.sub(r"\1", text)),
    "blank lines lost": _text(lambda text: re.sub(r"\n\s*\n+", "\n", text)),
    "blank lines doubled": _text(lambda text: text.replace("\n", "\n\n")),
    "CRLF": _text(lambda text: text.replace("\n", "\r\n")),
    "hard spaces": _text(lambda text: text.replace(" ", "\u00a0")),
    "tabs": _text(lambda text: re.sub(r"^ +", lambda found: "\t" * (1 + len(found[0]) // 4), text, flags=re.MULTILINE)),
    "trailing spaces": _each_line(lambda line: line + "  "),
    "wrapped at 60": _text(_wrapped),
    "numbered units": _text(_numbered),
    "dash before points": _text(_dashed),
    "emoji bullets": _text(lambda text: _BULLET.sub(r"\1🔹 ", text)),
    "trailing emoji": _each_line(lambda line: f"{line} 🔥"),
    "chat around it": _text(lambda text: PREAMBLE + text + FAREWELL),
    "quoted": _each_line(lambda line: f"> {line}"),
    "code block": _text(lambda text: f"```\n{text}\n```\n"),
    "bold": _each_line(lambda line: re.sub(r"^(\s*)([^+\s•◦*#-].*)$", r"\1**\2**", line)),
    "no plus signs": _each_line(lambda line: re.sub(r"^[+&] ", "", line)),
    "HTML lines": _text(_html),
    "HTML paragraphs": _text(_paragraphs),
    "mojibake": _text(_mojibake),
    "cp1252": _encoded("cp1252"),
    "MacRoman": _encoded("mac_roman"),
    "UTF-16 with BOM": _encoded("utf-16"),
    "UTF-16 without BOM": _encoded("utf-16-le"),
    "curly quotes": _text(lambda text: text.replace("'", "’")),
}


def sample(folder: Path, most: int = LISTS) -> list[Path]:
    """Texts of the corpus: of each form in turn the first, then the second, until there are enough; fragments left out."""
    forms: dict[str, list[str]] = {}
    for index in INDEXES:
        rows = [json.loads(line) for line in (folder / index).read_text(encoding="utf-8").splitlines()]
        for row in rows:
            if not row["file"].endswith(TREES):
                forms.setdefault(f"{index} {row['format']}", []).append(row["file"])
    found: list[str] = []
    while len(found) < most and any(forms.values()):
        for each in forms.values():
            if each and len(found) < most:
                found.append(each.pop(len(each) // 2))
    return [folder / each for each in found]


def outcome(done: Position) -> tuple[Any, ...]:
    units = sorted((unit.datasheet_id, unit.models, unit.points or 0) for unit in done.army.units) if done.army else []
    return done.verdict, done.points, done.army.book.system if done.army else None, units


def differs(file: Path, library: Library) -> Iterator[tuple[str, str]]:
    """(way, what is otherwise) for each way that changes the outcome; ("", ...) where the file itself has no verdict."""
    raw = file.read_bytes()
    whole = judge_list(raw, file.name, library)
    text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    for way, mutate in WAYS.items():
        done = judge_list(mutate(text), file.name, library)
        if outcome(done) != outcome(whole):
            yield way, _said(whole, done)


def _said(whole: Position, done: Position) -> str:
    parts = [f"{whole.verdict} {whole.points} -> {done.verdict} {done.points}"]
    if done.army and whole.army:
        parts.append(f"{len(whole.army.units)} -> {len(done.army.units)} units")
    parts += [f"line {each.line}: {each.key} {str(dict(each.args))[:100]}" for each in done.problems[:2]]
    parts += [f"{each.code} {each.key}" for each in done.findings if each.severity == "error"][:2]
    return "; ".join(parts)


def main() -> int:
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    folder = Path(words[0]) if words else DEFAULT
    most = int(words[1]) if len(words) > 1 else LISTS
    library = Library()
    files = sample(folder, most)
    failed: dict[str, list[str]] = {way: [] for way in WAYS}
    for file in files:
        for way, said in differs(file, library):
            failed[way].append(f"{file.relative_to(folder)}: {said}")
    print(f"{'way':<24}{'same':>12}")
    for way, lost in failed.items():
        print(f"{way:<24}{len(files) - len(lost):>6} of {len(files)}", *lost, sep="\n    ")
    total = len(files) * len(WAYS)
    same = total - sum(map(len, failed.values()))
    print(f"all: {same} of {total} ({100 * same / total:.1f} %), {len(files)} lists, {len({f.parent for f in files})} forms")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
