"""Compare English names by their sound with what people write in kana.

A name without a Japanese translation is found by its sound: `イモータル` finds Immortals. Both are
turned into one form: kana by their romaji, English names by rules of spelling, so that no names are
listed here. The form only has sounds that both kinds of writing keep. A name is found if its
consonants agree; the vowels decide the order.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from listbuilder.i18n import kana
from listbuilder.model.base import fold

LEAST_SOUNDS = 2  # consonants that must agree; one alone is chance
LEAST_LIKENESS = 0.55  # of 1, of the vowels too
SHORT = 3  # a form of as few consonants needs more
LIKENESS_OF_SHORT = 0.7

# From the spelling to the sound, in this order. What English reads in several ways is written as
# kana most often are.
_RULES: tuple[tuple[str, str], ...] = (
    (r"\bkn|\bgn", "n"),
    (r"\bwr|\brh", "r"),
    (r"\bpsych", "saik"),
    (r"\bps", "s"),
    (r"\bof\b", "ov"),
    (r"kh", "k"),
    (r"(?<=[bcdfgjklmnprstvz])ed\b", "d"),
    (r"\bx", "z"),
    (r"mb\b", "m"),
    (r"tch", "ch"),
    (r"sch", "sk"),
    (r"ch(?=[rl]|aos|oir|aera|imer)", "k"),
    (r"eigh", "ei"),
    (r"igh", "ai"),
    (r"(?<=[aeou])ugh(?=t)", "u"),
    (r"gh(?=[aeiou])", "g"),
    (r"gh", ""),
    (r"dg(?=e)", "j"),
    (r"(?<=[nlr])g(?=e)", "j"),
    (r"[ts]ion|cian|tian", "shon"),
    (r"ture\b", "cha"),
    (r"ph", "f"),
    (r"ck|cq|cc(?=[aou])", "k"),
    (r"sc(?=[eiy])", "s"),
    (r"c(?=[eiy])", "s"),
    (r"ce\b", "s"),
    (r"sh", "sh"),
    (r"c(?!h)", "k"),
    (r"qu", "kw"),
    (r"q", "k"),
    (r"x", "ks"),
    (r"th", "s"),
    (r"wh", "w"),
    (r"ee|ea|ie(?=[^ ])", "i"),
    (r"oo", "u"),
    (r"ou|ow", "au"),
    (r"ay|ai|ey", "ei"),
    (r"au|aw", "o"),
    (r"oa", "o"),
    (r"ew|ue\b", "u"),
    (r"a([bdgkmnpstvz])e(?=s?\b)", r"ei\1"),
    (r"i([bdgkmnpstvzlr])e(?=s?\b)", r"ai\1"),
    (r"o([bdgkmnpstvzlr])e(?=s?\b)", r"o\1"),
    (r"u([bdgkmnpstvzlr])e(?=s?\b)", r"u\1"),
    (r"(?<=[aeiou])y", "i"),
    (r"y(?![aeiou])", "i"),
    (r"(?<=[a-z][^aeiou\W])e(?=s?\b)", ""),
    (r"(.)\1", r"\1"),
    (r"er(?=s?\b)", "a"),
    (r"(?<=[aeiou])r(?![aeiou])", ""),
    (r"n(?=[pbm])|m(?=[pb])", "n"),
    (r"ng\b", "ngu"),
    (r"[^a-z ]", ""),
)
_COMPILED = [(re.compile(pattern), sound) for pattern, sound in _RULES]
# after a consonant that stands alone kana write a vowel
_EPENTHESIS = re.compile(r"([bcdfghjklmprstvwz])(?![aeioyhw])")
_CLASSES = (
    ("sh", "s"),
    ("ch", "t"),
    ("ts", "t"),
    ("dz", "s"),
    ("j", "s"),
    ("z", "s"),
    ("l", "r"),
    ("v", "b"),
    ("f", "h"),
    ("w", ""),
    ("y", ""),
    ("'", ""),
)
_VOWELS = re.compile(r"[aeiou]+")
_DOUBLED = re.compile(r"([^aeiou])\1+")


@lru_cache(maxsize=16384)
def _spell_words_by_sound(name: str) -> tuple[str, ...]:
    """Return each word of an English name as romaji of the kana that people write for it."""
    text = fold(name).replace("'", "").replace("-", " ")
    for pattern, sound in _COMPILED:
        text = pattern.sub(sound, text)
    words = []
    for word in text.split():
        spelled = re.sub(r"([td])(?![aeiouyhs])", r"\1o", word)
        words.append(_EPENTHESIS.sub(r"\1u", spelled))
    return tuple(words)


@cache
def _make_skeleton(romaji: str) -> str:
    """Return the consonants of a text in romaji, similar ones written as the same letter.

    A vowel at the beginning counts too, as `a`.
    """
    text = romaji
    for sound, same in _CLASSES:
        text = text.replace(sound, same)
    text = text.replace("mb", "nb").replace("mp", "np")
    begins = "a" if text[:1] in "aeiou" else ""
    return begins + _DOUBLED.sub(r"\1", _VOWELS.sub("", text))


@lru_cache(maxsize=16384)
def list_sounds(name: str) -> tuple[tuple[str, str], ...]:
    """Return (consonants, romaji) of an English name, from each of its words to the end."""
    words = _spell_words_by_sound(name)
    tails = ["".join(words[place:]) for place in range(len(words))]
    return tuple((_make_skeleton(tail), tail) for tail in tails)


def score_sound(query: str, name: str) -> float:
    """Return how well an English `name` sounds like the kana `query`, from 0 to 1; 0 if it doesn't.

    The name is compared from the beginning of each of its words.
    """
    from rapidfuzz.distance.Indel import normalized_similarity

    heard = kana.convert_to_romaji(query.replace(" ", ""))
    wanted = _make_skeleton(heard)
    if len(wanted) < LEAST_SOUNDS:
        return 0.0
    best = 0.0
    for place, (skeleton, romaji) in enumerate(list_sounds(name)):
        likeness = 0.0
        if skeleton.startswith(wanted):
            likeness = 0.5
        elif len(wanted) > SHORT:
            part = normalized_similarity(wanted, skeleton[: len(wanted)])
            likeness = 0.5 * part if part > 0.74 else 0.0
        if not likeness:
            continue
        vowels = max(
            normalized_similarity(heard, romaji[: len(heard) + more]) for more in (-1, 0, 1, 2)
        )
        likeness += 0.5 * vowels - (0.02 if place else 0.0)
        best = max(best, likeness)
    least = LIKENESS_OF_SHORT if len(wanted) <= SHORT else LEAST_LIKENESS
    return best if best >= least else 0.0
