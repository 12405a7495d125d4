"""The grammar of a wargear option's sentence: who takes it, what is given up, what is gained.

A sentence is read with the names of the unit's models and items (`Names`). They decide where a
sentence is cut. An option for a model that the unit doesn't have is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from listbuilder.update.read.card_text import Phrase, get_phrases, get_words, read_number
from listbuilder.update.read.unit_sentences import Row, find_model, is_misprint, is_spaced_otherwise
from listbuilder.update.singular import make_name_key, make_singular_name

_AND = re.compile(r",? and |, ")
_BEFORE_NUMBER = re.compile(r"(?:,? and |, | an )(?=(?:\d+|one|two|three|four) )")
_OR_ITS = re.compile(r" or (?:its|their) ")
_ARTICLE = re.compile(r"^(?:either )?(?:(?:an?|its|their|the) )?", re.IGNORECASE)
_MOST_WORDS = 7  # words of an item's name; longer is text that wasn't understood


class Names(msgspec.Struct):
    """The names that a card's sentences use.

    `items` maps the key of each item that a model carries or may get to its spelling; `printed`
    those of the card's own weapons. `models` empty: any name is taken for a model's. `lenient`:
    every item is taken as known, to find out which ones the options give. `counts` says of how many
    items of a kind a model has by default, where it has several.
    """

    models: list[str]
    items: dict[str, str]
    printed: dict[str, str]
    lenient: bool = False
    counts: dict[str, int] = {}

    def find_item(self, text: str) -> str | None:
        """Return the spelling of the item that `text` means; None if nothing carries it.

        `lenient`: the text itself instead of None.
        """
        return self.find_known_item(text) or (text if self.lenient else None)

    def find_known_item(self, text: str) -> str | None:
        """Return the spelling of the known item that `text` means, lenient or not; else None."""
        key = make_name_key(text)
        for spelled in (self.items, self.printed):
            if key in spelled:
                return spelled[key]
        known = {**self.printed, **self.items}
        close = {known[other] for other in known if is_spaced_otherwise(key, other)}
        if not close:
            close = {known for other, known in self.items.items() if is_misprint(key, other)}
        return close.pop() if len(close) == 1 else None


def read_option_text(
    text: str, bullets: list[str], names: Names, context: Row | None = None
) -> list[Row] | None:
    """Return the options that a sentence with its `bullets` states; None if not understood.

    `context` are the keys of `models:` that hold for the sentence from outside it, such as `per`;
    its `which` is who "it" means.
    """
    context = context or {}
    for phrase in get_phrases("openings"):
        for pieces in phrase.list_matches(text):
            inner = _read_opening(phrase, pieces, names)
            if inner is not None:
                found = read_option_text(pieces["rest"], bullets, names, {**context, **inner})
                if found is not None:
                    return found
    for phrase in get_phrases("joined_options"):
        for pieces in phrase.list_matches(text):
            joined = _read_joined(phrase, pieces, bullets, names, context)
            if joined is not None:
                return joined
    for phrase in get_phrases("options"):
        for pieces in phrase.list_matches(text):
            option = _read_option(phrase, pieces, bullets, names, context)
            if option is not None:
                return [option]
            both = _read_either(phrase, pieces, bullets, names, context)
            if both is not None:
                return both
    return None


def read_heading(text: str, names: Names) -> Row | None:
    """Return the context that the heading `text` gives to the sentences below it.

    None if it isn't such a heading. For instance, "If this unit contains 10 models:".
    """
    for phrase in get_phrases("openings"):
        for pieces in phrase.list_matches(text.rstrip(": ") + ", :"):
            if pieces["rest"] == ":":
                inner = _read_opening(phrase, pieces, names)
                if inner is not None:
                    return inner
    return None


def _read_opening(phrase: Phrase, pieces: dict[str, str], names: Names) -> Row | None:
    """Return the keys of `models:` that the words before a sentence give; None if not understood.

    They are those of "for every 5 models in this unit", "if this unit contains 10 models" and
    "if this model is equipped with an axe".
    """
    context: Row = {}
    number = read_number(pieces.get("n", "0"))
    if number is None:
        return None
    if "bearer" in pieces:
        subject = _read_bearer(pieces["bearer"], names)
        if subject is None:
            return None
        context.update(subject)
    if "per" in phrase.means:
        context["per"] = number
    if "counted" in pieces:
        counted = find_model(pieces["counted"], names.models)
        if counted is None:
            return None
        context["per_model"] = counted
    size: dict[str, int] = {}
    if "least" in phrase.means:
        size["min"] = number
    if "most" in phrase.means:
        size["max"] = number
    if size:
        context["unit_size"] = size
    for key in ("has", "lacks"):
        if key in pieces:
            items = _read_condition(pieces[key], key, names)
            if items is None:
                return None
            context.update(items)
    if "item" in pieces:
        item = names.find_item(pieces["item"])
        if item is None:
            return None
        context["per_item"] = item
    return context


def _read_bearer(text: str, names: Names) -> Row | None:
    """Return which model "it" means after "if this model" or "if this unit's Captain".

    As the key `which` of `models:`; None if the name is unknown.
    """
    for phrase in get_phrases("subjects"):
        for pieces in phrase.list_matches(text):
            if phrase.means.get("is_bearer"):
                return {"which": "this"}
            if phrase.means.get("count") == 1 and "model" in pieces:
                name = find_model(pieces["model"], names.models)
                if name is not None:
                    return {"which": name}
    return None


def _read_condition(text: str, key: str, names: Names) -> Row | None:
    """Return the condition that a model has or lacks the items in `text`, as keys of `models:`.

    `key`: "has" or "lacks". None if an item is unknown.
    """
    separator = " or " if " or " in text else " and "
    items = []
    for piece in text.split(separator):
        piece = _ARTICLE.sub("", piece.strip(), count=1)
        if piece.startswith("1 "):
            piece = piece[2:]
        item = names.find_item(piece)
        if item is None:
            whole = names.find_item(_ARTICLE.sub("", text.strip(), count=1))
            if whole is None:
                return None
            return {key: [whole]}
        items.append(item)
    if key == "lacks":
        return {"lacks": items}
    return {"has_any" if separator == " or " and len(items) > 1 else "has": items}


# --- one option ---


def _read_joined(
    phrase: Phrase, pieces: dict[str, str], bullets: list[str], names: Names, context: Row
) -> list[Row] | None:
    """Return the two options of "it can do this or can do that"; None if not understood.

    The bullets belong to the part that ends with a colon. A model takes one of the two.
    """
    first, second = pieces["first"], str(phrase.means.get("verb", "")) + pieces["second"]
    start = re.match(r"(.+?) can (?:each )?", first)
    if start is None or (bullets and not second.endswith(":")):
        return None
    options: list[Row] = []
    for part, listed in ((first, []), (f"{start[1]} can {second}", bullets)):
        read = read_option_text(part, listed, names, context)
        if read is None or len(read) != 1:
            return None
        options += read
    if options[0]["models"] != options[1]["models"]:
        return None
    for option in options:
        option.update({"exclusive": f"joined {first}", "shared_count": True})
    return options


def _read_either(
    phrase: Phrase, pieces: dict[str, str], bullets: list[str], names: Names, context: Row
) -> list[Row] | None:
    """Return the two options of "replaced with A or with one of the following: …".

    The second part has bullets. Both give up the same items, so that a single model can take only
    one of them; for several models, or for another sentence, None is returned.
    """
    if "lost" not in pieces or not bullets:
        return None
    for either in get_phrases("either_gains"):
        for parts in either.list_matches(pieces["gain"]):
            first = _read_option(phrase, {**pieces, "gain": parts["first"]}, [], names, context)
            second = {**pieces, "gain": parts["second"]}
            other = _read_option(phrase, second, bullets, names, context)
            if first is not None and other is not None:
                models = first["models"]
                assert isinstance(models, dict)
                return [first, other] if models["count"] == 1 and "per" not in models else None
    return None


def _read_option(
    phrase: Phrase, pieces: dict[str, str], bullets: list[str], names: Names, context: Row
) -> Row | None:
    """Return the option that a phrase with its pieces makes; None if a piece isn't understood."""
    who = pieces.get("who") or str(phrase.means["who"])
    models = read_subject(who, names, context)
    if models is None:
        return None
    is_other = models.pop("is_other", None)
    if phrase.means.get("unit_only") and models["which"] != "unit":
        return None
    option: Row = {"models": models}
    if phrase.means.get("required"):
        option["required"] = True
    if phrase.means.get("single") and models["count"] != 1:
        return None
    if "lost" in pieces:
        lost = _read_lost(pieces["lost"], names)
        lost = _count_lost(lost, phrase, pieces, names) if lost is not None else None
        if lost is None:
            return None
        option.update(lost)
    gain = _read_gain(pieces["gain"], bullets, names)
    if gain is None:
        return None
    option.update(gain)
    if is_other:
        option["is_other"] = True
    return option


