"""What chips (RX 7900 XTX, gfx1100) were seen to do, where the manual is silent or says something else. The
numbers were taken from tests and thread traces (SQTT) that others made on hardware; nothing here comes from
Shoal. Unused fields: test_run (test_values_in_unused_fields_run), tests/sem/int_ops.c (VOPD), mem_lds.c (DS);
quotients of whole division sequences: tests/sem/float_divide.c, tests/kernels; inactive lanes of DPP and
V_PERMLANE: tests/sem/int_dpp.c; V_DOT2: tests/sem/float_arith.c."""

import re
import struct

from support import CliTest, HAS_JIT, pack

NAN, INFINITY = 0x7fc00000, 0x7f800000


def power(exponent):
    """2 ** exponent as f32 bits."""
    return exponent + 127 << 23


def power64(exponent):
    """The upper word of 2 ** exponent as f64 bits."""
    return exponent + 1023 << 20


class Hardware(CliTest):
    def words(self, *lines, count=4):
        """Runs instructions with v0 the lane, f32 denormals flushed, and returns v20 to v23 of the first lanes,
        after the engines agreed."""
        source = self.file("facts.s", "\n".join([
            "s_load_b64 s[4:5], s[0:1], 0x0", "s_denorm_mode 12", "v_mov_b32 v20, 0", "v_mov_b32 v21, 0",
            "v_mov_b32 v22, 0", "v_mov_b32 v23, 0", *lines, "v_lshlrev_b32 v30, 4, v0", "s_waitcnt lgkmcnt(0)",
            "global_store_b128 v30, v[20:23], s[4:5]", "s_endpgm"]).encode())
        code, dump = str(self.folder / "facts.bin"), self.folder / "out.bin"
        self.done("as", source, "--raw", "-o", code)
        got = []
        for engine in ("interp", "jit") if HAS_JIT else ("interp",):
            self.done("run", code, "--raw", "--grid", "32", "--block", "32", "--arg", "buf:u32:128", "--engine", engine,
                      "--dump", f"0={dump}")
            got.append(struct.unpack("<128I", dump.read_bytes()))
        self.assertEqual(got[0], got[-1], lines)
        return got[0][:count]

    def scale(self, numerator, denominator, asked):
        """v_div_scale_f32 of one of both: its result and whether the lane's bit of VCC is set."""
        bits = {"numerator": numerator, "denominator": denominator}
        value, vcc = self.words(
            f"v_mov_b32 v1, {bits['numerator']:#x}", f"v_mov_b32 v2, {bits['denominator']:#x}",
            f"v_div_scale_f32 v20, vcc_lo, {'v1' if asked == 'numerator' else 'v2'}, v2, v1",
            "v_cndmask_b32 v21, 0, 1, vcc_lo", count=2)
        return value, vcc

    def test_division_by_and_of_zero_is_nan_and_sets_vcc(self):
        for numerator, denominator in ((power(0), 0), (0, power(0)), (0, 0), (1, power(0)), (power(0), 0x007fffff)):
            value, vcc = self.scale(numerator, denominator, "numerator")
            self.assertEqual((value & 0x7fffffff > INFINITY, vcc), (True, 1), (numerator, denominator))
        for numerator, denominator in ((power64(0), 0), (0, power64(0))):
            low, high, vcc = self.words(
                "v_mov_b32 v2, 0", f"v_mov_b32 v3, {numerator:#x}", "v_mov_b32 v4, 0", f"v_mov_b32 v5, {denominator:#x}",
                "v_div_scale_f64 v[20:21], vcc_lo, v[2:3], v[4:5], v[2:3]", "v_cndmask_b32 v22, 0, 1, vcc_lo", count=3)
            self.assertEqual(((high & 0x7fffffff, low) > (0x7ff00000, 0), vcc), (True, 1))

    def test_a_quotient_is_denormal_by_exponents_alone(self):
        self.assertEqual(self.scale(power(-126), power(0), "numerator"), (power(-126 + 64), 1))
        self.assertEqual(self.scale(power(0), power(127), "numerator"), (power(0), 1))
        self.assertEqual(self.scale(power(0), power(126), "numerator")[1], 1)
        self.assertEqual(self.scale(power(0), power(125), "numerator"), (power(0), 0))
        low, high, vcc = self.words(
            "v_mov_b32 v2, 0", f"v_mov_b32 v3, {power64(-1022):#x}", "v_mov_b32 v4, 0", f"v_mov_b32 v5, {power64(0):#x}",
            "v_div_scale_f64 v[20:21], vcc_lo, v[2:3], v[4:5], v[2:3]", "v_cndmask_b32 v22, 0, 1, vcc_lo", count=3)
        self.assertEqual((low, high, vcc), (0, power64(-1022 + 128), 1))

    def test_exponents_that_are_far_apart(self):
        self.assertEqual(self.scale(power(96), power(0), "denominator"), (power(64), 1))
        self.assertEqual(self.scale(power(95), power(0), "denominator"), (power(0), 0))

    def test_vcc_is_per_lane(self):
        got = self.words(f"v_mov_b32 v1, {power(0):#x}", f"v_mov_b32 v2, {power(127):#x}", "v_and_b32 v5, 1, v0",
                         "v_cmp_eq_u32 vcc_lo, 0, v5", "v_cndmask_b32 v2, v2, v1, vcc_lo",
                         "v_div_scale_f32 v20, vcc_lo, v1, v2, v1", "v_mov_b32 v21, vcc_lo", count=2)
        self.assertEqual(got, (power(0), 0xaaaaaaaa))

    def test_fmas_scales_by_the_exponent_of_the_third_operand(self):
        for third, scale in ((power(1), 64), (power(0), -64)):
            got, = self.words("s_mov_b32 vcc_lo, -1", f"v_mov_b32 v1, {power(0):#x}", f"v_mov_b32 v3, {third:#x}",
                              "v_div_fmas_f32 v20, v1, v1, v3", count=1)
            total = struct.unpack("<I", struct.pack("<f", 1 + (2 if third == power(1) else 1)))[0]
            self.assertEqual(got, total + (scale << 23))
        for third, scale in ((power64(1), 128), (power64(0), -128)):
            low, high = self.words(
                "s_mov_b32 vcc_lo, -1", "v_mov_b32 v2, 0", f"v_mov_b32 v3, {power64(0):#x}", "v_mov_b32 v4, 0",
                f"v_mov_b32 v5, {third:#x}", "v_div_fmas_f64 v[20:21], v[2:3], v[2:3], v[4:5]", count=2)
            total = struct.unpack("<Q", struct.pack("<d", 1 + (2 if third == power64(1) else 1)))[0] >> 32
            self.assertEqual((low, high), (0, total + (scale << 20)))

    def test_fixup_of_a_nan_estimate_is_infinity(self):
        for numerator in (power(0), power(-126), power(127)):
            for sign in (0, 0x80000000):
                got, = self.words(f"v_mov_b32 v1, {NAN:#x}", f"v_mov_b32 v2, {power(1):#x}",
                                  f"v_mov_b32 v3, {numerator | sign:#x}", "v_div_fixup_f32 v20, v1, v2, v3", count=1)
                self.assertEqual(got, INFINITY | sign)

    def test_modifiers_conversions_and_comparisons(self):
        got = self.words("v_add_f32_e64 v20, 3.0, 1.0 mul:2",  # OMOD is ignored: IEEE mode is on
                         f"v_mov_b32 v5, {NAN:#x}", "v_add_f32_e64 v21, v5, 1.0 clamp",
                         "v_cvt_norm_i16_f16 v22, -1.0")
        self.assertEqual(got, (struct.unpack("<I", struct.pack("<f", 4.0))[0], 0, 0x8001, 0))
        # a comparison clears the bits of inactive lanes
        got = self.words("s_mov_b32 vcc_lo, -1", "s_mov_b32 exec_lo, 0xf", "v_cmp_gt_u32 vcc_lo, 2, v0",
                         "s_mov_b32 exec_lo, -1", "v_mov_b32 v20, vcc_lo", count=1)
        self.assertEqual(got, (3,))


