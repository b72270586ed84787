#!/usr/bin/env python3
"""try_bare.py: what tools/try-bare says before it does anything. What it does needs root, a network and
minutes: it is run before every release.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TRY_BARE = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "try-bare"


class TryBare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program("id", "echo 0")

    def program(self, name, line):
        (self.folder / name).write_text(f"#!/bin/sh\n{line}\n")
        (self.folder / name).chmod(0o755)

    def run_it(self, *words):
        done = subprocess.run([TRY_BARE, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}",
                                   "TMPDIR": str(self.folder)})
        return done.returncode, done.stdout

    def test_help(self):
        status, text = self.run_it("--help")
        self.assertEqual(status, 0)
        for word in ("--demo", "--check", "--deb", "--keep", "Needs root"):
            self.assertIn(word, text)
        self.assertNotIn("#", text)

    def test_refused(self):
        self.assertEqual(self.run_it("--all"),
                         (2, "try-bare: unknown option '--all'; tools/try-bare --help lists them\n"))
        self.assertEqual(self.run_it("--jobs", "many"), (2, "try-bare: --jobs needs a number\n"))
        self.program("id", "echo 1000")
        self.assertEqual(self.run_it(), (2, "try-bare: chroot and namespaces need root: sudo tools/try-bare\n"))

    def test_no_namespaces(self):
        self.program("unshare", "exit 1")
        self.program("apt-get", "exit 1")
        self.assertEqual(self.run_it(), (
            2, "try-bare: no namespaces can be made here; in a container this needs --privileged\n"))

    def test_no_network_leaves_nothing(self):
        self.program("unshare", "exit 0")
        self.program("apt-get", "exit 0")
        self.program("debootstrap", "echo 'E: no server'; exit 1")
        status, text = self.run_it("--demo")
        self.assertEqual((status, text.splitlines()[-2:]), (
            2, ["E: no server", "try-bare: debootstrap failed; is there a network?"]))
        self.assertEqual([p.name for p in self.folder.glob("shoal-bare*")], [])


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(TryBare))
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed, 0 skipped")
    sys.exit(bad != 0)
