"""Report the battlefield that is recommended for the points limit."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.model.rulebook import Row, RuleBook
from listbuilder.rules.params import Count


class Table(Model):
    """A battlefield for a points limit, in inches, and its number of terrain features."""

    points: Count
    width: Count
    length: Count
    terrain: Count


class Params(Model):
    """The recommended battlefields."""

    tables: tuple[Table, ...]


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report the battlefield that the rule recommends for the army's points limit.

    Nothing is reported if there is none for exactly that limit.
    """
    for table in params.tables:
        if table.points == army.limit:
            args = {
                "limit": table.points,
                "width": table.width,
                "length": table.length,
                "terrain": table.terrain,
            }
            yield Finding(key="table", path=("points_limit",), args=args)


def yield_table_rows(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield a row for each points limit with its battlefield and number of terrain features."""
    for table in params.tables:
        yield (
            "table",
            {
                "limit": table.points,
                "width": table.width,
                "length": table.length,
                "terrain": table.terrain,
            },
        )
