"""What a learner of networks keeps in a checkpoint: all that changes in training."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray

from multiplane.modelfile.arrays import Array
from multiplane.modelfile.fields import Choice, Field, Number
from multiplane.modelfile.part import Part
from multiplane.modelfile.records import Record

if TYPE_CHECKING:
    from multiplane.training.neural.learner import NeuralLearner

ADAM = ("exp_avg", "exp_avg_sq")  # what Adam remembers of each weight
ORDER = Record(  # the state of NumPy's random numbers
    {
        "bit_generator": Choice(("PCG64",)),
        "state": Record({"state": Number(0, 2**128 - 1), "inc": Number(0, 2**128 - 1)}),
        "has_uint32": Number(0, 1),
        "uinteger": Number(0, 2**32 - 1),
    }
)


def described(shapes: Mapping[str, tuple[int, ...]], used: Collection[str]) -> Part:
    """Describe the state of a training, where Adam knows the weights that were used."""
    items = [Array(f"weights/{name}", np.float32, shape) for name, shape in shapes.items()]
    for key in ADAM:
        least = 0 if key == ADAM[1] else None  # squares, of which Adam takes roots
        items += [Array(f"{key}/{name}", np.float32, shapes[name], least=least) for name in used]
    items.append(Array("random", np.uint64, (1,)))
    fields: dict[str, Field] = {"steps": Number(), "order": ORDER}
    return Part("learner", "is the state of a training.", fields, tuple(items))


def state(learner: "NeuralLearner") -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return all that changes in training, as data and as arrays."""
    values: dict[str, NDArray[Any]] = {
        f"weights/{name}": array for name, array in learner.model.as_arrays().items()
    }
    kept = learner.adam.state
    for name, weight in learner.model.weights.items():
        for key in ADAM:
            if key in kept[weight]:  # otherwise no sentence has used it
                values[f"{key}/{name}"] = kept[weight][key].cpu().numpy().copy()
    values["random"] = learner.random.copy()
    part = _part(learner, values)
    content = {"steps": learner.steps, "order": learner.order.bit_generator.state}
    return part.content(content), part.packed(values)


def _part(learner: "NeuralLearner", arrays: Mapping[str, NDArray[Any]]) -> Part:
    shapes = {name: tuple(weight.shape) for name, weight in learner.model.weights.items()}
    return described(shapes, [name for name in shapes if f"{ADAM[0]}/{name}" in arrays])


def resume(
    learner: "NeuralLearner", data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Go on from what `state` returned, of which nothing is sure."""
    part = _part(learner, arrays)
    said, found = part.values(data), part.unpacked(arrays)
    for name, weight in learner.model.weights.items():
        weight.data.copy_(torch.as_tensor(found[f"weights/{name}"]))
        if f"{ADAM[0]}/{name}" in found:
            kept = {key: torch.as_tensor(found[f"{key}/{name}"]) for key in ADAM}
            learner.adam.state[weight] = {"step": torch.tensor(float(said["steps"])), **kept}
    learner.random[:] = found["random"]
    learner.order.bit_generator.state = said["order"]
    learner.steps = said["steps"]
