"""program.py: writes one random program in the language of types.h.

A program is a list of phases. Each work-item runs a phase on its variables (a struct), then
all meet at a barrier; in between they exchange values through LDS. On the host the phases
run one after the other over all work-items of a group, which gives the same results. The
variables end up in the output buffer.

    text = Program(seed).text()

Programs never depend on the sign or payload of a NaN: hosts and GPUs choose differently.
"""

import random

INTS = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"]
FLOATS = ["f16", "f32", "f64"]
VECTORS = ["v4u8", "v2i16", "v2u16", "v2f16", "v2i32", "v2f32", "v4i32", "v4u32", "v4f32",
           "v2i64", "v2u64", "v2f64"]
IN_WORDS = 16  # per work-item
ARRAY = 8      # elements of private arrays, a power of two


def bits_of(scalar):
    return int(scalar[1:])


def element(vector):
    return vector[2:]


def lanes(vector):
    return int(vector[1])


def is_vector(kind):
    return kind[0] == "v"


def is_float(kind):
    return kind[0] == "f"


class Program:
    """The whole text; `options` says how the device side is to be compiled."""

    def __init__(self, seed, small=False):
        self.seed = seed
        self.small = small    # few statements: easy to read when they fail
        self.rng = random.Random(seed)
        self.level = self.rng.choice(["-O0", "-O1", "-O2", "-O3", "-O3"])
        self.wave = self.rng.choice([32, 32, 64])
        self.block = self.rng.choice([32, 48, 64, 64, 96, 256])
        self.groups = self.rng.choice([2, 3])
        self.scopes = []      # lists of (name, type, assignable)
        self.arrays = []      # lists of (name, type)
        self.functions = []   # (name, result, parameter types)
        self.loops = 0
        self.names = 0
        self.can_call = True
        self.uniform = False  # only what is the same for all work-items
        self.in_loop = False
        self.lines = []
        self.indent = 0

    # ---- text ----

    def emit(self, line):
        self.lines.append("    " * self.indent + line)

    def name(self, prefix):
        self.names += 1
        return f"{prefix}_{self.names}"

    def pick(self, *choices):
        return self.rng.choice(choices)

    # ---- expressions ----

    def variables(self, kind, assignable=False):
        return [n for scope in self.scopes for n, k, a in scope
                if k == kind and (a or not assignable)]

    def literal(self, kind):
        rng = self.rng
        if is_vector(kind):
            return f"(({kind})({self.literal(element(kind))}))"
        if is_float(kind):
            plain = self.pick("0.0", "-0.0", "1.0", "-1.0", "0.5", "2.0", "-2.5", "3.0", "100.25",
                              "1e-6", "60000.0", "-0.1")
            if kind == "f32" and rng.random() < 0.3:
                return f"f32_of({rng.getrandbits(32):#x}u)"
            return f"(({kind}){plain})"
        bits = bits_of(kind)
        value = self.pick(rng.getrandbits(bits), rng.getrandbits(8), rng.getrandbits(3),
                          1 << rng.randrange(bits), (1 << bits) - 1, (1 << (bits - 1)) - 1,
                          (1 << bits) - 1 - rng.getrandbits(4))
        return f"(({kind}){value & ((1 << bits) - 1):#x}ul)"

    def leaf(self, kind):
        known = self.variables(kind)
        if known and self.rng.random() < 0.8:
            return self.rng.choice(known)
        if self.uniform:
            if kind == "u32" and self.rng.random() < 0.5:
                return f"in[{self.rng.randrange(IN_WORDS)}]"
            return self.literal(kind)
        if not is_vector(kind) and self.arrays and self.rng.random() < 0.3:
            found = [a for a in self.arrays if a[1] == kind]
            if found:
                return f"{self.rng.choice(found)[0]}[{self.rng.randrange(ARRAY)}]"
        return self.literal(kind) if self.rng.random() < 0.6 else self.load(kind)

    def load(self, kind):
        """Of the item's own inputs, in any width."""
        if kind in ("f16", "f32", "f64"):
            return f"{kind}_of({self.load('u' + kind[1:])})"
        if is_vector(kind) and is_float(element(kind)):
            return self.literal(kind)
        size = bits_of(kind) // 8 if not is_vector(kind) else bits_of(element(kind)) * lanes(kind) // 8
        count = IN_WORDS * 4 // size
        return f"((global const {kind} *)mine)[{self.rng.randrange(count)}]"

    def expr(self, kind, depth):
        if depth <= 0:
            return self.leaf(kind)
        if is_vector(kind):
            return self.vector(kind, depth)
        return self.floating(kind, depth) if is_float(kind) else self.integer(kind, depth)

    def scalar_kind(self):
        return self.pick(*INTS, *FLOATS, "i32", "u32", "f32")

    def condition(self, depth):
        roll = self.rng.random()
        if depth > 1 and roll < 0.2:
            op = self.pick("&&", "||")
            return f"({self.condition(depth - 1)} {op} {self.condition(depth - 1)})"
        if roll < 0.25:
            return f"!({self.condition(depth - 1)})"
        kind = self.pick("i32", "u32", "i64", "u64") if self.uniform else self.scalar_kind()
        if is_float(kind) and roll < 0.45:
            # All classes but that a NaN is signalling, which operations change.
            mask = self.rng.getrandbits(10) & 0x3fc | self.pick(0, 3)
            return f"__builtin_isfpclass({self.expr(kind, depth - 1)}, {mask})"
        op = self.pick("<", ">", "<=", ">=", "==", "!=")
        return f"({self.expr(kind, depth - 1)} {op} {self.expr(kind, depth - 1)})"

    def integer(self, kind, depth):
        def e(k=kind):
            return self.expr(k, depth - 1)

        bits = bits_of(kind)
        forms = [
            lambda: f"(({kind})({e()} {self.pick('+', '-', '*', '&', '|', '^')} {e()}))",
            lambda: f"(({kind})({e()} {self.pick('+', '-', '&', '|', '^')} {e()}))",
            lambda: f"(({kind})({e()} {self.pick('<<', '>>')} ({e('u32')} & {bits - 1})))",
            lambda: f"(({kind})({e()} {self.pick('<<', '>>')} {self.rng.randrange(bits)}))",
            lambda: f"(({kind})({self.pick('-', '~')}{e()}))",
            lambda: f"(({kind})({self.condition(depth - 1)} ? {e()} : {e()}))",
            lambda: f"(({kind}){e(self.rng.choice(INTS))})",
            lambda: f"__builtin_elementwise_{self.pick('min', 'max')}({e()}, {e()})",
            lambda: f"__builtin_elementwise_{self.pick('add_sat', 'sub_sat')}({e()}, {e()})",
            lambda: f"(({kind})__builtin_elementwise_{self.pick('popcount', 'bitreverse')}({e()}))",
            lambda: self.idiom(kind, depth),
            lambda: self.idiom(kind, depth),
        ]
        if kind[0] == "i":
            forms.append(lambda: f"__builtin_elementwise_abs({e()})")
        if not self.uniform or self.rng.random() < 0.3:
            forms.append(lambda: f"{kind}_{self.pick('div', 'mod')}({e()}, {e()})")
        if not self.uniform:
            float_kind = self.pick(*FLOATS)
            forms.append(lambda: f"{kind}_of_{float_kind}({self.expr(float_kind, depth - 1)})")
            if kind in ("u16", "u32", "u64"):
                forms.append(lambda: f"f{bits}_bits({self.expr('f' + kind[1:], depth - 1)})")
            source = [v for v in VECTORS if element(v) == kind]
            if source:
                forms.append(lambda: self.component(self.rng.choice(source), depth))
            arrays = [n for n, k in self.arrays if k == kind]
            if arrays:
                forms.append(lambda: f"{self.rng.choice(arrays)}[{e('u32')} & {ARRAY - 1}]")
            if kind == "u32":
                forms.append(lambda: f"table[{e('u32')} & 15]")
            forms += self.calls(kind, depth)
        return self.rng.choice(forms)()

    def idiom(self, kind, depth):
        """Shapes that compilers turn into one instruction."""
        def e(k=kind):
            return self.expr(k, depth - 1)

        bits = bits_of(kind)
        shift = self.rng.randrange(1, bits)
        width = self.rng.randrange(1, bits)
        mask = f"(({kind}){self.rng.getrandbits(bits):#x}ul)"
        x = e()
        forms = [
            # Not with a signed >>: clang 22 makes (d << 24 | c >> 8) a v_perm_b32 without the
            # sign, in all sizes that are whole bytes.
            f"(({kind})((u{bits}){x} << {shift} | (u{bits}){e()} >> {bits - shift}))",
            f"__builtin_elementwise_fsh{self.pick('l', 'r')}({x}, {e()}, {e()})",
            f"(({kind})(({x} >> {shift}) & (({kind})((1ul << {width}) - 1))))",
            f"(({kind})(({x} & {mask}) | ({e()} & ~{mask})))",
            f"(({kind})({x} + {e()} + {e()}))",
            f"(({kind})(({x} << {shift}) + {e()}))",
            f"(({kind})(({x} + {e()}) << {shift}))",
            f"(({kind})(({x} ^ {e()}) + {e()}))",
            f"(({kind})({x} * {e()} + {e()}))",
            f"__builtin_elementwise_max(__builtin_elementwise_min({x}, {e()}), {e()})",
            f"(({kind})({x} < {e()}))",
            f"(({kind})__builtin_clzg((u{bits}){x}, {bits}))",
            f"(({kind})__builtin_ctzg((u{bits}){x}, {bits}))",
        ]
        if bits == 32:
            forms += [
                f"{kind}_mulhi({x}, {e()})",
                f"(({kind})__builtin_bswap32((u32){x}))",
                f"(({kind})(((i32)((u32){x} << 8) >> 8) * ((i32)((u32){e()} << 8) >> 8)))",
                f"(({kind})(((u32){x} & 0xffffff) * ((u32){e()} & 0xffffff) + (u32){e()}))",
                f"(({kind})((i8){x} * (i8){e()} + (i8)({x} >> 8) * (i8)3 + {e()}))",
                f"(({kind})((i16){x} * (i16){e()}))",
                f"(({kind})(((u32){x} & 0xff) << 24 | ((u32){e()} & 0xff00) << 8 | "
                f"(u32){e()} >> 24))",
            ]
        if bits == 64:
            forms += [
                f"(({kind})((u64)(u32){e('u32')} * (u32){e('u32')} + (u64){x}))",
                f"(({kind})((i64)(i32){e('i32')} * (i32){e('i32')} + (i64){x}))",
                f"(({kind})((u64){e('u32')} << 32 | {e('u32')}))",
                f"(({kind})__builtin_bswap64((u64){x}))",
            ]
        return self.rng.choice(forms)

    def floating(self, kind, depth):
        def e(k=kind):
            return self.expr(k, depth - 1)

        forms = [
            lambda: f"({e()} {self.pick('+', '-', '*')} {e()})",
            lambda: f"({e()} {self.pick('+', '-', '*')} {e()})",
            lambda: f"(-{e()})",
            lambda: f"__builtin_elementwise_abs({e()})",
            lambda: f"__builtin_elementwise_copysign({e()}, {kind}_number({e()}))",
            lambda: f"__builtin_elementwise_{self.pick('floor', 'ceil', 'trunc', 'roundeven')}({e()})",
            lambda: f"({self.condition(depth - 1)} ? {e()} : {e()})",
            lambda: f"{kind}_of({self.expr('u' + kind[1:], depth - 1)})",
            self.fused(kind, e),
            self.fused(kind, e),
        ]
        other = self.pick(*[f for f in FLOATS if f != kind])
        forms.append(lambda: f"(({kind}){self.expr(other, depth - 1)})")
        if kind == "f16":
            # Whole numbers that f32 holds: the host goes through it.
            forms.append(lambda: f"((f16)(f32){e(self.pick('i8', 'u8', 'i16', 'u16'))})")
        else:
            forms.append(lambda: f"(({kind}){e(self.pick(*INTS))})")
        forms.append(lambda: f"({e()} / {e()})")
        forms.append(lambda: f"__builtin_elementwise_sqrt({e()})")
        n = self.rng.choice([8, 32, 160])
        forms.append(lambda: f"__builtin_elementwise_ldexp({e()}, "
                             f"(i32)({e('u32')} % {2 * n}u) - {n})")
        known = self.variables(kind)
        if len(known) >= 2:
            p, q = self.rng.sample(known, 2)
            compare = self.pick("<", ">", "<=", ">=")
            forms.append(lambda: f"({p} {compare} {q} ? {p} : {q})")
        source = [v for v in VECTORS if element(v) == kind]
        forms.append(lambda: self.component(self.rng.choice(source), depth))
        forms += self.calls(kind, depth)
        return self.rng.choice(forms)()

    @staticmethod
    def fused(kind, e):
        if kind == "f16":
            return lambda: f"f16_fma({e()}, {e()}, {e()})"
        return lambda: f"__builtin_elementwise_fma({e()}, {e()}, {e()})"

    def component(self, vector, depth):
        letter = self.rng.choice("xyzw"[:lanes(vector)])
        return f"(({element(vector)})({self.expr(vector, depth - 1)}).{letter})"

    def calls(self, kind, depth):
        found = [f for f in self.functions if f[1] == kind] if self.can_call else []
        if not found or self.loops:
            return []
        name, _, parameters = self.rng.choice(found)
        return [lambda: f"{name}(mine, {', '.join(self.expr(p, depth - 2) for p in parameters)})"]

    def vector(self, kind, depth):
        def e(k=kind):
            return self.expr(k, depth - 1)

        n, part = lanes(kind), element(kind)
        swizzle = "".join(self.rng.choice("xyzw"[:n]) for _ in range(n))
        forms = [
            lambda: f"({e()} {self.pick('+', '-', '*')} {e()})",
            lambda: f"({e()}).{swizzle}",
            lambda: f"{kind}_make({', '.join(self.expr(part, depth - 1) for _ in range(n))})",
            lambda: f"({self.condition(depth - 1)} ? {e()} : {e()})",
        ]
        if is_float(part):
            if part == "f16":
                forms.append(lambda: f"v2f16_fma({e()}, {e()}, {e()})")
            else:
                forms.append(lambda: f"__builtin_elementwise_fma({e()}, {e()}, {e()})")
            forms.append(lambda: f"__builtin_elementwise_{self.pick('floor', 'trunc')}({e()})")
            forms.append(lambda: f"(-{e()})")
            source = {"v4f32": "v4i32", "v2f16": "v2f32", "v2f32": "v2f16", "v2f64": "v2f32"}[kind]
            forms.append(lambda: f"__builtin_convertvector({e(source)}, {kind})")
        else:
            count = bits_of(part) - 1
            forms += [
                lambda: f"({e()} {self.pick('&', '|', '^')} {e()})",
                lambda: f"({e()} {self.pick('<<', '>>')} ({e()} & ({kind})({count})))",
                lambda: f"__builtin_elementwise_{self.pick('min', 'max')}({e()}, {e()})",
                lambda: f"__builtin_elementwise_{self.pick('add_sat', 'sub_sat')}({e()}, {e()})",
                lambda: f"({e()} * {e()} + {e()})",
                lambda: f"(~{e()})",
            ]
            others = [v for v in VECTORS if lanes(v) == n and not is_float(element(v))]
            other = self.rng.choice(others)
            forms.append(lambda: f"__builtin_convertvector({e(other)}, {kind})")
            same = [v for v in others if bits_of(element(v)) == bits_of(part)]
            signed = [v for v in same if element(v)[0] == "i"]
            if signed and kind == signed[0]:
                forms.append(lambda: f"({e()} {self.pick('<', '>', '==')} {e()})")
        return self.rng.choice(forms)()

    # ---- statements ----

    def statement(self, depth):
        roll = self.rng.random()
        if depth <= 0 or roll < 0.55:
            self.assignment()
        elif roll < 0.7:
            self.branch(depth)
        elif roll < 0.85 and self.loops < 2:
            self.loop(depth)
        elif roll < 0.92:
            self.switch(depth)
        elif self.arrays and not self.uniform:
            name, kind = self.rng.choice(self.arrays)
            index = self.expr("u32", 2)
            self.emit(f"{name}[{index} & {ARRAY - 1}] = {self.expr(kind, 2)};")
        else:
            self.assignment()

    def assignment(self):
        targets = [(n, k) for scope in self.scopes for n, k, a in scope if a]
        name, kind = self.rng.choice(targets)
        depth = self.rng.choice([1, 2, 2, 3, 3, 4])
        if is_vector(kind):
            depth = min(depth, 2)
        self.emit(f"{name} = {self.expr(kind, depth)};")

    def block_of(self, depth, count):
        self.indent += 1
        for _ in range(count):
            self.statement(depth)
        self.indent -= 1

    def branch(self, depth):
        self.emit(f"if ({self.condition(2)}) {{")
        self.block_of(depth - 1, self.rng.randrange(1, 4))
        if self.rng.random() < 0.5:
            self.emit("} else {")
            self.block_of(depth - 1, self.rng.randrange(1, 4))
        self.emit("}")

    def loop(self, depth):
        counter, limit = self.name("i"), self.name("n")
        self.emit(f"u32 {limit} = {self.expr('u32', 2)} & {self.pick(3, 7)};")
        step = self.pick(f"u32 {counter} = 0; {counter} < {limit}; {counter}++",
                         f"u32 {counter} = {limit}; {counter} != 0; {counter}--")
        self.emit(f"for ({step}) {{")
        self.loops += 1
        self.scopes.append([(counter, "u32", False)])
        self.block_of(depth - 1, self.rng.randrange(1, 4))
        if self.rng.random() < 0.4:
            self.indent += 1
            self.emit(f"if ({self.condition(2)})")
            self.emit(f"    {self.pick('break', 'continue')};")
            self.indent -= 1
            self.block_of(depth - 1, 1)
        self.scopes.pop()
        self.loops -= 1
        self.emit("}")

    def switch(self, depth):
        cases = self.pick(3, 4, 8)
        self.emit(f"switch ({self.expr('u32', 2)} & {7 if cases == 8 else 3}) {{")
        for case in range(cases - 1):
            self.emit(f"case {case}: {{")
            self.block_of(depth - 1, 1)
            self.emit("}")
            if self.rng.random() < 0.8:
                self.emit("break;")
        self.emit("default: {")
        self.block_of(depth - 1, 1)
        self.emit("}")
        self.emit("}")

    # ---- parts of the program ----

    def function(self):
        name = self.name("f")
        kinds = [self.scalar_kind() for _ in range(self.rng.randrange(1, 5))]
        if self.rng.random() < 0.3:
            kinds.append(self.rng.choice(VECTORS))
        result = self.scalar_kind()
        parameters = [(self.name("p"), k) for k in kinds]
        inline = self.pick("static __attribute__((noinline))", "static inline")
        declared = ", ".join(f"{k} {n}" for n, k in parameters)
        self.emit(f"{inline} {result} {name}(global const u32 *mine, {declared})")
        self.emit("{")
        self.indent += 1
        local_name = self.name("r")
        self.emit(f"{result} {local_name} = ({result})0;")
        self.scopes = [[(n, k, True) for n, k in parameters] + [(local_name, result, True)]]
        self.arrays = []
        for _ in range(self.rng.randrange(1, 5)):
            self.statement(2)
        self.emit(f"return {self.expr(result, 2)};")
        self.indent -= 1
        self.emit("}")
        self.emit("")
        self.functions.append((name, result, kinds))

    def uniform_block(self):
        """Values that are the same for all work-items: scalar instructions."""
        self.uniform = True
        variables = []
        self.scopes = [[("s0", "u32", False), ("s1", "u64", False), ("s3", "i32", False)], variables]
        self.arrays = []
        for kind in ("u32", "i32", "u64", "i64", "u16", "i8"):
            name = self.name("k")
            self.emit(f"{kind} {name} = {self.expr(kind, 3)};")
            variables.append((name, kind, True))
        for _ in range(self.rng.randrange(2, 5)):
            self.statement(2)
        self.uniform = False
        return [(n, k, False) for n, k, _ in variables]

    def phase(self, index, state, exchange_in, exchange_out):
        lds = "".join(f", local {k} *{n}" for n, k in self.lds)
        self.emit(f"static {self.pick('inline', '__attribute__((noinline))')} void phase{index}("
                  f"{self.qualifier}struct state *s, u32 lid, u32 gid, global const u32 *in, "
                  f"u32 s0, u64 s1, f32 s2, i32 s3{lds}, local u32 *sums)")
        self.emit("{")
        self.indent += 1
        self.emit(f"global const u32 *mine = in + (gid * {IN_WORDS}u);")
        uniform = self.uniform_block() if self.rng.random() < 0.6 and not self.small else []
        fixed = [("lid", "u32", False), ("gid", "u32", False), ("s2", "f32", False)] + uniform
        self.scopes = [fixed, [("s->" + n, k, True) for n, k in state]]
        self.arrays = []
        if index == 0:
            for name, kind in state:
                self.emit(f"s->{name} = {self.load(kind)};")
            self.emit("if (lid < 6)")
            self.emit("    sums[lid] = lid == 3 || lid == 4 ? 0xffffffffu : 0;")
        for name, kind in exchange_in:
            target = self.rng.choice([n for n, k in state if k == kind])
            step = self.rng.randrange(1, self.block)
            where = self.pick(f"(lid + {step}) % {self.block}u", f"{self.block - 1} - lid",
                              f"{self.expr('u32', 2)} % {self.block}u")
            self.emit(f"s->{target} = {name}[{where}];")
        for _ in range(0 if self.small else self.rng.choice([0, 1, 1, 2])):
            name, kind = self.name("a"), self.scalar_kind()
            values = ", ".join(self.expr(kind, 1) for _ in range(ARRAY))
            self.emit(f"{kind} {name}[{ARRAY}] = {{{values}}};")
            self.arrays.append((name, kind))
        for _ in range(2 if self.small else self.rng.randrange(4, 10)):
            self.statement(0 if self.small else 3)
        if index > 0:  # phase 0 sets them to their start
            if self.rng.random() < 0.5:
                self.emit(f"if ({self.condition(2)})")
                self.emit(f"    {self.accumulate()}")
            else:
                self.emit(self.accumulate())
        for name, kind in exchange_out:
            self.emit(f"{name}[lid] = {self.expr(kind, 2)};")
        self.indent -= 1
        self.emit("}")
        self.emit("")

    def accumulate(self):
        slot, name = self.pick((0, "add"), (1, "xor"), (2, "or"), (3, "and"), (4, "min"), (5, "max"))
        return f"lds_{name}(&sums[{slot}], {self.expr('u32', 2)});"

    def outputs(self, state):
        """The last phase: everything the item knows, in words, halves, bytes and vectors."""
        word = 0
        for name, kind in state:
            parts = [f"s->{name}.{c}" for c in "xyzw"[:lanes(kind)]] if is_vector(kind) else \
                    [f"s->{name}"]
            scalar = element(kind) if is_vector(kind) else kind
            for part in parts:
                value = f"{scalar}_bits({part})" if is_float(scalar) else part
                if bits_of(scalar) == 64:
                    word += word & 1
                    self.emit(f"*(global u64 *)(row + {word}) = (u64){value};")
                    word += 2
                elif bits_of(scalar) == 16:
                    self.emit(f"*((global u16 *)(row + {word}) + 1) = (u16){value};")
                    word += 1
                elif bits_of(scalar) == 8:
                    byte = self.rng.randrange(4)
                    self.emit(f"*((global u8 *)(row + {word}) + {byte}) = (u8){value};")
                    word += 1
                else:
                    self.emit(f"row[{word}] = (u32){value};")
                    word += 1
        word = (word + 3) & ~3
        self.emit(f"*(global v4u32 *)(row + {word}) = v4u32_make(sums[0], sums[1], sums[2], gid);")
        self.emit(f"row[{word + 4}] = sums[3] ^ sums[4];")
        self.emit(f"row[{word + 5}] = sums[5];")
        return word + 8

    def text(self):
        rng = self.rng
        self.qualifier = self.pick("", "private ")
        self.emit(f"/* Random kernel of seed {self.seed}: {self.level}, wave{self.wave}. */")
        self.emit('#include "types.h"')
        self.emit("")
        words = ", ".join(f"{rng.getrandbits(32):#x}" for _ in range(16))
        self.emit(f"constant u32 table[16] = {{{words}}};")
        self.emit("")
        for _ in range(0 if self.small else rng.randrange(0, 4)):
            self.can_call = False
            self.function()
        self.can_call = True

        state = [(self.name("x"), k) for k in ["i32", "u32", "f32", "u64"]]
        for _ in range(rng.randrange(4, 9)):
            state.append((self.name("x"), self.pick(*INTS, *FLOATS, *VECTORS)))
        self.emit("struct state {")
        for name, kind in state:
            self.emit(f"    {kind} {name};")
        self.emit("};")
        self.emit("")

        phases = 0 if self.small else rng.randrange(1, 4)
        self.lds = []
        exchanges = []
        for _ in range(phases):
            kinds = {k for _, k in state}
            kind = rng.choice(sorted(kinds))
            exchanges.append((self.name("lds"), kind))
            self.lds.append(exchanges[-1])
        for index in range(phases + 1):
            self.phase(index, state, exchanges[index - 1:index] if index else [],
                       exchanges[index:index + 1])
        lds = "".join(f", local {k} *{n}" for n, k in self.lds)
        self.emit(f"static inline void finish({self.qualifier}struct state *s, u32 gid, "
                  "global u32 *out, local u32 *sums)")
        self.emit("{")
        self.indent += 1
        at = len(self.lines)
        words = self.outputs(state)
        self.lines.insert(at, f"    global u32 *row = out + gid * {words}u;")
        self.indent -= 1
        self.emit("}")
        self.emit("")

        local_names = "".join(f", {n}" for n, _ in self.lds) + ", sums"
        arguments = f"in, s0, s1, s2, s3{local_names}"
        self.emit("#ifdef __OPENCL_C_VERSION__")
        self.emit("kernel void test(global const u32 *in, global u32 *out, u32 s0, u64 s1, f32 s2, "
                  "i32 s3)")
        self.emit("{")
        for name, kind in self.lds:
            self.emit(f"    local {kind} {name}[{self.block}];")
        self.emit("    local u32 sums[6];")
        self.emit("    struct state s;")
        self.emit("    u32 lid = get_local_id(0), gid = get_global_id(0);")
        for index in range(phases + 1):
            self.emit(f"    phase{index}(&s, lid, gid, {arguments});")
            self.emit("    barrier(CLK_LOCAL_MEM_FENCE);")
        self.emit("    finish(&s, gid, out, sums);")
        self.emit("}")
        self.emit("#else")
        self.emit("const unsigned test_shape[4] = "
                  f"{{{self.block}, {self.groups}, {IN_WORDS}, {words}}};")
        self.emit("void test(const u32 *in, u32 *out, u32 s0, u64 s1, f32 s2, i32 s3)")
        self.emit("{")
        for name, kind in self.lds:
            self.emit(f"    static {kind} {name}[{self.block}];")
        self.emit("    static u32 sums[6];")
        self.emit(f"    static struct state s[{self.block}];")
        self.emit(f"    for (u32 group = 0; group < {self.groups}; group++) {{")
        for index in range(phases + 1):
            self.emit(f"        for (u32 lid = 0; lid < {self.block}; lid++)")
            self.emit(f"            phase{index}(&s[lid], lid, group * {self.block} + lid, "
                      f"{arguments});")
        self.emit(f"        for (u32 lid = 0; lid < {self.block}; lid++)")
        self.emit(f"            finish(&s[lid], group * {self.block} + lid, out, sums);")
        self.emit("    }")
        self.emit("}")
        self.emit("#endif")
        return "\n".join(self.lines) + "\n"
