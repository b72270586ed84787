"""Help texts, manual pages and completions know the same options."""

import re
import shutil
import subprocess

from support import CliTest, ROOT



def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


class Options(CliTest):
    def commands(self):
        """What `shoal help` lists, without the two that have no options."""
        found = re.findall(r"^  ([a-z]+) ", self.done("help").out.split("example")[0], re.M)
        self.assertIn("run", found)
        return [name for name in found if name not in ("help", "version")]

    def options(self, command):
        """What `shoal help COMMAND` lists."""
        found = re.findall(r"^  (--?[a-z0-9-]+)", self.done("help", command).out, re.M)
        self.assertIn("--help", found)
        return found

    def test_manual_pages(self):
        for command in self.commands():
            page = read(f"docs/man/shoal-{command}.1").replace("\\-", "-")
            documented = re.findall(r"^\.TP\n\.B[IR]? (--?[a-z0-9-]+)", page, re.M)
            self.assertEqual(sorted(set(documented)), sorted(self.options(command)), command)

    def test_bash(self):
        text = read("completions/shoal.bash")
        for command in self.commands():
            part = re.search(rf"^    {command}\)\n(.*?)^        ;;", text, re.M | re.S).group(1)
            words = re.search(r'options="([^"]*)"', part).group(1).split()
            self.assertEqual(sorted({w.split("=")[0] for w in words}),
                             sorted(self.options(command)), command)

    def test_bash_completes(self):
        if not shutil.which("bash"):
            self.skipTest("no bash")
        def complete(*words):
            script = ("source completions/shoal.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
                      "_shoal 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"")
            done = subprocess.run(["bash", "-c", script, "bash", *words], cwd=ROOT,
                                  stdout=subprocess.PIPE, text=True, check=True)
            return done.stdout.split()
        self.assertEqual(complete("shoal", "r"), ["run"])
        self.assertEqual(complete("shoal", "run", "--gr"), ["--grid"])
        self.assertEqual(complete("shoal", "run", "--engine", "i"), ["interp"])
        self.assertEqual(complete("shoal", "help", "v"), ["version"])
        self.assertEqual(complete("shoal", "info", "--h"), ["--hidden", "--help"])
        for name in self.commands():
            self.assertIn(name, complete("shoal", ""))
        self.assertEqual(sorted(complete("shoal", "info", "examples/saxpy.c")),
                         ["examples/saxpy.cl", "examples/saxpy.co"])

    def test_zsh(self):
        text = read("completions/_shoal")
        for command in self.commands():
            part = re.search(rf"^    {command}\)\n(.*?)^        ;;", text, re.M | re.S).group(1)
            words = re.findall(r"'\*?(--?[a-z0-9-]+?)(?:=-)?\[", part)
            self.assertEqual(sorted(words), sorted(self.options(command)), command)

    def test_fish(self):
        text = read("completions/shoal.fish")
        for command in self.commands():
            lines = re.findall(rf"^complete -c shoal -n '__shoal_command {command}'(.*)", text, re.M)
            words = [("--" if kind == "l" else "-") + name for line in lines
                     for kind, name in re.findall(r" -([ls]) (\S+)", line.split(" -d ")[0])]
            self.assertEqual(sorted(words), sorted(self.options(command)), command)

    def test_syntax_of_shells_that_are_here(self):
        for shell, flag, name in (("bash", "-n", "completions/shoal.bash"),
                                  ("zsh", "-n", "completions/_shoal"),
                                  ("fish", "-n", "completions/shoal.fish")):
            if shutil.which(shell):
                subprocess.run([shell, flag, ROOT / name], check=True)
