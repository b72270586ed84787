"""isa_pages.py: what `shoal isa` shows of instructions besides their rows, as C arrays.

Operations come from operation.tbl (isa_formula.py), hazards from hazards.tbl, whose head explains it.
"""
import json
import os
import re

from isa_formula import layout, parse, read_operations
from isa_table import fail, read_about

# ---- hazards

def written(r, *kinds):
    return any(r.fmt.roles.get(role, ("", ""))[1] in kinds for role, _ in r.writes)


def vgpr_sources(r):
    return sum(r.fmt.roles.get(role, ("", ""))[1] in ("vgpr", "vgpr9", "src") for role, _ in r.reads)


SELECTORS = {
    "all": lambda r: False,  # says nothing about one instruction, so no page lists it
    "valu": lambda r: r.fmt.cls == "valu",
    "salu": lambda r: r.fmt.cls == "salu",
    "smem": lambda r: r.fmt.cls == "smem",
    "trans": lambda r: "trans" in r.flags,
    "wmma": lambda r: "wmma" in r.flags,
    "cmpx": lambda r: any(role == "x" for role, _ in r.writes),
    "permlane": lambda r: "permlane" in r.flags or "swaphalves" in r.flags,
    "mad64": lambda r: r.fmt.cls == "valu" and any(typ in ("u64", "i64") for _, typ in r.writes) and "co" in dict(r.writes),
    "ldsdir": lambda r: r.fmt.name == "LDSDIR",
    "export": lambda r: r.fmt.name == "EXP",
    "flat": lambda r: r.fmt.name == "FLAT",
    "vector_memory": lambda r: r.fmt.cls == "vmem" or r.fmt.name == "DS",
    "vgpr": lambda r: written(r, "vgpr") or vgpr_sources(r),
    "writes_vgpr": lambda r: written(r, "vgpr"),
    "reads_vgpr": lambda r: vgpr_sources(r) > 0,
    "reads_vgprs": lambda r: vgpr_sources(r) > 1,
    "writes_sgpr": lambda r: written(r, "sdst") or any(role in ("co", "vcc") for role, _ in r.writes),
    "reads_mask": lambda r: any(typ == "mask" for _, typ in r.reads),
}


def selects(path, n, text, r):
    for words in text.split("/"):
        for w in words.split("+"):
            if w.strip() not in SELECTORS:
                fail(path, n, f"no selector is called {w.strip()!r}")
        if all(SELECTORS[w.strip()](r) for w in words.split("+")):
            return True
    return False


SHAPES = ["counter", "soon", "self", "rewrite", "split"]  # in the order of enum hazard_shape
WAITS = ["va_vdst", "vm_vsrc", "sa_sdst", "va_sdst", "va_vcc", "counters"]  # of enum hazard_wait
COUNTS = ["valu", "trans", "around", "after"]
USES = re.compile(r"(write|read|any|mask|[a-d]+)/(write|read|any|mask|[a-d]+)")


class Hazard:
    """A row of hazards.tbl: texts, and of its flags what struct isa_hazard has."""

    def __init__(self, path, n, name, flags, generations):
        self.name = name
        self.wave64 = "wave64" in flags
        self.low = "low" in flags
        shapes = [x for x in flags if x in SHAPES]
        values = dict(x.split("=", 1) for x in flags if "=" in x)
        if len(shapes) != 1 or any("=" not in x and x not in ["wave64", "low"] + SHAPES for x in flags):
            fail(path, n, f"{name} needs one shape ({', '.join(SHAPES)}), and no flags but wave64, low and values")
        self.shape = SHAPES.index(shapes[0])
        self.counts = [int(values.pop(x, 0)) for x in COUNTS]
        ends = values.pop("ends", "")
        share = values.pop("share", "")
        until = values.pop("until", "")
        if values or (share and not USES.fullmatch(share)) or any(w not in WAITS for w in ends.split(",") if w) or \
                (until and until not in generations):
            fail(path, n, f"unknown value of {name}")
        self.ends = sum(1 << WAITS.index(w) for w in ends.split(",") if w)
        self.uses = share.split("/") if share else ["", ""]
        self.generations = (1 << (generations.index(until) + 1 if until else max(len(generations), 1))) - 1


