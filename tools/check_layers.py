#!/usr/bin/env python3
"""check_layers: includes point one way, and instructions are known where they are described
(docs/architecture.md, rules 1 and 4).

    check_layers.py [ROOT]

    runtime -> the public headers only        cli, observe -> these and base
    api -> check, engine, image, isa, base        check -> engine, image, isa, base (no folder of one ISA)
    engine -> image, isa, base (no folder of one ISA)
    engine -> jit/jit.h alone, check -> jit/shadow.h alone: interfaces of the module that the engine loads
    jit -> isa, base (no folder of one ISA)    image -> isa, base        isa -> base
    isa/NAME/jit -> jit, isa, base: what an instruction set brings to the compiler

    in jit: interface <- analysis <- emission <- direct <- module (JIT_ROOMS; docs/jit.md says what each knows)

and never come back: a unit (a header with the .c file of the same name) does not include what includes
it, directly or by way of others.

The id of a row (RDNA3_S_ENDPGM) stands in its instruction set's table, in what is generated from it,
and in sem/, nowhere else: who needs to know something of an instruction asks the row (isa/effects.h) or
its steps (jit/walk.h). In jit/ and check/ there is no name of an instruction set's own at all, and in
check/ neither are counters (vmcnt) nor registers (vcc_lo) of one: struct isa_waits and the hooks of struct
isa_exec tell them.

The names of chips (gfx1100) stand in the registry (isa/registry.c), in the numbers that LLVM gives to
processors (image/target.c), in an instruction set's folder and in the help of the command line, nowhere
else in code; comments may name them as witnesses. The engine does not name AMDHSA, the way in which one
maker's kernels are described: that is the instruction set's (isa/NAME/launch.h).

usage: check_layers.py [--self-test] [ROOT]   ROOT: a tree with a folder src; the project by default
"""

import argparse
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOWED = {
    "base": set(),
    "isa": {"base"},
    "image": {"base", "isa"},
    "engine": {"base", "isa", "image"},
    "jit": {"base", "isa"},
    "check": {"base", "isa", "image", "engine"},
    "api": {"base", "isa", "image", "engine", "check"},
    "observe": {"base"},
    "runtime": set(),
    "cli": {"base"},
}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
# Of the compiler's module, which is loaded.
MODULE_INTERFACES = {("engine", "jit/jit.h"), ("check", "jit/shadow.h")}
ROW = re.compile(r"([a-z][\w.]*)\s+(?:\d+|-|(?:0x)?[0-9a-f]+/(?:0x)?[0-9a-f]+)\s[^|]*<-")
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)


# The rooms of the compiler, from the bottom up; a file includes its own room's and those before it.
JIT_ROOMS = [
    {"jit", "signature", "steps", "semantics", "steps_write", "semlib"},
    {"varset", "op", "region", "isa", "constants", "waiting", "walk", "form", "rounding", "flat", "jumps", "origins", "functions", "copies", "liveness", "shadow", "shape", "depends", "maker", "teams", "batch", "seek", "lanes", "cfg"},
    {"emitter", "costs", "phis", "build", "quads", "bits", "fold", "sure_way", "dead", "need", "common", "dot", "half", "long_way", "extreme", "quotient", "host_form", "masks", "spread", "flow", "registers", "inactive", "adapt", "address", "anywhere", "pattern", "rows", "batch_rows", "held", "team", "team_ops", "loop", "behind", "forward", "lookup", "spaced", "tile", "across", "place", "known", "stay", "slots", "sweep", "ways", "weave", "writeback", "call", "inspect", "gather", "emit_half", "emit_round",
     "emit_steps", "nan_group", "mend", "settle", "emit_nan", "compute", "emit_entry", "relay", "emit_team", "emit_batch", "lane", "emit_lanes", "emit_seek", "emit"},
    {"machine", "ops", "encode", "select", "select_call", "select_constant", "select_flow", "select_half", "select_host", "select_memory", "select_scalar", "select_shuffle", "select_vector", "narrow", "narrow_parts", "narrow_mask", "narrow_move", "narrow_op", "layout", "order", "allocate",
     "moves", "finish", "direct"},
    {"link", "listing", "handlers", "compile"},
]

# What the compiler and its build tool find instruction sets by.
JIT_LISTS = {"src/isa/jit_sets.c", "src/isa/jit_signatures.c"}


def row_ids(root):
    """{instruction set: ids of its rows}"""
    out = {}
    for table in sorted((root / "src/isa").glob("*/insts.tbl")):
        name = table.parent.name
        rows = (ROW.match(line) for line in table.read_text(encoding="utf-8").splitlines())
        out[name] = {f"{name}_{m[1]}".replace(".", "_").upper() for m in rows if m}
    return out


