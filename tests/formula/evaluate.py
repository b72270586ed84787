"""evaluate.py: evaluates formulas of operation.tbl (grammar: tools/isa_formula.py; meaning: `shoal isa --notation`).

A Machine holds raw bits of operands before and after; run() executes the formula for every active lane, or once.
"""
import functools
import operator
import re
from fractions import Fraction

import exact as N
from exact import Real

FLOATS = {"f16", "bf16", "f32", "f64"}
COMPARE_INTEGERS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
COMPUTE = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod, "&": operator.and_,
           "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift, "**": operator.pow}
COMPARE_REALS = {"==": N.equal, "!=": lambda a, b: not N.equal(a, b), "<": N.less, ">": lambda a, b: N.less(b, a),
                 "<=": lambda a, b: N.less(a, b) or N.equal(a, b), ">=": lambda a, b: N.less(b, a) or N.equal(a, b)}


class Unknown(Exception):
    """The formula uses a function or name that is explained in words only."""


class Approx:
    """A real that a result may differ from by `ulps`; flush: denormal results of that format are 0."""
    def __init__(self, value, ulps, flush=None):
        self.value, self.ulps, self.flush = value, ulps, flush


class Cell:
    """Raw bits of one operand in one lane, with what is known of floats in it: at bit `at` any NaN, or an Approx."""
    def __init__(self, raw=0):
        self.raw, self.loose = raw, {}

    def copy(self):
        c = Cell(self.raw)
        c.loose = dict(self.loose)
        return c

    def put(self, at, width, bits, loose=None):
        mask = (1 << width) - 1
        self.raw = self.raw & ~(mask << at) | (bits & mask) << at
        self.loose = {k: v for k, v in self.loose.items() if not at <= k < at + width}
        if loose:
            self.loose[at] = loose


@functools.lru_cache(None)
def element_type(typ):
    """("f16", 2) of "2f16"; None of a type that is no row of elements."""
    m = re.fullmatch(r"(\d+)([a-z]+\d+)(d?)", typ)
    return (m[2], int(m[1])) if m else None


@functools.lru_cache(None)
def width_of(typ):
    digits = re.search(r"\d+$", typ)
    return 1 if typ in ("bit", "mask") else int(digits[0]) if digits else 32


