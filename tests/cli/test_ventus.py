"""Ventus in `shoal run` and `shoal info`: programs, test cases, .vmem images, traces, printf.

Programs are assembled by `shoal as`, which has its own tests against llvm-mc. Expected values are
computed here from what the programs say; layouts of files and traces are those of
THU-DSP-LAB/ventus-gpgpu (test cases) and of Spike (commit log)."""

import json
import re
import struct

from support import CliTest, EXAMPLES, MANDELBROT, ROOT, S_ENDPGM, pack, shoal

# out[i] = a[i] + b[i]; arguments a, b, out.
VECADD = """
    .text
    .globl vecadd
    .type vecadd, @function
vecadd:
    lw t0, 0(a0)
    lw t1, 4(a0)
    lw t2, 8(a0)
    csrr t3, knl
    lw t4, 24(t3)       # local size in x
    csrr t5, gidx
    mul t5, t5, t4
    csrr t6, tid
    add t5, t5, t6
    vid.v v1
    vadd.vx v1, v1, t5
    vsll.vi v1, v1, 2
    vadd.vx v2, v1, t0
    vadd.vx v3, v1, t1
    vadd.vx v4, v1, t2
    vlw12.v v5, 0(v2)
    vlw12.v v6, 0(v3)
    vfadd.vv v5, v5, v6
    vsw12.v v5, 0(v4)
    ret
    .size vecadd, . - vecadd
"""

# The manual's start code in short: a0 = arguments, call the kernel, end.
START = """
    .text
    .globl _start
    .type _start, @function
_start:
    csrr t0, knl
    lw t1, 0(t0)
    lw a0, 4(t0)
    jalr t1
    endprg x0, x0, x0
    .size _start, . - _start
"""
START_BYTES = 5 * 4

# out[i] = i < 3 ? 10 : 20, with a divergent branch.
DIVERGE = """
    .globl diverge
    .type diverge, @function
diverge:
    lw t0, 0(a0)
    vid.v v1
    vsll.vi v2, v1, 2
    vadd.vx v2, v2, t0
    li t1, 3
    vmv.v.x v3, t1
    auipc t2, 0
    setrpc zero, t2, 28
    vbge v1, v3, 1f      # 3 and above go to 1
    vmv.v.i v4, 10
    j 2f
1:  li t3, 20
    vmv.v.x v4, t3
2:  join zero, zero, 0
    vsw12.v v4, 0(v2)
    ret
"""


def hex_words(values):
    return "".join(f"{v:08x}\n" for v in values).encode()


class VentusMessages(CliTest):
    def faults(self, text, *words):
        source = self.file("fault.s", text.encode())
        code = str(self.folder / "fault.riscv")
        self.done("as", "--isa", "ventus", "--dialect", "toolchain", source, "-o", code)
        return shoal("run", code, "--warp", "4", "--grid", "4", "--block", "4", *words)

    def test_a_stack_that_grows_down_from_the_start_of_local_memory(self):
        result = self.faults(".globl k\n.type k, @function\nk:\n addi sp, sp, -16\n sw ra, 12(sp)\n ret\n")
        self.assertEqual(result.status, 1, result)
        self.assertIn("  address 0x6ffffffc, 4 bytes: 4 bytes below local memory (CSR_LDS), where stacks that "
                      "grow down go if the start code gives them no room; that of shoal cc-ventus does\n",
                      result.err)

    def test_private_memory_that_is_too_small_names_the_option(self):
        text = ".globl k\n.type k, @function\nk:\n li t0, 8192\n vmv.v.x v1, t0\n vlw.v v2, 0(v1)\n ret\n"
        result = self.faults(text)
        self.assertEqual(result.status, 1, result)
        self.assertIn("\n  outside the thread's private memory; shoal run --scratch (private_bytes in C) makes it "
                      "larger\n", result.err)
        self.assertEqual(self.faults(text, "--scratch", "16384").status, 0)

    def test_riscv64_is_called_that(self):
        # ELF header of 64 bytes: 64 bits, little-endian, relocatable, machine 243
        header = bytes.fromhex("7f454c46020101") + bytes(9) + struct.pack("<HHI", 1, 243, 1) + bytes(24)
        header += struct.pack("<IHHHHHH", 0, 64, 0, 0, 64, 0, 0)
        for command in ("run", "dis", "info"):
            result = shoal(command, self.file("r64.o", header))
            self.assertEqual(result.status, 2, result)
            self.assertIn("The ELF file is for riscv64, and Ventus is a machine of 32 bits. Compile with "
                          "--target=riscv32, or with shoal cc-ventus.", result.err)


class VentusTest(CliTest):
    def assemble(self, text, *options, name="program"):
        source = self.file(name + ".s", text.encode())
        out = str(self.folder / (name + ".riscv"))
        self.done("as", "--isa", "ventus", *options, source, "-o", out)
        return out

    def code_words(self, text, *options):
        source = self.file("code.s", text.encode())
        out = self.folder / "code.raw"
        self.done("as", "--isa", "ventus", "--raw", *options, source, "-o", out)
        data = out.read_bytes()
        return struct.unpack(f"<{len(data) // 4}I", data)

    def run_bytes(self, path, buffer, *words):
        dump = self.folder / "dump.bin"
        self.done("run", path, *words, "--dump", f"{buffer}={dump}")
        return dump.read_bytes()


    def write_case(self, name, shape, buffers, packet=0x90404000, lds=0x1000):
        """The files of a test case. shape: work-groups, warps and threads; buffers: address, words of
        contents, allocated bytes."""
        groups, warps, threads = shape
        fields = [0x80000000, 0, groups, 1, 1, threads, warps, packet, lds,
                  0x1000, 0x40, 0x40, 0x90004000, len(buffers)]
        fields += [b[0] for b in buffers] + [4 * len(b[1]) for b in buffers] + [b[2] for b in buffers]
        path = self.file(name + ".metadata",
                         hex_words([w for f in fields for w in (f & 0xffffffff, f >> 32)]))
        self.file(name + ".data", hex_words([w for b in buffers for w in b[1]]))
        return path


