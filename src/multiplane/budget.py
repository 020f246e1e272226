"""A budget of steps: work is counted, so that it ends at the same point on every machine."""


class Exhausted(Exception):  # noqa: N818 - it says what happened
    """The budget is used up before the answer is known."""


class Budget:
    """A number of steps that may still be spent."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise Exhausted
