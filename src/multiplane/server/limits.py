"""How much the playground does for one request, for one client and for all."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

KIB = 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What is larger is refused with a message; what takes longer is ended with one."""

    # The size of a question.
    body: int = KIB * KIB  # bytes of a request
    text: int = 512 * KIB  # characters of a pasted text, so that longer ones still fit in a request
    treebank: int = 64 * KIB * KIB  # bytes of an uploaded treebank, before and after unpacking
    sentences: int = 500  # of a pasted text
    words: int = 300  # of a sentence that is drawn
    derived: int = 80  # words of a sentence that is derived
    processed: int = 1000  # words of a sentence that is tagged or parsed for /process
    transitions: int = 4000  # done by hand
    verified: int = 4  # words of the longest sentences that are all tried
    number: int = 9  # in the name of a system: 9-planar, attardi-9

    # Its work.
    seconds: float = 10  # of work for a request
    census_seconds: float = 60
    compiling_seconds: float = 600  # of work that compiles, which is done once
    patience: float = 20  # seconds that a request waits for its turn
    memory: int = 4 * KIB**3  # bytes of a worker process

    # Cheap and costly work: each has workers of its own, so neither waits for the other.
    cheap_size: int = 20_000  # bytes of a question; larger ones are costly
    cheap_seconds: float = 0.2  # of computing; what takes longer is costly the next time
    cheap_most_seconds: float = 1  # of work before it is ended, and begun again as costly
    costly_for: float = 600  # seconds after which this is tried again
    cheap_workers: int = 2  # processes
    cheap_waiting: int = 120  # requests that wait for one; more are refused at once
    cheap_delay: float = 2  # seconds; refused at once, too, is who would have to wait for longer
    costly_workers: int = 2
    costly_waiting: int = 4
    uploads: int = 3  # treebanks that are received or counted at the same time

    # Connections.
    connections: int = 120
    connections_of_client: int = 40
    head_seconds: float = 10  # in which the head of a request must arrive
    body_seconds: float = 10  # in which the rest must arrive
    upload_seconds: float = 60  # the same for a treebank
    answer_seconds: float = 20  # that a client may leave an answer unread


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Option:
    """An option of `multiplane serve` that sets limits."""

    name: str  # as it is typed
    fields: tuple[str, ...]
    help: str
    unit: int = 1  # what the limit counts, in one of what the option counts
    most: int = 10**9

    @property
    def default(self) -> int:
        return int(getattr(LIMITS, self.fields[0])) // self.unit


OPTIONS = (
    Option("--max-bytes", ("body",), "Bytes of a request"),
    Option("--max-words", ("processed",), "Words of a sentence that /process tags or parses"),
    Option("--max-seconds", ("seconds",), "Seconds of work for a request"),
    Option("--max-memory", ("memory",), "Megabytes of a worker (on Linux)", KIB * KIB, 10**7),
    Option(
        "--workers",
        ("cheap_workers", "costly_workers"),
        "Processes for short work, and as many for long work",
        most=1000,
    ),
    Option("--queue", ("cheap_waiting",), "Requests for short work that may wait"),
    Option("--long-queue", ("costly_waiting",), "Requests for long work that may wait"),
    Option("--max-connections", ("connections",), "Connections from all clients"),
    Option("--max-client-connections", ("connections_of_client",), "Connections from one client"),
)


def with_options(given: Mapping[str, int]) -> Limits:
    """Return the limits, with those changed that options name."""
    changed = {
        field: given[option.name] * option.unit
        for option in OPTIONS
        if option.name in given
        for field in option.fields
    }
    return replace(LIMITS, **changed)


def raised_by(field: str) -> str:
    """Say how whoever runs the server raises a limit."""
    option = next(option.name for option in OPTIONS if field in option.fields)
    return f"multiplane serve {option} raises this limit"
