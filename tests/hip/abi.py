#!/usr/bin/env python3
"""abi.py: the exported symbols and versions of libamdhip64, compared with Debian's, and of libhiprtc.

usage: abi.py GEN_HIP TABLE COVERAGE RANKING LIBRARY...

Every symbol that the original has is in ours with the same version, ours have what the table
lists and nothing else, and docs/hip-coverage.md is what the table gives. libhiprtc has the same
functions of hiprtc and those of its linker, without versions, as ROCm's own. What most programs use
(ranking.txt) is complete.
"""
import os
import re
import subprocess
import sys
import tempfile

ORIGINAL = "/usr/lib/x86_64-linux-gnu/libamdhip64.so.5"


def exports(path):
    out = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True,
                         text=True).stdout
    found = {}
    for line in out.splitlines():
        kind, symbol = line.split()[-2:]
        # A sanitizer's sections have ends that the linker names, in a library without a map file.
        if kind != "A" and not re.match(r"__(start|stop)_", symbol):
            name, version = (symbol.replace("@@", "@") + "@").split("@")[:2]
            found[name] = version
    return found


def generated(tool, table, kind):
    with tempfile.NamedTemporaryFile("r") as f:
        subprocess.run([tool, table, kind, f.name], check=True)
        return f.read()


def main():
    tool, table, coverage, ranking = sys.argv[1:5]
    passed = failed = skipped = 0

    def check(good, what):
        nonlocal passed, failed
        if good:
            passed += 1
        else:
            failed += 1
            print("failed: " + what)

    listed = dict(line.split("@") for line in generated(tool, table, "--names").split())
    for library in sys.argv[5:]:
        ours = exports(library)
        name = os.path.basename(library)
        dynamic = subprocess.run(["readelf", "-d", library], check=True, capture_output=True,
                                 text=True).stdout
        check(f"[{name}]" in dynamic and re.fullmatch(r"lib(amdhip64|hiprtc)\.so\.[567]", name),
              f"{library}: not its soname")
        if name.startswith("libhiprtc"):
            expected = dict.fromkeys((n for n in listed if n.startswith("hiprtc")), "")
            check(ours == expected, f"{library}: {sorted(set(ours.items()) ^ set(expected.items()))}")
            continue
        check(ours == listed, f"{library}: exports differ from the table: "
              f"{sorted(set(ours.items()) ^ set(listed.items()))[:10]}")
        if os.path.exists(ORIGINAL):
            wrong = [f"{n}@{v}" for n, v in exports(ORIGINAL).items() if ours.get(n) != v]
            check(not wrong, f"{library}: missing, or of another version: {wrong[:10]}")
    if not os.path.exists(ORIGINAL):
        print("SKIP: ABI of libamdhip64 against the original: apt install libamdhip64-5")
        skipped = 1
    with open(ranking) as f:
        wanted = " ".join(line for line in f if not line.startswith("#")).split()
    complete = set(re.findall(r"^\| `(\w+)` \| \S+ \| complete \|", generated(tool, table, "--docs"), re.M))
    for name in wanted:
        check(name in complete, f"{name} is used by many programs, and not complete")
    with open(coverage) as f:
        check(f.read() == generated(tool, table, "--docs"),
              f"{coverage} is out of date: tools/gen_hip.py {table} --docs {coverage}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
