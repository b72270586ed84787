# guest.sh: what tools/avx512 runs in its guest, by busybox's shell, as TAP. `build`, `tests`, `guest`, `only`, `direct`, `llvm` and
# `bench` are set in front of it.
# shellcheck shell=sh
# shellcheck disable=SC2154  # those

/bin/busybox mkdir /tmp/bin
/bin/busybox --install -s /tmp/bin
export PATH=/tmp/bin HOME=/tmp SHOAL_CACHE=0 LD_LIBRARY_PATH="$build/src/jit"
# Bochs says that REP STOSB and MOVSB are fast; they are a byte at a time.
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-ERMS,-FSRM:glibc.cpu.x86_rep_movsb_threshold=0x7fffffffffff:glibc.cpu.x86_rep_stosb_threshold=0x7fffffffffff
exec >/dev/ttyS0 2>&1
cd /tmp || exit

# check NAME SECONDS PROGRAM [ARGUMENT...]: a second of the guest's clock is 1.5e9 instructions, which take 20 to 30 seconds.
check() {
    name=$1 seconds=$2
    shift 2
    # shellcheck disable=SC2254  # a pattern
    case $name in $only) ;; *) return ;; esac
    timeout -s KILL "$seconds" "$@" >/tmp/out 2>&1 </dev/null
    status=$?
    if [ $status = 0 ] && ! grep -q '^0 passed' /tmp/out; then
        echo "ok - $name$(grep -o '[0-9]* passed\|[0-9]* test(s)' /tmp/out | tail -n 1 | sed 's/^/: /'), at $(cut -d ' ' -f 1 /proc/uptime) s"
    else
        echo "not ok - $name: status $status"
        grep -v '^ok \|^\[ RUN \|^\[       OK ' /tmp/out | tail -n 40 | cut -c 1-300 | sed 's/^/# /'
    fi
}

# benchmark CHECK WHAT BACKEND KERNEL...: kernels of the benchmark, whose results are compared with those of C, by check or compiled.
benchmark() {
    how=$1 what=$2 backend=$3
    shift 3
    for name in "$@"; do
        "$how" "bench $what $name" 15 env SHOAL_JIT_BACKEND="$backend" "$build/bench/measure" "$name" \
            --code "/codes/$name.co" --source - --columns jit --threads 1 --runs 1 --quick
    done
}

# Without double_functions, whose reference is x87's FYL2X: Bochs's has errors in the 52nd bit.
kernels() {
    "$1" "kernels $2 $3" 60 env SHOAL_JIT_BACKEND="$2" "$build/tests/kernels/run_kernels" --engine jit --filter "$3" \
        --except double_functions --threads 1 --jobs 1 --clc /clc --sources "$tests/kernels" --cache /kernels
}

differential() {
    check "differential $*" 30 "$build/tests/jit/jit_differential" --cpu avx512 "$@"
}

# Of LLVM's code, which is compiled already (tests/avx512/cross.c), nothing may be missing.
compiled() {
    name=$1 seconds=$2
    shift 2
    : >/tmp/out
    check "$name" "$seconds" env SHOAL_JIT_BACKEND=llvm SHOAL_JIT_MODULE="$guest/cross.so" CROSS_MODULE="$build/src/jit/libshoal-jit.so" \
        CROSS_FOLDER=/cross "$@"
    ! grep -q '^cross: .* made here$' /tmp/out || echo "not ok - $name: $(grep -c '^cross: .* made here$' /tmp/out) compiled in the guest"
}

echo "AVX-512:$(grep -m 1 flags /proc/cpuinfo | tr ' ' '\n' | grep avx512 | tr '\n' ' ' | sed 's/^/ /')"
check "the CPU's AVX-512" 5 grep -q 'avx512f .*avx512dq .*avx512bw .*avx512vl' /proc/cpuinfo
check vectors 20 "$build/tests/sem/run_vectors" "$tests"/sem/vectors/*.vec
differential --seed 110000 --count 150 --alone --backend direct
differential --seed 120000 --count 150 --alone --backend direct --wave64
# shellcheck disable=SC2086  # lists
benchmark check direct direct $bench
kernels check direct '-O3 wave32'
# shellcheck disable=SC2086
benchmark compiled llvm llvm $bench
kernels compiled llvm '-O3 wave32'
kernels compiled llvm '-O3 wave64'
# With all that the guest's CPU has.
benchmark check 'llvm here' llvm saxpy sgemm_naive_512 mandelbrot histogram packed_half int8_product
compiled "differential llvm" 30 "$build/tests/jit/jit_differential" --seed 60000 --count 300
compiled "differential llvm --wave64" 30 "$build/tests/jit/jit_differential" --seed 61000 --count 300 --wave64
for name in $direct; do
    check "jit $name direct" 60 env SHOAL_JIT_BACKEND=direct "$build/tests/jit/test_jit_$name"
done
for name in $llvm; do
    compiled "jit $name llvm" 20 "$build/tests/jit/test_jit_$name"
done
echo "# done"
