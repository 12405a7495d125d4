"""Documents that strangers write for us: read as YAML, fitted to a model of `contract`, explained in sentences."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING, TypeVar

from listbuilder.contract.misfit import DoesNotFit, Misfit, first_key, fit
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.convert import without_own_keys
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document
from listbuilder.store.shown import kinds, shown

if TYPE_CHECKING:
    from listbuilder.contract.base import Written

_MOST = 20  # problems named per file: more help nobody

W = TypeVar("W", bound="Written")


def read_file(file: FilePath, model: type[W]) -> tuple[W, Document]:
    """Such a document and where everything in it stands. Raises Unreadable with line and column."""
    try:
        document = reader.read_file(file)
    except Unreadable as error:
        raise Unreadable(_as_this_kind(problem, model) for problem in error.problems) from None
    return of_document(document, model), document


def of_document(document: Document, model: type[W]) -> W:
    try:
        return fit(model, without_own_keys(document.data))
    except DoesNotFit as error:
        raise Unreadable(_problems(document, error.misfits)) from None


def _as_this_kind(problem: Problem, model: type[Written]) -> Problem:
    """The sentence on an empty file says how a roster begins."""
    if problem.key != "empty":
        return problem
    args = {"first": first_key(model)}
    return Problem(key="empty_document", args=args, file=problem.file, line=problem.line, column=problem.column)


def _problems(document: Document, misfits: list[Misfit]) -> list[Problem]:
    found = [_problem(document, each) for each in misfits]
    meant = {(each.path[:-1], each.args["near"]) for each in found if each.key == "unknown_key"}
    found = [each for each in found if each.key != "missing_key" or (each.path, each.args["missing"]) not in meant]
    found.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
    return found[:_MOST]


def _problem(document: Document, misfit: Misfit) -> Problem:
    path, given = misfit.path, shown(misfit.given)
    match misfit.kind:
        case "unknown_key":
            key = str(misfit.given)
            line, column = document.key_mark(path)
            args = {"given": key, "allowed": list(misfit.allowed), "near": nearest(key, misfit.allowed)}
            return Problem(key="unknown_key", args=args, file=document.file, line=line, column=column, path=path)
        case "missing_key":
            return document.problem("missing_key", path, missing=misfit.allowed[0])
        case "wrong_type" if misfit.allowed == ("whole",) and isinstance(misfit.given, str) and misfit.given.isdecimal():
            return document.problem("number_in_quotes", path, given=given)
        case "wrong_type":
            return document.problem("wrong_type", path, given=given, allowed=kinds(misfit.allowed))
        case "too_small":
            return document.problem("too_small", path, given=given, allowed=int(misfit.allowed[0]))
        case "not_a_day":
            return document.problem("bad_date", path, given=given)
        case "not_a_moment":
            return document.problem("bad_moment", path, given=given)
    return document.problem("does_not_fit", path, reason=misfit.reason)
