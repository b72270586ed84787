"""rdna3_formulas.py: does every formula of src/isa/rdna3/operation.tbl say what the interpreter computes?

    rdna3_formulas.py --wave build/tests/formula/rdna3_wave [--cases N] [--seed N] [--only REGEX] [--every N] [--level L]

The formulas were written from the manual and docs/errata.md. evaluate.py evaluates them without any of Shoal's code,
over random operands and edges, in both wave sizes; a wave runs the instruction; all bits must agree (any NaN is as
good as another, `approx` allows what it says). What cannot be tried here is listed with the reason in SKIPPED.
A row that is not listed is tried.
"""
import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../tools")]

import exact  # noqa: E402
import gen_isa  # noqa: E402
import isa_formula  # noqa: E402
from evaluate import Cell, Machine, Unknown, element_type, matches, width_of  # noqa: E402
from operands import Chooser  # noqa: E402

ISA = os.path.join(HERE, "../../src/isa/rdna3")
PLAIN = 0xf0  # MODE: round to nearest, denormals on

SKIPPED = [  # regular expression, why
    (r"s_version|v_nop|v_pipeflush|ds_nop", "does nothing"),
    (r"s_(getreg|setreg|setreg_imm32)_b32", "names hardware registers: tests/sem/control_ops.c"),
    (r"s_(call_b64|getpc_b64|setpc_b64|swappc_b64|rfe_b64)|s_subvector_loop_\w+", "is about the pc: tests/sem/control_ops.c"),
    (r"s_sendmsg\w*|s_waitcnt\w*|s_wait_\w+|s_delay_alu|s_clause|s_nop|s_sleep|s_set\w+|s_trap|s_code_end|s_endpgm\w*|s_wakeup|"
     r"s_\w+perflevel|s_ttracedata\w*|s_icache_inv|s_barrier|s_gl1_inv|s_dcache_inv|s_atc_probe\w*|buffer_gl[01]_inv|v_illegal",
     "acts on the wave as a whole, in words"),
    (r"s_(round|denorm)_mode", "writes MODE: tests/sem/control_ops.c"),
    (r"s_cbranch_(?:cdbg\w+)|s_movrel\w+|v_movrel\w+|v_swaprel_b32", "indexes registers, or looks at STATUS: tests/sem/control_ops.c"),
    (r"lds_\w+_load|exp|ds_gws\w+|ds_ordered_count|ds_\w+_gs_reg_rtn", "needs a graphics wave: tests/sem/param_ops.c, tests/graphics"),
    (r"ds_(append|consume)|ds_bvh_stack_rtn_b32", "is partly in words, or a stack: tests/sem/mem_permute.c, image_ray.c"),
    (r"image_\w+|\w+_format_x\w*|\w+_load_lds_\w+|scratch_\w+|tbuffer_\w+|(buffer|global)_\w*addtid\w*|s_buffer_load\w+",
     "descriptors, formats and swizzled memory: tests/sem/mem_format.c, mem_buffer.c, mem_flat.c, image_*.c"),
]


# Where other modes than the plain one mean nothing that the formula says.
PLAIN_ONLY = {
    "v_div_fmas_f64": "a quotient scaled down is far from overflow, where the rounding direction would show",
}


