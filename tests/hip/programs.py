#!/usr/bin/env python3
"""programs.py: compiles HIP programs with `shoal hipcc` and runs them with `shoal exec`.

usage: programs.py SHOAL WORKDIR JIT SANITIZE SOURCE...

JIT is "jit" or "" (engines to run beside the interpreter); SANITIZE is that of the library,
"none" or "thread", ... A source with a line `// code object` is compiled to one, too, which the
program loads; its name is the argument. A line `// flags: ...` adds to the compiler's options. Needs clang, HIP headers and device libraries: without them
all is skipped, and says so.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
SUM = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.M)


def main():
    shoal, work, jit, sanitize = sys.argv[1:5]
    os.makedirs(work, exist_ok=True)
    extra = [] if sanitize == "none" else ["-Xarch_host", f"-fsanitize={sanitize}", "-g"]
    passed = failed = 0
    for source in sys.argv[5:]:
        name = os.path.splitext(os.path.basename(source))[0]
        binary = os.path.join(work, name)
        base = [shoal, "hipcc", "-O2", "-std=c++17", "-Wno-unused-value", "-I" + HERE, source]
        with open(source) as f:
            text = f.read()
        has_object = "// code object" in text
        for flags in re.findall(r"^// flags: (.*)$", text, re.M):
            base += flags.split()
        commands = [base + extra + ["-o", binary]]
        if has_object:
            commands.append(base + ["--cuda-device-only", "--no-gpu-bundle-output", "-DCODE_OBJECT",
                                    "-o", binary + ".co"])
        for command in commands:
            made = subprocess.run(command, capture_output=True, text=True)
            if made.returncode == 77:
                print("SKIP: HIP programs: " + made.stderr.strip())
                print("0 passed, 0 failed, 1 skipped")
                return 77
            if made.returncode != 0:
                print(made.stderr)
                print(f"{name}: does not compile\n0 passed, 1 failed, 0 skipped")
                return 1
        for engine in ["interp"] + ([jit] if jit else []):
            done = subprocess.run([shoal, "exec", "--engine", engine, binary] +
                                  ([binary + ".co"] if has_object else []),
                                  capture_output=True, text=True, timeout=300)
            found = SUM.findall(done.stdout)
            good, bad = (int(found[-1][0]), int(found[-1][1])) if found else (0, 1)
            if done.returncode != 0 and bad == 0:
                bad = 1
            passed += good
            failed += bad
            if bad:
                # Not the program's own sum: the last one counts.
                print(SUM.sub("", done.stdout))
                print(done.stderr)
                print(f"{name} ({engine}): {bad} failed, exit status {done.returncode}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
