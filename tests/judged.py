"""The shipped examples, as the program judges them."""

from __future__ import annotations

from pathlib import Path

from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS
from listbuilder.model.finding import Stamped
from listbuilder.roster.position import Position
from listbuilder.rules import messages

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
LIBRARY = Library()


def example(game: str, kind: str, name: str) -> Position:
    """The roster examples/<game>/<kind>/<name>.yaml, which can be read."""
    file = EXAMPLES / game / kind / f"{name}.yaml"
    done = Position.read(file.read_bytes(), str(file), LIBRARY)
    assert not done.problems, done.problems
    return done


def of_severity(done: Position, severity: str) -> list[Stamped]:
    return [finding for finding in done.findings if finding.severity == severity]


def named(game: str, kind: str) -> set[str]:
    return {file.stem for file in (EXAMPLES / game / kind).glob("*.yaml")}


def sound(done: Position) -> None:
    """Legal, without a warning, and nothing had to be assumed."""
    assert done.verdict == "legal", [
        messages.say_finding(finding, "en") for finding in of_severity(done, "error")
    ]
    assert of_severity(done, "warning") == []
    assert done.assumed == []


def wrong_for_one_reason(done: Position, code: str, key: str, path: str) -> None:
    """Illegal because of that and nothing else, and it is said in three languages."""
    assert done.verdict == "illegal"
    (finding,) = of_severity(done, "error")
    assert (finding.code, finding.key, ".".join(map(str, finding.path))) == (code, key, path)
    texts = {lang: messages.say_finding(finding, lang) for lang in LANGS}
    assert len(set(texts.values())) == len(LANGS), f"the same in two languages: {texts}"
