#!/usr/bin/env python3
"""installed.py: what `make install` puts where, and that it works there and where it is moved to.

usage: installed.py BUILDDIR JIT OPENCL

JIT is "jit", or "" for a build without it; so is "opencl", where OpenCL's headers and loader are. Installs into a temporary DESTDIR. Outside
witnesses: the dynamic linker says which files it loads, readelf and nm what a library is, pkg-config and
the compiler whether others can build on it. The values of saxpy are 2.5 i + 1.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD, JIT, OPENCL = os.path.realpath(sys.argv[1]), sys.argv[2], sys.argv[3]
RUN = ["run", ROOT / "examples" / "saxpy.co", "--grid", "1024", "--block", "256", "--arg", "f32:2.5",
       "--arg", "buf:f32:1024:iota", "--arg", "buf:f32:1024:fill=1", "--print", "2:4"]
RESULT = "argument 2 (y): f32[1024]\n     0: 1 3.5 6 8.5 ...\n"
PROGRAM = r"""
#include <shoal/shoal.h>
#include <stdio.h>
int main(void)
{
    shoal_device_options options = shoal_device_options_default();
    shoal_device *device;
    shoal_status status = shoal_device_create(&options, &device);
    printf("%s, %s\n", shoal_version(), shoal_status_text(status));
    if (status == SHOAL_OK)
        shoal_device_destroy(device);
    return 0;
}
"""
PLATFORM = r"""
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
int main(void)
{
    char name[64] = "";
    cl_uint count = 0;
    cl_platform_id platform = 0;
    clGetPlatformIDs(1, &platform, &count);
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
    printf("%u platforms: %s\n", count, name);
    return 0;
}
"""


def output(*words, **more):
    done = subprocess.run([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    return done.stdout


def environment(**more):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("SHOAL_", "LD_", "PKG_CONFIG"))}
    return {**env, "SHOAL_CACHE": "0", **{k: str(v) for k, v in more.items()}}


def options():
    with open(f"{BUILD}/meson-info/intro-buildoptions.json", encoding="utf-8") as file:
        return {o["name"]: o["value"] for o in json.load(file)}


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        option = options()
        cls.prefix, cls.libdir, cls.bindir = option["prefix"], option["libdir"], option["bindir"]
        cls.destdir = cls.folder / "destdir"
        done = subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", cls.destdir],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, done.stdout
        # Moved, so that nothing that works does so by the paths of the build or of the installation.
        cls.moved = cls.folder / "moved"
        cls.placed = pathlib.Path(str(cls.destdir) + cls.prefix)
        shutil.copytree(cls.placed, cls.moved, symlinks=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def run_moved(self, *words, **env):
        done = subprocess.run([self.moved / self.bindir / "shoal", *words], env=environment(**env),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stdout, done.stderr

    def test_names_of_libraries(self):
        for name in ("shoal", "shoal-isa", "remu", "ventus"):
            library = self.moved / self.libdir / f"lib{name}.so"
            self.assertIn(f"Library soname: [lib{name}.so.0]", output("readelf", "-d", library))
            self.assertTrue((self.moved / self.libdir / f"lib{name}.so.0").is_symlink(), name)

    def test_exports_are_the_public_functions(self):
        # The compiler marks what the headers declare with SHOAL_API; the rest is hidden.
        for name, node in (("shoal", "SHOAL_0"), ("shoal-isa", "SHOAL_ISA_0")):
            objects = output("readelf", "-sW", self.moved / self.libdir / f"lib{name}.a")
            public = set(re.findall(r"(?:FUNC|OBJECT)\s+GLOBAL\s+DEFAULT\s+\d+ (\w+)$", objects, re.M))
            self.assertGreater(len(public), 10)
            lines = output("nm", "-D", "--defined-only", "--with-symbol-versions",
                           self.moved / self.libdir / f"lib{name}.so").splitlines()
            exported = {line.split()[-1] for line in lines if not line.endswith(f" A {node}")}
            self.assertEqual(exported, {f"{symbol}@@{node}" for symbol in public})
        for name, only in (("remu", r"run_asm(_ex)?@@SHOAL_REMU_0"), ("ventus", r"vt_\w+@@SHOAL_VENTUS_0")):
            for line in output("nm", "-D", "--defined-only", self.moved / self.libdir / f"lib{name}.so").splitlines():
                self.assertRegex(line.split()[-1], f"^({only}|SHOAL_[A-Z]+_0(@@SHOAL_[A-Z]+_0)?)$")

    def test_headers_name_no_header_that_is_not_installed(self):
        headers = self.moved / "include"
        for header in headers.rglob("*.h"):
            for name in re.findall(r'#include "([^"]+)"', header.read_text(encoding="utf-8")):
                self.assertTrue((headers / name).exists() or (header.parent / name).exists(), f"{header}: {name}")

    def test_c_program_by_pkg_config(self):
        pkg_config = environment(PKG_CONFIG_PATH=self.placed / self.libdir / "pkgconfig",
                                 PKG_CONFIG_SYSROOT_DIR=self.destdir)
        flags = output("pkg-config", "--cflags", "--libs", "shoal", env=pkg_config).split()
        source, program = self.folder / "program.c", self.folder / "program"
        source.write_text(PROGRAM)
        self.assertEqual(output("cc" if shutil.which("cc") else "clang-22", source, "-o", program, *flags), "")
        libraries = environment(LD_LIBRARY_PATH=self.placed / self.libdir)
        self.assertRegex(output(program, env=libraries), r"^\d+\.\d+\.\d+, success\n$")
        self.assertIn("libshoal.so.0 => " + str(self.placed), output("ldd", program, env=libraries))

    def test_moved_command(self):
        self.assertEqual(self.run_moved(*RUN, "--engine", "interp"), (0, RESULT, ""))
        self.assertEqual(self.run_moved("--libdir"), (0, f"{self.moved / self.libdir}/shoal\n", ""))

    def test_moved_rocm(self):
        """The folder that stands for ROCm builds a program where it is."""
        status, printed, said = self.run_moved("rocm-path")
        self.assertEqual((status, printed, said), (0, f"{self.moved / self.libdir}/shoal/hip/rocm\n", ""))
        tools = pathlib.Path(printed.rstrip("\n")) / "bin"
        self.assertEqual(output(tools / "hipconfig", "--path"), os.path.realpath(tools.parent))
        project = ROOT / "tests" / "hip" / "cmake"
        env = environment(HIP_PATH=tools.parent, ROCM_PATH=tools.parent)
        command = [tools / "hipcc", project / "kernels.hip", project / "main.cpp", "-o", self.folder / "scale"]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 77:
            self.skipTest(done.stdout)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(output(self.folder / "scale", env=env), "3 6 9 12\n")

    def test_moved_libraries_find_each_other(self):
        hip = self.moved / self.libdir / "shoal" / "hip"
        for library in (hip / "libamdhip64.so", hip / "libamdhip64.so.6", self.moved / self.libdir / "libremu.so",
                        self.moved / self.libdir / "libventus.so", self.moved / self.bindir / "shoal"):
            found = re.search(r"libshoal\.so\.0 => (\S+)", output("ldd", library, env=environment()))
            self.assertTrue(found, library)
            self.assertEqual(os.path.realpath(found[1]), os.path.realpath(self.moved / self.libdir / "libshoal.so.0"))

    @unittest.skipUnless(OPENCL, "OpenCL's loader is missing (apt install ocl-icd-opencl-dev)")
    def test_moved_opencl(self):
        source, program = self.folder / "platform.c", self.folder / "platform"
        source.write_text(PLATFORM)
        self.assertEqual(output("cc" if shutil.which("cc") else "clang-22", source, "-o", program, "-lOpenCL"), "")
        self.assertEqual(self.run_moved("exec", program), (0, "1 platforms: Shoal\n", ""))
        vendors = pathlib.Path(str(self.destdir) + os.path.join(self.prefix, options()["sysconfdir"])) / "OpenCL" / "vendors"
        self.assertEqual((vendors / "shoal.icd").read_text(),
                         f"{self.prefix}/{self.libdir}/shoal/opencl/libshoal-opencl.so\n")

    @unittest.skipUnless(JIT, "this build has no JIT")
    def test_moved_jit(self):
        status, printed, loaded = self.run_moved(*RUN, "--engine", "jit", LD_DEBUG="libs")
        self.assertEqual((status, printed), (0, RESULT))
        self.assertIn(f"calling init: {os.path.realpath(self.moved)}/{self.libdir}/shoal/libshoal-jit.so\n", loaded)

    @unittest.skipUnless(JIT, "this build has no JIT")
    def test_lost_jit_is_said(self):
        installed = f"{self.prefix}/{self.libdir}/shoal/libshoal-jit.so"
        if os.path.exists(installed):
            self.skipTest(f"Shoal is installed on this machine: {installed}")
        folder = self.moved / self.libdir
        jit, away = folder / "shoal" / "libshoal-jit.so", self.folder / "libshoal-jit.so"
        jit.rename(away)
        self.addCleanup(away.rename, jit)
        status, printed, said = self.run_moved(*RUN, "--engine", "auto")
        self.assertEqual((status, printed), (0, RESULT))
        self.assertEqual(said, (
            "shoal: Kernels are interpreted, which takes some twenty times as long, since there is no compiler: "
            f"libshoal-jit.so is neither in {os.path.realpath(folder)}, nor in shoal/ there, nor is there a {installed}. "
            "Install it there, or choose the interpreter (--engine interp, SHOAL_ENGINE=interp) to be rid of this "
            "message.\n"))
        self.assertEqual(self.run_moved(*RUN, "--engine", "interp"), (0, RESULT, ""))
        # Beside the library is as good as in its own folder.
        shutil.copy(away, folder)
        self.addCleanup((folder / "libshoal-jit.so").unlink)
        self.assertEqual(self.run_moved(*RUN, "--engine", "jit"), (0, RESULT, ""))


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(Installed))
    bad, skipped = len(result.failures) + len(result.errors), len(result.skipped)
    for test, reason in result.skipped:
        print(f"SKIP: {test.id()}: {reason}")
    print(f"{result.testsRun - bad - skipped} passed, {bad} failed, {skipped} skipped")
    sys.exit(bad != 0)