def read_subject(text: str, names: Names, context: Row) -> Row | None:
    """Return the `models:` of an option for the models that `text` means; None if unknown.

    `context` are the keys that hold from outside the sentence; "it" means its `which`.
    """
    if text.lower() in ("it", "they"):
        which = context.get("which")
        if which is None:
            which = "unit" if "per" in context or "unit_size" in context else None
        return None if which is None else {"which": which, "count": 1, **_drop(context, "which")}
    rest = _drop(context, "which")
    for phrase in get_phrases("subject_conditions"):
        for pieces in phrase.list_matches(text):
            key = "lacks" if "lacks" in pieces else "has"
            condition = _read_condition(pieces[key], key, names)
            inner = read_subject(pieces["who"], names, {}) if condition is not None else None
            if inner is not None and condition is not None:
                return {**inner, **condition, **rest}
    for ending in get_words("subject_endings")[:2]:
        text = text.removesuffix(ending)
    for phrase in get_phrases("subjects"):
        for pieces in phrase.list_matches(text):
            models = _make_models(phrase, pieces, names)
            if models is not None:
                return {**models, **rest}
    return None


def _drop(row: Row, key: str) -> Row:
    """Return a copy of `row` without `key`."""
    return {name: value for name, value in row.items() if name != key}


def _make_models(phrase: Phrase, pieces: dict[str, str], names: Names) -> Row | None:
    """Return which models a phrase means and how many of them; None if the name is unknown.

    `is_other` isn't a key of our YAML: it means other models than those of the sentence before.
    """
    if phrase.means.get("is_bearer"):
        return {"which": "this", "count": 1}
    if phrase.means.get("is_unit"):
        return {"which": "unit", "count": 1}
    count = phrase.means["count"]
    if count == "n":
        count = read_number(pieces["n"])
        if count is None:
            return None
    text = pieces["model"]
    if text.lower() in get_words("any_model"):
        return {"which": "*", "count": count}
    name = find_model(text, names.models) if names.models else make_singular_name(text)
    if name is None:
        return None
    other: Row = {"is_other": True} if phrase.means.get("is_other") else {}
    return {"which": name, "count": count, **other}


