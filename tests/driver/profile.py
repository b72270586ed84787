#!/usr/bin/env python3
"""profile.py: a program that uses libventus or libremu, told about by the environment (shoal/profile.h).

usage: profile.py COMMAND...

Runs the command with SHOAL_STATS and SHOAL_TRACE. Statistics and trace are made in different places, and
have to agree on kernels and instructions.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    stats, trace = pathlib.Path(folder, "stats"), pathlib.Path(folder, "trace")
    done = subprocess.run(sys.argv[1:], capture_output=True, text=True, timeout=100, env={
        **os.environ, "SHOAL_STATS": "json", "SHOAL_STATS_FILE": stats, "SHOAL_TRACE": trace})
    if done.returncode:
        print(done.stdout, done.stderr)
    found = json.loads(stats.read_text())
    lines = trace.read_text().splitlines()
cases = {
    "the program passes": done.returncode == 0,
    "launches": found["launches"] > 1 and found["running"] == 0,
    "instructions": found["instructions"] == sum(not line.startswith("#") for line in lines) > 0,
    "kernels": {k["kernel"] for k in found["kernels"]} == {line[9:] for line in lines if line.startswith("# kernel ")},
}
for name, is_right in cases.items():
    if not is_right:
        print(f"FAIL {name}: {found}")
print(f"{sum(cases.values())} passed, {len(cases) - sum(cases.values())} failed, 0 skipped")
sys.exit(not all(cases.values()))
