/* workitem.h: sizes and ids of work-items, from the hidden arguments of v5 and v6.
 *
 * Offsets are those of LLVM's AMDGPU user guide, "Code Object V5 Kernel Argument
 * Metadata". block_count counts full work-groups only; a partial last group has the
 * size `remainder`. */

#define SHOAL_DEFINE  static inline __attribute__((always_inline, overloadable))
#define SHOAL_BUILTIN __attribute__((overloadable))

typedef struct __attribute__((packed, aligned(8))) shoal_hidden_args {
    uint block_count[3];    /* 0 */
    ushort group_size[3];   /* 12 */
    ushort remainder[3];    /* 18 */
    ulong reserved[2];      /* 24 */
    ulong global_offset[3]; /* 40 */
    ushort grid_dims;       /* 64 */
} shoal_hidden_args;

SHOAL_DEFINE __constant const shoal_hidden_args *shoal_hidden(void)
{
    return (__constant const shoal_hidden_args *)__builtin_amdgcn_implicitarg_ptr();
}

/* The three accessors below are selections, not array reads: a variable dimension must
 * not put the ids on the stack. */
SHOAL_DEFINE uint shoal_group_id(uint dim)
{
    return dim == 0   ? __builtin_amdgcn_workgroup_id_x()
           : dim == 1 ? __builtin_amdgcn_workgroup_id_y()
                      : __builtin_amdgcn_workgroup_id_z();
}

SHOAL_DEFINE uint shoal_local_id(uint dim)
{
    return dim == 0   ? __builtin_amdgcn_workitem_id_x()
           : dim == 1 ? __builtin_amdgcn_workitem_id_y()
                      : __builtin_amdgcn_workitem_id_z();
}

SHOAL_DEFINE uint shoal_local_size(uint dim)
{
    __constant const shoal_hidden_args *hidden = shoal_hidden();
    return shoal_group_id(dim) < hidden->block_count[dim] ? hidden->group_size[dim]
                                                          : hidden->remainder[dim];
}

/* OpenCL C 3.0, 6.15.1: a dimension out of range gives 0 for ids, 1 for sizes. */
SHOAL_BUILTIN uint get_work_dim(void) { return shoal_hidden()->grid_dims; }

SHOAL_BUILTIN size_t get_local_id(uint dim) { return dim < 3 ? shoal_local_id(dim) : 0; }

SHOAL_BUILTIN size_t get_group_id(uint dim) { return dim < 3 ? shoal_group_id(dim) : 0; }

SHOAL_BUILTIN size_t get_local_size(uint dim) { return dim < 3 ? shoal_local_size(dim) : 1; }

SHOAL_BUILTIN size_t get_enqueued_local_size(uint dim)
{
    return dim < 3 ? shoal_hidden()->group_size[dim] : 1;
}

SHOAL_BUILTIN size_t get_num_groups(uint dim)
{
    if (dim >= 3)
        return 1;
    __constant const shoal_hidden_args *hidden = shoal_hidden();
    return (size_t)hidden->block_count[dim] + (hidden->remainder[dim] != 0);
}

SHOAL_BUILTIN size_t get_global_size(uint dim)
{
    if (dim >= 3)
        return 1;
    __constant const shoal_hidden_args *hidden = shoal_hidden();
    return (size_t)hidden->block_count[dim] * hidden->group_size[dim] + hidden->remainder[dim];
}

SHOAL_BUILTIN size_t get_global_offset(uint dim)
{
    return dim < 3 ? shoal_hidden()->global_offset[dim] : 0;
}

/* Without the offset: ids count from the first work-item of the grid. */
SHOAL_DEFINE size_t shoal_grid_id(uint dim)
{
    return (size_t)shoal_group_id(dim) * shoal_hidden()->group_size[dim] + shoal_local_id(dim);
}

SHOAL_BUILTIN size_t get_global_id(uint dim)
{
    return dim < 3 ? shoal_grid_id(dim) + shoal_hidden()->global_offset[dim] : 0;
}

SHOAL_BUILTIN size_t get_global_linear_id(void)
{
    return (shoal_grid_id(2) * get_global_size(1) + shoal_grid_id(1)) * get_global_size(0) +
           shoal_grid_id(0);
}

SHOAL_DEFINE uint shoal_local_linear_id(void)
{
    return (shoal_local_id(2) * shoal_local_size(1) + shoal_local_id(1)) * shoal_local_size(0) +
           shoal_local_id(0);
}

SHOAL_BUILTIN size_t get_local_linear_id(void) { return shoal_local_linear_id(); }
