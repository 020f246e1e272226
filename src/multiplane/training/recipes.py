"""The recipe of a network, as options and the size of a treebank ask for it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from multiplane.errors import MultiplaneError
from multiplane.guides.neural.recipe import Recipe
from multiplane.training.scale import scale_for

if TYPE_CHECKING:
    from multiplane.training.options import Options

GIVEN = {"vectors": 96, "encoder": 128}  # the usual sizes of what networks read of these options


def recipe_for(options: "Options", words: int = 0) -> Recipe:
    """Return the recipe of a network that learns from so many words."""
    given = {name: size for name, size in GIVEN.items() if getattr(options, name)}
    usual = " ".join(f"{name}={size}" for name, size in given.items())
    recipe = Recipe.read(
        f"{scale_for(words, options.members or 1).sizes} {usual} {options.network}"
    )
    for name in GIVEN:
        if (size := getattr(recipe, name)) and name not in given:
            raise MultiplaneError(f"network: found {name}={size}; expected the option {name}, too")
    sizes = {name: getattr(recipe, name) or size for name, size in given.items()}
    return replace(recipe, bias=options.bias or 0.0, **sizes)
