#!/usr/bin/env python3
"""insts.tbl -> C. Reads one ISA's instruction table and writes what is derived from it.

    gen_isa.py src/isa/rdna3/insts.tbl OUTDIR

    OUTDIR/<isa>_gen.h   enums of rows, formats, fields, roles, types and flags
    OUTDIR/<isa>_gen.c   descriptors, field packers and unpackers, opcode maps
    OUTDIR/<isa>_sem.h   the signature of every semantic function, SEM(name)
    OUTDIR/<isa>_fn.inc  X(name) for every function, for tables of them
    OUTDIR/<isa>_signatures.inc  the parameters of the pure ones, for compiled code

The table's syntax is described at the head of insts.tbl. The generator refuses rows that
overlap, fields that overlap or do not fit, operands without a role, and unknown words.
"""
import os
import sys

sys.dont_write_bytecode = True  # runs from the source tree
import isa_table  # noqa: E402
from isa_pages import read_pages, write_pages  # noqa: E402
from isa_table import TableError, fail, read_aliases, write_mnemonics  # noqa: E402


# Types: name -> (bits, C class of a vector operand, C type of a scalar operand)
TYPES = {
    "b8": (8, "vec32", "uint32_t"), "u8": (8, "vec32", "uint32_t"), "i8": (8, "vec32", "int32_t"),
    "b16": (16, "vec16", "uint16_t"), "u16": (16, "vec16", "uint16_t"), "i16": (16, "vec16", "int16_t"),
    "f16": (16, "vec16", "uint16_t"), "bf16": (16, "vec16", "uint16_t"),
    "b32": (32, "vec32", "uint32_t"), "u32": (32, "vec32", "uint32_t"), "i32": (32, "vec32", "int32_t"),
    "f32": (32, "vec32", "float"),
    "b64": (64, "vec64", "uint64_t"), "u64": (64, "vec64", "uint64_t"), "i64": (64, "vec64", "int64_t"),
    "f64": (64, "vec64", "double"),
    "b96": (96, "vec96", None), "b128": (128, "vec128", None), "b256": (256, None, None),
    "b512": (512, None, None),
    # packed in one VGPR
    "2f16": (32, "vec32", None), "2bf16": (32, "vec32", None), "2i16": (32, "vec32", None),
    "2u16": (32, "vec32", None), "2b16": (32, "vec32", None), "4u8": (32, "vec32", None),
    "4iu8": (32, "vec32", None), "8u4": (32, "vec32", None), "8iu4": (32, "vec32", None),
    "mix": (32, "vec32", None),  # f32, or either f16 half, as op_sel says
    # matrix fragments
    "16f16": (256, None, None), "16bf16": (256, None, None), "16iu8": (128, None, None),
    "16iu4": (64, None, None), "8f32": (256, None, None), "8i32": (256, None, None),
    "16f16d": (256, None, None), "16bf16d": (256, None, None),
    # memory elements of the formatted instructions, image data
    "fmt1": (0, None, None), "fmt2": (0, None, None), "fmt3": (0, None, None), "fmt4": (0, None, None),
    "img": (0, None, None),
    # bits and lane masks
    "mask": (1, "mask", None), "bit": (1, "bit", "bool"),
    # immediates of SOPP, SOPK, SMEM
    "i21": (32, None, "int32_t"), "label": (32, None, "int32_t"), "hwreg": (16, None, None),
    "msg": (16, None, None), "msgrtn": (8, None, None), "waitcnt": (16, None, None),
    "depctr": (16, None, None), "delay": (16, None, None), "opt16": (16, None, None),
    "n16": (16, None, "uint16_t"), "version": (16, None, "uint16_t"),
}
KINDS = ["none", "vgpr", "src", "ssrc", "sdst", "sbase", "soffset", "smask", "simm7", "simm16", "simm21",
         "imm32", "implicit", "vgpr9", "msg", "saddr", "vaddr", "vbufaddr", "vimgaddr", "srsrc",
         "trsrc", "ssamp"]
CLASSES = ["salu", "smem", "valu", "lds", "vmem", "branch", "other"]
IMPLICIT_ROLES = {"scc", "exec", "pc", "taken", "vccz", "execz", "status", "mode", "lane0", "neg",
                  "mem", "ret", "lds", "attr", "vcc"}
FLAGS = ["dpp", "novop3", "vop3sd", "nan", "wave", "later", "branch", "load", "store", "atomic", "rtn",
         "addr2", "stride64", "addtid", "tolds", "format", "d16", "hi", "packed", "mix", "dsthi", "wmma",
         "iclamp", "srcmods", "noflush", "trans", "permlane", "vsrc", "nolane", "bareb", "noexec", "nodpp", "dualonly",
         "gdsonly", "swizzle", "gather", "dst32", "f16const",
         "clamp", "noclamp", "omod", "nogds", "nod16", "sgpr",
         "called", "scale", "rawin", "rawout", "rne", "rtz", "nomods", "plain", "p10", "p2", "swaphalves", "m0fields"]
VALUED = ["sem", "dualx", "dualy", "n", "img", "exact", "since", "until"]
EXACT_PARTS = ["scale", "reciprocal", "sum", "product", "fmas", "fixup", "root", "power", "class", "choice", "copy"]
IMAGE_PARTS = "cbodhlrnw"  # compare, bias, offset, ...: see insts.tbl
VOP3_BASE = {"VOPC": 0, "VOP2": 256, "VOP1": 384}
WORDS = isa_table.Vocabulary(TYPES, KINDS, ("implicit", "imm32"), CLASSES, IMPLICIT_ROLES, FLAGS, VALUED,
                              r"\d+|-|gfx\w+=\d+(?:,gfx\w+=\d+)*")


