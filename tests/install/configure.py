#!/usr/bin/env python3
"""configure.py: when tools/configure calls Meson, and with which words; Meson is a script here that
writes them down.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CONFIGURE = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "configure"
MESON = r"""#!/bin/sh
echo "CC=$CC $*" >>"$CALLS"
for build; do :; done
mkdir -p "$build/meson-info"
touch "$build/build.ninja"
"""


class Configure(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.program("meson", MESON)
        # The compiler says where the C library is; the word before it is as ccache would be.
        self.program("fake-clang-22", "#!/bin/sh\necho /usr/lib/mips64el-linux-gnuabi64/crt1.o\n")
        self.packages("clang-22 1")
        self.build = self.folder / "b"

    def program(self, name, text):
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(0o755)

    def packages(self, text):
        self.program("dpkg-query", f"#!/bin/sh\necho '{text}'\n")

    def run_it(self, *words, **env):
        """Meson's words, one call a line."""
        calls = self.folder / "calls"
        calls.write_text("")
        done = subprocess.run([CONFIGURE, self.build, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={"PATH": f"{self.folder}:{os.environ['PATH']}", "CALLS": str(calls),
                                   "CC": "env fake-clang-22", **env})
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        if not (self.build / "meson-info" / "intro-buildoptions.json").exists():
            self.options(prefix=env.get("PREFIX") or "/usr/local", libdir="lib/mips64el-linux-gnuabi64")
        return calls.read_text()

    def options(self, **values):
        (self.build / "meson-info" / "intro-buildoptions.json").write_text(
            json.dumps([{"name": name, "value": value} for name, value in values.items()]))

    def test_new(self):
        self.assertEqual(self.run_it("-Djit=disabled"), (
            "CC=env fake-clang-22 setup --wrap-mode=nofallback -Dwerror=true -Dprefix=/usr/local "
            f"-Dlibdir=lib/mips64el-linux-gnuabi64 -Djit=disabled {self.build}\n"))

    def test_new_with_places(self):
        self.assertEqual(self.run_it(PREFIX="/opt/a b", LIBDIR="lib64"), (
            "CC=env fake-clang-22 setup --wrap-mode=nofallback -Dwerror=true -Dprefix=/opt/a b "
            f"-Dlibdir=lib64 {self.build}\n"))

    def test_meson_knows_better_where_libraries_are_no_multiarch(self):
        self.program("fake-clang-22", "#!/bin/sh\necho /usr/lib64/crt1.o\n")
        self.assertNotIn("libdir", self.run_it())

    def test_another_clang_may_warn(self):
        self.program("fake-clang-21", "#!/bin/sh\necho crt1.o\n")
        self.assertIn("-Dwerror=false", self.run_it(CC="fake-clang-21"))

    def test_prefix_after_make(self):
        self.run_it()
        self.assertEqual(self.run_it(), "")
        self.assertEqual(self.run_it(PREFIX="/usr/local"), "")
        self.assertEqual(self.run_it(PREFIX="/opt/shoal"),
                         f"CC=env fake-clang-22 setup --reconfigure -Dprefix=/opt/shoal {self.build}\n")
        self.options(prefix="/opt/shoal", libdir="lib")
        self.assertEqual(self.run_it(), "")  # the last one counts
        self.assertEqual(self.run_it(LIBDIR="lib64"),
                         f"CC=env fake-clang-22 setup --reconfigure -Dlibdir=lib64 {self.build}\n")

    def test_packages_that_came_later(self):
        self.run_it()
        self.packages("clang-22 1\nlibcmocka-dev 1")
        self.assertEqual(self.run_it(), f"CC=env fake-clang-22 setup --reconfigure {self.build}\n")
        self.assertEqual(self.run_it(), "")


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(Configure))
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed, 0 skipped")
    sys.exit(bad != 0)
