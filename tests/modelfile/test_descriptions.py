"""Descriptions of what files hold: what they take, what they refuse, and what they say."""

import json

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.modelfile.arrays import RISING, Array, starts
from multiplane.modelfile.fields import (
    Choice,
    Figure,
    Flag,
    Free,
    Number,
    PowerOfTwo,
    Real,
    Text,
    shown,
)
from multiplane.modelfile.part import Arrays, Part
from multiplane.modelfile.records import Either, Known, Many, Named, Notes, Record, Row, Such
from multiplane.modelfile.room import Room
from multiplane.modelfile.sizes import computed, new_name

NAN, INF = float("nan"), float("inf")
PAIR = Row((Number(0, 9), Text(1, 3)))
DEEP = json.loads("[" * 30 + "]" * 30)


@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        (Number(-1, 5), [-1, 0, 5], [-2, 6, True, 1.0, "1", None, [1]]),
        (PowerOfTwo(2, 64), [2, 4, 64], [0, 1, 3, 128, -2, True, 2.0, "2"]),
        (Real(0, 1), [0, 0.5, 1], [-0.1, 1.1, NAN, INF, True, "0"]),
        (Figure(), [0, -1.5, NAN, INF], [True, "0", None, 10**40]),
        (Flag(), [True, False], [0, 1, None, "true"]),
        (Text(1, 3), ["a", "äöü", "a b"], ["", "abcd", "a\t", "a\n", "\r", "\0", b"a", 1, None]),
        (Text(most=9, column=False), ["", "a\tb\n"], ["x" * 10, None]),
        (Choice((0, "words", None)), [0, "words", None], [False, 0.0, 1, "word", [], {}]),
        (Many(Number(), 1, 2), [[1], [1, 2]], [[], [1, 2, 3], "12", [[1]], {"a": 1}, None]),
        (PAIR, [[1, "a"]], [[1], [1, "a", 2], ["a", 1], [10, "a"], None, "1a"]),
        (Either((PAIR, Flag())), [[1, "a"], True], [[1], None]),
        (Record({"a": Flag()}), [{"a": True, "b": 1}], [{}, {"a": 1}, [["a", True]], None]),
        (Record({"a": Flag()}, {"a": True}), [{}, {"a": False}], [{"a": None}]),
        (Named(Number()), [{}, {"x": 1, "y": 2}], [{"x": "1"}, [1]]),
        (Notes({"a": Flag()}), [{}, {"a": True, "b": {"c": [1]}}], [{"a": 1}, {"b": DEEP}, []]),
        (Free(), [None, {"a": [1]}], [DEEP]),
        (Known("a pair", PAIR), [[1, "a"]], [[1]]),
        (Such(Number(), "even", lambda n: n % 2 == 0), [0, 2], [1, "2"]),
    ],
    ids=lambda field: type(field).__name__ if hasattr(field, "take") else "",
)
def test_values(field, right, wrong):
    for value in right:
        field.take(value, "here")
    for value in wrong:
        with pytest.raises(MultiplaneError, match=r"^here.*: found .*; expected ") as caught:
            field.take(value, "here")
        assert str(caught.value).isprintable()
    assert str(field)


def test_errors_say_where():
    field = Record({"rules": Many(PAIR)})
    with pytest.raises(MultiplaneError) as caught:
        field.take({"rules": [[1, "a"], [1, "toolong"]]}, "")
    expected = "rules[1][1]: found 'toolong'; expected a line without tabs of 1 to 3 characters"
    assert str(caught.value) == expected
    assert shown("\ud800\n") == r"'\ud800\n'"
    assert len(shown("x" * 500)) < 70


def test_sizes():
    sizes = {"rows": 9, "bits": 3, "width": 64}
    for size, expected in (("rows", 9), (7, 7), ("rows + 1", 10), ("2^bits × width", 512),
                           ("rows / 8", 2), ("4 × rows + 2", 38)):  # fmt: skip
        assert computed(size, sizes) == expected
    assert new_name("pairs + 1", sizes) == "pairs"
    assert new_name("rows + 1", sizes) is new_name(5, sizes) is new_name("2 × new", sizes) is None


PART = Part(
    "some",
    "has pairs.",
    items=(
        Array("starts", np.int64, ("pairs + 1",), rules=(starts("values"),), packed=True,
              differences=True),
        Array("values", np.int32, ("values",), least=0, below="classes", packed=True),
        Array("keys", np.uint64, ("pairs",), rules=(RISING,)),
        Array("scale", np.float16, ("classes",), used_as=np.float32, needs="scaled"),
    ),
)  # fmt: skip
RIGHT = {
    "starts": np.array([0, 2, 2, 3]),
    "values": np.array([4, 0, 1], np.int32),
    "keys": np.array([1, 5, 9], np.uint64),
    "scale": np.ones(5, np.float32),
}


def taken(values, **sizes):
    return PART.unpacked(PART.packed(RIGHT | values), **{"classes": 5, "scaled": 1, **sizes})


def test_arrays_there_and_back():
    found = taken({})
    assert all((found[name] == RIGHT[name]).all() for name in RIGHT)
    assert found["scale"].dtype == np.float32
    assert "scale" not in taken({}, scaled=0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"starts": np.array([0, 2, 3])}, "keys: found a length of 3; expected pairs, 2"),
        ({"starts": np.array([1, 2, 2, 3])}, "starts: .* begin at 0, never fall, end at values"),
        ({"starts": np.array([0, 2, 1, 3])}, "starts: .* begin at 0"),
        ({"starts": np.array([0, 2, 2, 4])}, "starts: .* begin at 0"),
        ({"starts": np.zeros(0, int)}, "starts: found a length of 0"),
        (
            {"values": np.array([4, 0, 5], np.int32)},
            "values: found 5; expected less than classes, 5",
        ),
        ({"values": np.array([4, 0, -1], np.int32)}, "values: found -1; expected 0 or more"),
        ({"keys": np.array([1, 1, 9], np.uint64)}, "keys: found other numbers; expected rising"),
        ({"keys": np.array([[1, 5, 9]], np.uint64)}, "keys: found 2 dimensions of uint64"),
        ({"scale": np.array([1, 1, 1, 1, np.inf])}, "scale: found numbers that are not finite"),
        ({"scale": np.ones(4)}, "scale: found a length of 4; expected classes, 5"),
    ],
)
def test_wrong_arrays(values, message):
    with pytest.raises(MultiplaneError, match=f"^{message}"):
        taken(values)


def test_missing_and_damaged_arrays():
    written = PART.packed(RIGHT)
    for name in written:
        without = {other: array for other, array in written.items() if other != name}
        with pytest.raises(MultiplaneError, match=f"^{name}: found no such array; expected"):
            PART.unpacked(without, classes=5, scaled=1)
    for wrong in (written["values"][:-1], np.append(written["values"], np.uint8(0)),
                  written["values"].astype(np.int32), np.zeros(3, np.uint8)):  # fmt: skip
        with pytest.raises(MultiplaneError, match=r"^values: (cannot be unpacked|found int32)"):
            PART.unpacked({**written, "values": wrong}, classes=5, scaled=1)


def test_all_parts_share_one_room():
    arrays = Arrays(PART.packed(RIGHT), Room())
    arrays.room.left = 50  # each part has 32 and 12 bytes of packed arrays
    PART.unpacked(arrays.under(""), classes=5, scaled=1)
    with pytest.raises(MultiplaneError, match=r"starts: with it, arrays would take more than"):
        PART.unpacked(arrays.under(""), classes=5, scaled=1)
