"""The messages of the rules: findings, fixes, rules and verdicts in the reader's language."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from typing import Literal as OneOf

from listbuilder.i18n import messages
from listbuilder.i18n.messages import Lang
from listbuilder.model.army import Army
from listbuilder.model.finding import Fix, Note, Phrase, Stamped
from listbuilder.model.message_args import Literal, MessageArgs
from listbuilder.model.rulebook import Citation, Rule, RuleBook

_CHECKS = Path(__file__).parent / "checks"
_FIXES = Path(__file__).parent / "fixes.yaml"
FINDINGS = Path(__file__).parent / "findings.yaml"
Basis = OneOf["assumed", "not_checked"]
_OWN = Path(__file__).parent / "words.yaml"
NOTES = Path(__file__).parent / "notes.yaml"


def get_words_path(check: str) -> Path:
    """Return the path of the YAML file with the words of a check."""
    return _CHECKS / f"{check}.yaml"


def say_finding(finding: Stamped, lang: Lang) -> str:
    """Return the sentence of a finding: the check's own, else the one that several checks share."""
    file, key = get_words_path(finding.check), f"findings.{finding.key}"
    args = _say_phrases(finding.args, file, lang)
    own = key in messages.load_texts(file, lang)
    return messages.say_choices(file if own else FINDINGS, key if own else finding.key, lang, args)


def _say_phrases(args: MessageArgs, file: Path, lang: Lang) -> MessageArgs:
    """Return the arguments with each `Phrase` replaced by its text from the words of the check."""
    said = dict(args)
    for name, value in args.items():
        if isinstance(value, Phrase):
            said[name] = Literal(messages.say(file, f"phrases.{value.key}", lang, value.args))
    return said


def say_fix_title(finding: Stamped, fix: Fix, lang: Lang) -> str:
    """Return the label of a fix: the check's own, else the one that several checks share."""
    return messages.fill_template(get_fix_template(finding, fix, lang), fix.args, lang)


def get_fix_template(finding: Stamped | None, fix: Fix, lang: Lang) -> str:
    """Return the label of a fix before it is filled in: the check's own, else the common one.

    Without a finding, the common one.
    """
    key = f"fixes.{fix.key}"
    if finding is not None:
        own = messages.load_texts(get_words_path(finding.check), lang)
        if key in own:
            return own[key]
    return messages.load_texts(_FIXES, lang)[fix.key]


def say_common_fix_title(fix: Fix, lang: Lang) -> str:
    """Return the label of a fix that belongs to no check."""
    return messages.fill_template(get_fix_template(None, fix, lang), fix.args, lang)


def say_rule_title(rule: Rule, lang: Lang) -> str:
    """Return the title of a rule."""
    return messages.say(get_words_path(rule.check), _find_own_key("title", rule, lang), lang)


def say_rule_explanation(rule: Rule, params: dict[str, Any], lang: Lang) -> str:
    """Return the explanation of a rule, with the values of its parameters filled in."""
    return messages.say(
        get_words_path(rule.check), _find_own_key("explanation", rule, lang), lang, params
    )


def say_table_row(rule: Rule, key: str, args: MessageArgs, lang: Lang) -> str:
    """Return a row of the table of a rule in words."""
    return messages.say(get_words_path(rule.check), f"numbers.{key}", lang, args)


def say_parameter(rule: Rule, name: str, lang: Lang) -> str:
    """Return the sentence for a parameter that a season changes, with the rule's value.

    It is `params.<name>` of the check's words; without such words, the name and value as the rule
    book has them.
    """
    key = f"params.{name}"
    if key not in messages.load_texts(get_words_path(rule.check), lang):
        return f"{name}: {rule.params[name]}."
    return messages.say(get_words_path(rule.check), key, lang, rule.params)


def _find_own_key(kind: str, rule: Rule, lang: Lang) -> str:
    """Return the key of the rule's own text, else `kind`, the key of its check's text.

    Where one check serves several rules, each may have its own words: `titles.<code>` or
    `titles.<name>`.
    """
    known = messages.load_texts(get_words_path(rule.check), lang)
    for own in (f"{kind}s.{rule.code}", f"{kind}s.{rule.name}"):
        if own in known:
            return own
    return kind


def say_section(citation: Citation, lang: Lang) -> str:
    """Return the name of the section cited: a word of the glossary, else as the book numbers it."""
    return messages.get_terms(lang).get(citation.section, citation.section)


def say_citation(book: RuleBook, cited: Citation, lang: Lang) -> str:
    """Return the citation as book, section and pages, in the order of the language."""
    book_title = book.books[cited.book].title if cited.book in book.books else cited.book
    pages = "-".join(str(page) for page in (cited.page, cited.last_page) if page is not None)
    page = [messages.say(_OWN, "page", lang, {"pages": Literal(pages)})] if pages else []
    return messages.join_list(
        [messages.translate_name(book_title, lang), say_section(cited, lang), *page], lang
    )


def say_rule_with_citation(book: RuleBook, name: str, place: Citation, lang: Lang) -> str:
    """Return the name of a rule and where it is written.

    The name of the game is left out, because everybody knows which it is, unless the book itself is
    called so.
    """
    cited = say_citation(book, place, lang)
    rest = cited.removeprefix(messages.translate_name(book.name, lang))
    if rest[:1] not in ("", ",", "、", "，", "の"):  # else the book itself is called so
        cited = rest.lstrip()
    return messages.join_with_colon(name, cited, lang)


def say_short_game(book: RuleBook, lang: Lang) -> str:
    """Return the game and its edition as players say them: 40K 10th edition."""
    key = f"short_game.{book.system}"
    if key not in messages.load_texts(_OWN, lang):
        return say_game(book, lang)
    return messages.say(_OWN, key, lang)


def say_game(book: RuleBook, lang: Lang) -> str:
    """Return the full name and edition of the game."""
    return messages.say(_OWN, "game", lang, {"name": book.name, "edition": book.edition})


def say_note(note: Note, lang: Lang) -> str:
    """Return the sentence of a note."""
    return messages.say(NOTES, note.key, lang, note.args)


def say_verdict(word: str, lang: Lang) -> str:
    """Return the name of a verdict."""
    return messages.say(_OWN, f"verdict.{word}", lang)


def say_severity(word: str, lang: Lang) -> str:
    """Return the name of a severity."""
    return messages.say(_OWN, f"severity.{word}", lang)


def say_date_of_data(army: Army, lang: Lang) -> str:
    """Return the sentence on the date of the points, or of the data if the game has none."""
    key = "basis.prices" if army.counts_points else "basis.data_of"
    return messages.say(_OWN, key, lang, {"day": army.priced_on})


def say_basis(kind: Basis, reason: Note, lang: Lang) -> str:
    """Return the sentence on what the verdict rests on, or what it leaves open, by `kind`."""
    return messages.say(_OWN, f"basis.{kind}", lang, {"what": Literal(say_note(reason, lang))})
