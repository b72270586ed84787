#!/usr/bin/env python3
"""headers.py: each header of lib/hip/include, but those in folders named shoal, stands alone, for compilers that know no HIP, too.

usage: headers.py ROCM COMPILER...

As C++17 with each compiler that is there (g++, clang++), the host's interface as C11 as well. All warnings are errors.
"""
import pathlib
import shutil
import subprocess
import sys

# With functions and types of C++ only.
NO_C = {"hip_cooperative_groups.h", "hiprand_kernel.h"}


def main():
    include = pathlib.Path(sys.argv[1]) / "include"
    passed = failed = skipped = 0
    for compiler in sys.argv[2:]:
        if not shutil.which(compiler):
            print(f"SKIP: headers with {compiler}: it is not installed")
            skipped += 1
            continue
        for header in sorted(p for p in include.glob("*/*.h") if p.parent.name != "shoal"):
            for language in ("c++", "c"):
                if language == "c" and header.name in NO_C:
                    continue
                done = subprocess.run([compiler, "-x", language, "-std=" + ("c++17" if language == "c++" else "gnu11"), "-fsyntax-only",
                                       "-Wall", "-Wextra", "-Werror", f"-I{include}", "-"], capture_output=True, text=True,
                                      input=f"#include <{header.parent.name}/{header.name}>\n")
                passed, failed = passed + (done.returncode == 0), failed + (done.returncode != 0)
                if done.returncode:
                    print(f"{compiler} -x {language}: {header.name}:\n{done.stderr[:1500]}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
