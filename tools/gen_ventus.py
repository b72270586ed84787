#!/usr/bin/env python3
"""insts.tbl of Ventus -> C.

    gen_ventus.py src/isa/ventus/insts.tbl OUTDIR

    OUTDIR/ventus_gen.h   enums of rows, formats, fields, roles, kinds, types and flags
    OUTDIR/ventus_gen.c   descriptors, fields, decode tables, mnemonics
    OUTDIR/ventus_sem.h   the signature of every semantic function, SEM(name)
    OUTDIR/ventus_fn.inc  X(ROW, kind, function) for every row
    OUTDIR/ventus_signatures.inc  the parameters of the functions that the JIT knows (src/jit/signature.h)

The table's syntax is described at its head; isa_table.py reads it. The generator refuses words
that two rows of one dialect claim, fields over fixed bits, syntax without a role, unknown words.
"""
import json
import os
import re
import sys

sys.dont_write_bytecode = True  # runs from the source tree
import isa_table  # noqa: E402
from isa_pages import read_pages, write_pages  # noqa: E402
from isa_table import TableError, bits_of, fail, read_aliases, write_mnemonics  # noqa: E402

# Types: name -> (bits,)
TYPES = {
    "b8": (8,), "u8": (8,), "i8": (8,), "b16": (16,), "u16": (16,), "i16": (16,), "f16": (16,), "bf16": (16,),
    "2f16": (32,), "2bf16": (32,), "b32": (32,), "u32": (32,), "i32": (32,), "f32": (32,), "u64": (64,), "i64": (64,),
    "f64": (64,),
    "bool": (32,), "mask": (32,), "bit": (1,), "label": (32,), "csr": (12,), "sew": (0,), "frag": (0,),
}
KINDS = ["none", "x", "v", "xv", "acc", "vs3", "x8", "v8", "xz", "xn", "simm5", "uimm5", "shamt5", "simm8", "simm11",
         "simm12", "uimm12", "zimm5", "shamt", "imm12d", "upper20", "label13", "label21", "csr", "vtype", "rm",
         "fence", "copysize", "vmask", "num"]
CLASSES = ["salu", "smem", "valu", "lds", "vmem", "branch", "other"]
IMPLICIT = ["pc", "taken", "fenv", "mem", "lds", "mask", "rpc", "csr", "m"]
FLAGS = ["manual", "toolchain", "ours", "prefix", "later", "wave", "branch", "load", "store", "atomic",
         "flat", "global", "local", "private", "unit", "strided", "indexed", "addr64", "convergent", "fullmask",
         "immediate", "pairs"]
WORDS = isa_table.Vocabulary(TYPES, KINDS, (), CLASSES, IMPLICIT, FLAGS, ["sem", "words"], r"(?:0x)?[0-9a-f]+/(?:0x)?[0-9a-f]+",
                             name=r"[a-z][\w.]*", section=r"\w+")
FORM = re.compile(r"\.(vv|vx|vi|vf|vvm|vxm|vim|vfm|mm|v)$")
LOAD_FORMATS = ("L", "S")  # scalar loads and stores
DIALECTS = ("manual", "toolchain")
OPCODE_BITS = 7


def ident(name):
    return name.replace(".", "_")


def default_function(r):
    name = r.name
    if r.fmt.cls == "valu":
        name = re.sub(r"\.w[vx]$", ".w", FORM.sub("", name))
    return ident(name)


def take_row(path, n, r):
    r.match, r.mask = (int(x, 16) for x in r.opcode.split("/"))
    if r.match & ~r.mask:
        fail(path, n, f"match {r.match:#x} has bits outside its mask {r.mask:#x}")
    if r.mask >> 32 * r.fmt.dwords:
        fail(path, n, f"the mask has more than the {32 * r.fmt.dwords} bits of {r.fmt.name}")
    for field, pieces in r.fmt.pieces.items():
        if bits_of(pieces) & r.mask:
            fail(path, n, f"field {field} overlaps the fixed bits of {r.name}")
    if r.section not in WORDS.sections:
        fail(path, n, f"unknown section {r.section!r}")
    if r.fmt.name == "PREM" and r.val.get("words") not in ("1", "2", "3", "4"):
        fail(path, n, f"{r.name} does not say how many words a thread moves (words=1 to 4)")
    if {"manual", "toolchain"} <= r.flags:
        fail(path, n, "a row of both dialects has neither flag")
    r.fn = r.val.get("sem", default_function(r))


