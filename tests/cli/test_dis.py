"""`shoal dis`: what it shows of files, raw code and hex lines, and what it refuses. Texts of
instructions are llvm-objdump-22's."""

import json
import os
import pathlib
import pty
import shutil
import subprocess

from support import (CliTest, EXAMPLES, GLOBAL_LOAD, S_BRANCH_SELF, S_ENDPGM, S_NOP, SAXPY,
                     SHOAL, V_MOV_V0_1000, shoal)

BAD = bytes.fromhex("ffffffff")
SCC_BACK = bytes.fromhex("fdffa2bf")  # s_cbranch_scc1 65533


class Text(CliTest):
    def test_layout_is_objdumps(self):
        lines = self.done("dis", SAXPY).out.splitlines()
        self.assertEqual(lines[:7], [
            "", f"{SAXPY}:\tfile format elf64-amdgpu", "", "Disassembly of section .text:", "",
            "0000000000001900 <saxpy>:",
            "\ts_clause 0x3                                               // 000000001900: BF850003"])

    def test_raw_has_no_heading(self):
        out = self.done("dis", "--raw", self.code(V_MOV_V0_1000, S_ENDPGM)).out
        self.assertEqual(out, "\tv_mov_b32_e32 v0, 0x1000                                   "
                              "// 000000000000: 7E0002FF 00001000\n"
                              "\ts_endpgm                                                   "
                              "// 000000000008: BFB00000\n")

    def test_raw_from_standard_input(self):
        done = subprocess.run([SHOAL, "dis", "--raw", "--no-addresses", "-"], input=S_NOP,
                              stdout=subprocess.PIPE, check=True)
        self.assertEqual(done.stdout, b"\ts_nop 0\n")

    def test_invalid_words_and_the_rest(self):
        out = self.done("dis", "--raw", self.code(BAD, S_NOP, b"\x01\x02")).out
        self.assertEqual(out.splitlines(), [
            "\t.long 0xffffffff                                           "
            "// 000000000000: FFFFFFFF // no format has these leading bits",
            "\ts_nop 0                                                    // 000000000004: BF800000",
            "\t.byte 0x01, 0x02                                           "
            "// 000000000008: 01 02 // the code ends inside an instruction"])

    def test_a_truncated_instruction(self):
        out = self.done("dis", "--raw", "--no-addresses", self.code(GLOBAL_LOAD[:4])).out
        self.assertEqual(out, "\t.long 0xdc520000" + " " * 43 + "// the code ends inside an instruction\n")

    def test_labels(self):
        out = self.done("dis", "--raw", "--no-addresses", self.code(S_NOP, S_NOP, SCC_BACK, S_BRANCH_SELF)).out
        self.assertEqual(out.splitlines(), ["L0:", "\ts_nop 0", "\ts_nop 0", "\ts_cbranch_scc1 L0", "L1:",
                                            "\ts_branch L1"])

    def test_no_label_inside_an_instruction(self):
        into = bytes.fromhex("feffa0bf")  # s_branch to the literal before it
        out = self.done("dis", "--raw", "--no-addresses", self.code(V_MOV_V0_1000, into)).out
        self.assertEqual(out.splitlines(), ["\tv_mov_b32_e32 v0, 0x1000", "\ts_branch 65534"])

    def test_encodings(self):
        out = self.done("dis", "--raw", "--no-addresses", "--encodings", self.code(S_NOP)).out
        self.assertEqual(out, "\ts_nop 0                                                    // BF800000\n")

    def test_assembles_again(self):
        source = self.file("saxpy.s", self.done("dis", "--no-addresses", SAXPY).out.encode())
        again = str(self.folder / "again.bin")
        self.done("as", "--raw", source, "-o", again)
        def words(*args):
            return [line.split(": ")[1] for line in self.done("dis", *args).out.splitlines()
                    if "// 0" in line]
        self.assertEqual(words("--raw", again), words(SAXPY))

    def test_wave64(self):
        carry = self.code(bytes.fromhex("85040240"))  # v_add_co_ci_u32
        self.assertIn("v_add_co_ci_u32_e32 v1, vcc_lo, 5, v2, vcc_lo ",
                      self.done("dis", "--raw", carry).out)
        self.assertIn("v_add_co_ci_u32_e32 v1, vcc, 5, v2, vcc ",
                      self.done("dis", "--raw", "--wave64", carry).out)

    def test_symbol(self):
        out = self.done("dis", "--symbol", "saxpy", SAXPY).out
        self.assertIn("<saxpy>:", out)
        self.refused(f"shoal dis: '{SAXPY}' has no symbol 'saxpi'; did you mean 'saxpy'?",
                     "dis", "--symbol", "saxpi", SAXPY)

    def test_colours_on_a_terminal_only(self):
        self.assertNotIn("\033", self.done("dis", SAXPY).out)
        main, side = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        child = subprocess.Popen([SHOAL, "dis", "--raw", self.code(S_NOP)], stdout=side,
                                 env={**environment, "TERM": "xterm"})
        child.wait()
        os.close(side)
        self.assertIn(b"\033[1ms_nop\033[0m \033[33m0\033[0m", os.read(main, 4096))
        os.close(main)


