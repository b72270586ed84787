#!/usr/bin/env python3
"""overloads.py: the vector overloads of OpenCL C's built-in functions of floats.

    overloads.py --shoal SHOAL [--type float|double|half]...

For each function a kernel calls the overloads of 2, 3, 4, 8 and 16 elements and, element by element, the scalar one.
That is the witness: its precision is measured against MPFR by tests/opencl/math. Vectors may be computed in another way
than scalars (sin, rsqrt), so 2 ulp are allowed.
"""

import argparse
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

ONE = """acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi degrees erf erfc exp exp10 exp2 expm1
fabs floor lgamma log log10 log1p log2 logb radians rint round rsqrt sign sin sinh sinpi sqrt tan tanh tanpi tgamma trunc"""
TWO = """atan2 atan2pi copysign fdim fmax fmin fmod hypot max maxmag min minmag nextafter pow powr remainder step"""
THREE = "clamp fma mad mix smoothstep"
WITH_INT = "ldexp pown rootn"
WITH_SCALAR = "fmax fmin max min"
OUT_FLOAT, OUT_INT = "fract modf sincos", "frexp lgamma_r"
FAST = "cos exp exp10 exp2 log log10 log2 recip rsqrt sin sqrt tan"
TYPES = {"float": ("int", "f"), "double": ("long", "d"), "half": ("short", "e")}
WIDTHS = (2, 3, 4, 8, 16)
ITEMS, EACH = 4, 64  # EACH: elements of an argument
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -3.5, float("inf"), float("-inf"), float("nan"), 1e-3, 100.0]


def calls(t):
    """Name of the kernel -> the call, of x, y, z, of integers m, and of the scalar s; T: their type."""
    def out(name, other):
        return f"({{ {other} q; T r = {name}; r + CONVERT(q) * 3; }})"

    found = {f: f"{f}(x)" for f in ONE.split()}
    found |= {f: f"{f}(x, y)" for f in TWO.split()}
    found |= {f: f"{f}(x, y, z)" for f in THREE.split()}
    found |= {f: f"{f}(x, m)" for f in WITH_INT.split()}
    found |= {f + "_scalar": f"{f}(x, s)" for f in WITH_SCALAR.split()}
    found |= {f: out(f"{f}(x, &q)", "T") for f in OUT_FLOAT.split()}
    found |= {f: out(f"{f}(x, &q)", "I") for f in OUT_INT.split()}
    found |= {"remquo": out("remquo(x, y, &q)", "I"), "ilogb": "CONVERT(ilogb(x))", "ldexp_scalar": "ldexp(x, k)"}
    for prefix in ("half_", "native_") if t == "float" else ():
        found |= {prefix + f: f"{prefix}{f}(x)" for f in FAST.split()}
        found |= {prefix + f: f"{prefix}{f}(x, y)" for f in ("divide", "powr")}
    return found


def kernel(t, name, call):
    bits = TYPES[t][0]
    text = f"kernel void k_{name}(global const {t} *a, global const int *n, global int *bad) {{\n" \
           f"    int i = get_global_id(0), wrong = 0, k = n[3]; {t} s = a[70];\n"

    def filled(width):
        declared = call.replace("CONVERT", f"convert_{t}{width}")
        return declared.replace("({ T q; T", f"({{ {t}{width} q; {t}{width}").replace("({ I q; T", f"({{ int{width} q; {t}{width}")

    for w in WIDTHS:
        text += f"    {{ {t}{w} x = vload{w}(i, a), y = vload{w}(i, a + {EACH}), z = vload{w}(i, a + {2 * EACH});\n" \
                f"      int{w} m = vload{w}(i, n); {t} all[{w}]; vstore{w}({filled(w)}, 0, all);\n" \
                f"#pragma unroll 1\n      for (int j = 0; j < {w}; j++) {{\n" \
                f"          int at = {w} * i + j; {t} x = a[at], y = a[{EACH} + at], z = a[{2 * EACH} + at]; int m = n[at];\n" \
                f"          {t} one = {filled('')};\n" \
                f"          wrong += !(isnan(one) && isnan(all[j])) && abs_diff(as_{bits}(one), as_{bits}(all[j])) > 2; }} }}\n"
    return text + "    if (wrong) atomic_add(bad, wrong);\n}\n"


def run(shoal, folder, t):
    code, rng = TYPES[t][1], random.Random(5)
    source, binary = folder / f"{t}.cl", folder / f"{t}.co"
    found = calls(t)
    source.write_text("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + "".join(kernel(t, *item) for item in found.items()))
    made = subprocess.run([shoal, "clc", "-O1", "-w", source, "-o", binary], stderr=subprocess.PIPE, text=True)
    if made.returncode:
        print(f"{t}: does not compile\n{made.stderr}")
        return len(found)
    values = [rng.choice(SPECIAL) if rng.random() < .25 else rng.uniform(-8, 8) for _ in range(3 * EACH)]
    (folder / "a").write_bytes(struct.pack(f"{len(values)}{code}", *values))
    (folder / "n").write_bytes(struct.pack(f"{EACH}i", *(rng.choice([0, 1, -1, 2, 3, -3, 5, 7]) for _ in range(EACH))))
    failed = 0
    for name in found:
        done = subprocess.run([shoal, "run", binary, "--kernel", f"k_{name}", "--grid", str(ITEMS), "--block", str(ITEMS),
                               "--arg", f"buf:u8:{len(values) * struct.calcsize(code)}:file={folder / 'a'}",
                               "--arg", f"buf:i32:{EACH}:file={folder / 'n'}", "--arg", "buf:i32:1", "--print", "2:1"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode or done.stdout.split()[-1] != "0":
            failed += 1
            print(f"{t} {name}: {done.stdout.strip()}")
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shoal", required=True)
    parser.add_argument("--type", action="append", choices=TYPES)
    options = parser.parse_args()
    failed = total = 0
    with tempfile.TemporaryDirectory(prefix="shoal-overloads-") as folder:
        for t in options.type or TYPES:
            failed += run(options.shoal, pathlib.Path(folder), t)
            total += len(calls(t))
    print(f"{total - failed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
