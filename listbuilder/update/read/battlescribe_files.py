"""Files of BattleScribe and New Recruit catalogues as plain nodes, whatever form they have.

The same catalogue comes as XML (`.cat`, `.gst`), as XML in a zip (`.catz`, `.gstz`, `.zip`) and as
New Recruit's JSON. Each becomes one `Node`. Files come from strangers: no document type, entity or
external reference is looked at, and sizes, depth and the number of elements are capped. A file that
cannot be read raises `BadCatalogue` with the reason, and never gives half a catalogue.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from sys import intern
from typing import Any
from xml.parsers import expat

import msgspec

from listbuilder.data.safe_xml import make_safe_parser

MAX_FILE = 60_000_000  # bytes of a file, and of what is unpacked from an archive
MAX_DEPTH = 200  # levels of elements; the deepest catalogue known has about 40
MAX_NODES = 1_000_000  # elements of one file; the largest catalogue known has about 60,000
MAX_ENTRIES = 500  # files of one archive
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ZIP = b"PK\x03\x04"
_ROOTS = ("catalogue", "gameSystem")
_JSON_START = re.compile(rb'\s*\{\s*"(?:catalogue|gameSystem)"\s*:')
_XML_START = re.compile(rb"<(?:\w+:)?(?:catalogue|gameSystem)[\s>]")
_BOM = b"\xef\xbb\xbf"
# elements that are one text of the element around them, not an element in a list
_TEXTS = ("comment", "description", "readme", "message")


class BadCatalogue(Exception):
    """Raised for a file that is not a catalogue or not a whole one; the text is the reason."""


class Node(msgspec.Struct, eq=False):
    """One element of a catalogue: an entry, a link, a constraint, a modifier, a profile, ...

    `lists` are the elements below it by the name of their list, such as `selectionEntries` or
    `constraints`. Texts and numbers are texts as XML writes them ("true", "5"); "" is absent.
    """

    id: str = ""
    name: str = ""
    type: str = ""
    target_id: str = ""
    value: str = ""
    field: str = ""
    scope: str = ""
    child_id: str = ""
    type_id: str = ""
    text: str = ""
    hidden: bool = False
    primary: bool = False
    rest: dict[str, str] | None = None
    lists: dict[str, list[Node]] | None = None

    def get(self, name: str) -> str:
        """Return the attribute `name` if it has no field of its own here; "" if it is absent."""
        return self.rest.get(name, "") if self.rest else ""

    def get_list(self, name: str) -> list[Node]:
        """Return the nodes below this one in the list `name`; empty if there is no such list."""
        return self.lists.get(name, []) if self.lists else []

    @property
    def number(self) -> int | None:
        """Return the value as a whole number, or None if it isn't one."""
        return parse_whole_number(self.value)

    def iter_below(self) -> Iterator[Node]:
        """Yield this node and every node below it, each before what is below it."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.lists:
                for children in reversed(node.lists.values()):
                    stack.extend(reversed(children))


class CatalogueFile(msgspec.Struct, frozen=True, eq=False):
    """A file with the root of its catalogue, which is a faction's or the game system's."""

    file: str
    root: Node
    is_system: bool


def parse_whole_number(text: str) -> int | None:
    """Return `text` as a whole number, or None if it isn't one; older files write 5 as "5.0"."""
    try:
        number = float(text)
    except ValueError:
        return None
    if abs(number) > 1e9 or number != number or number != int(number):
        return None
    return int(number)


# --- files ---


def is_catalogue_file(path: Path) -> bool:
    """Return whether a file is a catalogue, judged by its beginning; broken ones count too."""
    try:
        with path.open("rb") as stream:
            start = stream.read(4096)
        if start.startswith(_ZIP):
            return any(_starts_catalogue(head) for head in _list_archive_heads(path))
    except OSError:
        return False
    return _starts_catalogue(start)


def _starts_catalogue(start: bytes) -> bool:
    """Return whether `start` begins a catalogue in XML or JSON, in one of the usual encodings."""
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        start = start.replace(b"\0", b"")
    start = start.removeprefix(_BOM)
    return bool(_JSON_START.match(start) or _XML_START.search(start))


def _list_archive_heads(path: Path) -> list[bytes]:
    """Return the first bytes of each file in the archive, up to a file that can't be unpacked."""
    heads: list[bytes] = []
    try:
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist()[:MAX_ENTRIES]:
                if info.is_dir() or info.flag_bits & 1 or info.compress_type not in _METHODS:
                    continue
                with archive.open(info) as stream:
                    heads.append(stream.read(4096))
    except Exception:  # what a hostile archive can raise in zipfile is written nowhere
        return heads
    return heads


