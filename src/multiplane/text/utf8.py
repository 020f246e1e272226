"""UTF-8 to code points and back, compiled; each byte that begins a character makes one."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np
from numpy.typing import NDArray

from multiplane.native import lean, lean_entry
from multiplane.text.characters import Points

LONGEST = 4  # bytes of a character


def decoded(data: NDArray[np.uint8]) -> Points:
    """Return the code points of bytes; what is no UTF-8 gives nonsense, but no error."""
    out = np.empty(len(data), np.uint32)
    return out[: _decode(data, out)]


@lean_entry
def _decode(data, out):
    count, size = 0, len(data)
    for at in range(size):
        byte = np.uint32(data[at])
        if byte & 0xC0 == 0x80:
            if count:
                out[count - 1] = (out[count - 1] << np.uint32(6)) | (byte & 0x3F)
            continue
        if byte >= 0xF0:
            byte &= 0x07
        elif byte >= 0xE0:
            byte &= 0x0F
        elif byte >= 0xC0:
            byte &= 0x1F
        out[count] = byte
        count += 1
    return count


@lean
def put_point(point, out, at):
    """Write one character; return where the next one goes."""
    if point < 0x80:
        out[at] = point
        return at + 1
    if point < 0x800:
        out[at] = 0xC0 | (point >> 6)
        out[at + 1] = 0x80 | (point & 0x3F)
        return at + 2
    if point < 0x10000:
        out[at] = 0xE0 | (point >> 12)
        out[at + 1] = 0x80 | ((point >> 6) & 0x3F)
        out[at + 2] = 0x80 | (point & 0x3F)
        return at + 3
    out[at] = 0xF0 | ((point >> 18) & 0x07)
    out[at + 1] = 0x80 | ((point >> 12) & 0x3F)
    out[at + 2] = 0x80 | ((point >> 6) & 0x3F)
    out[at + 3] = 0x80 | (point & 0x3F)
    return at + 4


@lean
def put_points(text, begin, end, out, at):
    """Write the characters begin to end; return where the next one goes."""
    for k in range(begin, end):
        at = put_point(text[k], out, at)
    return at
