#!/usr/bin/env python3
"""OpenCL image kernels, compiled by clang, run by `shoal run`, against references computed here.

usage: images.py --shoal SHOAL --clc CLC --directory DIR [--engine E ...]

Formats: conversions of the OpenCL specification (8.3); samplers: its addressing and filter rules (8.2) in
double precision. Coordinates are multiples of 1/256 texel, what the hardware's filter resolves. Exit
status 77: the compiler is missing.
"""
import argparse
import math
import os
import random
import struct
import subprocess
import sys

try:  # Debian's Pillow belongs to Debian's Python
    import PIL  # noqa: F401
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

HERE = os.path.dirname(os.path.abspath(__file__))
failures = checks = 0


def check(name, got, want, tolerance=0.0):
    global failures, checks
    checks += 1
    for i, (g, w) in enumerate(zip(got, want)):
        if g != w and not abs(g - w) <= tolerance:
            failures += 1
            print(f"FAILED: {name}: element {i} is {g}, want {w}")
            return
    if len(got) != len(want):
        failures += 1
        print(f"FAILED: {name}: {len(got)} elements, want {len(want)}")


class Runner:
    def __init__(self, a, engine, code):
        self.shoal, self.dir, self.engine, self.code, self.count = a.shoal, a.directory, engine, code, 0

    def path(self, data=None, suffix="bin"):
        self.count += 1
        path = os.path.join(self.dir, f"images_{self.count}.{suffix}")
        if data is not None:
            with open(path, "wb") as f:
                f.write(data)
        return path

    def run(self, kernel, args, grid, dumps):
        """Returns the bytes of the arguments `dumps`."""
        paths = {i: self.path() for i in dumps}
        command = [self.shoal, "run", self.code, "--kernel", kernel, "--engine", self.engine,
                   "--grid", ",".join(map(str, grid)), "--block", ",".join("1" for _ in grid)]
        for a in args:
            command += ["--arg", a]
        for i, p in paths.items():
            command += ["--dump", f"{i}={p}"]
        r = subprocess.run(command, capture_output=True, text=True)
        if r.returncode:
            raise SystemExit(f"{' '.join(command)}\n{r.stderr}")
        return [open(paths[i], "rb").read() for i in dumps]


def floats(data):
    return struct.unpack(f"<{len(data) // 4}f", data)


def half(x):
    return struct.unpack("<e", struct.pack("<e", x))[0]


def formats(r):
    """From each format to floats and back: what it holds survives."""
    rng = random.Random(5)
    w, h = 7, 5
    cases = {  # format: (struct code, components, conversion to float)
        "rgba8": ("B", 4, lambda v: v / 255), "r8": ("B", 1, lambda v: v / 255),
        "rg16": ("H", 2, lambda v: v / 65535), "rgba8s": ("b", 4, lambda v: max(v / 127, -1)),
        "rgba16f": ("e", 4, lambda v: v), "r32f": ("f", 1, lambda v: v), "rgba32f": ("f", 4, lambda v: v),
    }
    for name, (code, n, convert) in cases.items():
        count = w * h * n
        if code in "ef":
            values = [half(rng.uniform(-100, 100)) for _ in range(count)]
        else:
            low, high = {"B": (0, 255), "H": (0, 65535), "b": (-127, 127)}[code]
            values = [rng.randint(low, high) for _ in range(count)]
        data = struct.pack(f"<{count}{code}", *values)
        path = r.path(data)
        wide, = r.run("copy_f", [f"img:{name}:{w}x{h}:file={path}", f"img:rgba32f:{w}x{h}"], (w, h), [1])
        want = []
        for i in range(w * h):
            texel = [convert(v) for v in values[n * i:n * i + n]]
            want += (texel + [0, 0, 0, 1][n:]) if n < 4 else texel
        check(f"{name} to floats", floats(wide), want, 1e-6)
        back, = r.run("copy_f", [f"img:rgba32f:{w}x{h}:file={r.path(wide)}", f"img:{name}:{w}x{h}"], (w, h), [1])
        check(f"floats to {name}", back, data)
    for name, kernel, code in (("rgba8i", "copy_i", "b"), ("rg16ui", "copy_ui", "H"), ("r32i", "copy_i", "i")):
        n = {"rgba8i": 4, "rg16ui": 2, "r32i": 1}[name]
        data = rng.randbytes(w * h * n * struct.calcsize(code))
        out, = r.run(kernel, [f"img:{name}:{w}x{h}:file={r.path(data)}", f"img:{name}:{w}x{h}"], (w, h), [1])
        check(f"{name} copied", out, data)


