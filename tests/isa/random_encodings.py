"""Random encodings from the instruction table, for the tests of decoder and printer.

    from random_encodings import Table
    t = Table("src/isa/rdna3/insts.tbl")
    for e in t.random(random.Random(1), per_row=20, wild=0.1): e.row, e.format, e.words

`wild` is the share of encodings whose fields are all random bits; the others keep to what the
row's operands allow (aligned SGPR ranges, no bits in fields that the row does not use).
"""
import os
import sys
from collections import namedtuple

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import gen_isa  # noqa: E402

Encoding = namedtuple("Encoding", "row format words wild")
VALU32 = ("VOP1", "VOP2", "VOPC")
WIDE = ("VOP3", "VOP3SD", "VOP3P")
DPP16, DPP8, DPP8_FI, LITERAL, NULL = 250, 233, 234, 255, 124
DPP_CONTROLS = (list(range(0x100)) + list(range(0x101, 0x110)) + list(range(0x111, 0x120)) +
                list(range(0x121, 0x130)) + [0x140, 0x141] + list(range(0x150, 0x170)))


class Table:
    def __init__(self, path):
        self.wave64 = False
        self.formats, self.rows = gen_isa.parse(path)
        self.rows_x = [r for r in self.rows if "dualx" in r.val]
        self.rows_y = [r for r in self.rows if "dualy" in r.val]

    def encodings(self):
        """(row, format name, opcode) of every row in every format, VOPD and EXP once each."""
        for r in self.rows:
            seen = False
            for name, op in gen_isa.encodings(r, self.formats):
                if name in ("VOPDX", "VOPDY"):
                    if not seen:
                        yield r, "VOPD", None
                    seen = True
                else:
                    yield r, name, op
            if r.fmt.name == "EXP":
                yield r, "EXP", None

    def random(self, rng, per_row, wild=0.0, dpp=0.2, wave64=False):
        self.wave64 = wave64
        for row, name, op in self.encodings():
            for _ in range(per_row):
                is_wild = rng.random() < wild
                yield Encoding(row, name, self.make(rng, row, name, op, is_wild, dpp), is_wild)

    def width(self, typ):
        if typ == "mask":
            return 2 if self.wave64 else 1
        return max(1, gen_isa.TYPES[typ][0] // 32)

    def scalar(self, rng, width):
        pick = rng.random()
        if width > 2:
            if pick < 0.1:
                return 108 + 4 * rng.randrange((16 - width) // 4 + 1) if width <= 16 else 0
            return 4 * rng.randrange((104 - width) // 4 + 1)
        if pick < 0.6:
            return width * rng.randrange(106 // width)
        if pick < 0.75:
            return rng.choice([106, 126] if width == 2 else [106, 107, 126, 127])
        if pick < 0.85:
            return NULL if width == 2 else rng.choice([NULL, 125])
        return 108 + width * rng.randrange(16 // width)

    def source(self, rng, width, vgpr, literal=True):
        pick = rng.random()
        if vgpr and pick < 0.5:
            return 256 + self.vgpr(rng, width)
        if pick < 0.7:
            return self.scalar(rng, width)
        if pick < 0.8:
            return rng.randrange(128, 209)
        if pick < 0.9:
            return rng.randrange(240, 249)
        if pick < 0.95 and literal:
            return LITERAL
        return rng.choice([235, 236, 237, 238, 253])

    def vgpr(self, rng, width):
        top = 256 - width
        return rng.choice([0, top, rng.randrange(top + 1), rng.randrange(top + 1)])

    def literal(self, rng):
        return rng.choice([rng.getrandbits(32), rng.getrandbits(16), rng.getrandbits(8),
                           0x3f800000, 0x3c00, 0xffffffff - rng.randrange(32), 1, 0x80000000])

    def pack(self, fmt, fields):
        word = fmt.match
        for k, v in fields.items():
            lo, bits = fmt.fields[k]
            word |= (v & ((1 << bits) - 1)) << lo
        return [word >> 32 * i & 0xffffffff for i in range(fmt.dwords)]

    def make(self, rng, row, name, op, wild, dpp_share):
        fmt = self.formats[name]
        f = {}
        for k, (_, bits) in fmt.fields.items():
            f[k] = rng.getrandbits(bits) if wild else 0
        if op is not None:
            f["op"] = op
        extra = []
        if name == "VOPD":
            return self.make_vopd(rng, row, fmt, f, wild)
        use_dpp = "dpp" in row.flags and name in VALU32 + WIDE and rng.random() < dpp_share
        if not wild:
            self.fill(rng, row, fmt, f)
        if use_dpp:
            f["src0"] = rng.choice([DPP16, DPP16, DPP8, DPP8_FI])
            if "src1" in f and not wild and any(r == "b" for r, _ in row.reads):
                f["src1"] = 256 + rng.randrange(256)
            if "src2" in f and f["src2"] == LITERAL:
                f["src2"] = 256
            extra = [self.dpp(rng, f["src0"], row, name, wild)]
        elif name == "MIMG":
            if wild:
                self.allow_image(row, f)
            if f["nsa"]:
                extra = [rng.getrandbits(31)]  # the last range may be long
        elif name != "EXP":
            named = [fmt.roles[r] for r, _ in row.reads + row.writes if r in fmt.roles]
            has = any(kind == "imm32" or (kind in ("src", "ssrc") and f[field] == LITERAL)
                      for field, kind in named)
            if name in ("MUBUF", "MTBUF"):
                has = False
            if has:
                extra = [self.k_literal(rng) if ("literal", "imm32") in named else self.literal(rng)]
        return self.pack(fmt, f) + extra

    def allow_image(self, row, f):
        """Random bits to what 10.1 allows: otherwise LLVM prints some other number of registers."""
        atomic = any(r == "mem" for r, _ in row.writes) and any(r == "d" for r, _ in row.writes)
        if "gather" in row.flags:
            f["dmask"] = 1 << f["dmask"] % 4
        elif atomic:
            f["dmask"] = 3 if "cmpswap" in row.name else 1
        if any(r == "samp" for r, _ in row.reads):
            f["dim"] %= 6  # multisampled images are not filtered
        f["vdata"] = min(f["vdata"], 250)
        f["vaddr"] = min(f["vaddr"], 240)

    def dpp(self, rng, marker, row, name, wild):
        if marker != DPP16:
            return rng.getrandbits(32)
        if wild:
            return rng.getrandbits(32)
        word = rng.randrange(256) | rng.choice(DPP_CONTROLS) << 8 | rng.getrandbits(2) << 18
        word |= rng.getrandbits(8) << 24
        if name in VALU32 and rng.random() < 0.3:
            floats = [t in ("f16", "f32") for r, t in row.reads if r in "ab"]
            for i, ok in enumerate(floats[:2]):
                if ok:
                    word |= rng.getrandbits(2) << (20 + 2 * i)
        return word

    def fill(self, rng, row, fmt, f):
        """Sets the fields of the row's operands and a few modifiers."""
        name = fmt.name
        for role, typ in row.writes + row.reads:
            if role not in fmt.roles:
                continue
            field, kind = fmt.roles[role]
            width = self.width(typ)
            if kind == "vgpr":
                half = name in VALU32 and gen_isa.TYPES[typ][0] == 16
                f[field] = rng.randrange(256) if half else self.vgpr(rng, width)
                if fmt.fields[field][1] == 9:
                    f[field] += 256
            elif kind == "vgpr9":
                f[field] = 256 + self.vgpr(rng, width)
            elif kind == "src":
                vsrc = "vsrc" in row.flags and role == "a" or typ[0] == "1" and typ[:2] == "16"
                f[field] = 256 + rng.randrange(256) if vsrc else self.source(rng, width, role not in ("sb", "sc"))
            elif kind == "ssrc":
                f[field] = self.source(rng, width, False, name not in ("MUBUF", "MTBUF"))
            elif kind in ("sdst", "smask"):
                f[field] = self.scalar(rng, width)
            elif kind == "sbase":
                f[field] = self.scalar(rng, width) // 2
                if f[field] >= 60:
                    f[field] = 0
            elif kind == "soffset":
                f[field] = rng.choice([NULL, NULL, rng.randrange(106), 125])
            elif kind in ("simm7", "simm16", "simm21"):
                f[field] = rng.choice([0, 1, rng.getrandbits(5), rng.getrandbits(16), rng.getrandbits(21)])
            elif kind == "msg":
                f[field] = rng.randrange(128, 136)
            elif kind in ("vaddr", "vbufaddr", "vimgaddr"):
                f[field] = rng.randrange(240)
            elif kind in ("srsrc", "trsrc"):
                f[field] = rng.randrange(24) if kind == "srsrc" else 2 * rng.randrange(12)
            elif kind == "ssamp":
                f[field] = rng.randrange(24)
            elif kind == "saddr":
                f[field] = rng.choice([NULL, 2 * rng.randrange(52)])
        some = rng.random() < 0.5
        floats = any(t in ("f16", "f32", "f64") for r, t in row.reads)
        if name in WIDE and some:
            n = len([r for r, _ in row.reads if r in ("a", "b", "c")])
            mask = 0
            for i, (_, t) in enumerate([x for x in row.reads if x[0] in ("a", "b", "c")]):
                if t in ("f16", "f32", "f64", "bf16", "mix"):
                    mask |= 1 << i
            f["neg"] = rng.getrandbits(3) & mask
            if "abs" in f:
                f["abs"] = rng.getrandbits(3) & mask
            half = [gen_isa.TYPES[t][0] == 16 for r, t in row.reads if r in ("a", "b", "c")]
            if name == "VOP3":
                for i, h in enumerate(half):
                    f["opsel"] |= h * rng.getrandbits(1) << i
                f["opsel"] |= (any(gen_isa.TYPES[t][0] == 16 for r, t in row.writes) * rng.getrandbits(1)) << 3
            if floats and any(t in ("f16", "f32", "f64") for r, t in row.writes):
                f["clamp"] = rng.getrandbits(1)
                if "omod" in f:
                    f["omod"] = rng.getrandbits(2)
            if name == "VOP3P":
                f["neghi"] = rng.getrandbits(3) & mask
        if name == "VOP3P":
            n = len([r for r, _ in row.reads if r in ("a", "b", "c")])
            hi = 7
            if ("packed" in row.flags or "mix" in row.flags) and some:
                f["opsel"] = rng.getrandbits(n)
                hi = rng.getrandbits(3)
            f["opselhi"], f["opselhi2"] = hi & 3, hi >> 2
            if n < 3:
                f["opselhi2"] = 1
        if name == "VINTERP":
            f["waitexp"], f["clamp"], f["neg"] = rng.getrandbits(3), rng.getrandbits(1), rng.getrandbits(3)
            f["opsel"] = rng.getrandbits(4) if some else 0
        if name == "LDSDIR":
            f["waitvdst"] = rng.getrandbits(4)
            if row.reads:
                f["attr"], f["attrchan"] = rng.randrange(33), rng.getrandbits(2)
        if name == "DS":
            f["gds"] = int("gdsonly" in row.flags or (some and rng.random() < 0.2))
            if some and row.writes + row.reads:
                f["offset0"], f["offset1"] = rng.getrandbits(8), rng.getrandbits(8)
        if name in ("FLAT", "GLOBAL", "SCRATCH", "MUBUF", "MTBUF", "MIMG", "SMEM") and some and row.writes + row.reads:
            for k in ("glc", "slc", "dlc"):
                if k in f:
                    f[k] = rng.getrandbits(1)
            if "offset" in f and not f["offset"]:
                f["offset"] = rng.getrandbits(fmt.fields["offset"][1])
        if name == "FLAT":
            f["offset"] &= 0xfff
            f["saddr"] = NULL
        if name == "SCRATCH":
            f["sve"] = rng.getrandbits(1)
        if name in ("MUBUF", "MTBUF") and row.writes + row.reads:
            f["idxen"], f["offen"] = rng.getrandbits(1), rng.getrandbits(1)
            if not (f["idxen"] or f["offen"]):
                f["vaddr"] = 0
            f["vdata"] = min(f["vdata"], 250)
            if name == "MUBUF":
                f["tfe"] = int(rng.random() < 0.1 and "load" in row.flags)
            else:
                f["format"] = rng.randrange(128)
        if name == "MIMG":
            f["dim"], f["dmask"] = rng.getrandbits(3), rng.randrange(1, 16)
            if "mip" in row.name:
                f["dim"] = rng.randrange(6)
            atomic = any(r == "mem" for r, _ in row.writes) and any(r == "d" for r, _ in row.writes)
            if atomic:
                f["dmask"] = 3 if "cmpswap" in row.name else 1
            if any(r == "samp" for r, _ in row.reads):
                f["dim"] = rng.choice([0, 1, 2, 4, 5] if "d" in row.val.get("img", "") else range(6))
            f["nsa"] = rng.getrandbits(1) if f["dim"] not in (0, 4) and "r" not in row.val.get("img", "") else 0
            f["vdata"] = min(f["vdata"], 250)
            for k in ("a16", "d16", "unrm", "r128", "tfe", "lwe"):
                f[k] = int(rng.random() < 0.1 and not (atomic and k in ("d16", "tfe"))
                           and not (k == "a16" and f["nsa"] and f["dim"] == 1))
            if "gather" in row.flags and f["d16"]:
                f["tfe"] = 0
        for field, (mask, value) in gen_isa.fixed_fields(row, fmt).items():
            f[field] = f[field] & ~mask | value
        if name == "EXP":
            f["en"], f["target"] = rng.getrandbits(4), rng.choice([0, 1, 7, 8, 12, 16, 20, 21, 22])
            f["done"], f["row"] = rng.getrandbits(1), rng.getrandbits(1)
            for i in range(4):
                if not f["en"] >> i & 1:
                    f[f"vsrc{i}"] = 0

    def make_vopd(self, rng, row, fmt, f, wild):
        if "dualx" in row.val and ("dualy" not in row.val or rng.random() < 0.5):
            x, y = row, rng.choice(self.rows_y)
        else:
            x, y = rng.choice(self.rows_x), row
        f["opx"], f["opy"] = int(x.val["dualx"]), int(y.val["dualy"])
        literal = False
        if not wild:
            f["vdstx"], f["vdsty"] = rng.randrange(256), rng.randrange(128)
        for half, s in ((x, "x"), (y, "y")):
            if not wild:
                f["src0" + s] = self.source(rng, 1, True)
                if any(r == "b" for r, _ in half.reads):
                    f["vsrc1" + s] = rng.randrange(256)
            literal = literal or f["src0" + s] == LITERAL or any(r == "k" for r, _ in half.reads)
        return self.pack(fmt, f) + ([self.k_literal(rng)] if literal else [])

    def k_literal(self, rng):
        """LLVM 22 prints K values 128..248 as the inline constants with these source numbers."""
        while True:
            v = self.literal(rng)
            if not 128 <= v <= 248:
                return v
