"""figures: the figures that the project requires of the JIT, and which are met."""

import math

SCALES = ("nbody", "mandelbrot", "sgemm_naive_512", "sgemm_naive_1024", "sgemm_tiled_512",
          "sgemm_tiled_1024")
# Compile time is required of kernels of this many instructions; smaller ones are all overhead.
COMPILE_LEAST = 100
# PoCL reads columns here that collide in the cache: its means are told with and without.
COLLIDES = "sgemm_naive_1024"


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else None


def at_least(text, value, limit):
    return {"text": text, "value": value, "limit": limit, "met": value >= limit, "sign": ">="}


def at_most(text, value, limit):
    return {"text": text, "value": value, "limit": limit, "met": value <= limit, "sign": "<="}


def least_of(text, ratios, label, limit):
    worst = min(ratios, key=ratios.get)
    return at_least(f"{text}, least ({worst}), {label}", ratios[worst], limit)


def native_scaling(rows, case):
    """How much faster two threads of the native version were, as text: what the machine's cores gave."""
    best = {}
    for r in rows:
        native = r["columns"].get("native", {})
        if r["case"] == case and native.get("ok") and native.get("wall_ms"):
            best[r["threads"]] = min(native["wall_ms"])
    return f" (native's {best[1] / best[2]:.2f})" if 1 in best and 2 in best else ""


def of_threads(rows, threads):
    out = []
    mine = [r for r in rows if r["threads"] == threads]
    label = f"{threads} thread{'s' if threads > 1 else ''}"
    pocl = {r["case"]: r["ratios"]["pocl"] for r in mine if "pocl" in r["ratios"]}
    native = {r["case"]: r["ratios"]["native"] for r in mine if "native" in r["ratios"]}
    if pocl:
        out.append(at_least(f"PoCL / JIT, geometric mean, {label}", geometric_mean(list(pocl.values())), 5))
        others = [ratio for case, ratio in pocl.items() if case != COLLIDES]
        if others:
            out.append(at_least(f"PoCL / JIT, geometric mean without {COLLIDES}, {label}", geometric_mean(others), 4))
        out.append(least_of("PoCL / JIT", pocl, label, 1))
    if native:
        out.append(at_least(f"native / JIT, geometric mean, {label}", geometric_mean(list(native.values())), 0.5))
        out.append(least_of("native / JIT", native, label, 0.25))
    for r in mine:
        if r["case"] in SCALES and "scaling" in r and threads == 2:
            out.append(at_least(f"1 thread / 2 threads, {r['case']}{native_scaling(rows, r['case'])}", r["scaling"], 1.9))
    return out


def of_compiling(rows):
    """Of the code that engine auto runs first: that is what users wait for."""
    compiled = {}
    for r in rows:
        jit = r["columns"].get("jit", {})
        if jit.get("ok") and jit.get("guest_instructions", 0) >= COMPILE_LEAST:
            compiled.setdefault(r["case"], (jit["first_compile_ms"], jit["guest_instructions"]))
    if not compiled:
        return []
    mean = sum(c[0] for c in compiled.values()) * 1e3 / sum(c[1] for c in compiled.values())
    each = {case: 1e3 * ms / count for case, (ms, count) in compiled.items()}
    worst = max(each, key=each.get)
    text = f"compile time of the first code, us per GPU instruction, kernels of {COMPILE_LEAST} and more"
    return [at_most(text, mean, 50), at_most(f"{text}, most ({worst})", each[worst], 150)]


def of_calls(rows):
    """Instructions left to the interpreter, per cent."""
    left = {}
    for r in rows:
        jit = r["columns"].get("jit", {})
        if jit.get("ok") and jit.get("wave_instructions"):
            left.setdefault(r["case"], 100 * jit["calls"] / jit["wave_instructions"])
    if not left:
        return []
    worst = max(left, key=left.get)
    return [at_most(f"instructions left to the interpreter, per cent, most ({worst})", left[worst], 0.1)]


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
    return out + of_loops(loops) + of_compiling(rows) + of_calls(rows)


def show(figures):
    if figures:
        print("\nrequired")
    for f in figures:
        print(f"  {'met    ' if f['met'] else 'NOT MET'} {f['text']}: {f['value']:.2f} "
              f"({f['sign']} {f['limit']})")
