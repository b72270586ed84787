"""The package installs without a network and works where it is installed."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from support import BUILD, ROOT, SAXPY, ShoalTest

import shoal

PACKAGE = ROOT / "integrations" / "python"
PROGRAM = f"""
import numpy, shoal
assert not shoal.__file__.startswith({str(PACKAGE)!r}) or EDITABLE, shoal.__file__
y = numpy.ones(64, "f4")
shoal.Device().load({str(SAXPY)!r})["saxpy"](2.5, y, y, grid=64, block=64)
print(shoal.version, y[0])
"""


class Package(ShoalTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.env = {k: v for k, v in os.environ.items()
                    if k not in ("PYTHONPATH", "SHOAL_BUILD")} | {"SHOAL_LIBRARY": shoal.library_path}

    def run_command(self, *command, env=None):
        done = subprocess.run([*map(str, command)], cwd=self.folder, env=env or self.env, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def program(self, python, editable=False, **env):
        out = self.run_command(python, "-c", PROGRAM.replace("EDITABLE", str(editable)),
                               env={**self.env, **env})
        self.assertEqual(out, f"{shoal.version} 3.5\n")

    def pip(self, *words):
        """In an environment of its own that sees the system's cffi and NumPy."""
        self.run_command(sys.executable, "-m", "venv", "--system-site-packages", "venv")
        python = self.folder / "venv" / "bin" / "python"
        return python, self.run_command(python, "-m", "pip", "install", "--quiet", "--no-index",
                                        "--no-cache-dir", "--disable-pip-version-check", *words)

    def test_pip_installs_it_from_the_tree(self):
        before = {p for p in PACKAGE.rglob("*") if "__pycache__" not in p.parts}
        python, _ = self.pip("--no-build-isolation", PACKAGE)
        self.program(python)
        self.assertIn("Requires: cffi, numpy", self.run_command(python, "-m", "pip", "show", "shoal"))
        self.assertEqual({p for p in PACKAGE.rglob("*") if "__pycache__" not in p.parts}, before)

    def test_pip_links_to_the_tree(self):
        python, _ = self.pip("--no-build-isolation", "--editable", PACKAGE)
        self.program(python, editable=True)

    def test_a_source_distribution_has_all(self):
        self.run_command(sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv[1]); import "
                         "backend; print(backend.build_sdist('.'))", PACKAGE)
        python, _ = self.pip(f"shoal-{shoal.version}.tar.gz")
        self.program(python)

    def test_a_distribution_installs_it(self):
        self.run_command(sys.executable, PACKAGE / "backend.py", "--install", "root")
        self.program(sys.executable, PYTHONPATH=str(self.folder / "root"))
        self.assertTrue((self.folder / "root" / "shoal" / "include" / "shoal" / "shoal.h").exists())

    def test_the_debian_package_has_all(self):
        # As dh_install copies: each line is a source and the folder that it goes to.
        for line in (ROOT / "debian" / "python3-shoal.install").read_text().splitlines():
            source, target = line.split()
            shutil.copytree(ROOT / source, self.folder / target / pathlib.Path(source).name,
                            ignore=shutil.ignore_patterns("__pycache__"))
        self.program(sys.executable,
                     PYTHONPATH=str(self.folder / "usr" / "lib" / "python3" / "dist-packages"))

    def test_the_build_is_where_it_is_looked_for(self):
        self.assertTrue(str(shoal.library_path).startswith(str(BUILD)))
