"""Files that are no good: a message, status 2, never a crash."""

import pathlib
import random
import struct

from support import CliTest, MANDELBROT, SAXPY, SHOAL, shoal

RUN = ["--grid", "64", "--block", "64", "--arg", "f32:2", "--arg", "buf:f32:64", "--arg",
       "buf:f32:64", "--timeout", "2"]


class Files(CliTest):
    def check(self, data, *parts):
        path = self.file("bad.co", data)
        for words in (["info", path], ["run", path, "--grid", "1", "--block", "1"]):
            result = shoal(*words)
            self.assertEqual(result.status, 2, result)
            self.assertEqual(result.out, "", result)
            self.assertTrue(result.err.startswith(f"shoal {words[0]}: "), result)
            for part in parts:
                self.assertIn(part, result.err)

    def test_missing(self):
        for command in ("info", "run"):
            result = shoal(command, "/nonexistent/k.co", "--grid=1", "--block=1") \
                if command == "run" else shoal(command, "/nonexistent/k.co")
            self.assertEqual(result.status, 2)
            self.assertIn("/nonexistent/k.co", result.err)
            self.assertIn("No such file or directory", result.err)

    def test_folder(self):
        result = shoal("info", str(self.folder))
        self.assertEqual(result.status, 2, result)
        self.assertIn(str(self.folder), result.err)

    def test_empty_and_text(self):
        self.check(b"", "bad.co")
        self.check(b"kernel void saxpy() {}\n" * 20, "bad.co")

    def test_program_of_this_machine(self):
        self.check(pathlib.Path(SHOAL).read_bytes(), "bad.co")

    def test_other_gpu(self):
        data = bytearray(pathlib.Path(SAXPY).read_bytes())
        # e_flags at 48; EF_AMDGPU_MACH_AMDGCN_GFX1030 is 0x36 (LLVM's AMDGPU user guide).
        data[48:52] = struct.pack("<I", 0x36)
        self.check(bytes(data), "gfx1030", "gfx1100")

    def test_other_machine(self):
        data = bytearray(pathlib.Path(SAXPY).read_bytes())
        data[18:20] = struct.pack("<H", 62)  # EM_X86_64
        self.check(bytes(data), "bad.co")

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
