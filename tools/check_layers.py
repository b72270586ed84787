#!/usr/bin/env python3
"""check_layers: includes point one way (docs/architecture.md, rule 4).

    cli, runtime, observe -> the public headers only
    api -> engine, image, isa, base        engine -> image, isa, base (no folder of one ISA)
    engine -> jit/jit.h alone: the interface of the module that it loads
    jit -> isa, base                       image -> isa, base        isa -> base
"""

import pathlib
import re
import sys

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


def complaints(path):
    layer = path.relative_to(ROOT / "src").parts[0]
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


def main():
    files = [p for p in sorted((ROOT / "src").rglob("*")) if p.suffix in (".c", ".h", ".inc")]
    bad = 0
    for path in files:
        wrong = list(complaints(path))
        for text in wrong:
            print(f"{path.relative_to(ROOT)}: {text}")
        bad += bool(wrong)
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