def dialects(r):
    return [d for d in DIALECTS if not r.flags & set(DIALECTS) or d in r.flags]


def check(path, rows):
    for i, a in enumerate(rows):
        for b in rows[i + 1:]:
            both = a.mask & b.mask & (0xffffffff if a.fmt.dwords != b.fmt.dwords else -1)
            if (a.match ^ b.match) & both == 0 and set(dialects(a)) & set(dialects(b)):
                fail(path, b.line, f"{b.name} overlaps {a.name} (line {a.line})")


def syntax_tokens(path, fmt, syntax=None, line=None):
    """A syntax line as [(kind, text)]: role, text, optional group."""
    out = []
    syntax, line = (fmt.syntax, fmt.line) if syntax is None else (syntax, line)
    if syntax is None:
        fail(path, line, f"format {fmt.name} has no syntax")
    for text in re.findall(r"\{[^}]*\}|\w+|[^\w{]+", syntax):
        if text[0] == "{":
            inside = text[1:-1]
            roles = re.findall(r"\w+", inside)
            out.append(("opt", roles))
        elif re.match(r"\w", text) and text != "v0":
            roles = [text]
            out.append(("role", text))
        else:
            roles = []
            out.append(("text", text))
        for x in roles:
            if x not in fmt.roles:
                fail(path, line, f"the syntax of {fmt.name} has no role {x!r}")
    return out


class Pseudo:
    pass


EXPANSIONS = ("constant", "address", "access", "jump")


def read_expansion(path, n, columns, by_name):
    """(name, first row, second row, how, {role of the second: register})"""
    name, *words = columns[0].split()
    for word in words:
        if word not in by_name:
            fail(path, n, f"no instruction is called {word}")
    if columns[2] not in EXPANSIONS:
        fail(path, n, f"expected {', '.join(EXPANSIONS)}, not {columns[2]!r}")
    registers = {}
    for c in columns[1].split():
        m = re.fullmatch(r"([ad])=(\d+)", c)
        if not m:
            fail(path, n, f"bad condition {c!r}")
        registers[m[1]] = int(m[2])
    if (columns[2] == "jump") != (len(registers) == 2) or len(registers) == 1:
        fail(path, n, "a jump names both registers, a and d, nothing else names any")
    first, second = (by_name[word] for word in words)
    for row, role in ((first, "d"), (second, "a")):
        if role not in row.fmt.roles:
            fail(path, n, f"{row.name} has no operand {role}")
    return name, first, second, columns[2], registers


def read_pseudo(path, rows):
    """The lines of pseudo.tbl, those of two instructions apart; see its head."""
    by_name, out, expansions = {r.name: r for r in rows}, [], []
    with open(path) as f:
        for n, line in enumerate(f, 1):
            line = line.split("#")[0].rstrip()
            if not line:
                continue
            columns = [x.strip() for x in line.split("|")]
            words = columns[0].split()
            if len(columns) == len(words) == 3:
                expansions.append(read_expansion(path, n, columns, by_name))
                continue
            if len(columns) != 4 or len(words) != 2 or columns[3] not in ("print", "read"):
                fail(path, n, "expected NAME ROW | CONDITIONS | SYNTAX | print or read")
            p = Pseudo()
            p.name, p.is_printed = words[0], columns[3] == "print"
            p.row = by_name.get(words[1])
            if p.row is None:
                fail(path, n, f"no instruction is called {words[1]}")
            p.tokens = syntax_tokens(path, p.row.fmt, columns[2], n)
            p.conditions = []
            for c in columns[1].split():
                role, _, value = c.partition("=")
                is_role = value in p.row.fmt.roles
                if role not in p.row.fmt.roles or not (is_role or re.fullmatch(r"-?\d+", value)):
                    fail(path, n, f"bad condition {c!r}")
                p.conditions.append((role, value, is_role))
            out.append(p)
    return out, expansions


# ---- what a row does besides its operands

SPACES = {"local": {"lds"}, "flat": {"mem", "lds"}, "private": {"mem", "flat_scratch"}}
STATE_OF_ROLE = {"pc": "pc", "taken": "pc", "lds": "lds", "mask": "exec", "rpc": "rpc", "csr": "csr"}
VECTOR_CLASSES = ("valu", "lds", "vmem")


def states_of(r, operands, of_environment):
    out = set()
    for role, _ in operands:
        if role in STATE_OF_ROLE:
            out.add(STATE_OF_ROLE[role])
        elif role == "fenv":
            out.add(of_environment)
        elif role == "mem":
            out |= next((s for flag, s in SPACES.items() if flag in r.flags), {"mem"})
    return out


