"""Model files with one thing wrong, signed as if all were right.

`python -m support.mutants COUNT [FIRST [KIND]]`, in the folder of the tests, tries so many of each
kind: each loads and works, or is refused with one line.
"""

import faulthandler
import json
import random
import sys
import tempfile
import time
import zlib
from collections import Counter
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np

from multiplane import modelfile
from multiplane.calculus.portable import as_data
from multiplane.errors import MultiplaneError
from multiplane.modelfile.fields import shown
from multiplane.parsing.design import Design
from multiplane.parsing.fingerprint import fingerprint
from multiplane.systems import systems
from support import parsers, zoo

SLOW = 300  # seconds: a mutant that takes longer hangs; some have kernels compiled first
NUMBERS = (0, 1, -1, 2, 3, 7, 63, 64, 65, 255, 256, 3000, -5000, 65535, 65536, 10**6, 10**8,
           2**31 - 1, 2**31, -(2**31), 2**32, 2**52, 2**63 - 1, 2**63, 2**64, -(10**7), 10**30,
           0.5, -0.5, 1e9, float("nan"), float("inf"))  # fmt: skip
TEXTS = ("", " ", "\t", "\n", "a\nb\tc", "\ud800", "\x1b[31m", "\0", "l0", "root", "words", "σ",
         "β",
         "_", "x" * 20_000,
          "l1↑", "_l", "\\", "X.form", "σ[9].form", "move", "rotate",
         "none", "last", "head+path", "naive")  # fmt: skip
OTHERS = (None, True, False, [], {}, [[]], [None], {"a": 1})
TYPES = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint64, np.float16,
         np.float32, np.float64, np.bool_)  # fmt: skip


