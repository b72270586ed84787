"""`shoal as`: files, options and exit statuses. What it assembles is tested in tests/asm."""

import os
import pathlib

from support import EXAMPLES, CliTest, shoal

NOP = bytes.fromhex("000080bf")  # s_nop 0


class Assemble(CliTest):
    def test_example_runs(self):
        code = str(self.folder / "triple.co")
        done = shoal("as", EXAMPLES / "triple.s", "-o", code)
        self.assertEqual((done.status, done.out, done.err), (0, "", ""))
        done = shoal("run", code, "--grid", "64", "--block", "32", "--arg", "buf:u32:64:iota", "--print", "0:4")
        self.assertEqual(done.status, 0, done)
        self.assertIn("0: 0 3 6 9 ...", done.out)

    def test_one_line_per_line(self):
        path = self.file("lines", b"s_nop 0\nbogus\n\nv_mov_b32 v0, 1\r\nv_cndmask_b32 v0, v1, v2, vcc\n")
        done = shoal("as", "--hex", path)
        self.assertEqual(done.status, 0, done)
        self.assertEqual(done.out.splitlines(), [
            "000080bf", "error: 1: gfx1100 has no instruction 'bogus'",
            "error: 1: expected an instruction", "8102007e",
            "error: 27: expected 1 scalar register, here are 2"])
        done = shoal("as", "--hex", "--wave64", path)
        self.assertEqual(done.out.splitlines()[-1], "01050002")

    def test_raw(self):
        path = self.file("a.s", b"s_nop 0")
        self.assertEqual(shoal("as", "--raw", path).status, 0)
        self.assertEqual((self.folder / "a.bin").read_bytes(), NOP)

    def test_default_names(self):
        path = self.file("a.b.s", b"s_nop 0")
        for option, name in (([], "a.b.co"), (["-c"], "a.b.o"), (["--raw"], "a.b.bin")):
            self.assertEqual(shoal("as", *option, path).status, 0)
            self.assertTrue((self.folder / name).exists(), name)

    def test_errors_leave_the_file_alone(self):
        path, out = self.file("a.s", b"s_nop 0\ns_nopp 1\n"), self.folder / "out"
        done = shoal("as", path, "-o", out)
        self.assertEqual(done.status, 1)
        self.assertEqual(done.err, f"{path}:2:1: error: gfx1100 has no instruction 's_nopp'\n"
                                   "  s_nopp 1\n  ^\n  did you mean s_nop?\n")
        self.assertFalse(out.exists())
        out.write_bytes(b"old")
        self.assertEqual(shoal("as", path, "-o", out).status, 1)
        self.assertEqual(out.read_bytes(), b"old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.s", "out"])

    def test_error_limit(self):
        path = self.file("a.s", b"bogus_\n" * 25)
        self.assertEqual(shoal("as", path).err.count("error:"), 20)
        self.assertIn("more errors follow", shoal("as", path).err)
        self.assertEqual(shoal("as", "--error-limit", "30", path).err.count("error:"), 25)

    def test_defines_and_includes(self):
        (self.folder / "lib").mkdir()
        (self.folder / "lib" / "b.inc").write_bytes(b".byte N, M\n.incbin \"c.bin\", 1, 2")
        (self.folder / "lib" / "c.bin").write_bytes(b"abcd")
        path = self.file("a.s", b'.include "b.inc"\n')
        self.assertEqual(shoal("as", "--raw", path, "--define", "N=0x10", "--define", "M", "--include",
                               self.folder / "lib").status, 0)
        self.assertEqual((self.folder / "a.bin").read_bytes(), b"\x10\x01bc")
        done = shoal("as", "--raw", path)
        self.assertEqual(done.status, 1)
        self.assertIn("cannot read the file 'b.inc'", done.err)

    def test_code_object_warns_without_metadata(self):
        path = self.file("k.s", b".globl k\nk: s_endpgm\n.rodata\n.p2align 6\n.amdhsa_kernel k\n"
                                b".amdhsa_next_free_vgpr 1\n.amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n")
        done = shoal("as", path)
        self.assertEqual(done.status, 0)
        self.assertIn("k.s:5:16: warning: the kernel k has no .amdgpu_metadata", done.err)

    def test_usage(self):
        path = self.file("a.s", b"s_nop 0")
        for words, text in ((["-c", "--raw", path], "exclude each other"),
                            (["--hex", "-c", path], "--hex prints to standard output"),
                            ([path, path], "is one file too many; "),
                            (["--define", "=3", path], "--define '=3'"),
                            (["--error-limit", "0", path], "--error-limit '0'"),
                            ([self.folder / "none.s"], "cannot read"),
                            ([self.folder], "cannot read"),
                            ([path, "-o", self.folder / "no" / "a"], "cannot write")):
            done = shoal("as", *words)
            self.assertEqual(done.status, 2, (words, done))
            self.assertIn(text, done.err)

    def test_output_to_stdout_and_devices(self):
        path = self.file("a.s", b"s_nop 0")
        self.assertEqual(shoal("as", "--raw", path, "-o", "-").out.encode("latin1", "replace")[:2], b"\0\0")
        self.assertEqual(shoal("as", path, "-o", "/dev/null").status, 0)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
