#!/usr/bin/env python3
"""tracing.py: what programs tell profilers is shown with SHOAL_LOG=2, and nothing of it otherwise.

usage: tracing.py SHOAL WORKDIR

Expected are the nesting levels that roctx documents: from 0, per thread, negative where no range ends. Needs what `shoal hipcc`
needs.
"""
import os
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent / "tracing.hip"
PRINTED = "0 0 | 0 1 0 1 0 -1 | 1 4\n"
CALLBACKS = [f"shoal: {name}: accepted, but Shoal tells tools of no calls; SHOAL_STATS and SHOAL_TRACE show what kernels do"
             for name in ("hipRegisterTracerCallback", "hipInitActivityCallback", "hipRegisterApiCallback",
                          "hipRegisterActivityCallback", "hipEnableActivityCallback")]
MARKS = [f"shoal: roctx: {text}" for text in (
    "mark at level 0: start", "begin of level 0: outer", "begin of level 1: inner", "mark at level 2: within",
    "begin of level 0: other thread", "end of level 1", "end of level 0", "begin of range 1: first", "begin of range 2: second",
    "end of range 1", "end of range 2")]


def main():
    shoal, program = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]) / "tracing"
    program.parent.mkdir(parents=True, exist_ok=True)
    made = subprocess.run([shoal, "hipcc", SOURCE, "-lroctx64", "-o", program], capture_output=True, text=True)
    if made.returncode == 77:
        print(f"SKIP: marks for profilers: {made.stderr}0 passed, 0 failed, 1 skipped")
        return 77
    passed, failed = 0, 0
    if made.returncode:
        print(made.stderr, "0 passed, 1 failed, 0 skipped", sep="\n")
        return 1
    for level, lines in (("", []), ("1", []), ("2", CALLBACKS + MARKS)):
        done = subprocess.run([shoal, "exec", program], capture_output=True, text=True,
                              env={**os.environ, "SHOAL_LOG": level})
        if (done.returncode, done.stdout, done.stderr.splitlines()) == (0, PRINTED, lines):
            passed += 1
        else:
            failed += 1
            print(f"SHOAL_LOG={level}: {done}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
