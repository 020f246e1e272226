"""Options as keywords of a function: in its signature and in its docstring."""

from collections.abc import Callable
from inspect import Parameter, cleandoc, signature
from textwrap import fill
from typing import Any, TypeVar

from multiplane.training.option import Option
from multiplane.training.options import OPTIONS, Options

WIDTH = 96

Function = TypeVar("Function", bound=Callable[..., Any])


def takes_options(function: Function) -> Function:
    """Show all options where a function says only that it takes `**options`."""
    own = signature(function)
    named = [p for p in own.parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
    first = [p for p in named if p.kind is not Parameter.KEYWORD_ONLY]
    shown = [*first, *signature(Options).parameters.values(), *named[len(first) :]]
    function.__signature__ = own.replace(parameters=shown)  # type: ignore[attr-defined]
    options = "\n".join(map(described, OPTIONS.values()))
    function.__doc__ = f"{cleandoc(function.__doc__ or '')}\n\nOptions:\n\n{options}\n"
    return function


def described(option: Option) -> str:
    """Return what a docstring says of an option."""
    text = fill(option.helped(), WIDTH, initial_indent="    ", subsequent_indent="    ")
    return f"{option.name}: {option.kind.takes}; default {option.default!r}\n{text}"
