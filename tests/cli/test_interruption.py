"""SIGINT, SIGTERM and SIGHUP end a command soon, whatever it does, and leave nothing unfinished."""

import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

# Counting these takes many minutes, in which Python cannot look at signals.
PROGRAM = """
import hashlib, signal, sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import click
from multiplane import cli
from multiplane.cli.interruption import leave_to_command
from multiplane.drafts import whole

def busy():
    hashlib.pbkdf2_hmac("sha256", b"", b"", 1_000_000_000)

@click.command()
@click.argument("how")
def group(how):
    if how == "patient":
        leave_to_command(signal.SIGINT)
    with whole(Path("out")) as file:
        file.write(b"half")
        file.flush()
        try:
            print("ready", flush=True)
            if how == "compiled":
                busy()
            elif how == "threads":
                with ThreadPoolExecutor(1) as pool:
                    pool.submit(busy).result()
            time.sleep(600)
        except KeyboardInterrupt:
            if how != "patient":
                raise
            print("keeping", flush=True)
            time.sleep(2)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in background ignores it
signal.signal(signal.SIGHUP, signal.SIG_IGN if sys.argv[1] == "nohup" else signal.SIG_DFL)
cli.group = group
cli.main()
"""
SIGNALS = pytest.mark.parametrize(
    ("number", "word"),
    [
        (signal.SIGINT, "interrupted"),
        (signal.SIGTERM, "terminated"),
        (signal.SIGHUP, "terminated: the terminal was closed"),
    ],
)


@contextmanager
def started(folder, how):
    command = [sys.executable, "-c", PROGRAM, how]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


@SIGNALS
@pytest.mark.parametrize("how", ["asleep", "compiled", "threads"])
def test_a_command_ends_within_a_second_or_so(tmp_path, how, number, word):
    with started(tmp_path, how) as process:
        time.sleep(0.2)
        begin = time.perf_counter()
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
        assert time.perf_counter() - begin < 5  # on a busy machine
    assert process.returncode == 128 + number
    assert said.strip() == f"multiplane: {word}"
    assert [*tmp_path.iterdir()] == []


def test_a_command_may_take_its_time_with_the_first_signal(tmp_path):
    with started(tmp_path, "patient") as process:
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_but_not_with_the_second(tmp_path):
    with started(tmp_path, "patient") as process:
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "keeping\n"
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said.strip()) == (130, "multiplane: interrupted")
    assert [*tmp_path.iterdir()] == []


def test_a_command_that_was_started_with_nohup_goes_on(tmp_path):
    with started(tmp_path, "nohup") as process:
        process.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.5)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said.strip()) == (143, "multiplane: terminated")


def test_the_terminal_may_be_gone_when_the_end_is_told(tmp_path):
    with started(tmp_path, "asleep") as process:
        process.stderr.close()
        process.send_signal(signal.SIGHUP)
        assert process.wait(30) == 128 + signal.SIGHUP
    assert [*tmp_path.iterdir()] == []
