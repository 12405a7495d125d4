"""The army as a tree: units under their headings, with points, and a mark where a finding sits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.edit.session import Session
from listbuilder.games.shared.choices import Branch, Leaf
from listbuilder.games.shared.outline import Kit, Row, kit_of, told
from listbuilder.law import gauges
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, at
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.words import Words

# Shape first; the colour only repeats it.
SIGNS = {"error": ("✗", "bad"), "warning": ("!", "warn"), "info": ("i", "dim"), "": ("·", "dim")}
MOST_KEPT = 500  # loadouts of units


class ArmyTree(Rows):
    """Keys are paths of the roster; () is the roster itself."""

    leaves: dict[Path, Leaf]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._army: Army | None = None
        self._carried: dict[tuple[str, str, str], Kit] = {}

    def refresh_from(self, session: Session, words: Words, cursor: Path | None = None) -> None:
        self.leaves = {}
        self.show(list(self._lines(session, words)), cursor)

    @property
    def path(self) -> Path:
        return self.cursor if isinstance(self.cursor, tuple) else ()

    @property
    def unit_paths(self) -> list[Path]:
        return [key for key in self.keys if isinstance(key, tuple) and key]

    def _lines(self, session: Session, words: Words) -> Iterator[Line]:
        army, found = session.army, session.position.marks()
        self._army = army
        name = session.name or words("unnamed")
        if army is None:
            yield Line(key=(), left=name, look="name", mark="✗", mark_look="bad")
            return
        limit = f" / {army.limit}" if army.limit is not None else ""
        sign, look = SIGNS[found.get((), "")] if () in found else ("◆", "head")
        total = f"{army.points}{limit}" if army.counts_points else ""
        yield Line(key=(), left=name, right=total, look="name", mark=sign, mark_look=look)
        labels = [words.name(label) for label in army.labels() if label]
        yield Line(left=" · ".join(labels), look="dim", indent=2, wrap=True)
        for branch in self._told(session, army):
            yield from self._branch(branch, found, words)
        yield from _unread(session, words)

    def _branch(self, branch: Branch, found: Mapping[Path, str], words: Words) -> Iterator[Line]:
        points = heading_points(branch)
        title = words.text(branch.title)
        if branch.path is None:
            yield Line(left=title, right=points, look="head")
        else:
            sign, look = SIGNS[_worst(found, branch.path, exact=True)]
            yield Line(key=branch.path, left=title, right=points, look="head", mark=sign, mark_look=look)
        for leaf in branch.leaves:
            yield from self._leaf(leaf, found, words)

    def _told(self, session: Session, army: Army) -> list[Branch]:
        """The editor's outline with everything a row tells. What units carry is worked out once for each."""
        game = session.position.system
        assert game is not None

        def carried(unit: Unit) -> Kit:
            if all(group.wargear is None for group in unit.groups):
                return ()
            key = (unit.datasheet_id, repr(unit.groups), army.priced_on)
            if key not in self._carried:
                if len(self._carried) > MOST_KEPT:
                    self._carried.clear()
                self._carried[key] = kit_of(game.carried(army, unit))
            return self._carried[key]

        return told(session.position.editor.outline(army), army, session.data, carried)

    def _load(self, leaf: Leaf) -> str:
        """How full a transport is in which somebody rides."""
        army = self._army
        declared = army.declarations if army is not None else None
        if army is None or declared is None or leaf.unit is None or leaf.unit.id not in declared.riders:
            return ""
        return " + ".join(f"{used}/{limit}" for used, limit in gauges.aboard(army, leaf.unit.id))

    def _leaf(self, leaf: Leaf, found: Mapping[Path, str], words: Words) -> Iterator[Line]:
        self.leaves[leaf.path] = leaf
        sign, look = SIGNS[_worst(found, leaf.path)]
        yield Line(
            key=leaf.path,
            left=row_name(leaf, words),
            tail=" ".join(filter(None, (_tail(leaf, words), self._load(leaf)))),
            right="?" if leaf.points is None and leaf.unit is not None else str(leaf.points or ""),
            mark=sign,
            mark_look=look,
            indent=1 + 2 * leaf.depth,
        )


def heading_points(branch: Branch) -> str:
    """Return the points beside a heading. Empty where nothing is counted, and over what is free: formations and lores."""
    free = branch.path is None and not branch.points
    return "" if branch.points is None or free else str(branch.points)


def row_name(leaf: Leaf, words: Words) -> str:
    models = f"{leaf.unit.models} " if leaf.unit is not None and leaf.unit.models > 1 else ""
    return f"{models}{words.text(leaf.label)}"


def _tail(leaf: Leaf, words: Words) -> str:
    """Everything else about it: honours, changed wargear, who is with it, where it begins, the player's note."""
    if not isinstance(leaf, Row):
        return ""
    models = leaf.unit.models if leaf.unit is not None else 1
    told = [words.text(note) for note in leaf.notes]
    told += [words.name(item) if count in (1, models) else f"{count} {words.name(item)}" for item, count in leaf.changed]
    parts = [f"· {words('listed', items=told)}"] if told else []
    if leaf.led:
        parts.append(f"‹{words('listed', items=[words.text(each) for each in leaf.led])}›")
    if leaf.aboard is not None:
        parts.append(words("row.aboard", name=words.text(leaf.aboard)))
    if leaf.begins:
        parts.append(f"({words(leaf.begins)})")
    if leaf.written:
        parts.append(words("row.written", text=leaf.written))
    return " ".join(parts)


def _worst(found: Mapping[Path, str], path: Path, *, exact: bool = False) -> str:
    """The worst severity at this place or within it."""
    order = ("error", "warning", "info")
    here = {severity for place, severity in found.items() if (place == path if exact else place[: len(path)] == path)}
    return next((severity for severity in order if severity in here), "")


def _unread(session: Session, words: Words) -> Iterator[Line]:
    """What the data does not know is shown and kept, and can be taken out."""
    seen: set[Path] = set()
    for problem in session.position.problems:
        whole = session.position.editor.part(problem.path)
        known = session.army is not None and any(unit.path == whole for unit in session.army.units)
        if not whole or known or whole in seen:
            continue
        if not seen:
            yield Line(left=words("section.unread"), look="head")
        seen.add(whole)
        given = at(session.data, problem.path)
        shown = str(given) if isinstance(given, (str, int)) else ".".join(map(str, problem.path))
        yield Line(key=whole, left=shown, right="?", mark="✗", mark_look="bad", indent=1)
