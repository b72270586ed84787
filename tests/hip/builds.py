#!/usr/bin/env python3
"""builds.py: a project that finds HIP in each of the ways that there are is built and run.

usage: builds.py SHOAL LIBRARIES

CMake's language HIP, find_package(hip) with hip::device and a HIP compiler, and the macros of old with any compiler;
the packages of the libraries that this build has (LIBRARIES: their names);
makefiles that are given HIP_PATH or ROCM_PATH; a configure script with ROCM_PATH or PATH alone; and what scripts ask:
hipconfig, rocm_agent_enumerator. All of them use what `shoal rocm-path` prints. Needs cmake, make, g++ and what `shoal hipcc`
needs.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE / "cmake"


def builds(rocm, libraries):
    """Name, commands in a folder of their own, further variables; the program is ./scale."""
    clang = os.path.join(rocm, "llvm", "bin", "clang++")
    in_path = {"PATH": os.path.join(rocm, "bin") + ":" + os.environ["PATH"]}
    for way, words in (
            ("language", ["-DCMAKE_HIP_COMPILER=" + clang, "-DCMAKE_PREFIX_PATH=" + rocm]),
            ("config", ["-DCMAKE_CXX_COMPILER=" + os.path.join(rocm, "bin", "hipcc"), "-DCMAKE_PREFIX_PATH=" + rocm]),
            ("module", ["-DROCM=" + rocm]),
            ("libraries", ["-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_PREFIX_PATH=" + rocm])):
        if way == "libraries" and not all(n in libraries for n in ("hipblas", "hipfft")):
            continue
        cmake = ["cmake", "-G", "Unix Makefiles", "-S", PROJECT, "-B", ".", "-DWAY=" + way, "-DCMAKE_BUILD_TYPE=Release"]
        yield "CMake, " + way, [cmake + words, ["cmake", "--build", "."]], in_path
    make = ["make", f"VPATH={PROJECT}", "-f", HERE / "make" / "Makefile"]
    yield "HIP_PATH in make's environment", [make], {"HIP_PATH": rocm, "ROCM_PATH": rocm}
    yield "HIP_PATH on make's command line", [make + ["HIP_PATH=" + rocm, "ROCM_PATH=" + rocm]], {}
    yield "ROCM_PATH alone for make, and the hip folder of ROCm 4", [make], {"ROCM_PATH": rocm}
    by_hand = ["sh", "-c", ". ./config.mk.sh; $HIPCC \"$1/kernels.hip\" \"$1/main.cpp\" -o scale", "sh", PROJECT]
    to_shell = ["sh", "-c", "sed 's/ = /=/' config.mk >config.mk.sh"]
    for name, variables in (("ROCM_PATH", {"ROCM_PATH": rocm}),
                            ("HIPCC", {"HIPCC": os.path.join(rocm, "bin", "hipcc"), "ROCM_PATH": rocm})):
        yield "configure with " + name, [[HERE / "make" / "configure"], to_shell, by_hand], variables


def main():
    shoal = sys.argv[1]
    rocm = subprocess.run([shoal, "rocm-path"], capture_output=True, text=True, check=True).stdout.rstrip("\n")
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
    if subprocess.run([shoal, "hipcc", "--version"], capture_output=True).returncode == 77 or not all(
            shutil.which(tool) for tool in ("cmake", "make", "g++")):
        print("SKIP: projects with HIP: apt install cmake make g++, and what `shoal hipcc --version` names")
        print(f"{passed} passed, {len(wrong)} failed, 1 skipped")
        return 1 if wrong else 77
    environment = {k: v for k, v in os.environ.items()
                   if k not in ("CC", "CXX", "ROCM_PATH", "HIP_PATH", "HIPCC", "CFLAGS", "CXXFLAGS", "LDFLAGS",
                                "LD_LIBRARY_PATH", "MAKEFLAGS")}
    for name, commands, variables in builds(rocm, sys.argv[2].split()):
        with tempfile.TemporaryDirectory() as build:
            for command in commands:
                made = subprocess.run(command, capture_output=True, text=True, env={**environment, **variables}, cwd=build)
                if made.returncode:
                    break
            if made.returncode:
                check(False, f"{name}: {' '.join(map(str, command))}:\n{made.stdout}{made.stderr}")
                continue
            done = subprocess.run([shoal, "exec", os.path.join(build, "scale")], capture_output=True, text=True)
            check((done.returncode, done.stdout) == (0, "3 6 9 12\n"), f"{name}: {done}")
    print(f"{passed} passed, {len(wrong)} failed, 0 skipped")
    return len(wrong) != 0


if __name__ == "__main__":
    sys.exit(main())
