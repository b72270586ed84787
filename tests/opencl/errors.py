#!/usr/bin/env python3
"""errors.py: every error that errors.tbl lists for a function is given by as many calls as it names misuses.

usage: errors.py ERRORS_TBL FUNCTIONS_TBL PROGRAM.. --narrow PROGRAM ARGUMENT

The programs write a line per call that answered as expected to the file that SHOAL_TEST_ERRORS names (check.h).
"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def read_functions(path):
    """The names that need rows."""
    rows = (line.split("|") for line in open(path) if "|" in line and not line.startswith("#"))
    return [row[1].strip() for row in rows if not row[2].strip().startswith("absent")]


def read_errors(path):
    """What is listed: {function: {code: number of misuses; None: never given}}."""
    table, names = collections.defaultdict(dict), []
    for number, line in enumerate(open(path), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if not line[0].isspace():
            names = words
            for name in names:
                table[name].setdefault("CL_SUCCESS", 0)
            continue
        code, rest = words[0], line.split(words[0], 1)[1].strip()
        if not rest:
            sys.exit(f"{path}:{number}: {code} has neither misuse nor reason")
        for name in names:
            if table[name].get(code):
                sys.exit(f"{path}:{number}: {code} is twice at {name}")
            table[name][code] = None if rest.startswith("- ") else len(rest.split(";"))
    return table


def read_codes():
    """The names of OpenCL's numbers."""
    text = pathlib.Path("/usr/include/CL/cl.h").read_text()
    errors = re.findall(r"#define (CL_(?!BUILD_[NEI])[A-Z_]+) +(-[0-9]+)$", text, re.M)
    return {"0": "CL_SUCCESS", **{number: name for name, number in errors}}


def run(programs):
    """How many calls of each function gave each code, and whether all programs passed. programs: commands."""
    counts, good, codes = collections.Counter(), True, read_codes()
    with tempfile.NamedTemporaryFile("r") as log:
        for command, environment in programs:
            done = subprocess.run(command, env={**os.environ, **environment, "SHOAL_TEST_ERRORS": log.name},
                                  stdout=subprocess.PIPE, text=True)
            print(done.stdout, end="")
            good &= done.returncode == 0
        for line in log:
            function, code = line.split()
            counts[function, codes.get(code, code)] += 1
    return counts, good


def main():
    table, functions = read_errors(sys.argv[1]), read_functions(sys.argv[2])
    usual = table.pop("all")
    at = sys.argv.index("--narrow")
    both = {"SHOAL_OPENCL_DEVICES": "gfx1100,ventus", "SHOAL_VENTUS_CLANG": ""}
    counts, good = run([([program], {}) for program in sys.argv[3:at]] + [(sys.argv[at + 1:], both)])
    wrong = [f"{name} has no row" for name in functions if name not in table]
    wrong += [f"{name} is no function" for name in table if name not in functions]
    for name, codes in table.items():
        for code, misuses in codes.items():
            found = counts[name, code]
            if misuses is None and found:
                wrong.append(f"{name} gives {code}, which errors.tbl says it never does")
            elif misuses and found < misuses:
                wrong.append(f"{name}: {found} calls give {code}, errors.tbl lists {misuses} misuses")
    for name, code in counts:
        if name in table and code != "CL_SUCCESS" and code not in {**usual, **table[name]}:
            wrong.append(f"{name} gives {code}, which errors.tbl does not list")
    for line in wrong:
        print(line)
    listed = sum(1 for codes in table.values() for misuses in codes.values() if misuses)
    never = sum(1 for codes in table.values() for misuses in codes.values() if misuses is None)
    calls = sum(count for (name, code), count in counts.items() if name in table and table[name].get(code))
    print(f"{len(table)} functions, {listed} errors by {calls} calls, {never} that cannot occur")
    print(f"{listed - len(wrong)} passed, {len(wrong) + (not good)} failed")
    return 1 if wrong or not good else 0


if __name__ == "__main__":
    sys.exit(main())
