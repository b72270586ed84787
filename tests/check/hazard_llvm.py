#!/usr/bin/env python3
"""hazard_llvm.py: --check=hazard against LLVM's hazard recogniser.

usage: hazard_llvm.py --shoal SHOAL [--programs N] [--seed N] [--keep FOLDER]

Random programs go through llc-22's recogniser alone, which inserts what it holds necessary. The result must be
silent. Then each inserted instruction is taken out again, one at a time, and the one that needed it must be
reported; of waits behind the write of a lane mask only those that something reads before the next such wait, since
LLVM inserts them without looking for readers. Neither knows the other: LLVM looks back through the code, Shoal
watches it run.
"""
import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from run import RDNA3_BEGIN, RDNA3_END  # noqa: E402

X = "implicit $exec"
# One instruction of LLVM's; a, b, c, d: VGPRs; m: lane mask; how often.
PLAIN = [
    (6, "$vgpr{d} = V_MOV_B32_e32 $vgpr{a}, " + X),
    (6, "$vgpr{d} = V_ADD_U32_e32 $vgpr{a}, $vgpr{b}, " + X),
    (5, "$vgpr{d} = V_RCP_F32_e32 $vgpr{a}, implicit $mode, " + X),
    (3, "$vgpr{d} = V_FMA_F32_e64 0, $vgpr{a}, 0, $vgpr{b}, 0, $vgpr{c}, 0, 0, implicit $mode, " + X),
    (1, "V_NOP_e32 " + X),
    (1, "$vgpr{d} = DS_READ_B32_gfx9 $vgpr{a}, 0, 0, " + X),
    (2, "DS_WRITE_B32_gfx9 $vgpr{a}, $vgpr{b}, 0, 0, " + X),
    (2, "$vgpr{d} = LDS_DIRECT_LOAD 0, " + X + ", implicit $m0"),
    (2, "V_CMPX_EQ_U32_nosdst_e32 $vgpr{a}, $vgpr{a}, implicit-def $exec, " + X),
    (2, "$vgpr{d} = V_PERMLANE16_B32_e64 0, $vgpr{a}, 0, $sgpr8, 0, $sgpr9, $vgpr{d}, 0, " + X),
]
WAVE64 = [
    (4, "$exec = S_MOV_B64 -1"),
    (3, "$vgpr{d} = V_CNDMASK_B32_e64 0, $vgpr{a}, 0, $vgpr{b}, $sgpr{m}, " + X),
    (2, "$sgpr{m} = V_CMP_EQ_U32_e64 $vgpr{a}, $vgpr{b}, " + X),
    (1, "V_CMP_EQ_U32_e32 $vgpr{a}, $vgpr{b}, implicit-def $vcc, " + X),
    (2, "$vgpr{d} = V_ADDC_U32_e32 $vgpr{a}, $vgpr{b}, implicit-def $vcc, implicit $vcc, " + X),
    (2, "$sgpr{m} = S_MOV_B64 5"),
    (1, "$sgpr10 = S_ADD_I32 $sgpr{n}, 1, implicit-def $scc"),
]
FIXED = re.compile(r"s_waitcnt_depctr|v_mov_b32_e32 (v\d+), \1$|lds_direct_load")


def program(rng, lanes):
    choices = PLAIN + (WAVE64 if lanes == 64 else [])
    lines = []
    for _ in range(60):
        text = rng.choices([t for _, t in choices], [n for n, _ in choices])[0]
        mask = rng.choice((2, 4))
        names = {r: rng.randrange(6) for r in "abcd"}
        while names["d"] == names["a"] and "V_MOV" in text:  # looks like what the recogniser inserts
            names["d"] = rng.randrange(6)
        lines.append("    " + text.format(m=f"{mask}_sgpr{mask + 1}", n=mask, **names))
    return "---\nname: k\nbody: |\n  bb.0:\n" + "\n".join(lines) + "\n    S_ENDPGM 0\n...\n"


