#!/usr/bin/env python3
"""exits.py: however a process ends while kernels run or are compiled, it ends at once, and as it wanted.

usage: exits.py SHOAL WORKDIR UNLOAD LIBSHOAL [--runs N]

Runs the ways of exits.hip, compiled with and without optimisation, unload.c (UNLOAD, with the
shared LIBSHOAL), and examples/reduce.hip, which ends right after a kernel that is long enough to be
compiled; all without the disk cache, so that LLVM is at work, and with times between the launch and the
end that grow to a quarter of a second. The kernels have no end: a run that waits for them fails. --runs:
of each program; 4 unless told, 2000 before a release.

What is expected of each way is what C and POSIX say of it: the status that the program chose, or SIGABRT.
The sum of reduce.hip is that of the formula n (n + 1) / 2.
"""
import argparse
import concurrent.futures
import os
import pathlib
import resource
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CHOSEN = 7  # exits.hip
WAYS = {"main": CHOSEN, "streams": CHOSEN, "thread": CHOSEN, "callback": CHOSEN, "devices": CHOSEN,
        "fork": CHOSEN, "exec": CHOSEN, "pthread_exit": CHOSEN, "_exit": CHOSEN, "quick_exit": CHOSEN,
        "abort": -signal.SIGABRT}
DELAYS = 250  # milliseconds; prime to STEP
STEP = 37


class Program:
    """A program, and what is said about its runs."""

    def __init__(self, name, command, check):
        self.name, self.command, self.check = name, command, check
        self.failures = []

    def run(self, number):
        command, environment = self.command(number, (number * STEP) % DELAYS)
        try:
            done = subprocess.run(command, timeout=120, env=dict(os.environ, SHOAL_CACHE="0", **environment),
                                  capture_output=True, text=True)
        except subprocess.TimeoutExpired:
            return f"run {number}: it does not end"
        if self.check(number, done):
            return None
        return f"run {number}: status {done.returncode}: {done.stdout}{done.stderr}"


def reduce_size(number):
    return 1000000 + 50000 * (number % 100)


def programs(arguments, binaries):
    found = []
    for way, status in WAYS.items():
        def command(number, delay, way=way):
            # Odd runs compile before the first wave, and some have few threads.
            words = [arguments.shoal, "exec", "--devices", "2", "--engine", "auto" if number % 2 else "jit",
                     "--threads", str(1 + number % 3), binaries[number // 2 % 2], way, str(delay * 1000 + number % 7)]
            return words, {}
        found.append(Program(way, command, lambda _, done, status=status: done.returncode == status))
    found.append(Program("unload", lambda number, delay: ([arguments.unload, arguments.libshoal, str(delay * 1000)], {}),
                         lambda _, done: done.returncode == CHOSEN))

    def is_sum(number, done):
        n = reduce_size(number)
        return done.returncode == 0 and done.stdout.endswith(f" = {n * (n + 1) // 2}\n")
    found.append(Program("reduce", lambda number, _: ([arguments.shoal, "exec", binaries[2], str(reduce_size(number))], {}),
                         is_sum))
    return found


def build(shoal, work):
    """The binaries of exits.hip, and that of reduce.hip; None: there is no compiler for HIP."""
    binaries = []
    for name, source, level in (("exits-O0", "tests/hip/exits.hip", "-O0"), ("exits-O2", "tests/hip/exits.hip", "-O2"),
                                ("reduce", "examples/reduce.hip", "-O2")):
        binaries.append(os.path.join(work, name))
        made = subprocess.run([shoal, "hipcc", level, ROOT / source, "-o", binaries[-1]], capture_output=True, text=True)
        if made.returncode == 77:
            print("SKIP: HIP programs: " + made.stderr.strip())
            return None
        if made.returncode:
            sys.exit(f"{source}: {made.stderr}")
    return binaries


def main():
    parser = argparse.ArgumentParser()
    for name in ("shoal", "work", "unload", "libshoal"):
        parser.add_argument(name, type=os.path.abspath)  # programs run in other folders
    parser.add_argument("--runs", type=int, default=4)
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.makedirs(arguments.work, exist_ok=True)
    binaries = build(arguments.shoal, arguments.work)
    if not binaries:
        print("0 passed, 0 failed, 1 skipped")
        return 77
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for program in programs(arguments, binaries):
            wrong = [text for text in pool.map(program.run, range(arguments.runs)) if text]
            passed += arguments.runs - len(wrong)
            failed += len(wrong)
            print(f"{program.name}: {arguments.runs - len(wrong)} of {arguments.runs} runs", flush=True)
            for text in wrong[:10]:
                print("  " + text)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
