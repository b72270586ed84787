/* signature.h: the parameters of the semantic functions that compiled code is made of.
 *
 * The table's generator writes them (tools/gen_isa.py, write_signatures): one entry per pure
 * function (of vector and scalar arithmetic, and of the conversions that loads and stores make), in
 * the order of first use in the table. Parameters are results, then sources, then the clamp bit. */
#ifndef SHOAL_JIT_SIGNATURE_H
#define SHOAL_JIT_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

enum sig_type { SIG_V16, SIG_V32, SIG_V64, SIG_V128, SIG_I16, SIG_I32, SIG_I64, SIG_BOOL };
enum { SIG_MAX = 12, SIG_FUNCTIONS = 1024, SIG_ROLE_CLAMP = 255 };

struct sig_param {
    unsigned char role; /* a role of the instruction set, or SIG_ROLE_CLAMP */
    unsigned char type; /* enum sig_type */
    bool is_read, is_written;
};

struct signature {
    const char *name;
    bool is_vector; /* of vectors; else of scalars */
    bool is_called; /* compiled code calls the op's executor instead */
    unsigned count;
    struct sig_param param[SIG_MAX];
};

unsigned signature_count(void);
const struct signature *signature_at(unsigned index);
/* Index of the function of a row, or -1: the row's function is not a pure one. */
int signature_of_row(unsigned row);

#endif
