#!/usr/bin/env python3
"""words.txt in both directions, and errors.txt: what the assembler refuses, word for word.

    vectors.py --shoal PATH
"""
import argparse
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import tools  # noqa: E402

# Programs and their words, or what is wrong with them. By hand from the fields.
PROGRAMS = [
    ("regext zero, zero, 64\nvblt v33, v1, 0", "0400200b 0010c05b"),  # as the compiler's listings
    ("vblt v33, v1, 0", "0400200b 0010c05b"),
    ("regext zero, zero, 64\nvblt v1, v1, 0", "0400200b 0010c05b"),
    ("regext zero, zero, 1\nvblt v33, v1, 0", "2:1: error: this instruction needs another prefix than the one before it"),
    ("1: vbne v40, v2, 1b; j 1b", "0400200b fe811edb ff9ff06f"),  # distances count from the branch itself
    ("prefix 0, 0, 1, 0, 1, 0, 0", "00880002"),  # x3, x2, x1, xd, pair, abs, neg
    ("pre_m_global_64 4, 3, 2, 1, 0, 15", "8d17802e"),
    ("prefix 8, 0, 1, 0, 1, 0, 0", "1:8: error: the number 8 is out of range: 0 to 7"),
    ("li a0, 0x12345678 # two words\nli a1, -1", "12345537 67850513 fff00593"),
    ("call f\nf: ret", "00000097 008080e7 00008067"),
    ("%lo(5)", "1:1: error: expected an instruction, a directive or a label"),
    (".align 3\nnop\n.align 3\nret", "00000013 00000013 00008067"),
    ("beq a0, a1, f\n.skip 4096\nf:", "1:13: error: the branch target is too far away: a branch reaches 4 KiB"),
    ("addi a0, a1, %pcrel_lo(f)\nf: ret", "1:14: error: there is no %pcrel_hi at this label"),
]
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

    for text, want in PROGRAMS:
        r = subprocess.run([args.shoal, "as", "--isa", "ventus", "--raw", "-", "-o", "-"], input=text.encode(),
                           capture_output=True)
        got = " ".join(f"{int.from_bytes(r.stdout[i:i + 4], 'little'):08x}" for i in range(0, len(r.stdout), 4))
        if r.returncode:
            got = r.stderr.decode().splitlines()[0].removeprefix("<stdin>:")
        check(got, want, text)
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
