#!/usr/bin/env python3
"""The table against the manual's opcode list, both ways, and the list of what shoal prints.

    check_table.py [--shoal PATH]

data/opcodes.csv is the manual's list: encoding, opcode, mnemonic. With --shoal, `shoal isa
rdna3 --json` must agree with the table.
"""
import argparse
import csv
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tools"))
import gen_isa  # noqa: E402
import isa_table  # noqa: E402

TABLE = os.path.join(ROOT, "src/isa/rdna3/insts.tbl")

# Rows that the list lacks, and why they are there.
EXTRA = {
    ("SOPP", 8, "s_waitcnt_depctr"): "in LLVM and in compiled code; the manual leaves it out",
    ("SOPK", 22, "s_subvector_loop_begin"): "in LLVM and in the RDNA1 and RDNA2 manuals",
    ("SOPK", 23, "s_subvector_loop_end"): "in LLVM and in the RDNA1 and RDNA2 manuals",
    ("SOPP", 58, "s_ttracedata"): "in LLVM and in the RDNA1 and RDNA2 manuals",
    ("SOPP", 59, "s_ttracedata_imm"): "in LLVM and in the RDNA1 and RDNA2 manuals",
    ("SMEM", 34, "s_atc_probe"): "in LLVM and in the RDNA1 and RDNA2 manuals",
    ("SMEM", 35, "s_atc_probe_buffer"): "in LLVM and in the RDNA1 and RDNA2 manuals",
    ("VOP2", 0, "v_illegal"): "LLVM's name of a dword of zeros",
    ("DS", 24, "ds_gws_sema_release_all"): "12.6 and 13.2 describe it",
    ("DS", 25, "ds_gws_init"): "13.2 describes it",
    ("DS", 26, "ds_gws_sema_v"): "13.2 describes it",
    ("DS", 27, "ds_gws_sema_br"): "13.2 describes it",
    ("DS", 28, "ds_gws_sema_p"): "13.2 describes it",
    ("DS", 29, "ds_gws_barrier"): "13.2 describes it",
    ("LDSDIR", 0, "lds_param_load"): "16.14 describes it, the list has no LDSDIR",
    ("LDSDIR", 1, "lds_direct_load"): "16.14 describes it, the list has no LDSDIR",
}
# What rows must say besides their operands: state read, state written, flow, counters raised and waited for.
# From the manual: 3.4 (MODE, STATUS), 4.4 (counters), 5 (program flow), 7 (EXEC, VCC), 11.1 (FLAT), 12 (M0).
EFFECTS = {
    "s_add_u32": ("", "scc", "next", "depctr", ""),
    "s_and_saveexec_b64": ("exec", "exec scc", "next", "depctr", ""),
    "s_setreg_b32": ("mode status hwreg", "mode status scc hwreg", "next", "depctr", ""),
    "s_round_mode": ("mode", "mode", "next", "", ""),
    "s_denorm_mode": ("mode", "mode", "next", "", ""),
    "s_branch": ("", "pc", "branch", "", ""),
    "s_cbranch_vccz": ("vcc", "pc", "branch", "", ""),
    "s_cbranch_execnz": ("exec", "pc", "branch", "", ""),
    "s_swappc_b64": ("pc", "pc", "call", "depctr", ""),
    "s_setpc_b64": ("", "pc", "return", "depctr", ""),
    "s_endpgm": ("", "", "end", "", ""),
    "s_barrier": ("", "", "barrier", "", ""),
    "s_sleep": ("", "", "pause", "", ""),
    "s_waitcnt": ("", "", "wait", "", "vmcnt lgkmcnt expcnt"),
    "s_waitcnt_vscnt": ("", "", "wait", "", "vscnt"),
    "s_waitcnt_depctr": ("", "", "wait", "", "depctr"),
    "s_sendmsg": ("m0", "", "message", "lgkmcnt", ""),
    "s_load_b64": ("mem", "", "next", "lgkmcnt", ""),
    "v_add_f32": ("exec mode", "", "next", "depctr", ""),
    "v_add_co_ci_u32": ("exec vcc", "vcc", "next", "depctr", ""),
    "v_cmp_eq_u32": ("exec", "vcc", "next", "depctr", ""),
    "v_cmpx_lt_f32": ("exec mode", "exec", "next", "depctr", ""),
    "v_readlane_b32": ("", "", "next", "depctr", ""),
    "v_movrels_b32": ("exec m0 vgprs", "", "next", "depctr", ""),
    "ds_load_b32": ("exec lds", "", "next", "lgkmcnt depctr", ""),
    "ds_load_addtid_b32": ("exec lds m0", "", "next", "lgkmcnt depctr", ""),
    "ds_gws_barrier": ("exec gds m0", "gds", "pause", "lgkmcnt expcnt depctr", ""),
    "global_load_b32": ("exec mem", "", "next", "vmcnt depctr", ""),
    "global_store_b32": ("exec", "mem", "next", "vscnt depctr", ""),
    "global_atomic_add_u32": ("exec mem", "mem", "next", "vmcnt vscnt depctr", ""),
    "flat_load_b32": ("exec mem lds flat_scratch", "", "next", "vmcnt lgkmcnt depctr", ""),
    "scratch_store_b32": ("exec flat_scratch", "mem", "next", "vscnt depctr", ""),
    "buffer_gl0_inv": ("", "", "hint", "", ""),
    "image_sample": ("exec mem", "", "next", "vmcnt depctr", ""),
    "lds_param_load": ("exec m0 lds", "", "next", "expcnt", "depctr"),
    "exp": ("exec m0 status", "", "next", "expcnt", ""),
}
# Opcodes of the dual format, tables of 15.3.7; the list has none.
VOPD_X = ["fmac_f32", "fmaak_f32", "fmamk_f32", "mul_f32", "add_f32", "sub_f32", "subrev_f32",
          "mul_dx9_zero_f32", "mov_b32", "cndmask_b32", "max_f32", "min_f32", "dot2acc_f32_f16",
          "dot2acc_f32_bf16"]
