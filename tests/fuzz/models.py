"""Model files: something wrong in one place or two, and signed again; or any bytes at all.

An input is a recipe: bytes that choose a model and its changes, or a text in JSON such as

    {"kind": "pipeline", "changes": [["lemmatiser.scripts.1.1", -5000]]}

where the name of an array is followed by its new numbers, and by their type if it is packed.
"""

import json
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from zlib import compress

import numpy as np

from fuzz.drawn import Drawn
from fuzz.target import Target
from multiplane import modelfile
from multiplane.errors import MultiplaneError
from multiplane.pipeline.models import load
from support import mutants, zoo

KINDS = tuple(zoo.MAKERS)


@cache
def folder() -> Path:
    """A folder that is removed at the end."""
    made = tempfile.TemporaryDirectory()
    folder.keep = made
    return Path(made.name)


@cache
def content_of(kind: str) -> tuple[str, dict, dict]:
    path = folder() / "made.mp"
    zoo.MAKERS[kind]().save(path)
    zoo.use(path)  # compiles what it needs
    form = modelfile.format_of(path)
    content, arrays = modelfile.load(path, form, "")
    return form, content, {name: np.array(arrays[name]) for name in arrays}


def model(data: bytes) -> None:
    """A model that anybody could have signed works, or is refused for a reason that is known."""
    path = folder() / "model.mp"
    mutants.write(path, *(recipe(data) or chosen(data)))
    outcome = mutants.tried(path)
    if outcome == "net":
        raise AssertionError("refused only because something went wrong")
    if outcome == "refused":
        raise MultiplaneError("refused")


def recipe(data: bytes) -> tuple[str, dict, dict] | None:
    """What a recipe in JSON makes; None if it is no such recipe, as when fuzzing has changed it."""
    if not data.startswith(b'{"kind"'):
        return None
    with suppress(ValueError, LookupError, TypeError, AttributeError, OverflowError):
        return cooked(json.loads(data))
    return None


def chosen(data: bytes) -> tuple[str, dict, dict]:
    """What bytes make of a model of their choice."""
    draw = Drawn(data)
    form, content, arrays = content_of(draw.choice(KINDS))
    return form, *mutants.mutant(content, arrays, draw)[1:]


def cooked(recipe: dict) -> tuple[str, dict, dict]:
    """A model with the changes of a recipe."""
    form, content, arrays = content_of(recipe["kind"])
    content, arrays = json.loads(json.dumps(content)), dict(arrays)
    for name, *new in recipe["changes"]:
        if name in arrays:
            array = np.array(new[0], new[1] if len(new) > 1 else arrays[name].dtype)
            packed = array.dtype != arrays[name].dtype == np.uint8
            arrays[name] = np.frombuffer(compress(array.tobytes()), np.uint8) if packed else array
            continue
        inside, *path = content, *(int(k) if k.isdigit() else k for k in name.split("."))
        for key in path[:-1]:
            inside = inside[key]
        if new:
            inside[path[-1]] = new[0]
        else:
            del inside[path[-1]]
    return form, content, arrays


def container(data: bytes) -> None:
    """A file of any bytes is a model or is refused."""
    path = folder() / "any.mp"
    path.write_bytes(data)
    load(path)


def recipes():
    """Enough bytes to choose a kind and changes by."""
    for number in range(200):
        yield np.random.default_rng(number).bytes(40)


def files():
    for kind in ("trees", "generative"):
        form, content, arrays = content_of(kind)
        few = {name: array[:8] for name, array in arrays.items()}
        mutants.write(folder() / "seed.mp", form, content, few)
        yield (folder() / "seed.mp").read_bytes()


MODELS = (
    Target(
        "model",
        model,
        ("multiplane.modelfile", "multiplane.parsing.stored", "multiplane.parsing.design",
         "multiplane.parsing.networks", "multiplane.parsing.rootlabels",
         "multiplane.calculus.portable", "multiplane.machine.limits", "multiplane.machine.stored",
         "multiplane.guides.packing", "multiplane.guides.votes", "multiplane.guides.neural",
         "multiplane.segmentation", "multiplane.tagging.tagger", "multiplane.tagging.tagset",
         "multiplane.lemmas.lemmatiser", "multiplane.lemmas.scripts", "multiplane.text.lexicon",
         "multiplane.tabular.stored", "multiplane.tabular.model"),
        recipes,
        most_bytes=120,
    ),
    Target(
        "container",
        container,
        ("multiplane.modelfile", "multiplane.pipeline.models"),
        files,
        ('"manifest"', "__metadata__", '"dtype"', '"U8"', '"F32"', '"shape"', '"data_offsets"',
         "sha256", "format", "multiplane pipeline 1", "multiplane parser 1", "\\ud800"),
        6000,
        beside=("json.decoder", "json.scanner"),
    ),
)  # fmt: skip
