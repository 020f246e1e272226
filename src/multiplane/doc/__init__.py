"""Parsed text as Python values: documents, sentences, tokens; to and from other libraries."""

from multiplane.doc.analyser import Analyser
from multiplane.doc.doc import Doc
from multiplane.doc.row import Row
from multiplane.doc.sentence import ParsedSentence
from multiplane.doc.surface import Surface
from multiplane.doc.token import Token

__all__ = ["Analyser", "Doc", "ParsedSentence", "Row", "Surface", "Token"]
