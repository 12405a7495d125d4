"""What people do to a list beside pasting it: they send it, quote it, mark it up, type it again, leave out and put in order.

What has to stay the same is the whole outcome, unless KEPT says otherwise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import count, pairwise

from listbuilder.matching import phrases
from tools.mutations.ways import PRICE, Way, each_line, is_unit, text_way, wrapped_at

Block = list[str]

_ITEM = re.compile(r"^(\s*)([•◦▪*-]) ?(?=[^\s-])")
_ALONE = re.compile(r"^(\s*[•◦▪*-] ?)(\d{1,3})x ([^,:()\n]+)$", re.MULTILINE)
_TOTAL = re.compile(
    r"^(?:\+ )?(?:TOTAL ARMY POINTS|Army Points|Points d'armée|Total(?: points)?|Points)\s?:.*\n",
    re.MULTILINE | re.IGNORECASE,
)
_OF_LIMIT = re.compile(r"\d[\d,.]{2,6} ?/ ?\d[\d,.]{2,6} ?(?:pts|points)", re.IGNORECASE)
_PLAIN_NUMBER = re.compile(r"(?<=[(\[ ])([12])(\d{3})(?= ?(?:points|pts))", re.IGNORECASE)
_SPELT = {
    "armour": "armor", "honour": "honor", "grey": "gray", "sabre": "saber", "defence": "defense", "colour": "color",
    "centre": "center", "plough": "plow", "vapour": "vapor", "valour": "valor", "mould": "mold", "sceptre": "scepter",
}  # fmt: skip
_LOOKS = str.maketrans({"1": "l", "0": "O"})


def _heads(change: Callable[[re.Match[str], int], str]) -> Way:
    """Each line that is a unit with its points, with the number it is."""

    def changed(text: str) -> str:
        numbers = count(1)
        return PRICE.sub(
            lambda found: change(found, next(numbers)) if is_unit(text, found) else found[0], text
        )

    return text_way(changed)


def points(found: re.Match[str]) -> str:
    return found[2].strip()


def _listed(mark: Callable[[int], str]) -> Way:
    """Bullets counted through under each unit."""

    def changed(text: str) -> str:
        place, made = 0, []
        for line in text.split("\n"):
            found = _ITEM.match(line)
            place = place + 1 if found else 0
            made.append(f"{found[1]}{mark(place)} {line[found.end() :]}" if found else line)
        return "\n".join(made)

    return text_way(changed)


def _roman(number: int) -> str:
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def _sections(lines: Block) -> tuple[Block, list[Block]]:
    """What stands above the first title, and each title with what is below it."""
    starts = [place for place, line in enumerate(lines) if _is_title(line)]
    bounds = [*starts, len(lines)]
    return lines[: bounds[0]], [lines[start:end] for start, end in pairwise(bounds)]


def _is_title(line: str) -> bool:
    return not line[:1].isspace() and (
        phrases.is_section(line.strip(" #*")) or _opens_regiment(line)
    )


def _opens_regiment(line: str) -> bool:
    return bool(
        re.fullmatch(
            r"(?:General['’]?s Regiment|Regiment \d{1,2}|Regiments of Renown|Auxiliary Units)[ :]*",
            line,
        )
    )


def _without_end(lines: Block) -> tuple[Block, Block]:
    """The list and its signature."""
    end = next(
        (
            place
            for place, line in enumerate(lines)
            if phrases.is_footer(line) and place > len(lines) // 2
        ),
        len(lines),
    )
    return lines[:end], lines[end:]


def _sections_reversed(text: str) -> str:
    lines, end = _without_end(text.split("\n"))
    above, sections = _sections(lines)
    return "\n".join([*above, *(line for section in reversed(sections) for line in section), *end])


def _units_reversed(text: str) -> str:
    """Within each section; who is attached to whom, and who leads a regiment, stays where it is."""
    lines, end = _without_end(text.split("\n"))
    above, sections = _sections(lines)
    made = list(above)
    for section in sections:
        title, blocks = section[:1], list(_units(section[1:]))
        kept = phrases.is_attached(title[0].strip()) or _opens_regiment(title[0])
        made += title + [line for block in (blocks if kept else reversed(blocks)) for line in block]
    return "\n".join([*made, *end])


def _units(lines: Block) -> Iterator[Block]:
    """Each unit with what is under it; blank lines before the first stay there."""
    block: Block = []
    for line in lines:
        if PRICE.match(line) and any(each.strip() for each in block):
            yield block
            block = []
        block.append(line)
    yield block


def _together(text: str) -> str:
    """Units with nothing under them, two on a line."""
    lines: Block = []
    for line in text.split("\n"):
        found, above = PRICE.match(line), PRICE.match(lines[-1]) if lines else None
        if (
            found
            and above
            and is_unit(text, found, whole=False)
            and is_unit(text, above, whole=False)
        ):
            lines[-1] += f", {line}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _behind(text: str) -> str:
    """`Captain (85 points): 1x A, 1x B`: a unit and all it has on one line, where all of that has bullets."""
    made: Block = []
    lines = text.split("\n")
    place = 0
    while place < len(lines):
        line, end = lines[place], place + 1
        while end < len(lines) and _ITEM.match(lines[end]):
            end += 1
        found = PRICE.match(line)
        listed = [_ITEM.sub("", each).strip() for each in lines[place + 1 : end]]
        alone = end == len(lines) or not (lines[end][:1].isspace() or lines[end][:1].isdigit())
        plain = alone and not any(", " in each for each in listed)
        if found and listed and plain and is_unit(text, found, whole=False):
            made.append(f"{line}: {', '.join(listed)}")
            place = end
        else:
            made.append(line)
            place += 1
    return "\n".join(made)


def _without_total(text: str) -> str:
    """The title without its points, and no line that says them."""
    text = _OF_LIMIT.sub("", _TOTAL.sub("", text))
    first = PRICE.search(text)
    if (
        first
        and not is_unit(text, first)
        and "force" not in first[1].casefold()
        and first.start() < 200
    ):
        text = text[: first.start()] + first[1] + text[first.end() :]
    return text


def _american(text: str) -> str:
    for british, american in _SPELT.items():
        for one, other in (
            (british, american),
            (british.capitalize(), american.capitalize()),
            (british.upper(), american.upper()),
        ):
            text = text.replace(one, other)
    return text


def _plural(found: re.Match[str], _: int) -> str:
    name = found[1]
    return found[0] if name.endswith(("s", ")", "]")) else f"{name}s{found[0][len(name) :]}"


def _singular(found: re.Match[str], _: int) -> str:
    name = found[1]
    cut = name[:-1] if name.endswith("s") and not name.endswith(("ss", "us", "is", "ous")) else name
    return f"{cut}{found[0][len(name) :]}"


def _row(line: str) -> str:
    found = PRICE.match(line)
    return f"| {found[1]} | {points(found)} |" if found else f"| {line} | |"


def _cut(share: float) -> Way:
    return text_way(
        lambda text: "\n".join(text.splitlines()[: int(len(text.splitlines()) * share)]) + "\n"
    )


def _no_accents(text: str) -> str:
    return "".join(
        each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each)
    )


MAIL = "From: Player <player@example.org>\nSent: Friday, 8 May 2026 18:03\nTo: Organiser\nSubject: My list for Saturday\n\n"
SIGNATURE = "\n\nBest regards\nPlayer\n\n--\nSent from my phone\n"
DISCORD = "Player — Yesterday at 21:47\nlist for <t:1778860800:R>:\n"

COPYING: dict[str, Way] = {
    "wrapped at 40": text_way(lambda text: wrapped_at(text, 40)),
    "wrapped at 72": text_way(lambda text: wrapped_at(text, 72)),
    "Roman bullets": _listed(lambda place: f"{_roman(place).lower()}."),
    "lettered bullets": _listed(lambda place: f"{chr(96 + (place - 1) % 26 + 1)})"),
    "numbered bullets": _listed(lambda place: f"{place})"),
    "Roman units": _heads(lambda found, number: f"{_roman(number)}. {found[0]}"),
    "bulleted units": _heads(lambda found, _: f"- {found[0]}"),
    "sections in another order": text_way(_sections_reversed),
    "units in another order": text_way(_units_reversed),
    "two units on a line": text_way(_together),
    "items behind their unit": text_way(_behind),
    "total lost": text_way(_without_total),
    "points of each third unit lost": _heads(
        lambda found, number: found[0] if number % 3 else found[1]
    ),
    "bare numbers in brackets": _heads(lambda found, _: f"{found[1]} ({points(found)})"),
    "points in square brackets": _heads(lambda found, _: f"{found[1]} [{points(found)} pts]"),
    "points behind a colon": _heads(lambda found, _: f"{found[1]}: {points(found)} pts"),
    "points behind a comma": _heads(lambda found, _: f"{found[1]}, {points(found)}pts"),
    "points behind dots": _heads(lambda found, _: f"{found[1]} ..... {points(found)} pts"),
    "points behind a tab": _heads(lambda found, _: f"{found[1]}\t{points(found)} pts"),
    "no space before points": _heads(lambda found, _: f"{found[1]}({points(found)}pts)"),
    "thousands with a comma": text_way(lambda text: _PLAIN_NUMBER.sub(r"\1,\2", text)),
    "thousands with a dot": text_way(lambda text: _PLAIN_NUMBER.sub(r"\1.\2", text)),
    "thousands with a space": text_way(lambda text: _PLAIN_NUMBER.sub("\\1\u202f\\2", text)),
    "x10 behind": text_way(
        lambda text: re.sub(
            r"^(\s*[•◦▪*-] ?)(\d{1,3})x ([^,:()\n]+)$", r"\1\3 x\2", text, flags=re.MULTILINE
        )
    ),
    "x5 for 5x": text_way(
        lambda text: re.sub(r"(?<![\w.,])(\d{1,3})x (?=[A-Za-z])", r"x\1 ", text)
    ),
    "5 for 5x": text_way(
        lambda text: re.sub(
            r"^(\s*[•◦▪*-] ?\d{1,3})x (?=[A-Za-z])", r"\1 ", text, flags=re.MULTILINE
        )
    ),
    "l and O for 1 and 0": text_way(
        lambda text: re.sub(
            r"(?<![\w.,])\d{1,3}(?=x [A-Za-z])", lambda found: found[0].translate(_LOOKS), text
        )
    ),
    "smart dashes": text_way(
        lambda text: re.sub(
            r"(?<=\w)-(?=\w)", "\u2011", text.replace(" - ", " – ").replace("...", "…")
        )
    ),
    "accents lost": text_way(_no_accents),
    "accents apart": text_way(lambda text: unicodedata.normalize("NFD", text)),
    "ligatures": text_way(lambda text: text.replace("fi", "ﬁ").replace("fl", "ﬂ")),
    "American spelling": text_way(_american),
    "units in the plural": _heads(_plural),
    "units in the singular": _heads(_singular),
    "quoted twice": each_line(lambda line: f">> {line}"),
    "a mail": text_way(lambda text: MAIL + text + SIGNATURE),
    "a chat's stamp": text_way(lambda text: f"[12/05/2026, 18:03:22] Player: {text}"),
    "Discord": text_way(lambda text: f"{DISCORD}{text}\n(edited)\n"),
    "spoilers": text_way(lambda text: f"||{text.strip()}||\n"),
    "emoji codes": _heads(lambda found, _: f"{found[0]} :skull:"),
    "italics": each_line(lambda line: re.sub(r"^(\s*)([^+\s•◦*#-].*)$", r"\1*\2*", line)),
    "underscores": each_line(lambda line: re.sub(r"^(\s*)([^+\s•◦*#-].*)$", r"\1_\2_", line)),
    "units struck bold": _heads(lambda found, _: f"**{found[1]}** ({points(found)} pts)"),
    "units as headings": _heads(lambda found, _: f"### {found[0]}"),
    "code with a language": text_way(lambda text: f"```text\n{text}\n```\n"),
    "code in each line": each_line(lambda line: f"`{line}`"),
    "a table of Markdown": text_way(
        lambda text: "| Unit | Points |\n|---|---|\n" + "\n".join(map(_row, text.splitlines()))
    ),
    "line separators": text_way(lambda text: text.replace("\n", "\u2028")),
    "page breaks": text_way(lambda text: text.replace("\n\n", "\n\f\n")),
    "breaks written out": text_way(lambda text: text.replace("\n", "\\n")),
    "its first half": _cut(0.5),
    "its first three quarters": _cut(0.75),
}
KEPT = {
    "its first half": "not legal",
    "its first three quarters": "not legal",
    "sections in another order": "order",
    "units in another order": "order",
}