class Programs(VentusTest):
    def test_vecadd_at_every_warp_size(self):
        program = self.assemble(VECADD)
        want = pack("f", *[i + 2 for i in range(96)])
        for warp in (4, 8, 16, 32):
            got = self.run_bytes(program, 2, "--grid", "96", "--block", "48", "--warp", warp,
                                 "--arg", "buf:f32:96:iota", "--arg", "buf:f32:96:fill=2",
                                 "--arg", "buf:f32:96")
            self.assertEqual(got, want, warp)

    def test_own_start_code_gives_the_same(self):
        program = self.assemble(START + VECADD)
        got = self.run_bytes(program, 2, "--grid", "64", "--block", "32", "--kernel", "vecadd",
                             "--arg", "buf:f32:64:iota", "--arg", "buf:f32:64:fill=2",
                             "--arg", "buf:f32:64")
        self.assertEqual(got, pack("f", *[i + 2 for i in range(64)]))

    def test_trim(self):
        program = self.assemble(VECADD)
        words = ["--grid", "50", "--block", "20", "--warp", "8", "--arg", "buf:f32:100:fill=1",
                 "--arg", "buf:f32:100", "--arg", "buf:f32:100"]
        got = struct.unpack("<100f", self.run_bytes(program, 2, *words))
        self.assertEqual(got, tuple([1.0] * 50 + [0.0] * 50))
        # 20 work-items take three warps of 8: the last work-group reaches 40 + 24.
        got = struct.unpack("<100f", self.run_bytes(program, 2, *words, "--trim=off"))
        self.assertEqual(got, tuple([1.0] * 64 + [0.0] * 36))

    def test_bare_code(self):
        words = self.code_words(VECADD)
        raw = self.file("bare.bin", pack("I", *words))
        vmem = self.file("bare.vmem", hex_words(words))
        args = ["--grid", "32", "--block", "32", "--arg", "buf:f32:32:iota", "--arg",
                "buf:f32:32:iota", "--arg", "buf:f32:32"]
        want = pack("f", *[2 * i for i in range(32)])
        self.assertEqual(self.run_bytes(raw, 2, "--raw", "--isa", "ventus", *args), want)
        self.assertEqual(self.run_bytes(vmem, 2, *args), want)
        whole = self.file("whole.vmem", hex_words(self.code_words(START + VECADD)))
        self.assertEqual(self.run_bytes(whole, 2, "--entry", hex(0x80000000 + START_BYTES), *args),
                         want)

    def test_arguments_are_laid_out_as_pocl_does(self):
        # Words of the argument buffer: u8 at 0, f32 x 3 aligned to 16, a buffer, local memory.
        program = self.assemble("""
    .globl show
    .type show, @function
show:
    lw t0, 28(a0)
    vmv.v.x v9, t0
    lw t1, 0(a0)
    vmv.v.x v1, t1
    vsw12.v v1, 0(v9)
    lw t1, 16(a0)
    vmv.v.x v1, t1
    vsw12.v v1, 4(v9)
    lw t1, 24(a0)
    vmv.v.x v1, t1
    vsw12.v v1, 8(v9)
    lw t1, 32(a0)
    vmv.v.x v1, t1
    vsw12.v v1, 12(v9)
    lw t1, 36(a0)
    vmv.v.x v1, t1
    vsw12.v v1, 16(v9)
    ret
""")
        got = self.run_bytes(program, 2, "--grid", "4", "--block", "4", "--warp", "4", "--arg", "u8:7",
                             "--arg", "u32:1,2,3", "--arg", "buf:u32:5", "--arg", "lds:100", "--arg",
                             "lds:4096")
        self.assertEqual(got, pack("I", 7, 1, 3, 0x80000000 - 4096, 0x80000000 - 3 * 4096))

    def test_the_example_computes_what_the_rdna3_kernel_does(self):
        source = EXAMPLES / "mandelbrot_ventus.s"
        program = self.assemble(source.read_text(encoding="utf-8"))
        args = ["--grid", "48,32", "--arg", "f32:-2.2", "--arg", "f32:-1.25", "--arg", "f32:0.0625",
                "--arg", "f32:0.078125", "--arg", "u32:100", "--arg", "buf:u32:1536"]
        want = self.run_bytes(MANDELBROT, 5, "--block", "16,8", *args)
        for warp in (4, 8, 16, 32):
            self.assertEqual(self.run_bytes(program, 5, "--block", "16,8", "--warp", warp, *args), want,
                             warp)

    def test_info(self):
        program = self.assemble(START + VECADD)
        self.assertEqual(self.done("info", program).out,
                         f"{program}: Ventus program, dialect manual, with start code, 1 kernel\n"
                         "\n"
                         "kernel vecadd\n"
                         "  entry        0x80000014\n"
                         "  lds          0 bytes\n"
                         "  private      4096 bytes per thread\n"
                         "  occupancy    32 of 32 warps per multiprocessor\n")
        program = self.assemble(VECADD, "--dialect", "toolchain")
        data = json.loads(self.done("info", program, "--json").out)
        self.assertEqual(data["isa"], "ventus")
        kernel = data["kernels"][0]
        self.assertEqual((kernel["dialect"], kernel["has_start"], kernel["entry_address"]),
                         ("toolchain", False, 0x80000000))

    def test_options_for_the_other_instruction_set(self):
        program = self.assemble(VECADD)
        self.refused("shoal run: --wave64, --rsrc1 and --rsrc2 are for --isa rdna3", "run", program,
                     "--grid", "32", "--block", "32", "--wave64")
        self.refused("shoal run: --dialect, --warp, --trim, --slots, --entry and --trace-format=spike are for "
                     "--isa ventus", "run", self.code(S_ENDPGM), "--raw", "--grid", "32", "--block",
                     "32", "--trim")
        self.refused("shoal run: --warp '12': there is no such choice; --warp takes 4|8|16|32, for "
                     "example 16", "run", program, "--warp", "12")
        self.refused("shoal run: A work-group of 256 work-items takes more than 32 warps of 4 threads.",
                     "run", program, "--grid", "256", "--block", "256", "--warp", "4", "--arg",
                     "buf:f32:256", "--arg", "buf:f32:256", "--arg", "buf:f32:256")

    def test_a_file_without_the_bytes_of_its_code(self):
        path = self.assemble(START + VECADD)
        with open(path, "r+b") as file:  # p_filesz of the only segment: 0, p_memsz stays
            file.seek(52 + 16)
            file.write(bytes(4))
        self.refused("shoal run: Kernel vecadd starts at 0x80000000, where the file has no code, or "
                     "there is no memory to decode it.", "run", path, "--grid", "4", "--block", "4",
                     "--arg", "buf:f32:4", "--arg", "buf:f32:4", "--arg", "buf:f32:4")

    def test_a_program_for_the_other_machine(self):
        program = self.assemble(VECADD)
        self.refused(f"shoal run: {program}: The file holds code for ventus, but the device runs "
                     "rdna3; create it for \"ventus\".", "run", program, "--isa", "rdna3", "--grid",
                     "4", "--block", "4")


