#!/usr/bin/env python3
"""test_check: the command line of the checker, its files, and HIP programs under `shoal exec --check`."""
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
if "--shoal" in sys.argv:
    at = sys.argv.index("--shoal")
    os.environ["SHOAL"] = str(pathlib.Path(sys.argv[at + 1]).resolve())
    del sys.argv[at:at + 2]
IS_WITH_HIP = "--no-hip" not in sys.argv
if not IS_WITH_HIP:
    sys.argv.remove("--no-hip")

import unittest  # noqa: E402

from support import CliTest, shoal  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "check"))
from run import ARGUMENT, Case, RDNA3_BEGIN, RDNA3_END  # noqa: E402

KERNEL = b"""kernel void scale(global int *y, global const int *x, int n)
{
    int i = get_global_id(0);
    if (i <= n)
        y[i] = 2 * x[i];
}
"""
ARGS = ["--grid", "64", "--block", "64", "--arg", "buf:i32:10", "--arg", "buf:i32:11:iota"]
BUG, FINE = ["--arg", "i32:10"], ["--arg", "i32:9"]
FINDING = ("shoal check: mem: out-of-bounds: store of 4 bytes, 0 bytes past the end of an allocation of 40\n"
           "  in kernel scale, work-group (0, 0, 0), wave 0, lane 10, work-item (10, 0, 0)\n"
           "  at ...k.cl:5:14 (+0x...): global_store_b32 ...\n"
           "      y[i] = 2 * x[i];\n"
           "  allocation 1 (40 bytes): argument 0 (y)\n")


