/* subgroup.h: a sub-group is a wave; its functions are made of cross-lane instructions.
 *
 * Work-items fill waves in the order of their linear local id, so a partial wave has its
 * active lanes at the low end. Scans only read lower lanes and are right for it. */

#if SHOAL_WAVE_LANES != 32 && SHOAL_WAVE_LANES != 64
#error "define SHOAL_WAVE_LANES as 32 or 64"
#endif

SHOAL_DEFINE uint shoal_lane(void)
{
#if SHOAL_WAVE_LANES == 32
    return __builtin_amdgcn_mbcnt_lo(~0u, 0);
#else
    return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
#endif
}

SHOAL_DEFINE ulong shoal_ballot(bool predicate)
{
#if SHOAL_WAVE_LANES == 32
    return __builtin_amdgcn_ballot_w32(predicate);
#else
    return __builtin_amdgcn_ballot_w64(predicate);
#endif
}

SHOAL_DEFINE uint shoal_work_items(void)
{
    return shoal_local_size(0) * shoal_local_size(1) * shoal_local_size(2);
}

SHOAL_DEFINE uint shoal_waves_of(uint work_items)
{
    return (work_items + SHOAL_WAVE_LANES - 1) / SHOAL_WAVE_LANES;
}

SHOAL_BUILTIN uint get_max_sub_group_size(void)
{
    __constant const shoal_hidden_args *hidden = shoal_hidden();
    uint work_items = (uint)hidden->group_size[0] * hidden->group_size[1] * hidden->group_size[2];
    return work_items < SHOAL_WAVE_LANES ? work_items : SHOAL_WAVE_LANES;
}

SHOAL_BUILTIN uint get_sub_group_id(void) { return shoal_local_linear_id() / SHOAL_WAVE_LANES; }

SHOAL_BUILTIN uint get_sub_group_local_id(void) { return shoal_lane(); }

SHOAL_BUILTIN uint get_num_sub_groups(void) { return shoal_waves_of(shoal_work_items()); }

SHOAL_BUILTIN uint get_enqueued_num_sub_groups(void)
{
    __constant const shoal_hidden_args *hidden = shoal_hidden();
    return shoal_waves_of((uint)hidden->group_size[0] * hidden->group_size[1] *
                          hidden->group_size[2]);
}

SHOAL_BUILTIN uint get_sub_group_size(void)
{
    uint left = shoal_work_items() - get_sub_group_id() * SHOAL_WAVE_LANES;
    return left < SHOAL_WAVE_LANES ? left : SHOAL_WAVE_LANES;
}

SHOAL_BUILTIN __attribute__((convergent)) int sub_group_all(int predicate)
{
    return shoal_ballot(predicate == 0) == 0;
}

SHOAL_BUILTIN __attribute__((convergent)) int sub_group_any(int predicate)
{
    return shoal_ballot(predicate != 0) != 0;
}

/* ---- moving 32-bit words between lanes ---- */

/* The word of lane `from`. DS_BPERMUTE_B32 reads within 32 lanes (RDNA3 12.4), so that a
 * 64-lane wave also fetches from its halves swapped. */
SHOAL_DEFINE uint shoal_shuffle_word(uint word, uint from)
{
    uint same = __builtin_amdgcn_ds_bpermute((int)(from << 2), word);
#if SHOAL_WAVE_LANES == 64
    uint swapped = __builtin_amdgcn_permlane64(word);
    uint other = __builtin_amdgcn_ds_bpermute((int)(from << 2), swapped);
    return ((from ^ shoal_lane()) & 32) ? other : same;
#else
    return same;
#endif
}

/* The word of the lane `distance` below, which must be in the same 32 lanes. */
SHOAL_DEFINE uint shoal_word_below(uint word, uint distance)
{
    return __builtin_amdgcn_ds_bpermute((int)((shoal_lane() - distance) << 2), word);
}

SHOAL_DEFINE uint shoal_word_of(uint word, uint lane)
{
    return __builtin_amdgcn_readlane(word, lane);
}

#define SHOAL_MOVE_32(T)                                                                           \
    SHOAL_DEFINE T shoal_shuffle(T x, uint from)                                                   \
    {                                                                                              \
        return __builtin_astype(shoal_shuffle_word(__builtin_astype(x, uint), from), T);           \
    }                                                                                              \
    SHOAL_DEFINE T shoal_below(T x, uint distance)                                                 \
    {                                                                                              \
        return __builtin_astype(shoal_word_below(__builtin_astype(x, uint), distance), T);         \
    }                                                                                              \
    SHOAL_DEFINE T shoal_of(T x, uint lane)                                                        \
    {                                                                                              \
        return __builtin_astype(shoal_word_of(__builtin_astype(x, uint), lane), T);                \
    }

