"""The compiled form of a data file: JSON sections behind a header, decoded only as needed.

Keyed by the content of its source, so it can be stale but never wrong; written in one step, so two
processes may build it at once; checked by a checksum, so a damaged one is silently built anew.
"""

from __future__ import annotations

import hashlib
import re
import time
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from listbuilder.data import atomic_file, paths

FORMAT = 6
_MAGIC = b"listbuilder-compiled"
_KEEP_SECONDS = 30 * 24 * 3600

Sections = dict[str, bytes]
Rebuild = Callable[[], "Compiled | None"]


class Compiled:
    """The sections of one compiled file; `sha256` is that of its source.

    `rebuild` compiles the source again, or returns None if the source has changed. It is None if
    there is nothing to gain, because the sections were just compiled.
    """

    def __init__(
        self,
        sha256: str,
        body: bytes,
        places: dict[str, tuple[int, int]],
        rebuild: Rebuild | None = None,
    ) -> None:
        """Hold the sections that lie in `body` at `places` (start and length of each)."""
        self.sha256 = sha256
        self._body = body
        self._places = places
        self._rebuild = rebuild

    def list_names(self) -> list[str]:
        """Return the names of all sections."""
        return list(self._places)

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def get_section(self, name: str) -> bytes:
        """Return the bytes of section `name`; raise KeyError if there is no such section.

        If it is missing here, the source is compiled again first.
        """
        if name not in self._places and self._rebuild is not None:
            whole, self._rebuild = self._rebuild(), None
            if whole is not None:
                self._body, self._places = whole._body, whole._places
        start, length = self._places[name]
        return self._body[start : start + length]


def load_compiled(
    source: Path, raw: bytes, build: Callable[[bytes], Sections], wanted: Iterable[str] = ()
) -> Compiled:
    """Return the compiled form of `source`, whose bytes are `raw`, from a compiled file if
    possible.

    `build` makes the sections from the bytes if there is no compiled file. A compiled file that
    lacks a section in `wanted` is ignored and rebuilt like a damaged one: it was made for another
    kind of file. A mistake in packaging so costs time, but never gives a wrong answer.
    """
    inside = get_shipped_place(source)
    sha256 = _read_stub(raw) if inside is not None else None
    sha256 = sha256 or hashlib.sha256(raw).hexdigest()
    cached = _get_cache_file(source, sha256)

    def rebuild_compiled() -> Compiled | None:
        """Return the sections built from the source again, or None if the source has changed.

        The source is read again, because keeping the bytes of every source would double the memory.
        """
        now = source.read_bytes()
        if hashlib.sha256(now).hexdigest() != sha256:
            return None
        return _build_and_store(cached, sha256, build(now))

    shipped = paths.get_shipped_compiled_folder() / inside if inside is not None else None
    for candidate in (shipped, cached):
        if candidate is None:
            continue
        found = _read_compiled_file(candidate, sha256, rebuild_compiled)
        if found is not None and all(name in found for name in wanted):
            return found
    return _build_and_store(cached, sha256, build(raw))


def _build_and_store(cached: Path, sha256: str, sections: Sections) -> Compiled:
    """Return the compiled form of `sections`, after writing it to the cache file `cached`.

    Without sections nothing is written: that happens while other data is missing, and the next load
    must try again.
    """
    content = pack_sections(sha256, sections)
    if sections:
        _store_in_cache(cached, content)
    return _unpack_own(content, sha256)


def delete_cached(source: Path, raw: bytes) -> None:
    """Delete the cached compiled form of `source`, so that the next load compiles it again."""
    _get_cache_file(source, hashlib.sha256(raw).hexdigest()).unlink(missing_ok=True)


def compile_without_cache(raw: bytes, sections: Sections) -> Compiled:
    """Return the compiled form of `sections` made from the source `raw`, without storing it."""
    sha256 = hashlib.sha256(raw).hexdigest()
    return _unpack_own(pack_sections(sha256, sections), sha256)


