"""An XML parser for files of other people: no document type, no entity, nothing loaded."""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat


def make_safe_parser(refuse: Callable[..., int]) -> expat.XMLParserType:
    """Return an expat parser that calls `refuse` at a document type or an entity.

    `refuse` raises. Names of elements are written `namespace\\nname`. The caller sets the handlers
    of elements and texts.
    """
    parser = expat.ParserCreate(namespace_separator="\n")
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    return parser
