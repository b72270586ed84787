#!/usr/bin/env python3
"""check_layers: includes point one way (docs/architecture.md, rule 4).

    cli, runtime, observe -> the public headers only
    api -> engine, image, isa, base        engine -> image, isa, base (no folder of one ISA)
    engine -> jit/jit.h alone: the interface of the module that it loads
    jit -> isa, base                       image -> isa, base        isa -> base

and never come back: a unit (a header with the .c file of the same name) does not include what includes
it, directly or by way of others.

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
    "api": {"base", "isa", "image", "engine"},
    "observe": set(),
    "runtime": set(),
    "cli": set(),
}
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)


# Circles of the time before this check. The list only shrinks: a line that is no circle any more is an
# error too.
KNOWN_CIRCLES = [
    ["cli/picture", "cli/spec"],
    ["isa/rdna3/exec/halves", "isa/rdna3/exec/mem"],
    ["isa/rdna3/texture/block", "isa/rdna3/texture/format"],
    ["jit/address", "jit/emit", "jit/fold", "jit/loop", "jit/place", "jit/steps"],
    ["jit/region", "jit/shape"],
]


def complaints(root, path):
    layer = path.relative_to(root / "src").parts[0]
    if layer not in ALLOWED:
        yield f"src/{layer}/ is no layer that tools/check_layers.py knows"
        return
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        target = name.split("/")[0] if "/" in name else layer
        if (layer, name) == ("engine", "jit/jit.h"):
            continue
        if target in ALLOWED and target != layer and target not in ALLOWED[layer]:
            yield f"{layer} must not include {name}"
        if layer in ("engine", "api", "image") and re.match(r"isa/[^/]+/", name):
            yield f"{layer} must not know one instruction set: {name}"
        if "llvm-c/" in name and layer != "jit":
            yield f"LLVM headers belong to jit: {name}"


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


def check(root, known):
    """The number of complaints, which are printed."""
    files = [p for p in sorted((root / "src").rglob("*")) if p.suffix in (".c", ".h", ".inc")]
    bad = 0
    for path in files:
        for text in complaints(root, path):
            print(f"{path.relative_to(root)}: {text}")
            bad += 1
    edges = includes_by_unit(root, files)
    found = circles(edges)
    for part in found:
        if part not in known:
            print("these files include each other in a circle:")
            for u in part:
                print(f"    src/{u} -> {', '.join(sorted(edges[u] & set(part)))}")
            bad += 1
    for part in known:
        if part not in found:
            print(f"no circle any more, take it out of KNOWN_CIRCLES: {', '.join(part)}")
            bad += 1
    return bad


def self_test():
    """Trees with one fault each are refused, the same without it is not."""
    fine = {"engine/a.h": "", "engine/a.c": '#include "engine/a.h"\n#include "engine/b.h"\n',
            "engine/b.h": '#include "isa/machine.h"\n', "engine/b.c": '#include "engine/b.h"\n',
            "isa/machine.h": "", "isa/rdna3/wave.h": ""}
    faults = [{"engine/b.c": '#include "engine/a.h"\n'},
              {"isa/machine.h": '#include "engine/a.h"\n'},
              {"engine/a.h": '#include "isa/rdna3/wave.h"\n'},
              {"odd/a.h": ""}]
    wrong = 0
    for fault, known in [({}, [])] + [(f, []) for f in faults] + [({}, [["engine/a", "engine/b"]]),
                                                                 (faults[0], [["engine/a", "engine/b"]])]:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {**fine, **fault}.items():
                (root / "src" / name).parent.mkdir(parents=True, exist_ok=True)
                (root / "src" / name).write_text(text)
            expected = bool(fault) != bool(known)
            if bool(check(root, known)) != expected:
                print(f"self-test: {fault} with {known}: {'accepted' if expected else 'refused'}")
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
    return check(args.root.resolve(), KNOWN_CIRCLES if args.root == ROOT else []) != 0


if __name__ == "__main__":
    sys.exit(main())