def layer_of(parts):
    """The first folder below src, but of an instruction set's part of the compiler."""
    return "isa/jit" if parts[0] == "isa" and len(parts) > 3 and parts[2] == "jit" else parts[0]


def includes(layer, text):
    base = layer.split("/")[0]
    allowed = ALLOWED[base] | ({"jit"} if layer == "isa/jit" else set())
    for name in INCLUDE.findall(text):
        target = name.split("/")[0] if "/" in name else base
        if (layer, name) in MODULE_INTERFACES:
            continue
        if target in ALLOWED and target != base and target not in allowed:
            yield f"{layer} must not include {name}"
        if layer in ("engine", "api", "image", "jit", "check") and re.match(r"isa/[^/]+/", name) and not name.startswith("isa/exec/"):
            yield f"{layer} must not know one instruction set: {name}"
        if "llvm-c/" in name and layer not in ("jit", "isa/jit"):
            yield f"LLVM headers belong to jit: {name}"


def room_of(name):
    """The number of a compiler's file in JIT_ROOMS; None: it is in none."""
    return next((i for i, room in enumerate(JIT_ROOMS) if name in room), None)


def rooms(relative, text):
    own = room_of(relative.stem)
    if own is None:
        yield "is in no room of JIT_ROOMS in tools/check_layers.py"
        return
    for name in INCLUDE.findall(text):
        target = room_of(pathlib.Path(name).stem) if name.startswith("jit/") else None
        if target is not None and target > own:
            yield f"must not include {name}, of a later room of the compiler (docs/jit.md)"
        elif relative.parent.name == "direct" and not name.startswith("jit/direct/") and name.split("/")[0] in ALLOWED:
            yield f"must not include {name}: the direct back end knows LLVM's IR and nothing of Shoal (docs/jit.md)"


FOLDED = re.compile(r"\bLLVMBuild(And|Or|Xor|Shl|LShr)\b")
WITH_VECTORS = ("src/jit/adapt.c", "src/jit/emit_steps.c")


def folded(relative, text):
    """Logic on vectors of values goes through fold_binary, which knows what LLVM makes wrong of it (docs/jit.md)."""
    if relative.as_posix() in WITH_VECTORS:
        for op in sorted(set(FOLDED.findall(COMMENT.sub(" ", text)))):
            yield f"must not call LLVMBuild{op}: vectors go through fold_binary (jit/fold.h)"


def names(relative, text, ids):
    own = relative.parts[2] if relative.parts[:2] == ("src", "isa") and len(relative.parts) > 3 else None
    for isa, rows in ids.items():
        if relative.parts[1] in ("jit", "check"):
            for word in sorted(set(re.findall(rf"(?<![\w/]){isa}\w*", COMMENT.sub(" ", text), re.I))):
                yield f"{relative.parts[1]} must not know one instruction set: {word}"
            continue
        if isa == own and relative.parts[3] == "sem":
            continue
        found = [word for word in re.findall(rf"\b{isa.upper()}_\w+", text) if word in rows]
        if found:
            yield f"names rows: {', '.join(sorted(set(found))[:4])}; ask the row (isa/effects.h)"


REGISTER = re.compile(r"\b(?:vcc(?:_lo|_hi)?|exec_lo|exec_hi|m0)\b|\bSRC_\w+")
CHIP = re.compile(r"gfx\d+\w*", re.I)
WITH_CHIPS = ("src/isa/registry.c", "src/image/target.c")


def chips(relative, text):
    """Names of chips, and of a launch ABI, where nobody knows them."""
    code = COMMENT.sub(" ", text)
    own = relative.parts[:2] == ("src", "cli") or (relative.parts[:2] == ("src", "isa") and len(relative.parts) > 3)
    if not own and str(relative) not in WITH_CHIPS:
        for word in sorted(set(CHIP.findall(code))):
            yield f"names the chip {word}: ask the registry (shoal/chip.h, isa/registry.h)"
    if relative.parts[1] == "engine" and re.search("amdhsa", code, re.I):
        yield "names AMDHSA: ask the instruction set (struct isa_exec)"


def counters(root):
    """Names of counters, from isa/effects.h: COUNTER_VMCNT is also called vmcnt."""
    effects = root / "src/isa/effects.h"
    return re.findall(r"\bCOUNTER_(\w+)\s*=", effects.read_text(encoding="utf-8")) if effects.exists() else []


