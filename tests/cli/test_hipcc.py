"""`shoal hipcc`: what it passes to clang++, and what it says about what is missing.

A script stands for clang++, so that no compiler is needed; tests/hip compiles in earnest."""

import os

from support import CliTest, shoal


class Hipcc(CliTest):
    def setUp(self):
        super().setUp()
        self.rocm = self.folder / "rocm"
        self.bitcode = self.rocm / "amdgcn" / "bitcode"
        self.bitcode.mkdir(parents=True)
        for name in ("hip.bc", "ockl.bc"):
            (self.bitcode / name).write_text("")
        headers = self.rocm / "include" / "hip"
        headers.mkdir(parents=True)
        (headers / "hip_version.h").write_text(
            "#define HIP_VERSION_MAJOR 5\n#define HIP_VERSION_MINOR 6\n#define HIP_VERSION_PATCH 7\n"
            "#define HIP_VERSION 1\n")
        self.clang("20.1.0")

    def clang(self, version, linker="/bin/sh"):
        """A clang++ that prints its arguments. (-o: it makes the files that a library needs.)"""
        self.compiler = self.folder / "clang++"
        self.compiler.write_text(f"""#!/bin/sh
if [ "$1" = -dumpversion ]; then echo {version}; exit; fi
if [ "$1" = -print-prog-name=ld.lld ]; then echo {linker}; exit; fi
output=
is_library=
for word; do
    [ "$output" != next ] || output=$word
    [ "$word" != -o ] || output=next
    [ "$word" != -disable-llvm-passes ] || is_library=1
done
if [ -n "$is_library" ]; then echo 'target triple = "x"' >"$output"; exit; fi
printf '%s\\n' "$@"
""")
        self.compiler.chmod(0o755)

    def hipcc(self, *words, **more):
        env = {"SHOAL_CLANG": str(self.compiler), "ROCM_PATH": str(self.rocm), "SHOAL_HIP_LIB": "",
               "XDG_CACHE_HOME": str(self.folder / "cache"), **more}
        return shoal("hipcc", *words, env=env)

    def passed(self, *words):
        """What clang++ gets."""
        result = self.hipcc(*words)
        self.assertEqual(result.status, 0, result)
        return result.out.splitlines()

    def test_program(self):
        hip = self.done("--libdir").out.rstrip("\n") + "/hip"
        words = self.passed("a.cpp", "b.o", "-o", "a.hip", "-Ix.cpp")
        for word in ("--offload-arch=gfx1100", f"--rocm-path={self.rocm}", f"-L{hip}/link5", "--hip-link",
                     f"-Wl,-rpath,{hip},--enable-new-dtags"):
            self.assertIn(word, words)
        self.assertEqual(words[-8:], ["-x", "hip", "a.cpp", "-x", "none", "b.o", "-o", "a.hip",
                                      "-Ix.cpp"][-8:])
        compat = words[words.index("-include") + 1]
        self.assertTrue(os.path.exists(compat), compat)

    def test_no_program(self):
        for option in ("-c", "-S", "-E", "--genco"):
            words = self.passed(option, "a.hip")
            self.assertNotIn("--hip-link", words, option)
            self.assertFalse([w for w in words if w.startswith("-L")], option)
        self.assertIn("--cuda-device-only", self.passed("--genco", "a.hip"))

    def test_languages(self):
        self.assertEqual(self.passed("-c", "a.c", "b.cu")[-6:], ["-x", "c", "a.c", "-x", "hip", "b.cu"])
        self.assertEqual(self.passed("-c", "-x", "c++", "a.cpp")[-3:], ["-x", "c++", "a.cpp"])
        self.assertEqual(self.passed("a b.o", "-Wl,x")[-2:], ["a b.o", "-Wl,x"])

    def test_other_chips(self):
        result = self.hipcc("--offload-arch=gfx90a", "a.hip")
        self.assertEqual((result.status, result.err),
                         (1, "shoal hipcc: --offload-arch=gfx90a: Shoal has gfx1100. Compile for that with "
                             "--offload-arch=gfx1100, or let --any-arch take gfx1100 for all others\n"))
        result = self.hipcc("--offload-arch=gfx90a", "--any-arch", "a.hip")
        self.assertEqual(result.err, "shoal hipcc: warning: gfx1100 is compiled for instead of gfx90a\n")
        self.assertNotIn("gfx90a", result.out)
        self.assertNotIn("--any-arch", result.out)
        for chips in ("gfx1100", "gfx90a,gfx1100", "gfx1100:xnack-", "native"):
            result = self.hipcc("--offload-arch=" + chips, "a.hip")
            self.assertEqual((result.status, result.err), (0, ""), chips)
            self.assertIn("--offload-arch=gfx1100", result.out.split("\n"))

    def test_own_headers(self):
        """Without a ROCm by name; what HIP_PATH names is another platform's."""
        own = self.done("--libdir").out.rstrip("\n") + "/hip/rocm"
        words = self.hipcc("-c", "a.hip", ROCM_PATH="", HIP_PATH="/nowhere").out.splitlines()
        self.assertIn(f"--rocm-path={own}", words)
        self.assertEqual(words[words.index("-isystem") + 1], own + "/include")
        self.assertNotIn("-include", words)
        named = self.passed("-c", "a.hip", f"--rocm-path={self.rocm}")
        self.assertEqual(named[named.index("-isystem") + 1], f"{self.rocm}/include")
        self.assertEqual([w for w in named if w.startswith("--rocm-path")], [f"--rocm-path={self.rocm}"])

    def test_library_follows_headers(self):
        libdir = self.done("--libdir").out.rstrip("\n") + "/hip"
        for major, folder in (("5", libdir + "/link5"), ("6", libdir + "/link6")):
            header = self.rocm / "include" / "hip" / "hip_version.h"
            header.write_text(f"#define HIP_VERSION_MAJOR {major}\n")
            self.assertIn("-L" + folder, self.passed("a.hip"))
            self.assertEqual(os.readlink(folder + "/libamdhip64.so"), f"../libamdhip64.so.{major}")

    def test_openmp(self):
        result = self.hipcc("-fopenmp", "a.hip")
        self.assertEqual((result.status, result.err),
                         (77, f"shoal hipcc: -fopenmp: no OpenMP for {self.compiler}: apt install libomp-20-dev\n"))

    def test_libraries_are_made_once(self):
        self.passed("-c", "a.hip")
        ready = list((self.folder / "cache" / "shoal").glob("hip-20.1.0-*/ready"))
        self.assertEqual(len(ready), 1)
        made = {p.name for p in ready[0].parent.iterdir()}
        self.assertLessEqual({"oclc_isa_version_1100.bc", "oclc_abi_version_600.bc", "ockl.bc",
                              "hip.bc"}, made)
        before = ready[0].stat().st_mtime_ns
        self.passed("-c", "a.hip")
        self.assertEqual(ready[0].stat().st_mtime_ns, before)

    def test_version(self):
        result = self.hipcc("--version")
        self.assertEqual(result.status, 0, result)
        self.assertTrue(result.out.startswith(
            "HIP version: 5.6.7\nshoal hipcc compiles for gfx1100 with\n"
            f"  clang++           {self.compiler}, version 20.1.0\n"
            f"  headers           {self.rocm}/include/hip\n"
            f"  device libraries  {self.bitcode}, and "), result)

    def test_no_linker(self):
        self.clang("20.1.0", "ld.lld-of-nobody")
        line = "no ld.lld, which links device code: apt install lld-20\n"
        result = self.hipcc("a.hip")
        self.assertEqual((result.status, result.err), (77, f"shoal hipcc: {line}"))
        self.assertIn(f"missing:\n  {line}", self.hipcc("--version").out)

    def test_what_is_missing(self):
        name = self.rocm / "include" / "hip" / "hip_version.h"
        name.unlink()
        line = (f"no HIP headers in {self.rocm}/include; without --rocm-path and ROCM_PATH, Shoal's own are "
                "used")
        result = self.hipcc("a.hip")
        self.assertEqual((result.status, result.err), (77, f"shoal hipcc: {line}\n"))
        result = self.hipcc("--version", SHOAL_CLANG="/nowhere/clang++")
        self.assertEqual(result.status, 77, result)
        self.assertTrue(result.out.endswith(
            "missing:\n  SHOAL_CLANG=/nowhere/clang++ is no program; give the path of a clang++\n"
            f"  {line}\n"), result)

    def test_old_compiler(self):
        self.clang("18.1.8")
        result = self.hipcc("a.hip")
        self.assertEqual((result.status, result.err),
                         (77, f"shoal hipcc: {self.compiler} is version 18.1.8, and 19 is needed: apt "
                              "install clang-22\n"))

    def test_refusals(self):
        self.refused("shoal hipcc: no file; 'shoal help hipcc' explains", "hipcc")