def generation(path, n, chip):
    chips = [c for c, _ in WORDS.generations]
    if chip not in chips:
        fail(path, n, f"unknown generation {chip!r}: use {', '.join(chips)}")
    return chips.index(chip)


def take_opcode(path, n, r):
    """r.ops: the opcode in each generation; None: the row does not exist there, or has none (`-`)."""
    if not WORDS.generations:  # a table that names none has one
        WORDS.generations.append(("any", "any"))
    first = generation(path, n, r.val["since"]) if "since" in r.val else 0
    last = generation(path, n, r.val["until"]) if "until" in r.val else len(WORDS.generations) - 1
    if first > last:
        fail(path, n, f"{r.name} ends before it begins")
    r.generations = range(first, last + 1)
    r.ops, now = [None] * len(WORDS.generations), None
    moved = {}
    if "=" in r.opcode:
        for x in r.opcode.split(","):
            chip, op = x.split("=")
            moved[generation(path, n, chip)] = int(op)
        if min(moved) != first or max(moved) > last:
            fail(path, n, f"{r.name}: the first opcode must be that of its first generation, {WORDS.generations[first][0]}")
    elif r.opcode != "-":
        moved[first] = int(r.opcode)
    for g in r.generations:
        now = moved.get(g, now)
        r.ops[g] = now
        if now is not None and now >> r.fmt.fields["op"][1]:
            fail(path, n, f"opcode {now} does not fit in {r.fmt.fields['op'][1]} bits")
    r.op = r.ops[first]


def take_row(path, n, r):
    take_opcode(path, n, r)
    for x in r.val.get("img", ""):
        if x not in IMAGE_PARTS:
            fail(path, n, f"unknown image address part {x!r}: use {IMAGE_PARTS}")
    if r.val.get("exact", EXACT_PARTS[0]) not in EXACT_PARTS:
        fail(path, n, f"unknown part of an exact sequence {r.val['exact']!r}: use {', '.join(EXACT_PARTS)}")
    r.fn = r.val.get("sem", r.name)


def parse(path):
    WORDS.generations, WORDS.conversions = [], []
    formats, rows = isa_table.parse(path, WORDS, take_row)
    check(path, formats, rows)
    for r in rows:
        r.effects = effects(path, r)
    return formats, rows


def encodings(row, formats, gen=None):
    """Every (format name, opcode) under which a row is encoded in a generation (None: in its first one);
    variants are derived here only."""
    out = []
    f = row.fmt.name
    gen = row.generations[0] if gen is None else gen
    if gen not in row.generations:
        return out
    op = row.ops[gen]
    if op is not None:
        out.append((f, op))
    if f in VOP3_BASE and "novop3" not in row.flags:
        wide = "VOP3SD" if "vop3sd" in row.flags else "VOP3"
        out.append((wide, VOP3_BASE[f] + op))
    if "dualx" in row.val:
        out.append(("VOPDX", int(row.val["dualx"])))
    if "dualy" in row.val:
        out.append(("VOPDY", int(row.val["dualy"])))
    return out


def check(path, formats, rows):
    names, places = {r.name: r for r in rows}, {}
    for r in rows:
        for gen in r.generations:
            for enc, op in encodings(r, formats, gen):
                key = (gen, "VOP3" if enc == "VOP3SD" else enc, op)
                if key in places:
                    fail(path, r.line, f"{r.name} overlaps {places[key].name} (line {places[key].line}): {enc} {op}")
                places[key] = r
    fl = list(formats.values())
    for i, a in enumerate(fl):
        for b in fl[i + 1:]:
            both = a.mask & b.mask
            same = (a.match ^ b.match) & both == 0
            # A longer mask inside a shorter one is a sub-format (VOP1 and VOPC in VOP2, SOP1 in
            # SOP2): decoders test the longer one first. VOP3SD shares VOP3's opcode space.
            if same and a.mask == b.mask and {a.name, b.name} != {"VOP3", "VOP3SD"}:
                fail(path, b.line, f"format {b.name} overlaps {a.name}")
    for r in rows:
        if r.fn != r.name and r.fn in names and names[r.fn].fn != r.fn:
            fail(path, r.line, f"{r.name} shares {r.fn}, which shares another row's function")


# ---- what a row does besides its operands

STATE_OF_ROLE = {"scc": "scc", "exec": "exec", "x": "exec", "execz": "exec", "mode": "mode", "status": "status",
                 "vccz": "vcc", "vcc": "vcc", "pc": "pc", "taken": "pc", "lds": "lds", "attr": "lds"}
MODE_TYPES = ("f16", "bf16", "f32", "f64", "2f16", "2bf16", "mix")  # MODE rounds, flushes, clamps
WAIT_FIELDS = {"waitexp": "expcnt", "waitvdst": "depctr"}
LANE_CLASSES = ("valu", "lds", "vmem")


def has_lanes(r):
    """EXEC chooses the lanes, which operands do not say."""
    lanes = r.fmt.cls in LANE_CLASSES or r.fmt.name == "EXP"
    return lanes and bool(r.writes + r.reads) and "noexec" not in r.flags


