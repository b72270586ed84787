#!/usr/bin/env python3
"""`shoal dis` against llvm-objdump over whole code objects: every line must be the same.

    objdump_diff.py --shoal PATH [--objdump llvm-objdump-22] [--clc tools/clc] [--all]
                    SOURCE.cl|FILE.co|FOLDER ...

Sources are compiled in two of WAYS, the first source in the first and second, the next one in the second and third, or
in all with --all. What
`shoal dis --no-addresses` prints is assembled again by `shoal as`, and must give the same
instructions. Source lines are compared for DWARF 3, 4 and 5, compressed, and in relocatable files.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile


# How the line table may be kept: version, compression, relocations.
LINES = {"3": ["-gdwarf-3"], "4": ["-gdwarf-4", "-gz=zlib"], "5": ["-gdwarf-5"], "5-zstd": ["-gdwarf-5", "-gz=zstd"],
         "5-object": ["-gdwarf-5", "-c"], "4-object": ["-gdwarf-4", "-c", "-ffunction-sections", "-gz=zlib"]}

# How sources are compiled.
WAYS = (("O0", ["-O0"]), ("O3-wave64", ["-O3", "-mwavefrontsize64"]), ("O3", ["-O3"]))


def run(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def differences(args, path, wave64):
    want = run(args.objdump, "-d", "--mcpu=gfx1100", *(["--mattr=+wavefrontsize64"] if wave64 else []),
               path).splitlines()
    got = run(args.shoal, "dis", path).splitlines()
    bad = [(a, b) for a, b in zip(want, got) if a != b]
    if len(want) != len(got):
        bad.append((f"{len(want)} lines", f"{len(got)} lines"))
    return len(want), bad


def round_trip(args, path, folder):
    """Are the instructions of every function the same after text and assembler? Texts are compared:
    16-bit operands do not show the upper half of a literal, which counts for nothing."""
    source, back = folder / (path.name + ".s"), folder / (path.name + ".again.bin")
    source.write_text(run(args.shoal, "dis", "--no-addresses", path))
    wave = ["--wave64"] if "wave64" in path.name else []
    run(args.shoal, "as", *wave, "--raw", source, "-o", back)

    def instructions(*file):
        lines = run(args.shoal, "dis", *wave, *file).splitlines()
        return [line.split("//")[0] for line in lines if "// 0" in line]
    a, b = instructions(path), instructions("--raw", back)
    bad = [(x, "after text and assembler: " + y) for x, y in zip(a, b) if x != y]
    return bad or ([] if len(a) == len(b) else [(f"{len(a)} instructions", f"{len(b)} after text and assembler")])


def source_lines(text):
    """(address, "file:line" in effect) of every instruction of objdump -l or dis --source."""
    place, out = None, []
    for line in text.splitlines():
        found = re.match(r"; (\S+:\d+)$", line)
        place = found[1] if found else place
        found = re.search(r"// ([0-9A-F]{12}):", line)
        if found:
            out.append((found[1], place))
    return out


def line_differences(args, path):
    want = source_lines(run(args.objdump, "-d", "-l", "--mcpu=gfx1100", path))
    got = source_lines(run(args.shoal, "dis", "--source", path))
    if len({place for _, place in want}) < 2:
        sys.exit(f"{path}: {args.objdump} shows no lines")
    return [(a, b) for a, b in zip(want, got) if a != b] + ([(len(want), len(got))] if len(want) != len(got) else [])


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--shoal", required=True)
    ap.add_argument("--objdump", default="llvm-objdump-22")
    ap.add_argument("--clc", default="tools/clc")
    ap.add_argument("--all", action="store_true")
    ap.add_argument("files", nargs="+", type=pathlib.Path)
    args = ap.parse_args()
    failed = 0
    files = [f for path in args.files
             for f in (sorted([*path.glob("*.cl"), *path.glob("*.co")]) if path.is_dir() else [path])]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        jobs = []
        for number, path in enumerate(files):
            if path.suffix == ".cl":
                for name, flags in WAYS if args.all else [WAYS[(number + i) % len(WAYS)] for i in range(2)]:
                    jobs.append((folder / f"{path.stem}-{name}.co", [args.clc, *flags, path, "-o"]))
            else:
                jobs.append((path, None))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda job: job[1] and run(*job[1], job[0]), jobs))
        total = 0
        sources = [f for f in files if f.suffix == ".cl"][:1]
        for name, flags in LINES.items() if sources else ():
            path = folder / f"lines-{name}.co"
            run(args.clc, *flags, "-O2", sources[0], "-o", path)
            bad = line_differences(args, path)
            failed += bool(bad)
            for want, got in bad[:3]:
                print(f"DWARF {name}:\n  llvm  {want}\n  shoal {got}")
        for path, _ in jobs:
            lines, bad = differences(args, path, "wave64" in path.name)
            bad += round_trip(args, path, folder)
            total += lines
            failed += bool(bad)
            for want, got in bad[:3]:
                print(f"{path.name}:\n  llvm  {want}\n  shoal {got}")
    count = len(jobs) + (len(LINES) if sources else 0)
    print(f"{count - failed} passed, {failed} failed, 0 skipped ({total} lines)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
