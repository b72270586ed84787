#!/usr/bin/env python3
"""What check_layers.py must find, and what it must let pass."""
import os
import subprocess
import sys
import tempfile

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_layers.py")
TABLE = "format SOPP dwords=1 match=0xbf800000/0xff800000 class=other\ns_endpgm 48 <- k:opt16 | wave flow=end | 16.5\n"
EFFECTS = "enum { COUNTER_VMCNT = 1 << 0, COUNTER_EXPCNT = 1 << 3 };"

# (what, file, text, the complaint; None: there is none)
CASES = [
    ("an id in the compiler", "src/jit/emit.c", "if (row == RDNA3_S_ENDPGM)",
     "src/jit/emit.c: jit must not know one instruction set: RDNA3_S_ENDPGM"),
    ("a struct of one set in the compiler", "src/jit/emit.c", "struct rdna3_op *o;",
     "src/jit/emit.c: jit must not know one instruction set: rdna3_op"),
    ("a header of one set in the compiler", "src/jit/emit.c", '#include "isa/rdna3/exec/state.h"',
     "src/jit/emit.c: jit must not know one instruction set: isa/rdna3/exec/state.h"),
    ("IR in the compiler's analysis", "src/jit/shape.c", '#include "jit/emitter.h"',
     "src/jit/shape.c: must not include jit/emitter.h, of a later room of the compiler (docs/jit.md)"),
    ("the analysis where IR is made", "src/jit/emit.c", '#include "jit/shape.h"', None),
    ("bits of vectors without fold_binary", "src/jit/adapt.c", 'v = LLVMBuildOr(e->b, a, b, "");',
     "src/jit/adapt.c: must not call LLVMBuildOr: vectors go through fold_binary (jit/fold.h)"),
    ("bits of vectors with it", "src/jit/adapt.c", "v = fold_binary(e, LLVMOr, a, b);", None),
    ("a file of the compiler in no room", "src/jit/odd.c", "", "src/jit/odd.c: is in no room of JIT_ROOMS in tools/check_layers.py"),
    ("an id outside the folder", "src/isa/isa.c", "RDNA3_S_ENDPGM",
     "src/isa/isa.c: names rows: RDNA3_S_ENDPGM; ask the row (isa/effects.h)"),
    ("an id in the folder", "src/isa/rdna3/scan.c", "RDNA3_S_ENDPGM",
     "src/isa/rdna3/scan.c: names rows: RDNA3_S_ENDPGM; ask the row (isa/effects.h)"),
    ("an id in the semantics", "src/isa/rdna3/sem/control.c", "RDNA3_S_ENDPGM", None),
    ("another constant", "src/isa/rdna3/scan.c", "RDNA3_S_ENDPGM_KIND", None),
    ("the compiler in a set's own part of it", "src/isa/rdna3/jit/effects.c", '#include "jit/region.h"', None),
    ("the compiler elsewhere in a set", "src/isa/rdna3/scan.c", '#include "jit/region.h"',
     "src/isa/rdna3/scan.c: isa must not include jit/region.h"),
    ("LLVM in the engine", "src/engine/jit.c", "#include <llvm-c/Core.h>",
     "src/engine/jit.c: LLVM headers belong to jit: llvm-c/Core.h"),
    ("the engine in an instruction set", "src/isa/rdna3/scan.c", '#include "engine/device.h"',
     "src/isa/rdna3/scan.c: isa must not include engine/device.h"),
    ("one set's header in the engine", "src/engine/wave.c", '#include "isa/rdna3/rdna3.h"',
     "src/engine/wave.c: engine must not know one instruction set: isa/rdna3/rdna3.h"),
    ("a counter in the checker", "src/check/wait.c", 'static const char name[] = "vmcnt";',
     "src/check/wait.c: names the counter vmcnt: ask the instruction set (struct isa_waits)"),
    ("a bit of a counter in the checker", "src/check/wait.c", "x & COUNTER_EXPCNT",
     "src/check/wait.c: names the counter expcnt: ask the instruction set (struct isa_waits)"),
    ("a counter in a comment of the checker", "src/check/wait.c", "/* as vmcnt of RDNA3, in gfx1100 */", None),
    ("a register in the checker", "src/check/wait.c", 'put("vcc_lo");',
     "src/check/wait.c: names the register vcc_lo: ask the instruction set (struct isa_exec, operand_register)"),
    ("an id in the checker", "src/check/wait.c", "if (op->row == RDNA3_S_ENDPGM)",
     "src/check/wait.c: check must not know one instruction set: RDNA3_S_ENDPGM"),
    ("a set by its name in the checker", "src/check/wait.c", 'strcmp(isa->isa, "ventus")',
     "src/check/wait.c: check must not know one instruction set: ventus"),
    ("one set's header in the checker", "src/check/wait.c", '#include "isa/exec/vec.h"\n#include "isa/ventus/ventus.h"',
     "src/check/wait.c: check must not know one instruction set: isa/ventus/ventus.h"),
    ("a chip in the checker", "src/check/wait.c", 'char chip[] = "gfx1150";',
     "src/check/wait.c: names the chip gfx1150: ask the registry (shoal/chip.h, isa/registry.h)"),
    ("an unknown layer", "src/gui/window.c", "", "src/gui/window.c: src/gui/ is no layer that tools/check_layers.py knows"),
]


def check(name, text):
    with tempfile.TemporaryDirectory() as root:
        for path, content in (("src/isa/rdna3/insts.tbl", TABLE), ("src/isa/effects.h", EFFECTS), ("src/isa/ventus/insts.tbl", ""), (name, text)):
            path = os.path.join(root, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as f:
                f.write(content + "\n")
        return subprocess.run([sys.executable, "-B", CHECK, root], capture_output=True, text=True)


def main():
    passed = failed = 0
    for what, name, text, complaint in CASES:
        r = check(name, text)
        good = r.returncode == (complaint is not None) and r.stdout.strip() == (complaint or "")
        passed += good
        failed += not good
        if not good:
            print(f"FAILED: {what}: status {r.returncode}: {r.stdout.strip()}{r.stderr.strip()}, not {complaint}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
