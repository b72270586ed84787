#!/usr/bin/env python3
"""random_kernels.py: random kernels, run by Shoal and natively, must agree in every bit.

program.py writes each program from its seed. Here it is compiled twice: by tools/clc for
gfx1100, at a level and wave size that the seed chooses, and by clang for the host; then
run_pairs runs both. A program that differs is kept. Compilers have bugs, too: before blaming
Shoal, run the seed at all levels (--level), compile the .so with -O0, and read the machine
code (llvm-objdump -d) of what differs.

    random_kernels.py --runner build/tests/kernels/random/run_pairs --clc tools/clc --count 500
    random_kernels.py ... --seed 1234 --count 1 --keep /tmp/k    one program, files kept
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from program import Program

HERE = pathlib.Path(__file__).resolve().parent
# Both sides: integers wrap, no fused multiply-add but where the program says so.
COMMON = ["-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing", "-w", f"-I{HERE}"]
HOST = ["-std=c17", "-O1", "-fPIC", "-shared",
        "-Xclang", "-ffloat16-excess-precision=none"]
DEVICE = ["-cl-fp32-correctly-rounded-divide-sqrt"]


# Seeds whose machine code is wrong, so that no machine gives the right result, each with the
# compiler and the reason. Seen with clang 22.1, whatever runs the code:
#   -O0  32-bit values copied with v_mov_b16 (bswap64, copysign); tools/clc avoids it
#   -O1  (d << 24) | (c >> 8), c signed: v_perm_b32 0x70605 loses the sign; program.py avoids it
#   -O1  x | -1 in a loop: v_mov_b32 v10, v10 instead of v_mov_b32 v10, -1
#   -O1  a value for one arm of a switch is overwritten for all arms (seed 325)
#   all  (f16)(x * y) of f32 becomes v_fma_mixlo_f16 x, y, 0: x * y + 0 is +0 where x * y is -0;
#        llc of `fptrunc (fmul float %x, %y) to half` shows it, fast-math flags or not (seed 7770059)
MISCOMPILED = {
    325: "clang 22.1: the register of one case of a switch is reused too early",
    7770059: "clang 22.1: (f16)(x * y) is v_fma_mixhi_f16 x, y, 0, which makes +0 of -0",
}


class CompilerError(Exception):
    pass


def compile_one(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise CompilerError(" ".join(map(str, command)) + "\n" + done.stderr)


def build(seed, folder, arguments):
    """Returns the paths of code object and shared library."""
    program = Program(seed, arguments.small)
    source = folder / f"random{seed}.c"
    source.write_text(program.text())
    code, library = source.with_suffix(".co"), source.with_suffix(".so")
    level = f"-O{arguments.level}" if arguments.level else program.level
    wave = arguments.wave or program.wave
    wide = ["-mwavefrontsize64"] if wave == 64 else []
    compile_one([arguments.clc, level, *wide, *COMMON, *DEVICE, source, "-o", code])
    compile_one([arguments.clang, *HOST, *COMMON, source, "-o", library, "-lm"])
    return str(code), str(library)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runner", required=True, help="the program run_pairs")
    parser.add_argument("--clc", required=True, help="tools/clc")
    parser.add_argument("--clang", default=os.environ.get("CLANG", "clang-22"))
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--level", choices="0123", help="of optimization (default: the seed chooses)")
    parser.add_argument("--wave", type=int, choices=[32, 64])
    parser.add_argument("--small", action="store_true", help="programs of two statements")
    parser.add_argument("--engine", default="auto", help="auto, interp or jit")
    parser.add_argument("--host-cpu", help="sse2, avx2 or avx512 (default: the best)")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for all programs")
    arguments = parser.parse_args()

    try:
        compile_one([arguments.clc, "--fingerprint", "-"])
        compile_one([arguments.clang, "--version"])
    except (CompilerError, OSError) as error:
        print(f"not run  {arguments.count} random kernels: {error}")
        print(f"0 passed, 0 failed, {arguments.count} skipped")
        return 0

    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="shoal-random-"))
    folder.mkdir(parents=True, exist_ok=True)
    seeds = [s for s in range(arguments.seed, arguments.seed + arguments.count)
             if s not in MISCOMPILED or arguments.keep or arguments.small]
    skipped = arguments.count - len(seeds)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        builds = [(seed, pool.submit(build, seed, folder, arguments)) for seed in seeds]
        for seed, pending in builds:
            try:
                pair = pending.result()
                cpu = [arguments.host_cpu] if arguments.host_cpu else []
                run = subprocess.run([arguments.runner, arguments.engine, *pair, *cpu],
                                     capture_output=True, text=True, timeout=120)
                message = run.stdout.strip() + run.stderr.strip()
                good = run.returncode == 0
            except (CompilerError, subprocess.TimeoutExpired) as error:
                message, good = str(error), False
            if good:
                passed += 1
                if not arguments.keep:
                    for path in folder.glob(f"random{seed}.*"):
                        path.unlink()
            else:
                failed += 1
                print(f"FAILED   seed {seed} ({folder}/random{seed}.c): {message}", flush=True)
    if failed == 0 and not arguments.keep:
        shutil.rmtree(folder)
    for seed in MISCOMPILED:
        if arguments.seed <= seed < arguments.seed + arguments.count and seed not in seeds:
            print(f"not run  seed {seed}: {MISCOMPILED[seed]}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
