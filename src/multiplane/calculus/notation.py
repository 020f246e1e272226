"""Rules, decompositions and systems in print: text, LaTeX and HTML.

Everything is written as text first, in the papers' notation; LaTeX and HTML are that text with
its symbols translated by a table.
"""

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from multiplane.calculus.decomposition import elementary, written_elementary
from multiplane.calculus.guards import Literal
from multiplane.calculus.printed import (
    PrintedConfiguration,
    PrintedRule,
    PrintedSystem,
    PrintedTransition,
)
from multiplane.calculus.rule import Item, Rest, Rule
from multiplane.calculus.stores import Address, Store, i, j, λ1
from multiplane.calculus.system import System
from multiplane.calculus.transition import Step, Transition
from multiplane.calculus.vocabulary import CONDITIONS
from multiplane.errors import UnknownName
from multiplane.nearest import choices
from multiplane.remembered import by_system

LEGEND = "; ".join(
    f"{condition.text[0].format('i', 'j')}: {condition.legend}"
    for condition in CONDITIONS.values()
    if condition.legend
)

LETTERS = "ijknpqrstuvwxyz"  # names of words in a rule


@by_system
def printed(system: System) -> PrintedSystem:
    """Return a system in print: its start, its end, and its rules."""
    stores = system.stores
    start = tuple(f"[{_contents(parts)}]" for _, parts in system.start)
    ends = dict(system.final.sizes)
    sizes = {0: "[]", 1: f"[{_letter(0)}]"}
    end = tuple(sizes.get(ends.get(store, -1), store.name) for store in stores)
    return PrintedSystem(
        name=system.name,
        start=PrintedConfiguration(start, "∅"),
        end=PrintedConfiguration(end, "A"),
        transitions=tuple(_printed_transition(system, name) for name in system),
    )


def _printed_transition(system: System, name: str) -> PrintedTransition:
    transition, rules = system[name], system.rules(name)
    label = name.replace("_", "-")
    steps = written_elementary(transition) or tuple(_step(step) for step in transition.steps)
    if transition.is_family:
        label, rule = f"{label}(m)", replace(printed_rule(rules[1]), member=2)
    else:
        rule = printed_rule(rules[0])
        steps = elementary(transition, system.stores) or steps
    composition = composition_text(transition, system.stores)
    return PrintedTransition(name, label, rule, steps, composition)


def _contents(parts: tuple[int | str, ...]) -> str:
    return ", ".join("1, …, n" if isinstance(part, str) else str(part) for part in parts)


def printed_rule(member: Rule) -> PrintedRule:
    """Return a rule in print: (σ|i, j|β, A) ⇒ (σ, j|β, A ∪ {(j, l, i)})  [¬h(i)]."""
    names = _names(member)
    before, after = (
        tuple(_items(s, items, names) for s, items in zip(member.stores, side, strict=True))
        for side in (member.before, member.after)
    )
    arcs = [
        event.step.adds.format(*(names[word] for word in event.words))
        for event in member.events
        if event.step and event.step.adds
    ]
    union = f" ∪ {{{', '.join(arcs)}}}" if arcs else ""
    return PrintedRule(
        before=PrintedConfiguration(before, "A"),
        after=PrintedConfiguration(after, f"A{union}"),
        conditions=tuple(condition_text(literal, member) for literal in member.conditions),
        letters=tuple(names.items()),
    )


def condition_text(literal: Literal, member: Rule) -> str:
    """Return a condition of a rule as text, with the rule's names for words."""
    names = _names(member)
    return _literal(literal, lambda word: names[word])


