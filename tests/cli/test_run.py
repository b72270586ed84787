"""`shoal run` on real code objects: results, files, statistics, traces."""

import json
import os
import re
import struct
import subprocess

from support import (CliTest, EXAMPLES, GLOBAL_STORE, MANDELBROT, ROOT, SAXPY, S_ENDPGM, S_LOAD_S4,
                     S_NOP, V_ADD_F32, V_MOV_V0_1, V_MOV_V1_0, V_MOV_V1_7, WAIT_LGKM, pack, raw,
                     shoal)

SAXPY_RUN = ["run", SAXPY, "--grid", "64", "--block", "32", "--arg", "f32:2.5",
             "--arg", "buf:f32:64:iota", "--arg", "buf:f32:64:fill=1"]
SAXPY_RESULT = struct.pack("<64f", *[2.5 * i + 1 for i in range(64)])


def f32(x):
    """Rounds a double to single precision; one operation on f32 inputs is then exact IEEE."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


class Results(CliTest):
    def test_print(self):
        self.assertEqual(self.done(*SAXPY_RUN, "--print", "2:4").out,
                         "argument 2 (y): f32[64]\n   0: 1 3.5 6 8.5 ...\n")

    def test_dump_and_expect(self):
        path = self.folder / "y.bin"
        self.done(*SAXPY_RUN, "--dump", f"2={path}")
        self.assertEqual(path.read_bytes(), SAXPY_RESULT)
        self.done(*SAXPY_RUN, "--expect", f"2={path}")

    def test_expect_shows_the_first_difference(self):
        wrong = bytearray(SAXPY_RESULT)
        wrong[4 * 17:4 * 18] = struct.pack("<f", 44)
        wrong[4 * 20:4 * 21] = struct.pack("<f", -1)
        path = self.file("want.bin", bytes(wrong))
        self.refused(f"shoal run: argument 2 (y) differs from '{path}' at element 17: f32 is 43.5 "
                     "(0x422e0000), expected 44 (0x42300000); 2 of 64 elements differ",
                     *SAXPY_RUN, "--expect", f"2={path}", status=1)

    def test_expect_is_bit_for_bit(self):
        path = self.file("want.bin", struct.pack("<2f", -0.0, 0.0))
        self.refused("shoal run: argument 0 differs from ... at element 0: f32 is 0 (0x00000000), "
                     "expected -0 (0x80000000); 1 of 2 elements differ",
                     *raw(self.code(S_ENDPGM), "--arg", "buf:f32:2", "--expect", f"0={path}"),
                     status=1)

    def test_partial_groups_and_offset(self):
        # 50 work-items in groups of 32; a global offset of 10 moves them.
        words = ["run", SAXPY, "--grid", "50", "--block", "32", "--offset", "10", "--arg", "f32:1",
                 "--arg", "buf:f32:64:iota", "--arg", "buf:f32:64"]
        path = self.folder / "y.bin"
        self.done(*words, "--dump", f"2={path}")
        self.assertEqual(path.read_bytes(),
                         struct.pack("<64f", *[i if 10 <= i < 60 else 0 for i in range(64)]))

    def test_mandelbrot_against_python(self):
        width, height, limit = 40, 24, 60
        left, top, step_x, step_y = f32(-2.2), f32(-1.25), f32(0.08), f32(0.1)
        expected = []
        for row in range(height):
            for column in range(width):
                c_re = f32(left + f32(column * step_x))
                c_im = f32(top + f32(row * step_y))
                re = im = 0.0
                n = 0
                while n < limit and f32(f32(re * re) + f32(im * im)) <= 4:
                    re, im = (f32(f32(f32(re * re) - f32(im * im)) + c_re),
                              f32(f32(f32(2 * re) * im) + c_im))
                    n += 1
                expected.append(n)
        path = self.file("want.bin", struct.pack(f"<{width * height}I", *expected))
        for threads in ("1", "3"):
            self.done("run", MANDELBROT, "--grid", f"{width},{height}", "--block", "8,4",
                      "--arg", f"f32:{left!r}", "--arg", f"f32:{top!r}", "--arg", f"f32:{step_x!r}",
                      "--arg", f"f32:{step_y!r}", "--arg", f"u32:{limit}",
                      "--arg", f"buf:u32:{width * height}", "--expect", f"5={path}",
                      "--threads", threads)

    def test_every_cpu_level_gives_the_same(self):
        path = self.file("want.bin", SAXPY_RESULT)
        ran = 0
        for level in ("sse2", "avx2", "avx512"):
            result = shoal(*SAXPY_RUN, "--cpu", level, "--expect", f"2={path}")
            if result.status == 2 and "this machine or build has none of that" in result.err:
                continue
            self.assertEqual(result.status, 0, result)
            ran += 1
        self.assertGreater(ran, 0)

    def test_examples_are_what_their_sources_say(self):
        done = subprocess.run([ROOT / "tools" / "clc", "--fingerprint"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode:
            self.skipTest(done.stderr.strip())
        subprocess.run([EXAMPLES / "build", self.folder], check=True)
        for name in ("saxpy.co", "mandelbrot.co"):
            kept = self.done("info", EXAMPLES / name).out.splitlines()[1:]
            self.assertEqual(self.done("info", self.folder / name).out.splitlines()[1:], kept)


class Strict(CliTest):
    # ds_add_u32 v1, v0 with VDST = v5, which it does not use; the word without it is 00000001.
    ODD = bytes.fromhex("000000d801000005")

    def test_values_in_unused_fields_run(self):
        self.done(*raw(self.code(V_MOV_V0_1, V_MOV_V1_0, self.ODD, S_ENDPGM), "--lds", "64"))

    def test_strict_reports_them_once(self):
        got = shoal(*raw(self.code(V_MOV_V0_1, V_MOV_V1_0, self.ODD, S_ENDPGM), "--lds", "64",
                         "--strict", "--repeat", "2"))
        self.assertEqual(got.status, 1)
        self.assertRegex(got.err, r"^shoal run: kernel \S+, work-group 0,0,0, wave 0, pc 0x[0-9a-f]+ "
                         r"\(\+0x8\): the words d8000000 05000001 run as 'ds_add_u32 v1, v0' because "
                         r"chips ignore fields that an instruction does not use; this instruction "
                         r"cannot have this value in vdst\n$")

    def test_strict_has_nothing_to_say(self):
        self.done(*SAXPY_RUN, "--strict")


class Repeat(CliTest):
    def test_buffers_are_restored(self):
        # y grows with each run unless it gets its contents back.
        path = self.file("want.bin", SAXPY_RESULT)
        self.done(*SAXPY_RUN, "--repeat", "5", "--expect", f"2={path}")
        zero = list(SAXPY_RUN)
        zero[-1] = "buf:f32:64"
        self.assertIn(": 0 2.5 5 ", self.done(*zero, "--repeat", "3", "--print", "2:3").out)

    def test_median(self):
        stats = json.loads(self.done(*SAXPY_RUN, "--repeat", "5", "--stats=json").out)
        self.assertEqual(stats["runs"], 5)
        self.assertLessEqual(stats["kernel_ms_min"], stats["kernel_ms"])
        self.assertLessEqual(stats["kernel_ms"], stats["kernel_ms_max"])
        self.assertRegex(self.done(*SAXPY_RUN, "--repeat", "3", "--stats").out,
                         r"kernel time +[\d.]+ ms \(median of 3 runs, [\d.]+ to [\d.]+\)")


class Statistics(CliTest):
    def test_json_is_the_last_line(self):
        out = self.done(*SAXPY_RUN, "--print", "2", "--stats=json").out
        stats = json.loads(out.splitlines()[-1])
        self.assertEqual(stats["kernel"], "saxpy")
        self.assertEqual(stats["status"], "ok")
        self.assertEqual((stats["grid"], stats["block"]), ([64, 1, 1], [32, 1, 1]))
        self.assertEqual((stats["waves"], stats["workgroups"], stats["runs"]), (2, 2, 1))
        self.assertIn(stats["engine"], ("interp", "jit"))
        self.assertGreater(stats["kernel_ms"], 0)
        self.assertEqual(stats["lane_instructions"], 32 * stats["instructions"])
        self.assertEqual(sum(stats["by_class"].values()), stats["instructions"])

    def test_counts_by_hand(self):
        # Per wave: s_nop, s_load, s_waitcnt, three VALU, a store, s_endpgm.
        code = self.code(S_NOP, S_LOAD_S4, V_MOV_V0_1, V_MOV_V1_0, V_ADD_F32, WAIT_LGKM,
                         bytes.fromhex("8002007e"), GLOBAL_STORE, S_ENDPGM)  # v_mov_b32 v0, 0
        out = self.done("run", code, "--raw", "--grid", "96", "--block", "48", "--arg", "buf:u32:1",
                        "--stats=json").out
        stats = json.loads(out)
        self.assertEqual(stats["waves"], 4)  # two groups of 48: 32 and 16 lanes
        self.assertEqual(stats["instructions"], 4 * 9)
        self.assertEqual(stats["by_class"]["valu"], 4 * 4)
        self.assertEqual(stats["by_class"]["smem"], 4)
        self.assertEqual(stats["by_class"]["vmem"], 4)
        self.assertEqual(stats["by_class"]["lds"], 0)
        wide = json.loads(self.done("run", code, "--raw", "--wave64", "--grid", "96", "--block",
                                    "48", "--arg", "buf:u32:1", "--stats=json").out)
        self.assertEqual(wide["waves"], 2)
        self.assertEqual(wide["lane_instructions"], 64 * wide["instructions"])

    def test_text(self):
        out = self.done(*SAXPY_RUN, "--stats").out
        for line in ("saxpy: grid 64 x 1 x 1, block 32 x 1 x 1", "engine ", "kernel time ",
                     "work-groups ", "waves ", "instructions ", "lane-instructions ", "speed "):
            self.assertIn(line, out)

    def test_no_colour_without_a_terminal(self):
        env = {"NO_COLOR": ""}
        for words in (SAXPY_RUN + ["--stats", "--print", "2"], ["info", SAXPY], ["run", "--gird"]):
            result = shoal(*words, env=env)
            self.assertNotIn("\033", result.out + result.err)


class Trace(CliTest):
    def test_one_line_per_instruction(self):
        path = self.folder / "trace.txt"
        code = self.code(V_MOV_V1_7, V_MOV_V1_0, V_ADD_F32, S_ENDPGM)
        self.done("run", code, "--raw", "--grid", "40", "--block", "40", "--trace", path)
        lines = path.read_text().splitlines()
        first = [line for line in lines if " wave 0 " in line]
        second = [line for line in lines if " wave 1 " in line]
        self.assertEqual(len(lines), 8)
        self.assertEqual(first[0], "group 0,0,0 wave 0 +0 v_mov_b32_e32 v1, 7 | exec ffffffff | "
                                   "v1=7*32")
        self.assertEqual(first[2], "group 0,0,0 wave 0 +0x8 v_add_f32_e32 v1, 1.0, v1 | "
                                   "exec ffffffff | v1=3f800000*32")
        self.assertEqual(first[3], "group 0,0,0 wave 0 +0xc s_endpgm | exec ffffffff")
        # The second wave has 8 work-items; lanes beyond them keep their zeros.
        self.assertEqual(second[0], "group 0,0,0 wave 1 +0 v_mov_b32_e32 v1, 7 | exec 000000ff | "
                                    "v1=7*8,0*24")

    def test_addresses_of_lanes(self):
        """Buffers end with their pages: x of 128 bytes begins 0x80 (rounded to 256) before one."""
        path = self.folder / "trace.txt"
        self.done("run", SAXPY, "--grid", "32", "--block", "32", "--arg", "f32:2", "--arg", "buf:f32:32",
                  "--arg", "buf:f32:32", "--trace", path, "--trace-only", "mnemonic=global_*")
        lines = path.read_text().splitlines()
        self.assertEqual(len(lines), 3)
        for line, access in zip(lines, ("load 4 global ", "load 4 global ", "store 4 global ")):
            self.assertRegex(line, rf"\| exec ffffffff \| {access}[0-9a-f]+f00\+4\*32(\||$| )")

    def test_filters(self):
        path = self.folder / "trace.txt"
        words = ["run", SAXPY, "--grid", "128", "--block", "64", "--arg", "f32:2", "--arg", "buf:f32:128",
                 "--arg", "buf:f32:128", "--trace", path]
        def count(*filters):
            self.done(*words, *(w for f in filters for w in ("--trace-only", f)))
            return len(path.read_text().splitlines())
        everything = count()
        self.assertEqual(count("group=1"), everything // 2)
        self.assertEqual(count("group=0:0:0,group=1"), everything)
        self.assertEqual(count("group=0:1"), 0)
        self.assertEqual(count("wave=1", "group=1"), everything // 4)
        self.assertEqual(count("wave=0-1"), everything)
        self.assertEqual(count("mnemonic=v_fmac_f32"), 4)
        self.assertEqual(count("kernel=saxpy,mnemonic=s_endpgm"), 4)
        self.assertEqual(count("kernel=other"), 0)
        self.assertEqual(count("line=1-1000"), 0)  # this file has no debug information
        self.refused("shoal run: --trace-only: 'lane' is none of kernel=, group=, wave=, line= and "
                     "mnemonic=", *words, "--trace-only", "lane=3")
        self.refused("shoal run: --trace-only: wave= takes N or N-M", *words, "--trace-only", "wave=x")
        self.refused("shoal run: --trace-only needs --trace FILE, where the trace goes",
                     *words[:-2], "--trace-only", "wave=0")

    def test_trace_shows_scalar_results(self):
        path = self.folder / "trace.txt"
        self.done(*SAXPY_RUN, "--trace", path)
        text = path.read_text()
        self.assertRegex(text, r"s_load_b128 s\[\d+:\d+\], .* \| exec ffffffff \| load 16 scalar [0-9a-f]+ \| s\d+=")

    def test_trace_to_stderr(self):
        result = self.done(*raw(self.code(S_ENDPGM), "--trace", "-"))
        self.assertEqual(result.err, "group 0,0,0 wave 0 +0 s_endpgm | exec ffffffff\n")


class Info(CliTest):
    def test_text(self):
        out = self.done("info", SAXPY).out
        for text in ("gfx1100 code object version 5, 1 kernel\n", "\nkernel saxpy\n",
                     "--arg f32:VALUE\n", "--arg buf:f32:COUNT\n", "  wave         32 lanes\n",
                     "  occupancy    16 of 16 waves per SIMD\n"):
            self.assertIn(text, out)
        self.assertNotIn("hidden_block_count_x", out)
        self.assertIn("hidden_block_count_x", self.done("info", SAXPY, "--hidden").out)

    def test_json(self):
        # Against what clang wrote into the code object (llvm-readobj-22 --notes).
        info = json.loads(self.done("info", MANDELBROT, "--json").out)
        kernel, = info["kernels"]
        self.assertEqual(kernel["name"], "mandelbrot")
        self.assertEqual(kernel["explicit_arguments"], 6)
        self.assertEqual([(a["name"], a["kind"], a["type"], a["offset_bytes"], a["size_bytes"])
                          for a in kernel["arguments"][:6]],
                         [("left", "value", "float", 0, 4), ("top", "value", "float", 4, 4),
                          ("step_x", "value", "float", 8, 4), ("step_y", "value", "float", 12, 4),
                          ("limit", "value", "uint", 16, 4), ("counts", "buffer", "uint*", 24, 8)])
        self.assertEqual((kernel["wave_lanes"], kernel["code_object_version"]), (32, 5))
        self.assertTrue(all(a["kind"] == "hidden" for a in kernel["arguments"][6:]))


class Printf(CliTest):
    SOURCE = 'kernel void hello(int n) { printf("item %d of %d", (int)get_global_id(0), n); }\n'

    def test_json_starts_its_own_line(self):
        clc = ROOT / "tools" / "clc"
        source = self.file("hello.cl", self.SOURCE.encode())
        code = str(self.folder / "hello.co")
        if subprocess.run([clc, "--fingerprint"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode:
            self.skipTest("no clang with libclc: apt install clang-22 libclc-22")
        subprocess.run([clc, source, "-o", code], check=True)
        out = self.done("run", code, "--grid", "1", "--block", "1", "--arg", "i32:1",
                        "--stats=json").out
        text, line = out.splitlines()
        self.assertEqual(text, "item 0 of 1")
        self.assertEqual(json.loads(line)["kernel"], "hello")


class Progress(CliTest):
    def test_nothing_on_stderr_without_a_terminal(self):
        self.assertEqual(self.done(*SAXPY_RUN, "--repeat", "3").err, "")

    def test_bar_on_a_terminal(self):
        try:
            import pty
        except ImportError:
            self.skipTest("no pty module")
        # Long enough that a bar appears: many groups of a deep picture.
        words = ["run", MANDELBROT, "--grid", "4096,512", "--block", "64,2", "--arg", "f32:-0.1",
                 "--arg", "f32:0", "--arg", "f32:0", "--arg", "f32:0", "--arg", "u32:4000",
                 "--arg", "buf:u32:2M", "--timeout", "3"]
        master, slave = pty.openpty()
        done = subprocess.Popen([os.environ["SHOAL"], *words], stderr=slave,
                                stdout=subprocess.DEVNULL)
        os.close(slave)
        text = b""
        try:
            while chunk := os.read(master, 4096):
                text += chunk
        except OSError:
            pass  # the other end is closed
        done.wait()
        os.close(master)
        self.assertTrue(re.search(rb"\rmandelbrot \[[#.]{30}\] +\d+ %", text), text)
        # The bar is removed before anything else is said.
        self.assertIn(b"\r\x1b[K", text)
