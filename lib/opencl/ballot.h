/* ballot.h: cl_khr_subgroup_ballot and cl_khr_subgroup_non_uniform_vote. A ballot is EXEC-shaped:
 * bit n is lane n, so that masks of lanes and those of work-items are the same. */

SHOAL_DEFINE uint4 shoal_mask_of(ulong bits)
{
    return (uint4)((uint)bits, (uint)(bits >> 32), 0, 0);
}

/* The lowest `count` bits, 0 to 64. */
SHOAL_DEFINE ulong shoal_low_bits(uint count) { return count < 64 ? (1ul << count) - 1 : ~0ul; }

/* What of a mask stands for a work-item of this sub-group. */
SHOAL_DEFINE ulong shoal_bits_of(uint4 mask)
{
    return (mask.x | (ulong)mask.y << 32) & shoal_low_bits(get_sub_group_size());
}

#define SHOAL_CONVERGENT SHOAL_BUILTIN __attribute__((convergent))

SHOAL_CONVERGENT uint4 sub_group_ballot(int predicate)
{
    return shoal_mask_of(shoal_ballot(predicate != 0));
}
SHOAL_CONVERGENT int sub_group_inverse_ballot(uint4 value)
{
    return (int)(shoal_bits_of(value) >> shoal_lane() & 1);
}
SHOAL_BUILTIN int sub_group_ballot_bit_extract(uint4 value, uint index)
{
    return (int)(shoal_bits_of(value) >> (index & 63) & 1);
}
SHOAL_BUILTIN uint sub_group_ballot_bit_count(uint4 value)
{
    return (uint)__builtin_popcountl(shoal_bits_of(value));
}
SHOAL_BUILTIN uint sub_group_ballot_inclusive_scan(uint4 value)
{
    return (uint)__builtin_popcountl(shoal_bits_of(value) & shoal_low_bits(shoal_lane() + 1));
}
SHOAL_BUILTIN uint sub_group_ballot_exclusive_scan(uint4 value)
{
    return (uint)__builtin_popcountl(shoal_bits_of(value) & shoal_low_bits(shoal_lane()));
}
/* Without a bit in the mask the result is undefined: it is that of the highest bit. */
SHOAL_BUILTIN uint sub_group_ballot_find_lsb(uint4 value)
{
    return (uint)__builtin_ctzl(shoal_bits_of(value) | 1ul << 63);
}
SHOAL_BUILTIN uint sub_group_ballot_find_msb(uint4 value)
{
    return 63u - (uint)__builtin_clzl(shoal_bits_of(value) | 1);
}

SHOAL_BUILTIN uint4 get_sub_group_eq_mask(void) { return shoal_mask_of(1ul << shoal_lane()); }
SHOAL_BUILTIN uint4 get_sub_group_lt_mask(void)
{
    return shoal_mask_of(shoal_low_bits(shoal_lane()));
}
SHOAL_BUILTIN uint4 get_sub_group_le_mask(void)
{
    return shoal_mask_of(shoal_low_bits(shoal_lane() + 1));
}
SHOAL_BUILTIN uint4 get_sub_group_ge_mask(void)
{
    return shoal_mask_of(shoal_low_bits(get_max_sub_group_size()) & ~shoal_low_bits(shoal_lane()));
}
SHOAL_BUILTIN uint4 get_sub_group_gt_mask(void)
{
    return shoal_mask_of(shoal_low_bits(get_max_sub_group_size()) &
                         ~shoal_low_bits(shoal_lane() + 1));
}

/* ---- votes of the lanes that are active ---- */

SHOAL_DEFINE uint shoal_first_lane(void) { return (uint)__builtin_ctzl(shoal_ballot(true)); }

SHOAL_CONVERGENT int sub_group_elect(void) { return shoal_lane() == shoal_first_lane(); }
SHOAL_CONVERGENT int sub_group_non_uniform_all(int predicate)
{
    return shoal_ballot(predicate == 0) == 0;
}
SHOAL_CONVERGENT int sub_group_non_uniform_any(int predicate)
{
    return shoal_ballot(predicate != 0) != 0;
}

#define SHOAL_ALL_EQUAL(T)                                                                         \
    SHOAL_CONVERGENT int sub_group_non_uniform_all_equal(T value)                                  \
    {                                                                                              \
        return shoal_ballot(value != shoal_of(value, shoal_first_lane())) == 0;                    \
    }
#define SHOAL_ALL_EQUAL_SMALL(T)                                                                   \
    SHOAL_CONVERGENT int sub_group_non_uniform_all_equal(T value)                                  \
    {                                                                                              \
        return sub_group_non_uniform_all_equal((int)value);                                        \
    }

