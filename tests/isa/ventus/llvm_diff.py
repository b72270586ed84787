#!/usr/bin/env python3
"""Differential test against llvm-mc for the instructions that RISC-V and Ventus share.

    llvm_diff.py --shoal PATH [--mc llvm-mc-22] [--seed N] [--per-row N] [--verbose N]

Random words of every RV32I, M, A, Zicsr, Zfinx and Zve32f row go through both disassemblers, which
must print the same or both refuse. The text, and mutations of it, goes through both assemblers,
whose bytes must be equal. Differences that are meant are the rules in docs/llvm-differences.md, blocks
`ventus-decoder` and `ventus-assembler`.
"""
import argparse
import fnmatch
import os
import random
import re
import subprocess
import sys
from collections import Counter, defaultdict

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import differences  # noqa: E402
import random_words  # noqa: E402
import tools  # noqa: E402

# LLVM takes floats from x registers (zfinx) or has float vectors (zve32f), not both.
FLOAT, VECTOR = "+m,+a,+zfinx,+zve32x", "+m,+a,+zve32f"
ABI = ("zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6").split()
FREGS = ("ft0 ft1 ft2 ft3 ft4 ft5 ft6 ft7 fs0 fs1 fa0 fa1 fa2 fa3 fa4 fa5 fa6 fa7 fs2 fs3 fs4 fs5 fs6 fs7 fs8 fs9 "
         "fs10 fs11 ft8 ft9 ft10 ft11").split()
TO_X, TO_F = dict(zip(FREGS, ABI)), dict(zip(ABI, FREGS))
# Numbers 0x800 and following, which LLVM has no names for; Ventus's manual, table of CSRs.
CSRS = "tid numw numt knl wgid wid lds pds gidx gidy gidz print rpc gds".split()
CSR = re.compile(r"^(csr\w+ (?:[a-z]\w*, )?)(20(?:4[89]|5\d|6[01]))\b")
CSR_NAME = re.compile(rf"^(csr\w+ (?:[a-z]\w*, )?)({'|'.join(CSRS)})\b")
SCALAR_FLOAT = re.compile(r"^(vf\S*\.vf|vmf\S*\.vf|vfmerge\.vfm|vfmv\.(v\.f|s\.f|f\.s))\s")


def shared_rows():
    return [r for r in random_words.rows("manual") if r.section in ("base", "widening")]


def attributes(name):
    return FLOAT if name.endswith((".s", ".s.w", ".s.wu")) and name.startswith("f") else VECTOR


def normal(text):
    """LLVM's text with one blank, Ventus's names of CSRs, and x registers where Ventus has its floats."""
    text = re.sub(r"\s+", " ", text.strip())
    text = CSR.sub(lambda m: m[1] + CSRS[int(m[2]) - 0x800], text)
    if SCALAR_FLOAT.match(text + " "):
        text = re.sub(r"\bf[tas]\d+\b", lambda m: TO_X.get(m[0], m[0]), text)
    return text


def for_llvm(text):
    text = CSR_NAME.sub(lambda m: m[1] + str(0x800 + CSRS.index(m[2])), text)
    if SCALAR_FLOAT.match(text + " "):
        head, _, rest = text.partition(" ")
        return head + " " + re.sub(r"\b[a-z]+\d*\b", lambda m: TO_F.get(m[0], m[0]), rest)
    return text


def llvm_dis(mc, mattr, words):
    """Every word with a marker behind it, so that words without text are found."""
    lines = "\n".join("[" + ",".join(f"{b:#04x}" for b in w) + "]\n[0x13,0x01,0x71,0x07]" for w in words)
    r = subprocess.run([mc, "-disassemble", "-triple=riscv32", "-mattr=" + mattr], input=lines + "\n",
                       capture_output=True, text=True)
    out, now = [], []
    for line in r.stdout.splitlines():
        line = normal(line)
        if line == "addi sp, sp, 119":
            out.append(now[0] if len(now) == 1 else "invalid")
            now = []
        elif line:
            now.append(line)
    if len(out) != len(words):
        sys.exit(f"{mc} gave {len(out)} answers to {len(words)} words: {r.stderr[-1000:]}")
    return out


