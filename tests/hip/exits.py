#!/usr/bin/env python3
"""exits.py: programs that end while the JIT compiles in its thread end, and end well.

usage: exits.py SHOAL WORKDIR

Runs examples/reduce.hip several times without the disk cache: it ends right after a kernel that is
long enough to be compiled. The sum is that of the formula n (n + 1) / 2.
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RUNS = 16


def main():
    shoal, work = sys.argv[1:3]
    os.makedirs(work, exist_ok=True)
    binary = os.path.join(work, "exits")
    made = subprocess.run([shoal, "hipcc", "-O2", ROOT / "examples" / "reduce.hip", "-o", binary],
                          capture_output=True, text=True)
    if made.returncode == 77:
        print("SKIP: HIP programs: " + made.stderr.strip())
        print("0 passed, 0 failed, 1 skipped")
        return 77
    passed = failed = 0
    for run in range(RUNS):
        n = 1000000 + 50000 * run
        try:
            done = subprocess.run([shoal, "exec", "--engine", "auto", binary, str(n)], timeout=60,
                                  env=dict(os.environ, SHOAL_CACHE="0"), capture_output=True, text=True)
            good = done.returncode == 0 and done.stdout.endswith(f" = {n * (n + 1) // 2}\n")
            what = f"status {done.returncode}: {done.stdout}{done.stderr}"
        except subprocess.TimeoutExpired:
            good, what = False, "it does not end"
        passed += good
        failed += not good
        if not good:
            print(f"run {run}: {what}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
