#!/usr/bin/env python3
"""rocprim.py: rocPRIM's headers, as Debian packages them, compile unedited, and their basic operations are right.

usage: rocprim.py SHOAL WORKDIR JIT

Needs librocprim-dev and libamdhip64-dev, whose HIP is of the same generation, beside what `shoal hipcc` needs. rocPRIM 5.3 does
not know gfx1100: without __gfx1030__ it takes row_bcast of DPP, which chips since gfx10 have not, and the compiler refuses;
with it, it takes ds_swizzle. (Its config.hpp defines ROCPRIM_NAVI itself, so that -DROCPRIM_NAVI=1 is no help.)
"""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
NEEDED = {"/usr/include/rocprim/rocprim.hpp": "librocprim-dev", "/usr/include/hip/hip_version.h": "libamdhip64-dev"}


def main():
    shoal, work, jit = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    missing = [package for path, package in NEEDED.items() if not os.path.exists(path)]
    command = [shoal, "hipcc", "--rocm-path=/usr", "-D__gfx1030__=1", "-w", "-O2", "-std=c++17", HERE / "rocprim.hip",
               "-o", work / "rocprim"]
    work.mkdir(parents=True, exist_ok=True)
    made = None if missing else subprocess.run(command, capture_output=True, text=True)
    if missing or made.returncode == 77:
        print(f"SKIP: rocPRIM: {'apt install ' + ' '.join(missing) if missing else made.stderr}")
        print("0 passed, 0 failed, 1 skipped")
        return 77
    if made.returncode:
        print(made.stderr, "0 passed, 1 failed, 0 skipped", sep="\n")
        return 1
    passed, failed = 0, 0
    for engine in ["interp"] + ([jit] if jit else []):
        done = subprocess.run([shoal, "exec", "--timeout", "120", "--engine", engine, work / "rocprim"],
                              capture_output=True, text=True)
        found = re.search(r"^(\d+) passed, 0 failed, 0 skipped\n\Z", done.stdout, re.M)
        if done.returncode == 0 and found:
            passed += int(found[1])
        else:
            failed += 1
            print(engine, done)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
