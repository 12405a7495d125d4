"""A verdict for the terminal: what is wrong, where, what mends it, and what the verdict rests on."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.cli.context import Context
from listbuilder.law import words
from listbuilder.law.offers import Offers
from listbuilder.law.position import Position
from listbuilder.model.army import Army
from listbuilder.model.finding import Breach, Stamped
from listbuilder.model.imported import Imported
from listbuilder.model.visible import visible
from listbuilder.store.words import local

_ORDER = {"error": 0, "warning": 1, "info": 2}
_STYLE = {"error": "bad", "warning": "warn", "info": "dim"}
_VERDICT_STYLE = {"legal": "good", "illegal": "bad", "unread": "warn"}


def full(done: Position, context: Context) -> str:
    if done.army is None:
        verdict = f"{visible(done.file)}: {context.paint(words.verdict('unread', context.lang), 'warn')}"
        return "\n".join([verdict, *_imported(done.imported, context)]) if done.imported else verdict
    lines = [f"{visible(done.file)}: {headline(done, context)}", f"  {heading(done, context)}"]
    offers = Offers(done)
    for finding in sorted(done.findings, key=lambda found: _ORDER[found.severity]):
        lines.extend(_finding(finding, done, offers, context))
    if offers.ended:
        lines.append(f"  {context.say('check.fixes_shown', count=offers.count)}")
    for breach in done.breaches:
        label = context.paint(words.severity(breach.severity, context.lang), _STYLE[breach.severity])
        lines.append(f"  {label} {_breach(breach, context)}")
    lines.extend(context.paint(line, "dim") for line in footing(done, context))
    return "\n".join(lines)


def headline(done: Position, context: Context) -> str:
    """The verdict and the points against the limit."""
    assert done.army is not None
    verdict = context.paint(called(done, context), _VERDICT_STYLE[done.verdict])
    return f"{verdict}  {points_of(done.army, context)}" if done.army.counts_points else verdict


def points_of(army: Army, context: Context) -> str:
    """Return the points of an army against its limit."""
    if army.limit is None:
        return context.say("check.points_no_limit", points=army.points)
    return context.say("check.points", points=army.points, limit=army.limit)


def called(done: Position, context: Context) -> str:
    """The verdict; of an unread list also what it would be but for lines that are no units."""
    verdict = words.verdict(done.verdict, context.lang)
    if done.otherwise is None:
        return verdict
    return context.say("check.otherwise", verdict=verdict, otherwise=words.verdict(done.otherwise, context.lang))


def heading(done: Position, context: Context) -> str:
    """Name, game, edition, faction and what the army is mustered under."""
    army = done.army
    assert army is not None
    parts = [army.name, words.game(army.book, context.lang), *(local(label, context.lang) for label in army.labels())]
    return " · ".join(visible(part) for part in parts if part)


def _finding(finding: Stamped, done: Position, offers: Offers, context: Context) -> Iterator[str]:
    label = context.paint(words.severity(finding.severity, context.lang), _STYLE[finding.severity])
    mark = done.document.mark(finding.path) if done.document else None
    where = f"  {context.say('check.line', line=mark[0])}" if mark else ""
    yield f"  {label} {finding.code} {words.message(finding, context.lang)}"
    if done.army is not None:
        cited = words.citation(done.army.book, finding.citation, context.lang)
        yield context.paint(f"      {finding.name}{where}  {cited}", "dim")
    for offer in offers.of(finding):
        title = words.fix_title(finding, offer.fix, context.lang)
        if offer.points is not None and offer.points != done.points:
            title = context.say("check.fix_points", title=title, points=offer.points)
        if offer.opens:
            opens = list(dict.fromkeys(f"{each.code} {each.name}" for each in offer.opens))
            title = context.say("check.fix_opens", title=title, opens=opens)
        yield f"      {context.say('check.fix', title=title)}"


def footing(done: Position, context: Context) -> Iterator[str]:
    """Prices, totals, what was assumed and not checked, and the hashes."""
    army = done.army
    assert army is not None
    if army.counts_points:
        prices = words.dated(army, context.lang)
        stated = done.imported.stated_total if done.imported else None
        key = "check.computed" if stated is None else "check.stated"
        yield f"  {prices} · {context.say(key, points=army.points, stated=stated)}"
    elif army.priced_on:
        yield f"  {words.dated(army, context.lang)}"
    if done.imported is not None:
        yield from _imported(done.imported, context)
    for note in done.assumed:
        yield f"  {words.basis('assumed', note, context.lang)}"
    for note in done.not_checked:
        yield f"  {words.basis('not_checked', note, context.lang)}"
    yield f"  {context.say('check.hashes', roster=done.sha256[:16], data=done.data_sha256[:16])}"


def _breach(breach: Breach, context: Context) -> str:
    return context.say("check.event", what=words.note(breach, context.lang))


def _imported(imported: Imported, context: Context) -> Iterator[str]:
    """What became of the lines of another program's list, and what its points say."""
    args = {"lines": imported.lines, "mapped": imported.mapped, "noise": imported.noise}
    unread = imported.lines - imported.mapped - imported.noise
    yield f"  {context.say('check.lines', format=imported.format, unread=unread, **args)}"
    if (day := imported.day) is not None and day.stated:
        yield f"  {context.say('check.judged', day=day.day, agreeing=day.agreeing, stated=day.stated, today=day.agreeing_today)}"
    for note in imported.differences:
        yield f"  {context.say('check.explained', what=words.note(note, context.lang))}"
