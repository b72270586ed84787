#!/usr/bin/env python3
"""libshoal-isa.so: needs libc only, exports the functions of isa.h, asm.h, chip.h and status.h
and nothing else, and is below 1 MiB without debug information."""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def output(*words):
    return subprocess.run([str(w) for w in words], check=True, capture_output=True, text=True).stdout


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--library", required=True)
    library = ap.parse_args().library
    failed = []
    needed = re.findall(r"\(NEEDED\)\s+Shared library: \[([^]]+)\]", output("readelf", "-dW", library))
    san = [x for x in needed if "san" in x]
    foreign = [x for x in needed if not re.match(r"(libc|ld-linux[-a-z0-9_]*)\.", x)]
    if foreign and not san:
        failed.append(f"needs {', '.join(foreign)}")
    declared = set()
    for name in ("isa.h", "asm.h", "chip.h", "status.h"):
        text = (ROOT / "include/shoal" / name).read_text(encoding="utf-8")
        declared |= set(re.findall(r"^SHOAL_API [^;(]*?(shoal_\w+)\(", text, re.M))
    # "A" is the name of the symbols' version.
    exported = {line.split()[-1].split("@")[0] for line in output("nm", "-D", "--defined-only", library).splitlines()
                if " A " not in line}
    if exported != declared:
        failed.append(f"exports differ from the headers: {sorted(exported ^ declared)}")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["strip", "-o", f"{folder}/stripped.so", library], check=True)
        size = os.path.getsize(f"{folder}/stripped.so")
    if size >= 2**20 and not san:
        failed.append(f"{size} bytes when stripped; the limit is 1 MiB")
    for text in failed:
        print(f"{library}: {text}")
    print(f"{3 - len(failed)} passed, {len(failed)} failed, 0 skipped ({len(exported)} functions, {size} bytes)")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
