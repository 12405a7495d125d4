"""The smallest input that still breaks the same oracle: files left out, then lines, then pieces of what is left."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from tools.fuzz.case import Case
from tools.fuzz.work import Fault, ask_apart

Holds = Callable[[bytes], bool]


def smaller(name: str, fault: Fault, seconds: float) -> Fault:
    """Within some seconds."""
    if fault.case.kind == "nonsense":
        return fault  # a list in which one name is changed: with less of it, something else would be wrong
    until = time.monotonic() + seconds
    best = fault

    def tried(case: Case) -> bool:
        nonlocal best
        if time.monotonic() > until:
            return False
        found = ask_apart(name, case)
        if found is None or found.kind != fault.kind:
            return False
        best = found
        return True

    if not tried(fault.case):
        return fault  # not the same in a fresh process: told as it was seen
    for file in list(fault.case.files)[1:]:
        tried(_with(best.case, file, None))
    for file in list(best.case.files):
        _pieces(best.case.files[file], _holds(lambda: best.case, file, tried))
    return best


def _holds(case: Callable[[], Case], file: str, tried: Callable[[Case], bool]) -> Holds:
    return lambda content: tried(_with(case(), file, content))


def _with(case: Case, file: str, content: bytes | None) -> Case:
    files = {name: each for name, each in case.files.items() if name != file or content is not None}
    if content is not None:
        files[file] = content
    return msgspec.structs.replace(case, files=files)


def _pieces(content: bytes, holds: Holds) -> bytes:
    """By lines as long as that helps, then by letters, halves before quarters."""
    for separator in (b"\n", b""):
        parts = (
            content.split(separator)
            if separator
            else [content[at : at + 1] for at in range(len(content))]
        )
        if len(parts) > 3000 and not separator:
            break
        size = max(1, len(parts) // 2)
        while size:
            at = 0
            while at < len(parts):
                less = parts[:at] + parts[at + size :]
                if holds(separator.join(less)):
                    parts = less
                else:
                    at += size
            size //= 2
        content = separator.join(parts)
    return content
