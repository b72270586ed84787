/* pipe.h: pipes: a ring of packets, of which each has a turn: `turn == n` lets the writer of packet
 * n in, `turn == n + 1` its reader, who then gives it to the writer of packet n + count. Positions
 * are taken by compare and exchange, packets are given on by storing their turn, so that nobody
 * waits for another work-item of his own wave.
 *
 * clang calls the functions below for read_pipe and so on, with the size and the alignment of a
 * packet. A reservation is the number of its first packet, from bit 24 on, and their count. */

typedef struct shoal_pipe {
    atomic_ulong written, read;
    uint count, bytes;
    ulong reserved;
} shoal_pipe; /* src/runtime/opencl/pipe.c */

#define SHOAL_PIPE_BUILTIN __attribute__((always_inline))
enum { SHOAL_RESERVATION_BITS = 24, SHOAL_RESERVATION_MOST = 1 << 16 };

SHOAL_DEFINE __global atomic_ulong *shoal_turn(__global shoal_pipe *p, ulong n)
{
    return (__global atomic_ulong *)(p + 1) + n % p->count;
}
SHOAL_DEFINE __global uchar *shoal_packet(__global shoal_pipe *p, ulong n)
{
    return (__global uchar *)((__global ulong *)(p + 1) + p->count) + n % p->count * p->bytes;
}

SHOAL_DEFINE void shoal_copy_packet(uchar *to, const uchar *from, uint size, uint align)
{
    if (align >= 4 && ((size_t)to & 3) == 0 && ((size_t)from & 3) == 0)
        for (uint i = 0; i < size / 4; i++)
            ((uint *)to)[i] = ((const uint *)from)[i];
    else
        for (uint i = 0; i < size; i++)
            to[i] = from[i];
}

/* Takes `n` packets that all have come to this side (0: writing, 1: reading). ~0: there are not so
 * many. */
SHOAL_DEFINE ulong shoal_take(__global shoal_pipe *p, __global atomic_ulong *position, uint n,
                              uint side)
{
    ulong at = __opencl_atomic_load(position, __ATOMIC_RELAXED, memory_scope_all_svm_devices);
    if (n == 0 || n > p->count || n > SHOAL_RESERVATION_MOST)
        return ~0ul;
    for (;;) {
        bool is_free = true;
        for (uint i = 0; i < n && is_free; i++)
            is_free = __opencl_atomic_load(shoal_turn(p, at + i), __ATOMIC_ACQUIRE,
                                           memory_scope_all_svm_devices) == at + i + side;
        ulong now = at;
        if (is_free) {
            if (__opencl_atomic_compare_exchange_strong(position, &now, at + n, __ATOMIC_RELAXED,
                                                        __ATOMIC_RELAXED,
                                                        memory_scope_all_svm_devices))
                return at;
        } else {
            now = __opencl_atomic_load(position, __ATOMIC_RELAXED, memory_scope_all_svm_devices);
            if (now == at)
                return ~0ul;
        }
        at = now;
    }
}
SHOAL_DEFINE void shoal_give(__global shoal_pipe *p, ulong n, uint side)
{
    __opencl_atomic_store(shoal_turn(p, n), side ? n + p->count : n + 1, __ATOMIC_RELEASE,
                          memory_scope_all_svm_devices);
}

SHOAL_PIPE_BUILTIN int __write_pipe_2(__global shoal_pipe *p, const void *from, uint size,
                                      uint align)
{
    ulong n = shoal_take(p, &p->written, 1, 0);
    if (n == ~0ul)
        return -1;
    shoal_copy_packet(shoal_packet(p, n), from, size, align);
    shoal_give(p, n, 0);
    return 0;
}
SHOAL_PIPE_BUILTIN int __read_pipe_2(__global shoal_pipe *p, void *to, uint size, uint align)
{
    ulong n = shoal_take(p, &p->read, 1, 1);
    if (n == ~0ul)
        return -1;
    shoal_copy_packet(to, shoal_packet(p, n), size, align);
    shoal_give(p, n, 1);
    return 0;
}

/* ---- reservations ---- */

SHOAL_DEFINE ulong shoal_reserve(__global shoal_pipe *p, __global atomic_ulong *position, uint n,
                                 uint side)
{
    ulong at = shoal_take(p, position, n, side);
    return at == ~0ul ? at : at << SHOAL_RESERVATION_BITS | n;
}
SHOAL_DEFINE uint shoal_reserved(ulong id)
{
    return (uint)id & ((1u << SHOAL_RESERVATION_BITS) - 1);
}
SHOAL_DEFINE void shoal_commit(__global shoal_pipe *p, ulong id, uint side)
{
    for (uint i = 0; i < shoal_reserved(id); i++)
        shoal_give(p, (id >> SHOAL_RESERVATION_BITS) + i, side);
}

