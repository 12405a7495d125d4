"""Read roster files of BattleScribe and its relatives: XML, zipped XML, JSON, and links with JSON.

Files come from strangers. No document type, no entity, no external reference is looked at; depth,
size and number of elements are capped, archives hold one entry, and what is unpacked is counted
while it is unpacked.
"""

from __future__ import annotations

import base64
import binascii
import io
import math
import zipfile
import zlib
from collections.abc import Iterator
from xml.parsers import expat

import msgspec

from listbuilder.data.file_kinds import ZIP, make_no_list_problem
from listbuilder.data.safe_xml import make_safe_parser
from listbuilder.model.limits import MAX_NUMBER
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio.value_text import describe_kinds, describe_value

MAX_UNPACKED = 8_000_000
# Of any other, Python unpacks a block to its end however long it is.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
MAX_DEPTH = 60
# The group of a selection that is the name of a unit that its unit is attached to.
ATTACHMENT = "attachment"
MAX_ELEMENTS = 300_000
MAX_KEPT = 30_000  # elements that say something of the army


class Cost(msgspec.Struct):
    """A cost of a selection, a force or a roster."""

    name: str = ""
    type_id: str = msgspec.field(default="", name="typeId")
    value: float | str = 0.0


class Category(msgspec.Struct):
    """A category of a selection, such as a keyword or a role."""

    name: str = ""
    entry_id: str = msgspec.field(default="", name="entryId")
    primary: bool | str = False


class Profile(msgspec.Struct):
    """A profile of a selection, by its name and kind; texts of rules are never kept."""

    name: str = ""
    type_name: str = msgspec.field(default="", name="typeName")
    type_id: str = msgspec.field(default="", name="typeId")


class Selection(msgspec.Struct, eq=False):
    """Something chosen: a unit, a model, an item or a setting, with what is chosen below it."""

    name: str = ""
    number: float | str = 1.0
    type: str = ""
    group: str = ""
    entry_id: str = msgspec.field(default="", name="entryId")
    group_id: str = msgspec.field(default="", name="entryGroupId")
    custom_name: str | None = msgspec.field(default=None, name="customName")
    costs: list[Cost] = []
    categories: list[Category] = []
    profiles: list[Profile] = []
    selections: list[Selection] = []

    @property
    def count(self) -> int:
        """Return how many of this selection there are, as a whole number; never less than 0."""
        return max(0, _cut_to_whole_number(self.number))

    @property
    def is_none(self) -> bool:
        """Return whether the selection has the number 0 and no points: an offer that nobody
        took.
        """
        return self.number in (0, "0", "0.0") and not get_points(self.costs)

    @property
    def role(self) -> str:
        """Return the name of the selection's primary category, or an empty text if it has none."""
        for category in self.categories:
            if category.primary in (True, "true", "1"):
                return category.name
        return ""

    def iter_below(self) -> Iterator[Selection]:
        """Yield every selection below this one, each before what is below it."""
        for child in self.selections:
            yield child
            yield from child.iter_below()


class Force(msgspec.Struct, eq=False):
    """A force of a roster: a detachment or contingent with its selections."""

    name: str = ""
    entry_id: str = msgspec.field(default="", name="entryId")
    catalogue: str = msgspec.field(default="", name="catalogueName")
    catalogue_id: str = msgspec.field(default="", name="catalogueId")
    revision: int | str = msgspec.field(default="", name="catalogueRevision")
    costs: list[Cost] = []
    selections: list[Selection] = []
    forces: list[Force] = []

    def iter_forces(self) -> Iterator[Force]:
        """Yield this force and every force below it."""
        yield self
        for child in self.forces:
            yield from child.iter_forces()


class Roster(msgspec.Struct):
    """A roster file as its program wrote it."""

    name: str = ""
    system_name: str = msgspec.field(default="", name="gameSystemName")
    system_id: str = msgspec.field(default="", name="gameSystemId")
    generated_by: str = msgspec.field(default="", name="generatedBy")
    costs: list[Cost] = []
    limits: list[Cost] = msgspec.field(default=[], name="costLimits")
    forces: list[Force] = []


class Tree(msgspec.Struct):
    """A roster file, with the program that wrote it."""

    roster: Roster
    written_by: str = ""
    read_by_ids: dict[str, str] = {}
    """Names in the file and those that the catalogue has for their ids, where these were used."""

    @property
    def system_name(self) -> str:
        """Return the name of the game system."""
        return self.roster.system_name

    @property
    def cost_names(self) -> set[str]:
        """Return the names of the kinds of cost that the roster adds up."""
        return {cost.name for cost in self.roster.costs}

    def iter_top_names(self) -> Iterator[str]:
        """Yield the names of the selections directly in each top force, not of those below them."""
        for force in self.roster.forces:
            yield from (selection.name for selection in force.selections)


