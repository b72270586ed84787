/* bits.h: cl_khr_extended_bit_ops and cl_khr_integer_dot_product. */

/* ---- bit fields: `count` bits from bit `offset`; none of 0 bits ---- */

#define SHOAL_FIELD(T, S, U, bits)                                                                 \
    SHOAL_BUILTIN T bitfield_insert(T base, T insert, uint offset, uint count)                     \
    {                                                                                              \
        U mask = (count < bits ? ((U)1 << count) - (U)1 : (U) ~(U)0) << (offset & (bits - 1));     \
        mask = count ? mask : (U)0;                                                                \
        return (T)(((U)base & (U)~mask) | ((U)((U)insert << (offset & (bits - 1))) & mask));       \
    }                                                                                              \
    SHOAL_BUILTIN S bitfield_extract_signed(T base, uint offset, uint count)                       \
    {                                                                                              \
        U top = (U)((U)base << ((bits - offset - count) & (bits - 1)));                            \
        return count ? (S)((S)top >> (bits - count)) : (S)0;                                       \
    }                                                                                              \
    SHOAL_BUILTIN U bitfield_extract_unsigned(T base, uint offset, uint count)                     \
    {                                                                                              \
        U top = (U)((U)base << ((bits - offset - count) & (bits - 1)));                            \
        return count ? (U)(top >> (bits - count)) : (U)0;                                          \
    }                                                                                              \
    SHOAL_BUILTIN T bit_reverse(T base) { return (T)__builtin_elementwise_bitreverse((U)base); }
#define SHOAL_FIELD_WIDE(T, S, U, n)                                                               \
    SHOAL_BUILTIN T##n bitfield_insert(T##n a, T##n b, uint offset, uint count)                    \
    {                                                                                              \
        return (T##n)(bitfield_insert(a.lo, b.lo, offset, count),                                  \
                      bitfield_insert(a.hi, b.hi, offset, count));                                 \
    }                                                                                              \
    SHOAL_BUILTIN S##n bitfield_extract_signed(T##n a, uint offset, uint count)                    \
    {                                                                                              \
        return (S##n)(bitfield_extract_signed(a.lo, offset, count),                                \
                      bitfield_extract_signed(a.hi, offset, count));                               \
    }                                                                                              \
    SHOAL_BUILTIN U##n bitfield_extract_unsigned(T##n a, uint offset, uint count)                  \
    {                                                                                              \
        return (U##n)(bitfield_extract_unsigned(a.lo, offset, count),                              \
                      bitfield_extract_unsigned(a.hi, offset, count));                             \
    }                                                                                              \
    SHOAL_BUILTIN T##n bit_reverse(T##n a) { return (T##n)(bit_reverse(a.lo), bit_reverse(a.hi)); }
#define SHOAL_FIELD_3(T, S, U)                                                                     \
    SHOAL_BUILTIN T##3 bitfield_insert(T##3 a, T##3 b, uint offset, uint count)                    \
    {                                                                                              \
        return (T##3)(bitfield_insert(a.xy, b.xy, offset, count),                                  \
                      bitfield_insert(a.z, b.z, offset, count));                                   \
    }                                                                                              \
    SHOAL_BUILTIN S##3 bitfield_extract_signed(T##3 a, uint offset, uint count)                    \
    {                                                                                              \
        return (S##3)(bitfield_extract_signed(a.xy, offset, count),                                \
                      bitfield_extract_signed(a.z, offset, count));                                \
    }                                                                                              \
    SHOAL_BUILTIN U##3 bitfield_extract_unsigned(T##3 a, uint offset, uint count)                  \
    {                                                                                              \
        return (U##3)(bitfield_extract_unsigned(a.xy, offset, count),                              \
                      bitfield_extract_unsigned(a.z, offset, count));                              \
    }                                                                                              \
    SHOAL_BUILTIN T##3 bit_reverse(T##3 a) { return (T##3)(bit_reverse(a.xy), bit_reverse(a.z)); }
