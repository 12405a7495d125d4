"""Which program wrote this? The order of the tests is that of formats/FORMATS.md; the first hit wins."""

from __future__ import annotations

import re

import msgspec

from listbuilder.exchange import editions, paste, rosterizer, trees
from listbuilder.exchange.source import MAX_LINES, MAX_TEXT, Source, SourceLine
from listbuilder.exchange.trees import Tree
from listbuilder.games.base import Game
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import ROUND_WORD, SQUARE
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.decoding import first_wrong, text_of
from listbuilder.store.file_kinds import ZIP, no_list

_SHARE = re.compile(r"(?:https?://\S{0,200}/listforge/)?(H4sI[A-Za-z0-9+/_=-]{20,})\s*", re.ASCII)
_FACTION = ("faction keyword", "factions used")  # a line of the head of New Recruit's texts, and of the ATC's
_MARKUP = re.compile(rb"<[?!a-zA-Z]")
_LOADOUT = re.compile(r"\d{1,3} with .+", re.IGNORECASE)
_COMPACT = re.compile(r".+\(\d{1,5} ?(?:pts|points)\): ?.*", re.IGNORECASE)
_AOS_TOTAL = re.compile(r".*?\d[\d,.]{0,6} ?/ ?\d[\d,.]{0,6} ?(?:pts?|points)")
_BRACKET = re.compile(r"[^\W\d][^\[\]]{0,60}?(?: \d{1,2} ?|\d{1,2} ): .+\[\d{1,5} ?pts\].*", re.IGNORECASE)


class Detected(msgspec.Struct):
    """A format, and the list as that format's reader takes it: lines, or the tree of an XML or JSON file.

    `game`: the one whose signs it bears.
    """

    format: str
    source: Source | None = None
    tree: Tree | None = None
    game: Game | None = None


