"""plot: a bar chart of speeds as SVG, hand-vectorised C being 1, on a logarithmic axis."""

import math
from xml.sax.saxutils import escape

SERIES = (("jit", "Shoal, JIT", "#2b6cb0"), ("pocl", "PoCL", "#dd8a2b"),
          ("interp", "Shoal, interpreter", "#8a8f98"))
LEFT, TOP, WIDTH, BAR, GAP = 150, 56, 560, 9, 10


def text(x, y, content, anchor="start", size=12, colour="#222"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="{colour}">{escape(content)}</text>')


def speeds(row):
    native = row["columns"].get("native", {}).get("ms")
    return {name: native / row["columns"][name]["ms"] for name, _, _ in SERIES
            if native and row["columns"].get(name, {}).get("ms")}


def write(path, rows):
    values = [(r["case"], speeds(r)) for r in rows]
    values = [(case, v) for case, v in values if v]
    flat = [s for _, v in values for s in v.values()] or [1]
    low, high = math.floor(math.log10(min(flat))), max(math.ceil(math.log10(max(flat))), 1)

    def x_of(speed):
        return LEFT + WIDTH * (math.log10(speed) - low) / (high - low)

    group = len(SERIES) * BAR + GAP
    height = TOP + len(values) * group + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 40}" '
           f'height="{height}" font-family="sans-serif">',
           f'<rect width="100%" height="100%" fill="#fff"/>',
           text(LEFT, 20, "Speed; hand-vectorised C = 1; longer is faster", size=14)]
    for i, (_, label, colour) in enumerate(SERIES):
        out.append(f'<rect x="{LEFT + i * 150}" y="30" width="10" height="10" fill="{colour}"/>')
        out.append(text(LEFT + i * 150 + 15, 39, label))
    for decade in range(low, high + 1):
        x = x_of(10.0 ** decade)
        colour = "#444" if decade == 0 else "#ddd"
        out.append(f'<line x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{height - 24}" '
                   f'stroke="{colour}"/>')
        out.append(text(x, height - 8, f"{10.0 ** decade:g}", "middle", 11, "#555"))
    for i, (case, v) in enumerate(values):
        y = TOP + i * group
        out.append(text(LEFT - 8, y + len(SERIES) * BAR / 2 + 4, case, "end"))
        for k, (name, label, colour) in enumerate(SERIES):
            if name not in v:
                continue
            width = max(x_of(v[name]) - LEFT, 1)
            out.append(f'<rect x="{LEFT}" y="{y + k * BAR}" width="{width:.1f}" '
                       f'height="{BAR - 1}" fill="{colour}"><title>{escape(case)}, '
                       f'{escape(label)}: {v[name]:.3g}</title></rect>')
    out.append("</svg>")
    with open(path, "w") as f:
        f.write("\n".join(out) + "\n")
