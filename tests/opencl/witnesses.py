#!/usr/bin/env python3
"""witnesses.py: programs of Debian that use OpenCL, unmodified, on Shoal; each checks its own results.

usage: witnesses.py SHOAL BUILDDIR

docs/opencl.md has the whole table; here is what takes seconds. A package that is missing is a loud skip.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SHOAL = sys.argv[1]
ENV = {**{k: v for k, v in os.environ.items() if k not in ("OCL_ICD_VENDORS", "LD_LIBRARY_PATH")}, "SHOAL_BUILD": sys.argv[2]}
ARRAYS = """
import numpy as np, pyopencl as cl, pyopencl.array as arrays, pyopencl.clmath as clmath
context = cl.create_some_context(interactive=False)
assert context.devices[0].platform.name == "Shoal"
queue = cl.CommandQueue(context)
x = np.arange(1000, dtype=np.float32)
a = arrays.to_device(queue, x)
assert ((a * 2 + 1).get() == x * 2 + 1).all()
assert arrays.sum(a * 2 + 1).get() == 1000000
assert abs(clmath.sin(a).get() - np.sin(x)).max() < 1e-6
assert (arrays.cumsum(a.astype(np.int32)).get() == np.cumsum(np.arange(1000))).all() if hasattr(arrays, "cumsum") else True
print("right")
"""


def needs(package, *programs):
    return unittest.skipUnless(all(shutil.which(p) for p in programs), f"no {package}: apt install {package}")


class Witnesses(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, *words, **more):
        done = subprocess.run([SHOAL, "exec", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", env={**ENV, "XDG_CACHE_HOME": str(self.folder)}, timeout=250, **more)
        return done.returncode, done.stdout

    @needs("clinfo", "clinfo")
    def test_clinfo(self):
        status, out = self.run_it("clinfo")
        self.assertEqual(status, 0, out)
        self.assertIn("Number of platforms                               1\n", out)
        self.assertIn("Platform Name                                   Shoal\n", out)

    @unittest.skipUnless(os.path.exists("/usr/lib/python3/dist-packages/pyopencl"),
                         "no python3-pyopencl: apt install python3-pyopencl")
    def test_pyopencl(self):
        status, out = self.run_it("/usr/bin/python3", "-c", ARRAYS)
        self.assertEqual((status, out.splitlines()[-1:]), (0, ["right"]), out)

    @needs("clblast-tests", "clblast_test_xaxpy")
    def test_clblast(self):
        status, out = self.run_it("clblast_test_xaxpy", "-precision", "32")
        self.assertEqual(status, 0, out[-2000:])
        self.assertRegex(out, r"\b0 test\(s\) failed")

    @needs("hashcat", "hashcat")
    def test_hashcat(self):
        (self.folder / "words").write_text("aaa\nhello\npassword1\nzzz\n")
        found = self.folder / "found"
        digest = hashlib.md5(b"password1").hexdigest()
        status, out = self.run_it("hashcat", "--force", "--backend-ignore-hip", "-m", "0", "-a", "0",
                                  "--potfile-disable", "-o", found, digest, self.folder / "words")
        self.assertEqual(status, 0, out[-2000:])
        self.assertEqual(found.read_text(), f"{digest}:password1\n")


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(Witnesses))
    bad, skipped = len(result.failures) + len(result.errors), len(result.skipped)
    for test, reason in result.skipped:
        print(f"SKIP: {test.id()}: {reason}")
    print(f"{result.testsRun - bad - skipped} passed, {bad} failed, {skipped} skipped")
    sys.exit(bad != 0)
