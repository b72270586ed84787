#!/usr/bin/env python3
"""check_functions: no C function is longer than 80 lines, from its name to its closing brace.

usage: check_functions.py [--self-test]

The functions of KNOWN are older than this check. The list only shrinks: who shortens one takes its line out,
which this check demands, and none may grow.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 80
# (file, function): lines
KNOWN = {
    ("src/isa/rdna3/parse_operand.c", "parse_operand"): 90,
    ("src/isa/ventus/exec/csr.c", "FN"): 97,
}
NAME = re.compile(r"(\w+)\(")


def functions(text):
    """(name, first line, lines) of every function definition of clang-formatted text."""
    lines = text.split("\n")
    start = None
    for i, line in enumerate(lines):
        if line == "{" and i and lines[i - 1].endswith(")"):
            start = i - 1
            while start and lines[start].startswith((" ", "\t")):
                start -= 1
        elif line == "}" and start is not None:
            match = NAME.search(lines[start])
            yield (match.group(1) if match else "?", start + 1, i - start + 1)
            start = None


def check(texts, known):
    """The number of complaints, which are printed. texts: {file: contents}"""
    bad, seen = 0, set()
    for path, text in texts.items():
        for name, line, count in functions(text):
            key = (path, name)
            if count > MOST and key in known:
                seen.add(key)
            if count > max(MOST, known.get(key, 0)):
                print(f"{path}:{line}: {name} has {count} lines; functions have {MOST} at most")
                bad += 1
    for key in sorted(set(known) - seen):
        print(f"{key[0]}: {key[1]} has {MOST} lines at most or is gone: take it out of KNOWN")
        bad += 1
    return bad


def self_test():
    def text(count):
        return {"a.c": "static int f(int a,\n             int b)\n{\n" + "    a++;\n" * (count - 4) + "}\n"}
    cases = [(text(80), {}, 0), (text(81), {}, 1), (text(90), {("a.c", "f"): 90}, 0),
             (text(91), {("a.c", "f"): 90}, 1), (text(85), {("a.c", "f"): 90}, 0),
             (text(80), {("a.c", "f"): 90}, 1)]
    wrong = [i for i, (texts, known, bad) in enumerate(cases) if check(texts, known) != bad]
    if wrong:
        print(f"self-test: wrong about {wrong}")
    return len(wrong)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--self-test", action="store_true", help="check that long functions are found")
    if ap.parse_args().self_test:
        return self_test() != 0
    files = sorted(p for folder in ("src", "include") for p in (ROOT / folder).rglob("*.[ch]"))
    return check({str(p.relative_to(ROOT)): p.read_text(encoding="utf-8") for p in files}, KNOWN) != 0


if __name__ == "__main__":
    sys.exit(main())
