"""Derivations as one HTML file: the stepper, the rules and the sentence, with nothing to fetch.

The modules of the front end are put into one script, each as a function of its own that returns
what it exports; a browser opens it from a disk, too, where modules could not be imported.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from multiplane.server.choices import Choice, chosen
from multiplane.server.derivations import hand_derivation, oracle_derivation
from multiplane.server.pictures import drawing
from multiplane.server.printing import page_of
from multiplane.server.sentences import Given, sentence, written

FIRST = "lesson.js"
# In place of the interface: all that is asked for is there.
ALONE = """
const get = async () => ({ model: null });
const post = async () => { throw new Error("this page stands alone; use the playground"); };
return { get, post };
"""
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.-]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) )", re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
FINAL = re.compile(r"(?<=[^.!?…\s]) (?=[.!?…]$)")  # as the front end writes a sentence
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main id="main" tabindex="-1"></main>
<footer class="bottom"><span>Made by Multiplane</span></footer>
<div id="notice" role="status" aria-live="polite"></div>
<noscript>This page needs JavaScript.</noscript>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A system, and its derivation: by these transitions, or by the oracle."""

    choice: Choice
    transitions: Sequence[str] | None = None

    def shown(self, given: Given) -> dict[str, Any]:
        """Return all that the page shows of it."""
        if self.transitions is None:
            derivation = oracle_derivation(self.choice, given)
        else:
            derivation = hand_derivation(self.choice, given, 0, self.transitions, with_costs=True)
        chosen_by_hand = None if self.transitions is None else list(self.transitions)
        system = page_of(chosen(self.choice))
        return {"system": system, "derivation": derivation, "transitions": chosen_by_hand}


def page(given: Given, *lessons: Lesson, quiz: bool = False) -> str:
    """Return the page for derivations of one sentence, side by side if they are two."""
    found = sentence(given)
    drawn = drawing(given, 0)
    data = {
        "sentence": written(found),
        "drawing": {key: drawn[key] for key in ("arcs", "planes", "crossings", "projective")},
        "lessons": [lesson.shown(given) for lesson in lessons],
        "quiz": quiz,
    }
    names = ", ".join(chosen(lesson.choice).name for lesson in lessons)
    text = FINAL.sub("", " ".join(found.forms))
    return _page(f"{text} · {names}", data)


def saved(asked: Mapping[str, Any]) -> dict[str, str]:
    """Return the page that a request asks for."""
    rows = [row for row in (asked, asked.get("beside")) if row is not None]
    lessons = [Lesson(row["system"], row.get("transitions")) for row in rows]
    return {"html": page(asked["sentence"], *lessons, quiz=bool(asked.get("quiz")))}


def _page(title: str, data: dict[str, Any]) -> str:
    style, script = _style(), _script()
    # In JSON, < may be written in another way; so no word can end the element that it is in.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    policy = (
        f"default-src 'none'; script-src {_sum(script)}; style-src {_sum(style)};"
        " img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    return PAGE.format(title=escape(title), policy=policy, style=style, script=script, data=text)


def _sum(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _front(name: str) -> str:
    return files("multiplane.server").joinpath("front", name).read_text("utf-8")


@cache
def _style() -> str:
    return _inside("style", _front("base.css") + _front("parts.css"))


@cache
def _script() -> str:
    """Return all modules that the lesson imports as one script."""
    modules: dict[str, str] = {}

    def add(name: str) -> None:
        if name in modules:
            return
        source = _front(name)
        for _, other in IMPORT.findall(source):
            add(other)
        modules[name] = ALONE if name == "api.js" else _as_function(source)

    add(FIRST)
    defined = "".join(
        f"modules[{json.dumps(name)}] = (() => {{{body}}})();\n" for name, body in modules.items()
    )
    begin = 'modules["lesson.js"].begin(JSON.parse(document.getElementById("data").textContent));\n'
    return _inside("script", f'"use strict";\nconst modules = {{}};\n{defined}{begin}')


def _as_function(source: str) -> str:
    """Return the body of a function that returns what a module exports."""
    names = EXPORTED.findall(source)
    body = IMPORT.sub(
        lambda found: f"const {{{found[1]}}} = modules[{json.dumps(found[2])}];", source
    )
    body = EXPORT.sub("", body)
    left = re.search(r"^\s*(import|export)\b.*$", body, re.MULTILINE)
    assert left is None, f"a page that stands alone cannot have: {left and left[0]}"
    return f"\n{body}\nreturn {{ {', '.join(names)} }};\n"


def _inside(element: str, text: str) -> str:
    assert f"</{element}" not in text.lower(), f"it would end the element {element}"
    return text
