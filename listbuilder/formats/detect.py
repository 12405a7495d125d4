"""Detect which program wrote a list.

The order of the tests is that of docs/formats.md; the first hit wins.
"""

from __future__ import annotations

import re

import msgspec

from listbuilder.data.decoding import decode_text, find_first_wrong_byte
from listbuilder.data.file_kinds import ZIP, make_no_list_problem
from listbuilder.formats import editions, rosterizer_tree, trees
from listbuilder.formats.clean import paste
from listbuilder.formats.clean.lines import mark_bare_counts
from listbuilder.formats.source import MAX_LINES, MAX_TEXT, Source, SourceLine
from listbuilder.formats.trees import Tree
from listbuilder.games.game import Game
from listbuilder.matching import phrases
from listbuilder.matching.list_language import find_list_language
from listbuilder.matching.numbers import POINTS_WORD, ROUND_WORD, SQUARE
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable

_SHARE = re.compile(r"(?:https?://\S{0,200}/listforge/)?(H4sI[A-Za-z0-9+/_=-]{20,})\s*", re.ASCII)
_FACTION = ("faction keyword", "factions used")  # in headers of New Recruit's texts, and the ATC's
_MARKUP = re.compile(rb"<[?!a-zA-Z]")
_GLUED = re.compile(r"-(?:\d{1,2} |\d{1,2} ?x |[^\W\d_])")  # -Fuseur, -4 Pistolet Inferno
_FEW = 3  # it takes as many lines to tell a manner from a chance
_LOADOUT = re.compile(r"\d{1,3} with .+", re.IGNORECASE)
_COMPACT = re.compile(rf".+\(\d{{1,5}} ?{POINTS_WORD}\.?\): ?.*", re.IGNORECASE)
_AOS_TOTAL = re.compile(r".*?\d[\d,.]{0,6} ?/ ?\d[\d,.]{0,6} ?(?:pts?|points)")
_BRACKET = re.compile(
    rf"[^\W\d][^\[\]]{{0,60}}?(?: \d{{1,2}} ?|\d{{1,2}} ): .+\[\d{{1,5}} ?{POINTS_WORD}\].*",
    re.IGNORECASE,
)


# Formats of programs that write counts as `5x`, and no bare number for anything else.
_WRITE_COUNTS = {"gw-app-text", "gw-app-text-flat", "listforge-text", "nr-gw-text", "nr-simple"}


class Detected(msgspec.Struct):
    """A format, and the list as that format's reader takes it: lines, or the tree of a file.

    Files of XML and JSON have trees. `game`: the one whose signs it bears.
    """

    format: str
    source: Source | None = None
    tree: Tree | None = None
    game: Game | None = None


