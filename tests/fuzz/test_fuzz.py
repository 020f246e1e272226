"""What tries readers finds what it should find."""

import io
import time
import tomllib

import pytest

from fuzz import machine, texts, trial
from fuzz.drawn import Drawn
from fuzz.target import LostError, Target, tried
from fuzz.targets import TARGETS
from fuzz.trial import Trial
from fuzz.varied import MARK, toml
from fuzz.watched import functions, lines, reached
from multiplane import conllu
from multiplane.errors import MultiplaneError
from support import walks


def faulty(data: bytes) -> None:
    """Does what the input says."""
    if data == b"refuse":
        raise MultiplaneError("a reason\nof two lines")
    if data == b"lose":
        raise LostError
    if data == b"fail":
        raise KeyError(data)
    if data == b"linger":
        begin = time.process_time()
        while time.process_time() - begin < 0.1:
            pass


@pytest.fixture
def counted(tmp_path, monkeypatch):
    monkeypatch.setattr(trial, "SLOW", 0.05)
    with Trial(Target("faulty", faulty, (), tuple), tmp_path) as found:
        yield found


def test_what_is_found(counted, tmp_path):
    for data in (b"", b"refuse", b"lose", b"fail", b"fail", b"linger"):
        counted(data)
    expected = {"inputs": 6, "refused": 1, "tracebacks": 2, "lost": 1, "hangs": 1}
    assert counted.counts == expected
    kept = {path.read_bytes() for path in (tmp_path / "found").glob("*") if not path.suffix}
    assert kept == {b"lose", b"fail", b"linger"}  # each kind of failure once


def test_what_nobody_can_catch_is_found_too(counted):
    class Thing:
        def __del__(self):
            raise KeyError

    del [Thing()][0]
    assert counted.counts["tracebacks"] == 1


def test_messages_of_several_lines_are_found():
    class LooseError(MultiplaneError):
        def __str__(self):
            return "a\nb"

    def run(_):
        raise LooseError

    with pytest.raises(AssertionError, match="more than a line"):
        tried(Target("loose", run, (), tuple), b"")


def test_a_reader_that_loses_bytes_is_found(monkeypatch):
    monkeypatch.setattr(texts, "read", lambda *_, **__: iter(()))
    with pytest.raises(LostError):
        tried(TARGETS["conllu"], b"# a\n\n")


def test_bytes_choose():
    def choices(data):
        draw = Drawn(data)
        return [draw.randrange(100), draw.choice("abc"), draw.random(), draw.randrange(10**6)]

    assert choices(b"\x07\x00") == choices(b"\x07\x00")
    assert choices(b"\x07\x00")[:2] == [7, "a"]
    assert choices(b"") != choices(b"\x01")  # what follows the bytes depends on all of them


@pytest.mark.parametrize(
    "name", ["conllu", "text", "system", "features", "experiment", "request", "form"]
)
def test_recipes_give_inputs(name):
    target = TARGETS[name]
    cooked = {target.cooked(data) for data in target.beginnings()}
    assert len(cooked) > 40
    assert not all(data.startswith(MARK) for data in cooked)


def test_tables_are_written_as_toml():
    table = {"a": [1, 2.5, float("inf"), True, [["x\n\"'"]]], "b c": {"d": {}, "é": []}}
    assert tomllib.loads(toml(table)) == table


def test_lines_of_plain_functions_are_watched():
    def run(data: bytes) -> None:
        list(conllu.read(io.BytesIO(data)))

    target = Target("some", run, ("multiplane.conllu",), tuple)
    known = {function.__name__ for function in functions(target.modules)}
    assert {"read", "_blocks", "take", "close"} <= known
    few, more = reached(target, []), reached(target, [b"# a\n", b"1\ta\n"])
    assert not few
    assert few < more < lines(target)


def test_compiled_functions_are_not_watched():
    known = {function.__name__ for function in functions(("multiplane.treebank.scan_kernel",))}
    assert "scan" not in known


def test_machine_and_semantics_on_random_systems(capsys):
    machine.main(500, 7)
    assert "no difference" in capsys.readouterr().out


def test_a_difference_of_machine_and_semantics_is_found(monkeypatch):
    monkeypatch.setattr(walks.kernel, "is_terminal", lambda *_: True)
    with pytest.raises(AssertionError) as caught:
        machine.main(2000)
    assert "python -m fuzz.machine 1 " in caught.value.__notes__[0]