# --- items ---


def make_item(name: str, count: int) -> str | Row:
    """Return an item as our YAML writes it: the name alone for one, else with its `count`."""
    return name if count == 1 else {"item": name, "count": count}


def _read_lost(text: str, names: Names) -> Row | None:
    """Return the key `replace` or `replace_any` with the items in `text`, which are given up.

    None if no model carries them. "A or B and C" has two meanings and is not understood either.
    """
    whole = read_carried_items(text, names)
    if whole is not None:
        return {"replace": whole}
    alternatives = _OR_ITS.split(text)
    if len(alternatives) == 1:
        alternatives = text.split(" or ")
        if len(alternatives) == 1 or any(_AND.search(piece) for piece in alternatives):
            return None
    sets = [read_carried_items(piece, names) for piece in alternatives]
    if any(items is None for items in sets):
        return None
    return {"replace_any": sets}


def _count_lost(lost: Row, phrase: Phrase, pieces: dict[str, str], names: Names) -> Row | None:
    """Return `lost` with how many of the item are given up; None if the card leaves that open.

    A model that has two guns gives up both for "this model's guns", and one at a time for "each".
    """
    items = lost.get("replace")
    number = phrase.means.get("number")
    if number is not None:
        number = read_number(pieces["n"]) if number == "n" else number
        if not isinstance(items, list) or len(items) != 1 or not isinstance(number, int):
            return None
        name = items[0] if isinstance(items[0], str) else items[0]["item"]
        return {"replace": [make_item(name, number)]}
    if phrase.means.get("each"):
        return {**lost, "each": True}
    if not isinstance(items, list) or len(items) != 1 or not isinstance(items[0], str):
        return lost
    count = names.counts.get(make_name_key(items[0]), 1)
    if count == 1:
        return lost
    is_plural = make_singular_name(pieces["lost"]) != pieces["lost"]
    return {"replace": [make_item(items[0], count)]} if is_plural else None


def read_carried_items(text: str, names: Names) -> list[str | Row] | None:
    """Return the items in "axe, 2 knives and shield", each of which is known; None otherwise.

    Names that contain "and" are kept whole where they are known as a whole.
    """
    text = _ARTICLE.sub("", text.strip(), count=1)
    item = _find_carried(text, names)
    if item is not None:
        return [item]
    for found in _AND.finditer(text):
        first = _find_carried(_ARTICLE.sub("", text[: found.start()], count=1), names)
        if first is not None:
            rest = read_carried_items(text[found.end() :], names)
            if rest is not None:
                return [first, *rest]
    return None


