"""`shoal cc-ventus`: C with a stack against the same C on the host, at every level; what it says when something is
wrong.

    cc.py --shoal SHOAL --cc HOST-COMPILER
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

WORK = pathlib.Path(__file__).with_name("cc_work.c")
REFUSED = (
    ((), "shoal cc-ventus: no file; 'shoal help cc-ventus' explains\n"),
    (("-O1",), "cc-ventus: no source is given; for example: shoal cc-ventus kernel.c\n"),
    (("a.c", "--stack", "100"), "cc-ventus: --stack 100: a multiple of 16 from 64 on is needed\n"),
    (("a.c", "--stack", "x"), "cc-ventus: --stack 'x' is no number of bytes\n"),
    (("a.c", "-o"), "cc-ventus: an option lacks its value; see shoal cc-ventus --help\n"),
)


def numbers(text):
    return [int(word) for word in text.split()]


def printed(text):
    """The numbers of --print."""
    return [int(word) for line in text.splitlines() if line.startswith("  ") for word in line.split(":")[1].split()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shoal", required=True)
    parser.add_argument("--cc", required=True)
    options = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([options.cc, "-std=c17", "-O1", "-ffp-contract=off", "-DHOST", WORK, "-o", folder / "host"],
                       check=True)
        want = numbers(subprocess.run([folder / "host"], capture_output=True, text=True, check=True).stdout)
        for level in ("-O0", "-O1", "-O2", "-O3", "-Os"):
            code = folder / f"work{level}.riscv"
            subprocess.run([options.shoal, "cc-ventus", level, "-ffp-contract=off", "--stack=2048", WORK, "-o", code],
                           check=True)
            run = subprocess.run([options.shoal, "run", code, "--warp", "4", "--grid", "4", "--block", "4", "--kernel",
                                  "work", "--arg", "buf:u32:16:iota", "--arg", "buf:u32:16", "--arg", "u32:16",
                                  "--print", "1"], capture_output=True, text=True, check=False)
            ok = run.returncode == 0 and printed(run.stdout) == want and len(want) == 16
            passed += ok
            failed += not ok
            if not ok:
                print(f"{level}: status {run.returncode}\n{run.stdout}{run.stderr}expected {want}")
    for words, message in REFUSED:
        run = subprocess.run([options.shoal, "cc-ventus", *words], capture_output=True, text=True, check=False)
        ok = (run.returncode, run.stderr) == (2, message)
        passed += ok
        failed += not ok
        if not ok:
            print(f"{words}: status {run.returncode}\n{run.stderr}expected\n{message}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed != 0)


main()