def read_catalogue_files(path: Path) -> Iterator[CatalogueFile | tuple[str, str]]:
    """Yield each catalogue of a file or an archive, or (file name, reason) if it is broken."""
    try:
        if path.stat().st_size > MAX_FILE:
            raise BadCatalogue(f"larger than {MAX_FILE // 1_000_000} MB")
        raw = path.read_bytes()
    except (OSError, BadCatalogue) as error:
        yield path.name, getattr(error, "strerror", None) or str(error)
        return
    contents = unpack_archive(raw, path.name) if raw.startswith(_ZIP) else [(path.name, raw)]
    for name, content in contents:
        if isinstance(content, str):
            yield name, content
            continue
        try:
            yield parse_catalogue(content, name)
        except BadCatalogue as error:
            yield name, str(error)


def unpack_archive(raw: bytes, name: str) -> Iterator[tuple[str, bytes | str]]:
    """Yield (file name, content) of each catalogue in the zip `raw`.

    For a file that can't be unpacked, the content is a text with the reason. All files together are
    unpacked to at most `MAX_FILE` bytes, counted while unpacking.
    """
    left = MAX_FILE
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            if len(infos) > MAX_ENTRIES:
                raise BadCatalogue(f"more than {MAX_ENTRIES} files in one archive")
            for info in infos:
                if info.filename.startswith("__MACOSX/"):
                    continue
                place = name if len(infos) == 1 else f"{name}/{Path(info.filename).name}"
                if info.flag_bits & 1:
                    yield place, "locked with a password"
                    continue
                if info.compress_type not in _METHODS:
                    yield place, "packed by an unknown method"
                    continue
                with archive.open(info) as stream:
                    content = stream.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise BadCatalogue(f"unpacks to more than {MAX_FILE // 1_000_000} MB")
                if _starts_catalogue(content[:4096]):
                    yield place, content
    except BadCatalogue as error:
        yield name, str(error)
    except Exception as error:  # what a hostile archive can raise in zipfile is written nowhere
        yield name, f"damaged archive: {type(error).__name__}"


def parse_catalogue(raw: bytes, name: str) -> CatalogueFile:
    """Return the catalogue in `raw`, which is XML or New Recruit's JSON of it.

    Raises BadCatalogue with the reason if it is malformed, dangerous, too large or something else.
    """
    raw = raw.removeprefix(_BOM)
    if raw.lstrip()[:1] == b"{":
        kind, root = _parse_json(raw)
    else:
        kind, root = _XmlBuilder().parse(raw)
    if not root.id or not root.name:
        raise BadCatalogue("a catalogue without id or name")
    return CatalogueFile(name, root, kind == "gameSystem")


# --- nodes ---

_FIELDS = {
    "id": "id",
    "name": "name",
    "type": "type",
    "targetId": "target_id",
    "value": "value",
    "field": "field",
    "scope": "scope",
    "childId": "child_id",
    "typeId": "type_id",
}
_FLAGS = {"hidden": "hidden", "primary": "primary"}
# Everything else, such as `page` or `xmlns`, says nothing about the contents of a book.
_REST = frozenset(
    [
        *("affects", "arg", "automatic", "childName", "collective", "comment", "defaultAmount"),
        *("defaultSelectionEntryId", "gameSystemId", "importRootEntries", "includeChildForces"),
        *("includeChildSelections", "join", "library", "max", "min", "percentValue", "position"),
        *("repeats", "revision", "roundUp", "typeName"),
    ]
)


def _make_node(attributes: dict[str, str]) -> Node:
    """Return the node with these attributes; those that nobody needs are dropped.

    Ids, names and values repeat thousands of times, so that equal ones are kept once.
    """
    known: dict[str, Any] = {}  # fields of Node: texts, and flags
    rest: dict[str, str] = {}
    for key, value in attributes.items():
        if key in _FIELDS:
            known[_FIELDS[key]] = intern(value)
        elif key == "import":
            if value == "false":
                rest[key] = value
        elif key in _FLAGS:
            known[_FLAGS[key]] = value == "true"
        elif key in _REST:
            rest[intern(key)] = intern(value)
    return Node(**known, rest=rest or None)


def _add_text(node: Node, key: str, text: str) -> None:
    """Store a text in `node`: a description as its text, a comment or the like by name."""
    text = text.strip()
    if not text:
        return
    if key == "description":
        node.text = text
    elif key in _REST:
        node.rest = {**(node.rest or {}), key: text}


# --- JSON ---


