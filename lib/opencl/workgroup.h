/* workgroup.h: work-group functions: a sub-group step, then one word per wave in LDS.
 *
 * scratch.ll owns the LDS: 32 waves of 8 bytes, enough for 1,024 work-items of wave32. A
 * barrier ends each function, so that a second call may reuse it. */

__local void *shoal_work_group_scratch(void);

#define SHOAL_WORK_GROUP_OP(T, op, identity)                                                       \
    SHOAL_DEFINE T shoal_collect_##op(T wave_total, uint waves)                                    \
    {                                                                                              \
        __local T *scratch = (__local T *)shoal_work_group_scratch();                              \
        if (shoal_lane() == 0)                                                                     \
            scratch[get_sub_group_id()] = wave_total;                                              \
        shoal_barrier(memory_scope_work_group);                                                    \
        T result = (T)(identity);                                                                  \
        for (uint i = 0; i < waves; i++)                                                           \
            result = SHOAL_OP_##op(T, result, scratch[i]);                                         \
        shoal_barrier(memory_scope_work_group);                                                    \
        return result;                                                                             \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T work_group_reduce_##op(T x)                        \
    {                                                                                              \
        return shoal_collect_##op(sub_group_reduce_##op(x), get_num_sub_groups());                 \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T work_group_scan_inclusive_##op(T x)                \
    {                                                                                              \
        T before = shoal_collect_##op(sub_group_reduce_##op(x), get_sub_group_id());               \
        T within = sub_group_scan_inclusive_##op(x);                                               \
        return SHOAL_OP_##op(T, before, within);                                                   \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T work_group_scan_exclusive_##op(T x)                \
    {                                                                                              \
        T before = shoal_collect_##op(sub_group_reduce_##op(x), get_sub_group_id());               \
        T within = sub_group_scan_exclusive_##op(x);                                               \
        return SHOAL_OP_##op(T, before, within);                                                   \
    }

#define SHOAL_WORK_GROUP_TYPE(T, lowest, highest)                                                  \
    SHOAL_WORK_GROUP_OP(T, add, 0)                                                                 \
    SHOAL_WORK_GROUP_OP(T, min, highest)                                                           \
    SHOAL_WORK_GROUP_OP(T, max, lowest)                                                            \
    SHOAL_DEFINE T shoal_broadcast(T x, bool is_source)                                            \
    {                                                                                              \
        __local T *scratch = (__local T *)shoal_work_group_scratch();                              \
        if (is_source)                                                                             \
            *scratch = x;                                                                          \
        shoal_barrier(memory_scope_work_group);                                                    \
        T result = *scratch;                                                                       \
        shoal_barrier(memory_scope_work_group);                                                    \
        return result;                                                                             \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T work_group_broadcast(T a, size_t x)                \
    {                                                                                              \
        return shoal_broadcast(a, shoal_local_id(0) == x);                                         \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T work_group_broadcast(T a, size_t x, size_t y)      \
    {                                                                                              \
        return shoal_broadcast(a, shoal_local_id(0) == x && shoal_local_id(1) == y);               \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T work_group_broadcast(T a, size_t x, size_t y,      \
                                                                     size_t z)                     \
    {                                                                                              \
        return shoal_broadcast(a, shoal_local_id(0) == x && shoal_local_id(1) == y &&              \
                                      shoal_local_id(2) == z);                                     \
    }

SHOAL_WORK_GROUP_TYPE(int, INT_MIN, INT_MAX)
SHOAL_WORK_GROUP_TYPE(uint, 0, UINT_MAX)
SHOAL_WORK_GROUP_TYPE(long, LONG_MIN, LONG_MAX)
SHOAL_WORK_GROUP_TYPE(ulong, 0, ULONG_MAX)
SHOAL_WORK_GROUP_TYPE(float, -INFINITY, INFINITY)
SHOAL_WORK_GROUP_TYPE(double, -(double)INFINITY, (double)INFINITY)
SHOAL_WORK_GROUP_TYPE(half, -(half)INFINITY, (half)INFINITY)

SHOAL_BUILTIN __attribute__((convergent)) int work_group_all(int predicate)
{
    return work_group_reduce_min((int)(predicate != 0));
}

SHOAL_BUILTIN __attribute__((convergent)) int work_group_any(int predicate)
{
    return work_group_reduce_max((int)(predicate != 0));
}
