""".insn in all forms against llvm-mc for riscv32, and what is refused, word for word.

    raw_insns.py --mc LLVM-MC --objcopy LLVM-OBJCOPY --shoal SHOAL
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

OPCODES = ("LOAD", "LOAD_FP", "CUSTOM_0", "MISC_MEM", "OP_IMM", "AUIPC", "OP_IMM_32", "STORE", "STORE_FP",
           "CUSTOM_1", "AMO", "OP", "LUI", "OP_32", "MADD", "MSUB", "NMSUB", "NMADD", "OP_FP", "OP_V", "CUSTOM_2",
           "BRANCH", "JALR", "JAL", "SYSTEM", "OP_VE", "CUSTOM_3")
NAMES = [f"{k}{i}" for k in "xfv" for i in range(32)] + """zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7
    s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6 ft0 ft7 fs0 fs1 fa0 fa7 fs2 fs11 ft8 ft11""".split()

REFUSED = (
    (".insn r 0x0b, 8, 0, x1, x2, x3", "error: 15: funct3 is 0 to 7"),
    (".insn r 0x0b, 0, 128, x1, x2, x3", "error: 18: funct7 is 0 to 127"),
    (".insn r 0x0b, 0, 4, x1, x2, x3, x4",
     "error: 18: funct2 (with four registers) is 0 to 3"),
    (".insn r 0x0a, 0, 0, x1, x2, x3", "error: 9: an opcode of 32-bit instructions ends with bits 11; "
     "the four of custom instructions are 0x0b, 0x2b, 0x5b and 0x7b"),
    (".insn r 0x0b, 0, 0, x1, x2, v40", "error: 29: a field has room for registers 0 to 31; "
     "write a regext before it, whose bits are above these"),
    (".insn r 0x0b, 0, 0, x1, x2, w3", "error: 29: expected a register"),
    (".insn i 0x13, 0, x1, x2, 2048", "error: 26: the value does not fit in 12 bits: -2048 to 2047"),
    (".insn b 0x63, 0, x1, x2, 4096",
     "error: 26: the branch target is too far away: a branch reaches 4 KiB"),
    (".insn ca 1, 2, 3", "error: 7: 'ca' is no format of .insn; Ventus has no compressed instructions"),
    (".insn q 1, 2, 3", "error: 7: 'q' is no format of .insn; there are r, r4, i, s, b, sb, u, j, uj, "
     "and LENGTH, VALUE"),
    (".insn 2, 0x4501", "error: 10: Ventus has instructions of 4 and 8 bytes only; "
     "4 bytes end with bits 11, below these not 111; 8 bytes with 0111111"),
    (".insn 8, 0x13", "error: 7: the value's lowest bits are those of 4 bytes"),
    (".insn 3, 0x13", "error: 7: instructions have 2, 4, 6 or 8 bytes"),
)


def line(rng):
    reg = lambda: rng.choice(NAMES)
    opcode = rng.choice(OPCODES) if rng.random() < 0.5 else hex(rng.randrange(32) << 2 | 3)
    imm, f3 = rng.randrange(-2048, 2048), rng.randrange(8)
    return rng.choice((
        lambda: f"r {opcode}, {f3}, {rng.randrange(128)}, {reg()}, {reg()}, {reg()}",
        lambda: f"r {opcode}, {f3}, {rng.randrange(4)}, {reg()}, {reg()}, {reg()}, {reg()}",
        lambda: f"r4 {opcode}, {f3}, {rng.randrange(4)}, {reg()}, {reg()}, {reg()}, {reg()}",
        lambda: f"i {opcode}, {f3}, {reg()}, {reg()}, {imm}",
        lambda: f"i {opcode}, {f3}, {reg()}, {imm}({reg()})",
        lambda: f"s {opcode}, {f3}, {reg()}, {imm}({reg()})",
        lambda: f"{rng.choice(('b', 'sb'))} {opcode}, {f3}, {reg()}, {reg()}, {rng.randrange(-2048, 2048) * 2}",
        lambda: f"u {opcode}, {reg()}, {rng.randrange(1 << 20)}",
        # LLVM 22 does not scramble a distance given as a number; what it does with labels is right.
        lambda: f"{rng.choice(('j', 'uj'))} {opcode}, {reg()}, {rng.choice(('start', 'middle', 'finish'))}",
        lambda: f"{rng.randrange(1 << 27) << 5 | 0x0b:#x}",
        lambda: f"4, {rng.randrange(1 << 27) << 5 | 0x17:#x}",
        lambda: f"8, {rng.randrange(1 << 57) << 7 | 0x3f:#x}",
    ))()


def main():
    parser = argparse.ArgumentParser()
    for option in ("--mc", "--objcopy", "--shoal"):
        parser.add_argument(option, required=True)
    options = parser.parse_args()
    rng = random.Random(15)
    lines = [f".insn {line(rng)}" for _ in range(3000)]
    lines += [".insn i LOAD, 2, a0, %lo(far)(a1)", ".insn u LUI, a0, %hi(far)", ".insn s STORE, 2, a0, %lo(far)(a1)",
              "back:", ".insn b BRANCH, 0, a0, a1, back", ".insn j JAL, ra, back", ".equ far, 0x12345fff"]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = folder / "raw.s"
        text = lines[-1:] + ["start:"] + lines[:1500] + ["middle:"] + lines[1500:-1] + ["finish:"]
        source.write_text("\n".join(text) + "\n", encoding="ascii")
        subprocess.run([options.mc, "-triple=riscv32", "-mattr=+f,+v", "-filetype=obj", source, "-o", folder / "o"],
                       check=True)
        subprocess.run([options.objcopy, "-O", "binary", "-j", ".text", folder / "o", folder / "want"], check=True)
        subprocess.run([options.shoal, "as", "--isa", "ventus", "--raw", source, "-o", folder / "got"], check=True)
        want, got = (folder / "want").read_bytes(), (folder / "got").read_bytes()
        if want != got:
            failed += 1
            at = next((i for i, (a, b) in enumerate(zip(want, got)) if a != b), min(len(want), len(got))) // 4 * 4
            print(f"{len(got)} bytes, LLVM {len(want)}; byte {at}: {got[at:at + 4].hex()}, LLVM "
                  f"{want[at:at + 4].hex()}")
    run = subprocess.run([options.shoal, "as", "--isa", "ventus", "--hex"], text=True, capture_output=True, check=False,
                         input="".join(f"{text}\n" for text, _ in REFUSED))
    for (text, message), answer in zip(REFUSED, run.stdout.splitlines(), strict=True):
        if answer != message:
            failed += 1
            print(f"{text}\n  {answer}\nexpected\n  {message}")
    total = len(lines) + len(REFUSED)
    print(f"{total - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed != 0)


main()
