"""Whether the memory of `parse` stays the same, however long its input is.

python bench/memory.py FILE.txt [--words 20000000] [--model en] [--seconds 5]

The text is repeated through a pipe, never stored; every tenth word of it is replaced by one that
has not been seen before, so that whatever is remembered of words shows.  Trees go to /dev/null.
A line for each sample: seconds, million words sent so far, resident memory in MB.  Linux only.
"""

import argparse
import itertools
import os
import platform
import subprocess
import sys
import threading
import time
from pathlib import Path

PARSE = [sys.executable, "-c", "from multiplane.cli import main; main()", "parse"]
NEW_EACH = 10  # words
PARAGRAPHS = 200  # written at once


def paragraphs(text, words):
    """Paragraphs of a text, again and again, until there are so many words."""
    parts = [part.split() for part in text.split("\n\n") if part.strip()]
    if not parts:
        raise SystemExit("the text is empty")
    number = 0
    for part in itertools.cycle(parts):
        said = list(part)
        for at in range(NEW_EACH // 2, len(said), NEW_EACH):
            number += 1
            said[at] = f"w{number:x}"
        yield " ".join(said) + "\n\n", len(said)
        words -= len(said)
        if words <= 0:
            return


def batches(parts):
    while some := list(itertools.islice(parts, PARAGRAPHS)):
        yield some


def send(text, words, pipe, sent):
    with pipe:
        for some in batches(paragraphs(text, words)):
            pipe.write("".join(part for part, _ in some).encode())
            sent.append(sent[-1] + sum(count for _, count in some))


def resident(process):
    """The memory of a process in bytes; None: it has ended."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") or None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--words", type=int, default=20_000_000)
    parser.add_argument("--model", default="en")
    parser.add_argument("--seconds", type=float, default=5)
    given = parser.parse_args()
    text, sent = given.file.read_text(encoding="utf-8"), [0]
    print(f"{platform.machine()}, Python {platform.python_version()}", flush=True)
    begin, samples = time.perf_counter(), []
    command = [*PARSE, "--model", given.model, "--output", os.devnull]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        writer = threading.Thread(
            target=send, args=(text, given.words, process.stdin, sent), daemon=True
        )
        writer.start()
        while process.poll() is None:
            if memory := resident(process.pid):
                seconds = time.perf_counter() - begin
                samples.append((seconds, sent[-1], memory))
                print(f"{seconds:8.0f} {sent[-1] / 1e6:8.2f} {memory / 1e6:8.1f}", flush=True)
            time.sleep(given.seconds)
    if process.returncode or sent[-1] < given.words:
        raise SystemExit(f"parse ended with {process.returncode} after {sent[-1]:,} words")
    for share in (0.05, 0.5, 1.0):
        memory = max((m for _, count, m in samples if count <= share * sent[-1]), default=0)
        print(
            f"most memory up to {share * sent[-1] / 1e6:.1f} million words: {memory / 1e6:.1f} MB"
        )


if __name__ == "__main__":
    main()
