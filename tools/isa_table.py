"""isa_table.py: reading insts.tbl, about.tbl and aliases.tbl, for the generators of all instruction sets.

What an instruction set's table may say is a Vocabulary; what it means is the generator's:
gen_isa.py for RDNA3, gen_ventus.py for Ventus. The syntax is described at the head of each table.
"""
import os
import re


# What rows say besides their operands; src/isa/effects.h explains each, in the same order.
STATES = ["scc", "vcc", "exec", "mode", "m0", "pc", "status", "flat_scratch", "hwreg", "mem", "lds", "gds",
          "sgprs", "vgprs", "fflags", "csr", "rpc", "stack"]
FLOWS = ["next", "branch", "call", "return", "end", "barrier", "pause", "wait", "hint", "message", "halt", "fault"]
COUNTERS = ["vmcnt", "vscnt", "lgkmcnt", "expcnt", "depctr"]
SYNCS = ["l0", "l1", "grid"]
EFFECT_VALUES = ["flow", "raises", "waits", "syncs"]


class TableError(Exception):
    """A mistake in the table, with its place."""


def fail(path, line, text):
    raise TableError(f"{path}:{line}: {text}")


class Vocabulary:
    """The words of one instruction set's table.

    types     name -> (bits, ...), the rest is the generator's
    kinds     how a field holds an operand; fieldless: those of them that need no field
    implicit  roles that no field holds
    flags, valued   words of a row's third column, alone or as KEY=VALUE; EFFECT_VALUES are always known
    opcode    a regular expression for a row's second column
    """

    def __init__(self, types, kinds, fieldless, classes, implicit, flags, valued, opcode, name=r"[a-z]\w*",
                 section=r"[\d.]+"):
        self.sections = {}  # of the lines `section KEY TITLE`
        self.generations = []  # of the lines `generation CHIP NAME`, the oldest first
        self.conversions = []  # of the lines `conversion NAME ...`
        self.types, self.kinds, self.fieldless, self.classes = types, kinds, fieldless, classes
        self.implicit, self.flags, self.valued = implicit, flags, valued + EFFECT_VALUES
        self.row = re.compile(rf"^(?P<name>{name})\s+(?P<op>{opcode})\s+(?P<ops>[^|]*)\|(?P<flags>[^|]*)"
                              rf"\|\s*(?P<man>{section})\s*$")


class Format:
    def __init__(self, name, dwords, match, mask, cls, line):
        self.name, self.dwords, self.match, self.mask, self.cls, self.line = name, dwords, match, mask, cls, line
        self.fields = {}  # name -> (first bit, bits)
        self.pieces = {}  # name -> [(first bit, bits), ...], the value's lowest bits first
        self.roles = {}   # name -> (field, kind)
        self.syntax = None


class Row:
    pass


def parse_format(words_of, path, n, words):
    kv = dict(w.split("=", 1) for w in words[2:])
    match, mask = (int(x, 0) for x in kv.get("match", "0/0").split("/"))
    if match & ~mask:
        fail(path, n, f"match {match:#x} has bits outside its mask {mask:#x}")
    if kv["class"] not in words_of.classes:
        fail(path, n, f"unknown class {kv['class']}")
    return Format(words[1], int(kv["dwords"]), match, mask, kv["class"], n)


def bits_of(pieces):
    return sum(((1 << bits) - 1) << lo for lo, bits in pieces)


def parse_fields(path, n, fmt, words):
    for w in words[1:]:
        name, place = w.split("=")
        pieces = [tuple(map(int, x.split(":"))) for x in place.split("+")]
        span = 0
        for lo, bits in pieces:
            if lo + bits > 32 * fmt.dwords:
                fail(path, n, f"field {name} ends at bit {lo + bits}, {fmt.name} has {32 * fmt.dwords}")
            if span & bits_of([(lo, bits)]):
                fail(path, n, f"field {name} overlaps itself")
            span |= bits_of([(lo, bits)])
        if span & fmt.mask:
            fail(path, n, f"field {name} overlaps the fixed bits of {fmt.name}")
        for other, taken in fmt.pieces.items():
            if span & bits_of(taken):
                fail(path, n, f"field {name} overlaps field {other}")
        fmt.fields[name] = (pieces[0][0], sum(bits for _, bits in pieces))
        fmt.pieces[name] = pieces


def parse_roles(words_of, path, n, fmt, words):
    for w in words[1:]:
        role, place = w.split("=")
        field, kind = place.split(":")
        if kind not in words_of.kinds:
            fail(path, n, f"unknown operand kind {kind!r}")
        if kind not in words_of.fieldless and field not in fmt.fields:
            fail(path, n, f"role {role} names no field of {fmt.name}: {field}")
        fmt.roles[role] = (field, kind)


def parse_operand(words_of, path, n, fmt, text):
    if ":" not in text:
        fail(path, n, f"operand {text!r} needs a type, like a:f32")
    role, typ = text.split(":")
    if typ not in words_of.types:
        fail(path, n, f"unknown type {typ!r}")
    if role not in fmt.roles and role not in words_of.implicit:
        fail(path, n, f"{fmt.name} has no role {role!r}")
    return role, typ


