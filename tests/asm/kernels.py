#!/usr/bin/env python3
"""What clang writes with -S for the test kernels assembles to the sections of clang's own object.

    kernels.py --as "PATH/shoal as" --clc tools/clc [--mc llvm-mc-22] [--lld ld.lld-22]
               [--all] [KERNEL.cl...]

For each kernel and two of OPTIONS, the first and second for the first kernel, the second and third for the next one, or
all with --all: clang's text goes through `shoal as -c` and through llvm-mc; .text,
.rodata, .data and .note must be equal, so that descriptors and metadata are. The code object of
`shoal as` must have the contents of what ld.lld links from our relocatable file, at the same
addresses, and both must have clang's metadata and exported symbols.
"""
import argparse
import glob
import os
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
OPTIONS = [["-O2"], ["-O0"], ["-O3", "-mwavefrontsize64"], ["-O1", "-g"]]
COMPARED = (".text", ".rodata", ".data", ".note")


def sections(path):
    """name -> bytes, of an ELF64 file; pieces of one family (.text.f) are joined in order."""
    data = open(path, "rb").read()
    at, size, count, names = (struct.unpack_from("<Q", data, 40)[0],) + struct.unpack_from("<HHH", data, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, at + i * size) for i in range(count)]
    strings = headers[names][4]
    out = {}
    for h in headers:
        name = data[strings + h[0]:data.index(b"\0", strings + h[0])].decode()
        if h[1] != 8:
            out[name] = out.get(name, b"") + data[h[4]:h[4] + h[5]]
    return out


def symbols(path, table):
    s = sections(path)
    strings = s[{".symtab": ".strtab", ".dynsym": ".dynstr"}[table]]
    out = set()
    for at in range(24, len(s[table]), 24):
        name, info, other, _, _, size = struct.unpack_from("<IBBHQQ", s[table], at)
        out.add((strings[name:strings.index(b"\0", name)].decode(), info, other, size))
    return out


def run(args, **more):
    r = subprocess.run(args, capture_output=True, text=True, **more)
    if r.returncode:
        raise RuntimeError(f"{' '.join(args)}: {r.stderr[:2000]}")
    return r.stdout


def check(args, kernel, options, tmp):
    """Problems, as text."""
    text, ours, theirs = (os.path.join(tmp, x) for x in ("k.s", "ours.o", "theirs.o"))
    co, linked, clang = (os.path.join(tmp, x) for x in ("k.co", "linked.co", "clang.co"))
    run([args.clc, *options, "-S", kernel, "-o", text])
    run([args.clc, *options, kernel, "-o", clang])
    wave64 = "-mwavefrontsize64" in options
    run(args.command.split() + ["-c", text, "-o", ours])
    run(args.command.split() + [text, "-o", co])
    run([args.mc, "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx1100", "-filetype=obj", text, "-o", theirs]
        + (["-mattr=+wavefrontsize64"] if wave64 else []))
    run([args.lld, "-shared", ours, "-o", linked])
    a, b = sections(ours), sections(theirs)
    for name in b:
        family = name.startswith((".text", ".rodata", ".data")) or name in COMPARED
        if family and a.get(name, b"") != b[name]:
            yield f"-c: {name} differs from llvm-mc's"
    want, link = sections(clang), sections(linked)
    got = sections(co)
    for name in COMPARED:
        if b".rodata.str" in open(ours, "rb").read() or b".rodata.cst" in open(ours, "rb").read():
            if name in (".rodata", ".text"):
                continue  # ld.lld merges equal strings and constants, so addresses differ
        if got.get(name, b"") != link.get(name, b""):
            yield f"code object: {name} differs from what ld.lld makes of -c's"
    if got[".note"] != want[".note"]:
        yield "code object: the metadata differs from clang's"
    for label, path in (("code object", co), ("linked by lld", linked)):
        if symbols(path, ".dynsym") != symbols(clang, ".dynsym"):
            yield f"{label}: exports {symbols(path, '.dynsym') ^ symbols(clang, '.dynsym')}"


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--as", dest="command", required=True)
    ap.add_argument("--clc", required=True)
    ap.add_argument("--mc", default="llvm-mc-22")
    ap.add_argument("--lld", default="ld.lld-22")
    ap.add_argument("--all", action="store_true")
    ap.add_argument("kernel", nargs="*")
    args = ap.parse_args()
    kernels = args.kernel or sorted(glob.glob(os.path.join(HERE, "..", "kernels", "*.cl")))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as tmp:
        for number, kernel in enumerate(kernels):
            for options in OPTIONS if args.all else [OPTIONS[(number + i) % len(OPTIONS)] for i in range(2)]:
                try:
                    problems = list(check(args, kernel, options, tmp))
                except RuntimeError as e:
                    problems = [str(e)]
                for p in problems:
                    print(f"{os.path.basename(kernel)} {' '.join(options)}: {p}")
                passed += not problems
                failed += bool(problems)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
