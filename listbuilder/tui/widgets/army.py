"""The army as a tree: units under their headings, with points and marks of findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.games.common.editor import Branch, Leaf
from listbuilder.games.common.tree import Kit, Row, complete_outline, sum_changed_items
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.rulebook import SEVERITIES
from listbuilder.rules import gauges
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.unit_head import describe_loadout
from listbuilder.workspace import folders
from listbuilder.workspace.session import Session

# Shape first; the colour only repeats it.
SIGNS = {"error": ("✗", "bad"), "warning": ("!", "warn"), "info": ("i", "dim"), "": ("·", "dim")}
MOST_KEPT = 500  # loadouts of units


class ArmyTree(Rows):
    """The army as a list of lines.

    Their keys are paths of the roster; () is the roster itself.
    """

    leaves: dict[Path, Leaf]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make an empty tree."""
        super().__init__(*args, **kwargs)
        self._army: Army | None = None
        self._carried: dict[tuple[str, str, str], Kit] = {}
        self._loadouts: dict[tuple[str, str, str, str], str] = {}
        self.shows_loadouts = False
        self.is_by_role = False

    def on_mount(self) -> None:
        """Take from the settings what is shown of each unit, and in which order."""
        settings = folders.load_settings()
        self.shows_loadouts, self.is_by_role = settings.loadouts, settings.by_role

    def refresh_from(self, session: Session, words: Words, cursor: Path | None = None) -> None:
        """Show the army of `session`; the cursor goes to the path `cursor`, or stays if that is
        None.
        """
        self.leaves = {}
        self.show_lines(list(self._yield_lines(session, words)), cursor)

    @property
    def path(self) -> Path:
        """Return the path under the cursor; () is the roster itself."""
        return self.cursor if isinstance(self.cursor, tuple) else ()

    @property
    def unit_paths(self) -> list[Path]:
        """Return the paths of all lines but that of the roster itself."""
        return [key for key in self.keys if isinstance(key, tuple) and key]

    def _yield_lines(self, session: Session, words: Words) -> Iterator[Line]:
        """Yield all lines: the roster, its labels, its units, and what could not be read.

        Without an army, it is only the line of the roster.
        """
        # A note that nearly every unit has tells none apart; the verdict lists the notes.
        army, marks = (
            session.army,
            {
                path: severity
                for path, severity in session.position.get_worst_severities().items()
                if severity != "info"
            },
        )
        self._army = army
        name = session.name or words("unnamed")
        if army is None:
            yield Line(key=(), left=name, look="name", mark="✗", mark_look="bad")
            return
        limit = f" / {army.limit}" if army.limit is not None else ""
        sign, look = SIGNS[marks.get((), "")] if () in marks else ("◆", "head")
        total = f"{army.points}{limit}" if army.counts_points else ""
        yield Line(key=(), left=name, right=total, look="name", mark=sign, mark_look=look)
        labels = [words.translate_name(label) for label in army.list_labels() if label]
        game = session.position.system
        for key, args in game.list_facts(army) if game is not None else ():
            labels.append(words(key, **args))
        yield Line(left=" · ".join(labels), look="dim", indent=2, wrap=True)
        for branch in self._make_outline(session, army):
            for line in self._yield_branch(branch, marks, words):
                yield line
                leaf = self.leaves.get(line.key) if isinstance(line.key, tuple) else None
                if leaf is None or leaf.unit is None:
                    continue
                if loadout := self._describe_loadout(session, leaf.unit, words):
                    yield Line(left=loadout, look="dim", indent=line.indent + 4, wrap=True)
        yield from _yield_unread(session, words)

    def list_paths_below(self, path: Path) -> list[Path]:
        """Return the paths of the units that are shown further in, right below the row `path`."""
        paths = list(self.leaves)
        if path not in self.leaves:
            return []
        depth, below = self.leaves[path].depth, list[Path]()
        for other in paths[paths.index(path) + 1 :]:
            if self.leaves[other].depth <= depth:
                break
            below.append(other)
        return below

    def find_row_above(self, path: Path) -> Leaf | None:
        """Return the row below which the row `path` is shown further in, such as the unit that a
        leader joined; None if it is directly below a heading.
        """
        if path not in self.leaves:
            return None
        paths, depth = list(self.leaves), self.leaves[path].depth
        for other in reversed(paths[: paths.index(path)]):
            if self.leaves[other].depth < depth:
                return self.leaves[other]
        return None

    def _yield_branch(
        self, branch: Branch, marks: Mapping[Path, str], words: Words
    ) -> Iterator[Line]:
        """Yield the line of a heading (`branch`) and those of the units and other parts below it.

        `marks`: the worst severity of findings, by path.
        """
        points = format_heading_points(branch)
        title = words.format_text(branch.title)
        if branch.path is None:
            yield Line(left=title, right=points, look="head")
        else:
            sign, look = SIGNS[_find_worst_severity(marks, branch.path, exact=True)]
            yield Line(
                key=branch.path, left=title, right=points, look="head", mark=sign, mark_look=look
            )
        for leaf in branch.leaves:
            yield from self._yield_leaf(leaf, marks, words)

    def _make_outline(self, session: Session, army: Army) -> list[Branch]:
        """Return the headings and rows of the army, completed with what each row shows.

        The changed wargear of units that are equal is worked out once and remembered.
        """
        game = session.position.system
        assert game is not None

        def get_kit(unit: Unit) -> Kit:
            """Return the items in a unit's wargear that were changed.

            Empty if no wargear was chosen for it.
            """
            if all(group.wargear is None for group in unit.groups):
                return ()
            key = (unit.datasheet_id, repr(unit.groups), army.priced_on)
            if key not in self._carried:
                if len(self._carried) > MOST_KEPT:
                    self._carried.clear()
                self._carried[key] = sum_changed_items(game.list_carried_wargear(army, unit))
            return self._carried[key]

        return complete_outline(
            session.position.editor.build_outline(army),
            army,
            session.data,
            get_kit,
            is_by_role=self.is_by_role,
        )

    def _describe_loadout(self, session: Session, unit: Unit, words: Words) -> str:
        """Return what the models of `unit` carry; that of units that are equal is worked out once.

        Empty unless loadouts are shown.
        """
        army = session.army
        if not self.shows_loadouts or army is None:
            return ""
        key = (unit.datasheet_id, repr(unit.groups), army.priced_on, words.lang)
        if key not in self._loadouts:
            if len(self._loadouts) > MOST_KEPT:
                self._loadouts.clear()
            self._loadouts[key] = describe_loadout(session.position, army, unit, words)
        return self._loadouts[key]

    def _describe_load(self, leaf: Leaf) -> str:
        """Return how full a transport is, such as `7/12`, if units are aboard; else an empty
        text.
        """
        army = self._army
        declared = army.declarations if army is not None else None
        if (
            army is None
            or declared is None
            or leaf.unit is None
            or leaf.unit.id not in declared.riders
        ):
            return ""
        return " + ".join(
            f"{used}/{limit}" for used, limit in gauges.measure_transport_load(army, leaf.unit.id)
        )

    def _yield_leaf(self, leaf: Leaf, marks: Mapping[Path, str], words: Words) -> Iterator[Line]:
        """Yield the line of one row of the army, and remember the row in `leaves` by its path."""
        self.leaves[leaf.path] = leaf
        sign, look = SIGNS[_find_worst_severity(marks, leaf.path)]
        details = _format_details(leaf, words, with_wargear=not self.shows_loadouts)
        yield Line(
            key=leaf.path,
            left=format_row_name(leaf, words),
            tail=" ".join(filter(None, (details, self._describe_load(leaf)))),
            right="?" if leaf.points is None and leaf.unit is not None else str(leaf.points or ""),
            mark=sign,
            mark_look=look,
            indent=1 + 2 * leaf.depth,
        )