class Hex(CliTest):
    def lines(self, text, *words):
        done = subprocess.run([SHOAL, "dis", "--hex", *words], input=text, text=True,
                              stdout=subprocess.PIPE, check=True)
        return done.stdout.splitlines()

    def test_one_line_each(self):
        self.assertEqual(self.lines("01050406\n[0x00,0x00,0x80,0xbf]\n\nffffffff\n01\nxyz\n"
                                    "000080bf000080bf\nff0200 7e\n" + "00" * 40 + "\n000080bf"), [
            "v_add_f32_e32 v2, v1, v2",
            "s_nop 0",
            "invalid: no bytes",
            "invalid: no format has these leading bits",
            "invalid: needs 4 bytes",
            "invalid: expected pairs of hex digits",
            "invalid: 4 bytes follow the instruction",
            "invalid: needs 8 bytes",
            "invalid: more bytes than an instruction can have",
            "s_nop 0"])

    def test_wave64(self):
        self.assertEqual(self.lines("85040240\n", "--wave64"), ["v_add_co_ci_u32_e32 v1, vcc, 5, v2, vcc"])


class Graph(CliTest):
    # loop: s_nop; s_nop; s_cbranch_scc1 loop; s_endpgm
    def loop(self):
        return self.code(S_NOP, S_NOP, SCC_BACK, S_ENDPGM)

    def test_blocks(self):
        self.assertEqual(self.done("dis", "--raw", "--cfg", self.loop()).out,
                         "function code: 2 blocks\n\n"
                         "block 0  0..0xc -> 0, 1\n\ts_nop 0\n\ts_nop 0\n\ts_cbranch_scc1 65533\n\n"
                         "block 1  0xc..0x10\n\ts_endpgm\n")

    def test_dot(self):
        out = self.done("dis", "--raw", "--cfg=dot", self.loop()).out
        self.assertIn('  f0b0 -> f0b0 [label="taken"];\n  f0b0 -> f0b1;\n', out)
        if shutil.which("dot"):
            subprocess.run(["dot", "-Tsvg"], input=out, text=True, check=True, stdout=subprocess.DEVNULL)

    def test_other_forms_are_refused(self):
        self.refused("shoal dis: --cfg 'svg': the only form is dot; --cfg takes dot, for example --cfg=dot", "dis", "--cfg=svg", SAXPY)


class Json(CliTest):
    def test_operands(self):
        data = json.loads(self.done("dis", "--json", "--raw", self.code(GLOBAL_LOAD, BAD)).out)
        first, second = data["objects"][0]["functions"][0]["instructions"]
        self.assertEqual(first["text"], "global_load_b32 v2, v[0:1], off")
        self.assertEqual(first["mnemonic"], "global_load_b32")
        self.assertEqual(first["bytes"], GLOBAL_LOAD.hex())
        registers = [(o["kind"], o["first"], o["dwords"], o["write"]) for o in first["operands"]
                     if o["kind"] == "vgpr"]
        self.assertEqual(registers, [("vgpr", 2, 1, True), ("vgpr", 0, 2, False)])
        self.assertEqual(second["invalid"], "no format has these leading bits")

    def test_a_file(self):
        data = json.loads(self.done("dis", "--json", SAXPY).out)
        self.assertEqual([f["name"] for f in data["objects"][0]["functions"]], ["saxpy"])


