#!/usr/bin/env python3
"""bootstrap.py: tools/bootstrap on systems that are made up: apt, dpkg and sudo are scripts.

Each test says which packages are installed and what apt answers; what bootstrap prints is compared
word for word.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BOOTSTRAP = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "bootstrap"
OTHERS = ["meson", "ninja-build", "pkg-config", "python3", "libelf-dev", "libpng-dev", "libmpack-dev",
          "libzstd-dev", "zlib1g-dev", "opencl-c-headers"]
BUILD = ["clang-22", "llvm-22-dev"] + OTHERS
TOOLS = ["sh", "env", "tr", "sed", "tail", "mktemp", "rm", "cat", "grep"]
DPKG_QUERY = '#!/bin/sh\nfor name; do :; done\ngrep -qx "$name" "$FAKE/installed" && echo installed\n'
APT_CACHE = '#!/bin/sh\ngrep -qx "$2" "$FAKE/offered"\n'
# Answers like apt-get of Debian 12; files named no-network and broken say what fails.
APT_GET = r'''#!/bin/sh
echo "$*" >>"$FAKE/calls"
unreached="Temporary failure resolving 'mirror.example'"
case "$*" in
*update*)
    [ ! -e "$FAKE/no-network" ] || { echo "E: Failed to fetch http://mirror.example/  $unreached"; exit 100; }
    ;;
*--assume-no*)
    echo "0 upgraded, 88 newly installed, 0 to remove and 3 not upgraded."
    echo "Need to get 12.5 MB/190 MB of archives."
    echo "After this operation, 1067 MB of additional disk space will be used."
    exit 1
    ;;
*--download-only*)
    [ ! -e "$FAKE/no-network" ] || { echo "E: Failed to fetch http://mirror.example/x.deb  $unreached"; exit 100; }
    ;;
*) [ ! -e "$FAKE/broken" ] || { echo "E: Sub-process /usr/bin/dpkg returned an error code (1)"; exit 100; } ;;
esac
'''


class System(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for tool in TOOLS:
            os.symlink(shutil.which(tool), self.folder / tool)
        self.program("id", "#!/bin/sh\necho 0\n")
        self.program("dpkg-query", DPKG_QUERY)
        self.program("apt-cache", APT_CACHE)
        self.program("apt-get", APT_GET)
        self.installed([])
        self.offered(BUILD)

    def program(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o755)

    def installed(self, names):
        (self.folder / "installed").write_text("".join(n + "\n" for n in names))
        for name in names:
            if name.startswith("clang-") and name[6:].isdigit():
                self.program(name, "#!/bin/sh\n")

    def offered(self, names):
        (self.folder / "offered").write_text("".join(n + "\n" for n in names))

    def run_it(self, *words, **env):
        done = subprocess.run(["/bin/sh", BOOTSTRAP, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, env={"PATH": str(self.folder), "FAKE": str(self.folder), **env})
        return done.returncode, done.stdout

    def calls(self):
        path = self.folder / "calls"
        return path.read_text().splitlines() if path.exists() else []

    def test_silent_when_nothing_is_missing(self):
        self.installed(BUILD)
        self.assertEqual(self.run_it(), (0, ""))
        self.assertEqual(self.calls(), [])

    def test_size_before_the_download(self):
        status, text = self.run_it()
        names = " ".join(BUILD)
        self.assertEqual((status, text.splitlines()), (0, [
            f"bootstrap: missing (build): {names} ",
            "bootstrap: 88 packages: 12.5 MB to download, 1067 MB on disk",
            "bootstrap: downloaded; installing",
            "bootstrap: done, with LLVM 22"]))
        self.assertEqual([c.split()[-len(BUILD):] for c in self.calls()[1:]], [BUILD] * 3)

    def test_a_demo_does_not_install_test_tools(self):
        self.run_it()
        for name in ("pocl-opencl-icd", "clang-format-14", "libcmocka-dev", "libamdhip64-dev"):
            self.assertFalse(any(name in call for call in self.calls()), name)
        self.assertIn("libcmocka-dev", self.run_it("--list", "check")[1].split())
        self.assertNotIn("libcmocka-dev", self.run_it("--list")[1].split())
        hip = {"lld-22", "rocm-device-libs", "libfftw3-dev", "libopenblas-serial-dev"}
        self.assertEqual(set(self.run_it("--list", "hip")[1].split()), {*BUILD, *hip})
        self.assertLess(hip, set(self.run_it("--list", "check")[1].split()))

    def test_no_network_and_no_lists(self):
        (self.folder / "no-network").touch()
        self.offered([])
        status, text = self.run_it()
        self.assertEqual((status, text.splitlines()[1:]), (1, [
            "bootstrap: the package server cannot be reached, so nothing was installed. apt says: "
            "Failed to fetch http://mirror.example/  Temporary failure resolving 'mirror.example'",
            "Check the network (and the proxy, if apt needs one: Acquire::http::Proxy), then run this again."]))

    def test_no_network_with_old_lists(self):
        (self.folder / "no-network").touch()
        status, text = self.run_it()
        self.assertEqual(status, 1)
        self.assertIn("bootstrap: the package server cannot be reached, so nothing was installed. apt says: "
                      "Failed to fetch http://mirror.example/x.deb  Temporary failure", text)

    def test_installation_fails(self):
        (self.folder / "broken").touch()
        status, text = self.run_it()
        self.assertEqual((status, text.splitlines()[-2:]), (1, [
            "E: Sub-process /usr/bin/dpkg returned an error code (1)",
            "bootstrap: apt-get could not install: " + " ".join(BUILD)]))

    def test_older_llvm(self):
        old = [p.replace("22", "19") for p in BUILD]
        self.offered(old)
        status, text = self.run_it()
        self.assertEqual((status, text.splitlines()[-1]), (0, "bootstrap: done, with LLVM 19"))
        self.assertEqual(self.calls()[-1].split()[-len(old):], old)

    def test_no_llvm(self):
        self.offered(OTHERS)
        self.assertEqual(self.run_it()[1].splitlines()[-1],
                         "bootstrap: apt offers none of clang-22, clang-21, clang-20, clang-19. Shoal needs clang 19 "
                         "or later; see https://apt.llvm.org")

    def test_test_tools_may_lack(self):
        self.installed(BUILD)
        status, text = self.run_it("check")
        self.assertEqual(status, 0)
        self.assertIn("bootstrap: apt has no pocl-opencl-icd; tests that need it will be skipped\n", text)

    def test_neither_root_nor_sudo(self):
        self.program("id", "#!/bin/sh\necho 1000\n")
        self.assertEqual(self.run_it(), (1, (
            "bootstrap: packages are missing, and installing them needs root or sudo. As root: "
            f"apt-get update && apt-get install --no-install-recommends {' '.join(BUILD)} \n")))

    def test_sudo(self):
        self.program("id", "#!/bin/sh\necho 1000\n")
        self.program("sudo", '#!/bin/sh\necho "sudo $1" >>"$FAKE/calls"\nexec "$@"\n')
        self.assertEqual(self.run_it()[0], 0)
        self.assertEqual(sum(c.startswith("sudo") for c in self.calls()), len(self.calls()) // 2)

    def test_other_systems(self):
        (self.folder / "apt-get").unlink()
        status, text = self.run_it()
        self.assertEqual((status, text.rstrip()), (1, (
            "bootstrap: this is no Debian system, so nothing can be installed here. Install what is named like these "
            f"Debian packages, then set SHOAL_NO_BOOTSTRAP=1: {' '.join(BUILD)}")))
        self.assertEqual(self.run_it(SHOAL_NO_BOOTSTRAP="1"), (0, ""))

    def test_unknown_word(self):
        self.assertEqual(self.run_it("everything"), (
            1, "bootstrap: unknown word 'everything'; there are build, hip, check, deb, --list, --state and --cc\n"))


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(System))
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed, 0 skipped")
    sys.exit(bad != 0)
