"""What kernels that go wrong get: status 1 and one report of what, where and what to do."""

import json
import platform
import shutil
import subprocess
import time

from support import (ATOMIC_ADD, CliTest, GLOBAL_LOAD, IMAGE_LOAD, S_BRANCH_SELF, S_ENDPGM,
                     S_LOAD_S4, S_NOP, S_TRAP, V_MOV_V0_1, V_MOV_V0_1000, V_MOV_V1_0, V_MOV_V1_7,
                     SAXPY, TARGET, WAIT_LGKM, kernel, raw, shoal)


class Faults(CliTest):
    def fault(self, code, cause, message, *words):
        """Runs raw code that faults; checks the message ('...': addresses) and returns the
        fault object of --stats=json."""
        result = shoal(*raw(code, *words), "--stats=json")
        self.assertEqual(result.status, 1, result)
        self.assert_text("shoal run: kernel raw: " + message, result.err, result)
        stats = json.loads(result.out.splitlines()[-1])
        self.assertEqual(stats["status"], "timeout" if cause == "timeout" else "fault")
        fault = stats["fault"]
        self.assertEqual((fault["cause"], fault["kernel"], fault["workgroup"], fault["wave"]),
                         (cause, "raw", [0, 0, 0], 0), result)
        self.assertEqual("shoal run: " + fault["message"], result.err.rstrip("\n"))
        return fault

    def assembled(self, *lines):
        """A file of these instructions, without anything around them."""
        source = self.file("raw.s", "\n".join(lines).encode())
        path = str(self.folder / "raw.bin")
        self.done("as", source, "--raw", "-o", path)
        return path

    def test_an_error_of_shoal_itself_has_status_3(self):
        # A libm in front of the system's, whose fma writes to address 8: with host instructions that have no
        # fma, v_fma_f64 calls it, and the wild store is in the emulator's own code, not the kernel's.
        compiler = next((c for c in ("clang-22", "clang", "gcc", "cc") if shutil.which(c)), None)
        if platform.machine() != "x86_64" or not compiler:
            self.skipTest("not x86-64, or no C compiler")
        self.skip_if_sanitized()
        source = self.file("libm.c", b"double fma(double a, double b, double c)\n"
                                     b"{ *(volatile int *)8 = 1; return a + b + c; }\n")
        library = str(self.folder / "libm.so")
        subprocess.run([compiler, "-shared", "-fPIC", "-fno-builtin", source, "-o", library], check=True)
        code = self.assembled("v_fma_f64 v[0:1], v[0:1], v[0:1], v[0:1]", "s_endpgm")
        words = raw(code, "--engine", "interp", "--cpu", "sse2")
        self.done(*words)
        self.refused("shoal run: kernel raw: internal error\n"
                     "  in work-group (0, 0, 0), wave 0\n"
                     "  at pc 0x... (kernel + 0): v_fma_f64 v[0:1], v[0:1], v[0:1], v[0:1]\n"
                     "  Shoal accessed host address 0x8 from its own code at 0x...\n"
                     "  This is an error of Shoal, not of the kernel: please report it with this message and the "
                     "kernel.", *words, status=3, env={"LD_PRELOAD": library})

    def test_memory(self):
        code = self.code(V_MOV_V0_1000, V_MOV_V1_0, GLOBAL_LOAD, S_ENDPGM)
        fault = self.fault(
            code, "memory",
            "memory fault\n"
            "  in work-group (0, 0, 0), wave 0, lane 0 and 31 more\n"
            "  at pc 0x... (kernel + 0xc): global_load_b32 v2, v[0:1], off\n"
            "  address 0x1000, 4 bytes: 4096 bytes from a null pointer\n"
            "  Check the buffer's size and the index; pass device addresses only.")
        self.assertEqual(fault["instruction"], "global_load_b32 v2, v[0:1], off")
        self.assertEqual((fault["address"], fault["lane"]), (0x1000, 0))
        self.assertEqual((fault["pc_offset"], fault["access_bytes"]), (12, 4))

    def test_global_wave_sync_that_cannot_complete(self):
        """Four work-groups come to a barrier of six waves; one waits for a semaphore that nobody
        signals. Whatever the number of threads, the first work-group is named."""
        barrier = self.assembled("s_mov_b32 m0, 0", "v_mov_b32 v0, 5", "ds_gws_init v0 gds",
                                 "ds_gws_barrier v0 gds", "s_endpgm")
        for threads in ("1", "2", "4"):
            result = shoal("run", barrier, "--raw", "--grid", "128", "--block", "32",
                           "--threads", threads, "--timeout", "60")
            self.assertEqual(result.status, 1, result)
            self.assert_text(
                "shoal run: kernel raw: deadlock\n"
                "  in work-group (0, 0, 0), wave 0\n"
                "  at pc 0x... (kernel + 0x10): ds_gws_barrier v0 gds\n"
                "  1 of 1 waves wait for other work-groups (0 of 4 have ended), of which all wait, "
                "too\n"
                "  No wave of the work-group can go on.", result.err, result)
        semaphore = self.assembled("s_mov_b32 m0, 0", "s_cmp_eq_u32 s2, 2", "s_cbranch_scc0 end",
                                   "ds_gws_sema_p gds", "end:", "s_endpgm")
        result = shoal("run", semaphore, "--raw", "--grid", "320", "--block", "32",
                       "--rsrc2", "0x84", "--timeout", "60")
        self.assertEqual(result.status, 1, result)
        self.assert_text(
            "shoal run: kernel raw: deadlock\n"
            "  in work-group (2, 0, 0), wave 0\n"
            "  at pc 0x... (kernel + 0xc): ds_gws_sema_p gds\n"
            "  1 of 1 waves wait for other work-groups (9 of 10 have ended), of which all wait, too\n"
            "  No wave of the work-group can go on.", result.err, result)

    def test_source_line(self):
        """A file with a line table: the report names the line that .loc gave."""
        text = self.file("loc.s", (TARGET + '.file 1 "kernels" "deep.cl"\n' + kernel(
            "k", ".loc 1 10 3", "v_mov_b32 v0, 0x1000", "v_mov_b32 v1, 0",
            ".loc 1 12 7", "global_load_b32 v2, v[0:1], off",
            ".loc 1 13 1", "s_endpgm")).encode())
        code = str(self.folder / "loc.co")
        self.done("as", text, "-o", code)
        result = shoal("run", code, "--grid", "32", "--block", "32", "--stats=json")
        self.assertEqual(result.status, 1, result)
        self.assertIn("\n  source kernels/deep.cl:12:7\n", result.err)
        fault = json.loads(result.out.splitlines()[-1])["fault"]
        self.assertEqual(fault["source"], "kernels/deep.cl:12:7")

    def test_just_past_a_buffer(self):
        # Buffers end with their pages: offset 4096 is past one of 4096 bytes.
        load = bytes.fromhex("000052dc00000402")  # global_load_b32 v2, v0, s[4:5]
        code = self.code(S_LOAD_S4, V_MOV_V0_1000, WAIT_LGKM, load, S_ENDPGM)
        fault = self.fault(
            code, "memory",
            "memory fault\n"
            "  in work-group (0, 0, 0), wave 0, lane 0 and 31 more\n"
            "  at pc 0x... (kernel + 0x14): global_load_b32 v2, v0, s[4:5]\n"
            "  address 0x..., 4 bytes: 0 bytes past the end of the allocation 0x... (4096 bytes) "
            "of the pointer at byte 0 of the arguments\n"
            "...", "--arg", "buf:u8:4096")
        self.assertEqual(fault["address"] % 4096, 0)
        self.done(*raw(code, "--arg", "buf:u8:8192"))

    def test_argument_is_named(self):
        """saxpy reads past x, which is argument 1; and with y far too small. The name is in the
        code object's metadata."""
        result = shoal("run", SAXPY, "--grid", "2048", "--block", "256", "--arg", "f32:2",
                       "--arg", "buf:f32:1024", "--arg", "buf:f32:2048")
        self.assertEqual(result.status, 1, result)
        self.assertIn("0 bytes past the end of the allocation 0x", result.err)
        self.assertIn(" (4096 bytes) of argument 1 (x)\n", result.err)

    def test_null_argument_is_named(self):
        """A buffer without elements is a null pointer."""
        result = shoal("run", SAXPY, "--grid", "32", "--block", "32", "--arg", "f32:2",
                       "--arg", "buf:f32:32", "--arg", "buf:f32:0")
        self.assertEqual(result.status, 1, result)
        self.assertIn("  address 0, 4 bytes: a null pointer; argument 2 (y) is null\n", result.err)

    def test_misaligned_atomic(self):
        code = self.code(S_LOAD_S4, V_MOV_V0_1, V_MOV_V1_7, WAIT_LGKM, ATOMIC_ADD, S_ENDPGM)
        fault = self.fault(
            code, "misaligned",
            "misaligned atomic\n"
            "  in work-group (0, 0, 0), wave 0, lane 0 and 31 more\n"
            "  at pc 0x... (kernel + 0x14): global_atomic_add_u32 v0, v1, s[4:5]\n"
            "  address 0x...1, 4 bytes\n"
            "  Atomics need an address that is a multiple of their size.", "--arg", "buf:u32:4")
        self.assertEqual(fault["address"] % 4, 1)

    def test_illegal_instruction(self):
        fault = self.fault(
            self.code(S_NOP, b"\xff\xff\xff\xff" * 4), "illegal",
            "illegal instruction\n"
            "  in work-group (0, 0, 0), wave 0\n"
            "  at pc 0x... (kernel + 0x4): invalid instruction\n"
            "...\n"
            "  Check that the code was compiled for this GPU and that the pc did not run into data.")
        self.assertEqual(fault["pc_offset"], 4)

    def test_not_implemented_names_the_instruction(self):
        fault = self.fault(
            self.code(IMAGE_LOAD, S_ENDPGM), "not_implemented",
            "not implemented\n"
            "  in work-group (0, 0, 0), wave 0\n"
            "  at pc 0x... (kernel + 0): image_load v0, v[0:1], s[0:7] dmask:0x1 "
            "dim:SQ_RSRC_IMG_2D unorm\n"
            "...The instruction is valid, but this version of Shoal cannot run it.")
        self.assertIn("image_load", fault["instruction"])

    def test_pc_runs_past_the_code(self):
        fault = self.fault(
            self.code(S_NOP, S_NOP), "pc",
            "pc left the code\n"
            "  in work-group (0, 0, 0), wave 0\n"
            "  at pc 0x... (kernel + 0x8)...\n"
            "  it ran past the end of the code\n"
            "  Check function pointers and the stack; kernels must end with s_endpgm.")
        self.assertEqual(fault["pc_offset"], 8)

    def test_pc_jumps_out_of_the_code(self):
        self.fault(
            self.code(bytes.fromhex("00c0a0bf"), S_ENDPGM), "pc",  # s_branch 49152: far back
            "pc left the code\n"
            "  in work-group (0, 0, 0), wave 0\n"
            "  at pc 0x... (kernel + 0): s_branch 49152\n"
            "  it jumps to 0x..., where no code is\n"
            "  Check function pointers and the stack; kernels must end with s_endpgm.")

    def test_trap(self):
        fault = self.fault(
            self.code(S_TRAP, S_ENDPGM), "trap",
            "trap\n"
            "  in work-group (0, 0, 0), wave 0\n"
            "  at pc 0x... (kernel + 0): s_trap 2\n"
            "  s_trap 2, and no trap handler is installed\n"
            "  The program stopped itself: a failed assertion, abort() or __builtin_trap().")
        self.assertEqual(fault["instruction"], "s_trap 2")

    def test_timeout(self):
        start = time.monotonic()
        self.fault(
            self.code(S_BRANCH_SELF), "timeout",
            "time limit\n"
            "  in work-group (0, 0, 0), wave 0\n"
            "  at pc 0x... (kernel + 0): s_branch 65535\n"
            "  stopped after 0.5 seconds\n"
            "  Raise the time limit, or look for a loop that does not end.", "--timeout", "0.5")
        self.assertLess(time.monotonic() - start, 10)

    def test_wave_and_lane_are_named(self):
        # Only the work-item with id 37 reads a bad address: lane 5 of the second wave.
        compare = bytes.fromhex("a500947c")  # v_cmp_eq_u32 vcc_lo, 37, v0
        mask = bytes.fromhex("6a00febe")     # s_mov_b32 exec_lo, vcc_lo
        code = self.code(compare, mask, V_MOV_V0_1000, V_MOV_V1_0, GLOBAL_LOAD, S_ENDPGM)
        result = shoal("run", code, "--raw", "--grid", "64", "--block", "64", "--stats=json")
        fault = json.loads(result.out.splitlines()[-1])["fault"]
        self.assertEqual((fault["wave"], fault["lane"]), (1, 5), result)

    def test_buffers_are_shown_as_they_were(self):
        code = self.code(S_TRAP)
        result = shoal(*raw(code, "--arg", "buf:i32:3:iota", "--print", "0"))
        self.assertEqual(result.status, 1, result)
        self.assertEqual(result.out, "argument 0: i32[3]\n  0: 0 1 2\n")

    def test_trace_marks_the_instruction(self):
        path = self.folder / "trace.txt"
        result = shoal(*raw(self.code(S_NOP, S_TRAP), "--trace", path))
        self.assertEqual(result.status, 1, result)
        self.assertEqual(path.read_text().splitlines()[-1],
                         "group 0,0,0 wave 0 +0x4 s_trap 2 | exec ffffffff | fault")