class Source(CliTest):
    def test_lines(self):
        """A line table that `shoal as` wrote: .loc says which line."""
        text = self.file("k.cl", b"one\ntwo\n  three\n")
        source = self.file("k.s", f'.text\n.file 1 "{text}"\n.globl f\n.type f,@function\nf:\n'
                           '.loc 1 1\ns_nop 0\ns_nop 1\n.loc 1 3\ns_endpgm\n.size f, .-f\n'.encode())
        out = str(self.folder / "k.co")
        self.done("as", source, "-o", out)
        shown = self.done("dis", "--source", "--no-addresses", out).out
        self.assertEqual(shown, f"\t.text\n\nf:\n; {text}:1\n; one\n\ts_nop 0\n\ts_nop 1\n"
                                f"; {text}:3\n; three\n\ts_endpgm\n")

    def test_without_lines(self):
        result = self.done("dis", "--source", SAXPY)
        self.assertEqual(result.err, f"shoal dis: '{SAXPY}' has no line information; compile it with -g\n")


class Ventus(CliTest):
    """What instructions print as is tested in tests/isa/ventus."""

    PROGRAM = (b"\t.globl twice\n\t.type twice,@function\ntwice:\n\tvadd.vv v40, v2, v33\n"
               b"\tvbne v1, v2, twice\n\tendprg x0, x0, x0\n")

    def assembled(self, *words):
        path = str(self.folder / "a.riscv")
        source = self.file("a.s", self.PROGRAM)
        self.done("as", "--isa", "ventus", *words, source, "-o", path)
        return path

    def test_layout(self):
        self.assertEqual(self.done("dis", self.assembled()).out.splitlines()[1:], [
            self.assembled() + ":\tfile format elf32-littleriscv", "", "Disassembly of section .text:", "",
            "0000000080000000 <twice>:",
            "\tvadd.vv v40, v2, v33                                       // 000080000000: 0090200B 02208457",
            "\tvbne v1, v2, -8                                            // 000080000008: FE111CDB <twice>",
            "\tendprg x0, x0, x0                                          // 00008000000C: 0000400B"])

    def test_prefixes_by_themselves(self):
        lines = self.done("dis", "--raw-prefixes", "--no-addresses", self.assembled()).out.splitlines()
        self.assertIn("\tregext zero, zero, 9", lines)
        self.assertIn("\tvadd.vv v8, v2, v1", lines)

    def test_the_file_says_the_dialect(self):
        data = json.loads(self.done("dis", "--json", self.assembled("--dialect", "toolchain")).out)
        self.assertEqual(data["objects"][0]["processor"], "ventus")
        word = self.file("w", b"7f002082\nab20c07f\n")
        self.assertEqual(self.done("dis", "--hex", "--dialect", "toolchain", word).out.splitlines()[1],
                         "vlw.v v1, -4(v0)")
        self.assertEqual(self.done("dis", "--hex", "--isa", "ventus", word).out.splitlines()[1],
                         "vlw12d.v v1, 2044(v0)")

    def test_labels_and_back(self):
        path = self.assembled()
        text = self.done("dis", "--no-addresses", path).out
        self.assertIn("\tvbne v1, v2, twice\n", text)
        sources = self.file("a.s", self.PROGRAM), self.file("b.s", text.encode())
        for source in sources:
            self.done("as", "--isa", "ventus", "--raw", source)
        first, second = (pathlib.Path(x).with_suffix(".bin").read_bytes() for x in sources)
        self.assertEqual((first, len(first)), (second, 16))

    def test_refusals(self):
        path = self.assembled()
        self.refused("shoal dis: the file holds code for ventus, not for rdna3", "dis", "--isa", "rdna3", path)
        self.refused("shoal dis: no instruction set is called 'riscv'; there are: rdna3, ventus", "dis", "--isa",
                     "riscv", path)
        self.refused("shoal dis: no dialect is called 'new'; there are: manual, toolchain", "dis", "--dialect",
                     "new", path)
        self.refused("shoal as: rdna3 has neither dialects nor prefixes; they belong to --isa ventus", "as", "--isa",
                     "rdna3", "--dialect", "manual", path)


