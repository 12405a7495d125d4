"""Puts findings, fixes and rules into words of the reader's language."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from typing import Literal as OneOf

from listbuilder.model.army import Army
from listbuilder.model.finding import Fix, Note, Phrase, Stamped
from listbuilder.model.rule import Citation, Rule, RuleBook
from listbuilder.model.said import Literal
from listbuilder.store import words
from listbuilder.store.words import Lang

_CHECKS = Path(__file__).parent / "checks"
_FIXES = Path(__file__).parent / "fixes.yaml"
FINDINGS = Path(__file__).parent / "findings.yaml"
Basis = OneOf["assumed", "not_checked"]
_OWN = Path(__file__).parent / "words.yaml"
NOTES = Path(__file__).parent / "notes.yaml"


def words_file(check: str) -> Path:
    return _CHECKS / f"{check}.yaml"


def message(finding: Stamped, lang: Lang) -> str:
    """Return the sentence of a finding: a check's own, or the common one."""
    file, key = words_file(finding.check), f"findings.{finding.key}"
    args = _with_phrases(finding.args, file, lang)
    own = key in words.table(file, lang)
    return words.say_choices(file if own else FINDINGS, key if own else finding.key, lang, args)


def _with_phrases(args: dict[str, Any], file: Path, lang: Lang) -> dict[str, Any]:
    return {
        name: Literal(words.say(file, f"phrases.{value.key}", lang, value.args)) if isinstance(value, Phrase) else value
        for name, value in args.items()
    }


def fix_title(finding: Stamped, fix: Fix, lang: Lang) -> str:
    """A check's own label, or the common one."""
    return words.fill(fix_template(finding, fix, lang), fix.args, lang)


def fix_template(finding: Stamped | None, fix: Fix, lang: Lang) -> str:
    """Return the label of a fix before it is filled in: the check's own, else the common one."""
    key = f"fixes.{fix.key}"
    own = words.table(words_file(finding.check), lang) if finding is not None else {}
    return own[key] if key in own else words.table(_FIXES, lang)[fix.key]


def common_fix_title(fix: Fix, lang: Lang) -> str:
    """Of a fix that is no check's own."""
    return words.fill(fix_template(None, fix, lang), fix.args, lang)


def title(rule: Rule, lang: Lang) -> str:
    return words.say(words_file(rule.check), _own_key("title", rule, lang), lang)


def explanation(rule: Rule, params: dict[str, Any], lang: Lang) -> str:
    return words.say(words_file(rule.check), _own_key("explanation", rule, lang), lang, params)


def number(rule: Rule, key: str, args: dict[str, Any], lang: Lang) -> str:
    """Return a row of the table of a rule in words."""
    return words.say(words_file(rule.check), f"numbers.{key}", lang, args)


def param(rule: Rule, name: str, lang: Lang) -> str:
    """What one parameter means, where a season changes it: `params.<name>` of the check's words, or as the law has it."""
    key = f"params.{name}"
    if key not in words.table(words_file(rule.check), lang):
        return f"{name}: {rule.params[name]}."
    return words.say(words_file(rule.check), key, lang, rule.params)


def _own_key(kind: str, rule: Rule, lang: Lang) -> str:
    """Where one check serves several rules, each may have its own words: `titles.<code>` or `titles.<name>`."""
    known = words.table(words_file(rule.check), lang)
    return next((own for own in (f"{kind}s.{rule.code}", f"{kind}s.{rule.name}") if own in known), kind)


def section(citation: Citation, lang: Lang) -> str:
    """The section's name: a word of the glossary in this language, or as the book numbers it."""
    return words.terms(lang).get(citation.section, citation.section)


def citation(book: RuleBook, found: Citation, lang: Lang) -> str:
    title = book.books[found.book].title if found.book in book.books else found.book
    pages = "-".join(str(page) for page in (found.page, found.last_page) if page is not None)
    page = [words.say(_OWN, "page", lang, {"pages": Literal(pages)})] if pages else []
    return words.listed([words.local(title, lang), section(found, lang), *page], lang)


def rule_line(book: RuleBook, name: str, found: Citation, lang: Lang) -> str:
    """Return the name of a rule and where it is written, without the name of the game: everybody knows which it is."""
    cited = citation(book, found, lang)
    rest = cited.removeprefix(words.local(book.name, lang))
    if rest[:1] not in ("", ",", "、", "，", "の"):  # else the book itself is called so
        cited = rest.lstrip()
    return words.paired(name, cited, lang)


def short_game(book: RuleBook, lang: Lang) -> str:
    """Return the game and its edition as players say them: 40K 10th edition."""
    key = f"short_game.{book.system}"
    return words.say(_OWN, key, lang) if key in words.table(_OWN, lang) else game(book, lang)


def game(book: RuleBook, lang: Lang) -> str:
    """Its name and edition."""
    return words.say(_OWN, "game", lang, {"name": book.name, "edition": book.edition})


def note(found: Note, lang: Lang) -> str:
    return words.say(NOTES, found.key, lang, found.args)


def verdict(word: str, lang: Lang) -> str:
    return words.say(_OWN, f"verdict.{word}", lang)


def severity(word: str, lang: Lang) -> str:
    return words.say(_OWN, f"severity.{word}", lang)


def dated(army: Army, lang: Lang) -> str:
    """The day of the prices, or of the data where the game has none."""
    return words.say(_OWN, "basis.prices" if army.counts_points else "basis.data_of", lang, {"day": army.priced_on})


def basis(kind: Basis, found: Note, lang: Lang) -> str:
    """What the verdict rests on, or leaves open."""
    return words.say(_OWN, f"basis.{kind}", lang, {"what": Literal(note(found, lang))})