class Faults(VentusTest):
    def fault(self, body, *words):
        program = self.assemble(".globl k\n.type k, @function\nk:\n" + body)
        return self.refused("shoal run: kernel k: ...", "run", program, "--grid", "8", "--block", "8",
                            "--warp", "8", *words, status=1).err

    def test_illegal_instruction(self):
        text = self.fault(".word 0xffffffff")
        self.assertIn("illegal instruction\n  in work-group (0, 0, 0), warp 0\n  at pc 0x80000000 "
                      "(kernel + 0)", text)

    def test_memory(self):
        text = self.fault("li t0, 0x40000000\nvid.v v1\nvsll.vi v1, v1, 2\nvadd.vx v1, v1, t0\n"
                          "vlw12.v v2, 0(v1)\nret")
        self.assertIn("memory fault\n  in work-group (0, 0, 0), warp 0, thread 0", text)
        self.assertIn("vlw12.v v2, 0(v1)", text)
        self.assertIn("address 0x40000000, 4 bytes", text)

    def test_copies(self):
        text = self.fault("csrr s1, lds\nli a1, 0x90000004\nli t1, 64\ncp_dma_bulk s1, (a1), t1\nret")
        self.assertIn("memory fault\n  in work-group (0, 0, 0), warp 0\n", text)
        self.assertIn("cp_dma_bulk s1, (a1), t1\n  address 0x90000004, 64 bytes", text)
        self.assertIn("\n  the source of a copy must be a multiple of 16\n", text)
        # nothing is mapped there
        text = self.fault("csrr s1, lds\nli a1, 0x40000000\nli t1, 64\ncp_dma_bulk s1, (a1), t1\nret")
        self.assertIn("address 0x40000000", text)

    def test_end_inside_divergence(self):
        text = self.fault("vid.v v1\nvmv.v.i v2, 3\nsetrpc zero, ra, 0\nvblt v1, v2, 1f\n"
                          "endprg x0, x0, x0\n1: endprg x0, x0, x0")
        self.assertIn("divergence\n", text)
        self.assertIn("endprg", text)

    def test_the_instruction_is_shown_with_its_prefix(self):
        text = self.fault("lui t0, 0x40000\nvmv.v.x v40, t0\nvlw12.v v41, 0(v40)\nret")
        self.assertIn("at pc 0x80000010 (kernel + 0x10): vlw12.v v41, 0(v40)", text)

    def test_ecall(self):
        self.assertIn("illegal instruction", self.fault(".word 0x00000073"))

    def test_a_lost_pc(self):
        text = self.fault("li t0, 0x90000000\njr t0")
        self.assertIn("pc left the code", text)
        self.assertIn("kernels must end with endprg", text)


class StartCode(VentusTest):
    def test_words_are_what_their_comments_say(self):
        source = (ROOT / "src/isa/ventus/launch.c").read_text(encoding="utf-8")
        lines = re.findall(r"^    0x([0-9a-f]{8}), /\* (.*) \*/$", source, re.M)
        self.assertEqual(len(lines), 18)
        words = self.code_words("".join(text + "\n" for _, text in lines))
        self.assertEqual([f"{w:08x}" for w in words], [word for word, _ in lines])


