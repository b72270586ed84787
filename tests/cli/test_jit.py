"""`shoal jit`: text of compilations, and the environment variables of the JIT.

What the texts must hold follows from the kernel's disassembly (shoal dis, checked against
LLVM elsewhere) and from the syntax of LLVM IR and of host assembly."""

import json
import platform
import re
import unittest

from support import CliTest, EXAMPLES, HAS_JIT, MANDELBROT, S_ENDPGM, S_NOP, SAXPY, shoal

S_QUADMASK = bytes.fromhex("011a80be")  # s_quadmask_b32 s0, s1: a function that compiled code calls
RUN = ("run", SAXPY, "--grid", "1024", "--block", "256", "--arg", "f32:2.5", "--arg",
       "buf:f32:1024:iota", "--arg", "buf:f32:1024:fill=1", "--print", "2:4")


@unittest.skipUnless(HAS_JIT, "this build has no JIT")
class Jit(CliTest):
    def instructions(self, text, comment):
        """Offset and text of the GPU instructions among the comments."""
        return re.findall(rf"^ *{comment} ([0-9a-f]{{4,}}): (\w+.*)$", text, re.M)

    def disassembly(self, name):
        lines = self.done("dis", name, "--no-addresses").out.splitlines()
        return {re.split(r"\s*//", line)[0].strip() for line in lines}

    def test_assembly_names_the_instructions(self):
        out = self.done("jit", SAXPY).out
        self.assertEqual(out, self.done("jit", SAXPY, "--asm", "--kernel", "saxpy").out)
        found = {text.strip() for _, text in self.instructions(out, "#")}
        for text in ("v_mad_u64_u32 v[2:3], null, s2, s15, v[0:1]", "v_fmac_f32_e32 v3, s0, v2", "s_endpgm"):
            self.assertIn(text, found)
        self.assertLessEqual(found, self.disassembly(SAXPY))
        self.assertNotIn(".loc", out)
        self.assertNotIn("debug", out)
        if platform.machine() == "x86_64":
            self.assertRegex(out, r"\tret")

    def test_ir(self):
        for option in ("--ir", "--opt-ir"):
            out = self.done("jit", SAXPY, option).out
            self.assertRegex(out, r"define (internal )?ptr @shoal_\w+\(ptr %0, ptr %1\).* \{\n")
            self.assertNotIn("!dbg", out)
            found = {text.strip() for _, text in self.instructions(out, ";")}
            self.assertIn("v_fmac_f32_e32 v3, s0, v2", found)
            self.assertLessEqual(found, self.disassembly(SAXPY))
        # The semantic function of v_fmac_f32; what nothing uses is gone from the second form.
        made, cleaned = (self.done("jit", SAXPY, option).out for option in ("--ir", "--opt-ir"))
        self.assertIn("@llvm.fma.v32f32(", cleaned)
        self.assertLess(cleaned.count("\n"), made.count("\n"))

    def test_loads_that_look_for_what_others_write_stay(self):
        # GLC is for these (RDNA3 7.6): loads behind one must not come before it, which LLVM has of volatile ones.
        source = (EXAMPLES / "triple.s").read_text()
        for bits, stays in (("", False), (" glc", True)):
            name = self.folder / "looks.s"
            name.write_text(source.replace("v0, s[0:1]\n        s_waitcnt     vmcnt", f"v0, s[0:1]{bits}\n        s_waitcnt     vmcnt"))
            loads = re.findall(r"load (volatile )?<32 x i32>, ptr %\d+, align 1\n", self.done("jit", name, "--opt-ir").out)
            self.assertTrue(loads)
            self.assertEqual(stays, all(loads), loads)
            self.assertEqual(stays, any(loads), loads)

    def test_ventus(self):
        source = EXAMPLES / "mandelbrot_ventus.s"
        found = {text.strip() for _, text in self.instructions(self.done("jit", "--isa", "ventus", source).out, "#")}
        listed = re.findall(r"^\t(.*?) *//", self.done("dis", "--isa", "ventus", source).out, re.M)
        self.assertGreater(len(found), 20)
        self.assertLessEqual(found, set(listed))

    def test_stats(self):
        stats = json.loads(self.done("jit", SAXPY, "--stats=json").out)
        self.assertEqual(stats["kernel"], "saxpy")
        self.assertEqual(stats["instructions"], 24)  # as shoal dis lists them, to s_endpgm
        self.assertEqual(stats["parts"], 1)
        phases = sum(stats[k] for k in ("region_ms", "emit_ms", "passes_ms", "codegen_ms", "link_ms"))
        self.assertAlmostEqual(stats["total_ms"], phases, places=3)
        self.assertAlmostEqual(stats["us_per_instruction"], phases * 1000 / 24, delta=1)
        self.assertRegex(self.done("jit", SAXPY, "--stats").out,
                         r"^saxpy:\n  instructions +24 in 1 part\n  left to interpreter +0\n"
                         r"  host code +\d+ bytes\n")

    def test_back_ends(self):
        direct = shoal("jit", SAXPY, "--backend", "direct", "--stats=json")
        if direct.status == 2:
            self.assertIn("AVX-512 and AVX2, which are not to be used here", direct.err)
            return
        stats = json.loads(direct.out)
        self.assertEqual((stats["parts"], stats["direct_parts"], stats["unknown"]), (1, 1, {}))
        self.assertRegex(self.done("jit", SAXPY, "--backend", "direct", "--stats").out,
                         r"^saxpy:\n  instructions +24 in 1 part\n  by direct back end +1 part\n")
        self.assertEqual(json.loads(self.done("jit", SAXPY, "--backend", "llvm", "--stats=json").out)["direct_parts"], 0)
        listed = self.done("jit", SAXPY, "--backend", "direct").out
        self.assertRegex(listed, r"(?m)^ +0:\t")
        self.assertRegex(listed, r"\tvfmadd\d+ps\t")
        self.assertNotIn(".byte", listed)
        narrow = self.done("jit", SAXPY, "--backend", "direct", "--cpu", "avx2").out
        self.assertRegex(narrow, r"\tvfmadd\d+ps\t")
        self.assertNotRegex(narrow, r"%zmm|%k\d|\.byte")
        self.refused("shoal jit: The direct back end makes code for AVX-512 and AVX2, which are not to be used here.",
                     "jit", SAXPY, "--backend", "direct", "--cpu", "sse2")

    def test_tiers(self):
        run = ("run", SAXPY, "--grid", "64", "--block", "32", "--arg", "f32:1", "--arg", "buf:f32:64",
               "--arg", "buf:f32:64", "--engine")
        tiers = json.loads(self.done(*run, "jit", "--stats=json").out)["tiers"]
        self.assertEqual((tiers["interp"]["runs"], tiers["llvm"]["runs"]), (0, 1))
        self.assertEqual((tiers["llvm"]["parts"], tiers["llvm"]["direct_parts"]), (1, 0))
        self.assertRegex(self.done(*run, "jit", "--stats").out, r"\n    in llvm +[\d.]+ ms, 1 run ended there; there after ")
        self.assertEqual(list(json.loads(self.done(*run, "interp", "--stats=json").out)["tiers"]), ["interp"])

    def test_what_is_left_to_the_interpreter(self):
        code = self.file("quads.bin", S_NOP + 3 * S_QUADMASK + S_ENDPGM)
        stats = json.loads(self.done("jit", code, "--raw", "--stats=json").out)
        self.assertEqual((stats["calls"], stats["called"]), (3, {"s_quadmask_b32": 3}))
        run = ("run", code, "--raw", "--grid", "64", "--block", "32", "--engine")
        stats = json.loads(self.done(*run, "jit", "--stats=json").out)  # two waves
        self.assertEqual((stats["calls"], stats["called"]), (6, {"s_quadmask_b32": 6}))
        self.assertEqual(stats["instructions"], 2 * 5)
        self.assertRegex(self.done(*run, "jit", "--stats").out,
                         r"left to interpreter +6 \(60.00 %\)\n +s_quadmask_b32 +6 \(60.00 %\)\n")
        self.assertNotIn("calls", json.loads(self.done(*run, "interp", "--stats=json").out))

    def test_large_code_comes_in_parts(self):
        name = self.file("large.bin", S_NOP * 3000 + S_ENDPGM)
        stats = json.loads(self.done("jit", name, "--raw", "--stats=json").out)
        self.assertEqual(stats["instructions"], 3001)
        self.assertGreater(stats["parts"], 1)

    def test_levels(self):
        if platform.machine() != "x86_64":
            self.skipTest("not x86-64")
        wide = {"sse2": "xmm", "avx2": "ymm", "avx512": "zmm"}
        for level in wide:
            result = shoal("jit", MANDELBROT, "--cpu", level)
            if result.status == 2 and "none of that" in result.err:
                continue  # not in this CPU or build
            registers = set(re.findall(r"%([xyz]mm)", result.out))
            self.assertIn(wide[level], registers, level)
            for other in wide:
                if wide[other] > wide[level]:
                    self.assertNotIn(wide[other], registers, level)
            self.assertEqual(result.out, shoal("jit", MANDELBROT, env={"SHOAL_CPU": level}).out)

    def test_sources_are_compiled(self):
        source, code = EXAMPLES / "triple.s", self.folder / "triple.co"
        self.done("as", source, "-o", code)
        self.assertEqual(self.done("jit", source, "--opt-ir").out, self.done("jit", code, "--opt-ir").out)

    def test_refusals(self):
        self.refused("shoal jit: no file is given; for example: shoal jit saxpy.co", "jit")
        self.refused("shoal jit: 'b' is one file too many; 'a' is given already", "jit", "a", "b")
        self.refused("shoal jit: cannot read 'nowhere': No such file or directory", "jit", "nowhere")
        self.refused("shoal jit: --cpu 'mmx': this machine or build has none of that; --cpu takes sse2|avx2|avx512, "
                     "for example avx2", "jit", SAXPY, "--cpu", "mmx")
        self.refused("shoal jit: --isa 'gcn': there is no such choice; --isa takes rdna3|ventus, for example ventus",
                     "jit", SAXPY, "--isa", "gcn")
        self.refused("shoal jit: --wave64 is for --raw; code objects say it themselves",
                     "jit", SAXPY, "--wave64")
        self.refused("shoal jit: --stats 'xml': no such form; --stats takes json, for example "
                     "--stats=json", "jit", SAXPY, "--stats=xml")
        self.refused(f"shoal jit: '{SAXPY}' has no kernel 'none'; it has:\n  saxpy", "jit", SAXPY, "--kernel", "none")

    def test_too_large(self):
        name = self.file("huge.bin", S_NOP * 100001 + S_ENDPGM)
        result = shoal("jit", name, "--raw", "--stats")
        self.assertEqual(result.status, 1)
        self.assertEqual(result.err, "shoal jit: The JIT does not compile it: it has more than "
                                     "100000 instructions, or memory is short.\n")

    def test_cache_folder(self):
        folder = self.folder / "cache"
        env = {"SHOAL_CACHE": str(folder)}
        first = shoal(*RUN, "--engine", "jit", env=env)
        self.assertEqual(len(list(folder.glob("*.jit"))), 1)
        self.assertEqual(shoal(*RUN, "--engine", "jit", env=env).out, first.out)
        self.assertIn("1 3.5 6 8.5", first.out)


class WithoutJit(CliTest):
    def test_a_module_that_is_not_there(self):
        env = {"SHOAL_JIT_MODULE": "/nowhere/libshoal-jit.so"}
        result = shoal("jit", SAXPY, env=env)
        self.assertEqual((result.status, result.err),
                         (2, "shoal jit: There is no JIT (libshoal-jit.so) here. Build with "
                             "-Djit=enabled, or use --engine interp.\n"))
        self.assertIn("1 3.5 6 8.5", shoal(*RUN, env=env).out)  # engine auto interprets

    def test_a_level_that_does_not_exist(self):
        result = shoal(*RUN, env={"SHOAL_CPU": "mmx"})
        self.assertEqual(result.status, 2)
        self.assertIn("SHOAL_CPU", result.err)
