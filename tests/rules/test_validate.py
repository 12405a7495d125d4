"""What is wrong with a law is named with its place, and a law of the user's own works without it.

Each case changes one place of a shipped law; the place where the flaw must be found is the place of the change.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from listbuilder.cli.context import open_library
from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.messages import LANGS
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import Rule, RuleBook
from listbuilder.roster.position import Position
from listbuilder.rules import engine, messages, validate
from listbuilder.rules.registry import CHECKS, CheckModule
from listbuilder.yamlio import reader

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
W40K, AOS, CP, SH = "warhammer-40k-10e", "age-of-sigmar-4e", "combat-patrol", "spearhead"


def shipped(game: str) -> str:
    return (paths.get_factions_folder() / game / "rules.yaml").read_text(encoding="utf-8")


def document(text: str) -> reader.YamlDocument:
    return reader.read_yaml(text.encode(), "rules.yaml", reader.DATA_BYTES)


def changed(game: str, before: str, after: str) -> tuple[str, int]:
    """A shipped law with one thing changed in it, and the line of the change."""
    text = shipped(game)
    assert text.count(before) >= 1, before
    at = text.index(before) + next(
        n for n in range(len(after)) if before[: n + 1] != after[: n + 1]
    )
    return text.replace(before, after, 1), text.count("\n", 0, at) + 1


# game, what is changed, into what, the problem, the nearest right word, and what a law of the user's own goes without
ROWS = [
    (W40K, "check: copies_limit\n", "check: copies_limits\n", "data_unknown_check", "copies_limit", "40K-06 rule-of-three"),
    (W40K, "check: enhancement_cap\n", "check: regiment_count\n", "data_check_not_for_game", None, "40K-08 enhancement-cap"),
    (AOS, "check: regiment_count\n", "check: warlord\n", "data_check_not_for_game", None, "AOS-10 regiment-count"),
    (CP, "check: battle_ready,", "check: slots,", "data_check_not_for_game", None, "CP-08 battle-ready"),
    (W40K, "params: {max: 1, only", "params: {maxx: 1, only", "unknown_key", "max", "40K-07 epic-hero-unique"),
    (W40K, "params: {max: 1, only", "params: {max: one, only", "wrong_type", None, "40K-07 epic-hero-unique"),
    (W40K, "params: {max: 1, only", "params: {max: -1, only", "too_small", None, "40K-07 epic-hero-unique"),
    (W40K, "params: {max: 3, max", "params: {max: {incursio: 2}, max", "data_unknown_size", "incursion", "40K-06 rule-of-three"),
    (W40K, "params: {share: 0.25", "params: {share: 25", "too_big", None, "40K-24 strategic-reserves-limit"),
    (W40K, "flyer: {keyword: Air", "flyer: {keywords: Air", "unknown_key", "keyword", "40K-24 strategic-reserves-limit"),
    (W40K, "abilities: [Deep Strike]", "abilities: []", "too_few", None, "40K-28 deep-strike"),
    (W40K, "severity: info, citation", "severity: note, citation", "not_allowed", None, "40K-17 legends"),
    (W40K, "secret: true, citation", "secret: yes, citation", "wrong_type", None, "40K-20 leader-attach"),
    (W40K, "code: 40K-02, name: points", "code: 40K-02, nam: points", "unknown_key", "name", "40K-02"),
    (W40K, "- code: 40K-07\n    name: epic-hero-unique", "- code: 40K-06\n    name: rule-of-three", "data_rule_twice", None,
     "40K-06 rule-of-three"),
    (AOS, "params: {max: 2}\n    on: false", "params: {max: 2}\n    on: never", "wrong_type", None, "AOS-25 battle-tactics"),
    (AOS, "users: {spell: [", "users: {spel: [", "unknown_key", "spell", "AOS-22 lores"),
    (AOS, "{params: {leads_regiment:", "{params: {leads_regimen:", "unknown_key", "leads_regiment", "2026-27: AOS-15"),
    (AOS, "AOS-17: {params: {variants: true", "AOS-17: {params: {variants: 3", "wrong_type", None, "2026-27: AOS-17"),
    (AOS, "AOS-15: {params", "AOS-155: {params", "data_unknown_id", "AOS-15", "2026-27: AOS-155"),
    (AOS, "AOS-26: {severity: error", "AOS-26: {severity: eror", "not_allowed", "error", "2026-27: AOS-26"),
    (AOS, "not_checked: [season_rules]", "not_checked: [season_rule]", "data_unknown_note", "season_rules",
     "2025-26: season_rule"),
    (W40K, "not_checked: [granted_ab", "not_checked: [granted_ap", "data_unknown_note", "granted_abilities",
     "not_checked: granted_apilities"),
    (SH, "say: return_once", "say: return_one", "data_unknown_finding", "return_once", "SH-07 reinforcements"),
    (SH, "field: regiment_ability", "field: regiment_abilities", "not_allowed", "regiment_ability", "SH-03 regiment-ability"),
    (CP, "field: enhancement", "field: regiment_ability", "data_unknown_roster_key", None, "CP-03 enhancement"),
]  # fmt: skip
# What is worth mending and makes nothing useless.
KEPT = [
    (W40K, "citation: {book: CR, section: 40k.battle_size", "citation: {book: CB, section: 40k.battle_size", "data_unknown_book",
     None),
    (W40K, "section: 40k.warlord", "section: 40k.warlrd", "data_unknown_term", "40k.warlord"),
    (W40K, "page: 37, last_page: 38", "page: 37, last_page: 36", "data_pages_backwards", None),
    (W40K, "sizes: [incursion, s", "sizes: [incurzion, s", "data_unknown_id", "incursion"),
    (W40K, "id: strike-force, name", "id: incursion, name", "data_id_twice", None),
    (AOS, "params: {max: 2}\n    on: false", "params: {max: 2}\n    on: true", None, None),
    (AOS, "params: {percent: 50}", "params: {percent: 50}\n    on: false", "data_rule_never_on", None),
    (AOS, "AOS-15: {params: {leads_regiment: true}", "AOS-15: {params: {first: Hero}", "data_param_without_words", None),
    (AOS, "cited: {must_lead:", "cited: {must_leed:", "data_unknown_finding", "must_lead"),
    (AOS, "AOS-27: {citation: {book: GHB-2026-27", "AOS-27: {citation: {book: GHB-2026-28", "data_unknown_book", "GHB-2026-27"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "before", "after", "key", "near", "part"),
    ROWS,
    ids=[f"{row[3]}: {row[2]}" for row in ROWS],
)
def test_what_is_useless_is_named_and_left_out(
    game: str, before: str, after: str, key: str, near: str | None, part: str
) -> None:
    text, line = changed(game, before, after)
    assert named(validate.list_problems(document(text), get_game(game))) == [
        (key, line, near, "error")
    ]
    left, why = validate.drop_unusable_parts(document(text), get_game(game))
    assert [problem.key for problem in why] == [key, "own_rules_left_out"]
    assert why[-1].args["parts"] == [part]
    whole, rest = document(shipped(game)).data, left.data
    assert len(whole["rules"]) - len(rest["rules"]) == (not part.startswith(("20", "not_checked")))
    assert [row for row in rest["rules"] if row not in whole["rules"]] == []
    msgspec.convert(rest, RuleBook)


@pytest.mark.parametrize(
    ("game", "before", "after", "key", "near"), KEPT, ids=[row[2] for row in KEPT]
)
def test_what_is_only_wrong_is_named_and_kept(
    game: str, before: str, after: str, key: str | None, near: str | None
) -> None:
    text, line = changed(game, before, after)
    severity = "warning" if key in ("data_rule_never_on", "data_param_without_words") else "error"
    found = named(validate.list_problems(document(text), get_game(game)))
    if key is None:
        assert found == []
    else:
        assert (key, near, severity) in [
            (found_key, near, how) for found_key, at, near, how in found if abs(at - line) <= 1
        ]
    assert validate.drop_unusable_parts(document(text), get_game(game)) == (document(text), [])


def named(problems: list[Problem]) -> list[tuple[str, int, str | None, str]]:
    assert all(problem.line is not None for problem in problems)
    return [
        (problem.key, problem.line or 0, problem.args.get("near"), problem.severity)
        for problem in problems
    ]


@pytest.mark.parametrize(
    ("game", "before", "after", "key"),
    [
        (W40K, "system: warhammer-40k-10e", "system: age-of-sigmar-4e", "not_allowed"),
        (W40K, "books:\n", "boks:\n", "unknown_key"),
        (W40K, "rules:\n", "rules: many\nx-rules:\n", "wrong_type"),
        (W40K, "battle_sizes:\n", "x-sizes:\n", "data_law_needs"),
        (AOS, "points_limits: [1000, 2000]", "points_limits: []", "data_law_needs"),
    ],
)
def test_a_law_that_cannot_be_used_at_all(game: str, before: str, after: str, key: str) -> None:
    text, _ = changed(game, before, after)
    with pytest.raises(Unreadable) as raised:
        validate.drop_unusable_parts(document(text), get_game(game))
    assert raised.value.problems[0].key == key


def test_a_law_with_more_wrong_than_anybody_wants_to_read_is_left_out_whole() -> None:
    text = shipped(W40K).replace("severity: ", "severty: ")
    with pytest.raises(Unreadable) as raised:
        validate.drop_unusable_parts(document(text), get_game(W40K))
    assert {problem.key for problem in raised.value.problems} == {"unknown_key"}
    assert 10 < len(raised.value.problems) <= 20


def test_a_law_of_which_no_row_is_right_is_left_out_whole() -> None:
    text = shipped(SH).replace("check: ", "check: no_")
    with pytest.raises(Unreadable) as raised:
        validate.drop_unusable_parts(document(text), get_game(SH))
    rows = shipped(SH).count("check: ")
    assert [problem.key for problem in raised.value.problems] == ["data_unknown_check"] * rows + [
        "data_law_empty"
    ]


@pytest.mark.parametrize("game", SYSTEMS)
def test_the_shipped_laws_are_sound(game: str) -> None:
    assert validate.list_problems(document(shipped(game)), get_game(game)) == []


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_says_what_it_takes(check: str) -> None:
    """By annotations: mypy holds the body of the check to them."""
    module = import_module(f"listbuilder.rules.checks.{check}")
    assert CHECKS[check]() == CheckModule(
        module.check,
        module.Params,
        getattr(module, "LOOKS_AT", "army"),
        getattr(module, "yield_table_rows", None),
    )
    hints = get_type_hints(module.check)
    assert list(hints) == ["army", "params", "return"]
    declared = validate.get_check_types(check)
    assert issubclass(declared.army, Army)
    assert declared.params is module.Params
    for model in models_in(module.Params):
        assert issubclass(model, Model)
        assert model.__struct_config__.forbid_unknown_fields, model


def models_in(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """A model and every model that its fields are made of."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for hint in get_type_hints(kind).values():
            yield from models_in(hint)
    for inner in get_args(kind):
        yield from models_in(inner)


