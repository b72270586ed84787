"""`shoal clinfo`: what it prints is what the program clinfo is told through the loader, where that is installed."""

import pathlib
import shutil
import subprocess
import unittest

from support import CliTest, SHOAL, shoal


class Clinfo(CliTest):
    def setUp(self):
        super().setUp()
        libdir = pathlib.Path(self.done("--libdir").out.rstrip("\n"))
        if not (libdir / "opencl" / "libshoal-opencl.so").exists():
            self.skipTest("no OpenCL headers: apt install opencl-c-headers")

    def rows(self, **env):
        out = self.done("clinfo", env=env).out
        found, label = {}, None
        for line in out.splitlines():
            label = line[:16].strip() or label
            found.setdefault(label, []).append(line[16:])
        return found

    def test_device(self):
        rows = self.rows(SHOAL_CHIP="")
        self.assertEqual((rows["platform"], rows["device"], rows["images"], rows["local memory"]),
                         (["Shoal"], ["gfx1100"], ["yes"], ["64 KiB"]))
        self.assertIn("OpenCL C 3.0", rows["OpenCL C"])
        self.assertIn("cl_khr_integer_dot_product 2.0", rows["extensions"])
        self.assertEqual(self.rows(SHOAL_CHIP="gfx1102")["device"], ["gfx1102"])

    def test_devices(self):
        rows = self.rows(SHOAL_CHIP="", SHOAL_OPENCL_DEVICES="gfx1102,ventus", SHOAL_VENTUS_CLANG="")
        self.assertEqual((rows["device"], rows["address bits"], rows["images"], rows["compiler"]),
                         (["gfx1102", "ventus"], ["64", "32"], ["yes", "no"], ["yes", "no"]))

    @unittest.skipUnless(shutil.which("clinfo"), "no clinfo: apt install clinfo")
    def test_is_what_programs_are_told(self):
        self.skip_if_sanitized()
        done = subprocess.run([SHOAL, "exec", "clinfo", "--raw"], stdout=subprocess.PIPE, text=True, check=True)
        told = {}
        for line in done.stdout.splitlines():
            words = line.split(None, 2)
            if len(words) == 3 and words[1].startswith("CL_DEVICE_"):
                told[words[1]] = words[2].strip()
        rows = self.rows()
        self.assertEqual(rows["device"], [told["CL_DEVICE_NAME"]])
        self.assertEqual(rows["version"], [told["CL_DEVICE_VERSION"]])
        self.assertEqual(rows["compute units"], [told["CL_DEVICE_MAX_COMPUTE_UNITS"]])
        self.assertEqual(rows["work-group"], [told["CL_DEVICE_MAX_WORK_GROUP_SIZE"]])
        self.assertEqual([name.split()[0] for name in rows["extensions"]], told["CL_DEVICE_EXTENSIONS"].split())

    def test_refusals(self):
        self.refused("shoal clinfo: unexpected 'device'; it takes no arguments", "clinfo", "device")
        self.assertIn("shoal exec clinfo", shoal("clinfo", "--help").out)
