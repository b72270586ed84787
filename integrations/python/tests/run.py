#!/usr/bin/env python3
"""run: runs the tests of the Python package, one line per test.

    integrations/python/tests/run.py [--build DIR] [PART OF A NAME]...

The Python that runs it may be any; one that has cffi and NumPy is looked for.
"""

import argparse
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
# Taken from their folders, which must not stay in the path: test_*.py there have our names.
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "cli")]
from python_with import python_with  # noqa: E402
from run_tests import run  # noqa: E402

del sys.path[:2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("parts", nargs="*", help="run tests whose names contain one of these")
    args = parser.parse_args()
    python = python_with("cffi", "numpy")
    if python is None:
        print("SKIP: no Python with cffi and numpy: apt install python3-cffi python3-numpy")
        return 77
    if os.path.realpath(python) != os.path.realpath(sys.executable):
        os.execv(python, [python, *sys.argv])
    os.environ["SHOAL_BUILD"] = str(args.build.resolve())
    sys.path.insert(0, str(HERE.parent))
    return run(HERE, args.parts)


if __name__ == "__main__":
    sys.exit(main())
