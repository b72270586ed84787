#!/usr/bin/env python3
"""collection.py: small programs in the style of public collections of HIP examples are compiled and run.

usage: collection.py SHOAL WORKDIR JIT LIBRARIES

Each program of tests/hip/collection compares its results with the host's. They run under the interpreter, under the JIT (JIT is
"jit", or "" for none) and with --check, which finds nothing; a line `// check: KINDS` narrows what is looked for; a line
`// needs: NAME...` names libraries that it is linked with, and it is left out, loudly, if the words LIBRARIES have not all of them.
Needs what `shoal hipcc` needs.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "collection"
SUM = re.compile(r"^(\d+) passed, (\d+) failed, 0 skipped\n\Z", re.M)


def main():
    shoal, work, jit = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    if subprocess.run([shoal, "hipcc", "--version"], capture_output=True).returncode == 77:
        print("SKIP: programs in HIP: what `shoal hipcc --version` names\n0 passed, 0 failed, 1 skipped")
        return 77
    work.mkdir(parents=True, exist_ok=True)
    engines = [["--engine", "interp"]] + ([["--engine", "jit"]] if jit else [])

    def run(source):
        program = work / source.stem
        needs = re.search(r"^// needs: (.*)$", source.read_text(), re.M)
        needs = needs[1].split() if needs else []
        lacks = [name for name in needs if name not in sys.argv[4].split()]
        if lacks:
            return 0, [], f"SKIP: {source.name}: this build has no lib{lacks[0]}\n"
        kinds = re.search(r"^// check: ([\w,]+)$", source.read_text(), re.M)
        ways = engines + [["--check=" + kinds[1] if kinds else "--check"]]
        made = subprocess.run([shoal, "hipcc", "-O2", "-std=c++17", "-Wno-unused-value", source, "-o", program] +
                              ["-l" + name for name in needs],
                              capture_output=True, text=True)
        if made.returncode:
            return 0, [f"{source.name} does not compile:\n{made.stderr}"], ""
        passed, wrong = 0, []
        for way in ways:
            done = subprocess.run([shoal, "exec", "--timeout", "120", *way, program], capture_output=True, text=True)
            found = SUM.search(done.stdout)
            if done.returncode == 0 and found and found[2] == "0" and int(found[1]):
                passed += int(found[1])
            else:
                wrong.append(f"{source.name} {' '.join(way)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return passed, wrong, ""

    sources = sorted(HERE.glob("*.hip"))
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(run, sources))
    failures = [text for _, wrong, _ in results for text in wrong]
    skipped = [text for _, _, text in results if text]
    print("".join(failures + skipped), end="")
    print(f"{sum(passed for passed, _, _ in results)} passed, {len(failures)} failed, {len(skipped)} skipped")
    return bool(failures) or len(sources) < 12


if __name__ == "__main__":
    sys.exit(main())
