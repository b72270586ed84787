/* hip_cooperative_groups.h: groups of threads: of the grid, the work-group, tiles of a wave, and
 * the lanes that happen to run together; their barriers, moves, votes, reductions and scans. */
#ifndef HIP_COOPERATIVE_GROUPS_H
#define HIP_COOPERATIVE_GROUPS_H

#include <hip/hip_runtime.h>

#if SHOAL_HIP_LANGUAGE && defined(__cplusplus)
#include <type_traits>

extern "C" __device__ void __ockl_grid_sync();
extern "C" __device__ int __ockl_grid_is_valid();

#define SHOAL_MEMBER __device__ __attribute__((always_inline))

namespace cooperative_groups
{
enum group_type {
    cg_invalid,
    cg_multi_grid,
    cg_grid,
    cg_workgroup,
    cg_tiled_group,
    cg_coalesced_group
};

namespace shoal
{
SHOAL_MEMBER inline unsigned thread_in_block()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
SHOAL_MEMBER inline unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
} // namespace shoal

template <unsigned size, class Parent = void> class thread_block_tile;

/* Any group that is a work-group or part of one, by value. */
class thread_group
{
  protected:
    group_type type_;
    unsigned size_;
    unsigned long long mask_; /* lanes of the wave, unless it is the work-group */

    SHOAL_MEMBER thread_group(group_type type, unsigned size, unsigned long long mask)
        : type_(type), size_(size), mask_(mask)
    {
    }

  public:
    SHOAL_MEMBER group_type cg_type() const { return type_; }
    SHOAL_MEMBER unsigned size() const { return size_; }
    SHOAL_MEMBER unsigned num_threads() const { return size_; }
    SHOAL_MEMBER unsigned thread_rank() const
    {
        return type_ == cg_workgroup ? shoal::thread_in_block() : __popcll(mask_ & __lanemask_lt());
    }
    SHOAL_MEMBER bool is_valid() const { return size_ != 0; }
    SHOAL_MEMBER void sync() const
    {
        if (type_ == cg_workgroup)
            __syncthreads();
        else
            __syncwarp();
    }
};

/* ---- grids ---------------------------------------------------------------------------- */

/* All threads of a cooperative launch. */
class grid_group
{
    SHOAL_MEMBER grid_group() {}
    friend SHOAL_MEMBER grid_group this_grid();

