"""One of our own PDFs, object by object, without what the packing of a machine changes: to compare two of them.

A reader of PDFs finds objects by the table at the end of the file. So a file is taken apart only where it is laid out
as ReportLab lays it out, from its first byte to its last, and where its table names the very places of its objects.
What was added behind the end, in front, in a second table or between the objects has no place in that.
"""

from __future__ import annotations

import base64
import re
import zlib

_MOST = 64 << 20
_PACKED = re.compile(rb"/Filter \[ ((?:/ASCII85Decode )?/FlateDecode) \] /Length (\d{1,9})((?: /Length1 \d{1,9})?\n>>\nstream\n)")
_OBJECT = re.compile(rb"^(\d{1,6}) 0 obj$", re.MULTILINE)
_END = re.compile(
    rb"xref\n0 (\d{1,6})\n0000000000 65535 f \n((?:\d{10} 00000 n \n)*)"
    rb"(trailer\n<<\n/ID \n)\[<[0-9a-f]{32}><[0-9a-f]{32}>\](\n[^<>\[\]]*>>\n)startxref\n(\d{1,10})\n%%EOF\n"
)
_PRODUCER = re.compile(rb"/Producer \(((?:[^()\\]|\\.){0,200})\)")


def producer(raw: bytes) -> str:
    """The programs that a PDF says it was made with."""
    found = _PRODUCER.search(raw)
    return re.sub(rb"\\(.)", rb"\1", found[1]).decode("latin-1") if found else ""


def parts(raw: bytes) -> tuple[bytes, ...] | None:
    """Everything in it in its order, unpacked; None where it is not laid out as ours are."""
    found: list[bytes] = []
    places: list[int] = []
    at = 0
    while (head := _PACKED.search(raw, at)) is not None:
        start, end = head.end(), head.end() + int(head[2])
        content = _unpacked(raw[start:end], ascii85=head[1].startswith(b"/ASCII85"))
        if content is None:
            return None
        places += _objects(raw, at, head.start())
        found += [raw[at : head.start()], head[1], head[3], content]
        at = end
    tail = raw.find(b"\nxref\n", at) + 1
    places += _objects(raw, at, tail)
    end_of_file = _END.fullmatch(raw, tail)
    if not tail or end_of_file is None or int(end_of_file[5]) != tail or not _told(end_of_file, places):
        return None
    return (*found, raw[at:tail], end_of_file[3], end_of_file[4])


def _objects(raw: bytes, start: int, end: int) -> list[int]:
    return [each.start() for each in _OBJECT.finditer(raw, start, end)]


def _told(end: re.Match[bytes], places: list[int]) -> bool:
    """Whether the table says of each object where it stands."""
    return int(end[1]) == len(places) + 1 and end[2] == b"".join(b"%010d 00000 n \n" % place for place in places)


def _unpacked(packed: bytes, ascii85: bool) -> bytes | None:
    opener = zlib.decompressobj()
    try:
        content = opener.decompress(base64.a85decode(packed, adobe=True) if ascii85 else packed, _MOST)
    except (ValueError, zlib.error):
        return None
    return content if opener.eof and not opener.unused_data else None
