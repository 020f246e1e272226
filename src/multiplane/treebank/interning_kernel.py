"""The compiled half of `interning`: a table with open addressing, in which bytes are compared."""

# mypy: disable-error-code="no-untyped-def"

from multiplane.native import lean, lean_entry

_BASIS, _PRIME, _MASK = 0x811C9DC5, 0x01000193, 0xFFFFFFFF  # Fowler, Noll & Vo, 32 bits


@lean
def _hash(data, begin, end):
    value = _BASIS
    for p in range(begin, end):
        value = ((value ^ int(data[p])) * _PRIME) & _MASK
    return value ^ (value >> 15)


@lean
def _same(data, one, other, size):
    k = 0
    while k < size and data[one + k] == data[other + k]:
        k += 1
    return k == size


@lean_entry
def intern(data, fields, column, first, last, table, seen, numbers):
    """Number the values of words from `first` to `last`; return how many there are.

    `table` is empty (-1) and at least twice as long as the words, its length a power of two;
    `seen` gets a word for each number.
    """
    count = 0
    mask = len(table) - 1
    for w in range(first, last):
        begin, end = fields[w, column], fields[w, column + 1] - 1
        slot = _hash(data, begin, end) & mask
        while True:
            number = table[slot]
            if number < 0:
                table[slot] = count
                seen[count] = w
                numbers[w] = count
                count += 1
                break
            other = fields[seen[number], column]
            long = fields[seen[number], column + 1] - 1 - other
            if long == end - begin and _same(data, begin, other, long):
                numbers[w] = number
                break
            slot = (slot + 1) & mask
    return count
