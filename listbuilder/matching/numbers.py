"""The points and counts of a list, as people write them."""

from __future__ import annotations

import re
from functools import lru_cache

from listbuilder.model.limits import MAX_DIGITS, MAX_NUMBER

# (95 points) (1,995 Pts) (+15 pts) [110pts]; the words for points are few and alike in the
# languages seen
POINTS_WORD = (  # a group, to be used in other patterns
    r"(?:points?|pts?|punkte|puntos|ptos|punti|punkt(?:y|ów|ow)|pkte?|pontos|очк(?:ов|и|о|а)|очк|"
    r"포인트|점|ポイント|点)"
)
_NUMBER = r"\d{1,3}(?:[ ,.]\d{3})+|\d{1,6}"
NUMBER = re.compile(rf"(?<!\d)(?:{_NUMBER})(?!\d)")
# Whatever is skipped is skipped once (*+): no number of spaces is looked at twice. Each begins with
# its bracket.
ROUND = re.compile(
    rf"\(\s*+(\+?)\s*+({_NUMBER})\s*+{POINTS_WORD}?\.?\s*+(?:limit)?\s*+\)", re.IGNORECASE
)
ROUND_WORD = re.compile(
    rf"\(\s*+(\+?)\s*+({_NUMBER})\s*+{POINTS_WORD}\.?\s*+(?:limit)?\s*+\)", re.IGNORECASE
)
SQUARE = re.compile(rf"\[\s*+(\+?)\s*+({_NUMBER})\s*+{POINTS_WORD}\.?\s*+\]", re.IGNORECASE)
COUNT = re.compile(
    r"(\d{1,4})\s?[x×]\s*(?=\D)|(\d{1,4})\s?[x×]\s+|[x×](\d{1,3})\s+(?=[^\W\d])", re.IGNORECASE
)
_COUNTED = re.compile(r"(?:^|[\s(\[:,;])\d{1,3}\s?[x×]\s?[^\W\d]", re.IGNORECASE)
BARE_COUNT = re.compile(r"(\d{1,4})\s+(?=[^\W\d])")
_THOUSAND = 1000


def parse_number(text: str) -> int:
    """Return the number written in `text`, whatever separates its thousands.

    It is at most MAX_NUMBER, however many digits there are; 0 without digits.
    """
    digits = "".join(c for c in text if c.isdecimal() and c.isascii()).lstrip("0")
    return int(digits or 0) if len(digits) <= MAX_DIGITS else MAX_NUMBER


def parse_limit(number: str | None, kilo: str | None) -> int:
    """Return the points of a limit: `number` as `2,000`, or `kilo` as the `1.5` of `1.5k`."""
    if kilo:
        return round(float(kilo.replace(",", ".")) * _THOUSAND)
    return parse_number(number or "")


def split_last_bracket(
    words: str, pattern: re.Pattern[str] = ROUND_WORD
) -> tuple[str, int, str, bool] | None:
    """Return (text before, points, text after, is it "+N") of the last bracket, or None.

    Only brackets with points in them count. `pattern` is the kind of bracket. None: no bracket in
    `words` has points. The search goes from the end, pair by pair, so a text full of brackets that
    are never closed or never opened is gone through only once.
    """
    opening, closing = ("[", "]") if pattern is SQUARE else ("(", ")")
    end = words.rfind(closing)
    while (start := words.rfind(opening, 0, max(end, 0))) >= 0:
        end = words.find(closing, start, end + 1)
        last = pattern.fullmatch(words, start, end + 1)
        if last is not None:
            before, after = words[:start].rstrip(), words[end + 1 :].strip()
            return before, parse_number(last[2]), after, bool(last[1])
        end = words.rfind(closing, 0, start)
    return None


@lru_cache(maxsize=4096)  # lists have lines in common
def split_count(words: str) -> tuple[int | None, str]:
    """Return the count at the beginning of `words` and the rest, or None for the count.

    `9x Trooper` gives (9, "Trooper"). Without a count, the rest is all of `words`. The result is
    cached, because lists have lines in common.
    """
    count_match = COUNT.match(words)
    if count_match is None:
        return None, words
    count = int(count_match[1] or count_match[2] or count_match[3])
    return count, words[count_match.end() :].strip()


def has_count(words: str) -> bool:
    """Return whether the line `words` has a count with something after it, as in 3x Trooper."""
    return bool(_COUNTED.search(words))


def find_prices(words: str) -> list[int]:
    """Return the points in brackets on the line `words`, in order; `+N` is included as N."""
    matches = sorted(
        (*ROUND_WORD.finditer(words), *SQUARE.finditer(words)), key=lambda price: price.start()
    )
    return [parse_number(price[2]) for price in matches]


def has_price(words: str) -> bool:
    """Return whether the line `words` has points in brackets."""
    return bool(ROUND_WORD.search(words) or SQUARE.search(words))
