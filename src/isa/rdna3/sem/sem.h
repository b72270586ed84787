/* sem.h: what every file of semantic functions includes.
 *
 * SEM(name) opens the function of a row of insts.tbl; its parameters are the row's
 * operands by name: results first (pointers), then sources. The generated signature is in
 * rdna3_sem.h. For `v_add_f32 ... d:f32 <- a:f32 b:f32`:
 *
 *     SEM(v_add_f32) { d->f = a->f + b->f; }
 *
 * Vector operands are vec16, vec32, vec64 (32 lanes; vec.h); lane masks are uint32_t
 * (m read, *co written); scalar rows get C scalars (uint32_t a, uint32_t *d, bool *scc).
 * Rows flagged `wave` get (w, o) and return the op to go on with. Source and output
 * modifiers, EXEC, DPP, op_sel, denormals, rounding mode and NaN payloads (flag `nan`) are
 * the operand layer's work (exec/valu.c), never a function's. Results may alias sources:
 * compute into locals before writing when a function writes more than once. */
#ifndef SHOAL_RDNA3_SEM_H
#define SHOAL_RDNA3_SEM_H

#ifndef SHOAL_BITCODE
#define SHOAL_SEM_THUNKS
#endif
#include "isa/exec/vec.h"
#include "isa/rdna3/exec/layer.h"
#include "rdna3_sem.h"

#endif
