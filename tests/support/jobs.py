"""Jobs for worker processes, which import them under these names."""

import os
import time
from pathlib import Path

from multiplane.errors import DefinitionError

_prepared = []


def prepared(done=False):
    """Say whether this was called with true before, in this process or in the one it copies."""
    if done:
        _prepared.append(done)
    return bool(_prepared)


def nothing():
    return None


def double(number):
    return 2 * number


def process():
    return os.getpid()


def sleep(seconds):
    time.sleep(seconds)


def sleep_at_first(file, times):
    """Take long the first few times; which time it is, a file says."""
    with Path(file).open("ab") as tries:
        tries.write(b".")
        tries.flush()
        if tries.tell() <= times:
            time.sleep(60)


def fail(kind):
    raise kind("said so")


def leave():
    os._exit(3)


def hoard():
    return len(bytearray(1 << 33))


def niceness():
    return os.nice(0)


def compute(seconds):
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        pass


def fail_late(seconds):
    compute(seconds)
    raise DefinitionError("said so")
