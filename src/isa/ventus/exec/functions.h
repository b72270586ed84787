/* functions.h: the table of semantic functions, by row. */
#ifndef SHOAL_VENTUS_FUNCTIONS_H
#define SHOAL_VENTUS_FUNCTIONS_H

#include "isa/ventus/exec/state.h"

enum function_kind {
    FNK_none,
    FNK_vec,
    FNK_sca,
    FNK_branch,
    FNK_vbranch,
    FNK_wave,
    FNK_load,
    FNK_store,
    FNK_sload,
    FNK_sstore,
    FNK_atomic
};

extern const union ventus_fn FN(functions)[VENTUS_ROW_COUNT];
extern const uint8_t FN(function_kinds)[VENTUS_ROW_COUNT];

#endif