SHOAL_ALL_EQUAL(int)
SHOAL_ALL_EQUAL(uint)
SHOAL_ALL_EQUAL(long)
SHOAL_ALL_EQUAL(ulong)
SHOAL_ALL_EQUAL(float)
SHOAL_ALL_EQUAL(double)
SHOAL_ALL_EQUAL(half)
SHOAL_ALL_EQUAL_SMALL(char)
SHOAL_ALL_EQUAL_SMALL(uchar)
SHOAL_ALL_EQUAL_SMALL(short)
SHOAL_ALL_EQUAL_SMALL(ushort)

/* ---- one lane's value for all active ones ---- */

#define SHOAL_BROADCAST_1(T)                                                                       \
    SHOAL_CONVERGENT T sub_group_non_uniform_broadcast(T value, uint index)                        \
    {                                                                                              \
        return shoal_of(value, __builtin_amdgcn_readfirstlane(index));                             \
    }                                                                                              \
    SHOAL_CONVERGENT T sub_group_broadcast_first(T value)                                          \
    {                                                                                              \
        return shoal_of(value, shoal_first_lane());                                                \
    }
#define SHOAL_BROADCAST_SMALL(T)                                                                   \
    SHOAL_CONVERGENT T sub_group_non_uniform_broadcast(T value, uint index)                        \
    {                                                                                              \
        return (T)sub_group_non_uniform_broadcast((int)value, index);                              \
    }                                                                                              \
    SHOAL_CONVERGENT T sub_group_broadcast_first(T value)                                          \
    {                                                                                              \
        return (T)sub_group_broadcast_first((int)value);                                           \
    }
/* The same without the right to differ: cl_khr_subgroup_extended_types. */
#define SHOAL_BROADCAST_UNIFORM(T, n)                                                              \
    SHOAL_CONVERGENT T##n sub_group_broadcast(T##n v, uint i)                                      \
    {                                                                                              \
        return sub_group_non_uniform_broadcast(v, i);                                              \
    }
#define SHOAL_BROADCAST_2(T)                                                                       \
    SHOAL_CONVERGENT T##2 sub_group_non_uniform_broadcast(T##2 v, uint i)                          \
    {                                                                                              \
        return (T##2)(sub_group_non_uniform_broadcast(v.x, i),                                     \
                      sub_group_non_uniform_broadcast(v.y, i));                                    \
    }
#define SHOAL_BROADCAST_WIDE(T, n)                                                                 \
    SHOAL_CONVERGENT T##n sub_group_non_uniform_broadcast(T##n v, uint i)                          \
    {                                                                                              \
        return (T##n)(sub_group_non_uniform_broadcast(v.lo, i),                                    \
                      sub_group_non_uniform_broadcast(v.hi, i));                                   \
    }
#define SHOAL_BROADCAST_3(T)                                                                       \
    SHOAL_CONVERGENT T##3 sub_group_non_uniform_broadcast(T##3 v, uint i)                          \
    {                                                                                              \
        return (T##3)(sub_group_non_uniform_broadcast(v.xy, i),                                    \
                      sub_group_non_uniform_broadcast(v.z, i));                                    \
    }
#define SHOAL_BROADCASTS(T, scalar)                                                                \
    scalar(T) SHOAL_BROADCAST_2(T) SHOAL_BROADCAST_3(T) SHOAL_BROADCAST_WIDE(T, 4)                 \
        SHOAL_BROADCAST_WIDE(T, 8) SHOAL_BROADCAST_WIDE(T, 16) SHOAL_BROADCAST_UNIFORM(T, 2)       \
            SHOAL_BROADCAST_UNIFORM(T, 3) SHOAL_BROADCAST_UNIFORM(T, 4)                            \
                SHOAL_BROADCAST_UNIFORM(T, 8) SHOAL_BROADCAST_UNIFORM(T, 16)

SHOAL_BROADCASTS(int, SHOAL_BROADCAST_1)
SHOAL_BROADCASTS(uint, SHOAL_BROADCAST_1)
SHOAL_BROADCASTS(long, SHOAL_BROADCAST_1)
SHOAL_BROADCASTS(ulong, SHOAL_BROADCAST_1)
SHOAL_BROADCASTS(float, SHOAL_BROADCAST_1)
SHOAL_BROADCASTS(double, SHOAL_BROADCAST_1)
SHOAL_BROADCASTS(half, SHOAL_BROADCAST_1)
SHOAL_BROADCASTS(char, SHOAL_BROADCAST_SMALL)
SHOAL_BROADCASTS(uchar, SHOAL_BROADCAST_SMALL)
SHOAL_BROADCASTS(short, SHOAL_BROADCAST_SMALL)
SHOAL_BROADCASTS(ushort, SHOAL_BROADCAST_SMALL)
