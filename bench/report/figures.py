"""figures: the figures that the project requires of the JIT, and which are met."""

import math

SCALES = ("nbody", "mandelbrot", "sgemm_naive_512", "sgemm_naive_1024", "sgemm_tiled_512",
          "sgemm_tiled_1024")
# Compile time is required of kernels of this many instructions; smaller ones are all overhead.
COMPILE_LEAST = 100


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else None


def at_least(text, value, limit):
    return {"text": text, "value": value, "limit": limit, "met": value >= limit, "sign": ">="}


def at_most(text, value, limit):
    return {"text": text, "value": value, "limit": limit, "met": value <= limit, "sign": "<="}


def of_threads(rows, threads):
    out = []
    mine = [r for r in rows if r["threads"] == threads]
    label = f"{threads} thread{'s' if threads > 1 else ''}"
    pocl = {r["case"]: r["ratios"]["pocl"] for r in mine if "pocl" in r["ratios"]}
    native = [r["ratios"]["native"] for r in mine if "native" in r["ratios"]]
    if pocl:
        out.append(at_least(f"PoCL / JIT, geometric mean, {label}",
                            geometric_mean(list(pocl.values())), 2.5))
        worst = min(pocl, key=pocl.get)
        out.append(at_least(f"PoCL / JIT, least ({worst}), {label}", pocl[worst], 0.7))
    if native:
        out.append(at_least(f"native / JIT, geometric mean, {label}", geometric_mean(native), 0.15))
    for r in mine:
        if r["case"] in SCALES and "scaling" in r and threads == 2:
            out.append(at_least(f"1 thread / 2 threads, {r['case']}", r["scaling"], 1.8))
    return out


def of_compiling(rows):
    compiled = {}
    for r in rows:
        jit = r["columns"].get("jit", {})
        if jit.get("ok") and jit.get("guest_instructions", 0) >= COMPILE_LEAST:
            compiled.setdefault(r["case"], (jit["compile_ms"], jit["guest_instructions"]))
    if not compiled:
        return []
    mean = sum(c[0] for c in compiled.values()) * 1e3 / sum(c[1] for c in compiled.values())
    return [at_most(f"compile time, us per GPU instruction, kernels of {COMPILE_LEAST} and more",
                    mean, 100)]


def of_loops(loops):
    out = []
    by_name = {loop["loop"]: loop for loop in loops if "jit_ns_per_instruction" in loop}
    if "fma" in by_name:
        jit = by_name["fma"]["jit_ns_per_instruction"]
        out.append(at_least("interpreter / JIT, FMA loop",
                            by_name["fma"]["ns_per_instruction"] / jit, 20))
        out.append(at_most("ns per wave32 instruction, FMA loop", jit, 1.0))
    if "integer" in by_name:
        out.append(at_most("ns per wave32 instruction, integer loop",
                           by_name["integer"]["jit_ns_per_instruction"], 1.5))
    return out


def required(rows, loops):
    """What can be said from these measurements: text, value, limit and whether it is met."""
    out = []
    for threads in sorted({r["threads"] for r in rows}):
        out += of_threads(rows, threads)
    return out + of_loops(loops) + of_compiling(rows)


def show(figures):
    if figures:
        print("\nrequired")
    for f in figures:
        print(f"  {'met    ' if f['met'] else 'NOT MET'} {f['text']}: {f['value']:.2f} "
              f"({f['sign']} {f['limit']})")
