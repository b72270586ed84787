#!/usr/bin/env python3
"""check_abi: the structs that compiled code, its compiler and the engine share have not changed since JIT_ABI was raised.

usage: check_abi.py [--update | --self-test]

src/jit/jit.h has the number and, behind it, a hash of these structs and enums without comments. --update raises the
number by one and enters the hash.
"""
import argparse
import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOME = "src/jit/jit.h"
SHARED = [HOME, "src/isa/machine.h", "src/isa/lane_patterns.h", "src/isa/exec/lanes_ahead.h",
          "src/isa/exec/lanes_behind.h", "src/isa/rdna3/exec/state.h",
          "src/isa/ventus/exec/state.h"]
ABI = re.compile(r"enum \{ JIT_ABI = (\d+) \};(?: /\* layout: (\w+) \*/)?")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
BEGIN = re.compile(r"^(?:typedef )?(?:struct|union|enum)\b[^;()]*?\{", re.M)


def definitions(text):
    """Structs, unions and enums at file level, without comments, a line each."""
    text = COMMENT.sub("", ABI.sub("", text))
    for begin in BEGIN.finditer(text):
        depth, at = 1, begin.end()
        while depth and at < len(text):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        yield " ".join(text[begin.start():text.index(";", at)].split())


def layout(texts):
    lines = "\n".join(line for path in SHARED for line in definitions(texts[path]))
    return hashlib.sha256(lines.encode()).hexdigest()[:12]


def complaint(texts):
    """What is wrong, as text; "": nothing."""
    found = ABI.search(texts[HOME])
    if not found or not found.group(2):
        return f"{HOME}: no JIT_ABI with a layout behind it"
    if found.group(2) != layout(texts):
        return (f"{HOME}: structs that compiled code shares with the engine have changed since JIT_ABI became "
                f"{found.group(1)}; run tools/check_abi.py --update")
    return ""


def update(texts):
    number = int(ABI.search(texts[HOME]).group(1)) + 1
    line = f"enum {{ JIT_ABI = {number} }}; /* layout: {layout(texts)} */"
    (ROOT / HOME).write_text(ABI.sub(line, texts[HOME]))
    print(f"check_abi: JIT_ABI is {number}")


def self_test(texts):
    changed = dict(texts)
    changed["src/isa/machine.h"] = texts["src/isa/machine.h"].replace(
        "struct turns {", "struct turns {\n    uint32_t more; /* x */", 1)
    commented = dict(texts)
    commented["src/isa/machine.h"] = texts["src/isa/machine.h"].replace(
        "struct turns {", "struct turns {\n    /* more */", 1)
    cases = [(bool(complaint(changed)), "a new field is seen"),
             (not complaint(commented), "a new comment is not"),
             (sum(1 for path in SHARED for _ in definitions(texts[path])) > 20, "there are structs")]
    for ok, what in cases:
        print(f"{'ok' if ok else 'FAILED'}: {what}")
    return all(ok for ok, _ in cases)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    texts = {path: (ROOT / path).read_text() for path in SHARED}
    if options.update:
        update(texts)
        return 0
    if options.self_test:
        return 0 if self_test(texts) else 1
    what = complaint(texts)
    if what:
        print(what)
    return 1 if what else 0


if __name__ == "__main__":
    sys.exit(main())
