/* isa.c: Ventus as the compiler's instruction set. */
#include "isa/ventus/jit/layer.h"

_Static_assert(offsetof(struct ventus_wave, mask) ==
                       offsetof(struct ventus_wave, x) + SGPR_SLOTS * sizeof(uint32_t) &&
                   offsetof(struct ventus_wave, on) ==
                       offsetof(struct ventus_wave, mask) + sizeof(uint32_t) &&
                   offsetof(struct ventus_wave, rpc) ==
                       offsetof(struct ventus_wave, on) + sizeof(uint32_t),
               "the masks and RPC are variables behind the scalar registers");
_Static_assert(offsetof(struct ventus_wave, sew) == offsetof(struct ventus_wave, plain) + 1 &&
                   offsetof(struct ventus_wave, lmul) == offsetof(struct ventus_wave, plain) + 2 &&
                   offsetof(struct ventus_wave, frm) == offsetof(struct ventus_wave, plain) + 3,
               "PLAIN_MODE is these four");

static void code_shape(const struct code *code, unsigned *halves, unsigned *vectors)
{
    (void)code;
    *halves = 1;
    *vectors = VGPR_COUNT;
}

static size_t wave_bytes(unsigned halves)
{
    (void)halves;
    return (sizeof(struct ventus_wave) + 127) / 128 * 128;
}

/* x0, and where writes to it go. */
static bool is_zero(unsigned var)
{
    return var == VAR_S0 || (var >= VAR_S0 + SGPR_TRASH && var < VAR_S0 + SGPR_SLOTS);
}

static const struct op *prefixed(const struct op *op)
{
    const struct ventus_op *changed = ventus_prefixed((const struct ventus_op *)op);
    return changed ? &changed->base : NULL;
}

/* Flags are raised for all lanes alike, also those that do not count: what is seen is a reason to
 * look, as in exec/arith.c. */
static LLVMValueRef emit_raised(struct emitter *e)
{
    enum { EXCEPTIONS = 0x3d }; /* of MXCSR, without denormal operands */
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(e->function)));
    LLVMValueRef slot = LLVMBuildAlloca(e->b, e->i32, "mxcsr");
    LLVMPositionBuilderAtEnd(e->b, here);
    call_intrinsic(e, "llvm.x86.sse.stmxcsr", NULL, 0, &slot, 1);
    LLVMValueRef raised = LLVMBuildLoad2(e->b, e->i32, slot, "");
    LLVMValueRef known = ventus_field(e, offsetof(struct ventus_wave, host_flags));
    raised = LLVMBuildAnd(e->b, raised, LLVMBuildNot(e->b, known, ""), "");
    raised = LLVMBuildAnd(e->b, raised, const_i32(e, EXCEPTIONS), "");
    return LLVMBuildICmp(e->b, LLVMIntNE, raised, const_i32(e, 0), "");
}

const struct jit_isa ventus_jit = {
    .name = "ventus",
    .plain_mode = PLAIN_MODE,
    .wave_size = sizeof(struct ventus_wave),
    .wave_alignment = _Alignof(struct ventus_wave),
    .layout = {.vectors = offsetof(struct ventus_wave, v),
               .scalars = offsetof(struct ventus_wave, x),
               .mode = offsetof(struct ventus_wave, plain),
               .left_to = offsetof(struct ventus_wave, left_to),
               .access_slot = offsetof(struct ventus_wave, access_slot),
               .interp = offsetof(struct ventus_op, interp),
               .first_flag = VAR_FLAGS,
               .exec = VAR_ON},
    .code_shape = code_shape,
    .wave_bytes = wave_bytes,
    .is_zero = is_zero,
    .prefixed = prefixed,
    .masks_nest = true,
    .describe_op = ventus_describe_op,
    .describe_element = ventus_describe_element,
    .all_variables = ventus_all_variables,
    .find_full = ventus_find_full,
    .emit_own = ventus_emit_own,
    .emit_scalar_load = ventus_emit_scalar_load,
    .emit_accesses = ventus_emit_accesses,
    .emit_split = ventus_emit_split,
    .emit_meet = ventus_emit_meet,
    .emit_flat = ventus_emit_flat,
    .emit_raised = emit_raised,
    .lane_id = NO_LANE_ID,
};
