"""The model of one game's rules.yaml: which check, which numbers, which citation."""

# Without `from __future__ import annotations`: msgspec would compile each of these annotations
# again in every process, which takes a `check` longer than reading its data.

from typing import Annotated, Any, Literal

import msgspec

from listbuilder.model.base import Model
from listbuilder.model.message_args import MessageArgs

AtLeastNone = Annotated[int, msgspec.Meta(ge=0)]
AtLeastOne = Annotated[int, msgspec.Meta(ge=1)]
Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""The severities in their order, the worst first."""
Text = dict[Literal["en", "ja", "zh"], str]


Row = tuple[str, MessageArgs]
"""A row of a rule's table: words of its check (`numbers.*`) with arguments."""


Names = dict[str, dict[str, Text]]
"""Texts by the section of the books that print them, and by the English name."""


def rank_severity(severity: Severity) -> int:
    """Return the rank of a severity: 0 for an error, which is the worst, then 1 and 2."""
    return SEVERITIES.index(severity)


class NameList(Model):
    """The file names.yaml: names of units, models, items and keywords in other languages.

    `games` lists the sections that each game uses, its own first. `names` are printed by the
    publisher. `likely` names are used by several players and shown with the English name beside
    them. `fan` names are only used for searching.
    """

    as_of: str
    games: dict[str, tuple[str, ...]]
    """The sections of this file and of terms.yaml whose words a game's books use, its own first."""
    names: Names
    """Printed by the publisher."""
    likely: Names = {}
    """Written so by several players as the publisher writes, but not seen in print: shown with the
    English beside it.
    """
    fan: Names = {}
    """Translations of players: found when somebody searches for them, and never shown."""


class Readings(Model):
    """The file readings.yaml: how Japanese and Chinese names are read.

    It is written by tools/readings.py.
    """

    kana: dict[str, str]
    pinyin: dict[str, str]
    """Syllables apart."""
    traditional: dict[str, str]
    """The traditional form of names, if it differs from the simplified one."""


class Citation(Model):
    """Where a book prints a rule.

    `section` is a term of the glossary, or the number or name of the section. `last_page` is
    given if the section is somewhere between `page` and `last_page`.
    """

    book: str
    section: str
    page: AtLeastOne | None = None
    last_page: AtLeastOne | None = None
    """The last page, if the section is somewhere on several pages."""


class Rule(Model):
    code: str
    name: str
    check: str
    severity: Severity
    citation: Citation
    params: dict[str, Any] = {}
    on: bool = True
    """False: only in a season that switches it on."""
    secret: bool = False
    """Speaks of battle formations, which are the player's own until both players have declared."""
    cited: dict[str, Citation] = {}
    """Citations by key of a finding, for findings that are printed elsewhere than the rule."""

    def get_citation(self, finding: str) -> Citation:
        """Return the citation for the finding with the key `finding`.

        It is the finding's own if the rule has one for it, otherwise the rule's.
        """
        return self.cited.get(finding, self.citation)


class Override(Model):
    """The changes a season makes to one rule.

    Entries in `params` and `cited` replace those with the same name; others stay as they are.
    `severity` and `citation` stay the same if left out. `on: false` switches the rule off for
    the season (default: true).
    """

    severity: Severity | None = None
    params: dict[str, Any] = {}
    on: bool = True
    citation: Citation | None = None
    cited: dict[str, Citation] = {}


class Pricing(Model):
    """What costs points besides the units, and how auxiliary units are charged.

    With `extras: false`, enhancements, lores, formations and terrain are free. The first
    `auxiliary_free` auxiliary units cost nothing extra; the next one costs `auxiliary_step`
    points, the one after it twice as much, and so on.
    """

    extras: bool = True
    """Enhancements, lores, formations and terrain cost what their entry says; else nothing."""
    auxiliary_free: AtLeastNone = 0
    """So many auxiliary units cost nothing extra ..."""
    auxiliary_step: AtLeastNone = 0
    """... the next one so much, the one after it twice as much, and so on."""

    def compute_auxiliary_surcharge(self, units: int) -> int:
        """Return the points that `units` auxiliary units cost in addition to their own prices.

        `units` is their number.
        """
        paid = max(0, units - self.auxiliary_free)
        return self.auxiliary_step * paid * (paid + 1) // 2


class Season(Model, rename={"from_": "from"}):
    """The numbers and rules of one season. They replace those of the base rules.

    `from` and `until` are dates, as 2025-06-11; without `until`, the season is still current.
    """

    name: str
    battlepack: str
    """The name that the data uses for things that are only for this season."""
    from_: str | None = None
    """The day from which its prices were in force, as 2025-06-11 ..."""
    until: str | None = None
    """... and that from which they were not; no such day: they still are."""
    pricing: Pricing = Pricing()
    overrides: dict[str, Override] = {}
    """Changes of rules in this season, by code of the rule."""
    not_checked: tuple[str, ...] = ()  # keys of rules/notes.yaml: what of the season is not known


