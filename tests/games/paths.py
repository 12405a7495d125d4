"""Where a problem is said to be, against the file itself."""

from __future__ import annotations

from typing import Any

from listbuilder.model.problem import Problem
from listbuilder.yamlio import reader


def is_there(text: str, problem: Problem) -> bool:
    """What it points at stands in the file; of something that is missing, the place where it would stand."""
    node: Any = reader.read_yaml(text.encode(), problem.file, reader.DATA_BYTES).data
    *parents, last = problem.path or ("",)
    for part in parents:
        node = _below(node, part)
    if problem.key == "missing_key":
        return _below(node, last) is not None if problem.path else True
    return _below(node, last) is not None


def _below(node: Any, part: str | int) -> Any:
    if isinstance(node, dict):
        return node.get(part)
    return (
        node[part]
        if isinstance(node, list) and isinstance(part, int) and part < len(node)
        else None
    )
