"""ventus_formulas.py: does every formula of src/isa/ventus/operation.tbl say what the interpreter computes?

    ventus_formulas.py --wave build/tests/formula/ventus_wave [--cases N] [--seed N] [--only REGEX] [--level L]

As rdna3_formulas.py, for elements of 32 bits: the formulas were written from the RISC-V specification and the manual,
and are evaluated without any of Shoal's code. What cannot be tried here is in SKIPPED, with the reason.
"""
import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../tools")]

import exact  # noqa: E402
import gen_ventus  # noqa: E402
import isa_formula  # noqa: E402
from evaluate import Cell, Machine, element_type, matches, width_of  # noqa: E402
from operands import Chooser  # noqa: E402

ISA = os.path.join(HERE, "../../src/isa/ventus")

SKIPPED = [  # regular expression, why
    (r"fence|endprg|barrier|barriersub|join|setrpc|jal|jalr|auipc|vb\w+|b(eq|ne|ltu?|geu?)|vset\w+|csrr\w+",
     "flow and CSRs: tests/ventus/control.c"),
    (r"regext\w*|regpair\w*|prefix\w*|pre_m\w*", "changes the next instruction: tests/ventus, tests/isa/ventus"),
    (r"l[bhw]u?|ld|s[bhwd]|lr\..|sc\..|amo\w+\.[wd]|vl[bhw]u?\w*\.v|vs[bhw]\w*\.v|v[ls](e|se|uxei|oxei)\d+\.v|cp_dma\w*",
     "memory: tests/ventus/memory.c, dma.c"),
    (r"mma|mma64", "the mnemonic names layouts: tests/ventus/matrix.c"),
    (r"v\w+64\.v[vxif]", "has modifiers of its own: tests/ventus"),
    (r"(add|sub|sll|srl|sra)i?w", "on register pairs: tests/ventus/int_ops.c"),
    (r"vfrsqrt7\.v|vfrec7\.v", "tables of the specification: tests/ventus/float_ops.c"),
]

REGISTERS = {"d": 8, "a": 10, "b": 12, "c": 14}


def signed(x, bits):
    return x - (1 << bits) if x >> bits - 1 & 1 else x


def whole(x, f):
    """A rounded real; infinities and zeros as they are."""
    x = exact.real(x)
    return exact.number(f(x.value), x.sign) if x.is_number() else x


