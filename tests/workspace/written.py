"""Rosters as players write them: any layout YAML allows, comments at every place, each with a number of its own."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from listbuilder.yamlio import reader
from tests.own_state import ROOT

GAMES = (
    "40k-10e",
    "40k-11e",
    "aos",
    "combat-patrol",
    "combat-patrol-11e",
    "spearhead",
    "space-marine-heroes",
)
FILES = [
    file for game in GAMES for file in sorted((ROOT / "examples" / game / "legal").glob("*.yaml"))
]
_DATA: dict[Path, Any] = {}


class Unit:
    """A unit as it was written: the comments right above it and its own lines."""

    def __init__(self, value: Any, above: list[str], place: tuple[Any, ...]) -> None:
        self.value = value
        self.above = above
        self.place = place
        self.lines: list[str] = []


class Written:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.count = 0
        self.units: list[Unit] = []
        self.outside: list[str] = []  # comments on lines of their own, of which none may ever go
        self.between: dict[
            str, list[str]
        ] = {}  # between the units of a list, of which none may go while there is a list
        self.behind: dict[str, str] = {}  # comment behind a key of the roster itself
        self.dash = self.rng.choice([0, 1, 2, 2, 2, 4])
        self.deeper = self.rng.choice([2, 2, 2, 3, 4])
        self.talk = self.rng.choice([0.05, 0.25, 0.6])  # how likely a comment is
        self.anchors: list[tuple[str, str]] = []
        self.data = self._data()
        lines = self._lead(0, self.outside) + self._root()
        self.text = self._dressed(lines)

    def _data(self) -> Any:
        file = self.rng.choice(FILES)
        if file not in _DATA:
            _DATA[file] = reader.read_yaml_file(file).data
        data = dict(_DATA[file])
        key = next((key for key in ("units", "regiments", "heroes") if data.get(key)), None)
        if key:
            data[key] = data[key][: self.rng.choice([2, 4, 7, 20])]
            if self.rng.random() < 0.7:
                data[key] = [each | {"x-mark": f"u{place}"} for place, each in enumerate(data[key])]
            if self.rng.random() < 0.3:
                data[key].append(data[key][-1])
        if self.rng.random() < 0.2:
            data = {"notes": "first line\n# no comment\n\n  third\n"} | data
        if self.rng.random() < 0.1:
            data = {"x-said": "over two lines"} | data
        return data

    def _chance(self, likely: float) -> bool:
        return self.rng.random() < likely

    def comment(self) -> str:
        self.count += 1
        text = self.rng.choice(["#", "# ", "#- ", "# - a: ", "#  名 ", "# {[ "])
        return f"{text}c{self.count}."

    def _lead(self, column: int, kept: list[str] | None = None) -> list[str]:
        """Blank lines and comments before something."""
        lines: list[str] = []
        while self._chance(self.talk):
            lines.append(" " * column + self.comment())
            if kept is not None:
                kept.append(lines[-1].strip())
            if self._chance(0.2):
                lines.append("")
        return ["", *lines] if self._chance(0.2) else lines

    def _behind(self) -> str:
        return (
            " " * self.rng.choice([1, 1, 3, 12]) + self.comment() if self._chance(self.talk) else ""
        )

    # --- values ---

    def scalar(self, value: Any) -> str:
        if value is None or isinstance(value, bool):
            return self.rng.choice(["null", "~"]) if value is None else str(value).lower()
        if not isinstance(value, str):
            return str(value)
        quoted = self.rng.choice(["", "", "", "'", '"'])
        if (
            not quoted
            and reader.read_yaml(f"- {value} #".encode(), "").data == [value]
            and "'" not in value
        ):
            return str(value)
        if quoted == '"' or "\n" in value:
            return '"' + value.replace("\n", "\\n") + '"'
        return "'" + value.replace("'", "''") + "'"

    def in_line(self, value: Any) -> str:
        pad = self.rng.choice(["", "", " "])
        comma = "," + self.rng.choice([" ", " ", "  "])
        if isinstance(value, dict):
            items = [
                f"{self.scalar(k)}:{' ' * self.rng.choice([1, 1, 2])}{self.in_line(v)}"
                for k, v in value.items()
            ]
            return "{" + pad + comma.join(items) + pad + "}"
        if isinstance(value, list):
            return "[" + pad + comma.join(self.in_line(each) for each in value) + pad + "]"
        return self.scalar(value)

    def over_lines(self, value: Any, column: int) -> list[str]:
        """Brackets over several lines. The first line is the bracket."""
        sign, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
        items = (
            [f"{k}: {self.in_line(v)}" for k, v in value.items()]
            if isinstance(value, dict)
            else map(self.in_line, value)
        )
        lines = [sign + self._behind()]
        margin = " " * (column + self.deeper)
        items = list(items)
        for place, item in enumerate(items):
            comma = "," if place + 1 < len(items) or self._chance(0.4) else ""
            lines += [line for line in self._lead(column + self.deeper) if line]
            lines.append(margin + item + comma + self._behind())
        return [*lines, " " * (column + self.rng.choice([1, self.deeper])) + end]

    def value(self, value: Any, column: int, key: str = "") -> tuple[str, list[str]]:
        """What stands behind a key or dash in its line, and the lines below."""
        if key == "notes" and "\n" in str(value) and not column:
            return self.rng.choice([" |", " |2", " |  # as it is"]), [
                f"  {line}".rstrip() for line in value.splitlines()
            ]
        if key == "x-said" and self._chance(0.5):
            return " over", ["  two lines" + self._behind()]
        if not isinstance(value, (dict, list)):
            return f"{' ' * self.rng.choice([1, 1, 1, 4])}{self.scalar(value)}{self._behind()}", []
        anchor = ""
        text = repr(value)
        known = next((name for name, written in self.anchors if written == text), None)
        if known is not None and self._chance(0.5):
            return f" *{known}{self._behind()}", []
        if value and key != "units" and self._chance(0.15):
            name = f"a{len(self.anchors)}"
            self.anchors.append((name, text))
            anchor = f" &{name}"
        if not value or (key not in ("units", "regiments", "heroes") and self._chance(0.4)):
            return f"{anchor} {self.in_line(value)}{self._behind()}", []
        if self._chance(0.15):
            first, *rest = self.over_lines(value, column)
            rest[-1] += self._behind()
            return f"{anchor} {first}", rest
        lines = (
            self.map(value, column + self.deeper)
            if isinstance(value, dict)
            else self.row(value, column + self.dash)
        )
        return f"{anchor}{self._behind()}", lines

    def map(self, value: dict[Any, Any], column: int) -> list[str]:
        lines: list[str] = []
        for key, each in value.items():
            behind, below = self.value(each, column, key)
            lines += [*self._lead(column), f"{' ' * column}{key}:{behind}", *below]
        return lines

    def row(self, value: list[Any], column: int, place: tuple[Any, ...] | None = None) -> list[str]:
        """With `place` a list of units."""
        lines: list[str] = []
        for number, each in enumerate(value):
            lead = self._lead(
                column, self.between.setdefault(place[0], []) if place is not None else None
            )
            own = self.item(each, column)
            if self._chance(self.talk / 3):
                own.append(" " * (column + 6) + self.comment())
            lines += lead + own
            if place is not None:
                above: list[str] = []
                while lead and lead[-1].strip():
                    above.insert(0, lead.pop())
                self.units.append(Unit(each, above, (*place, number)))
                self.units[-1].lines = own
        return lines

    def item(self, value: Any, column: int) -> list[str]:
        margin = " " * column
        if isinstance(value, dict) and value and self._chance(0.6):
            inner = column + 2 + (self.rng.choice([0, 0, 2]))
            lines = self.map(value, inner)
            if self._chance(0.3) or not lines[0].strip() or lines[0].strip().startswith("#"):
                return [f"{margin}-{self._behind()}", *lines]  # the dash alone
            return [f"{margin}-{lines[0][column + 1 :]}", *lines[1:]]
        behind, below = self.value(value, column, "units" if isinstance(value, list) else "")
        return [f"{margin}-{behind}", *below]

    # --- the roster ---

    def _root(self) -> list[str]:
        lines: list[str] = []
        for key, value in self.data.items():
            lines += self._lead(0, self.outside)
            if key in ("units", "regiments", "heroes") and isinstance(value, list) and value:
                lines.append(f"{key}:{self._behind()}")
                lines += self.row(value, self.dash, (key,))
            else:
                behind, below = self.value(value, 0, key)
                if "#" in behind and not below:
                    self.behind[key] = behind[behind.index("#") :]
                lines += [f"{key}:{behind}", *below]
        return lines + self._lead(0, self.outside)

    def _dressed(self, lines: list[str]) -> bytes:
        if self._chance(0.1):
            lines = ["---", *lines]
        if self._chance(0.1):
            lines = [*lines, "...", "# end"]
        self.newline = "\r\n" if self._chance(0.15) else "\n"
        text = self.newline.join(lines) + (self.newline if self._chance(0.85) else "")
        return (b"\xef\xbb\xbf" if self._chance(0.1) else b"") + text.encode()
