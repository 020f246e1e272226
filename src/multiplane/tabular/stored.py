"""Generative models in files: what manifest and arrays hold."""

import numpy as np

from multiplane.modelfile.arrays import Array, Rule
from multiplane.modelfile.fields import Choice, Field, Number, Text
from multiplane.modelfile.part import Part
from multiplane.modelfile.records import Many, Notes
from multiplane.modelfile.sizes import Size
from multiplane.tabular.alphabet import ALSO, COLUMNS
from multiplane.tabular.history import HISTORIES, History

HIGHEST = 8  # degree
MOST_SYMBOLS = 100_000

FIELDS: dict[str, Field] = {
    "column": Choice((*COLUMNS, *ALSO)),
    "symbols": Many(Text(), most=MOST_SYMBOLS),
    "history": Choice(tuple(HISTORIES)),
    "degree": Number(1, HIGHEST),
    "notes": Notes({}),
    "labels": Many(Text(least=1), least=1),
}


def described(kind: History, symbols: int, *, sums: bool = True) -> Part:
    """Describe models with a history function, for so many symbols, ¢, $ and … included."""
    return Part(
        "generative model",
        "has the probabilities of transitions, and labels. In shapes, `symbols` counts ¢, $ and …,"
        " too.",
        fields=FIELDS,
        items=(
            *(_table(kind, c, symbols, sums=sums) for c in range(len(kind.choices))),
            Array(
                "labels",
                np.int32,
                (3, "symbols", "symbols"),
                "the best label by direction and symbols",
                least=0,
                below="names",
                needs="names",
            ),
        ),
        sizes={"names": "the number of labels, 0 if the manifest has none"},
        missing={"labels": None},  # of older files
    )


def _table(kind: History, c: int, symbols: int, *, sums: bool) -> Array:
    choice = kind.choices[c]
    more = choice.width(symbols) - symbols
    last: Size = f"symbols + {more}" if "sh" in choice.outcomes else choice.width(symbols)
    legal = Rule(
        "0 for what can never be",
        lambda array, _, __: not array[~kind.legal(choice, symbols)].any(),
    )
    whole = Rule(
        "1 in the sum of each row",
        lambda array, _, __: np.allclose(array.sum(-1), kind.legal(choice, symbols).any(-1)),
    )
    return Array(
        f"choice {c}",
        np.float64,
        ("symbols",) * choice.context + (last,),
        f"the probabilities of {', '.join(choice.outcomes)}, given symbols of the stack",
        least=0,
        rules=(legal, *((whole,) if sums else ())),
    )
