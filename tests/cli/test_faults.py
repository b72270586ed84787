"""What kernels that go wrong get: status 1 and one report of what, where and what to do."""

import json
import time

from support import (ATOMIC_ADD, CliTest, GLOBAL_LOAD, IMAGE_LOAD, S_BRANCH_SELF, S_ENDPGM,
                     S_LOAD_S4, S_NOP, S_TRAP, V_MOV_V0_1, V_MOV_V0_1000, V_MOV_V1_0, V_MOV_V1_7,
                     WAIT_LGKM, raw, shoal)


class Faults(CliTest):
    def fault(self, code, cause, *words):
        """Runs raw code that faults; returns the fault object of --stats=json."""
        result = shoal(*raw(code, *words), "--stats=json")
        self.assertEqual(result.status, 1, result)
        self.assertTrue(result.err.startswith("shoal run: "), result)
        stats = json.loads(result.out.splitlines()[-1])
        self.assertEqual(stats["status"], "timeout" if cause == "timeout" else "fault")
        fault = stats["fault"]
        self.assertEqual(fault["cause"], cause, result)
        self.assertEqual(fault["kernel"], "raw")
        self.assertEqual(fault["workgroup"], [0, 0, 0])
        self.assertEqual(fault["wave"], 0)
        self.assertIn(fault["message"], result.err)
        return fault

    def test_memory(self):
        code = self.code(V_MOV_V0_1000, V_MOV_V1_0, GLOBAL_LOAD, S_ENDPGM)
        fault = self.fault(code, "memory")
        self.assertEqual(fault["instruction"], "global_load_b32 v2, v[0:1], off")
        self.assertEqual((fault["address"], fault["lane"]), (0x1000, 0))
        self.assertEqual((fault["pc_offset"], fault["access_bytes"]), (12, 4))
        for text in ("global_load_b32 v2, v[0:1], off", "0x1000", "work-group", "wave", "lane"):
            self.assertIn(text, fault["message"])

    def test_just_past_a_buffer(self):
        # Buffers end with their pages: offset 4096 is past one of 4096 bytes.
        load = bytes.fromhex("000052dc00000402")  # global_load_b32 v2, v0, s[4:5]
        code = self.code(S_LOAD_S4, V_MOV_V0_1000, WAIT_LGKM, load, S_ENDPGM)
        fault = self.fault(code, "memory", "--arg", "buf:u8:4096")
        self.assertEqual(fault["address"] % 4096, 0)
        self.done(*raw(code, "--arg", "buf:u8:8192"))

    def test_misaligned_atomic(self):
        code = self.code(S_LOAD_S4, V_MOV_V0_1, V_MOV_V1_7, WAIT_LGKM, ATOMIC_ADD, S_ENDPGM)
        fault = self.fault(code, "misaligned", "--arg", "buf:u32:4")
        self.assertEqual(fault["address"] % 4, 1)
        self.assertEqual(fault["instruction"], "global_atomic_add_u32 v0, v1, s[4:5]")

    def test_illegal_instruction(self):
        self.assertEqual(self.fault(self.code(S_NOP, b"\xff\xff\xff\xff" * 4), "illegal")
                         ["pc_offset"], 4)

    def test_not_implemented_names_the_instruction(self):
        fault = self.fault(self.code(IMAGE_LOAD, S_ENDPGM), "not_implemented")
        self.assertIn("image_load", fault["instruction"])
        self.assertIn("not implemented", fault["message"])

    def test_pc_leaves_the_code(self):
        self.assertEqual(self.fault(self.code(S_NOP, S_NOP), "pc")["pc_offset"], 8)
        # s_branch far back: before the first instruction.
        fault = self.fault(self.code(bytes.fromhex("00c0a0bf"), S_ENDPGM), "pc")
        self.assertLess(fault["pc_offset"], 0)

    def test_trap(self):
        fault = self.fault(self.code(S_TRAP, S_ENDPGM), "trap")
        self.assertEqual(fault["instruction"], "s_trap 2")

    def test_timeout(self):
        start = time.monotonic()
        fault = self.fault(self.code(S_BRANCH_SELF), "timeout", "--timeout", "0.5")
        self.assertLess(time.monotonic() - start, 10)
        self.assertIn("s_branch", fault["instruction"])

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
