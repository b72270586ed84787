#!/bin/sh
# ventus_clang.sh: stands in for the clang of Ventus's toolchain (tests/opencl/test_ventus.c): takes
# its options, but sources are assembly. SHOAL names the command.
set -eu
output='' inputs='' step=link target=''
for word in "$@"; do
    case $word in
    -c) step=object ;;
    -r) step=merge ;;
    -mcpu=ventus-gpgpu) target=$word ;;
    -DBAD) echo "program.cl: error: BAD is defined" >&2; exit 1 ;;
    -*) ;;
    */output) output=$word ;;
    *.cl | *.o) inputs="$inputs $word" ;;
    esac
done
[ -n "$target" ] || { echo "no -mcpu=ventus-gpgpu" >&2; exit 1; }
objects=
for input in $inputs; do
    case $input in
    *.cl)
        "$SHOAL" as --isa ventus -c "$input" -o "$input.o"
        objects="$objects $input.o"
        ;;
    *) objects="$objects $input" ;;
    esac
done
# shellcheck disable=SC2086  # the names have no spaces
case $step in
object) cp $objects "$output" ;;
merge) ld.lld-22 -r $objects -o "$output" ;;
link) ld.lld-22 -Ttext=0x80000000 -e 0x80000000 $objects -o "$output" ;;
esac