class Cases(VentusTest):
    """Test cases: .metadata and .data."""

    def case(self, name="vecadd", groups=2, warps=2, threads=8, memory=None, arguments=None):
        """memory: instead of two inputs and an output; arguments: their addresses."""
        local = warps * threads
        items = groups * local
        code = self.code_words(START + VECADD)
        knl = [0x80000000 + START_BYTES, 0x90003000, 1, items, 1, 1, local, 1, 1] + [0] * 7
        usual = [(0x90000000, [struct.unpack("<I", struct.pack("<f", i))[0] for i in range(items)],
                  0x1000),
                 (0x90001000, [0x40000000] * items, 0x1000), (0x90002000, [0] * items, 0x1000)]
        buffers = [*(usual if memory is None else memory),
                   (0x90003000, arguments or [0x90000000, 0x90001000, 0x90002000], 0x1000),
                   (0x80000000, list(code), 0x10000000), (0x90004000, [], 0x20000),
                   (0x90404000, knl, 0x40)]
        return self.write_case(name, (groups, warps, threads), buffers), items

    def test_run(self):
        for warps, threads in ((2, 8), (1, 32), (5, 4), (3, 16)):
            path, items = self.case(groups=3, warps=warps, threads=threads)
            got = self.run_bytes(path, 2)
            self.assertEqual(got, pack("f", *[i + 2 for i in range(items)]), (warps, threads))

    def test_buffers_are_numbered_as_in_the_file(self):
        path, items = self.case()
        self.assertEqual(self.done("run", path, "--print", "2:4:f32", "--print", "3").out,
                         "buffer 2 (data): f32[32]\n   0: 2 3 4 5 ...\n"
                         "buffer 3 (arguments): u32[3]\n  0: 2415919104 2415923200 2415927296\n")
        want = self.file("want.bin", pack("f", *[i + 2 for i in range(items)]))
        self.done("run", path, "--expect", f"2={want}")
        wrong = self.file("wrong.bin", pack("f", *[2] * items))
        self.refused(f"shoal run: buffer 2 (data) differs from '{wrong}' at element 1: u32 is "
                     "1077936128 (0x40400000), expected 1073741824 (0x40000000); 31 of 32 elements "
                     "differ", "run", path, "--expect", f"2={wrong}", status=1)
        self.refused("shoal run: --print 7: there is no buffer 7; 7 are given, counted from 0", "run",
                     path, "--print", "7")

    def test_data_elsewhere(self):
        path, items = self.case()
        other = self.folder / "elsewhere.data"
        (self.folder / "vecadd.data").rename(other)
        self.refused(f"shoal run: cannot read '{self.folder}/vecadd.data': No such file or directory; "
                     "name the contents of the buffers with --data", "run", path)
        self.assertEqual(self.run_bytes(path, 2, "--data", other), pack("f", *[i + 2 for i in range(items)]))

    def test_contradiction(self):
        path, _ = self.case()
        text = (self.folder / "vecadd.metadata").read_text().splitlines()
        text[4] = "00000003"  # work-groups in x
        (self.folder / "vecadd.metadata").write_text("\n".join(text))
        self.refused(f"shoal run: {path}: The .metadata file has 3 work-groups in x, but the kernel "
                     "metadata buffer has 32 work-items in groups of 16.", "run", path, status=1)
        self.refused(f"shoal info: {path}: The .metadata file has 3 ...", "info", path, status=1)

    def test_what_a_case_states_is_not_given(self):
        path, _ = self.case()
        self.refused("shoal run: a test case states kernel, sizes and arguments itself: --kernel, "
                     "--grid, --block, --arg, --warp, --raw and --entry are not for it", "run", path,
                     "--grid", "64")

    def test_repeat_restores_the_buffers(self):
        path, items = self.case()
        self.assertEqual(self.run_bytes(path, 2, "--repeat", "3"), pack("f", *[i + 2 for i in range(items)]))

    def test_cases_one_after_the_other_keep_memory(self):
        # The second adds 2, which the first one's memory holds, to the first one's result; the third
        # to the second's.
        first, items = self.case("first")
        second, _ = self.case("second", memory=[(0x90002000, [], 0x1000), (0x90800000, [0] * 4, 0x800)],
                              arguments=[0x90002000, 0x90001000, 0x90800000])
        third, _ = self.case("third", memory=[(0x90800800, [], 0x2000), (0x90800000, [], 0x800)],
                             arguments=[0x90800000, 0x90001000, 0x90801000])
        self.assertEqual(self.run_bytes(first, 2), pack("f", *[i + 2 for i in range(items)]))
        dump = str(self.folder / "out.bin")
        self.done("run", first, second, "--dump", f"1={dump}")
        with open(dump, "rb") as out:  # the contents that are stated are what is dumped
            self.assertEqual(out.read(), pack("f", *[i + 4 for i in range(4)]))
        self.done("run", first, second, third, "--dump", f"0={dump}")
        with open(dump, "rb") as out:
            self.assertEqual(out.read()[0x800:0x800 + 4 * items],
                             pack("f", *[i + 6 for i in range(items)]))
        # Alone, the second reads what nobody listed.
        self.refused("shoal run: kernel second: memory fault...address 0x90001000, 4 bytes...",
                     "run", second, status=1)
        self.done("run", second, "--memory", "open", "--dump", f"1={dump}")
        with open(dump, "rb") as out:
            self.assertEqual(out.read(), bytes(16))

    def test_the_list_of_the_rtl(self):
        first, items = self.case("first")
        self.case("second", memory=[(0x90002000, [], 0x1000), (0x90800000, [], 0x1000)],
                  arguments=[0x90002000, 0x90001000, 0x90800000])
        (self.folder / "second.data").rename(self.folder / "other.data")
        listed = self.file("ventus_args.txt", b"""# two kernels
--sim-time-max 500000   # not for us
--kernel name=first,metafile=first.metadata,datafile=first.data --waveform
--kernel=name=second,metafile=second.metadata,datafile=other.data
""")
        self.assertEqual(self.run_bytes(listed, 1)[:4 * items],
                         pack("f", *[i + 4 for i in range(items)]))
        trace = self.folder / "trace.txt"
        self.done("run", listed, "--trace", trace, "--trace-format=spike")
        self.assertEqual(trace.read_text().count(": 3 0x80000000 ("), 2 * 2 * 2)  # cases, groups, warps
        wrong = self.file("wrong.txt", b"\n--kernel name=x,datafile=x.data\n")
        self.refused(f"shoal run: {wrong}:2: '--kernel name=x,datafile=x.data' names no metafile; a line "
                     "is --kernel name=NAME,metafile=NAME.metadata,datafile=NAME.data", "run", wrong)
        empty = self.file("empty.txt", b"# --kernel metafile=x\n")
        self.refused(f"shoal run: {empty}: the list names no kernels", "run", empty)
        self.refused("shoal run: --data and --repeat are for one test case, and 2 are given", "run",
                     listed, "--repeat", "2")
        self.refused(f"shoal run: '{MANDELBROT}' is one file too many; '{first}' is given already",
                     "run", first, MANDELBROT)

    def test_an_earlier_case_that_fails(self):
        first, _ = self.case("first", memory=[], arguments=[0xa0000000] * 3)
        second, _ = self.case("second")
        self.refused(f"shoal run: {first}: kernel first: memory fault...", "run", first, second,
                     status=1)

    def test_info(self):
        path, _ = self.case()
        self.assertEqual(self.done("info", path).out, """Ventus test case vecadd
  work-groups  2 x 1 x 1
  warps        2 of 8 threads in each
  start        0x80000000, kernel 0x80000014, metadata 0x90404000
  registers    64 vGPRs, 64 sGPRs
  lds          4096 bytes
  private      4096 bytes per thread at 0x90004000
  buffers      7
     0  data             4096 bytes at 0x90000000, 128 of them given
     1  data             4096 bytes at 0x90001000, 128 of them given
     2  data             4096 bytes at 0x90002000, 128 of them given
     3  arguments        4096 bytes at 0x90003000, 12 of them given
     4  code        268435456 bytes at 0x80000000, 100 of them given
     5  private        131072 bytes at 0x90004000, 0 of them given
     6  metadata           64 bytes at 0x90404000, 64 of them given
""")
        data = json.loads(self.done("info", path, "--json").out)
        self.assertEqual((data["case"], data["warps"], data["threads"], data["workgroups"]),
                         ("vecadd", 2, 8, [2, 1, 1]))
        self.assertEqual([b["role"] for b in data["buffers"]],
                         ["data", "data", "data", "arguments", "code", "private", "metadata"])