SHOAL_PIPE_BUILTIN int __write_pipe_4(__global shoal_pipe *p, __global void *id, uint index,
                                      const void *from, uint size, uint align)
{
    if ((ulong)id == ~0ul || index >= shoal_reserved((ulong)id))
        return -1;
    shoal_copy_packet(shoal_packet(p, ((ulong)id >> SHOAL_RESERVATION_BITS) + index), from, size,
                      align);
    return 0;
}
SHOAL_PIPE_BUILTIN int __read_pipe_4(__global shoal_pipe *p, __global void *id, uint index,
                                     void *to, uint size, uint align)
{
    if ((ulong)id == ~0ul || index >= shoal_reserved((ulong)id))
        return -1;
    shoal_copy_packet(to, shoal_packet(p, ((ulong)id >> SHOAL_RESERVATION_BITS) + index), size,
                      align);
    return 0;
}

/* One work-item for all of the group. */
SHOAL_DEFINE ulong shoal_group_reserve(__global shoal_pipe *p, __global atomic_ulong *position,
                                       uint n, uint side)
{
    bool is_first = shoal_local_linear_id() == 0;
    ulong id = ~0ul;
    if (is_first)
        id = shoal_reserve(p, position, n, side);
    return shoal_broadcast(id, is_first);
}
SHOAL_DEFINE ulong shoal_wave_reserve(__global shoal_pipe *p, __global atomic_ulong *position,
                                      uint n, uint side)
{
    ulong id = ~0ul;
    if (sub_group_elect())
        id = shoal_reserve(p, position, n, side);
    return shoal_of(id, shoal_first_lane());
}

#define SHOAL_PIPE_SIDE(name, position, side)                                                      \
    SHOAL_PIPE_BUILTIN __global void *__reserve_##name##_pipe(__global shoal_pipe *p, uint n,      \
                                                              uint size, uint align)               \
    {                                                                                              \
        return (__global void *)shoal_reserve(p, &p->position, n, side);                           \
    }                                                                                              \
    SHOAL_PIPE_BUILTIN void __commit_##name##_pipe(__global shoal_pipe *p, __global void *id,      \
                                                   uint size, uint align)                          \
    {                                                                                              \
        if ((ulong)id != ~0ul)                                                                     \
            shoal_commit(p, (ulong)id, side);                                                      \
    }                                                                                              \
    SHOAL_PIPE_BUILTIN __attribute__((convergent))                                                 \
    __global void *__work_group_reserve_##name##_pipe(__global shoal_pipe *p, uint n, uint size,   \
                                                      uint align)                                  \
    {                                                                                              \
        return (__global void *)shoal_group_reserve(p, &p->position, n, side);                     \
    }                                                                                              \
    SHOAL_PIPE_BUILTIN __attribute__((convergent)) void __work_group_commit_##name##_pipe(         \
        __global shoal_pipe *p, __global void *id, uint size, uint align)                          \
    {                                                                                              \
        shoal_barrier(memory_scope_work_group);                                                    \
        if (shoal_local_linear_id() == 0 && (ulong)id != ~0ul)                                     \
            shoal_commit(p, (ulong)id, side);                                                      \
    }                                                                                              \
    SHOAL_PIPE_BUILTIN __attribute__((convergent))                                                 \
    __global void *__sub_group_reserve_##name##_pipe(__global shoal_pipe *p, uint n, uint size,    \
                                                     uint align)                                   \
    {                                                                                              \
        return (__global void *)shoal_wave_reserve(p, &p->position, n, side);                      \
    }                                                                                              \
    SHOAL_PIPE_BUILTIN __attribute__((convergent)) void __sub_group_commit_##name##_pipe(          \
        __global shoal_pipe *p, __global void *id, uint size, uint align)                          \
    {                                                                                              \
        sub_group_barrier(CLK_GLOBAL_MEM_FENCE);                                                   \
        if (sub_group_elect() && (ulong)id != ~0ul)                                                \
            shoal_commit(p, (ulong)id, side);                                                      \
    }
SHOAL_PIPE_SIDE(write, written, 0)
SHOAL_PIPE_SIDE(read, read, 1)

SHOAL_BUILTIN bool is_valid_reserve_id(reserve_id_t id)
{
    return __builtin_astype(id, ulong) != ~0ul;
}

/* ---- questions ---- */

SHOAL_DEFINE uint shoal_packets(__global shoal_pipe *p)
{
    ulong read = __opencl_atomic_load(&p->read, __ATOMIC_RELAXED, memory_scope_all_svm_devices);
    return (
        uint)(__opencl_atomic_load(&p->written, __ATOMIC_RELAXED, memory_scope_all_svm_devices) -
              read);
}
#define SHOAL_PIPE_QUESTIONS(access)                                                               \
    SHOAL_PIPE_BUILTIN uint __get_pipe_num_packets_##access(__global shoal_pipe *p, uint size,     \
                                                            uint align)                            \
    {                                                                                              \
        return shoal_packets(p);                                                                   \
    }                                                                                              \
    SHOAL_PIPE_BUILTIN uint __get_pipe_max_packets_##access(__global shoal_pipe *p, uint size,     \
                                                            uint align)                            \
    {                                                                                              \
        return p->count;                                                                           \
    }
SHOAL_PIPE_QUESTIONS(ro)
SHOAL_PIPE_QUESTIONS(wo)