def _parse_json(raw: bytes) -> tuple[str, Node]:
    """Return the kind and the root of a catalogue in JSON.

    Raises BadCatalogue if it is malformed, nested too deep, too large or no catalogue.
    """
    try:
        document = msgspec.json.decode(raw)
    except RecursionError:
        raise BadCatalogue("nested too deep") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadCatalogue(f"malformed JSON: {str(error)[:80]}") from None
    if isinstance(document, dict):
        for kind in _ROOTS:
            if isinstance(document.get(kind), dict):
                return kind, _JsonBuilder().build(document[kind], 0)
    raise BadCatalogue("no catalogue")


class _JsonBuilder:
    """A builder of nodes from decoded JSON that counts them."""

    def __init__(self) -> None:
        self.count = 0

    def build(self, data: dict[str, object], depth: int) -> Node:
        """Return the node of an object and of everything below it.

        Raises BadCatalogue if there is too much of it or a list holds something else.
        """
        self.count += 1
        if self.count > MAX_NODES or depth > MAX_DEPTH:
            raise BadCatalogue("too many elements" if depth <= MAX_DEPTH else "nested too deep")
        attributes: dict[str, str] = {}
        lists: dict[str, list[Node]] = {}
        for key, value in data.items():
            if isinstance(value, list):
                children = [child for child in value if isinstance(child, dict)]
                if children:
                    nodes = [self.build(child, depth + 1) for child in children]
                    lists[intern(key)] = nodes
            elif isinstance(value, dict):
                lists[intern(key)] = [self.build(value, depth + 1)]
            elif value is not None:
                attributes[key] = _write_as_text(value)
        node = _make_node(attributes)
        node.text = attributes.get("$text", "").strip()
        _add_text(node, "description", attributes.get("description", ""))
        node.lists = lists or None
        return node


def _write_as_text(value: object) -> str:
    """Return a value of JSON as XML would write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


# --- XML ---


class _XmlBuilder:
    """A builder of nodes from expat's events.

    Elements and lists of elements alternate: a catalogue, its `selectionEntries`, an entry, its
    `constraints`, a constraint. Some lists are texts instead (`_TEXTS`).
    """

    def __init__(self) -> None:
        self.open: list[Node | str] = []  # the open elements: a node, or the name of a list
        self.root: Node | None = None
        self.kind = ""
        self.count = 0
        self.text: list[str] = []

    def parse(self, raw: bytes) -> tuple[str, Node]:
        """Return the kind and the root of a catalogue in XML.

        Raises BadCatalogue if it is malformed, dangerous, too large or no catalogue.
        """
        parser = make_safe_parser(self._refuse_doctype)
        parser.buffer_text = True
        parser.StartElementHandler = self._open_element
        parser.EndElementHandler = self._close_element
        parser.CharacterDataHandler = self.text.append
        try:
            parser.Parse(raw, True)
        except expat.ExpatError as error:
            raise BadCatalogue(f"malformed XML: {error}") from None
        except (UnicodeDecodeError, LookupError, ValueError):
            raise BadCatalogue("malformed XML: unknown encoding") from None
        if self.root is None:
            raise BadCatalogue("no catalogue")
        return self.kind, self.root

    def _refuse_doctype(self, *_: object) -> int:
        """Raise BadCatalogue, because document types and entities are never read."""
        raise BadCatalogue("XML with a document type or entities is not read")

    def _open_element(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin a node, or a list of nodes if the element around it is a node.

        Raises BadCatalogue if there are too many, too deep, or the first isn't a catalogue.
        """
        self.count += 1
        if self.count > MAX_NODES:
            raise BadCatalogue("too many elements")
        if len(self.open) > MAX_DEPTH:
            raise BadCatalogue("nested too deep")
        tag = tag.rpartition("\n")[2]
        self.text.clear()
        if not self.open:
            if tag not in _ROOTS:
                raise BadCatalogue("no catalogue")
            self.kind = tag
            self.root = _make_node(attributes)
            self.open.append(self.root)
            return
        parent = self.open[-1]
        if isinstance(parent, Node):
            self.open.append(intern(tag))
            return
        node = _make_node(attributes)
        owner = self.open[-2]
        if isinstance(owner, Node) and parent not in _TEXTS:
            if owner.lists is None:
                owner.lists = {}
            owner.lists.setdefault(parent, []).append(node)
        self.open.append(node)

    def _close_element(self, tag: str) -> None:
        """End the innermost element; the text in it becomes the node's, or a text of its owner."""
        closed = self.open.pop()
        text = "".join(self.text).strip()
        self.text.clear()
        if not text:
            return
        if isinstance(closed, Node):
            closed.text = text
        elif isinstance(owner := self.open[-1], Node) and closed in _TEXTS:
            _add_text(owner, closed, text)
