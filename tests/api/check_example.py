"""examples/check: of three launches the third is checked with an output that is two floats short.

    check_example.py FIND SAXPY.co

Two stores and two loads (saxpy reads y, too) are behind its 120 bytes: of work-items 30 and 31, 30 the first.
"""
import subprocess
import sys

run = subprocess.run(sys.argv[1:], capture_output=True, text=True, check=False)
lines = [line for line in run.stdout.splitlines() if not line.startswith("  in ")]
want = [f"launch 2, work-item 30: mem: {what} of 4 bytes, 0 bytes past the end of an allocation of 120"
        for what in ("load", "store")] + ["2 findings"]
failed = (run.returncode, lines, run.stderr) != (0, want, "")
if failed:
    print(f"status {run.returncode}\n{run.stdout}{run.stderr}expected\n" + "\n".join(want))
print(f"{1 - failed} passed, {int(failed)} failed, 0 skipped")
sys.exit(failed)