def states_of(r, operands):
    out = set()
    for role, typ in operands:
        if role in STATE_OF_ROLE:
            out.add(STATE_OF_ROLE[role])
        elif role == "mem":
            out |= {"DS": {"lds"}, "FLAT": {"mem", "lds"}}.get(r.fmt.name, {"mem"})
        elif r.fmt.roles.get(role, ("", ""))[1] == "implicit":
            out.add("vcc")
    return out


def counters_raised(r, reads, writes):
    """By the unit that does it, manual 4.4."""
    memory = {"mem", "lds", "gds"} & (reads | writes)
    if r.fmt.name == "SMEM":
        return {"lgkmcnt"}
    if r.fmt.name == "DS":
        return {"lgkmcnt", "expcnt", "depctr"} if "gdsonly" in r.flags else {"lgkmcnt", "depctr"}
    if r.fmt.name in ("EXP", "LDSDIR"):
        return {"expcnt"}
    if r.fmt.cls == "vmem" and memory:
        out = {"vmcnt"} if "mem" in reads else set()
        if "mem" in writes:
            out |= {"vscnt"}
        return out | ({"lgkmcnt"} if r.fmt.name == "FLAT" else set()) | {"depctr"}
    return {"depctr"} if r.fmt.cls in ("valu", "salu") and r.writes else set()


def effects(path, r):
    reads, writes = states_of(r, r.reads), states_of(r, r.writes)
    if has_lanes(r):
        reads.add("exec")
    if r.fmt.cls == "valu" and "wmma" not in r.flags and any(t in MODE_TYPES for _, t in r.writes + r.reads):
        reads.add("mode")
    if r.fmt.name in ("FLAT", "SCRATCH"):
        reads.add("flat_scratch")
    if "gdsonly" in r.flags or "tolds" in r.flags or (r.fmt.name == "DS" and "addtid" in r.flags):
        reads.add("m0")
    if r.fmt.cls in ("smem", "lds", "vmem") and "flow" not in r.val and not r.state_reads | r.state_writes \
            and not r.says_none and not {"mem", "lds", "gds"} & (reads | writes):
        fail(path, r.line, f"{r.name} is a memory instruction: say what it reads and writes, or none")
    out = isa_table.Effects(path, r, reads, writes, counters_raised(r, reads | r.state_reads, writes | r.state_writes))
    out.waits |= {counter for field, counter in WAIT_FIELDS.items() if field in r.fmt.fields}
    return out


# ---- bits that an instruction does not use

FLOATS = ("f16", "bf16", "f32", "f64", "2f16", "2bf16")
SOURCE_ROLES = ("a", "b", "c", "sb", "sc")


def is_half(typ):
    return TYPES[typ][0] == 16 and TYPES[typ][1] == "vec16"


def fixed_fields(r, fmt):
    """{field: (mask, value)} of the bits of a row's fields that must hold a value.

    What is not here is used or ignored. LLVM 22 refuses the same bits, as tests/isa/llvm_diff.py
    checks; where the manual names a bit and LLVM does not, the bit is not here."""
    out, name = {}, fmt.name

    def zero(field, mask=None):
        if field in fmt.fields:
            full = (1 << fmt.fields[field][1]) - 1
            out[field] = (full if mask is None else mask, 0)

    used = {fmt.roles[x][0] for x, _ in r.writes + r.reads if x in fmt.roles}
    sources = [t for x, t in r.reads if x in SOURCE_ROLES]
    results = [t for x, t in r.writes if x == "d"]
    n = len(sources)
    unused = 7 & ~((1 << n) - 1)
    if not r.writes + r.reads:
        for f in ("simm16", "vdst", "glc", "dlc", "idxen", "offen", "tfe", "offset0", "offset1"):
            is_resource = f.startswith("offset") and "gdsonly" in r.flags  # of global wave sync
            if not is_resource and (name != "VOP3" or f == "vdst"):
                zero(f)
        if name == "VOP2":  # one dword without operands, v_illegal
            for f in ("src0", "vsrc1"):
                zero(f)
    if name in ("VOP3", "VOP3SD"):
        mods = "srcmods" in r.flags or any(t in FLOATS or is_half(t) for t in sources)
        bare = 2 if "bareb" in r.flags else 0
        zero("neg", unused | bare if mods else 7)
        zero("abs", unused | bare if mods else 7)
        from_float = any(t in FLOATS for t in sources)
        clamp = "iclamp" in r.flags or "clamp" in r.flags or from_float or any(t in FLOATS for t in results)
        if not clamp or "noclamp" in r.flags:
            zero("clamp")
        if not ("omod" in r.flags or any(t in ("f16", "f32", "f64") for t in results)) or "noclamp" in r.flags:
            zero("omod")
        halves = sum(is_half(t) << i for i, t in enumerate(sources)) | any(map(is_half, results)) << 3
        if halves:
            zero("opsel", 15 & ~halves)
    elif name == "VOP3P":
        zero("neg", unused)
        zero("neghi", unused)
        selects = "packed" in r.flags or "mix" in r.flags or any(t in ("16f16d", "16bf16d") for t in results)
        zero("opsel", unused if selects else 7)
        if "wmma" in r.flags and any(t in ("8f32", "16f16d", "16bf16d") for t in results):
            zero("clamp")
    elif name == "DS":
        for f in ("addr", "data0", "data1", "vdst"):
            if f not in used:
                zero(f)
        if "nogds" in r.flags:
            zero("gds")
        if "gdsonly" in r.flags:
            out["gds"] = (1, 1)
    elif name == "SMEM" and not results:
        zero("glc")
        zero("dlc")
    elif name in ("FLAT", "GLOBAL"):
        zero("sve")
    elif name == "MUBUF" and "atomic" in r.flags:
        zero("tfe")
    elif name == "MIMG":
        if "ssamp" not in used:
            zero("ssamp")
        if "nod16" in r.flags:
            zero("d16")
        if "n" in r.val.get("img", ""):
            for f in ("dim", "d16", "tfe", "lwe", "glc", "slc", "dlc"):
                zero(f)
            out["dmask"], out["unrm"], out["r128"] = (15, 15), (1, 1), (1, 1)
    return {f: (m, v) for f, (m, v) in out.items() if m}


