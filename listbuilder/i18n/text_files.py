"""The files of texts in every language, by dotted key."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from pathlib import Path

import msgspec

from listbuilder.data import compiled, paths
from listbuilder.i18n import languages, templates
from listbuilder.yamlio import reader

Lang = str  # one of LANGS
LANGS: tuple[Lang, ...] = languages.load_languages().spoken
# with those in which only players are written to
PLAYER_LANGS: tuple[Lang, ...] = tuple(languages.load_languages().languages)
SHIPPED: tuple[Lang, ...] = languages.load_languages().shipped
PROBLEMS = Path(__file__).parent / "problems.yaml"
_DICT: msgspec.json.Decoder[dict[str, str]] = msgspec.json.Decoder(dict[str, str])


@lru_cache(maxsize=512)
def load_texts(file: Path, lang: Lang) -> dict[str, str]:
    """Return all texts of the words file `file` in one language, by dotted keys.

    A text that the language lacks is taken from its fallback.
    """
    raw, shipped = file.read_bytes(), _find_shipped_language(lang)
    texts = _DICT.decode(
        compiled.load_compiled(file, raw, partial(make_text_sections, file), [shipped]).get_section(
            shipped
        )
    )
    if lang not in languages.load_languages().words:
        return texts
    return texts | {
        key: text
        for key, text in _yield_own_texts(file, lang)
        if key not in texts or has_only_known_places(text, texts[key])
    }


def has_only_known_places(text: str, shipped: str) -> bool:
    """Return whether every argument in `text` is also in the text `shipped`.

    Only these are filled in by the program.
    """
    places = templates.list_places(text)
    return places is not None and places <= (templates.list_places(shipped) or set())


def _find_shipped_language(lang: Lang) -> Lang:
    """Return `lang` if it is shipped, else the first shipped language among its fallbacks."""
    while lang not in SHIPPED:
        lang = languages.find_fallback(lang) or SHIPPED[0]
    return str(lang)


def _yield_own_texts(file: Path, lang: Lang) -> Iterable[tuple[str, str]]:
    """Yield (dotted key, text) for each text in the language's own file that is for `file`.

    `file`: one of the words files.
    """
    for base in (paths.PACKAGE, paths.get_factions_folder()):
        if file.is_relative_to(base):
            place = file.relative_to(base).as_posix()
            yield from yield_texts_below(languages.get_own_texts(lang, place), "")
            return


def yield_texts_below(node: object, prefix: str = "") -> Iterable[tuple[str, str]]:
    """Yield (dotted key, text) for each text below `node`, in a file of one language.

    `prefix`: the dotted key of `node` itself.
    """
    if isinstance(node, str):
        yield prefix, node
    elif isinstance(node, dict):
        for key, child in node.items():
            yield from yield_texts_below(child, f"{prefix}.{key}" if prefix else str(key))


def make_text_sections(file: Path, raw: bytes) -> compiled.Sections:
    """Return the compiled sections of a words file: one for each shipped language."""
    document = reader.read_yaml(raw, str(file), reader.DATA_BYTES)
    return {
        lang: compiled.encode_section(dict(_yield_texts(document.data, "", lang)))
        for lang in SHIPPED
    }


def list_words_files() -> list[Path]:
    """Return every words file that the program reads.

    These are those beside the code, and the terms of the rules.
    """
    beside = (
        file
        for file in paths.PACKAGE.rglob("*.yaml")
        if not file.is_relative_to(paths.PACKAGE / "_data")
    )
    files = [paths.get_factions_folder() / "terms.yaml", *sorted(beside)]
    return [
        file
        for file in files
        if is_words_file(reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data)
    ]


def is_words_file(data: object) -> bool:
    """Return whether parsed YAML holds only texts in several languages.

    The build uses this to decide how a file is compiled. The file's name must not decide it: a
    words file that was taken for a table by its name once left every installed copy without the
    words of two games.
    """
    if not isinstance(data, dict) or not data:
        return False
    return isinstance(data.get("en"), str) or all(is_words_file(child) for child in data.values())


def _yield_texts(node: object, prefix: str, lang: Lang) -> Iterable[tuple[str, str]]:
    """Yield (dotted key, text) in `lang` for each text below `node`, in a file of several
    languages.

    A text that the language lacks is the English one.
    """
    if not isinstance(node, dict):
        return
    if isinstance(node.get("en"), str):
        yield prefix, node.get(lang) or node["en"]
        return
    for key, child in node.items():
        yield from _yield_texts(child, f"{prefix}.{key}" if prefix else str(key), lang)
