#!/usr/bin/env python3
"""cmake.py: a CMake project that finds HIP in each of the ways that there are is built and run.

usage: cmake.py SHOAL ROCM

CMake's language HIP, find_package(hip) with hip::device and a HIP compiler, and the macros of old with any compiler;
and what configure scripts ask: hipconfig, rocm_agent_enumerator. Needs cmake, make and what `shoal hipcc` needs.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent / "cmake"


def main():
    shoal, rocm = sys.argv[1], os.path.realpath(sys.argv[2])
    passed, wrong = 0, []

    def check(is_good, what):
        nonlocal passed
        if is_good:
            passed += 1
        else:
            wrong.append(what)
            print(what)

    def said(*words):
        return subprocess.run([os.path.join(rocm, "bin", words[0]), *words[1:]], capture_output=True, text=True).stdout

    check(said("hipconfig", "--path") == rocm and said("hipconfig", "--platform") == "amd", "hipconfig: path or platform")
    check(said("hipconfig", "--version").startswith("6.3."), "hipconfig --version")
    check(os.access(os.path.join(said("hipconfig", "--hipclangpath"), "clang++"), os.X_OK), "hipconfig --hipclangpath")
    check(said("rocm_agent_enumerator") == "gfx1100\n", "rocm_agent_enumerator")
    if subprocess.run([shoal, "hipcc", "--version"], capture_output=True).returncode == 77 or not (
            shutil.which("cmake") and shutil.which("make")):
        print("SKIP: CMake projects: apt install cmake make, and what `shoal hipcc --version` names")
        print(f"{passed} passed, {len(wrong)} failed, 1 skipped")
        return 1 if wrong else 77
    clang = os.path.join(rocm, "llvm", "bin", "clang++")
    ways = {
        "language": ["-DCMAKE_HIP_COMPILER=" + clang, "-DCMAKE_PREFIX_PATH=" + rocm],
        "config": ["-DCMAKE_CXX_COMPILER=" + os.path.join(rocm, "bin", "hipcc"), "-DCMAKE_PREFIX_PATH=" + rocm],
        "module": ["-DROCM=" + rocm],
    }
    environment = {k: v for k, v in os.environ.items()
                   if k not in ("CC", "CXX", "ROCM_PATH", "HIP_PATH", "CFLAGS", "CXXFLAGS", "LDFLAGS", "LD_LIBRARY_PATH")}
    environment["PATH"] = os.path.join(rocm, "bin") + ":" + environment["PATH"]
    for way, words in ways.items():
        with tempfile.TemporaryDirectory() as build:
            for command in (["cmake", "-G", "Unix Makefiles", "-S", PROJECT, "-B", build, "-DWAY=" + way,
                             "-DCMAKE_BUILD_TYPE=Release", *words], ["cmake", "--build", build]):
                made = subprocess.run(command, capture_output=True, text=True, env=environment)
                if made.returncode:
                    break
            if made.returncode:
                check(False, f"{way}: {' '.join(map(str, command))}:\n{made.stdout}{made.stderr}")
                continue
            done = subprocess.run([shoal, "exec", os.path.join(build, "scale")], capture_output=True, text=True)
            check((done.returncode, done.stdout) == (0, "3 6 9 12\n"), f"{way}: {done}")
    print(f"{passed} passed, {len(wrong)} failed, 0 skipped")
    return len(wrong) != 0


if __name__ == "__main__":
    sys.exit(main())
