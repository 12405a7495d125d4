"""The compiled form of a data file: JSON sections behind a header, so that only what is needed is decoded.

Keyed by the content of its source, so it can be stale but never wrong; written in one step, so two processes may
build it at once; checked by a checksum, so a damaged one is silently built anew.
"""

from __future__ import annotations

import hashlib
import time
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.store import atomic, paths

FORMAT = 5
_MAGIC = b"listbuilder-compiled"
_KEEP_SECONDS = 30 * 24 * 3600

Sections = dict[str, bytes]
Rebuild = Callable[[], "Compiled | None"]


class Compiled:
    """The sections of one compiled file; `sha256` is that of its source.

    `rebuild` compiles the source again, or returns None if the source has changed. It is None if there is nothing to
    gain, because the sections were just compiled.
    """

    def __init__(
        self,
        sha256: str,
        body: bytes,
        places: dict[str, tuple[int, int]],
        rebuild: Rebuild | None = None,
    ) -> None:
        self.sha256 = sha256
        self._body = body
        self._places = places
        self._rebuild = rebuild

    def names(self) -> list[str]:
        return list(self._places)

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def section(self, name: str) -> bytes:
        """Return the content of a section. If the compiled file lacks it, compile the source again before giving up."""
        if name not in self._places and self._rebuild is not None:
            whole, self._rebuild = self._rebuild(), None
            if whole is not None:
                self._body, self._places = whole._body, whole._places
        start, length = self._places[name]
        return self._body[start : start + length]


def load(source: Path, raw: bytes, build: Callable[[bytes], Sections], wanted: Iterable[str] = ()) -> Compiled:
    """Return the compiled form of `source`, whose bytes are `raw`; `build` makes the sections of them when there is none.

    A compiled file that lacks a section of `wanted` was made by something that took the source for another kind of
    file. It is rebuilt like a damaged one, so that a mistake made while packaging costs time but never an answer.
    """
    sha256 = hashlib.sha256(raw).hexdigest()
    cached = _cache_file(source, sha256)

    def rebuild() -> Compiled | None:
        now = source.read_bytes()  # read again: keeping the bytes of every source would double the memory
        return _built(cached, sha256, build(now)) if hashlib.sha256(now).hexdigest() == sha256 else None

    for candidate in (_shipped_file(source), cached):
        found = _read(candidate, sha256, rebuild) if candidate is not None else None
        if found is not None and all(name in found for name in wanted):
            return found
    return _built(cached, sha256, build(raw))


def _built(cached: Path, sha256: str, sections: Sections) -> Compiled:
    content = pack(sha256, sections)
    if sections:  # none are made while the rest of the data is missing; the next load has to try again
        _store(cached, content)
    return _unpacked(content, sha256)


def forget(source: Path, raw: bytes) -> None:
    """Of what is to be compiled anew the next time too."""
    _cache_file(source, hashlib.sha256(raw).hexdigest()).unlink(missing_ok=True)


def of(raw: bytes, sections: Sections) -> Compiled:
    """The compiled form of a source that is in no cache."""
    sha256 = hashlib.sha256(raw).hexdigest()
    return _unpacked(pack(sha256, sections), sha256)


def _unpacked(content: bytes, sha256: str) -> Compiled:
    result = unpack(content, sha256)
    assert result is not None
    return result


def pack(sha256: str, sections: Sections) -> bytes:
    places: dict[str, tuple[int, int]] = {}
    body = b"".join(sections.values())
    start = 0
    for name, content in sections.items():
        places[name] = (start, len(content))
        start += len(content)
    rest = msgspec.json.encode(places) + b"\n" + body
    return b"%s %d %s %d\n" % (_MAGIC, FORMAT, sha256.encode(), zlib.crc32(rest)) + rest


def unpack(content: bytes, sha256: str, rebuild: Rebuild | None = None) -> Compiled | None:
    """Return the sections of `content`. None if it has another format or another source, or is damaged."""
    first, _, rest = content.partition(b"\n")
    if first != b"%s %d %s %d" % (_MAGIC, FORMAT, sha256.encode(), zlib.crc32(rest)):
        return None
    places, _, body = rest.partition(b"\n")
    return Compiled(sha256, body, _PLACES.decode(places), rebuild)


_PLACES: msgspec.json.Decoder[dict[str, tuple[int, int]]] = msgspec.json.Decoder(dict[str, tuple[int, int]])


def _read(path: Path, sha256: str, rebuild: Rebuild) -> Compiled | None:
    try:
        return unpack(path.read_bytes(), sha256, rebuild)
    except (OSError, msgspec.DecodeError):
        return None


def _shipped_file(source: Path) -> Path | None:
    inside = shipped_place(source)
    return paths.shipped_compiled() / inside if inside is not None else None


def shipped_place(source: Path) -> Path | None:
    """Where the wheel keeps the compiled form of one of its own files, inside its folder of compiled ones."""
    for base in (paths.factions(), paths.PACKAGE):
        if source.is_relative_to(base):
            return Path(base.name) / source.relative_to(base).with_suffix(".lbc")
    return None


def _cache_file(source: Path, sha256: str) -> Path:
    return paths.cache_folder() / "compiled" / f"{source.parent.name}-{source.stem}-{sha256[:20]}.lbc"


def _store(path: Path, content: bytes) -> None:
    """Best effort: where the cache cannot be written, everything still works, only slower."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic.write(path, content)
        _forget_old(path)
    except OSError:
        return


def _forget_old(path: Path) -> None:
    stem = path.name.rsplit("-", 1)[0]
    for old in path.parent.glob(f"{stem}-*.lbc"):
        if old != path and time.time() - old.stat().st_mtime > _KEEP_SECONDS:
            old.unlink(missing_ok=True)


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value)
