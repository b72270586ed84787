#!/usr/bin/env python3
"""reports.py: what the variables of `shoal exec` do for OpenCL programs, printf, and reports of faults.

usage: reports.py SHOAL REPORT

REPORT is the program of report.c. Expected text of printf is C's; the rest is documented in shoal-exec(1).
"""
import json
import os
import re
import subprocess
import sys
import unittest

SHOAL, REPORT = sys.argv[1:3]
FAULT = (r"shoal: kernel crash: memory fault\n"
         r"  in work-group \(0, 0, 0\), wave 0, lane 0 and 3 more\n"
         r"  at pc 0x[0-9a-f]+ \(kernel \+ 0x[0-9a-f]+\): global_store_b32 v\d+, v\d+, s\[\d+:\d+\]\n")
WHERE = (r"  address 0x[0-9a-f]+, 4 bytes: \d+ bytes past the end of the allocation 0x[0-9a-f]+ \(64 bytes\) of argument 1\n"
         r"  Check the buffer's size and the index; pass device addresses only.\n")


class Reports(unittest.TestCase):
    def start(self, *words, options=()):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("SHOAL_ENGINE", "SHOAL_STATS", "SHOAL_CHECK"))}
        done = subprocess.run([SHOAL, "exec", *options, REPORT, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, env=env, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def test_printf(self):
        for engine in ("interp", "jit"):
            status, out, err = self.start("talk", options=["--engine", engine])
            if engine == "jit" and "no compiler" in err:
                continue
            self.assertEqual((status, out.splitlines()[:2], err),
                             (0, ["7 of 4: 1.000000,2.000000,3.000000,4.000000 0.12 z% 0xff text", "clFinish: 0"], ""))

    def test_fault(self):
        _, out, err = self.start("crash")
        self.assertIn("clFinish: -5\n", out)
        self.assertRegex(err, f"^{FAULT}{WHERE}$")

    def test_fault_with_line(self):
        _, _, err = self.start("crash", "-g")
        self.assertRegex(err, f"^(?s:.*)  source (./)?program.cl:8:22\n{WHERE}$")

    def test_check(self):
        status, _, err = self.start("crash", options=["--check=mem"])
        self.assertNotEqual(status, 0)
        self.assertRegex(err, "kernel crash")

    def test_timeout(self):
        _, out, err = self.start("spin", options=["--timeout", "0.2"])
        self.assertIn("clFinish: -5\n", out)
        self.assertRegex(err, r"^shoal: kernel spin: time limit\n(?s:.*)  stopped after 0\.2 seconds\n")

    def test_statistics(self):
        _, _, err = self.start("talk", options=["--stats=json"])
        kernels = json.loads(err.splitlines()[-1])["kernels"]
        self.assertEqual([(k["kernel"], k["launches"], k["waves"]) for k in kernels], [("talk", 1, 1)])

    def test_trace(self):
        _, _, err = self.start("talk", options=["--trace"])
        self.assertRegex(err, r"(?m)^# kernel talk$")
        self.assertTrue(re.search(r"s_endpgm", err))


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(Reports))
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed, 0 skipped")
    sys.exit(bad != 0)
