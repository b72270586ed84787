/* matrix.c: shapes and types of mma and mma64: owns which combinations there are.
 *
 * Manual, 自定义矩阵乘加指令: M and N from the shape; K is given for 16-bit elements, narrower ones
 * fill the same bits, so that K x bits stays. Type codes from 3 on are Shoal's own. */
#include "isa/ventus/ventus.h"

struct type {
    const char *name, *accumulator; /* accumulator with ct = 1 */
    struct ventus_element element;
};

/* Narrow formats: spec mma.md 5. A float of fewer bits than it takes has the upper ones of 32
 * (TF32) or the lower ones of a byte (FP6). */
static const struct type types[16] = {
    {"f32", "f32", {32, 8, 23, VENTUS_IEEE}},
    {"f16", "f32", {16, 5, 10, VENTUS_IEEE}},
    {"bf16", "f32", {16, 8, 7, VENTUS_IEEE}},
    {"e4m3", "f32", {8, 4, 3, VENTUS_ONE_NAN}},
    {"e5m2", "f32", {8, 5, 2, VENTUS_IEEE}},
    {"s8", "s32", {.bits = 8}},
    {"s4", "s32", {.bits = 4}},
    {"b1", "s32", {.bits = 1}},
    {"e3m2", "f32", {8, 3, 2, VENTUS_NO_INFTY}},
    {"e2m3", "f32", {8, 2, 3, VENTUS_NO_INFTY}},
    {"e2m1", "f32", {4, 2, 1, VENTUS_NO_INFTY}},
    {"e3m0", "f32", {4, 3, 0, VENTUS_NO_INFTY}},
};
static const struct type tf32 = {"tf32", "f32", {32, 8, 10, VENTUS_IEEE}};

bool ventus_matrix(unsigned dt, unsigned shape, unsigned ct, bool is_toolchain,
                   struct ventus_matrix *out, const char **reason)
{
    const struct type *t = is_toolchain && !(dt & 15) ? &tf32 : &types[dt & 15];
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
        .k = (uint16_t)(t->element.bits < 16 ? k16 * 16 / t->element.bits : k16),
        .element = t->element,
        .type = t->name,
        .accumulator = ct ? t->accumulator : "f16",
    };
    return true;
}
