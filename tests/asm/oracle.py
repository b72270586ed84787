"""llvm-mc as the oracle of the assembler's tests, and Shoal's assembler beside it.

    llvm_bytes(mc, lines, wave64) -> per line: hex text of the bytes, or "error: ...",
                                     or "crash" or "timeout" where llvm-mc gives no answer
    our_bytes([shoal, "as"], lines, wave64) -> the same of `shoal as --hex`

Many lines go through one process. llvm-mc reports errors by line and prints the encodings of the
other lines in order.
"""
import re
import subprocess
import sys

ERROR = re.compile(r"^<stdin>:(\d+):(\d+): error: (.*)$", re.M)
BATCH = 10000  # lines of one process
ENCODING = re.compile(r"encoding: \[([^\]]*)\]")


def llvm_bytes(mc, lines, wave64=False, mcpu="gfx1100"):
    args = [mc, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + mcpu, "-show-encoding"]
    if wave64:
        args.append("-mattr=+wavefrontsize64")
    if len(lines) > BATCH:
        return [x for i in range(0, len(lines), BATCH) for x in llvm_bytes(mc, lines[i:i + BATCH], wave64, mcpu)]
    try:  # a line takes well under a millisecond; LLVM's libraries up to a second to load
        r = subprocess.run(args, input="\n".join(lines) + "\n", capture_output=True, text=True,
                           timeout=20 + len(lines) / 200)
    except subprocess.TimeoutExpired:
        r = None
    if r is None or r.returncode < 0 or "PLEASE submit a bug report" in r.stderr:
        if len(lines) == 1:
            return ["crash" if r else "timeout"]
        half = len(lines) // 2
        return llvm_bytes(mc, lines[:half], wave64, mcpu) + llvm_bytes(mc, lines[half:], wave64, mcpu)
    out = [None] * len(lines)
    for line, column, text in ERROR.findall(r.stderr):
        out[int(line) - 1] = f"error: {column}: {text}"
    found = iter(ENCODING.findall(r.stdout))
    for i, x in enumerate(out):
        if x is None:
            e = next(found, None)
            out[i] = e.replace("0x", "").replace(",", "") if e else None
    if None in out or next(found, None) is not None:
        # A line that is no instruction gives neither bytes nor an error: find it.
        if len(lines) == 1:
            return ["error: 1: no instruction"]
        half = len(lines) // 2
        return llvm_bytes(mc, lines[:half], wave64, mcpu) + llvm_bytes(mc, lines[half:], wave64, mcpu)
    return out


def our_bytes(command, lines, wave64=False):
    args = command + ["--hex"] + (["--wave64"] if wave64 else [])
    r = subprocess.run(args, input="\n".join(lines) + "\n", capture_output=True, text=True)
    out = r.stdout.splitlines()
    if len(out) != len(lines):
        sys.exit(f"{command} gave {len(out)} answers to {len(lines)} lines\n{r.stderr[-2000:]}")
    return out


def probe(mc):
    """A release that does not know the chip assembles for another one and exits with success."""
    got = llvm_bytes(mc, ["v_dual_add_f32 v0, v1, v2 :: v_dual_mul_f32 v3, v4, v5"])
    if got != ["010506c9040b0200"]:
        sys.exit(f"{mc} does not assemble gfx1100: {got}")
