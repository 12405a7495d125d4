"""Every correction of a Japanese or Chinese sentence that a reader sent in is what is said.

Compares with ../shared (or $LISTBUILDER_SHARED), and skips where that is not at hand. Texts have moved since: their keys are
followed. A sentence that says something else today, in English too, is listed with what became of it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from listbuilder.i18n.languages import find_words_file
from listbuilder.yamlio import reader
from tests.facts.shared_facts import REPO, SHARED
from tests.i18n.test_words import read, texts
from tests.needs import needs_shared

CORRECTIONS = SHARED / "glossary" / "corrections.yaml"
pytestmark = needs_shared("glossary", "corrections.yaml")

LAW, SHARED_WORDS = "listbuilder/rules/words.yaml", "listbuilder/games/common/words.yaml"
REGIMENTS, MUSTER = "listbuilder/games/aos/words.yaml", "listbuilder/games/wh40k/words.yaml"
MOVED = {
    "listbuilder/cli/words.yaml": {
        "check.not_checked": (LAW, "basis.not_checked"),
        "check.prices": (LAW, "basis.prices"),
        "show.armour": ("listbuilder/games/heroes/words.yaml", "show.armour"),
        "show.enhancement": (SHARED_WORDS, "show.enhancement"),
        "show.kit": ("listbuilder/games/boxed/words.yaml", "show.kit"),
        "verdict.unread": (LAW, "verdict.unread"),
    },
    "listbuilder/formats/write/words.yaml": {
        "stat.invulnerable": (SHARED_WORDS, "stat.invulnerable"),
        "stat.rend": (SHARED_WORDS, "stat.rend"),
        "verdict.not_checked": (LAW, "basis.not_checked"),
        "verdict.prices": (LAW, "basis.prices"),
    },
    "listbuilder/tui/words.yaml": {
        "field.army_of_renown": (REGIMENTS, "field.army_of_renown"),
        "field.battle_tactics": (REGIMENTS, "field.battle_tactics"),
        "field.leave": (MUSTER, "field.leave"),
        "field.models": (MUSTER, "field.models"),
        **{
            key: (SHARED_WORDS, key)
            for key in (
                "field.attached",
                "field.deployment",
                "field.points_as_of",
                "name_points",
                "on_the_table",
                "section.heroes",
                "sheet.ap",
                "sheet.invulnerable",
                "sheet.models",
                "sheet.oc",
                "sheet.range",
                "sheet.ranged",
                "sheet.sizes",
                "sheet.skill",
            )
        },
    },
}
CHANGED = {
    (
        "listbuilder/cli/words.yaml",
        "rules.severity",
    ): "the severity of a rule is said by its own word",
    ("listbuilder/cli/words.yaml", "rules.unknown"): "one problem, unknown_rule, with the nearest",
    ("listbuilder/cli/words.yaml", "rules.what"): "there is no table of rules any more",
    (
        "listbuilder/rules/checks/one_of_a_kind.yaml",
        "explanation",
    ): "seasons are a rule of their own, season_only",
    (
        "listbuilder/rules/checks/unit_share.yaml",
        "findings.over",
    ): "says that a regiment of renown is not one unit",
    (
        "listbuilder/rules/checks/warlord.yaml",
        "explanation",
    ): "names the model where a unit has several kinds",
    ("listbuilder/rules/notes.yaml", "event_system"): "says which game and edition the event plays",
    (
        "listbuilder/rules/checks/reinforced.yaml",
        "explanation",
    ): "a unit of one model may be where its profile says so",
    (
        "listbuilder/rules/notes.yaml",
        "import_choice_gone",
    ): "what is left out is unread; this is said of what nothing rests on",
    (
        "listbuilder/rules/notes.yaml",
        "import_models_differ",
    ): "what cannot be right is a problem now, in a whole sentence",
    (
        "listbuilder/rules/notes.yaml",
        "import_units_differ",
    ): "what cannot be right is a problem now, in a whole sentence",
    (
        "listbuilder/rules/notes.yaml",
        "price_not_known",
    ): "the nearest price that is known is taken, and not today's",
    (
        "listbuilder/rules/checks/datasheet_limits.yaml",
        "findings.at_most",
    ): "the same, with several names as a list",
    (
        "listbuilder/tui/words.yaml",
        "leave_it",
    ): "asked of declarations too, and not only of what is added",
    ("listbuilder/i18n/problems.yaml", "no_terminal"): "names `fix` too",
    ("listbuilder/i18n/problems.yaml", "too_early"): "says what to give instead",
    (
        "listbuilder/tui/words.yaml",
        "only_fitting",
    ): "the order is chosen on its own; what is shown is said by `picker.filter.fits`",
    ("listbuilder/tui/words.yaml", "which_faction"): "asked by the fields of a new list",
    ("listbuilder/tui/words.yaml", "which_game"): "asked by the fields of a new list",
}

# Sentences that were read again for docs/style.md, or whose command is laid out in another way: (file, key, language).
REWORDED = {
    ("listbuilder/cli/words.yaml", "check.fix_points", "ja"),
    ("listbuilder/cli/words.yaml", "check.line", "ja"),
    ("listbuilder/cli/words.yaml", "check.lines", "ja"),
    ("listbuilder/cli/words.yaml", "check.lines", "zh"),
    ("listbuilder/cli/words.yaml", "check.summary", "ja"),
    ("listbuilder/cli/words.yaml", "check.summary", "zh"),
    ("listbuilder/cli/words.yaml", "formations.nothing", "ja"),
    ("listbuilder/cli/words.yaml", "formations.nothing", "zh"),
    ("listbuilder/rules/checks/auxiliary.yaml", "explanation", "zh"),
    # Shorter, so that the keys of a page fit at the foot of 80 columns.
    ("listbuilder/tui/words.yaml", "action.fits", "ja"),
    ("listbuilder/tui/words.yaml", "action.import", "ja"),
    ("listbuilder/tui/words.yaml", "action.why", "ja"),
    ("listbuilder/rules/checks/enhancement_tables.yaml", "findings.several_on_unit", "ja"),
    ("listbuilder/rules/checks/leader_attach.yaml", "findings.circle", "ja"),
    ("listbuilder/rules/checks/leader_attach.yaml", "findings.circle", "zh"),
    ("listbuilder/rules/checks/leader_attach.yaml", "findings.only_with", "zh"),
    ("listbuilder/rules/checks/must_attach.yaml", "findings.alone", "zh"),
    ("listbuilder/rules/checks/must_attach.yaml", "findings.no_leader", "zh"),
    ("listbuilder/rules/checks/must_attach.yaml", "findings.nowhere", "zh"),
    ("listbuilder/rules/checks/strategic_reserves_limit.yaml", "explanation", "zh"),
    ("listbuilder/rules/checks/transport_capacity.yaml", "findings.circle", "ja"),
    ("listbuilder/rules/checks/underspent.yaml", "explanation", "zh"),
    ("listbuilder/rules/checks/wargear.yaml", "phrases.exactly", "ja"),
    ("listbuilder/rules/words.yaml", "verdict.unread", "ja"),
    ("listbuilder/rules/words.yaml", "verdict.unread", "zh"),
    ("listbuilder/tui/words.yaml", "cannot_edit", "ja"),
    ("listbuilder/tui/words.yaml", "home.recover", "ja"),
    ("listbuilder/tui/words.yaml", "not_here", "ja"),
    ("listbuilder/tui/words.yaml", "not_here", "zh"),
    ("listbuilder/tui/words.yaml", "nothing_against", "ja"),
    ("listbuilder/tui/words.yaml", "nothing_to_add", "ja"),
    ("listbuilder/tui/words.yaml", "theirs", "ja"),
}


def corrections() -> dict[tuple[str, str, str], str]:
    """By the file and key of today, and the language."""
    found = {}
    data = reader.read_yaml(CORRECTIONS.read_bytes(), str(CORRECTIONS), reader.DATA_BYTES).data
    for file, keys in data.items():
        here = f"listbuilder/{find_words_file(file.removeprefix('listbuilder/'))}"
        for key, by_language in keys.items():
            place = MOVED.get(here, {}).get(key, (here, key))
            found.update({(*place, lang): text for lang, text in by_language.items()})
    return found


@cache
def said(file: str) -> dict[str, dict[str, str]]:
    path = REPO / Path(file)
    return {key.removeprefix("."): text for key, text in texts(read(path))}


def test_every_correction_is_what_is_said() -> None:
    wanted = corrections()
    assert len(wanted) > 340  # of 364, some are of one text that stood in two files
    differ: dict[str, Any] = {}
    for (file, key, lang), text in wanted.items():
        if (file, key, lang) in REWORDED:
            continue
        if (file, key) not in CHANGED and said(file).get(key, {}).get(lang) != text:
            differ[f"{file} {key} {lang}"] = (text, said(file).get(key, {}).get(lang))
    assert differ == {}


def test_what_is_listed_as_changed_is_not_what_was_corrected() -> None:
    wanted = corrections()
    assert {(file, key) for file, key, _ in wanted} >= set(CHANGED)
    for (file, key, lang), text in wanted.items():
        if (file, key) in CHANGED or (file, key, lang) in REWORDED:
            assert said(file).get(key, {}).get(lang) != text, (file, key)