def _letter(number: int) -> str:
    """Return i, j, k, … and, after these, i′, j′, …"""
    return LETTERS[number % len(LETTERS)] + "′" * (number // len(LETTERS))


def _names(member: Rule) -> dict[Address, str]:
    """Name the words i, j, k, … in reading order; a lone word of the buffer is j."""
    words = member.words
    if len(words) == 1 and words[0].store.open_on_left:
        return {words[0]: "j"}
    return {word: _letter(number) for number, word in enumerate(words)}


def _items(store: Store, items: tuple[Item, ...], names: Mapping[Address, str]) -> str:
    """Write a store's contents: σ|i, j|β; lists joined end to end with a dot; [] for nothing."""
    rests = [item.store.name for item in items if isinstance(item, Rest)]
    words = [names[item] for item in items if isinstance(item, Address)]
    parts = [" · ".join(rests)] if rests else []
    ordered = [*words, *parts] if store.open_on_left else [*parts, *words]
    return "|".join(ordered) or "[]"


def _literal(literal: Literal, name: Callable[[Address], str]) -> str:
    form = literal.condition.text[0 if literal.positive else 1]
    text = form.format(*(name(place) for place in literal.places), n=literal.number)
    return text.replace("1 × ", "")


def composition_text(transition: Transition, stores: tuple[Store, ...]) -> str:
    """Return a composition with its restrictions: LEFT-ARC|¬h(i); REDUCE."""
    names = written_elementary(transition)
    if names is not None:
        return "; ".join(
            name + _restriction(step) for name, step in zip(names, transition.steps, strict=True)
        )
    found = elementary(transition, stores)
    if found:
        return "; ".join((found[0] + _restriction(transition.steps[0]), *found[1:]))
    return "; ".join(_step(step) + _restriction(step) for step in transition.steps)


def _step(step: Step) -> str:
    return f"{step.kind}({', '.join(_place(place) for place in step.places)})"


def _place(place: Address | Store) -> str:
    if place in (i, λ1[0]):
        return "i"
    return "j" if place == j else str(place)


def _restriction(step: Step) -> str:
    conditions = [_literal(literal, _place) for literal in step.guard.literals]
    return f"|{' ∧ '.join(conditions)}" if conditions else ""


# Translation of the text, token by token, into other formats.

TOKEN = re.compile(
    r"(?P<name>[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*(?=\W|$)(?<!\bA))|(?P<store>[σβλ]\d?)"
    r"|(?P<power>\^\([^)]*\)|\^\w)|(?P<words>[a-z_]{2,}(?: [a-z]{2,})*(?: (?=[A-Z]))?)"
    r"|(?P<letter>\b[a-z]\b)|(?P<symbol>↔\*|→\*|[⇒∪¬∈∉∧≠…∅·×{}<>&])"
)
LATEX = {
    "⇒": r"\Rightarrow ", "∪": r"\cup ", "¬": r"\neg ", "∈": r"\in ", "∉": r"\notin ",
    "∧": r"\land ", "≠": r"\neq ", "…": r"\ldots ", "∅": r"\varnothing ", "·": r"\cdot ",
    "×": r"\times ", "{": r"\{", "}": r"\}", "↔*": r"\leftrightarrow^{*}",
    "→*": r"\rightarrow^{*}", "σ": r"\sigma", "β": r"\beta", "λ": r"\lambda",
}  # fmt: skip


def _latex_token(match: re.Match[str]) -> str:
    text = match[0]
    if match["name"]:
        return rf"\textsc{{{text.title()}}}"
    if match["words"]:
        return rf"\text{{{text.replace('_', chr(92) + '_')}}}"
    if match["power"]:
        return f"^{{{text.strip('^()')}}}".replace("−", "-")
    if match["store"]:
        return LATEX[text[0]] + (f"_{{{text[1:]}}}" if text[1:] else "")
    return LATEX.get(text, text)


def _html_token(match: re.Match[str]) -> str:
    text = html.escape(match[0])
    if match["name"]:
        return f'<span class="transition">{text}</span>'
    if match["power"]:
        return f"<sup>{text.strip('^()')}</sup>"
    if match["store"]:
        return f"<var>{text[0]}</var>" + (f"<sub>{text[1:]}</sub>" if text[1:] else "")
    return f"<var>{text}</var>" if match["letter"] else text


STYLES: dict[str, Callable[[str], str]] = {
    "text": str,
    # Spaces before a condition are lost between dollars.
    "latex": lambda text: TOKEN.sub(_latex_token, text).replace("  [", r"\quad["),
    "html": lambda text: TOKEN.sub(_html_token, text),
}


def render(text: str, style: str) -> str:
    """Translate a text made by this module to a style: text, latex or html."""
    if style not in STYLES:
        raise UnknownName(f"unknown style {style!r}; {choices(style, STYLES)}")
    return STYLES[style](text)


def render_system(system: System, style: str = "text") -> str:
    """Return a whole system in print: plain text, a LaTeX array, or an HTML table."""
    if style == "text":
        return str(printed(system))
    rows = [
        (render(r.name, style), render(str(r.rule), style), render(r.composition, style))
        for r in printed(system).transitions
    ]
    if style == "latex":
        lines = [rf"  {name} & {rule} & = {parts} \\" for name, rule, parts in rows]
        return "\n".join([r"\begin{array}{lll}", *lines, r"\end{array}"])
    cells = [f"  <tr><th>{n}</th><td>{r}</td><td>{c}</td></tr>" for n, r, c in rows]
    return "\n".join(['<table class="system">', *cells, "</table>"])
