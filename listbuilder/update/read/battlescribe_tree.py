"""Entries of catalogues in their places, with links, limits, costs and modifiers resolved lazily.

A `Catalogue` is one file; an `Element` is an entry of it *in its place*: the entry and the links
that lead to it, so that a shared weapon has the limits of the sheet that it hangs on. Nothing is
copied: links, categories, modifiers and profiles are looked up when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from listbuilder.update.read.battlescribe_files import CatalogueFile, Node, parse_whole_number
from listbuilder.update.tree import Place

MAX_LEVELS = 40  # entries inside entries; the deepest sheet known has about 12
POINTS = frozenset(("pts", "points"))


class Condition(msgspec.Struct, frozen=True):
    """A condition or a group of conditions.

    `kind` is "and" or "or" for a group, whose conditions are `parts`; any other kind, such as
    "atLeast", is the condition `node`.
    """

    kind: str
    node: Node
    parts: tuple[Condition, ...] = ()

    def iter_conditions(self) -> Iterator[Node]:
        """Yield the node of each single condition in it, whether joined by "and" or by "or"."""
        if not self.parts and self.kind not in ("and", "or"):
            yield self.node
        for part in self.parts:
            yield from part.iter_conditions()


class Modifier(msgspec.Struct, frozen=True):
    """A change of a field (`hidden`, a cost's type, a constraint's id, `category`, `name`).

    It holds while all `conditions` hold; the conditions of the groups around it are among them.
    `repeats` say how often it is applied. `catalogue` is where its ids are to be looked up.
    """

    type: str
    field: str
    value: str
    node: Node
    catalogue: Catalogue
    conditions: tuple[Condition, ...] = ()
    repeats: tuple[Node, ...] = ()

    @property
    def number(self) -> int | None:
        """Return the value as a whole number, or None if it isn't one."""
        return parse_whole_number(self.value)

    @property
    def is_local(self) -> bool:
        """Return whether it changes its own element, and not others around or below it."""
        return not self.node.get("affects") and self.node.scope in ("", "self")

    def iter_conditions(self) -> Iterator[Node]:
        """Yield the node of each single condition of it, whether joined by "and" or by "or"."""
        for condition in self.conditions:
            yield from condition.iter_conditions()


class Constraint(msgspec.Struct, frozen=True):
    """A limit (`kind` is "min" or "max") of how often something is chosen in a scope."""

    id: str
    kind: str
    value: int
    field: str
    scope: str
    node: Node