def required_fields(r, fmt):
    """The fields of fixed_fields that chips look at: another value would be another operation. In the
    others a chip ignores what it has no use for."""
    out = {f for f, (_, v) in fixed_fields(r, fmt).items() if v}
    if fmt.name == "MUBUF":
        out.add("tfe")  # it is one register more
    if "nogds" in r.flags:
        out.add("gds")
    if "n" in r.val.get("img", ""):
        out.update(fixed_fields(r, fmt))
    return out


def dpp_zero(r):
    """Bits 20..23 of a DPP16 dword, neg and abs of src0 and src1, that the row has no use for."""
    sources = [t for x, t in r.reads if x in SOURCE_ROLES]
    mods = "srcmods" in r.flags or any(t in FLOATS or is_half(t) for t in sources)
    return sum(3 << (20 + 2 * i) for i in range(2) if not mods or i >= len(sources)
               or (i == 1 and "bareb" in r.flags))


def fixed_bits(r, fmt):
    """(mask, value, required) over the instruction's dwords; required: the bits that chips look at."""
    mask = value = needed = 0
    required = required_fields(r, fmt)
    for f, (m, v) in fixed_fields(r, fmt).items():
        lo = fmt.fields[f][0]
        mask |= m << lo
        value |= v << lo
        needed |= m << lo if f in required else 0
    return mask, value, needed


# ---- signatures of semantic functions

VALU_FORMATS = ("VOP1", "VOP2", "VOPC", "VOP3", "VOP3SD", "VOP3P", "VOPD", "VINTERP")
SCALAR_FORMATS = ("SOP1", "SOP2", "SOPK", "SOPC", "SOPP")


def valu_params(r):
    """(C parameter, expression over struct valu_args *x) in order."""
    out, written = [], {role for role, _ in r.writes}
    for role, typ in r.writes:
        c = TYPES[typ][1]
        if c == "mask":
            out.append(("uint32_t *co", "&x->co"))
        else:
            out.append((f"{c} *{role}", f"x->{role}"))
    for role, typ in r.reads:
        c = TYPES[typ][1]
        if role in ("mode", "lane0", "neg"):
            out.append((f"uint32_t {role}", f"x->{role}"))
        elif c == "mask":
            out.append(("uint32_t m", "x->m"))
        elif role not in written:
            out.append((f"const {c} *{role}", f"x->{role}"))
    if "iclamp" in r.flags:  # integer saturation: the function knows what overflows
        out.append(("uint32_t clamp", "x->clamp"))
    return out


def salu_params(r):
    """(C parameter, field of struct salu_args, C type, is written, is also read) in order."""
    out, written, read = [], {role for role, _ in r.writes}, {role for role, _ in r.reads}
    for role, typ in r.writes:
        out.append((role, TYPES[typ][2], True, role in read))
    for role, typ in r.reads:
        if role not in written and typ != "label":
            out.append((role, TYPES[typ][2], False, True))
    return out


def functions(rows):
    """name -> (kind, row) for every semantic function; kind: valu salu wave load store atomic."""
    out = {}
    for r in rows:
        if "later" in r.flags:
            continue
        if "wave" in r.flags:
            kind = "wave"
        elif "load" in r.flags:
            kind = "load"
        elif "store" in r.flags:
            kind = "store"
        elif "atomic" in r.flags:
            kind = "atomic"
        elif r.fmt.name in VALU_FORMATS or any(t in FLOATS for _, t in r.writes + r.reads):
            kind = "valu"  # scalar floats run on one lane
        elif r.fmt.name in SCALAR_FORMATS:
            kind = "salu"
        else:
            raise TableError(f"{r.name} (line {r.line}) has no shape: it needs wave, load, store or atomic")
        if r.fn == "mem_copy":
            kind = "load"
        if r.fn in out:
            if out[r.fn][0] != kind:
                raise TableError(f"{r.name} (line {r.line}) uses {r.fn} as {kind}, line {out[r.fn][1].line} as {out[r.fn][0]}")
            if r.name == r.fn:
                out[r.fn] = (kind, r)
        else:
            out[r.fn] = (kind, r)
    return out


PURE = ("valu", "salu", "load", "store", "atomic")
SCALAR_PARAMS = ("mode", "lane0", "neg")  # one value for all lanes
SIG_OF_BITS = {16: "SIG_V16", 64: "SIG_V64", 128: "SIG_V128"}
SCALAR_SIG_OF_BITS = {1: "SIG_BOOL", 16: "SIG_I16", 64: "SIG_I64"}


