"""What is wrong with a request, in words: how much was found, and what the limit is."""

import json
from collections.abc import Mapping
from typing import Any

NOUNS = {"forms": "words", "tags": "tags", "heads": "heads", "labels": "labels",
         "lemmas": "lemmas", "transitions": "transitions"}  # fmt: skip

TEXTS = {"text": "a text", "conllu": "a text", "query": "a query"}

# What a word may have in a column, as one says it; and why it may not have what does not fit.
ONE = {"forms": "", "tags": "tag", "heads": "head", "labels": "label", "lemmas": "lemma",
       "xpos": "XPOS", "features": "features", "misc": "MISC"}  # fmt: skip
UNFIT = {
    "forms": "has a line break, a tab or another control character",
    "tags": "has a space or a control character",
    "labels": "has a space or a control character",
}


def in_words(error: Mapping[str, Any]) -> str:
    """Say in one line what Pydantic found first."""
    place = ".".join(str(part) for part in error["loc"] if part != "body")
    last = str(error["loc"][-1]) if error["loc"] else ""
    limit = error.get("ctx", {}).get("max_length")
    given = error.get("input")
    size = len(given) if isinstance(given, str | bytes | list) else 0
    if len(error["loc"]) > 1 and isinstance(error["loc"][-1], int) and error["loc"][-2] in ONE:
        return _of_a_word(error, str(error["loc"][-2]), error["loc"][-1] + 1)
    if error["type"] == "too_long" and last == "forms":
        return f"a sentence of {size:,} words; the limit is {limit:,} words"
    if error["type"] == "too_long":
        return f"{place}: {size:,} {NOUNS.get(last, 'items')}; the limit is {limit:,}"
    if error["type"] == "string_too_long":
        what = TEXTS.get(last, f"{place}: a text")
        return f"{what} of {size:,} characters; the limit is {limit:,} characters"
    said = str(error["msg"]).removeprefix("Value error, ")
    return f"{place}: {said}".removeprefix(": ")


def _of_a_word(error: Mapping[str, Any], column: str, number: int) -> str:
    given, context = error.get("input"), error.get("ctx", {})
    noun = f"the {ONE[column]} of word {number}" if ONE[column] else f"word {number}"
    if error["type"] == "string_too_long":
        size = len(given) if isinstance(given, str) else 0
        return f"{noun} has {size:,} characters; the limit is {context['max_length']:,} characters"
    if error["type"] == "string_too_short":
        return f"{noun} is empty"
    if error["type"] == "string_pattern_mismatch":
        return f"{noun}, {_short(given)}, {UNFIT.get(column, 'has a tab or a line break')}"
    if error["type"] == "greater_than_equal":
        return f"{noun} is {_short(given)}; 0 is a root, and words begin at 1"
    if error["type"] == "less_than_equal":
        return f"{noun} is {_short(given)}; the limit is {context['le']:,} words"
    expected = "a whole number, or null where it is not known" if column == "heads" else "a text"
    return f"{noun} is {_short(given)}; expected {expected}"


def _short(given: Any) -> str:
    # Half of a surrogate pair, which JSON may have, cannot be sent back.
    text = json.dumps(given, ensure_ascii=False, default=str).encode(errors="replace").decode()
    return text if len(text) <= 40 else f"{text[:40]}…"
