"""Kill -9 at any moment, then the same command again: the same bytes as without.

`python -m support.kills COUNT [COMMAND...]`, in the folder of the tests, kills each command at each
of its calls to the disk, and at so many random moments of its time.  Then it runs it once more, and
compares what the folder holds with what a process that nobody disturbed has written.

Commands run in children of a process that has loaded all they need, so that moments fall into
their work, not into the start of Python.
"""

import importlib.util
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

import numba
from pytest import MonkeyPatch  # noqa: PT013

from multiplane import cli
from multiplane.native.cache import KernelCache
from multiplane.native.plain import PLAIN
from support import toy
from support.faults import failing

SEED = 1
TIMED = 5  # undisturbed runs, the last ones, that say how long a command takes
ROUND = 10  # moments of each command, before there are more of another
OUT = "out"  # what a command prints
UNDISTURBED = "undisturbed"
DRAFT = "multiplane-draft"
VARYING = (OUT, "run.json")  # which have times in them
COMPILED = (".nbi", ".nbc")
NETWORK = "form=8 lemma=0 upos=8 xpos=0 morph=0 grams=0 lstm=8 hidden=64 graph=8 label=8"
EXPERIMENT = f"""{toy.EXPERIMENT}
[[parsers]]
name = "AS"
system = "arc-standard"
epochs = 1
bits = 12
"""
TRAIN = "train --system arc-eager --train train.conllu --dev test.conllu --epochs 2"
COMMANDS = {
    "train": f"{TRAIN} --bits 12 --model new.mp",
    "parse": "parse --model toy.mp test.conllu -o out.conllu",
    "compressed": "parse --model toy.mp test.conllu -o out.conllu.gz",
    "experiment": "experiment toy.toml --results results",
    "induce": "induce test.conllu --model new.model --tolerance 0.1 --restarts 2 --checkpoint part",
}
NEURAL = [*f"{TRAIN} --learner neural --model new.mp --checkpoint state".split(),
          "--network", NETWORK]  # fmt: skip


def _added(one, other):
    return one + other


def _summed(numbers):
    total = 0
    for number in numbers:
        total += number
    return total


def compile_some() -> None:
    """Compile functions for several types, and keep them in this folder."""
    numba.config.CACHE_DIR = os.fspath(Path("cache").absolute())
    found = []
    for plain, arguments in ((_added, ((2, 3), (2.5, 3))), (_summed, (((1, 2),), ((1.5, 2.5),)))):
        function = numba.njit(plain)
        function._cache = KernelCache(plain)
        found += [function(*some) for some in arguments]
    Path("answers").write_bytes(f"{found}\n".encode())


def command(arguments: list[str]) -> None:
    """Run a command of ours in this process."""
    sys.argv = ["multiplane", *arguments]
    cli.main()


def jobs() -> dict[str, Callable[[], None]]:
    """All that is killed, by name, as far as what it needs is installed."""
    found = {name: partial(command, text.split()) for name, text in COMMANDS.items()}
    if importlib.util.find_spec("torch"):
        found["neural"] = partial(command, NEURAL)
    if not PLAIN:
        found["cache"] = compile_some
    return found


@dataclass
class Figures:
    """What became of the kills of one command."""

    calls: int = 0  # to the disk, at each of which it was killed
    moments: int = 0  # random ones
    left: Counter = field(default_factory=Counter)  # what was there after a kill
    wrong: list[str] = field(default_factory=list)


