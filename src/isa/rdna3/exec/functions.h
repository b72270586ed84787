/* functions.h: the table of semantic functions, by row. */
#ifndef SHOAL_RDNA3_FUNCTIONS_H
#define SHOAL_RDNA3_FUNCTIONS_H

#include "isa/rdna3/exec/state.h"

enum function_kind { FNK_none, FNK_valu, FNK_salu, FNK_wave, FNK_load, FNK_store, FNK_atomic };

extern const union rdna3_fn FN(functions)[RDNA3_ROW_COUNT];
/* What formatted loads make of a component, and stores of a register (sem/format.c). */
typedef void (*conversion_fn)(vec32 *d, const vec32 *a, const vec32 *first, const vec32 *bits);
extern conversion_fn const FN(unpack)[CONVERSION_COUNT], FN(pack)[CONVERSION_COUNT];
extern const uint8_t FN(function_kinds)[RDNA3_ROW_COUNT]; /* enum function_kind */

#endif