def signature(kind, r):
    """[(role, type, is read, is written)]: the parameters of a pure function in order, as in write_sem."""
    if kind in ("load", "store"):  # register and element
        return [("ROLE_d", "SIG_V32", kind == "load", True), ("ROLE_a", "SIG_V32", True, False)]
    if kind == "atomic":  # of one lane; what memory becomes is returned
        t = "SIG_I64" if atomic_type(r) == "uint64_t" else "SIG_I32"
        return [("ROLE_d", t, False, True), ("ROLE_mem", t, True, False), ("ROLE_data", t, True, False),
                ("ROLE_data1", t, True, False), ("ROLE_mode", "SIG_I32", True, False)]
    out, read = [], {role for role, _ in r.reads}
    for is_write, lst in ((True, r.writes), (False, r.reads)):
        for role, typ in lst:
            if kind == "valu":
                scalar = typ == "mask" or role in SCALAR_PARAMS
                t = "SIG_I32" if scalar else SIG_OF_BITS.get(TYPES[typ][0], "SIG_V32")
            else:
                t = SCALAR_SIG_OF_BITS.get(TYPES[typ][0], "SIG_I32")
            if is_write:
                out.append((f"ROLE_{role}", t, role in read and typ != "mask", True))
            elif not any(x[0] == f"ROLE_{role}" and x[3] and x[2] for x in out) and (kind == "valu" or typ != "label"):
                out.append((f"ROLE_{role}", t, True, False))
    if kind == "valu" and "iclamp" in r.flags:
        out.append(("SIG_ROLE_CLAMP", "SIG_I32", True, False))
    return out


def conversion_functions():
    """Those of components of formats, which are no row's: of loads, then of stores."""
    return [f"{way}_{name}" for way in ("unpack", "pack") for name in WORDS.conversions]


def write_signatures(path, rows):
    fns = functions(rows)
    order = {}
    for r in rows:
        if "later" not in r.flags and fns[r.fn][0] in PURE:
            order.setdefault(r.fn, len(order))
    with open(path, "w") as f:
        f.write("/* Generated by gen_isa.py from insts.tbl: the parameters of every pure semantic function. */\n"
                "static const struct signature signatures[] = {\n")
        for name in order:
            kind, r = fns[name]
            params = "".join(f"{{{role}, {t}, {str(rd).lower()}, {str(wr).lower()}}}, " for role, t, rd, wr in signature(kind, r))
            called = any("called" in x.flags for x in rows if x.fn == name)
            f.write(f'    {{"{name}", {str(kind == "valu").lower()}, {str(called).lower()}, {len(signature(kind, r))}, '
                    f"{{{params or '{0}'}}}}},\n")
        for name in conversion_functions():
            f.write(f'    {{"{name}", false, false, 4, {{{{ROLE_d, SIG_V32, false, true}}, {{ROLE_a, SIG_V32, true, false}}, '
                    "{ROLE_none, SIG_V32, true, false}, {ROLE_none, SIG_V32, true, false}}},\n")
        f.write(f"}};\nenum {{ FIRST_CONVERSION = {len(order)} }};\nstatic const int16_t row_signatures[] = {{" + ", ".join(
            str(order.get(r.fn, -1)) if "later" not in r.flags else "-1" for r in rows) + "};\n")


def atomic_type(r):
    for role, typ in r.reads:
        if role == "mem":
            return "uint64_t" if TYPES[typ][0] == 64 else "uint32_t"
    raise TableError(f"{r.name} (line {r.line}): an atomic reads mem")


def write_sem(path, rows):
    with open(path, "w") as f:
        f.write("/* Generated by gen_isa.py from insts.tbl: the signature of every semantic function. */\n")
        f.write("#define SEM(name) SEM_##name\n")
        for name, (kind, r) in sorted(functions(rows).items()):
            place = f"/* {r.fmt.name}, manual {r.section} */"
            if kind == "valu":
                ps = valu_params(r)
                sig = ", ".join(p for p, _ in ps) or "void"
                call = ", ".join(e for _, e in ps)
                thunk = f"void FN(x_{name})(struct valu_args *x) {{ (void)x; sem_{name}({call}); }}"
                decl = f"void FN(x_{name})(struct valu_args *);"
            elif kind == "salu":
                ps = salu_params(r)
                sig = ", ".join(f"{t} *{n}" if w else f"{t} {n}" for n, t, w, _ in ps) or "void"
                pre = " ".join(f"{t} {n} = ({t})x->{n};" for n, t, w, _ in ps if w)
                call = ", ".join(f"&{n}" if w else f"({t})x->{n}" for n, t, w, _ in ps)
                post = " ".join(f"x->{n} = ({'uint32_t' if t == 'int32_t' else 'uint64_t' if t == 'int64_t' else t}){n};"
                                for n, t, w, _ in ps if w)
                thunk = f"void FN(x_{name})(struct salu_args *x) {{ (void)x; {pre} sem_{name}({call}); {post} }}"
                decl = f"void FN(x_{name})(struct salu_args *);"
            elif kind == "wave":
                sig = "struct rdna3_wave *w, const struct rdna3_op *o"
                thunk = f"const struct rdna3_op *FN(x_{name})(struct rdna3_wave *w, const struct rdna3_op *o) {{ return sem_{name}(w, o); }}"
                decl = f"const struct rdna3_op *FN(x_{name})(struct rdna3_wave *, const struct rdna3_op *);"
            elif kind in ("load", "store"):
                sig = "vec32 *d, const vec32 *a"
                thunk = f"void FN(x_{name})(vec32 *d, const vec32 *a) {{ sem_{name}(d, a); }}"
                decl = f"void FN(x_{name})(vec32 *, const vec32 *);"
            else:
                t = atomic_type(r)
                sig = f"{t} mem, {t} data, {t} data1, uint32_t mode"
                thunk = (f"uint64_t FN(x_{name})(uint64_t mem, uint64_t data, uint64_t data1, uint32_t mode) "
                         f"{{ return sem_{name}(({t})mem, ({t})data, ({t})data1, mode); }}")
                decl = f"uint64_t FN(x_{name})(uint64_t, uint64_t, uint64_t, uint32_t);"
            ret = {"wave": "const struct rdna3_op *", "atomic": (atomic_type(r) + " ") if kind == "atomic" else ""}.get(kind, "void ")
            f.write(f"{place}\n{decl}\n#ifdef SHOAL_SEM_THUNKS\n"
                    f"#define SEM_{name} static inline {ret}sem_{name}({sig}); {thunk} static inline {ret}sem_{name}({sig})\n"
                    f"#else\n#define SEM_{name} {ret}sem_{name}({sig})\n#endif\n")
        for name in conversion_functions():
            sig = "vec32 *d, const vec32 *a, const vec32 *first, const vec32 *bits"
            f.write(f"/* Of components of formats. */\nvoid FN(x_{name})({sig});\n#ifdef SHOAL_SEM_THUNKS\n"
                    f"#define SEM_{name} void FN(x_{name})({sig})\n#else\n#define SEM_{name} void sem_{name}({sig})\n#endif\n")