def _unpack_own(content: bytes, sha256: str) -> Compiled:
    """Return the sections of `content`, which this program has just packed and which can't be
    wrong.
    """
    result = unpack_sections(content, sha256)
    assert result is not None
    return result


def pack_sections(sha256: str, sections: Sections) -> bytes:
    """Return `sections` as the bytes of a compiled file: header with checksum, places, body."""
    places: dict[str, tuple[int, int]] = {}
    body = b"".join(sections.values())
    start = 0
    for name, content in sections.items():
        places[name] = (start, len(content))
        start += len(content)
    rest = msgspec.json.encode(places) + b"\n" + body
    return b"%s %d %s %d\n" % (_MAGIC, FORMAT, sha256.encode(), zlib.crc32(rest)) + rest


def unpack_sections(content: bytes, sha256: str, rebuild: Rebuild | None = None) -> Compiled | None:
    """Return the sections in the compiled bytes `content`; None if they can't be used.

    That is so if they are damaged, or of another format or source. `rebuild`: makes the compiled
    form again.
    """
    first, _, rest = content.partition(b"\n")
    if first != b"%s %d %s %d" % (_MAGIC, FORMAT, sha256.encode(), zlib.crc32(rest)):
        return None
    places, _, body = rest.partition(b"\n")
    return Compiled(sha256, body, _PLACES.decode(places), rebuild)


_STUB = b"# compiled only: "
_PLACES = msgspec.json.Decoder(dict[str, tuple[int, int]])


def make_stub(raw: bytes) -> bytes:
    """Return the content of a file that replaces a built-in file if only its compiled form is sent.

    Why: the page in the browser downloads its data, and the YAML would be nearly half of it. The
    line has the hash of the original bytes `raw`, which verdicts state and by which the compiled
    form is found.
    """
    return _STUB + hashlib.sha256(raw).hexdigest().encode() + b"\n"


def _read_stub(raw: bytes) -> str | None:
    """Return the hash in a file made by `make_stub`; None for any other file."""
    if not raw.startswith(_STUB):
        return None
    found = re.fullmatch(rb"([0-9a-f]{64})\n", raw.removeprefix(_STUB))
    return found[1].decode() if found else None


def _read_compiled_file(path: Path, sha256: str, rebuild: Rebuild) -> Compiled | None:
    """Return the sections in the compiled file at `path`, or None if it can't be read or used."""
    try:
        return unpack_sections(path.read_bytes(), sha256, rebuild)
    except (OSError, msgspec.DecodeError):
        return None


def get_shipped_place(source: Path) -> Path | None:
    """Return the path of the compiled form of `source` within the wheel's folder of compiled files.

    None if `source` isn't one of the shipped files.
    """
    for base in (paths.get_factions_folder(), paths.PACKAGE):
        if source.is_relative_to(base):
            return Path(base.name) / source.relative_to(base).with_suffix(".lbc")
    return None


def _get_cache_file(source: Path, sha256: str) -> Path:
    """Return the path in the cache for the compiled form of `source` with the hash `sha256`."""
    name = f"{source.parent.name}-{source.stem}-{sha256[:20]}.lbc"
    return paths.get_cache_folder() / "compiled" / name


def _store_in_cache(path: Path, content: bytes) -> None:
    """Write a compiled file into the cache and delete old ones of the same source; ignore failures.

    Where the cache can't be written, everything still works, only slower.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_file.write_file(path, content)
        _delete_old(path)
    except OSError:
        return


def _delete_old(path: Path) -> None:
    """Delete compiled forms of the same source that are older than a month."""
    stem = path.name.rsplit("-", 1)[0]
    for old in path.parent.glob(f"{stem}-*.lbc"):
        if old != path and time.time() - old.stat().st_mtime > _KEEP_SECONDS:
            old.unlink(missing_ok=True)


def encode_section(value: object) -> bytes:
    """Return `value` as the JSON bytes of a section."""
    return msgspec.json.encode(value)
