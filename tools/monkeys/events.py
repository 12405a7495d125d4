"""What a monkey does: keys, clicks, the wheel, pastes and new window sizes, drawn from a seed.

An event is one word, so that a failing run can be printed, shortened and repeated: `key:tab`, `click:12,5`, `double:12,5`,
`wheel:12,5,1`, `size:80x24`, `paste:2`, `look`. With a `~` in front it is sent without waiting for the one before.
"""

from __future__ import annotations

import random

import msgspec

SIZES = ((80, 24), (120, 40), (200, 60))
LANGS = ("en", "ja", "zh")
HOME, WIZARD = "home", "wizard"
LISTS = (
    "40k-10e",
    "40k-11e",
    "aos",
    "combat-patrol",
    "combat-patrol-11e",
    "spearhead",
    "space-marine-heroes",
)  # folders of examples/
STARTS = (HOME, WIZARD, *LISTS)

_NAMED = (
    *(
        "up",
        "down",
        "left",
        "right",
        "pageup",
        "pagedown",
        "home",
        "end",
        "enter",
        "escape",
        "tab",
        "shift+tab",
        "backspace",
    ),
    *(
        "delete",
        "insert",
        "space",
        "shift+up",
        "shift+down",
        "ctrl+left",
        "ctrl+right",
        "ctrl+home",
        "ctrl+end",
    ),
    *(f"f{number}" for number in range(1, 13)),
    *(f"ctrl+{letter}" for letter in "abcdefghijklnoprstuvwxyz"),
    *(
        "plus",
        "minus",
        "equals_sign",
        "slash",
        "question_mark",
        "exclamation_mark",
        "greater_than_sign",
        "less_than_sign",
    ),
    *(
        "full_stop",
        "comma",
        "left_parenthesis",
        "quotation_mark",
        "number_sign",
        "ctrl+underscore",
        "ctrl+at",
    ),
)
_LETTERS = (*"abcdefghijklmnopqrstuvwxyz", *"ACDEFGIJKLMRSTU", *"0123456789", *"éßスボ战ー")
_OFTEN = ("down", "up", "enter", "escape", "tab", "right", "left", "backspace", "a", "e", "n")
_WINDOWS = (
    (60, 16),
    (61, 17),
    (50, 12),
    (80, 24),
    (109, 30),
    (110, 30),
    (120, 40),
    (159, 44),
    (160, 50),
    (200, 60),
    (20, 5),
)
PASTES = (
    "Necrons",
    "one\ntwo\nthree",
    "\x1b[31mred\x1b[0m\u202e",
    "Spirit (2000 points)\n\nNecrons\nStrike Force (2000 points)\nAwakened Dynasty\n\nCHARACTERS\n\nOverlord (85 points)\n",
    "name: list\nunits: [",
)


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One monkey: where it begins, at which size, in which language, and the number its dice come from."""

    start: str
    size: tuple[int, int]
    seed: int
    count: int = 300

    @property
    def lang(self) -> str:
        return LANGS[self.seed % len(LANGS)]

    @property
    def name(self) -> str:
        return f"{self.start} {self.size[0]}x{self.size[1]} seed {self.seed} {self.lang}"

    def events(self) -> list[str]:
        """Return the events of this run; the same run always has the same ones."""
        dice = random.Random(f"{self.start} {self.size} {self.seed}")
        hasty = dice.random() * 0.6  # some monkeys wait for nothing, some see every screen
        return [("~" if dice.random() < hasty else "") + _event(dice) for _ in range(self.count)]


def _event(dice: random.Random) -> str:
    kind = dice.random()
    if kind < 0.01:
        width, height = dice.choice(_WINDOWS)
        return f"size:{width}x{height}"
    if kind < 0.02:
        return f"paste:{dice.randrange(len(PASTES))}"
    if kind < 0.14:
        place = f"{dice.randrange(200)},{dice.randrange(60)}"
        how = dice.choice(("click", "click", "double", "wheel"))
        return f"wheel:{place},{dice.choice((-1, 1))}" if how == "wheel" else f"{how}:{place}"
    if kind < 0.17:
        return "look"  # long enough for what is done a moment after a key
    return f"key:{dice.choice(dice.choice((_OFTEN, _NAMED, _LETTERS)))}"