def effects(path, r):
    """Ventus has no counters: what an instruction does is done when the next one begins."""
    reads, writes = states_of(r, r.reads, "mode"), states_of(r, r.writes, "fflags") - {"flat_scratch"}
    if "private" in r.flags and "mem" in writes:
        reads.add("flat_scratch")
    if r.fmt.cls in VECTOR_CLASSES and r.writes + r.reads:
        reads |= {"exec", "csr"}  # vl and vtype
    if "prefix" in r.flags:  # what it changes is the next instruction, which is decoded with it
        r.val.setdefault("flow", "next")
    return isa_table.Effects(path, r, reads, writes, set())


def parse(path):
    WORDS.sections.clear()
    formats, rows = isa_table.parse(path, WORDS, take_row)
    check(path, rows)
    for r in rows:
        r.effects = effects(path, r)
    for f in formats.values():
        syntax_tokens(path, f)
    return formats, rows


# ---- signatures of semantic functions

def kind_of(r):
    """none wave vec sca branch vbranch load store sload sstore atomic: the shape of a row's function."""
    scalar = r.fmt.name in LOAD_FORMATS
    if "later" in r.flags:
        return "none"
    if "wave" in r.flags:
        return "wave"
    if "atomic" in r.flags:
        return "atomic"
    if "load" in r.flags:
        return "sload" if scalar else "load"
    if "store" in r.flags:
        return "sstore" if scalar else "store"
    if "branch" in r.flags:
        return "vbranch" if r.fmt.name == "VB" else "branch"
    if r.fmt.cls == "valu":
        return "vec"
    if r.fmt.cls == "salu":
        return "sca"
    raise TableError(f"{r.name} (line {r.line}) has no shape: it needs wave, load, store or atomic")


def functions(rows):
    """name -> (kind, the row whose operands give the signature)."""
    out = {}
    for r in rows:
        kind = kind_of(r)
        if kind == "none":
            continue
        if r.fn not in out:
            out[r.fn] = (kind, r)
            continue
        other = out[r.fn]
        if other[0] != kind:
            raise TableError(f"{r.name} (line {r.line}) uses {r.fn} as {kind}, line {other[1].line} as {other[0]}")
    return out


def signature(name, kind, r):
    """(return type, parameters, declaration of the thunk, thunk)."""
    if kind == "branch":
        sig = "bool *taken, uint32_t a, uint32_t b"
        return ("void ", sig, f"void FN(x_{name})(struct branch_args *);",
                f"void FN(x_{name})(struct branch_args *x) {{ sem_{name}(&x->taken, x->a, x->b); }}")
    if kind == "wave":
        sig = "struct ventus_wave *w, const struct ventus_op *o"
        ret = "const struct ventus_op *"
        return (ret, sig, f"{ret}FN(x_{name})({sig});", f"{ret}FN(x_{name})({sig}) {{ return sem_{name}(w, o); }}")
    if kind == "vbranch":
        sig = "uint32_t *taken, const vec32 *a, const vec32 *b"
        return ("void ", sig, f"void FN(x_{name})({sig});", f"void FN(x_{name})({sig}) {{ sem_{name}(taken, a, b); }}")
    if kind in ("load", "store"):
        sig = "vec32 *d, const vec32 *a"
        return ("void ", sig, f"void FN(x_{name})({sig});", f"void FN(x_{name})({sig}) {{ sem_{name}(d, a); }}")
    if kind in ("sload", "sstore"):
        sig = "uint32_t a"
        return ("uint32_t ", sig, f"uint32_t FN(x_{name})({sig});", f"uint32_t FN(x_{name})({sig}) {{ return sem_{name}(a); }}")
    sig = "uint32_t mem, uint32_t data"
    return ("uint32_t ", sig, f"uint32_t FN(x_{name})({sig});", f"uint32_t FN(x_{name})({sig}) {{ return sem_{name}(mem, data); }}")


