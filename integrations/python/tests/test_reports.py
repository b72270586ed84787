"""Faults, observers, text of instructions."""

import warnings

import numpy as np

from support import EXAMPLES, SAXPY, ShoalTest, assembled, device, saxpy

import shoal


class Faults(ShoalTest):
    def test_a_fault_is_an_exception_with_its_fields(self):
        x, y = np.ones(10, "f4"), np.zeros(1024, "f4")
        with self.assertRaises(shoal.Fault) as caught:
            saxpy()(2.5, x, y, grid=1024, block=256, engine="interp", threads=1)
        fault = caught.exception
        self.assertEqual((fault.cause, fault.kernel, fault.workgroup, fault.lane, fault.status),
                         ("memory", "saxpy", (0, 0, 0), 0, "e_fault"))
        self.assertEqual(fault.instruction, "global_load_b32 v2, v[2:3], off")
        self.assertEqual(fault.pc_offset, 0x7c)
        self.assertEqual(fault.access_bytes, 4)
        self.assertIn("kernel saxpy: memory fault\n  in work-group (0, 0, 0), wave ", str(fault))
        self.assertEqual(y[0], 2.5)  # what was written until then
        # The device goes on.
        saxpy()(1, np.ones(64, "f4"), y, grid=64, block=64)

    def test_illegal_instruction_and_time_limit(self):
        with self.assertRaises(shoal.Fault) as caught:
            assembled("        s_trap 2")(grid=1, block=1)
        self.assertEqual(caught.exception.cause, "trap")
        forever = assembled("loop:\n        s_branch loop")
        with self.assertRaises(shoal.Timeout) as caught:
            forever(grid=1, block=1, timeout=0.2)
        self.assertIsInstance(caught.exception, TimeoutError)
        self.assertEqual(caught.exception.cause, "timeout")
        self.assertEqual(caught.exception.status, "e_timeout")

    def test_errors_have_a_status(self):
        with self.assertRaises(shoal.Error) as caught:
            device().load(b"this is no code object")
        self.assertEqual(caught.exception.status, "e_format")
        with self.assertRaises(shoal.Error) as caught:
            device().load("/nowhere/k.co")
        self.assertEqual(caught.exception.status, "e_io")
        self.assertIn("/nowhere/k.co", str(caught.exception))
        with self.assertRaises(shoal.Error) as caught:
            shoal.Device("vax")
        self.assertEqual(caught.exception.status, "e_not_found")

    def test_a_fault_of_a_started_launch(self):
        launch = saxpy().start(1, None, None, grid=32, block=32)
        with self.assertRaises(shoal.Fault) as caught:
            launch.wait()
        self.assertEqual(caught.exception.address, 0)


class Observers(ShoalTest):
    def test_registers_before_and_after(self):
        kernel = assembled("""
        v_add_nc_u32 v1, 5, v0
        s_mov_b32 s3, 0x1234
        s_cmp_eq_u32 s3, s3""")
        before, after = [], []
        kernel(grid=32, block=32, before=lambda at: before.append((at.pc_offset, at.text)),
               after=lambda at: after.append((at.text.split()[0], at["v1"].tolist(), at["s3"],
                                              at["scc"], at["exec_lo"], at.instruction_class)))
        self.assertEqual(before, [(0, "v_add_nc_u32_e32 v1, 5, v0"), (4, "s_mov_b32 s3, 0x1234"),
                                  (12, "s_cmp_eq_u32 s3, s3"), (16, "s_endpgm")])
        self.assertEqual(after[0][1], [5 + i for i in range(32)])
        self.assertEqual(after[1][2], 0x1234)
        self.assertEqual(after[2][3:], (1, 0xffffffff, "salu"))

    def test_an_exception_in_a_callback_is_raised(self):
        calls = []

        def watch(at):
            calls.append(at)
            raise RuntimeError("enough")
        with self.says(RuntimeError, "enough"):
            saxpy()(1, np.ones(32, "f4"), np.ones(32, "f4"), grid=32, block=32, before=watch)
        self.assertEqual(len(calls), 1)
        with self.says(ValueError, "an Observed is good during the callback only"):
            calls[0].text

    def test_unknown_registers(self):
        with self.says(KeyError, "\"no register 'x1'\""):
            assembled("")(grid=1, block=1, before=lambda at: at["x1"])