def format_heading_points(branch: Branch) -> str:
    """Return the points beside a heading; empty if they aren't counted or all below is free.

    Examples of what is free are formations and lores. A heading that can be selected shows 0 too.
    """
    free = branch.path is None and not branch.points
    return "" if branch.points is None or free else str(branch.points)


def format_row_name(leaf: Leaf, words: Words) -> str:
    """Return the name of a leaf, with its number of models if it has several."""
    models = f"{leaf.unit.models} " if leaf.unit is not None and leaf.unit.models > 1 else ""
    return f"{models}{words.format_text(leaf.label)}"


def _format_details(leaf: Leaf, words: Words, *, with_wargear: bool) -> str:
    """Return what is shown behind a unit's name: notes, changed wargear, leaders, transport, place.

    The place is where it is deployed. Changed wargear is left out unless `with_wargear`. Empty for
    a row without such details.
    """
    if not isinstance(leaf, Row):
        return ""
    models = leaf.unit.models if leaf.unit is not None else 1
    notes = [words.format_text(note) for note in leaf.notes]
    for item, count in leaf.changed if with_wargear else ():
        number = "" if count in (1, models) else f"{count} "
        notes.append(f"{number}{words.translate_name(item)}")
    parts = [f"· {words('listed', items=notes)}"] if notes else []
    if leaf.led:
        leaders = [words.format_text(leader_name) for leader_name in leaf.led]
        parts.append(f"‹{words('listed', items=leaders)}›")
    if leaf.aboard is not None:
        parts.append(words("row.aboard", name=words.format_text(leaf.aboard)))
    if leaf.begins:
        parts.append(f"({words(leaf.begins)})")
    if leaf.written:
        parts.append(words("row.written", text=leaf.written))
    return " ".join(parts)


def _find_worst_severity(severities: Mapping[Path, str], path: Path, *, exact: bool = False) -> str:
    """Return the worst severity found at `path` or inside it; empty if there is no finding.

    `exact`: findings inside it don't count.
    """
    severities_here = {
        severity
        for place, severity in severities.items()
        if (place == path if exact else place[: len(path)] == path)
    }
    return next((severity for severity in SEVERITIES if severity in severities_here), "")


def _yield_unread(session: Session, words: Words) -> Iterator[Line]:
    """Yield a heading and a line for each part of the roster that could not be read.

    Parts of known units are left out. These parts are kept in the file, and can be removed.
    """
    seen: set[Path] = set()
    for problem in session.position.problems:
        part_path = session.position.editor.find_part(problem.path)
        is_known_unit = session.army is not None and any(
            unit.path == part_path for unit in session.army.units
        )
        if not part_path or is_known_unit or part_path in seen:
            continue
        if not seen:
            yield Line(left=words("section.unread"), look="head")
        seen.add(part_path)
        given = get_at_path(session.data, problem.path)
        shown = ".".join(map(str, problem.path))
        if isinstance(given, (str, int)):
            shown = str(given)
        yield Line(key=part_path, left=shown, right="?", mark="✗", mark_look="bad", indent=1)
