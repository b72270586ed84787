#!/usr/bin/env python3
"""The picture of examples/triangle against a reference in double precision.

usage: triangle.py TRIANGLE PIXEL.s DIRECTORY

Coverage, barycentrics, the level of detail of each quad and the trilinear filter are computed here from
the formulas of the Vulkan specification; the texture from its description. Pixels on an edge, where
rounding decides coverage, are left out. Needs Pillow (python3-pil); exit status 77 without it.
"""
import math
import os
import subprocess
import sys

try:
    from PIL import Image
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print("SKIPPED: Pillow is not installed (apt install python3-pil): the picture is not compared", file=sys.stderr)
    sys.exit(77)

SIZE, TEXTURE, LEVELS = 256, 64, 7
VERTICES = [  # x, y, colour, texture coordinate
    (0.50, 0.06, (1, 0.25, 0.25), (1.5, 0)), (0.06, 0.90, (0.25, 1, 0.25), (0, 3)), (0.94, 0.82, (0.25, 0.25, 1), (3, 3)),
]


def texel(level, x, y):
    n = TEXTURE >> level
    x, y = x % n, y % n
    if level > 3:
        return 160 / 255
    return (64 if ((x << level) // 8 + (y << level) // 8) % 2 else 255) / 255


def bilinear(level, u, v):
    n = TEXTURE >> level
    x, y = u * n - 0.5, v * n - 0.5
    i, j = math.floor(x), math.floor(y)
    a, b = x - i, y - j
    top = texel(level, i, j) * (1 - a) + texel(level, i + 1, j) * a
    return top * (1 - b) + (texel(level, i, j + 1) * (1 - a) + texel(level, i + 1, j + 1) * a) * b


def area(a, b, x, y):
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])


def barycentrics(px, py):
    p0, p1, p2 = VERTICES
    whole = area(p0, p1, p2[0], p2[1])
    x, y = (px + 0.5) / SIZE, (py + 0.5) / SIZE
    return area(p2, p0, x, y) / whole, area(p0, p1, x, y) / whole


def interpolated(k, px, py):
    i, j = barycentrics(px, py)
    return [a + i * (b - a) + j * (c - a) for a, b, c in zip(*(v[k] for v in VERTICES))]


def reference(px, py):
    """The pixel's colour, or None outside; the second value: whether an edge is near."""
    i, j = barycentrics(px, py)
    inside = min(i, j, 1 - i - j)
    if abs(inside) < 1e-5:
        return None, True
    if inside < 0:
        return (0, 0, 0), False
    quad_x, quad_y = px & ~1, py & ~1
    near = interpolated(3, quad_x, quad_y)
    right, below = interpolated(3, quad_x + 1, quad_y), interpolated(3, quad_x, quad_y + 1)
    dx = math.hypot(*[(b - a) * TEXTURE for a, b in zip(near, right)])
    dy = math.hypot(*[(b - a) * TEXTURE for a, b in zip(near, below)])
    lod = min(max(math.log2(max(dx, dy)), 0), LEVELS - 1)
    level, u, v = int(lod), *interpolated(3, px, py)
    t = bilinear(level, u, v) * (1 - lod + level)
    if lod > level:
        t += bilinear(level + 1, u, v) * (lod - level)
    return tuple(t * c * 255 for c in interpolated(2, px, py)), False


def main():
    program, shader, directory = sys.argv[1:]
    pictures = []
    for options in ([], ["--wave64"]):
        path = os.path.join(directory, f"triangle{len(options)}.png")
        subprocess.run([program, "--size", str(SIZE), *options, shader, path], check=True)
        pictures.append(Image.open(path).convert("RGB"))
    if pictures[0].tobytes() != pictures[1].tobytes():
        print("wave32 and wave64 give different pictures")
        return 1
    wrong = compared = inside = 0
    for y in range(SIZE):
        for x in range(SIZE):
            want, on_edge = reference(x, y)
            if on_edge:
                continue
            got = pictures[0].getpixel((x, y))
            compared += 1
            inside += want != (0, 0, 0)
            # coordinates are rounded to 1/256 texel, levels to 1/256: less than 2 of 255
            if any(abs(g - w) > 2.5 for g, w in zip(got, want)):
                wrong += 1
                if wrong <= 5:
                    print(f"pixel {x},{y}: {got}, reference {tuple(round(w, 1) for w in want)}")
    print(f"{compared} pixels compared, {inside} inside the triangle, {wrong} differ")
    return 1 if wrong or inside < 15000 else 0


if __name__ == "__main__":
    sys.exit(main())