def llvm_asm(mc, mattr, lines):
    """Bytes of each line as hex, or "error: MESSAGE"."""
    marked = "\n".join(f"{x}\naddi sp, sp, 119" for x in lines) + "\n"
    r = subprocess.run([mc, "-triple=riscv32", "-mattr=" + mattr, "-show-encoding"], input=marked,
                       capture_output=True, text=True)
    errors = {}
    for n, text in re.findall(r"^<stdin>:(\d+):\d+: error: (.*)$", r.stderr, re.M):
        errors.setdefault((int(n) - 1) // 2, text)
    out, now = [], ""
    for line in r.stdout.splitlines():
        m = re.search(r"encoding: \[([^\]]*)\]", line)
        if not m:
            continue
        if normal(line).startswith("addi sp, sp, 119 "):
            out.append(now)
            now = ""
        else:
            now += "".join(x.strip().replace("0x", "") for x in m[1].split(","))
    if len(out) != len(lines):
        sys.exit(f"{mc} gave {len(out)} answers to {len(lines)} lines: {r.stderr[-1000:]}")
    return ["error: " + errors[i] if i in errors else
            "error: waits for a symbol" if "A" in x else x for i, x in enumerate(out)]


def mutate(rng, text):
    head, _, rest = text.partition(" ")
    parts = rest.split(", ") if rest else []
    kind = rng.randrange(5)
    pool = ABI + ["v0", "v7", "v31", "x5", "x31", "0", "1", "-1", "15", "16", "31", "32", "-17", "2047", "2048", "-2048",
                  "-2049", "4095", "0x7ff", "0xfffff", "0x100000", "v0.t", "rtz", "e32", "iorw", "(a0)", "8(sp)"]
    if kind == 0 and parts:
        parts[rng.randrange(len(parts))] = rng.choice(pool)
    elif kind == 1 and len(parts) > 1:
        i, j = rng.sample(range(len(parts)), 2)
        parts[i], parts[j] = parts[j], parts[i]
    elif kind == 2 and parts:
        del parts[rng.randrange(len(parts))]
    elif kind == 3:
        parts.insert(rng.randrange(len(parts) + 1), rng.choice(pool))
    else:
        numbers = [i for i, x in enumerate(parts) if re.fullmatch(r"-?\d+", x)]
        if numbers:
            parts[rng.choice(numbers)] = str(rng.choice([-1, 1]) * rng.getrandbits(rng.randrange(1, 21)))
    return (head + " " + ", ".join(parts)).strip()


class Judge:
    def __init__(self, block, verbose):
        self.rules = differences.read(block, 4, ("ours-only", "llvm-only", "text", "bytes"), 1)
        self.verbose, self.known = verbose, Counter()
        self.others, self.alike = defaultdict(list), 0

    def take(self, subject, kind, show):
        for i, (pattern, k, text, _) in enumerate(self.rules):
            answer = show[kind != "ours-only"]
            if k == kind and fnmatch.fnmatchcase(subject, pattern) and fnmatch.fnmatchcase(answer, text):
                self.known[i] += 1
                return
        self.others[subject.split(" ")[0], kind].append((subject, *show))

    def report(self, what):
        for (name, kind), items in sorted(self.others.items()):
            print(f"{what}: {name}: {kind}, {len(items)} times")
            for subject, theirs, mine in items[:self.verbose]:
                print(f"    {subject}\n      llvm {theirs}\n      ours {mine}")
        n = sum(map(len, self.others.values()))
        unused = [self.rules[i][0] for i in range(len(self.rules)) if not self.known[i]]
        print(f"{what}: {self.alike} alike, {sum(self.known.values())} listed differences, {n} others"
              + (f"; rules without a case: {', '.join(unused)}" if unused else ""))
        return self.alike, n


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--shoal", required=True)
    ap.add_argument("--mc", default="llvm-mc-22")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--per-row", type=int, default=50)
    ap.add_argument("--verbose", type=int, default=2)
    args = ap.parse_args()
    rng = random.Random(args.seed)
    decoder, assembler = Judge("ventus-decoder", args.verbose), Judge("ventus-assembler", args.verbose)
    groups = defaultdict(list)
    for r in shared_rows():
        for _ in range(args.per_row):
            groups[attributes(r.name)].append((r.name, random_words.random_word(rng, r)))
    for mattr, cases in groups.items():
        words = [w for _, w in cases]
        theirs, mine = llvm_dis(args.mc, mattr, words), tools.dis(args.shoal, words, "manual")
        for (name, w), a, b in zip(cases, theirs, mine):
            bad_a, bad_b = a == "invalid", b.startswith("invalid")
            if a == b or (bad_a and bad_b):
                decoder.alike += not bad_a
            else:
                decoder.take(name, "ours-only" if bad_a else "llvm-only" if bad_b else "text", (a, b))
        lines = sorted({x for x in theirs if x != "invalid"})
        lines += [mutate(rng, rng.choice(lines)) for _ in range(2 * len(lines))]
        theirs = llvm_asm(args.mc, mattr, [for_llvm(x) for x in lines])
        for text, a, b in zip(lines, theirs, tools.asm(args.shoal, lines, "manual")):
            bad_a, bad_b = a.startswith("error"), b.startswith("error")
            if a == b or (bad_a and bad_b):
                assembler.alike += not bad_a
            else:
                assembler.take(text, "ours-only" if bad_a else "llvm-only" if bad_b else "bytes", (a, b))
    passed, failed = map(sum, zip(decoder.report("decoder"), assembler.report("assembler")))
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
