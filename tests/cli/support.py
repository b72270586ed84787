"""support: runs `shoal` for the tests of the command line, and makes raw machine code.

SHOAL names the binary. Instruction words were assembled by llvm-mc-22 for gfx1100 and
recorded here, so that these tests need no assembler.
"""

import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHOAL = os.environ.get("SHOAL", str(ROOT / "build" / "shoal"))
EXAMPLES = ROOT / "examples"
SAXPY = str(EXAMPLES / "saxpy.co")
MANDELBROT = str(EXAMPLES / "mandelbrot.co")

# Comments give the text that llvm-mc assembled.
S_ENDPGM = bytes.fromhex("0000b0bf")              # s_endpgm
S_NOP = bytes.fromhex("000080bf")                 # s_nop 0
S_TRAP = bytes.fromhex("020090bf")                # s_trap 2
S_BRANCH_SELF = bytes.fromhex("ffffa0bf")         # loop: s_branch loop
V_MOV_V0_1000 = bytes.fromhex("ff02007e00100000")  # v_mov_b32 v0, 0x1000
V_MOV_V0_1 = bytes.fromhex("8102007e")            # v_mov_b32 v0, 1
V_MOV_V1_0 = bytes.fromhex("8002027e")            # v_mov_b32 v1, 0
V_MOV_V1_7 = bytes.fromhex("8702027e")            # v_mov_b32 v1, 7
V_ADD_F32 = bytes.fromhex("f2020206")             # v_add_f32 v1, 1.0, v1
GLOBAL_LOAD = bytes.fromhex("000052dc00007c02")   # global_load_b32 v2, v[0:1], off
S_LOAD_S4 = bytes.fromhex("000104f4000000f8")     # s_load_b64 s[4:5], s[0:1], 0x0
WAIT_LGKM = bytes.fromhex("07fc89bf")             # s_waitcnt lgkmcnt(0)
ATOMIC_ADD = bytes.fromhex("0000d6dc00010400")    # global_atomic_add_u32 v0, v1, s[4:5]
GLOBAL_STORE = bytes.fromhex("00006adc00010400")  # global_store_b32 v0, v1, s[4:5]
IMAGE_LOAD = bytes.fromhex("840100f000000000")    # image_load v0, v[0:1], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm


class Result:
    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout
        self.err = done.stderr

    def __repr__(self):
        return f"status {self.status}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def shoal(*words, timeout=60, env=None):
    environment = {**os.environ, "NO_COLOR": "1", "SHOAL_CACHE": "0", **(env or {})}
    done = subprocess.run([SHOAL, *map(str, words)], timeout=timeout, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", stdin=subprocess.DEVNULL)
    return Result(done)


HAS_JIT = shoal("jit", SAXPY, "--stats").status == 0


class CliTest(unittest.TestCase):
    """A test with a folder of its own and checks that show the whole output."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="shoal-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def skip_if_sanitized(self):
        """For what loads a library into a program that is none of ours, or before all others."""
        if any(name in pathlib.Path(SHOAL).read_bytes() for name in (b"__asan_init", b"__tsan_init")):
            self.skipTest("a sanitizer's run time has to be the first library")

    def file(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def code(self, *instructions):
        return self.file("code.bin", b"".join(instructions))

    def done(self, *words, **more):
        """Runs and expects success."""
        result = shoal(*words, **more)
        self.assertEqual(result.status, 0, result)
        return result

    def refused(self, message, *words, status=2, **more):
        """Expects a status and a message, word for word; '...' stands for any text."""
        result = shoal(*words, **more)
        self.assertEqual(result.status, status, result)
        self.assert_text(message, result.err, result)
        self.assertEqual(result.out, "", result)
        return result

    def assert_text(self, pattern, text, result):
        at = 0
        text = text.rstrip("\n")
        parts = pattern.split("...")
        if parts == [pattern]:
            self.assertEqual(text, pattern, result)
            return
        for i, part in enumerate(parts):
            found = text.find(part, at)
            if found < 0 or (i == 0 and found != 0) or \
                    (i == len(parts) - 1 and not text.endswith(part)):
                self.fail(f"expected {pattern!r}\n{result!r}")
            at = found + len(part)


TARGET = '.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\n'


def kernel(name, *lines):
    """The text of a kernel for `shoal as`, without the target."""
    body = "\n".join(lines)
    return f"""
        .text
        .globl {name}
        .p2align 8
        .type {name},@function
{name}:
{body}
.Lend_{name}:
        .size {name}, .Lend_{name}-{name}
        .section .rodata,"a"
        .p2align 6
        .amdhsa_kernel {name}
            .amdhsa_next_free_vgpr 8
            .amdhsa_next_free_sgpr 8
        .end_amdhsa_kernel
"""


def raw(path, *words):
    """The words of a run of raw code by one wave."""
    return ["run", path, "--raw", "--grid", "32", "--block", "32", *words]


def pack(letter, *values):
    return struct.pack(f"<{len(values)}{letter}", *values)
