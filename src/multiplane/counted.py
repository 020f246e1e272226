"""Counts with their nouns."""


def counted(number: int, noun: str) -> str:
    """Say how many there are of something whose plural ends in s.

    >>> counted(1, "word"), counted(1234, "word")
    ('1 word', '1,234 words')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
