"""Where things are."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
STRUCTURES, NOT_TREES, FIGURES = (
    DATA / f"{name}.conllu" for name in ("structures", "not_trees", "figures")
)