class _Outer(msgspec.Struct):
    """The outermost object of a roster file in JSON."""

    roster: Roster
    generated_by: str = msgspec.field(default="", name="generatedBy")
    system_name: str = msgspec.field(default="", name="gameSystemName")
    name: str = ""


def _cut_to_whole_number(value: float | str) -> int:
    """Return the whole part of a number, cut to at most ±MAX_NUMBER; 0 for what is not a number."""
    try:
        number = float(value)
    except ValueError:
        return 0
    if math.isnan(number):
        return 0
    return int(max(-MAX_NUMBER, min(number, MAX_NUMBER)))


def get_points(costs: list[Cost]) -> int | None:
    """Return the first points among `costs`, or None; costs of other kinds are ignored."""
    for cost in costs:
        if {cost.name.strip().casefold(), cost.type_id.casefold()} & {"pts", "points"}:
            return _cut_to_whole_number(cost.value)
    return None


def _make_error(key: str, name: str, **args: object) -> Unreadable:
    """Return the exception for the problem `key` of the file `name`."""
    return Unreadable([Problem(key=key, args=args, file=name)])


def extract_only_entry(raw: bytes, name: str) -> bytes:
    """Return the content of the only file in the zip archive `raw`.

    Never more than `MAX_UNPACKED` bytes are unpacked. Raises Unreadable if the archive is damaged,
    locked, packed by an unknown method, too large, holds another zip, or doesn't hold exactly one
    file.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entries = [
                candidate
                for candidate in archive.infolist()
                if not candidate.is_dir() and not candidate.filename.startswith("__MACOSX/")
            ]
            if len(entries) != 1:
                problem = make_no_list_problem(raw, name)
                if problem is not None and problem.key != ZIP:
                    raise Unreadable([problem])
                raise _make_error("zip_not_one_entry", name, count=len(entries))
            entry = entries[0]
            if entry.flag_bits & 1:
                raise _make_error("zip_locked", name)
            if entry.compress_type not in _METHODS:
                raise _make_error("zip_method", name, method=entry.compress_type)
            with archive.open(entry) as stream:
                content = stream.read(MAX_UNPACKED + 1)
    except Unreadable:
        raise
    except Exception as error:  # what a hostile archive can raise in zipfile is written nowhere
        raise _make_error("zip_damaged", name, reason=str(error) or type(error).__name__) from None
    if len(content) > MAX_UNPACKED:
        raise _make_error("unpacks_too_large", name, limit=MAX_UNPACKED // 1_000_000)
    if content.startswith(b"PK\x03\x04"):
        raise _make_error("zip_in_zip", name)
    return content


def decode_link(payload: str, name: str) -> bytes:
    """Return the bytes that the payload of a link holds as base64 of gzip.

    Raises Unreadable if the payload is damaged or unpacks to too much. `name` is the file's name
    for the problem.
    """
    try:
        packed = base64.b64decode(
            payload.replace("-", "+").replace("_", "/") + "=" * (-len(payload) % 4)
        )
        unpacker = zlib.decompressobj(wbits=31)
        content = unpacker.decompress(packed, MAX_UNPACKED)
    except (binascii.Error, zlib.error, ValueError):
        raise _make_error("link_damaged", name) from None
    if unpacker.unconsumed_tail:
        raise _make_error("unpacks_too_large", name, limit=MAX_UNPACKED // 1_000_000)
    if not unpacker.eof:
        raise _make_error("link_damaged", name)
    return content


def parse_json(raw: bytes, name: str) -> Tree:
    """Return the tree of a roster file in JSON, without selections that nobody took.

    Raises Unreadable if the file is too large, damaged or no roster.
    """
    if len(raw) > MAX_UNPACKED:
        raise _make_error(
            "too_large", name, size=f"{len(raw) / 1e6:.1f}", limit=MAX_UNPACKED // 1_000_000
        )
    if raw.count(b'"selections"') > MAX_KEPT or raw.count(b"{") > MAX_ELEMENTS:
        raise _make_error("too_many_elements", name, limit=MAX_KEPT)
    outer = _parse_outer(raw.removeprefix(b"\xef\xbb\xbf"), name)
    outer.roster.system_name = outer.roster.system_name or outer.system_name
    outer.roster.name = outer.roster.name or outer.name
    return Tree(_drop_offers(outer.roster), outer.generated_by or outer.roster.generated_by)


def _parse_outer(raw: bytes, name: str) -> _Outer:
    """Return the outermost object of a JSON roster file.

    Raises Unreadable, with the place of the fault, if the file is damaged, nested too deep or no
    roster.
    """
    from listbuilder.reports import roster_file  # pydantic: only for a roster in JSON
    from listbuilder.reports.model_errors import DoesNotFit

    try:
        return msgspec.convert(roster_file.read_roster_file(raw), _Outer)
    except roster_file.Damaged as error:
        if error.too_deep:
            raise _make_error("too_deep", name, limit=roster_file.MAX_DEPTH) from None
        problem = Problem(
            key="json_damaged",
            args={"reason": error.reason},
            file=name,
            line=error.line,
            column=error.column,
        )
        raise Unreadable([problem]) from None
    except DoesNotFit as error:
        first = error.misfits[0]
        if first.path in ((), ("roster",)):
            raise _make_error("json_no_roster", name) from None
        place = ".".join(map(str, first.path))
        raise _make_error(
            "json_wrong_type",
            name,
            place=place,
            given=describe_value(first.given),
            allowed=describe_kinds(first.allowed),
        ) from None


def parse_xml(raw: bytes, name: str) -> Tree:
    """Return the tree of a roster file in XML, without selections that nobody took.

    Raises Unreadable if the file is too large, damaged, dangerous or no roster.
    """
    if len(raw) > MAX_UNPACKED:
        raise _make_error(
            "too_large", name, size=f"{len(raw) / 1e6:.1f}", limit=MAX_UNPACKED // 1_000_000
        )
    roster = _Builder(name).parse(raw)
    return Tree(_drop_offers(roster), roster.generated_by)


def _drop_offers(roster: Roster) -> Roster:
    """Remove the selections with the number 0 from `roster`, and return it.

    Why: such a selection is an offer that nobody took.
    """
    stack: list[Force | Selection] = [force for top in roster.forces for force in top.iter_forces()]
    while stack:
        node = stack.pop()
        if any(child.is_none for child in node.selections):
            node.selections = [child for child in node.selections if not child.is_none]
        stack += node.selections
    return roster


_KEPT = {  # element -> (model, the list of the parent it goes into)
    "roster": (Roster, ""),
    "force": (Force, "forces"),
    "selection": (Selection, "selections"),
    "cost": (Cost, "costs"),
    "costLimit": (Cost, "limits"),
    "category": (Category, "categories"),
    "profile": (Profile, "profiles"),
}


class _Builder:
    """A builder of a roster from expat's events.

    It keeps the few elements that matter, and never texts of rules.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.open: list[msgspec.Struct | None] = []  # None for an element that is not kept
        self.root: Roster | None = None
        self.count = self.kept = 0

    def parse(self, raw: bytes) -> Roster:
        """Return the roster in the XML `raw`.

        Raises Unreadable if it is damaged, dangerous or no roster.
        """
        parser = make_safe_parser(self._refuse_doctype)
        parser.StartElementHandler = self._open_element
        parser.EndElementHandler = self._close_element
        try:
            parser.Parse(raw, True)
        except expat.ExpatError as error:
            raise _make_error("xml_damaged", self.name, reason=str(error)) from None
        except (UnicodeDecodeError, LookupError, ValueError):
            raise _make_error("xml_damaged", self.name, reason="encoding") from None
        if self.root is None:
            raise _make_error("xml_no_roster", self.name)
        return self.root

    def _refuse_doctype(self, *_: object) -> int:
        """Raise Unreadable, because a document type, entity or external reference is never read."""
        raise _make_error("xml_with_entities", self.name)

    def _open_element(self, tag: str, attributes: dict[str, str]) -> None:
        """Count an element that begins; add it to its parent if it is of a kind that is kept.

        Raises Unreadable if there are too many elements, they are nested too deep, or the first is
        no roster.
        """
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise _make_error("too_many_elements", self.name, limit=MAX_ELEMENTS)
        if len(self.open) > MAX_DEPTH * 2:
            raise _make_error("too_deep", self.name, limit=MAX_DEPTH * 2)
        kind = tag.rpartition("\n")[2]
        if not self.open and kind != "roster":
            raise _make_error("xml_no_roster", self.name)
        kept = _KEPT.get(kind)
        element: msgspec.Struct | None = None
        if kept is not None:
            self.kept += 1
            if self.kept > MAX_KEPT:
                raise _make_error("too_many_elements", self.name, limit=MAX_KEPT)
            model, place = kept
            element = msgspec.convert(attributes, model, str_keys=True)
            parent = next((node for node in reversed(self.open) if node is not None), None)
            if isinstance(element, Roster):
                self.root = self.root or element
            elif parent is not None and hasattr(parent, place):
                getattr(parent, place).append(element)
        self.open.append(element)

    def _close_element(self, _: str) -> None:
        """End the innermost open element."""
        self.open.pop()
