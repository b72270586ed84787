# fish completion of shoal. Install in ~/.config/fish/completions.

function __shoal_no_command
    test (count (commandline -opc)) -eq 1
end

function __shoal_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = "$argv[1]"
end

complete -c shoal -n __shoal_no_command -f -a run -d 'execute a kernel of a code object'
complete -c shoal -n __shoal_no_command -f -a info -d 'show the kernels of a code object'
complete -c shoal -n __shoal_no_command -f -a as -d 'assemble code to a code object'
complete -c shoal -n __shoal_no_command -f -a dis -d 'disassemble a code object'
complete -c shoal -n __shoal_no_command -f -a isa -d 'list the instructions, or explain one'
complete -c shoal -n __shoal_no_command -f -a jit -d 'show what the JIT makes of a kernel'
complete -c shoal -n __shoal_no_command -f -a exec -d 'run a HIP program without a GPU'
complete -c shoal -n __shoal_no_command -f -a hipcc -d 'compile HIP on a machine without ROCm'
complete -c shoal -n __shoal_no_command -f -a version -d 'print the version'
complete -c shoal -n __shoal_no_command -f -a help -d 'explain a command'

complete -c shoal -n '__shoal_command run' -x -l kernel -d 'the kernel'
complete -c shoal -n '__shoal_command run' -x -l grid -d 'work-items in each dimension'
complete -c shoal -n '__shoal_command run' -x -l block -d 'work-items of a work-group'
complete -c shoal -n '__shoal_command run' -x -l offset -d 'global offset'
complete -c shoal -n '__shoal_command run' -x -l arg -a 'u8: i8: u16: i16: u32: i32: u64: i64: f16: bf16: f32: f64: hex: buf: lds:' -d 'the next argument'
complete -c shoal -n '__shoal_command run' -x -l lds -d 'dynamic local memory'
complete -c shoal -n '__shoal_command run' -x -l engine -a 'auto interp jit' -d 'how to execute'
complete -c shoal -n '__shoal_command run' -x -l threads -d 'host threads'
complete -c shoal -n '__shoal_command run' -x -l cpu -a 'sse2 avx2 avx512' -d 'host instructions to use'
complete -c shoal -n '__shoal_command run' -x -l print -d 'print a buffer'
complete -c shoal -n '__shoal_command run' -r -l dump -d 'write a buffer to a file'
complete -c shoal -n '__shoal_command run' -r -l expect -d 'compare a buffer with a file'
complete -c shoal -n '__shoal_command run' -x -l repeat -d 'run several times'
complete -c shoal -n '__shoal_command run' -f -l stats -d 'print statistics'
complete -c shoal -n '__shoal_command run' -r -l trace -d 'write each executed instruction'
complete -c shoal -n '__shoal_command run' -x -l trace-format -a 'readable spike spike-hex' -d 'layout of the trace'
complete -c shoal -n '__shoal_command run' -f -l strict -d 'report values in fields that instructions do not use'
complete -c shoal -n '__shoal_command run' -x -l timeout -d 'stop a run that takes longer'
complete -c shoal -n '__shoal_command run' -l raw -d 'the file is bare machine code'
complete -c shoal -n '__shoal_command run' -l wave64 -d 'waves of 64 lanes'
complete -c shoal -n '__shoal_command run' -x -l rsrc1 -d COMPUTE_PGM_RSRC1
complete -c shoal -n '__shoal_command run' -x -l rsrc2 -d COMPUTE_PGM_RSRC2
complete -c shoal -n '__shoal_command run' -x -l scratch -d 'scratch memory per lane'
complete -c shoal -n '__shoal_command run' -x -l isa -a 'rdna3 ventus' -d 'instruction set'
complete -c shoal -n '__shoal_command run' -x -l dialect -a 'manual toolchain' -d 'dialect of Ventus'
complete -c shoal -n '__shoal_command run' -x -l warp -a '4 8 16 32' -d 'threads per warp'
complete -c shoal -n '__shoal_command run' -f -l trim -d 'threads without a work-item stay inactive'
complete -c shoal -n '__shoal_command run' -x -l memory -a 'listed open' -d 'addresses that no buffer has'
complete -c shoal -n '__shoal_command run' -r -l data -d 'contents of the buffers of a test case'
complete -c shoal -n '__shoal_command run' -x -l entry -d 'address of the kernel in bare code'
complete -c shoal -n '__shoal_command run' -l help -d 'explain'

