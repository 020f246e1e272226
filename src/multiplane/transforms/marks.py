r"""Labels that mark what was lifted, in the notation of Nivre & Nilsson 2005.

d↑h   lifted: label d; its syntactic head has the label h (encodings head and head+path)
d↑    lifted: label d (encoding path)
p↓    an arc that something was lifted over (encodings path and head+path); also d↑h↓ and d↑↓
d⇑    a covered root, attached to a word temporarily

These characters in a treebank's own labels are escaped with a backslash, so that any label can be
read back; labels without them are written unchanged.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from multiplane.errors import UnknownName
from multiplane.nearest import choices

# What labels encode: the label of the syntactic head; which arcs were lifted over.
ENCODINGS = {"head": (True, False), "path": (False, True), "head+path": (True, True)}

# What happens to roots under arcs.
# lift     the artificial root is a head like others: an arc over a root is lifted, if need be to 0
# ignore   a tree that lies wholly under an arc does not make it non-projective
# left, right, head   such a tree is attached to the left end, right end or head of that arc
COVERED_ROOTS = ("lift", "ignore", "left", "right", "head")

LIFTED, PATH, COVERED = "↑", "↓", "⇑"

_SPECIAL = re.compile(rf"[{LIFTED}{PATH}{COVERED}\\]")
_PLAIN = rf"(?:[^{LIFTED}{PATH}{COVERED}\\]|\\.)*"
_MARKED = re.compile(
    f"(?P<label>{_PLAIN})(?P<lifted>{LIFTED}(?P<head>{_PLAIN}))?(?P<covered>{COVERED})?(?P<path>{PATH})?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Marked:
    """A label with its marks; `head` is the label of the syntactic head, if it is encoded.

    >>> str(Marked("nsubj:pass", lifted=True, head="xcomp", path=True))
    'nsubj:pass↑xcomp↓'
    """

    label: str
    lifted: bool = False
    head: str = ""
    path: bool = False
    covered: bool = False

    def __str__(self) -> str:
        return "".join(
            (
                _escaped(self.label),
                LIFTED + _escaped(self.head) if self.lifted else "",
                COVERED if self.covered else "",
                PATH if self.path else "",
            )
        )


@lru_cache(maxsize=1 << 16)
def marked(text: str) -> Marked:
    r"""Read a label with marks; a text that is not well-formed is a label without marks.

    >>> marked("det↑obj"), marked("↑↑").label
    (Marked(label='det', lifted=True, head='obj', path=False, covered=False), '↑↑')
    """
    found = _MARKED.fullmatch(text)
    if found is None:
        return Marked(text)
    return Marked(
        _unescaped(found["label"]),
        found["lifted"] is not None,
        _unescaped(found["head"] or ""),
        found["path"] is not None,
        found["covered"] is not None,
    )


def told_by(encoding: str) -> tuple[bool, bool]:
    """Return what an encoding puts into labels: the head's label, the path."""
    if encoding not in ENCODINGS:
        raise UnknownName(f"unknown encoding {encoding!r}; {choices(encoding, ENCODINGS)}")
    return ENCODINGS[encoding]


def covered_by(name: str) -> int:
    """Return the number of a treatment of covered roots, for the kernels."""
    if name not in COVERED_ROOTS:
        raise UnknownName(f"unknown covered roots {name!r}; {choices(name, COVERED_ROOTS)}")
    return COVERED_ROOTS.index(name)


def _escaped(label: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", label)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)
