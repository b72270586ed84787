# bash completion of shoal. Install as /usr/share/bash-completion/completions/shoal, or
# source it.

_shoal() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "run info as dis isa jit exec hipcc version help" -- "$word")
        return
    fi
    local options="" files=1
    case $command in
    run)
        options="--kernel --grid --block --offset --arg --lds --engine --threads --cpu --print
            --dump --expect --repeat --stats --stats=json --trace --trace-format --strict --timeout
            --raw --wave64 --rsrc1 --rsrc2 --scratch --isa --dialect --warp --trim --trim=off --data
            --memory --entry --help"
        case $previous in
        --memory)
            mapfile -t COMPREPLY < <(compgen -W "listed open" -- "$word")
            return
            ;;
        --engine)
            mapfile -t COMPREPLY < <(compgen -W "auto interp jit" -- "$word")
            return
            ;;
        --isa)
            mapfile -t COMPREPLY < <(compgen -W "rdna3 ventus" -- "$word")
            return
            ;;
        --dialect)
            mapfile -t COMPREPLY < <(compgen -W "manual toolchain" -- "$word")
            return
            ;;
        --warp)
            mapfile -t COMPREPLY < <(compgen -W "4 8 16 32" -- "$word")
            return
            ;;
        --trace-format)
            mapfile -t COMPREPLY < <(compgen -W "readable spike spike-hex" -- "$word")
            return
            ;;
        --cpu)
            mapfile -t COMPREPLY < <(compgen -W "sse2 avx2 avx512" -- "$word")
            return
            ;;
        --arg)
            # No space after a type: its value follows.
            compopt -o nospace 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -W "u8: i8: u16: i16: u32: i32: u64: i64: f16: bf16:
                f32: f64: hex: buf: lds:" -- "$word")
            return
            ;;
        --kernel)
            mapfile -t COMPREPLY < <(compgen -W "$(_shoal_kernels)" -- "$word")
            return
            ;;
        --grid | --block | --offset | --lds | --threads | --print | --dump | --expect | \
            --repeat | --timeout | --rsrc1 | --rsrc2 | --scratch | --entry)
            return
            ;;
        esac
        ;;
    info)
        options="--kernel --hidden --data --json --help"
        if [[ $previous == --kernel ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_shoal_kernels)" -- "$word")
            return
        fi
        ;;
    as)
        options="-o -c --raw --hex --wave64 --isa --dialect --define --include --error-limit --help"
        ;;
    dis)
        options="--raw --hex --no-addresses --encodings --symbol --source --cfg --cfg=dot --wave64
            --isa --dialect --raw-prefixes --json --help"
        if [[ $previous == --isa ]]; then
            mapfile -t COMPREPLY < <(compgen -W "rdna3 ventus" -- "$word")
            return
        fi
        if [[ $previous == --dialect ]]; then
            mapfile -t COMPREPLY < <(compgen -W "manual toolchain" -- "$word")
            return
        fi
        if [[ $previous == --symbol ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_shoal_kernels)" -- "$word")
            return
        fi
        ;;
    isa)
        options="--json --notation --help"
        files=0
        ;;
    jit)
        options="--kernel --asm --ir --opt-ir --stats --stats=json --cpu --raw --wave64 --help"
        case $previous in
        --cpu)
            mapfile -t COMPREPLY < <(compgen -W "sse2 avx2 avx512" -- "$word")
            return
            ;;
        --kernel)
            mapfile -t COMPREPLY < <(compgen -W "$(_shoal_kernels)" -- "$word")
            return
            ;;
        esac
        ;;
    exec)
        options="--devices --engine --threads --timeout --log --help"
        case $previous in
        --engine)
            mapfile -t COMPREPLY < <(compgen -W "auto interp jit" -- "$word")
            return
            ;;
        --devices | --threads | --timeout) return ;;
        esac
        ;;
    hipcc)
        options="--version --help"
        ;;
    help)
        mapfile -t COMPREPLY < <(compgen -W "run info as dis isa jit exec hipcc version help" -- "$word")
        return
        ;;
    *) return ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif ((files)); then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    fi
}

# The kernels of the first file on the line.
_shoal_kernels() {
    local w
    for w in "${COMP_WORDS[@]:2}"; do
        if [[ -f $w ]]; then
            shoal info "$w" 2>/dev/null | sed -n 's/^kernel //p'
            return
        fi
    done
}

complete -F _shoal shoal
