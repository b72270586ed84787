#!/usr/bin/env python3
"""check_functions: no C function is longer than 80 lines, from its name to its closing brace.

usage: check_functions.py [--self-test]
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 80
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


def check(texts):
    """The number of complaints, which are printed. texts: {file: contents}"""
    bad = 0
    for path, text in texts.items():
        for name, line, count in functions(text):
            if count > MOST:
                print(f"{path}:{line}: {name} has {count} lines; functions have {MOST} at most")
                bad += 1
    return bad


def self_test():
    def text(count):
        return {"a.c": "static int f(int a,\n             int b)\n{\n" + "    a++;\n" * (count - 4) + "}\n"}
    wrong = [count for count in (5, 80, 81, 300) if check(text(count)) != (count > MOST)]
    if wrong:
        print(f"self-test: wrong about functions of {wrong} lines")
    return len(wrong)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--self-test", action="store_true", help="check that long functions are found")
    if ap.parse_args().self_test:
        return self_test() != 0
    files = sorted(p for folder in ("src", "include") for p in (ROOT / folder).rglob("*.[ch]"))
    return check({str(p.relative_to(ROOT)): p.read_text(encoding="utf-8") for p in files}) != 0


if __name__ == "__main__":
    sys.exit(main())
