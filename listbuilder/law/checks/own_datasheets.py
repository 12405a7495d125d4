"""The units of a box have datasheets of their own game: those of another game are not accepted."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.boxes.army import BoxArmy
from listbuilder.model.base import Model
from listbuilder.model.edit import put, remove
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    pass


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    for stranger in army.strangers:
        args = {"unit": stranger.name, "game": stranger.game, "own": army.book.name}
        if stranger.instead is not None:
            fix = Fix(key="own", args={"unit": stranger.name}, edit=put(stranger.instead.id, *stranger.path, "unit"))
        else:
            fix = Fix(key="drop", args={"units": [stranger.name]}, edit=remove(*stranger.path))
        yield Finding(key="of_another_game", path=stranger.path, args=args, fixes=(fix,))
