/* types.c: types of elements, and what converts between them. */
#include <hip/library_types.h>
#include <string.h>

#include "blas.h"

/* Of libamdhip64, as the compiler's. */
unsigned short __gnu_f2h_ieee(float value);
float __gnu_h2f_ieee(unsigned short bits);

size_t blas_size(enum blas_type type)
{
    static const uint8_t sizes[BLAS_TYPES] = {
        [F32] = 4, [F64] = 8, [C32] = 8, [C64] = 16, [F16] = 2,  [BF16] = 2,
        [I8] = 1,  [U8] = 1,  [I32] = 4, [U32] = 4,  [INDEX] = 8};
    return sizes[type];
}

/* The numbers of rocblas_datatype and hipblasDatatype_t, which are the same, and of hipDataType;
 * also compute types. */
enum blas_type blas_type_of(int datatype)
{
    static const struct {
        int16_t number, hip;
        enum blas_type type;
    } known[] = {{151, HIP_R_32F, F32}, {152, HIP_R_64F, F64}, {154, HIP_C_32F, C32},
                 {155, HIP_C_64F, C64}, {150, HIP_R_16F, F16}, {168, HIP_R_16BF, BF16},
                 {160, HIP_R_8I, I8},   {161, HIP_R_8U, U8},   {162, HIP_R_32I, I32},
                 {163, HIP_R_32U, U32}};
    for (size_t j = 0; j < sizeof known / sizeof *known; j++)
        if (datatype == known[j].number || datatype == known[j].hip)
            return known[j].type;
    return BLAS_TYPES;
}

struct number {
    double re, im;
};

static float from_bfloat(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

static uint16_t to_bfloat(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (value != value)
        return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static struct number load(const void *from, enum blas_type type, int64_t j)
{
    switch (type) {
    case F32:
        return (struct number){((const float *)from)[j], 0};
    case F64:
        return (struct number){((const double *)from)[j], 0};
    case C32:
        return (struct number){((const float *)from)[2 * j], ((const float *)from)[2 * j + 1]};
    case C64:
        return (struct number){((const double *)from)[2 * j], ((const double *)from)[2 * j + 1]};
    case F16:
        return (struct number){__gnu_h2f_ieee(((const uint16_t *)from)[j]), 0};
    case BF16:
        return (struct number){from_bfloat(((const uint16_t *)from)[j]), 0};
    case I8:
        return (struct number){((const int8_t *)from)[j], 0};
    case U8:
        return (struct number){((const uint8_t *)from)[j], 0};
    case I32:
        return (struct number){((const int32_t *)from)[j], 0};
    case U32:
        return (struct number){((const uint32_t *)from)[j], 0};
    default:
        return (struct number){(double)((const int64_t *)from)[j], 0};
    }
}

/* What is computed in double as if it were an integer is one, below 2^53; it wraps around as 32
 * bits do. */
static uint32_t wrapped(double value)
{
    return value > -9e18 && value < 9e18 ? (uint32_t)(int64_t)value : 0;
}

static void store(void *to, enum blas_type type, struct number value)
{
    float narrow[2] = {(float)value.re, (float)value.im};
    uint32_t integer = wrapped(value.re);
    switch (type) {
    case F32:
    case C32:
        memcpy(to, narrow, blas_size(type));
        break;
    case F64:
    case C64:
        memcpy(to, &value, blas_size(type));
        break;
    case F16:
        memcpy(to, &(uint16_t){__gnu_f2h_ieee(narrow[0])}, 2);
        break;
    case BF16:
        memcpy(to, &(uint16_t){to_bfloat(narrow[0])}, 2);
        break;
    default:
        memcpy(to, &integer, blas_size(type) < 4 ? blas_size(type) : 4);
        break;
    }
}

void blas_convert(void *to, enum blas_type to_type, const void *from, enum blas_type from_type,
                  int64_t n)
{
    if (to_type == from_type) {
        memcpy(to, from, (size_t)n * blas_size(to_type));
        return;
    }
    for (int64_t j = 0; j < n; j++)
        store((uint8_t *)to + (size_t)j * blas_size(to_type), to_type, load(from, from_type, j));
}

void blas_convert_changed(void *to, enum blas_type to_type, const void *from,
                          enum blas_type from_type, int64_t n)
{
    size_t size = blas_size(to_type);
    for (int64_t j = 0; j < n; j++) {
        uint8_t value[16], *at = (uint8_t *)to + (size_t)j * size;
        store(value, to_type, load(from, from_type, j));
        if (memcmp(value, at, size) != 0)
            memcpy(at, value, size);
    }
}
