"""The lists that are damaged: real ones, of each form in turn, and examples of ours as each of our exports has them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Wish
from listbuilder.formats.registry import export_printout, get_export_forms
from listbuilder.games.registry import get_game
from listbuilder.i18n.messages import Lang
from listbuilder.roster.position import Position

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
INDEXES = ("index.jsonl", "index-40k11.jsonl")
LISTS = 23
TREES = (".ros", ".rosz", ".json")
OURS = (
    "40k-10e/legal/necrons-awakened-dynasty",
    "40k-10e/legal/ultramarines-blade-of-ultramar",
    "40k-11e/legal/blood-angels-three-detachments",
    "40k-11e/legal/necrons-two-detachments",
    "aos/legal/soulblight-gravelords-with-mask-of-the-deceiver",
    "aos/legal/stormcast-thunderhead-season",
)
SPOKEN: dict[str, tuple[Lang, ...]] = {"text": ("en", "ja", "zh"), "markdown": ("en", "ja", "zh")}
FORMS = ("gw", "wtc", "wtc-compact", "nr-simple", "atc-2026", "aos-app", *SPOKEN)


class Sampled(msgspec.Struct, frozen=True):
    """A list and what it is called. `wanted`: what it says, where that is known otherwise than by reading it."""

    name: str
    raw: bytes
    wanted: Position | None = None

    @property
    def text(self) -> str:
        return self.raw.decode("utf-8-sig").replace("\r\n", "\n")


def sample(folder: Path, most: int = LISTS) -> list[Sampled]:
    """Texts of the corpus: of each form in turn the first, then the second, until there are enough; fragments left out."""
    forms: dict[str, list[str]] = {}
    for index in INDEXES:
        rows = [
            json.loads(line) for line in (folder / index).read_text(encoding="utf-8").splitlines()
        ]
        for row in rows:
            if not row["file"].endswith(TREES):
                forms.setdefault(f"{index} {row['format']}", []).append(row["file"])
    found: list[str] = []
    while len(found) < most and any(forms.values()):
        for each in forms.values():
            if each and len(found) < most:
                found.append(each.pop(len(each) // 2))
    return [Sampled(each, (folder / each).read_bytes()) for each in found]


def ours(library: Library, names: tuple[str, ...] = OURS) -> Iterator[Sampled]:
    """Each example in each text form of its game, in each language the form speaks."""
    for name in names:
        file = ROOT / "examples" / f"{name}.yaml"
        done = Position.read(file.read_bytes(), file.name, library)
        assert done.army is not None, done.problems
        for form in get_export_forms(get_game(done.army.book.system)):
            for lang in SPOKEN.get(form, ("en",)) if form in FORMS else ():
                sheet = make_printout(done, library, Wish(form, lang))
                assert sheet is not None, done.problems
                yield Sampled(f"{file.stem}.{form}.{lang}", export_printout(sheet), done)