#define SHOAL_FIELDS(T, S, U, bits)                                                                \
    SHOAL_FIELD(T, S, U, bits)                                                                     \
    SHOAL_FIELD_WIDE(T, S, U, 2)                                                                   \
    SHOAL_FIELD_3(T, S, U)                                                                         \
    SHOAL_FIELD_WIDE(T, S, U, 4) SHOAL_FIELD_WIDE(T, S, U, 8) SHOAL_FIELD_WIDE(T, S, U, 16)

SHOAL_FIELDS(char, char, uchar, 8)
SHOAL_FIELDS(uchar, char, uchar, 8)
SHOAL_FIELDS(short, short, ushort, 16)
SHOAL_FIELDS(ushort, short, ushort, 16)
SHOAL_FIELDS(int, int, uint, 32)
SHOAL_FIELDS(uint, int, uint, 32)
SHOAL_FIELDS(long, long, ulong, 64)
SHOAL_FIELDS(ulong, long, ulong, 64)

/* ---- dot products of four bytes: v_dot4_u32_u8 and v_dot4_i32_iu8 (manual 16.10), whose clamp
 * saturates the sum ---- */

SHOAL_DEFINE int shoal_dot(bool a_signed, uint a, bool b_signed, uint b)
{
    return a_signed ? b_signed ? __builtin_amdgcn_sudot4(true, (int)a, true, (int)b, 0, false)
                               : __builtin_amdgcn_sudot4(true, (int)a, false, (int)b, 0, false)
                    : __builtin_amdgcn_sudot4(false, (int)a, true, (int)b, 0, false);
}
SHOAL_DEFINE int shoal_dot_sat(bool a_signed, uint a, bool b_signed, uint b, int c)
{
    return add_sat(shoal_dot(a_signed, a, b_signed, b), c);
}

#define SHOAL_DOT(A, B, is_a, is_b, name)                                                          \
    SHOAL_BUILTIN int dot_4x8packed_##name##_int(uint a, uint b)                                   \
    {                                                                                              \
        return shoal_dot(is_a, a, is_b, b);                                                        \
    }                                                                                              \
    SHOAL_BUILTIN int dot_acc_sat_4x8packed_##name##_int(uint a, uint b, int c)                    \
    {                                                                                              \
        return shoal_dot_sat(is_a, a, is_b, b, c);                                                 \
    }                                                                                              \
    SHOAL_BUILTIN int dot(A##4 a, B##4 b)                                                          \
    {                                                                                              \
        return shoal_dot(is_a, as_uint(a), is_b, as_uint(b));                                      \
    }                                                                                              \
    SHOAL_BUILTIN int dot_acc_sat(A##4 a, B##4 b, int c)                                           \
    {                                                                                              \
        return shoal_dot_sat(is_a, as_uint(a), is_b, as_uint(b), c);                               \
    }

SHOAL_DOT(char, char, true, true, ss)
SHOAL_DOT(char, uchar, true, false, su)
SHOAL_DOT(uchar, char, false, true, us)

SHOAL_BUILTIN uint dot_4x8packed_uu_uint(uint a, uint b)
{
    return __builtin_amdgcn_udot4(a, b, 0, false);
}
SHOAL_BUILTIN uint dot_acc_sat_4x8packed_uu_uint(uint a, uint b, uint c)
{
    return add_sat(__builtin_amdgcn_udot4(a, b, 0, false), c);
}
SHOAL_BUILTIN uint dot(uchar4 a, uchar4 b) { return dot_4x8packed_uu_uint(as_uint(a), as_uint(b)); }
SHOAL_BUILTIN uint dot_acc_sat(uchar4 a, uchar4 b, uint c)
{
    return dot_acc_sat_4x8packed_uu_uint(as_uint(a), as_uint(b), c);
}
