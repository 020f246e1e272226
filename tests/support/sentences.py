"""Sentences of CoNLL-U with everything in odd places."""


def row(k, head="0", *, form="w", deprel="dep", deps="_", misc="_"):
    return f"{k}\t{form}\tw\tX\t_\t_\t{head}\t{deprel}\t{deps}\t{misc}\n"


def rows(*heads):
    return "".join(row(k, head) for k, head in enumerate(heads, 1))


GOOD = rows(0, 1) + "\n"

# Every kind of line that CoNLL-U has.
FULL = (
    "# newdoc id = d1\n"
    "# text = Vámonos al mar\n"
    "#\ta comment\twith\ttabs\tin\tit\ta\tb\tc\td\n"
    + row("0.1", "_", form="nothing", deprel="_", deps="1:dep")
    + row("1-2", "_", form="Vámonos", deprel="_", misc="SpaceAfter=No")
    + row(1, 0, form="vamos", deprel="root")
    + row(2, 1, form="nos", deprel="obj")
    + row("2.1", "_", deprel="_")
    + row("2.2", "_", deprel="_")
    + row("3-4", "_", form="al", deprel="_")
    + row(3, 5, form="a", deprel="case")
    + row("3.1", "_", deprel="_")
    + row(4, 5, form="el", deprel="det")
    + row(5, 1, form=" el  mar ", deprel="obl", misc="Gloss=the sea|X=# 1\u2028\x0b\x85")
    + "\n"
)

NASTY = {
    "all kinds of lines": FULL,
    "windows line ends": FULL.replace("\n", "\r\n"),
    "mixed line ends": row(1).replace("\n", "\r\n") + row(2) + "\r\n" + GOOD,
    "no final empty line": GOOD + rows(0, 1),
    "no final line end": (GOOD + rows(0, 1)).removesuffix("\n"),
    "a carriage return at the end": GOOD + "\r",
    "empty lines everywhere": "\n\r\n\n" + GOOD + "\n\n\n" + FULL + "\n\n",
    "comments alone": "# one\n\n# two\n# three\n\n" + GOOD + "# four\n\n",
    "comments only": "# one\n# two",
    "a byte order mark": "\ufeff" + GOOD + FULL,
    "a byte order mark and a comment": "\ufeff" + FULL,
    "a byte order mark and an empty line": "\ufeff\n" + GOOD,
    "only a byte order mark": "\ufeff",
    "only an empty line": "\n",
    "nothing": "",
    "not annotated": rows("_", "_").replace("dep", "_") + "\n",
    "CoNLL-X": row(1, 0, deps="0", misc="ROOT") + row(2, 1, deps="1", misc="x") + "\n",
    "several roots and a cycle": rows(0, 0, 4, 3) + "\n",
    "a range of one word": row("1-1", "_") + row(1) + "\n",
}