class ThreadTraces(CliTest):
    """Instructions of one wave in the order in which a chip issued them, with their places in the code."""

    PLUS = """
0x00 s_clause 0x1
0x04 s_load_b128 s[4:7], s[0:1], null
0x0c s_load_b64 s[0:1], s[0:1], 0x10
0x14 v_lshlrev_b32_e32 v0, 2, v0
0x18 s_waitcnt lgkmcnt(0)
0x1c s_clause 0x1
0x20 global_load_b32 v1, v0, s[6:7]
0x28 global_load_b32 v2, v0, s[0:1]
0x30 s_waitcnt vmcnt(0)
0x34 v_add_f32_e32 v1, v1, v2
0x38 global_store_b32 v0, v1, s[4:5]
0x40 s_endpgm
"""
    SYNC = """
0x00 s_load_b64 s[0:1], s[0:1], null
0x08 s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
0x0c v_lshlrev_b32_e32 v1, 2, v0
0x10 ds_store_b32 v1, v0
0x18 s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
0x1c s_barrier
0x20 v_add_nc_u32_e32 v2, 4, v1
0x24 v_cmp_gt_u32_e32 vcc_lo, 0x7f, v0
0x2c ds_load_b32 v3, v2
0x34 s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
0x38 v_mov_b32_e32 v4, -1
0x3c v_cndmask_b32_e32 v5, v4, v3, vcc_lo
0x40 v_lshlrev_b32_e32 v6, 2, v0
0x44 global_store_b32 v6, v5, s[0:1]
0x4c s_endpgm
"""

    def issued(self, text, waves, *words):
        """Checks that every wave executes the instructions at their places."""
        steps = [(int(at, 16), insn) for at, insn in (line.split(" ", 1) for line in text.strip().splitlines())]
        source = self.file("trace.s", "\n".join(insn for _, insn in steps).encode())
        code, trace = str(self.folder / "trace.bin"), self.folder / "trace.txt"
        self.done("as", source, "--raw", "-o", code)
        dump = self.folder / "out.bin"
        self.done("run", code, "--raw", *words, "--trace", trace, "--dump", f"0={dump}")
        seen = {}
        for line in trace.read_text().splitlines():
            place = re.match(r"group 0,0,0 wave (\d+) \+(\S+) (\S+)", line)
            seen.setdefault(int(place[1]), []).append((int(place[2], 16), place[3]))
        want = [(at, insn.split()[0]) for at, insn in steps]
        self.assertEqual(seen, {wave: want for wave in range(waves)})
        return dump.read_bytes()

    def test_plus(self):
        out = self.issued(self.PLUS, 1, "--grid", "32", "--block", "32", "--arg", "buf:f32:32", "--arg",
                          "buf:f32:32:iota", "--arg", "buf:f32:32:fill=0.5")
        self.assertEqual(out, pack("f", *[i + 0.5 for i in range(32)]))

    def test_sync(self):
        out = self.issued(self.SYNC, 4, "--grid", "128", "--block", "128", "--lds", "1024", "--arg", "buf:u32:128")
        self.assertEqual(out, pack("I", *range(1, 128), 0xffffffff))
