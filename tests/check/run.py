#!/usr/bin/env python3
"""run.py: seeded bugs: what the checker finds, and what it must be silent about.

usage: run.py --shoal SHOAL [--table] [--few] [--jobs N] [WORD ...]

A case is a file of tests/check/cases: a program in OpenCL C, HIP or assembly of RDNA3 or Ventus. Lines
that end in "@bug" are only in the wrong version, lines that end in "@right" only in the right one. What
must be reported about the wrong version stands on the line of the instruction or statement:

    y[i] = x[i];  // @expect mem:out-of-bounds item=10,0,0

with KIND:RULE and optionally the work-item (item=, group=), wave=, and count=; many=1: one or more findings,
as compilers make several instructions of a statement. In assembly the reported instruction, else the
reported line, or that of a call that was inlined, must be that of the comment. Each finding must be expected, and the
right version must have none. At the top:

    // @run WORDS          options of shoal run
    // @variants A; B      options of the compiler for each run; the default is all four of -O0 and -O2
                           with waves of 32 and 64 lanes. In assembly of RDNA3: lanes, by default 32; 64;
                           of Ventus: more options of shoal run
    // @check KINDS        default: all kinds
    // @any-order          atomics order work-groups, and which of them are named depends on who was first; or a
                          fault ends the launch, and others have come this far or not

Cases in OpenCL C, and those in HIP, are compiled together for each of the compiler's options, as the
headers cost most; kernels get the case's name, and #line keeps the lines. Names at file scope must differ.

WORD: only cases whose names have it. --few: of each case's variants, one: the first of the first case, the second of the
second, and so on. --table prints how many bugs of each kind were found and missed.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

CASES = pathlib.Path(__file__).resolve().parent / "cases"
COMPILED = ["-O0", "-O2", "-O0 -mwavefrontsize64", "-O2 -mwavefrontsize64"]
KERNEL = re.compile(r"(?:kernel|__global__)\s+void\s+(\w+)\(")
EXPECT = re.compile(r"@expect\s+(\S+)((?:\s+\w+=\S+)*)")


class Case:
    def __init__(self, path):
        self.path = path
        self.lines = path.read_text().splitlines()
        self.is_assembly = path.suffix == ".s"
        self.run = " ".join(self.directive("run")).split()
        self.kinds = (self.directive("check") or ["all"])[0]
        variants = self.directive("variants")
        self.variants = [v.strip() for v in variants[0].split(";")] if variants else \
            ["32", "64"] if self.is_assembly else COMPILED
        self.is_ventus = "ventus" in self.run
        self.kernel = KERNEL.search("\n".join(self.lines)).group(1) if not self.is_assembly else None
        if self.kernel and "--kernel" in self.run:
            at = self.run.index("--kernel")
            del self.run[at:at + 2]
        self.expected = []
        for number, line in enumerate(self.lines, 1):  # "@expect ... @bug" on one line is both
            for rule, rest in EXPECT.findall(line):
                self.expected.append((number, rule, dict(w.split("=") for w in rest.split())))

    def directive(self, name):
        found = [re.search(rf"@{name}\b(.*)", line) for line in self.lines]
        return [m.group(1).strip() for m in found if m]

    def text(self, is_bug):
        dropped = "@right" if is_bug else "@bug"
        return "\n".join("" if line.rstrip(" */").endswith(dropped) else line
                         for line in self.lines) + "\n"


# What a kernel in assembly of RDNA3 begins with, unless the case does so itself, and what it ends with; its
# arguments are buffers.
RDNA3_BEGIN = """    .amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
    .text
    .globl k
    .p2align 8
    .type k,@function
k:
"""
RDNA3_END = """
.Lend:
    .size k, .Lend-k
    .section .rodata,"a"
    .p2align 6
    .amdhsa_kernel k
        .amdhsa_next_free_vgpr 32
        .amdhsa_next_free_sgpr 32
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
        .amdhsa_group_segment_fixed_size 1024
        .amdhsa_wavefront_size32 {}
    .end_amdhsa_kernel
    .amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name:                       k
    .symbol:                     k.kd
    .kernarg_segment_size:       {}
    .kernarg_segment_align:      8
    .group_segment_fixed_size:   1024
    .private_segment_fixed_size: 0
    .wavefront_size:             {}
    .sgpr_count:                 32
    .vgpr_count:                 32
    .max_flat_workgroup_size:    1024
    .args:{}
    .end_amdgpu_metadata
