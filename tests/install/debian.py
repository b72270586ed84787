#!/usr/bin/env python3
"""debian.py: what debian/ and the Dockerfile say agrees with what is built; no package is made here.

usage: debian.py BUILDDIR

tools/try-bare --deb makes the packages and uses them.
"""
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEBIAN = ROOT / "debian"
BUILD = os.path.realpath(sys.argv[1])
# dh_installman's; it takes all of man1.
MANPAGES = "usr/share/man/man1/*"


def text(path):
    return path.read_text(encoding="utf-8")


class Debian(unittest.TestCase):
    def test_version(self):
        project = re.search(r"^ *version: '([^']+)'", text(ROOT / "meson.build"), re.M)[1]
        self.assertEqual(re.match(r"shoal \(([^)]+)\)", text(DEBIAN / "changelog"))[1], project)
        soname = re.search(r"soversion: '(\d+)'", text(ROOT / "src" / "meson.build"))[1]
        self.assertIn(f"\nPackage: libshoal{soname}\n", text(DEBIAN / "control"))

    def test_every_installed_file_is_in_one_package(self):
        owners = {MANPAGES: "shoal"}
        for path in DEBIAN.glob("*.install"):
            self.assertIn(f"\nPackage: {path.stem}\n", text(DEBIAN / "control"))
            for line in text(path).splitlines():
                pattern, *to = line.split()
                if to:
                    self.assertTrue(list(ROOT.glob(pattern)), f"{path.name}: {pattern}")
                else:
                    owners[pattern] = path.stem
        with open(f"{BUILD}/meson-info/intro-buildoptions.json", encoding="utf-8") as file:
            options = {o["name"]: o["value"] for o in json.load(file)}
        # Meson leaves the names without a version out of its list.
        done = subprocess.run(["meson", "introspect", BUILD, "--installed"], check=True, stdout=subprocess.PIPE, text=True)
        installed = list(json.loads(done.stdout).values())
        self.assertGreater(len(installed), 30)
        for path in installed:
            name = os.path.relpath(path, options["prefix"])
            name = re.sub(f"^{re.escape(options['libdir'])}/", "lib/MULTIARCH/", name)
            # Debian's prefix is /usr, and then Meson's folder of settings is /etc.
            name = re.sub("^(?!etc/)", "usr/", name)
            found = [o for o in owners if fnmatch.fnmatch(name, o) or fnmatch.fnmatch(name, o + "/*")]
            self.assertTrue(found, f"no debian/*.install has {name}")

    def test_packages_to_build_with_are_those_of_bootstrap(self):
        script = text(ROOT / "tools" / "bootstrap").replace("\\\n", "")
        wanted = set(re.search(r'^packages_build="([^"]*)"', script, re.M)[1].replace("@", "22").split())
        field = re.search(r"^Build-Depends:\n((?: .*\n)*)", text(DEBIAN / "control"), re.M)[1]
        self.assertEqual(wanted - {line.split(",")[0].split()[0] for line in field.splitlines()}, set())

    def test_try_bare_knows_the_steps_of_the_dockerfile(self):
        known = (r"#.*|FROM debian:\S+( AS build)?|COPY \. /shoal|COPY --from=build /shoal/build/deb/\*\.deb /packages/|"
                 r"RUN [^\\]*[^\\]|(WORKDIR|ENTRYPOINT|CMD) .*|")
        for line in text(ROOT / "Dockerfile").splitlines():
            self.assertRegex(line, f"^({known})$")


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(Debian))
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed, 0 skipped")
    sys.exit(bad != 0)