def places(value: Any, path: tuple = ()) -> list[tuple]:
    """The paths to all values in a manifest."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in pairs:
            found += places(part, (*path, key))
    return found


def changed_value(value: Any, draw: random.Random) -> Any:
    """Another value of the same kind, or of another one."""
    if draw.random() < 0.15:
        return draw.choice((*OTHERS, *NUMBERS, *TEXTS))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return draw.choice((value + 1, value - 1, -value, 2 * value, draw.choice(NUMBERS)))
    if isinstance(value, str):
        cut = draw.randrange(len(value) + 1)
        return draw.choice((value[:cut], value[:cut] + draw.choice(TEXTS) + value[cut:],
                            draw.choice(TEXTS)))  # fmt: skip
    if isinstance(value, list) and value:
        at, other = draw.randrange(len(value)), draw.randrange(len(value))
        swapped = list(value)
        swapped[at], swapped[other] = swapped[other], swapped[at]
        return draw.choice((value[:at] + value[at + 1 :], [*value, value[at]], value * 2, value[:1],
                            swapped, [], value[::-1]))  # fmt: skip
    if isinstance(value, dict) and value:
        name = draw.choice(list(value))
        return {key: part for key, part in value.items() if key != name}
    return draw.choice((*OTHERS, *NUMBERS, *TEXTS))


def change_manifest(content: dict, draw: random.Random) -> str:
    """Change one thing; those at the top are as likely as all below them."""
    parser = content.get("parser", content)
    if isinstance(parser, dict) and "system" in parser and draw.random() < 0.05:
        system = draw.choice([*map(systems.get, systems), *parsers.OWN.values()])
        parser["system"] = as_data(system)
        return f"the system {system}"
    path = draw.choice(places(content))
    while len(path) > 1 and draw.random() < 0.1:
        path = path[:-1]
    inside = content
    for key in path[:-1]:
        inside = inside[key]
    if isinstance(inside, dict) and draw.random() < 0.1:
        del inside[path[-1]]
        return f"without {path}"
    inside[path[-1]] = changed_value(inside[path[-1]], draw)
    return f"{path} = {shown(inside[path[-1]])}"


def changed_array(array: np.ndarray, draw: random.Random) -> tuple[str, np.ndarray]:
    """An array with another number, type, length or shape."""
    array, at = array.copy(), draw.randrange(max(array.size, 1))
    how = draw.choice(("number", "number", "number", "near", "all", "type", "bits", "shorter",
                       "longer", "shape", "order", "none", "largest"))  # fmt: skip
    with np.errstate(all="ignore"):
        if how == "number" and array.size:
            value = draw.choice(NUMBERS)
            array.flat[at] = np.array(value).astype(array.dtype) if -(2**63) <= value < 2**64 else 0
        elif how == "near" and array.size:
            array.flat[at] = array.flat[at] + np.array(draw.choice((-1, 1))).astype(array.dtype)
        elif how == "all":
            array = array + np.array(draw.choice((-1, 1, 3))).astype(array.dtype)
        elif how == "type":
            array = array.astype(draw.choice(TYPES))
        elif how == "bits" and array.size:
            with suppress(ValueError):
                array = array.view(draw.choice(TYPES[:-1]))
        elif how == "shorter":
            array = array[:-1] if array.ndim else array
        elif how == "longer" and array.ndim:
            array = np.concatenate((array, array[-1:]))
        elif how == "shape":
            array = draw.choice((array.reshape(-1), array[None], array.T.copy()))
        elif how == "order":
            array = array[::-1].copy() if array.ndim else array
        elif how == "none":
            array = array[:0] if array.ndim else array
        elif how == "largest" and array.dtype != np.bool_:
            kind = np.finfo if array.dtype.kind == "f" else np.iinfo
            array = np.full_like(array, draw.choice((kind(array.dtype).max, kind(array.dtype).min)))
    return how, np.ascontiguousarray(array)


def change_array(arrays: dict, draw: random.Random) -> str:
    name = draw.choice(sorted(arrays))
    if draw.random() < 0.05:
        del arrays[name]
        return f"without {name}"
    if draw.random() < 0.05:
        arrays[name] = arrays[draw.choice(sorted(arrays))]
        return f"{name}: another one's"
    array, kind = arrays[name], None
    if array.dtype == np.uint8 and array.ndim == 1 and draw.random() < 0.9:
        with suppress(zlib.error):
            data = zlib.decompress(array.tobytes())
            fitting = [t for t in TYPES[:-1] if len(data) % np.dtype(t).itemsize == 0]
            array, kind = np.frombuffer(data, draw.choice(fitting)), "packed"
    how, array = changed_array(array, draw)
    if kind:
        array = np.frombuffer(zlib.compress(array.tobytes(), 1), np.uint8)
    arrays[name] = array
    return f"{name}: {how}"


def mutant(content: dict, arrays: dict, draw: random.Random) -> tuple[str, dict, dict]:
    """Change one thing of a model, sometimes two; what follows from it is made to fit."""
    content, arrays, said = deepcopy(content), dict(arrays), []
    for _ in range(1 + (draw.random() < 0.2)):
        change = change_manifest if draw.random() < 0.6 or not arrays else change_array
        with suppress(LookupError):  # the first change took all away
            said.append(change(content if change is change_manifest else arrays, draw))
    parser = content.get("parser", content)
    if isinstance(parser, dict) and "program" in parser and "program" not in str(said):
        with suppress(Exception):
            parser["program"] = fingerprint(Design.from_dict(parser))
    return "; ".join(said), content, arrays


def write(path: Path, kind: str, content: dict, arrays: dict) -> bool:
    """Write a signed file; returns False if no file can hold this."""
    from safetensors.numpy import save

    content = {**content}
    kind = content.pop("format", kind)
    manifest = {"format": kind, **content}
    try:
        digest = modelfile.checksum(manifest, arrays)
    except UnicodeEncodeError:
        digest = ""
    path.write_bytes(save(arrays, {"manifest": json.dumps({**manifest, "sha256": digest})}))
    return True


def tried(path: Path) -> str:
    """Use a model; return what became of it."""
    try:
        zoo.use(path)
    except MultiplaneError as error:
        text = str(error)
        if "\n" in text or not text.isprintable():
            raise AssertionError(f"several lines: {text!r}") from error
        return "net" if ": damaged: " in text and "checksum" not in text else "refused"
    return "works"


def main(count: int, first: int = 0, kind: str = "") -> Counter:
    """Try mutants of all kinds; the number of each is its seed."""
    outcomes: Counter = Counter()
    slowest = 0.0, ""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.mp"
        for name, make in zoo.MAKERS.items():
            if kind not in ("", name):
                continue
            make().save(path)
            zoo.use(path)
            form = modelfile.format_of(path)
            content, arrays = modelfile.load(path, form, "")
            for number in range(first, first + count):
                draw = random.Random(f"{name} {number}")
                said, *both = mutant(content, arrays, draw)
                print(f"{name} {number}: {said}".encode("ascii", "replace").decode(), flush=True,
                      file=sys.stderr)  # fmt: skip
                write(path, form, *both)
                faulthandler.dump_traceback_later(SLOW, exit=True)
                begin = time.perf_counter()
                try:
                    outcome = tried(path)
                except Exception as error:  # noqa: BLE001 - whatever it is, it is a find
                    outcome = f"{type(error).__name__}"
                    print(f"FOUND {name} {number}: {said}: {error!r}"[:300], flush=True)
                if outcome == "net":
                    print(f"NET {name} {number}: {said}"[:300], flush=True)
                faulthandler.cancel_dump_traceback_later()
                slowest = max(slowest, (time.perf_counter() - begin, f"{name} {number}"))
                outcomes[outcome] += 1
    print({**outcomes}, f"slowest: {slowest[1]}, {slowest[0]:.1f} s", flush=True)
    return outcomes


if __name__ == "__main__":
    found = main(int(sys.argv[1]), *map(int, sys.argv[2:3]), *sys.argv[3:])
    sys.exit(bool(set(found) - {"works", "refused"}))
