"""Choices made by bytes: so what is guided by coverage can make anything that is made at random."""

import random
from zlib import crc32


class Drawn(random.Random):
    """A generator that takes its numbers from bytes; when they run out, from their checksum."""

    def __init__(self, data: bytes) -> None:
        super().__init__()  # which Python has given the bytes already
        self.seed(crc32(data))
        self.data, self.at = data, 0

    def getrandbits(self, k: int) -> int:
        """Take as many bytes as are needed."""
        piece = self.data[self.at : self.at + (k + 7) // 8]
        if not piece:
            return super().getrandbits(k)
        self.at += len(piece)
        return int.from_bytes(piece, "little") & ((1 << k) - 1)

    def random(self) -> float:
        return self.getrandbits(16) / (1 << 16)