def write_fn(path, rows):
    fns = functions(rows)
    with open(path, "w") as f:
        f.write("/* Generated by gen_isa.py: X(row, kind, function). */\n")
        for r in rows:
            if "later" in r.flags:
                f.write(f"X({r.name}, none, none)\n")
            else:
                f.write(f"X({r.name}, {fns[r.fn][0]}, {r.fn})\n")


def image_parts(r):
    return sum(1 << IMAGE_PARTS.index(x) for x in r.val.get("img", ""))


def color_fields(formats):
    """field name -> slot, such that the fields of one format never share a slot."""
    slots = {}
    names = []
    for f in formats.values():
        names += [x for x in f.fields if x not in names]
    for name in names:
        taken = set()
        for f in formats.values():
            if name in f.fields:
                taken |= {slots[x] for x in f.fields if x in slots}
        slots[name] = next(i for i in range(64) if i not in taken)
    return slots


def write_header(path, isa, formats, rows):
    slots = color_fields(formats)
    up = isa.upper()
    with open(path, "w") as f:
        f.write("/* Generated by gen_isa.py from insts.tbl. */\n#pragma once\n#include <stdint.h>\n#include \"shoal/shoal.h\"\n")
        f.write(f"enum {isa}_row_id {{\n" + "".join(f"    {up}_{r.name.upper()},\n" for r in rows) + f"    {up}_ROW_COUNT\n}};\n")
        f.write(f"enum {isa}_format {{\n" + "".join(f"    FMT_{x},\n" for x in formats) + "    FMT_COUNT\n};\n")
        f.write(f"/* Slots of {isa}_insn.f; the fields of one format never share one. */\nenum {isa}_field {{\n"
                + "".join(f"    F_{k} = {v},\n" for k, v in slots.items()) + f"    F_SLOTS = {max(slots.values()) + 1}\n}};\n")
        roles = []
        for x in formats.values():
            roles += [y for y in x.roles if y not in roles]
        roles += sorted(IMPLICIT_ROLES - set(roles))
        f.write(f"enum {isa}_role {{\n    ROLE_none,\n" + "".join(f"    ROLE_{x},\n" for x in roles) + "    ROLE_COUNT\n};\n")
        f.write(f"enum {isa}_type {{\n" + "".join(f"    T_{x},\n" for x in TYPES) + "    T_COUNT\n};\n")
        f.write(f"enum {isa}_kind {{\n" + "".join(f"    K_{x},\n" for x in KINDS) + "    K_COUNT\n};\n")
        f.write(f"enum {isa}_class {{\n" + "".join(f"    C_{x} = SHOAL_CLASS_{x.upper()},\n" for x in CLASSES) + "};\n")
        f.write("".join(f"#define FLAG_{x} (UINT64_C(1) << {i})\n" for i, x in enumerate(FLAGS)))
        f.write("".join(f"#define IMG_{x} {1 << i}u\n" for i, x in enumerate(IMAGE_PARTS)))
        f.write(f"enum {isa}_exact {{\n    EXACT_none,\n" + "".join(f"    EXACT_{x},\n" for x in EXACT_PARTS) + "};\n")
        f.write(f"enum {isa}_conversion {{\n" + "".join(f"    CONVERSION_{x},\n" for x in WORDS.conversions) + "    CONVERSION_COUNT\n};\n")
        f.write(f"#define {up}_CONVERSIONS(X) " + " ".join(f"X({x})" for x in WORDS.conversions) + "\n")
        chips = [c for c, _ in WORDS.generations]
        f.write(f"enum {isa}_generation {{\n" + "".join(f"    {up}_{c.upper()},\n" for c in chips) + f"    {up}_GENERATION_COUNT\n}};\n"
                f"/* X(index, chip, instruction set) */\n#define {up}_GENERATIONS(X) "
                + " ".join(f'X({i}, {c}, "{n}")' for i, (c, n) in enumerate(WORDS.generations)) + "\n")
        return roles


