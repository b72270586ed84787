#!/usr/bin/env python3
"""direct_encode: LLVM's assembler is the witness for what the direct back end encodes.

    direct_encode.py LLVM-MC DIRECT_ENCODE [--seed N] [--count N]

DIRECT_ENCODE prints instructions as bytes and as text. LLVM assembles the text, and disassembles
both encodings: they must be the same instruction. (An instruction has several encodings, so bytes need not agree.)
"""
import argparse
import re
import subprocess
import sys

FLAGS = ["--triple=x86_64-linux-gnu", "--mcpu=sapphirerapids"]


def run(tool, flags, text):
    done = subprocess.run([tool, *FLAGS, *flags], input=text, capture_output=True, text=True)
    if done.returncode or done.stderr.strip():
        sys.exit(f"llvm-mc {' '.join(flags)} refuses:\n{done.stderr[:2000]}")
    return done.stdout


def disassemble(tool, encodings):
    """One text per encoding."""
    out = run(tool, ["--disassemble", "--output-asm-variant=1"], "\n".join(encodings) + "\n")
    out = re.sub(r"(?m)^\s*lock\s*$\n?", "\tlock ", out)  # a prefix has a line of its own
    lines = [re.sub(r"\s+", " ", line.split("#")[0].strip()) for line in out.splitlines()]
    return [line for line in lines if line and not line.startswith(".")]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("llvm_mc")
    p.add_argument("program")
    p.add_argument("--seed", default="1")
    p.add_argument("--count", default="20")
    o = p.parse_args()
    lines = subprocess.run([o.program, o.seed, o.count], capture_output=True, text=True, check=True).stdout.splitlines()
    own, texts = zip(*(line.split(" | ", 1) for line in lines))
    shown = run(o.llvm_mc, ["--show-encoding", "--x86-asm-syntax=intel"], "\n".join(texts) + "\n")
    theirs = [" ".join(m.split(",")) for m in re.findall(r"encoding: \[([^\]]*)\]", shown)]
    if len(theirs) != len(own):
        sys.exit(f"LLVM encodes {len(theirs)} of {len(own)} instructions")
    a, b = disassemble(o.llvm_mc, own), disassemble(o.llvm_mc, theirs)
    if not len(a) == len(b) == len(own):
        sys.exit(f"LLVM disassembles {len(a)} and {len(b)} of {len(own)} instructions")
    wrong = [(t, x, y, e) for t, x, y, e in zip(texts, a, b, own) if x != y]
    for text, x, y, encoding in wrong[:20]:
        print(f"{text}: encoded as {x} ({encoding}), LLVM as {y}")
    print(f"{len(own) - len(wrong)} passed, {len(wrong)} failed, 0 skipped")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
