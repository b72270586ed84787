"""`shoal exec` and `shoal --libdir`: what a program that is started finds."""

import pathlib

from support import CliTest, SHOAL, shoal


class Libdir(CliTest):
    def test_has_the_libraries(self):
        libdir = pathlib.Path(self.done("--libdir").out.rstrip("\n"))
        self.assertTrue(libdir.is_absolute())
        for name in ("libamdhip64.so", "libamdhip64.so.5", "libamdhip64.so.6"):
            self.assertTrue((libdir / "hip" / name).exists(), name)


class Exec(CliTest):
    def environment(self, *words, env=None):
        out = self.done("exec", *words, "env", env=env).out
        return dict(line.split("=", 1) for line in out.splitlines() if "=" in line)

    def test_library_path(self):
        libdir = self.done("--libdir").out.rstrip("\n")
        has_opencl = pathlib.Path(libdir, "opencl/libshoal-opencl.so").exists()
        ours = f"{libdir}/hip:{libdir}/opencl" if has_opencl else f"{libdir}/hip"
        self.assertEqual(self.environment(env={"LD_LIBRARY_PATH": ""})["LD_LIBRARY_PATH"], ours)
        found = self.environment(env={"LD_LIBRARY_PATH": "/a:/b", "OCL_ICD_VENDORS": "/etc/OpenCL/vendors"})
        self.assertEqual(found["LD_LIBRARY_PATH"], ours + ":/a:/b")
        if has_opencl:
            vendors = pathlib.Path(found["OCL_ICD_VENDORS"])
            self.assertEqual(str(vendors), f"{libdir}/opencl/vendors")
            self.assertEqual([(p.name, p.read_text()) for p in vendors.iterdir()],
                             [("shoal.icd", "libshoal-opencl.so\n")])

    def test_options_are_variables(self):
        found = self.environment("--engine", "interp", "--devices=2", "--threads", "3", "--timeout",
                                 "0.5", "--log", "--chip", "gfx1151", "--opencl-devices=gfx1100,ventus", env={"SHOAL_DEVICES": "7"})
        self.assertEqual({k[6:]: found[k] for k in found if k in (
            "SHOAL_ENGINE", "SHOAL_DEVICES", "SHOAL_THREADS", "SHOAL_TIMEOUT", "SHOAL_LOG", "SHOAL_CHIP",
            "SHOAL_OPENCL_DEVICES")},
            {"ENGINE": "interp", "DEVICES": "2", "THREADS": "3", "TIMEOUT": "0.5", "LOG": "1",
             "CHIP": "gfx1151", "OPENCL_DEVICES": "gfx1100,ventus"})

    def test_what_is_told_of_launches(self):
        """tests/hip/profile.py tries what the variables do."""
        words = ["--stats=json", "--stats-file", self.folder / "s.json", f"--trace={self.folder}/t.txt",
                 "--trace-only", "kernel=scale,wave=0", "--trace-only=wave=2-3"]
        pathlib.Path(self.folder / "t.txt").write_text("old")
        pathlib.Path(self.folder / "s.json").write_text("kept")
        found = self.environment(*words)
        self.assertEqual({k[6:]: found[k] for k in found if k.startswith(("SHOAL_STATS", "SHOAL_TRACE"))},
                         {"STATS": "json", "STATS_FILE": f"{self.folder}/s.json", "TRACE": f"{self.folder}/t.txt",
                          "TRACE_ONLY": "kernel=scale,wave=0,wave=2-3"})
        self.assertEqual((self.folder / "t.txt").read_text(), "")
        self.assertEqual((self.folder / "s.json").read_text(), "kept")
        found = self.environment("--stats", "--trace", "--stats-file=s.%p")
        self.assertEqual([found[f"SHOAL_{k}"] for k in ("STATS", "TRACE", "STATS_FILE")],
                         ["1", "-", str(pathlib.Path.cwd() / "s.%p")])

    def test_arguments_and_status_are_the_programs(self):
        result = shoal("exec", "sh", "-c", 'echo "$@"; exit 9', "sh", "--help", "--engine", "")
        self.assertEqual((result.status, result.out), (9, "--help --engine \n"), result)
        self.assertEqual(shoal("exec", "--", "sh", "-c", "kill -9 $$").status, -9)

    def test_refusals(self):
        self.refused("shoal exec: no program; 'shoal help exec' explains", "exec")
        self.refused("shoal exec: --engine 'gpu': there is no such choice; --engine takes auto|interp|jit, "
                     "for example jit", "exec", "--engine", "gpu", "env")
        self.refused("shoal exec: --devices 'two': expected a whole number up to 64; --devices takes N, for "
                     "example 2", "exec", "--devices", "two", "env")
        self.refused("shoal exec: --timeout '-1': expected a number of seconds above 0; --timeout takes SECONDS, "
                     "for example 30", "exec", "--timeout=-1", "env")
        self.refused("shoal exec: unknown option '--divices'; did you mean '--devices'?",
                     "exec", "--divices", "2", "env")

    def test_refusals_of_traces(self):
        for message, *words in (
                ("--stats=xml: there are --stats and --stats=json", "--stats=xml"),
                ("--stats-file is where --stats goes; give that too", "--stats-file", "/dev/null"),
                ("--stats-file: cannot write '/nowhere/s': No such file or directory", "--stats-file=/nowhere/s"),
                ("--trace: cannot write '/nowhere/t': No such file or directory", "--trace=/nowhere/t"),
                ("--trace-only needs --trace or --trace=FILE", "--trace-only", "wave=0"),
                ("--trace-only: wave= takes N or N-M", "--trace", "--trace-only", "wave=x")):
            self.refused(f"shoal exec: {message}", "exec", *words, "true")
        self.refused("shoal exec: cannot start 't.txt': No such file or directory; for a trace in that file: "
                     "--trace=t.txt", "exec", "--trace", "t.txt", status=127)

    def test_programs_that_do_not_start(self):
        self.refused("shoal exec: cannot start '/nowhere/app': No such file or directory",
                     "exec", "/nowhere/app", status=127)
        name = self.file("text", b"no program")
        self.refused(f"shoal exec: cannot start '{name}': Permission denied", "exec", name,
                     status=126)
        folder = str(self.folder)
        tool = self.folder / "tool"
        tool.write_text("#!/bin/sh\n")
        tool.chmod(0o755)
        # The shell goes there, the program stands there too, but PATH has no "."
        words = ["exec", "sh", "-c", 'cd "$1"; exec "$0" exec tool', SHOAL, folder]
        self.refused("shoal exec: 'tool' is in no folder of PATH; for the one here: ./tool", *words,
                     status=127)
