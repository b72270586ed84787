/* signature.h: the parameters of the functions that compiled code is made of.
 *
 * First those of the pure semantic functions, from the table: one entry per function of kind
 * valu, salu, load or store (rdna3_fn.inc), in order of first use; the order of parameters is
 * that of tools/gen_isa.py: results, then sources, then `clamp`. */
#ifndef SHOAL_JIT_SIGNATURE_H
#define SHOAL_JIT_SIGNATURE_H

#include <stdbool.h>

enum sig_type { SIG_V16, SIG_V32, SIG_V64, SIG_V128, SIG_I16, SIG_I32, SIG_I64, SIG_BOOL };
enum { SIG_MAX = 12, SIG_FUNCTIONS = 1024, ROLE_CLAMP = 255 };

struct sig_param {
    unsigned char role; /* enum rdna3_role, or ROLE_CLAMP */
    unsigned char type; /* enum sig_type */
    bool is_read, is_written;
};

struct signature {
    const char *name;
    bool is_vector; /* valu; else salu */
    unsigned count;
    struct sig_param param[SIG_MAX];
};

unsigned signature_count(void);
void signature_at(unsigned index, struct signature *out);
/* Index of the function of a row, or -1: the row's function is not a pure one. */
int signature_of_row(unsigned row);

#endif
