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
    """Return the sentence of a finding in the language `lang`.

    It is the text that the finding's check has for it, otherwise the text that several checks
    share.
    """
    file, key = get_words_path(finding.check), f"findings.{finding.key}"
    args = _say_phrases(finding.args, file, lang)
    own = key in messages.load_texts(file, lang)
    return messages.say_choices(file if own else FINDINGS, key if own else finding.key, lang, args)


def _say_phrases(args: MessageArgs, file: Path, lang: Lang) -> MessageArgs:
    """Return `args` with each `Phrase` replaced by its text from the check's words in `file`."""
    said = dict(args)
    for name, value in args.items():
        if isinstance(value, Phrase):
            said[name] = Literal(messages.say(file, f"phrases.{value.key}", lang, value.args))
    return said


def say_fix_title(finding: Stamped, fix: Fix, lang: Lang) -> str:
    """Return the label of a fix in the language `lang`, with its names and numbers filled in.

    It is the text that the finding's check has for it, otherwise the text that several checks
    share.
    """
    return messages.fill_template(get_fix_template(finding, fix, lang), fix.args, lang)


def get_fix_template(finding: Stamped | None, fix: Fix, lang: Lang) -> str:
    """Return the label of a fix with placeholders for its names and numbers.

    It is the text that the finding's check has for it, otherwise the text that several checks
    share. If `finding` is None, it is always the shared text.
    """
    key = f"fixes.{fix.key}"
    if finding is not None:
        own = messages.load_texts(get_words_path(finding.check), lang)
        if key in own:
            return own[key]
    return messages.load_texts(_FIXES, lang)[fix.key]


def say_rule_title(rule: Rule, lang: Lang) -> str:
    """Return the title of a rule in the language `lang`: its own, otherwise that of its check."""
    return messages.say(get_words_path(rule.check), _find_own_key("title", rule, lang), lang)


def say_rule_explanation(rule: Rule, params: dict[str, Any], lang: Lang) -> str:
    """Return the explanation of a rule with the values in `params` filled in.

    It is the rule's own explanation if it has one, otherwise that of its check.
    """
    return messages.say(
        get_words_path(rule.check), _find_own_key("explanation", rule, lang), lang, params
    )


def say_table_row(rule: Rule, key: str, args: MessageArgs, lang: Lang) -> str:
    """Return the sentence for one row of the rule's table.

    `key` is the key of the sentence in the check's words; `args` are the names and numbers in it.
    """
    return messages.say(get_words_path(rule.check), f"numbers.{key}", lang, args)


def say_parameter(rule: Rule, name: str, lang: Lang) -> str:
    """Return the sentence about the rule's parameter `name`, such as one changed by a season.

    It is `params.<name>` of the check's words, with the rule's values. If the check has no such
    words, the result is the parameter's name and value as the rule book has them.
    """
    key = f"params.{name}"
    if key not in messages.load_texts(get_words_path(rule.check), lang):
        return f"{name}: {rule.params[name]}."
    return messages.say(get_words_path(rule.check), key, lang, rule.params)


def _find_own_key(kind: str, rule: Rule, lang: Lang) -> str:
    """Return the key of a text about `rule`: the rule's own if it has one, otherwise `kind`.

    `kind` is "title" or "explanation", which is also the key of the check's text. Where one check
    serves several rules, each rule may have its own text under `<kind>s.<code>` or
    `<kind>s.<name>`.
    """
    known = messages.load_texts(get_words_path(rule.check), lang)
    for own in (f"{kind}s.{rule.code}", f"{kind}s.{rule.name}"):
        if own in known:
            return own
    return kind


def say_section(citation: Citation, lang: Lang) -> str:
    """Return the name of the cited section, translated if it is a term of the glossary.

    Otherwise it is returned as the citation has it, such as a number.
    """
    return messages.get_terms(lang).get(citation.section, citation.section)


def say_citation(book: RuleBook, cited: Citation, lang: Lang) -> str:
    """Return the citation as a text of book, section and, if known, pages.

    Their order is that of the language `lang`.
    """
    book_title = book.books[cited.book].title if cited.book in book.books else cited.book
    pages = "-".join(str(page) for page in (cited.page, cited.last_page) if page is not None)
    page = [messages.say(_OWN, "page", lang, {"pages": Literal(pages)})] if pages else []
    return messages.join_list(
        [messages.translate_name(book_title, lang), say_section(cited, lang), *page], lang
    )


def say_rule_with_citation(book: RuleBook, name: str, place: Citation, lang: Lang) -> str:
    """Return the name of a rule followed by where it is written: book, section and pages.

    `place` is the citation. The name of the game is left out at the beginning of the book's title,
    because every reader knows the game, unless the book is called exactly like the game.
    """
    cited = say_citation(book, place, lang)
    rest = cited.removeprefix(messages.translate_name(book.name, lang))
    if rest[:1] not in ("", ",", "、", "，", "の", "（"):  # else the book itself is called so
        cited = rest.lstrip()
    return messages.join_with_colon(name, cited, lang)


def say_short_game(book: RuleBook, lang: Lang) -> str:
    """Return the game and its edition as players say them, such as "40K 10th edition".

    If there is no short name for the game, the full name and edition are returned.
    """
    key = f"short_game.{book.system}"
    if key not in messages.load_texts(_OWN, lang):
        return say_game(book, lang)
    return messages.say(_OWN, key, lang)


def say_game(book: RuleBook, lang: Lang) -> str:
    """Return the full name and edition of the game."""
    return say_game_edition(book.name, book.edition, lang)


def say_game_edition(name: str, edition: str, lang: Lang) -> str:
    """Return the full name of the game called `name`, with its edition."""
    return messages.say(_OWN, "game", lang, {"name": name, "edition": edition})


def say_note(note: Note, lang: Lang) -> str:
    """Return the sentence of `note` (something assumed or not checked) in the language `lang`."""
    return messages.say(NOTES, note.key, lang, note.args)


def say_verdict(word: str, lang: Lang) -> str:
    """Return the word for the verdict `word` in the language `lang`.

    `word` is "legal", "illegal" or "unread".
    """
    return messages.say(_OWN, f"verdict.{word}", lang)


def say_severity(word: str, lang: Lang) -> str:
    """Return the word for the severity `word` in the language `lang`.

    `word` is "error", "warning" or "info".
    """
    return messages.say(_OWN, f"severity.{word}", lang)


def say_date_of_data(army: Army, lang: Lang) -> str:
    """Return the sentence that says of which date the points are.

    If the game counts no points, it says of which date the data is.
    """
    key = "basis.prices" if army.counts_points else "basis.data_of"
    return messages.say(_OWN, key, lang, {"day": army.priced_on})


def say_basis(kind: Basis, reason: Note, lang: Lang) -> str:
    """Return the sentence on what was assumed or not checked, with the note `reason` in it.

    `kind` says which: "assumed" or "not_checked".
    """
    return messages.say(_OWN, f"basis.{kind}", lang, {"what": Literal(say_note(reason, lang))})