def read_hazards(path, rows, generations):
    """Hazards with the rows that are FIRST and THEN in them; [] without the file."""
    out = []
    if not os.path.exists(path):
        return out
    with open(path) as f:
        for n, line in enumerate(f, 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = [re.sub(r"\s+", " ", p).strip() for p in line.split("|")]
            if len(parts) != 7 or not all(parts):
                fail(path, n, "expected NAME FLAGS | FIRST | THEN | WHERE | UNTIL | REMEDY | SOURCE")
            name, *flags = parts[0].split()
            h = Hazard(path, n, name, flags, generations)
            h.where, h.until, h.remedy, h.source = parts[3:]
            h.first = {i for i, r in enumerate(rows) if selects(path, n, parts[1], r)}
            h.then = {i for i, r in enumerate(rows) if selects(path, n, parts[2], r)}
            if not h.first:
                fail(path, n, f"no instruction is the first of {h.name}")
            out.append(h)
    if len(out) > 16:
        fail(path, 0, "more than 16 hazards, one for each bit of uint16_t")
    return out


# ---- where the elements of matrices are

def number(e, names):
    """A whole number, of an expression over whole numbers."""
    if e[0] == "num":
        return e[1]
    if e[0] == "name":
        return names[e[1]]
    x = [number(a, names) for a in e[1:]]
    return {"+": lambda a, b: a + b, "*": lambda a, b: a * b, "/": lambda a, b: a // b, "%": lambda a, b: a % b}[e[0]](*x)


def fragment_places(tree, lanes):
    """{(operand, lane, element): "A[n][3]"} of the statements `let A(i, k) = a@LANE[ELEMENT]`; n: lane % 16."""
    names, out = {"lanes": lanes, "h": 0}, {}
    for s in tree:
        if s[0] == "=" and s[1][0][1] == "rows":
            names["rows"] = number(s[2][0], names)
        if s[0] != "let" or s[3][0] != "index":
            continue
        _, matrix, (row, column), (_, (_, (_, operand), lane), element) = s
        for i in range(16):
            for j in range(16):
                at = dict(names, **{row: i, column: j})
                n = number(lane, at)
                place = [("n" if matrix == "A" else i, j), (i, "n")][matrix != "A"]
                out[operand, n, number(element, at)] = f"{matrix}[{place[0]}][{place[1]}]"
                assert n % 16 == (i if matrix == "A" else j)
    return out


def joined(names):
    """A[n][0] A[n][1] as A[n][0..1]."""
    split = [re.fullmatch(r"(.*\[)(\d+)(\].*)", x) for x in names]
    if len(names) < 2 or not all(split) or len({(m[1], m[3]) for m in split}) > 1:
        return names
    return [f"{split[0][1]}{split[0][2]}..{split[-1][2]}{split[0][3]}"]


def fragments(r, formula):
    """A table for each wave size: what every register of the operands holds; "" of other instructions."""
    if "wmma" not in r.flags:
        return ""
    lines, types = [], dict(r.reads)
    for lanes in (32, 64):
        places = fragment_places(parse(formula), lanes)
        heads, columns = [], []
        for operand in "abc":
            elements = [e for o, _, e in places if o == operand]
            bits = {"f": 16, "b": 16, "i": 4}[re.sub(r"\d", "", types[operand])[0]]
            bits = 8 if types[operand] == "16iu8" else 32 if types[operand] in ("8f32", "8i32") else bits
            each = 32 // bits
            groups = sorted({n // 16 for o, n, _ in places if o == operand})
            for g in groups:
                heads.append(f"{'c, d' if operand == 'c' else operand} in lanes {16 * g}-{16 * g + 15}")
                columns.append([" ".join(joined([places.get((operand, 16 * g, reg * each + k), "-") for k in range(each)]))
                                for reg in range(max(elements) // each + 1)])
        widths = [max(map(len, [h] + c)) for h, c in zip(heads, columns)]
        lines.append(f"wave{lanes}; n = lane % 16; lowest bits first")
        lines.append("VGPR  " + "  ".join(h.ljust(w) for h, w in zip(heads, widths)).rstrip())
        for reg in range(max(map(len, columns))):
            cells = [(c[reg] if reg < len(c) else "").ljust(w) for c, w in zip(columns, widths)]
            lines.append(f"  +{reg}  " + "  ".join(cells).rstrip())
        lines.append("A and B: lanes 16 and up hold copies of lanes 0 to 15.")
    if any("h = opsel[2]" in x for x in [formula]):
        lines.append("C and D are in the low halves; with op_sel:[0,0,1] in the high ones. The other halves are kept.")
    return "\n".join(lines)


# ---- output

class Pool:
    """Texts behind each other, each once: offsets need no relocation."""
    def __init__(self):
        self.at, self.size = {}, 0

    def add(self, text):
        if text not in self.at:
            self.at[text] = self.size
            self.size += len(text.encode()) + 1
        return self.at[text]

    def write(self, f, name):
        f.write('#pragma clang diagnostic ignored "-Woverlength-strings"\n')
        f.write(f"const char {name}[] =\n" + "".join(f"    {quoted(t)}\n" for t in self.at) + "    ;\n")


def quoted(text):
    return json.dumps(text, ensure_ascii=False)[:-1] + '\\0"'


def read_pages(rows, folder, generations=()):
    """What write_pages takes: sentences, operations and hazards."""
    return (read_about(os.path.join(folder, "about.tbl"), rows), read_operations(os.path.join(folder, "operation.tbl"), rows),
            read_hazards(os.path.join(folder, "hazards.tbl"), rows, list(generations)))


def write_pages(source, isa, rows, pages):
    """Appends to the generated C file."""
    about, operations, hazards = pages
    pool = Pool()
    with open(source, "a") as f:
        f.write(f'\n#include "isa/page.h"\n#include "isa/{isa}/describe.h"\n')
        rare = [[pool.add(t) for t in (operations[r.name][1], fragments(r, operations[r.name][0]))] for r in rows]
        assert pool.size < 1 << 16  # they are in 16 bits
        f.write(f"const struct isa_page_text {isa}_page_texts[] = {{\n")
        for r, (precision, table) in zip(rows, rare):
            f.write(f"    {{{precision}, {table}, {pool.add(about.get(r.name, ''))}, "
                    f"{pool.add(layout(operations[r.name][0]))}}}, /* {r.name} */\n")
        f.write("};\n")
        pool.write(f, f"{isa}_page_pool")
        if not hazards:
            return
        f.write(f"const struct isa_hazard {isa}_hazards[] = {{\n")
        for h in hazards:
            texts = [json.dumps(x) for x in (h.name, h.where, h.until, h.remedy, h.source)]
            valu, trans, around, after = h.counts
            numbers = [str(h.wave64).lower(), valu, trans, h.shape, h.ends, around, after, h.generations, str(h.low).lower()]
            uses = [json.dumps(x) if x else "0" for x in h.uses]
            f.write("    {" + ", ".join(map(str, texts + numbers + uses)) + "},\n")
        f.write("    {0},\n};\n")
        for which in ("first", "then"):
            masks = [sum((i in getattr(h, which)) << k for k, h in enumerate(hazards)) for i in range(len(rows))]
            f.write(f"const uint16_t {isa}_hazard_{which}[] = {{" + ", ".join(map(hex, masks)) + "};\n")