def detect(raw: bytes, name: str) -> Detected:
    """Raises Unreadable for what is no list, is damaged or dangerous, or is of another edition."""
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        if (known := no_list(raw, name)) is not None and known.key != ZIP:
            raise Unreadable([known])
        return _tree(trees.unzip(raw, name), name, zipped=True)
    _refuse_written_as_text(raw, name)
    head = raw[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if _MARKUP.match(head) and not paste.is_page(head):
        return _tree(raw, name, zipped=False)
    if head.startswith(b"{"):
        return _json(raw, name)
    text = decode(raw, name)
    share = _SHARE.fullmatch(text.strip()) if len(text) < MAX_TEXT and "H4sI" in text[:300] else None
    if share:
        return _json(trees.inflate(share[1], name), name, shared=True)
    return of_text(paste.restored(text), name)


def _refuse_written_as_text(raw: bytes, name: str) -> None:
    """Raise Unreadable for files whose bytes may all be letters, and that are no texts."""
    if raw.startswith((b"%PDF-", b"{\\rtf")) and (known := no_list(raw, name)) is not None:
        raise Unreadable([known])


def of_text(text: str, name: str, format_name: str | None = None) -> Detected:
    """The same of a text as its program wrote it; in the format that is asked for, or by its signs."""
    _counted(text, name)  # of a page there are as many as it shows
    source = Source(text)
    game = editions.of_text(source, name)
    return Detected(format_name or _text_format(source, name), source=source, game=game)


def text_in(raw: bytes, name: str) -> str | None:
    """The text of a list that is one; None for the trees of roster files and for what is no text."""
    head = raw[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith((b"PK", b"{")) or (_MARKUP.match(head) and not paste.is_page(head)):
        return None
    try:
        return paste.restored(decode(raw, name))
    except Unreadable:
        return None


def decode(raw: bytes, name: str) -> str:
    """Text, or the sentence that says why it is none."""
    if len(raw) > MAX_TEXT:
        args = {"size": f"{len(raw) / 1e6:.1f}", "limit": f"{MAX_TEXT / 1e6:.0f}"}
        raise Unreadable([Problem(key="too_large", args=args, file=name)])
    text = text_of(raw)
    if text is None:
        if (known := no_list(raw, name)) is not None:
            raise Unreadable([known])
        if b"\0" in raw or raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise Unreadable([Problem(key="not_text", file=name)])
        line, column = first_wrong(raw)
        raise Unreadable([Problem(key="not_utf8", file=name, line=line, column=column)])
    if not text.strip():
        raise Unreadable([Problem(key="empty", file=name, line=1, column=1)])
    _counted(text, name)
    return text


def _counted(text: str, name: str) -> None:
    lines = text.count("\n") + text.count("\r")
    if lines > MAX_LINES:
        raise Unreadable([Problem(key="too_many_lines", args={"count": lines, "limit": MAX_LINES}, file=name)])


def _tree(raw: bytes, name: str, zipped: bool) -> Detected:
    if raw[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _json(raw, name)
    tree = trees.from_xml(raw, name)
    game = editions.of_tree(tree, name)
    writer = "newrecruit" if "newrecruit" in tree.written_by.casefold() else "battlescribe"
    return Detected(f"{writer}-{'rosz' if zipped else 'ros'}", tree=tree, game=game)


def _json(raw: bytes, name: str, shared: bool = False) -> Detected:
    if rosterizer.SIGN in raw[:4000] and b'"roster"' not in raw and len(raw) <= trees.MAX_UNPACKED:
        tree = rosterizer.tree(raw.removeprefix(b"\xef\xbb\xbf"), name)
        return Detected("rosterizer-json", tree=tree, game=editions.of_tree(tree, name))
    tree = trees.from_json(raw, name)
    game = editions.of_tree(tree, name)
    if "list forge" in tree.written_by.casefold():
        return Detected("listforge-share" if shared else "listforge-json", tree=tree, game=game)
    return Detected("newrecruit-json", tree=tree, game=game)


def _text_format(source: Source, name: str) -> str:
    written = source.written
    if not written:
        raise Unreadable([Problem(key="empty", file=name, line=1, column=1)])
    folded = [fold(line.words) for line in written]
    return (
        _by_footer(folded)
        or _by_regiments(folded)
        or _by_fence(source, folded)
        or _by_shape(source, folded)
        or _nothing(source, name)
    )


def _nothing(source: Source, name: str) -> str:
    link = next((line for line in source.written if "newrecruit.eu/app/list/" in line.words), None)
    if link:
        raise Unreadable([Problem(key="link_holds_no_list", file=name, line=link.number)])
    raise Unreadable([Problem(key="no_list_found", file=name)])


_SIGNED = (  # what a line begins with -> format
    ("created with sigdex", "sigdex-text"),
    ("generated by listbot", "listbot-text"),
    ("created with scrollcaster", "scrollcaster-text"),
    ("created with new recruit", "nr-aos-text"),
    ("created with warhammer age of sigmar", "aos-app-text"),
)


def _by_footer(folded: list[str]) -> str | None:
    for sign, found in _SIGNED:
        if any(line.startswith(sign) for line in folded):
            return found
    return None


def _by_regiments(folded: list[str]) -> str | None:
    """A list of regiments whose footer is lost."""
    if any(line.startswith("grand alliance ") and "|" in line for line in folded):
        return "aos-app-text"
    titles = phrases.phrases()["regiments"]["general"]
    starts = tuple(fold(title) for title in titles)
    if any(line.strip(":. -=~*#_") in starts for line in folded):
        return "aos-app-text"
    if any(line.strip(":. -=~*#_") in ("regiment 1", "regiment 2") for line in folded):
        return "aos-app-text"
    for place, line in enumerate(folded):
        near = folded[place + 1 : place + 14]
        if _AOS_TOTAL.fullmatch(line[-80:]) and any(each.startswith("regiment 1") for each in near):
            return "aos-app-text"
    if any(re.fullmatch(r"\d+ drops?", line) for line in folded) and any(line.startswith("[") for line in folded):
        return "listbot-text"
    return None


def _by_fence(source: Source, folded: list[str]) -> str | None:
    if any(line.startswith("++ army roster ++") for line in folded):
        return "nr-simple"
    if any(_BRACKET.fullmatch(line.words) for line in source.written):
        french = any(
            ("point" in line and "armee" in line) or line.startswith("nom d") or "detachement" in line for line in folded
        )
        return "bracket-fr-text" if french else "bracket-en-text"
    if not any(line.startswith("+") and line.lstrip("+ ").startswith(_FACTION) for line in folded) and not any(
        line.startswith(_FACTION[0]) for line in folded
    ):
        return None
    body = [line for line in source.written if not line.words.startswith(("+", "&"))]
    loadouts = any(_LOADOUT.fullmatch(line.words) for line in body)
    pointed = [line for line in body if not line.bullet and ROUND_WORD.search(line.words)]
    if any(_COMPACT.fullmatch(line.words) for line in pointed):
        return "nr-wtc-compact"
    if not loadouts:
        return "nr-gw-text"
    sections = any(phrases.is_section(line.words) for line in body)
    listed = any(line.bullet and ": " in line.words and re.match(r"\d+x ", line.words, re.IGNORECASE) for line in body)
    return "nr-wtc-compact" if listed or not sections else "nr-wtc-full"


def list_forge_head(source: Source) -> SourceLine | None:
    """`name - faction - detachment (N Points)`, with roles that end in a colon below it."""
    written = source.written
    for place, line in enumerate(written[:10]):
        if line.words.count(" - ") >= 2 and ROUND_WORD.search(line.words[-24:]) and not line.bullet:
            roles = any(each.words.endswith(":") and phrases.is_section(each.words) for each in written[place + 1 :])
            return line if roles else None
    return None


def _by_shape(source: Source, folded: list[str]) -> str | None:
    if list_forge_head(source) is not None:
        return "listforge-text"
    if any("exported with battlebase" in line for line in folded):
        return "battlebase-text"
    if any("created with warorgan" in line for line in folded):
        return "warorgan-text"
    if any(ROUND_WORD.search(line.words) for line in source.written):
        return "gw-app-text" if _indented(source) else "gw-app-text-flat"
    if sum(bool(SQUARE.search(line.words)) for line in source.written) > 1:
        return "nr-simple" if any(line.heading for line in source.written) else "warorgan-text"
    return None


def _indented(source: Source) -> bool:
    """Whether the lines under units still stand further in than the units."""
    items = [line for line in source.written if re.match(r"\d+\s?[x×]\s?\D", line.words)]
    deeper = sum(line.indent > 0 for line in items)
    return deeper * 2 > len(items) if items else any(line.indent and line.bullet for line in source.written)