VOPD_Y = VOPD_X + [None, None, "add_nc_u32", "lshlrev_b32", "and_b32"]


def vopd(name, opcodes):
    return {(name, op, "v_dual_" + x if x == "dot2acc_f32_bf16" else "v_" + x)
            for op, x in enumerate(opcodes) if x}


class Checks:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, ok, text):
        self.passed += bool(ok)
        self.failed += not ok
        if not ok:
            print(f"FAILED: {text}")


def check_effects(c, rows):
    by_name = {r.name: r.effects for r in rows}
    for name, want in EFFECTS.items():
        e = by_name[name]
        have = (e.reads, e.writes, {e.flow}, e.raises, e.waits)
        c.check(have == tuple(set(x.split()) for x in want), f"{name}: {have}, not {want}")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--shoal")
    args = ap.parse_args()
    c = Checks()
    formats, rows = gen_isa.parse(TABLE)
    # The list is that of gfx1100's manual; what came later is compared with LLVM (llvm_diff.py --mcpu).
    have = {(enc, op, r.name) for r in rows if "since" not in r.val for enc, op in gen_isa.encodings(r, formats)}
    with open(os.path.join(HERE, "data/opcodes.csv")) as f:
        listed = {(e, int(op), name) for e, op, name in list(csv.reader(f))[1:]}
    c.check(len(listed) == 1448, f"opcodes.csv has {len(listed)} rows, not 1448")
    for e, op, name in sorted(listed - have):
        c.check(False, f"{name} ({e} {op}) of opcodes.csv is not in insts.tbl")
    expected = listed | set(EXTRA) | vopd("VOPDX", VOPD_X) | vopd("VOPDY", VOPD_Y)
    for e, op, name in sorted(have - expected):
        c.check(False, f"{name} ({e} {op}) of insts.tbl is neither in opcodes.csv nor explained here")
    for e, op, name in sorted(expected - have):
        c.check(False, f"{name} ({e} {op}) should be in insts.tbl")
    c.passed += len(have & expected)
    c.check(any(r.fmt.name == "EXP" for r in rows), "EXP is missing")
    check_effects(c, rows)
    about = isa_table.read_about(os.path.join(os.path.dirname(TABLE), "about.tbl"), rows)
    for r in rows:
        text = about.get(r.name, "")
        c.check(text.endswith(".") and 12 < len(text) < 220 and "{" not in text,
                f"{r.name}: not a sentence: {text!r}")
    if args.shoal:
        out = subprocess.run([args.shoal, "isa", "rdna3", "--json"], capture_output=True, text=True, check=True)
        shown = {x["mnemonic"]: x for x in json.loads(out.stdout)}
        c.check(set(shown) == {r.name for r in rows}, "shoal isa lists other mnemonics than the table")
        for r in rows:
            x = shown.get(r.name, {})
            c.check(x.get("implemented") == ("later" not in r.flags) and x.get("section") == r.section
                    and x.get("encodings"), f"shoal isa: {r.name}: {x}")
    else:
        c.skipped += 1
        print("SKIP: shoal isa: no --shoal")
    print(f"{c.passed} passed, {c.failed} failed, {c.skipped} skipped")
    return 1 if c.failed else 0


if __name__ == "__main__":
    sys.exit(main())