class Check(CliTest):
    def setUp(self):
        super().setUp()
        self.kernel = self.file("k.cl", KERNEL)

    def check(self, *words, more=BUG, env=None):
        return shoal("run", self.kernel, *ARGS, *more, "--check", *words, env=env)

    def path(self, name):
        return str(self.folder / name)

    def test_report(self):
        result = self.check()
        self.assertEqual(result.status, 4, result)
        self.assert_text(FINDING + "shoal check: 1 finding: 1 mem", result.err, result)

    def test_silent(self):
        result = self.check(more=FINE)
        self.assertEqual((result.status, result.err), (0, ""), result)

    def test_threads_do_not_change_the_report(self):
        words = ["--grid", "4096", "--block", "64"]
        reports = {self.check(*words, "--threads", n).err for n in (1, 2, 3, 7)}
        self.assertEqual(len(reports), 1, reports)
        self.assertIn("lane 10, work-item (10, 0, 0)", reports.pop())

    def test_most_reports(self):
        source = KERNEL.replace(b"2 * x[i]", b"2 * x[i + 1]")
        self.kernel = self.file("k.cl", source)
        result = self.check("--max-reports", "1")
        self.assertEqual(result.status, 4, result)
        self.assertIn("shoal check: 1 more are not shown (--max-reports)\nshoal check: 2 findings: 2 mem\n",
                      result.err)

    def test_json(self):
        self.check("--report", "json=" + self.path("r.json"))
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(len(report["findings"]), 1)
        finding = report["findings"][0]
        self.assertEqual((finding["kind"], finding["rule"], finding["count"]), ("mem", "out-of-bounds", 1))
        self.assertEqual((finding["place"]["item"], finding["place"]["kernel"]), ([10, 0, 0], "scale"))

    def test_sarif(self):
        """The members that SARIF 2.1.0 requires, and that code hosts need: 3.13, 3.14, 3.27 of the
        standard."""
        self.check("--report", "sarif=" + self.path("r.sarif"))
        log = json.loads((self.folder / "r.sarif").read_text())
        self.assertEqual(log["version"], "2.1.0")
        run = log["runs"][0]
        self.assertEqual(run["tool"]["driver"]["name"], "shoal check")
        result = run["results"][0]
        self.assertIn(result["ruleId"], [rule["id"] for rule in run["tool"]["driver"]["rules"]])
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["region"], {"startLine": 5, "startColumn": 14})
        self.assertTrue(place["artifactLocation"]["uri"].endswith("k.cl"))
        self.assertEqual(result["level"], "error")
        self.assertIn("10, 0, 0", result["message"]["text"])

    def test_suppressions(self):
        known = self.path("known.txt")
        self.assertEqual(self.check("--suggest-suppressions", known).status, 4)
        self.assertEqual(self.check("--suppressions", known).status, 0)
        for line, status in (("mem:*", 0), ("mem:out-of-bounds kernel=sc* # a comment", 0),
                             ("mem:out-of-bounds source=*k.cl:5:*", 0), ("mem:use-after-free", 4),
                             ("mem:out-of-bounds kernel=other", 4), ("# nothing", 4)):
            with self.subTest(line=line):
                file = self.file("s.txt", line.encode() + b"\n")
                self.assertEqual(self.check("--suppressions", file).status, status)

    def test_suppressions_by_call(self):
        """Of two calls that were inlined, one is known; from another folder with the same sources, too."""
        source = b"""void put(global int *y, int i) { y[i] = 1; }
kernel void k(global int *y)
{
    put(y, get_global_id(0));
    barrier(CLK_GLOBAL_MEM_FENCE);
    put(y, get_global_id(0) + 1);
}
"""
        run = [os.environ["SHOAL"], "run", "k.cl", "--grid", "60", "--block", "60", "--arg", "buf:i32:60", "--check=mem"]
        for name in ("a", "b"):
            (self.folder / name).mkdir()
        (self.folder / "a" / "k.cl").write_bytes(source)
        (self.folder / "b" / "k.cl").write_bytes(source.replace(b"put(y, get_global_id(0));", b"put(y, get_global_id(0) + 2);"))
        known = str(self.folder / "known.txt")
        done = subprocess.run([*run, "--suggest-suppressions", known], cwd=self.folder / "a", capture_output=True, text=True)
        self.assertEqual(done.returncode, 4, done.stderr)
        line = pathlib.Path(known).read_text()
        self.assertRegex(line, r"^mem:out-of-bounds kernel=k source=\*k\.cl:1:\d+ call=\*k\.cl:6:5  # store of 4 bytes, .*\n$")
        done = subprocess.run([*run, "--suppressions", known], cwd=self.folder / "a", capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = subprocess.run([*run, "--suppressions", known], cwd=self.folder / "b", capture_output=True, text=True)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("in put, inlined in k at", done.stderr)
        self.assertIn("k.cl:4:5", done.stderr)
        self.assertIn("1 finding: 1 mem", done.stderr)

    def test_bad_suppressions(self):
        file = self.file("s.txt", b"mem:*\nkernel=scale\n")
        self.refused(f"shoal run: --check: {file}:2: expected KIND:RULE [kernel=PATTERN] "
                     "[source=PATTERN] [call=PATTERN]", "run", self.kernel, *ARGS, *BUG, "--check", "--suppressions", file)
        self.refused("shoal run: --check: cannot read '/none': No such file or directory",
                     "run", self.kernel, *ARGS, *BUG, "--check", "--suppressions", "/none")

    def test_baseline(self):
        base = self.path("base.txt")
        self.assertEqual(self.check("--baseline", base, more=FINE).status, 0)
        self.assertEqual(self.check("--baseline", base).status, 4)
        os.remove(base)
        self.assertEqual(self.check("--baseline", base).status, 0)
        self.assertEqual(self.check("--baseline", base).status, 0)

    def test_refusals(self):
        run = ["run", self.kernel, *ARGS, *BUG]
        self.refused("shoal run: --check: there is no check 'nothing'; there are: ...", *run,
                     "--check=mem,nothing")
        self.refused("shoal run: --check: 'x=y' is no report; expected json=FILE or sarif=FILE", *run,
                     "--check", "--report", "x=y")
        self.refused("shoal run: --report, --max-reports, --suppressions, --suggest-suppressions, "
                     "--baseline, --late-results and --hints are for --check", *run, "--baseline", "x")
        self.refused("shoal run: --check runs kernels in the interpreter; leave --engine jit out", *run,
                     "--check", "--engine", "jit")

    def test_variable(self):
        result = shoal("run", self.kernel, *ARGS, *BUG, env={"SHOAL_CHECK": "mem"})
        self.assertEqual(result.status, 4, result)
        self.assertIn("shoal check: 1 finding: 1 mem\n", result.err)
        result = shoal("run", self.kernel, *ARGS, *FINE, env={"SHOAL_CHECK": "all"})
        self.assertEqual((result.status, result.err), (0, ""), result)
        result = shoal("run", self.kernel, *ARGS, *FINE, env={"SHOAL_CHECK": "zzz"})
        self.assertIn("shoal: SHOAL_CHECK: there is no check 'zzz'", result.err)

    def test_trace_and_check(self):
        """An observer sees the same instructions, and the checker still looks."""
        result = self.check("--trace", self.path("trace"))
        self.assertEqual(result.status, 4, result)
        self.assertIn("global_store_b32", (self.folder / "trace").read_text())

    def test_raw_code_has_the_instructions_around(self):
        # s_load_b64 s[4:5], s[0:1], 0x0; s_waitcnt lgkmcnt(0); global_store_b32 v0, v1, s[4:5] offset:64;
        # s_endpgm, as llvm-mc-22 assembles them
        code = bytes.fromhex("000104f4000000f8" "07fc89bf" "40006adc00010400" "0000b0bf")
        result = shoal("run", self.file("c.bin", code), "--raw", "--grid", "1", "--block", "1", "--arg",
                       "buf:u32:16", "--check")
        self.assertEqual(result.status, 4, result)
        self.assertIn("  at +0xc: global_store_b32 v0, v1, s[4:5] offset:64\n"
                      "        s_load_b64 s[4:5], s[0:1], null\n"
                      "        s_waitcnt lgkmcnt(0)\n"
                      "      > global_store_b32 v0, v1, s[4:5] offset:64\n"
                      "        s_endpgm\n", result.err)


INLINED = b"""int square(int x) { return x * x; }
void put(global int *y, int i, int v)
{
    y[i] = v;
}
void helper(global int *y, int i)
{
    put(y, i, square(i));
}
kernel void k(global int *y)
{
    helper(y, get_global_id(0));
}
"""
INLINED_HIP = b"""#include <hip/hip_runtime.h>
template <typename T> struct view {
    T *p;
    __device__ void set(int i, T v) const { p[i] = v; }
};
namespace part {
__device__ void fill(view<int> v) { v.set(threadIdx.x, 7); }
}
__device__ __attribute__((noinline)) void other(view<int> v) { part::fill(v); }
extern "C" __global__ void k(int *y, int through)
{
    view<int> v = {y};
    if (through)
        other(v);
    else
        part::fill(v);
}
"""


class Inlined(CliTest):
    """The functions that were inlined in each other, as llvm-symbolizer-22 has them."""

    def frames(self, code, *more):
        """The finding's frames; checks them against the witness."""
        report = str(self.folder / "r.json")
        shoal("run", code, "--grid", "64", "--block", "64", "--arg", "buf:i32:60", *more, "--check=mem", "--report", "json=" + report)
        place = json.loads(pathlib.Path(report).read_text())["findings"][0]["place"]
        if not shutil.which("llvm-symbolizer-22"):
            self.skipTest("no llvm-symbolizer-22")
        names = subprocess.run(["llvm-nm-22", code], capture_output=True, text=True, check=True).stdout
        address = int(re.search(r"^(\w+) T k$", names, re.M).group(1), 16) + place["pc_offset"]
        said = subprocess.run(["llvm-symbolizer-22", "--obj=" + code, "--inlines", "--functions=short", "--no-demangle", hex(address)],
                              capture_output=True, text=True, check=True).stdout.split("\n")
        witness = [(f, s) for f, s in zip(said[::2], said[1::2]) if f]
        frames = [(f["function"], f["source"]) for f in place["frames"]]
        return frames, [w for i, w in enumerate(witness) if i + 1 == len(witness) or w[0] != "k"]  # Clang's second function

    def compiled(self, tool, name, source, *flags):
        code = str(self.folder / "k.co")
        self.done(tool, *flags, self.file(name, source), "-o", code)
        return code

    def test_opencl(self):
        for flags in (["-O2", "-gline-tables-only"], ["-O2", "-g", "-gdwarf-4"], ["-O2", "-g", "-gz"], ["-O1", "-g"]):
            with self.subTest(flags=flags):
                frames, witness = self.frames(self.compiled("clc", "k.cl", INLINED, *flags))
                self.assertEqual([f[0] for f in frames], ["put", "helper", "k"])
                self.assertEqual(frames[:2], witness[:2])
                self.assertTrue(frames[2][1].endswith("k.cl:12:5"), frames)

    def test_hip(self):
        for through, names in (("0", ["set", "fill", "k"]), ("1", ["set", "fill", "other"])):
            with self.subTest(through=through):
                code = self.compiled("hipcc", "k.hip", INLINED_HIP, "--genco", "--no-gpu-bundle-output", "-O2", "-gline-tables-only")
                frames, witness = self.frames(code, "--arg", "i32:" + through)
                self.assertEqual([f[0] for f in frames], names)
                self.assertEqual(frames, witness)

    def test_text(self):
        code = self.compiled("clc", "k.cl", INLINED, "-O2", "-gline-tables-only")
        result = shoal("run", code, "--grid", "64", "--block", "64", "--arg", "buf:i32:60", "--check=mem")
        self.assert_text("...  at ...k.cl:4:10 (+0x...): global_store_b32 ...\n      y[i] = v;\n"
                         "  in put, inlined in helper at ...k.cl:8:5\n      put(y, i, square(i));\n"
                         "  in helper, inlined in k at ...k.cl:12:5\n      helper(y, get_global_id(0));\n"
                         "  allocation 1 (240 bytes)...", result.err, result)

    def test_called(self):
        code = self.compiled("hipcc", "k.hip", INLINED_HIP, "--genco", "--no-gpu-bundle-output", "-O2", "-gline-tables-only")
        result = shoal("run", code, "--grid", "64", "--block", "64", "--arg", "buf:i32:60", "--arg", "i32:1", "--check=mem")
        self.assertIn("\n  in other, which was called\n", result.err)


class Page(CliTest):
    """docs/check.md shows for each kind what the report of a program is."""

    INIT = b"""kernel void k(global int *y, global const int *x)
{
    local int l[64];
    int i = get_local_id(0);
    if (i < 32)
        l[i] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    int at = l[63 - i];
    y[at] = 1;
}
"""
    RACE = b"""kernel void k(global int *y)
{
    local int t[256];
    int l = get_local_id(0);

    t[l] = y[l];

    y[l] = t[255 - l];
}
"""
    SYNC = b"""kernel void k(global atomic_int *ready, int work)
{
    if (get_group_id(0) == 0) {
        if (work > 5)
            atomic_store(ready, 1);
    } else {
        while (atomic_load(ready) == 0)
            ;
    }
}
"""

    def case(self, name, arguments):
        case = Case(ROOT / "tests" / "check" / "cases" / name)
        list_of = "".join(ARGUMENT.format(8 * i) for i in range(arguments))
        return "k.s", (RDNA3_BEGIN + case.text(True) + RDNA3_END.format(1, 8 * arguments, 32, list_of)).encode(), case.run

    def compare(self, kind, name, source, words):
        section = "A report" if kind == "mem" else kind
        page = (ROOT / "docs" / "check.md").read_text().split(f"\n## {section}\n")[1]
        shown = re.search(r"(?:^|\n)\n(    shoal check: .*\n(?:    .*\n)+)\n", page)[1]
        result = shoal("run", self.file(name, source), *words, "--check=" + kind)
        self.assertEqual(result.status, 4, result)
        report = result.err[result.err.index("shoal check:"):].replace(str(self.folder) + "/", "")
        self.maxDiff = None
        self.assertEqual("".join("    " + line + "\n" for line in report.splitlines()), shown)

    def test_mem(self):
        self.compare("mem", "k.cl", KERNEL, [*ARGS, *BUG])

    def test_init(self):
        self.compare("init", "k.cl", self.INIT, "--grid 64 --block 64 --arg buf:i32:64 --arg buf:i32:64".split())

    def test_race(self):
        self.compare("race", "k.cl", self.RACE, "--grid 256 --block 256 --arg buf:i32:256".split())

    def test_sync(self):
        self.compare("sync", "k.cl", self.SYNC, "--grid 64 --block 32 --arg buf:i32:1 --arg i32:3".split())

    def test_wait(self):
        self.compare("wait", *self.case("wait_load.s", 2))

    def test_hazard(self):
        self.compare("hazard", *self.case("hazard_trans.s", 2))


class LateResults(CliTest):
    """What a lane reads before the wait is what the register had before: no chip promises anything else."""

    def run_with(self, body, *words):
        """The 32 dwords that a wave leaves in its buffer."""
        text = RDNA3_BEGIN + """    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
""" + body + """
    s_waitcnt vmcnt(0) lgkmcnt(0)
    global_store_b32 v1, v3, s[4:5]
    s_endpgm
""" + RDNA3_END.format(1, 8, 32, ARGUMENT.format(0))
        out = self.folder / "out"
        shoal("run", self.file("k.s", text.encode()), "--grid", "32", "--block", "32", "--arg", "buf:u32:32:iota",
              "--check=wait", "--late-results", "--dump", f"0={out}", *words)
        return list(struct.unpack("<32I", out.read_bytes()))

    def test_load(self):
        body = """    v_mov_b32_e32 v2, 5
    global_load_b32 v2, v1, s[4:5]
{}    v_add_nc_u32_e32 v3, 1, v2
"""
        self.assertEqual(self.run_with(body.format("")), [6] * 32)
        self.assertEqual(self.run_with(body.format("    s_waitcnt vmcnt(0)\n")), [1 + i for i in range(32)])

    def test_active_lanes(self):
        """Only the lanes of the load are its own: the others keep what is written meanwhile."""
        self.assertEqual(self.run_with("""    v_mov_b32_e32 v3, 5
    s_mov_b32 exec_lo, 0xffff
    global_load_b32 v3, v1, s[4:5]
    s_mov_b32 exec_lo, 0xffff0000
    v_mov_b32_e32 v3, 7
    s_mov_b32 exec_lo, -1
    s_waitcnt vmcnt(0)
"""), list(range(16)) + [7] * 16)

    def test_scalar(self):
        body = """    s_mov_b32 s8, 40
    s_load_b32 s8, s[4:5], 0x8
{}    v_mov_b32_e32 v3, s8
"""
        self.assertEqual(self.run_with(body.format("")), [40] * 32)
        self.assertEqual(self.run_with(body.format("    s_waitcnt lgkmcnt(0)\n")), [2] * 32)

    def test_halves_in_order(self):
        """5.6: vmcnt counts in order; a load writes its half only (11.1, D16)."""
        body = """    v_mov_b32_e32 v2, 0x70007
    global_load_d16_b16 v2, v1, s[4:5]
    global_load_d16_hi_b16 v2, v1, s[4:5] offset:4
    s_waitcnt vmcnt({})
    v_mov_b32_e32 v3, v2
"""
        first = [0x70000 + i for i in range(31)]
        self.assertEqual(self.run_with(body.format(1))[:31], first)
        self.assertEqual(self.run_with(body.format(0))[:31], [(i + 1) << 16 | i for i in range(31)])

    def test_local_memory(self):
        self.assertEqual(self.run_with("""    v_mov_b32_e32 v2, 9
    ds_store_b32 v1, v0
    ds_load_b32 v2, v1
    v_mov_b32_e32 v3, v2
"""), [9] * 32)

    def test_needs_the_check_of_waits(self):
        self.refused("shoal run: --check: late results and hints need the check 'wait'", "run", self.file("k.cl", KERNEL),
                     *ARGS, *FINE, "--check=mem", "--late-results")


RACE = b"""kernel void k(global int *y)
{
    local int t[64];
    int l = get_local_id(0);
    t[l] = y[l];
    y[l] = t[63 - l];
    y[70] = l + 1;
}
"""
SCHEMA = "@microsoft/jest-sarif@1.0.0-beta.0"  # has OASIS's schema of SARIF 2.1.0
VALIDATE = """
import json, sys, jsonschema
schema, *logs = [json.load(open(name)) for name in sys.argv[1:]]
for log in logs:
    jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker()).validate(log)
"""


class Sarif(CliTest):
    """Against the schema that OASIS published, by python3-jsonschema."""

    def schema(self):
        folder = pathlib.Path(os.environ.get("SHOAL_BUILD", str(self.folder)))
        path = folder / "sarif-2.1.0-rtm.5.json"
        if not path.exists():
            if not shutil.which("npm"):
                self.skipTest("no npm, which has the schema")
            subprocess.run(["npm", "pack", SCHEMA], cwd=self.folder, capture_output=True, timeout=120)
            packed = list(self.folder.glob("*.tgz"))
            if not packed:
                self.skipTest(f"npm cannot fetch {SCHEMA}, which has the schema")
            with tarfile.open(packed[0]) as tar:
                path.write_bytes(tar.extractfile("package/lib/schemas/" + path.name).read())
        return str(path)

    def validate(self, *logs):
        for python in (sys.executable, "/usr/bin/python3"):
            if subprocess.run([python, "-c", "import jsonschema"], stderr=subprocess.DEVNULL).returncode == 0:
                return subprocess.run([python, "-c", VALIDATE, self.schema(), *logs], capture_output=True, text=True)
        return self.skipTest("no python3-jsonschema")

    def test_schema(self):
        logs = []
        for name, source, buffer in (("in lined.cl", INLINED, "60"), ("race.cl", RACE, "71"), ("none.cl", INLINED, "64")):
            logs.append(str(self.folder / (name + ".sarif")))
            shoal("run", self.file(name, source), "--grid", "64", "--block", "64", "--arg", "buf:i32:" + buffer,
                  "--check", "--report", "sarif=" + logs[-1])
        wait = (pathlib.Path(__file__).parent / "cases" / "mem_ventus.s").read_bytes()
        logs.append(str(self.folder / "v.sarif"))
        shoal("run", self.file("v.s", wait.replace(b"vsw12.v v4, 0(v3) # @right", b"")), "--isa", "ventus", "--grid", "16", "--block", "16",
              "--arg", "buf:u32:16", "--arg", "buf:u32:16", "--check", "--report", "sarif=" + logs[-1])
        done = self.validate(*logs)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        inlined, race, none, ventus = (json.loads(pathlib.Path(log).read_text())["runs"][0]["results"] for log in logs)
        frames = inlined[0]["stacks"][0]["frames"]
        self.assertEqual([f["location"]["logicalLocations"][0]["name"] for f in frames], ["put", "helper", "k"])
        uri = inlined[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertEqual(uri, "file://" + str(self.folder / "in%20lined.cl"))
        self.assertEqual({r["level"] for r in race}, {"error"})
        self.assertTrue(any("relatedLocations" in r for r in race))
        self.assertEqual(none, [])
        self.assertNotIn("physicalLocation", ventus[0]["locations"][0])

    def test_the_schema_refuses(self):
        """A log that lacks what the schema demands is none: the witness works."""
        bad = self.file("bad.sarif", b'{"version": "2.1.0", "runs": [{"tool": {"driver": {}}, "results": []}]}')
        self.assertNotEqual(self.validate(bad).returncode, 0)

    def test_paths_below_this_folder_are_relative(self):
        self.file("r.cl", INLINED)
        subprocess.run([os.environ["SHOAL"], "run", "r.cl", "--grid", "64", "--block", "64", "--arg", "buf:i32:60", "--check",
                        "--report", "sarif=r.sarif"], cwd=self.folder, capture_output=True)
        result = json.loads((self.folder / "r.sarif").read_text())["runs"][0]["results"][0]
        self.assertEqual(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "r.cl")

    def test_annotations(self):
        """The command of docs/check.md, and what it prints for GitHub."""
        text = (pathlib.Path(__file__).parents[2] / "docs" / "check.md").read_text()
        script = re.search(r"python3 - findings.json <<'END'\n(.*?)\n *END\n", text, re.S).group(1)
        script = "\n".join(line.removeprefix("    ") for line in script.split("\n"))
        self.file("k.cl", INLINED)
        subprocess.run([os.environ["SHOAL"], "run", "k.cl", "--grid", "64", "--block", "64", "--arg", "buf:i32:60", "--check",
                        "--report", "json=findings.json"], cwd=self.folder, capture_output=True)
        done = subprocess.run([sys.executable, "-c", script, "findings.json"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr),
                         ("::error file=k.cl,line=4,col=10,title=shoal check: mem/out-of-bounds::store of 4 bytes, 0 bytes "
                          "past the end of an allocation of 240%0Ain k, work-item 60\n", ""))


HIP = b"""#include <hip/hip_runtime.h>
#include <cstdlib>
__global__ void fill(char *p, int n) { for (int i = threadIdx.x; i < n; i += 32) p[i] = 1; }
int main(int argc, char **argv)
{
    char *p, *q;
    hipMalloc((void **)&p, 10);
    hipMalloc(&q, 256);
    fill<<<1, 32>>>(p, atoi(argv[1]));
    hipDeviceSynchronize();
    hipFree(q);
    hipFree(p);
    return argc > 2 ? atoi(argv[2]) : 0;
}
"""


class HipTest(CliTest):
    """Programs that link Shoal's library: not where it has a sanitizer in it (meson.build)."""

    def setUp(self):
        super().setUp()
        if not shutil.which("clang++-22"):
            self.skipTest("no clang++-22")


class Hip(HipTest):
    def setUp(self):
        super().setUp()
        source = self.file("a.hip", HIP)
        self.program = str(self.folder / "a")
        self.done("hipcc", "-g", "-Wno-unused-value", source, "-o", self.program)

    def test_bug(self):
        result = shoal("exec", "--check", self.program, "11")
        self.assertEqual(result.status, 4, result)
        self.assertIn("mem: out-of-bounds: store of 1 byte, 0 bytes past the end of an allocation of 10\n",
                      result.err)
        self.assertIn("wave 0, lane 10, work-item (10, 0, 0)\n", result.err)
        self.assertRegex(result.err, r"  at \S*a\.hip:3:\d+ ")
        self.assertRegex(result.err, r"  allocated at \S*a\.hip:7:")

    def test_right(self):
        result = shoal("exec", "--check", self.program, "10")
        self.assertEqual((result.status, result.err), (0, ""), result)

    def test_status_of_the_program_stays(self):
        self.assertEqual(shoal("exec", "--check", self.program, "11", "7").status, 7)
        self.assertEqual(shoal("exec", "--check", self.program, "10", "7").status, 7)


class HipUse(HipTest):
    def test_after_free(self):
        """The place of the call that freed it, and of the access; HIP's own error is another status."""
        source = self.file("u.hip", b"""#include <hip/hip_runtime.h>
__global__ void fill(int *p) { p[threadIdx.x] = 1; }
int main()
{
    int *p;
    hipMalloc((void **)&p, 128);
    hipFree(p);
    fill<<<1, 32>>>(p);
    hipDeviceSynchronize();
}
""")
        self.done("hipcc", "-g", "-O2", "-Wno-unused-value", source, "-o", self.folder / "u")
        result = shoal("exec", "--check=mem", self.folder / "u")
        self.assertEqual(result.status, 4, result)
        self.assertIn("mem: use-after-free: store of 4 bytes, at byte 0 of memory that was freed\n", result.err)
        self.assertRegex(result.err, r"  at \S*u\.hip:2:\d+ ")
        self.assertRegex(result.err, r"  allocation 1 \(128 bytes\): argument 0.*\n  freed at \S*u\.hip:7:")


class HipFree(HipTest):
    def test_twice_and_inside(self):
        source = self.file("f.hip", b"""#include <hip/hip_runtime.h>
int main()
{
    char *p;
    hipMalloc((void **)&p, 10);
    hipFree(p);
    hipFree(p);
    hipMalloc(&p, 12); // a template of the header: the line is this one all the same
    hipFree(p + 4);
}
""")
        self.done("hipcc", "-g", "-Wno-unused-value", source, "-o", self.folder / "f")
        result = shoal("exec", "--check", self.folder / "f")
        self.assertEqual(result.status, 4, result)
        self.assert_text("shoal check: mem: bad-free: free: at byte 0 of memory that was freed\n"
                         "  called at ...f.hip:7:5\n      hipFree(p);\n  allocation 1 (10 bytes)\n"
                         "  freed at ...f.hip:6:5\n"
                         "shoal check: note: mem: leak: 1 allocation of 12 bytes was never freed\n"
                         "  called at ...f.hip:8:5\n      hipMalloc(&p, 12); // a template ...\n  allocation 2\n"
                         "shoal check: mem: bad-free: free: at byte 4 of an allocation of 12\n"
                         "  called at ...f.hip:9:5\n      hipFree(p + 4);\n  allocation 2 (12 bytes)\n"
                         "  allocated at ...f.hip:8:5\nshoal check: 2 findings: 2 mem, 1 note", result.err, result)

    def test_copies_beyond_an_allocation(self):
        source = self.file("c.hip", b"""#include <hip/hip_runtime.h>
int main()
{
    char *p, host[64] = {0};
    hipMalloc((void **)&p, 40);
    hipMemcpy(p, host, 48, hipMemcpyHostToDevice);
    hipMemset(p + 8, 0, 40);
    hipMemcpy2D(p, 16, host, 8, 8, 4, hipMemcpyHostToDevice);
    hipMemcpyAsync(host, p, 41, hipMemcpyDeviceToHost, 0);
    hipFree(p);
    hipMemcpy(p, host, 4, hipMemcpyHostToDevice);
    return 0;
}
""")
        self.done("hipcc", "-g", "-Wno-unused-value", source, "-o", self.folder / "c")
        result = shoal("exec", "--check=mem", self.folder / "c")
        self.assertEqual(result.status, 4, result)
        found = re.findall(r"mem: copy-out-of-bounds: (.*)\n  called at .*c.hip:(\d+)", result.err)
        ends = ", at byte {} of an allocation of 40, ends {} past it"
        self.assertEqual(sorted(found, key=lambda f: int(f[1])), [
            ("hipMemcpy: 48 bytes" + ends.format(0, "8 bytes"), "6"),
            ("hipMemset: 40 bytes" + ends.format(8, "8 bytes"), "7"),
            ("hipMemcpy2D: 56 bytes" + ends.format(0, "16 bytes"), "8"),
            ("hipMemcpyAsync: 41 bytes" + ends.format(0, "1 byte"), "9"),
            ("hipMemcpy: 4 bytes, at byte 0 of memory that was freed", "11")], result.err)


class HipLeaks(HipTest):
    """What is not freed when a program ends normally: notes, by the line of the call."""

    SOURCE = b"""#include <hip/hip_runtime.h>
#include <cstdlib>
#include <cstring>
struct keeper {
    void *p = nullptr;
    ~keeper() { hipFree(p); }
} cache; // is there before HIP is, and frees after the program's exit handlers
__global__ void fill(int *p) { p[threadIdx.x] = 1; }
int main(int argc, char **argv)
{
    void *p, *q, *r;
    hipMalloc(&cache.p, 4096);
    for (int i = 0; i < 3; i++)
        hipMalloc(&p, 100 + i);
    hipHostMalloc(&q, 24, 0);
    hipMallocAsync(&r, 50, 0);
    fill<<<1, 1>>>((int *)q);
    hipFreeAsync(r, 0);
    hipDeviceSynchronize();
    if (argc > 1 && !strcmp(argv[1], "reset"))
        hipDeviceReset(), cache.p = nullptr;
    if (argc > 1 && !strcmp(argv[1], "free")) {
        hipFree(p);
        hipHostFree(q);
    }
    return argc > 1 ? atoi(argv[1]) : 0;
}
"""

    def setUp(self):
        super().setUp()
        self.done("hipcc", "-g", "-Wno-unused-value", self.file("l.hip", self.SOURCE), "-o", self.folder / "l")

    def run_it(self, *words):
        return shoal("exec", "--check", self.folder / "l", *words)

    def test_leaks(self):
        result = self.run_it()
        self.assertEqual(result.status, 0, result)
        self.assert_text("shoal check: note: mem: leak: 3 allocations of 303 bytes in all were never freed\n"
                         "  called at ...l.hip:14:9\n      hipMalloc(&p, 100 + i);\n  the first is allocation 2\n  3 times\n"
                         "shoal check: note: mem: leak: 1 allocation of 24 bytes was never freed\n"
                         "  called at ...l.hip:15:5\n      hipHostMalloc(&q, 24, 0);\n  allocation 5\n"
                         "shoal check: 0 findings, 2 notes", result.err, result)

    def test_what_is_freed_is_none(self):
        self.assertIn("2 allocations of 201 bytes in all", self.run_it("free").err)
        self.assertEqual(self.run_it("reset").err, "")

    def test_a_program_that_fails_is_not_asked(self):
        result = self.run_it("3")
        self.assertEqual((result.status, result.err), (3, ""), result)

    def test_suppressed(self):
        known = self.file("s.txt", b"mem:leak source=*l.hip:1[45]:*\n")
        result = shoal("exec", "--check", "--suppressions", known, self.folder / "l")
        self.assertEqual((result.status, result.err), (0, ""), result)


class HipPools(HipTest):
    """Memory of hipMallocAsync: bounds, use after it was freed in stream order, freed twice, the other pool."""

    def test_pools(self):
        source = self.file("p.hip", b"""#include <hip/hip_runtime.h>
__global__ void fill(char *p, int n) { for (int i = 0; i < n; i++) p[i] = 1; }
int main()
{
    hipStream_t s;
    hipStreamCreate(&s);
    hipMemPool_t pool;
    hipDeviceGetDefaultMemPool(&pool, 0);
    unsigned long keep = ~0ul;
    hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &keep);
    char *p, *q, host[64] = {0};
    hipMallocAsync((void **)&p, 60, s);
    hipMallocFromPoolAsync((void **)&q, 10, pool, s);
    fill<<<1, 1, 0, s>>>(q, 11);
    hipMemcpyAsync(p, host, 61, hipMemcpyHostToDevice, s);
    hipStreamSynchronize(s);
    hipFreeAsync(q, s);
    hipStreamSynchronize(s);
    hipFreeAsync(q, s);
    fill<<<1, 1, 0, s>>>(q, 1);
    hipStreamSynchronize(s);
    hipFreeAsync(p, s);
    hipStreamDestroy(s);
}
""")
        self.done("hipcc", "-g", "-O2", "-Wno-unused-value", source, "-o", self.folder / "p")
        result = shoal("exec", "--check=mem", self.folder / "p")
        self.assertEqual(result.status, 4, result)
        found = re.findall(r"mem: ([a-z-]+): (.*)\n(?:  in kernel.*\n)?  (?:called )?at \S*p.hip:(\d+)", result.err)
        self.assertEqual(sorted(found, key=lambda f: int(f[2])), [
            ("out-of-bounds", "store of 1 byte, 0 bytes past the end of an allocation of 10", "2"),
            ("use-after-free", "store of 1 byte, at byte 0 of memory that was freed", "2"),
            ("copy-out-of-bounds", "hipMemcpyAsync: 61 bytes, at byte 0 of an allocation of 60, ends 1 byte past it", "15"),
            ("bad-free", "hipFreeAsync: at byte 0 of memory that was freed", "19")], result.err)
        self.assertRegex(result.err, r"  freed at \S*p\.hip:17:")


OPENCL_HOST = b"""#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
int main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, 0);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, 0);
    cl_context context = clCreateContext(0, 1, &device, 0, 0, 0);
    cl_mem kept = clCreateBuffer(context, CL_MEM_READ_WRITE, 1000, 0, 0);
    cl_mem freed = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, 0, 0);
    clReleaseMemObject(freed);
    if (argc > 1)
        clReleaseMemObject(kept);
    return 0;
}
"""


OPENCL_MEMORY = b"""#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
static const char *text = "kernel void k(global int *at, read_only image1d_t in, sampler_t s, global float4 *out) {"
                          "    int i = at[get_global_id(0)];"
                          "    out[i] = read_imagef(in, s, i) + read_imagef(in, i); }";
int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, 0);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, 0);
    cl_context context = clCreateContext(0, 1, &device, 0, 0, 0);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, 0, 0);
    cl_program program = clCreateProgramWithSource(context, 1, &text, 0, 0);
    if (clBuildProgram(program, 1, &device, "", 0, 0)) return 1;
    cl_kernel kernel = clCreateKernel(program, "k", 0);
    float pixels[64 * 4] = {1};
    cl_image_format format = {CL_RGBA, CL_FLOAT};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 64};
    cl_mem image = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &desc, pixels, 0);
    cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, 0);
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof pixels, 0, 0);
    int *at = clSVMAlloc(context, CL_MEM_READ_WRITE, 64 * sizeof *at, 0);
    for (int i = 0; i < 64; i++) at[i] = 63 - i;
    clSetKernelArgSVMPointer(kernel, 0, at);
    clSetKernelArg(kernel, 1, sizeof image, &image);
    clSetKernelArg(kernel, 2, sizeof sampler, &sampler);
    clSetKernelArg(kernel, 3, sizeof out, &out);
    size_t n = 64;
    clEnqueueNDRangeKernel(queue, kernel, 1, 0, &n, 0, 0, 0, 0);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof pixels, pixels, 0, 0, 0);
    clSVMFree(context, at);
    clReleaseMemObject(out);
    return pixels[0] != 2;
}
"""


class OpenCLLeaks(HipTest):
    def test_what_the_runtime_and_the_host_write_is_defined(self):
        program = self.folder / "m"
        done = subprocess.run(["clang-22", self.file("m.c", OPENCL_MEMORY), "-lOpenCL", "-o", program], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = shoal("exec", "--check", program)
        self.assertEqual((result.status, result.err), (0, ""), result)

    def test_buffer(self):
        program = self.folder / "o"
        source = self.file("o.c", OPENCL_HOST)
        done = subprocess.run(["clang-22", "-g", source, "-lOpenCL", "-o", program], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = shoal("exec", "--check", program)
        self.assertEqual(result.status, 0, result)
        self.assert_text("shoal check: note: mem: leak: 1 allocation of 1000 bytes was never freed\n"
                         "  called at ...o.c:10:19\n      cl_mem kept = ...\n  allocation ...\n"
                         "shoal check: 0 findings, 1 note", result.err, result)
        result = shoal("exec", "--check", program, "release")
        self.assertEqual((result.status, result.err), (0, ""), result)


def load_tests(loader, tests, pattern):
    """What unittest asks for: with --no-hip, all but the HIP programs."""
    if IS_WITH_HIP:
        return tests
    return unittest.TestSuite(t for suite in tests for t in suite if not isinstance(t, HipTest))


if __name__ == "__main__":
    unittest.main(verbosity=2)
