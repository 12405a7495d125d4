"""The lines about a unit above its fields: its points, the steps of its price, what it carries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.common.editor import Leaf, PriceStep
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.model.finding import Amount
from listbuilder.roster.position import Position
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.rows import Line

MOST_STEPS = 5  # steps of price that are listed; a unit that pays for each model has many


def yield_head_lines(position: Position, leaf: Leaf, words: Words) -> Iterator[Line]:
    """Yield the lines above the fields of the part shown as `leaf`, its name and points first.

    A unit also has the steps of its price and what its models carry, always on one line each. Why:
    the fields below must not move while they are changed.
    """
    army, unit = position.army, leaf.unit
    points = ""
    if army is not None and army.counts_points and (leaf.points or unit is not None):
        points = "?" if leaf.points is None else str(leaf.points)
    steps: list[PriceStep] = []
    if army is not None and unit is not None and army.counts_points:
        steps = position.editor.list_price_steps(army, unit)
        points = _add_rounding(points, steps, unit.models, words)
    yield Line(left=words.format_text(leaf.label), right=points, look="name", whole=True)
    if len(steps) > 1:
        yield Line(left=_describe_steps(steps, words), look="dim")
    loadout = ""
    if army is not None and unit is not None:
        loadout = describe_loadout(position, army, unit, words)
    if loadout:
        yield Line(left=loadout, look="dim")


def _add_rounding(points: str, steps: Sequence[PriceStep], models: int, words: Words) -> str:
    """Return `points`, with a remark if a larger unit than `models` models costs the same."""
    for step in steps:
        if step.least <= models < step.most:
            return words("price.rounded", models=models, most=step.most, points=points)
    return points


def _describe_steps(steps: Sequence[PriceStep], words: Words) -> str:
    """Return the steps of the price on one line, such as `5 models 80, 6–10 models 160`."""
    texts = []
    for step in steps[:MOST_STEPS]:
        size = str(step.most) if step.least == step.most else f"{step.least}\u2013{step.most}"
        texts.append(words("price.step", models=size, points=step.points))
    if len(steps) > MOST_STEPS:
        texts.append("…")
    return words("price.steps", steps=texts)


def describe_loadout(position: Position, army: Army, unit: Unit, words: Words) -> str:
    """Return as one line what the models of `unit` carry, by kind of model if it has several.

    Empty in games without wargear.
    """
    game = position.system
    carried = game.list_carried_wargear(army, unit) if game is not None else ()
    groups = [group for group in carried if group.items]
    texts = []
    for group in groups:
        items = _describe_items(group, words)
        if len(groups) > 1 and group.model:
            name = words.translate_name(group.model)
            kind = words("models_of", count=group.count, name=name) if group.count > 1 else name
            items = words.join_name_and_text(kind, items)
        texts.append(items)
    return " · ".join(texts)


def _describe_items(group: Carried, words: Words) -> str:
    """Return the items of a group of models as a list in words; more than one with its count."""
    items = [
        Amount(count, item) if count > 1 else words.translate_name(item)
        for item, count in group.items.items()
    ]
    return words("listed", items=items)