def write_sem(path, rows):
    with open(path, "w") as f:
        f.write("/* Generated by gen_ventus.py from insts.tbl: the signature of every semantic function. */\n"
                "#define SEM(name) SEM_##name\n")
        for name, (kind, r) in sorted(functions(rows).items()):
            f.write(f"/* {r.name}, {WORDS.sections[r.section]} */\n")
            if kind in ("vec", "sca"):  # one body for all widths of operands: exec/ says how
                f.write(f"extern const struct ventus_{'vec' if kind == 'vec' else 'scalar'} FN(x_{name});\n")
                continue
            ret, sig, decl, thunk = signature(name, kind, r)
            f.write(f"{decl}\n#ifdef SHOAL_SEM_THUNKS\n"
                    f"#define SEM_{name} static inline {ret}sem_{name}({sig}); {thunk} static inline {ret}sem_{name}({sig})\n"
                    f"#else\n#define SEM_{name} {ret}sem_ventus_{name}({sig})\n#endif\n")


def write_fn(path, rows):
    with open(path, "w") as f:
        f.write("/* Generated by gen_ventus.py: X(ROW, kind, function). */\n")
        for r in rows:
            kind = kind_of(r)
            f.write(f"X(VENTUS_{ident(r.name).upper()}, {kind}, {'none' if kind == 'none' else r.fn})\n")


# What the 32-bit form of a function has for parameters (src/jit/signature.h): role, type, is it read, is it written.
JIT_PARAMS = {
    "vec": [("VROLE_d", "SIG_V32", 0, 1), ("VROLE_a", "SIG_V32", 1, 0), ("VROLE_b", "SIG_V32", 1, 0),
            ("VROLE_c", "SIG_V32", 1, 0), ("VROLE_m", "SIG_I32", 1, 0)],
    "sca": [("VROLE_d", "SIG_I32", 0, 1), ("VROLE_a", "SIG_I32", 1, 0), ("VROLE_b", "SIG_I32", 1, 0),
            ("VROLE_pc", "SIG_I32", 1, 0)],
    "branch": [("VROLE_pc", "SIG_BOOL", 0, 1), ("VROLE_a", "SIG_I32", 1, 0), ("VROLE_b", "SIG_I32", 1, 0)],
    "vbranch": [("VROLE_mask", "SIG_I32", 0, 1), ("VROLE_a", "SIG_V32", 1, 0), ("VROLE_b", "SIG_V32", 1, 0)],
    "load": [("VROLE_d", "SIG_V32", 0, 1), ("VROLE_mem", "SIG_V32", 1, 0)],
    "store": [("VROLE_mem", "SIG_V32", 0, 1), ("VROLE_d", "SIG_V32", 1, 0)],
}


def write_signatures(path, rows):
    fns = {name: kind for name, (kind, _) in functions(rows).items() if kind in JIT_PARAMS}
    order = {name: i for i, name in enumerate(fns)}
    with open(path, "w") as f:
        f.write("/* Generated by gen_ventus.py from insts.tbl: the parameters of every function that compiled code may have. */\n"
                "static const struct signature signatures[] = {\n")
        for name, kind in fns.items():
            is_vector = str(kind not in ("sca", "branch")).lower()
            params = ", ".join(f"{{{role}, {t}, {rd}, {wr}}}" for role, t, rd, wr in JIT_PARAMS[kind])
            f.write(f'    {{"ventus_{name}", {is_vector}, true, {len(JIT_PARAMS[kind])}, {{{params}}}}},\n')
        f.write("};\nstatic const int16_t row_signatures[] = {" + ", ".join(
            str(order.get(r.fn, -1)) if kind_of(r) != "none" else "-1" for r in rows) + "};\n")


# ---- tables

def slots_of(formats):
    """field name -> slot, such that the fields of one format never share a slot."""
    slots = {}
    for name in dict.fromkeys(x for f in formats.values() for x in f.fields):
        taken = {slots[x] for f in formats.values() if name in f.fields for x in f.fields if x in slots}
        slots[name] = next(i for i in range(64) if i not in taken)
    return slots


def roles_of(formats):
    return list(dict.fromkeys([y for x in formats.values() for y in x.roles] + IMPLICIT))