def unpack_expr(lo, bits):
    if lo + bits <= 32:
        return f"(w[0] >> {lo}) & {(1 << bits) - 1:#x}u"
    return f"(w[1] >> {lo - 32}) & {(1 << bits) - 1:#x}u"


def opcodes(r, formats, gen):
    """In the row's format and in VOP3; -1: none."""
    enc = dict(encodings(r, formats, gen))
    wide = enc.get("VOP3", enc.get("VOP3SD", -1)) if r.fmt.name in VOP3_BASE else -1
    return -1 if r.ops[gen] is None else r.ops[gen], wide


def write_maps(f, isa, formats, rows):
    """Opcode to row, for every format of every generation."""
    everything = []
    for gen, (chip, _) in enumerate(WORDS.generations):
        maps = {}
        for r in rows:
            for enc, op in encodings(r, formats, gen):
                maps.setdefault("VOP3" if enc == "VOP3SD" else enc, {})[op] = r
            if r.op is None and "dualonly" not in r.flags and gen in r.generations:
                maps[r.fmt.name] = {0: r}  # the format has no opcode: one row
        for enc, m in maps.items():
            if any(other.get(enc) == m for _, other in everything):
                continue  # as in an older generation
            f.write(f"static const uint16_t map_{chip}_{enc}[{max(m) + 1}] = {{" + ", ".join(
                f"[{op}] = {isa.upper()}_{r.name.upper()} + 1" for op, r in sorted(m.items())) + "};\n")
        everything.append((chip, maps))

    f.write(f"const struct {isa}_moved {isa}_moved[] = {{\n")
    for r in rows:
        for before, gen in zip(r.generations, r.generations[1:]):
            if r.ops[before] != r.ops[gen]:
                f.write(f"    {{{isa.upper()}_{r.name.upper()}, {gen}, {{%d, %d}}}},\n" % opcodes(r, formats, gen))
    f.write(f"    {{{isa.upper()}_ROW_COUNT, 0, {{0, 0}}}},\n}};\n")

    def entry(chip, maps, enc):
        first = next(name for name, other in everything if other.get(enc) == maps[enc])
        return f"{{map_{first}_{enc}, {max(maps[enc]) + 1}}}"
    f.write(f"const struct {isa}_map {isa}_maps[][FMT_COUNT] = {{\n")
    for chip, maps in everything:
        f.write("    {\n")
        for x in formats:
            src = "VOP3" if x == "VOP3SD" else x
            if src in maps and x != "VOPD":
                f.write(f"        [FMT_{x}] = {entry(chip, maps, src)},\n")
        f.write("    },\n")
    f.write("};\n")
    for half in ("x", "y"):
        f.write(f"const struct {isa}_map {isa}_map_vopd_{half}[] = {{"
                + ", ".join(entry(chip, maps, "VOPD" + half.upper()) for chip, maps in everything) + "};\n")
    f.write("\n")


