"""Ventus kernels from Python. Expected values are computed from what the programs say."""

import contextlib
import io
import re
import struct

import numpy as np

from support import EXAMPLES, ShoalTest

import shoal

# out[i] = in[i] + value
PROGRAM = """
    .globl addto
    .type addto, @function
addto:
    lw t0, 0(a0)
    lw t1, 4(a0)
    lw t2, 8(a0)
    vid.v v1
    csrr t3, tid
    vadd.vx v1, v1, t3
    vsll.vi v1, v1, 2
    vadd.vx v2, v1, t0
    vadd.vx v3, v1, t1
    vlw12.v v4, 0(v2)
    vadd.vx v4, v4, t2
    vsw12.v v4, 0(v3)
    ret
"""


class Ventus(ShoalTest):
    def setUp(self):
        self.device = shoal.Device("ventus", warp=8)
        self.addCleanup(self.device.close)

    def test_a_program(self):
        kernel = self.device.assemble(PROGRAM)["addto"]
        out = np.zeros(16, np.uint32)
        stats = kernel(np.arange(16, dtype=np.uint32), out, 100, grid=16, block=16)
        self.same(out, np.arange(100, 116))
        self.assertEqual(stats.waves, 2)

    def test_registers(self):
        kernel = self.device.assemble(PROGRAM)["addto"]
        seen = []
        kernel(np.arange(8, dtype="u4"), np.zeros(8, "u4"), 3, grid=8, block=8,
               after=lambda at: seen.append((at.text.split()[0], at["t2"], at["x7"], at["v1"].tolist(),
                                             at["mask"], at.csr(0x800))))
        vid = next(i for i in seen if i[0] == "vid.v")
        self.assertEqual(vid[1:], (3, 3, list(range(8)), 0xff, 0))

    def test_accesses(self):
        kernel = self.device.assemble(PROGRAM)["addto"]
        source = self.device.buffer(np.arange(8, dtype="u4"))
        seen = []
        kernel(source, np.zeros(8, "u4"), 3, grid=8, block=8,
               before=lambda at: at.text.startswith("vlw12") and seen.append(at.access))
        self.assertEqual([(a.address, a.bytes, a.is_store) for a in seen],
                         [(source.address, 4, False)])

    def test_divergence(self):
        kernel = self.device.assemble((EXAMPLES / "mandelbrot_ventus.s").read_text())["mandelbrot"]
        out = np.zeros(8, "u4")
        # From 0 in steps of 1: the points 0, 1, ..., 7. z = z^2 + c leaves the circle of 2 after:
        expected = []
        for c in range(8):
            z, n = 0.0, 0
            while n < 50 and z * z <= 4:
                z, n = z * z + c, n + 1
            expected.append(n)
        kernel(0.0, 0.0, 1.0, 1.0, 50, out, grid=8, block=8)
        self.same(out, expected)

    def test_what_kernels_print_goes_to_sys_stdout(self):
        # printf("%d %s%c", id, "ö!", '\n') in the record layout of docs/ventus.md
        kernel = self.device.assemble("""
    .globl say
    .type say, @function
say:
    csrr t0, knl
    lw t1, 48(t0)
    csrr t2, gidx
    li t3, 16
    amoadd.w zero, t3, (t1)
    sw t2, 12(t1)
    li t2, 0x0021b6c3   # "ö!" in UTF-8
    sw t2, 16(t1)
    li t2, 10
    sw t2, 20(t1)
    li t2, 1
    sw t2, 8(t1)
    csrw print, t2
1:  csrr t2, print
    bnez t2, 1b
    ret
    .section .ventus.printf, "", @progbits
    .asciz "1:3:4:4:4:%d %s%c"
""")["say"]
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            kernel(grid=8, block=8)
        self.assertEqual(out.getvalue(), "0 ö!\n")

    def test_dialects(self):
        text = "vlw.v v1, 4(v2)"
        with self.assertRaises(shoal.AssemblyError):
            shoal.assemble(text, "ventus", output="raw")
        code = shoal.assemble(text, "ventus", output="raw", dialect="toolchain")
        (listed,) = shoal.disassemble(code, "ventus:toolchain")
        self.assertEqual(listed.text, text)

    def test_a_case(self):
        # Layout: THU-DSP-LAB/ventus-gpgpu, as tests/cli/test_ventus.py makes it.
        start = shoal.assemble("_start:\n csrr t0, knl\n lw t1, 0(t0)\n lw a0, 4(t0)\n jalr t1\n"
                               " endprg x0, x0, x0\n" + PROGRAM, "ventus", output="raw")
        at = {"packet": 0x90000000, "in": 0x90001000, "out": 0x90002000, "args": 0x90003000,
              "private": 0x90004000, "code": 0x80000000}
        source = np.arange(4, dtype="<u4")
        packet = struct.pack("<16I", at["code"] + 5 * 4, at["args"], 1, 4, 1, 1, 4, 1, 1, 0, 0, 0,
                             0, 0, 0, 0)
        data = [(at["packet"], packet), (at["in"], source.tobytes()), (at["out"], bytes(16)),
                (at["args"], struct.pack("<3I", at["in"], at["out"], 7)), (at["private"], b""),
                (at["code"], start)]
        sizes = [len(d) or 4096 for _, d in data]
        numbers = [at["code"], 0, 1, 1, 1, 4, 1, at["packet"], 0, 4096, 32, 32, at["private"], len(data),
                   *[a for a, _ in data], *[len(d) for _, d in data], *sizes]
        meta = "".join(f"{n & 0xffffffff:08x}\n{n >> 32:08x}\n" for n in numbers)
        words = "".join(f"{w:08x}\n" for _, d in data
                        for w in struct.unpack(f"<{len(d) // 4}I", d))
        device = shoal.Device("ventus")
        self.addCleanup(device.close)
        case = device.load_case(meta.encode(), words.encode(), dialect="manual")
        self.assertEqual((case.info.threads, case.info.warps), (4, 1))
        case()
        self.same(case.buffers[2].array[:16].view("<u4"), source + 7)
        case.reset()
        self.same(case.buffers[2].array[:16], 0)
        with self.assertRaises(shoal.Error) as caught:
            device.load_case(re.sub("^8", "z", meta).encode(), words.encode())
        self.assertEqual(caught.exception.status, "e_format")