#define SHOAL_MOVE_64(T)                                                                           \
    SHOAL_DEFINE T shoal_shuffle(T x, uint from)                                                   \
    {                                                                                              \
        uint2 w = __builtin_astype(x, uint2);                                                      \
        w = (uint2)(shoal_shuffle_word(w.x, from), shoal_shuffle_word(w.y, from));                 \
        return __builtin_astype(w, T);                                                             \
    }                                                                                              \
    SHOAL_DEFINE T shoal_below(T x, uint distance)                                                 \
    {                                                                                              \
        uint2 w = __builtin_astype(x, uint2);                                                      \
        w = (uint2)(shoal_word_below(w.x, distance), shoal_word_below(w.y, distance));             \
        return __builtin_astype(w, T);                                                             \
    }                                                                                              \
    SHOAL_DEFINE T shoal_of(T x, uint lane)                                                        \
    {                                                                                              \
        uint2 w = __builtin_astype(x, uint2);                                                      \
        w = (uint2)(shoal_word_of(w.x, lane), shoal_word_of(w.y, lane));                           \
        return __builtin_astype(w, T);                                                             \
    }

#define SHOAL_MOVE_16(T)                                                                           \
    SHOAL_DEFINE T shoal_shuffle(T x, uint from)                                                   \
    {                                                                                              \
        uint w = __builtin_astype(x, ushort);                                                      \
        return __builtin_astype((ushort)shoal_shuffle_word(w, from), T);                           \
    }                                                                                              \
    SHOAL_DEFINE T shoal_below(T x, uint distance)                                                 \
    {                                                                                              \
        uint w = __builtin_astype(x, ushort);                                                      \
        return __builtin_astype((ushort)shoal_word_below(w, distance), T);                         \
    }                                                                                              \
    SHOAL_DEFINE T shoal_of(T x, uint lane)                                                        \
    {                                                                                              \
        uint w = __builtin_astype(x, ushort);                                                      \
        return __builtin_astype((ushort)shoal_word_of(w, lane), T);                                \
    }

SHOAL_MOVE_32(int)
SHOAL_MOVE_32(uint)
SHOAL_MOVE_32(float)
SHOAL_MOVE_64(long)
SHOAL_MOVE_64(ulong)
SHOAL_MOVE_64(double)
SHOAL_MOVE_16(half)

#define SHOAL_MOVE_SMALL(T)                                                                        \
    SHOAL_DEFINE T shoal_shuffle(T x, uint from) { return (T)shoal_shuffle_word((uint)x, from); }  \
    SHOAL_DEFINE T shoal_below(T x, uint distance)                                                 \
    {                                                                                              \
        return (T)shoal_word_below((uint)x, distance);                                             \
    }                                                                                              \
    SHOAL_DEFINE T shoal_of(T x, uint lane) { return (T)shoal_word_of((uint)x, lane); }

SHOAL_MOVE_SMALL(char)
SHOAL_MOVE_SMALL(uchar)
SHOAL_MOVE_SMALL(short)
SHOAL_MOVE_SMALL(ushort)

/* ---- reductions and scans ---- */

#define SHOAL_OP_add(T, a, b) ((a) + (b))
#define SHOAL_OP_min(T, a, b) ((b) < (a) ? (b) : (a))
#define SHOAL_OP_max(T, a, b) ((a) < (b) ? (b) : (a))

