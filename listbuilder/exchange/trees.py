"""Roster files of BattleScribe and its relatives: XML, zipped XML, JSON, and links that carry JSON.

Files come from strangers. No document type, no entity, no external reference is looked at; depth, size and number of
elements are capped, archives hold one entry, and what is unpacked is counted while it is unpacked.
"""

from __future__ import annotations

import base64
import binascii
import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

import msgspec

from listbuilder.model.bounds import MAX_NUMBER
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.file_kinds import ZIP, no_list
from listbuilder.store.shown import kinds, shown

MAX_UNPACKED = 8_000_000
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of any other, Python unpacks a block to its end however long it is
MAX_DEPTH = 60
ATTACHMENT = "attachment"  # the group of a selection that is the name of a unit that its unit is attached to
MAX_ELEMENTS = 300_000
MAX_KEPT = 30_000  # elements that say something of the army


class Cost(msgspec.Struct):
    name: str = ""
    type_id: str = msgspec.field(default="", name="typeId")
    value: float | str = 0.0


class Category(msgspec.Struct):
    name: str = ""
    primary: bool | str = False


class Profile(msgspec.Struct):
    name: str = ""
    type_name: str = msgspec.field(default="", name="typeName")


class Selection(msgspec.Struct, eq=False):
    name: str = ""
    number: float | str = 1.0
    type: str = ""
    group: str = ""
    custom_name: str | None = msgspec.field(default=None, name="customName")
    costs: list[Cost] = []
    categories: list[Category] = []
    profiles: list[Profile] = []
    selections: list[Selection] = []

    @property
    def count(self) -> int:
        return max(0, _whole(self.number))

    @property
    def is_none(self) -> bool:
        return self.number in (0, "0", "0.0") and not points_of(self.costs)

    @property
    def role(self) -> str:
        return next((each.name for each in self.categories if each.primary in (True, "true", "1")), "")

    def below(self) -> Iterator[Selection]:
        for child in self.selections:
            yield child
            yield from child.below()


class Force(msgspec.Struct, eq=False):
    name: str = ""
    catalogue: str = msgspec.field(default="", name="catalogueName")
    revision: int | str = msgspec.field(default="", name="catalogueRevision")
    costs: list[Cost] = []
    selections: list[Selection] = []
    forces: list[Force] = []

    def all(self) -> Iterator[Force]:
        yield self
        for child in self.forces:
            yield from child.all()


class Roster(msgspec.Struct):
    name: str = ""
    system_name: str = msgspec.field(default="", name="gameSystemName")
    generated_by: str = msgspec.field(default="", name="generatedBy")
    costs: list[Cost] = []
    limits: list[Cost] = msgspec.field(default=[], name="costLimits")
    forces: list[Force] = []


class Tree(msgspec.Struct):
    roster: Roster
    written_by: str = ""

    @property
    def system_name(self) -> str:
        return self.roster.system_name

    @property
    def cost_names(self) -> set[str]:
        return {cost.name for cost in self.roster.costs}

    def top_names(self) -> Iterator[str]:
        for force in self.roster.forces:
            yield from (selection.name for selection in force.selections)


class _Outer(msgspec.Struct):
    roster: Roster
    generated_by: str = msgspec.field(default="", name="generatedBy")
    system_name: str = msgspec.field(default="", name="gameSystemName")
    name: str = ""


def _whole(value: float | str) -> int:
    try:
        found = float(value)
    except ValueError:
        return 0
    return 0 if found != found else int(max(-MAX_NUMBER, min(found, MAX_NUMBER)))  # what is no number is not equal to itself


def points_of(costs: list[Cost]) -> int | None:
    """The points among the costs; other kinds of cost are left alone."""
    for cost in costs:
        if cost.name.strip().casefold() in ("pts", "points") or cost.type_id.casefold() in ("points", "pts"):
            return _whole(cost.value)
    return None


def _bad(key: str, name: str, **args: Any) -> Unreadable:
    return Unreadable([Problem(key=key, args=args, file=name)])


