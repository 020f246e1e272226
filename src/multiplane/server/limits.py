"""How much the playground does for one request."""

from dataclasses import dataclass

KIB = 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What is larger is refused with a message; what takes longer is ended with one."""

    body: int = 512 * KIB  # bytes of a request
    treebank: int = 64 * KIB * KIB  # bytes of an uploaded treebank, before and after unpacking
    sentences: int = 500  # of a pasted text
    words: int = 300  # of a sentence that is drawn
    derived: int = 80  # words of a sentence that is derived
    transitions: int = 4000  # done by hand
    number: int = 9  # in the name of a system: 9-planar, attardi-9
    seconds: float = 10  # of work for a request
    census_seconds: float = 60
    compiling_seconds: float = 600  # of work that compiles, which is done once
    patience: float = 20  # seconds that a request waits for its turn
    workers: int = 2  # processes
    memory: int = 4 * KIB**3  # bytes of a worker process


LIMITS = Limits()
