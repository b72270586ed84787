"""examples/lockstep finds the fault that its stand-in for the RTL has, at the instruction that shows it.

    lockstep_example.py LOCKSTEP
"""
import subprocess
import sys

CASES = (
    ((), 0, "22 instructions of 2 warps retired, no difference\n"),
    (("--fault", "sra"), 1, "warp 0, pc 0x8000001c (kernel + 0x1c): vsra.vi v2, v2, 3\n"
                            "  v2 thread 1: RTL 0x1ffffff3, Shoal 0xfffffff3\n"),
    (("--fault", "mask"), 1, "warp 0, pc 0x80000028 (kernel + 0x28): vsw12.v v2, 0(v3)\n"
                             "  threads that store: RTL 0x1fe, Shoal 0xff\n"),
)

failed = 0
for words, status, text in CASES:
    run = subprocess.run([sys.argv[1], *words], capture_output=True, text=True, check=False)
    if (run.returncode, run.stdout, run.stderr) != (status, text, ""):
        failed += 1
        print(f"{words}: status {run.returncode}\n{run.stdout}{run.stderr}expected {status}\n{text}")
print(f"{len(CASES) - failed} passed, {failed} failed, 0 skipped")
sys.exit(failed != 0)