def write_tables(path, isa, formats, rows, roles):
    with open(path, "w") as f:
        f.write(f'/* Generated by gen_isa.py from insts.tbl. */\n#include "isa/{isa}/{isa}.h"\n#include <stddef.h>\n\n')
        f.write(f"const char *const {isa}_type_names[] = {{" + ", ".join(f'"{x}"' for x in TYPES) + "};\n")
        f.write(f"const uint16_t {isa}_type_bits[] = {{" + ", ".join(str(v[0]) for v in TYPES.values()) + "};\n")
        f.write(f"const char *const {isa}_role_names[] = {{\"none\", " + ", ".join(f'"{x}"' for x in roles) + "};\n")
        f.write(f"const char *const {isa}_format_names[] = {{" + ", ".join(f'"{x}"' for x in formats) + "};\n\n")
        # role -> field slot and kind, per format
        f.write(f"const struct {isa}_place {isa}_places[FMT_COUNT][ROLE_COUNT] = {{\n")
        for x in formats.values():
            items = []
            for role, (field, kind) in x.roles.items():
                slot = f"F_{field}" if field in x.fields else "0xff"
                items.append(f"[ROLE_{role}] = {{{slot}, K_{kind}}}")
            f.write(f"    [FMT_{x.name}] = {{{', '.join(items)}}},\n")
        f.write("};\n\n")
        f.write(f"const struct {isa}_format_info {isa}_formats[FMT_COUNT] = {{\n")
        for x in formats.values():
            f.write(f'    [FMT_{x.name}] = {{"{x.name}", {x.match:#010x}u, {x.mask:#010x}u, {x.dwords}}},\n')
        f.write("};\n\n")
        sections = sorted({r.section for r in rows})
        f.write(f"const char *const {isa}_sections[] = {{" + ", ".join(f'"{x}"' for x in sections) + "};\n\n")
        f.write(f"const struct {isa}_row {isa}_rows[] = {{\n")
        for r in rows:
            def opnd(lst, d):
                return "".join(f"{{ROLE_{role}, T_{typ}, {d}}}, " for role, typ in lst)
            base, wide = opcodes(r, formats, r.generations[0])
            flags = " | ".join(f"FLAG_{x}" for x in FLAGS if x in r.flags) or "0"
            cls = "branch" if "branch" in r.flags else r.fmt.cls
            f.write(f'    {{"{r.name}", {flags}, FMT_{r.fmt.name}, C_{cls}, '
                    f"{sum(1 << g for g in r.generations)}, {sections.index(r.section)}, {base}, {wide}, "
                    f"{r.val.get('dualx', -1)}, {r.val.get('dualy', -1)}, {len(r.writes)}, {len(r.writes) + len(r.reads)}, "
                    f"{image_parts(r)}, {r.val.get('n', 0)}, EXACT_{r.val.get('exact', 'none')}, {len(r.name)}, {dpp_zero(r):#x}u, "
                    f"{r.effects.initialiser()}, "
                    f"{{{opnd(r.writes, 1) + opnd(r.reads, 0) or '{0, 0, 0}'}}}}},\n")
        f.write("};\n\n")
        f.write(f"const struct {isa}_number {isa}_numbers[256] = {{\n" + "".join(
            f'    {{"{n}", {len(str(n))}}},\n' for n in range(256)) + "};\n\n")
        f.write(f"const char {isa}_short_names[][16] = {{\n" + "".join(
            "    {" + ", ".join(f"'{c}'" for c in r.name[:16]) + "},\n" for r in rows) + "};\n\n")
        for x in formats.values():
            f.write(f"static const struct {isa}_field_info fields_{x.name}[] = {{" + ", ".join(
                f'{{"{k}", {lo}, {bits}, F_{k}}}' for k, (lo, bits) in x.fields.items()) + "};\n")
        f.write(f"const struct {isa}_field_list {isa}_fields[FMT_COUNT] = {{\n" + "".join(
            f"    [FMT_{x.name}] = {{fields_{x.name}, {len(x.fields)}}},\n" for x in formats.values()) + "};\n")
        f.write(f"const struct {isa}_fixed {isa}_fixed[][2] = {{\n")
        for r in rows:
            enc = dict(encodings(r, formats))
            wide = next((x for x in ("VOP3", "VOP3SD") if x in enc and r.fmt.name in VOP3_BASE), None)
            both = [fixed_bits(r, r.fmt), fixed_bits(r, formats[wide]) if wide else (0, 0, 0)]
            f.write("    {" + ", ".join(f"{{{m:#x}u, {v:#x}u, {n:#x}u}}" for m, v, n in both) + f"}}, /* {r.name} */\n")
        f.write("};\n\n")
        f.write(f"const char *{isa}_fixed_reason(unsigned format, uint64_t bits)\n{{\n    switch (format) {{\n")
        for x in formats.values():
            f.write(f"    case FMT_{x.name}:\n")
            for k, (lo, bits) in x.fields.items():
                f.write(f"        if (bits & {((1 << bits) - 1) << lo:#x}u)\n"
                        f'            return "this instruction cannot have this value in {k}";\n')
            f.write("        break;\n")
        f.write('    }\n    return "this instruction cannot have these bits";\n}\n\n')
        write_maps(f, isa, formats, rows)
        # unpack and pack
        f.write(f"void {isa}_unpack(unsigned format, const uint32_t w[2], uint32_t f[F_SLOTS])\n{{\n    switch (format) {{\n")
        for x in formats.values():
            f.write(f"    case FMT_{x.name}:\n")
            for k, (lo, bits) in x.fields.items():
                f.write(f"        f[F_{k}] = {unpack_expr(lo, bits)};\n")
            f.write("        break;\n")
        f.write("    }\n}\n\n")
        f.write(f"void {isa}_pack(unsigned format, const uint32_t f[F_SLOTS], uint32_t w[2])\n{{\n    w[0] = {isa}_formats[format].match;\n    w[1] = 0;\n    switch (format) {{\n")
        for x in formats.values():
            f.write(f"    case FMT_{x.name}:\n")
            for k, (lo, bits) in x.fields.items():
                d, s = (0, lo) if lo + bits <= 32 else (1, lo - 32)
                f.write(f"        w[{d}] |= (f[F_{k}] & {(1 << bits) - 1:#x}u) << {s};\n")
            f.write("        break;\n")
        f.write("    }\n}\n")


def main(argv):
    if len(argv) != 3:
        sys.exit(__doc__)
    table, outdir = argv[1:]
    isa = os.path.basename(os.path.dirname(os.path.abspath(table)))
    os.makedirs(outdir, exist_ok=True)
    try:
        formats, rows = parse(table)
        pages = read_pages(rows, os.path.dirname(os.path.abspath(table)), [c for c, _ in WORDS.generations])
        roles = write_header(os.path.join(outdir, f"{isa}_gen.h"), isa, formats, rows)
        write_tables(os.path.join(outdir, f"{isa}_gen.c"), isa, formats, rows, roles)
        aliases = read_aliases(os.path.join(os.path.dirname(os.path.abspath(table)), "aliases.tbl"), rows)
        write_mnemonics(os.path.join(outdir, f"{isa}_gen.h"), os.path.join(outdir, f"{isa}_gen.c"),
                        isa, rows, aliases)
        write_pages(os.path.join(outdir, f"{isa}_gen.c"), isa, rows, pages)
        write_sem(os.path.join(outdir, f"{isa}_sem.h"), rows)
        write_fn(os.path.join(outdir, f"{isa}_fn.inc"), rows)
        write_signatures(os.path.join(outdir, f"{isa}_signatures.inc"), rows)
    except TableError as e:
        sys.exit(str(e))


if __name__ == "__main__":
    main(sys.argv)
