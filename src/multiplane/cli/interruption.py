"""Signals end a command within a second, and nothing unfinished is left behind.

Python looks at signals between two steps of its own.  Compiled code that is busy with a long
sentence, or a wait for other threads, can keep it from that for minutes.  A thread beside them
hears of signals at once, gives the command a moment to end by itself, and then ends the process.
"""

import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from multiplane.ending import end_all

GRACE = 0.6  # seconds in which a command may end by itself
WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}
HANGUP = getattr(signal, "SIGHUP", None)  # the terminal was closed; not on Windows
if HANGUP is not None:
    WORDS[HANGUP] = "terminated: the terminal was closed"

_LEFT: set[int] = set()  # signals that a command handles by itself, the first time
_SAID: list[int] = []


class Terminated(BaseException):
    """A signal that does what Ctrl-C does, except that nobody goes on after it: its number."""


def watch() -> None:
    """Listen for signals from now on."""
    ear, mouth = socket.socketpair()
    mouth.setblocking(False)
    signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, _terminate)
    # Who started a command with nohup wants it to go on.
    if HANGUP is not None and signal.getsignal(HANGUP) is signal.SIG_DFL:
        signal.signal(HANGUP, _terminate)
    threading.Thread(target=_listen, args=(ear, mouth), daemon=True).start()


def leave_to_command(*signals: int) -> None:
    """Let a command take its time with these signals; if they come again, it ends at once."""
    _LEFT.update(signals)


def hang_up_politely() -> None:
    """Take the end of the terminal for a SIGTERM, which a library may handle in its own way."""
    if HANGUP is not None and signal.getsignal(HANGUP) is _terminate:
        signal.signal(HANGUP, lambda *_: signal.raise_signal(signal.SIGTERM))
        leave_to_command(HANGUP)


def ended_by(number: int) -> int:
    """Say once that a signal has ended the command; return the exit code."""
    if not _SAID:
        _SAID.append(number)
        with suppress(OSError):  # a terminal that was closed
            print(f"multiplane: {WORDS[signal.Signals(number)]}", file=sys.stderr, flush=True)
    return 128 + number


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    signal.signal(number, signal.SIG_IGN)  # the end is not to be interrupted
    raise Terminated(number)


def _listen(ear: socket.socket, mouth: socket.socket) -> None:
    del mouth  # it stays open as long as this runs
    while heard := ear.recv(1):
        number = heard[0]
        if number in _LEFT:
            _LEFT.remove(number)
        elif number in WORDS:
            time.sleep(GRACE)
            end_all()
            os._exit(ended_by(number))
