#!/usr/bin/env python3
"""check_functions: what C functions must be like.

- None is longer than 80 lines, from its name to its closing brace.
- One that keeps all registers (INSIDE, isa/exec/keep_registers.h) has pointers and integers of 64 bits as
  arguments, unless no C code calls it: of others, LLVM 22 takes the whole register as kept.

usage: check_functions.py [--self-test]
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 80
NAME = re.compile(r"(\w+)\(")
INSIDE = re.compile(r"^INSIDE\b[^;{]*?\b(\w+)\(((?:[^()]|\([^()]*\))*)\)\s*[{;]", re.M)
KEEPING = re.compile(r"KEEP_ARGUMENTS\((\w+)\)")
WIDE = re.compile(r"\*|^(?:const )?(?:u?int64_t|u?intptr_t|size_t)\b")


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


def narrow_arguments(text):
    """(name, line, argument) of each that is wrong in functions that keep all registers."""
    kept_for = set(KEEPING.findall(text))
    rest = KEEPING.sub("", text)
    for match in INSIDE.finditer(text):
        name, arguments = match.groups()
        is_called = len(re.findall(rf"\b{name}\b", rest)) > 1
        if name in kept_for and not is_called:
            continue
        for argument in re.split(r",(?![^()]*\))", arguments):
            if not WIDE.search(argument.strip()):
                yield name, text.count("\n", 0, match.start(1)) + 1, " ".join(argument.split())


def check(texts):
    """The number of complaints, which are printed. texts: {file: contents}"""
    bad = 0
    for path, text in texts.items():
        for name, line, count in functions(text):
            if count > MOST:
                print(f"{path}:{line}: {name} has {count} lines; functions have {MOST} at most")
                bad += 1
        for name, line, argument in narrow_arguments(text):
            print(f"{path}:{line}: {name} keeps all registers, but of '{argument}', which is to have 64 bits")
            bad += 1
    return bad


def self_test():
    def text(count):
        return {"a.c": "static int f(int a,\n             int b)\n{\n" + "    a++;\n" * (count - 4) + "}\n"}
    wrong = [count for count in (5, 80, 81, 300) if check(text(count)) != (count > MOST)]
    if wrong:
        print(f"self-test: wrong about functions of {wrong} lines")
    for arguments, use, bad in (("const int *p, uint64_t b,\n   int64_t c", "f(p, 1, 2)", 0),
                                ("uint32_t (*row)[4], uint32_t lanes", "KEEP_ARGUMENTS(f)", 0),
                                ("uint32_t (*row)[4], uint32_t lanes", "f(row, 1)", 1),
                                ("bool b, uint32_t lanes", "KEEP_ARGUMENTS(f); OPEN(f)", 2)):
        count = check({"a.c": f"INSIDE AVX2 static void f({arguments})\n{{\n}}\nvoid g(void)\n{{\n    {use};\n}}\n"})
        if count != bad:
            print(f"self-test: {count} arguments of f({arguments}) are too narrow, not {bad}")
            wrong.append(arguments)
    return len(wrong)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--self-test", action="store_true", help="check that what is wrong is found")
    if ap.parse_args().self_test:
        return self_test() != 0
    files = sorted(p for folder in ("src", "include") for p in (ROOT / folder).rglob("*.[ch]"))
    return check({str(p.relative_to(ROOT)): p.read_text(encoding="utf-8") for p in files}) != 0


if __name__ == "__main__":
    sys.exit(main())