complete -c shoal -n '__shoal_command info' -x -l kernel -d 'only this kernel'
complete -c shoal -n '__shoal_command info' -l hidden -d 'list the hidden arguments too'
complete -c shoal -n '__shoal_command info' -r -l data -d 'contents of the buffers of a test case'
complete -c shoal -n '__shoal_command info' -l json -d 'print JSON'
complete -c shoal -n '__shoal_command info' -l help -d 'explain'

complete -c shoal -n '__shoal_command as' -r -s o -d 'write to this file'
complete -c shoal -n '__shoal_command as' -s c -d 'write a relocatable object'
complete -c shoal -n '__shoal_command as' -l raw -d 'write the bytes of .text only'
complete -c shoal -n '__shoal_command as' -l hex -d 'print the bytes of each line'
complete -c shoal -n '__shoal_command as' -l wave64 -d 'lane masks are SGPR pairs'
complete -c shoal -n '__shoal_command as' -x -l isa -a 'rdna3 ventus' -d 'instruction set'
complete -c shoal -n '__shoal_command as' -x -l dialect -a 'manual toolchain' -d 'of Ventus'
complete -c shoal -n '__shoal_command as' -x -l define -d 'set a symbol'
complete -c shoal -n '__shoal_command as' -r -l include -d 'folder of included files'
complete -c shoal -n '__shoal_command as' -x -l error-limit -d 'stop after so many errors'
complete -c shoal -n '__shoal_command as' -l help -d 'explain'

complete -c shoal -n '__shoal_command dis' -l raw -d 'the file is bare machine code'
complete -c shoal -n '__shoal_command dis' -l hex -d 'one instruction per line, as hex bytes'
complete -c shoal -n '__shoal_command dis' -l no-addresses -d 'labels instead of addresses'
complete -c shoal -n '__shoal_command dis' -l encodings -d 'with --no-addresses: the dwords'
complete -c shoal -n '__shoal_command dis' -x -l symbol -d 'only this kernel or function'
complete -c shoal -n '__shoal_command dis' -l source -d 'source lines in between'
complete -c shoal -n '__shoal_command dis' -f -l cfg -a dot -d 'basic blocks'
complete -c shoal -n '__shoal_command dis' -l wave64 -d 'lane masks are SGPR pairs'
complete -c shoal -n '__shoal_command dis' -x -l isa -a 'rdna3 ventus' -d 'instruction set'
complete -c shoal -n '__shoal_command dis' -x -l dialect -a 'manual toolchain' -d 'of Ventus'
complete -c shoal -n '__shoal_command dis' -l raw-prefixes -d 'prefixes as instructions of their own'
complete -c shoal -n '__shoal_command dis' -l json -d 'print JSON'
complete -c shoal -n '__shoal_command dis' -l help -d 'explain'

complete -c shoal -n '__shoal_command isa' -f -a 'rdna3 ventus' -d 'instruction set'
complete -c shoal -n '__shoal_command isa' -l json -d 'print JSON'
complete -c shoal -n '__shoal_command isa' -l notation -d 'explain formulas'
complete -c shoal -n '__shoal_command isa' -l help -d 'explain'

complete -c shoal -n '__shoal_command jit' -x -l kernel -d 'the kernel'
complete -c shoal -n '__shoal_command jit' -l asm -d 'host assembly'
complete -c shoal -n '__shoal_command jit' -l ir -d 'LLVM IR'
complete -c shoal -n '__shoal_command jit' -l opt-ir -d 'LLVM IR without what nothing uses'
complete -c shoal -n '__shoal_command jit' -f -l stats -d 'time of each phase'
complete -c shoal -n '__shoal_command jit' -x -l cpu -a 'sse2 avx2 avx512' -d 'host instructions to use'
complete -c shoal -n '__shoal_command jit' -l raw -d 'the file is bare machine code'
complete -c shoal -n '__shoal_command jit' -l wave64 -d 'waves of 64 lanes'
complete -c shoal -n '__shoal_command jit' -l help -d 'explain'

complete -c shoal -n '__shoal_command help' -f -a 'run info as dis isa jit version help'

complete -c shoal -n '__shoal_command exec' -x -l devices -d 'number of devices'
complete -c shoal -n '__shoal_command exec' -x -l engine -a 'auto interp jit' -d 'how to execute kernels'
complete -c shoal -n '__shoal_command exec' -x -l threads -d 'host threads'
complete -c shoal -n '__shoal_command exec' -x -l timeout -d 'stop a kernel that takes longer'
complete -c shoal -n '__shoal_command exec' -l log -d 'say what is not supported'
complete -c shoal -n '__shoal_command exec' -l help -d 'explain'

complete -c shoal -n '__shoal_command hipcc' -l version -d 'what was found'
complete -c shoal -n '__shoal_command hipcc' -l help -d 'explain'
