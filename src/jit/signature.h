/* signature.h: the parameters of the semantic functions that compiled code is made of.
 *
 * The table's generator writes them (write_signatures in tools/gen_isa.py, tools/gen_ventus.py):
 * one entry per pure function (of vector and scalar arithmetic, and of the conversions that loads
 * and stores make), in the order of first use in the table. Parameters are results, then sources,
 * then the clamp bit. */
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
    bool is_called; /* it may lack steps: then compiled code calls the op's executor */
    unsigned count;
    struct sig_param param[SIG_MAX];
};

/* The functions of one instruction set. */
struct signature_table {
    const struct signature *signatures; /* [count] */
    unsigned count;
    const int16_t *of_row; /* by row of its table: index in `signatures`, or -1 */
    unsigned beside_rows;  /* the first of those that are no row's; 0: there are none */
};

/* Those of all instruction sets, one set behind the other (isa/jit_signatures.c). */
unsigned signature_count(void);
const struct signature *signature_at(unsigned index);
/* Index of the function of a set's row, or -1: the row's function is not a pure one. */
int signature_of_row(const struct signature_table *, unsigned row);
/* Index of function n of those that are no row's. */
int signature_beside_rows(const struct signature_table *, unsigned n);

#endif