def dwords(typ, lanes):
    if typ in ("bit", "mask"):
        return lanes // 32
    elements = element_type(typ)
    bits = width_of(elements[0]) * elements[1] if elements else width_of(typ) if typ != "mix" else 32
    if typ in ("8f32", "8i32", "16f16d", "16bf16d") and lanes == 64:
        bits //= 2
    return max(1, bits // 32)


HOME = {"d": 0, "e": 40, "a": 64, "b": 80, "c": 96, "sd": 0, "sb": 80, "sc": 96, "addr": 64, "data": 80, "data1": 96,
        "saddr": 60, "base": 64, "rsrc": 40, "so": 44, "s": 64, "k": 0}
WITH_LITERAL = ("VOP2", "SOP2")  # whose k is one
VECTOR_FORMATS = ("VOP1", "VOP2", "VOPC", "VOP3", "VOP3SD", "VOP3P", "VOPD", "VINTERP", "LDSDIR", "DS", "FLAT", "GLOBAL", "MUBUF")
SCALAR_ROLES = ("sd", "sb", "sc", "saddr", "so", "rsrc", "base", "scc", "exec", "vccz", "execz", "s", "k", "taken", "l")


class Trial:
    """One row in one wave size: its text, state, and machine."""

    def __init__(self, row, lanes, chooser, mode):
        self.row, self.lanes, self.chooser, self.mode = row, lanes, chooser, mode
        self.is_vector = row.fmt.name in VECTOR_FORMATS
        self.state, self.wanted, self.modifiers = [f"wave={lanes}", f"mode={mode:x}"], [], ""
        self.m = Machine(lanes)
        self.operands = {role: typ for role, typ in row.reads + row.writes}
        self.is_memory = bool(row.flags & {"load", "store", "atomic"})

    # ---- values

    def values(self, role, typ, count):
        like = self.m.cells.get("a")
        out = []
        for i in range(count):
            near = like[i].raw if isinstance(like, list) and role in "bcd" and len(like) == count else None
            out.append(Cell(self.chooser.of(typ, near)))
        return out

    def set_vector(self, role, cells, typ):
        home = HOME[role]
        for k in range(dwords(typ, self.lanes)):
            self.state.append(f"v{home + k}=" + ",".join(f"{c.raw >> 32 * k & 0xffffffff:x}" for c in cells))

    def set_scalar(self, name, raw, count):
        self.state.append(f"{name}=" + ",".join(f"{raw >> 32 * k & 0xffffffff:x}" for k in range(count)))

    def place(self, role, typ):
        """Chooses a value and says where it is."""
        m, row = self.m, self.row
        m.types[role] = typ
        mask = typ == "mask"
        if role == "mode":
            return
        if role == "mem":
            return
        if role == "neg":
            return
        if role == "lane0":
            return
        if role in ("scc", "vccz", "execz"):
            m.cells[role] = Cell(self.chooser.random.randrange(2))
            if role == "scc":
                self.state.append(f"scc={m.cells[role].raw}")
            return
        if role == "exec":
            m.cells[role] = Cell(self.chooser.of(typ) or 5)
            self.set_scalar("exec", m.cells[role].raw, 2)
            return
        if role == "k" and row.fmt.name not in WITH_LITERAL:
            m.fields["k"] = self.chooser.of(typ) if typ in ("i16", "u16") else 0
            if typ == "i16" and m.fields["k"] >> 15:
                m.fields["k"] -= 1 << 16
            return
        if role == "k":
            raw = self.chooser.of(typ)
            m.cells[role] = [Cell(raw) for _ in range(self.lanes)]
            self.literal = raw
            return
        if mask:  # m and vcc
            m.cells[role] = [Cell(self.chooser.random.randrange(2)) for _ in range(self.lanes)]
            bits = sum(c.raw << i for i, c in enumerate(m.cells[role]))
            name = "vcc" if role == "vcc" or self.uses_vcc() else "s6"
            self.set_scalar(name, bits, self.lanes // 32)
            return
        if not self.is_vector or self.is_scalar(role):
            m.cells[role] = Cell(self.chooser.of(typ))
            self.set_scalar(f"s{HOME[role]}", m.cells[role].raw, dwords(typ, self.lanes))
            return
        count = self.lanes
        cells = self.values(role, typ if typ not in ("8f32", "8i32", "16f16d", "16bf16d") or self.lanes == 32 else
                            {"8f32": "4f32", "8i32": "4i32", "16f16d": "8f16", "16bf16d": "8bf16"}[typ], count)
        m.cells[role] = cells
        self.set_vector(role, cells, typ)

    def is_scalar(self, role):
        return role in SCALAR_ROLES or (role == "a" and "nolane" in self.row.flags)

    def uses_vcc(self):
        return self.row.fmt.name in ("VOP2", "VOPC") and "novop3" in self.row.flags

    # ---- text

    def register(self, role, typ):
        count = dwords(typ, self.lanes)
        kind = "s" if not self.is_vector or self.is_scalar(role) else "v"
        home = HOME[role]
        return f"{kind}{home}" if count == 1 else f"{kind}[{home}:{home + count - 1}]"

    def mask_register(self, at):
        return f"s[{at}:{at + 1}]" if self.lanes == 64 else f"s{at}"

    def text(self):
        row, name = self.row, self.row.name
        fmt = row.fmt.name
        t = self.operands
        if fmt in ("VOP1", "VOP2", "VOPC") and "novop3" not in row.flags and "plain" not in row.flags:
            name += "_e64"
        if fmt == "DS":
            return f"{name} " + ", ".join(self.register(r, t[r]) for r in ("d", "addr", "data") if r in t) + self.modifiers
        words = []
        for role in ("d", "sd", "co", "s", "k" if fmt == "SOPK" else None, "e" if fmt == "VOP1" else None):
            if role == "co" and role in t:
                words.append(self.mask_register(4))
            elif role == "k" and role in t:
                words.append(str(self.m.fields["k"]))
            elif role in t and role:
                words.append(self.register(role, t[role]))
        for role in ("a", "sb", "k", "b", "sc", "c") if "fmamk" in name else ("a", "sb", "b", "sc", "c", "k"):
            if role == "k" and role in t and fmt in WITH_LITERAL:
                words.append(hex(self.literal))
            elif role in t and role != "k":
                words.append(self.register(role, t[role]))
        if "m" in t:
            words.append(self.mask_register(6))
        if fmt == "VOPD":
            self.modifiers = " :: v_dual_mov_b32 v3, v3"
        return f"{name} " + ", ".join(words) + self.modifiers

    # ---- run

    def prepare(self):
        row = self.row
        for role, typ in row.reads:
            self.place(role, typ)
        for role, typ in row.writes:
            self.m.types[role] = typ
            if role in self.m.cells:
                continue
            if role in ("scc", "exec", "taken") or not self.is_vector or role == "sd":
                self.m.cells[role] = Cell()
            else:
                self.m.cells[role] = [Cell() for _ in range(self.lanes)]
        if "exec" not in self.m.cells:
            self.m.types["exec"] = "b64"
            self.m.cells["exec"] = Cell(self.m.active)
        if row.name.startswith("v_div_scale"):
            self.divide()
        if row.name == "v_div_fmas_f64":
            self.keep_in_range()
        self.choose_fields()
        self.set_rules()

    def keep_in_range(self):
        """Factors whose product is far from overflow, as those of a quotient are: there is no wider format to scale in."""
        for role in "ab":
            for cell in self.m.cells[role]:
                while not abs((cell.raw >> 52 & 0x7ff) - 1023) < 500:
                    cell.raw = self.chooser.of("f64")
            self.set_vector(role, self.m.cells[role], "f64")

    def divide(self):
        """The operands that a division has: numbers, and the first is one of the others."""
        m, r = self.m, self.chooser.random
        typ = m.types["a"]
        for role in ("b", "c"):
            for cell in m.cells[role]:
                while not exact.decode(typ, cell.raw).is_number():
                    cell.raw = self.chooser.of(typ)
        m.cells["a"] = [Cell(r.choice(pair).raw) for pair in zip(m.cells["b"], m.cells["c"])]
        for role in "abc":
            self.set_vector(role, m.cells[role], typ)

    def choose_fields(self):
        m, r, row = self.m, self.chooser.random, self.row
        if "permlane" in row.flags or row.name.startswith(("v_wmma_f16", "v_wmma_bf16")):
            m.fields["opsel"] = r.randrange(4) if "permlane" in row.flags else 4 * r.randrange(2)
            self.modifiers = " op_sel:[" + ",".join(str(m.fields["opsel"] >> i & 1) for i in range(3)) + "]"
        if row.name == "ds_swizzle_b32":
            m.fields["offset"] = r.choice([r.getrandbits(15), 0x8000 | r.getrandbits(8), 0xc000 | r.getrandbits(11), 0xe000 | r.getrandbits(5)])
            self.modifiers = f" offset:{m.fields['offset']}"
        elif row.fmt.name == "DS":
            m.fields["offset"] = 4 * r.randrange(40)
            self.modifiers = f" offset:{m.fields['offset']}"
        if self.is_vector and "noexec" not in row.flags and row.fmt.name != "VINTERP" and r.randrange(2):
            m.active = r.getrandbits(self.lanes) | 2
            m.cells["exec"] = Cell(m.active)
            self.set_scalar("exec", m.active, 2)

    def set_rules(self):
        """How MODE acts on this row."""
        m, row, mode = self.m, self.row, self.mode
        m.ieee = bool(mode & 0x200)
        fixed = row.flags & {"trans", "rne", "wmma"}
        for fmt in m.rounding:
            field = mode & 3 if fmt == "f32" else mode >> 2 & 3
            m.rounding[fmt] = 0 if fixed or fmt == "bf16" else 3 if "rtz" in row.flags else field
        for fmt, at in (("f32", 4), ("f16", 6), ("f64", 6)):
            if not row.flags & {"noflush", "wmma"}:
                if not mode >> at & 1 and "rawin" not in row.flags:
                    m.flush_in.add(fmt)
                if not mode >> at & 2 and "rawout" not in row.flags:
                    m.flush_out.add(fmt)

    def request(self):
        text = self.text()
        for role, typ in self.row.writes:
            if role in ("scc",):
                self.wanted.append(role)
            elif role in ("exec", "x"):
                self.wanted.append("exec")
            elif role == "co":
                self.wanted.append("s4" if not self.uses_vcc() else "vcc")
                if self.lanes == 64:
                    self.wanted.append("s5")
            else:
                kind = "s" if not self.is_vector or self.is_scalar(role) else "v"
                self.wanted += [f"{kind}{HOME[role] + k}" for k in range(dwords(typ, self.lanes))]
        return f"{text} | {' '.join(self.state)} | {' '.join(self.wanted)}"

    def answer(self, line):
        """{role: raw bits, or a list of them for each lane}"""
        if line.startswith(("fault", "error")):
            raise AssertionError(line)
        words = [[int(x, 16) for x in w.split(",")] for w in line.split()]
        out = {}
        for role, typ in self.row.writes:
            if role == "scc":
                out[role] = words.pop(0)[0]
            elif role in ("exec", "x"):
                low, high = words.pop(0)
                raw = low | high << 32
                out[role] = raw if role == "exec" else [raw >> i & 1 for i in range(self.lanes)]
            elif role == "co":
                raw = words.pop(0)
                raw = raw[0] | (words.pop(0)[0] << 32 if self.lanes == 64 else 0)
                out[role] = [raw >> i & 1 for i in range(self.lanes)]
            else:
                parts = [words.pop(0) for _ in range(dwords(typ, self.lanes))]
                lanes = [sum(p[i] << 32 * k for k, p in enumerate(parts)) for i in range(len(parts[0]))]
                out[role] = lanes if isinstance(self.m.cells[role], list) else lanes[0]
        return out

    def compare(self, tree, line):
        got = self.answer(line)
        once = "noexec" in self.row.flags or all(role in SCALAR_ROLES for role, _ in self.row.writes)
        self.m.run(tree, once)
        for role, typ in self.row.writes:
            want = self.m.after[role]
            bits = 16 if width_is_half(typ) else None
            if isinstance(want, list):
                for lane in range(self.lanes):
                    if self.m.active >> lane & 1 or role in ("co", "x"):
                        self.check(role, typ, want[lane], got[role][lane], lane, bits)
            else:
                self.check(role, typ, want, got[role], None, bits)

    def check(self, role, typ, want, got, lane, bits):
        if bits:
            high = "dsthi" in self.row.flags
            got = got >> 16 if high else got & 0xffff
        if not matches(want, typ, got):
            operands = ", ".join(f"{r} = {(c[lane or 0] if isinstance(c, list) else c).raw:#x}" for r, c in self.m.cells.items()
                                 if r in dict(self.row.reads))
            loose = " or as near as it says" if want.loose else ""
            near = {k: v[1] and v[1].value for k, v in want.loose.items()}
            raise AssertionError(f"{role} is {got:#x}, by the formula {want.raw:#x}{loose} {near or ''}"
                                 f" ({operands}, lane {lane}, wave{self.lanes}, mode {self.mode:#x})")


def width_is_half(typ):
    return typ in ("b16", "u16", "i16", "f16", "bf16")


class Scalar(Trial):
    """Loads of scalar memory."""
    def prepare(self):
        m, r = self.m, self.chooser.random
        m.memory = bytearray(r.randbytes(1024))
        m.types.update(mem=self.operands["d"], base="u64", d=self.operands["d"], so="u32")
        m.cells.update(base=Cell(4 * r.randrange(64)), d=Cell(), so=Cell(r.randrange(128)))
        m.fields["offset"] = r.randrange(64)
        self.state += [f"s64=@{m.cells['base'].raw:x}", f"s44={m.cells['so'].raw:x}", f"mem@0={m.memory.hex()}"]

    def text(self):
        return f"{self.row.name} {self.register('d', self.operands['d'])}, s[64:65], s44 offset:{self.m.fields['offset']}"


class Branch(Trial):
    """s0 tells whether the branch was taken."""
    def text(self):
        m = self.m
        if "vccz" in m.cells:
            self.state.append(f"vcc={0 if m.cells['vccz'].raw else 6:x},0")
        if "execz" in m.cells:
            self.state.append(f"exec={0 if m.cells['execz'].raw else 6:x},0")
        return f"{self.row.name} L; s_mov_b32 s0, 1; L:; s_nop 0"

    def request(self):
        return f"{self.text()} | {' '.join(self.state)} | s0"

    def compare(self, tree, line):
        m = self.m
        taken = not int(line.split()[0], 16)
        m.types["pc"], m.cells["pc"] = "b64", Cell(0x1000)
        m.fields["k"] = 7
        m.types["vcc"], m.cells["vcc"] = "b64", Cell(0 if m.cells.get("vccz", Cell(1)).raw else 6)
        m.cells["exec"] = Cell(0 if m.cells.get("execz", Cell(1)).raw else 6)
        m.run(tree, True)
        want = m.after["pc"].raw != 0x1000
        assert taken == want, f"taken is {taken}, by the formula {want} ({ {r: c.raw for r, c in m.cells.items()} })"


class Memory(Trial):
    """Loads, stores and atomics of flat, global, buffer and LDS: each lane in 64 bytes of its own."""
    SLOT = 64

    def prepare(self):
        row, m, r = self.row, self.m, self.chooser.random
        self.is_lds = row.fmt.name == "DS"
        if "stride64" in row.flags:
            self.SLOT, m.active = 1024, 0xffffffff
            self.set_scalar("exec", m.active, 2)
        size = self.SLOT * (32 if "stride64" in row.flags else 64) + 1024
        m.memory = bytearray(r.randbytes(size))
        if row.fmt.name in ("DS",) and "addtid" in row.flags:
            m.fields["m0"] = 64
            self.state.append("m0=40")
        space = "lds" if self.is_lds else "mem"
        self.space = space
        m.types["mem"] = next(t for role, t in row.reads + row.writes if role == "mem")
        base = element = m.types["mem"]
        if base in ("f32", "f64"):
            for at in range(0, size, width_of(base) // 8):
                m.memory[at:at + width_of(base) // 8] = self.chooser.of(element).to_bytes(width_of(base) // 8, "little")
        m.fields["offset"] = r.randrange(0, 4) * 16
        m.fields["offset0"], m.fields["offset1"] = r.sample(range(4), 2)
        if "stride64" in row.flags:
            m.fields["offset0"], m.fields["offset1"] = r.sample(range(2), 2)
        for role, typ in row.reads + row.writes:
            if role in ("mem", "mode") or role in m.cells:
                continue
            if role == "addr" and not self.is_lds and row.fmt.name != "MUBUF":
                self.address(typ)
            elif role in ("addr", "saddr", "rsrc", "so"):
                self.small_address(role, typ)
            else:
                self.place(role, typ)
        self.agree()
        m.types["exec"], m.cells["exec"] = "b64", Cell(m.active)
        m.fields["glc"] = 1
        m.fields["lds"] = 0
        self.before = bytes(m.memory)
        self.state.append(f"{space}@0={self.before.hex()}")
        self.set_rules()
        m.ieee = True
        fmt = m.types["mem"]
        flush_in, flush_out = fmt in m.flush_in, fmt in m.flush_out
        m.calls["input"] = lambda x: exact.flush(fmt, exact.real(x)) if flush_in else x
        m.calls["output"] = lambda x: exact.flush(fmt, exact.round_to(fmt, x)) if flush_out else x
        m.compare_flush = fmt if flush_in else None
        m.flush_in = m.flush_out = set()  # where memory is flushed, the formula says (manual 13.2)
        m.calls["buffer"] = lambda rsrc, addr, so, offset: addr + so + offset
        m.rounding = dict.fromkeys(m.rounding, 0)

    def agree(self):
        """Every other comparison of cmpswap finds what is there."""
        m, r = self.m, self.chooser.random
        size = width_of(m.types["mem"]) // 8
        if "cmp" not in self.row.name:
            return
        for lane in range(self.lanes):
            if r.randrange(2):
                at = m.cells["addr"][lane].raw + m.fields["offset"]
                there = int.from_bytes(m.memory[at:at + size], "little")
                if "data1" in m.cells:
                    m.cells["data1"][lane] = Cell(there)
                else:
                    c = m.cells["data"][lane]
                    c.raw = c.raw & (1 << 8 * size) - 1 | there << 8 * size
        for role in ("data1", "data"):
            if role in m.cells:
                self.set_vector(role, m.cells[role], m.types[role])

    def lanes_at(self):
        return [Cell(self.SLOT * (lane & 31 if self.SLOT > 64 else lane) + self.chooser.random.choice([0, 16])) for lane in range(self.lanes)]

    def address(self, typ):
        m = self.m
        m.types["addr"], cells = typ, self.lanes_at()
        m.cells["addr"] = cells
        self.use_saddr = "saddr" in self.operands and self.chooser.random.randrange(2)
        if self.use_saddr:
            self.state.append("v64=" + ",".join(f"{c.raw:x}" for c in cells))
        else:
            self.state.append("v64=@" + ",".join(f"{c.raw:x}" for c in cells))

    def small_address(self, role, typ):
        m = self.m
        if role == "addr":
            m.types[role], m.cells[role] = "u32", self.lanes_at()
            self.set_vector(role, m.cells[role], "u32")
        elif role == "saddr":
            if self.use_saddr:
                m.types[role], m.cells[role] = "u64", Cell(128)
                m.fields["null"] = -1
                self.state.append(f"s{HOME[role]}=@80")
            else:
                m.fields["saddr"], m.fields["null"] = -1, -1
        elif role == "rsrc":
            m.types[role], m.cells[role] = "b128", Cell()
            self.state += ["s40=@0", "s42=ffffffff", "s43=31016fac"]
        else:
            m.types[role], m.cells[role] = "u32", Cell(32)
            self.state.append("s44=20")

    def text(self):
        row, t, m, fmt = self.row, self.operands, self.m, self.row.fmt.name
        words, glc = [], ""
        rtn = "rtn" in row.flags if fmt == "DS" else True
        if "d" in t and (fmt != "DS" or rtn or "load" in row.flags):
            words.append(self.register("d", t["d"]))
            glc = " glc" if "atomic" in row.flags and fmt != "DS" else ""
        if fmt == "MUBUF":
            words = [self.register("data", t["data"]) if "data" in t else words[0], "v64", "s[40:43]", "s44"]
            return f"{row.name} {', '.join(words)} offen offset:{m.fields['offset']}{glc}"
        if "addtid" not in row.flags:
            words.append("v64" if fmt == "DS" or getattr(self, "use_saddr", False) else "v[64:65]")
        for role in ("data", "data1"):
            if role in t:
                words.append(self.register(role, t[role]))
        if fmt == "GLOBAL":
            words.append("s[60:61]" if self.use_saddr else "off")
        offset = f" offset:{m.fields['offset']}"
        if "addr2" in row.flags:
            offset = f" offset0:{m.fields['offset0']} offset1:{m.fields['offset1']}"
        return f"{row.name} {', '.join(words)}{offset}{glc}"

    def request(self):
        text = self.text()
        self.buffer_data = self.row.fmt.name == "MUBUF" and "atomic" in self.row.flags
        for role, typ in self.row.writes:
            if role != "mem":
                home = HOME["data"] if self.buffer_data else HOME[role]
                self.wanted += [f"v{home + k}" for k in range(dwords(typ, self.lanes))]
        self.wanted.append(f"{self.space}@0:{len(self.before)}")
        return f"{text} | {' '.join(self.state)} | {' '.join(self.wanted)}"

    def compare(self, tree, line):
        if line.startswith(("fault", "error")):
            raise AssertionError(line)
        m = self.m
        m.run(tree, False)
        words = line.split()
        after = bytes.fromhex(words.pop())
        self.row_writes = [(role, typ) for role, typ in self.row.writes if role != "mem"]
        for role, typ in self.row_writes:
            parts = [[int(x, 16) for x in words.pop(0).split(",")] for _ in range(dwords(typ, self.lanes))]
            for lane in range(self.lanes):
                got = sum(p[lane] << 32 * k for k, p in enumerate(parts))
                self.check(role, typ, m.after[role][lane], got, lane, None)
        self.compare_memory(after)

    def compare_memory(self, after):
        m, typ = self.m, self.m.types["mem"]
        size = width_of(typ) // 8
        for at in range(0, len(after) - size + 1, size):
            want, got = bytes(m.memory[at:at + size]), after[at:at + size]
            if want != got:
                a, b = (int.from_bytes(x, "little") for x in (want, got))
                if typ in exact.FORMATS and exact.decode(typ, a).is_nan() and exact.decode(typ, b).is_nan():
                    continue
                old = int.from_bytes(self.before[at:at + size], "little")
                data = {r: hex(c[at // self.SLOT % self.lanes].raw) for r, c in m.cells.items() if isinstance(c, list)}
                raise AssertionError(f"memory at {at:#x} is {b:#x}, by the formula {a:#x} (before: {old:#x}, {data})")


def trial_class(row):
    if row.flags & {"load", "store", "atomic"} and row.fmt.name != "SMEM":
        return Memory
    if row.fmt.name == "SMEM":
        return Scalar
    return Branch if "branch" in row.flags else Trial


def reason(name):
    return next((why for pattern, why in SKIPPED if re.fullmatch(pattern, name)), None)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--wave", required=True)
    p.add_argument("--level", default="")
    p.add_argument("--cases", type=int, default=2)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--only", default=".*")
    p.add_argument("--every", type=int, default=1, help="of the instructions, one of N")
    args = p.parse_args()
    formats, rows = gen_isa.parse(os.path.join(ISA, "insts.tbl"))
    operations = isa_formula.read_operations(os.path.join(ISA, "operation.tbl"), rows)
    trials, skipped, failures = [], 0, []
    for pattern, _ in SKIPPED:
        if not any(re.fullmatch(pattern, r.name) for r in rows):
            failures.append((pattern, "is in SKIPPED and names no instruction"))
    for row in rows[::args.every]:
        if not re.fullmatch(args.only, row.name):
            continue
        if reason(row.name):
            skipped += 1
            continue
        trials += make(row, args)
    requests = []
    for t in trials:
        try:
            t.prepare()
            requests.append(t.request())
        except Exception as e:
            failures.append((t.row.name, f"cannot be tried: {type(e).__name__} {e}"))
            requests.append("s_nop 0 | wave=32 | s0")
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
            failures.append((t.row.name, f"{operations[t.row.name][0]}\n    {e or type(e).__name__}\n    {request[:160]}"))
    for name, text in failures:
        print(f"{name}: {text}")
    tried = {t.row.name for t in trials}
    print(f"{len(tried) - len(failed)} passed, {len(failed)} failed, 0 skipped")
    print(f"({len(trials)} requests; {skipped} instructions have their tests elsewhere)", file=sys.stderr)
    return bool(failed) or done.returncode != 0


def make(row, args):
    is_vector = row.fmt.name in VECTOR_FORMATS
    floats = any(re.search(r"f(16|32|64)$", typ) for _, typ in row.reads + row.writes)
    modes = [PLAIN]
    if floats and row.name not in PLAIN_ONLY:
        modes += [0x2f0, 0xf5, 0xfa, 0xff, 0x00]
    out = []
    cases = args.cases if is_vector else args.cases * 8
    for lanes in (32, 64) if is_vector and row.fmt.name != "VOPD" else (32,):
        for mode in modes:
            for i in range(cases if mode == PLAIN else max(1, cases // 3)):
                out.append(trial_class(row)(row, lanes, Chooser(f"{args.seed} {row.name} {lanes} {mode} {i}"), mode))
    return out


if __name__ == "__main__":
    sys.exit(main())
