"""The softening of errors into warnings where they rest on today's data.

Today's data stand in for those of a past date where these are not known. That is said once, in a
note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from listbuilder.model.army import Army
from listbuilder.model.base import Path
from listbuilder.model.finding import Note, Stamped
from listbuilder.model.rulebook import Severity
from listbuilder.rules.unavailable import AWAY

NOTE = "by_today"
_MODELS = frozenset({"models", "compositions", "size", "composition_rules"})
_KEYWORDS = frozenset({"keywords", "faction_keywords", "chapter"})
_LEADS = frozenset(
    {
        "leads",
        "leads_keywords",
        "leads_if",
        "led_with",
        "led_with_rules",
        "must_attach",
        "leader_as",
        "bodyguard",
        "joins",
    }
)

# Keys of the roster that hold for the army as a whole, and so for every finding.
_OF_WHOLE_ARMY = ("detachment", "detachments", "army_of_renown")

# check -> the keys of the data that its findings rest on. A check that is not here rests on the
# list alone, or (those of points) knows by itself which prices are not sure.
RESTS_ON: dict[str, frozenset[str]] = {
    "aircraft_reserve": _KEYWORDS,
    "allies": _KEYWORDS | {"army_rules", "army"},
    "army_faction": _KEYWORDS | {"guests"},
    "army_of_renown": frozenset({"army_of_renown", "keywords"}),
    "auxiliary": frozenset({"regiment"}),
    "copies_limit": _KEYWORDS | {"detachment"},
    "datasheet_limits": _KEYWORDS | {"army", "detachment"},
    "deep_strike": frozenset({"core_abilities"}),
    "deployment_abilities": frozenset({"core_abilities"}),
    "detachment": _KEYWORDS | {"detachment"},
    "enhancement_bearer": _KEYWORDS | {"keywords_gained", "detachment", "bearer"},
    "enhancement_source": frozenset({"detachment"}),
    "enhancement_tables": frozenset({"keywords", "bearer"}),
    "general": frozenset({"keywords", "army_of_renown"}),
    "joining_hero": frozenset({"regiment", "keywords"}),
    "keyword_required": _KEYWORDS | {"keywords_gained", "detachment"},
    "leader_attach": _LEADS | _KEYWORDS,
    "legends": frozenset({"legends"}),
    "lores": frozenset({"keywords"}),
    "must_attach": _LEADS | _KEYWORDS,
    "one_chapter": _KEYWORDS,
    "one_of_a_kind": frozenset({"keywords"}),
    "own_datasheets": _KEYWORDS,
    "own_faction": _KEYWORDS,
    "regiment_hero": frozenset({"regiment", "keywords"}),
    "regiment_of_renown": frozenset({"regiment_of_renown"}),
    "regiment_options": frozenset({"regiment", "keywords", "army_of_renown"}),
    "regiment_size": frozenset({"regiment"}),
    "reinforced": frozenset({"can_be_reinforced", "models"}),
    "season_only": frozenset({"battlepack"}),
    "special_models": frozenset({"keywords", "models"}),
    "transport_capacity": _KEYWORDS | {"transport", "joins"},
    "unit_size": _MODELS,
    "wargear": _MODELS | {"default_wargear", "options", "options_incomplete"},
    "warlord": _KEYWORDS | {"keywords_gained", "army", "detachment"},
}

# Keys of findings that rest on other data than their check's others: what a chapter may not take
# from its parent has changed with every book, and no day's but today's is known.
OF_KEY: dict[tuple[str, str], frozenset[str]] = {
    ("one_chapter", "not_for_chapter"): frozenset({"army_rules"})
}


def soften_unknown_on_date(findings: list[Stamped], army: Army) -> list[Stamped]:
    """Return the findings, errors made warnings if they depend on data unknown for the date.

    For such data, today's is used instead. Findings that depend on it are marked with `by_today`.
    They become silent if they are about a unit that was not available on the army's date.
    """
    gone = {absent.path for absent in army.away if absent.kind == "unit"}
    softened = []
    for finding in findings:
        if _rests_on_unknown_data(finding, army):
            finding = _soften_finding(finding, army, gone)
        softened.append(finding)
    return softened


def note_unknown_on_date(findings: Iterable[Stamped], army: Army) -> list[Note]:
    """Return the note on which rules' findings depend on data unknown for the army's date.

    A list of one note, because it is said once and not with each finding. Empty if no finding
    depends on such data.
    """
    codes = list(dict.fromkeys(finding.code for finding in findings if finding.by_today))
    if not codes:
        return []
    return [Note(key=NOTE, args={"day": army.priced_on, "codes": codes})]


def _rests_on_unknown_data(finding: Stamped, army: Army) -> bool:
    """Return whether a finding depends on data that is unknown for the army's date.

    False for a finding that something was not available on that date: that is known.
    """
    if finding.cause == AWAY:
        return False
    keys = OF_KEY.get((finding.check, finding.key), RESTS_ON.get(finding.check, frozenset()))
    return any(keys & army.by_today.get(path, frozenset()) for path in _list_places(finding, army))


def _soften_finding(finding: Stamped, army: Army, gone: set[Path]) -> Stamped:
    """Return the finding marked as resting on today's data; an error becomes a warning.

    `gone` are the paths of units that were not available on the army's date. A finding about one of
    these becomes silent, because another finding says that the unit was not available.
    """
    severity: Severity = "warning" if finding.severity == "error" else finding.severity
    silent = finding.silent or not gone.isdisjoint(_list_places(finding, army))
    return msgspec.structs.replace(finding, severity=severity, by_today=True, silent=silent)


def _list_places(finding: Stamped, army: Army) -> Iterator[Path]:
    """Yield the roster's paths that a finding is about, as far as unknown data is concerned.

    They are the paths of its units, then those in `army.by_today` at or above the finding's own
    path, then those of choices that hold for the whole army, such as the detachment.
    """
    concerned = {unit.path for unit in army.units if unit.id in finding.units}
    own = [path for path in army.by_today if path == finding.path[: len(path)]]
    yield from concerned
    yield from (path for path in own if path not in concerned)
    for path in army.by_today:
        if path and path[0] in _OF_WHOLE_ARMY and path not in concerned and path not in own:
            yield path
