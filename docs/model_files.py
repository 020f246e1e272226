"""The page of model files, from the descriptions that they are read and written by."""

from collections.abc import Mapping

import numpy as np

from multiplane.calculus.extent import MOST_NUMBER, MOST_STEPS, MOST_TOGETHER, MOST_TRANSITIONS
from multiplane.guides.neural.headwords import HEADWORDS
from multiplane.guides.neural.recipe import RECIPE
from multiplane.guides.neural.vocabulary import VOCABULARY
from multiplane.guides.neural.weights import NETWORK
from multiplane.guides.votes import VOTES
from multiplane.lemmas.lemmatiser import LEMMATISER
from multiplane.machine.limits import MOST_STORES
from multiplane.machine.stored import CONDITION, PLACE, STEP, SYSTEM
from multiplane.modelfile.arrays import Array
from multiplane.modelfile.fields import Field
from multiplane.modelfile.part import Part
from multiplane.modelfile.room import MOST_BYTES, MOST_MANIFEST, SETTING
from multiplane.parsing.parser import FORMAT as PARSER_FORMAT
from multiplane.parsing.stored import PARSER
from multiplane.pipeline.pipeline import FORMAT as PIPELINE_FORMAT
from multiplane.pipeline.pipeline import PIPELINE
from multiplane.segmentation.multiword import MULTIWORDS
from multiplane.segmentation.segmenter import SEGMENTER
from multiplane.tabular.history import elaborated
from multiplane.tabular.model import FORMAT as GENERATIVE_FORMAT
from multiplane.tabular.stored import described
from multiplane.tagging.tagger import TAGGER
from multiplane.training.checkpoint import FORMAT as TRAINING_FORMAT
from multiplane.training.checkpoint import TRAINING

HEAD = f"""# Model files

What a model file contains, and what is checked when it is loaded. `make docs` generates this page
from the same descriptions by which files are written, read and checked.

A model is one file in the [safetensors](https://github.com/huggingface/safetensors) format: arrays,
and a manifest in JSON, which is the entry `manifest` of the file's metadata. The manifest has the
`format` and a checksum, `sha256`. Nothing in a file is executed.

You can load files from anybody. Every value of the manifest, and the type, the shape and the values
of every array, must be as described here. Anything else is an error that says what was found and
what was expected. Names in the manifest that are not listed are ignored.

These limits are checked before memory is allocated:

- a manifest has up to {MOST_MANIFEST:,} characters;
- all arrays of a model take up to {MOST_BYTES:,} bytes when they are unpacked; the environment
  variable `{SETTING}` sets another limit, for large models that you trust;
- a system has up to {MOST_STORES} stores, {MOST_TRANSITIONS} transitions, {MOST_STEPS} steps in one
  of them and {MOST_TOGETHER:,} steps and conditions in all; numbers in it go up to {MOST_NUMBER}.
  No word may ever be twice in one store.

Packed arrays are bytes compressed with zlib. Shapes are given by names: of values of the manifest
(a list counts as its length), of lengths of other arrays, or of sizes explained below each table. A
size with ≤ is the largest possible one; floats are finite.
"""
FORMATS = {
    "pipeline": PIPELINE_FORMAT,
    "parser": PARSER_FORMAT,
    "generative model": GENERATIVE_FORMAT,
    "training": TRAINING_FORMAT,
}
PARTS = (
    PIPELINE,
    SEGMENTER,
    MULTIWORDS,
    TAGGER,
    LEMMATISER,
    PARSER,
    Part(
        "system",
        "is the definition of a parser's transition system.",
        {**SYSTEM.parts, **{f"({each})": each.part for each in (STEP, CONDITION, PLACE)}},
    ),
    Part(
        "recipe",
        "has the sizes of a network, `network` in the manifest.",
        RECIPE.parts,
        missing=RECIPE.missing,
    ),
    VOTES,
    NETWORK,
    VOCABULARY,
    HEADWORDS,
    described(elaborated(2), 0),
    TRAINING,
)


def page() -> str:
    """Return the page."""
    lines = [HEAD]
    for part in PARTS:
        lines += [f"## {part.name.capitalize()}", "", f"`{part.name}` {part.says}", ""]
        if part.name in FORMATS:
            lines += [f"Format: `{FORMATS[part.name]}`.", ""]
        lines += [*_fields(part.fields, part.missing), *_arrays(part)]
        lines += [f"- `{name}`: {said}" for name, said in part.sizes.items()]
        lines += [""] * bool(part.sizes)
    return "\n".join(lines).rstrip("\n") + "\n"


def _fields(fields: Mapping[str, Field], missing: Mapping[str, object]) -> list[str]:
    if not fields:
        return []
    lines = ["| manifest | holds |", "| --- | --- |"]
    for name, field in fields.items():
        optional = ", or is missing" if name in missing else ""
        lines.append(f"| `{name}` | {field}{optional} |")
    return [*lines, ""]


def _arrays(part: Part) -> list[str]:
    arrays = [array for item in part.items for array in item.arrays]
    if not arrays:
        return []
    lines = ["| array | type | shape | holds |", "| --- | --- | --- | --- |"]
    for array in arrays:
        shape = ", ".join(map(str, array.shape))
        lines.append(f"| `{array.name}` | {_type(array)} | [{shape}] | {_holds(array)} |")
    return [*lines, ""]


def _type(array: Array) -> str:
    name = str(np.dtype(array.dtype))
    return f"{name}, packed{' differences' * array.differences}" if array.packed else name


def _holds(array: Array) -> str:
    said = [array.says] if array.says else []
    if array.least is not None:
        said.append(f"{array.least} or more")
    if array.below is not None:
        said.append(f"less than {array.below}")
    said += [rule.says for rule in array.rules]
    return "; ".join(said) or "weights"
