#!/usr/bin/env python3
"""gen_arguments.py: test cases for wrong arguments of every complete function of libamdhip64.

usage: gen_arguments.py FUNCTIONS ARGUMENTS OUTPUT

FUNCTIONS is src/runtime/hip/functions.tbl. ARGUMENTS, arguments.tbl, says what a good argument of
each type and name is, and what is wrong with others; it explains its form itself. OUTPUT is C that
test_arguments.c includes: per function a call with good arguments, then per argument one call for
each thing that can be wrong with it, all other arguments being good.

It is an error if a complete function has a parameter that no row covers, or if a row about a
function does not change anything.
"""
import fnmatch
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import gen_hip  # noqa: E402

# What functions return that can be compared with an expected code, and its enumerators' prefixes.
CODES = {"hipError_t": ("hip", "hipError"), "hiprtcResult": ("HIPRTC_", "HIPRTC_ERROR_")}


def matches(text, pattern):
    """As the shell's patterns; a backslash takes a star for itself."""
    return fnmatch.fnmatchcase(text, pattern.replace("\\*", "[*]"))


def fail(message):
    sys.exit("gen_arguments.py: " + message)


class Wrong:
    """One thing that is wrong with an argument: `what EXPRESSION -> CODE`, `: why` behind it."""

    def __init__(self, text, where):
        match = re.fullmatch(r"([\w ]+?) *= *(.*?) *-> *(\w+)(?: *: *(.+))?", text)
        if not match:
            fail(f"{where}: not `what = EXPRESSION -> CODE`: {text}")
        self.what, self.value, self.code, self.why = match.groups()
        if self.code in ("Success", "untried") and not self.why:
            fail(f"{where}: {self.code} needs a reason: {text}")


class Rule:
    """A row: of [types] `type | names | good | wrong`, of [functions] `functions | name | ...`."""

    def __init__(self, cells, where):
        self.where = where
        self.first, names, self.good, wrong = (cells + ["", "", ""])[:4]
        self.names = names.split()
        self.free = wrong[4:].strip() if wrong.startswith("any:") else ""
        self.wrong = [] if self.free else [Wrong(w.strip(), where) for w in wrong.split(";")
                                           if w.strip()]
        self.is_used = False

    def fits(self, first, name):
        return (any(matches(first, p) for p in self.first.split(", ")) and
                any(matches(name, n) for n in self.names))


def read(path):
    sections = {"types": [], "functions": [], "calls": []}
    section = None
    with open(path) as f:
        text = re.sub(r"\\\n\s*", "", f.read())
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line[1:-1] in sections:
            section = sections[line[1:-1]]
            continue
        cells = [c.strip() for c in re.split(r"\s\|(?=\s|$)", line, maxsplit=3)]
        section.append(Rule(cells, f"{path}: `{line[:60]}`"))
    return sections


class Parameter:
    """A parameter of a function with its good value and all that can be wrong with it."""

    def __init__(self, function, text, sections):
        self.type, self.name = re.fullmatch(r"(.*?)\s*(\w+)", text).groups()
        base = function.removesuffix("_spt")
        rule = next((r for r in sections["types"] if r.fits(self.type, self.name)), None)
        special = [r for r in sections["functions"]
                   if r.fits(base, self.name) or r.fits(function, self.name)]
        if not rule and not special:
            fail(f"{function}: no row for {self.type} {self.name}")
        self.good, self.free, wrong = "", "", {}
        for r in ([rule] if rule else []) + special:
            r.is_used = True
            if r.good:
                self.good = r.good
            if r.free:
                self.free, wrong = r.free, {}
            wrong.update((w.what, w) for w in r.wrong)
        self.wrong = list(wrong.values())
        self.good = self.good.replace(
            "@out", f"({self.type})room_of(sizeof({self.type.removesuffix('*').strip()}))")
        if not self.good:
            fail(f"{function}: {self.name} has no good value")
        if not self.wrong and not self.free:
            fail(f"{function}: nothing can be wrong with {self.name}, and no reason why")


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Function:
    def __init__(self, row, sections):
        self.result, self.name, parameters = re.fullmatch(r"(.*?)(\w+)\((.*)\)", row.text).groups()
        self.result = self.result.strip()
        self.parameters = [] if parameters == "void" else [
            Parameter(self.name, p, sections) for p in parameters.split(", ")]
        # Before the call, and what it returns if all is good.
        self.before, self.good_code = "", "Success"
        for rule in sections["calls"]:
            if any(matches(self.name, p) for p in rule.first.split(", ")):
                rule.is_used = True
                self.before = rule.names and " ".join(rule.names) or self.before
                self.good_code = rule.good or self.good_code

    def code(self, name):
        if self.result not in CODES:
            return "0"
        success, error = CODES[self.result]
        return (success + ("SUCCESS" if success.isupper() else "Success") if name == "Success"
                else error + name)

    def case(self, what, code, values):
        kind = {"hipError_t": "HIP", "hiprtcResult": "RTC"}.get(self.result, "CALL")
        expected = "" if kind == "CALL" else f", {self.code(code)}"
        yield f"    BEGIN({quoted(self.name + ': ' + what)})\n"
        if self.before:
            yield f"        {self.before}\n"
        yield f"        {kind}({self.name}({', '.join(values)}){expected});\n    END\n"

    def text(self):
        good = [p.good for p in self.parameters]
        yield f"static void test_{self.name}(void)\n{{\n"
        if self.good_code != "untried":
            yield from self.case("as it should be", self.good_code, good)
        for i, p in enumerate(self.parameters):
            for w in p.wrong:
                if w.code != "untried":
                    values = good[:i] + [w.value] + good[i + 1:]
                    yield from self.case(f"{p.name}: {w.what}", w.code, values)
        yield "}\n\n"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    rows = [r for r in gen_hip.read(sys.argv[1]) if r.status == "complete"]
    sections = read(sys.argv[2])
    functions = [Function(row, sections) for row in rows]
    for section, rules in sections.items():
        for rule in rules:
            if not rule.is_used:
                fail(f"{rule.where}: fits no complete function (in [{section}])")
    with open(sys.argv[3], "w") as f:
        f.write("/* Generated by gen_arguments.py from functions.tbl and arguments.tbl. */\n\n")
        for function in functions:
            f.writelines(function.text())
        f.write("static void (*const tests[])(void) = {\n")
        for function in functions:
            f.write(f"    test_{function.name},\n")
        f.write("};\n")


if __name__ == "__main__":
    main()
