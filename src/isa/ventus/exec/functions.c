/* functions.c: the semantic function of every row, for one host CPU level. */
#include "isa/ventus/exec/functions.h"

#include "ventus_sem.h"

/* ventus_fn.inc has X(row, kind, function); kind "none" is a row without semantics yet. The
 * member of the union makes sure that a function has its row's shape. */
#define ENTRY_vec(f)                                                                               \
    {                                                                                              \
        .vec = &FN(x_##f)                                                                          \
    }
#define ENTRY_sca(f)                                                                               \
    {                                                                                              \
        .sca = &FN(x_##f)                                                                          \
    }
#define ENTRY_branch(f)                                                                            \
    {                                                                                              \
        .branch = FN(x_##f)                                                                        \
    }
#define ENTRY_vbranch(f)                                                                           \
    {                                                                                              \
        .vbranch = FN(x_##f)                                                                       \
    }
#define ENTRY_wave(f)                                                                              \
    {                                                                                              \
        .wave = FN(x_##f)                                                                          \
    }
#define ENTRY_load(f)                                                                              \
    {                                                                                              \
        .load = FN(x_##f)                                                                          \
    }
#define ENTRY_store(f)                                                                             \
    {                                                                                              \
        .store = FN(x_##f)                                                                         \
    }
#define ENTRY_sload(f)                                                                             \
    {                                                                                              \
        .sload = FN(x_##f)                                                                         \
    }
#define ENTRY_sstore(f)                                                                            \
    {                                                                                              \
        .sstore = FN(x_##f)                                                                        \
    }
#define ENTRY_atomic(f)                                                                            \
    {                                                                                              \
        .atomic = FN(x_##f)                                                                        \
    }
#define ENTRY_none(f)                                                                              \
    {                                                                                              \
        .vec = 0                                                                                   \
    }

const union ventus_fn FN(functions)[VENTUS_ROW_COUNT] = {
#define X(row, kind, f) [row] = ENTRY_##kind(f),
#include "ventus_fn.inc"
#undef X
};

const uint8_t FN(function_kinds)[VENTUS_ROW_COUNT] = {
#define X(row, kind, f) [row] = FNK_##kind,
#include "ventus_fn.inc"
#undef X
};
