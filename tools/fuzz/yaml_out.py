"""Structures as YAML texts, whatever is in them, in one of the ways people write."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

from ruamel.yaml import YAML

_ODD = (
    "&a [*a]", "&a {b: *a}", "*nobody", "!!python/object/apply:os.system [ls]", "!!binary aGVsbG8=", "!thing x", "<<: {a: 1}",
    "? [a, b]\n: c", "- - - x", "'", '"', "|\n  a\n b", ">-", "%YAML 1.1\n---", "---\na: 1\n---\nb: 2", "...", "\t", "a: b: c",
    "{a: 1, a: 2}", "@x", "`",
    "&a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]",
)  # fmt: skip


def text_of(data: Any, random: Random) -> str:
    """YAML in blocks, YAML in one flow, or JSON, which is YAML too."""
    kind = random.random()
    if kind < 0.2:
        try:
            return json.dumps(data, ensure_ascii=random.random() < 0.5, default=str)
        except (TypeError, ValueError):
            pass
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = True if kind < 0.4 else None if kind < 0.6 else False
    yaml.allow_unicode = random.random() < 0.8
    out = io.StringIO()
    try:
        yaml.dump(data, out)
    except Exception:  # a key that cannot be written: JSON makes a word of it
        return json.dumps(_keys_as_words(data), default=str)
    return out.getvalue()


def _keys_as_words(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _keys_as_words(value) for key, value in data.items()}
    return [_keys_as_words(value) for value in data] if isinstance(data, list) else data


def odd(text: str, random: Random) -> str:
    """What only YAML can do: an anchor of itself, a tag of Python, a second document, put in somewhere."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    piece = random.choice(_ODD)
    key, colon, _ = lines[at].partition(": ")
    lines[at] = f"{key}: {piece}" if colon and random.random() < 0.7 else piece
    return "\n".join(lines)
