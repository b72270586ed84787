"""Files that are no good: a message, status 2, never a crash."""

import pathlib
import random
import struct

from support import CliTest, MANDELBROT, SAXPY, SHOAL, shoal

RUN = ["--grid", "64", "--block", "64", "--arg", "f32:2", "--arg", "buf:f32:64", "--arg",
       "buf:f32:64", "--timeout", "2"]


class Files(CliTest):
    def check(self, data, message):
        path = self.file("bad.co", data)
        self.refused(f"shoal info: {path}: {message}", "info", path)
        self.refused(f"shoal run: {path}: {message}", "run", path, "--grid", "1", "--block", "1")

    def test_missing(self):
        self.refused("shoal info: cannot read '/nonexistent/k.co': No such file or directory",
                     "info", "/nonexistent/k.co")
        self.refused("shoal run: cannot read '/nonexistent/k.co': No such file or directory",
                     "run", "/nonexistent/k.co", "--grid", "1", "--block", "1")

    def test_folder(self):
        self.refused(f"shoal info: cannot read '{self.folder}': Is a directory",
                     "info", self.folder)

    def test_empty(self):
        self.check(b"", "The file is empty. Give a gfx1100 code object, an offload bundle, or a "
                        "HIP program.")

    def test_text(self):
        self.check(b"kernel void saxpy() {}\n" * 20,
                   "The file starts with 6b 65 72 6e...: neither an ELF file nor an offload "
                   "bundle. Give a gfx1100 code object, an offload bundle, or a HIP program; bare "
                   "machine code needs --raw.")

    def test_program_of_this_machine(self):
        self.check(pathlib.Path(SHOAL).read_bytes(),
                   "The ELF file is for machine 62 (x86-64) and has no .hip_fatbin section with "
                   "GPU code. Give a gfx1100 code object, or a program compiled with "
                   "--offload-arch=gfx1100.")

    def test_other_gpu(self):
        data = bytearray(pathlib.Path(SAXPY).read_bytes())
        # e_flags at 48; EF_AMDGPU_MACH_AMDGCN_GFX1030 is 0x36 (LLVM's AMDGPU user guide).
        data[48:52] = struct.pack("<I", 0x36)
        self.check(bytes(data), "The code object is for gfx1030, not for gfx1100. Compile with "
                                "-mcpu=gfx1100 or --offload-arch=gfx1100.")

    def test_other_machine(self):
        data = bytearray(pathlib.Path(SAXPY).read_bytes())
        data[18:20] = struct.pack("<H", 21)  # EM_PPC64
        self.check(bytes(data), "The ELF file is for machine 21...")
        data[18:20] = struct.pack("<H", 243)  # EM_RISCV, in a file of 64 bits
        self.check(bytes(data), "The ELF file is for riscv64, and Ventus is a machine of 32 bits. Compile "
                                "with --target=riscv32, or with shoal cc-ventus.")

    def test_truncated(self):
        self.check(pathlib.Path(SAXPY).read_bytes()[:700],
                   "The ELF file's section header table (15 entries of 64 bytes at offset 0x...) "
                   "does not fit in the file of 700 bytes. It is truncated or damaged; copy or "
                   "compile it again.")

    def test_every_truncation(self):
        data = pathlib.Path(SAXPY).read_bytes()
        # The section headers come last and the loader does not need them all, so a file that
        # lacks only its end may load; nothing may crash.
        for size in sorted({*range(0, 64, 7), *range(64, len(data), 97)}):
            path = self.file("cut.co", data[:size])
            result = shoal("info", path)
            self.assertIn(result.status, (0, 2), result)
            if size < 2000:
                self.assertEqual(result.status, 2, f"{size} bytes: {result}")
            self.assertEqual(result.err == "", result.status == 0, result)

    def test_random_damage(self):
        seed = random.SystemRandom().randrange(1 << 32)
        print(f"# seed {seed}")
        generator = random.Random(seed)
        for _ in range(150):
            data = bytearray(pathlib.Path(generator.choice([SAXPY, MANDELBROT])).read_bytes())
            for _ in range(generator.choice([1, 1, 2, 8])):
                at = generator.randrange(len(data))
                data[at] = generator.choice([0, 255, data[at] ^ 1 << generator.randrange(8)])
            path = self.file("damaged.co", bytes(data))
            for words in (["info", path], ["run", path, *RUN]):
                result = shoal(*words, timeout=60)
                self.assertIn(result.status, (0, 1, 2), f"seed {seed}: {result}")
                self.assertEqual(result.err == "", result.status == 0, f"seed {seed}: {result}")

    def test_names_cannot_steer_the_terminal(self):
        data = pathlib.Path(SAXPY).read_bytes().replace(b"saxpy", b"\x1b[31m")
        path = self.file("escape.co", data)
        result = shoal("info", path)
        self.assertIn(result.status, (0, 2), result)
        self.assertNotEqual(result.out + result.err, "")
        self.assertNotIn("\x1b", result.out + result.err)