def signed(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if bits and x >> bits - 1 else x


def truth(x):
    return bool(x) if isinstance(x, int) else not x.is_zero()


class Machine:
    """What a formula sees.

    types     {operand or state: type of the table}
    cells     {operand: [Cell of each lane]} for vectors, {name: Cell} for scalars
    fields    {name: integer}: immediates and fields of the encoding
    memory    bytearray that mem[] and lds[] see, element type in types["mem"]
    neg       which operands iu elements are signed in
    """
    def __init__(self, lanes=32, active=None):
        self.lanes, self.active = lanes, (1 << lanes) - 1 if active is None else active
        self.types, self.cells, self.after, self.fields = {}, {}, {}, {}
        self.memory, self.clamp, self.neg, self.ieee = None, False, 0, False
        self.rounding = dict.fromkeys(FLOATS, N.NEAREST)
        self.flush_in, self.flush_out = set(), set()
        self.compare_flush = None  # denormals of this format are 0 where min and max compare
        self.calls = {}   # functions of this machine

    def run(self, tree, once):
        for name, cell in self.cells.items():
            self.after[name] = [c.copy() for c in cell] if isinstance(cell, list) else cell.copy()
        if once:
            Scope(self, None).block(tree)
            return
        for lane in range(self.lanes):
            if self.active >> lane & 1:
                Scope(self, lane).block(tree)


class Scope:
    def __init__(self, machine, lane):
        self.m, self.lane, self.names, self.functions, self.written = machine, lane, {}, {}, set()

    # ---- statements

    def block(self, statements):
        for s in statements:
            getattr(self, {"=": "assign", "text": "text", "let": "let", "for": "loop", "if": "choose"}[s[0]])(*s[1:])

    def text(self, words):
        raise Unknown(words)

    def let(self, name, parameters, body):
        self.functions[name] = (parameters, body)

    def loop(self, name, first, last, body):
        for i in range(self.value(first), self.value(last) + 1):
            self.names[name] = i
            self.block(body)

    def choose(self, condition, then, other):
        self.block(then if truth(self.value(condition)) else other)

    def assign(self, targets, values):
        for target, value in list(zip(targets, [self.value(v) for v in values])):
            self.put(target, value)

    def cell(self, name, lane):
        cells = self.m.after[name]
        if not isinstance(cells, list):
            self.written.add((name, None))
            return cells
        self.written.add((name, lane))
        return cells[lane]

    def put(self, target, value):
        kind = target[0]
        if kind == "name" and target[1] not in self.m.after:
            if target[1] in ("pc",) or target[1] in self.m.types:
                raise Unknown(target[1])
            self.names[target[1]] = value
            return
        lane, inner, place = self.lane, target, None
        if kind in ("index", "slice"):
            place, inner = target, target[1]
            if inner[0] == "name" and inner[1] in ("mem", "lds"):
                self.store(self.value(place[2]), value)
                return
        if inner[0] == "at":
            lane, inner = self.value(inner[2]), inner[1]
        name = inner[1]
        if name in self.names and name not in self.m.after:
            self.put_local(name, place, value)
            return
        if name not in self.m.after:
            raise Unknown(name)
        cell, typ = self.cell(name, lane), self.m.types[name]
        if place is None:
            elements = element_type(typ)
            width = width_of(typ) if not elements else None
            if elements:
                raise Unknown(f"{name} as a whole")
            self.store_typed(cell, 0, typ, width, value)
        elif place[0] == "index" and element_type(typ):
            base = element_type(typ)[0]
            self.store_typed(cell, self.value(place[2]) * width_of(base), base, width_of(base), value)
        else:
            high = self.value(place[2])
            low = self.value(place[3]) if place[0] == "slice" else high
            self.store_typed(cell, low, "u", high - low + 1, value)

    def put_local(self, name, place, value):
        high = self.value(place[2])
        low = self.value(place[3]) if place[0] == "slice" else high
        mask = (1 << high - low + 1) - 1
        self.names[name] = self.names[name] & ~(mask << low) | (value & mask) << low

    def store_typed(self, cell, at, typ, width, value):
        m = self.m
        if typ in FLOATS:
            if isinstance(value, Approx):
                value = Approx(value.value, value.ulps, typ if typ in m.flush_out else value.flush)
                cell.put(at, width, 0, (typ, value))
                return
            value = N.round_to(typ, N.real(value), m.rounding[typ])
            if typ in m.flush_out:
                value = N.flush(typ, value)
            cell.put(at, width, N.encode(typ, value), (typ, None) if value.is_nan() else None)
            return
        if isinstance(value, Real):
            assert value.is_number() and value.value.denominator == 1, f"{value} is no integer"
            value = int(value.value)
        value = int(value)
        if typ in ("bit", "mask"):
            value = int(bool(value))
        elif m.clamp and typ[0] == "i":
            value = max(-(1 << width - 1), min((1 << width - 1) - 1, value))
        elif m.clamp and typ[0] == "u":
            value = max(0, min((1 << width) - 1, value))
        cell.put(at, width, value)

    def store(self, address, value):
        cell = Cell()
        width = width_of(self.m.types["mem"])
        self.store_typed(cell, 0, self.m.types["mem"].replace("i", "b") if not self.m.types["mem"] in FLOATS else self.m.types["mem"],
                         width, value)
        self.m.memory[address:address + width // 8] = cell.raw.to_bytes(width // 8, "little")

    # ---- expressions

    def value(self, e):
        kind = e[0]
        if kind == "num":
            return e[1] if isinstance(e[1], int) else N.number(Fraction(e[1]))
        if kind == "name":
            return self.named(e[1], self.lane)
        if kind == "at":
            return self.named(e[1][1], self.value(e[2]), other=True)
        method = {"index": self.index, "slice": self.slice, "call": self.call, "sum": self.sum, "?": self.select}.get(kind)
        return method(*e[1:]) if method else self.operate(*e)

    def named(self, name, lane, other=False):
        m = self.m
        if name in self.names:
            return self.names[name]
        if name == "lane":
            return self.lane
        if name == "lanes":
            return m.lanes
        if name in ("pi", "inf", "nan"):
            return {"pi": N.number(N.PI), "inf": N.infinity(0), "nan": N.NAN}[name]
        if name in m.fields:
            return m.fields[name]
        if name not in m.cells:
            raise Unknown(name)
        is_vector = isinstance(m.cells[name], list)
        fresh = not other and (name, lane if is_vector else None) in self.written
        cell = (m.after if fresh else m.cells)[name]
        return self.typed(m.types[name], (cell[lane] if is_vector else cell).raw, name)

    def typed(self, typ, raw, name=""):
        if element_type(typ):
            return Elements(self, typ, raw, name)
        if typ == "mix":
            typ = "f32"
        if typ in FLOATS:
            x = N.decode(typ, raw)
            return N.flush(typ, x) if typ in self.m.flush_in else x
        width = width_of(typ)
        return signed(raw, width) if typ[0] == "i" else raw & (1 << width) - 1

    def index(self, base, i):
        if base[0] == "name" and base[1] in ("mem", "lds"):
            address, typ = self.value(i), self.m.types["mem"]
            size = width_of(typ) // 8
            if self.m.memory is None or not 0 <= address <= len(self.m.memory) - size:
                raise Unknown(f"address {address}")
            return self.typed(typ, int.from_bytes(self.m.memory[address:address + size], "little"))
        x, i = self.value(base), self.value(i)
        return x[i] if isinstance(x, Elements) else int(x) >> i & 1

    def slice(self, base, high, low):
        x, high, low = self.value(base), self.value(high), self.value(low)
        assert high >= low and isinstance(x, int), (base, x, high, low)
        return x >> low & (1 << high - low + 1) - 1

    def select(self, condition, x, y):
        return self.value(x if truth(self.value(condition)) else y)

    def sum(self, name, first, last, body):
        total = 0
        for i in range(self.value(first), self.value(last) + 1):
            self.names[name] = i
            total += self.value(body)
        return total

    def operate(self, op, *args):
        if op == "&&":
            return int(truth(self.value(args[0])) and truth(self.value(args[1])))
        if op == "||":
            return int(truth(self.value(args[0])) or truth(self.value(args[1])))
        x = [self.value(a) for a in args]
        if op == "!":
            return int(not truth(x[0]))
        if op == "**" and isinstance(x[0], Real):
            return self.power(*x)
        if op in ("<<", ">>", "&", "|", "^", "%"):
            x = [int(v.value) if isinstance(v, Real) else v for v in x]
        if any(isinstance(v, Real) for v in x):
            return self.operate_real(op, *map(N.real, x))
        if len(x) == 1:
            return -x[0] if op == "-" else ~x[0]
        a, b = x
        if op in COMPARE_INTEGERS:
            return int(COMPARE_INTEGERS[op](a, b))
        if op == "**" and b < 0:
            return N.number(Fraction(a) ** b)
        return COMPUTE[op](a, b)

    @staticmethod
    def power(base, n):
        """2.0 ** n for huge n, too, where all formats have 0 and infinity."""
        n = n if isinstance(n, int) else int(n.value)
        return N.number(base.value ** max(-5000, min(5000, n)))

    def operate_real(self, op, a, b=None):
        if b is None:
            return N.negate(a)
        if op == "+":
            return N.add(a, b, self.m.rounding["f32"])
        if op == "-":
            return N.add(a, N.negate(b), self.m.rounding["f32"])
        if op == "*":
            return N.multiply(a, b)
        if op == "/":
            return N.divide(a, b)
        return int(COMPARE_REALS[op](a, b))

    # ---- functions

    def call(self, name, args):
        if name in self.functions:
            parameters, body = self.functions[name]
            values = [self.value(a) for a in args]
            kept, self.names = self.names, {**self.names, **dict(zip(parameters, values))}
            result = self.value(body)
            self.names = kept
            return result
        if name == "bits" and args[0][0] == "call" and args[0][1] == "abs":
            return self.value(("call", "bits", args[0][2])) & (1 << width_of(self.type_of(args[0][2][0])) - 1) - 1
        if name in ("bits", "bits_of", "class_f16", "class_f32", "class_f64") and args[0][0] in ("name", "at"):
            typ = self.type_of(args[0])
            if name == "bits_of":
                return width_of(typ)
            if name == "bits":
                x = self.value(args[0])
                return N.encode(typ, x) if isinstance(x, Real) else x
        x = [self.value(a) for a in args]
        m = re.fullmatch(r"(sat_|flush_|as_|class_)?([iu]\d+|b?f\d+)(_rtz)?", name)
        if m and (m[1] != "flush_" or m[2] in FLOATS):
            return self.convert(m[1], m[2], bool(m[3]), x[0])
        if name in ("min", "max"):
            return self.extreme(name, x)
        function = self.m.calls.get(name) or FUNCTIONS.get(name)
        if not function:
            raise Unknown(name)
        return function(*x)

    def type_of(self, e):
        """Of an operand; of a parameter, the one float type that the formula has."""
        name = e[1][1] if e[0] == "at" else e[1]
        if name in self.m.types:
            return self.m.types[name]
        return next(t for t in self.m.types.values() if t in FLOATS)

    def convert(self, how, typ, toward_zero, x):
        if how == "sat_":
            bits = int(typ[1:])
            least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if typ[0] == "i" else (0, (1 << bits) - 1)
            if isinstance(x, Real):
                if x.is_nan():
                    return 0
                x = (least - 1 if x.sign else most + 1) if x.kind == "i" else int(x.value)
            return max(least, min(most, x))
        if how == "flush_":
            return Approx(x.value, x.ulps, typ) if isinstance(x, Approx) else N.flush(typ, N.real(x))
        if how == "as_":
            return self.typed(typ, x)
        if how == "class_":
            if x.is_nan():
                return 0 if x.kind == "s" else 1
            size = 0 if x.kind == "i" else 3 if not x.value else 2 if N.is_denormal(typ, x) else 1
            return 2 + size if x.sign else 9 - size
        if typ in FLOATS:
            y = N.round_to(typ, N.real(x), N.ZERO if toward_zero else self.m.rounding[typ])
            return N.flush(typ, y) if typ in self.m.flush_out else y
        bits = int(typ[1:])
        return signed(x, bits) if typ[0] == "i" else x & (1 << bits) - 1

    def extreme(self, name, x):
        sign = 1 if name == "min" else -1
        if not any(isinstance(v, Real) for v in x):
            return (min if sign > 0 else max)(x)
        fmt, result = self.m.compare_flush, N.real(x[0])
        for y in map(N.real, x[1:]):
            pair = (result, y)
            flushed = [N.flush(fmt, v) for v in pair] if fmt else pair
            least = N.smaller(*flushed, self.m.ieee, sign)
            result = next((v for v, f in zip(pair, flushed) if f is least), least)
        return result


class Elements:
    """A packed operand: elements by number."""
    def __init__(self, scope, typ, raw, name):
        self.scope, self.raw = scope, raw
        self.base, self.count = element_type(typ)
        if self.base.startswith("iu"):
            slot = {"a": 1, "b": 2}[name]
            self.base = ("i" if scope.m.neg & slot else "u") + self.base[2:]

    def __getitem__(self, i):
        width = width_of(self.base)
        return self.scope.typed(self.base, self.raw >> i * width)


def whole(x, f):
    """A rounding function of a real; zeros keep their sign."""
    x = N.real(x)
    if not x.is_number():
        return x
    return N.number(f(x.value), x.sign)


FUNCTIONS = {
    "abs": lambda x: abs(x) if isinstance(x, int) else N.negate(x) if x.sign else x,
    "approx": lambda x, ulps: Approx(N.real(x), ulps if isinstance(ulps, int) else ulps.value),
    "byte": lambda x, i: x >> 8 * i & 255,
    "ceil": lambda x: whole(x, lambda v: -((-v).__floor__())),
    "count_ones": lambda x: bin(x).count("1"),
    "cos": lambda x: N.sine(N.real(x), 1),
    "exp": lambda x: N.exp(N.real(x)),
    "exp2": lambda x: N.exp2(N.real(x)),
    "exponent": lambda x: N.exponent_of(x.value),
    "floor": lambda x: whole(x, lambda v: v.__floor__()),
    "highest_one": lambda x: x.bit_length() - 1,
    "i24": lambda x: signed(x, 24),
    "is_inf": lambda x: int(x.kind == "i"),
    "is_nan": lambda x: int(N.real(x).is_nan()),
    "log2": lambda x: N.log2(N.real(x)),
    "lowest_one": lambda x: (x & -x).bit_length() - 1,
    "quiet": lambda x: x,
    "rndne": lambda x: whole(x, round),
    "sext": lambda x, n: signed(x, n) if n else 0,
    "sign": lambda x: N.real(x).sign,
    "sin": lambda x: N.sine(N.real(x)),
    "sqrt": lambda x: N.sqrt(N.real(x)),
    "tanh": lambda x: tanh(N.real(x)),
    "trunc": lambda x: whole(x, int),
    "u24": lambda x: x & 0xffffff,
}


def tanh(x):
    if x.is_nan():
        return N.NAN
    if x.kind == "i" or abs(x.value) > 200:
        return N.number(-1 if x.sign else 1)
    if not x.value:
        return x
    e = N.exp(N.number(2 * x.value)).value
    return N.number((e - 1) / (e + 1))


def matches(cell, typ, got):
    """Are the raw bits `got` what the formula says?"""
    raw = cell.raw
    for at, (fmt, approx) in cell.loose.items():
        width = N.FORMATS[fmt][3]
        mask = (1 << width) - 1 << at
        x = N.decode(fmt, got >> at)
        if approx is None or approx.value.is_nan():
            if not x.is_nan():
                return False
        elif not near(fmt, approx, x):
            return False
        raw, got = raw & ~mask, got & ~mask
    return raw == got


def near(fmt, approx, x):
    want = approx.value
    if x.is_nan():
        return False
    if want.kind == "i":
        return x.kind == "i" and x.sign == want.sign
    most = N.power2(N.FORMATS[fmt][2] + 1)
    if approx.flush and x.is_zero() and abs(want.value) < N.power2(N.FORMATS[fmt][1]) * (1 + Fraction(1, 1 << 20)):
        return True
    value = x.value if x.is_number() else -most if x.sign else most
    want = N.number(max(-most, min(most, want.value)))
    return abs(value - want.value) <= approx.ulps * N.ulp(fmt, want.value) and (not approx.flush or not N.is_denormal(fmt, x))
