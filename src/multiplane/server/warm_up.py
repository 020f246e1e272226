"""What is imported and compiled before the first request needs it."""

from dataclasses import replace

from multiplane.graph import Graph
from multiplane.server import workplace
from multiplane.server.derivations import oracle_derivation
from multiplane.server.pictures import drawing
from multiplane.server.printing import system_page
from multiplane.server.steps import Steps
from multiplane.server.treebanks import treebank_census
from multiplane.systems import ONE_OF_EACH_KIND, systems

TREE = (
    b"1\ta\t_\t_\t_\t_\t3\tx\t_\t_\n2\tb\t_\t_\t_\t_\t0\tx\t_\t_\n3\tc\t_\t_\t_\t_\t2\tx\t_\t_\n\n"
)


TEXT = "This isn't much. It is a text.\n\nThis, too."
SENTENCE = {"forms": ["a", "b", "c"], "heads": [3, 0, 2]}
WIDTH = 1000
SYSTEM = {"name": "arc-eager"}


def warm_up() -> None:
    """Run each kind of oracle and of questions once."""
    from multiplane.oracles.trace import trace

    for name in ONE_OF_EACH_KIND:
        trace(systems[name], Graph.from_heads([2, 0, 2]))
    treebank_census(TREE, "warm-up")
    oracle_derivation(SYSTEM, SENTENCE)
    drawing(SENTENCE, WIDTH)
    system_page(SYSTEM)
    _with_models()


def _with_models() -> None:
    """Have each model do what it can, on a text and on words that are given."""
    for model in workplace.models:
        if not hasattr(model, "annotate"):
            model.parse(TEXT)
            continue
        once = Steps(**dict.fromkeys(getattr(model, "abilities", ()), True))
        words = model.annotate(TEXT, once) if once.tokenizer else TREE.decode()
        model.annotate(words, replace(once, tokenizer=False))
