"""Workers are copies of one process, which loads the model once, or started from nothing."""

import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial

import pytest

from multiplane.server.messages import receive, send
from multiplane.server.nursery import FORKS, Copy, Nursery
from multiplane.server.workplace import Unavailable
from support import guides
from support.jobs import double, prepared, process

MEMORY = 1 << 31
CONNECTIONS = []  # of a test, with its workers
copies = pytest.mark.skipif(not FORKS, reason="no copies of processes here")


class Born:
    """A worker, and the end of its connection."""

    def __init__(self, nursery):
        self.connection, other = socket.socketpair()
        CONNECTIONS.append(self.connection)
        self.connection.settimeout(60)
        with other:
            self.process = nursery.born(other)

    def ask(self, job, *arguments):
        send(self.connection, (job, arguments))
        kind, answer, _ = receive(self.connection)
        assert kind == "answer"
        return answer


@pytest.fixture
def nurseries():
    made = []

    def new(factory=None, **given):
        made.append(Nursery((factory,) if factory else (), MEMORY, **given))
        return made[-1]

    yield new
    for nursery in made:
        nursery.end()
    while CONNECTIONS:
        CONNECTIONS.pop().close()


@pytest.mark.parametrize("forks", [pytest.param(True, marks=copies), False])
def test_workers_work_and_end(nurseries, forks):
    nursery = nurseries(forks=forks)
    one, other = Born(nursery), Born(nursery)
    assert one.ask(double, 21) == 42
    assert one.ask(process) == one.process.pid != other.ask(process)
    one.process.kill()
    one.process.join()
    assert not one.process.is_alive()
    assert other.process.is_alive()
    other.connection.close()  # as if the server had gone
    other.process.join()
    assert not other.process.is_alive()


@copies
def test_the_model_is_loaded_once(nurseries, tmp_path):
    nursery = nurseries(partial(guides.noted, str(tmp_path / "loaded")))
    for _ in range(3):
        assert Born(nursery).ask(guides.loaded)
    assert (tmp_path / "loaded").stat().st_size == 1


@copies
def test_what_was_prepared_is_there_in_all_new_workers(nurseries):
    nursery = nurseries()
    assert not Born(nursery).ask(prepared)
    assert nursery.prepare(partial(prepared, True))
    assert Born(nursery).ask(prepared)
    os.kill(nursery._process.pid, signal.SIGKILL)
    time.sleep(0.1)
    assert Born(nursery).ask(prepared), "another nursery is prepared in the same way"


@copies
def test_preparations_that_fail_do_not_matter(nurseries, capfd):
    nursery = nurseries()
    assert nursery.prepare(partial(double, None))
    assert Born(nursery).ask(double, 1) == 2
    assert "TypeError" in capfd.readouterr().err


@copies
def test_no_workers_after_the_end(nurseries):
    nursery = nurseries()
    Born(nursery)
    nursery.end()
    with pytest.raises(Unavailable, match="stopped"):
        Born(nursery)


@copies
def test_a_copy_may_end_before_anybody_looks():
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    copy = Copy(gone.pid)
    assert not copy.is_alive()
    copy.kill()
    copy.join()
