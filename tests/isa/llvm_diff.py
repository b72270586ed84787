#!/usr/bin/env python3
"""Differential test of decoder and printer against llvm-mc.

    llvm_diff.py --dis PATH/dis_lines [--table insts.tbl] [--mc llvm-mc-22] [--seed N]
                 [--per-row N] [--wild SHARE] [--wave64] [--verbose N] [--rules] [FILTER...]

Random encodings of every row (random_encodings.py) go through both; each must give the same text or
be refused by both. Differences that are meant are listed in docs/llvm-differences.md with their
reason; anything else fails. FILTER: only rows or formats with these names (prefix match).
"""
import argparse
import fnmatch
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict

sys.dont_write_bytecode = True
import differences  # noqa: E402
from random_encodings import Table  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
MARK, MARK_TEXT = "[0x77 0x77 0x80 0xbf]", "s_nop 0x7777"
BATCH = 2000  # encodings of one process


def llvm(mc, encodings, wave64, mcpu="gfx1100"):
    """Text of each encoding, or "invalid", or "crash" or "timeout" where llvm-mc gives no answer."""
    if len(encodings) > BATCH:
        return [x for i in range(0, len(encodings), BATCH) for x in llvm(mc, encodings[i:i + BATCH], wave64, mcpu)]
    args = [mc, "-disassemble", "-triple=amdgcn", "--mcpu=" + mcpu]
    if wave64:
        args.append("-mattr=+wavefrontsize64")
    lines = []
    for words in encodings:
        data = b"".join(w.to_bytes(4, "little") for w in words)
        lines.append("[" + " ".join(f"{b:#04x}" for b in data) + "]\n" + MARK)
    try:
        r = subprocess.run(args, input="\n".join(lines) + "\n", capture_output=True, text=True,
                           timeout=20 + len(lines) / 200,
                           env=dict(os.environ, LLVM_DISABLE_SYMBOLIZATION="1", LLVM_DISABLE_CRASH_REPORT="1"))
    except subprocess.TimeoutExpired:
        r = None
    out, now = [], []
    for line in r.stdout.splitlines() if r else []:
        line = line.strip()
        if line == MARK_TEXT:
            ok = len(now) == 1 and "/*Invalid" not in now[0]
            out.append(now[0] if ok else "invalid" + (": " + " / ".join(now) if now else ""))
            now = []
        elif line:
            now.append(line)
    if len(out) == len(encodings):
        return out
    if r and r.returncode >= 0 and "PLEASE submit a bug report" not in r.stderr:
        sys.exit(f"{mc} stopped after {len(out)} of {len(encodings)} encodings:\n{r.stderr[-2000:]}")
    if len(encodings) == 1:
        return ["crash" if r else "timeout"]
    half = len(encodings) // 2
    return llvm(mc, encodings[:half], wave64, mcpu) + llvm(mc, encodings[half:], wave64, mcpu)


def ours(dis, encodings, wave64, mcpu="gfx1100"):
    text = "\n".join("".join(w.to_bytes(4, "little").hex() for w in words) for words in encodings) + "\n"
    r = subprocess.run([dis, "--mcpu", mcpu] + (["--wave64"] if wave64 else []), input=text, capture_output=True, text=True)
    if r.returncode:
        sys.exit(f"{dis} failed with {r.returncode}: {r.stderr}")
    return r.stdout.splitlines()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--dis", required=True)
    ap.add_argument("--table", default=os.path.join(HERE, "../../src/isa/rdna3/insts.tbl"))
    ap.add_argument("--mc", default="llvm-mc-22")
    ap.add_argument("--mcpu", default="gfx1100", help="the chip; rows of other generations must be refused")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--per-row", type=int, default=20)
    ap.add_argument("--wild", type=float, default=0.0)
    ap.add_argument("--wave64", action="store_true")
    ap.add_argument("--verbose", type=int, default=2, help="examples per group")
    ap.add_argument("--rules", action="store_true", help="count the listed differences, each with an example")
    ap.add_argument("filter", nargs="*")
    args = ap.parse_args()

    probe = llvm(args.mc, [[0x06040501]], False, args.mcpu)[0]
    if probe != "v_add_f32_e32 v2, v1, v2":
        sys.exit(f"{args.mc} does not disassemble {args.mcpu}: {probe!r}")
    table = Table(args.table)
    cases = [e for e in table.random(random.Random(args.seed), args.per_row, args.wild, wave64=args.wave64)
             if not args.filter or any(e.row.name.startswith(x) or e.format == x for x in args.filter)]
    words = [e.words for e in cases]
    theirs, mine = llvm(args.mc, words, args.wave64, args.mcpu), ours(args.dis, words, args.wave64, args.mcpu)
    if len(mine) != len(cases):
        sys.exit(f"{args.dis} gave {len(mine)} answers to {len(cases)} encodings")
    listed = differences.read("decoder", 5, ("ours-only", "llvm-only", "text"), 2)
    groups, known, valid, silent = defaultdict(list), Counter(), 0, []
    example = {}
    for e, a, b in zip(cases, theirs, mine):
        bad_a, bad_b = a.startswith("invalid"), b.startswith("invalid")
        if a in ("crash", "timeout"):
            silent.append((a, e))
            continue
        if (bad_a and bad_b) or a == b:
            valid += a == b and not bad_a
            continue
        kind = "ours-only" if bad_a else "llvm-only" if bad_b else "text"
        for i, (row, fmt, k, text, _) in enumerate(listed):
            if k == kind and all(fnmatch.fnmatchcase(x, pattern) for x, pattern in
                                 ((e.row.name, row), (e.format, fmt), (b, text.partition(" @ ")[0]),
                                  (" ".join(f"{w:08x}" for w in e.words), text.partition(" @ ")[2] or "*"))):
                known[i] += 1
                example[i] = f"{' '.join(f'{w:08x}' for w in e.words)} | {a} | {b}"
                break
        else:
            groups[(e.format, e.row.name, kind)].append((e, a, b))
    for (fmt, row, kind), items in sorted(groups.items()):
        print(f"{fmt} {row}: {kind}, {len(items)} times")
        for e, a, b in items[:args.verbose]:
            print(f"    {' '.join(f'{w:08x}' for w in e.words)}{' wild' if e.wild else ''}\n"
                  f"      llvm {a}\n      ours {b}")
    for i, rule in enumerate(listed) if args.rules else ():
        print(f"{known[i]:6} {' | '.join(rule[:4])}" + (f"\n       e.g. {example[i]}" if i in example else ""))
    for kind, e in silent[:args.verbose]:
        print(f"{e.format} {e.row.name}: llvm-mc: {kind}: {' '.join(f'{w:08x}' for w in e.words)}")
    total = sum(map(len, groups.values()))
    timeouts = sum(kind == "timeout" for kind, _ in silent)
    lost = len(silent) > 2 + len(cases) // (200 if args.wild else 10000)
    print(f"llvm_diff: {len(cases)} encodings (seed {args.seed}), {valid} alike and valid, "
          f"{sum(known.values())} listed differences, {len(silent) - timeouts} crashes and {timeouts} timeouts "
          f"of llvm-mc{' (too many)' if lost else ''}, {total} others")
    return 1 if total or lost else 0


if __name__ == "__main__":
    sys.exit(main())
