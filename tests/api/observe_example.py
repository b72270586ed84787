"""examples/observe prints what the kernel in it executes and touches.

    observe_example.py HEAT

64 work-items are 4 warps of 16: each runs the 18 instructions of the manual's start code and the kernel's 11
(and ret). Of the first buffer every fourth word is read: 16 of 64 bytes, 3 of 9; the second is written whole, in
its first half.
"""
import subprocess
import sys

EACH = {"li": 2, "vsetvli": 1, "lui": 1, "csrrs": 1, "csrr": 6, "slli": 2, "add": 2, "lw": 4, "jalr": 1, "vid.v": 1,
        "vadd.vx": 3, "vsll.vi": 2, "vlw12.v": 1, "vsw12.v": 1, "ret": 1, "endprg": 1}
WANT = "".join(f"{name:10} {4 * count:4}\n" for name, count in EACH.items())
WANT += f"from |{'3' * 16}|\nto   |{'9' * 4}{' ' * 4}|\n"

run = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=False)
failed = (run.returncode, run.stdout, run.stderr) != (0, WANT, "")
if failed:
    print(f"status {run.returncode}\n{run.stdout}{run.stderr}expected\n{WANT}")
print(f"{1 - failed} passed, {int(failed)} failed, 0 skipped")
sys.exit(failed)