def parse_row(words_of, path, n, fmt, line):
    m = words_of.row.match(line)
    if not m:
        fail(path, n, "not a row: NAME OP WRITES <- READS | FLAGS | SECTION")
    r = Row()
    r.name, r.fmt, r.line, r.section, r.opcode = m["name"], fmt, n, m["man"], m["op"]
    if "<-" not in m["ops"]:
        fail(path, n, "operands need '<-' between writes and reads")
    w, rd = m["ops"].split("<-")
    r.writes = [parse_operand(words_of, path, n, fmt, x) for x in w.split() if x not in STATES]
    r.reads = [parse_operand(words_of, path, n, fmt, x) for x in rd.split() if x not in STATES and x != "none"]
    r.state_writes = {x for x in w.split() if x in STATES}
    r.state_reads = {x for x in rd.split() if x in STATES}
    r.says_none = "none" in rd.split()
    r.flags, r.val = set(), {}
    for f in m["flags"].split():
        key, _, value = f.partition("=") if "=" in f else f.partition(":")
        if f in words_of.flags:
            r.flags.add(f)
        elif key in words_of.valued and value:
            r.val[key] = value
        else:
            fail(path, n, f"unknown flag {f!r}")
    return r


def words_of_row(path, r, key, known, what):
    out = set(r.val[key].split(","))
    for x in out - set(known) - {"none"}:
        fail(path, r.line, f"{r.name}: unknown {what} {x!r}: use {', '.join(known)} or none")
    return out - {"none"}


def counters_of(path, r, key):
    return words_of_row(path, r, key, COUNTERS, "counter")


class Effects:
    """What a row does besides giving its operands values: reads and writes of STATES, one of FLOWS,
    whether a branch is conditional, the COUNTERS that it raises and waits for, and how it SYNCS waves."""

    def __init__(self, path, r, reads, writes, raises):
        self.reads, self.writes = reads | r.state_reads, writes | r.state_writes
        self.conditional = False
        self.raises = counters_of(path, r, "raises") if "raises" in r.val else raises
        self.waits = counters_of(path, r, "waits") if "waits" in r.val else set()
        self.syncs = words_of_row(path, r, "syncs", SYNCS, "way to synchronise") if "syncs" in r.val else set()
        self.flow = self.flow_of(path, r)
        if self.flow == "wait" and not self.waits:
            fail(path, r.line, f"{r.name} waits, and does not say for which counter (waits=...)")
        derived = {"exec", "mode"}  # from the format and from types: that says little about such a function
        says = r.says_none or r.state_reads or r.state_writes or (self.reads | self.writes) - derived
        if "wave" in r.flags and "flow" not in r.val and not says:
            fail(path, r.line, f"{r.name} works on the whole wave: say which state it reads and writes, or none")
        if r.says_none and r.state_reads | r.state_writes:
            fail(path, r.line, f"{r.name} says none, and names state")

    def flow_of(self, path, r):
        written = {role for role, _ in r.writes}
        flow = r.val.get("flow", "branch" if "taken" in written else None)
        if flow == "branch":  # what it depends on besides the distance
            self.conditional = bool(r.state_reads) or any(typ != "label" and role != "pc" for role, typ in r.reads)
        if flow:
            if flow not in FLOWS:
                fail(path, r.line, f"{r.name}: unknown flow {flow!r}: use {', '.join(FLOWS)}")
            return flow
        if "pc" in written:
            return "call" if "d" in written else "return"
        if not written and not self.writes and r.fmt.name != "EXP":
            fail(path, r.line, f"{r.name} writes nothing, and does not say what it is to control flow (flow=...)")
        return "next"

    def initialiser(self):
        def bits(words, prefix):
            return " | ".join(f"{prefix}_{w.upper()}" for w in words) or "0"
        return "{" + ", ".join([
            bits([w for w in STATES if w in self.reads], "STATE"), bits([w for w in STATES if w in self.writes], "STATE"),
            f"FLOW_{self.flow.upper()}", str(self.conditional).lower(),
            bits([w for w in COUNTERS if w in self.raises], "COUNTER"),
            bits([w for w in COUNTERS if w in self.waits], "COUNTER"),
            bits([w for w in SYNCS if w in self.syncs], "SYNC")]) + "}"


