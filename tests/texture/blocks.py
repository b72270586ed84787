#!/usr/bin/env python3
"""Block-compressed texels against Pillow's decoder (python3-pil), on random blocks.

usage: blocks.py BLOCK_TEXELS [--seed N] [--count N]

BC7 must agree to the bit. Pillow rounds BC1 to BC5 to 8 bits in integer steps of its own, truncates when it
interpolates BC6 and clamps it to 0..255: there the tolerance is one or two steps of 8 bits. It extends the
sign of BC6 end points that are differences by the wrong number of bits (Direct3D: that of the end point),
so signed blocks are of the modes without differences. Exit status 77: Pillow is missing.
"""
import argparse
import os
import random
import subprocess
import sys

try:
    from PIL import Image
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print("SKIPPED: Pillow is not installed (apt install python3-pil): blocks are not compared", file=sys.stderr)
    sys.exit(77)

# name, code, signed, Pillow mode, decoder arguments, tolerance in steps of 1/255
KINDS = [
    ("BC1", 1, 0, "RGBA", (1, "DXT1"), 1.51), ("BC2", 2, 0, "RGBA", (2, "DXT3"), 1.51),
    ("BC3", 3, 0, "RGBA", (3, "DXT5"), 1.51), ("BC4", 4, 0, "L", (4, "BC4"), 1.01),
    ("BC5", 5, 0, "RGB", (5, "BC5"), 1.01), ("BC6 unsigned", 6, 0, "RGB", (6, "BC6H"), 1.2),
    ("BC6 signed", 6, 1, "RGB", (6, "BC6HS"), 1.2), ("BC7", 7, 0, "RGBA", (7, "BC7"), 0.001),
]


def random_block(rng, code, signed):
    data = bytearray(rng.randbytes(8 if code in (1, 4) else 16))
    if code == 7:  # every mode as often as the others
        mode = rng.randrange(8)
        data[0] = data[0] & ~((2 << mode) - 1) & 255 | 1 << mode
    if code == 6:
        mode = rng.choice([3, 30] if signed else [0, 1, 2, 3, 6, 7, 10, 11, 14, 15, 18, 22, 26, 30])
        data[0] = data[0] & ~3 | mode if mode < 2 else data[0] & ~31 | mode
    return bytes(data)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("program")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=2000)
    a = p.parse_args()
    rng = random.Random(a.seed)
    failures = compared = 0
    for name, code, signed, mode, decoder, tolerance in KINDS:
        blocks = [random_block(rng, code, signed) for _ in range(a.count)]
        text = "".join(f"{code} {signed} {b.hex()}\n" for b in blocks)
        out = subprocess.run([a.program], input=text, capture_output=True, text=True, check=True).stdout
        lines = out.splitlines()
        assert len(lines) == len(blocks), name
        worst = 0
        for block, line in zip(blocks, lines):
            ours = [float(x) for x in line.split()]
            image = Image.frombytes(mode, (4, 4), block, "bcn", decoder)
            for i in range(16):
                theirs = image.getpixel((i % 4, i // 4))
                theirs = (theirs,) if mode == "L" else theirs
                channels = 2 if code == 5 else len(theirs)
                for c in range(channels):
                    v = min(max(ours[4 * i + c], 0), 1) if code == 6 else ours[4 * i + c]
                    error = abs(v * 255 - theirs[c])
                    compared += 1
                    if error > tolerance:
                        failures += 1
                        if failures <= 5:
                            print(f"{name}: block {block.hex()} texel {i} channel {c}: {v * 255:.3f}, Pillow {theirs[c]}")
                    worst = max(worst, error)
        print(f"{name}: {len(blocks)} blocks, largest difference {worst:.3f}/255")
    print(f"{compared} values compared, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
