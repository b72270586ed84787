#!/usr/bin/env python3
"""The golden files of tests/isa/golden, read from text to bytes; and refused text.

    golden.py --as "PATH/shoal as"            compares
    golden.py --bless [--mc llvm-mc-22]       writes golden_bytes.txt anew from llvm-mc

A line of golden/*.s is `TEXT ; BYTES` as llvm-mc 22 disassembled it. Where llvm-mc assembles that text
to other bytes (bits that the text does not show) or refuses it, golden_bytes.txt says so in the
same form. A line of errors.txt is `TEXT ! COLUMN: MESSAGE`, written by hand: the message word
for word.
"""
import argparse
import glob
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from asm_diff import read_differences  # noqa: E402
from oracle import llvm_bytes, our_bytes, probe  # noqa: E402

REASSEMBLED = os.path.join(HERE, "golden_bytes.txt")
LISTED = read_differences()


def read_golden(path):
    for n, line in enumerate(open(path), 1):
        line = line.rstrip("\n")
        if line.startswith(";") or not line.strip():
            yield n, None, line
            continue
        text, _, code = line.rpartition(" ; ")
        yield n, text.strip(), code.replace(" ", "")


def groups():
    """(file, chip, wave64, [(line number, text, bytes)])"""
    golden = os.path.join(HERE, "..", "isa", "golden")
    first, later = (sorted(glob.glob(os.path.join(golden, *x))) for x in (["*.s"], ["*", "*.s"]))
    for path in first + later:
        chip = "gfx1100" if path in first else os.path.basename(os.path.dirname(path))
        if os.path.basename(path) == "refused.s":
            continue
        found, wave64 = {False: [], True: []}, False
        for n, text, code in read_golden(path):
            if text is None:
                wave64 = wave64 or code == "; wave64"
            else:
                found[wave64].append((n, text, code))
        for wave, items in found.items():
            if items:
                yield os.path.basename(path), chip, wave, items


def bless(mc):
    probe(mc)
    with open(REASSEMBLED, "w") as f:
        f.write("# Lines of tests/isa/golden whose text llvm-mc 22 assembles to other bytes (it does not say\n# all bits) or refuses; recorded by golden.py --bless\n")
        for name, chip, wave, items in groups():
            for (_, text, code), got in zip(items, llvm_bytes(mc, [t for _, t, _ in items], wave, chip)):
                if got != code:
                    f.write(f"{'wave64 ' if wave else ''}{text} ; {'refused' if got.startswith('error') else got}\n")


def check_golden(command):
    count = wrong = 0
    expected = dict(line.rstrip("\n").rsplit(" ; ", 1) for line in open(REASSEMBLED) if not line.startswith("#"))
    for name, chip, wave, items in groups():
        for (n, text, code), got in zip(items, our_bytes(command + ["--mcpu", chip], [t for _, t, _ in items], wave)):
            count += 1
            code = expected.get(("wave64 " if wave else "") + text, code)
            if got == code or (code == "refused" and got.startswith("error")):
                continue
            if is_listed(text, code, got):
                continue
            wrong += 1
            if wrong <= 40:
                print(f"{name}:{n}: {text}\n    expected {code}\n    got      {got}")
    return count, wrong


def is_listed(text, code, got):
    """Is the difference meant (docs/llvm-differences.md)?"""
    kind = "ours-only" if code == "refused" else "llvm-only" if got.startswith("error") else "bytes"
    return any(k == kind and pattern.search(text + "  !") for pattern, k, _ in LISTED)


def check_errors(command):
    items, wave64, wrong = {False: [], True: []}, False, 0
    for n, line in enumerate(open(os.path.join(HERE, "errors.txt")), 1):
        line = line.rstrip("\n")
        if line.startswith("#") or not line:
            wave64 = wave64 or line == "# wave64"
            continue
        text, _, message = line.partition(" ! ")
        items[wave64].append((n, text.rstrip(), message))
    for wave, cases in items.items():
        if not cases:
            continue
        for (n, text, message), got in zip(cases, our_bytes(command, [t for _, t, _ in cases], wave)):
            if got != "error: " + message:
                wrong += 1
                print(f"errors.txt:{n}: {text}\n    expected error: {message}\n    got      {got}")
    return sum(map(len, items.values())), wrong


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--as", dest="command")
    ap.add_argument("--bless", action="store_true")
    ap.add_argument("--mc", default="llvm-mc-22")
    args = ap.parse_args()
    if args.bless:
        return bless(args.mc)
    if not args.command:
        ap.error("--as is missing")
    command = args.command.split()
    count, wrong = check_golden(command)
    errors, wrong_errors = check_errors(command)
    wrong += wrong_errors
    print(f"{count + errors - wrong} passed, {wrong} failed")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
