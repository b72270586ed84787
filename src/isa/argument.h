/* argument.h: the kinds of kernel arguments that code objects list. Those called HIDDEN follow the
 * ones of the source; the launch fills them in.
 *
 * LLVM, "User Guide for AMDGPU Backend", Code Object Metadata: .value_kind. */
#ifndef SHOAL_ISA_ARGUMENT_H
#define SHOAL_ISA_ARGUMENT_H

/* X(id, text of .value_kind) */
#define KERNEL_ARG_KIND_LIST(X)                                                                    \
    X(BY_VALUE, "by_value")                                                                        \
    X(GLOBAL_BUFFER, "global_buffer")                                                              \
    X(DYNAMIC_SHARED_POINTER, "dynamic_shared_pointer")                                            \
    X(SAMPLER, "sampler")                                                                          \
    X(IMAGE, "image")                                                                              \
    X(PIPE, "pipe")                                                                                \
    X(QUEUE, "queue")                                                                              \
    X(HIDDEN_GLOBAL_OFFSET_X, "hidden_global_offset_x")                                            \
    X(HIDDEN_GLOBAL_OFFSET_Y, "hidden_global_offset_y")                                            \
    X(HIDDEN_GLOBAL_OFFSET_Z, "hidden_global_offset_z")                                            \
    X(HIDDEN_NONE, "hidden_none")                                                                  \
    X(HIDDEN_PRINTF_BUFFER, "hidden_printf_buffer")                                                \
    X(HIDDEN_HOSTCALL_BUFFER, "hidden_hostcall_buffer")                                            \
    X(HIDDEN_DEFAULT_QUEUE, "hidden_default_queue")                                                \
    X(HIDDEN_COMPLETION_ACTION, "hidden_completion_action")                                        \
    X(HIDDEN_MULTIGRID_SYNC_ARG, "hidden_multigrid_sync_arg")                                      \
    X(HIDDEN_HEAP_V1, "hidden_heap_v1")                                                            \
    X(HIDDEN_BLOCK_COUNT_X, "hidden_block_count_x")                                                \
    X(HIDDEN_BLOCK_COUNT_Y, "hidden_block_count_y")                                                \
    X(HIDDEN_BLOCK_COUNT_Z, "hidden_block_count_z")                                                \
    X(HIDDEN_GROUP_SIZE_X, "hidden_group_size_x")                                                  \
    X(HIDDEN_GROUP_SIZE_Y, "hidden_group_size_y")                                                  \
    X(HIDDEN_GROUP_SIZE_Z, "hidden_group_size_z")                                                  \
    X(HIDDEN_REMAINDER_X, "hidden_remainder_x")                                                    \
    X(HIDDEN_REMAINDER_Y, "hidden_remainder_y")                                                    \
    X(HIDDEN_REMAINDER_Z, "hidden_remainder_z")                                                    \
    X(HIDDEN_GRID_DIMS, "hidden_grid_dims")                                                        \
    X(HIDDEN_DYNAMIC_LDS_SIZE, "hidden_dynamic_lds_size")                                          \
    X(HIDDEN_PRIVATE_BASE, "hidden_private_base")                                                  \
    X(HIDDEN_SHARED_BASE, "hidden_shared_base")                                                    \
    X(HIDDEN_QUEUE_PTR, "hidden_queue_ptr")

enum kernel_arg_kind {
    KERNEL_ARG_UNKNOWN, /* a value_kind that this version does not know */
#define KERNEL_ARG_KIND_ENUM(id, text) KERNEL_ARG_##id,
    KERNEL_ARG_KIND_LIST(KERNEL_ARG_KIND_ENUM)
#undef KERNEL_ARG_KIND_ENUM
};

#endif
