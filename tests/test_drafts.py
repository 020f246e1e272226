"""Files appear whole or not at all, and what killed processes leave is removed."""

import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import suppress

import pytest

from multiplane import drafts
from multiplane.drafts import whole
from multiplane.ending import end_all, ensured

WRITER = """
import sys, time
from pathlib import Path
from multiplane.drafts import whole
with whole(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    print("writing", flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def another_process():
    drafts._tidy.cache_clear()


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def writer(tmp_path):
    """A process that is writing a file."""
    command = [sys.executable, "-c", WRITER, str(tmp_path / "out")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"writing\n"
        yield process
        process.kill()


def write(path, data=b"new"):
    drafts._tidy.cache_clear()
    with whole(path) as file:
        file.write(data)


def test_a_file_is_there_whole_or_as_before(tmp_path):
    path = tmp_path / "out"
    write(path, b"old")
    with pytest.raises(KeyError), whole(path) as file:  # noqa: PT012
        file.write(b"half")
        assert len(names(tmp_path)) == 2
        raise KeyError
    assert path.read_bytes() == b"old"
    write(path)
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["out"]


def test_drafts_of_a_process_that_lives_stay_and_of_a_dead_one_go(tmp_path, writer):
    (draft,) = names(tmp_path)
    write(tmp_path / "other")
    assert names(tmp_path) == [draft, "other"]
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    write(tmp_path / "other")
    assert names(tmp_path) == ["other"]


def test_drafts_of_other_threads_stay(tmp_path):
    with whole(tmp_path / "one") as file:
        file.write(b"one")
        thread = threading.Thread(target=write, args=(tmp_path / "two",))
        thread.start()
        thread.join()
    assert names(tmp_path) == ["one", "two"]
    assert (tmp_path / "one").read_bytes() == b"one"


def test_only_what_is_surely_ours_is_removed(tmp_path):
    with whole(tmp_path / "out") as file:
        name = os.path.basename(file.name)  # noqa: PTH119
    elsewhere = re.sub(r"\.[0-9a-f]{8}\.multiplane", ".00000000.multiplane", name)
    (tmp_path / "target").write_bytes(b"")
    kept = ["target", ".out.0123456789ab", f"{name}.txt", name[1:], elsewhere]
    for other in kept:
        (tmp_path / other).write_bytes(b"")
    link, folder, pipe, twin = (name.replace(".out.", f".{n}.") for n in ("a", "b", "c", "d"))
    (tmp_path / link).symlink_to(tmp_path / "target")
    (tmp_path / folder).mkdir()
    os.mkfifo(tmp_path / pipe)
    os.link(tmp_path / "target", tmp_path / twin)
    (tmp_path / name).write_bytes(b"left")
    write(tmp_path / "out")
    assert names(tmp_path) == sorted({*kept, link, folder, pipe, twin, "out"})


def test_a_draft_that_is_taken_for_a_left_one_is_begun_anew(tmp_path, monkeypatch):
    """Between its creation and its lock."""
    lock, taken = drafts.lock, []

    def late(descriptor):
        monkeypatch.setattr(drafts, "lock", lock)
        taken.extend(names(tmp_path))
        drafts._remove_if_left(str(tmp_path / taken[0]))
        return lock(descriptor)

    monkeypatch.setattr(drafts, "lock", late)
    write(tmp_path / "out")
    assert len(taken) == 1
    assert names(tmp_path) == ["out"]


def test_where_files_cannot_be_locked_they_are_written_and_none_removed(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(95, "Operation not supported")

    with whole(tmp_path / "out") as file:
        name = os.path.basename(file.name)  # noqa: PTH119
    (tmp_path / name).write_bytes(b"")
    monkeypatch.setattr(drafts.fcntl, "flock", fail)
    write(tmp_path / "out")
    assert names(tmp_path) == [name, "out"]


def test_the_end_of_a_process_does_what_blocks_would_have_done():
    done = []
    with ensured(lambda: done.append(1)):
        end_all()
        assert done == [1]
    assert done == [1, 1]
    end_all()
    assert done == [1, 1]


def test_an_action_that_fails_keeps_no_other_from_being_done():
    done = []

    def fail():
        raise OSError

    with suppress(OSError), ensured(lambda: done.append(1)), ensured(fail):
        end_all()
        assert done == [1]