class Catalogue:
    """One catalogue (a faction, a library or the game system itself) and what it links to."""

    def __init__(self, parsed: CatalogueFile) -> None:
        self.file = parsed.file
        self.root = parsed.root
        self.is_system = parsed.is_system
        self.linked: list[tuple[Catalogue, bool]] = []  # with whether root entries are imported
        self.missing: list[str] = []  # names of linked catalogues that are not there
        self.system: Catalogue | None = None
        self._found: dict[str, tuple[Node, Catalogue] | None] = {}

    @property
    def id(self) -> str:
        """Return the id that the catalogue gives itself."""
        return self.root.id

    @property
    def name(self) -> str:
        """Return the name of the catalogue, such as `Xenos - Necrons`."""
        return self.root.name

    @property
    def revision(self) -> int:
        """Return the revision of the catalogue, 0 if it has none."""
        return parse_whole_number(self.root.get("revision")) or 0

    @property
    def is_library(self) -> bool:
        """Return whether the catalogue only holds entries for others to link to."""
        return self.root.get("library") == "true"

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """Return every node of this file by its id, the first if an id is there twice."""
        index: dict[str, Node] = {}
        for node in self.root.iter_below():
            if node.id:
                index.setdefault(node.id, node)
        return index

    @cached_property
    def reachable(self) -> tuple[Catalogue, ...]:
        """Return this catalogue, those it links to (directly or not) and the game system."""
        seen: dict[str, Catalogue] = {}
        waiting: list[Catalogue] = [self]
        while waiting:
            catalogue = waiting.pop(0)
            if catalogue.id not in seen:
                seen[catalogue.id] = catalogue
                waiting += [linked for linked, _ in catalogue.linked]
        if self.system is not None:
            seen.setdefault(self.system.id, self.system)
        return tuple(seen.values())

    @cached_property
    def missing_anywhere(self) -> tuple[str, ...]:
        """Return the names of missing catalogues that this one, or a linked one, needs."""
        names = [name for catalogue in self.reachable for name in catalogue.missing]
        return tuple(dict.fromkeys(names))

    def find(self, target_id: str) -> tuple[Node, Catalogue] | None:
        """Return the node with this id and its catalogue, the nearest of several; None if absent.

        Nearest is this catalogue, then those it links to, then the game system.
        """
        if target_id not in self._found:
            self._found[target_id] = None
            for catalogue in self.reachable:
                node = catalogue.nodes.get(target_id)
                if node is not None:
                    self._found[target_id] = (node, catalogue)
                    break
        return self._found[target_id]

    def get_name(self, target_id: str) -> str:
        """Return the name of the node with this id, "" if there is none."""
        found = self.find(target_id)
        return found[0].name if found else ""

    def iter_root_entries(self, with_imported: bool = True) -> Iterator[Element]:
        """Yield what an army of this catalogue can choose from, each entry once.

        That is its own entries and, `with_imported`, those of the catalogues whose root entries it
        imports.
        """
        seen: set[str] = set()
        importing = list(self._iter_imported({self.id})) if with_imported else []
        for catalogue in [self, *importing]:
            for element in Element(((catalogue.root, catalogue),)).iter_entries():
                is_kept = any(node.get("import") == "false" for node, _ in element.parts)
                if (catalogue is not self and is_kept) or element.id in seen:
                    continue
                seen.add(element.id)
                yield element

    def _iter_imported(self, seen: set[str]) -> Iterator[Catalogue]:
        """Yield the catalogues whose root entries this one imports, also through others."""
        for catalogue, imports in self.linked:
            if imports and catalogue.id not in seen:
                seen.add(catalogue.id)
                yield catalogue
                yield from catalogue._iter_imported(seen)

    def iter_shared_entries(self) -> Iterator[Element]:
        """Yield the shared entries and groups of this file, not in the places that link to them."""
        for name in ("sharedSelectionEntries", "sharedSelectionEntryGroups"):
            for node in self.root.get_list(name):
                yield Element(((node, self),), is_group=name.endswith("Groups"))

    def make_place(self, where: str = "") -> Place:
        """Return the place of something in this file; `where` is its name."""
        return Place(self.file, where)


