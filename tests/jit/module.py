#!/usr/bin/env python3
"""module.py: libshoal-jit.so cannot be surprised by the end of the process, nor meet another LLVM.

usage: module.py NM READELF LIBSHOAL_JIT

Its table of dynamic symbols, as LLVM's tools print it, shows that it registers no exit handlers and no
destructors (src/jit/handlers.c), that one function is visible, and that LLVM and the C++ library are not
loaded but part of it; its dynamic section, that it is never unloaded.
"""
import subprocess
import sys

HANDLERS = {"atexit", "on_exit", "at_quick_exit", "__cxa_atexit", "__cxa_at_quick_exit"}


def lines_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def main():
    nm, readelf, module = sys.argv[1:4]
    symbols = [line.split() for line in lines_of(nm, "-D", "--format=posix", module)]
    taken = {s[0].split("@")[0] for s in symbols if s[1] in "Uw"}
    given = {s[0].split("@")[0] for s in symbols if s[1] not in "UwA"}
    dynamic = lines_of(readelf, "-d", module)
    loaded = [line for line in dynamic if "NEEDED" in line]
    checks = {
        "exit handlers are registered": not taken & HANDLERS,
        "other symbols are visible: " + " ".join(sorted(given)): given == {"shoal_jit_api"},
        "LLVM or the C++ library is loaded": loaded and not any("LLVM" in n or "stdc++" in n for n in loaded),
        "it can be unloaded": any("NODELETE" in line for line in dynamic),
    }
    for what, holds in checks.items():
        if not holds:
            print(f"{module}: {what}")
    failed = sum(not holds for holds in checks.values())
    print(f"{len(checks) - failed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
