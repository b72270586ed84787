"""Help texts, manual pages and completions know the same options."""

import re
import runpy
import shutil
import subprocess

from support import CliTest, ROOT, SHOAL


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


class Options(CliTest):
    def commands(self):
        """What `shoal help` lists, without the two that have no options."""
        found = re.findall(r"^  ([a-z-]+) ", self.done("help").out.split("example")[0], re.M)
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

    def test_lint_of_manual_pages_can_fail(self):
        """A line that begins with a dot is lost: tools/check's command says so."""
        if not shutil.which("mandoc"):
            self.skipTest("mandoc")
        check = runpy.run_path(str(ROOT / "tools" / "check"), run_name="check")
        page = read("docs/man/shoal-run.1")
        for text, status in ((page, 0), (page.replace(".SH OPTIONS", ".hip_fatbin is lost\n.SH OPTIONS"), 3)):
            path = self.file("shoal-run.1", text.encode())
            done = subprocess.run([*check["MANDOC"], path], stdout=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, status, done.stdout)

    def complete(self, *words):
        """What `shoal complete` offers, without the descriptions."""
        return [line.split("\t")[0] for line in self.done("complete", *words).out.splitlines()]

    def test_complete_knows_all_commands_and_options(self):
        commands = self.complete("")
        self.assertEqual(commands, self.commands() + ["version", "help"])
        self.assertEqual(self.complete("help", ""), commands)
        for command in self.commands():
            offered = [word for word in self.complete(command, "-") if "=" not in word]
            self.assertEqual(sorted(offered), sorted(self.options(command)), command)

    def test_complete_describes(self):
        self.assertIn("--grid\twork-items in each dimension\n", self.done("complete", "run", "--gr").out)
        self.assertIn("isa\tlist the instructions, or explain one\n", self.done("complete", "is").out)

    # Words that are typed, and what is offered, for `shoal complete` and in each shell.
    CASES = [
        (["r"], ["rocm-path", "run"]),
        (["run", "--gr"], ["--grid"]),
        (["run", "--engine", "i"], ["interp"]),
        (["exec", "--engine", "j"], ["jit"]),
        (["run", "--stats=j"], ["--stats=json"]),
        (["exec", "--stats=j"], ["--stats=json"]),
        (["exec", "--trac"], ["--trace", "--trace=", "--trace-only"]),
        (["help", "v"], ["version"]),
        (["info", "--h"], ["--hidden", "--help"]),
        (["run", "--che"], ["--check", "--check="]),
        (["exec", "--check=mem,r"], ["--check=mem,race"]),
        (["exec", "--su"], ["--suggest-suppressions", "--suppressions"]),
        (["run", "--report", "s"], ["sarif="]),
        (["exec", "--base"], ["--baseline"]),
        (["run", "--max-re"], ["--max-reports"]),
        (["run", "examples/saxpy.co", "--kernel", "s"], ["saxpy"]),
        (["run", "--arg", "buf:bf"], ["buf:bf16:"]),
        (["run", "--arg", "y=buf:f32:8:io"], ["y=buf:f32:8:iota"]),
        (["run", "--arg", "smp:mi"], ["smp:mirror"]),
        (["run", "examples/saxpy.co", "--arg", "y"], ["y=buf:f32:"]),
        (["run", "examples/saxpy.co", "--arg", "f32:1", "--arg", "b"], ["buf:", "buf:f32:", "bf16:"]),
        (["run", "examples/saxpy.co", "--print", ""], ["x", "y"]),
        (["run", "examples/saxpy.co", "--dump", "y"], ["y="]),
        (["isa", "rdna3", "v_fmac_f3"], ["v_fmac_f32"]),
        (["isa", "v_fmac_f3"], ["v_fmac_f32"]),
        (["nonsense", ""], []),
    ]

    def test_complete_cases(self):
        for words, offered in self.CASES:
            with self.subTest(words=words):
                done = subprocess.run([SHOAL, "complete", *words], cwd=ROOT, stdout=subprocess.PIPE,
                                      text=True, check=True)
                got = [line.split("\t")[0] for line in done.stdout.splitlines()]
                self.assertEqual(sorted(got), sorted(offered))
        self.assertEqual(self.complete("info", "examples/sax"), [":files"])
        self.assertEqual(self.complete("run", "--trace", ""), [":files"])
        self.assertEqual(self.complete("exec", "--trace=exam"), [":files"])
        self.assertEqual(self.complete("exec", "m"), [":commands"])
        self.assertEqual(self.complete("exec", "prog", "--en"), [":files"])

    # Names of files, which the shell completes itself.
    FILES = [
        (["info", "examples/saxpy.c"], ["examples/saxpy.cl", "examples/saxpy.co"]),
        (["exec", "--trace=examples/saxpy.c"], ["--trace=examples/saxpy.cl", "--trace=examples/saxpy.co"]),
    ]

    def in_shell(self, shell, script, cases):
        """Completes in a real shell: the script prints one candidate per line."""
        if not shutil.which(shell):
            self.skipTest(f"no {shell}")
        for words, offered in cases:
            with self.subTest(words=words):
                flag = ["-f"] if shell == "zsh" else []
                done = subprocess.run([shell, *flag, "-c", script, *([shell] if shell != "fish" else []),
                                       SHOAL, *words], cwd=ROOT, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, text=True, check=False)
                self.assertEqual(done.stderr, "")
                self.assertEqual(sorted(done.stdout.split()), sorted(offered))

    def test_bash_completes(self):
        # bash inserts what follows the last ':' or '='.
        script = ("source completions/shoal.bash; COMP_LINE=\"$*\"; COMP_POINT=${#COMP_LINE}; "
                  "[[ -z ${!#} ]] && COMP_LINE+=' '; COMP_POINT=${#COMP_LINE}; "
                  "_shoal; printf '%s\\n' \"${COMPREPLY[@]}\"")
        cases = [(words, [word[re.search(r".*[:=]|", words[-1]).end():] for word in offered])
                 for words, offered in self.CASES + self.FILES]
        self.in_shell("bash", script, cases)

    def test_zsh_completes(self):
        script = ("source completions/_shoal; "
                  "compadd() { print -l -- ${(P)@[-1]}; }; _files() { print files; }; "
                  "compset() { print -l -- $*; }; words=(\"$@\"); CURRENT=$#; _shoal")
        self.in_shell("zsh", script, self.CASES + [(["info", "examples/sax"], ["files"]),
                                                   # The option's name is no part of the file's.
                                                   (["exec", "--trace=exam"], ["-P", "1", "*=", "files"])])

    def test_fish_completes(self):
        # fish drops what does not continue the word.
        script = ("source completions/shoal.fish; set words (string escape -- $argv); "
                  "set -q argv[-1]; and test -z \"$argv[-1]\"; and set words[-1] ''; "
                  "complete -C (string join ' ' -- $words) | string replace -r '\\t.*' ''")
        self.in_shell("fish", script, self.CASES + self.FILES)

    def test_syntax_of_shells_that_are_here(self):
        for shell, flag, name in (("bash", "-n", "completions/shoal.bash"),
                                  ("zsh", "-n", "completions/_shoal"),
                                  ("fish", "-n", "completions/shoal.fish")):
            if shutil.which(shell):
                subprocess.run([shell, flag, ROOT / name], check=True)
