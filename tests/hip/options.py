#!/usr/bin/env python3
"""options.py: what `shoal hipcc` makes with the options that builds of HIP programs use, and that it runs.

usage: options.py SHOAL WORKDIR

Compressed code, relocatable device code of several files and of an archive, code objects alone, sources of any name,
intermediate files, headers that are compiled ahead. Witnesses: the programs' own results, the mark CCOB of LLVM's compressed
bundles, the names of clang's intermediate files. Needs what `shoal hipcc` needs.
"""
import os
import pathlib
import subprocess
import sys

SCALE = """
#include <hip/hip_runtime.h>
#include <cstdio>
%s
__global__ void k(int *p) { p[threadIdx.x] = %s; }
int main()
{
    int *p;
    if (hipMallocManaged((void **)&p, 16))
        return 2;
    k<<<1, 4>>>(p);
    if (hipDeviceSynchronize())
        return 3;
    printf("%%d %%d %%d %%d\\n", p[0], p[1], p[2], p[3]);
    return 0;
}
"""
ALONE = SCALE % ("", "5 * (int)threadIdx.x")
FILES = {
    # What the headers say, the library, and whether an error outlives a success.
    "generation.hip": r"""
#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void nothing() {}
int main()
{
    int version = 0;
    void **none = nullptr;
    nothing<<<1, 1>>>();
    (void)hipRuntimeGetVersion(&version);
    (void)hipMalloc(none, 1);
    (void)hipSetDevice(0);
    std::printf("%d.%d %d %d\n", HIP_VERSION_MAJOR, HIP_VERSION_MINOR, version / 10000000, hipGetLastError() != hipSuccess);
}
""",
    # What 7.0 changed in headers: one value is the first element's, sources may be constant, warpSize is no constant expression.
    "headers7.hip": r"""
#include <hip/hip_runtime.h>
#include <cstdio>
#include <type_traits>
static_assert(!std::is_same<decltype(warpSize), const int>::value, "a plain constant");
__global__ void k(int *p) { p[threadIdx.x] = warpSize / 32 + __shfl_xor((int)threadIdx.x, 1) % warpSize; }
int main()
{
    const int five = 5;
    int *p, q[2];
    unsigned version = 0;
    hipCtx_t context;
    float2 one(3.0f), all = make_float2(1, 2) * 2.0f;
    if (hipMalloc((void **)&p, 256) || hipMemcpyHtoD(p, &five, 4) || hipDevicePrimaryCtxRetain(&context, 0) ||
        hipCtxGetApiVersion(context, &version))
        return 2;
    k<<<1, 64>>>(p);
    if (hipMemcpy(q, p, 8, hipMemcpyDeviceToHost))
        return 3;
    std::printf("%g %g %g %d %d\n", one.x, one.y, all.y, q[0], q[1]);
}
""",
    "alone.hip": ALONE,
    "alone.cu": ALONE,
    "alone.kernels": ALONE,
    "uses.hip": SCALE % ("extern __device__ int base;\nextern __device__ int factor();", "base + factor() * (int)threadIdx.x"),
    "has.hip": "#include <hip/hip_runtime.h>\n__device__ int base = 7;\n__device__ int factor() { return 3; }\n",
    "words.cpp": SCALE % ("", "WORD * (int)threadIdx.x"),
    "other.hip": "#include <hip/hip_runtime.h>\n__global__ void other(int *p) { *p = 1; }\n",
    "words.txt": "-O1 '-DWORD=(2 + 3)'\nwords.cpp  \"other.hip\" -o words\n",
    "loads.cpp": """
#include <hip/hip_runtime_api.h>
#include <cstdio>
int main(int, char **argv)
{
    hipModule_t module;
    hipFunction_t k;
    int *p;
    void *arguments[] = {&p};
    if (hipMalloc((void **)&p, 16) || hipModuleLoad(&module, argv[1]) || hipModuleGetFunction(&k, module, "_Z1kPi") ||
        hipModuleLaunchKernel(k, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr))
        return 2;
    int q[4];
    if (hipMemcpy(q, p, 16, hipMemcpyDeviceToHost))
        return 3;
    printf("%d %d %d %d\\n", q[0], q[1], q[2], q[3]);
    return 0;
}
""",
    "ahead.h": "#include <hip/hip_runtime_api.h>\n#include <cstdio>\n",
    "after.cpp": "int main() { int n; return hipGetDeviceCount(&n) || std::printf(\"%d\\n\", n) != 2; }\n",
}
FIVES, LINKED = "0 5 10 15\n", "7 10 13 16\n"