def unzip(raw: bytes, name: str) -> bytes:
    """The one entry of a zip, never more than the cap of it."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entries = [each for each in archive.infolist() if not each.is_dir() and not each.filename.startswith("__MACOSX/")]
            if len(entries) != 1:
                if (known := no_list(raw, name)) is not None and known.key != ZIP:
                    raise Unreadable([known])
                raise _bad("zip_not_one_entry", name, count=len(entries))
            entry = entries[0]
            if entry.flag_bits & 1:
                raise _bad("zip_locked", name)
            if entry.compress_type not in _METHODS:
                raise _bad("zip_method", name, method=entry.compress_type)
            with archive.open(entry) as stream:
                content = stream.read(MAX_UNPACKED + 1)
    except Unreadable:
        raise
    except Exception as error:  # what a hostile archive can raise in zipfile is written nowhere
        raise _bad("zip_damaged", name, reason=str(error) or type(error).__name__) from None
    if len(content) > MAX_UNPACKED:
        raise _bad("unpacks_too_large", name, limit=MAX_UNPACKED // 1_000_000)
    if content.startswith(b"PK\x03\x04"):
        raise _bad("zip_in_zip", name)
    return content


def inflate(payload: str, name: str) -> bytes:
    """base64 of gzip, as links carry it."""
    try:
        packed = base64.b64decode(payload.replace("-", "+").replace("_", "/") + "=" * (-len(payload) % 4))
        unpacker = zlib.decompressobj(wbits=31)
        content = unpacker.decompress(packed, MAX_UNPACKED)
    except (binascii.Error, zlib.error, ValueError):
        raise _bad("link_damaged", name) from None
    if unpacker.unconsumed_tail:
        raise _bad("unpacks_too_large", name, limit=MAX_UNPACKED // 1_000_000)
    if not unpacker.eof:
        raise _bad("link_damaged", name)
    return content


def from_json(raw: bytes, name: str) -> Tree:
    if len(raw) > MAX_UNPACKED:
        raise _bad("too_large", name, size=f"{len(raw) / 1e6:.1f}", limit=MAX_UNPACKED // 1_000_000)
    if raw.count(b'"selections"') > MAX_KEPT or raw.count(b"{") > MAX_ELEMENTS:
        raise _bad("too_many_elements", name, limit=MAX_KEPT)
    outer = _outer(raw.removeprefix(b"\xef\xbb\xbf"), name)
    outer.roster.system_name = outer.roster.system_name or outer.system_name
    outer.roster.name = outer.roster.name or outer.name
    return Tree(_taken(outer.roster), outer.generated_by or outer.roster.generated_by)


def _outer(raw: bytes, name: str) -> _Outer:
    from listbuilder.contract import roster_file  # pydantic: only for a roster in JSON
    from listbuilder.contract.misfit import DoesNotFit

    try:
        return msgspec.convert(roster_file.read(raw), _Outer)
    except roster_file.Damaged as error:
        if error.too_deep:
            raise _bad("too_deep", name, limit=roster_file.MAX_DEPTH) from None
        problem = Problem(key="json_damaged", args={"reason": error.reason}, file=name, line=error.line, column=error.column)
        raise Unreadable([problem]) from None
    except DoesNotFit as error:
        first = error.misfits[0]
        if first.path in ((), ("roster",)):
            raise _bad("json_no_roster", name) from None
        place = ".".join(map(str, first.path))
        raise _bad("json_wrong_type", name, place=place, given=shown(first.given), allowed=kinds(first.allowed)) from None


def from_xml(raw: bytes, name: str) -> Tree:
    if len(raw) > MAX_UNPACKED:
        raise _bad("too_large", name, size=f"{len(raw) / 1e6:.1f}", limit=MAX_UNPACKED // 1_000_000)
    roster = _Builder(name).build(raw)
    return Tree(_taken(roster), roster.generated_by)


def _taken(roster: Roster) -> Roster:
    """Without what is in the file zero times and free: an offer that nobody took."""
    stack: list[Force | Selection] = [force for top in roster.forces for force in top.all()]
    while stack:
        each = stack.pop()
        if any(one.is_none for one in each.selections):
            each.selections = [one for one in each.selections if not one.is_none]
        stack += each.selections
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
    """Builds the few elements that matter from expat's events; texts of rules are never kept."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.open: list[Any] = []
        self.root: Roster | None = None
        self.count = self.kept = 0

    def build(self, raw: bytes) -> Roster:
        parser = expat.ParserCreate(namespace_separator="\n")
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._doctype
        parser.ExternalEntityRefHandler = self._doctype
        try:
            parser.Parse(raw, True)
        except expat.ExpatError as error:
            raise _bad("xml_damaged", self.name, reason=str(error)) from None
        except (UnicodeDecodeError, LookupError, ValueError):
            raise _bad("xml_damaged", self.name, reason="encoding") from None
        if self.root is None:
            raise _bad("xml_no_roster", self.name)
        return self.root

    def _doctype(self, *_: Any) -> int:
        raise _bad("xml_with_entities", self.name)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise _bad("too_many_elements", self.name, limit=MAX_ELEMENTS)
        if len(self.open) > MAX_DEPTH * 2:
            raise _bad("too_deep", self.name, limit=MAX_DEPTH * 2)
        kind = tag.rpartition("\n")[2]
        if not self.open and kind != "roster":
            raise _bad("xml_no_roster", self.name)
        kept = _KEPT.get(kind)
        made: Any = None
        if kept:
            self.kept += 1
            if self.kept > MAX_KEPT:
                raise _bad("too_many_elements", self.name, limit=MAX_KEPT)
            model, place = kept
            made = msgspec.convert(attributes, model, str_keys=True)
            parent = next((each for each in reversed(self.open) if each is not None), None)
            if isinstance(made, Roster):
                self.root = self.root or made
            elif parent is not None and hasattr(parent, place):
                getattr(parent, place).append(made)
        self.open.append(made)

    def _end(self, _: str) -> None:
        self.open.pop()
