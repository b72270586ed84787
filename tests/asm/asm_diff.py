#!/usr/bin/env python3
"""Differential test of the assembler against llvm-mc, by text.

    asm_diff.py --as "PATH/shoal as" [--mc llvm-mc-22] [--seed N] [--per-row N] [--wild SHARE]
                [--mutate SHARE] [--wave64] [--verbose N] [--rules] [FILTER...]

Random encodings of every row (tests/isa/random_encodings.py) are disassembled by llvm-mc; that text, and
mutations of it (operands exchanged, modifiers added, removed or reordered, suffixes changed,
numbers replaced), goes through both assemblers, whose bytes must be equal; what one refuses the
other must refuse. Differences that are meant are listed in docs/llvm-differences.md.
"""
import argparse
import os
import random
import re
import sys
from collections import Counter, defaultdict

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "isa"))
sys.path.insert(0, HERE)
import differences  # noqa: E402
from llvm_diff import llvm  # noqa: E402
from oracle import llvm_bytes, our_bytes, probe  # noqa: E402
from random_encodings import Table  # noqa: E402

NUMBERS = ["0", "1", "-1", "64", "65", "-16", "-17", "0.5", "1.0", "-4.0", "0.15915494", "3.14", "1e10", "1e-10",
           "0x3c00", "0x3f800000", "0x7fff", "0xffff", "0x10000", "0xffffffff", "0x12345678", "0x100000000",
           "-32768", "2.0", "0x3ff00000", "100000.0", "0x3ff0000000000000", "lit(1)", "1+2", "(3)", "0x80000000"]
REGISTERS = ["v0", "v1", "v255", "v127.h", "v128.l", "v3.h", "s0", "s1", "s105", "vcc_lo", "vcc_hi", "vcc", "m0",
             "null", "exec_lo", "exec", "src_scc", "ttmp0", "v[0:1]", "v[2:3]", "v[1:4]", "s[0:1]", "s[2:3]",
             "s[4:7]", "s[8:15]", "src_shared_base", "ttmp[4:7]", "off"]
MODIFIERS = ["clamp", "mul:2", "mul:4", "div:2", "op_sel:[1,0]", "op_sel:[0,1,1]", "op_sel:[1,1,1,1]",
             "op_sel_hi:[0,0]", "neg_lo:[1,0]", "neg_hi:[0,1,1]", "quad_perm:[3,2,1,0]", "row_shr:1",
             "row_mirror", "row_share:3", "row_xmask:1", "row_half_mirror", "row_ror:15", "dpp8:[7,6,5,4,3,2,1,0]",
             "row_mask:0x3", "bank_mask:0x1", "bound_ctrl:1", "bound_ctrl:0", "fi:1", "glc", "slc", "dlc", "tfe", "lwe", "gds",
             "offset:16", "offset:4095", "offset:4096", "offset:-8", "offset:65535", "offset0:3", "offset1:255",
             "idxen", "offen", "unorm", "r128", "a16", "d16", "dmask:0x3", "dim:SQ_RSRC_IMG_2D", "done", "row_en",
             "wait_exp:3", "wait_vdst:2", "format:22"]
SUFFIXES = ["", "_e32", "_e64", "_dpp", "_e64_dpp"]


def mutate(rng, text):
    """One or two changes to a line of assembly."""
    for _ in range(rng.choice([1, 1, 2])):
        head, _, rest = text.partition(" ")
        kind = rng.randrange(6)
        if kind == 0 and rest:  # another operand
            parts = rest.split(", ")
            i = rng.randrange(len(parts))
            tail = parts[i].split(" ", 1)
            new = rng.choice(REGISTERS + NUMBERS)
            if rng.random() < 0.2:
                new = rng.choice(["-" + new, "|" + new + "|", "neg(" + new + ")", "-|" + new + "|", "abs(" + new + ")"])
            parts[i] = new + (" " + tail[1] if len(tail) > 1 else "")
            rest = ", ".join(parts)
        elif kind == 1:
            rest += " " + rng.choice(MODIFIERS)
        elif kind == 2:
            base = re.sub(r"(_e64_dpp|_e32|_e64|_dpp)$", "", head)
            head = base + rng.choice(SUFFIXES)
        elif kind == 3 and rest:  # a modifier less
            words = rest.split(" ")
            del words[rng.randrange(len(words))]
            rest = " ".join(words)
        elif kind == 4 and ", " in rest:  # an operand less, or two exchanged
            parts = rest.split(", ")
            i, j = rng.randrange(len(parts)), rng.randrange(len(parts))
            parts[i], parts[j] = parts[j], parts[i]
            if rng.random() < 0.3:
                del parts[i]
            rest = ", ".join(parts)
        else:
            rest = re.sub(r"\d+", lambda m: str(rng.randrange(300)) if rng.random() < 0.3 else m[0], rest, count=4)
        text = (head + " " + rest).strip()
    return text


def read_differences():
    """[(pattern, kind, reason)] of docs/llvm-differences.md."""
    rules = differences.read("assembler", 3, ("ours-only", "llvm-only", "bytes"), 1)
    return [(re.compile(pattern), kind, reason) for pattern, kind, reason in rules]


def words(text):
    """The words of a line without the mnemonic's suffix, to compare lines up to order."""
    head, _, rest = text.partition(" ")
    return sorted(re.sub(r"(_e64_dpp|_e32|_e64|_dpp)$", "", head).split() + re.split(r",? +", rest.strip()))


