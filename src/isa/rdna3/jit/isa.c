/* isa.c: RDNA3 as the compiler's instruction set. */
#include "isa/rdna3/jit/layer.h"
#include "isa/rdna3/jit/tiles.h"

static void code_shape(const struct code *code, unsigned *halves, unsigned *vectors)
{
    const struct rdna3_code *c = (const struct rdna3_code *)code;
    *halves = c->lanes / 32;
    *vectors = c->vgprs;
}

/* NULL, and the slots that writes without effect go to. */
static bool is_zero(unsigned var)
{
    return var == VAR_S0 + SRC_NULL || (var >= VAR_S0 + SGPR_TRASH && var < VAR_SCC);
}

static bool quiets_nans(uint32_t mode) { return mode & MODE_IEEE; }

/* Unless the kernel asks for ids in y, rows of work-items are taken to be multiples of 32. */
static bool lane_id_is_long(uint32_t rsrc2)
{
    return amdhsa_of_word(rsrc2, AMDHSA_workitem_id) == 0;
}

/* Matrices. */
static const char *semantic_function(const struct op *op)
{
    const struct rdna3_row *row = op_row(rdna3_op(op));
    return row->flags & FLAG_wmma ? row->name : NULL;
}

const struct jit_isa rdna3_jit = {
    .name = "rdna3",
    .plain_mode = MODE_PLAIN,
    .wave_size = sizeof(struct rdna3_wave),
    .wave_alignment = _Alignof(struct rdna3_wave),
    .layout = {.vectors = offsetof(struct rdna3_wave, v),
               .scalars = offsetof(struct rdna3_wave, s),
               .flags = offsetof(struct rdna3_wave, scc),
               .mode = offsetof(struct rdna3_wave, mode),
               .left_to = offsetof(struct rdna3_wave, left_to),
               .access_slot = offsetof(struct rdna3_wave, row_slot),
               .root = offsetof(struct rdna3_wave, root),
               .root_high = offsetof(struct rdna3_wave, index),
               .interp = offsetof(struct rdna3_op, interp),
               .first_flag = VAR_SCC,
               .exec = VAR_EXEC},
    .code_shape = code_shape,
    .wave_bytes = wave_size,
    .computes_alone = true,
    .quiets_nans = quiets_nans,
    .is_zero = is_zero,
    .semantic_function = semantic_function,
    .describe_op = rdna3_describe_op,
    .describe_element = rdna3_describe_element,
    .all_variables = rdna3_all_variables,
    .is_division = rdna3_is_division,
    .find_root = rdna3_find_root,
    .emit_own = rdna3_emit_own,
    .emit_scalar_load = rdna3_emit_scalar_load,
    .is_calm = rdna3_is_calm,
    .strip_part = rdna3_strip_part,
    .describe_lane_load = rdna3_describe_lane_load,
    .locate_load = rdna3_locate_load,
    .stores_row = rdna3_stores_row,
    .lane_of_row = rdna3_lane_of_row,
    .waiting = rdna3_waiting,
    .emit_accesses = rdna3_emit_accesses,
    .store_tiles = rdna3_store_tiles,
    .find_preloads = rdna3_find_preloads,
    .lane_id = 0,
    .lane_id_is_long = lane_id_is_long,
    .id_bits = RDNA3_ID_BITS,
    .start_part = rdna3_start_part,
    .start_state = rdna3_start_state,
    .start_value = rdna3_start_value,
    .start_varies = rdna3_start_varies,
    .start_counts = rdna3_start_counts,
};
