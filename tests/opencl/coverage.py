#!/usr/bin/env python3
"""coverage.py: docs/opencl-coverage.md is what gen_opencl.py makes of the table, and the table has
every entry of the dispatch table of the headers.

usage: coverage.py gen_opencl.py functions.tbl opencl-coverage.md
"""
import pathlib
import re
import subprocess
import sys
import tempfile

generator, table, page = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    made = pathlib.Path(folder, "made.md")
    subprocess.run([sys.executable, generator, table, "--docs", made], check=True)
    if made.read_text() != pathlib.Path(page).read_text():
        sys.exit(f"{page} is out of date: {generator} {table} --docs {page}")
names = {line.split("|")[1].strip() for line in open(table) if "|" in line and not line.startswith("#")}
header = pathlib.Path("/usr/include/CL/cl_icd.h").read_text()
body = header[header.index("typedef struct _cl_icd_dispatch {"):]
entries = set(re.findall(r"\b(cl[A-Z]\w+);", body[:body.index("} cl_icd_dispatch;")]))
missing = entries - names
if missing or not entries:
    sys.exit(f"{table} lacks {sorted(missing)}")
print(f"{len(entries)} entries, all in the table; the page is up to date")
