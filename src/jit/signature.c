#include "jit/signature.h"

#include <string.h>

#include "isa/rdna3/rdna3.h"

enum kind { none, valu, salu, wave, load, store, atomic };

static const struct {
    enum kind kind;
    const char *function;
} row_functions[RDNA3_ROW_COUNT] = {
#define X(row, kind, f) {kind, #f},
#include "rdna3_fn.inc"
#undef X
};

static bool is_pure(unsigned row)
{
    enum kind k = row_functions[row].kind;
    return k == valu || k == salu || k == load || k == store;
}

/* The row whose operands give the function its signature: the row of the same name, else
 * the first that uses it. */
static unsigned defining_row(unsigned row)
{
    const char *f = row_functions[row].function;
    unsigned first = RDNA3_ROW_COUNT;
    for (unsigned r = 0; r < RDNA3_ROW_COUNT; r++) {
        if (!is_pure(r) || strcmp(row_functions[r].function, f))
            continue;
        if (!strcmp(rdna3_rows[r].name, f))
            return r;
        if (first == RDNA3_ROW_COUNT)
            first = r;
    }
    return first;
}

/* index -> defining row; and row -> index + 1 */
static unsigned short index_row[SIG_FUNCTIONS], row_index[RDNA3_ROW_COUNT];
static unsigned total;

__attribute__((constructor)) static void build_index(void)
{
    for (unsigned r = 0; r < RDNA3_ROW_COUNT; r++) {
        if (!is_pure(r))
            continue;
        unsigned d = defining_row(r);
        if (!row_index[d]) {
            index_row[total++] = (unsigned short)d;
            row_index[d] = (unsigned short)total;
        }
        row_index[r] = row_index[d];
    }
}

unsigned signature_count(void) { return total; }

int signature_of_row(unsigned row) { return (int)row_index[row] - 1; }

static enum sig_type vector_type(unsigned type)
{
    switch (rdna3_type_bits[type]) {
    case 16:
        return SIG_V16;
    case 64:
        return SIG_V64;
    case 128:
        return SIG_V128;
    default:
        return SIG_V32;
    }
}

static enum sig_type scalar_type(unsigned type)
{
    switch (rdna3_type_bits[type]) {
    case 1:
        return SIG_BOOL;
    case 64:
        return SIG_I64;
    case 16:
        return SIG_I16;
    default:
        return SIG_I32;
    }
}

void signature_at(unsigned index, struct signature *out)
{
    const struct rdna3_row *row = &rdna3_rows[index_row[index]];
    memset(out, 0, sizeof *out);
    out->name = row_functions[index_row[index]].function;
    enum kind kind = row_functions[index_row[index]].kind;
    out->is_vector = kind == valu;
    if (kind == load || kind == store) { /* register and element */
        out->param[out->count++] = (struct sig_param){ROLE_d, SIG_V32, kind == load, true};
        out->param[out->count++] = (struct sig_param){ROLE_a, SIG_V32, true, false};
        return;
    }
    for (unsigned i = 0; i < row->n_operands; i++) {
        struct rdna3_operand_desc d = row->operands[i];
        bool is_scalar_role = d.role == ROLE_mode || d.role == ROLE_lane0 || d.role == ROLE_neg;
        struct sig_param p = {.role = d.role, .is_written = d.is_write, .is_read = !d.is_write};
        if (out->is_vector)
            p.type =
                (unsigned char)(d.type == T_mask || is_scalar_role ? SIG_I32 : vector_type(d.type));
        else
            p.type = (unsigned char)scalar_type(d.type);
        if (!d.is_write) { /* a result that is read too is one parameter */
            bool merged = false;
            for (unsigned k = 0; k < out->count; k++)
                if (out->param[k].role == d.role && out->param[k].is_written && d.type != T_mask) {
                    out->param[k].is_read = true;
                    merged = true;
                }
            if (merged || (!out->is_vector && d.type == T_label))
                continue;
        }
        out->param[out->count++] = p;
    }
    if (out->is_vector && row->flags & FLAG_iclamp)
        out->param[out->count++] = (struct sig_param){ROLE_CLAMP, SIG_I32, true, false};
}
