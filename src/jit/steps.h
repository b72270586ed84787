/* steps.h: semantic functions as lists of LLVM instructions.
 *
 * At build time semlib writes each by-value function as steps (steps_write.c); a kernel's IR is
 * made of them without parsing or inlining anything (steps.c), so that constants fold as they
 * are built. Branches are gone: phis are selects, for the functions have no effects.
 *
 * Values of a function are numbered: parameters, then steps. */
#ifndef SHOAL_JIT_STEPS_H
#define SHOAL_JIT_STEPS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A type is 16 * its kind + log2 of its lanes; a scalar has one lane. */
enum step_kind { KIND_I1, KIND_I8, KIND_I16, KIND_I32, KIND_I64, KIND_F16, KIND_F32, KIND_F64 };
/* Calls of functions of this name are their last argument, which hosts may have an instruction for
 * (host_form.h). */
#define HOST_FORM "shoal."
static inline bool is_host_form(const char *name) { return !strncmp(name, HOST_FORM, 6); }

enum { STEP_TYPES = 8 * 16, STEP_RESULTS = 4, MAX_STEPS = 400, NO_STEP = INT16_MIN };

struct step {
    uint8_t opcode; /* enum LLVMOpcode; LLVMCall: of an intrinsic */
    uint8_t type;   /* of the result; of a struct: of its first element */
    uint8_t detail; /* a predicate, an intrinsic's index, or which element of a struct */
    int16_t arg[3]; /* value n, or constant -1 - n; NO_STEP: none */
};

/* All elements alike: `value`, else those from elements[value] on. Floats are their bits. */
struct step_constant {
    uint8_t type;
    bool is_splat;
    uint64_t value;
};

struct step_list {
    uint32_t first; /* index of its first step */
    uint16_t count;
    uint8_t params, results;
    int16_t result[STEP_RESULTS]; /* values or constants, as in struct step */
};

/* ---- semantics.c: the steps that semlib wrote ---- */

/* The steps of a function (signature.h); NULL: it has none, the op's executor is called. */
const struct step_list *step_list(int function);
const struct step *step_at(const struct step_list *l, unsigned index);
/* Constant -1 - n. */
const struct step_constant *step_constant(int16_t n);
/* The elements of one that is no splat. */
const uint64_t *step_elements(const struct step_constant *k);
/* Name of the intrinsic that a call is of, without the types it is overloaded on. */
const char *step_intrinsic(const struct step *s);

#endif
