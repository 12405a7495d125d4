"""What happens to texts on their way: lines lost, swapped, doubled, squeezed, and letters that are not what they look like."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Lines = list[str]

NONSENSE = (
    "Qwolph",
    "Zibbertang",
    "Murnstacle",
    "Vroxelby",
    "Thimplegarn",
    "Oskweld",
    "Jubbernaut",
    "Flimwick",
    "Grozzard",
)
_NUMBER = re.compile(r"\d+")
_NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "7",
    "11",
    "999",
    "10000000",
    "9" * 20,
    "-1",
    "1.5",
    "1e9",
    "１０",
    "٣",
    "²",
    "½",
    "",
)
# Controls, marks of direction, spaces that are none, separators, letters of other scripts, the two halves of a pair apart.
STRANGE = (
    "\x1b[2J", "\x1b]52;c;ZXZpbA==\x07", "\x07", "\x08", "\x00", "\x85", "\x0b", "\x0c", "\r", "\x7f", "\x9b2J", "\t",
    "\u202e", "\u2066", "\u200f", "\u200b", "\u00a0", "\u3000", "\u2028", "\u2029", "\ufeff", "\ufffe", "\u0301",
    "\U000e0041", "💀", "💀\u200d", "戦", "а", "ｅ", "İ", "ß", "ﬁ", "'", '"', "`", "#", "%", "{", "}", "[", "]", "*", "&",
    "!", "|", ">", "\\", "=", ":", "- ", "[/b]",
)  # fmt: skip
_BULLETS = ("•", "◦", "-", "*", "–", "▪", "", "1)", ">", "#", "++", "  •")
_LOOKALIKES = str.maketrans({"a": "а", "e": "е", "o": "о", "c": "с", "p": "р", "x": "х", "i": "і"})


def nonsense(random: Random) -> str:
    """Words that are in no book."""
    return " ".join(random.sample(NONSENSE, 2))


def _place(lines: Lines, random: Random) -> int:
    return random.randrange(len(lines)) if lines else 0


def swap(lines: Lines, random: Random) -> None:
    a, b = _place(lines, random), _place(lines, random)
    lines[a], lines[b] = lines[b], lines[a]


def swap_next(lines: Lines, random: Random) -> None:
    a = _place(lines, random)
    b = min(a + 1, len(lines) - 1)
    lines[a], lines[b] = lines[b], lines[a]


def double(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    many = random.choice((1, 1, 1, 2, 5, 40))
    lines[at:at] = [lines[at]] * many


def double_block(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    block = lines[at : at + random.randint(2, 12)]
    to = _place(lines, random)
    lines[to:to] = block


def drop(lines: Lines, random: Random) -> None:
    del lines[_place(lines, random)]


def drop_block(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    del lines[at : at + random.randint(2, 10)]


def cut(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    lines[at:] = [lines[at][: random.randint(0, len(lines[at]))]]


def number(lines: Lines, random: Random) -> None:
    with_numbers = [place for place, line in enumerate(lines) if _NUMBER.search(line)]
    if not with_numbers:
        return
    at = random.choice(with_numbers)
    found = random.choice(list(_NUMBER.finditer(lines[at])))
    near = (
        [str(int(found[0]) + 1), str(max(0, int(found[0]) - 1))]
        if found[0].isascii() and len(found[0]) < 9
        else []
    )
    lines[at] = (
        lines[at][: found.start()]
        + random.choice((*near, *near, *_NUMBERS))
        + lines[at][found.end() :]
    )


def rename(lines: Lines, random: Random) -> None:
    """A word, or all that is said, is nonsense."""
    at = _place(lines, random)
    words = re.findall(r"[^\W\d]{3,}", lines[at])
    if words:
        whole = re.compile(r"[^\W\d][^\d\n(:\[]{2,}")
        lines[at] = (
            whole.sub(nonsense(random) + " ", lines[at], count=1)
            if random.random() < 0.5
            else lines[at].replace(random.choice(words), random.choice(NONSENSE), 1)
        )


def misspell(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    line = lines[at]
    if len(line) > 3:
        spot = random.randrange(len(line) - 1)
        swapped = line[:spot] + line[spot + 1] + line[spot] + line[spot + 2 :]
        lines[at] = random.choice(
            (swapped, line[:spot] + line[spot + 1 :], line[:spot] + line[spot] + line[spot:])
        )


def strange(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    spot = random.randint(0, len(lines[at]))
    lines[at] = lines[at][:spot] + random.choice(STRANGE) + lines[at][spot:]


def lookalikes(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    lines[at] = lines[at].translate(_LOOKALIKES)


def indent(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    lines[at] = (
        random.choice((" ", "  ", "    ", "\t", "\u00a0", "")) * random.randint(0, 3)
        + lines[at].lstrip()
    )


def flatten(lines: Lines, random: Random) -> None:
    lines[:] = [line.lstrip() for line in lines]


def letters(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    lines[at] = random.choice(
        (lines[at].upper(), lines[at].lower(), lines[at].title(), lines[at][::-1], lines[at] * 50)
    )


def join(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    lines[at : at + 2] = [random.choice(("", " ", ", ", " • ", "; ")).join(lines[at : at + 2])]


def split(lines: Lines, random: Random) -> None:
    at = _place(lines, random)
    spot = random.randint(0, len(lines[at]))
    lines[at : at + 1] = [lines[at][:spot], lines[at][spot:]]


def bullets(lines: Lines, random: Random) -> None:
    old = next(
        (line.lstrip()[0] for line in lines if line.lstrip()[:1] in "•◦-*" and line.strip()), None
    )
    new = random.choice(_BULLETS)
    if old:
        lines[:] = [
            line.replace(old, new, 1) if line.lstrip().startswith(old) else line for line in lines
        ]


def blank(lines: Lines, random: Random) -> None:
    kind = random.random()
    if kind < 0.3:
        lines[:] = [line for line in lines if line.strip()]
    elif kind < 0.6:
        lines[:] = [each for line in lines for each in (line, "")]
    else:
        lines.insert(
            _place(lines, random),
            random.choice(("", "   ", "-----", "=====", "```", "> ", "\u200b")),
        )


def quote(lines: Lines, random: Random) -> None:
    mark = random.choice(("> ", ">> ", "    ", "| ", "Ann: ", "[12:01] ", "**"))
    lines[:] = [mark + line for line in lines]


# What patterns and searches stumble over when it comes again and again: signs, numbers and what the readers look for.
_ATOMS = (
    *"1.x:;,-()[]&#=+/*_•|<>`~!?{}aD一", "&#", "9=", "x ", ": ", "- ", "1. ", "i. ", "&& ", "2x ", " 1", "(85 pts)", "[85 pts]",
    ", ", " and ", " with ", " (on ", "Char1: ", "Enhancement: ", "https://", "LB1:", "<b>", "</p>", "\\n",
    "2000 / 2000 pts", "Warlord", "İ", "ẞ", "ﬁ", "👩\u200d👧", "\u202e", "\u0301", "[85 pts] ", "999,", "Overlord", "<!--",
)  # fmt: skip
_SIZES = (700, 5_000, 20_000, 100_000, 300_000, 600_000)


def repeated(lines: Lines, random: Random) -> None:
    """One piece again and again: on a line of its own, at the end of one, below a bullet, or on thousands of lines."""
    piece = "".join(random.choice(_ATOMS) for _ in range(random.choice((1, 1, 2, 2, 3, 5))))
    size = random.choice(_SIZES)
    tail = random.choice(("", "", "x", ": x", " 1", ")", " (85 points)"))
    at = _place(lines, random)
    long = piece * max(1, size // len(piece.encode()))
    kind = random.random()
    if kind < 0.3:
        short = piece * max(1, random.choice((10, 60, 200)) // len(piece)) + tail
        lines[at:at] = [short] * min(size // len(short.encode()) + 1, 9_000)
    elif kind < 0.6:
        lines.insert(at, random.choice(("", "  • ", "1x ", "Char1: ")) + long + tail)
    else:
        lines[at : at + 1] = (
            [lines[at] + long + tail if kind < 0.8 else long + tail + lines[at]]
            if lines
            else [long]
        )


Operation = Callable[[Lines, Random], None]
OPERATIONS: tuple[Operation, ...] = (
    swap, swap_next, double, double_block, drop, drop_block, cut, number, number, number, rename, rename, misspell, strange,
    strange, lookalikes, indent, indent, flatten, letters, join, split, bullets, blank, quote,
)  # fmt: skip


def mutated(text: str, random: Random, others: list[str]) -> str:
    """A text after one or a few misfortunes; now and then a piece of another one comes in."""
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        if not lines:
            break
        if others and random.random() < 0.06:
            _splice(lines, random.choice(others).split("\n"), random)
        else:
            random.choice(OPERATIONS)(lines, random)
    return "\n".join(lines)


def _splice(lines: Lines, other: Lines, random: Random) -> None:
    at = _place(other, random)
    to = _place(lines, random)
    lines[to:to] = other[at : at + random.randint(1, 20)]


def to_bytes(text: str, random: Random) -> bytes:
    """As it may be stored: mostly UTF-8; sometimes another encoding, other line ends, or a byte that flipped."""
    kind = random.random()
    if kind < 0.04:
        text = text.replace("\n", random.choice(("\r\n", "\r", "\u2028")))
    raw = text.encode("utf-8", "surrogatepass")
    if kind < 0.85:
        return raw
    if kind < 0.88:
        return b"\xef\xbb\xbf" + raw
    if kind < 0.90:
        return text.encode(
            random.choice(("utf-16", "utf-16-le", "utf-32", "cp1252", "shift_jis")), "replace"
        )
    if kind < 0.97:
        return flipped(raw, random)
    return raw[: random.randint(0, len(raw))]


def flipped(raw: bytes, random: Random) -> bytes:
    """Some bytes are others."""
    found = bytearray(raw)
    for _ in range(random.choice((1, 1, 2, 8))):
        if found:
            at = random.randrange(len(found))
            found[at] = random.choice(
                (found[at] ^ (1 << random.randrange(8)), random.randrange(256), 0, 0xFF, 0x1B)
            )
    return bytes(found)