@cache
def rosters(game: str) -> list[Path]:
    """The examples of a game that can be read."""
    found = [
        file
        for file in sorted(EXAMPLES.rglob("*.yaml"))
        if f"system: {game}\n".encode() in file.read_bytes()
    ]
    return [file for file in found if Position.read(file.read_bytes(), str(file), Library()).army]


LAW: dict[str, Rule] = {
    rule.check: rule for game in SYSTEMS for rule in get_game(game).load_rulebook(Library()).rules
}


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_check_takes_the_armies_it_says_it_takes(game: str) -> None:
    """Also of games in whose law it does not stand: nothing is raised, and every finding can be said."""
    taken = [msgspec.structs.replace(LAW[check], on=True) for check in CHECKS if fits(check, game)]
    assert taken
    for file in rosters(game):
        army = Position.read(file.read_bytes(), str(file), Library()).army
        assert type(army) is get_game(game).army
        army.book = msgspec.structs.replace(army.book, rules=tuple(taken))
        for finding in engine.check_army(army):
            assert messages.say_finding(finding, "en")


def fits(check: str, game: str) -> bool:
    return issubclass(get_game(game).army, validate.get_check_types(check).army)


def test_every_check_stands_in_a_shipped_law() -> None:
    assert set(LAW) == set(CHECKS)