class HandWritten(VentusTest):
    """--lenient. The first case is the RTL's sim-verilator/testcase/vmask, in its layout: a word more than the
    .metadata file declares, and a metadata buffer in memory that nobody lists."""

    VMASK = """
    lui ra, 0x90000
    vsetvli zero, zero, e32, m1, ta, ma
    vle32.v v1, (ra)
    addi sp, ra, 32
    vle32.v v2, (sp)
    addi gp, ra, 64
    vle32.v v3, (gp)
    vmand.mm v3, v1, v2
    vse32.v v3, (gp)
    endprg x0, x0, x0
    """
    # cp_dma.4 to local memory at 8, from what gp points to; then local memory back.
    COPY = """
    lui gp, 0x90000
    li t0, 8
    vmv.v.x v1, t0
    li t1, 4
    cp_dma v1, (gp), t1, 4
    csrr t2, lds
    lw t3, 8(t2)
    sw t3, 4(gp)
    endprg x0, x0, x0
    """

    def case(self, code, data, surplus=(), packet=0x90004000):
        words = self.code_words(code, "--dialect", "toolchain")
        path = self.write_case("hand", (1, 1, 8), [(0x90000000, list(data), 0x1000),
                                                    (0x80000000, list(words), 0x100)], packet=packet)
        with open(self.folder / "hand.data", "ab") as out:
            out.write(hex_words(surplus))
        return path

    def lenient(self, path, *words):
        """stderr, and the words of buffer 0."""
        dump = self.folder / "out.bin"
        result = self.done("run", path, "--lenient", "--dump", f"0={dump}", *words)
        data = dump.read_bytes()
        return result.err, struct.unpack(f"<{len(data) // 4}I", data)

    def test_more_contents_than_declared(self):
        a, b, c = range(0x10, 0x18), [0xf0] + [0xff] * 7, range(0xdead0000, 0xdead0008)
        path = self.case(self.VMASK, [*a, *b, *c], surplus=[0])
        self.refused(f"shoal run: {path}: The .data file has 35 words, but the buffers of the .metadata file have "
                     "contents of 34 words. The two do not belong together. Tests written by hand run with --lenient "
                     "(shoal_case_open_lenient in C).", "run", path, status=1)
        err, words = self.lenient(path)
        self.assertEqual(err, f"shoal: warning: {path}: the .data file has 35 words, but the buffers of the "
                         ".metadata file have contents of 34 words; the words behind those are left out; the kernel "
                         "metadata buffer, 64 bytes at 0x90004000, is not in memory that is allocated; it is there "
                         "and zero\n")
        self.assertEqual(words[:16], (*a, *b))
        self.assertEqual(words[16:24], tuple(x & y for x, y in zip(a, b)))
        self.assertIn("Ventus test case hand\n", self.done("info", path, "--lenient").out)

    def test_copies_that_count_from_0(self):
        path = self.case(self.COPY, [0x12345678, 0], packet=0x90000800)
        self.refused("shoal run: kernel hand: memory fault...the destination of a copy must be local memory, "
                              "from 0x70000000 on; shoal run --lenient (lenient_copies in C) lets it count from "
                              "there...", "run", path, status=1)
        for engine in ("interp", "jit"):
            err, words = self.lenient(path, "--engine", engine)
            self.assertEqual(err, "shoal: warning: kernel hand: the destination of a copy, 0x8, is no address of local "
                             "memory; it and others like it count from CSR_LDS\n")
            self.assertEqual(words, (0x12345678, 0x12345678))

    def test_dis(self):
        path = self.case(self.COPY, [0x12345678, 0], packet=0x90000800)
        text = """\
Ventus test case hand
  work-groups  1 x 1 x 1
  warps        1 of 8 threads in each
  start        0x80000000, kernel 0x80000000, metadata 0x90000800
  registers    64 vGPRs, 64 sGPRs
  lds          4096 bytes
  private      4096 bytes per thread at 0x90004000
  buffers      2
     0  metadata         4096 bytes at 0x90000000, 8 of them given
     1  code              256 bytes at 0x80000000, 36 of them given
"""
        out = self.done("dis", path).out
        self.assertTrue(out.startswith(text), out)
        code = self.code_words(self.COPY, "--dialect", "toolchain")
        self.assertIn("\n0000000080000000 <hand>:\n", out)
        lines = re.findall(r"^\t(.*?) +// ([0-9A-F]+): ([0-9A-F ]+)$", out, re.M)
        self.assertEqual([int(at, 16) for _, at, _ in lines], [0x80000000 + 4 * i for i in range(len(code))])
        self.assertEqual([int(word, 16) for *_, word in lines], list(code))
        self.assertEqual(lines[4][0], "cp_dma v1, (gp), t1, 4")
        # What the assembler takes back, with the header as comments.
        text = self.done("dis", path, "--no-addresses").out
        self.assertTrue(text.startswith("# Ventus test case hand\n"), text)
        self.assertEqual(self.code_words(text, "--dialect", "toolchain"), code)
        data = json.loads(self.done("dis", path, "--json").out)
        self.assertEqual(data["objects"][0]["container"], "test case")
        # A kernel behind start code has its name there, the start code has its own.
        path, _ = Cases.case(self)
        names = re.findall(r"^([0-9a-f]{16}) <(.*)>:$", self.done("dis", path).out, re.M)
        self.assertEqual(names, [("0000000080000000", "_start"), (f"{0x80000000 + START_BYTES:016x}", "vecadd")])

    def test_dis_of_vmem(self):
        code = self.code_words(VECADD)
        vmem = self.file("code.vmem", hex_words(code))
        out = self.done("dis", vmem).out
        lines = re.findall(r"// ([0-9A-F]+): ([0-9A-F ]+)$", out, re.M)
        self.assertEqual([(int(at, 16), int(word, 16)) for at, word in lines],
                         [(0x80000000 + 4 * i, word) for i, word in enumerate(code)])

    def test_mistakes(self):
        vmem = self.file("code.vmem", b"0000400b\n")
        self.refused("shoal dis: --lenient is for test cases (.metadata)", "dis", vmem, "--lenient")
        self.refused("shoal dis: cannot read '/nowhere.metadata': No such file or directory", "dis",
                     "/nowhere.metadata")
        path = self.case(self.COPY, [0, 0], surplus=[0])
        self.refused(f"shoal dis: {path}: The .data file has 12 words...", "dis", path, status=1)