def begun(job: Callable[[], None], folder: Path, die_at: int = 0) -> int:
    """Start a job in a child, which kills itself at a call to the disk; 0: at none."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        os.chdir(folder)
        said = os.open(OUT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(said, 1)
        os.dup2(said, 2)
        with failing(MonkeyPatch(), folder, die_at, lambda _: os.kill(os.getpid(), signal.SIGKILL)):
            job()
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - a child never goes on as its parent
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def ended(child: int) -> int:
    """Wait for a child; return its exit code, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def contents(folder: Path) -> dict[str, bytes]:
    """All files but those that differ from run to run."""
    return {
        os.fspath(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in VARYING and path.suffix not in COMPILED
    }


class Trial:
    """A job, the files that it starts with, and those that it ends with."""

    def __init__(self, name: str, job: Callable[[], None], files: Path, work: Path) -> None:
        self.name, self.job, self.files, self.work = name, job, files, work
        self.figures, self.number, self.draw = Figures(), 0, random.Random(f"{SEED} {name}")
        self.before = contents(files)
        self.times: deque[float] = deque(maxlen=TIMED)

    @property
    def seconds(self) -> float:
        """How long the job takes now; a busy machine changes that."""
        return median(self.times)

    def place(self) -> Path:
        """A new folder; our caches know nothing of it."""
        self.number += 1
        place = self.work / f"{self.name}-{self.number}"
        shutil.copytree(self.files, place)
        return place

    def expect(self) -> None:
        """Run the job undisturbed, to know its files and its time."""
        place = self.place()
        if isinstance(self.job, partial):  # in a process of its own, as users do
            program = "from multiplane.cli import main; main()"
            call = [sys.executable, "-c", program, *self.job.args[0]]
            subprocess.run(call, cwd=place, check=True, capture_output=True)
        elif ended(begun(self.job, place)):
            raise SystemExit(f"{self.name}: {(place / OUT).read_text()}")
        self.whole = contents(place)
        for _ in range(TIMED):
            self.again(self.place(), UNDISTURBED)

    def again(self, place: Path, moment: str) -> None:
        """Run the job, now to its end, and compare."""
        begin = time.perf_counter()
        code = ended(begun(self.job, place))
        if not code and moment == UNDISTURBED:
            self.times.append(time.perf_counter() - begin)
        found = contents(place)
        if code:
            said = (place / OUT).read_text().strip()
            self.figures.wrong.append(f"{self.name}, {moment}: exit {code}: {said[-500:]}")
        elif found != self.whole:
            names = {*found} ^ {*self.whole}
            names |= {name for name in {*found} & {*self.whole} if found[name] != self.whole[name]}
            self.figures.wrong.append(f"{self.name}, {moment}: differ: {', '.join(sorted(names))}")
        shutil.rmtree(place)

    def killed(self, place: Path, moment: str) -> None:
        """Note what a kill has left, and try again."""
        found = contents(place)
        new = {name for name, data in found.items() if self.before.get(name) != data}
        drafts = {name for name in found if name.endswith(DRAFT)}
        cached = any(place.rglob("*.nb?"))
        state = "draft" if drafts else "part" if new or cached else "nothing"
        self.figures.left[state] += 1
        self.again(place, moment)

    def at_calls(self) -> None:
        """Kill the job at each of its calls to the disk."""
        while True:
            place = self.place()
            code = ended(begun(self.job, place, self.figures.calls + 1))
            if code != -signal.SIGKILL:
                shutil.rmtree(place)
                return
            self.figures.calls += 1
            self.killed(place, f"call {self.figures.calls}")

    def at_moments(self, count: int) -> None:
        """Kill the job at random moments until there are so many; those that come late are none."""
        while self.figures.moments < count:
            if self.figures.moments % TIMED == 0:
                self.again(self.place(), UNDISTURBED)
            moment, place = self.draw.random() * self.seconds, self.place()
            child = begun(self.job, place)
            time.sleep(moment)
            os.kill(child, signal.SIGKILL)
            if ended(child) != -signal.SIGKILL:  # it had ended already
                self.times.append(moment)  # at most
                shutil.rmtree(place)
                continue
            self.figures.moments += 1
            self.killed(place, f"{1000 * moment:.0f} ms")

    def tell(self) -> None:
        one = self.figures
        print(f"{self.name}: {one.calls} calls, {one.moments} moments of {self.seconds:.3f} s;"
              f" left: {dict(one.left)}; wrong: {len(one.wrong)}")  # fmt: skip
        print(*one.wrong[:5], sep="\n", end="\n" if one.wrong else "", flush=True)


def prepared(files: Path, chosen: dict[str, Callable[[], None]]) -> None:
    """Write what jobs start with, and load all they need into this process."""
    (files / "train.conllu").write_text(toy.treebank(12), encoding="utf-8")
    (files / "test.conllu").write_text(toy.treebank(4, seed=2), encoding="utf-8")
    (files / "toy.toml").write_text(EXPERIMENT, encoding="utf-8")
    with MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as elsewhere:
        patch.setattr(cli, "watch", lambda: None)  # it starts a thread, which no child would have
        patch.setattr(sys, "stdout", sys.stderr)
        patch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
        patch.chdir(files)
        model = [*TRAIN.split(), "--bits", "12", "--model", "toy.mp"]
        for job in (partial(command, model), *chosen.values()):
            try:
                job()
            except SystemExit as end:
                if end.code:
                    raise
            if not (Path(elsewhere) / "train.conllu").exists():  # the first one is for all
                shutil.copytree(files, elsewhere, dirs_exist_ok=True)
                patch.chdir(elsewhere)


def main(count: int, names: list[str]) -> bool:
    """Kill each command so often, all of them in turns, so that one may stop at any time."""
    every = jobs()
    chosen = {name: every[name] for name in names or every}
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder).resolve() / "files"
        files.mkdir()
        prepared(files, chosen)
        trials = [Trial(name, job, files, files.parent) for name, job in chosen.items()]
        for trial in trials:
            trial.expect()
            trial.at_calls()
            trial.tell()
        for reached in [*range(ROUND, count, ROUND), count]:
            for trial in trials:
                trial.at_moments(reached)
                trial.tell()
    return not any(trial.figures.wrong for trial in trials)


if __name__ == "__main__":
    sys.exit(not main(int(sys.argv[1]), sys.argv[2:]))
