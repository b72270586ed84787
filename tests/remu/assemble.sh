#!/bin/sh
# assemble.sh CLANG IN.s OUT.bin DIR: the .text of an assembly file as raw bytes
set -e
mkdir -p "$4"
"$1" --target=amdgcn-amd-amdhsa -mcpu=gfx1100 -c "$2" -o "$4/k.o"
objcopy=$("$1" -print-prog-name=llvm-objcopy)
"$objcopy" -O binary -j .text "$4/k.o" "$3"