WRONG: list[Any] = [None, [], {}, "zzz", -1, 0, 10**18, 0.5, True, [{}], {"a": 1}, [["x"]]]


def nodes(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    pairs = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, child in pairs:
        yield from nodes(child, (*path, key))


def spoilt(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The data with another value at that place; with `...`, with none."""
    if not path:
        return value
    copied = dict(data) if isinstance(data, dict) else list(data)
    if len(path) == 1 and value is ...:
        del copied[path[0]]
    else:
        copied[path[0]] = spoilt(data[path[0]], path[1:], value)
    return copied


@pytest.mark.parametrize("game", SYSTEMS)
@pytest.mark.slow_but(1)
def test_whatever_a_law_holds_lists_are_judged(game: str, tmp_path: Path) -> None:
    """Any value at any place of a law: nothing is raised, and every text can be said."""
    chance = random.Random(2026)
    data = document(shipped(game)).data
    places = list(nodes(data))[1:]
    files = rosters(game)
    folder = tmp_path / game
    folder.mkdir()
    for path in chance.sample(places, min(40, len(places))):
        wrong = spoilt(data, path, chance.choice([..., *WRONG]))
        (folder / "rules.yaml").write_bytes(msgspec.json.encode(wrong))
        library = open_library(str(tmp_path))
        file = chance.choice(files)
        done = Position.read(file.read_bytes(), str(file), library)
        assert done.army is not None, path
        for lang in LANGS:
            for finding in done.findings:
                messages.say_finding(finding, lang)
            for note in (*done.assumed, *done.not_checked):
                messages.say_note(note, lang)
            for rule, _, params in engine.prepare_rules(done.army.book):
                messages.say_rule_explanation(
                    rule, {name: getattr(params, name) for name in params.__struct_fields__}, lang
                )