def reorder(text, printed):
    """The line with its modifiers in the order of another line."""
    key = re.compile(r"[\w.]+").match
    order = [key(w)[0] for w in printed.split() if key(w)]
    *operands, last = text.split(", ")
    first, *modifiers = last.split()
    modifiers.sort(key=lambda w: order.index(key(w)[0]) if key(w) and key(w)[0] in order else len(order))
    return ", ".join(operands + [" ".join([first] + modifiers)])


def is_reordered(mc, text, code, wave64):
    """LLVM takes modifiers in one order only: does it make these bytes of the line in its own order,
    or print them with the same words?"""
    data = bytes.fromhex(code)
    printed = llvm(mc, [[int.from_bytes(data[i:i + 4], "little") for i in range(0, len(data), 4)]], wave64)[0]
    if llvm_bytes(mc, [reorder(text, printed)], wave64) == [code]:
        return True
    rest = [w for w in words(printed) if w not in words(text)]
    missing = [w for w in words(text) if w not in words(printed)]
    default = ("row_mask:0xf", "bank_mask:0xf", "bound_ctrl:1", "fi:0", "bound_ctrl:0", "0x0", "op_sel")
    return all(w.startswith(default) or w in default for w in rest + missing)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--as", dest="command", required=True)
    ap.add_argument("--table", default=os.path.join(HERE, "../../src/isa/rdna3/insts.tbl"))
    ap.add_argument("--mc", default="llvm-mc-22")
    ap.add_argument("--mcpu", default="gfx1100", help="the chip")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--per-row", type=int, default=10)
    ap.add_argument("--wild", type=float, default=0.05)
    ap.add_argument("--mutate", type=float, default=0.5)
    ap.add_argument("--wave64", action="store_true")
    ap.add_argument("--verbose", type=int, default=2, help="examples per group")
    ap.add_argument("--rules", action="store_true", help="count the listed differences, each with an example")
    ap.add_argument("filter", nargs="*")
    args = ap.parse_args()
    probe(args.mc)
    rng = random.Random(args.seed)
    cases = [e for e in Table(args.table).random(rng, args.per_row, args.wild, wave64=args.wave64)
             if not args.filter or any(e.row.name.startswith(x) or e.format == x for x in args.filter)]
    items = []
    for e, text in zip(cases, llvm(args.mc, [e.words for e in cases], args.wave64, args.mcpu)):
        if text.startswith("invalid") or text in ("crash", "timeout"):
            continue
        items.append((e, mutate(rng, text) if rng.random() < args.mutate and "/*" not in text else text))
    lines = [t for _, t in items]
    theirs = llvm_bytes(args.mc, lines, args.wave64, args.mcpu)
    mine = our_bytes(args.command.split() + ["--mcpu", args.mcpu], lines, args.wave64)
    listed = read_differences()
    groups, known, alike, refused = defaultdict(list), Counter(), 0, 0
    symbols = reordered = 0
    example = {}
    silent = defaultdict(list)  # where llvm-mc crashes or hangs: nothing to compare with
    for (e, text), a, b in zip(items, theirs, mine):
        bad_a, bad_b = a.startswith("error"), b.startswith("error")
        if a in ("crash", "timeout"):
            silent[a].append(text)
            continue
        if (bad_a and bad_b) or a == b:
            alike += not bad_a
            refused += bad_a
            continue
        if "A" in a:
            symbols += 1  # LLVM takes an unknown word for a symbol; there are none in one line
            continue
        kind = "ours-only" if bad_a else "llvm-only" if bad_b else "bytes"
        if kind == "ours-only" and "valid operand" in a and is_reordered(args.mc, text, b, args.wave64):
            reordered += 1
            continue
        for i, (pattern, k, _) in enumerate(listed):
            if k == kind and pattern.search(text + "  !" + a):
                known[i] += 1
                example[i] = (text, a, b)
                break
        else:
            groups[(kind, e.format, e.row.name)].append((text, a, b))
    for (kind, fmt, row), found in sorted(groups.items()):
        print(f"{kind}: {fmt} {row}, {len(found)} times")
        for text, a, b in found[:args.verbose]:
            print(f"    {text}\n      llvm {a}\n      ours {b}")
    for i, (pattern, kind, _) in enumerate(listed) if args.rules else ():
        print(f"{known[i]:6} {kind} {pattern.pattern}" + (f"\n       e.g. {' | '.join(example[i])}" if i in example else ""))
    for kind, found in silent.items():
        for text in found[:args.verbose]:
            print(f"llvm-mc: {kind}: {text}")
    total = sum(map(len, groups.values()))
    crashes, timeouts = len(silent["crash"]), len(silent["timeout"])
    lost = crashes + timeouts > 2 + len(items) // 10000
    print(f"asm_diff: {len(items)} lines (seed {args.seed}{', wave64' if args.wave64 else ''}), {alike} with equal "
          f"bytes, {refused} refused by both, {symbols} symbols, {reordered} modifiers in another order, {sum(known.values())} listed differences, "
          f"{crashes} crashes and {timeouts} timeouts of llvm-mc{' (too many)' if lost else ''}, {total} others")
    return 1 if total or lost else 0


if __name__ == "__main__":
    sys.exit(main())
