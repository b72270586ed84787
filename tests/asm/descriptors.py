#!/usr/bin/env python3
"""Every .amdhsa_ directive with many values: the kernel descriptor is that of llvm-mc, or both refuse.

    descriptors.py --as "PATH/shoal as" [--mc llvm-mc-22]

The names are those of LLVM's AMDGPUUsage, those of other chips included. What is meant to differ is in the
`descriptor` block of docs/llvm-differences.md.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "isa"))
sys.path.insert(0, HERE)
import differences  # noqa: E402
from kernels import sections  # noqa: E402

NAMES = """next_free_vgpr next_free_sgpr reserve_vcc reserve_flat_scratch reserve_xnack_mask
group_segment_fixed_size private_segment_fixed_size kernarg_size user_sgpr_count
user_sgpr_private_segment_buffer user_sgpr_dispatch_ptr user_sgpr_queue_ptr user_sgpr_kernarg_segment_ptr
user_sgpr_dispatch_id user_sgpr_flat_scratch_init user_sgpr_private_segment_size
user_sgpr_kernarg_preload_length user_sgpr_kernarg_preload_offset wavefront_size32 uses_dynamic_stack
system_sgpr_private_segment_wavefront_offset enable_private_segment system_sgpr_workgroup_id_x
system_sgpr_workgroup_id_y system_sgpr_workgroup_id_z system_sgpr_workgroup_info system_vgpr_workitem_id
float_round_mode_32 float_round_mode_16_64 float_denorm_mode_32 float_denorm_mode_16_64 dx10_clamp ieee_mode
fp16_overflow tg_split workgroup_processor_mode memory_ordered forward_progress shared_vgpr_count
inst_pref_size exception_fp_ieee_invalid_op exception_fp_denorm_src exception_fp_ieee_div_zero
exception_fp_ieee_overflow exception_fp_ieee_underflow exception_fp_ieee_inexact exception_int_div_zero
accum_offset round_robin_scheduling named_barrier_count no_such_directive""".split()
VALUES = ["0", "1", "3", "4", "7", "8", "16", "31", "64", "106", "127", "256", "257", "0xffffffff",
          "0x100000000", "-1", "sym", ""]
HEAD = """sym = 3
.text
.globl k
.type k,@function
k: s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k
"""


def descriptor(command, source, output):
    """Hex text, or "error: ..."."""
    r = subprocess.run(command + [source, "-o", output], capture_output=True, text=True)
    if r.returncode:
        return "error: " + r.stderr.partition("error: ")[2].partition("\n")[0]
    return sections(output)[".rodata"].hex()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--as", dest="command", required=True)
    ap.add_argument("--mc", default="llvm-mc-22")
    args = ap.parse_args()
    listed = differences.read("descriptor", 3, ("ours-only", "llvm-only"), 1)
    equal = refused = known = failed = 0
    with tempfile.TemporaryDirectory() as tmp:
        source, theirs, ours = (os.path.join(tmp, x) for x in ("k.s", "theirs.o", "ours.o"))
        for name in NAMES:
            for value in VALUES:
                lines = [x for x in ("next_free_vgpr 10", "next_free_sgpr 20") if not x.startswith(name + " ")]
                with open(source, "w") as f:
                    f.write(HEAD + "".join(f"  .amdhsa_{x}\n" for x in lines + [f"{name} {value}"]) +
                            ".end_amdhsa_kernel\n")
                a = descriptor([args.mc, "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx1100", "-filetype=obj"], source, theirs)
                b = descriptor(args.command.split() + ["-c"], source, ours)
                bad_a, bad_b = a.startswith("error"), b.startswith("error")
                kind = "ours-only" if bad_a else "llvm-only" if bad_b else "bytes"
                if a == b or (bad_a and bad_b):
                    equal += not bad_a
                    refused += bad_a
                elif any(k == kind and re.search(pattern, f"{name} {value}") for pattern, k, _ in listed):
                    known += 1
                else:
                    failed += 1
                    print(f".amdhsa_{name} {value}\n  llvm {a}\n  ours {b}")
    print(f"descriptors: {equal} equal, {refused} refused by both, {known} listed differences, {failed} others")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