class Element(msgspec.Struct, frozen=True, eq=False):
    """An entry, a group or a profile in its place: itself first, then the links that lead to it.

    `parts` are these nodes, each with its catalogue. `parent` is the element around it, None for
    an entry at the top.
    """

    parts: tuple[tuple[Node, Catalogue], ...]
    is_group: bool = False
    parent: Element | None = None

    @property
    def node(self) -> Node:
        """Return the node of the entry itself."""
        return self.parts[0][0]

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue that the entry itself stands in."""
        return self.parts[0][1]

    @property
    def place(self) -> Place:
        """Return the place of the entry: its file and its name."""
        return Place(self.catalogue.file, self.name)

    @property
    def id(self) -> str:
        """Return the id of the entry itself, not of a link to it."""
        return self.node.id

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the entry and of the links, as conditions refer to either."""
        return tuple(node.id for node, _ in self.parts)

    @property
    def name(self) -> str:
        """Return the name of the entry, stripped; a link's name is only a note of its author."""
        return self.node.name.strip()

    @property
    def link_name(self) -> str:
        """Return the name of the outermost link, "" if no link leads to the entry."""
        return self.parts[-1][0].name.strip() if len(self.parts) > 1 else ""

    @property
    def type(self) -> str:
        """Return "unit", "model" or "upgrade" for an entry, "" for a group."""
        return "" if self.is_group else self.node.type

    @property
    def is_hidden(self) -> bool:
        """Return whether the entry or a link to it is hidden before any modifier."""
        return any(node.hidden for node, _ in self.parts)

    @property
    def comments(self) -> tuple[str, ...]:
        """Return the authors' comments on the entry and on the links to it."""
        return tuple(node.get("comment") for node, _ in self.parts if node.get("comment"))

    def get(self, name: str) -> str:
        """Return the attribute `name`, "" if it is absent.

        The attribute of a link replaces that of the entry, the outermost link's first.
        """
        for node, _ in reversed(self.parts):
            if node.get(name):
                return node.get(name)
        return ""

    def list_nodes(self, name: str) -> list[tuple[Node, Catalogue]]:
        """Return the nodes in the list `name` of the entry and of the links to it."""
        return [(child, where) for node, where in self.parts for child in node.get_list(name)]

    # --- what is below ---

    def iter_entries(self) -> Iterator[Element]:
        """Yield the entries and groups directly below, links resolved; dangling ones are left out.

        An entry that contains itself is not followed a second time.
        """
        for node, where in self.parts:
            for child in node.get_list("selectionEntries"):
                yield self._make_child(child, where, False)
            for child in node.get_list("selectionEntryGroups"):
                yield self._make_child(child, where, True)
            for link in node.get_list("entryLinks"):
                element = self._follow(link, where)
                if element is not None:
                    yield element

    def iter_flat_entries(self) -> Iterator[Element]:
        """Yield the entries directly below, those in groups included, but no groups."""
        for child in self.iter_entries():
            if child.is_group:
                yield from child.iter_flat_entries()
            else:
                yield child

    def iter_everything(self) -> Iterator[Element]:
        """Yield every entry and group below at any depth, each before what is below it."""
        for child in self.iter_entries():
            yield child
            yield from child.iter_everything()

    def list_dangling_links(self, ignored: frozenset[str] = frozenset()) -> list[str]:
        """Return the names of the links directly below that lead nowhere, without `ignored`."""
        return [
            link.name or link.target_id
            for link, where in self.list_nodes("entryLinks")
            if link.name.strip() not in ignored and where.find(link.target_id) is None
        ]

    def _make_child(self, node: Node, where: Catalogue, is_group: bool) -> Element:
        """Return the element of a node that stands directly below."""
        return Element(((node, where),), is_group, self)

    def _follow(self, link: Node, where: Catalogue) -> Element | None:
        """Return the element that a link leads to, with the link; None if it leads nowhere.

        Also None for a link to an element around it, which would never end, or one that is nested
        deeper than any real sheet.
        """
        parts: list[tuple[Node, Catalogue]] = [(link, where)]
        kind = link.type
        while parts[0][0].target_id:
            found = parts[0][1].find(parts[0][0].target_id)
            if found is None or len(parts) > MAX_LEVELS:
                return None
            parts.insert(0, found)
            kind = found[0].type if found[0].target_id else kind
        target = parts[0][0].id
        around = [element.id for element in self.iter_around()]
        if target in around or len(around) > MAX_LEVELS:
            return None
        return Element(tuple(parts), kind == "selectionEntryGroup", self)

    def iter_around(self) -> Iterator[Element]:
        """Yield this element and every element around it, the innermost first."""
        element: Element | None = self
        while element is not None:
            yield element
            element = element.parent

    # --- what it is ---

    @property
    def constraints(self) -> list[Constraint]:
        """Return the limits of the entry and of the links to it that are whole numbers."""
        found: list[Constraint] = []
        for node, _ in self.list_nodes("constraints"):
            if node.number is not None:
                found.append(
                    Constraint(node.id, node.type, node.number, node.field, node.scope, node)
                )
        return found

    def get_limit(self, kind: str, scope: str = "parent", field: str = "selections") -> int | None:
        """Return the tightest limit of this kind ("min", "max") in `scope`; None if there is none.

        Percentages aren't numbers of selections and don't count. A maximum of -1 means no limit.
        """
        values = [
            limit.value
            for limit in self.constraints
            if (limit.kind, limit.scope, limit.field) == (kind, scope, field)
            and limit.value >= 0
            and limit.node.get("percentValue") != "true"
        ]
        if not values:
            return None
        return max(values) if kind == "min" else min(values)

    @property
    def modifiers(self) -> list[Modifier]:
        """Return the modifiers of the entry and of the links to it, also those in groups."""
        found: list[Modifier] = []
        for node, where in self.parts:
            _collect_modifiers(node, where, (), (), found)
        return found

    @property
    def costs(self) -> dict[str, int]:
        """Return the whole costs by their name, before any modifier. A link's cost is added."""
        costs: dict[str, int] = {}
        for node, _ in self.list_nodes("costs"):
            number = node.number
            if number is not None:
                name = node.name.strip()
                costs[name] = costs.get(name, 0) + number
        return costs

    @property
    def points(self) -> int | None:
        """Return the points before any modifier; None if the entry has none, not even 0."""
        for name, number in self.costs.items():
            if name.casefold() in POINTS:
                return number
        return None

    @property
    def categories(self) -> list[tuple[str, str, bool]]:
        """Return (id, name, is primary) of each category, named as the category is today."""
        found: list[tuple[str, str, bool]] = []
        for node, where in self.list_nodes("categoryLinks"):
            name = where.get_name(node.target_id) or node.name
            found.append((node.target_id, name.strip(), node.primary))
        return found

    @property
    def category_names(self) -> list[str]:
        """Return the names of the categories, each once."""
        return list(dict.fromkeys(name for _, name, _ in self.categories))

    def iter_info(self) -> Iterator[Element]:
        """Yield the profiles and rules of the entry itself, links and groups of them resolved."""
        for node, where in self.parts:
            for name in ("profiles", "rules"):
                for child in node.get_list(name):
                    yield self._make_child(child, where, False)
            for child in node.get_list("infoGroups"):
                yield from self._make_child(child, where, True).iter_info()
            for link in node.get_list("infoLinks"):
                element = self._follow(link, where)
                if element is None:
                    continue
                if link.type == "infoGroup":
                    yield from element.iter_info()
                else:
                    yield element

    def list_profiles(self, type_name: str = "") -> list[Element]:
        """Return the profiles of the entry itself, only those of the kind `type_name` if given."""
        return [
            info
            for info in self.iter_info()
            if info.node.get("typeName") and type_name in ("", info.node.get("typeName"))
        ]

    @property
    def characteristics(self) -> dict[str, str]:
        """Return the values of a profile by their names."""
        return {node.name: node.text for node, _ in self.list_nodes("characteristics")}


