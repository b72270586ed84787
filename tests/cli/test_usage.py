"""What wrong command lines get: one message each, word for word, and status 2."""

import subprocess

from support import CliTest, MANDELBROT, SAXPY, S_ENDPGM, SHOAL, raw, shoal

SAXPY_ARGS = ["--arg", "f32:2", "--arg", "buf:f32:64:iota", "--arg", "buf:f32:64"]
RUN = ["run", SAXPY, "--grid", "64", "--block", "64"]


class Commands(CliTest):
    def test_no_command_lists_the_commands(self):
        result = shoal()
        self.assertEqual(result.status, 2, result)
        for name in ("run", "info", "isa", "version", "help"):
            self.assertIn(f"\n  {name} ", result.err)

    def test_help_is_no_error(self):
        for words in (["help"], ["--help"], ["-h"], ["help", "run"], ["run", "--help"],
                      ["info", "-h"], ["help", "version"], ["help", "help"], ["help", "isa"]):
            with self.subTest(words=words):
                result = self.done(*words)
                self.assertEqual(result.err, "")
                self.assertIn("usage: shoal", result.out)

    def test_version(self):
        self.assertEqual(self.done("version").out, "shoal 0.1.0\n")
        self.assertEqual(self.done("--version").out, "shoal 0.1.0\n")
        self.refused("shoal: version takes no 'now'", "version", "now")

    def test_unknown_command_names_the_nearest(self):
        self.refused("shoal: no command 'rnu'; did you mean 'shoal run'?", "rnu")
        self.refused("shoal: no command 'frobnicate'; 'shoal help' lists them", "frobnicate")
        self.refused("shoal: no command 'rum'; did you mean 'shoal run'?", "help", "rum")

    def test_output_that_cannot_be_written_is_a_failure(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run([SHOAL, "help"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (2, "shoal: cannot write the output\n"))


class Options(CliTest):
    def test_unknown_option_names_the_nearest(self):
        self.refused("shoal run: unknown option '--gird'; did you mean '--grid'?",
                     "run", SAXPY, "--gird", "64")
        self.refused("shoal run: unknown option '--blok'; did you mean '--block'?",
                     "run", SAXPY, "--blok=64")
        self.refused("shoal run: unknown option '--frobnicate'; see 'shoal help run'",
                     "run", SAXPY, "--frobnicate")
        self.refused("shoal info: unknown option '--jsno'; did you mean '--json'?",
                     "info", SAXPY, "--jsno")

    def test_missing_value_shows_an_example(self):
        self.refused("shoal run: --grid needs a value: --grid X[,Y[,Z]], for example 1024,1024",
                     "run", SAXPY, "--grid")
        self.refused("shoal run: --print needs a value: --print N[:COUNT][:TYPE], for example 2:16",
                     "run", SAXPY, "--print", "--stats")
        self.refused("shoal run: --kernel needs a value: --kernel NAME", "run", SAXPY, "--kernel=")

    def test_value_where_none_is_taken(self):
        self.refused("shoal run: --raw takes no value; '--raw=1' gives one", "run", SAXPY, "--raw=1")

    def test_value_after_equals_sign(self):
        self.done("run", SAXPY, "--grid=64", "--block=64", *SAXPY_ARGS)

    def test_words_after_two_dashes_are_files(self):
        self.refused("shoal info: ...--odd...", "info", "--", "--odd")

    def test_file(self):
        self.refused("shoal run: no file is given; for example: shoal run saxpy.co --grid "
                     "1024 --block 256 (see 'shoal help run')", "run", "--grid", "1")
        self.refused("shoal info: no file is given; for example: shoal info saxpy.co", "info")
        self.refused("shoal run: 'b.co' is one file too many; 'a.co' is given already",
                     "run", "a.co", "b.co")
        self.refused("shoal info: 'b.co' is one file too many; 'a.co' is given already",
                     "info", "a.co", "b.co")

    def test_grid_and_block(self):
        self.refused("shoal run: --grid is missing: the number of work-items, for example "
                     "--grid 1024", "run", SAXPY)
        self.refused("shoal run: --block is missing: the work-items of a work-group, for example "
                     "--block 256", "run", SAXPY, "--grid", "64", *SAXPY_ARGS)
        for text in ("0", "", "x", "1,2,3,4", "4294967297", "1,,2", "-1", "1.5", "1,"):
            with self.subTest(text=text):
                self.refused("shoal run: --grid...", "run", SAXPY, f"--grid={text}")
        self.refused("shoal run: --grid '8x8': expected one to three whole numbers from 1 to "
                     "4294967296, separated by commas; --grid takes X[,Y[,Z]], for example 1024,1024",
                     "run", SAXPY, "--grid", "8x8")
        self.refused("shoal run: --block '0': expected one to three whole numbers from 1 to 1024, "
                     "separated by commas; "
                     "--block takes X[,Y[,Z]], for example 256",
                     "run", SAXPY, "--grid", "8", "--block", "0")

    def test_other_values(self):
        self.refused("shoal run: --engine 'fast': there is no such engine; --engine takes "
                     "auto|interp|jit, for example interp", *RUN, "--engine", "fast")
        self.refused("shoal run: --threads '0': expected a whole number from 1 to 4096; --threads takes "
                     "N, for example 4", *RUN, "--threads", "0")
        self.refused("shoal run: --repeat 'often': expected a whole number from 1 to 1000000; --repeat "
                     "takes N, for example 10", *RUN, "--repeat", "often")
        self.refused("shoal run: --timeout '-1': expected a number of seconds above 0; --timeout takes "
                     "SECONDS, for example 10", *RUN, "--timeout", "-1")
        self.refused("shoal run: --timeout 'nan': expected a number of seconds above 0; --timeout takes "
                     "SECONDS, for example 10", *RUN, "--timeout", "nan")
        self.refused("shoal run: --stats=xml: there are --stats and --stats=json", *RUN,
                     "--stats=xml")
        self.refused("shoal run: --lds '99999999999': expected a whole number from 0 to 4294967295; "
                     "--lds takes BYTES, for example 4096", *RUN, "--lds", "99999999999")
        self.refused("shoal run: --offset '1,a': expected one to three whole numbers, separated by commas; --offset takes "
                     "X[,Y[,Z]], for example 4096", *RUN, "--offset", "1,a")
        self.refused("shoal run: --cpu 'mmx': this machine or build has none of that; --cpu takes "
                     "sse2|avx2|avx512, for example avx2", *RUN, *SAXPY_ARGS, "--cpu", "mmx")

    def test_options_of_raw_need_raw(self):
        for words in (["--wave64"], ["--rsrc1", "0x40"], ["--rsrc2", "4"], ["--scratch", "16"]):
            with self.subTest(words=words):
                self.refused("shoal run: --wave64, --rsrc1, --rsrc2 and --scratch are for --raw; a "
                             "code object states them itself", *RUN, *words)

    def test_requests(self):
        good = RUN + SAXPY_ARGS
        self.refused("shoal run: --print '+2': expected the number or the name of an argument at "
                     "first; --print takes N[:COUNT][:TYPE], for example 2:16", *good, "--print", "+2")
        self.refused("shoal run: --print z: there is no argument of this name; there are:\n"
                     "  argument 0 (a)\n  argument 1 (x)\n  argument 2 (y)", *good, "--print", "z")
        self.refused("shoal run: --print '2:all': expected a count or a type after the ':'; --print takes N[:COUNT][:TYPE], "
                     "for example 2:16", *good, "--print", "2:all")
        self.refused("shoal run: --print 3: there is no argument 3; 3 are given, counted from 0",
                     *good, "--print", "3")
        self.refused("shoal run: --print 0: argument 0 (a) is not a buffer: it was given as 'f32:2'",
                     *good, "--print", "0")
        self.refused("shoal run: --dump '2': the file is missing; --dump takes N=FILE, for example "
                     "2=y.bin", *good, "--dump", "2")
        self.refused("shoal run: --dump 2=y.png: argument 2 (y) is a buffer, which has no width, "
                     "height and format to make a picture of; give it as an image, as in "
                     "img:rgba8:640x480, or write its bytes to a file of another name",
                     *good, "--dump", "2=y.png")
        self.refused("shoal run: --expect 2: cannot read '/nonexistent/f': No such file or "
                     "directory", *good, "--expect", "2=/nonexistent/f")
        short = self.file("short.bin", bytes(12))
        self.refused(f"shoal run: --expect 2: '{short}' has 12 bytes, but the buffer has 256",
                     *good, "--expect", f"2={short}")
        result = shoal(*good, "--dump", "2=/nonexistent/f")
        self.assertEqual((result.status, result.err), (
            2, "shoal run: cannot write '/nonexistent/f': No such file or directory\n"))
        self.refused("shoal run: cannot write '/nonexistent/f': No such file or directory",
                     *good, "--trace", "/nonexistent/f")


class Specs(CliTest):
    def check(self, spec, why):
        self.refused(f"shoal run: --arg {spec}: {why}", *RUN, "--arg", spec)

    def test_grammar(self):
        types = "u8, i8, u16, i16, u32, i32, u64, i64, f16, bf16, f32, f64"
        self.check("42", "expected KIND:VALUE, such as f32:2.5 or buf:f32:1024; 'shoal help run' "
                   "lists the kinds")
        self.check("int:3", f"no type 'int'; there are {types}, hex, buf, lds, img, smp")
        self.check("buf:float:3", f"no type 'float'; there are {types}")
        self.check("buf:f32", "the number of elements is missing, as in buf:f32:1024")
        self.check("buf:f32:many", "'many' is not a number of elements (up to 1 TiB in all)")
        self.check("buf:f64:1024G", "'1024G' is not a number of elements (up to 1 TiB in all)")
        self.check("buf:f32:4:ones", "no initial contents 'ones'; there are zero, iota, fill=V, "
                                     "rand[=SEED], "
                   "file=PATH, {V,...}")
        self.check("buf:f32:4:rand=x", "the seed 'x' is not a number of 64 bits")
        self.check("lds:some", "'some' is not a number of bytes")

    def test_lists(self):
        self.check("buf:i32:{1,2", "the list of elements does not end with '}'")
        self.check("buf:i32:{1,,2}", "'' as i32: a number is missing")
        self.check("buf:i32:{1,x}", "'x' as i32: this is not an integer")
        self.check("buf:i32:2:{1,2,3}", "{...} has 3 elements, but the buffer has 2")
        self.check("buf:i32:{1}2", "the list of elements does not end with '}'")

    def test_images_and_samplers(self):
        self.check("img:rgba8", "an image is img:FORMAT:WxH, as img:rgba8:640x480")
        self.check("img:rgb99:4x4", "no image format 'rgb99'; there are r8, rgba8, rgba16f, rgba32f, ... and "
                                    "the names of table 52, as 8_8_8_8_UNORM")
        self.check("img:rgba8:4x0", "'0' is not a number of texels (1 to 16384)")
        self.check("img:rgba8:4x4x4x4", "an image has at most three sizes")
        self.check("img:rgba8:4x4:file=/nonexistent/a.bin",
                   "cannot read '/nonexistent/a.bin': No such file or directory")
        self.check("smp:blurred", "no sampler word 'blurred'; there are nearest, linear, edge, border, repeat, "
                                  "mirror, unnormalized")

    def test_values(self):
        self.check("f32:", "'' as f32: a number is missing")
        self.check("f32:two", "'two' as f32: this is not a number")
        self.check("f32:1,,2", "'' as f32: a number is missing")
        self.check("i32:1.5", "'1.5' as i32: this is not an integer")
        self.check("u8:256", "'256' as u8: the value does not fit the type")
        self.check("i8:128", "'128' as i8: the value does not fit the type")
        self.check("i8:-129", "'-129' as i8: the value does not fit the type")
        self.check("u32:-1", "'-1' as u32: the value does not fit the type")
        self.check("u64:18446744073709551616",
                   "'18446744073709551616' as u64: the value does not fit the type")
        self.check("buf:u16:4:fill=65536", "'65536' as u16: the value does not fit the type")
        self.check("hex:abc", "hex: takes pairs of digits, the first byte first")
        self.check("hex:", "hex: takes pairs of digits, the first byte first")
        self.check("hex:0g", "'0g' is not a byte in hexadecimal")

    def test_files(self):
        path = self.file("x.bin", bytes(8))
        self.check(f"buf:f32:4:file={path}", f"'{path}' has 8 bytes, but the buffer has 16")
        self.check("buf:f32:4:file=/nonexistent/f",
                   "cannot read '/nonexistent/f': No such file or directory")
        self.check(f"buf:u8:1:file={self.folder}", "...")


class Arguments(CliTest):
    def test_count(self):
        self.refused("shoal run: kernel 'saxpy' takes 3 arguments, but 2 are given:\n"
                     "  0  float a  --arg f32:2\n"
                     "  1  float* x  --arg buf:f32:4\n"
                     "  2  float* y  missing: --arg buf:f32:COUNT",
                     *RUN, "--arg", "f32:2", "--arg", "buf:f32:4")
        self.refused("shoal run: kernel 'saxpy' takes 3 arguments, but 4 are given:\n"
                     "  0  float a  --arg f32:2\n"
                     "  1  float* x  --arg buf:f32:64:iota\n"
                     "  2  float* y  --arg buf:f32:64\n"
                     "  3  --arg u32:1  (too many)", *RUN, *SAXPY_ARGS, "--arg", "u32:1")

    def check(self, index, spec, message):
        words = list(SAXPY_ARGS)
        words[2 * index + 1] = spec
        self.refused(f"shoal run: {message}", *RUN, *words)

    def test_kinds(self):
        self.check(0, "buf:f32:4", "argument 0 (a) of 'saxpy' is a value (float), but 'buf:f32:4' "
                                   "gives a buffer; use --arg f32:VALUE")
        self.check(1, "f32:3", "argument 1 (x) of 'saxpy' is a buffer (float*), but 'f32:3' gives "
                               "a value (f32); use --arg buf:f32:COUNT")
        self.check(2, "lds:64", "argument 2 (y) of 'saxpy' is a buffer (float*), but 'lds:64' "
                                "gives a pointer to local memory; use --arg buf:f32:COUNT")

    def test_types(self):
        self.check(0, "f64:2", "argument 0 (a) of 'saxpy' is a value of 4 bytes (float), but "
                               "'f64:2' gives a value of 8 bytes (f64); use --arg f32:VALUE")
        self.check(0, "u32:2", "argument 0 (a) of 'saxpy' is a value of 4 bytes (float), but "
                               "'u32:2' gives a value of 4 bytes (u32); use --arg f32:VALUE")
        self.check(0, "f32:1,2", "argument 0 (a) of 'saxpy' is a value of 4 bytes (float), but "
                                 "'f32:1,2' gives a value of 8 bytes (f32); use --arg f32:VALUE")
        self.check(0, "hex:0000", "argument 0 (a) of 'saxpy' is a value of 4 bytes (float), but "
                                  "'hex:0000' gives a value of 2 bytes; use --arg f32:VALUE")

    def test_raw_bits_fit_any_value(self):
        words = list(SAXPY_ARGS)
        words[1] = "hex:00004040"  # 3.0f
        result = self.done(*RUN, *words, "--print", "2:4")
        self.assertIn(": 0 3 6 9 ...", result.out)

    def test_signed_and_unsigned_are_the_same_bits(self):
        words = ["run", MANDELBROT, "--grid", "1", "--block", "1", "--arg", "f32:0", "--arg",
                 "f32:0", "--arg", "f32:0", "--arg", "f32:0", "--arg", "i32:7", "--arg",
                 "buf:i32:1", "--print", "5"]
        self.assertEqual(self.done(*words).out, "argument 5 (counts): i32[1]\n  0: 7\n")


class NamedArguments(CliTest):
    start = ["run", SAXPY, "--grid", "4", "--block", "4"]

    def test_any_order(self):
        result = self.done(*self.start, "--arg", "y=buf:f32:{10,20,30,40}", "--arg", "f32:2",
                           "--arg", "buf:f32:4:iota", "--print", "y")
        self.assertEqual(result.out, "argument 2 (y): f32[4]\n  0: 10 22 34 46\n")

    def test_refusals(self):
        self.refused("shoal run: --arg sum=f32:1: 'saxpy' has no argument 'sum'; it has: a, x, y",
                     *self.start, "--arg", "sum=f32:1")
        self.refused("shoal run: --arg a=f32:2: this argument is given already, as 'a=f32:1'",
                     *self.start, "--arg", "a=f32:1", "--arg", "a=f32:2")
        self.refused("shoal run: kernel 'saxpy' takes 3 arguments, but 1 is given:\n"
                     "  0  float a  missing: --arg f32:VALUE\n"
                     "  1  float* x  --arg x=buf:f32:4\n"
                     "  2  float* y  missing: --arg buf:f32:COUNT", *self.start, "--arg",
                     "x=buf:f32:4")
        self.refused("shoal run: --arg x=f32:1: the file does not name the arguments of 'raw'; "
                     "give them in order, or compile with -cl-kernel-arg-info",
                     *raw(self.code(S_ENDPGM), "--arg", "x=f32:1"))


class Kernels(CliTest):
    def test_unknown_kernel(self):
        self.refused(f"shoal run: '{SAXPY}' has no kernel 'saxpi'; did you mean 'saxpy'? It has:\n"
                     "  saxpy", *RUN, "--kernel", "saxpi")
        self.refused(f"shoal run: '{SAXPY}' has no kernel 'matmul'; it has:\n  saxpy",
                     *RUN, "--kernel", "matmul")
        self.refused(f"shoal info: '{SAXPY}' has no kernel 'matmul'; 'shoal info {SAXPY}' lists "
                     "those it has", "info", SAXPY, "--kernel", "matmul")

    def test_kernel_by_name(self):
        self.done(*RUN, *SAXPY_ARGS, "--kernel", "saxpy")

    def test_limits(self):
        endpgm = self.code(S_ENDPGM)
        for block, shape in (("1025", "1025 x 1 x 1"), ("32,33", "32 x 33 x 1"),
                             ("1024,1,2", "1024 x 1 x 2")):
            with self.subTest(block=block):
                self.refused(f"shoal run: A work-group of {shape} work-items is too large; the "
                             "device's limit is 1024.",
                             "run", endpgm, "--raw", "--grid", "2048,64,2", "--block", block)
        self.refused("shoal run: Kernel raw needs 0 bytes of local memory and 65540 more are asked "
                     "for; a work-group has at most 65536.", *raw(endpgm), "--lds", "65540")
        self.done(*raw(endpgm), "--lds", "65536")
        self.done("run", endpgm, "--raw", "--grid", "1024", "--block", "1024")

    def test_engine_that_is_not_there(self):
        result = shoal(*RUN, *SAXPY_ARGS, "--engine", "jit")
        if result.status != 0:
            self.assertEqual(result.status, 2)
            self.assertEqual(result.err,
                             "shoal run: There is no JIT (libshoal-jit.so) here. Build with "
                             "-Djit=enabled, or use --engine interp.\n")
