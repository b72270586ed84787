#!/usr/bin/env python3
"""ELF files of the assembler against LLVM's tools.

    elf.py --shoal PATH [--mc llvm-mc-22] [--lld ld.lld-22] [--objcopy llvm-objcopy-22] [--readelf ..]

start.s, assembled by `shoal as -c` and by llvm-mc and linked by ld.lld at the same addresses, must give
the same memory image; and the executable that `shoal as` writes must be what ld.lld links for the
addresses that it chose.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "start.s")


def run(*args):
    r = subprocess.run(args, capture_output=True, text=True)
    if r.returncode:
        sys.exit(f"{' '.join(args)} failed with {r.returncode}: {r.stderr[-2000:]}")
    return r.stdout


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--shoal", required=True)
    for tool in ("llvm-mc", "ld.lld", "llvm-objcopy", "llvm-readelf"):
        ap.add_argument("--" + tool.split("-")[-1].split(".")[-1], default=tool + "-22")
    args = ap.parse_args()
    passed = failed = 0

    def check(ok, what):
        nonlocal passed, failed
        passed += ok
        failed += not ok
        if not ok:
            print("FAILED:", what)

    with tempfile.TemporaryDirectory() as d:
        def path(name):
            return os.path.join(d, name)

        def sections(file):
            """name -> (address, bytes) of what is loaded"""
            out = {}
            for m in re.finditer(r"^\s*\[ *\d+\] (\.\S+)\s+(\S+)\s+([0-9a-f]{8}) .* W?A\S*\s", run(args.readelf, "-SW", file), re.M):
                if m[2] == "PROGBITS":
                    run(args.objcopy, "-O", "binary", "-j", m[1], file, path("section"))
                    with open(path("section"), "rb") as f:
                        out[m[1]] = (int(m[3], 16), f.read())
            return out

        def link(obj, out, places):
            flags = [f"--section-start={name}={address:#x}" for name, address in places.items()]
            run(args.lld, "-e", "_start", "--unresolved-symbols=ignore-all", "--no-relax", *flags, obj, "-o", out)
            return sections(out)

        run(args.shoal, "as", "--isa", "ventus", SOURCE, "-o", path("ours.riscv"))
        ours = sections(path("ours.riscv"))
        check(ours[".text"][0] == 0x80000000, "code starts at 0x80000000")
        check(all(x in ours for x in (".text", ".text.more", ".rodata", ".data")), f"sections: {sorted(ours)}")
        header = run(args.readelf, "-h", path("ours.riscv"))
        for what in ("ELF32", "EXEC (Executable file)", "RISC-V", "0x80000000"):
            check(what in header, f"{what} in the ELF header")
        run(args.shoal, "as", "--isa", "ventus", "-c", SOURCE, "-o", path("ours.o"))
        run(args.mc, "-triple=riscv32", "-mattr=+m,+a,+zve32f", "-filetype=obj", SOURCE, "-o", path("llvm.o"))
        places = {name: address for name, (address, _) in ours.items()}
        places[".bss"] = places[".data"] + 0x100
        # ld.lld joins .text.more to .text unless told otherwise
        for name in ("ours", "llvm"):
            run(args.objcopy, "--rename-section", ".text.more=.more,alloc,readonly,code", path(name + ".o"))
        places[".more"] = places.pop(".text.more")
        linked, theirs = link(path("ours.o"), path("a"), places), link(path("llvm.o"), path("b"), places)
        ours[".more"] = ours.pop(".text.more")
        gp = ours[".text"][1][:8]  # la gp: ld.lld chooses another __global_pointer$
        for name in (".text", ".more", ".rodata", ".data"):
            check(linked[name] == theirs[name], f"{name}: linked objects of shoal and llvm-mc")
            want = linked[name]
            if name == ".text":
                want = (want[0], gp + want[1][8:])
            check(ours[name] == want, f"{name}: executable of shoal and of ld.lld")
        # What start code clears: [_edata, _end) holds all zeros and nothing else.
        with open(path("ends.s"), "w") as f:
            f.write("la a0, _edata; la a1, _end; la a2, __bss_start\n.data\n.word 1\n.section .more,\"aw\"\n"
                    ".word 2\n.bss\n.skip 8\n.section .zeros,\"aw\",@nobits\n.skip 4\n")
        run(args.shoal, "as", "--isa", "ventus", path("ends.s"), "-o", path("ends"))
        place = {}
        for m in re.finditer(r"^ *\d+: ([0-9a-f]{8}) .* (\S+)$", run(args.readelf, "-sW", path("ends")), re.M):
            place[m[2]] = int(m[1], 16)
        headers = run(args.readelf, "-SW", path("ends"))
        found = {m[1]: (int(m[2], 16), int(m[3], 16)) for m in re.finditer(
            r"(\.\w+)\s+\w+\s+([0-9a-f]{8}) [0-9a-f]+ ([0-9a-f]+)", headers)}
        check(place["_edata"] == sum(found[".more"]), "_edata is behind all sections with contents")
        check(place["__bss_start"] == found[".bss"][0], "__bss_start")
        check(place["_end"] == sum(found[".zeros"]), "_end is behind all zeros")
        with open(path("ret.s"), "w") as f:
            f.write("ret\n")
        for dialect, has in (("manual", False), ("toolchain", True)):
            run(args.shoal, "as", "--isa", "ventus", "--dialect", dialect, path("ret.s"), "-o", path("d"))
            check((".riscv.attributes" in run(args.readelf, "-SW", path("d"))) == has, f"attributes of {dialect}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
