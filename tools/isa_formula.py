"""isa_formula.py: reads operation.tbl: what each instruction computes, as a formula in a fixed notation.

The notation is explained to users by `shoal isa --notation` (src/cli/isa_notation.c). This file has its grammar: it
parses every formula, so that no page shows one that cannot be read, and lays it out for a page. What a formula means
is tests/isa/formula.py's, which evaluates it and compares it with what the interpreter does.

    statement   target {, target} = expr {, expr} | STRING | let NAME(NAME, ..) = expr
                for NAME in expr..expr { statements } | if expr { statements } [else { statements } | else if ..]
    target      NAME {@ primary | [expr] | [expr:expr]}
    expr        expr ? expr : expr, || && | ^ & == != < <= > >= << >> + - * / % ** and unary - ~ !, as in C but for
                bitwise operators, which bind tighter than comparisons
    primary     NUMBER | NAME | NAME(expr, ..) | sum(NAME in expr..expr: expr) | (expr), then {@ primary | [..]}

Statements are separated by ';'. As trees: ("=", [targets], [exprs]), ("text", words), ("let", name, parameters, expr),
("for", name, first, last, body), ("if", condition, then, else); ("num", n), ("name", x), ("call", f, [args]),
("sum", name, first, last, expr), ("at", expr, lane), ("index", expr, i), ("slice", expr, high, low), ("?", c, x, y),
(operator, x) and (operator, x, y).
"""
import os
import re

from isa_table import fail

TOKEN = re.compile(r'\s*(?:(0x[0-9a-fA-F]+|\d+\.\d+|\d+)|([A-Za-z_]\w*)|("[^"]*")|(\*\*|\.\.|<<|>>|<=|>=|==|!=|&&|\|\||'
                   r"[-+*/%&|^~!<>=?:;,@(){}\[\]]))")
