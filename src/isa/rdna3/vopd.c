/* vopd.c: which pairs the hardware can run as one (manual 7.6). The encoding can hold others, which
 * "do not function". */
#include <stdio.h>

#include "isa/rdna3/decode.h"

/* One half. */
struct half {
    const struct rdna3_row *row;
    uint32_t dst, src0, src1;
};

static bool has_role(const struct half *h, unsigned role)
{
    for (unsigned i = h->row->n_writes; i < h->row->n_operands; i++)
        if (h->row->operands[i].role == role)
            return true;
    return false;
}

/* FMAMK's VGPR after the literal is read where others read what they add to. */
static bool third_is_src1(const struct half *h)
{
    return has_role(h, ROLE_k) && h->row->operands[2].role == ROLE_k;
}

static bool has_second(const struct half *h) { return has_role(h, ROLE_b) && !third_is_src1(h); }

static bool third_source(const struct half *h, uint32_t *reg)
{
    *reg = third_is_src1(h) ? h->src1 : h->dst;
    return third_is_src1(h) || has_role(h, ROLE_d);
}

static void add_scalar(uint32_t *used, unsigned *count, uint32_t value)
{
    if (value >= SRC_VGPR0 || value == SRC_NULL || (value >= SRC_INT_0 && value < 233) ||
        (value >= SRC_FLOAT_FIRST && value <= SRC_FLOAT_LAST))
        return;
    for (unsigned i = 0; i < *count; i++)
        if (used[i] == value)
            return;
    used[(*count)++] = value;
}

static unsigned count_scalars(const struct half *x, const struct half *y)
{
    uint32_t used[8];
    unsigned count = 0;
    add_scalar(used, &count, x->src0);
    add_scalar(used, &count, y->src0);
    if (has_role(x, ROLE_k) || has_role(y, ROLE_k))
        add_scalar(used, &count, SRC_LITERAL);
    if (has_role(x, ROLE_m) || has_role(y, ROLE_m))
        add_scalar(used, &count, SRC_VCC_LO);
    return count;
}

enum rdna3_vopd_rule rdna3_vopd_refusal(const struct rdna3_insn *in, char text[160])
{
    const uint32_t *f = in->f;
    const struct half x = {&rdna3_rows[in->row], f[F_vdstx], f[F_src0x], f[F_vsrc1x]};
    const struct half y = {&rdna3_rows[in->row_y], f[F_vdsty] << 1 | !(f[F_vdstx] & 1), f[F_src0y],
                           f[F_vsrc1y]};
    uint32_t third_x, third_y;
    if (x.src0 >= SRC_VGPR0 && y.src0 >= SRC_VGPR0 && (x.src0 ^ y.src0) % 4 == 0) {
        snprintf(text, 160,
                 "the first sources must be in different VGPR banks: v%u and v%u are equal modulo "
                 "4 (RDNA3 7.6)",
                 (unsigned)(x.src0 & 255), (unsigned)(y.src0 & 255));
        return VOPD_SRC0;
    }
    if (has_second(&x) && has_second(&y) && (x.src1 ^ y.src1) % 4 == 0) {
        snprintf(text, 160,
                 "the second sources must be in different VGPR banks: v%u and v%u are equal modulo "
                 "4 (RDNA3 7.6)",
                 (unsigned)x.src1, (unsigned)y.src1);
        return VOPD_SRC1;
    }
    if (third_source(&x, &third_x) && third_source(&y, &third_y) && (third_x ^ third_y) % 2 == 0) {
        snprintf(text, 160,
                 "the third sources must be in different VGPR banks: v%u and v%u are both even or "
                 "both odd (RDNA3 7.6)",
                 (unsigned)third_x, (unsigned)third_y);
        return VOPD_SRC1;
    }
    unsigned scalars = count_scalars(&x, &y);
    if (scalars <= 2)
        return VOPD_FINE;
    snprintf(text, 160,
             "the two halves read %u different scalar values, where 2 can be read at once; a "
             "literal and vcc count (RDNA3 7.6)",
             scalars);
    return VOPD_SRC0;
}