class Traces(VentusTest):
    def trace(self, program, *words):
        path = self.folder / "trace.txt"
        self.done("run", program, *words, "--trace", path)
        return path.read_text(encoding="utf-8").splitlines()

    def test_divergence(self):
        program = self.assemble(DIVERGE)
        self.assertEqual(self.run_bytes(program, 0, "--grid", "4", "--block", "4", "--warp", "4",
                                        "--arg", "buf:u32:4"), pack("I", 10, 10, 10, 20))
        lines = self.trace(program, "--grid", "4", "--block", "4", "--warp", "4", "--arg", "buf:u32:4")
        # From the branch to the store: kernel + 0x20. simt-stack.md: the side with fewer threads
        # runs first, here the target with thread 3; join takes the other side from the stack,
        # then all threads, then goes on.
        body = [line.replace("group 0,0,0 warp 0 ", "") for line in lines if "warp 0 +0x" in line]
        start = next(i for i, line in enumerate(body) if "vbge" in line)
        self.assertEqual(body[start:start + 9], [
            "+0x20 vbge v1, v3, 12 | mask f | mask=8 stack=2",
            "+0x2c li t3, 20 | mask 8 | t3=14",
            "+0x30 vmv.v.x v4, t3 | mask 8 | v4=0*3,14",
            "+0x34 join zero, zero, 0 | mask 8 | mask=7 stack=1",
            "+0x24 vmv.v.i v4, 10 | mask 7 | v4=a*3,14",
            "+0x28 j 12 | mask 7",
            "+0x34 join zero, zero, 0 | mask 7 | mask=f stack=0",
            "+0x34 join zero, zero, 0 | mask f",
            "+0x38 vsw12.v v4, 0(v2) | mask f | store 4 global 90001000+4*4",
        ])

    # The layout is that of the logs beside the RTL's test cases (THU-DSP-LAB/ventus-gpgpu,
    # ventus/txt/adv_gaussian/Fan1_0.log), among them the values of mstatus; W is the instruction's
    # word. Values follow from the program.
    SPIKE_PROGRAM = """
    .globl _start
_start:
    li sp, 16
    addi tp, tp, -8
    csrr a0, lds
    sw tp, 4(a0)
    sb sp, 8(a0)
    lw a2, 4(a0)
    li t4, 32
    vsetvli t4, t4, e32, m1, ta, ma
    lui t4, 2
    csrrs t4, mstatus, t4
    csrw mtvec, a0
    vid.v v2
    vsll.vi v3, v2, 2
    vadd.vx v3, v3, a0
    vsw12.v v2, 16(v3)
    vlw12.v v4, 16(v3)
    vadd.vv v40, v2, v2
    beqz a2, 1f
    la t1, 1f
    setrpc zero, t1, 0
    vbge v2, v4, 1f
1:  vmv.v.i v5, 3
    la t1, 3f
    setrpc zero, t1, 0
    vbge v2, v5, 2f
    j 3f
2:  vmv.v.i v5, 4
3:  join zero, zero, 0
    endprg x0, x0, x0
"""
    SPIKE_LOG = """\
00 li      x2, 16
00 x2  0x00000010
04 addi    x4, x4, -8
04 x4  0xfffffff8
08 csrr    x10, lds
08 x10 0x70000000
0c sw      x4, 4(x10)
0c mem 0x70000004 0xfffffff8
10 sb      x2, 8(x10)
10 mem 0x70000008 0x10
14 lw      x12, 4(x10)
14 x12 0xfffffff8 mem 0x70000004
18 li      x29, 32
18 x29 0x00000020
1c vsetvli x29, x29, e32, m1, ta, ma
1c x29 0x00000004 c8_vstart 0x00000000 c3104_vl 0x00000004 c3105_vtype 0x000000d0 c768_mstatus 0x80000600
20 lui     x29, 2
20 x29 0x00002000
24 csrrs   x29, mstatus, x29
24 x29 0x80000600 c768_mstatus 0x80006600
28 csrw    mtvec, x10
28 c773_mtvec 0x70000000
2c vid.v   v2
2c c8_vstart 0x00000000 e32 m1 l4 v2  0000000f 0x00000003 00000002 00000001 00000000@
30 vsll.vi v3, v2, 2
30 c8_vstart 0x00000000 e32 m1 l4 v3  0000000f 0x0000000c 00000008 00000004 00000000@
34 vadd.vx v3, v3, x10
34 c8_vstart 0x00000000 e32 m1 l4 v3  0000000f 0x7000000c 70000008 70000004 70000000@
38 vsw12.v v2, 16(v3)
38 c8_vstart 0x00000000 e32 m1 l4 mem 0x70000010 0x00000000 mem 0x70000014 0x00000001 mem 0x70000018 0x00000002 mem 0x7000001c 0x00000003
3c vlw12.v v4, 16(v3)
3c e32 m1 l4 v4  0000000f 0x00000003 00000002 00000001 00000000@ c8_vstart 0x00000000 mem 0x70000010 mem 0x70000014 mem 0x70000018 mem 0x7000001c
40 regext  x0, x0, 1
40
44 vadd.vv v40, v2, v2
44 c8_vstart 0x00000000 e32 m1 l4 v40 0000000f 0x00000006 00000004 00000002 00000000@
48 beqz    x12, pc + 20
48
4c auipc   x6, 0
4c x6  0x8000004c
50 addi    x6, x6, 16
50 x6  0x8000005c
54 setrpc  x0, x6, 0
54 c2060_rpc 0x8000005c current mask:\t0000000f current npc:\t00000000 stack size: 0
58 vbge    v2, v4, pc + 4
58 c8_vstart 0x00000000 e32 m1 l4 current mask:\t0000000f current npc:\t8000005c stack size: 0
5c vmv.v.i v5, 3
5c c8_vstart 0x00000000 e32 m1 l4 v5  0000000f 0x00000003 00000003 00000003 00000003@
60 auipc   x6, 0
60 x6  0x80000060
64 addi    x6, x6, 24
64 x6  0x80000078
68 setrpc  x0, x6, 0
68 c2060_rpc 0x80000078 current mask:\t0000000f current npc:\t8000005c stack size: 0
6c vbge    v2, v5, pc + 8
6c c8_vstart 0x00000000 e32 m1 l4 current mask:\t00000008 current npc:\t80000074 stack size: 2
[r_pc] 80000078 [else_pc] 80000070 [else_mask] 00000007@
[r_pc] 80000078 [else_pc] 80000078 [else_mask] 0000000f@
74 vmv.v.i v5, 4
74 c8_vstart 0x00000000 e32 m1 l4 v5  00000008 0x00000004 00000003 00000003 00000003@
78 join    x0, x0, 0
78 current mask:\t00000007 current npc:\t80000070 stack size: 1
[r_pc] 80000078 [else_pc] 80000078 [else_mask] 0000000f@
70 j       pc + 8
70
78 join    x0, x0, 0
78 current mask:\t0000000f current npc:\t80000078 stack size: 0
78 current mask:\t0000000f current npc:\t80000078 stack size: 0
Executed 2 times
7c endprg  x0, x0, x0
7c
"""

    def spike_log(self, words):
        """The lines of SPIKE_LOG with all that each begins with; @ is a blank at the end."""
        out, pc = [], None
        for line in self.SPIKE_LOG.replace("@", " ").splitlines():
            if line.startswith("["):
                out.append(line)
                continue
            if line.startswith("Executed"):
                out.append("core   0: " + line)
                continue
            at, rest = int(line[:2], 16), line[3:]
            is_commit = pc == at
            pc = at
            where = f"0x{0x80000000 + at:08x} (0x{words[at // 4]:08x})"
            out.append(f"core   0: {'3 ' if is_commit else ''}{where}{' ' if rest else ''}{rest}")
        return out

    def test_spike(self):
        program = self.assemble(self.SPIKE_PROGRAM, "--dialect", "toolchain")
        words = self.code_words(self.SPIKE_PROGRAM, "--dialect", "toolchain")
        run = ["--block", "4", "--warp", "4"]
        want = self.spike_log(words)
        lines = self.trace(program, "--grid", "8", *run, "--trace-format", "spike")
        self.assertEqual(lines, ["# workgroup 0 0 0", *want, "# workgroup 1 0 0", *want])
        self.assertEqual(self.trace(program, "--grid", "4", *run, "--trace-format=spike"), want)
        # The other form of vectors: one number.
        as_number = [re.sub(r"(?<=0x)((?:[0-9a-f]{8} ){4})", lambda m: m[1].replace(" ", ""), line)
                     for line in want]
        self.assertNotEqual(as_number, want)
        self.assertEqual(self.trace(program, "--grid", "4", *run, "--trace-format=spike-hex"),
                         as_number)