class Text(ShoalTest):
    def test_disassembly(self):
        # Words recorded from llvm-mc-22 for gfx1100.
        code = bytes.fromhex("8102007e" "f2020206" "ffffa0bf" "0000b0bf")
        listed = list(shoal.disassemble(code, address=0x100))
        self.assertEqual([i.text for i in listed],
                         ["v_mov_b32_e32 v0, 1", "v_add_f32_e32 v1, 1.0, v1", "s_branch 65535",
                          "s_endpgm"])
        self.assertEqual([i.address for i in listed], [0x100, 0x104, 0x108, 0x10c])
        self.assertEqual(listed[2].target, 0x108)
        self.assertEqual(listed[2].flags, {"branch"})
        self.assertEqual(listed[1].mnemonic, "v_add_f32_e32")
        self.assertEqual([(o.kind, o.first, o.is_write) for o in listed[1].operands][0],
                         ("vgpr", 1, True))
        named = list(shoal.disassemble(code, address=0x100, labels={0x108: "loop"}))
        self.assertEqual(named[2].text, "s_branch loop")

    def test_words_that_are_nothing(self):
        listed = list(shoal.disassemble(b"\xff\xff\xff\xff\x00"))
        self.assertFalse(listed[0].is_valid)
        self.assertEqual(b"".join(i.bytes for i in listed), b"\xff\xff\xff\xff\x00")
        with self.says(ValueError, "isa='vax': there are 'rdna3', 'ventus', 'ventus:toolchain'"):
            list(shoal.disassemble(b"", isa="vax"))

    def test_objects(self):
        (code,) = shoal.objects(SAXPY)
        self.assertEqual((code.processor, code.isa, code.container), ("gfx1100", "rdna3", "ELF"))
        listed = list(code.disassemble("saxpy"))
        self.assertEqual(listed[-1].text, "s_endpgm")
        self.assertEqual(sum(len(i.bytes) for i in listed),
                         next(s.size_bytes for s in code.symbols if s.name == "saxpy"))
        with self.says(KeyError, "\"no symbol 'none'; there are ...\""):
            list(code.disassemble("none"))
        with self.assertRaises(shoal.Error):
            shoal.objects(b"nothing")

    def test_assembly(self):
        # llvm-mc-22: v_mov_b32 v0, 1
        self.assertEqual(shoal.assemble("v_mov_b32 v0, N", output="raw", defines={"N": 1}).hex(),
                         "8102007e")
        with self.assertRaises(shoal.AssemblyError) as caught:
            shoal.assemble("s_endpgm\n v_mov_b32 v0, s[0:1]\n", file_name="a.s")
        (wrong,) = caught.exception.diagnostics
        self.assertEqual((wrong.severity, wrong.file, wrong.line, wrong.column),
                         ("error", "a.s", 2, 16))
        self.assertEqual(str(wrong), "a.s:2:16: error: expected 1 scalar register, here are 2\n"
                                     "   v_mov_b32 v0, s[0:1]\n                 ^")
        with self.assertRaises(shoal.Error):
            shoal.assemble("s_endpgm", isa="vax")

    def test_files_that_assembly_includes(self):
        import pathlib
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "n.inc").write_text(".set N, 1\n")
            (folder / "main.s").write_text('.include "n.inc"\nv_mov_b32 v0, N\n')
            self.assertEqual(shoal.assemble(folder / "main.s", output="raw").hex(), "8102007e")
        with self.assertRaises(shoal.AssemblyError):
            shoal.assemble('.include "n.inc"\n')

    def test_assembled_code_runs(self):
        kernel = device().assemble((EXAMPLES / "triple.s").read_text())["triple"]
        data = np.arange(64, dtype=np.uint32)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            kernel(data, grid=64, block=32)
        self.same(data, 3 * np.arange(64))

    def test_the_table(self):
        rows = {row.mnemonic: row for row in shoal.instructions("rdna3")}
        self.assertGreater(len(rows), 1000)
        add = rows["v_add_f32"]
        self.assertEqual([o.type for o in add.operands[:3]], ["f32", "f32", "f32"])
        self.assertEqual(add.encodings[0].opcode, 3)  # manual 16.7: V_ADD_F32 is 3


class Waves(ShoalTest):
    def test_a_wave_of_the_graphics_pipeline(self):
        code = shoal.assemble("""
            v_mov_b32 v1, s3
            exp mrt0 v0, v1, off, off done
            s_endpgm""", output="raw")
        kernel = device().load(code, raw=True).kernels[0]
        wave = shoal.run_wave(kernel, sgprs=[0, 0, 0, 42], vgprs=np.arange(32).reshape(1, 32).astype("u4"),
                              keep_vgprs=2)
        (export,) = wave.exports
        self.assertEqual((export.target, export.enable, export.is_done), (0, 3, True))
        self.same(export.values[0][:32], np.arange(32))
        self.same(export.values[1][:32], 42)
        self.same(wave.vgprs[1], 42)
        self.assertEqual(wave.sgprs[3], 42)
