#!/usr/bin/env python3
"""product.py: what `make` builds is what is installed, and nothing of the tests.

usage: product.py BUILDDIR

Asks Ninja what its target "product" needs, and Meson for what it installs and for what it
builds by default.
"""
import json
import os
import subprocess
import sys


def output(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def ninja_lines(build, *words):
    return output("ninja", "-C", build, "-t", *words, "product").splitlines()


def main():
    build = os.path.realpath(sys.argv[1])
    sources = ninja_lines(build, "inputs")  # without what is built on the way
    targets = [line.replace("| ", "").strip() for line in ninja_lines(build, "query")]
    introspect = json.loads(output("meson", "introspect", build, "--installed", "--targets"))
    root = os.path.dirname(json.loads(output("meson", "introspect", build, "--buildsystem-files"))[0])
    wrong = []
    for path in sources:
        if path.startswith(("../tests/", "../bench/", "../examples/")):
            wrong.append(f"`product` needs {path}")
    built = [f for t in introspect["targets"] for f in t["filename"]]
    for path in introspect["installed"]:
        # Sources and links are installed, too: only what is built has to be in the target.
        if path in built and os.path.relpath(path, build) not in targets:
            wrong.append(f"{path} is installed, and `product` does not build it")
    for target in introspect["targets"]:
        folder = os.path.relpath(target["defined_in"], root).split(os.sep)[0]
        if folder in ("tests", "bench", "examples") and target["build_by_default"]:
            wrong.append(f"{target['name']} in {target['defined_in']} lacks build_by_default: false")
    if len(sources) < 100 or len(built) < 20:
        wrong.append("Ninja and Meson name so few files that this test looks at nothing")
    print("".join(line + "\n" for line in wrong), end="")
    print(f"{int(not wrong)} passed, {len(wrong)} failed, 0 skipped")
    return len(wrong) != 0


if __name__ == "__main__":
    sys.exit(main())
