#!/usr/bin/env python3
"""words.txt in both directions, and errors.txt: what the assembler refuses, word for word.

    vectors.py --shoal PATH
"""
import argparse
import os
import sys

sys.dont_write_bytecode = True
import tools  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))


def lines(name):
    with open(os.path.join(HERE, name)) as f:
        return [x.rstrip("\n") for x in f if x.strip() and not x.startswith("#")]


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--shoal", required=True)
    args = ap.parse_args()
    passed = failed = 0

    def check(got, want, what):
        nonlocal passed, failed
        passed += got == want
        if got != want:
            failed += 1
            print(f"FAILED: {what}: expected {want!r}, got {got!r}")

    for dialect in ("manual", "toolchain"):
        cases = []
        for line in lines("words.txt"):
            head, _, text = line.partition(" | ")
            kind, *words = head.split()
            if kind in (dialect, "both"):
                cases.append((text.strip(), b"".join(int(w, 16).to_bytes(4, "little") for w in words)))
        for (text, data), got in zip(cases, tools.dis(args.shoal, [d for _, d in cases], dialect)):
            check(got, text, f"{dialect} dis {data.hex()}")
        for (text, data), got in zip(cases, tools.asm(args.shoal, [t for t, _ in cases], dialect)):
            check(got, data.hex(), f"{dialect} as {text}")
        refused = [x[len(dialect):].strip().split(" ! ") for x in lines("errors.txt") if x.startswith(dialect)]
        for (text, want), got in zip(refused, tools.asm(args.shoal, [t.strip() for t, _ in refused], dialect)):
            check(got, "error: " + want, f"{dialect} refuses {text}")
        invalid = [x[len(dialect):].strip().split(" ! ") for x in lines("refused.txt") if x.startswith(dialect)]
        words = [b"".join(int(w, 16).to_bytes(4, "little") for w in t.split()) for t, _ in invalid]
        for (text, want), got in zip(invalid, tools.dis(args.shoal, words, dialect)):
            check(got, "invalid: " + want, f"{dialect} refuses {text}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