def write_header(path, formats, rows):
    slots = slots_of(formats)
    with open(path, "w") as f:
        def enum(name, words, last):
            f.write(f"enum ventus_{name} {{\n" + "".join(f"    {w},\n" for w in words) + f"    {last}\n}};\n")

        f.write("/* Generated by gen_ventus.py from insts.tbl. */\n#pragma once\n#include <stdint.h>\n#include \"shoal/shoal.h\"\n")
        enum("row_id", [f"VENTUS_{ident(r.name).upper()}" for r in rows], "VENTUS_ROW_COUNT")
        enum("format", [f"VFMT_{x}" for x in formats], "VFMT_COUNT")
        f.write("/* Slots of ventus_insn.f; the fields of one format never share one. */\nenum ventus_field {\n"
                + "".join(f"    VF_{k} = {v},\n" for k, v in slots.items()) + f"    VF_SLOTS = {max(slots.values()) + 1}\n}};\n")
        enum("role", ["VROLE_none"] + [f"VROLE_{x}" for x in roles_of(formats)], "VROLE_COUNT")
        enum("type", [f"VT_{x}" for x in TYPES], "VT_COUNT")
        enum("kind", [f"VK_{x}" for x in KINDS], "VK_COUNT")
        f.write("enum ventus_class {\n" + "".join(f"    VC_{x} = SHOAL_CLASS_{x.upper()},\n" for x in CLASSES) + "};\n")
        f.write("".join(f"#define VFLAG_{x} (UINT32_C(1) << {i})\n" for i, x in enumerate(FLAGS)))


def syntax_code(tokens):
    """A syntax as C initialisers {what, role, text}."""
    out = []
    for kind, x in tokens:
        if kind == "role":
            out.append(f'{{VSYN_ROLE, VROLE_{x}, ""}}')
        elif kind == "text":
            out.append(f"{{VSYN_TEXT, 0, {json.dumps(x)}}}")
        elif len(x) == 1:
            out.append(f'{{VSYN_OPTIONAL, VROLE_{x[0]}, ""}}')
        else:  # all or none
            out += [f'{{VSYN_GROUP, VROLE_{y}, ""}}' for y in x]
    return ", ".join(out + ['{VSYN_END, 0, ""}'])


def decode_lists(rows, dialect):
    """Rows that may be a word, by its bits 6:0 and 14:12."""
    lists = [[] for _ in range(1 << (OPCODE_BITS + 3))]
    for i, r in enumerate(rows):
        if dialect not in dialects(r):
            continue
        for key in range(len(lists)):
            word = (key & 0x7f) | (key >> 7) << 12
            if (word ^ r.match) & r.mask & 0x707f == 0:
                lists[key].append(i)
    return lists


def prefixes(rows):
    return [i for i, r in enumerate(rows) if "prefix" in r.flags]


def dwords_by_opcode(path, rows):
    """How long a word is, by its bits 6:0. Where there is no instruction, 1."""
    found = {}
    for r in rows:
        if r.mask & 0x7f != 0x7f:
            fail(path, r.line, f"{r.name} does not fix bits 6:0")
        if found.setdefault(r.match & 0x7f, r.fmt.dwords) != r.fmt.dwords:
            fail(path, r.line, f"{r.name} is not as long as other words with its opcode")
    return [found.get(opcode, 1) for opcode in range(1 << OPCODE_BITS)]


def write_tables(path, table, formats, rows):
    slots = slots_of(formats)
    with open(path, "w") as f:
        f.write('/* Generated by gen_ventus.py from insts.tbl. */\n#include "isa/ventus/ventus.h"\n#include <stddef.h>\n\n')
        f.write("const char *const ventus_type_names[] = {" + ", ".join(f'"{x}"' for x in TYPES) + "};\n")
        f.write("const uint16_t ventus_type_bits[] = {" + ", ".join(str(v[0]) for v in TYPES.values()) + "};\n")
        f.write('const char *const ventus_role_names[] = {"none", ' + ", ".join(f'"{x}"' for x in roles_of(formats)) + "};\n")
        for x in formats.values():
            f.write(f"static const struct ventus_field_info fields_{x.name}[] = {{" + ", ".join(
                f'{{"{k}", VF_{k}, {len(p)}, {sum(b for _, b in p)}, {{' + ", ".join(f"{{{lo}, {b}}}" for lo, b in p) + "}}"
                for k, p in x.pieces.items()) + "};\n")
            f.write(f"static const struct ventus_syntax syntax_{x.name}[] = {{{syntax_code(syntax_tokens(table, x))}}};\n")
        f.write("const struct ventus_format_info ventus_formats[VFMT_COUNT] = {\n")
        for x in formats.values():
            places = ", ".join(f"[VROLE_{role}] = {{VF_{field}, VK_{kind}}}" for role, (field, kind) in x.roles.items())
            f.write(f'    [VFMT_{x.name}] = {{"{x.name}", {x.dwords}, {len(x.pieces)}, fields_{x.name}, syntax_{x.name}, {{{places}}}}},\n')
        f.write("};\n\nconst struct ventus_row ventus_rows[] = {\n")
        for r in rows:
            ops = "".join(f"{{VROLE_{role}, VT_{typ}, {w}}}, " for w, lst in ((1, r.writes), (0, r.reads)) for role, typ in lst)
            flags = " | ".join(f"VFLAG_{x}" for x in FLAGS if x in r.flags) or "0"
            cls = "branch" if "branch" in r.flags else r.fmt.cls
            f.write(f'    {{"{r.name}", {json.dumps(WORDS.sections[r.section], ensure_ascii=False)}, {r.match:#x}u, {r.mask:#x}u, {flags}, '
                    f"VFMT_{r.fmt.name}, VC_{cls}, {len(r.writes)}, {len(r.writes) + len(r.reads)}, {len(r.name)}, "
                    f"{r.val.get('words', 0)}, {r.effects.initialiser()}, {{{ops or '{0, 0, 0}'}}}}},\n")
        f.write("};\n\nconst uint16_t ventus_prefixes[] = {" + ", ".join(map(str, prefixes(rows))) + "};\n")
        f.write("const uint8_t ventus_dwords[] = {" + ", ".join(map(str, dwords_by_opcode(table, rows))) + "};\n")
        at, pool = [], []
        for d in DIALECTS:
            starts = []
            for lst in decode_lists(rows, d):
                starts.append(len(pool))
                pool += lst
            at.append(starts + [len(pool)])
        f.write("const uint16_t ventus_candidates[] = {" + ", ".join(map(str, pool)) + "};\n")
        f.write(f"const uint16_t ventus_candidates_at[2][{len(at[0])}] = {{\n" + "".join(
            "    {" + ", ".join(map(str, x)) + "},\n" for x in at) + "};\n")
        assert slots


