"""Documents that strangers write for us.

They are read as YAML, fitted to a model of `contract`, explained in sentences.
"""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING, TypeVar

from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.reports.model_errors import DoesNotFit, Misfit, convert_data, get_first_key
from listbuilder.yamlio import reader
from listbuilder.yamlio.convert import drop_own_keys
from listbuilder.yamlio.reader import YamlDocument
from listbuilder.yamlio.value_text import describe_kinds, describe_value

if TYPE_CHECKING:
    from listbuilder.reports.base import Written

_MOST = 20  # problems named per file: more help nobody

W = TypeVar("W", bound="Written")


def read_document(file: FilePath, model: type[W]) -> tuple[W, YamlDocument]:
    """Return the YAML document in `file` as `model`, and its data with the place of every node.

    Raises Unreadable with line and column.
    """
    try:
        document = reader.read_yaml_file(file)
    except Unreadable as error:
        raise Unreadable(
            _replace_empty_problem(problem, model) for problem in error.problems
        ) from None
    return fit_document(document, model), document


def fit_document(document: YamlDocument, model: type[W]) -> W:
    """Return the document as `model`; raise Unreadable with all its problems if it doesn't fit."""
    try:
        return convert_data(model, drop_own_keys(document.data))
    except DoesNotFit as error:
        raise Unreadable(_make_problems(document, error.misfits)) from None


def _replace_empty_problem(problem: Problem, model: type[Written]) -> Problem:
    """Return `problem`; if it is that of an empty file, one that says how a `model` document
    begins.

    Why: the usual text for an empty file says how a roster begins.
    """
    if problem.key != "empty":
        return problem
    args = {"first": get_first_key(model)}
    return Problem(
        key="empty_document", args=args, file=problem.file, line=problem.line, column=problem.column
    )


def _make_problems(document: YamlDocument, misfits: list[Misfit]) -> list[Problem]:
    """Return the problems for `misfits` in the order of the file, at most twenty.

    Keys that are missing only because they are misspelt are left out. Why twenty: more would help
    nobody.
    """
    problems = [_make_problem(document, misfit) for misfit in misfits]
    meant = {
        (candidate.path[:-1], candidate.args["near"])
        for candidate in problems
        if candidate.key == "unknown_key"
    }
    problems = [
        candidate
        for candidate in problems
        if candidate.key != "missing_key"
        or (candidate.path, candidate.args["missing"]) not in meant
    ]
    problems.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
    return problems[:_MOST]


def _make_problem(document: YamlDocument, misfit: Misfit) -> Problem:
    """Return the problem for one place where the document doesn't fit its model."""
    path, given = misfit.path, describe_value(misfit.given)
    match misfit.kind:
        case "unknown_key":
            key = str(misfit.given)
            line, column = document.find_key_mark(path)
            args = {
                "given": key,
                "allowed": list(misfit.allowed),
                "near": find_nearest(key, misfit.allowed),
            }
            return Problem(
                key="unknown_key",
                args=args,
                file=document.file,
                line=line,
                column=column,
                path=path,
            )
        case "missing_key":
            return document.make_problem("missing_key", path, missing=misfit.allowed[0])
        case "wrong_type" if (
            misfit.allowed == ("whole",)
            and isinstance(misfit.given, str)
            and misfit.given.isdecimal()
        ):
            return document.make_problem("number_in_quotes", path, given=given)
        case "wrong_type":
            return document.make_problem(
                "wrong_type", path, given=given, allowed=describe_kinds(misfit.allowed)
            )
        case "too_small":
            return document.make_problem(
                "too_small", path, given=given, allowed=int(misfit.allowed[0])
            )
        case "not_a_day":
            return document.make_problem("bad_date", path, given=given)
        case "not_a_moment":
            return document.make_problem("bad_moment", path, given=given)
    return document.make_problem("does_not_fit", path, reason=misfit.reason)