def detect_format(raw: bytes, name: str) -> Detected:
    """Return the format of the list in `raw`, with its lines or tree and its game if known.

    `name` is the file's name for problems. Raises Unreadable if the file is no list, is damaged or
    dangerous, or is of another edition.
    """
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        problem = make_no_list_problem(raw, name)
        if problem is not None and problem.key != ZIP:
            raise Unreadable([problem])
        return _detect_xml(trees.extract_only_entry(raw, name), name, zipped=True)
    if raw.startswith((b"%PDF-", b"{\\rtf")):  # the bytes of these may all be letters
        problem = make_no_list_problem(raw, name)
        if problem is not None:
            raise Unreadable([problem])
    head = raw[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if _MARKUP.match(head) and not paste.is_page(head):
        return _detect_xml(raw, name, zipped=False)
    if head.startswith(b"{"):
        return _detect_json(raw, name)
    text = decode_list(raw, name)
    if len(text) < MAX_TEXT and "H4sI" in text[:300]:
        share = _SHARE.fullmatch(text.strip())
        if share:
            return _detect_json(trees.decode_link(share[1], name), name, shared=True)
    return detect_text(paste.restore_text(text), name)


def detect_text(text: str, name: str, format_name: str | None = None) -> Detected:
    """Return the format, lines and game of `text`, which is already cleaned of chat signs.

    `format_name` is the format to assume; if it is None, the format is told by the text's signs.
    Raises Unreadable if the text is too long, no list or of another edition.
    """
    _limit_lines(text, name)  # of a page there are as many as it shows
    source = Source(text)
    game = editions.find_game_of_text(source, name)
    form = format_name or _find_text_format(source, name)
    if form in _WRITE_COUNTS and (marked := mark_bare_counts(text)) != text:
        source = Source(marked)
        game = editions.find_game_of_text(source, name)
    return Detected(form, source=source, game=game)


def extract_list_text(raw: bytes, name: str) -> str | None:
    """Return the text in `raw`, cleaned of signs of chats and pages; None if it is no text.

    Archives, and roster files in XML or JSON, are no texts.
    """
    head = raw[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith((b"PK", b"{")) or (_MARKUP.match(head) and not paste.is_page(head)):
        return None
    try:
        return paste.restore_text(decode_list(raw, name))
    except Unreadable:
        return None


def decode_list(raw: bytes, name: str) -> str:
    """Return `raw` as text.

    Raises Unreadable with the reason if it is too large, empty, has too many lines or is no text.
    """
    if len(raw) > MAX_TEXT:
        args = {"size": f"{len(raw) / 1e6:.1f}", "limit": f"{MAX_TEXT / 1e6:.0f}"}
        raise Unreadable([Problem(key="too_large", args=args, file=name)])
    text = decode_text(raw)
    if text is None:
        if (problem := make_no_list_problem(raw, name)) is not None:
            raise Unreadable([problem])
        if b"\0" in raw or raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise Unreadable([Problem(key="not_text", file=name)])
        line, column = find_first_wrong_byte(raw)
        raise Unreadable([Problem(key="not_utf8", file=name, line=line, column=column)])
    if not text.strip():
        raise Unreadable([Problem(key="empty", file=name, line=1, column=1)])
    _limit_lines(text, name)
    return text


def _limit_lines(text: str, name: str) -> None:
    """Raise Unreadable if the text has more than `MAX_LINES` lines."""
    lines = text.count("\n") + text.count("\r")
    if lines > MAX_LINES:
        raise Unreadable(
            [Problem(key="too_many_lines", args={"count": lines, "limit": MAX_LINES}, file=name)]
        )


def _detect_xml(raw: bytes, name: str, zipped: bool) -> Detected:
    """Return the format of a roster file in XML, with its tree and game.

    `zipped` says that it comes from an archive. JSON from an archive is detected as JSON.
    """
    if raw[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _detect_json(raw, name)
    tree = trees.parse_xml(raw, name)
    game = editions.find_game_of_tree(tree, name)
    writer = "newrecruit" if "newrecruit" in tree.written_by.casefold() else "battlescribe"
    return Detected(f"{writer}-{'rosz' if zipped else 'ros'}", tree=tree, game=game)


def _detect_json(raw: bytes, name: str, shared: bool = False) -> Detected:
    """Return the format of a roster file in JSON, with its tree and game.

    `shared` says that it comes from a link.
    """
    if (
        rosterizer_tree.SIGN in raw[:4000]
        and b'"roster"' not in raw
        and len(raw) <= trees.MAX_UNPACKED
    ):
        tree = rosterizer_tree.parse_rosterizer(raw.removeprefix(b"\xef\xbb\xbf"), name)
        return Detected("rosterizer-json", tree=tree, game=editions.find_game_of_tree(tree, name))
    tree = trees.parse_json(raw, name)
    game = editions.find_game_of_tree(tree, name)
    if "list forge" in tree.written_by.casefold():
        return Detected("listforge-share" if shared else "listforge-json", tree=tree, game=game)
    return Detected("newrecruit-json", tree=tree, game=game)


def _find_text_format(source: Source, name: str) -> str:
    """Return the format of a text, told by its footer, regiments, fence or shape.

    A fence is a header between lines of plus signs. Raises Unreadable if the text is empty, is only
    a link, or has no sign of a format.
    """
    written = source.written_lines
    if not written:
        raise Unreadable([Problem(key="empty", file=name, line=1, column=1)])
    folded = [fold(line.words) for line in written]
    for sign, format_name in _SIGNED:
        if any(line.startswith(sign) for line in folded):
            return format_name
    found = (
        _find_format_by_regiments(folded)
        or _find_format_by_fence(source, folded)
        or _find_format_by_shape(source, folded)
    )
    if found:
        return found
    for line in written:
        if "newrecruit.eu/app/list/" in line.words:
            raise Unreadable([Problem(key="link_holds_no_list", file=name, line=line.number)])
    raise Unreadable([Problem(key="no_list_found", file=name)])


_SIGNED = (  # what a line begins with -> format
    ("created with sigdex", "sigdex-text"),
    ("generated by listbot", "listbot-text"),
    ("created with scrollcaster", "scrollcaster-text"),
    ("created with new recruit", "nr-aos-text"),
    ("created with warhammer age of sigmar", "aos-app-text"),
)


def _find_format_by_regiments(folded: list[str]) -> str | None:
    """Return the format of an Age of Sigmar list that has lost its footer, or None.

    It is told by headings of regiments, a line with the total above the season or a regiment, or a
    line with the drops. `folded` are the folded lines.
    """
    if any(line.startswith("grand alliance ") and "|" in line for line in folded):
        return "aos-app-text"
    titles = [fold(title) for title in phrases.load_phrases()["regiments"]["general"]]
    titles += ["regiment 1", "regiment 2"]
    if any(line.strip(":. -=~*#_") in titles for line in folded):
        return "aos-app-text"
    for place, line in enumerate(folded):
        if _AOS_TOTAL.fullmatch(line[-80:]):
            near = folded[place + 1 : place + 14]
            seasons = [words for words in phrases.get_words("season") if "handbook" in words]
            if any(line_below.startswith(("regiment 1", *seasons)) for line_below in near):
                return "aos-app-text"
    has_drops = any(re.fullmatch(r"\d+ drops?", line) for line in folded)
    if has_drops and any(line.startswith("[") for line in folded):
        return "listbot-text"
    return None


def _find_format_by_fence(source: Source, folded: list[str]) -> str | None:
    """Return the format of a text with a fenced header or prices in square brackets, or None.

    A fence is a header between lines of plus signs. `folded` are the folded lines.
    """
    if any(line.startswith("++ army roster ++") for line in folded):
        return "nr-simple"
    if any(_BRACKET.fullmatch(line.words) for line in source.written_lines):
        return "bracket-fr-text" if any(map(_is_french, folded)) else "bracket-en-text"
    if any(line.lstrip("+ ").startswith("detachment used") for line in folded) and (
        sum(_GLUED.match(line.words) is not None for line in source.written_lines) >= _FEW
    ):
        language = find_list_language(source.text)
        is_french = language is not None and language.code == "fr"
        return "bracket-fr-text" if is_french else "bracket-en-text"
    fenced = [line.lstrip("+ ") for line in folded if line.startswith("+")]
    has_faction = any(line.startswith(_FACTION) or _names_faction(line) for line in fenced)
    if not has_faction and not any(line.startswith(_FACTION[0]) for line in folded):
        return None
    body = [line for line in source.written_lines if not line.words.startswith(("+", "&"))]
    loadouts = any(_LOADOUT.fullmatch(line.words) for line in body)
    pointed = [line for line in body if not line.bullet and ROUND_WORD.search(line.words)]
    has_levels = len({line.indent for line in body if line.bullet}) > 1
    if not has_levels and any(_COMPACT.fullmatch(line.words) for line in pointed):
        return "nr-wtc-compact"
    if not loadouts:
        return "nr-gw-text"
    sections = any(phrases.is_section(line.words) for line in body)
    has_counted_bullets = any(
        line.bullet and ": " in line.words and re.match(r"\d+x ", line.words, re.IGNORECASE)
        for line in body
    )
    return "nr-wtc-compact" if has_counted_bullets or not sections else "nr-wtc-full"


def _names_faction(line: str) -> bool:
    """Return whether a folded line of a header names the faction, in whatever language."""
    label = phrases.split_label(line)
    kinds = phrases.get_group_by_word("fence")
    return label is not None and bool(label[1]) and kinds.get(label[0].strip()) == "faction"


def _is_french(line: str) -> bool:
    """Return whether a folded line of a header is French."""
    has_points = "point" in line and "armee" in line
    return has_points or line.startswith("nom d") or "detachement" in line


def find_list_forge_header(source: Source) -> SourceLine | None:
    """Return the header line of a text by List Forge, or None if the text has no such line.

    The line reads `name - faction - detachment (N Points)` and must be among the first ten. Below
    it, titles of roles must end in a colon.
    """
    written = source.written_lines
    for place, line in enumerate(written[:10]):
        if line.words.count(" - ") >= 2 and ROUND_WORD.search(line.words[-24:]) and not line.bullet:
            roles = any(
                line_below.words.endswith(":") and phrases.is_section(line_below.words)
                for line_below in written[place + 1 :]
            )
            return line if roles else None
    return None


def _find_format_by_shape(source: Source, folded: list[str]) -> str | None:
    """Return the format of a text by its header, the program's name or how prices are written.

    None if nothing fits.
    """
    if find_list_forge_header(source) is not None:
        return "listforge-text"
    if any("exported with battlebase" in line for line in folded):
        return "battlebase-text"
    if any("created with warorgan" in line for line in folded):
        return "warorgan-text"
    if any(ROUND_WORD.search(line.words) for line in source.written_lines):
        return "gw-app-text" if _is_indented(source) else "gw-app-text-flat"
    if sum(bool(SQUARE.search(line.words)) for line in source.written_lines) > 1:
        has_headings = any(line.heading for line in source.written_lines)
        return "nr-simple" if has_headings else "warorgan-text"
    return None


def _is_indented(source: Source) -> bool:
    """Return whether most counted lines are indented, so the text kept its indentation.

    Without counted lines, one indented bullet is enough.
    """
    items = [line for line in source.written_lines if re.match(r"\d+\s?[x×]\s?\D", line.words)]
    if not items:
        return any(line.indent and line.bullet for line in source.written_lines)
    deeper = sum(line.indent > 0 for line in items)
    return deeper * 2 > len(items)
