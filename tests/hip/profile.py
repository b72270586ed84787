#!/usr/bin/env python3
"""profile.py: `shoal exec --stats` and `--trace` on a HIP program.

usage: profile.py SHOAL WORKDIR JIT

Compiles profile.hip, which runs fill once (1 work-group of 32 work-items: 1 wave of 32 lanes) and scale
three times (4 work-groups of 64: 8 waves each). The numbers follow from these launches; instructions are
counted a second time in the trace, which has a line for each.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().with_suffix(".hip")
FILL, SCALE = "fill(float*)", "scale(float*, float)"


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, is_right, what):
        self.passed += bool(is_right)
        self.failed += not is_right
        if not is_right:
            print(f"FAIL {what}")

    def equal(self, got, want, what):
        self(got == want, f"{what}: {got!r}, expected {want!r}")


class Program:
    def __init__(self, shoal, work, engine):
        self.shoal, self.work, self.engine = os.path.abspath(shoal), pathlib.Path(work), engine
        self.binary = self.work / "profile"

    def compile(self):
        return subprocess.run([self.shoal, "hipcc", "-O1", "-g", "-Wno-unused-value", SOURCE, "-o", self.binary],
                              capture_output=True, text=True)

    def run(self, *options, how="return", command=None, env=None):
        for old in self.work.glob("out*"):
            old.unlink()
        return subprocess.run([self.shoal, "exec", "--engine", self.engine, *options, *(command or [self.binary, how])],
                              capture_output=True, text=True, timeout=100, cwd=self.work,
                              env={**os.environ, "SHOAL_CACHE": "0", **(env or {})})

    def stats(self, *options, **more):
        """What is said on stderr, as JSON, and the kernels by name."""
        done = self.run("--stats=json", *options, **more)
        found = json.loads(done.stderr.splitlines()[-1])
        return found, {k["name"]: k for k in found["kernels"]}


def check_stats(check, program):
    found, kernels = program.stats()
    check.equal(sorted(kernels), [FILL, SCALE], "kernels")
    for kernel, launches, waves, groups in ((kernels[FILL], 1, 1, 1), (kernels[SCALE], 3, 24, 12)):
        check.equal((kernel["launches"], kernel["waves"], kernel["workgroups"], kernel["failed"]),
                    (launches, waves, groups, 0), kernel["name"])
        check.equal(kernel["lane_instructions"], 32 * kernel["instructions"], "lanes")
        check.equal(sum(kernel["by_class"].values()), kernel["instructions"], "classes")
        check(kernel["kernel_ms_min"] <= kernel["kernel_ms_max"] <= kernel["kernel_ms"] + 1e-9, "times")
        check.equal(kernel["jit_launches"], launches if program.engine == "jit" else 0, "engine")
    check.equal(kernels[SCALE]["kernel"], "_Z5scalePff", "symbol")
    check.equal((found["program"], found["launches"], found["waves"], found["running"]), ("profile", 4, 25, 0), "sum")
    check.equal(found["instructions"], sum(k["instructions"] for k in kernels.values()), "sum of instructions")

    table = program.run("--stats").stderr
    check(re.fullmatch(r"shoal: profile \(process \d+\): 4 launches of 2 kernels\n"
                       r" +launches +waves +instructions +time \(ms\) +%  engine  kernel\n"
                       r"(?= *3 +24 |[^\n]*\n *3 +24 )(?:[^\n]*\n){2}"
                       rf" +4 +25 +{found['instructions']:,} +[\d.]+ +100\.0  {program.engine} +all\n"
                       + r"  left to the interpreter by compiled code: 0 \(0\.00 %\)\n" * (program.engine == "jit"), table),
          f"table:\n{table}")
    return found


def check_ends(check, program):
    """However the process ends, it is told once."""
    check.equal(program.stats(how="quick")[0]["launches"], 4, "quick_exit")
    found = program.stats(how="running")[0]
    check.equal((found["launches"], found["running"]), (4, 1), "a kernel that runs")
    check.equal(program.run("--stats=json", how="fork").stderr.count("\n"), 1, "reports of a fork")
    found, kernels = program.stats(how="fault")
    check.equal((found["launches"], found["failed"], kernels[FILL]["failed"]), (5, 1, 1), "fault")
    found, kernels = program.stats(how="fault", env={"SHOAL_ABORT": "1"})
    check.equal((found["launches"], found["failed"]), (5, 1), "abort")
    check(re.fullmatch(r"shoal: profile \(process \d+\): no kernel was launched\n", program.run("--stats", how="none").stderr),
          "no launch")
    check.equal(program.run("--stats", command=["true"]).stderr, "", "a program without HIP")


def check_files(check, program):
    twice = ["sh", "-c", f"cd /; '{program.binary}'; '{program.binary}'"]
    check.equal(program.run("--stats=json", "--stats-file", "out.json", command=twice).stderr, "", "stderr")
    lines = (program.work / "out.json").read_text().splitlines()
    check.equal([json.loads(line)["launches"] for line in lines], [4, 4], "a file of two processes")
    program.run("--stats=json", "--stats-file=out.%p.json", "--trace=out.%p.txt", "--trace-only=kernel=fill", command=twice)
    for kind in ("json", "txt"):
        check.equal(len(list(program.work.glob(f"out.*.{kind}"))), 2, f"files by process: {kind}")


def check_trace(check, program, instructions):
    trace = program.work / "out.txt"

    def lines(*options, **more):
        done = program.run(f"--trace={trace.name}", *options, **more)
        check.equal((done.returncode, done.stderr), (0, ""), "a run with a trace")
        return trace.read_text().splitlines()

    found = lines()
    code = [line for line in found if not line.startswith("#")]
    check.equal(len(code), instructions, "lines of the trace")
    check(all(re.match(r"group \d,0,0 wave [01] \+(0|0x[0-9a-f]+) \w+( .*)? \| exec [0-9a-f]{8}", line) for line in code),
          "no line is torn by another stream")
    check.equal({line for line in found if line.startswith("#")}, {"# kernel _Z4fillPf", "# kernel _Z5scalePff"}, "kernels")
    only = lines("--trace-only", "kernel=scale,wave=1", "--trace-only=mnemonic=global_store*")
    stores = [line for line in only if not line.startswith("#")]
    check.equal(len(stores), 3 * 4, "stores of wave 1: one per work-group and launch")
    line = 1 + SOURCE.read_text().splitlines().index("    x[blockIdx.x * blockDim.x + threadIdx.x] *= by; // scales here")
    check(all(re.match(r"group [0-3],0,0 wave 1 \+\S+ global_store_b32 .* \| store 4 global [0-9a-f]+\+4\*32 "
                       rf"\| .*/profile\.hip:{line}:\d+$", s) for s in stores), f"stores: {stores[:1]}")
    done = program.run("--trace", "--trace-only=line=profile.hip:" + str(line), how="return")
    check(f"/profile.hip:{line}:" in done.stderr, "a trace on stderr")
    done = program.run("--trace", "--trace-only=kernel=fill,mnemonic=global_store*", how="fault")
    check(re.search(r"global_store_b32 .* \| fault$", done.stderr, re.M), "the instruction that faults")


def check_variables(check, program):
    """What is wrong with them is said, and the program runs."""
    for env, said in (({"SHOAL_STATS": "xml"}, "shoal: SHOAL_STATS=xml is ignored: expected 1 or json\n"),
                      ({"SHOAL_TRACE": "/nowhere/t"}, "shoal: SHOAL_TRACE: cannot write '/nowhere/t': No such file or "
                                                      "directory; nothing is traced\n"),
                      ({"SHOAL_TRACE": "-", "SHOAL_TRACE_ONLY": "wav=0"},
                       "shoal: SHOAL_TRACE_ONLY=wav=0: 'wav' is none of kernel=, group=, wave=, line= and mnemonic=; "
                       "nothing is traced\n")):
        done = program.run(env=env)
        check.equal((done.returncode, done.stderr), (0, said), str(env))


def main():
    shoal, work, jit = sys.argv[1:4]
    os.makedirs(work, exist_ok=True)
    check = Checks()
    for engine in ["interp"] + ([jit] if jit else []):
        program = Program(shoal, work, engine)
        made = program.compile()
        if made.returncode == 77:
            print("SKIP: HIP programs: " + made.stderr.strip())
            print("0 passed, 0 failed, 1 skipped")
            return 77
        if made.returncode != 0:
            print(made.stderr)
            print("0 passed, 1 failed, 0 skipped")
            return 1
        found = check_stats(check, program)
        check_ends(check, program)
        check_files(check, program)
        check_trace(check, program, found["instructions"])
        check_variables(check, program)
    print(f"{check.passed} passed, {check.failed} failed, 0 skipped")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