def recognised(mir, lanes, folder):
    """The program's instructions as LLVM leaves them."""
    source = folder / "k.mir"
    source.write_text(mir)
    done = subprocess.run(["llc-22", "-mtriple=amdgcn", "-mcpu=gfx1100", f"-mattr=+wavefrontsize{lanes}",
                           "-start-before=post-RA-hazard-rec", str(source), "-o", "-"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    body = done.stdout.split("%bb.0:")[1].split(".Lfunc_end0")[0]
    lines = [line.strip() for line in body.splitlines()[1:]]
    return [line for line in lines if line and not line.startswith((";", "s_delay_alu"))]


def check(shoal, lines, lanes, folder):
    """[(rule, instruction)] of what is reported."""
    source, report = folder / "k.s", folder / "k.json"
    end = RDNA3_END.format(int(lanes == 32), 0, lanes, " []")
    source.write_text(RDNA3_BEGIN + "    s_mov_b32 m0, 0\n" + "".join(f"    {x}\n" for x in lines) + end)
    done = subprocess.run([shoal, "run", str(source), "--grid", str(lanes), "--block", str(lanes), "--check=hazard",
                           "--report", f"json={report}"], capture_output=True, text=True, timeout=60)
    assert report.exists(), done.stderr
    found = json.loads(report.read_text())["findings"]
    return [(f["rule"], f["place"]["instruction"], f["place"]["pc_offset"]) for f in found]


def without(line):
    """What a line that the recogniser changed looks like if it does not; None: it is not there."""
    return re.sub(r"wait_vdst:\d+", "wait_vdst:15", line) if "lds_direct" in line else None


READS_SCALAR = re.compile(r"^v_.*(, s\d|, s\[\d:\d\]$|, vcc$)")


def is_reader_expected(lines, at):
    """Of a wait for a mask: whether the written register is read, by what LLVM says is a hazard, before it is
    written or waited for again. Comparisons and carries: whatever is read by the scalar ALU is safe."""
    writer = lines[at - 1]
    before = [line for line in reversed(lines[:at - 1]) if READS_SCALAR.search(line)]
    is_scalar = writer.startswith("s_")
    name = "vcc" if "vcc" in writer else re.search(r"s\[\d:\d\]", writer)[0]
    low = name[2] if name != "vcc" else None
    # Another vector instruction that reads scalar registers ends it, as Mesa's compiler has it (aco_insert_NOPs.cpp).
    if not before or not re.search(r"(cndmask|add_co_ci).*, " + re.escape(name) + "$", before[0]):
        return False
    for line in lines[at + 1:]:
        if line.startswith("s_waitcnt_depctr"):
            return False
        operands = line.split(None, 1)[1] if " " in line else ""
        parts = [p.strip() for p in operands.split(",")]
        written = parts[1 if "v_add_co_ci" in line else 0]
        reads = [p for i, p in enumerate(parts) if i > (1 if "v_add_co_ci" in line else 0)]
        if line.startswith(("ds_", "lds_")):
            return False  # waits for the vector ALU
        if name in reads or (low and f"s{low}" in reads and line.startswith("s_")):
            return not line.startswith("s_") or is_scalar
        if written == name:
            return False
    return False


WRITTEN = re.compile(r"depctr_va_vdst\(0\)|^ds_|wait_vdst:0$")  # behind these all results of the vector ALU are there


def is_load_expected(lines, at):
    """Of a load from LDS that waits for nothing: whether one of the 15 vector instructions before it uses its register.
    LLVM does not see that other waits are enough, and asks for 0 if there is a transcendental instruction at all."""
    register = re.search(r"\bv\d+", lines[at])[0]
    count = 0
    for line in reversed(lines[:at]):
        if WRITTEN.search(line) or "lds_" in line or count == 15:
            return False
        if line.startswith("v_"):
            if re.search(rf"\b{register}\b", line):
                return True
            count += 1
    return False


def is_expected(lines, at, kind):
    if kind == "lds_direct_load":
        return is_load_expected(lines, at)
    if kind == "v_permlane16_b32":  # LLVM does not take V_NOP for an instruction between, the manual does
        between = [line for line in lines[:at] if line.startswith("v_")]
        return between[-1].startswith("v_cmpx")
    return kind != "vector" or not any("lds_direct" in line for line in lines[max(at - 12, 0):at])


def run(shoal, seed):
    rng = random.Random(seed)
    lanes = 64 if seed % 3 else 32
    counts, wrong = {}, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = recognised(program(rng, lanes), lanes, folder)
        # What the recogniser inserts before V_PERMLANE it does not look at itself.
        silent = [f for f in check(shoal, lines, lanes, folder) if not FIXED.match(f[1])]
        if silent:
            wrong.append(f"seed {seed}, wave{lanes}: as LLVM leaves it: {silent}")
        for at, line in enumerate(lines):
            if not FIXED.match(line) or ("lds_direct" in line and "wait_vdst:15" in line):
                continue
            cut = without(line)
            found = check(shoal, lines[:at] + ([cut] if cut else []) + lines[at + 1:], lanes, folder)
            is_mask = "va_vdst" not in line and "vm_vsrc" not in line and "depctr" in line
            need = "v_permlane16_b32" if line.startswith("v_") else cut or lines[at + 1]
            opcode = need.split()[0]
            kind = "mask" if is_mask else "store" if "vm_vsrc" in line else opcode if opcode in ("lds_direct_load", "v_permlane16_b32") else "vector"
            if not (is_reader_expected(lines, at) if is_mask else is_expected(lines, at, kind)):
                kind += " (LLVM alone)"
                is_right = True
            else:
                is_right = bool(found) if is_mask else any(text.split()[0] == opcode for _, text, _ in found)
            counts[kind] = counts.get(kind, 0) + 1
            if not is_right:
                wrong.append(f"seed {seed}, wave{lanes}: without '{line}' ({at}): {found}\n" + "\n".join(lines))
    return counts, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shoal", required=True)
    parser.add_argument("--programs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not shutil.which("llc-22"):
        print("SKIP: no llc-22, whose hazard recogniser is the witness")
        return 77
    total, wrong = {}, []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for counts, bad in pool.map(lambda s: run(options.shoal, s), range(options.seed, options.seed + options.programs)):
            wrong += bad
            for kind, n in counts.items():
                total[kind] = total.get(kind, 0) + n
    for text in wrong:
        print(text)
    print(f"{options.programs} programs; taken out: " + ", ".join(f"{n} {k}" for k, n in sorted(total.items())))
    print(f"{sum(total.values()) + options.programs - len(wrong)} passed, {len(wrong)} failed, 0 skipped")
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    sys.exit(main())
