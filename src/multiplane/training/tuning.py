"""Where a pretrained encoder goes that is trained along with a network.

While it is trained, it is saved after each epoch to a folder of its own, from which it is scored.
That of the best epoch stays; at the end it appears in its place, whole or not at all.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from multiplane.drafts import lock
from multiplane.ending import ensured
from multiplane.errors import MultiplaneError
from multiplane.guides.neural.pretrained.identity import checksum
from multiplane.parsing.parser import Parser
from multiplane.training.learners import NEURAL
from multiplane.training.options import Options

OLD, NEW, LOCK = "old", "new", "lock"


@dataclass(frozen=True)
class Tuning:
    """The place of a tuned encoder, and a hidden folder beside it for those of epochs."""

    place: Path
    checkpoint: Path | None

    @property
    def drafts(self) -> Path:
        return self.place.with_name(f".{self.place.name}.multiplane-tuning")

    def folder(self, steps: int) -> Path:
        """Return a new folder for the encoder after so many steps of training."""
        folder = self.drafts / f"step-{steps}"
        shutil.rmtree(folder, ignore_errors=True)
        return folder

    def check(self) -> None:
        """Raise an error if the encoder cannot go to its place, as far as that is known already."""
        if not self.place.parent.is_dir():
            raise MultiplaneError(
                f"{self.place}: there is no folder {self.place.parent}; make it first"
            )
        if self.place.exists() and not (self.checkpoint and self.checkpoint.exists()):
            raise MultiplaneError(
                f"{self.place}: found already; expected a new folder for the tuned encoder; remove"
                " it, or name another one"
            )

    def resume(self, best: Parser | None) -> None:
        """Go on with the best parser of a checkpoint, if there is one."""
        encoder = best and best.design.encoder
        if encoder and (
            Path(encoder.folder).parent != self.drafts
            or not Path(encoder.folder).is_dir()
            or checksum(encoder.folder) != encoder.checksum
        ):
            raise MultiplaneError(
                f"{self.checkpoint}: the encoder that belongs to it is not in {self.drafts}; name"
                " the same folder for the tuned encoder as before, or remove the checkpoint"
            )
        # An interrupted training has left its best encoder in the place.
        if self.place.exists() and not (encoder and checksum(self.place) == encoder.checksum):
            raise MultiplaneError(
                f"{self.place}: found another encoder than that of {self.checkpoint}; remove one of"
                " the two"
            )
        self.tidy(best)

    def tidy(self, best: Parser | None) -> None:
        """Remove the encoders of all epochs but the best."""
        encoder = best and best.design.encoder
        for folder in self.drafts.iterdir():
            if folder.is_dir() and not (encoder and folder == Path(encoder.folder)):
                shutil.rmtree(folder)

    def finished(self, best: Parser) -> Parser:
        """Put the best encoder in its place; return the parser that names it."""
        encoder = best.design.encoder
        assert encoder
        new, old = self.drafts / NEW, self.drafts / OLD
        try:
            shutil.copytree(encoder.folder, new)
            if self.place.exists():
                self.place.rename(old)
            new.rename(self.place)
        except OSError as error:
            raise MultiplaneError(
                f"{self.place}: the tuned encoder cannot be put there: {error}"
            ) from error
        design = replace(best.design, encoder=replace(encoder, folder=str(self.place)))
        return replace(best, design=design)

    def leave(self) -> None:
        """Remove the encoders of epochs, unless a checkpoint needs them."""
        kept = self.checkpoint and self.checkpoint.exists()
        if not kept or not any(file.is_dir() for file in self.drafts.iterdir()):
            shutil.rmtree(self.drafts, ignore_errors=True)


def planned(options: Options) -> Tuning | None:
    """Return the place of an encoder that is to be tuned, if there is one, and it can go there."""
    if not options.tuned_encoder or options.learner != NEURAL:
        return None
    checkpoint = Path(options.checkpoint) if options.checkpoint else None
    tuning = Tuning(Path(options.tuned_encoder), checkpoint)
    tuning.check()
    return tuning


@contextmanager
def tuning_of(options: Options) -> Iterator[Tuning | None]:
    """Give the place of an encoder that is to be tuned, to this training alone."""
    tuning = planned(options)
    if tuning is None:
        yield None
        return
    with ExitStack() as stack:
        try:
            tuning.drafts.mkdir(exist_ok=True)
            held = stack.enter_context((tuning.drafts / LOCK).open("wb"))
        except OSError as error:
            raise MultiplaneError(f"{tuning.drafts}: cannot be made: {error.strerror}") from error
        if lock(held.fileno()) is False:
            raise MultiplaneError(
                f"{tuning.place}: another training is writing it; wait for it, or name another"
                " folder"
            )
        stack.enter_context(ensured(tuning.leave))
        yield tuning