def wrap(mode, i, n):
    """Texel number, None: border (OpenCL 8.2)."""
    if mode == "repeat":
        return i % n
    if mode == "mirror":
        m = i % (2 * n)
        return m if m < n else 2 * n - 1 - m
    if mode == "edge":
        return min(max(i, 0), n - 1)
    return i if 0 <= i < n else None


def reference(texels, sizes, mode, linear, normalized, coord):
    """texels: {(x, y, z): 4 floats}."""
    axes = []
    for u, n in zip(coord, sizes):
        u = round(u * n * 256) / 256 if normalized else u
        if linear:
            base = math.floor(u - 0.5)
            f = u - 0.5 - base
            axes.append([(wrap(mode, base, n), 1 - f), (wrap(mode, base + 1, n), f)])
        else:
            axes.append([(wrap(mode, math.floor(u), n), 1)])
    total = [0.0] * 4
    corners = [((), 1.0)]
    for a in axes:
        corners = [(at + (i,), w * f) for at, w in corners for i, f in a]
    for at, weight in corners:
        texel = [0.0] * 4 if None in at else texels[at]
        total = [t + weight * v for t, v in zip(total, texel)]
    return total


def samplers(r):
    rng = random.Random(6)
    w, h = 8, 16  # powers of two: coordinates are exact
    values = [rng.uniform(-1, 1) for _ in range(4 * w * h)]
    data = struct.pack(f"<{len(values)}f", *values)
    values = floats(data)
    texels = {(x, y): values[4 * (y * w + x):4 * (y * w + x) + 4] for y in range(h) for x in range(w)}
    image = f"img:rgba32f:{w}x{h}:file={r.path(data)}"
    count = 64
    for mode in ("edge", "border", "repeat", "mirror"):
        for linear in (False, True):
            for normalized in (True, False):
                if not normalized and mode in ("repeat", "mirror"):
                    continue  # undefined in OpenCL
                steps = [(rng.randint(-256 * w, 512 * w), rng.randint(-256 * h, 512 * h)) for _ in range(count)]
                scale = (256 * w, 256 * h) if normalized else (256, 256)
                coords = [(x / scale[0], y / scale[1]) for x, y in steps]
                path = r.path(struct.pack(f"<{2 * count}f", *(c for p in coords for c in p)))
                words = ",".join([mode, "linear" if linear else "nearest"] + ([] if normalized else ["unnormalized"]))
                out, = r.run("sample", [image, f"smp:{words}", f"buf:f32:{2 * count}:file={path}", f"buf:f32:{4 * count}"],
                             (count,), [3])
                want = [c for p in coords for c in reference(texels, (w, h), mode, linear, normalized, p)]
                check(f"sampler {words}", floats(out), want, 1e-6)
    coords = [(rng.randint(-2048, 4096) / (256 * w), rng.randint(-2048, 4096) / (256 * h)) for _ in range(count)]
    path = r.path(struct.pack(f"<{2 * count}f", *(c for p in coords for c in p)))
    out, = r.run("sample_own", [image, f"buf:f32:{2 * count}:file={path}", f"buf:f32:{4 * count}"], (count,), [2])
    want = [c for p in coords for c in reference(texels, (w, h), "repeat", True, True, p)]
    check("sampler of the program", floats(out), want, 1e-6)