  public:
    SHOAL_MEMBER bool is_valid() const { return __ockl_grid_is_valid() != 0; }
    SHOAL_MEMBER void sync() const { __ockl_grid_sync(); }
    SHOAL_MEMBER unsigned long long num_blocks() const
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    SHOAL_MEMBER unsigned long long size() const { return num_blocks() * shoal::block_threads(); }
    SHOAL_MEMBER unsigned long long num_threads() const { return size(); }
    SHOAL_MEMBER unsigned long long block_rank() const
    {
        return blockIdx.x + (unsigned long long)gridDim.x *
                                (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    SHOAL_MEMBER unsigned long long thread_rank() const
    {
        return block_rank() * shoal::block_threads() + shoal::thread_in_block();
    }
    SHOAL_MEMBER dim3 group_dim() const { return gridDim; }
    SHOAL_MEMBER dim3 dim_blocks() const { return gridDim; }
    SHOAL_MEMBER dim3 block_index() const { return blockIdx; }
};
SHOAL_MEMBER inline grid_group this_grid() { return grid_group(); }

/* Grids of several devices do not wait for each other here, and CUDA has given them up. The group
 * is of this device's grid, and never valid. */
class multi_grid_group
{
    SHOAL_MEMBER multi_grid_group() {}
    friend SHOAL_MEMBER multi_grid_group this_multi_grid();

  public:
    SHOAL_MEMBER bool is_valid() const { return false; }
    SHOAL_MEMBER unsigned num_grids() const { return 1; }
    SHOAL_MEMBER unsigned grid_rank() const { return 0; }
    SHOAL_MEMBER unsigned long long size() const { return this_grid().size(); }
    SHOAL_MEMBER unsigned long long thread_rank() const { return this_grid().thread_rank(); }
    __device__
        __attribute__((unavailable("grids of several devices cannot wait for each other: use a "
                                   "grid_group and events between the devices"))) void
        sync() const;
};
SHOAL_MEMBER inline multi_grid_group this_multi_grid() { return multi_grid_group(); }

/* ---- the work-group ------------------------------------------------------------------- */

class thread_block : public thread_group
{
    SHOAL_MEMBER thread_block() : thread_group(cg_workgroup, shoal::block_threads(), 0) {}
    friend SHOAL_MEMBER thread_block this_thread_block();

  public:
    SHOAL_MEMBER static dim3 group_index() { return blockIdx; }
    SHOAL_MEMBER static dim3 thread_index() { return threadIdx; }
    SHOAL_MEMBER static unsigned thread_rank() { return shoal::thread_in_block(); }
    SHOAL_MEMBER static unsigned size() { return shoal::block_threads(); }
    SHOAL_MEMBER static unsigned num_threads() { return shoal::block_threads(); }
    SHOAL_MEMBER static bool is_valid() { return true; }
    SHOAL_MEMBER static void sync() { __syncthreads(); }
    SHOAL_MEMBER static dim3 group_dim() { return blockDim; }
    SHOAL_MEMBER static dim3 dim_threads() { return blockDim; }
};
SHOAL_MEMBER inline thread_block this_thread_block() { return thread_block(); }

/* ---- lanes that run together ---------------------------------------------------------- */

/* Ranks go up with the lanes. */
class coalesced_group : public thread_group
{
    unsigned meta_rank_ = 0, meta_size_ = 1; /* of the group that it was made from, in parts */

    SHOAL_MEMBER int lane_of(unsigned rank) const { return (int)__fns64(mask_, 0, (int)rank + 1); }

  public:
    SHOAL_MEMBER explicit coalesced_group(unsigned long long mask, unsigned meta_rank = 0,
                                          unsigned meta_size = 1)
        : thread_group(cg_coalesced_group, __popcll(mask), mask), meta_rank_(meta_rank),
          meta_size_(meta_size)
    {
    }
    SHOAL_MEMBER unsigned long long shoal_mask() const { return mask_; }
    SHOAL_MEMBER void sync() const { __syncwarp(); }
    SHOAL_MEMBER unsigned meta_group_rank() const { return meta_rank_; }
    SHOAL_MEMBER unsigned meta_group_size() const { return meta_size_; }

    /* A rank that no lane has gives the lane's own value. */
    template <class T> SHOAL_MEMBER T shfl(T value, int rank) const
    {
        return shoal_from_lane(value,
                               (unsigned)rank < size_ ? lane_of((unsigned)rank) : (int)__lane_id());
    }
    template <class T> SHOAL_MEMBER T shfl_down(T value, unsigned delta) const
    {
        unsigned rank = thread_rank() + delta;
        return shfl(value, rank < size_ ? (int)rank : (int)thread_rank());
    }
    template <class T> SHOAL_MEMBER T shfl_up(T value, unsigned delta) const
    {
        return shfl(value,
                    thread_rank() < delta ? (int)thread_rank() : (int)(thread_rank() - delta));
    }
    template <class T> SHOAL_MEMBER T shfl_xor(T value, unsigned mask) const
    {
        unsigned rank = thread_rank() ^ mask;
        return shfl(value, rank < size_ ? (int)rank : (int)thread_rank());
    }
    SHOAL_MEMBER int any(int predicate) const { return (__ballot64(predicate) & mask_) != 0; }
    SHOAL_MEMBER int all(int predicate) const { return (__ballot64(predicate == 0) & mask_) == 0; }
    /* Bits by rank. */
    SHOAL_MEMBER unsigned long long by_rank(unsigned long long lanes) const
    {
        unsigned long long made = 0, left = mask_;
        for (unsigned rank = 0; left; rank++, left &= left - 1)
            made |= (lanes >> __builtin_ctzll(left) & 1) << rank;
        return made;
    }
    SHOAL_MEMBER unsigned long long ballot(int predicate) const
    {
        return by_rank(__ballot64(predicate) & mask_);
    }
    template <class T> SHOAL_MEMBER unsigned long long match_any(T value) const
    {
        return by_rank(__match_any_sync(mask_, value));
    }
    template <class T> SHOAL_MEMBER unsigned long long match_all(T value, int &is_same) const
    {
        return by_rank(__match_all_sync(mask_, value, &is_same));
    }
};
SHOAL_MEMBER inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/* ---- tiles: so many lanes in a row ---------------------------------------------------- */

template <unsigned tile_size, class Parent> class thread_block_tile : public thread_group
{
    static_assert(tile_size > 0 && (tile_size & (tile_size - 1)) == 0 && tile_size <= warpSize,
                  "a tile has a power of two of lanes, at most those of a wave");
    static constexpr unsigned long long ones =
        tile_size == 64 ? ~0ull : (1ull << (tile_size & 63)) - 1;
    unsigned meta_rank_, meta_size_;

    SHOAL_MEMBER static unsigned first_lane() { return __lane_id() & ~(tile_size - 1); }

  public:
    SHOAL_MEMBER thread_block_tile(unsigned parent_rank, unsigned parent_size)
        : thread_group(cg_tiled_group, tile_size, ones << first_lane()),
          meta_rank_(parent_rank / tile_size), meta_size_((parent_size + tile_size - 1) / tile_size)
    {
    }
    template <class Other>
    SHOAL_MEMBER thread_block_tile(const thread_block_tile<tile_size, Other> &other)
        : thread_group(cg_tiled_group, tile_size, other.shoal_mask()),
          meta_rank_(other.meta_group_rank()), meta_size_(other.meta_group_size())
    {
    }
    SHOAL_MEMBER unsigned long long shoal_mask() const { return mask_; }
    SHOAL_MEMBER static constexpr unsigned size() { return tile_size; }
    SHOAL_MEMBER static constexpr unsigned num_threads() { return tile_size; }
    SHOAL_MEMBER static unsigned thread_rank() { return __lane_id() & (tile_size - 1); }
    SHOAL_MEMBER static bool is_valid() { return true; }
    SHOAL_MEMBER static void sync() { __syncwarp(); }
    SHOAL_MEMBER unsigned meta_group_rank() const { return meta_rank_; }
    SHOAL_MEMBER unsigned meta_group_size() const { return meta_size_; }

    template <class T> SHOAL_MEMBER T shfl(T value, int rank) const
    {
        return __shfl(value, rank, tile_size);
    }
    template <class T> SHOAL_MEMBER T shfl_down(T value, unsigned delta) const
    {
        return __shfl_down(value, delta, tile_size);
    }
    template <class T> SHOAL_MEMBER T shfl_up(T value, unsigned delta) const
    {
        return __shfl_up(value, delta, tile_size);
    }
    template <class T> SHOAL_MEMBER T shfl_xor(T value, unsigned mask) const
    {
        return __shfl_xor(value, (int)mask, tile_size);
    }
    SHOAL_MEMBER int any(int predicate) const { return (__ballot64(predicate) & mask_) != 0; }
    SHOAL_MEMBER int all(int predicate) const { return (__ballot64(predicate == 0) & mask_) == 0; }
    SHOAL_MEMBER unsigned long long ballot(int predicate) const
    {
        return (__ballot64(predicate) & mask_) >> first_lane();
    }
    template <class T> SHOAL_MEMBER unsigned long long match_any(T value) const
    {
        return __match_any_sync(mask_, value) >> first_lane();
    }
    template <class T> SHOAL_MEMBER unsigned long long match_all(T value, int &is_same) const
    {
        return __match_all_sync(mask_, value, &is_same) >> first_lane();
    }
};

template <unsigned tile_size, class Parent>
SHOAL_MEMBER inline thread_block_tile<tile_size, Parent> tiled_partition(const Parent &parent)
{
    return thread_block_tile<tile_size, Parent>(parent.thread_rank(), parent.size());
}
/* Sizes that are known when the kernel runs. */
SHOAL_MEMBER inline coalesced_group tiled_partition(const coalesced_group &parent,
                                                    unsigned tile_size)
{
    unsigned first = parent.thread_rank() / tile_size * tile_size;
    unsigned long long left = parent.shoal_mask(), mask = 0;
    for (unsigned rank = 0; left; rank++, left &= left - 1)
        if (rank - first < tile_size)
            mask |= left & (0 - left);
    return coalesced_group(mask, first / tile_size, (parent.size() + tile_size - 1) / tile_size);
}
SHOAL_MEMBER inline coalesced_group tiled_partition(const thread_group &parent, unsigned tile_size)
{
    if (parent.cg_type() != cg_workgroup)
        return tiled_partition((const coalesced_group &)parent, tile_size);
    unsigned first = __lane_id() / tile_size * tile_size;
    unsigned long long mask =
        (tile_size >= 64 ? ~0ull : (1ull << tile_size) - 1) << first & __activemask();
    return coalesced_group(mask, parent.thread_rank() / tile_size,
                           (parent.size() + tile_size - 1) / tile_size);
}

/* The lanes that say the same. */
template <class Group>
SHOAL_MEMBER inline coalesced_group binary_partition(const Group &group, bool predicate)
{
    unsigned long long yes = __ballot64(predicate) & group.shoal_mask();
    return coalesced_group(predicate ? yes : group.shoal_mask() & ~yes, predicate ? 0 : 1, 2);
}
template <class Label, class Group>
SHOAL_MEMBER inline coalesced_group labeled_partition(const Group &group, Label label)
{
    return coalesced_group(__match_any_sync(group.shoal_mask(), label));
}

/* ---- for any group -------------------------------------------------------------------- */

template <class Group> SHOAL_MEMBER inline void sync(const Group &group) { group.sync(); }
template <class Group> SHOAL_MEMBER inline auto group_size(const Group &group)
{
    return group.size();
}
template <class Group> SHOAL_MEMBER inline auto thread_rank(const Group &group)
{
    return group.thread_rank();
}
template <class Group> SHOAL_MEMBER inline bool is_valid(const Group &group)
{
    return group.is_valid();
}

template <class T = void> struct plus {
    SHOAL_MEMBER T operator()(T a, T b) const { return a + b; }
};
template <class T = void> struct less {
    SHOAL_MEMBER T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T = void> struct greater {
    SHOAL_MEMBER T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T = void> struct bit_and {
    SHOAL_MEMBER T operator()(T a, T b) const { return a & b; }
};
template <class T = void> struct bit_or {
    SHOAL_MEMBER T operator()(T a, T b) const { return a | b; }
};
template <class T = void> struct bit_xor {
    SHOAL_MEMBER T operator()(T a, T b) const { return a ^ b; }
};

/* Of all values of a tile or a coalesced group. */
template <class Group, class T, class Op>
SHOAL_MEMBER inline T inclusive_scan(const Group &group, T value, Op op)
{
    for (unsigned step = 1; step < group.size(); step *= 2) {
        T below = group.shfl_up(value, step);
        if (group.thread_rank() >= step)
            value = op(below, value);
    }
    return value;
}
template <class Group, class T> SHOAL_MEMBER inline T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}
/* The first thread gets T(). */
template <class Group, class T, class Op>
SHOAL_MEMBER inline T exclusive_scan(const Group &group, T value, Op op)
{
    T below = group.shfl_up(inclusive_scan(group, value, op), 1);
    return group.thread_rank() ? below : T();
}
template <class Group, class T> SHOAL_MEMBER inline T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Op>
SHOAL_MEMBER inline T reduce(const Group &group, T value, Op op)
{
    return group.shfl(inclusive_scan(group, value, op), (int)group.size() - 1);
}

/* One thread of the group calls. */
template <class Group, class Function>
SHOAL_MEMBER inline void invoke_one(const Group &group, Function function)
{
    if (group.thread_rank() == 0)
        function();
}
} // namespace cooperative_groups
#undef SHOAL_MEMBER
#endif

#endif
