/* matrix.c: shapes and types of mma and mma64: owns which combinations there are.
 *
 * Manual, 自定义矩阵乘加指令: M and N from the shape; K is given for 16-bit elements, narrower ones
 * fill the same bits, so that K x bits stays. Type codes from 3 on are Shoal's own. */
#include "isa/ventus/ventus.h"

struct type {
    const char *name, *accumulator; /* accumulator with ct = 1 */
    uint8_t bits;
};

static const struct type types[16] = {
    {"f32", "f32", 32}, {"f16", "f32", 16}, {"bf16", "f32", 16}, {"e4m3", "f32", 8},
    {"e5m2", "f32", 8}, {"s8", "s32", 8},   {"s4", "s32", 4},    {"b1", "s32", 1},
    {"e3m2", "f32", 8}, {"e2m3", "f32", 8}, {"e2m1", "f32", 4},  {"e3m0", "f32", 4},
};

bool ventus_matrix(unsigned dt, unsigned shape, unsigned ct, bool is_toolchain,
                   struct ventus_matrix *out, const char **reason)
{
    const struct type *t = &types[dt & 15];
    *reason = NULL;
    if (!t->name)
        *reason = "a reserved matrix type";
    else if (is_toolchain && dt > 2)
        *reason = "the toolchain's dialect has no such matrix type";
    else if (!ct && dt != 1)
        *reason = "only f16 matrices have an f16 accumulator";
    if (*reason)
        return false;
    unsigned k16 = shape & 4 ? 8 : 16;
    *out = (struct ventus_matrix){
        .m = shape & 1 ? 16 : 8,
        .n = shape & 2 ? 16 : 8,
        .k = (uint16_t)(t->bits < 16 ? k16 * 16 / t->bits : k16),
        .bits = t->bits,
        .type = is_toolchain && !dt ? "tf32" : t->name,
        .accumulator = ct ? t->accumulator : "f16",
    };
    return true;
}