# Name; commands, without `shoal` if they begin with hipcc; what the last one prints.
CASES = [
    ("compressed", ["hipcc --offload-compress alone.hip -o compressed", "./compressed"], FIVES),
    ("relocatable, at once", ["hipcc -fgpu-rdc uses.hip has.hip -o at_once", "./at_once"], LINKED),
    ("relocatable, linked", ["hipcc -fgpu-rdc -c uses.hip -o uses.o", "hipcc -fgpu-rdc -c has.hip -o has.o",
                             "hipcc -fgpu-rdc --hip-link uses.o has.o -o linked", "./linked"], LINKED),
    ("relocatable, with an archive", ["ar rc libhas.a has.o", "hipcc -fgpu-rdc uses.o -L. -lhas -o archive", "./archive"],
     LINKED),
    ("relocatable and compressed", ["hipcc -fgpu-rdc --offload-compress uses.hip has.hip -o both", "./both"], LINKED),
    ("relocatable, kernels in each file", ["hipcc -fgpu-rdc words.cpp other.hip -DWORD=5 -o kernels", "./kernels"], FIVES),
    ("a response file", ["hipcc @words.txt", "./words"], FIVES),
    ("a code object", ["hipcc --genco alone.hip -o alone.co", "hipcc loads.cpp -o loads", "./loads alone.co"], FIVES),
    ("a compressed code object", ["hipcc --genco --offload-compress alone.hip -o small.co", "./loads small.co"], FIVES),
    ("a name for CUDA", ["hipcc alone.cu -o cuda", "./cuda"], FIVES),
    ("-x hip, and a name that says nothing", ["hipcc -x hip alone.kernels -o any", "./any"], FIVES),
    ("amdclang++ -x hip", ["rocm/bin/amdclang++ -x hip --offload-arch=gfx1100 --hip-link alone.cu -o clang", "./clang"],
     FIVES),
    ("intermediate files", ["hipcc -save-temps alone.hip -o kept", "./kept"], FIVES),
    ("HIP 7", ["hipcc --hip-version=7 generation.hip -o seven", "./seven"], "7.0 7 1\n"),
    ("headers of HIP 7", ["hipcc --hip-version=7 headers7.hip -o headers7", "./headers7"], "3 0 4 2 1\n"),
    ("HIP 6", ["hipcc generation.hip -o six", "./six"], "6.3 6 0\n"),
    ("a header ahead", ["hipcc -x c++-header ahead.h -o ahead.h.pch", "hipcc -x c++ -include-pch ahead.h.pch after.cpp -o after",
                        "./after"], "1\n"),
]


def main():
    shoal, work = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2])
    if subprocess.run([shoal, "hipcc", "--version"], capture_output=True).returncode == 77:
        print("SKIP: options of hipcc: what `shoal hipcc --version` names\n0 passed, 0 failed, 1 skipped")
        return 77
    rocm = subprocess.run([shoal, "rocm-path"], capture_output=True, text=True, check=True).stdout.strip()
    work.mkdir(parents=True, exist_ok=True)
    for old in work.iterdir():
        old.unlink()
    for name, text in FILES.items():
        (work / name).write_text(text)
    passed, failed = 0, 0

    def check(is_good, what):
        nonlocal passed, failed
        passed, failed = passed + bool(is_good), failed + (not is_good)
        if not is_good:
            print("failed:", what)

    for name, commands, printed in CASES:
        for command in commands:
            words = command.replace("rocm/", rocm + "/").split()
            if words[0] == "hipcc":
                words.insert(0, shoal)
            done = subprocess.run(words, cwd=work, capture_output=True, text=True)
            if done.returncode:
                break
        check((done.returncode, done.stdout) == (0, printed), f"{name}: {command}: {done}")
    for name, is_compressed in (("compressed", True), ("both", True), ("cuda", False), ("small.co", True), ("alone.co", False)):
        check((b"CCOB" in (work / name).read_bytes()) == is_compressed, f"{name}: compressed or not")
    kept = {p.name for p in work.glob("alone-hi*")} | {p.name for p in work.glob("alone-ho*")}
    check({"alone-hip-amdgcn-amd-amdhsa-gfx1100.s", "alone-host-x86_64-pc-linux-gnu.s"} <= kept, f"kept files: {kept}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
