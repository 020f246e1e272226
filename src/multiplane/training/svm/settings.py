"""The settings of the support vector machines."""

from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any

from multiplane.errors import MultiplaneError, UnknownName

PERCEPTRON = "perceptron"
LEARNERS = (PERCEPTRON, "liblinear", "libsvm")
SPLIT, SPLIT_LEAST = "Y.upos", 1000


@dataclass(frozen=True, slots=True)
class Settings:
    """Which machine, and how it is to learn; the defaults are those of MaltParser.

    With `libsvm` there is one machine for each value of a feature, `split`; values with fewer
    than `split_least` decisions share one.  The kernel is (gamma x·y + coef0)².
    """

    learner: str
    cost: float | None = None  # of a mistake in training; None: 0.1 for liblinear, 1 for libsvm
    split: str = SPLIT
    split_least: int = SPLIT_LEAST
    gamma: float = 0.2
    coef0: float = 0.4
    tolerance: float = 0.1

    def __post_init__(self) -> None:
        if self.learner not in LEARNERS:
            raise UnknownName(f"unknown learner {self.learner!r}; there are {', '.join(LEARNERS)}")
        if (self.cost is not None and self.cost <= 0) or self.split_least < 1:
            raise MultiplaneError(
                f"cost {self.cost}, split_least {self.split_least}; give a cost above 0,"
                " and 1 or more decisions"
            )

    @property
    def penalty(self) -> float:
        return self.cost or (0.1 if self.learner == "liblinear" else 1.0)

    @property
    def features(self) -> str | None:
        """The file of templates where nobody asks for others; None: that of all learners."""
        own = files("multiplane.features").joinpath("svm.txt")
        return str(own) if self.learner == "libsvm" else None

    def as_dict(self) -> dict[str, Any]:
        """Write down what matters to this learner."""
        said = {**asdict(self), "cost": self.penalty}
        of_kernels = {"split", "split_least", "gamma", "coef0"} if self.learner != "libsvm" else {}
        return {name: value for name, value in said.items() if name not in of_kernels}
