"""Take one of our own PDFs apart, object by object, to compare two of them.

What the packing of a machine changes is left out. A reader of PDFs finds objects by the table at
the end of the file. So a file is taken apart only where it is laid out as ReportLab lays it out,
from its first byte to its last, and where its table names the very places of its objects. What was
added behind the end, in front, in a second table or between the objects has no place in that.
"""

from __future__ import annotations

import base64
import re
import zlib

_MOST = 64 << 20
_PACKED = re.compile(
    rb"/Filter \[ ((?:/ASCII85Decode )?/FlateDecode) \] /Length (\d{1,9})"
    rb"((?: /Length1 \d{1,9})?\n>>\nstream\n)"
)
_OBJECT = re.compile(rb"^(\d{1,6}) 0 obj$", re.MULTILINE)
_END = re.compile(
    rb"xref\n0 (\d{1,6})\n0000000000 65535 f \n((?:\d{10} 00000 n \n)*)"
    rb"(trailer\n<<\n/ID \n)\[<[0-9a-f]{32}><[0-9a-f]{32}>\](\n[^<>\[\]]*>>\n)"
    rb"startxref\n(\d{1,10})\n%%EOF\n"
)
_PRODUCER = re.compile(rb"/Producer \(((?:[^()\\]|\\.){0,200})\)")


def get_producer(raw: bytes) -> str:
    """Return the names of the programs that made a PDF, as it states them, or empty."""
    producer_match = _PRODUCER.search(raw)
    return re.sub(rb"\\(.)", rb"\1", producer_match[1]).decode("latin-1") if producer_match else ""


def split_pdf(raw: bytes) -> tuple[bytes, ...] | None:
    """Return the parts of one of our PDFs, with streams unpacked; None for another layout.

    None if the file's table of objects is not exactly right, if a stream is damaged, or if anything
    was added.
    """
    contents: list[bytes] = []
    places: list[int] = []
    position = 0
    while (head := _PACKED.search(raw, position)) is not None:
        start, end = head.end(), head.end() + int(head[2])
        content = _unpack_stream(raw[start:end], ascii85=head[1].startswith(b"/ASCII85"))
        if content is None:
            return None
        places += _find_objects(raw, position, head.start())
        contents += [raw[position : head.start()], head[1], head[3], content]
        position = end
    tail = raw.find(b"\nxref\n", position) + 1
    places += _find_objects(raw, position, tail)
    end_of_file = _END.fullmatch(raw, tail)
    if not tail or end_of_file is None or int(end_of_file[5]) != tail:
        return None
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    if int(end_of_file[1]) != len(places) + 1 or end_of_file[2] != table:
        return None  # the table does not say of each object where it stands
    return (*contents, raw[position:tail], end_of_file[3], end_of_file[4])


def _find_objects(raw: bytes, start: int, end: int) -> list[int]:
    """Return the positions between `start` and `end` at which an object begins."""
    return [object_start.start() for object_start in _OBJECT.finditer(raw, start, end)]


def _unpack_stream(packed: bytes, ascii85: bool) -> bytes | None:
    """Return the unpacked content of a stream, or None if it is damaged or too large.

    `ascii85` says that the stream is also written in ASCII85.
    """
    opener = zlib.decompressobj()
    try:
        deflated = base64.a85decode(packed, adobe=True) if ascii85 else packed
        content = opener.decompress(deflated, _MOST)
    except (ValueError, zlib.error):
        return None
    return content if opener.eof and not opener.unused_data else None