def write_pseudo(source, pseudo):
    with open(source, "a") as f:
        for i, p in enumerate(pseudo):
            f.write(f"static const struct ventus_syntax pseudo_syntax_{i}[] = {{{syntax_code(p.tokens)}}};\n")
        f.write("const struct ventus_pseudo ventus_pseudos[] = {\n")
        for i, p in enumerate(pseudo):
            conditions = "".join(f"{{VROLE_{role}, {'true' if is_role else 'false'}, {('VROLE_' if is_role else '') + value}}}, "
                                 for role, value, is_role in p.conditions)
            f.write(f'    {{"{p.name}", VENTUS_{ident(p.row.name).upper()}, {str(p.is_printed).lower()}, '
                    f"pseudo_syntax_{i}, {len(p.conditions)}, {{{conditions or '{0, false, 0}'}}}}},\n")
        f.write("};\n")


def write_expansions(source, expansions):
    with open(source, "a") as f:
        f.write("const struct ventus_expansion ventus_expansions[] = {\n")
        for name, first, second, how, registers in expansions:
            rows = ", ".join(f"VENTUS_{ident(r.name).upper()}" for r in (first, second))
            f.write(f'    {{"{name}", {rows}, VEXPAND_{how}, {registers.get("a", -1)}, {registers.get("d", -1)}}},\n')
        f.write("};\n")


def main(argv):
    if len(argv) != 3:
        sys.exit(__doc__)
    table, outdir = argv[1:]
    folder = os.path.dirname(os.path.abspath(table))
    os.makedirs(outdir, exist_ok=True)
    header, source = os.path.join(outdir, "ventus_gen.h"), os.path.join(outdir, "ventus_gen.c")
    try:
        formats, rows = parse(table)
        pages = read_pages(rows, folder)
        write_header(header, formats, rows)
        write_tables(source, table, formats, rows)
        pseudo, expansions = read_pseudo(os.path.join(folder, "pseudo.tbl"), rows)
        write_pseudo(source, pseudo)
        write_expansions(source, expansions)
        with open(header, "a") as f:
            f.write(f"enum {{ VENTUS_PSEUDO_COUNT = {len(pseudo)}, VENTUS_EXPANSION_COUNT = {len(expansions)}, "
                    f"VENTUS_PREFIX_COUNT = {len(prefixes(rows))} }};\n")
        write_mnemonics(header, source, "ventus", rows, read_aliases(os.path.join(folder, "aliases.tbl"), rows))
        write_pages(source, "ventus", rows, pages)
        write_sem(os.path.join(outdir, "ventus_sem.h"), rows)
        write_fn(os.path.join(outdir, "ventus_fn.inc"), rows)
        write_signatures(os.path.join(outdir, "ventus_signatures.inc"), rows)
    except TableError as e:
        sys.exit(str(e))


if __name__ == "__main__":
    main(sys.argv)
