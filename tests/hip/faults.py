#!/usr/bin/env python3
"""faults.py: what a program and its user see when a kernel goes wrong.

usage: faults.py SHOAL WORKDIR JIT

Compiles faults.hip with line tables and runs each of its kernels under the interpreter and, if JIT is
"jit", under the JIT; and a function that is not supported. Expected: the codes that HIP documents, which stay until hipDeviceReset; one
report on stderr with kernel, work-group, lane, pc, instruction, source line and nearest allocation; and
that the process goes on, unless SHOAL_ABORT is set.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().with_suffix(".hip")
LINES = SOURCE.read_text().splitlines()


def line_of(text):
    return next(n for n, line in enumerate(LINES, 1) if text in line)


def faulted(code, value=0):
    """What the program prints: sticky until the reset, after which kernels run again."""
    return f"{code} {code} {code} hipSuccess hipSuccess {value}\n"


FINE = "hipSuccess hipSuccess hipSuccess hipSuccess hipSuccess "
STORE = [rf"source .*faults\.hip:{line_of('faults here')}:", r"kernel store\(int\*, int\)",
         r"at pc 0x[0-9a-f]+ \(kernel \+ 0x[0-9a-f]+\): \w+_store_b32 "]

# Name of the kernel, environment, what is printed, what the report says (none: there is none).
CASES = [
    ("end", {}, faulted("hipErrorIllegalAddress"), STORE + [
        r"memory fault\n  in work-group \(0, 0, 0\), wave 0, lane 24 and 7 more",
        r"0 bytes past the end of the allocation 0x[0-9a-f]+ \(256 bytes\) of argument 0"]),
    ("far", {}, faulted("hipErrorIllegalAddress"), STORE + [r"address 0x8, 4 bytes: 8 bytes from a null pointer\n"]),
    ("freed", {}, faulted("hipErrorIllegalAddress"), STORE + [
        r"0 bytes into the allocation 0x[0-9a-f]+ \(4096 bytes\) of argument 0( \(\w+\))?, which was freed\n"
        rf"  freed at .*faults\.hip:{line_of('hipFree(gone)')}:"]),
    ("host", {}, faulted("hipErrorIllegalAddress"), STORE + [
        r"lane 0 and 31 more", r"memory of the program( \(.*\))?, which kernels cannot access"]),
    ("host", {"SHOAL_HMM": "1"}, FINE + "1\n", []),
    ("host", {"SHOAL_HMM": "1", "SHOAL_CHIP": "gfx1100"}, FINE + "1\n", []),
    ("host", {"SHOAL_HMM": "1", "SHOAL_CHIP": "ventus"}, FINE + "1\n", [
        r"^shoal: SHOAL_CHIP=ventus is ignored: expected gfx1100, gfx1101, gfx1102, gfx1103, gfx1150, gfx1151, "
        r"gfx1152, gfx1153\n$"]),
    # The line of the assertion, not of the header that stops the program.
    ("assert", {}, faulted("hipErrorLaunchFailure"), [
        rf"faults\.hip:{line_of('claimed')}: .*Device-side assertion `p\[threadIdx\.x\] == 1 && .claimed.' failed",
        r"trap\n  in work-group \(0, 0, 0\), wave 0", rf"source .*faults\.hip:{line_of('claimed')}:"]),
    ("illegal", {}, faulted("hipErrorLaunchFailure"), [
        r"illegal instruction", rf"source .*faults\.hip:{line_of('deadbeef')}:",
        r"kernel illegal\(\)"]),
    ("forever", {"SHOAL_TIMEOUT": "0.2"}, faulted("hipErrorLaunchTimeOut"), [
        r"stopped after 0\.2 seconds", r"kernel forever\(int volatile\*\)"]),
    ("lds", {}, faulted("hipErrorIllegalAddress"), [
        r"LDS overflow\n  in work-group \(0, 0, 0\), wave 0, lane 0",
        r"4 bytes at offset \d+ of LDS, of which the work-group has \d+ bytes",
        r"kernel past_lds\(int\*, int\)"]),
    ("lds", {"SHOAL_LDS_FAULTS": "0"}, FINE + "0\n", []),
    ("room", {}, "hipErrorInvalidValue " + FINE.split(" ", 1)[1] + "0\n", []),
    ("unsupported", {}, FINE + "0\n", []),
    ("unsupported", {"SHOAL_LOG": "1"}, FINE + "0\n", [
        r"^shoal: hipGraphicsUnregisterResource is not supported and returns hipErrorNotSupported: "
        r"OpenGL: its buffers are memory of the graphics driver, which gives them no address that kernels could use\n$"]),
    ("end", {"SHOAL_ABORT": "1"}, "", STORE),
    ("lds", {"SHOAL_ABORT": "1", "SHOAL_LDS_FAULTS": "0"}, FINE + "0\n", []),
]


# Two kernels, of which the second is not reported again.
OTHER_CHIP = """
#include <hip/hip_runtime.h>
__global__ void f(int *p) { *p = 1; }
__global__ void g(int *p) { *p = 2; }
int main()
{
    f<<<1, 1>>>(nullptr);
    g<<<1, 1>>>(nullptr);
    return hipGetLastError() == hipErrorNoBinaryForGpu ? 0 : 1;
}
"""


def other_chip(shoal, work):
    """What a program for another chip is told: once, without SHOAL_LOG. '' if all is well."""
    report = subprocess.run([shoal, "hipcc", "--version"], capture_output=True, text=True).stdout
    clang = re.search(r"clang\+\+ +(\S+), version", report)[1]
    folder = re.search(r"libamdhip64 +(\S+)", report)[1]
    headers = re.search(r"headers +(\S+)/hip\n", report)[1]
    source, binary = os.path.join(work, "other_chip.hip"), os.path.join(work, "other_chip")
    with open(source, "w") as f:
        f.write(OTHER_CHIP)
    made = subprocess.run([clang, "-O2", "--offload-arch=gfx1030", "--rocm-path=" + os.path.dirname(headers), "-isystem", headers,
                           "-nogpulib", source, "--hip-link", "-L" + folder, "-o", binary], capture_output=True, text=True)
    if made.returncode:
        return made.stderr
    done = subprocess.run([shoal, "exec", binary], capture_output=True, text=True, env={**os.environ, "SHOAL_LOG": "0"})
    wanted = ("shoal: kernels of this program cannot run: The offload bundle has no code for gfx1100. It has: "
              "host-x86_64-unknown-linux-gnu-, hipv4-amdgcn-amd-amdhsa--gfx1030. Compile with --offload-arch=gfx1100.\n")
    return "" if (done.returncode, done.stderr) == (0, wanted) else f"{done}"


def main():
    shoal, work, jit = sys.argv[1:4]
    os.makedirs(work, exist_ok=True)
    binary = os.path.join(work, "faults")
    made = subprocess.run([shoal, "hipcc", "-O1", "-g", "-Wno-unused-value", SOURCE, "-o", binary],
                          capture_output=True, text=True)
    if made.returncode == 77:
        print("SKIP: HIP programs: " + made.stderr.strip())
        print("0 passed, 0 failed, 1 skipped")
        return 77
    wrong = other_chip(shoal, work)
    passed, failed = int(not wrong), int(bool(wrong))
    if wrong:
        print(f"other chip: {wrong}")
    for engine in ["interp"] + ([jit] if jit else []):
        for kernel, variables, printed, report in CASES:
            done = subprocess.run([shoal, "exec", "--engine", engine, binary, kernel], text=True,
                                  env=dict(os.environ, **variables), capture_output=True, timeout=60)
            status = -signal.SIGABRT if report and "SHOAL_ABORT" in variables else 0
            wrong = [p for p in report if not re.search(p, done.stderr)]
            if (done.returncode == status and done.stdout == printed and not wrong and
                    done.stderr.count("shoal: ") == bool(report)):
                passed += 1
                continue
            failed += 1
            print(f"{kernel} {variables} ({engine}): status {done.returncode}, not found: {wrong}\n"
                  f"{done.stdout}{done.stderr}{made.stderr}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
