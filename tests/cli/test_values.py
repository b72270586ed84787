"""Element types: reading, printing, initial contents. Expected values come from Python's
struct and from the formats' definitions, through a kernel that does nothing."""

import math
import struct

from support import CliTest, S_ENDPGM, raw

# Type, struct letter.
INTEGERS = [("u8", "B"), ("i8", "b"), ("u16", "H"), ("i16", "h"), ("u32", "I"), ("i32", "i"),
            ("u64", "Q"), ("i64", "q")]
FLOATS = [("f16", "e"), ("f32", "f"), ("f64", "d")]


class Values(CliTest):
    def setUp(self):
        super().setUp()
        self.endpgm = self.code(S_ENDPGM)

    def dump(self, spec):
        path = self.folder / "dump.bin"
        self.done(*raw(self.endpgm, "--arg", spec, "--dump", f"0={path}"))
        return path.read_bytes()

    def printed(self, spec):
        """The values of --print, as words."""
        lines = self.done(*raw(self.endpgm, "--arg", spec, "--print", "0")).out.splitlines()
        return [word for line in lines[1:] for word in line.split(":")[1].split()]

    def test_iota(self):
        for name, letter in INTEGERS:
            size = struct.calcsize(letter)
            expected = b"".join((i % 2 ** (8 * size)).to_bytes(size, "little") for i in range(300))
            self.assertEqual(self.dump(f"buf:{name}:300:iota"), expected, name)
        for name, letter in FLOATS:
            self.assertEqual(self.dump(f"buf:{name}:300:iota"),
                             struct.pack(f"<300{letter}", *range(300)), name)

    def test_fill_and_print(self):
        for name, letter in INTEGERS:
            size = 8 * struct.calcsize(letter)
            low, high = (-2 ** (size - 1), 2 ** (size - 1) - 1) if name[0] == "i" else (0, 2 ** size - 1)
            for value in (low, high, 0, 1, high // 3):
                spec = f"buf:{name}:3:fill={value}"
                self.assertEqual(self.dump(spec), struct.pack(f"<3{letter}", *[value] * 3), spec)
                self.assertEqual(self.printed(spec), [str(value)] * 3, spec)

    def test_integers_in_hexadecimal(self):
        self.assertEqual(self.dump("buf:i16:1:fill=0xffff"), b"\xff\xff")
        self.assertEqual(self.dump("buf:u32:1:fill=0x1234"), b"\x34\x12\0\0")

    def test_floats_print_the_shortest_text_that_reads_back(self):
        for name, letter in FLOATS:
            for text in ("0", "-0", "1", "0.1", "-2.5", "3.14159", "65504", "6e-08", "inf", "-inf"):
                with self.subTest(type=name, text=text):
                    bits = struct.pack(f"<{letter}", float(text))
                    self.assertEqual(self.dump(f"buf:{name}:1:fill={text}"), bits)
                    shown, = self.printed(f"buf:{name}:1:fill={text}")
                    self.assertEqual(struct.pack(f"<{letter}", float(shown)), bits)
                    self.assertLessEqual(len(shown), len(text))

    def test_float_limits(self):
        self.assertEqual(self.printed("buf:f32:1:fill=3.4028234663852886e38"), ["3.4028235e+38"])
        self.assertEqual(self.printed("buf:f32:1:fill=1e-45"), ["1e-45"])
        self.assertEqual(self.printed("buf:f64:1:fill=5e-324"), ["5e-324"])
        self.assertEqual(self.printed("buf:f16:1:fill=65520"), ["inf"])  # halfway rounds to even
        self.assertEqual(self.printed("buf:f16:1:fill=65519.9"), ["65504"])
        self.assertEqual(self.printed("buf:f64:1:fill=nan"), ["nan"])
        self.assertEqual(self.printed("buf:f32:1:fill=0x1.8p3"), ["12"])

    def test_bf16_rounds_to_nearest_even(self):
        # Upper half of the f32; ties by hand: 1 + 2^-8 lies between 0x3f80 and 0x3f81.
        cases = {"1": 0x3f80, "-2": 0xc000, "1.00390625": 0x3f80, "1.01171875": 0x3f82,
                 "1.003906250000001": 0x3f81, "3.3895313892515355e38": 0x7f7f, "3.4e38": 0x7f80,
                 "inf": 0x7f80, "1e-45": 0x0000, "9.2e-41": 0x0001, "0.1": 0x3dcd}
        for text, bits in cases.items():
            with self.subTest(text=text):
                self.assertEqual(self.dump(f"buf:bf16:1:fill={text}"), struct.pack("<H", bits))
        self.assertEqual(self.printed("buf:bf16:1:fill=0.1"), ["0.1"])
        self.assertTrue(math.isnan(float(self.printed("buf:bf16:1:fill=nan")[0])))

    def test_random_is_reproducible(self):
        first = self.dump("buf:u32:256:rand")
        self.assertEqual(first, self.dump("buf:u32:256:rand=1"))
        self.assertNotEqual(first, self.dump("buf:u32:256:rand=2"))
        # SplitMix64 (Steele, Lea, Flood 2014) seeded with 1; first output 0x910a2dec89025cc1.
        self.assertEqual(self.dump("buf:u64:1:rand=1"),
                         (0x910a2dec89025cc1).to_bytes(8, "little"))

    def test_random_floats_are_in_the_unit_interval(self):
        for name, letter in FLOATS:
            values = struct.unpack(f"<4096{letter}", self.dump(f"buf:{name}:4096:rand=7"))
            self.assertTrue(all(0 <= v < 1 for v in values), name)
            # Mean of 4096 uniform values: 1/2 within 6 standard errors (1/sqrt(12 * 4096)).
            self.assertLess(abs(sum(values) / 4096 - 0.5), 6 / math.sqrt(12 * 4096), name)
        bits = struct.unpack("<4096H", self.dump("buf:bf16:4096:rand=7"))
        self.assertTrue(all(b < 0x3f80 for b in bits))

    def test_file_and_zero(self):
        data = bytes(range(24))
        path = self.file("with:colon=.bin", data)
        self.assertEqual(self.dump(f"buf:u64:3:file={path}"), data)
        self.assertEqual(self.dump("buf:f64:3"), bytes(24))
        self.assertEqual(self.dump("buf:f64:3:zero"), bytes(24))

    def test_counts_with_suffix(self):
        self.assertEqual(len(self.dump("buf:u8:2K")), 2048)
        self.assertEqual(len(self.dump("buf:u16:0x10")), 32)
        self.assertEqual(len(self.dump("buf:u8:1M")), 1 << 20)

    def test_print_layout(self):
        out = self.done(*raw(self.endpgm, "--arg", "buf:i32:18:iota", "--print", "0")).out
        self.assertEqual(out, "argument 0: i32[18]\n   0: 0 1 2 3 4 5 6 7\n"
                              "   8: 8 9 10 11 12 13 14 15\n  16: 16 17\n")
        out = self.done(*raw(self.endpgm, "--arg", "buf:i32:18:iota", "--print", "0:9")).out
        self.assertEqual(out, "argument 0: i32[18]\n   0: 0 1 2 3 4 5 6 7\n   8: 8 ...\n")

    def test_empty_buffer(self):
        out = self.done(*raw(self.endpgm, "--arg", "buf:f32:0", "--print", "0")).out
        self.assertEqual(out, "argument 0: f32[0]\n\n")
