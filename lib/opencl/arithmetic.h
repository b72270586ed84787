/* arithmetic.h: cl_khr_subgroup_non_uniform_arithmetic and cl_khr_subgroup_clustered_reduce: of the
 * lanes that are active, one after the other from the lowest on. */

#define SHOAL_OP_mul(T, a, b)         ((a) * (b))
#define SHOAL_OP_and(T, a, b)         ((a) & (b))
#define SHOAL_OP_or(T, a, b)          ((a) | (b))
#define SHOAL_OP_xor(T, a, b)         ((a) ^ (b))
#define SHOAL_OP_logical_and(T, a, b) ((T)((a) && (b)))
#define SHOAL_OP_logical_or(T, a, b)  ((T)((a) || (b)))
#define SHOAL_OP_logical_xor(T, a, b) ((T)(!(a) != !(b)))

/* Of the active lanes those for which `condition` (of `lane`, this one, and `from`). */
#define SHOAL_GATHER(T, name, parameter, op, identity, condition)                                  \
    SHOAL_CONVERGENT T name parameter                                                              \
    {                                                                                              \
        T result = (T)(identity);                                                                  \
        const uint lane = shoal_lane();                                                            \
        for (ulong left = shoal_ballot(true); left; left &= left - 1) {                            \
            uint from = (uint)__builtin_ctzl(left);                                                \
            T value = shoal_of(x, from);                                                           \
            result = (condition) ? (T)SHOAL_OP_##op(T, result, value) : result;                    \
        }                                                                                          \
        return result;                                                                             \
    }
#define SHOAL_NON_UNIFORM(T, op, identity)                                                         \
    SHOAL_GATHER(T, sub_group_non_uniform_reduce_##op, (T x), op, identity, lane < ~0u)            \
    SHOAL_GATHER(T, sub_group_non_uniform_scan_inclusive_##op, (T x), op, identity, from <= lane)  \
    SHOAL_GATHER(T, sub_group_non_uniform_scan_exclusive_##op, (T x), op, identity, from < lane)   \
    SHOAL_GATHER(T, sub_group_clustered_reduce_##op, (T x, uint size), op, identity,               \
                 ((from ^ lane) & ~(size - 1)) == 0)
#define SHOAL_ARITHMETIC(T, lowest, highest)                                                       \
    SHOAL_NON_UNIFORM(T, add, 0)                                                                   \
    SHOAL_NON_UNIFORM(T, mul, 1)                                                                   \
    SHOAL_NON_UNIFORM(T, min, highest)                                                             \
    SHOAL_NON_UNIFORM(T, max, lowest)
#define SHOAL_BITWISE(T, lowest, highest)                                                          \
    SHOAL_ARITHMETIC(T, lowest, highest)                                                           \
    SHOAL_NON_UNIFORM(T, and, ~(T)0)                                                               \
    SHOAL_NON_UNIFORM(T, or, 0)                                                                    \
    SHOAL_NON_UNIFORM(T, xor, 0)

SHOAL_BITWISE(char, CHAR_MIN, CHAR_MAX)
SHOAL_BITWISE(uchar, 0, UCHAR_MAX)
SHOAL_BITWISE(short, SHRT_MIN, SHRT_MAX)
SHOAL_BITWISE(ushort, 0, USHRT_MAX)
SHOAL_BITWISE(int, INT_MIN, INT_MAX)
SHOAL_BITWISE(uint, 0, UINT_MAX)
SHOAL_BITWISE(long, LONG_MIN, LONG_MAX)
SHOAL_BITWISE(ulong, 0, ULONG_MAX)
SHOAL_ARITHMETIC(float, -INFINITY, INFINITY)
SHOAL_ARITHMETIC(double, -(double)INFINITY, (double)INFINITY)
SHOAL_ARITHMETIC(half, -(half)INFINITY, (half)INFINITY)
SHOAL_NON_UNIFORM(int, logical_and, 1)
SHOAL_NON_UNIFORM(int, logical_or, 0)
SHOAL_NON_UNIFORM(int, logical_xor, 0)
