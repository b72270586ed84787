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
        hip = self.done("--libdir").out.rstrip("\n") + "/hip"
        self.assertEqual(self.environment(env={"LD_LIBRARY_PATH": ""})["LD_LIBRARY_PATH"], hip)
        self.assertEqual(self.environment(env={"LD_LIBRARY_PATH": "/a:/b"})["LD_LIBRARY_PATH"],
                         hip + ":/a:/b")

    def test_options_are_variables(self):
        found = self.environment("--engine", "interp", "--devices=2", "--threads", "3", "--timeout",
                                 "0.5", "--log", env={"SHOAL_DEVICES": "7"})
        self.assertEqual({k[6:]: found[k] for k in found if k in (
            "SHOAL_ENGINE", "SHOAL_DEVICES", "SHOAL_THREADS", "SHOAL_TIMEOUT", "SHOAL_LOG")},
            {"ENGINE": "interp", "DEVICES": "2", "THREADS": "3", "TIMEOUT": "0.5", "LOG": "1"})

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
