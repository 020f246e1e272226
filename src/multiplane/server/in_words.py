"""What is wrong with a request, in words: what was found, and what was expected."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

NOUNS = {"forms": "words", "tags": "tags", "heads": "heads", "labels": "labels",
         "lemmas": "lemmas", "transitions": "transitions"}  # fmt: skip

TEXTS = {"text": "a text", "conllu": "a text", "query": "a query"}
PARTS = ("body", "path", "query")  # of a request, where an error may be
SYSTEM = (("system", "name"), ("path", "name"))

# What a word may have in a column, as one says it; and why it may not have what does not fit.
ONE = {"forms": "", "tags": "tag", "heads": "head", "labels": "label", "lemmas": "lemma",
       "xpos": "XPOS", "features": "features", "misc": "MISC"}  # fmt: skip
CONTROL = "has a line break, a tab or another control character"
UNFIT = {
    "forms": CONTROL,
    "tags": "has a space or a control character",
    "labels": "has a space or a control character",
} | dict.fromkeys(("lemmas", "xpos", "features", "misc"), "has a tab or a line break")

# What is expected, by the column or the kind of name, or else by the type of the error.
TRANSITION = "a name such as SHIFT or LEFT-ARC"
HEAD = "a whole number, or null where it is not known"
EXPECTED = {
    "string_type": "a text",
    "list_type": "a list",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_from_float": "a whole number",
    "finite_number": "a whole number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "too_short": "at least one",
    "greater_than_equal": "{ge:,} or more",
    "less_than_equal": "{le:,} or less",
}


def in_words(error: Mapping[str, Any]) -> str:
    """Say in one line what Pydantic found first."""
    kind, given, context = error["type"], error.get("input"), error.get("ctx", {})
    noun, column = _noun(error["loc"]), _column(error["loc"])
    size = len(given) if isinstance(given, str | bytes | list) else 0
    if kind == "json_invalid":
        return f"the request is not JSON, from character {error['loc'][-1] + 1} on"
    if kind == "missing":
        return f"{noun} is missing"
    if kind == "extra_forbidden":
        return f"{noun} is not expected here"
    if kind == "too_long" and column == "forms":
        return f"a sentence of {size:,} words; the limit is {context['max_length']:,} words"
    if kind == "too_long":
        things = NOUNS.get(column, "items")
        return f"{noun}: {size:,} {things}; the limit is {context['max_length']:,}"
    if kind == "string_too_long":
        whose = f"{TEXTS[column]} of" if column in TEXTS else f"{noun} has"
        return f"{whose} {size:,} characters; the limit is {context['max_length']:,} characters"
    if kind == "string_unicode":
        return f"{noun}, {_short(given)}, has half of a surrogate pair; expected whole characters"
    return _unexpected(error, noun, column)


def _unexpected(error: Mapping[str, Any], noun: str, column: str) -> str:
    kind, given, context = error["type"], error.get("input"), error.get("ctx", {})
    of_a_word = column in ONE and isinstance(error["loc"][-1], int)
    if given == "" and column == "transitions":
        return f"{noun} is empty; expected {TRANSITION}"
    if kind == "string_too_short":
        return f"{noun} is empty"
    found = f"{noun} is {_short(given)}"
    if kind == "string_pattern_mismatch" and column == "transitions":
        return f"{found}; expected {TRANSITION}"
    if kind == "string_pattern_mismatch":
        return f"{noun}, {_short(given)}, {UNFIT.get(column, CONTROL)}"
    if kind == "greater_than_equal" and column == "heads":
        return f"{found}; 0 is a root, and words begin at 1"
    if kind == "less_than_equal" and column == "heads":
        return f"{found}; the limit is {context['le']:,} words"
    if column == "heads" and of_a_word:
        return f"{found}; expected {HEAD}"
    if kind in EXPECTED:
        return f"{found}; expected {EXPECTED[kind].format(**context)}"
    said = str(error["msg"]).removeprefix("Value error, ")
    return f"{found}; {said}" if said.startswith("expected ") else f"{noun}: {said}"


def _column(loc: Sequence[str | int]) -> str:
    """Return the field that is wrong, or of which an item is."""
    return next((part for part in reversed(loc) if isinstance(part, str)), "")


def _noun(loc: Sequence[str | int]) -> str:
    """Say what is wrong: a word, something of a word, a transition, or a field."""
    *_, number = loc
    column = _column(loc)
    if isinstance(number, int) and column in ONE:
        return f"the {ONE[column]} of word {number + 1}" if ONE[column] else f"word {number + 1}"
    if isinstance(number, int) and column == "transitions":
        return f"transition {number + 1}{' of the second system' * ('beside' in loc)}"
    if tuple(loc[-2:]) in SYSTEM:
        return "the name of the system"
    return ".".join(map(str, loc[loc[0] in PARTS :])) or "the request"


def _short(given: Any) -> str:
    try:
        text = json.dumps(given, ensure_ascii=False, default=str)
    except RecursionError:
        return "nested too deeply"
    text = text.encode(errors="replace").decode()  # half of a surrogate pair cannot be sent back
    return text if len(text) <= 40 else f"{text[:40]}…"