def _collect_modifiers(
    node: Node,
    where: Catalogue,
    conditions: tuple[Condition, ...],
    repeats: tuple[Node, ...],
    found: list[Modifier],
) -> None:
    """Add the modifiers of `node` to `found`, with the conditions of the groups around them."""
    for child in node.get_list("modifiers"):
        own = (*conditions, *list_conditions(child))
        often = (*repeats, *child.get_list("repeats"))
        found.append(Modifier(child.type, child.field, child.value, child, where, own, often))
    for group in node.get_list("modifierGroups"):
        own = (*conditions, *list_conditions(group))
        _collect_modifiers(group, where, own, (*repeats, *group.get_list("repeats")), found)


def list_conditions(node: Node) -> tuple[Condition, ...]:
    """Return the conditions of a modifier, a group of modifiers or a group of conditions.

    New Recruit's groups that count how often their conditions hold ("local") are a Condition of
    the kind "local", so that nobody takes them for a plain one.
    """
    found = [Condition(child.type, child) for child in node.get_list("conditions")]
    for group in node.get_list("conditionGroups"):
        found.append(Condition(group.type or "and", group, list_conditions(group)))
    for group in node.get_list("localConditionGroups"):
        found.append(Condition("local", group, list_conditions(group)))
    return tuple(found)
