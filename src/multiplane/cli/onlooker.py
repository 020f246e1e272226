"""Who watches a training for its user: moves the bar, and says what has been reached."""

import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

from multiplane.cli.console import say
from multiplane.cli.interruption import leave_to_command
from multiplane.cli.scores import shown

if TYPE_CHECKING:
    from multiplane.training.training import Moment

PARTS = 10_000  # steps of the progress bar


class Onlooker:
    """Told of each moment of a training; `members` is what the user has asked for."""

    def __init__(self, advance: Callable[[int], None], members: int | None) -> None:
        self.advance = advance
        self.told = members is not None  # nobody needs to be told of what they have said

    def see(self, moment: "Moment") -> None:
        """Move the bar, and print each epoch with its scores, if there are some."""
        if moment.members > 1 and not self.told:
            say(
                f"{moment.members} networks become one parser, after {moment.epochs} epochs each;"
                " --members and --epochs name other numbers"
            )
        self.told = True
        passed = moment.epoch - 1 + moment.done / max(moment.sentences, 1)
        self.advance(round(PARTS * passed / moment.epochs) + 1)
        if not moment.ended:
            return
        leave_to_command(signal.SIGINT)  # now there is something to keep
        epoch = f"epoch {moment.epoch} of {moment.epochs}"
        if moment.resumed:
            say(f"the checkpoint has {epoch}")
        else:
            say(f"{epoch}: {shown(moment.scores, ', ')}" if moment.scores else epoch)
