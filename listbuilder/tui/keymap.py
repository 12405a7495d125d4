"""The table of everything that a player can do in the builder: ids and keys.

It feeds the keys, the footer, the list of keys and the command palette. Labels are `action.<id>` in
words.yaml, and what each action does is in `tui/actions/by_id.py`; there are no widgets here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

Pane = Literal["army", "picker", "fields", "verdict"]
ARMY: tuple[Pane, ...] = ("army",)
# where a letter is a key and not typed into a search
LISTS: tuple[Pane, ...] = ("army", "fields", "verdict")


class Action(msgspec.Struct, frozen=True):
    """One action with its keys.

    `panes`: where its keys work; the command palette offers it everywhere. `footer`: the lower, the
    earlier it is shown.
    """

    id: str
    keys: tuple[str, ...] = ()
    panes: tuple[Pane, ...] = ("army", "picker", "fields", "verdict")
    footer: int = 99


ACTIONS: tuple[Action, ...] = (
    # units
    Action("add", ("a", "slash"), LISTS, 1),
    Action("edit", ("enter",), ARMY, 2),
    Action("remove", ("x", "delete"), ARMY, 3),
    Action("duplicate", ("d",), ("army", "fields"), 4),
    Action("more", ("plus", "equals_sign"), ("army", "fields"), 5),
    Action("fewer", ("minus",), ("army", "fields"), 6),
    Action("reinforce", ("r",), ("army", "fields"), 7),
    Action("warlord", ("w",), ("army", "fields"), 8),
    Action("enhancement", ("e",), ("army", "fields"), 9),
    Action("rename_unit", ("n",), ("army", "fields"), 12),
    Action("annotate", ("m",), ("army", "fields"), 13),
    Action("up", ("K", "shift+up"), ("army", "fields"), 14),
    Action("down", ("J", "shift+down"), ("army", "fields"), 15),
    Action("sheet", ("i", "f4"), ("army", "fields", "verdict"), 10),
    Action("lead", ("l",), ("army", "fields"), 21),
    Action("ride", ("t",), ("army", "fields"), 22),
    Action("wait", ("v",), ("army", "fields"), 23),
    Action("formations", ("f",), LISTS, 11),
    # picker
    Action("pick", ("enter",), ("picker",), 1),
    Action("why", ("ctrl+y",), ("picker",), 2),
    Action("fits", ("ctrl+b",), ("picker",), 3),
    Action("role", ("ctrl+g", "f5"), ("picker",), 4),
    Action("order", ("ctrl+t", "f6"), ("picker",), 4),
    Action("price", ("f7",), ("picker",), 5),
    Action("favourite", ("f8",), ("picker",), 5),
    Action("legends", ("ctrl+l",), ("picker",), 6),
    Action("sheet_offer", ("f4",), ("picker",), 4),
    Action("back", ("escape",), ("picker", "fields", "verdict"), 5),
    # fields
    Action("change", ("enter",), ("fields",), 1),
    Action("step", ("left", "right"), ("fields",), 2),
    Action("toggle", ("space",), ("fields",), 2),
    Action("clear", ("x", "delete", "backspace"), ("fields",), 3),
    Action("most", ("greater_than_sign", "full_stop", "less_than_sign", "comma"), ("fields",), 3),
    # and 1 to 3, where the field takes them
    Action("count", ("0", "4", "5", "6", "7", "8", "9"), ("fields",), 4),
    # verdict
    Action("follow", ("enter", "space"), ("verdict",), 1),
    Action("mend_here", ("right",), ("verdict",), 2),
    Action("rule", ("b", "f10"), ("verdict",), 3),
    Action("glance", ("A",), LISTS, 25),
    Action("find_unit", ("ctrl+f",), LISTS, 26),
    Action("loadouts", ("W",), LISTS, 27),
    Action("by_role", ("B",), LISTS, 28),
    Action("first_finding", ("exclamation_mark",), LISTS, 24),
    # the roster
    Action("undo", ("u", "ctrl+z"), footer=7),  # the letters are typed where there is a search
    Action("redo", ("U", "ctrl+r"), footer=20),
    Action("save", ("ctrl+s", "s"), footer=16),
    Action("save_as", ("S",), LISTS, 30),
    Action("roster", ("g",), LISTS, 31),
    Action("day", ("D",), LISTS, 37),
    Action("fill", ("F",), LISTS, 39),
    Action("mend", ("M",), LISTS, 38),
    Action("rename_file", ("R",), LISTS, 40),
    Action("copy", ("C",), LISTS, 41),
    Action("open", ("ctrl+o", "o"), footer=32),
    Action("new", ("ctrl+n",), footer=33),
    Action("home", ("H", "f12"), footer=43),
    Action("history", ("h",), LISTS, 34),
    Action("export", ("E",), LISTS, 35),
    Action("share", ("Q",), LISTS, 35),
    Action("import", ("I",), LISTS, 36),
    Action("text", ("y",), LISTS, 42),
    # the program
    Action("pane_army", ("1",), footer=50),
    Action("pane_middle", ("2", "f2"), footer=51),
    Action("pane_verdict", ("3", "f3"), footer=52),
    Action("language", ("L",), LISTS, 60),
    Action("theme", ("T",), LISTS, 61),
    Action("messages", ("N", "f9"), footer=62),
    Action("palette", ("ctrl+p",), footer=18),
    Action("help", ("f1", "question_mark"), footer=0),
    Action("quit", ("ctrl+q", "q"), footer=17),
)

BY_ID = {action.id: action for action in ACTIONS}

# Typed into a search where there is one; keys everywhere else.
_SHOWN = {
    "slash": "/",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "question_mark": "?",
    "enter": "⏎",
    "escape": "Esc",
    "delete": "Del",
    "backspace": "Bksp",
    "space": "Space",
    "greater_than_sign": ">",
    "full_stop": ".",
    "less_than_sign": "<",
    "comma": ",",
    "exclamation_mark": "!",
    "left": "←",
    "right": "→",
    "shift+up": "Shift+↑",
    "shift+down": "Shift+↓",
}


def format_key(key: str) -> str:
    """Return the name of `key` as it is shown to the player, such as `^S`, `Esc` or `F4`."""
    if key in _SHOWN:
        return _SHOWN[key]
    if key.startswith("ctrl+"):
        return f"^{key[5:].upper()}"
    return key.upper() if len(key) > 1 else key


def format_footer_key(action: Action, pane: Pane) -> str:
    """Return the key that the footer shows for `action`: the first that works in `pane`.

    For `step`, all keys are shown, because they are two directions. In the picker, keys that would
    be typed into its search are passed over, unless the action has no other.
    """
    if action.id == "step":
        return "".join(map(format_key, action.keys))
    return format_key(next(iter(list_keys(action, pane)), action.keys[0]))


def list_keys(action: Action, pane: Pane) -> tuple[str, ...]:
    """Return the keys of `action` that can work in `pane`.

    In the picker, keys of one letter are left out, because they are typed into its search.
    """
    return tuple(key for key in action.keys if pane != "picker" or len(key) > 1)


def on_key(key: str, pane: Pane) -> Action | None:
    """Return the action that `key` has in `pane`, or None if it has none there."""
    return next((action for action in ACTIONS if key in action.keys and pane in action.panes), None)


def yield_actions(pane: Pane) -> Iterator[Action]:
    """Yield the actions that have a key and work in `pane`, sorted by their `footer` number."""
    yield from sorted(
        (action for action in ACTIONS if pane in action.panes and action.keys),
        key=lambda ordered: ordered.footer,
    )


# What is always wanted; everything else is in the command palette and in the list of keys.
FOOTER: dict[Pane, tuple[str, ...]] = {
    "army": ("add", "edit", "save", "pane_verdict", "help", "quit", "home", "palette"),
    "picker": (
        "pick",
        "back",
        "save",
        "help",
        "why",
        "fits",
        "pane_verdict",
        "quit",
        "palette",
        "role",
        "order",
    ),
    "fields": (
        "add",
        "change",
        "step",
        "back",
        "save",
        "pane_verdict",
        "help",
        "home",
        "quit",
        "palette",
    ),
    "verdict": ("follow", "mend_here", "rule", "back", "save", "help", "quit", "palette"),
}


def list_footer(pane: Pane) -> list[tuple[Action, str]]:
    """Return the actions that the footer shows for `pane`, each with the key shown beside it."""
    return [
        (BY_ID[action_id], format_footer_key(BY_ID[action_id], pane)) for action_id in FOOTER[pane]
    ]


def list_all_keys() -> tuple[str, ...]:
    """Return the keys of all actions, each key once."""
    return tuple(dict.fromkeys(key for action in ACTIONS for key in action.keys))