def _find_carried(text: str, names: Names) -> str | Row | None:
    """Return the known item that `text` names, with its count; None if it is unknown."""
    known = names.items.get(make_name_key(text))
    if known is not None:
        return known
    counted = re.fullmatch(r"(\d+|one|two|three|four) (.+)", text.strip(), re.IGNORECASE)
    number = read_number(counted[1]) if counted else 1
    name = names.find_item(counted[2] if counted else text)
    if name is None or number is None:
        return None
    return make_item(name, number)


def read_gained_items(text: str, names: Names) -> list[str | Row] | None:
    """Return the items in "1 axe and 2 knives"; None if `text` isn't a list of items.

    The items needn't be known. Each has a number, unless the text names a single item.
    """
    text = text.strip().rstrip(".;,").strip()
    items: list[str | Row] = []
    for piece in _BEFORE_NUMBER.split(text):
        for phrase in get_phrases("additional"):
            for pieces in phrase.list_matches(piece):
                piece = f"{pieces['n']} {pieces['item']}"
        read = _read_gained(piece.strip(), names)
        if read is None:
            return None
        items += read
    return items or None


def _read_gained(piece: str, names: Names) -> list[str | Row] | None:
    """Return the items in one piece of a list, such as "2 knives"; None if it isn't an item.

    "1 axe and shield" gives two items only if both names are known.
    """
    counted = re.fullmatch(r"(\d+|one|two|three|four|an?) (.+)", piece, re.IGNORECASE)
    number = 1
    if counted is not None:
        number = read_number(counted[1]) or 1
        piece = counted[2]
    if not piece or len(piece.split()) > _MOST_WORDS or re.search(r"[.:;()]", piece):
        return None
    known = names.find_known_item(piece)
    if known is None and " and " in piece:
        parts = [names.find_known_item(part) for part in piece.split(" and ")]
        if None not in parts:
            return [make_item(str(parts[0]), number), *(str(part) for part in parts[1:])]
        if re.search(r" (?:can|is|has|have|one of) ", f" {piece} "):
            return None
    if re.search(r" (?:can|be|is|are|with|if|replaced|equipped|or) ", f" {piece} ") and not known:
        return None
    name = known or (make_singular_name(piece) if number > 1 else piece)
    return [make_item(name, number)]


def _read_gain(text: str, bullets: list[str], names: Names) -> Row | None:
    """Return the keys for what an option gives (`with`, `pick`, ...); None if it isn't clear."""
    text = text.strip()
    for phrase in get_phrases("gains"):
        for pieces in phrase.list_matches(text.rstrip(".").strip()):
            keys = _make_gain(phrase, pieces, bullets, names)
            if keys is not None:
                return keys
    return None


def _make_gain(
    phrase: Phrase, pieces: dict[str, str], bullets: list[str], names: Names
) -> Row | None:
    """Return the keys for what an option gives, by one phrase of `gains` and its `pieces`.

    None if the items aren't understood or the phrase needs other `bullets`.
    """
    means = phrase.means
    wants_bullets = bool(means.get("listed") or means.get("only_bullet"))
    if wants_bullets != bool(bullets) or (means.get("only_bullet") and len(bullets) != 1):
        return None
    number = len(bullets) if means.get("pick") == "all" else read_number(pieces.get("n", "1"))
    if number is None:
        return None
    shared: list[str | Row] = []
    text = pieces.get("items") or pieces.get("item")
    if text is not None:
        read = read_gained_items(text, names)
        if read is None:
            return None
        shared = read
    keys: Row = {"with": [shared]}
    if "items2" in pieces:
        other = read_gained_items(pieces["items2"], names)
        if other is None or not re.match(r"\d", pieces["items2"]):
            return None
        keys = {"with": [shared, other]}
    if wants_bullets:
        sets = []
        for bullet in bullets:
            items = read_gained_items(bullet, names)
            if items is None:
                return None
            sets.append([*shared, *items])
        keys["with"] = sets
    if "pick" in means:
        name = shared[0] if shared and not wants_bullets else ""
        if isinstance(name, str) and name and number > 1:
            keys["with"] = [[make_singular_name(names.find_known_item(name) or name)]]
        if number > 1:
            keys["pick"] = number
            if "pick_min" in means:
                keys["pick_min"] = number
            if means.get("duplicates"):
                keys["duplicates"] = True
    return keys


def yield_gained_items(options: Iterable[Row]) -> Iterator[str]:
    """Yield the name of every item that `options` give, repeated if several give it."""
    for option in options:
        sets = option.get("with")
        assert isinstance(sets, list)
        for items in sets:
            for item in items:
                yield item if isinstance(item, str) else str(item["item"])
