#!/usr/bin/env python3
"""integrations/tinygrad/shoal_remu.py against a stand-in for tinygrad's emulator module (the
function it replaces has the signature of tinygrad's): usage test_tinygrad.py libremu.so kernels.bin"""
import ctypes
import mmap
import os
import pathlib
import sys
import types

library, kernels = sys.argv[1:]
os.environ["SHOAL_REMU"] = library
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "integrations" / "tinygrad"))

for name in ("test", "test.mockgpu", "test.mockgpu.amd", "test.mockgpu.amd.emu"):
    sys.modules[name] = types.ModuleType(name)


def original(*args, **kwargs):
    raise AssertionError("tinygrad's own emulator was called")


sys.modules["test.mockgpu.amd.emu"].run_asm = original
user = types.ModuleType("amdgpu_user")
sys.modules["amdgpu_user"] = user
user.run_asm = original  # as `from test.mockgpu.amd.emu import run_asm` leaves it
sys.modules["amdgpu_user"] = user

import shoal_remu  # noqa: E402

kept = [original]  # install() replaces the function wherever a module names it, here too

shoal_remu.install()
code = pathlib.Path(kernels).read_bytes()
buf = mmap.mmap(-1, 65536)
buf.write(code)
base = ctypes.addressof(ctypes.c_char.from_buffer(buf))
out = (ctypes.c_uint32 * 96)()
status = user.run_asm(base + 0x400, 65536 - 0x400, 3, 1, 1, 32, 1, 1, ctypes.addressof(out),
                      rsrc2=2 << 1 | 1 << 7 | 1 << 15, scratch_size=16)
cases = [("replaced by name", user.run_asm is not kept[0]), ("status 0", status == 0),
         ("result", list(out) == [100 + i % 32 for i in range(96)])]
cell = ctypes.c_uint32(0)
address = ctypes.addressof(cell)
words = [0, 0, address & 0xffffffff, address >> 32, 77]
status = sys.modules["test.mockgpu.amd.emu"].run_asm(base + 0x300, 65536 - 0x300, 1, 1, 1, 1, 1, 1, 0,
                                                     rsrc2=5 << 1, user_data=words)
cases.append(("user data", status == 0 and cell.value == 77))

# `python -m shoal_remu -m MODULE ARG...` and `SCRIPT ARG...` run with the words that they would have alone.
import tempfile  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    script = pathlib.Path(folder) / "words.py"
    script.write_text("import sys\nseen = (__name__, sys.argv[1:], sys.path[0])\nsys.modules['sys'].seen = seen\n")
    sys.path.insert(0, folder)
    shoal_remu.main(["-m", "words", "-k", "x"])
    cases.append(("-m", sys.seen[:2] == ("__main__", ["-k", "x"])))
    shoal_remu.main([str(script), "y"])
    cases.append(("script", sys.seen == ("__main__", ["y"], folder)))
try:
    shoal_remu.main(["-m"])
    cases.append(("-m alone", False))
except SystemExit as end:
    cases.append(("-m alone", "python -m shoal_remu -m pytest" in str(end)))
failed = [name for name, ok in cases if not ok]
for name in failed:
    print("failed:", name)
print(f"{len(cases) - len(failed)} passed, {len(failed)} failed, 0 skipped")
sys.exit(bool(failed))