def parse(path, words_of, take_row):
    """(formats by name, rows). take_row(path, line number, row) settles the row's opcode."""
    formats, rows, fmt = {}, [], None
    with open(path) as f:
        for n, line in enumerate(f, 1):
            line = line.split("#")[0].rstrip()
            if not line.strip():
                continue
            words = line.split()
            if words[0] == "section":
                words_of.sections[words[1]] = line.split(None, 2)[2]
            elif words[0] == "generation":
                if len(words) != 3 or words[1] in (chip for chip, _ in words_of.generations):
                    fail(path, n, "expected `generation CHIP NAME`, each chip once")
                words_of.generations.append((words[1], words[2]))
            elif words[0] == "conversion":
                words_of.conversions += words[1:]
                if len(set(words_of.conversions)) != len(words_of.conversions):
                    fail(path, n, "each conversion once")
            elif words[0] == "format":
                fmt = parse_format(words_of, path, n, words)
                if fmt.name in formats:
                    fail(path, n, f"format {fmt.name} is already on line {formats[fmt.name].line}")
                formats[fmt.name] = fmt
            elif fmt is None:
                fail(path, n, "a format must come first")
            elif words[0] == "field":
                parse_fields(path, n, fmt, words)
            elif words[0] == "role":
                parse_roles(words_of, path, n, fmt, words)
            elif words[0] == "syntax":
                fmt.syntax = line.split(None, 1)[1] if len(words) > 1 else ""
            else:
                r = parse_row(words_of, path, n, fmt, line)
                take_row(path, n, r)
                rows.append(r)
    names = {}
    for r in rows:
        if r.name in names:
            fail(path, r.line, f"{r.name} is already on line {names[r.name].line}")
        names[r.name] = r
    return formats, rows


# ---- what instructions do, in words

def word(maps, name, group):
    table = maps[name]
    key = "none" if group is None else group
    return (table[key] if key in table else table["*"]).replace("_", " ").replace("*", key)


def read_about(path, rows):
    """{row name: sentence}; see the head of about.tbl."""
    maps, patterns, out = {}, [], {}
    if not os.path.exists(path):
        return out
    with open(path) as f:
        for n, line in enumerate(f, 1):
            line = line.rstrip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("words "):
                name, *pairs = line.split()[1:]
                for p in pairs:
                    key, eq, text = p.partition("=")
                    if not eq:
                        fail(path, n, f"expected key=text, found {p!r}")
                    maps.setdefault(name, {})[key] = text
            else:
                pattern, bar, sentence = line.partition(" | ")
                if not bar or not sentence.strip():
                    fail(path, n, "expected PATTERN | SENTENCE")
                patterns.append([n, re.compile(pattern.strip()), sentence.strip(), False])
    for r in rows:
        for p in patterns:
            m = p[1].fullmatch(r.name)
            if not m:
                continue
            p[3] = True
            try:
                out[r.name] = re.sub(r"\{(\d)(?::(\w+))?\}", lambda x: m[int(x[1])] if not x[2]
                                     else word(maps, x[2], m[int(x[1])]), p[2])
            except (KeyError, IndexError) as e:
                fail(path, p[0], f"{r.name}: no word for {e}")
            break
        else:
            fail(path, 0, f"no sentence for {r.name}")
    for n, pattern, _, used in patterns:
        if not used:
            fail(path, n, f"{pattern.pattern} is used by no row")
    return out


# ---- mnemonics, for the assembler

MNEMONIC_FACTOR = 0x9E3779B97F4A7C15


def read_aliases(path, rows):
    """(alias, row index) of each line `ALIAS ROW`; a table without the file has none."""
    index, out = {r.name: i for i, r in enumerate(rows)}, []
    if not os.path.exists(path):
        return out
    with open(path) as f:
        for n, line in enumerate(f, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if len(words) != 2 or words[1] not in index:
                fail(path, n, "expected ALIAS ROW, with ROW of the instruction table")
            if words[0] in index or words[0] in (a for a, _ in out):
                fail(path, n, f"{words[0]} is a name already")
            out.append((words[0], index[words[1]]))
    return out


def mnemonic_hash(name):
    data, h = name.encode(), len(name)
    for i in range(0, len(data), 8):
        h = (h ^ int.from_bytes(data[i:i + 8], "little")) * MNEMONIC_FACTOR & (1 << 64) - 1
        h ^= h >> 32
    return h


def write_mnemonics(header, source, isa, rows, aliases):
    names = sorted([(r.name, i) for i, r in enumerate(rows)] + aliases)
    size = 1
    while size < 3 * len(names):
        size *= 2
    slots = [0] * size
    for k, (name, _) in enumerate(names):
        at = mnemonic_hash(name) & (size - 1)
        while slots[at]:
            at = (at + 1) & (size - 1)
        slots[at] = k + 1
    up = isa.upper()
    with open(header, "a") as f:
        f.write(f"enum {{ {up}_MNEMONIC_COUNT = {len(names)}, {up}_MNEMONIC_SLOTS = {size} }};\n"
                f"#define {up}_MNEMONIC_FACTOR UINT64_C({MNEMONIC_FACTOR:#x})\n")
    with open(source, "a") as f:
        f.write(f'\n#include "isa/{isa}/mnemonic.h"\nconst struct {isa}_mnemonic {isa}_mnemonics[] = {{\n'
                + "".join(f'    {{"{n}", {r}, {len(n)}}},\n' for n, r in names) + "};\n")
        f.write(f"const uint16_t {isa}_mnemonic_slots[] = {{" + ",".join(map(str, slots)) + "};\n")