class Trial:
    def __init__(self, row, chooser):
        self.row, self.chooser, self.m = row, chooser, Machine(32)
        self.r = chooser.random
        self.state = [f"toolchain={int('toolchain' in row.flags)}"]
        self.types = dict(row.reads + row.writes)
        self.vxrm = self.r.randrange(4)

    def kind(self, role):
        kind = self.row.fmt.roles.get(role, ("", "none"))[1]
        if kind == "xv":
            return "v" if "toolchain" in self.row.flags else "x"
        return {"acc": "v", "vs3": "v", "v8": "v", "x8": "x"}.get(kind, kind)

    def register(self, role):
        """c of accumulating forms is the destination's register."""
        return REGISTERS["d" if role == "c" and self.row.fmt.roles["c"][1] in ("acc", "vs3") else role]

    def prepare(self):
        m = self.m
        m.fields.update(width=32, mask=0xffffffff, pc=0)
        m.calls.update(quotient=lambda x, y: abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1),
                       remainder=lambda x, y: abs(x) % abs(y) * (-1 if x < 0 else 1),
                       rounded=self.rounded, sat=self.saturate, largest=lambda d: self.limits()[1],
                       round=lambda x: whole(x, round), odd=self.odd, extend=self.extend)
        m.calls["class"] = self.classify
        for role, typ in self.row.reads:
            if role in ("fenv", "csr", "pc"):
                continue
            self.place(role, typ)
        for role, typ in self.row.writes:
            m.types[role] = typ
            if role not in m.cells and role not in ("fenv", "csr"):
                m.cells[role] = [Cell() for _ in range(32)] if self.kind(role) == "v" else Cell()
                if self.row.fmt.roles.get("c", ("", ""))[1] == "acc" and "c" in m.cells:
                    m.cells[role] = [c.copy() for c in m.cells["c"]]

    def place(self, role, typ):
        m, kind = self.m, self.kind(role)
        m.types[role] = typ
        bits = width_of(typ) if not element_type(typ) else 32
        if role == "m":
            m.cells["m"] = [Cell(self.r.getrandbits(32)) for _ in range(32)]
            self.state.append("v0=" + ",".join(f"{c.raw:x}" for c in m.cells["m"]))
        elif kind in ("x", "v"):
            lanes = 32 if kind == "v" else 1
            like = m.cells.get("a")
            cells = [Cell(self.chooser.of(typ, like[i].raw if isinstance(like, list) and lanes == 32 else None))
                     for i in range(lanes)]
            if kind == "x" and bits == 64:  # a scalar beside register pairs: 32 bits, extended
                cells[0].raw = signed(cells[0].raw & 0xffffffff, 32 if typ[0] == "i" else 64) & (1 << 64) - 1
            m.cells[role] = cells if kind == "v" else cells[0]
            for k in range(max(1, bits // 32)):
                self.state.append(f"{kind}{self.register(role) + k}=" +
                                  ",".join(f"{c.raw >> 32 * k & 0xffffffff:x}" for c in cells))
        else:
            m.cells[role] = Cell(self.immediate(kind) & 0xffffffff)

    def immediate(self, kind):
        r = self.r
        self.number = {"simm5": lambda: r.randrange(-16, 16), "uimm5": lambda: r.randrange(32), "shamt5": lambda: r.randrange(32),
                       "shamt": lambda: r.randrange(32), "zimm5": lambda: r.randrange(32), "simm12": lambda: r.randrange(-2048, 2048),
                       "uimm12": lambda: r.randrange(4096), "simm11": lambda: r.randrange(-1024, 1024),
                       "upper20": lambda: r.randrange(1 << 20), "imm12d": lambda: r.randrange(0, 2048)}[kind]()
        return self.number << 12 if kind == "upper20" else self.number

    def text(self):
        out = re.sub(r"\{[^}]*\}", "", self.row.fmt.syntax)

        def operand(match):
            role = match[0]
            kind = self.kind(role)
            return f"{kind}{self.register(role)}" if kind in ("x", "v") else str(self.number)
        name = self.row.name
        return f"csrrwi x0, vxrm, {self.vxrm}; {name} " + re.sub(r"\b[a-z]+\b", operand, out)

    def request(self):
        kind, typ = self.kind("d"), self.types["d"]
        self.dwords = 2 if typ in ("u64", "i64", "f64") else 1
        return f"{self.text()} | {' '.join(self.state)} | " + " ".join(f"{kind}{REGISTERS['d'] + k}" for k in range(self.dwords))

    # ---- functions of the formulas, by the RISC-V specification

    def limits(self):
        typ = self.types["d"]
        bits = width_of(typ)
        return (-(1 << bits - 1), (1 << bits - 1) - 1) if typ[0] == "i" else (0, (1 << bits) - 1)

    def saturate(self, x):
        least, most = self.limits()
        if isinstance(x, exact.Real):
            x = (least - 1 if x.sign else most + 1) if x.kind == "i" else int(x.value)
        return max(least, min(most, x))

    def rounded(self, x, n):
        """V 3.8: nearest up, nearest even, down, odd."""
        if not n:
            return x
        rest, q = x & (1 << n) - 1, x >> n
        half = 1 << n - 1
        return [q + (rest >= half), q + (rest > half or (rest == half and q & 1)), q, q | (rest != 0)][self.vxrm]

    def extend(self, x, n):
        return signed(x & (1 << n) - 1, n) if self.types["d"][0] == "i" else x & (1 << n) - 1

    def odd(self, x):
        """Toward zero, and the last bit set if that lost something."""
        x = exact.real(x)
        y = exact.round_to(self.types["d"], x, exact.ZERO)
        if x.is_number() and y.value != x.value:
            bits = exact.encode(self.types["d"], y) | 1
            return exact.decode(self.types["d"], bits)
        return y

    def classify(self, x):
        """F 11.9"""
        fmt = "f32"
        if x.is_nan():
            return 8 if x.kind == "s" else 9
        size = 0 if x.kind == "i" else 3 if not x.value else 2 if exact.is_denormal(fmt, x) else 1
        return size if x.sign else 7 - size

    # ---- comparison

    def compare(self, tree, line):
        if line.startswith(("fault", "error")):
            raise AssertionError(line)
        m, typ = self.m, self.types["d"]
        words = [[int(x, 16) for x in w.split(",")] for w in line.split()]
        m.run(tree, self.kind("d") == "x")
        want = m.after["d"] if isinstance(m.after["d"], list) else [m.after["d"]]
        for lane, cell in enumerate(want):
            got = sum(w[lane] << 32 * k for k, w in enumerate(words))
            if width_of(typ) == 16 and not element_type(typ):
                got &= 0xffff
            if not matches(cell, typ, got):
                operands = ", ".join(f"{r} = {(c[lane] if isinstance(c, list) else c).raw:#x}" for r, c in m.cells.items())
                near = {k: v[1] and v[1].value for k, v in cell.loose.items()}
                raise AssertionError(f"d is {got:#x}, by the formula {cell.raw:#x} {near or ''} ({operands}, lane {lane}, vxrm {self.vxrm})")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--wave", required=True)
    p.add_argument("--level", default="")
    p.add_argument("--cases", type=int, default=4)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--only", default=".*")
    args = p.parse_args()
    _, rows = gen_ventus.parse(os.path.join(ISA, "insts.tbl"))
    operations = isa_formula.read_operations(os.path.join(ISA, "operation.tbl"), rows)
    failures = [(pattern, "is in SKIPPED and names no instruction") for pattern, _ in SKIPPED
                if not any(re.fullmatch(pattern, r.name) for r in rows)]
    trials = []
    for row in rows:
        if re.fullmatch(args.only, row.name) and not any(re.fullmatch(x, row.name) for x, _ in SKIPPED):
            scalar = dict(row.writes) and row.fmt.cls == "salu"
            for i in range(args.cases * (8 if scalar else 1)):
                trials.append(Trial(row, Chooser(f"{args.seed} {row.name} {i}")))
    requests = []
    for t in trials:
        try:
            t.prepare()
            requests.append(t.request())
        except Exception as e:
            failures.append((t.row.name, f"cannot be tried: {type(e).__name__} {e}"))
            requests.append("addi x0, x0, 0 | toolchain=0 | x1")
    done = subprocess.run([args.wave] + ([args.level] if args.level else []), input="\n".join(requests) + "\n",
                          capture_output=True, text=True)
    if done.returncode == 77:
        print(done.stderr.strip())
        return 77
    failed = {name for name, _ in failures}
    for t, request, line in zip(trials, requests, done.stdout.splitlines()):
        if t.row.name in failed:
            continue
        try:
            t.compare(isa_formula.parse(operations[t.row.name][0]), line)
        except Exception as e:
            failed.add(t.row.name)
            failures.append((t.row.name, f"{operations[t.row.name][0]}\n    {type(e).__name__} {e}\n    {request[:200]}"))
    for name, text in failures:
        print(f"{name}: {text}")
    tried = {t.row.name for t in trials}
    print(f"{len(tried) - len(tried & failed)} passed, {len(failed)} failed, 0 skipped")
    return bool(failed) or done.returncode != 0


if __name__ == "__main__":
    sys.exit(main())
