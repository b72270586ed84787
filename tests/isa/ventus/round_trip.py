#!/usr/bin/env python3
"""Words to text and back: for every row, in both dialects, alone and behind prefixes.

    round_trip.py --shoal PATH [--seed N] [--per-row N]

A word that the disassembler prints must come back from the assembler bit for bit. A word that it
refuses must say that a value is reserved; every row has words that are not refused.
"""
import argparse
import random
import sys

sys.dont_write_bytecode = True
import random_words  # noqa: E402
import tools  # noqa: E402

RESERVED = ("reserved", "fence has no registers", "a copy has 4, 8 or 16 bytes", "an f16 accumulator",
            "no such matrix type", "bit for A's place", "no such saturation", "16, 32 or 64 bits", "64 scalar registers")
# Reasons why a prefix does not go with what follows it.
REFUSED = ("takes no prefix", "cannot take this prefix", "has no register that", "has no 5-bit immediate")


class Count:
    passed = failed = 0

    def check(self, ok, what):
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            if self.failed <= 20:
                print("FAILED:", what)


def back(count, shoal, dialect, cases):
    """cases: [(name, bytes, text)]"""
    for (name, data, text), got in zip(cases, tools.asm(shoal, [c[2] for c in cases], dialect)):
        count.check(got == data.hex(), f"{dialect} {name}: {data.hex()} -> {text!r} -> {got}")


def plain(count, args, rng, dialect):
    words = list(random_words.words(rng, dialect, args.per_row))
    cases, valid = [], set()
    for w, text in zip(words, tools.dis(args.shoal, [w.data for w in words], dialect, "--raw-prefixes")):
        if text.startswith("invalid: "):
            count.check(any(x in text for x in RESERVED), f"{dialect} {w.row.name}: {w.data.hex()}: {text}")
            continue
        valid.add(w.row.name)
        cases.append((w.row.name, w.data, text))
    for r in random_words.rows(dialect):
        count.check(r.name in valid, f"{dialect} {r.name}: no valid word")
    back(count, args.shoal, dialect, cases)


def extension(rng, row, dialect):
    """The twelve bits of a regext that says no more than the row's registers need."""
    place = {"rd": 0, "rs1": 3, "rs2": 6, "rs3": 9}
    bits, accumulates = 0, False
    for role, _ in {*row.writes, *row.reads}:
        field, kind = row.fmt.roles.get(role, (None, None))
        vector = kind in ("v", "vs3") or (kind == "xv" and dialect == "toolchain")
        if kind == "acc":
            accumulates = True
        elif kind in ("x", "v", "xv", "vs3"):
            at = 9 if kind == "vs3" and dialect == "manual" else place[field]
            bits |= (rng.getrandbits(3) if vector else rng.getrandbits(1)) << at
    return bits | (bits & 7) << 9 if accumulates and dialect == "manual" else bits


def prefixed(count, args, rng, dialect):
    """A folded prefix comes back; one that cannot be folded into text is shown by itself."""
    prefixes = [r for r in random_words.rows(dialect) if "prefix" in r.flags]
    others = [r for r in random_words.rows(dialect) if "prefix" not in r.flags]
    pairs = []
    for r in others:
        for p in prefixes:
            for i in range(30 if p.name == "regext" else 3):
                zeros = {"rd": 0, "rs1": 0} if p.fmt.name == "EXT" else {}
                fields = {k: rng.getrandbits(p.fmt.fields[k][1]) for k in p.fmt.fields if k not in zeros}
                if i:  # bits of registers that the row does not have make a text impossible
                    fields["imm"] = extension(rng, r, dialect)
                    if p.name in ("regexti", "prefixi", "regpairi"):
                        e = fields["imm"]
                        fields["imm"] = (e & 7) | (e >> 6 & 7) << 3 | rng.getrandbits(6) << 6
                pairs.append((r, random_words.encode(p, fields) + random_words.random_word(rng, r)))
    cases, folded = [], set()
    for (r, data), text in zip(pairs, tools.dis(args.shoal, [d for _, d in pairs], dialect)):
        if not text.startswith("invalid: "):
            folded.add(r.name)
            cases.append((r.name, data, text))
        else:
            ok = any(x in text for x in RESERVED + REFUSED) or "bytes follow" in text
            count.check(ok, f"{dialect} {r.name}: {data.hex()}: {text}")
    for r in others:
        if r.fmt.dwords == 1 and extension(random.Random(0), r, dialect):
            count.check(r.name in folded, f"{dialect} {r.name}: no prefix was folded into it")
    back(count, args.shoal, dialect, cases)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--shoal", required=True)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--per-row", type=int, default=60)
    args = ap.parse_args()
    count = Count()
    for dialect in random_words.gen_ventus.DIALECTS:
        rng = random.Random(args.seed)
        plain(count, args, rng, dialect)
        prefixed(count, args, rng, dialect)
    print(f"{count.passed} passed, {count.failed} failed, 0 skipped")
    return 1 if count.failed else 0


if __name__ == "__main__":
    sys.exit(main())