LEVELS = [["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">="], ["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]
KEYWORDS = {"for", "in", "if", "else", "let", "sum"}


class FormulaError(Exception):
    pass


def tokenize(text):
    """[(kind, text, start, end), ...]; kind: num, name, text, or the operator itself."""
    out, at = [], 0
    text = text.rstrip()
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise FormulaError(f"cannot read {text[at:at + 10]!r}")
        word = next(g for g in m.groups() if g is not None)
        kind = "num" if m[1] else "name" if m[2] and word not in KEYWORDS else "text" if m[3] else word
        out.append((kind, word, m.end() - len(word), m.end()))
        at = m.end()
    return out


class Parser:
    def __init__(self, text):
        self.tokens, self.at = tokenize(text), 0

    def kind(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else "end"

    def accept(self, kind):
        if self.kind() != kind or kind == "end":
            return None
        self.at += 1
        return self.tokens[self.at - 1][1]

    def expect(self, kind):
        word = self.accept(kind)
        if word is None:
            found = self.tokens[self.at][1] if self.at < len(self.tokens) else "the end"
            raise FormulaError(f"expected {kind!r}, found {found}")
        return word

    def statements(self, end):
        out = []
        while self.kind() != end:
            is_block = self.kind() in ("for", "if")
            out.append(self.statement())
            if is_block:
                self.accept(";")
            elif self.kind() != end:
                self.expect(";")
        self.accept(end)
        return out

    def block(self):
        self.expect("{")
        return self.statements("}")

    def statement(self):
        if self.kind() == "text":
            return ("text", self.accept("text")[1:-1])
        if self.accept("let"):
            name, names = self.expect("name"), []
            self.expect("(")
            while not self.accept(")"):
                names.append(self.expect("name"))
                self.accept(",")
            self.expect("=")
            return ("let", name, names, self.expr())
        if self.accept("for"):
            return ("for", *self.range(), self.block())
        if self.accept("if"):
            condition, then, other = self.expr(), self.block(), []
            if self.accept("else"):
                other = [self.statement()] if self.kind() == "if" else self.block()
            return ("if", condition, then, other)
        targets, values = [self.primary()], []
        while self.accept(","):
            targets.append(self.primary())
        self.expect("=")
        values.append(self.expr())
        while self.accept(","):
            values.append(self.expr())
        if len(targets) != len(values):
            raise FormulaError(f"{len(targets)} targets and {len(values)} values")
        for t in targets:
            while t[0] in ("at", "index", "slice"):
                t = t[1]
            if t[0] != "name":
                raise FormulaError("a value can be given to operands and names only")
        return ("=", targets, values)

    def range(self):
        name = self.expect("name")
        self.expect("in")
        first = self.expr()
        self.expect("..")
        return name, first, self.expr()

    def expr(self):
        condition = self.level(0)
        if not self.accept("?"):
            return condition
        then = self.expr()
        self.expect(":")
        return ("?", condition, then, self.expr())

    def level(self, n):
        if n == len(LEVELS):
            return self.unary()
        left = self.level(n + 1)
        while self.kind() in LEVELS[n]:
            left = (self.accept(self.kind()), left, self.level(n + 1))
        return left

    def unary(self):
        for op in "-~!":
            if self.accept(op):
                return (op, self.unary())
        base = self.primary()
        return ("**", base, self.unary()) if self.accept("**") else base

    def primary(self):
        if self.kind() == "num":
            word = self.accept("num")
            value = ("num", word if "." in word else int(word, 0))
        elif self.accept("("):
            value = self.expr()
            self.expect(")")
        elif self.accept("sum"):
            self.expect("(")
            loop = self.range()
            self.expect(":")
            value = ("sum", *loop, self.expr())
            self.expect(")")
        else:
            value = ("name", self.expect("name"))
            if self.accept("("):
                args = []
                while not self.accept(")"):
                    args.append(self.expr())
                    if self.kind() != ")":
                        self.expect(",")
                value = ("call", value[1], args)
        while True:
            if self.accept("@"):
                lane = ("num", int(self.accept("num"), 0)) if self.kind() == "num" else None
                if lane is None and self.accept("("):
                    lane = self.expr()
                    self.expect(")")
                value = ("at", value, lane or ("name", self.expect("name")))
            elif self.accept("["):
                first = self.expr()
                value = ("slice", value, first, self.expr()) if self.accept(":") else ("index", value, first)
                self.expect("]")
            else:
                return value


def parse(text):
    return Parser(text).statements("end")


def layout(text):
    """The formula with a line for each statement, blocks indented."""
    lines, line, depth, last = [], "", 0, 0

    def end():
        nonlocal line
        if line.strip():
            lines.append("    " * depth + line.strip())
        line = ""

    for kind, word, start, stop in tokenize(text):
        gap = " " if start > last else ""
        last = stop
        if kind == "}":
            end()
            depth -= 1
            line = "}"
        elif kind == "{":
            line += " {"
            end()
            depth += 1
        elif kind == ";":
            end()
        elif line == "}" and kind != "else":
            end()
            line = word
        else:
            line += gap + word
    end()
    return "\n".join(lines)


# ---- the table

def substitute(maps, template, m):
    """{1} and {1:MAP}, as in about.tbl; texts of a map may hold them, too."""
    def one(x):
        if not x[2]:
            return m[int(x[1])] or ""
        table, key = maps[x[2]], "none" if m[int(x[1])] is None else m[int(x[1])]
        return substitute(maps, table[key] if key in table else table["*"], m)
    return re.sub(r"\{(\d)(?::(\w+))?\}", one, template)


def read_operations(path, rows):
    """{row name: (formula, precision)}; see the head of operation.tbl. Empty of a table without the file."""
    maps, patterns, out = {}, [], {}
    if not os.path.exists(path):
        return {r.name: ("", "") for r in rows}
    with open(path) as f:
        lines = f.read().split("\n")
    whole, at = "", 0
    for n, line in enumerate(lines, 1):
        at, whole = (at, whole + " " + line) if whole else (n, line)
        if line.endswith("\\"):
            whole = whole[:-1]
            continue
        line, whole = whole, ""
        line = re.sub(r"\s+", " ", line).strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("words "):
            name, _, rest = line[6:].partition(" ")
            key, eq, text = (rest + " ").partition(" = ")
            if not eq:
                fail(path, at, f"expected words MAP KEY = TEXT, found {line!r}")
            for k in key.split():
                if k in maps.setdefault(name, {}):
                    fail(path, at, f"{name} has {k} already")
                maps[name][k] = text.strip()
            continue
        pattern, bar, rest = line.partition(" | ")
        formula, _, precision = rest.partition(" -- ")
        if not bar or not formula:
            fail(path, at, "expected PATTERN | FORMULA [-- PRECISION]")
        patterns.append([at, re.compile(pattern), formula, precision, False])
    for r in rows:
        p = next((p for p in patterns if p[1].fullmatch(r.name)), None)
        if not p:
            fail(path, 0, f"no operation for {r.name}")
        p[4] = True
        m = p[1].fullmatch(r.name)
        try:
            formula, precision = (substitute(maps, x, m) for x in p[2:4])
            parse(formula)
        except (KeyError, IndexError) as e:
            fail(path, p[0], f"{r.name}: no words for {e}")
        except FormulaError as e:
            fail(path, p[0], f"{r.name}: {e}")
        out[r.name] = (formula, precision)
    for at, pattern, _, _, used in patterns:
        if not used:
            fail(path, at, f"{pattern.pattern} is used by no row")
    return out
