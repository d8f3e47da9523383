"""Small faults to try in a program: one changed sign, word, number or condition of a text."""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

_COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: (r"is\s+not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: (r"not\s+in", ("in",)),
}
"""Each comparison and its replacement: the boundary moved, or the answer inverted."""

_LEAVES = (ast.Name, ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
"""What has no change in it; of these there are most."""

_LARGEST_NUMBER = 10

_OWN_GUARDS = {"strict"}
"""Arguments that are an assertion of ours, such as `zip(..., strict=True)`."""

_FOR_PROGRAMMERS = {"__repr__", "__str__"}


@dataclass(frozen=True)
class Mutation:
    """One change of a source text: the bytes from `start` to `end` become `text`."""

    path: str
    function: str
    """The function or class that it stands in, with dots; empty for the module itself."""
    number: int
    """The line, from 1."""
    line: str
    """The first changed line as it is, without indentation."""
    becomes: str
    """The same line after the change."""
    nth: int
    """Which one of several equal changes in this function, from 0."""
    start: int
    end: int
    text: str

    @cached_property
    def key(self) -> str:
        """Return the change without its position, so that it is the same after other edits."""
        return f"{self.path} | {self.function} | {self.line} | {self.becomes} | {self.nth}"

    def applied(self, source: str) -> str:
        """Return the changed text, which is still a valid program."""
        assert source.splitlines()[self.number - 1].strip() == self.line, "another text by now"
        data = source.encode("utf-8")
        changed = (data[: self.start] + self.text.encode() + data[self.end :]).decode("utf-8")
        ast.parse(changed)
        return changed


def mutations(path: str, source: str, tree: ast.Module | None = None) -> list[Mutation]:
    """Return every possible small change of the text, in the order of the text.

    `tree` is the text parsed, None: not yet.
    """
    walk = _Walk(path, source)
    walk.visit(tree or ast.parse(source))
    seen = Counter[tuple[str, str, str]]()
    return [walk.mutation(*change, seen) for change in sorted(walk.changes)]


class _Walk(ast.NodeVisitor):
    """Collects changes as (start, end, text, function), with positions in bytes."""

    def __init__(self, path: str, source: str) -> None:
        self.path, self.data = path, source.encode("utf-8")
        self.lines = [0]
        for line in self.data.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.within: list[str] = []
        self.changes: list[tuple[int, int, str, str]] = []

    def mutation(
        self, start: int, end: int, text: str, function: str, seen: Counter[tuple[str, str, str]]
    ) -> Mutation:
        """Return the change with its line, counted among those before it."""
        number = self.data.count(b"\n", 0, start) + 1
        begin = self.lines[number - 1]
        after = self.data.find(b"\n", end) % (len(self.data) + 1)  # -1 becomes the end
        whole = self.data[begin:after]
        changed = self.data[begin:start] + text.encode() + self.data[end:after]
        line, becomes = (part.splitlines()[0].decode("utf-8").strip() for part in (whole, changed))
        nth = seen[function, line, becomes]
        seen[function, line, becomes] += 1
        return Mutation(self.path, function, number, line, becomes, nth, start, end, text)

    def _add(self, start: int, end: int, *texts: str) -> None:
        self.changes += [(start, end, text, ".".join(self.within)) for text in texts]

    def _start(self, node: ast.expr) -> int:
        return self.lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def _between(self, left: ast.expr, right: ast.expr, written: str, *texts: str) -> None:
        """Change the sign or word between two expressions."""
        start, end = self._end(left), self._start(right)
        gap = re.sub(rb"#[^\n]*", lambda comment: b" " * len(comment[0]), self.data[start:end])
        place = re.search(written.encode(), gap)
        assert place is not None, f"{self.path}: no {written} in {gap!r}"
        self._add(start + place.start(), start + place.end(), *texts)

    def _condition(self, test: ast.expr, *fixed: str) -> None:
        """Invert a condition, and fix it to a constant; a comparison inverts by its own sign."""
        start, end = self._start(test), self._end(test)
        self._add(start, end, *fixed)
        single = isinstance(test, ast.Compare) and len(test.ops) == 1
        if not single and not isinstance(test, ast.UnaryOp):
            self._add(start, end, f"not ({self.data[start:end].decode('utf-8')})")

    def generic_visit(self, node: ast.AST) -> None:
        """Visit what a node is made of, quicker than its class does."""
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                for each in value:
                    if isinstance(each, ast.AST) and not isinstance(each, _LEAVES):
                        self.visit(each)
            elif isinstance(value, ast.AST) and not isinstance(value, _LEAVES):
                self.visit(value)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, sign, right in zip(operands, node.ops, operands[1:], strict=False):
            written, others = _COMPARISONS[type(sign)]
            self._between(left, right, written, *others)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, right, rf"\b{word}\b", other)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start = self._start(node)
            word = re.match(rb"not\s*", self.data[start:])
            assert word is not None
            self._add(start, start + word.end(), "")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        joins = any(
            isinstance(side, ast.Tuple | ast.List | ast.JoinedStr)
            or (isinstance(side, ast.Constant) and isinstance(side.value, str | bytes))
            for side in (node.left, node.right)
        )
        if isinstance(node.op, ast.Add) and not joins:
            self._between(node.left, node.right, r"\+", "-")
        if isinstance(node.op, ast.Sub) and not joins:
            self._between(node.left, node.right, "-", "+")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        joins = isinstance(node.value, ast.Tuple | ast.List | ast.JoinedStr | ast.ListComp)
        if isinstance(node.op, ast.Add) and not joins:
            self._between(node.target, node.value, r"\+=", "-=")
        if isinstance(node.op, ast.Sub):
            self._between(node.target, node.value, "-=", "+=")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self._start(node), self._end(node)
        match node.value:
            case bool():
                self._add(start, end, str(not node.value))
            case int() if 0 <= node.value <= _LARGEST_NUMBER:
                self._add(start, end, str(node.value + 1))
                if node.value:
                    self._add(start, end, str(node.value - 1))

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) != "TYPE_CHECKING":
            self._condition(node.test, "True", "False")
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test, "True", "False")
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        if not isinstance(node.test, ast.Constant):
            self._condition(node.test, "False")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._condition(test, "True", "False")
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._condition(node.guard, "True", "False")
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in _FOR_PROGRAMMERS:
            self.within.append(node.name)
            for part in (*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body):
                self.visit(part)
            self.within.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.within.append(node.name)
        for part in node.body:
            self.visit(part)
        self.within.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and not ast.unparse(node.annotation).endswith("TypeAlias"):
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if ast.unparse(node.value) != "Literal":
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in _OWN_GUARDS:
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Skip assertions, which are ours to hold: a changed one shows nothing."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Skip f-strings, whose positions Python 3.11 does not give."""
