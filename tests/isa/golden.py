#!/usr/bin/env python3
"""Golden files: what llvm-mc 22 printed for given bytes, one file per format.

    golden.py --dis PATH/dis_lines            compares our text with golden/*.s
    golden.py --bless [--mc llvm-mc-22]       writes golden/*.s anew from llvm-mc

Below golden/ is a folder for each later generation, with the rows that are new in it. A line is
`TEXT ; BYTES`; a line `; wave64` switches the rest of the file to wave64. In
refused.s, written by hand, a line is `BYTES ! MESSAGE`. The files are read from bytes to text
here; the assembler's tests read them from text to bytes.
"""
import argparse
import glob
import itertools
import os
import random
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
GOLDEN = os.path.join(HERE, "golden")

# Scalar values of source fields: low, high, special, inline integers and floats, literal.
SWEEP = [256 + 1, 256 + 255, 2, 104, 106, 126, 124, 108, 128, 192, 193, 208, 240, 242, 247, 248, 253, 235, 255]


def signature(row, name):
    """Rows with the same operand types print alike."""
    return name, tuple(row.writes), tuple(x for x in row.reads if x[0] != "mode")


def sweep(table, row, name, op, rng):
    """Every value of SWEEP in every source of the row, the other operands plain."""
    fmt = table.formats[name]
    sources = [(fmt.roles[r][0], fmt.roles[r][1]) for r, _ in row.reads
               if r in fmt.roles and fmt.roles[r][1] in ("src", "ssrc", "smask")]
    for field, kind in sources:
        for value in SWEEP:
            if value >= 1 << fmt.fields[field][1] or (kind == "smask" and value > 127):
                continue
            f = {k: 0 for k in fmt.fields}
            if op is not None:
                f["op"] = op
            for r, _ in row.writes + row.reads:
                if r in fmt.roles and fmt.roles[r][0] in fmt.fields:
                    k = fmt.roles[r][1]
                    f[fmt.roles[r][0]] = 256 + 8 if k in ("src", "vgpr9") or (k == "vgpr" and fmt.fields[fmt.roles[r][0]][1] == 9) else 4
            if name == "VOP3P":
                f["opselhi"], f["opselhi2"] = 3, 1
            f[field] = value
            words = table.pack(fmt, f)
            if value == 255 or any(fmt.roles[r][1] == "imm32" for r, _ in row.reads if r in fmt.roles):
                words.append(0x12345678)
            yield words


def cases(table, wave64, generation):
    """format name -> encodings of the rows that are new in a generation, in table order."""
    rng, out, seen = random.Random(20), {}, set()
    table.wave64 = wave64
    for row, name, op in table.encodings():
        if wave64 and name == "VOPD" or row.generations[0] != generation:
            continue
        lines = out.setdefault(name, [])
        new = signature(row, name) not in seen
        seen.add(signature(row, name))
        masks = any(t in ("mask", "8f32", "8i32", "16f16d", "16bf16d") for _, t in row.writes + row.reads)
        if name not in ("VOPD", "EXP") and new and not (wave64 and not masks):
            some = sweep(table, row, name, op, rng)
            lines += [(row, w) for w in itertools.islice(some, 0, None, 1 if len(lines) < 300 else 5)]
        n = 30 if name == "EXP" else 5 if name == "VOPD" else 3 if new else 1
        if wave64 and (not masks or not new):
            continue
        lines += [(row, table.make(rng, row, name, op, False, 0.3)) for _ in range(n)]
    return out


def differs(row, words, text):
    """Is it one of the differences in docs/llvm-differences.md?"""
    if row.fmt.cls == "salu" and any(typ == "f16" for _, typ in row.reads) and "0x" in text:
        return len(words) == 1 or words[1] > 0xffff  # inline constants as bits; literals of 32 bits
    return ("fma_mix" in row.name and "_dpp" in text) or (
        row.flags & {"wmma", "vsrc"} and (len(words) > 2 and "wmma" in row.flags or "null" in text or "src_" in text))


def bless(mc):
    from random_encodings import Table, gen_isa
    table = Table(os.path.join(HERE, "../../src/isa/rdna3/insts.tbl"))
    for generation, (chip, _) in enumerate(gen_isa.WORDS.generations):
        bless_generation(mc, table, generation, chip)


def bless_generation(mc, table, generation, chip):
    from llvm_diff import llvm
    folder = os.path.join(GOLDEN, chip) if generation else GOLDEN
    os.makedirs(folder, exist_ok=True)
    by_wave = [cases(table, False, generation), cases(table, True, generation)]
    for name in by_wave[0]:
        lines = [f"; {name}: recorded from llvm-mc 22 -disassemble --mcpu={chip} by golden.py --bless"]
        for wave64, per_format in zip((False, True), by_wave):
            items = per_format.get(name, [])
            texts = llvm(mc, [w for _, w in items], wave64, chip)
            if wave64 and items:
                lines.append("; wave64")
            known = set()
            for (row, words), text in zip(items, texts):
                data = b"".join(w.to_bytes(4, "little") for w in words).hex(" ")
                if text.startswith(("invalid", "crash", "timeout")) or data in known or differs(row, words, text):
                    continue
                known.add(data)
                lines.append(f"{text:60} ; {data}")
        if len(lines) > 1:
            with open(os.path.join(folder, name.lower() + ".s"), "w") as f:
                f.write("\n".join(lines) + "\n")
        print(f"{chip} {name}: {len(lines) - 1} lines")


def read(path):
    """(line number, bytes, expected text, wave64)"""
    wave64 = False
    with open(path) as f:
        for n, line in enumerate(f, 1):
            line = line.rstrip("\n")
            if line.strip() == "; wave64":
                wave64 = True
            elif " ! " in line:
                data, message = line.split(" ! ", 1)
                yield n, data.strip(), "invalid: " + message.strip(), wave64
            elif line.strip() and not line.startswith(";"):
                text, data = line.rsplit(" ; ", 1)
                yield n, data.strip(), text.strip(), wave64


def check(dis):
    passed = failed = 0
    files = sorted(glob.glob(os.path.join(GOLDEN, "*.s")))
    later = sorted(glob.glob(os.path.join(GOLDEN, "*", "*.s")))
    for path in files + later:
        chip = [] if path in files else ["--mcpu", os.path.basename(os.path.dirname(path))]
        for wave64, group in itertools.groupby(read(path), key=lambda x: x[3]):
            items = list(group)
            r = subprocess.run([dis] + chip + (["--wave64"] if wave64 else []), input="".join(x[1] + "\n" for x in items),
                               capture_output=True, text=True)
            got = r.stdout.splitlines()
            if r.returncode or len(got) != len(items):
                print(f"FAILED: {dis}: status {r.returncode}, {len(got)} lines for {len(items)}: {r.stderr}")
                return 1
            for (n, data, text, _), mine in zip(items, got):
                passed += mine == text
                if mine != text:
                    failed += 1
                    print(f"FAILED: {os.path.basename(path)}:{n}: {data}\n  expected {text}\n  got      {mine}")
    if len(files) < 24 or not later:
        failed += 1
        print(f"FAILED: {len(files)} golden files, there should be one per format and refused.s, and some of later generations")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--dis")
    ap.add_argument("--bless", action="store_true")
    ap.add_argument("--mc", default="llvm-mc-22")
    args = ap.parse_args()
    if args.bless:
        bless(args.mc)
    if args.dis:
        return check(args.dis)
    return 0


if __name__ == "__main__":
    sys.exit(main())
