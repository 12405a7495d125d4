"""The commands that are run on every installation: what they are, and how each must end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from listbuilder.formats.registry import WRITERS, get_export_forms
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.messages import LANGS
from tools.installed.lists import Listed

LEGAL, ILLEGAL, REFUSED = 0, 1, 2
FORMATS = ("text", "json")
SHELLS = ("bash", "zsh", "fish")
OWN = "mydata"  # folder of the user's own data
PAST = (
    "2026-01-20"  # a date on which points and datasheets of the games with a history were different
)
_OWN_NECRONS = """\
datasheets:
  - id: tomb-world-champion
    name: Tomb World Champion
    keywords: [Infantry, Character, Tomb World Champion]
    faction_keywords: [Necrons]
    models: [{name: Tomb World Champion, min: 1, max: 1}]
    size: {min: 1, max: 1}
    points: [{models: 1, points: 75}]
  - id: overlord
    points: [{models: 1, points: 90}]
"""


class Step(msgspec.Struct, frozen=True):
    """One command. Steps of one chain run in order, in one folder.

    `codes`: the exit codes that are right for it.
    """

    chain: str
    argv: tuple[str, ...]
    codes: tuple[int, ...]

    @property
    def key(self) -> str:
        return f"{self.chain}: {' '.join(self.argv)}"

    @property
    def writes(self) -> bool:
        """Whether it says on stderr which file it wrote."""
        return "-o" in self.argv


def list_steps(listed: Listed) -> Iterator[Step]:
    """Yield every command that takes a list, on this list, in every language and both formats."""
    verdict = (LEGAL,) if listed.legal else (ILLEGAL,)
    for lang in LANGS:
        chain = f"{listed.key}-{lang}"
        for form in FORMATS:
            yield from _commands(listed, chain, ("--lang", lang, "--format", form), verdict)
        yield from _exports(listed, chain, ("--lang", lang), verdict)
        yield Step(
            chain, ("collection", "from", "list.yaml", "-o", "mine.yaml", "--lang", lang), (LEGAL,)
        )
        yield Step(
            chain, ("check", "list.yaml", "--collection", "mine.yaml", "--lang", lang), verdict
        )


def _commands(
    listed: Listed, chain: str, options: tuple[str, ...], verdict: tuple[int, ...]
) -> Iterator[Step]:
    file, other = "list.yaml", "other.yaml"
    done = (LEGAL, ILLEGAL)  # the command did its work, whatever it has to say about the list
    for argv, codes in (
        (("check", file), verdict),
        (("check", "--full", "--jobs", "1", file, other), (ILLEGAL,)),
        (("check", file, "--as-of", PAST), (*done, REFUSED)),
        (("show", file), done),
        (("show", "--formations", file), done),
        (("why", file, "--all"), done),
        (("why", file, listed.thing), done),
        (("fix", file), done),
        (("fill", file), (*done, REFUSED)),
        (("diff", file, other), done),
        (("collection", "from", file), done),
        (("report", file), done),
        (("check", "nowhere.yaml"), (REFUSED,)),
    ):
        yield Step(chain, (*argv, *options), codes)


def _exports(
    listed: Listed, chain: str, options: tuple[str, ...], verdict: tuple[int, ...]
) -> Iterator[Step]:
    offered = get_export_forms(get_game(listed.game))
    for name, form in WRITERS.items():
        out = f"out/{name}{form.ending}"
        done = (
            (LEGAL, ILLEGAL) if name in offered else (REFUSED,)
        )  # another game's form is refused with a sentence
        yield Step(chain, ("export", "list.yaml", "--to", name, "-o", out, *options), done)
        if name in ("html", "pdf", "svg", "json", "qr"):
            yield Step(chain, ("verify", out, *options), (LEGAL, ILLEGAL))
            yield Step(chain, ("verify", out, "--format", "json", *options), (LEGAL, ILLEGAL))
        if name in ("text", "json"):
            yield Step(chain, ("import", out, "-o", f"out/{name}.yaml", *options), (LEGAL,))
            yield Step(chain, ("check", out, *options), verdict)
    yield Step(
        chain,
        ("export", "list.yaml", "--to", "html", "--for", "me", "--formations", *options),
        (LEGAL, ILLEGAL),
    )
    yield Step(
        chain,
        ("fix", "list.yaml", "--apply", "-o", "out/fixed.yaml", *options),
        (LEGAL, ILLEGAL, REFUSED),
    )


def general_steps(listed: list[Listed], commands: tuple[str, ...]) -> Iterator[Step]:
    """Yield every command that takes no list, or many, in every language and both formats."""
    for lang in LANGS:
        for form in FORMATS:
            options = ("--lang", lang, "--format", form)
            chain = f"general-{lang}"
            yield Step(
                chain,
                (
                    "event",
                    "lists",
                    "--rules",
                    "event.yaml",
                    "-o",
                    f"desk-{form}",
                    "--book",
                    *options,
                ),
                (0, 1, 2),
            )
            yield Step(chain, ("rules", *options), (0,))
            yield Step(
                chain, ("data", "changes", PAST, "today", "--faction", "necrons", *options), (0,)
            )
            yield Step(chain, ("find", "necron", "wariors", *options), (0,))
            for game in SYSTEMS:
                yield Step(chain, ("rules", game, *options), (0,))
                yield Step(
                    chain,
                    (
                        "find",
                        next(each.find for each in listed if each.game == game),
                        "--system",
                        game,
                        *options,
                    ),
                    (0,),
                )
            yield Step(
                chain, ("doctor", *options), (0, 2)
            )  # 2: the cache cannot be written, and doctor says so
        chain = f"help-{lang}"
        yield Step(chain, ("--help", "--lang", lang), (0,))
        for command in commands:
            yield Step(chain, ("help", command, "--lang", lang), (0,))
            yield Step(chain, (command, "--help", "--lang", lang), (0,))
        for each in listed:
            yield Step(
                chain,
                ("new", each.game, each.faction, "-o", f"{each.key}.yaml", "--lang", lang),
                (0,),
            )
            # `fix`, for `check` and `show` print the hash of the file, which names a schema of its installation.
            yield Step(chain, ("fix", f"{each.key}.yaml", "--lang", lang), (0, 1, 2))
        chain = f"general-{lang}"
        yield Step(chain, ("data", "check", OWN, "--lang", lang), (0,))
        yield Step(
            chain, ("find", "champion", "--faction", "necrons", "--data", OWN, "--lang", lang), (0,)
        )
        yield Step(chain, ("check", "lists", "--data", OWN, "--lang", lang), (1,))
    yield Step("general-en", ("data", "check"), (0,))
    for shell in SHELLS:
        yield Step("help-en", ("completion", shell), (0,))


def write_general_folder(folder: Path, listed: list[Listed]) -> None:
    """Write what the general commands read: an event and a folder with a list of each game."""
    lists = folder / "lists"
    lists.mkdir(parents=True, exist_ok=True)
    for each in listed:
        (lists / f"{each.key}.yaml").write_bytes(each.file.read_bytes())
    own = folder / OWN / "warhammer-40k-11e"
    own.mkdir(parents=True, exist_ok=True)
    (own / "necrons.yaml").write_text(_OWN_NECRONS, encoding="utf-8")
    (folder / "event.yaml").write_text(
        "event: Saturday\npoints_limit: 2000\ndate: 2026-11-19\n", encoding="utf-8"
    )