#define SHOAL_SUB_GROUP_OP(T, op, identity)                                                        \
    SHOAL_DEFINE T shoal_scan_##op(T x)                                                            \
    {                                                                                              \
        uint lane = shoal_lane();                                                                  \
        for (uint distance = 1; distance < 32; distance *= 2) {                                    \
            T below = shoal_below(x, distance);                                                    \
            x = (lane & 31) >= distance ? SHOAL_OP_##op(T, below, x) : x;                          \
        }                                                                                          \
        if (SHOAL_WAVE_LANES == 64) {                                                              \
            T low_half = shoal_of(x, 31);                                                          \
            x = lane >= 32 ? SHOAL_OP_##op(T, low_half, x) : x;                                    \
        }                                                                                          \
        return x;                                                                                  \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_scan_inclusive_##op(T x)                 \
    {                                                                                              \
        return shoal_scan_##op(x);                                                                 \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_scan_exclusive_##op(T x)                 \
    {                                                                                              \
        uint lane = shoal_lane();                                                                  \
        T scanned = shoal_scan_##op(x);                                                            \
        T below = shoal_below(scanned, 1);                                                         \
        if (SHOAL_WAVE_LANES == 64) {                                                              \
            T low_half = shoal_of(scanned, 31);                                                    \
            below = lane == 32 ? low_half : below;                                                 \
        }                                                                                          \
        return lane == 0 ? (T)(identity) : below;                                                  \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_reduce_##op(T x)                         \
    {                                                                                              \
        uint active = (uint)__builtin_popcountl(shoal_ballot(true));                               \
        return shoal_of(shoal_scan_##op(x), active - 1);                                           \
    }

#define SHOAL_SUB_GROUP_TYPE(T, lowest, highest)                                                   \
    SHOAL_SUB_GROUP_OP(T, add, 0)                                                                  \
    SHOAL_SUB_GROUP_OP(T, min, highest)                                                            \
    SHOAL_SUB_GROUP_OP(T, max, lowest)                                                             \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_broadcast(T x, uint id)                  \
    {                                                                                              \
        return shoal_of(x, __builtin_amdgcn_readfirstlane(id));                                    \
    }

SHOAL_SUB_GROUP_TYPE(int, INT_MIN, INT_MAX)
SHOAL_SUB_GROUP_TYPE(uint, 0, UINT_MAX)
SHOAL_SUB_GROUP_TYPE(long, LONG_MIN, LONG_MAX)
SHOAL_SUB_GROUP_TYPE(ulong, 0, ULONG_MAX)
SHOAL_SUB_GROUP_TYPE(float, -INFINITY, INFINITY)
SHOAL_SUB_GROUP_TYPE(double, -(double)INFINITY, (double)INFINITY)
SHOAL_SUB_GROUP_TYPE(half, -(half)INFINITY, (half)INFINITY)
/* cl_khr_subgroup_extended_types; its vectors are in ballot.h. */
SHOAL_SUB_GROUP_TYPE(char, CHAR_MIN, CHAR_MAX)
SHOAL_SUB_GROUP_TYPE(uchar, 0, UCHAR_MAX)
SHOAL_SUB_GROUP_TYPE(short, SHRT_MIN, SHRT_MAX)
SHOAL_SUB_GROUP_TYPE(ushort, 0, USHRT_MAX)

/* ---- cl_khr_subgroup_shuffle, cl_khr_subgroup_shuffle_relative, cl_khr_subgroup_rotate ---- */

#define SHOAL_SHUFFLE(T)                                                                           \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_shuffle(T x, uint id)                    \
    {                                                                                              \
        return shoal_shuffle(x, id);                                                               \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_shuffle_xor(T x, uint mask)              \
    {                                                                                              \
        return shoal_shuffle(x, shoal_lane() ^ mask);                                              \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_shuffle_up(T x, uint delta)              \
    {                                                                                              \
        return shoal_shuffle(x, shoal_lane() - delta);                                             \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_shuffle_down(T x, uint delta)            \
    {                                                                                              \
        return shoal_shuffle(x, shoal_lane() + delta);                                             \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_rotate(T x, int delta)                   \
    {                                                                                              \
        return shoal_shuffle(x, (shoal_lane() + (uint)delta) % get_max_sub_group_size());          \
    }                                                                                              \
    SHOAL_BUILTIN __attribute__((convergent)) T sub_group_clustered_rotate(T x, int delta,         \
                                                                           uint size)              \
    {                                                                                              \
        uint inside = size - 1, lane = shoal_lane();                                               \
        return shoal_shuffle(x, (lane & ~inside) | ((lane + (uint)delta) & inside));               \
    }

SHOAL_SHUFFLE(char)
SHOAL_SHUFFLE(uchar)
SHOAL_SHUFFLE(short)
SHOAL_SHUFFLE(ushort)
SHOAL_SHUFFLE(int)
SHOAL_SHUFFLE(uint)
SHOAL_SHUFFLE(long)
SHOAL_SHUFFLE(ulong)
SHOAL_SHUFFLE(half)
SHOAL_SHUFFLE(float)
SHOAL_SHUFFLE(double)