class Refusals(CliTest):
    def test_usage(self):
        self.refused("shoal dis: no file is given; for example: shoal dis saxpy.co", "dis")
        self.refused("shoal dis: 'b' is one file too many; 'a' is given already", "dis", "a", "b")
        self.refused("shoal dis: --hex goes with --wave64 and the choice of instructions only", "dis", "--hex", "--json")
        self.refused("shoal dis: --cfg and --json exclude each other", "dis", "--cfg", "--json", SAXPY)
        self.refused("shoal dis: bare code (--raw) has neither symbols nor source lines", "dis",
                     "--raw", "--symbol", "x", SAXPY)

    def test_files(self):
        self.refused("shoal dis: cannot read 'no-such.co': No such file or directory", "dis", "no-such.co")
        self.refused("shoal dis: cannot read '/': Is a directory", "dis", "/")
        self.refused("shoal dis: cannot read 'no-such.bin': No such file or directory", "dis", "--raw",
                     "no-such.bin")
        path = self.code(S_NOP)
        self.refused(f"shoal dis: {path}: The file is no ELF file and no offload bundle. For bare machine code, "
                     "say so: --raw.", "dis", path)

    def test_sources_are_compiled(self):
        code = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx1100\"\nf:\n s_nop 3\n s_endpgm\n"
        out = self.done("dis", self.file("k.s", code.encode())).out
        self.assertRegex(out, r"<f>:\n\ts_nop 3 .*\n\ts_endpgm ")
        ventus = self.file("v.s", (EXAMPLES / "mandelbrot_ventus.s").read_bytes())
        text = self.done("dis", "--isa", "ventus", ventus).out
        self.assertIn("elf32-littleriscv", text)
        self.assertEqual(shoal("info", ventus).status, 2)
        self.assertIn("occupancy", self.done("info", "--isa", "ventus", ventus).out)
        self.refused("shoal info: --isa 'gcn': there is no such choice; --isa takes rdna3|ventus, for example ventus",
                     "info", "--isa=gcn", ventus)

    def test_damaged_files_never_crash(self):
        """Each byte of the headers changed, and every kind of truncation."""
        whole = pathlib.Path(SAXPY).read_bytes()
        table = int.from_bytes(whole[40:48], "little")
        places = list(range(16, 64, 3)) + list(range(table, len(whole), 41))
        for at in places:
            changed = bytearray(whole)
            changed[at] ^= 0xff
            result = shoal("dis", self.file("bad.co", bytes(changed)))
            self.assertIn(result.status, (0, 2), result)
        for size in range(0, len(whole), 397):
            result = shoal("dis", self.file("short.co", whole[:size]))
            self.assertIn(result.status, (0, 2), result)


class Bundles(CliTest):
    def test_bundle(self):
        bundler = shutil.which("clang-offload-bundler-22")
        if not bundler:
            self.skipTest("no clang-offload-bundler-22")
        empty, out = self.file("host.o", b""), str(self.folder / "kernels.hipfb")
        # Where it really is, it finds LLVM's other programs.
        subprocess.run([os.path.realpath(bundler), "-type=o", "-bundle-align=4096",
                        "-targets=host-x86_64-unknown-linux-gnu,hipv4-amdgcn-amd-amdhsa--gfx1100",
                        f"-input={empty}", f"-input={SAXPY}", f"-output={out}"], check=True)
        def code(path):
            return self.done("dis", path).out.split("format", 1)[1]
        self.assertEqual(code(out), code(SAXPY))
