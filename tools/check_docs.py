#!/usr/bin/env python3
"""check_docs: what the documents say is so.

    tools/check_docs.py [--build DIR]

  - every file or folder of the project that a document names exists, unless the line says
    "(planned)";
  - every fenced block that begins with ```sh run or ```python run is executed, as one script,
    in a copy of nothing: a temporary folder that has the checkout's files as links, with `shoal`
    in PATH and the Python package in PYTHONPATH; it has to end with exit status 0, and the ```text block that follows it, if any, has to
    equal the output (lines with ... match any text in that place);
  - a translation, NAME.zh.md, has the outline of NAME.md: headings of the same levels, the same blocks
    of code, tables with the same rows and columns that have the same code in them, paragraphs and
    points of lists as many, in the same order. Its blocks are not run again.
"""

import argparse
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from python_with import python_with

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = "src|include|tools|tests|docs|bench|lib|examples|completions|integrations"
NAME = re.compile(rf"(?<![\w./*-])((?:{FOLDERS})/[\w./*-]*[\w/*]|[A-Z]{{4,}}\.md|Makefile)")
FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.M)


def python_command():
    python = python_with("cffi", "numpy")
    return python and [python]


INTERPRETERS = {"sh": lambda: ["sh", "-eu"], "python": python_command}


def documents():
    return [p for p in (ROOT / "README.md", ROOT / "CONTRIBUTING.md",
                        *sorted(ROOT.glob("docs/**/*.md")),
                        *sorted(ROOT.glob("integrations/*/README.md"))) if p.exists()]


def missing_names(text):
    lines = [line for line in text.splitlines() if "(planned)" not in line]
    for name in sorted(set(NAME.findall("\n".join(lines)))):
        if not list(ROOT.glob(name.rstrip("/"))):
            yield name


def run_blocks(text):
    """The language ("sh", "python"), script and expected output (None: not compared) of each."""
    fences = list(FENCE.finditer(text))
    for i, fence in enumerate(fences):
        if fence.group(1).strip() not in ("sh run", "python run"):
            continue
        follows = fences[i + 1] if i + 1 < len(fences) else None
        expected = None
        if follows and follows.group(1).strip() == "text" and \
                "\n\n" not in text[fence.end():follows.start()].strip("\n"):
            expected = follows.group(2)
        yield fence.group(1).split()[0], fence.group(2), expected


def translations(document):
    return sorted(document.parent.glob(document.stem + ".??.md")) if document.suffixes == [".md"] else []


def table_shape(rows):
    """Of each row: the number of cells, and the code in them."""
    return [(len(row.strip("|").split("|")), sorted(re.findall(r"`[^`]*`", row))) for row in rows]


def outline(text):
    """What a translation has in common with the original: (kind, what has to be the same, line)."""
    lines, at = text.split("\n"), 0
    while at < len(lines):
        line, start = lines[at], at
        at += 1
        if line.startswith("```"):
            while not lines[at].startswith("```"):
                at += 1
            at += 1
            yield "block of code", lines[start:at], start + 1
        elif line.startswith("    "):
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at]):
                at += 1
            yield "block of code", "\n".join(lines[start:at]).rstrip().split("\n"), start + 1
        elif line.startswith("#"):
            yield "heading", line.split()[0], start + 1
        elif line.startswith("|"):
            while at < len(lines) and lines[at].startswith("|"):
                at += 1
            yield "table", table_shape(lines[start:at]), start + 1
        elif line:
            while at < len(lines) and lines[at] and not lines[at].startswith(("```", "|", "#", "- ")):
                at += 1
            yield "point of a list" if line.startswith("- ") else "paragraph", None, start + 1


def drift(original, translation):
    """Where the outlines part, in words; None: nowhere."""
    pairs = itertools.zip_longest(outline(original), outline(translation), fillvalue=("end", None, 0))
    for (kind, what, line), (other_kind, other, other_line) in pairs:
        if kind != other_kind:
            return f"line {other_line} is a {other_kind}, but line {line} of the original a {kind}"
        if what != other:
            return f"line {other_line}: this {kind} is not that of line {line} of the original"
    return None


def matches(expected, output):
    pattern = re.escape(expected.rstrip("\n")).replace(r"\.\.\.", ".*")
    return re.fullmatch(pattern, output.rstrip("\n"), re.S) is not None


def execute(interpreter, script, build, folder):
    for entry in ROOT.iterdir():
        if not entry.name.startswith((".git", "build")):
            os.symlink(entry, pathlib.Path(folder) / entry.name)
    env = dict(os.environ, PATH=f"{build}:{os.environ['PATH']}", NO_COLOR="1",
               SHOAL_BUILD=str(build), PYTHONPATH=str(ROOT / "integrations" / "python"))
    return subprocess.run([*interpreter, "-c", script], cwd=folder, env=env, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    build = parser.parse_args().build.resolve()
    passed = failed = skipped = 0

    for document in documents():
        text = document.read_text(encoding="utf-8")
        missing = list(missing_names(text))
        for name in missing:
            print(f"{document.relative_to(ROOT)}: {name} does not exist")
        passed += not missing
        failed += bool(missing)
        for translation in translations(document):
            parts = drift(text, translation.read_text(encoding="utf-8"))
            if parts:
                print(f"{translation.relative_to(ROOT)}: {parts}")
            passed += not parts
            failed += bool(parts)
        is_translation = re.search(r"\.[a-z]{2}\.md$", document.name)
        blocks = [] if is_translation else list(run_blocks(text))
        if document == ROOT / "README.md" and not blocks:
            print("README.md: no block is marked ```sh run")
            failed += 1
        for language, script, expected in blocks:
            if not (build / "shoal").exists():
                print(f"SKIP {document.name}: no shoal in {build}; make builds it")
                skipped += 1
                continue
            interpreter = INTERPRETERS[language]()
            if not interpreter:
                print(f"SKIP {document.relative_to(ROOT)}: no Python with cffi and numpy: "
                      "apt install python3-cffi python3-numpy")
                skipped += 1
                continue
            with tempfile.TemporaryDirectory() as folder:
                done = execute(interpreter, script, build, folder)
            good = done.returncode == 0 and (expected is None or matches(expected, done.stdout))
            if not good:
                print(f"{document.relative_to(ROOT)}: this ends with status {done.returncode}"
                      f"{' or prints something else' if expected else ''}:")
                print(script + "--- it printed:\n" + done.stdout)
            passed += good
            failed += not good
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
