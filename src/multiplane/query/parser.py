"""From the text of a query to its formula."""

from collections.abc import Callable

from multiplane.query.cursor import Cursor
from multiplane.query.syntax import (
    And,
    Comparison,
    Formula,
    Not,
    Or,
    Pattern,
    Relation,
    Term,
    Trait,
    Value,
)
from multiplane.query.vocabulary import ALIASES, CALLED, TREE, WORD, Name, is_feature, kind_of

DEEPEST = 20  # formulas inside each other

OPS = ("=", "==", "!=", "<", "<=", ">", ">=")
_TO_RIGHT = {"->": "head", "->>": "dominates", "<": "neighbour", "<<": "before"}
_TO_LEFT = {"<-": "head", "<<-": "dominates"}
_JOINING = (",", ";")
KEYWORDS = ("and", "or", "not")


def parse_query(query: str) -> Formula:
    """Understand a query, or say where it cannot be understood.

    >>> parse_query("planes>=3")
    Trait(name='planes', op='>=', values=(3,), at=0)
    """
    return _Parser(query).parsed()


class _Parser:
    def __init__(self, query: str) -> None:
        self.text = Cursor(query)
        self.depth = 0
        self.unnamed = 0

    def parsed(self) -> Formula:
        found = self.either(self.item)
        if self.text.now.kind != "end":
            self.text.fail(self.text.now, "and, or, a comma, or the end")
        return found

    # Formulas; `part` reads what they are made of.

    def either(self, part: Callable[[], Formula]) -> Formula:
        self.depth += 1
        if self.depth > DEEPEST:
            self.text.fail(self.text.now, f"at most {DEEPEST} brackets inside each other")
        parts = [self.both(part)]
        while self.text.keyword("or"):
            parts.append(self.both(part))
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def both(self, part: Callable[[], Formula]) -> Formula:
        parts = [self.negated(part)]
        while self.text.keyword("and") or self.text.sign(*_JOINING):
            parts.append(self.negated(part))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def negated(self, part: Callable[[], Formula]) -> Formula:
        at, odd = self.text.now.at, False
        while self.text.keyword("not"):
            odd = not odd
        if self.text.sign("("):
            found = self.either(part)
            self.text.need(")", "and, or, a comma, or )")
        else:
            found = part()
        return Not(found, at) if odd else found

    # What queries are made of.

    def item(self) -> Formula:
        token = self.text.now
        if token.kind == "word" and token.value not in KEYWORDS and not is_feature(token.value):
            if self.text.next.kind == "sign" and self.text.next.value == "(":
                return self.call()
            if token.value != "*":
                return self.test(TREE, "a measure of the tree")
        if token.kind == "word" and self.text.next.value == ".":
            return self.compared()
        return self.chain()

    def call(self) -> Formula:
        name = self.text.take()
        if name.value not in CALLED:
            self.text.unknown(name, CALLED, "a relation")
        self.text.need("(")
        first = self.term(mere=True)
        self.text.need(",")
        second = self.term(mere=True)
        self.text.need(")")
        return Relation(name.value, first, second)

    def chain(self) -> Formula:
        """Read words with arrows between them: `A -nsubj-> B -> [upos=DET]`."""
        left = self.term()
        found: list[Formula] = []
        while (arrow := self.arrow()) is not None:
            kind, to_left, label = arrow
            right = self.term()
            head, dependent = (right, left) if to_left else (left, right)
            if to_left:
                found.append(Term(left.name))  # names come in the order in which they stand
            found.append(Relation(kind, head, dependent))
            if label:
                found.append(Term(dependent.name, label))
            left = right
        if not found:
            return left
        return found[0] if len(found) == 1 else And(tuple(found))

    def arrow(self) -> tuple[str, bool, Trait | None] | None:
        """Return the relation, whether it points left, and the test of a label."""
        at = self.text.now.at
        if sign := self.text.sign("-"):
            label = self.labels(at)
            self.text.need("->", "-> after the label")
            return "head", False, label
        if sign := self.text.sign(*_TO_RIGHT):
            return _TO_RIGHT[sign], False, None
        if sign := self.text.sign(*_TO_LEFT):
            if sign == "<-" and self.text.now.kind != "end" and self.text.next.value in ("-", "|"):
                label = self.labels(at)
                self.text.need("-", "- after the label")
                return "head", True, label
            return _TO_LEFT[sign], True, None
        return None

    def labels(self, at: int) -> Trait:
        return Trait("deprel", "=", self.values(WORD["deprel"]), at)

    def term(self, *, mere: bool = False) -> Term:
        """Read a word: `A`, `A[…]`, `[…]` or `*`; between brackets also a label."""
        token = self.text.now
        name = ""
        if token.kind == "word" and token.value not in KEYWORDS and not token.is_number:
            self.text.take()
            name = "" if token.value == "*" else token.value
            if name and not mere and not is_feature(name):
                expected = "a name for a word, which begins with a capital letter, or [ … ]"
                hint = f"; for words with this label: [deprel={name}]"
                raise self.text.error(token.at, name, expected + hint)
        elif token.kind == "text" and mere:
            name = self.text.take().value
        elif not (token.kind == "sign" and token.value == "["):
            self.text.fail(token, "a word: a name with a capital letter, [ … ], or *")
        condition = None
        bracketed = self.text.now.kind == "sign" and self.text.now.value == "["
        if bracketed:
            condition = self.bracket()
        if mere and name and (token.kind == "text" or not is_feature(name)):
            stars = token.kind == "word" and "*" in name
            label = Trait("deprel", "=", (Pattern(name) if stars else name,), token.at)
            condition = And((label, condition)) if condition else label
            name = ""
        if not name:
            self.unnamed += 1
            return Term(f"_{self.unnamed}", condition, at=token.at)
        return Term(name, condition, mere and not bracketed, token.at)

    def bracket(self) -> Formula | None:
        self.text.need("[")
        if self.text.sign("]"):
            return None
        found = self.either(lambda: self.test(WORD, "an attribute of a word"))
        self.text.need("]", "and, or, a comma, or ]")
        return found

    def compared(self) -> Formula:
        """Read `A.lemma = B.lemma`, `A.length > 5`, or `A.Case = B.Case`: both have a case."""
        at = self.text.now.at
        first = self.attribute_of()
        op = self.text.sign(*OPS)
        if not op:
            self.text.fail(self.text.now, " ".join(OPS))
        op = "=" if op == "==" else op
        if self.text.now.kind == "word" and self.text.next.value == ".":
            second = self.attribute_of()
            one, other = (kind_of(name) for _, name in (first, second))
            if one != other or (one == "text" and first[1] != second[1]):
                what = f"{first[1]} and {second[1]}"
                raise self.text.error(at, what, "the same attribute twice, or two numbers")
            if one == "text" and op not in ("=", "!="):
                raise self.text.error(at, op, "= or != between texts")
            found = Comparison(first[0], first[1], op, second[0], second[1], at)
            if not is_feature(first[1]):
                return found
            there = Trait(first[1], "!=", ("",), at)
            return And((*(Term(term.name, there, at=at) for term, _ in (first, second)), found))
        kind = Name(kind_of(first[1]), "")
        test = Trait(first[1], op, self.values(kind), at)
        self.check(test, kind)
        return Term(first[0].name, test, at=at)

    def attribute_of(self) -> tuple[Term, str]:
        word = self.text.take()
        if word.kind != "word" or not is_feature(word.value):
            self.text.fail(word, "the name of a word, which begins with a capital letter")
        self.text.need(".")
        token = self.text.take()
        attribute = ALIASES.get(token.value, token.value)
        names = [name for name in WORD if kind_of(name) != "flag"]
        if token.kind != "word" or not (attribute in names or is_feature(attribute)):
            self.text.unknown(token, names, "an attribute")
        return Term(word.value, at=word.at), attribute

    def test(self, names: dict[str, Name], what: str) -> Trait:
        token = self.text.take()
        name = ALIASES.get(token.value, token.value)
        feature = names is WORD and token.kind == "word" and is_feature(name)
        if token.kind != "word" or (name not in names and not feature):
            hint = f"; for words with this label: [deprel={name}]" if names is TREE else ""
            self.text.unknown(token, names, what, hint)
        kind = Name("text", "") if feature else names[name]
        at = token.at
        op = self.text.sign(*OPS)
        if not op:
            if kind.kind == "text" and not feature:
                self.text.fail(self.text.now, f"= or != after {name}")
            return Trait(name, "!=", ("",), at) if feature else Trait(name, at=at)
        if kind.kind == "flag":
            raise self.text.error(at, f"{name} {op}", f"{name} alone, or not {name}")
        test = Trait(name, "=" if op == "==" else op, self.values(kind), at)
        self.check(test, kind)
        return test

    def check(self, test: Trait, kind: Name) -> None:
        if kind.kind == "text" and test.op not in ("=", "!="):
            raise self.text.error(test.at, f"{test.name} {test.op}", "= or != for a text")
        if len(test.values) > 1 and test.op not in ("=", "!="):
            raise self.text.error(test.at, f"several values after {test.op}", "one value")

    def values(self, kind: Name) -> tuple[Value, ...]:
        found = [self.value(kind)]
        while self.text.sign("|"):
            found.append(self.value(kind))
        return tuple(found)

    def value(self, kind: Name) -> Value:
        token = self.text.now
        if kind.kind == "number":
            if not token.is_number or len(token.value) > 9:
                self.text.fail(token, "a number" + " of up to 9 digits" * token.is_number)
            return int(self.text.take().value)
        if token.kind not in ("word", "text"):
            self.text.fail(token, 'a text; signs and spaces stand in "quotes"')
        self.text.take()
        stars = token.kind == "word" and "*" in token.value
        return Pattern(token.value) if stars else token.value