class Slots(VentusTest):
    """--slots N. The numbers are those of THU-DSP-LAB/ventus-gpgpu-isa-simulator, riscv/sim.cc: work-group i
    of those that it holds at once has its local memory at 0x70000000 + i LDSSIZE, and its warps are the cores
    from i NUMW on; LDSSIZE is 1024 per thread unless its driver says another number."""

    # out[g * 8 + thread] = CSR_LDS + 16 (what the scalar load finds there), by local family and by address
    SLOTS = """
    .globl slots
    .type slots, @function
slots:
    lw t0, 0(a0)
    csrr t1, gidx
    slli t2, t1, 5
    add t0, t0, t2
    csrr t3, tid
    vid.v v1
    vadd.vx v1, v1, t3
    vsll.vi v2, v1, 2
    csrr t4, lds
    vmv.v.x v3, t4
    vsw_local.v v3, 0(v2)    # local memory [thread] = CSR_LDS
    barrier zero, zero, 0
    vadd.vx v4, v2, t4
    vlw12.v v5, 0(v4)        # the same place by its address
    vlw_local.v v6, 0(v2)
    lw t5, 0(t4)
    vadd.vv v5, v5, v6
    vsub.vx v5, v5, t5
    vadd.vx v2, v2, t0
    vsw12.v v5, 0(v2)
    ret
"""

    def test_local_memory_by_slot(self):
        program = self.assemble(self.SLOTS)
        run = ["--grid", "40", "--block", "8", "--warp", "4", "--arg", "buf:u32:40"]
        for engine in ("interp", "jit"):
            for slots, want in ((1, [0] * 5), (2, [0, 1, 0, 1, 0]), (9, [0, 1, 2, 3, 4])):
                got = struct.unpack("<40I", self.run_bytes(program, 0, *run, "--engine", engine, "--slots", slots))
                self.assertEqual(got, tuple(0x70000000 + 8 * 1024 * s for s in want for _ in range(8)),
                                 (engine, slots))

    def test_cores_by_slot(self):
        program = self.assemble(self.SLOTS)
        run = [program, "--grid", "40", "--block", "8", "--warp", "4", "--arg", "buf:u32:40",
               "--trace-format=spike", "--trace"]
        log = self.folder / "log"
        self.done("run", *run, log, "--slots", "2")
        lines = log.read_text().splitlines()
        heads = [line for line in lines if line.startswith("#")]
        self.assertEqual(heads, [f"# workgroup {g} 0 0" for g in range(5)])
        cores = []
        for line in lines:
            if line.startswith("#"):
                cores.append(set())
            else:
                cores[-1].add(int(line[4:8]))
        self.assertEqual(cores, [{0, 1}, {2, 3}, {0, 1}, {2, 3}, {0, 1}])
        # All work-groups at once: the cores tell them apart, and so does diff-log.
        self.done("run", *run, log, "--slots", "5")
        text = log.read_text()
        self.assertNotIn("#", text)
        self.assertEqual({int(line[4:8]) for line in text.splitlines()}, set(range(10)))
        self.assertRegex(self.done("diff-log", str(log), str(log)).out, r"of 10 warps\n$")

    def test_a_case_states_the_step(self):
        words = self.code_words("""
    csrr t0, lds
    csrr t1, gidx
    slli t1, t1, 2
    lui t2, 0x90000
    add t1, t1, t2
    sw t0, 0(t1)
    endprg x0, x0, x0
""", "--dialect", "toolchain")
        buffers = [(0x90000000, [0] * 3, 0x1000), (0x80000000, list(words), 0x1000)]
        case = self.write_case("slots", (3, 1, 4), buffers, packet=0x90000800)
        dump = self.folder / "out.bin"
        self.done("run", case, "--slots", "2", "--dump", f"0={dump}")
        self.assertEqual(struct.unpack("<3I", dump.read_bytes()[:12]), (0x70000000, 0x70001000, 0x70000000))

    def test_mistakes(self):
        program = self.assemble(self.SLOTS)
        run = ["--grid", "8", "--block", "8", "--warp", "4", "--arg", "buf:u32:8"]
        self.refused("shoal run: --slots '0': expected a whole number from 1 to 4294967295; --slots takes N, for example 2",
                     "run", program, *run, "--slots", "0")
        self.refused("shoal run: 40000 slots of 8192 bytes do not fit into local memory, which has 268435456.",
                     "run", program, *run, "--slots", "40000")


class Printf(VentusTest):
    def test_records_and_csr(self):
        # printf("%d %s%c", id, "two", '\n') by one thread, in the record layout of the compiler; room
        # comes from an atomic add on the buffer's first word.
        program = self.assemble("""
    .globl hello
    .type hello, @function
hello:
    csrr t0, knl
    lw t1, 48(t0)       # print buffer
    li t2, 16           # id, int, 4 bytes of text, char
    amoadd.w t3, t2, (t1)
    add t1, t1, t3
    li t2, 1
    sw t2, 0(t1)
    csrr t2, gidx
    sw t2, 4(t1)
    li t2, 0x006f7774   # "two"
    sw t2, 8(t1)
    li t2, 10
    sw t2, 12(t1)
    li t2, 1
    csrw print, t2
1:  csrr t2, print
    bnez t2, 1b
    ret
    .section .ventus.printf, "", @progbits
    .asciz "1:3:4:4:4:%d %s%c"
""")
        out = self.done("run", program, "--grid", "12", "--block", "4", "--warp", "4", "--threads",
                        "1").out
        self.assertEqual(out, "0 two\n1 two\n2 two\n")


