#!/usr/bin/env python3
"""libraries.py: what stands in for ROCm's libraries (libhipblas, librocblas, libhipfft, libhiprand, libhipsparse), by programs that use it.

usage: libraries.py SHOAL WORKDIR LIBRARIES SOURCE...

A line `// needs: NAME...` of a source names the libraries that it is linked with; a source that needs another than the
words of LIBRARIES, which are those of this build, is skipped. A line `// says: TEXT` is in what it writes to stderr. Needs what `shoal hipcc` needs.
"""
import os
import pathlib
import re
import subprocess
import sys

SUM = re.compile(r"^(\d+) passed, (\d+) failed, 0 skipped\n\Z", re.M)


def main():
    shoal, work, built = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3].split()
    if subprocess.run([shoal, "hipcc", "--version"], capture_output=True).returncode == 77:
        print("SKIP: programs in HIP: what `shoal hipcc --version` names\n0 passed, 0 failed, 1 skipped")
        return 77
    work.mkdir(parents=True, exist_ok=True)
    passed = failed = skipped = 0
    for source in map(pathlib.Path, sys.argv[4:]):
        needs = re.search(r"^// needs: (.*)$", source.read_text(), re.M)[1].split()
        lacks = [name for name in needs if name not in built]
        if lacks:
            print(f"SKIP: {source.name}: this build has no lib{lacks[0]}")
            skipped += 1
            continue
        program = work / source.stem
        subprocess.run([shoal, "hipcc", "-O1", "-std=c++17", "-Wno-unused-value", source, "-o", program] +
                       ["-l" + name for name in needs], check=True)
        done = subprocess.run([shoal, "exec", "--timeout", "120", program], capture_output=True, text=True)
        found = SUM.search(done.stdout)
        for text in re.findall(r"^// says: (.*)$", source.read_text(), re.M):
            if text not in done.stderr:
                failed += 1
                print(f"{source.name} does not say: {text}\n{done.stderr[:4000]}")
        if found:
            passed += int(found[1])
            failed += int(found[2])
        if done.returncode or not found:
            failed += not (found and int(found[2]))
            print(f"{source.name}: exit status {done.returncode}\n{done.stdout[:4000]}{done.stderr[:4000]}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 77 if not passed else 0


if __name__ == "__main__":
    sys.exit(main())