"""
ARGUMENT = """
      - .offset:         {}
        .size:           8
        .value_kind:     global_buffer
        .address_space:  global"""


def instruction_of(line):
    """Of bits that no assembler takes, what stands behind them: `.long 1, 2 ; v_dual_...`."""
    parts = re.split(r"//|;|#", line)
    return " ".join(parts[parts[0].lstrip().startswith(".long")].split())


def matches(case, finding, expectation):
    """Of two accesses that race, either may be named: which comes first is up to the compiler."""
    if f"{finding['kind']}:{finding['rule']}" != expectation[1]:
        return False
    places = ["place", "other"] if finding["kind"] == "race" else ["place"]
    return any(is_at(case, finding, finding[p], expectation) for p in places)


def is_at(case, finding, place, expectation):
    number, _, more = expectation
    if case.is_assembly:
        have, written = " ".join(place["instruction"].split()), instruction_of(case.lines[number - 1])
        if have != written and (".L" not in written or have.split()[0] != written.split()[0]):
            return False  # labels are printed as distances
    elif not any(re.search(rf":{number}(:\d+)?$", source)
                 for source in [place["source"], *(f["source"] for f in place["frames"])]):
        return False  # the line of the instruction, or of a call that was inlined
    have = {"item": ",".join(map(str, place["item"])), "wave": str(place["wave"]),
            "group": ",".join(map(str, place["workgroup"])), "count": str(finding["count"])}
    return all(have.get(key) == value for key, value in more.items() if key != "many")


def compile_together(options, cases, suffix, variant, is_bug, folder):
    """Compiles the cases of a language to one code object. Returns its path."""
    name = f"{suffix[1:]}-{'bug' if is_bug else 'right'}{variant.replace(' ', '')}"
    text = ""
    for case in cases:
        one = folder / f"{case.path.stem}-{name}{suffix}"  # for the report to show
        one.write_text(re.sub(rf"\b{case.kernel}\(", f"{case.path.stem}(", case.text(is_bug), count=1))
        text += f'#line 1 "{one}"\n{one.read_text()}'
    source, code = folder / (name + suffix), folder / (name + ".co")
    source.write_text(text)
    tool = ["clc", "-cl-kernel-arg-info"] if suffix == ".cl" else ["hipcc", "--genco"]
    done = subprocess.run([options.shoal, *tool, "-w", "-gline-tables-only", *variant.split(), source, "-o", code],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=300)
    if not code.exists():
        sys.exit(f"the cases do not compile together:\n{done.stdout}")
    return code


def compile_all(options, cases, folder, pool):
    """The code objects by (suffix, variant, is_bug)."""
    groups = collections.defaultdict(list)
    for case in cases:
        for variant in [] if case.is_assembly else case.variants:
            groups[case.path.suffix, variant].append(case)
    jobs = {(*key, is_bug): pool.submit(compile_together, options, members, *key, is_bug, folder)
            for key, members in groups.items() for is_bug in (True, False)}
    return {key: job.result() for key, job in jobs.items()}


def assembly_source(case, variant, is_bug, file):
    text = case.text(is_bug)
    if not case.is_ventus:
        count = case.run.count("--arg")
        arguments = "".join(ARGUMENT.format(8 * i) for i in range(count))
        text = ("" if "\nk:\n" in text else RDNA3_BEGIN) + text + RDNA3_END.format(int(variant == "32"), 8 * count, variant, arguments)
    file.write_text(text)


def run(options, case, variant, is_bug, compiled, folder):
    """What is wrong with this run; "" if nothing."""
    name = f"{case.path.stem}{'-bug' if is_bug else ''}-{abs(hash(variant))}"
    report = folder / (name + ".json")
    say = f"{case.path.name} [{variant}] {'bug' if is_bug else 'right'}: "
    if case.is_assembly:
        source = folder / (name + case.path.suffix)
        assembly_source(case, variant, is_bug, source)
        flags = variant.split() if case.is_ventus else []
    else:
        source = compiled[case.path.suffix, variant, is_bug]
        flags = ["--kernel", case.path.stem]
    words = [options.shoal, "run", str(source), *case.run, *flags, f"--check={case.kinds}",
             "--timeout", "60", "--report", f"json={report}"]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=300)
    if not report.exists():
        return say + f"did not run:\n{done.stdout}"
    text = report.read_text()
    findings = json.loads(text)["findings"]
    left = list(case.expected) if is_bug else []
    wrong, many = [], []
    for finding in findings:
        hit = next((e for e in left if matches(case, finding, e)), None)
        if hit and "many" in hit[2]:
            many.append(hit)
        elif hit:
            left.remove(hit)
        else:
            wrong.append(f"unexpected {finding['kind']}:{finding['rule']}")
    wrong += [f"line {n}: no {rule} {more or ''}" for n, rule, more in left if (n, rule, more) not in many]
    status = 4 if any(f["level"] == "error" for f in findings) else 0
    if done.returncode != status:
        wrong.append(f"status {done.returncode}, not {status}")
    if is_bug and variant == case.variants[-1] and not case.directive("any-order"):  # whatever the number of threads
        subprocess.run([*words, "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
        if report.read_text() != text:
            wrong.append("another report with one thread")
    return say + ", ".join(wrong) + "\n" + done.stdout if wrong else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shoal", required=True)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--few", action="store_true")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    cases = [Case(p) for p in sorted(CASES.iterdir())
             if not options.words or any(w in p.name for w in options.words)]
    if not cases:
        sys.exit("no such case")
    if options.few:
        for number, case in enumerate(cases):
            case.variants = [case.variants[number % len(case.variants)]]
    for case in cases:
        if not case.expected or not case.run:
            sys.exit(f"{case.path.name}: needs @expect and @run")
        if RDNA3_BEGIN in case.text(True):
            sys.exit(f"{case.path.name}: leave out what run.py writes at the top of every case, up to k:")
    found, missed, noisy = (collections.Counter() for _ in range(3))
    failures = []
    with tempfile.TemporaryDirectory(prefix="shoal-check-") as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        todo = [(case, variant, is_bug) for case in cases for variant in case.variants
                for is_bug in (True, False)]
        folder = pathlib.Path(folder)
        compiled = compile_all(options, cases, folder, pool)
        results = pool.map(lambda t: run(options, *t, compiled, folder), todo)
        for (case, variant, is_bug), failure in zip(todo, results):
            kind = case.expected[0][1].split(":")[0]
            if failure:
                failures.append(failure)
                (missed if is_bug else noisy)[kind] += 1
            elif is_bug:
                found[kind] += 1
    print("\n".join(failures), end="\n" if failures else "")
    if options.table or failures:
        print(f"{len(cases)} programs with a bug and without, {len(todo) // 2} forms of each")
        print("kind     found  missed  false")
        for kind in sorted(found + missed + noisy):
            print(f"{kind:8} {found[kind]:5}  {missed[kind]:6}  {noisy[kind]:5}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