class DiffLog(VentusTest):
    """Logs written by hand in the layouts of THU-DSP-LAB/ventus-gpgpu (gaussian.chisel.log and
    ventus/txt/adv_gaussian/Fan1_0.log)."""

    SPIKE = """\
core   0: 0x00001000 (0x00000297) auipc   x5, 0x0
core   0: 3 0x00001000 (0x00000297) x5  0x00001000
core   0: 3 0x800000c8 (0x0042a503) x10 0x90003000 mem 0x90008004
core   1: 3 0x800000c8 (0x0042a503) x10 0x90003000 mem 0x90008004
core   0: 3 0x800000cc (0x5e02c0d7) c8_vstart 0x00000000 e32 m1 l4 v1  00000007 0x00000003 00000002 00000001 00000000 
core   1: 3 0x800000cc (0x5e02c0d7) c8_vstart 0x00000000 e32 m1 l4 v1  0000000f 0x00000003 00000002 00000001 00000000 
core   0: 3 0x800000d0 (0x00730133) x2  0x70000000
core   0: 3 0x800000d4 (0x0010607b) c8_vstart 0x00000000 e32 m1 l4 mem 0x90002010 0x3f000000 mem 0x90002020 0x3f2aaaaa
core   0: 3 0x80000090 (0x0000400b)
core   0: 3 0x80000094 (0x00100313) x6  0x00000001
"""
    RTL = """\
[315/315] ventus.tests.testOnly 
kernel 0 
warp 1 0x800000c8 0x0042a503 lsu.r x  10 op 0 @ 90008000+00000004
warp 0 0x800000c8 0x0042a503 lsu.r x  10 op 0 @ 90008000+00000004
warp 0 0x800000cc 0x5e02c0d7 v  1 0111 000000ff 00000002 00000001 00000000 
warp 0 0x800000d0 0x00730133 x  2  70000000
warp 1 0x800000cc 0x5e02c0d7 v  1 1111 00000003 00000002 00000001 00000000 
warp 0 0x800000c8 0x0042a503 x 10  90003000
warp 1 0x800000c8 0x0042a503 x 10  90003000
warp 0 0x800000d4 0x0010607b lsu.w v  1 op 3 mask 0011 00000003 80000000 3f2aaaaa 3f000000 @ 0 0 0 0
warp 0 0x80000044 0x00c50863 Jump? 1  80000054
warp 0 0x80000090 0x0000400b endprg
"""

    def compare(self, a, b, *words, status):
        one, two = self.file("a.log", a.encode()), self.file("b.log", b.encode())
        result = shoal("diff-log", one, two, *words)
        self.assertEqual((result.status, result.err), (status, ""), result)
        return result.out.replace(one, "A").replace(two, "B")

    def test_logs_that_agree(self):
        self.assertEqual(self.compare(self.SPIKE, self.SPIKE, status=0),
                         "the logs agree: 9 results of 2 warps\n")
        as_number = self.SPIKE.replace("0x00000003 00000002 00000001 00000000 ",
                                       "0x00000003000000020000000100000000")
        self.assertNotEqual(as_number, self.SPIKE)
        self.compare(self.SPIKE, as_number, status=0)
        # Order, the inactive thread and memory do not count between the RTL and Spike.
        self.compare(self.SPIKE, self.RTL, status=0)
        self.compare(self.RTL.replace("warp", "sm 0 warp"), self.SPIKE, status=0)

    def test_a_vector_that_differs(self):
        wrong = self.RTL.replace("v  1 0111 000000ff 00000002", "v  1 0111 000000ff 00000012")
        self.assertEqual(self.compare(self.SPIKE, wrong, status=1), """\
warp 0: the logs differ at pc 0x800000cc: vmv.v.x v1, t0
  A:5: core   0: 3 0x800000cc (0x5e02c0d7) c8_vstart 0x00000000 e32 m1 l4 v1  00000007 0x00000003 00000002 00000001 00000000 
  B:5: warp 0 0x800000cc 0x5e02c0d7 v  1 0111 000000ff 00000012 00000001 00000000 
  v1, thread 2: 00000002 and 00000012
before it:
  A:3: core   0: 3 0x800000c8 (0x0042a503) x10 0x90003000 mem 0x90008004
""")

    def test_memory_that_differs(self):
        wrong = self.SPIKE.replace("0x90002020 0x3f2aaaaa", "0x90002020 0x3f2aaaab")
        out = self.compare(self.SPIKE, wrong, "--context", "0", status=1)
        self.assertIn("warp 0: the logs differ at pc 0x800000d4: vsw12.v v1, 0(v0)\n", out)
        self.assertIn("  stored value: 3f2aaaaa and 3f2aaaab\n", out)
        self.assertNotIn("before it", out)

    def test_a_log_that_ends_early(self):
        lines = self.SPIKE.splitlines(True)
        short = "".join(lines[:5] + lines[6:])  # without warp 1's vector
        for a, b, first in ((self.SPIKE, short, "A"), (short, self.SPIKE, "B")):
            out = self.compare(a, b, status=1)
            self.assertIn("warp 1: the logs differ at pc 0x800000cc: vmv.v.x v1, t0\n", out)
            self.assertIn(f"  {first}:6: core   1: 3 0x800000cc ", out)
            self.assertIn(f"  {'B' if first == 'A' else 'A'}: nothing more\n", out)

    def test_what_shoal_writes_can_be_compared(self):
        program = self.assemble(DIVERGE)
        logs = []
        for form in ("spike", "spike-hex"):
            logs.append(str(self.folder / form))
            self.done("run", program, "--grid", "16", "--block", "8", "--warp", "4", "--arg",
                      "buf:u32:16", "--trace", logs[-1], "--trace-format", form)
        self.assertRegex(self.done("diff-log", *logs).out, r"^the logs agree: \d+ results of 4 warps\n$")

    def test_cores_of_all_work_groups(self):
        # Without lines between work-groups, cores above 31 are warps of their own.
        def log(value):
            return "".join(f"core {core:3}: 3 0x800000c8 (0x0042a503) x10 {value if core == 33 else core:#010x}\n"
                           for core in (0, 1, 32, 33))
        self.assertEqual(self.compare(log(33), log(33), status=0), "the logs agree: 4 results of 4 warps\n")
        self.assertIn("warp 33: the logs differ at pc 0x800000c8: lw a0, 4(t0)\n",
                      self.compare(log(33), log(34), status=1))

    def test_mistakes(self):
        log = self.file("a.log", self.SPIKE.encode())
        text = self.file("b.log", b"hello\n")
        self.refused(f"shoal diff-log: {text}: this is neither a commit log of Spike nor a log of the "
                     "RTL", "diff-log", log, text)
        self.refused("shoal diff-log: two logs are compared; for example: shoal diff-log shoal.log "
                     "rtl.log", "diff-log", log)
        self.refused("shoal diff-log: 'c' is one file too many", "diff-log", log, log, "c")
        self.refused("shoal diff-log: cannot read '/nowhere': No such file or directory", "diff-log",
                     log, "/nowhere")
        self.refused("...there is no such dialect...", "diff-log", log, log, "--dialect", "old")
