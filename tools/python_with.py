"""python_with: a Python that has what tests need, since the one in PATH may be one that the
system's packages do not reach."""

import functools
import subprocess
import sys


@functools.lru_cache(None)
def python_with(*modules):
    """Path of a Python that imports these modules; None if there is none."""
    for candidate in (sys.executable, "/usr/bin/python3"):
        try:
            done = subprocess.run([candidate, "-c", "import " + ", ".join(modules)],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except OSError:
            continue
        if done.returncode == 0:
            return candidate
    return None
