"""Roster files made with a translated catalogue, read by the ids of what was chosen.

Only files in another language, and those with unknown names, load the table of ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from listbuilder.data.library import Library
from listbuilder.formats.detect import Detected
from listbuilder.formats.trees import Force, Selection, Tree
from listbuilder.games.catalogue_ids import CatalogueNames, load_catalogue_names
from listbuilder.history.versions import DataVersions
from listbuilder.matching.list_language import find_list_language
from listbuilder.matching.numbers import parse_number
from listbuilder.model.base import fold
from listbuilder.model.problem import Unreadable


def detect_in_any_language(find: Callable[[], Detected], library: Library) -> Detected:
    """Return the list that `find` detects; of a roster file in another language, read by its ids.

    The ids are used even if many names in that language are known, because a unit with an unknown
    name might be taken for another one with the same points. Raises Unreadable as `find` does.
    """
    detected = find()
    if detected.tree is not None:
        names = "\n".join(selection.name for selection in _iter_selections(detected.tree))
        language = find_list_language(names)
        if language is not None and language.sure:
            _rename_by_ids(detected, library)
    return detected


def detect_by_ids(find: Callable[[], Detected], library: Library) -> Detected | None:
    """Return the list that `find` detects, with the names that its game's catalogues have.

    None if no name changes.
    """
    try:
        detected = find()
    except Unreadable:
        return None
    return detected if _rename_by_ids(detected, library) else None


def _rename_by_ids(detected: Detected, library: Library) -> int:
    """Rename everything in a roster file by its ids; return how many names changed.

    0 if it isn't a roster file, or if its game is unknown or has no table of ids.
    """
    if detected.tree is None or detected.game is None:
        return 0
    names = load_catalogue_names(detected.game.id, library)
    if names is None:
        return 0
    return rename_by_ids(detected.tree, names, DataVersions(detected.game.id, library))


def rename_by_ids(tree: Tree, names: CatalogueNames, versions: DataVersions | None) -> int:
    """Give everything in `tree` the name that `names` has for its id; return how many changed.

    `versions` has the day of each catalogue's revision, which decides the meaning of an id that was
    used again. If at least half of the selections have names that no catalogue has, the file is in
    another language, and every name is replaced. Otherwise only unknown names are replaced, because
    a known name is more certain than an id, which may have another meaning today.
    """
    known_names = {fold(name) for name in names.list_names()}
    renamer = _Renamer(names, known_names, _is_translated(tree, names, known_names))
    for force in tree.roster.forces:
        renamer.day = _find_day(force, names, versions) if versions is not None else None
        for force_inside in force.iter_forces():
            renamer.rename_force(force_inside)
    for cost in (*tree.roster.costs, *tree.roster.limits):
        cost.name = renamer.choose_name(cost.name, cost.type_id)
    tree.read_by_ids = renamer.examples
    return len(renamer.examples)


def _find_day(force: Force, names: CatalogueNames, versions: DataVersions) -> str | None:
    """Return the day of the catalogue that `force` was made with, or None if it isn't known."""
    revision = str(force.revision)
    if not revision.isdecimal():
        return None
    catalogue = names.find_name(force.catalogue_id, None) or force.catalogue
    return versions.find_date_of_catalogue([catalogue], parse_number(revision))


def _is_translated(tree: Tree, names: CatalogueNames, known_names: set[str]) -> bool:
    """Return whether at least half of the selections with a known id have unknown names."""
    known = unknown = 0
    for selection in _iter_selections(tree):
        if names.find_name(selection.entry_id, None) is not None:
            known += 1
            unknown += fold(selection.name) not in known_names
    return known > 0 and unknown * 2 >= known


def _iter_selections(tree: Tree) -> Iterator[Selection]:
    """Yield every selection of a roster file."""
    for force in tree.roster.forces:
        for force_inside in force.iter_forces():
            for selection in force_inside.selections:
                yield selection
                yield from selection.iter_below()


class _Renamer:
    """A renamer of the elements of one roster file; `examples` are old and new names.

    `day` is that of the catalogue of the force being renamed, None if it isn't known.
    """

    def __init__(self, names: CatalogueNames, known_names: set[str], is_translated: bool) -> None:
        """Start with nothing renamed. `is_translated`: known names are replaced as well."""
        self.names = names
        self.known_names = known_names
        self.is_translated = is_translated
        self.day: str | None = None
        self.examples: dict[str, str] = {}

    def choose_name(self, name: str, entry_id: str) -> str:
        """Return the name for an element that is called `name` in the file.

        A name that only adds to the catalogue's, such as a number of models, stays; so does one
        that only lacks what the catalogue puts before it, such as the number of a battle size.
        """
        found = self.names.find_name(entry_id, self.day) if entry_id else None
        if found is None or fold(name).startswith(fold(found)):
            return name
        if name and fold(found).endswith(f" {fold(name)}"):
            return name
        return found if self.is_translated or fold(name) not in self.known_names else name

    def rename_force(self, force: Force) -> None:
        """Rename a force, its catalogue and all its selections, but no forces inside it."""
        force.name = self.choose_name(force.name, force.entry_id)
        force.catalogue = self.choose_name(force.catalogue, force.catalogue_id)
        for cost in force.costs:
            cost.name = self.choose_name(cost.name, cost.type_id)
        for selection in force.selections:
            self._rename_selection(selection)
            for child in selection.iter_below():
                self._rename_selection(child)

    def _rename_selection(self, selection: Selection) -> None:
        """Rename a selection, its group, categories, costs and kinds of profiles."""
        name = self.choose_name(selection.name, selection.entry_id)
        if name != selection.name:
            self.examples[selection.name] = name
            selection.name = name
        selection.group = self.choose_name(selection.group, selection.group_id)
        for category in selection.categories:
            category.name = self.choose_name(category.name, category.entry_id)
        for cost in selection.costs:
            cost.name = self.choose_name(cost.name, cost.type_id)
        for profile in selection.profiles:
            profile.type_name = self.choose_name(profile.type_name, profile.type_id)
