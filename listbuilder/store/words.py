"""Words in three languages: read from YAML files that stand beside the code they speak for, filled with arguments.

A template is a Python format string. Numbers may choose a word (`{count:model|models}` gives `1 model`, `3 models`),
lists are joined the way the language joins them, and names are shown in the reader's language where it has one.
What is filled in comes from players, files and data: it is made visible here, so that no name can be more than a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.bounds import MAX_NAMED, MAX_SAID
from listbuilder.model.finding import Amount
from listbuilder.model.visible import visible
from listbuilder.store import compiled, paths, reader

Lang = Literal["en", "ja", "zh"]
LANGS: tuple[Lang, ...] = get_args(Lang)

_JOIN = {"en": ", ", "ja": "、", "zh": "、"}
_OR = {"en": " or ", "ja": "または", "zh": "或"}
_AND = {"en": " and ", "ja": "と", "zh": "和"}
Shown = Callable[[str], str]
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


def name_sections(file: Path, raw: bytes) -> compiled.Sections:
    data = reader.read_text(raw, str(file), reader.DATA_BYTES).data["names"]
    return {lang: compiled.encode({fold(name): texts[lang] for name, texts in data.items() if lang in texts}) for lang in LANGS}


@cache
def names(lang: Lang) -> dict[str, str]:
    """Official names in this language, by folded English name."""
    if lang == "en":
        return {}
    file = paths.factions() / "names.yaml"
    raw = file.read_bytes()

    english, ours = terms("en"), terms(lang)
    words = {fold(word): ours[key] for key, word in english.items()}  # keywords are words of the rules too
    return words | _DICT.decode(compiled.load(file, raw, lambda: name_sections(file, raw)).section(lang))


def terms(lang: Lang) -> dict[str, str]:
    """The glossary: words of the rules, under `game.word`."""
    return table(paths.factions() / "terms.yaml", lang)


def local(name: str, lang: Lang) -> str:
    """A name as this language prints it, or as it is."""
    return names(lang).get(fold(name), name) if lang != "en" else name


def say(file: Path, key: str, lang: Lang, args: dict[str, Any] | None = None, shown: Shown = visible) -> str:
    """The text under `key`, filled in. A missing key is a bug of ours and raises KeyError."""
    template = table(file, lang)[key]
    return fill(template, args or {}, lang, shown)


def fill(template: str, args: dict[str, Any], lang: Lang, shown: Shown = visible) -> str:
    return template.format_map({key: _shown(value, lang, shown) for key, value in args.items()})


def _shown(value: Any, lang: Lang, shown: Shown) -> Any:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return _Number(value)
    if isinstance(value, str):
        return _Word(shown(local(value, lang) if len(value) <= MAX_SAID else f"{value[:MAX_SAID]}…"))
    if isinstance(value, Amount):
        return f"{value.count} {shown(local(value.name, lang))}"
    if isinstance(value, dict) and isinstance(value.get("en"), str):
        return _Word(shown(str(value.get(lang) or value["en"])))  # a text of the data, in its languages
    if isinstance(value, (list, tuple, frozenset, set)):
        left = len(value) - MAX_NAMED
        named = [str(_shown(item, lang, shown)) for item in islice(value, MAX_NAMED if left > 1 else None)]
        return _Words([*named, f"… (+{left})"] if left > 1 else named, lang)
    return value


class _Number(int):
    def __format__(self, spec: str) -> str:
        if "|" in spec:
            one, many = spec.split("|", 1)
            return f"{int(self)} {one if self == 1 else many}"
        return int.__format__(self, spec)


class _Word(str):
    def __format__(self, spec: str) -> str:
        return f'"{self}"' if spec == "q" else str(self)


class _Words:
    def __init__(self, items: list[str], lang: Lang) -> None:
        self.items = items
        self.lang = lang

    def __format__(self, spec: str) -> str:
        last = {"or": _OR, "and": _AND}.get(spec, _JOIN)[self.lang]
        if len(self.items) < 2:
            return "".join(self.items)
        return _JOIN[self.lang].join(self.items[:-1]) + last + self.items[-1]


def as_lang(text: str | None) -> Lang | None:
    """The language a locale or an option names, if it is one of ours."""
    short = (text or "").split(".")[0].replace("_", "-").split("-")[0].lower()
    return next((lang for lang in LANGS if lang == short), None)
