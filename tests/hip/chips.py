#!/usr/bin/env python3
"""What HIP programs are told of each chip that SHOAL_CHIP and shoal exec --chip name.

    chips.py PATH/shoal

Expected: version and name are LLVM's (AMDGPUUsage, processors); multiprocessors are half of the compute units,
and memory is that, of a product with the whole chip (Radeon RX 7900 XTX, 7800 XT, 7600, 780M, 890M, 8060S, 860M)
or, for gfx1153, what a system with four compute units has. A process per chip: the library reads the variable once.
"""
import os
import subprocess
import sys

# chip: (multiprocessors, GiB of memory)
CHIPS = {"gfx1100": (48, 24), "gfx1101": (30, 16), "gfx1102": (16, 8), "gfx1103": (6, 8),
         "gfx1150": (8, 16), "gfx1151": (20, 64), "gfx1152": (4, 8), "gfx1153": (2, 8)}
PROGRAM = """
import ctypes
hip = ctypes.CDLL("libamdhip64.so")
name, total = ctypes.create_string_buffer(64), ctypes.c_size_t()
major, minor, units = (ctypes.c_int() for _ in range(3))
failed = (hip.hipDeviceGetName(name, 64, 0) or hip.hipDeviceComputeCapability(ctypes.byref(major), ctypes.byref(minor), 0)
          or hip.hipDeviceTotalMem(ctypes.byref(total), 0) or hip.hipDeviceGetAttribute(ctypes.byref(units), 63, 0))
print(failed, name.value.decode(), major.value, minor.value, units.value, total.value)
"""


def main():
    shoal = os.path.abspath(sys.argv[1])
    passed = failed = 0
    for chip, (units, memory) in CHIPS.items():
        env = {k: v for k, v in os.environ.items() if not k.startswith("SHOAL_")}
        for words, extra in (([], {"SHOAL_CHIP": chip}), (["--chip", chip], {})):
            done = subprocess.run([shoal, "exec", *words, sys.executable, "-c", PROGRAM], env=env | extra, capture_output=True,
                                  text=True, timeout=60)
            told = done.stdout.split()
            host = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
            want = ["0", "Shoal", chip, "11", chip[-2], str(units)]
            total = int(told[-1]) if told else 0
            fits = total == memory << 30 or (total < memory << 30 and total <= host // 2)
            if done.returncode or told[:-1] != want or not fits or done.stderr:
                failed += 1
                print(f"{chip} {extra or words}: {done.stdout}{done.stderr}, expected {want}, {memory} GiB")
            else:
                passed += 1
    done = subprocess.run([shoal, "exec", "--chip", "gfx906", "true"], capture_output=True, text=True)
    message = f"shoal exec: no chip is called 'gfx906'; there are: {', '.join(CHIPS)}\n"
    if done.returncode != 2 or done.stderr != message:
        failed += 1
        print(f"exec --chip gfx906: {done.returncode} {done.stderr}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
