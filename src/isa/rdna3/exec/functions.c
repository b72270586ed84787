/* functions.c: the semantic function of every row, for one host CPU level. */
#include "isa/rdna3/exec/functions.h"

#define SEM_DECLARATIONS
#include "rdna3_sem.h"

/* rdna3_fn.inc has X(row, kind, function); kind "none" is a row without semantics yet. */
#define ENTRY_valu(f)                                                                              \
    {                                                                                              \
        .valu = FN(x_##f)                                                                          \
    }
#define ENTRY_salu(f)                                                                              \
    {                                                                                              \
        .salu = FN(x_##f)                                                                          \
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
#define ENTRY_atomic(f)                                                                            \
    {                                                                                              \
        .atomic = FN(x_##f)                                                                        \
    }
#define ENTRY_none(f)                                                                              \
    {                                                                                              \
        .valu = 0                                                                                  \
    }

const union rdna3_fn FN(functions)[RDNA3_ROW_COUNT] = {
#define X(row, kind, f) ENTRY_##kind(f),
#include "rdna3_fn.inc"
#undef X
};

const uint8_t FN(function_kinds)[RDNA3_ROW_COUNT] = {
#define X(row, kind, f) FNK_##kind,
#include "rdna3_fn.inc"
#undef X
};

conversion_fn const FN(unpack)[CONVERSION_COUNT] = {
#define X(name) FN(x_unpack_##name),
    RDNA3_CONVERSIONS(X)
#undef X
};

conversion_fn const FN(pack)[CONVERSION_COUNT] = {
#define X(name) FN(x_pack_##name),
    RDNA3_CONVERSIONS(X)
#undef X
};
