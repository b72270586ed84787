#!/usr/bin/env python3
"""layout.py: src/runtime/hip/hip.h against the installed headers of libamdhip64-dev.

usage: layout.py CC SOURCE_ROOT ROCM

Every enumerator and every field of a structure that our header declares is written into two C
programs, one for each header, that print values, offsets and sizes; their outputs are the same.
What the older headers do not know (ROCm 6) is left out by asking the compiler first. The headers in ROCM, which
programs get, are compared where ROCm 5 and 6 agree.
"""
import os
import re
import subprocess
import sys
import tempfile

INCLUDE = "/usr/include"

# Structures whose fields ROCm 6 changed (they have a condition in hip.h, or parts of another type that has), and
# those that it does not show any more.
CHANGED = ("hipDeviceProp_t", "hipPointerAttribute_t", "hip_Memcpy2D", "HIP_MEMCPY3D", "hipMemAllocationProp",
           "hipMemoryType", "hipGraphNodeType", "hipExternal", "sizeof(hipArray)", "(hipArray,", "(hipArray *)",
           "hipMipmappedArray,", "(hipMipmappedArray)", "(hipMipmappedArray *)")


def facts(text):
    """C expressions, of what ROCm 5 has."""
    text = text[:text.index("/* ---- ROCm 6")]
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"#if HIP_GENERATION >= 6\n(?:(?!#e).)*(?:#else(.*?))?#endif",
                  lambda match: match[1] or "", text, flags=re.S)
    for body, name in re.findall(r"typedef enum \w* ?\{(.*?)\} (\w+);", text, re.S):
        for enumerator in re.findall(r"^\s*(\w+)", body, re.M):
            yield enumerator
        yield f"sizeof({name})"
    for body in re.findall(r"^enum \{(.*?)^\};", text, re.S | re.M):
        for enumerator in re.findall(r"^\s*(\w+)", body, re.M):
            yield enumerator
    for body, name in re.findall(r"typedef (?:struct|union) \w* ?\{\n(.*?)^\} (\w+);", text,
                                 re.S | re.M):
        yield f"sizeof({name})"
        depth = 0
        for line in body.splitlines():
            if depth == 0 and ":" not in line:
                field = re.search(r"(\w+)(?:\[\d+\])*;$", line)
                if field and "{" not in line:
                    yield f"offsetof({name}, {field[1]})"
                    yield f"sizeof((({name} *)0)->{field[1]})"
            depth += line.count("{") - line.count("}")
    for macro in re.findall(r"#define (hip\w+)\s+(?:0x|\(\()", text):
        yield f"(uintptr_t){macro}"


def run(cc, header, flags, expressions, work):
    """Values of those that compile, by expression."""
    lines = "".join(f'P({e})\n' for e in expressions)
    source = os.path.join(work, "facts.c")
    with open(source, "w") as f:
        f.write("#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
                f"#include {header}\n#define P(e) printf(\"%s = %lld\\n\", #e, (long long)(e));\n"
                f"int main(void) {{\n{lines}return 0; }}\n")
    binary = os.path.join(work, "facts")
    made = subprocess.run(cc + ["-w", "-ferror-limit=0"] + flags + [source, "-o", binary],
                          capture_output=True, text=True)
    if made.returncode == 0:
        out = subprocess.run([binary], check=True, capture_output=True, text=True).stdout
        return dict(line.rsplit(" = ", 1) for line in out.splitlines()), set()
    bad = {int(n) for n in re.findall(r"facts\.c:(\d+):", made.stderr)}
    return None, {e for i, e in enumerate(expressions) if i + 7 in bad}


def main():
    cc, root = sys.argv[1].split(), sys.argv[2]
    if not os.path.exists(f"{INCLUDE}/hip/hip_runtime_api.h"):
        print("SKIP: layouts of HIP's structures: apt install libamdhip64-dev")
        print("0 passed, 0 failed, 1 skipped")
        return 77
    with open(f"{root}/src/runtime/hip/hip.h") as f:
        expressions = list(dict.fromkeys(facts(f.read())))
    ours_flags = [f"-I{root}/src/runtime/hip"]
    theirs_flags = [f"-I{INCLUDE}", "-D__HIP_PLATFORM_AMD__"]
    with tempfile.TemporaryDirectory() as work:
        theirs, unknown = run(cc, "<hip/hip_runtime_api.h>", theirs_flags, expressions, work)
        expressions = [e for e in expressions if e not in unknown]
        if theirs is None:
            theirs, more = run(cc, "<hip/hip_runtime_api.h>", theirs_flags, expressions, work)
            assert theirs is not None, more
        ours, _ = run(cc, '"hip.h"', ours_flags, expressions, work)
        # What programs are compiled with, of ROCm 6: where the generations agree.
        with open(f"{root}/src/runtime/hip/hip.h") as f:
            same = re.sub(r"#if HIP_GENERATION >= 6\n((?:(?!#e).)*)(?:#else(.*?))?#endif", "", f.read(), flags=re.S)
        published = [e for e in dict.fromkeys(facts(same)) if e in theirs and not any(name in e for name in CHANGED)]
        flags = [f"-I{sys.argv[3]}/include"]
        programs, unknown_to_programs = run(cc, "<hip/hip_runtime_api.h>", flags, published, work)
    if programs is None:
        sys.exit(f"the headers for programs lack {sorted(unknown_to_programs)[:10]}")
    wrong = [e for e in expressions if ours[e] != theirs[e]]
    for e in published:
        if programs[e] != theirs[e]:
            wrong.append(e)
            print(f"{e}: {programs[e]} in lib/hip, {theirs[e]} in the installed header")
    if len(published) < 700:
        wrong.append("")
        print(f"only {len(published)} facts of the headers for programs were compared")
    expressions += published
    for e in wrong:
        print(f"{e}: {ours[e]} here, {theirs[e]} in the installed header")
    # A few later names only: if more is unknown, this test looks past its subject.
    if len(unknown) > 90 or len(expressions) < 900:
        wrong.append("")
        print(f"only {len(expressions)} facts were compared, {len(unknown)} are unknown")
    print(f"{len(expressions) - len(wrong)} passed, {len(wrong)} failed, 0 skipped")
    return len(wrong) != 0


if __name__ == "__main__":
    sys.exit(main())