def checkers(root, relative, text):
    """What src/check must be told by the instruction set."""
    if relative.parts[1] != "check":
        return
    code = COMMENT.sub(" ", text)
    for name in counters(root):
        if re.search(rf"\b(?:COUNTER_)?{name}\b", code, re.I):
            yield f"names the counter {name.lower()}: ask the instruction set (struct isa_waits)"
    for word in sorted(set(REGISTER.findall(code))):
        yield f"names the register {word}: ask the instruction set (struct isa_exec, operand_register)"


def complaints(root, path, ids):
    relative = path.relative_to(root)
    parts = relative.parts[1:]
    if parts[0] not in ALLOWED:
        yield f"src/{parts[0]}/ is no layer that tools/check_layers.py knows"
        return
    text = path.read_text(encoding="utf-8")
    yield from includes("isa/jit" if relative.as_posix() in JIT_LISTS else layer_of(parts), text)
    if parts[0] == "jit":
        yield from rooms(relative, text)
        yield from folded(relative, text)
    yield from names(relative, text, ids)
    yield from chips(relative, text)
    yield from checkers(root, relative, text)


def unit(path):
    return path.with_suffix("").as_posix()


def includes_by_unit(root, files):
    """{unit: the units that its files include}, as paths below src without their endings."""
    known = {unit(p.relative_to(root / "src")) for p in files}
    edges = {u: set() for u in known}
    for path in files:
        here = path.relative_to(root / "src")
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            for target in (pathlib.Path(name), here.parent / name):
                if unit(target) in known and unit(target) != unit(here):
                    edges[unit(here)].add(unit(target))
    return edges


def circles(edges):
    """The strongly connected parts of more than one unit (Tarjan's algorithm), each sorted."""
    number, low, stack, on, found = {}, {}, [], set(), []

    def visit(u):
        number[u] = low[u] = len(number)
        stack.append(u)
        on.add(u)
        for v in sorted(edges[u]):
            if v not in number:
                visit(v)
                low[u] = min(low[u], low[v])
            elif v in on:
                low[u] = min(low[u], number[v])
        if low[u] == number[u]:
            part = stack[stack.index(u):]
            del stack[-len(part):]
            on.difference_update(part)
            if len(part) > 1:
                found.append(sorted(part))

    for u in sorted(edges):
        if u not in number:
            visit(u)
    return sorted(found)


def check(root):
    """The number of complaints, which are printed."""
    files = [p for p in sorted((root / "src").rglob("*")) if p.suffix in (".c", ".h", ".inc")]
    bad = 0
    ids = row_ids(root)
    for path in files:
        for text in complaints(root, path, ids):
            print(f"{path.relative_to(root)}: {text}")
            bad += 1
    edges = includes_by_unit(root, files)
    for part in circles(edges):
        print("these files include each other in a circle:")
        for u in part:
            print(f"    src/{u} -> {', '.join(sorted(edges[u] & set(part)))}")
        bad += 1
    return bad


def self_test():
    """Trees with one fault each are refused, the same without it is not."""
    fine = {"engine/a.h": "", "engine/a.c": '#include "engine/a.h"\n#include "engine/b.h"\n',
            "engine/b.h": '#include "isa/machine.h"\n', "engine/b.c": '#include "engine/b.h"\n',
            "isa/machine.h": "/* as gfx1100 does */\n", "isa/rdna3/wave.h": "", "isa/rdna3/say.c": 'char a[] = "gfx1100";\n',
            "isa/registry.c": 'char a[] = "gfx1100";\n', "image/target.c": 'char a[] = "gfx906";\n',
            "cli/run.c": 'char a[] = "gfx1100";\n'}
    faults = [{"engine/b.c": '#include "engine/a.h"\n'},
              {"isa/machine.h": '#include "engine/a.h"\n'},
              {"engine/a.h": '#include "isa/rdna3/wave.h"\n'},
              {"odd/a.h": ""},
              {"isa/machine.h": 'static const char a[] = "gfx1100";\n'},
              {"image/elf.c": '/* gfx */ char a[] = "for gfx1150.";\n'},
              {"engine/b.h": "enum { AMDHSA_AT_ENTRY = 16 };\n"}]
    wrong = 0
    for fault in [{}] + faults:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {**fine, **fault}.items():
                (root / "src" / name).parent.mkdir(parents=True, exist_ok=True)
                (root / "src" / name).write_text(text)
            if bool(check(root)) != bool(fault):
                print(f"self-test: {fault} is {'accepted' if fault else 'refused'}")
                wrong += 1
    return wrong


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--self-test", action="store_true", help="check that faults are found")
    ap.add_argument("root", nargs="?", type=pathlib.Path, default=ROOT)
    args = ap.parse_args()
    sys.setrecursionlimit(10000)
    if args.self_test:
        return self_test() != 0
    return check(args.root.resolve()) != 0


if __name__ == "__main__":
    sys.exit(main())
