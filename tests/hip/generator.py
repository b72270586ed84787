#!/usr/bin/env python3
"""generator.py: what gen_arguments.py makes of small tables, and what it refuses, word by word.

usage: generator.py GEN_ARGUMENTS
"""
import os
import subprocess
import sys
import tempfile

FUNCTIONS = """hip_4.2 | hipError_t hipOne(int *out, hipStream_t stream)
hip_4.2 | hipError_t hipTwo_spt(hipStream_t stream)
hip_4.2 | hipPartly | | x
hip_4.3 | hipError_t hipHalf(long long unknown) | partial: half of it is missing
"""
TYPES = """[types]
int \\* | * | @out | null = NULL -> InvalidValue
hipStream_t | * | s | freed = gone -> InvalidHandle; foreign = e -> InvalidHandle
"""

# What follows TYPES, what the message is.
REFUSED = [
    ("[functions]\nhipNone | stream | s", "`hipNone | stream | s`: fits no complete function (in [functions])"),
    ("[functions]\nhipOne | stream | | broken", "not `what = EXPRESSION -> CODE`: broken"),
    ("[functions]\nhipOne | stream | | freed = NULL -> Success", "Success needs a reason"),
    ("[types]\nfloat | x | 1", "`float | x | 1`: fits no complete function (in [types])"),
]
# What follows TYPES, lines that are made.
MADE = [
    ("", ['BEGIN("hipOne: as it should be")', "HIP(hipOne((int *)room_of(sizeof(int)), s), hipSuccess);",
          'BEGIN("hipOne: out: null")', "HIP(hipOne(NULL, s), hipErrorInvalidValue);",
          'BEGIN("hipOne: stream: foreign")', "HIP(hipOne((int *)room_of(sizeof(int)), e), hipErrorInvalidHandle);",
          "HIP(hipTwo_spt(gone), hipErrorInvalidHandle);"]),
    ("[functions]\nhipTwo | stream | t | freed = gone -> Success: why",
     ["HIP(hipTwo_spt(t), hipSuccess);", "HIP(hipTwo_spt(gone), hipSuccess);",
      "HIP(hipTwo_spt(e), hipErrorInvalidHandle);"]),
    ("[calls]\nhipOne | prepare(); | NotReady",
     ["prepare();", "HIP(hipOne((int *)room_of(sizeof(int)), s), hipErrorNotReady);"]),
]


def generate(tool, folder, functions, arguments):
    for name, text in ("functions.tbl", functions), ("arguments.tbl", arguments):
        with open(os.path.join(folder, name), "w") as f:
            f.write(text)
    done = subprocess.run([sys.executable, tool, "functions.tbl", "arguments.tbl", "out"],
                          cwd=folder, capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip(), []
    with open(os.path.join(folder, "out")) as f:
        return "", [line.strip() for line in f]


def main():
    tool = os.path.abspath(sys.argv[1])
    passed = failed = 0

    def check(good, what):
        nonlocal passed, failed
        passed += good
        failed += not good
        if not good:
            print("failed: " + what)

    with tempfile.TemporaryDirectory() as folder:
        for more, message in REFUSED:
            error, _ = generate(tool, folder, FUNCTIONS, TYPES + more)
            check(message in error, f"{message}: {error or 'accepted'}")
        error, _ = generate(tool, folder, FUNCTIONS + "hip_5.0 | hipError_t hipNew(float x)\n", TYPES)
        check(error == "gen_arguments.py: hipNew: no row for float x", error)
        for more, lines in MADE:
            error, made = generate(tool, folder, FUNCTIONS, TYPES + more)
            for line in lines:
                check(line in made, f"{line}: not made. {error}")
            check(not any("hipHalf" in line or "hipPartly" in line for line in made), "not complete")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
