"""`shoal run` of sources, C++ names of kernels, and '-' for standard input and output."""

import os
import pathlib
import shutil
import struct
import subprocess

from support import CliTest, ROOT, S_ENDPGM, SAXPY, SHOAL, TARGET, kernel, raw, shoal

SOURCE = b"""kernel void scale(global float *p, float f)
{
    p[get_global_id(0)] *= f
#ifdef FACTOR
        * FACTOR
#endif
        ;
}
"""
RUN = ["--grid", "4", "--block", "4"]
ARGS = ["--arg", "buf:f32:4:iota", "--arg", "f=f32:2", "--print", "p"]


def has_clang():
    done = subprocess.run([ROOT / "tools" / "clc", "--fingerprint"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False)
    return done.returncode == 0


class OpenCl(CliTest):
    def setUp(self):
        super().setUp()
        if not has_clang():
            self.skipTest("clang 19 or later, libclc")
        self.source = self.file("scale.cl", SOURCE)

    def test_runs(self):
        result = self.done("run", self.source, *RUN, *ARGS)
        self.assertEqual(result.out, "argument 0 (p): f32[4]\n  0: 0 2 4 6\n")

    def test_options_of_the_compiler(self):
        for words in (["--cflags", "-O0 '-DFACTOR=10 / 2'"], ["--", "-DFACTOR=5"]):
            with self.subTest(words=words):
                result = self.done("run", self.source, *RUN, *ARGS, *words)
                self.assertEqual(result.out, "argument 0 (p): f32[4]\n  0: 0 10 20 30\n")
        self.refused("shoal run: --cflags '-D\'x': a quotation mark is not closed", "run",
                     self.source, *RUN, "--cflags", "-D'x")
        self.refused(f"shoal run: '{SAXPY}' is not compiled, so there is no compiler to give '-O3' "
                     "to; sources are .cl, .hip and .s", "run", SAXPY, *RUN, "--", "-O3")

    def test_nothing_is_stale(self):
        """The second run sees what the source has become, even with the time of before."""
        self.done("run", self.source, *RUN, *ARGS)
        times = os.stat(self.source)
        pathlib.Path(self.source).write_bytes(SOURCE.replace(b"*= f", b"+= f"))
        os.utime(self.source, ns=(times.st_atime_ns, times.st_mtime_ns))
        result = self.done("run", self.source, *RUN, *ARGS)
        self.assertEqual(result.out, "argument 0 (p): f32[4]\n  0: 2 3 4 5\n")

    def test_messages_are_the_compilers(self):
        bad = self.file("bad.cl", b"kernel void k(global int *p) { p[0] = oops; }\n")
        result = shoal("run", bad, *RUN, "--arg", "buf:i32:4")
        self.assertEqual((result.status, result.out), (2, ""), result)
        self.assertIn(f"{bad}:1:39: error: use of undeclared identifier 'oops'\n", result.err)
        self.assertTrue(result.err.endswith(
            f"shoal run: '{bad}' does not compile; see the messages above\n"), result)

    def test_faults_name_the_line(self):
        result = shoal("run", self.source, *RUN, "--arg", "buf:f32:0", "--arg", "f32:1")
        self.assertEqual(result.status, 1, result)
        self.assertIn(f"\n  source {self.source}:3:", result.err)
        self.assertIn("argument 0 (p) is null", result.err)

    def test_nothing_is_left_behind(self):
        folder = self.folder / "tmp"
        folder.mkdir()
        bad = self.file("bad.cl", b"oops")
        for source in (self.source, bad):
            shoal("run", source, *RUN, *ARGS, env={"TMPDIR": str(folder)})
            self.assertEqual(list(folder.iterdir()), [])

    def test_clc_names_its_output(self):
        done = subprocess.run([SHOAL, "clc", "-cl-kernel-arg-info", self.source], cwd=self.folder,
                              check=False)
        self.assertEqual(done.returncode, 0)
        result = self.done("run", self.folder / "scale.co", *RUN, *ARGS)
        self.assertEqual(result.out, "argument 0 (p): f32[4]\n  0: 0 2 4 6\n")

    def test_clc_of_a_moved_installation(self):
        """bin/shoal finds share/shoal/opencl/clc beside itself, and its built-ins there."""
        for name in ("bin", "share/shoal"):
            (self.folder / name).mkdir(parents=True)
        shutil.copy(SHOAL, self.folder / "bin" / "shoal")
        shutil.copytree(ROOT / "lib" / "opencl", self.folder / "share" / "shoal" / "opencl")
        build = pathlib.Path(SHOAL).resolve().parent
        environment = {**os.environ, "LD_LIBRARY_PATH": str(build / "src"), "SHOAL_CACHE": "0"}
        words = [self.folder / "bin" / "shoal", "run", self.source, *RUN, *ARGS]
        done = subprocess.run(words, env=environment, stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.stdout, "argument 0 (p): f32[4]\n  0: 0 2 4 6\n")


class Assembly(CliTest):
    text = (TARGET + kernel("k", "s_endpgm")).encode()

    def test_runs(self):
        source = self.file("k.s", self.text)
        result = self.done("run", source, *RUN, "--stats")
        self.assertIn("instructions         1\n", result.out)

    def test_messages(self):
        source = self.file("k.s", self.text.replace(b"s_endpgm", b"s_endpgn"))
        result = shoal("run", source, *RUN)
        self.assertEqual(result.status, 2, result)
        self.assertIn(f"{source}:8:", result.err)
        self.assertTrue(result.err.endswith(
            f"shoal run: '{source}' does not compile; see the messages above\n"), result)


class Names(CliTest):
    """Kernels with C++ names: symbols as clang++ mangles them (checked with llvm-cxxfilt-22)."""

    SYMBOLS = {
        "_Z5scalePff": "scale",
        "_ZN2ns5scaleIfEEvPT_S1_": "ns::scale",
        "_ZN2ns3BoxIiE3runILi4ENS_1XEEEvPi": "ns::Box::run",
        "_ZN12_GLOBAL__N_15localEPf": "local",
        "_ZL6staticPDv4_f": "static",
    }

    def module(self, *names):
        code = str(self.folder / "names.co")
        text = TARGET + "".join(kernel(name, "s_endpgm") for name in names)
        source = self.file("names.s", text.encode())
        self.done("as", source, "-o", code)
        return code

    def test_plain_names(self):
        code = self.module(*self.SYMBOLS)
        for symbol, plain in self.SYMBOLS.items():
            for wanted in {symbol, plain, plain.rsplit("::", 1)[-1]}:
                if wanted == "scale":
                    continue
                with self.subTest(wanted=wanted):
                    result = self.done("run", code, *RUN, "--kernel", wanted, "--stats")
                    self.assertTrue(result.out.startswith(f"{symbol}: "), result)

    def test_ambiguous(self):
        code = self.module("_Z5scalePff", "_ZN2ns5scaleIfEEvPT_S1_", "other")
        self.refused("shoal run: --kernel scale could be any of 2 kernels; use the whole name:\n"
                     "  _Z5scalePff  (scale)\n"
                     "  _ZN2ns5scaleIfEEvPT_S1_  (ns::scale)", "run", code, *RUN, "--kernel", "scale")
        self.refused(f"shoal run: '{code}' has no kernel 'scala'; did you mean 'scale'? It has:\n"
                     "  _Z5scalePff  (scale)\n"
                     "  _ZN2ns5scaleIfEEvPT_S1_  (ns::scale)\n"
                     "  other", "run", code, *RUN, "--kernel", "scala")
        result = self.done("info", code, "--kernel", "ns::scale")
        self.assertIn("_ZN2ns5scaleIfEEvPT_S1_", result.out)


class Streams(CliTest):
    def run_with_input(self, data, *words):
        return subprocess.run([SHOAL, *map(str, words)], input=data, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)

    def test_dash(self):
        data = struct.pack("<4f", 1, 2, 3, 4)
        words = raw(self.code(S_ENDPGM), "--arg", "buf:f32:4:file=-", "--dump", "0=-")
        done = self.run_with_input(data, *words)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, data, b""))
        words = raw(self.code(S_ENDPGM), "--arg", "buf:f32:{1,2,3,4}", "--expect", "0=-")
        self.assertEqual(self.run_with_input(data, *words).returncode, 0)
        self.assertEqual(self.run_with_input(bytes(16), *words).returncode, 1)
        done = self.run_with_input(data[:8], *words)
        self.assertEqual((done.returncode, done.stderr),
                         (2, b"shoal run: --expect 0: standard input has 8 bytes, but the buffer "
                             b"has 16\n"))

    def test_program_from_standard_input(self):
        code = pathlib.Path(SAXPY).read_bytes()
        words = ["run", "-", "--grid", "2", "--block", "2", "--arg", "f32:2", "--arg",
                 "buf:f32:{1, 2}", "--arg", "buf:f32:2:{5}", "--print", "y"]
        done = self.run_with_input(code, *words)
        self.assertEqual(done.stdout, b"argument 2 (y): f32[2]\n  0: 7 4\n")
        done = self.run_with_input(code, *words, "--expect", "y=-")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, b"shoal run: --expect 2: standard input is read already, by "
                                      b"another '-'\n")
