"""Files of texts in three languages, by dotted key."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from listbuilder.store import compiled, reader

Lang = Literal["en", "ja", "zh"]
LANGS: tuple[Lang, ...] = get_args(Lang)
PROBLEMS = Path(__file__).parent / "problems.yaml"
_DICT: msgspec.json.Decoder[dict[str, str]] = msgspec.json.Decoder(dict[str, str])


@lru_cache(maxsize=512)
def table(file: Path, lang: Lang) -> dict[str, str]:
    """All texts of a words file in one language, under dotted keys. A text without that language is English."""
    raw = file.read_bytes()
    return _DICT.decode(compiled.load(file, raw, lambda: sections(file, raw)).section(lang))


def sections(file: Path, raw: bytes) -> compiled.Sections:
    document = reader.read_text(raw, str(file), reader.DATA_BYTES)
    return {lang: compiled.encode(dict(_flatten(document.data, "", lang))) for lang in LANGS}


def _flatten(node: Any, prefix: str, lang: Lang) -> Iterable[tuple[str, str]]:
    if not isinstance(node, dict):
        return
    if isinstance(node.get("en"), str):
        yield prefix, node.get(lang) or node["en"]
        return
    for key, child in node.items():
        yield from _flatten(child, f"{prefix}.{key}" if prefix else str(key), lang)