class Book(Model):
    title: str
    language: str


class BattleSize(Model):
    id: str
    name: str
    points: AtLeastOne
    hours: AtLeastNone | None = None
    detachment_points: AtLeastOne | None = None
    """The maximum that its detachments may cost together ..."""
    sole_detachment_points: AtLeastOne | None = None
    """... and what one alone may cost, where that is more ..."""
    sole_detachment_points_since: str | None = None
    """... from that day on."""
    in_book: bool = True
    """False: no book of this edition has it; players use it all the same."""


class Mission(Model):
    """A mission that a roster can choose, and what it requires.

    `sizes` lists the battle sizes it supports (default: any). `battlefield` gives the smallest
    battlefield for each battle size, in inches.
    """

    id: str
    name: str
    also: tuple[str, ...] = ()  # other names the book prints
    sizes: tuple[str, ...] = ()  # the battle sizes it supports; none given: any
    battlefield: dict[str, tuple[int, int]] = {}  # battle size -> smallest battlefield in inches
    citation: Citation | None = None
    # what else it changes of mustering: findings of the check on missions
    says: tuple[str, ...] = ()


AidKind = Literal[
    "battlefield",
    "rounds",
    "hours",
    "minutes",
    "command_points_phase",
    "command_points_turn",
    "command_points_round",
]


class Aid(Model):
    """A number players need during the game, such as the battlefield or the number of rounds.

    No rule checks it. `inches` is for a battlefield; all other kinds have a `count`.
    """

    kind: AidKind
    citation: Citation
    count: AtLeastOne | None = None
    inches: tuple[int, int] | None = None
    """The size of a battlefield."""

    @property
    def args(self) -> dict[str, int]:
        """The numbers that fill in the sentence about this aid: a width and a length, or a
        count.
        """
        if self.inches is not None:
            return {"width": self.inches[0], "length": self.inches[1]}
        return {"count": self.count or 0}


# Each is equal to itself alone: its law is made ready once, and found by it.
class RuleBook(Model, eq=False):
    """The file rules.yaml of one game: its rules, battle sizes, seasons and missions."""

    system: str
    name: str
    edition: str
    books: dict[str, Book]
    rules: tuple[Rule, ...]
    battle_sizes: tuple[BattleSize, ...] = ()
    dispositions: tuple[str, ...] = ()
    """The dispositions that detachments may give the army, in games that have them."""
    points_limits: tuple[AtLeastOne, ...] = ()
    """The limits usually agreed on, in games without battle sizes.

    Against a limit that nobody names, nothing is checked.
    """
    pricing: Pricing = Pricing()
    seasons: dict[str, Season] = {}
    missions: tuple[Mission, ...] = ()
    missions_in: Citation | None = None
    """The place that prints the missions without a citation of their own."""
    aids: tuple[Aid, ...] = ()
    """The things that players need to know before the battle."""
    starting_strength: Citation | None = None
    """The place where the book adds up the models of an attached unit, in games with such units."""
    not_checked: tuple[str, ...] = ()  # keys of rules/notes.yaml: what no rule here covers

    def get_size(self, size_id: str | None) -> BattleSize | None:
        """Return the battle size with the id `size_id`, or None if there is none with that id."""
        return next((size for size in self.battle_sizes if size.id == size_id), None)

    def get_size_on(self, size_id: str | None, day: str | None) -> BattleSize | None:
        """Return the battle size `size_id` with the numbers it had on `day`, or None.

        None if there is no size with that id. `day` None is today. Before a certain date, a
        detachment alone could not cost more than several.
        """
        size = self.get_size(size_id)
        if size is None or day is None or (size.sole_detachment_points_since or day) <= day:
            return size
        return msgspec.structs.replace(size, sole_detachment_points=None)

    def find_season_on(self, day: str) -> str | None:
        """Return the id of the latest season that had begun on `day`, or None if none had."""
        begun = [
            season_id
            for season_id, season in self.seasons.items()
            if season.from_ and season.from_ <= day
        ]
        return max(begun, key=lambda season_id: self.seasons[season_id].from_ or "", default=None)

    def apply_season(self, season: Season) -> "RuleBook":
        """Return a copy of the rule book with the rules, prices and notes that `season` changes.

        Keep the result and use it again: its rules are prepared once for each object, so a new copy
        costs that work again.
        """
        rules = tuple(_apply_override(rule, season.overrides.get(rule.code)) for rule in self.rules)
        not_checked = (*self.not_checked, *season.not_checked)
        return msgspec.structs.replace(
            self, rules=rules, pricing=season.pricing, not_checked=not_checked
        )


def _apply_override(rule: Rule, override: Override | None) -> Rule:
    """Return `rule` with the changes in `override`, or unchanged if that is None."""
    if override is None:
        return rule
    return msgspec.structs.replace(
        rule,
        severity=override.severity or rule.severity,
        params={**rule.params, **override.params},
        on=override.on,
        citation=override.citation or rule.citation,
        cited={**rule.cited, **override.cited},
    )