def volumes(r):
    rng = random.Random(7)
    w, h, d = 4, 8, 4
    values = floats(struct.pack(f"<{4 * w * h * d}f", *(rng.uniform(-1, 1) for _ in range(4 * w * h * d))))
    texels = {(x, y, z): values[4 * ((z * h + y) * w + x):][:4] for z in range(d) for y in range(h) for x in range(w)}
    data = struct.pack(f"<{len(values)}f", *values)
    count = 64
    coords = [tuple(rng.randint(-256 * n, 512 * n) / (256 * n) for n in (w, h, d)) for _ in range(count)]
    path = r.path(struct.pack(f"<{4 * count}f", *(c for p in coords for c in (*p, 0))))
    out, = r.run("volume", [f"img:rgba32f:{w}x{h}x{d}:file={r.path(data)}", "smp:linear,repeat",
                            f"buf:f32:{4 * count}:file={path}", f"buf:f32:{4 * count}"], (count,), [3])
    want = [c for p in coords for c in reference(texels, (w, h, d), "repeat", True, True, p)]
    check("volume", floats(out), want, 1e-6)
    points = [(rng.randrange(w), rng.randrange(h), rng.randrange(d), 0) for _ in range(count)]
    path = r.path(struct.pack(f"<{4 * count}i", *(c for p in points for c in p)))
    out, = r.run("layers", [f"img:rgba32f:{w}x{h}x{d}:file={r.path(data)}", f"buf:i32:{4 * count}:file={path}",
                            f"buf:f32:{4 * count}"], (count,), [2])
    check("layers of an array", floats(out), [c for p in points for c in texels[p[:3]]])


def rest(r):
    data = struct.pack("<12f", *range(12))
    out, = r.run("add_in_place", [f"img:rgba32f:3x1:file={r.path(data)}", "f32:0.5"], (3, 1), [0])
    check("read and write", floats(out), [x + 0.5 for x in range(12)])
    out, = r.run("queries", ["img:r32f:5x6x7", "img:r8:9x3x4", "img:rgba8:20x30", "buf:i32:10"], (1,), [3])
    check("queries", struct.unpack("<10i", out), [5, 6, 7, 9, 4, 20, 30, 1, 1, 1])


def picture(r, a):
    """examples/blur.cl on a PNG file: read, filtered, written as a PNG again."""
    try:
        from PIL import Image
    except ImportError:
        print("SKIP: Pillow is not installed (apt install python3-pil): the picture is not compared")
        return
    code = os.path.join(a.directory, "blur.co")
    subprocess.run([a.clc, "-O2", os.path.join(HERE, "../../examples/blur.cl"), "-o", code], check=True)
    rng = random.Random(8)
    w, h, radius = 20, 11, 2
    pixels = [tuple(rng.randrange(256) for _ in range(4)) for _ in range(w * h)]
    source, result = r.path(suffix="png"), r.path(suffix="png")
    image = Image.new("RGBA", (w, h))
    image.putdata(pixels)
    image.save(source)
    subprocess.run([a.shoal, "run", code, "--engine", r.engine, "--grid", f"{w},{h}", "--block", "8,4",
                    "--arg", f"img:rgba8:{w}x{h}:file={source}", "--arg", "smp:nearest,edge,unnormalized",
                    "--arg", f"img:rgba8:{w}x{h}", "--arg", f"i32:{radius}", "--dump", f"2={result}"], check=True)
    want = []
    for y in range(h):
        for x in range(w):
            box = [pixels[min(max(y + j, 0), h - 1) * w + min(max(x + i, 0), w - 1)]
                   for j in range(-radius, radius + 1) for i in range(-radius, radius + 1)]
            want += [sum(p[c] for p in box) / len(box) for c in range(4)]
    got = [c for p in Image.open(result).convert("RGBA").getdata() for c in p]
    check("blurred picture", got, want, 0.51)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--shoal", required=True)
    p.add_argument("--clc", required=True)
    p.add_argument("--directory", required=True)
    p.add_argument("--engine", action="append")
    a = p.parse_args()
    os.makedirs(a.directory, exist_ok=True)
    for level, wave in (("-O0", []), ("-O3", ["-mwavefrontsize64"])):
        code = os.path.join(a.directory, f"images{level}.co")
        r = subprocess.run([a.clc, level, *wave, os.path.join(HERE, "images.cl"), "-o", code], capture_output=True, text=True)
        if r.returncode == 2:
            print(f"SKIPPED: {r.stderr.strip()}", file=sys.stderr)
            return 77
        if r.returncode:
            print(r.stderr)
            return 1
        for engine in a.engine or ["interp"]:
            runner = Runner(a, engine, code)
            for part in (formats, samplers, volumes, rest):
                part(runner)
            if level == "-O3":
                picture(runner, a)
    print(f"{checks - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
